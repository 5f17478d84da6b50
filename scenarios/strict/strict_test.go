package strict

import (
	"math"
	"strings"
	"testing"
	"time"

	"halocline/sim/simtest"
)

func TestRead(t *testing.T) {
	s := good(t, `
name: docking
duration: 2min
trace: true
water: {depth: 20 m, current: {speed: 1kn, from: 180deg}}
links:
  rf: {frequency: 1MHz, loss: 5%, bits: 64B, mac: {type: tdma, guard: 51.2ms, slots: [3, 1]}}
  acoustic: {mac: aloha}
nodes:
  - {name: dock, at: [0m, 0m, -99.825m], links: [acoustic, rf], gains: [0.5, -1]}
  - {name: "42", at: [1km, 2cm, 3mm], macs: [tdma, {type: aloha, queue: 3}]}
probe: {count: 3}
sweep:
  water.current.speed: [0m/s, 0.1m/s]
  links.rf.mac: {values: [aloha, {type: tdma, guard: 1ms}, "a b"]}
`)
	equal(t, "duration", s.Duration, 2*time.Minute)
	equal(t, "defaults", []any{s.Seed, s.Level, s.Water.Temperature, s.Repeat}, []any{uint32(1), level("low"), 15.0, int8(30)})
	// 1 kn = 1852 m / 3600 s; 180 deg = pi.
	equal(t, "water", s.Water.Current, current{Speed: 1852.0 / 3600, From: math.Pi})
	equal(t, "links", s.Links, []link{
		{Name: "rf", Frequency: 1e6, Loss: 0.05, Bits: 512, MAC: &tdma{Guard: 51200 * time.Microsecond, Slots: []int{3, 1}}},
		{Name: "acoustic", Frequency: 100e3, Bits: 512, MAC: &aloha{Queue: 10, Backoff: 20 * time.Millisecond}},
	})
	equal(t, "nodes", s.Nodes, []station{
		{Name: "dock", At: xyz{0, 0, -99.825}, Links: []string{"acoustic", "rf"}, Gains: [2]float64{0.5, -1}},
		{Name: "42", At: xyz{1000, 0.02, 0.003}, MACs: []access{&tdma{Guard: 5 * time.Millisecond}, &aloha{Queue: 3, Backoff: 20 * time.Millisecond}}},
	})
	equal(t, "probe", s.Probe, &probe{Every: time.Second, Count: 3})
	equal(t, "sweep", s.Sweep, []axis{
		{Path: "water.current.speed", Values: []Raw{"0m/s", "0.1m/s"}},
		{Path: "links.rf.mac", Values: []Raw{"aloha", "{type: tdma, guard: 1ms}", `"a b"`}},
	})
}

// A record may be written as its bare field, and a model's mapping without a
// type changes the default model.
func TestShortForms(t *testing.T) {
	s := good(t, "name: a\nwater: {current: 0.2m/s}\nlinks: {a: {mac: {backoff: 1s}}}")
	equal(t, "current", s.Water.Current, current{Speed: 0.2})
	equal(t, "mac", s.Links[0].MAC, access(&aloha{Queue: 7, Backoff: time.Second}))
}

func TestAnchors(t *testing.T) {
	s := good(t, `
x-slow: &slow {speed: 0.1m/s, from: 90deg}
x-mac: &mac {type: aloha, queue: 3, x-note: ignored}
name: &n a
water:
  x-here: [anything, {at: all}]
  current: {<<: *slow, from: 0deg}
links:
  l: {mac: {backoff: 1s, <<: [*mac, {queue: 4}]}}
nodes: [{name: *n, at: [0m, 0m, 0m]}]
`)
	equal(t, "current", s.Water.Current, current{Speed: 0.1})
	equal(t, "mac", s.Links[0].MAC, access(&aloha{Queue: 3, Backoff: time.Second}))
	equal(t, "name", s.Nodes[0].Name, "a")
}

