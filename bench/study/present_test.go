package study

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"halocline/scenarios"
)

func TestPatterns(t *testing.T) {
	rows := []struct {
		pattern, name string
		want          bool
	}{
		{"*", "", true},
		{"*", "auv.time", true},
		{"auv.*", "auv.time", true},
		{"auv.*", "auv.", true},
		{"auv.*", "auv", false},
		{"auv.*", "auv2.time", false},
		{"*.ratio", "packets.ratio", true},
		{"*.ratio", "packets.ratios", false},
		{"p*s.*o", "packets.ratio", true},
		{"a*b*c", "aXbXbXc", true},
		{"a*b*c", "aXbXbX", false},
		{"auv?.x", "auv1.x", true},
		{"auv?.x", "auv.x", false},
		{"a.b", "a.b", true},
		{"a.b", "aXb", false},
		{"", "", true},
		{"", "a", false},
		{"**", "x", true},
		{"?.x", "ä.x", true}, // one character, of two bytes
		{"??.x", "ä.x", false},
		{"a[1-3].x", "a2.x", false}, // * and ? are the only signs
		{"a[1-3].x", "a[1-3].x", true},
	}
	for _, r := range rows {
		if got := Matches(r.pattern, r.name); got != r.want {
			t.Errorf("%q of %q: %v", r.pattern, r.name, got)
		}
	}
	s := parsed(t, "name: s\nbase: pair.yaml")
	if !s.Records("anything") {
		t.Error("a study without a list of metrics records all")
	}
}

// Names of paths are completed, baselines and labels are those of the sweep, and
// values are shown as the labels say.
func TestPresentation(t *testing.T) {
	s := parsed(t, `name: s
base: pair.yaml
sweep:
  links.a.mac: [aloha, {type: csma, queue: 2}, {type: csma, queue: 3}, {type: tdma, size: 64bit}]
  water.current.speed: [0m/s, 0.1m/s]
tables:
  - {name: one, rows: mac, columns: current.speed, metric: ratio, baseline: 10cm/s, caption: text}
  - {name: two, rows: mac, metric: delay, where: "speed == 0m/s", baseline: tdma}
figures:
  - {name: f, kind: lines, x: speed, by: mac, y: ratio, yscale: log}
  - {name: g, kind: ecdf, by: mac, y: ratio, where: "speed > 0m/s"}
  - {name: h, kind: scatter, x: delay, y: ratio, by: mac}
labels:
  mac: {title: protocol, values: {aloha: ALOHA, tdma: TDMA}}
  speed: {unit: cm/s, values: {0cm/s: calm}}
  ratio: {title: delivery ratio}
`)
	if got := [3]string{s.Tables[0].Rows, s.Tables[0].Columns, string(s.Tables[0].Baseline)}; got != [3]string{"links.a.mac", "water.current.speed", "0.1m/s"} {
		t.Errorf("table one: %v", got)
	}
	if got := string(s.Tables[1].Baseline); got != "{type: tdma, size: 64bit}" {
		t.Errorf("the baseline of table two is %s", got)
	}
	if f := s.Figures[0]; f.X != "water.current.speed" || f.By != "links.a.mac" || f.XScale != "linear" || f.YScale != "log" {
		t.Errorf("figure %+v", f)
	}
	if f := s.Figures[2]; f.X != "delay" || f.By != "links.a.mac" {
		t.Errorf("figure %+v", f)
	}
	for name, want := range map[string]string{"links.a.mac": "protocol", "ratio": "delivery ratio", "delay": "delay", "water.current.speed": "water.current.speed"} {
		if got := s.Title(name); got != want {
			t.Errorf("the title of %s is %s, want %s", name, got, want)
		}
	}
	shown := func(cell, param int) string {
		title, number, unit := s.Shown(s.Cell(cell).Params[param])
		return strings.TrimSpace(title + " " + decimalOf(number) + " " + unit)
	}
	for _, r := range []struct {
		cell, param int
		want        string
	}{
		{0, 0, "ALOHA NaN"}, {2, 0, "csma (queue: 2) NaN"}, {6, 0, "TDMA NaN"}, {0, 1, "calm 0 cm/s"}, {1, 1, "10cm/s 10 cm/s"},
	} {
		if got := shown(r.cell, r.param); got != r.want {
			t.Errorf("cell %d, %d: %s, want %s", r.cell, r.param, got, r.want)
		}
	}
	if yes, err := s.Meets("mac == 'csma' and speed > 0m/s", 5); !yes || err != nil {
		t.Errorf("cell 5 has csma and 0.1m/s: %v, %v", yes, err)
	}
	for where, want := range map[string]string{ // two of the eight cells have csma with a queue of 2, and the first two ALOHA
		"mac == 'csma (queue: 2)'": "[2 3]", "mac == 'csma'": "[2 3 4 5]", "mac == 'ALOHA'": "[0 1]", "mac == 'TDMA'": "[6 7]", "mac == 'tdma'": "[6 7]", "mac == 'csma (queue: 4)'": "[]",
	} {
		if got := fmt.Sprint(meeting(t, s, where)); got != want {
			t.Errorf("%s: cells %s, want %s", where, got, want)
		}
	}
	if yes, err := s.Meets("mac == 'csma' and speed > 0m/s", 4); yes || err != nil {
		t.Errorf("cell 4 has 0m/s: %v, %v", yes, err)
	}
	if _, err := s.Meets("sped > 0m/s", 4); err == nil {
		t.Error("an unknown name in a condition")
	}
}

