package paper

import (
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/bench/report/figure"
	"halocline/bench/study"
	"halocline/bench/study/results"
)

// Each cell has a mark at its means. Those of the delays are 12, 22, 14 and 23 s, the energies are
// chosen, in kJ: 1, 3, 2 and 4 in the order of the cells. Ranks of both are 1, 3, 2, 4: rho is 1.
func TestScatter(t *testing.T) {
	change := func(r *results.Run) bool {
		r.Metrics[2].Value = 1000*[]float64{1, 3, 2, 4}[r.Cell] + 10*float64(r.Repetition-2)
		return true
	}
	p := written(t, small, change)
	of := study.Figure{Kind: "scatter", X: "energy", Y: "delay", By: "mac"}
	f := drawn(t, p, of, Options{})
	if len(f.Layers) != 2 || f.X.Quantity != "Energy" || f.X.Unit != "kJ" || f.Y.Quantity != "Mean delay" || f.Y.Unit != "s" {
		t.Fatalf("%+v", f)
	}
	// The deviation of -20, -10, 0, 10 and 20 J is 15.811, t is 2.7764: 19.63 J about the mean. The
	// interval of the delays is that of TestLines.
	c := f.Layers[1].(figure.Curve)
	if c.Name != "ALOHA" || c.Join != figure.Apart || !alike(c.X, []float64{2, 4}) || !alike(c.Y, []float64{14, 23}) || !near(c.Left[0], 1.98037, 1e-5) || !near(c.Right[0], 2.01963, 1e-5) || !near(c.Low[0], 11.677, 1e-3) {
		t.Errorf("%+v", c)
	}
	if f.Below != "Spearman's ρ = 1.00, n = 4" {
		t.Error(f.Below)
	}
	want := []string{"a mark for each cell at the means of its runs, with 95 % intervals", "Spearman's rank correlation of the means is 1.00 over 4 cells"}
	if !slices.Equal(f.Notes, want) {
		t.Errorf("%q", f.Notes)
	}
	// Averaged over the protocols there are two marks, and by protocol then none.
	one := drawn(t, p, study.Figure{Kind: "scatter", X: "energy", Y: "delay"}, Options{Average: []string{"mac"}})
	if c := one.Layers[0].(figure.Curve); !alike(c.X, []float64{1.5, 3.5}) || !alike(c.Y, []float64{13, 22.5}) {
		t.Errorf("%+v", c)
	}
	if _, err := p.Figure(of, Options{Average: []string{"mac"}}); err == nil || !strings.Contains(err.Error(), "both shown and averaged over") {
		t.Error(err)
	}
	panels := drawn(t, p, study.Figure{Kind: "scatter", X: "energy", Y: "delay", By: "mac", Facet: "speed"}, Options{})
	if len(panels.Panels) != 2 || panels.Panels[1].Below != "Spearman's ρ = 1.00, n = 2" {
		t.Errorf("%+v", panels)
	}
}

// A series of five marks or more says its own rank correlation. By hand: six protocols have energies
// 0 to 5 at one current and 10 to 15 at the other, and delays 0 to 5 at the one and 5 to 0 at the other.
// So the series rise and fall, and over all twelve the delays are the same both ways round: rho is 0.
func TestScatterSeries(t *testing.T) {
	text := strings.Replace(small, "[tdma, {type: aloha, queue: 4}]", "[a, b, c, d, e, f]", 1)
	text = strings.Replace(text, "values: {tdma: TDMA, aloha: ALOHA}", "values: {a: A}", 1)
	text = text[:strings.Index(text, "tables:")]
	p := written(t, text, func(r *results.Run) bool {
		mac, speed := float64(r.Cell/2), r.Cell%2
		r.Metrics[0].Value = []float64{mac, 5 - mac}[speed]
		r.Metrics[2].Value = 1000 * (mac + 10*float64(speed))
		return true
	})
	f := drawn(t, p, study.Figure{Kind: "scatter", X: "energy", Y: "delay", By: "speed"}, Options{})
	var names []string
	for _, l := range f.Layers {
		names = append(names, l.(figure.Curve).Name)
	}
	if want := []string{"current 0 cm/s: ρ = 1.00, n = 6", "current 10 cm/s: ρ = −1.00, n = 6"}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
	if f.Below != "Spearman's ρ = 0.00, n = 12" {
		t.Error(f.Below)
	}
}

// A cell without a mean of both metrics, or without a place on a logarithmic axis, has no mark,
// and the notes say how many there are.
func TestScatterMissing(t *testing.T) {
	p := written(t, small, func(r *results.Run) bool {
		switch {
		case r.Cell == 0 || r.Cell == 1 && r.Repetition == 4:
			r.Metrics[0].Value = math.NaN()
		case r.Cell == 3:
			r.Metrics[2].Value = 0
		}
		return true
	})
	f := drawn(t, p, study.Figure{Kind: "scatter", X: "energy", Y: "delay", XScale: "log", YScale: "linear"}, Options{})
	if c := f.Layers[0].(figure.Curve); !alike(c.X, []float64{1.5, 1.5}) || !alike(c.Y, []float64{21.5, 14}) || !f.X.Log || f.Y.Log {
		t.Errorf("%+v", c)
	}
	if f.Below != "" { // all energies are equal
		t.Error(f.Below)
	}
	for _, want := range []string{
		"2 cells of 4 left out, without a mean of both metrics that has a place on the axes",
		"6 of 20 runs have no value of delay",
	} {
		if !slices.Contains(f.Notes, want) {
			t.Errorf("%q is not in %q", want, f.Notes)
		}
	}
	f = drawn(t, p, study.Figure{Kind: "scatter", X: "energy", Y: "delay", XScale: "linear", YScale: "linear"}, Options{})
	if c := f.Layers[0].(figure.Curve); len(c.X) != 3 || f.Below != "Spearman's ρ = −0.87, n = 3" {
		// ranks 2.5, 2.5, 1 and 2, 1, 3: products 0, -0.5, -1, squares 1.5 and 2: -1.5/sqrt(3)
		t.Errorf("%v, %q", c.X, f.Below)
	}
	for _, c := range []struct {
		figure study.Figure
		want   string
	}{
		{study.Figure{Name: "f", Kind: "scatter", X: "energie", Y: "delay"}, `figure f: x: no run had it: unknown metric "energie"; did you mean "energy"?`},
		{study.Figure{Kind: "scatter", Y: "delay"}, `key "x" is missing; it is the metric`},
		{study.Figure{Kind: "scatter", X: "delay", Y: "delay"}, "x and y are the same metric"},
		{study.Figure{Kind: "scatter", X: "energy", Y: "delay", By: "sped"}, `unknown path or variable of the sweep "sped"`},
		{study.Figure{Kind: "scatter", X: "energy", Y: "delay", Where: "speed == 0m/s and mac == 'tdma'"}, "no cell has a value of both energy and delay; there is nothing to draw"},
	} {
		if _, err := p.Figure(c.figure, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.figure, err, c.want)
		}
	}
}
