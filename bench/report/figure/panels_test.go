package figure

import (
	"bytes"
	"strings"
	"testing"
)

// Panels have the same figures at the same heights along Y, a name has its colour in each of
// them, and the legend names it once.
func TestPanels(t *testing.T) {
	one := Figure{Title: "one", Y: Axis{Quantity: "Delay"}, Layers: []Layer{Curve{Name: "a", X: []float64{0, 1}, Y: []float64{1, 2}}, Curve{Name: "b", X: []float64{0, 1}, Y: []float64{2, 3}}}}
	two := Figure{Title: "two", Y: Axis{Quantity: "Delay"}, Layers: []Layer{Curve{Name: "b", X: []float64{0, 1}, Y: []float64{10, 20}}}}
	var out bytes.Buffer
	if err := (Panels{one, two}).Write(&out, "svg"); err != nil {
		t.Fatal(err)
	}
	d := scan(t, out.Bytes())
	for _, name := range []string{"a", "b", "one", "two", "Delay"} {
		d.word(t, name) // once
	}
	var heights []float64
	for _, w := range d.words {
		if w.text == "20" {
			heights = append(heights, w.y)
		}
	}
	if len(heights) != 2 || heights[0] != heights[1] {
		t.Errorf("20 stands at %v", heights)
	}
	if n := len(d.lines(vermilion, 2)); n != 3 { // b in both, and in the legend
		t.Errorf("b is drawn %d times in its colour, want 3", n)
	}
	if n := len(d.lines(green, 2)); n != 0 {
		t.Errorf("%d lines have the colour of a third name", n)
	}
	for _, format := range []string{"png", "pdf"} {
		if err := (Panels{one, two}).Write(new(bytes.Buffer), format); err != nil {
			t.Error(err)
		}
	}
	if err := (Panels{one, one, one, one, one}).Write(new(bytes.Buffer), "svg"); err == nil || !strings.Contains(err.Error(), "5 panels") {
		t.Error(err)
	}
}
