package figure

import (
	"errors"
	"math"

	"gonum.org/v1/plot/vg"
)

// Absent marks where a curve or bars of its name have no value, or not one of all runs: by
// crosses along the upper edge of the frame, in the colour of the name.
type Absent struct {
	Name    string
	X       []float64
	Meaning string // of the crosses, in the legend
	Beside  bool   // X are categories, and the crosses stand above the bars of the name
	slot    slot
}

// at returns the crosses above the bars of their name.
func (a Absent) at(s slot) Layer { a.slot = s; return a }

// Label implements Layer.
func (a Absent) Label() (name, group string) { return a.Name, "" }

// Check implements Layer.
func (a Absent) Check() error {
	if len(a.X) == 0 {
		return errors.New("nothing is absent: leave the layer out")
	}
	return nil
}

// Reach implements Layer.
func (a Absent) Reach(x, _ *Span) { x.Add(a.X...) }

// Draw implements Layer.
func (a Absent) Draw(c *Chart, l Look) {
	for _, v := range a.X {
		row := l.colour // those of different names stand below each other
		if a.Beside {
			v, _ = a.slot.centre(int(v))
			row = 0
		}
		at := vg.Point{X: c.x.at(v), Y: c.frame.Max.Y - vg.Length(4+6*row)}
		if !math.IsNaN(float64(at.X)) {
			c.inside(at, func() { missing(c.on, l, at) })
		}
	}
}

// missing draws the marker of what is absent.
func missing(on vg.Canvas, l Look, at vg.Point) {
	l.form = 6
	l.marker(on, at)
}

// Keys implements Layer.
func (a Absent) Keys(Look) []Key {
	return []Key{{a.Meaning, func(c *Chart, r vg.Rectangle) {
		missing(c.on, Look{colour: inBlack}, between(r.Min, r.Max, 0.5))
	}}}
}
