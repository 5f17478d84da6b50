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

// drawn makes a figure and writes it.
func drawn(t *testing.T, p *Paper, of study.Figure, o Options) Figure {
	t.Helper()
	f, err := p.Figure(of, o)
	if err != nil {
		t.Fatal(err)
	}
	var svg strings.Builder
	if err := f.Write(&svg, "svg"); err != nil {
		t.Fatal(err)
	}
	return f
}

// alike compares numbers to a thousandth.
func alike(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return near(x, y, 1e-3) })
}

// The curves are the means of the table, in the units of the labels: see TestMeans.
func TestLines(t *testing.T) {
	p := written(t, small, nil)
	f := drawn(t, p, p.Figures[0], Options{})
	if len(f.Layers) != 2 {
		t.Fatalf("%d layers", len(f.Layers))
	}
	c := f.Layers[1].(figure.Curve)
	if c.Name != "ALOHA" || !alike(c.X, []float64{0, 10}) || !alike(c.Y, []float64{14, 23}) || !alike(c.Low, []float64{11.677, 19.959}) || !alike(c.High, []float64{16.323, 26.041}) || c.Band {
		t.Errorf("%+v", c)
	}
	if f.Width != figure.Column {
		t.Error("two curves fit into a column")
	}
	if f.X.Quantity != "Current" || f.X.Unit != "cm/s" || f.Y.Quantity != "Mean delay" || f.Y.Unit != "s" {
		t.Errorf("axes %+v, %+v", f.X, f.Y)
	}
	if !slices.Equal(f.Notes, []string{"means with 95 % intervals of Student's t"}) {
		t.Error(f.Notes)
	}
}

// A rate, in a scenario 0.5/s, has a unit that can stand alone.
func TestRates(t *testing.T) {
	a := axis{title: "rate", unit: "/s"}
	if at := a.scale(); at.Quantity != "rate" || at.Unit != "1/s" || a.head() != "rate (1/s)" {
		t.Errorf("%+v, %s", at, a.head())
	}
}

// A name of 46 letters makes a figure as wide as a page, and one of 45 does not.
func TestLongNames(t *testing.T) {
	for letters, want := range map[int]figure.Width{45: figure.Column, 46: figure.Page} {
		p := written(t, strings.Replace(small, "tdma: TDMA", "tdma: "+strings.Repeat("é", letters), 1), nil)
		if f := drawn(t, p, p.Figures[0], Options{}); f.Width != want {
			t.Errorf("%d letters: width %d", letters, f.Width)
		}
	}
}

// A figure has the size that is asked for, in each of its panels, and else that of what it shows.
func TestSize(t *testing.T) {
	p := written(t, small, nil)
	f := drawn(t, p, study.Figure{Kind: "lines", X: "speed", Y: "delay", By: "mac", Width: "page", Height: 0.05}, Options{})
	if f.Width != figure.Page || !near(f.Height, 5, 1e-12) {
		t.Errorf("width %d, height %g cm; want that of a page, 5", f.Width, f.Height)
	}
	if f = drawn(t, p, study.Figure{Kind: "lines", X: "speed", Y: "delay", Facet: "mac", Height: 0.05}, Options{}); !near(f.Panels[1].Height, 5, 1e-12) {
		t.Errorf("panels are %g cm high, want 5", f.Panels[1].Height)
	}
	if f = drawn(t, p, study.Figure{Kind: "lines", X: "speed", Y: "delay", By: "mac"}, Options{}); f.Width != figure.Column || f.Height != 0 {
		t.Errorf("width %d, height %g cm without any that is asked for", f.Width, f.Height)
	}
}

// Numbers stand in their order along an axis, whatever the order of the sweep, and the
// curves of numbers say of what; words and scales are those of the study.
func TestOrder(t *testing.T) {
	p := written(t, strings.Replace(small, "[0m/s, 0.1m/s]", "[0.1m/s, 0m/s]", 1), nil)
	c := drawn(t, p, p.Figures[0], Options{}).Layers[0].(figure.Curve)
	if !alike(c.X, []float64{0, 10}) || !alike(c.Y, []float64{22, 12}) {
		t.Errorf("%+v", c)
	}
	f := drawn(t, p, study.Figure{Kind: "lines", X: "mac", Y: "delay", By: "speed", YLabel: "delay in s", YScale: "linear", Title: "T"}, Options{})
	b := f.Layers[0].(figure.Bars)
	if b.Name != "current 10 cm/s" || !alike(b.Values, []float64{12, 14}) || !slices.Equal(f.X.Names, []string{"TDMA", "ALOHA"}) || f.Y.Quantity != "Delay in s" || f.Y.Unit != "" || f.Title != "T" {
		t.Errorf("%+v, %+v", b, f)
	}
	f = drawn(t, p, study.Figure{Kind: "lines", X: "speed", Y: "delay", By: "mac", XScale: "log", YScale: "log"}, Options{})
	if !f.X.Log || !f.Y.Log {
		t.Error("the axes are not logarithmic")
	}
}

