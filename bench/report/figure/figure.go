// Package figure draws figures for papers: curves with error bars or bands, staircases, bars, box
// plots, distributions, heat maps, tracks, the waves of a medium in space and time, and the schedules
// of computers. A figure is as wide as a column or a page of a journal in two columns; its letters are
// 8 and 9 points high when it is printed at its size.
//
// Series are told apart by colour, by dash and by marker together, so that a figure survives a grey
// printer. The colours are those of Okabe and Ito, Color Universal Design (2008), and the colour scale
// is viridis of Smith and van der Walt (2015): people tell them apart whatever colours they see.
//
// Begin with Figure: its Layers, such as a Curve, over its axes, and its Write. Figures of a study are
// made by package paper.
//
// The package draws numbers that it is given. The only statistics are those that belong to a kind of
// figure: the quartiles of a box plot and the band of a distribution.
//
// Left out: pies, three dimensions, two scales on one side, smoothing.
package figure

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Figure is layers over a pair of axes.
type Figure struct {
	Title  string
	Below  string // a line below the title
	X, Y   Axis
	Layers []Layer // drawn one over the other, the first one lowest
	Width  Width
	Height float64 // cm; 0: chosen by the width, or by the data where Equal is set
	Equal  bool    // a unit is as long along Y as along X; more is shown along one of them than asked
	Legend Placement

	wide vg.Length // of a panel; 0: by Width
}

// Layer is what is drawn in a figure: a Curve, Bars, a Stack, Boxes, an ECDF, a Heat, Absent, a
// Track, Places, a Ground, a Footprint, a Stripe, Waves, or a Schedule. Layers of one name look alike.
type Layer interface {
	// Label returns the names by which looks are given out.
	Label() (name, group string)
	// Check returns an error if there is nothing to draw, and panics if the data do
	// not belong together.
	Check() error
	// Reach grows the two spans to what has to be seen.
	Reach(x, y *Span)
	Draw(c *Chart, l Look)
	// Keys returns the lines of the legend.
	Keys(l Look) []Key
}

// Width is how wide a figure is printed.
type Width uint8

// The widths of a journal in two columns.
const (
	Column Width = iota // 8.6 cm
	Page                // 17.8 cm
)

// tallest is the greatest height of a figure, in cm: more does not go on a page.
const tallest = 30.0

// Placement says where the legend stands.
type Placement uint8

// The places of a legend.
const (
	Auto    Placement = iota // in the emptiest corner if it is empty and the lines are few, else outside
	Corner                   // in the emptiest corner
	Right                    // outside, on the right
	Above                    // outside, in rows above the frame
	Without                  // no legend
)

// Write draws the figure as "svg", "png" (300 dots to the inch) or "pdf". The same
// figure gives the same bytes.
//
// A point that is not finite, or not positive along a logarithmic axis, is a gap.
// A figure in which nothing can be drawn is an error.
func (f Figure) Write(w io.Writer, format string) error {
	if !slices.Contains(formats(), format) {
		return unknownFormat(format)
	}
	c, err := f.chart()
	if err != nil {
		return err
	}
	return write(w, format, c.width, c.height, c.paint)
}

// check finds axes and a height that no figure can have.
func (f Figure) check() error {
	if len(f.Layers) == 0 {
		return errors.New("the figure has no layer: there is nothing to draw")
	}
	for _, a := range []struct {
		side string
		Axis
	}{{"x", f.X}, {"y", f.Y}} {
		if err := a.check(); err != nil {
			return fmt.Errorf("%s axis: %w", a.side, err)
		}
	}
	if f.Equal && (f.X.Log || f.Y.Log) {
		return errors.New("equal scales: neither axis can be logarithmic")
	}
	if f.Height != 0 && (f.Height < 3 || f.Height > tallest || math.IsNaN(f.Height)) {
		return fmt.Errorf("height %g cm: must be from 3 to %g cm, or 0 to be chosen", f.Height, tallest)
	}
	return nil
}

// chart checks the figure and lays it out.
func (f Figure) chart() (*Chart, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	f.dodge()
	c := &Chart{Figure: f, fonts: newFonts(), looks: f.looks()}
	c.xs, c.ys = newSpan(f.X), newSpan(f.Y)
	for _, l := range f.Layers {
		if err := l.Check(); err != nil {
			if name, _ := l.Label(); name != "" {
				return nil, fmt.Errorf("%q: %w", name, err)
			}
			return nil, err
		}
		if _, ok := l.(Bars); ok && f.Y.Log {
			return nil, errors.New("bars begin at 0, which a logarithmic axis does not have: draw a curve")
		}
		l.Reach(&c.xs, &c.ys)
	}
	if c.xs.empty() || c.ys.empty() {
		return nil, errors.New("there is no point to draw: every value is missing, not finite, or not positive along a logarithmic axis")
	}
	c.xs.settle()
	c.ys.settle()
	c.layout()
	return c, c.cramped()
}

// Chart is a figure being drawn.
type Chart struct {
	Figure
	on            vg.Canvas // while it is painted
	fonts         fonts
	looks         []Look // by layer
	xs, ys        Span
	width, height vg.Length
	x, y          scale
	frame         vg.Rectangle
	legend        vg.Rectangle // where the legend stands
	rows          []Key        // of the legend
	bar           *colourBar   // of a heat map
}

// looks gives out the looks: one for each name, or, where there are groups, a
// colour for each group and a dash and a marker for each name.
func (f Figure) looks() []Look {
	var names, groups []string
	number := func(list *[]string, s string) int {
		if i := slices.Index(*list, s); i >= 0 {
			return i
		}
		*list = append(*list, s)
		return len(*list) - 1
	}
	out := make([]Look, len(f.Layers))
	for i, l := range f.Layers {
		if l.Keys(Look{}) == nil || painted(l) { // it takes none
			continue
		}
		name, group := l.Label()
		n := number(&names, name)
		out[i] = Look{colour: n, form: n}
		if group != "" {
			out[i].colour, out[i].grouped = number(&groups, group), true
		}
	}
	return out
}

// painted tells whether a layer has colours that mean something.
func painted(l Layer) bool {
	switch l.(type) {
	case Waves, Heat, Ground, Stripe:
		return true
	}
	return false
}

// dodge puts bars and boxes of several names side by side. The layers are copied:
// the caller's stay as they are.
func (f *Figure) dodge() {
	var names []string
	for _, l := range f.Layers {
		if _, ok := l.(beside); ok {
			if name, _ := l.Label(); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	f.Layers = slices.Clone(f.Layers)
	for i, l := range f.Layers {
		if b, ok := l.(beside); ok {
			name, _ := l.Label()
			if a, ok := l.(Absent); ok && !a.Beside {
				continue
			}
			f.Layers[i] = b.at(slot{slices.Index(names, name), len(names)})
		}
	}
}

// beside is a layer that shares the place of a category with others.
type beside interface{ at(s slot) Layer }

// slot is which of how many places at a category.
type slot struct{ index, of int }

// share is the part of a category's width that bars and boxes take together.
const share = 0.76

// centre returns the middle of the slot at a category, and half its width, in
// categories.
func (s slot) centre(category int) (mid, half float64) {
	each := share / float64(max(s.of, 1))
	return float64(category) - share/2 + each*(float64(s.index)+0.5), each / 2
}

// finite tells whether numbers are finite.
func finite(v ...float64) bool {
	for _, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}