func TestFaults(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	rows := []struct{ what, text, want string }{
		{"unknown key, near", "name: a\nsed: 1", `a.yaml:2:1: unknown key "sed"; did you mean "seed"?`},
		{"unknown key, case", "Name: a", "a.yaml:1:1: unknown key \"Name\"; did you mean \"name\"?\na.yaml:1:1: key \"name\" is missing; write a text"},
		{"unknown key, far", "name: a\nwater: {colour: 1}", `a.yaml:2:9: unknown key "colour"; known: depth, temperature, current`},
		{"unknown key of a model", "name: a\nlinks: {l: {mac: {type: tdma, gard: 1s}}}", `a.yaml:2:31: unknown key "gard"; did you mean "guard"? (in tdma)`},
		{"missing key", "name: a\nnodes:\n  - name: b", `a.yaml:3:5: key "at" is missing; write a list of 3 elements`},
		{"duplicate key", "name: a\nseed: 1\nseed: 2", `a.yaml:3:1: key "seed" is given twice; the first is in line 2, so leave one out`},
		{"key that is a list", "name: a\n? [b]\n: c", `a.yaml:2:3: a key must be a plain word; write key: value`},
		{"empty key", "name: a\n'': c", `a.yaml:2:1: a key must be a plain word; write key: value`},
		{"missing value", "name:", `a.yaml:1:6: a value is missing; write a text, or leave the key out`},
		{"null", "name: ~", `a.yaml:1:7: a value is missing; write a text, or leave the key out`},
		{"null section", "name: a\nwater:\n", `a.yaml:2:7: a value is missing; write a mapping, as in {depth: ...}, or leave the key out`},
		{"top is a list", "- a", `a.yaml:1:1: a list is given; write a mapping, as in {name: ...}`},
		{"top is a scalar", "a", `a.yaml:1:1: "a" is given; write a mapping, as in {name: ...}`},
		{"list for text", "name: [a]", `a.yaml:1:7: a list is given; write a text`},
		{"number for text", "name: 42", `a.yaml:1:7: write it in quotes: "42"`},
		{"bool for text", "name: true", `a.yaml:1:7: write it in quotes: "true"`},
		{"bool as yes", "name: a\ntrace: yes", `a.yaml:2:8: "yes" is given; write true or false`},
		{"bool as True", "name: a\ntrace: True", `a.yaml:2:8: "True" is given; write true or false`},
		{"bool in quotes", "name: a\ntrace: 'true'", `a.yaml:2:8: "true" is given; write true or false`},
		{"word, near", "name: a\nlevel: hihg", `a.yaml:2:8: unknown word "hihg"; did you mean "high"?`},
		{"word, far", "name: a\nlevel: medium", `a.yaml:2:8: unknown word "medium"; known: low, high`},
		{"no unit", "name: a\nwater: {depth: 100}", `a.yaml:2:16: 100 has no unit; write a length such as 20m`},
		{"zero without unit", "name: a\nwater: {depth: 0}", `a.yaml:2:16: 0 has no unit; write a length such as 20m`},
		{"needless unit", "name: a\nseed: 3m", `a.yaml:2:7: 3m has a unit; write a whole number such as 3`},
		{"wrong dimension", "name: a\nlinks: {l: {frequency: 20m}}", `a.yaml:2:24: 20m is a length; write a frequency such as 100kHz`},
		{"unknown unit", "name: a\nlinks: {l: {frequency: 20khz}}", `a.yaml:2:24: unknown unit "khz"; did you mean "kHz"?`},
		{"metres for minutes", "name: a\nduration: 10m", `a.yaml:2:11: 10m is a length; write a duration such as 20ms; minutes are min`},
		{"another spelling of a unit", "name: a\nlinks: {l: {bits: 14bytes}}", `a.yaml:2:19: unknown unit "bytes"; did you mean "B"?`},
		{"knots", "name: a\nwater: {current: {speed: 5kts}}", `a.yaml:2:26: unknown unit "kts"; did you mean "kn"?`},
		{"unknown unit, far", "name: a\nwater: {depth: 20fathom}", `a.yaml:2:16: unknown unit "fathom"; known: m, km, cm, mm, um, nmi`},
		{"words for a quantity", "name: a\nwater: {depth: deep}", `a.yaml:2:16: "deep" is not a number as it is written here; write a length such as 20m`},
		{"mapping for a quantity", "name: a\nwater: {depth: {m: 1}}", `a.yaml:2:16: a mapping is given; write a length such as 20m`},
		{"hexadecimal", "name: a\nseed: 0x10", `a.yaml:2:7: "0x10" is not a number as it is written here; write a whole number such as 3`},
		{"octal", "name: a\nseed: 010", `a.yaml:2:7: "010" is not a number as it is written here; write a whole number such as 3`},
		{"underscores", "name: a\nseed: 1_000", `a.yaml:2:7: "1_000" is not a number as it is written here; write a whole number such as 3`},
		{"sexagesimal", "name: a\nduration: 1:30", `a.yaml:2:11: "1:30" is not a number as it is written here; write a duration such as 20ms`},
		{"Go duration", "name: a\nduration: 1m30s", `a.yaml:2:11: unknown unit "m30s"; known: s, ms, us, ns, min, h, d`},
		{"NaN", "name: a\nnodes: [{name: b, at: [0m, 0m, 0m], gains: [.nan, 0]}]", `a.yaml:2:45: ".nan" is not a number as it is written here; write a number such as 0.5`},
		{"infinity", "name: a\nwater: {depth: .inf}", `a.yaml:2:16: ".inf" is not a number as it is written here; write a length such as 20m`},
		{"no leading digit", "name: a\nwater: {depth: .5m}", `a.yaml:2:16: ".5m" is not a number as it is written here; write a length such as 20m`},
		{"quoted number", "name: a\nseed: '3'", `a.yaml:2:7: "3" is a text; write the number without quotes`},
		{"huge exponent", "name: a\nwater: {depth: 1e999999999m}", `a.yaml:2:16: the number 1e999999999m is too long, or beyond 1e60; write it with at most 40 characters: a length such as 20m`},
		{"fraction", "name: a\nseed: 1.5", `a.yaml:2:7: 1.5 is not a whole number; write one such as 3`},
		{"fraction of a bit", "name: a\nlinks: {l: {bits: 0.1B}}", "a.yaml:2:19: 0.1B is out of range; write at least 1bit and at most 1Mbit"},
		{"fraction of a bit in range", "name: a\nlinks: {l: {bits: 1.3B}}", "a.yaml:2:19: 1.3B is not a whole number of bit; round it"},
		{"negative seed", "name: a\nseed: -1", `a.yaml:2:7: -1 is out of range; write a whole number from 0 to 4294967295`},
		{"overflow", "name: a\nseed: 4294967296", `a.yaml:2:7: 4294967296 is out of range; write a whole number from 0 to 4294967295`},
		{"overflow of int8", "name: a\nrepeat: 128", `a.yaml:2:9: 128 is out of range; write a whole number from -128 to 127`},
		{"fraction of a nanosecond", "name: a\nduration: 0.5ns", `a.yaml:2:11: 0.5ns is not a whole number of nanoseconds; round it`},
		{"endless duration", "name: a\nduration: 106752d", `a.yaml:2:11: 106752d is longer than 292 years; write a shorter time`},
		{"open end of a range", "name: a\nduration: 0s", `a.yaml:2:11: 0s is out of range; write more than 0s`},
		{"below range", "name: a\nwater: {temperature: 271K}", `a.yaml:2:22: 271K is out of range; write at least -2degC and at most 40degC`},
		{"above range", "name: a\nlinks: {l: {frequency: 1.1GHz}}", `a.yaml:2:24: 1.1GHz is out of range; write more than 0Hz and at most 1GHz`},
		{"element out of range", "name: a\nnodes: [{name: b, at: [0m, 0m, 0m], gains: [0, 2]}]", `a.yaml:2:48: 2 is out of range; write at least -1 and at most 1`},
		{"vector component", "name: a\nnodes: [{name: b, at: [0m, 0, 0m]}]", `a.yaml:2:28: 0 has no unit; write a length such as 20m`},
		{"length of a vector", "name: a\nnodes: [{name: b, at: [0m, 0m]}]", `a.yaml:2:23: 2 elements are given; write a list of 3 elements`},
		{"too few entries", "name: a\nlinks: {}", `a.yaml:2:8: 0 entries are given; write at least 1`},
		{"unknown model", "name: a\nlinks: {l: {mac: alhoa}}", `a.yaml:2:18: unknown model "alhoa"; did you mean "aloha"? (known: aloha, tdma)`},
		{"unknown model, far", "name: a\nlinks: {l: {mac: {type: csma}}}", `a.yaml:2:25: unknown model "csma" (known: aloha, tdma); for a model in a file of your own write csma.yaml`},
		{"model without type", "name: a\nnodes: [{name: b, at: [0m, 0m, 0m], macs: [{queue: 1}]}]", `a.yaml:2:44: key "type" is missing beside "queue"; it is one of aloha, tdma`},
		{"type that is a list", "name: a\nlinks: {l: {mac: {type: [aloha]}}}", `a.yaml:2:25: write the name of a model: one of aloha, tdma`},
		{"model that is a list", "name: a\nlinks: {l: {mac: [aloha]}}", `a.yaml:2:18: a list is given; write one of aloha, tdma`},
		{"Validate names a key", "name: a\nlinks: {l: {mac: {type: tdma, slots: [1, 2, 1]}}}", `a.yaml:2:45: slot 1 is taken`},
		{"Validate joins faults", "name: a\nlinks: {l: {mac: {type: tdma, guard: 13ms}}}", "a.yaml:2:18: a superstitious model\na.yaml:2:38: bad luck"},
		{"embedded Validate", "name: a\nrepeat: 13", `a.yaml:2:9: 13 repetitions bring bad luck`},
		{"tag", "name: !!str a", `a.yaml:1:7: the tag !!str is not part of the language; leave it out`},
		{"alias inside its anchor", "name: a\nwater: &w {current: *w}", `a.yaml:2:21: the alias *w is inside its own anchor; write the value itself`},
		{"merge of a scalar", "name: a\nwater: {<<: b}", `a.yaml:2:13: a merge key takes a mapping or a list of mappings`},
		{"unknown anchor", "name: a\nlevel: *b", `a.yaml:2:1: not valid YAML: unknown anchor 'b' referenced; write &name where the value stands first, or put a text that begins with * into quotes`},
		{"bad indentation", "name: a\nwater:\n  depth: 1m\n current: 2", `a.yaml:4:2: not valid YAML: did not find expected key; indent all keys of a mapping alike`},
		{"open bracket", "name: a\nnodes: [1, 2\nseed: 3", `a.yaml:3:1: not valid YAML: did not find expected ',' or ']'; close the list with ], and put a text with [ ] { } or commas in it into quotes`},
		{"tab", "name: a\n\tb: 2", `a.yaml:2:2: not valid YAML: found a tab character that violates indentation; indent with blanks`},
		{"two colons", "name: a: b", `a.yaml:1:1: not valid YAML: mapping values are not allowed in this context; write one key in a line, indent it like its neighbours, and put a text with a colon into quotes`},
		{"open quote", "name: a\nlevel: \"b\n\nseed: 1\n", `a.yaml:2:1: not valid YAML: found unexpected end of stream; close the quotes`},
		{"two documents", "name: a\n---\nname: b", `a.yaml:2:1: a second document begins here; a file holds one, so put it into another`},
		{"rubbish behind the document", "name: a\n...\n]", `a.yaml:3:1: not valid YAML: did not find expected <document start>; a file holds one document`},
		{"empty", "", `a.yaml: is empty; write keys and values, such as name: mine`},
		{"only comments", "# nothing\n", `a.yaml: is empty; write keys and values, such as name: mine`},
		{"only null", "--- ~", `a.yaml: is empty; write keys and values, such as name: mine`},
		{"NUL byte", "name: \"a\x00\"", `a.yaml:1:9: the control character 0x00 is not part of a text; remove it`},
		{"Latin-1", "name: a\nlevel: \xe9", `a.yaml:2:8: is not UTF-8 text: byte 0xe9; name a YAML file, and save it as UTF-8`},
		{"large", strings.Repeat("#", 1<<20+1), `a.yaml: is larger than 1 MiB; put data into files of their own, or parts into a base`},
		{"deep", "name: " + strings.Repeat("[", 100) + strings.Repeat("]", 100), "a.yaml:1:7: a list is given; write a text\na.yaml:1:71: nested deeper than 64 levels; no part of the language is"},
		{"very deep", "name: " + strings.Repeat("[", 20000), `a.yaml:1:1: not valid YAML: exceeded max depth of 10000; put fewer lists and mappings into each other`},
		{"many values", "name: [" + strings.Repeat("1,", 250_000) + "1]", `a.yaml:1:400004: the file holds more than 200000 values, aliases counted at each use; split it, or use fewer aliases`},
		{"two faults, in order", "name: a\nseed: x\nduration: 5", "a.yaml:2:7: \"x\" is not a number as it is written here; write a whole number such as 3\na.yaml:3:11: 5 has no unit; write a duration such as 20ms"},
		{"fault in an anchor used twice", "name: a\nx-m: &m {type: aloha, queue: 0}\nlinks: {l: {mac: *m}, k: {mac: *m}}", `a.yaml:2:30: 0 is out of range; write at least 1 and at most 100`},
	}
	for _, r := range rows {
		t.Run(r.what, func(t *testing.T) {
			_, _, err := read(map[string]string{"a.yaml": r.text})
			if err == nil {
				t.Fatal("no fault")
			}
			if err.Error() != r.want {
				t.Errorf("\n got %s\nwant %s", err, r.want)
			}
		})
	}
}
