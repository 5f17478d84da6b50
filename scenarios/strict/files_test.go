package strict

import (
	"strings"
	"testing"
)

// A word that ends in .yaml stands for a model, and base below a mapping for what that
// changes; both lie beside the file that names them. Over a file that is extended, a part
// replaces what is there, as the name of a model does.
func TestParts(t *testing.T) {
	files := map[string]string{
		"parts/slots.yaml": "type: tdma\nguard: 7ms\n", "parts/long.yaml": "base: slots.yaml\nguard: 9ms\n", "parts/word.yaml": "aloha\n",
		"parts/fresh.yaml": "type: tdma\n",
		"lib/p.yaml":       strings.ReplaceAll(parent, "mac: aloha", "mac: ../parts/slots.yaml"),
		"parts/sea.yaml":   "depth: 70m\ntemperature: 3degC\n",
	}
	for body, want := range map[string]string{
		"links: {a: {mac: parts/long.yaml}}":                            "a 9ms, b 7ms",
		"links: {a: {mac: {base: parts/slots.yaml, guard: 3ms}}}":       "a 3ms, b 7ms",
		"links: {b: {mac: {guard: 2ms}}}":                               "a 7ms, b 2ms", // goes on with the part of the base
		"links: {a: {mac: parts/fresh.yaml}}":                           "a 5ms, b 7ms", // the default, and nothing of the file below
		"links: {b: {mac: parts/word.yaml}}":                            "a 7ms, b aloha",
		"links: {b: {base: parts/link.yaml}, a: {mac: {type: tdma}}}":   "a 7ms, b 1ms",
		"x-note: {base: gone.yaml}\nlinks: {a: {mac: parts/word.yaml}}": "a aloha, b 7ms",
		"links: {a: {mac: {base: parts/word.yaml}}}":                    "a aloha, b 7ms",
	} {
		files["parts/link.yaml"] = "frequency: 5kHz\nmac: {type: tdma, guard: 1ms}\n"
		files["a.yaml"] = "base: lib/p.yaml\nname: child\n" + body
		s, _, err := read(files)
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		var got []string
		for _, l := range s.Links {
			guard := "aloha"
			if m, ok := l.MAC.(*tdma); ok {
				guard = m.Guard.String()
			}
			got = append(got, l.Name+" "+guard)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
	files["a.yaml"] = "base: lib/p.yaml\nname: child\nwater: {base: parts/sea.yaml, temperature: 4degC}\n"
	s, _, err := read(files)
	if err != nil || s.Water.Depth != 70 || s.Water.Temperature != 4 || s.Water.Current.Speed != 0 {
		t.Errorf("%+v, %v: want 70 m and 4 degrees, and no current of the file below", s.Water, err)
	}
}
