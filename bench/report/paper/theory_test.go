package paper

import (
	"math"
	"strings"
	"testing"

	"halocline/bench/report/figure"
	"halocline/bench/study"
)

// A curve of a formula goes along the numbers of x in the units of the labels, finer than the study has them: at 0.05 m/s, which is
// 5 cm/s, 2 s e^(-0.5) are 1.21306 s; and 1 W for 1000 s and 0.05 of that are 0.05 kJ.
func TestTheory(t *testing.T) {
	p := written(t, small, nil)
	of := p.Figures[0]
	of.Theory = []study.Theory{{Label: "decay", Y: "2000ms * exp(-speed / 0.1m/s)"}, {Label: "bound", Y: "20s"}}
	f := drawn(t, p, of, Options{})
	if len(f.Layers) != 4 {
		t.Fatalf("%d layers", len(f.Layers))
	}
	c := f.Layers[2].(figure.Curve)
	middle := len(c.X) / 2
	if c.Name != "decay" || !c.Thin || c.X[0] != 0 || c.X[len(c.X)-1] != 10 || c.X[middle] != 5 || math.Abs(c.Y[middle]-2*math.Exp(-0.5)) > 1e-12 || c.Y[0] != 2 {
		t.Errorf("%+v", c)
	}
	if notes := strings.Join(f.Notes, "; "); !strings.Contains(notes, "thin black lines: theory") {
		t.Error(notes)
	}
	of.Y, of.Theory = "energy", []study.Theory{{Label: "work", Y: "1W * 1000s * speed / 1m/s"}}
	c = drawn(t, p, of, Options{}).Layers[2].(figure.Curve)
	if middle := len(c.X) / 2; math.Abs(c.Y[middle]-0.05) > 1e-12 {
		t.Errorf("in kJ: %v", c.Y[middle])
	}
	for y, want := range map[string]string{
		"speed":                            `theory "x": the formula gives m/s, and delay is in s`,
		"1s / speed * 0m/s":                "division by zero",
		"1s * exp(speed)":                  "exp of a speed is given; divide by a quantity of that kind",
		"1s * exp(10000 + 0 * speed/1m/s)": "exp of 10000 is too large",
		"if(mac == 'tdma', 1s, 2s)":        "at one water.current.speed the formula has several values",
		"sped":                             `unknown name "sped"; did you mean "speed"?`,
		"mac":                              "write one that gives a number",
		"1s * 1m":                          "for which there is no unit",
	} {
		of.Y, of.Theory = "delay", []study.Theory{{Label: "x", Y: y}}
		if _, err := p.Figure(of, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", y, err, want)
		}
	}
	of.X, of.By, of.Theory = "mac", "speed", []study.Theory{{Label: "x", Y: "1s"}}
	if _, err := p.Figure(of, Options{}); err == nil || !strings.Contains(err.Error(), "no numbers along which") {
		t.Errorf("along words: %v", err)
	}
}
