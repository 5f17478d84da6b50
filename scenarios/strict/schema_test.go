package strict

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"halocline/sim/simtest"
)

func schemaOf(t *testing.T) map[string]any {
	t.Helper()
	text, err := Schema(fresh(), models())
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

// What the reader accepts is valid, and what it refuses for its form is not:
// the schema is interpreted here by a small validator that knows nothing of
// shapes.
func TestSchemaAgreesWithReader(t *testing.T) {
	schema := schemaOf(t)
	item := "nodes: [{name: b, at: [0m, 0m, 0m], "
	texts := []string{
		"name: a", "name: a\nduration: 2min", "name: a\nduration: 0.5 s", "name: a\nduration: 5", "name: 5", "seed: 1", "name: a\nbase: 5",
		"name: a\nseed: -1", "name: a\nseed: 1.5", "name: a\nseed: x", "name: a\ntrace: true", "name: a\ntrace: 1", "name: a\nsed: 1",
		"name: a\nlevel: high", "name: a\nlevel: mid", "name: a\nx-a: [1]", "name: a\nwater: {x-a: 1, depth: 1km}", "name: a\nwater: {depth: 1Hz}",
		"name: a\nwater: {current: 1m/s}", "name: a\nwater: {current: {from: 3deg}}", "name: a\nwater: {current: {form: 3deg}}", "name: a\nwater: {current: 3deg}",
		"name: a\nlinks: {l: {mac: aloha}}", "name: a\nlinks: {l: {mac: alhoa}}", "name: a\nlinks: {l: {mac: {type: tdma, guard: 1ms}}}",
		"name: a\nlinks: {l: {mac: {type: aloha, guard: 1ms}}}", "name: a\nlinks: {l: {mac: {queue: 3}}}", "name: a\nlinks: {l: {mac: [aloha]}}",
		"name: a\nlinks: {l: {loss: 5%, bits: 3B}}", "name: a\nlinks: {l: {loss: 0.05}}", "name: a\nlinks: {l: {loss: 2}}", "name: a\nlinks: [l]", "name: a\nlinks: {l: {lost: 0}}",
		"name: a\n" + item + "gains: [0, 1]}]", "name: a\n" + item + "gains: [0, 2]}]", "name: a\n" + item + "gains: [0]}]", "name: a\n" + item + "at2: 1}]",
		"name: a\n" + item + "macs: [aloha, {type: tdma, slots: [1]}]}]", "name: a\n" + item + "macs: [{queue: 1}]}]", "name: a\nnodes: [{name: b}]", "name: a\nnodes: [{name: b, at: [0m, 0m]}]",
		"name: a\n" + item + "inner: [{name: c, at: [1m, 1m, 1m]}]}]", "name: a\n" + item + "inner: [{name: c}]}]",
		"name: a\nnodes: {b: {links: [a]}}", "name: a\nnodes: {b: {at: [0m, 0m, 0m]}}",
		"name: a\nprobe: {every: 1s}", "name: a\nprobe: {evry: 1s}", "name: a\nsweep: {p: [1, a], q: {from: 3m, values: [a]}}", "name: a\nsweep: {q: {fro: 3m}}",
		"name: a\nrepeat: 0", "name: a\nrepeat: 3",
	}
	accepted := 0
	for _, text := range texts {
		_, _, err := read(map[string]string{"a.yaml": text})
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		wrong := check(schema, schema, value)
		if (err == nil) != (wrong == "") {
			t.Errorf("%s\nreader: %v\nschema: %s", text, err, wrong)
		}
		if err == nil {
			accepted++
		}
	}
	if accepted < 15 || len(texts)-accepted < 15 {
		t.Errorf("%d of %d texts are accepted; write both kinds", accepted, len(texts))
	}
	// A file that extends another may leave keys to it.
	for text, want := range map[string]bool{
		"base: b.yaml\nnodes: {b: {links: [a]}}": true, "base: b.yaml\nnodes: {b: {lnks: [a]}}": false, "base: b.yaml\nnodes: {b: {inner: {c: {links: []}}}}": true,
		"base: b.yaml": true, "base: b.yaml\nlinks: {l: {}}": true, "base: b.yaml\nsed: 1": false,
		"base: b.yaml\nseed: null\nwater: {current: ~}\nlinks: {l: null, k: {mac: null}}\nnodes: {b: null}\nlevel: null\nprobe: null": true,
		"base: b.yaml\nsed: null": false, "base: b.yaml\nnodes: [null]": false, "base: b.yaml\nlinks: {l: {mac: {type: null}}}": false,
	} {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if wrong := check(schema, schema, value); (wrong == "") != want {
			t.Errorf("%s: %q", text, wrong)
		}
	}
}

// check returns why v is not valid, or "".
func check(root, schema map[string]any, v any) string {
	if ref, ok := schema["$ref"].(string); ok {
		defs := root["$defs"].(map[string]any)
		return check(root, defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any), v)
	}
	all, _ := schema["allOf"].([]any)
	for _, s := range all {
		if wrong := check(root, s.(map[string]any), v); wrong != "" {
			return wrong
		}
	}
	if forms, ok := schema["anyOf"].([]any); ok && !slices.ContainsFunc(forms, func(s any) bool { return check(root, s.(map[string]any), v) == "" }) {
		return fmt.Sprintf("%v is none of the forms", v)
	}
	if words, ok := schema["enum"].([]any); ok && !slices.Contains(words, v) {
		return fmt.Sprintf("%v is none of %v", v, words)
	}
	if word, ok := schema["const"]; ok && word != v {
		return fmt.Sprintf("%v is not %v", v, word)
	}
	if not, ok := schema["not"].(map[string]any); ok && check(root, not, v) == "" {
		return "is what it must not be"
	}
	if cond, ok := schema["if"].(map[string]any); ok && check(root, cond, v) == "" {
		if wrong := check(root, schema["then"].(map[string]any), v); wrong != "" {
			return wrong
		}
	}
	if wrong := checkType(schema, v); wrong != "" {
		return wrong
	}
	switch v := v.(type) {
	case map[string]any:
		return checkObject(root, schema, v)
	case []any:
		return checkArray(root, schema, v)
	}
	return ""
}

