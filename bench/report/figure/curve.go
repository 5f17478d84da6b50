package figure

import (
	"errors"
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Curve is a line through points, which are marked where they are few.
type Curve struct {
	Name  string // shown in the legend
	Group string // curves of one group have one colour, and dash and marker tell the names apart
	X, Y  []float64
	// Low and High are the ends of an interval about each point, or nil. An end that
	// is not a number leaves the interval out. Along a logarithmic axis one that is not
	// positive reaches down to the end of the axis.
	Low, High []float64
	// Left and Right are likewise the ends of an interval along X, which has no band.
	Left, Right []float64
	Band        bool     // the intervals are a shaded band, not bars
	Links       []string // where each point leads to, or nil
	Join        Join
	Marker      Marker
	Thin        bool // in black, without markers: what is expected, beside what was found
}

// Join says how the points of a curve are joined.
type Join uint8

// The ways to join points.
const (
	Straight Join = iota
	Steps         // a value holds until the next point: what a sample-and-hold shows
	Apart         // markers only
	Stems         // markers, each on a line from the low end of the axis
)

// Marker is the sign that marks the points of a curve.
type Marker uint8

// The markers. One that is chosen means something, such as a pole.
const (
	ByName Marker = iota // one that tells the name from others
	Square               // full
	Cross                // of two strokes, as for a pole
	Ring                 // empty, as for a zero
	Bare                 // none, however few points there are
)

// fewPoints is how many points of a curve are still marked.
const fewPoints = 25

// Label implements Layer.
func (v Curve) Label() (name, group string) { return v.Name, v.Group }

// Check implements Layer.
func (v Curve) Check() error {
	if len(v.X) != len(v.Y) {
		panic(fmt.Sprintf("figure: curve %q has %d x and %d y", v.Name, len(v.X), len(v.Y)))
	}
	if (v.Low != nil || v.High != nil) && (len(v.Low) != len(v.Y) || len(v.High) != len(v.Y)) {
		panic(fmt.Sprintf("figure: curve %q has %d points, %d low and %d high ends", v.Name, len(v.Y), len(v.Low), len(v.High)))
	}
	if (v.Left != nil || v.Right != nil) && (len(v.Left) != len(v.X) || len(v.Right) != len(v.X)) {
		panic(fmt.Sprintf("figure: curve %q has %d points, %d left and %d right ends", v.Name, len(v.X), len(v.Left), len(v.Right)))
	}
	if v.Links != nil && len(v.Links) != len(v.X) {
		panic(fmt.Sprintf("figure: curve %q has %d points and %d links", v.Name, len(v.X), len(v.Links)))
	}
	if len(v.X) == 0 {
		return errors.New("the curve has no point: leave it out or give it one")
	}
	return nil
}

// Reach implements Layer.
func (v Curve) Reach(x, y *Span) {
	for i := range v.X {
		if !x.has(v.X[i]) || !y.has(v.Y[i]) {
			continue
		}
		x.Add(v.X[i])
		y.Add(v.Y[i])
		if v.Low != nil && finite(v.Low[i], v.High[i]) {
			y.Add(v.Low[i], v.High[i])
		}
		if v.Left != nil && finite(v.Left[i], v.Right[i]) {
			x.Add(v.Left[i], v.Right[i])
		}
	}
	if v.marked() {
		x.room = true
	}
}

// marked tells whether the points are marked.
func (v Curve) marked() bool {
	return v.Join == Apart || v.Join == Stems || v.Join == Straight && v.Marker != Bare && len(v.X) <= fewPoints && !v.Thin
}

// lined tells whether a line joins the points.
func (v Curve) lined() bool { return v.Join == Straight || v.Join == Steps }

// Draw implements Layer.
func (v Curve) Draw(c *Chart, l Look) {
	if v.Low != nil && v.Band {
		v.band(c, l)
	}
	if v.Join == Stems {
		for _, piece := range c.pieces(v.X, v.Y) {
			for _, at := range piece {
				c.polyline(plain(l.Colour(), curveWidth), []vg.Point{{X: at.X, Y: c.y.spot(c.y.min)}, at})
			}
		}
	}
	if v.lined() {
		v.join(c, l)
	}
	if v.Low != nil && !v.Band {
		for i := range v.X {
			v.bar(c, l, i)
		}
	}
	if v.Left != nil {
		for i := range v.X {
			v.across(c, l, i)
		}
	}
	if v.marked() {
		for _, piece := range c.pieces(v.X, v.Y) {
			for _, at := range piece {
				c.inside(at, func() { v.mark(c.on, l, at) })
			}
		}
	}
	v.link(c)
}

// link makes points lead to where their links say.
func (v Curve) link(c *Chart) {
	for i, to := range v.Links {
		c.link(vg.Point{X: c.x.at(v.X[i]), Y: c.y.at(v.Y[i])}, to)
	}
}

// join draws the line through the points.
func (v Curve) join(c *Chart, l Look) {
	for _, piece := range c.pieces(v.X, v.Y) {
		if len(piece) == 1 && !v.marked() { // a point between gaps would not show
			c.inside(piece[0], func() { c.shape(l.Colour(), disc(piece[0], curveWidth)) })
			continue
		}
		if v.Join == Steps {
			piece = stairs(piece)
		}
		c.polyline(v.line(l), piece)
	}
}

// mark draws the marker of a point.
func (v Curve) mark(on vg.Canvas, l Look, at vg.Point) {
	switch v.Marker {
	case Square:
		l.form = 1
	case Cross:
		l.form = 6
	case Ring: // nothing hides what it stands around
		style(on, plain(l.Colour(), curveWidth))
		on.Stroke(disc(at, markRadius*1.3))
		return
	}
	l.marker(on, at)
}

// line returns the line of the curve, thinner where many points make it a cloud.
func (v Curve) line(l Look) draw.LineStyle {
	if v.Thin {
		l.colour = inBlack
	}
	s := l.line()
	if v.Name == "" && v.Thin {
		s.Dashes = nil // no legend tells them
	}
	if len(v.X) > 1000 || v.Thin {
		s.Width = thinWidth
	}
	return s
}

// bar draws the interval of a point as a bar with caps. A cap that is not to be seen
// is not drawn.
func (v Curve) bar(c *Chart, l Look, i int) {
	x := c.x.at(v.X[i])
	if !finite(float64(x), v.Low[i], v.High[i]) || !c.ys.has(v.Y[i]) {
		return
	}
	c.interval(plain(l.Colour(), thinWidth), x, v.Low[i], v.High[i])
}

// across draws the interval of a point along X, as bar does along Y.
func (v Curve) across(c *Chart, l Look, i int) {
	y := c.y.at(v.Y[i])
	if !finite(float64(y), v.Left[i], v.Right[i]) || !c.xs.has(v.X[i]) {
		return
	}
	s := plain(l.Colour(), thinWidth)
	c.polyline(s, []vg.Point{{X: c.x.clamped(v.Left[i]), Y: y}, {X: c.x.clamped(v.Right[i]), Y: y}})
	for _, end := range []float64{v.Left[i], v.Right[i]} {
		if x := c.x.at(end); finite(float64(x)) {
			c.polyline(s, []vg.Point{{X: x, Y: y - capLength}, {X: x, Y: y + capLength}})
		}
	}
}

// capLength is half the length of the caps of intervals, in points.
const capLength = 1.8

// interval draws a bar with caps from one value to another.
func (c *Chart) interval(s draw.LineStyle, x vg.Length, low, high float64) {
	from, to := c.y.clamped(low), c.y.clamped(high)
	c.polyline(s, []vg.Point{{X: x, Y: from}, {X: x, Y: to}})
	for _, v := range []float64{low, high} {
		if y := c.y.at(v); finite(float64(y)) {
			c.polyline(s, []vg.Point{{X: x - capLength, Y: y}, {X: x + capLength, Y: y}})
		}
	}
}

// band shades what lies between the ends of the intervals.
func (v Curve) band(c *Chart, l Look) {
	var low, high []vg.Point
	flush := func() {
		if v.Join == Steps && len(low) > 0 {
			low, high = stairs(low), stairs(high)
		}
		c.between(sheer(l.Colour(), 0.2), low, high)
		low, high = nil, nil
	}
	for i := range v.X {
		x := c.x.at(v.X[i])
		if !finite(float64(x), v.Low[i], v.High[i]) {
			flush()
			continue
		}
		low = append(low, vg.Point{X: x, Y: c.y.clamped(v.Low[i])})
		high = append(high, vg.Point{X: x, Y: c.y.clamped(v.High[i])})
	}
	flush()
}

// Keys implements Layer.
func (v Curve) Keys(l Look) []Key {
	thumb := func(c *Chart, r vg.Rectangle, l Look, line, mark bool) {
		mid := (r.Min.Y + r.Max.Y) / 2
		if v.Band && v.Low != nil {
			fill(c.on, sheer(l.Colour(), 0.2), r.Min, vg.Point{X: r.Max.X, Y: r.Min.Y}, r.Max, vg.Point{X: r.Min.X, Y: r.Max.Y})
		}
		if line {
			stroke(c.on, v.line(l), vg.Point{X: r.Min.X, Y: mid}, vg.Point{X: r.Max.X, Y: mid})
		}
		if mark {
			v.mark(c.on, l, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: mid})
		}
	}
	line, mark := v.lined(), v.marked()
	if !l.grouped {
		return []Key{{v.Name, func(c *Chart, r vg.Rectangle) { thumb(c, r, l, line, mark) }}}
	}
	colour, form := Look{colour: l.colour}, Look{colour: inBlack, form: l.form}
	return []Key{
		{v.Group, func(c *Chart, r vg.Rectangle) {
			mid := (r.Min.Y + r.Max.Y) / 2
			stroke(c.on, plain(colour.Colour(), 3), vg.Point{X: r.Min.X, Y: mid}, vg.Point{X: r.Max.X, Y: mid})
		}},
		{v.Name, func(c *Chart, r vg.Rectangle) { thumb(c, r, form, line, mark) }},
	}
}

// stairs returns the corners of the staircase through points: each holds until the
// next.
func stairs(points []vg.Point) []vg.Point {
	out := points[:1:1]
	for i := 1; i < len(points); i++ {
		out = append(out, vg.Point{X: points[i].X, Y: points[i-1].Y}, points[i])
	}
	return out
}

// pieces returns where the points of a curve are drawn, cut at its gaps.
func (c *Chart) pieces(xs, ys []float64) [][]vg.Point {
	var out [][]vg.Point
	gap := true
	for i := range xs {
		x, y := c.x.at(xs[i]), c.y.at(ys[i])
		if !finite(float64(x), float64(y)) {
			gap = true
			continue
		}
		if gap {
			out = append(out, nil)
		}
		gap = false
		out[len(out)-1] = append(out[len(out)-1], vg.Point{X: x, Y: y})
	}
	return out
}
