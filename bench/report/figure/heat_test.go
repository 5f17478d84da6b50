package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"testing"
)

// The colours of viridis at its ends and at a third and two thirds, as R's viridisLite
// and matplotlib list ten of them.
func TestViridis(t *testing.T) {
	for part, want := range map[float64]color.NRGBA{
		0: {0x44, 0x01, 0x54, 0xff}, 1.0 / 3: {0x31, 0x68, 0x8e, 0xff},
		2.0 / 3: {0x35, 0xb7, 0x79, 0xff}, 1: {0xfd, 0xe7, 0x25, 0xff}, 7: {0xfd, 0xe7, 0x25, 0xff},
	} {
		if got := viridis(part); got != want {
			t.Errorf("at %g: %v, want %v", part, got, want)
		}
	}
	// It grows lighter everywhere, evenly: CIE 1976 lightness goes up by about the same
	// in each tenth.
	lightness := func(part float64) float64 { return 116*math.Cbrt(luminance(viridis(part))) - 16 }
	for i := range 10 {
		if rise := lightness(float64(i+1)/10) - lightness(float64(i)/10); rise < 5.5 || rise > 10 {
			t.Errorf("from %d to %d tenths lightness rises by %.2f", i, i+1, rise)
		}
	}
}

// Scales that diverge are white in the middle and as strong on both sides.
func TestDiverging(t *testing.T) {
	if got := diverging(0.5); got != paper() {
		t.Errorf("the middle is %v, want white", got)
	}
	for i := 1; i <= 5; i++ {
		d := float64(i) / 10
		if low, high := luminance(diverging(0.5-d)), luminance(diverging(0.5+d)); low > 0.97 || high > 0.97 || math.Abs(low-high) > 0.12 {
			t.Errorf("%g from the middle the luminances are %.3f and %.3f", d, low, high)
		}
	}
}

// What is written on a colour has a ratio of contrast of at least 4.5 (WCAG 2.2, 1.4.3).
// White is 21 times black.
func TestLegible(t *testing.T) {
	contrast := func(a, b color.NRGBA) float64 {
		la, lb := luminance(a), luminance(b)
		return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
	}
	if got := contrast(ink(), paper()); math.Abs(got-21) > 1e-9 {
		t.Fatalf("black on white has a contrast of %g, want 21", got)
	}
	for i := range 101 {
		for _, c := range []color.NRGBA{viridis(float64(i) / 100), diverging(float64(i) / 100)} {
			if got := contrast(c, legible(c)); got < 4.5 {
				t.Errorf("%v is written on %v with a contrast of %.2f", legible(c), c, got)
			}
		}
	}
}

// The cell of column j and row i is drawn there, in the colour of its value, with the
// value on it. 1, 2, 3 are at 0, 1/2 and 1 of the scale.
func TestHeat(t *testing.T) {
	d := read(t, Figure{
		X:      Axis{Names: []string{"a", "b"}},
		Y:      Axis{Names: []string{"low", "high"}},
		Layers: []Layer{Heat{Values: [][]float64{{1, 2}, {3, math.NaN()}}, Quantity: "Delay", Unit: "s"}},
	})
	for _, c := range []struct{ column, row, text, colour string }{
		{"a", "low", "1.00", "#440154"}, {"b", "low", "2.00", "#23908C"}, {"a", "high", "3.00", "#FDE725"},
	} {
		w := d.word(t, c.text)
		if math.Abs(w.x-d.word(t, c.column).x) > 0.02 || math.Abs(w.y-d.word(t, c.row).y) > 0.02 {
			t.Errorf("%s is at %.2f, %.2f, not in column %s and row %s", c.text, w.x, w.y, c.column, c.row)
		}
		found := false
		for _, p := range d.areas(c.colour) {
			a, b := p.points[0], p.points[2]
			found = found || math.Min(a.x, b.x) < w.x && w.x < math.Max(a.x, b.x) && math.Min(a.y, b.y) < w.y && w.y < math.Max(a.y, b.y)
		}
		if !found {
			t.Errorf("the cell of %s is not %s", c.text, c.colour)
		}
	}
	crosses := 0
	for _, p := range d.lines("#404040", 2) {
		if dx, dy := p.points[1].x-p.points[0].x, p.points[1].y-p.points[0].y; math.Abs(dx) > 20 && math.Abs(dy) > 20 {
			crosses++
		}
	}
	if crosses != 2 {
		t.Errorf("the empty cell is crossed by %d lines, want 2", crosses)
	}
	if !d.says("Delay (s)") {
		t.Error("the bar of colours is not named")
	}
}

// Small cells are not written in. Values at 1, 2, 4 and 8 lie between edges at 0.5, 1.5,
// 3, 6 and 10.
func TestHeatOfManyCells(t *testing.T) {
	if d := read(t, heat(30, 20)); d.says("97.8") {
		t.Error("something is written in a small cell")
	}
	got := edges(Axis{}, []float64{1, 2, 4, 8}, 4)
	if fmt.Sprint(got) != "[0.5 1.5 3 6 10]" {
		t.Errorf("edges %v, want [0.5 1.5 3 6 10]", got)
	}
	// Along a logarithmic axis they are half way between the logarithms.
	got = edges(Axis{Log: true}, []float64{1, 100}, 2)
	if fmt.Sprint(got) != "[-1 1 3]" {
		t.Errorf("edges %v of logarithms, want [-1 1 3]", got)
	}
	// A scale that diverges has 0 in the middle, however lopsided the values are.
	h := Heat{Values: [][]float64{{-1, 3}}, Diverging: true}
	if s := h.span(); s.min != -3 || s.max != 3 {
		t.Errorf("the colours go from %g to %g, want from -3 to 3", s.min, s.max)
	}
}

// The second line stands below the value, and in the middle of a cell without one. Cells that are too low for two lines have only the value.
func TestHeatSecond(t *testing.T) {
	d := read(t, Figure{
		X: Axis{Names: []string{"a", "b"}}, Y: Axis{Names: []string{"low", "high"}}, Height: 8,
		Layers: []Layer{Heat{Values: [][]float64{{1, 2}, {3, math.NaN()}}, Second: [][]string{{"±4", "±5"}, {"±6", "above"}}, Quantity: "Delay", Unit: "s", Void: "no delay"}},
	})
	if v, s := d.word(t, "3.00"), d.word(t, "±6"); v.x != s.x || v.y-s.y < 6 || v.y-s.y > 14 {
		t.Errorf("3.00 at %.2f, %.2f and ±6 at %.2f, %.2f", v.x, v.y, s.x, s.y)
	}
	if w, of := d.word(t, "above"), d.word(t, "high"); math.Abs(w.y-of.y) > 1 {
		t.Errorf("above is at %.2f, and its row at %.2f", w.y, of.y)
	}
	six := func(height float64) bool { // as many rows
		heat := Heat{Quantity: "Delay"}
		for range 6 {
			heat.Values, heat.Second = append(heat.Values, []float64{1}), append(heat.Second, []string{"±4"})
		}
		names := []string{"a", "b", "c", "d", "e", "f"}
		d := read(t, Figure{X: Axis{Names: []string{"x"}}, Y: Axis{Names: names}, Height: height, Layers: []Layer{heat}})
		return slices.ContainsFunc(d.words, func(w word) bool { return w.text == "±4" })
	}
	if six(5) || !six(10) {
		t.Errorf("six rows have second lines: %t in 5 cm, %t in 10 cm", six(5), six(10))
	}
}