// Shares are per cent, with the interval of Wilson: see TestShares.
func TestShareLines(t *testing.T) {
	p := written(t, small, nil)
	f := drawn(t, p, study.Figure{Kind: "lines", X: "speed", Y: "auv.docked", By: "mac"}, Options{})
	c := f.Layers[1].(figure.Curve)
	if !near(c.Y[0], 80, 1e-9) || !near(c.Low[0], 37.55, 0.01) || !near(c.High[0], 96.38, 0.01) || f.Y.Unit != "%" || !strings.Contains(f.Notes[0], "Wilson") {
		t.Errorf("%+v, %v", c, f.Notes)
	}
}

// Where shares come near to the whole, their axis ends there, with room for a marker.
func TestWhole(t *testing.T) {
	p := written(t, small, nil)
	for metric, want := range map[string][2]float64{"auv.docked": {0, 104}, "ratio": {0, 0}, "delay": {0, 0}} {
		f := drawn(t, p, study.Figure{Kind: "lines", X: "speed", Y: metric, By: "mac"}, Options{})
		if f.Y.From != want[0] || f.Y.To != want[1] {
			t.Errorf("%s: from %g to %g, want %v", metric, f.Y.From, f.Y.To, want)
		}
	}
	// The lower end of 4 of 5 is 37.55 %.
	f := drawn(t, p, study.Figure{Kind: "lines", X: "speed", Y: "auv.docked", Where: "mac == 'aloha'"}, Options{})
	if f.Y.From != 0 || f.Y.To != 104 {
		t.Errorf("from %g to %g", f.Y.From, f.Y.To)
	}
	// Of 5 of 5 the interval of 50 % begins at 5/(5 + 0.4549) = 91.66 %.
	f = drawn(t, p, study.Figure{Kind: "lines", X: "speed", Y: "auv.docked", Where: "mac == 'aloha' and speed > 0m/s"}, Options{Confidence: 0.5})
	if f.Y.From != 90 || !near(f.Y.To, 100.4, 1e-9) {
		t.Errorf("from %g to %g", f.Y.From, f.Y.To)
	}
}