func checkType(schema map[string]any, v any) string {
	f, isFloat := v.(float64)
	if i, ok := v.(int); ok {
		f, isFloat = float64(i), true
	}
	kind := schema["type"]
	if kinds, several := kind.([]any); several {
		if v == nil && kinds[1] == "null" {
			return ""
		}
		kind = kinds[0]
	}
	s, isString := v.(string)
	_, isBool := v.(bool)
	_, isObject := v.(map[string]any)
	_, isArray := v.([]any)
	ok := map[any]bool{
		nil: true, "number": isFloat, "integer": isFloat && f == float64(int64(f)), "string": isString,
		"boolean": isBool, "object": isObject, "array": isArray, "null": v == nil,
	}[kind]
	if lo, has := schema["minimum"].(float64); has && f < lo {
		ok = false
	}
	if hi, has := schema["maximum"].(float64); has && f > hi {
		ok = false
	}
	if hi, has := schema["exclusiveMaximum"].(float64); has && f >= hi {
		ok = false
	}
	if p, has := schema["pattern"].(string); has && isString && !regexp.MustCompile(p).MatchString(s) {
		ok = false
	}
	if !ok {
		return fmt.Sprintf("%v is not of type %v %v", v, schema["type"], schema["pattern"])
	}
	return ""
}

