package figure

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"halocline/sim/simtest"
)

// By hand: steps of 1, 2 or 5 times a power of ten, the closest that are not nearer than
// asked; all figures with as many decimals; between them fifths, or quarters of a step
// of 2. Along a logarithmic axis powers of ten with their multiples between them, and
// figures at 2 and 5 on a short one.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		log      bool
		min, max float64 // places
		nearest  vg.Length
		texts    string
		all      int
		power    int
	}{
		{false, 0, 100, 20, "0 20 40 60 80 100", 5*4 + 1, 0},
		{false, 0, 100, 19.9, "0 20 40 60 80 100", 5*4 + 1, 0},
		{false, 0, 100, 20.1, "0 50 100", 2*5 + 1, 0},
		{false, -0.1, 0.15, 20, "−0.10 −0.05 0.00 0.05 0.10 0.15", 5*5 + 1, 0},
		{false, 0.98, 1.03, 20, "0.98 0.99 1.00 1.01 1.02 1.03", 5*5 + 1, 0},
		{false, 0, 3e5, 30, "0 100 200 300", 3*5 + 1, 3},
		{false, 0, 4e-5, 20, "0 10 20 30 40", 4*5 + 1, -6},
		{true, 0, 3, 20, "1 10 100 1000", 3*9 + 1, 0},
		{true, -5, -3, 20, "10⁻⁵ 10⁻⁴ 10⁻³", 2*9 + 1, 0},
		{true, -12, 4, 10, "10⁻¹² 10⁻¹⁰ 10⁻⁸ 10⁻⁶ 10⁻⁴ 10⁻² 10⁰ 10² 10⁴", 17, 0},
		{true, -300, 0, 20, "10⁻³⁰⁰ 10⁻²⁰⁰ 10⁻¹⁰⁰ 10⁰", 3*5 + 1, 0},
		{true, math.Log10(2), 1, 10, "2 5 10", 9, 0},
		{true, math.Log10(3), math.Log10(6), 20, "3 4 5 6", 3*5 + 1, 0},
	} {
		s := scale{Axis: Axis{Log: c.log}, min: c.min, max: c.max}
		s.mark(100, func(_ []string, apart vg.Length) bool { return apart >= c.nearest*(1-1e-9) })
		var texts []string
		for _, m := range s.ticks {
			if m.text != "" {
				texts = append(texts, m.text)
			}
		}
		if got := strings.Join(texts, " "); got != c.texts || len(s.ticks) != c.all || s.power != c.power {
			t.Errorf("%g to %g: %s, %d ticks, times ten to the %d; want %s, %d, %d",
				c.min, c.max, got, len(s.ticks), s.power, c.texts, c.all, c.power)
		}
	}
}

// Where figures are multiples of a power of ten the axis says so.
func TestPowerInUnit(t *testing.T) {
	f := Figure{
		X: Axis{Quantity: "Pressure", Unit: "Pa"}, Y: Axis{Quantity: "Error rate"},
		Layers: []Layer{Curve{X: []float64{1e5, 2e6}, Y: []float64{1e-6, 9e-6}}},
	}
	d := read(t, f)
	for _, want := range []string{"Pressure (106 Pa)", "Error rate (10−6)"} { // figures are raised
		if !d.says(want) {
			t.Errorf("%q is missing; there are %v", want, d.words)
		}
	}
}

// An axis that goes down has its least value at the top.
func TestDown(t *testing.T) {
	d := read(t, Figure{Y: Axis{Down: true}, Layers: []Layer{Curve{X: []float64{0, 10, 20}, Y: []float64{0, 60, 100}}}})
	a := calibrated(t, d, [2]string{"0", "20"}, [2]string{"20", "100"})
	if a.dy >= 0 {
		t.Fatal("100 is above 20")
	}
	same(t, "the curve", d.lines(blue, 3)[0].points, a.at(0, 0), a.at(10, 60), a.at(20, 100))
}

// Names stand at 0, 1, 2, ...: the first and the last half a step from the ends.
func TestNames(t *testing.T) {
	b := Bars{Values: []float64{10, 20, 40}}
	d := read(t, Figure{X: Axis{Names: []string{"a", "b", "c"}}, Layers: []Layer{b}})
	frame := d.frame(t)
	wide := frame[1].x - frame[0].x
	for i, name := range []string{"a", "b", "c"} {
		if at := d.word(t, name).x; math.Abs(at-(frame[0].x+wide*(float64(i)+0.5)/3)) > 0.02 {
			t.Errorf("%s stands at %.2f of a frame from %.2f to %.2f", name, at, frame[0].x, frame[1].x)
		}
	}
	// Names without room are broken at a space.
	names := []string{"slotted ALOHA", "carrier sense", "fixed slots", "own frequency"}
	d = read(t, Figure{X: Axis{Names: names}, Layers: []Layer{Bars{Values: []float64{1, 2, 3, 4}}}})
	if !d.says("slotted") || !d.says("ALOHA") {
		t.Errorf("the name is not broken; there are %v", d.words)
	}
}

// Ten steps east are as long as ten steps north, whatever the height.
func TestEqual(t *testing.T) {
	for _, height := range []float64{0, 5, 12} {
		f := plan()
		f.Height = height
		d := read(t, f)
		a := calibrated(t, d, [2]string{"−10", "10"}, [2]string{"−10", "10"})
		if math.Abs(a.dx/a.dy-1) > 1e-3 {
			t.Errorf("height %g cm: a metre is %.4f points east and %.4f north", height, a.dx, a.dy)
		}
		if len(d.lines(blue, 200)) != 1 || len(d.lines(vermilion, 200)) != 1 {
			t.Errorf("height %g cm: the tracks of 200 points are cut", height)
		}
	}
	f := plan()
	f.X.Log = true
	if _, err := f.chart(); err == nil {
		t.Error("equal scales are drawn along a logarithmic axis")
	}
}

// Whatever the values, a figure is drawn in the end: on the largest and the smallest
// numbers, on numbers that hardly differ, and in any range that is allowed.
func TestExtremes(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	tiny, huge := math.SmallestNonzeroFloat64, math.MaxFloat64
	for _, v := range [][]float64{
		{0, 0},
		{-huge, huge, 1, 2},
		{1e300, -1e300},
		{0, tiny},
		{tiny, 2 * tiny},
		{1e-300, 2e-300, 0},
		{1e6, 1e6 + 1e-9},
		{1, 1 + 1e-15},
		{1, 1 + 2e-12},
		{-1e15, -1e15 + 1},
		{1e-12, 1e12},
		{huge, 1},
		{-3, 1e-9},
	} {
		for _, f := range []Figure{
			{Layers: []Layer{Curve{X: v, Y: v, Low: v, High: v}}},
			{X: Axis{Log: true}, Y: Axis{Log: true}, Layers: []Layer{Curve{X: append(v, 1), Y: append(v, 1)}}},
			{Layers: []Layer{Curve{X: v, Y: v, Join: Steps}}, Equal: true},
			{Layers: []Layer{Heat{Values: [][]float64{v}}}},
			{Layers: []Layer{ECDF{Values: v, Confidence: 0.9}}},
		} {
			svg := string(written(t, f, "svg"))
			if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
				t.Errorf("%g: something is drawn nowhere", v)
			}
		}
	}
	for _, a := range []Axis{{From: 1e6, To: 1e6 + 1e-9}, {From: -huge, To: huge}, {From: 0, To: tiny}} {
		if err := a.check(); err == nil {
			t.Errorf("an axis from %g to %g is drawn", a.From, a.To)
		}
	}
}