// A box holds the values of its runs, a distribution too, and a map the means, with the
// second axis upward in order.
func TestOtherKinds(t *testing.T) {
	p := written(t, small, func(r *results.Run) bool {
		if r.Cell == 0 && r.Repetition == 1 {
			r.Metrics[0].Value = math.NaN()
		}
		return true
	})
	f := drawn(t, p, study.Figure{Kind: "box", X: "speed", Y: "delay", By: "mac"}, Options{})
	if b := f.Layers[0].(figure.Boxes); b.Name != "TDMA" || !alike(b.Samples[0], []float64{10, 11, 13, 14}) || len(b.Samples) != 2 || f.X.Quantity != "Current (cm/s)" {
		t.Errorf("%+v", b)
	}
	if want := "1 of 20 runs have no value and are left out: 1 of the samples are without some of their runs, 0 without all"; !slices.Contains(f.Notes, want) {
		t.Error(f.Notes)
	}
	f = drawn(t, p, study.Figure{Kind: "ecdf", Y: "delay", By: "mac", Where: "speed == 0m/s"}, Options{})
	if e := f.Layers[0].(figure.ECDF); e.Name != "TDMA (4 of 5 runs)" || !alike(e.Values, []float64{10, 11, 13, 14}) || f.X.Quantity != "Mean delay" || f.X.Unit != "s" || e.Confidence != 0 {
		t.Errorf("%+v", e)
	}
	if !near(f.X.From, 10-0.04*6, 1e-9) || !near(f.X.To, 16+0.04*6, 1e-9) { // ALOHA has 11 to 16
		t.Errorf("from %g to %g", f.X.From, f.X.To)
	}
	one := drawn(t, p, study.Figure{Kind: "ecdf", Y: "delay", Where: "speed == 0m/s and mac == 'aloha'"}, Options{Confidence: 0.9})
	if e := one.Layers[0].(figure.ECDF); e.Confidence != 0.9 {
		t.Errorf("%+v", e)
	}
	f = drawn(t, p, study.Figure{Kind: "heat", X: "mac", Y: "delay", By: "speed"}, Options{})
	if h := f.Layers[0].(figure.Heat); !alike(h.Values[0], []float64{12, 14}) || !alike(h.Values[1], []float64{22, 23}) || h.Y != nil || h.Quantity != "Mean delay" || f.Y.Quantity != "Current (cm/s)" || !slices.Equal(f.Y.Names, []string{"0", "10"}) || f.Y.Down {
		t.Errorf("%+v, %+v", h, f.Y)
	}
	f = drawn(t, p, study.Figure{Kind: "heat", X: "speed", Y: "delay", By: "mac"}, Options{})
	if h := f.Layers[0].(figure.Heat); !alike(h.Values[1], []float64{14, 23}) || !f.Y.Down {
		t.Errorf("%+v, %+v", h, f.Y)
	}
	wide := written(t, strings.Replace(small, "[0m/s, 0.1m/s]", "{from: 1.2m/s, to: 0m/s, count: 13}", 1), nil)
	if f := drawn(t, wide, study.Figure{Kind: "lines", X: "mac", Y: "energy", By: "speed"}, Options{}); f.Width != figure.Page {
		t.Error("thirteen curves are squeezed into a column")
	}
	f = drawn(t, wide, study.Figure{Kind: "heat", X: "mac", Y: "energy", By: "speed"}, Options{})
	if h := f.Layers[0].(figure.Heat); len(h.Y) != 13 || !near(h.Y[0], 0, 1e-9) || !near(h.Y[12], 120, 1e-9) || f.Y.Names != nil || f.Y.Unit != "cm/s" {
		t.Errorf("%+v, %+v", h, f.Y)
	}
}

// Every error says what is wrong and what to do.
func TestFigureErrors(t *testing.T) {
	p := written(t, small, func(r *results.Run) bool {
		if r.Cell%2 == 1 {
			r.Metrics[0].Value = math.NaN()
		}
		return true
	})
	for _, c := range []struct {
		figure study.Figure
		opts   Options
		want   string
	}{
		{study.Figure{Kind: "lines", X: "speed", Y: "delays", By: "mac"}, Options{}, `figure of delays: no run had it: unknown metric "delays"; did you mean "delay"?`},
		{study.Figure{Name: "f", Kind: "lines", X: "speed", Y: "delay"}, Options{}, "figure f: cells that differ in links.acoustic.mac would be mixed"},
		{study.Figure{Kind: "lines", Y: "delay"}, Options{}, `key "x" is missing`},
		{study.Figure{Kind: "ecdf", X: "speed", Y: "delay"}, Options{}, "the horizontal axis of an ecdf is the metric y"},
		{study.Figure{Kind: "pie", X: "speed", Y: "delay", By: "mac"}, Options{}, `kind "pie": it is lines, stacked, box, ecdf, heat, scatter or boundary`},
		{study.Figure{Kind: "lines", X: "speed"}, Options{}, "y is missing; it is the metric that is shown"},
		{study.Figure{Kind: "lines", X: "speed", Y: "delay", Where: "speed == 0.1m/s", By: "mac"}, Options{}, "no run of these cells has a value of delay; there is nothing to draw"},
		{study.Figure{Kind: "lines", X: "speed", Y: "delay", By: "mac"}, Options{Confidence: 1}, "confidence 1"},
	} {
		if _, err := p.Figure(c.figure, c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.figure, err, c.want)
		}
	}
}