func checkObject(root, schema, v map[string]any) string {
	required, _ := schema["required"].([]any)
	for _, key := range required {
		if _, ok := v[key.(string)]; !ok {
			return fmt.Sprintf("key %v is missing", key)
		}
	}
	props, _ := schema["properties"].(map[string]any)
	for key, value := range v {
		if strings.HasPrefix(key, "x-") && schema["patternProperties"] != nil {
			continue
		}
		p, ok := props[key].(map[string]any)
		if !ok {
			if schema["additionalProperties"] == false {
				return "unknown key " + key
			}
			if p, ok = schema["additionalProperties"].(map[string]any); !ok {
				continue
			}
		}
		if wrong := check(root, p, value); wrong != "" {
			return key + ": " + wrong
		}
	}
	return ""
}

func checkArray(root, schema map[string]any, v []any) string {
	if least, ok := schema["minItems"].(float64); ok && len(v) < int(least) {
		return "too few elements"
	}
	if most, ok := schema["maxItems"].(float64); ok && len(v) > int(most) {
		return "too many elements"
	}
	items, ok := schema["items"].(map[string]any)
	for _, item := range v {
		if wrong := check(root, items, item); ok && wrong != "" {
			return wrong
		}
	}
	return ""
}

// Every key with a yaml tag in the Go types is in the schema, and no other key
// but base and type.
func TestSchemaHasEveryKey(t *testing.T) {
	want := map[string]bool{baseKey: true, typeKey: true}
	for _, v := range []any{scenario{}, extras{}, water{}, current{}, link{}, station{}, probe{}, axis{}, aloha{}, tdma{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
			if key, ok := f.Tag.Lookup("yaml"); ok && key != "-" {
				want[key] = true
			}
		}
	}
	got := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if props, ok := v["properties"].(map[string]any); ok {
				for key := range props {
					got[key] = true
				}
			}
			for _, below := range v {
				walk(below)
			}
		case []any:
			for _, below := range v {
				walk(below)
			}
		}
	}
	walk(schemaOf(t))
	equal(t, "keys", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
}

func TestSchemaGolden(t *testing.T) {
	got, err := Schema(fresh(), models())
	if err != nil {
		t.Fatal(err)
	}
	simtest.Golden(t, "testdata/schema.json", string(got))
}

func TestDescribe(t *testing.T) {
	rows := map[string]Param{}
	for _, p := range Describe(fresh(), models()) {
		rows[p.Key] = p
	}
	want := []Param{
		{Key: "name", Type: "text", Required: true, Doc: "title of the run"},
		{Key: "duration", Type: "duration", Unit: "s", Default: "400s", Range: "(0s, inf)", Doc: "simulated time"},
		{Key: "seed", Type: "whole number", Default: "1"},
		{Key: "level", Type: "low|high", Default: "low"},
		{Key: "trace", Type: "true|false", Default: "false"},
		{Key: "repeat", Type: "whole number", Default: "30", Range: "[1, inf)"},
		{Key: "water", Type: "mapping", Doc: "the water, the same everywhere"},
		{Key: "water.depth", Type: "length", Unit: "m", Default: "100m", Range: "(0m, 11km]", Doc: "depth of the seabed"},
		{Key: "water.temperature", Type: "temperature", Unit: "degC", Default: "15degC", Range: "[-2degC, 40degC]"},
		{Key: "links.*.frequency", Type: "frequency", Unit: "Hz", Default: "100kHz", Range: "(0Hz, 1GHz]", Doc: "centre of the band"},
		{Key: "links.*.mac", Type: "aloha|tdma", Default: "{type: aloha, queue: 7, backoff: 0s}", Doc: "access protocol", Model: reflect.TypeFor[access]()},
		{Key: "nodes[].at", Type: "list of 3: length", Unit: "m", Default: "[0m, 0m, 0m]", Required: true},
		{Key: "nodes[].gains", Type: "list of 2: number", Default: "[0, 0]", Range: "[-1, 1]"},
		{Key: "nodes[].inner", Type: "list: mapping"},
		{Key: "probe.every", Type: "duration", Unit: "s", Default: "1s"},
		{Key: "sweep.*.values", Type: "list: any"},
	}
	for _, w := range want {
		equal(t, w.Key, rows[w.Key], w)
	}
	equal(t, "defaults that no file could give", Describe(&struct {
		Density float64       `yaml:"density" unit:"kg/m3" range:"[900,1300]"`
		Period  time.Duration `yaml:"period" range:"(0,inf)"`
		Speed   float64       `yaml:"speed" unit:"m/s" range:"[0,10]"`
	}{}, nil), []Param{
		{Key: "density", Type: "density", Unit: "kg/m3", Range: "[900kg/m3, 1300kg/m3]"},
		{Key: "period", Type: "duration", Unit: "s", Range: "(0s, inf)"},
		{Key: "speed", Type: "speed", Unit: "m/s", Default: "0m/s", Range: "[0m/s, 10m/s]"},
	})
	equal(t, "a model", Describe(&aloha{Queue: 10, Backoff: 51200000}, models()), []Param{
		{Key: "queue", Type: "whole number", Default: "10", Range: "[1, 100]", Doc: "packets that may wait"},
		{Key: "backoff", Type: "duration", Unit: "s", Default: "51.2ms"},
	})
}

