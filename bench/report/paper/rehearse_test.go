package paper

import (
	"fmt"
	"strings"
	"testing"

	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/scenarios"
)

// What would keep report from making a table or a figure is found before any run, with its place.
func TestRehearse(t *testing.T) {
	metrics := []results.Name{{Name: "delay", Unit: "s"}, {Name: "per_bit", Unit: "J/bit"}, {Name: "ratio"}, {Name: "auv.docked"}}
	const head = "name: a\nbase: two-nodes\nsweep: {water.temperature: [0degC, 15degC], links.acoustic.mac: [aloha, csma]}\n"
	for text, want := range map[string]string{
		"labels: {delay: {unit: ms}, per_bit: {unit: mJ/bit}, ratio: {unit: ppm}}\nrecord: {metrics: ['*']}":                         "<nil>",
		"labels:\n  delay: {unit: kJ}\nrecord: {metrics: ['*']}":                                                                     `a.yaml:5:17: the label of delay has the unit "kJ"; the metric is in s; also known: ms, us, ns, min, h, d`,
		"labels:\n  per_bit: {unit: J}\nrecord: {metrics: ['*']}":                                                                    `a.yaml:5:19: the label of per_bit has the unit "J"; the metric is in J/bit`,
		"tables:\n  - {name: t, rows: mac, metric: delay, columns: temperature, caption: 5 € each}":                                  `a.yaml:5:5: table "5 € each": LaTeX has no sign for '€'`,
		"tables:\n  - {name: t, rows: mac, metric: auv.docked}\n  - {name: u, rows: mac, metric: delay, where: mac == 'csma'}":       "a.yaml:5:5: cells that differ in water.temperature would be mixed",
		"tables:\n  - {name: t, rows: mac, columns: temperature, metric: auv.docked, baseline: aloha}":                               "<nil>",
		"figures:\n  - {name: f, kind: lines, x: mac, by: temperature, y: delay, yscale: log}":                                       "a.yaml:5:5: figure f: bars begin at 0",
		"figures:\n  - {name: f, kind: heat, x: temperature, by: mac, y: delay, xscale: log}":                                        "a.yaml:5:5: figure f: water.temperature has the value 0degC",
		"figures:\n  - {name: f, kind: lines, x: temperature, by: mac, y: auv.docked}\n  - {name: g, kind: ecdf, by: mac, y: ratio}": "a.yaml:6:5: cells that differ in water.temperature",
	} {
		s, err := open(head + text + "\n")
		if err == nil {
			err = Rehearse(s, metrics)
		}
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s\n%v, want %s", text, err, want)
		}
	}
}

func open(text string) (*study.Study, error) {
	return study.Parse(scenarios.Standard(), "a.yaml", text)
}

// The unit of a label is converted where that of the metric is a quotient: 1500 J are 1.5 kJ,
// and 0.25 J/bit 250 mJ/bit.
func TestLabelInAnotherUnit(t *testing.T) {
	of := strings.Replace(small, `ratio: {unit: "%"}`, "ratio: {unit: mJ/bit}", 1)
	p := written(t, of, func(r *results.Run) bool {
		for i := range r.Metrics {
			if m := &r.Metrics[i]; m.Name == "ratio" {
				m.Unit, m.Value = "J/bit", 0.25
			}
		}
		return true
	})
	made := made(t, p, study.Table{Rows: "mac", Columns: "speed", Metric: "ratio"}, Options{})
	if got := made.Cells[0][0].Estimate; got != 250 {
		t.Errorf("%g, want 250 mJ/bit", got)
	}
	if got := text(t, made, "text"); !strings.Contains(got, "ratio (mJ/bit)") {
		t.Errorf("%s", got)
	}
}