// Along a logarithmic axis a distribution shows all that is positive, with room at both ends, and
// a map has its few cells to scale.
func TestLogarithmicScales(t *testing.T) {
	p := written(t, small, func(r *results.Run) bool {
		r.Metrics[0].Value = []float64{0, 1, 100}[min(r.Cell, 2)]
		return true
	})
	f := drawn(t, p, study.Figure{Kind: "ecdf", Y: "delay", By: "mac", Where: "speed == 0m/s", XScale: "log"}, Options{})
	if !f.X.Log || f.X.From != 0 || f.X.To != 0 || len(f.Layers) != 2 { // one number is positive
		t.Errorf("%+v", f.X)
	}
	f = drawn(t, p, study.Figure{Kind: "ecdf", Y: "delay", By: "mac", Where: "speed > 0m/s", XScale: "log"}, Options{})
	// From 1 to 100, and 100^0.04 = e^(0.04 ln 100) = 1.2023 times as far.
	if !near(f.X.From, 1/1.2023, 1e-3) || !near(f.X.To, 100*1.2023, 0.1) {
		t.Errorf("from %g to %g", f.X.From, f.X.To)
	}
	h := drawn(t, p, study.Figure{Kind: "heat", X: "speed", Y: "delay", By: "mac", Where: "speed > 0m/s", XScale: "log"}, Options{})
	if m := h.Layers[0].(figure.Heat); !h.X.Log || !alike(m.X, []float64{10}) || h.X.Names != nil || h.X.Unit != "cm/s" {
		t.Errorf("%+v", h.X)
	}
	_, err := p.Figure(study.Figure{Kind: "heat", X: "speed", Y: "delay", By: "mac", XScale: "log"}, Options{})
	if err == nil || !strings.Contains(err.Error(), "current has the value 0cm/s, which has no place on a logarithmic scale") {
		t.Error(err)
	}
	f = drawn(t, p, study.Figure{Kind: "lines", X: "speed", Y: "auv.docked", By: "mac", YScale: "log"}, Options{})
	if !f.Y.Log || f.Y.From != 0 || f.Y.To != 0 {
		t.Errorf("%+v", f.Y)
	}
}

// Where values span three decades a logarithmic scale is offered, and not where they do not,
// where it is there already, and for bars, which begin at 0.
func TestDecades(t *testing.T) {
	p := written(t, small, func(r *results.Run) bool {
		r.Metrics[0].Value *= math.Pow(10, float64(r.Cell%2)*3)
		return true
	})
	const offer = "the values span decades along y: yscale: log"
	for _, row := range []struct {
		study.Figure
		want bool
	}{
		{study.Figure{Kind: "lines", X: "speed", Y: "delay", By: "mac"}, true},
		{study.Figure{Kind: "box", X: "speed", Y: "delay", By: "mac"}, true},
		{study.Figure{Kind: "lines", X: "speed", Y: "delay", By: "mac", YScale: "log"}, false},
		{study.Figure{Kind: "lines", X: "mac", Y: "delay", By: "speed"}, false},
		{study.Figure{Kind: "lines", X: "speed", Y: "energy", By: "mac"}, false},
	} {
		f := drawn(t, p, row.Figure, Options{})
		if got := strings.Contains(strings.Join(f.Notes, "|"), offer); got != row.want {
			t.Errorf("%+v: %q", row.Figure, f.Notes)
		}
	}
}

// Each value of facet has a panel, in which the other figures are as without it.
func TestFacet(t *testing.T) {
	p := written(t, small, nil)
	f := drawn(t, p, study.Figure{Kind: "lines", X: "speed", Y: "delay", Facet: "mac"}, Options{})
	if len(f.Panels) != 2 || f.Panels[0].Title != "TDMA" || f.Panels[1].Title != "ALOHA" || len(f.Layers) != 0 {
		t.Fatalf("%+v", f)
	}
	for i, want := range [][]float64{{12, 22}, {14, 23}} { // means of the delays of the kit, by hand
		if c := f.Panels[i].Layers[0].(figure.Curve); !slices.Equal(c.Y, want) {
			t.Errorf("panel %d: %v, want %v", i, c.Y, want)
		}
	}
	if want := []string{"means with 95 % intervals of Student's t"}; !slices.Equal(f.Notes, want) {
		t.Errorf("%q", f.Notes)
	}
	f = drawn(t, p, study.Figure{Kind: "box", X: "mac", Y: "delay", Facet: "speed"}, Options{})
	if len(f.Panels) != 2 || f.Panels[1].Title != "current 10 cm/s" {
		t.Errorf("%+v", f.Panels)
	}
	var out strings.Builder
	if err := f.Write(&out, "svg"); err != nil || !strings.Contains(out.String(), ">current 10 cm/s<") {
		t.Error(err)
	}
	if _, err := p.Figure(study.Figure{Kind: "heat", X: "speed", By: "mac", Y: "delay", Facet: "mac"}, Options{}); err == nil || !strings.Contains(err.Error(), "a heat map has no panels") {
		t.Error(err)
	}
}
