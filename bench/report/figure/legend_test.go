package figure

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// rising returns curves from the lower left to the upper right.
func rising(names ...string) Figure {
	var f Figure
	for _, name := range names {
		f.Layers = append(f.Layers, Curve{Name: name, X: []float64{0, 1, 2}, Y: []float64{0, 1, 2}})
	}
	return f
}

// The legend stands where nothing is drawn: beside a rising curve in the upper left or
// the lower right, beside a falling one in the upper right.
func TestEmptyCorner(t *testing.T) {
	for name, c := range map[string]struct {
		x, y      []float64
		left, top bool
	}{
		"falling":     {[]float64{0, 1, 2}, []float64{2, 1, 0}, false, true},
		"rising":      {[]float64{0, 1, 2}, []float64{0, 1, 2}, true, true},
		"up, along":   {[]float64{0, 0, 2}, []float64{0, 1.9, 1.9}, false, false},
		"along, down": {[]float64{0, 2, 2}, []float64{1.9, 1.9, 0}, true, false},
	} {
		f := rising("one", "two")
		f.Y = Axis{From: 0, To: 2.2}
		for i := range f.Layers {
			f.Layers[i] = Curve{Name: []string{"one", "two"}[i], X: c.x, Y: c.y}
		}
		d := read(t, f)
		frame, w := d.frame(t), d.word(t, "one")
		left, top := w.x < (frame[0].x+frame[1].x)/2, w.y > (frame[0].y+frame[1].y)/2
		if left != c.left || top != c.top {
			t.Errorf("%s: the legend is left %v, at the top %v", name, left, top)
		}
		for _, p := range d.lines(blue, 3) {
			for _, at := range p.points {
				if at.x > w.x-24 && at.x < w.x+20 && at.y > w.y-17 && at.y < w.y+6 {
					t.Errorf("%s: the legend covers a point", name)
				}
			}
		}
	}
}

// Where every corner is drawn in, or the curves are many, the legend is outside.
func TestLegendOutside(t *testing.T) {
	star := Curve{X: []float64{0, 10, 0, 10, 0}, Y: []float64{0, 10, 10, 0, 0}}
	cross := rising("one", "two")
	cross.Layers = append(cross.Layers, star, Curve{X: []float64{10, 10}, Y: []float64{0, 10}})
	d := read(t, cross)
	if w := d.word(t, "one"); w.y < d.frame(t)[1].y {
		t.Error("the legend of a full figure is not above it")
	}
	many := rising(strings.Split("abcdefgh", "")...)
	d = read(t, many)
	if w, frame := d.word(t, "a"), d.frame(t); w.y < frame[1].y && w.x < frame[1].x {
		t.Error("the legend of many curves is inside")
	}
	many.Legend = Right
	d = read(t, many)
	for _, name := range []string{"a", "h"} {
		if w := d.word(t, name); w.x < d.frame(t)[1].x || w.y < d.frame(t)[0].y {
			t.Errorf("%s is not on the right", name)
		}
	}
	many.Legend = Without
	if d := read(t, many); d.says("a") {
		t.Error("there is a legend")
	}
}

// A canvas that remembers where something is drawn counts lines and areas, whether or
// not their corners lie in the rectangle.
func TestMarks(t *testing.T) {
	r := vg.Rectangle{Min: vg.Point{X: 40, Y: 40}, Max: vg.Point{X: 60, Y: 60}}
	for name, c := range map[string]struct {
		draw func(m *marks)
		hit  bool
	}{
		"line through": {func(m *marks) { stroke(m, plain(ink(), 1), vg.Point{X: 0, Y: 50}, vg.Point{X: 100, Y: 50}) }, true},
		"line beside":  {func(m *marks) { stroke(m, plain(ink(), 1), vg.Point{X: 0, Y: 70}, vg.Point{X: 100, Y: 70}) }, false},
		"area around":  {func(m *marks) { fill(m, ink(), polygon(vg.Point{X: 50, Y: 50}, 200, 4, 0)...) }, true},
		"area beside":  {func(m *marks) { fill(m, ink(), polygon(vg.Point{X: 50, Y: 100}, 30, 4, 0)...) }, false},
		"sliver": {func(m *marks) {
			fill(m, ink(), vg.Point{X: 0, Y: 50}, vg.Point{X: 100, Y: 50}, vg.Point{X: 100, Y: 50.5}, vg.Point{X: 0, Y: 50.5})
		}, true},
		"words": {func(m *marks) {
			newFonts().write(m, vg.Point{X: 30, Y: 50}, "a long name", 8, align{}, 0, ink())
		}, true},
	} {
		m := &marks{}
		c.draw(m)
		if got := m.within(r) > 0; got != c.hit {
			t.Errorf("%s: drawn in the rectangle: %v, want %v", name, got, c.hit)
		}
	}
}
