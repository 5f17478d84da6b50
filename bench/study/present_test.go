package study

import (
	"encoding/json"
	"strings"
	"testing"
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
		{0, 0, "ALOHA NaN"}, {2, 0, "{type: csma, queue: 2} NaN"}, {6, 0, "TDMA NaN"}, {0, 1, "calm 0 cm/s"}, {1, 1, "10cm/s 10 cm/s"},
	} {
		if got := shown(r.cell, r.param); got != r.want {
			t.Errorf("cell %d, %d: %s, want %s", r.cell, r.param, got, r.want)
		}
	}
	if yes, err := s.Meets("mac == 'csma' and speed > 0m/s", 5); !yes || err != nil {
		t.Errorf("cell 5 has csma and 0.1m/s: %v, %v", yes, err)
	}
	if yes, err := s.Meets("mac == 'csma' and speed > 0m/s", 4); yes || err != nil {
		t.Errorf("cell 4 has 0m/s: %v, %v", yes, err)
	}
	if _, err := s.Meets("sped > 0m/s", 4); err == nil {
		t.Error("an unknown name in a condition")
	}
}

// A baseline goes with means: that is found before the study is carried out.
func TestBaselineOfMedian(t *testing.T) {
	_, err := Parse("s.yaml", "name: s\nbase: two-nodes\nsweep: {links.acoustic.mac: [aloha, csma]}\ntables:\n  - {name: one, rows: mac, metric: x, statistic: median, baseline: aloha}\n")
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
