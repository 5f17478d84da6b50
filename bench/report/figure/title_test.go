package figure

import (
	"strings"
	"testing"
)

// Titles that are longer than their side of the figure are broken into lines that lie on the figure and beside
// each other: no part of them is cut off.
func TestLongTitles(t *testing.T) {
	const words = 18
	long := func(word string) string { return strings.TrimSpace(strings.Repeat(word+" ", words)) }
	f := Figure{
		Title: long("title"), X: Axis{Quantity: long("abscissa")}, Y: Axis{Quantity: long("ordinate")},
		Layers: []Layer{Heat{Values: [][]float64{{1, 2}, {3, 4}}, Quantity: long("colours")}},
	}
	c, err := f.chart()
	if err != nil {
		t.Fatal(err)
	}
	d := read(t, f)
	for word, side := range map[string]float64{"title": c.width.Points(), "abscissa": c.width.Points(), "ordinate": c.height.Points(), "colours": c.height.Points()} {
		said, lines := 0, 0
		var last point
		for _, w := range d.words {
			if !strings.Contains(w.text, word) {
				continue
			}
			said += strings.Count(w.text, word)
			if long := c.fonts.width(w.text, labelSize).Points(); long > side {
				t.Errorf("%q is %.3g pt long, on a side of %.3g pt", w.text, long, side)
			}
			if w.x < 0 || w.x > c.width.Points() || w.y < 0 || w.y > c.height.Points() {
				t.Errorf("%q stands at (%.3g, %.3g), beside the figure", w.text, w.x, w.y)
			}
			if apart := max(last.y-w.y, w.x-last.x); lines > 0 && apart < labelSize {
				t.Errorf("%q stands %.3g pt from the line before it", w.text, apart)
			}
			last, lines = point{w.x, w.y}, lines+1
		}
		if said != words || lines < 2 {
			t.Errorf("%s: %d of %d words in %d lines", word, said, words, lines)
		}
	}
}