// meeting returns the cells that meet a condition.
func meeting(t *testing.T, s *Study, where string) []int {
	t.Helper()
	var cells []int
	for cell := range s.Count() {
		yes, err := s.Meets(where, cell)
		if err != nil {
			t.Error(err)
		}
		if yes {
			cells = append(cells, cell)
		}
	}
	return cells
}

// Each value has a condition that no other one meets, though the name of a model stands for all that have it.
func TestConditions(t *testing.T) {
	s := parsed(t, "name: s\nbase: pair.yaml\nsweep:\n  links.a.mac: [csma, {type: csma, queue: 2}, {type: csma, queue: 3}, tdma]\n  duration: [1s, 2s]\n")
	for cell, want := range map[int]string{
		0: "mac == 'csma' and mac != 'csma (queue: 2)' and mac != 'csma (queue: 3)'",
		2: "mac == 'csma (queue: 2)'", 4: "mac == 'csma (queue: 3)'", 6: "mac == 'tdma'",
	} {
		where := s.Condition(s.Cell(cell).Params[0])
		if where != want {
			t.Errorf("cell %d: %s, want %s", cell, where, want)
		}
		if got := meeting(t, s, where); len(got) != 2 || got[0] != cell {
			t.Errorf("%s: cells %v", where, got)
		}
	}
}

// A baseline goes with means: that is found before the study is carried out.
func TestBaselineOfMedian(t *testing.T) {
	_, err := Parse(scenarios.Standard(), "s.yaml", "name: s\nbase: two-nodes\nsweep: {links.acoustic.mac: [aloha, csma]}\ntables:\n  - {name: one, rows: mac, metric: x, statistic: median, baseline: aloha}\n")
	if err == nil || !strings.Contains(err.Error(), "s.yaml:5:") || !strings.Contains(err.Error(), "with a baseline means are compared, and the statistic is median") {
		t.Error(err)
	}
}

func decimalOf(x float64) string {
	text, err := json.Marshal(x)
	if err != nil {
		return "NaN"
	}
	return string(text)
}

// The schema is JSON, and knows every section.
func TestSchema(t *testing.T) {
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	var schema struct{ Properties map[string]any }
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	for _, key := range strings.Fields("name description base set vars sweep zip let where repeat seed seeds until record labels tables figures") {
		if schema.Properties[key] == nil {
			t.Errorf("the schema does not know %s", key)
		}
	}
}