// A doc with a meaning for each word is split into them. One that leaves a word out, has them in
// another order or says nothing of them stays whole, and so does that of a model.
func TestChoices(t *testing.T) {
	fifo := []Choice{{"fifo", "the oldest first"}, {"lifo", "the newest; it may wait"}}
	for _, row := range []struct {
		kind, doc, quantity string
		choices             []Choice
	}{
		{"fifo|lifo", "order of packets. fifo: the oldest first; lifo: the newest; it may wait", "order of packets", fifo},
		{"list of 2: fifo|lifo", "order, e. g. fifo. fifo: the oldest first; lifo: the newest; it may wait", "order, e. g. fifo", fifo},
		{"fifo|lifo", "order of packets. fifo: the oldest first", "", nil},
		{"fifo|lifo", "order of packets. lifo: the newest; fifo: the oldest first", "", nil},
		{"fifo|lifo", "order of packets: fifo or lifo", "", nil},
		{"text", "order. fifo: the oldest first; lifo: the newest", "", nil},
	} {
		p := Param{Type: row.kind, Doc: row.doc}
		if row.choices == nil {
			row.quantity = row.doc
		}
		quantity, choices := p.Choices()
		equal(t, row.doc, quantity, row.quantity)
		equal(t, row.doc, choices, row.choices)
	}
	p := Param{Type: "fifo|lifo", Doc: "order. fifo: the oldest; lifo: the newest", Model: reflect.TypeFor[access]()}
	if _, choices := p.Choices(); choices != nil {
		t.Errorf("the models %v are words", choices)
	}
}

// A default model is written with what makes it differ from those of its type,
// also where only a field that is no key tells them apart.
func TestDefaultModels(t *testing.T) {
	models := Models{}
	Add(models, map[string]func() access{
		"loud":  func() access { return &siren{Volume: 9, tone: 1} },
		"quiet": func() access { return &siren{Volume: 1, tone: 1} },
		"high":  func() access { return &siren{Volume: 9, tone: 2} },
	})
	rows := map[string]*siren{
		"loud":                       {Volume: 9, tone: 1},
		"high":                       {Volume: 9, tone: 2},
		"{type: quiet, name: s}":     {Volume: 1, Name: "s", tone: 1},
		"{type: high, volume: 4}":    {Volume: 4, tone: 3},
		"{type: high, at: {x: 2}}":   {Volume: 9, At: &spot{X: 2}},
		"{type: quiet, at: {x: -1}}": {Volume: 1, At: &spot{X: -1}, tone: 1},
	}
	for want, v := range rows {
		holder := &struct {
			MAC access `yaml:"mac"`
		}{v}
		equal(t, want, Describe(holder, models)[0].Default, want)
	}
}

