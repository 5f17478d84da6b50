package figure

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
)

// Track is where a vehicle went: a line with a circle at its beginning and an arrow at
// its end. In plan its figure sets Equal; of depth its Y axis is Down.
type Track struct {
	Name string
	X, Y []float64
}

// Label implements Layer.
func (t Track) Label() (name, group string) { return t.Name, "" }

// Check implements Layer.
func (t Track) Check() error {
	if len(t.X) != len(t.Y) {
		panic(fmt.Sprintf("figure: track %q has %d x and %d y", t.Name, len(t.X), len(t.Y)))
	}
	if len(t.X) == 0 {
		return errors.New("the track has no point: leave it out or give it one")
	}
	return nil
}

// Reach implements Layer.
func (t Track) Reach(x, y *Span) {
	for i := range t.X {
		if x.has(t.X[i]) && y.has(t.Y[i]) {
			x.Add(t.X[i])
			y.Add(t.Y[i])
		}
	}
	x.room, y.room = true, true
}

// Draw implements Layer.
func (t Track) Draw(c *Chart, l Look) {
	pieces := c.pieces(t.X, t.Y)
	if len(pieces) == 0 {
		return
	}
	for _, p := range pieces {
		c.polyline(l.line(), p)
	}
	last := pieces[len(pieces)-1]
	if tip := last[len(last)-1]; len(last) > 1 {
		c.inside(tip, func() { arrow(c.on, l, heading(last), tip) })
	}
	begin := pieces[0][0]
	c.inside(begin, func() {
		c.shape(paper(), disc(begin, markRadius))
		style(c.on, plain(l.Colour(), curveWidth))
		c.on.Stroke(disc(begin, markRadius))
	})
}

// heading returns the direction in which a line ends, over its last few printer's
// points.
func heading(points []vg.Point) float64 {
	tip := points[len(points)-1]
	for i := len(points) - 2; i >= 0; i-- {
		way := tip.Sub(points[i])
		if far := math.Hypot(float64(way.X), float64(way.Y)); far > 3 || i == 0 {
			return math.Atan2(float64(way.Y), float64(way.X))
		}
	}
	return 0
}

// arrow draws the head of an arrow.
func arrow(on vg.Canvas, l Look, angle float64, tip vg.Point) {
	corner := func(far vg.Length, turn float64) vg.Point {
		sin, cos := math.Sincos(angle + turn)
		return tip.Add(vg.Point{X: far * vg.Length(cos), Y: far * vg.Length(sin)})
	}
	fill(on, l.Colour(), corner(2, 0), corner(6, math.Pi-0.42), corner(3.6, math.Pi), corner(6, math.Pi+0.42))
}

// Keys implements Layer.
func (t Track) Keys(l Look) []Key { return Curve{Name: t.Name, Join: Steps}.Keys(l) }

// Plan is a way that somebody is to go: a thin line under the tracks.
type Plan struct{ X, Y []float64 }

// Label implements Layer.
func (p Plan) Label() (name, group string) { return "", "" }

// Check implements Layer.
func (p Plan) Check() error { return Track{X: p.X, Y: p.Y}.Check() }

// Reach implements Layer.
func (p Plan) Reach(x, y *Span) { Track{X: p.X, Y: p.Y}.Reach(x, y) }

// Draw implements Layer.
func (p Plan) Draw(c *Chart, _ Look) {
	for _, piece := range c.pieces(p.X, p.Y) {
		c.polyline(plain(pale(spine(), 0.4), thinWidth), piece)
	}
}

// Keys implements Layer.
func (p Plan) Keys(Look) []Key { return nil }

// Places is points with names beside them, such as a docking station.
type Places struct {
	Names   []string
	X, Y    []float64
	Crowded bool // much is drawn around them: the names have paper behind them
}

// Label implements Layer.
func (p Places) Label() (name, group string) { return "", "" }

// Check implements Layer.
func (p Places) Check() error {
	if len(p.X) != len(p.Names) || len(p.Y) != len(p.Names) {
		panic(fmt.Sprintf("figure: %d places have %d x and %d y", len(p.Names), len(p.X), len(p.Y)))
	}
	return nil
}

// Reach implements Layer.
func (p Places) Reach(x, y *Span) {
	x.Add(p.X...)
	y.Add(p.Y...)
	x.room, y.room = true, true
}

// Draw implements Layer.
func (p Places) Draw(c *Chart, _ Look) {
	for i, name := range p.Names {
		at := vg.Point{X: c.x.at(p.X[i]), Y: c.y.at(p.Y[i])}
		if !finite(float64(at.X), float64(at.Y)) {
			continue
		}
		c.inside(at, func() {
			c.shape(ink(), closed(polygon(at, 3, 4, math.Pi/4)))
			beside, side := vg.Point{X: at.X + 5, Y: at.Y}, 0.0
			wide := c.fonts.width(name, tickSize)
			if beside.X+wide > c.frame.Max.X {
				beside.X, side = at.X-5, 1
			}
			if p.Crowded {
				left := beside.X - vg.Length(side)*wide
				c.rectangle(sheer(paper(), 0.8), vg.Point{X: left - 1.5, Y: at.Y - tickSize/2}, vg.Point{X: left + wide + 1.5, Y: at.Y + tickSize/2})
			}
			c.fonts.write(c.on, beside, name, tickSize, align{side, 0.5}, 0, ink())
		})
	}
}

// Keys implements Layer.
func (p Places) Keys(Look) []Key { return nil }
