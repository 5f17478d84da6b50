package figure

import (
	"errors"
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Ground fills the frame beyond a line along X, where Y is greater: what lies below a seabed, along an axis of depth.
type Ground struct {
	Name string // in the legend
	X, Y []float64
}

// Label implements Layer.
func (g Ground) Label() (name, group string) { return "", "" }

// Check implements Layer.
func (g Ground) Check() error {
	if len(g.X) != len(g.Y) {
		panic(fmt.Sprintf("figure: a ground has %d x and %d y", len(g.X), len(g.Y)))
	}
	if len(g.X) < 2 {
		return errors.New("the ground has no two points: leave it out or give it its ends")
	}
	return nil
}

// Reach implements Layer.
func (g Ground) Reach(x, y *Span) {
	x.Add(g.X...)
	y.Add(g.Y...)
}

// Draw implements Layer.
func (g Ground) Draw(c *Chart, _ Look) {
	for _, line := range c.pieces(g.X, g.Y) {
		first, last, end := line[0], line[len(line)-1], c.y.spot(c.y.max)
		c.polygon(earth(), append(line[:len(line):len(line)], vg.Point{X: last.X, Y: end}, vg.Point{X: first.X, Y: end})...)
		c.polyline(plain(ink(), curveWidth), line)
	}
}

// earth is the colour of the ground.
func earth() color.NRGBA { return color.NRGBA{0xb8, 0xb8, 0xb8, 0xff} }

// Keys implements Layer.
func (g Ground) Keys(Look) []Key {
	return []Key{{g.Name, func(c *Chart, r vg.Rectangle) {
		c.shape(earth(), box(swatch(r)))
		s := swatch(r)
		stroke(c.on, plain(ink(), curveWidth), vg.Point{X: s.Min.X, Y: s.Max.Y}, s.Max)
	}}}
}

// Stripe shades all between two places along X: a time in which something holds.
type Stripe struct {
	Name     string // in the legend
	From, To float64
	Strength float64 // of the shade, up to 1
}

// Label implements Layer.
func (s Stripe) Label() (name, group string) { return "", "" }

// Check implements Layer.
func (s Stripe) Check() error {
	if !(s.From <= s.To) {
		return errors.New("the stripe ends before it begins")
	}
	return nil
}

// Reach implements Layer.
func (s Stripe) Reach(*Span, *Span) {}

// Draw implements Layer.
func (s Stripe) Draw(c *Chart, _ Look) {
	c.rectangle(s.paint(), vg.Point{X: c.x.clamped(s.From), Y: c.frame.Min.Y}, vg.Point{X: c.x.clamped(s.To), Y: c.frame.Max.Y})
}

// paint returns the colour: sky blue.
func (s Stripe) paint() color.NRGBA { return sheer(Look{colour: 5}.Colour(), 0.4*s.Strength) }

// Keys implements Layer.
func (s Stripe) Keys(Look) []Key {
	return []Key{{s.Name, func(c *Chart, r vg.Rectangle) { c.shape(s.paint(), box(swatch(r))) }}}
}

// Footprint fills what lies within its corners: an obstacle, seen from above. It is drawn as far as the frame shows it.
type Footprint struct{ X, Y []float64 }

// Label implements Layer.
func (f Footprint) Label() (name, group string) { return "", "" }

// Check implements Layer.
func (f Footprint) Check() error { return Track{X: f.X, Y: f.Y}.Check() }

// Reach implements Layer.
func (f Footprint) Reach(*Span, *Span) {}

// Draw implements Layer.
func (f Footprint) Draw(c *Chart, _ Look) {
	for _, corners := range c.pieces(f.X, f.Y) {
		c.polygon(earth(), corners...)
		c.polyline(plain(spine(), spineWidth), append(corners[:len(corners):len(corners)], corners[0]))
	}
}

// Keys implements Layer.
func (f Footprint) Keys(Look) []Key { return nil }