// A mapping is written by its model, and by what sets it apart from others of that model. What
// is still long is cut, and numbered as the sweep has it.
func TestBriefNames(t *testing.T) {
	s := parsed(t, `
name: s
base: two-nodes
sweep:
  links.acoustic.mac:
    - tdma
    - {type: aloha, header: 8bit, queue: 4}
    - {type: aloha, header: 8bit, queue: 16}
    - {type: aloha, header: 8bit, queue: 16, order: newest}
    - {type: csma, header: 8bit}
    - csma
    - {type: cw-mac, header: 8bit, queue: 1234567, order: newest}
  water:
    - {temperature: 4degC, salinity: 35psu}
    - {temperature: 14degC, salinity: 35psu}
  traffic:
    - [{type: poisson, from: auv, to: station, rate: 1/s, size: 100bit}]
`)
	var got []string
	for i := range s.axisNamed("links.acoustic.mac").values {
		title, _, _ := s.Shown(s.Cell(2 * i).Params[0])
		got = append(got, title)
	}
	want := []string{"tdma", "aloha (queue: 4)", "aloha (queue: 16)", "aloha (queue: 16, order: newest)", "csma (header: 8bit)", "csma", "cw-mac"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if title, _, _ := s.Shown(s.Cell(1).Params[1]); title != "temperature: 14degC" {
		t.Errorf("the water is %q", title)
	}
	a := &axis{}
	for i := range 2 {
		text := fmt.Sprintf("{type: m, first: 1234567890, second: %d, third: %d}", 1234567890+i, i)
		a.values = append(a.values, level{text: text, value: value{model: "m"}, node: parsed(t, "name: s\nbase: two-nodes\nsweep: {links.acoustic.mac: ["+text+"]}\n").axisNamed("links.acoustic.mac").values[0].node})
	}
	if got := a.brief(&a.values[1]); got != "m (second: 1234567891, third: 1)" {
		t.Errorf("%q", got)
	}
	a.values[1].node = parsed(t, "name: s\nbase: two-nodes\nsweep: {links.acoustic.mac: [{type: m, much: longer than any column of a table can be}]}\n").axisNamed("links.acoustic.mac").values[0].node
	if got := a.brief(&a.values[1]); len(got) != longest || !strings.HasPrefix(got, "m (much: \"longer than any") || !strings.HasSuffix(got, "... #2") {
		t.Errorf("%q", got)
	}
}

// What has no section of the scenario can be the baseline, and not where the sweep has no null.
func TestBaselineOfNull(t *testing.T) {
	const text = "name: s\nbase: reckoning\nsweep: {nodes.auv.run.navigation.fixes: [%s, {}]}\ntables: [{name: a, rows: fixes, metric: x, baseline: null}]\n"
	if s, err := Parse(scenarios.Standard(), "s.yaml", fmt.Sprintf(text, "null")); err != nil || s.Tables[0].Baseline != "null" {
		t.Errorf("%+v (%v)", s, err)
	}
	_, err := Parse(scenarios.Standard(), "s.yaml", fmt.Sprintf(text, "{link: a}"))
	if want := `s.yaml:4:54: unknown value of the rows or columns "null"; known: {link: a}, {}`; fmt.Sprint(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Series are read at the greatest time that divides all their periods, which is 1 ns of 1 s and
// 999,999,999 ns.
func TestPeriodsOfSeries(t *testing.T) {
	const text = "name: s\nbase: two-nodes\nsweep: {duration: [1s, 2s]}\nrecord: {series: {x: 1s, y: %s}}\n"
	for period, fits := range map[string]bool{"999999999ns": false, "0.4999s": false, "1s": true, "0.75s": true, "3h": true, "1ms": true, "0.999s": true} {
		_, err := Parse(scenarios.Standard(), "s.yaml", fmt.Sprintf(text, period))
		if fits && err != nil {
			t.Errorf("%s: %v", period, err)
		}
		if !fits && (err == nil || !strings.Contains(err.Error(), "s.yaml:4:") || !strings.Contains(err.Error(), "all series would be read every ") || !strings.Contains(err.Error(), "make the longer ones multiples of the shortest")) {
			t.Errorf("%s: %v", period, err)
		}
	}
}

// Ten million values of a series are possible: of a run of 1000 s every 0.1 ms, and of one of 2000 s
// every 0.2 ms. More are one fault, of the first cell.
func TestSeriesOfTooManyValues(t *testing.T) {
	const text = "name: s\nbase: two-nodes\nset: {probe: null}\nsweep: {duration: [1000s, 2000s, 2000.4s]}\nrecord: {series: {x: 1s, y: %s}}\n"
	said := func(period, cells string) string {
		return "s.yaml:5:18: all series are read every " + period + ", so that a run has more than 10000000 values of each; make their periods longer, or the run shorter (in cell " + cells + ")"
	}
	for period, want := range map[string]string{
		"0.25ms": "", "0.2ms": said("200µs", "2: duration=2000.4s"), "0.1ms": said("100µs", "1: duration=2000s; and in 1 more"),
	} {
		s, err := Parse(scenarios.Standard(), "s.yaml", fmt.Sprintf(text, period))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := s.Check(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", period, got, want)
		}
	}
}
