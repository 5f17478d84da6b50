package figure

import (
	"errors"
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Stack is one part of a bar for each category of the X axis. Stacks of several names stand one above the other: whoever makes them says
// from where to where each goes.
type Stack struct {
	Name     string
	From, To []float64 // by category; NaN for none
}

// Label implements Layer.
func (s Stack) Label() (name, group string) { return s.Name, "" }

// Check implements Layer.
func (s Stack) Check() error {
	if len(s.From) != len(s.To) {
		panic(fmt.Sprintf("figure: the stack %q has %d beginnings and %d ends", s.Name, len(s.From), len(s.To)))
	}
	if len(s.To) == 0 {
		return errors.New("there is no bar: leave the layer out or give it a value")
	}
	return nil
}

// Reach implements Layer.
func (s Stack) Reach(x, y *Span) {
	for i := range s.To {
		if finite(s.From[i], s.To[i]) {
			x.Add(float64(i)-0.5, float64(i)+0.5)
			y.Add(0, s.From[i], s.To[i])
		}
	}
}

// Draw implements Layer. A line of the paper parts it from the one below, so that it is told from them without its colour.
func (s Stack) Draw(c *Chart, l Look) {
	for i := range s.To {
		if !finite(s.From[i], s.To[i]) || s.From[i] == s.To[i] {
			continue
		}
		mid, half := slot{}.centre(i)
		from := vg.Point{X: c.x.at(mid - half), Y: c.y.clamped(s.From[i])}
		to := vg.Point{X: c.x.at(mid + half), Y: c.y.clamped(s.To[i])}
		c.rectangle(l.fill(), from, to)
		if s.From[i] != 0 {
			c.polyline(plain(paper(), thinWidth), []vg.Point{from, {X: to.X, Y: from.Y}})
		}
	}
}

// fill is the colour of an area; lighter where colours begin anew.
func (l Look) fill() color.NRGBA {
	const colours = 7
	if l.colour >= colours {
		return pale(l.Colour(), 0.35)
	}
	return pale(l.Colour(), 0.75)
}

// Keys implements Layer.
func (s Stack) Keys(l Look) []Key {
	return []Key{{s.Name, func(c *Chart, r vg.Rectangle) {
		c.on.SetColor(l.fill())
		c.on.Fill(box(swatch(r)))
	}}}
}