// Presets of one type are models of a pointer to it: a file names one and changes its keys,
// a key without a type changes the default, and an unknown name is told.
func TestModelsOfOneType(t *testing.T) {
	models := Models{}
	Add(models, map[string]func() *siren{
		"loud":  func() *siren { return &siren{Volume: 9, tone: 1} },
		"quiet": func() *siren { return &siren{Volume: 1, tone: 1} },
	})
	type holder struct {
		Horn *siren `yaml:"horn" doc:"what it sounds with"`
	}
	for text, want := range map[string]siren{
		"horn: quiet":                       {Volume: 1, tone: 1},
		"horn: {type: quiet, at: {x: 2}}":   {Volume: 1, tone: 1, At: &spot{X: 2}},
		"horn: {name: s}":                   {Volume: 9, Name: "s", tone: 1},
		"horn: {type: loud, at: {x: null}}": {},
		"horn: shrill":                      {},
	} {
		h := &holder{Horn: &siren{Volume: 9, tone: 1}}
		file := func(string) ([]byte, error) { return []byte(text), nil }
		switch _, err := Read(file, "file.yaml", nil, h, models); {
		case want == siren{} && err == nil:
			t.Errorf("%s: no fault", text)
		case want != siren{} && err != nil:
			t.Errorf("%s: %v", text, err)
		case err == nil:
			equal(t, text, *h.Horn, want)
		case text == "horn: shrill":
			equal(t, text, err.Error(), `file.yaml:1:7: unknown model "shrill" (known: loud, quiet); for a model in a file of your own write shrill.yaml`)
		}
	}
	equal(t, "description", Describe(&holder{Horn: &siren{Volume: 1, Name: "s", tone: 1}}, models), []Param{
		{Key: "horn", Type: "loud|quiet", Default: "{type: quiet, name: s}", Doc: "what it sounds with", Model: reflect.TypeFor[*siren]()},
	})
	schema, err := Schema(&holder{}, models)
	if err != nil || !strings.Contains(string(schema), `"$ref": "#/$defs/siren-part"`) {
		t.Errorf("%v: %s", err, schema)
	}
}

type siren struct {
	Volume int    `yaml:"volume"`
	Name   string `yaml:"name"`
	At     *spot  `yaml:"at"`
	tone   int
}

type spot struct {
	X float64 `yaml:"x"`
}

func (*siren) Access() string { return "" }

type untagged struct{ A float64 }

// scaled is in the unit of the field that holds it.
type scaled struct {
	B float64 `yaml:"b" unit:"$unit"`
}

// Mistakes in types are programming errors.
func TestBadTypes(t *testing.T) {
	rows := map[string]any{
		`strict: field A: unknown unit furlong; halocline list units has those that there are; for a number of a scale of its own write unit:"1", and the scale into the tag doc`: &struct {
			A float64 `yaml:"a" unit:"furlong"`
		}{},
		`strict: field A: field strict.scaled.B: unknown unit $unit; the field that holds this struct needs a tag unit, such as unit:"m", or unit:"1" for a number of a scale of its own`: &struct {
			A scaled `yaml:"a"`
		}{},
		`strict: strict.untagged.A has no tag yaml; write yaml:"-" if it is not part of the language`: &untagged{},
		"strict: field A: bad range 0..1": &struct {
			A float64 `yaml:"a" range:"0..1"`
		}{},
		"strict: field A: a field cannot be of type chan int": &struct {
			A chan int `yaml:"a"`
		}{},
		"strict: field A: no models are registered for fmt.Stringer": &struct {
			A fmt.Stringer `yaml:"a"`
		}{},
		"strict: Describe takes a pointer to a struct": 5,
	}
	for want, v := range rows {
		func() {
			defer func() { equal(t, "panic", recover(), any(want)) }()
			Describe(v, nil)
		}()
	}
}
