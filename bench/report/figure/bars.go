package figure

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Bars is one bar for each category of the X axis, with error bars if it has any. Bars
// of several names stand side by side. Bars begin at 0, so they have no logarithmic
// axis.
type Bars struct {
	Name      string
	Values    []float64 // by category; NaN for none
	Low, High []float64 // of the interval about each value, or nil
	Links     []string  // where the end of each bar leads to, or nil
	slot      slot
}

// at returns the bars in their place at each category.
func (b Bars) at(s slot) Layer { b.slot = s; return b }

// Label implements Layer.
func (b Bars) Label() (name, group string) { return b.Name, "" }

// Check implements Layer.
func (b Bars) Check() error {
	if (b.Low != nil || b.High != nil) && (len(b.Low) != len(b.Values) || len(b.High) != len(b.Values)) {
		panic(fmt.Sprintf("figure: bars %q have %d values, %d low and %d high ends", b.Name, len(b.Values), len(b.Low), len(b.High)))
	}
	if len(b.Values) == 0 {
		return errors.New("there is no bar: leave the layer out or give it a value")
	}
	return nil
}

// Reach implements Layer.
func (b Bars) Reach(x, y *Span) {
	for i, v := range b.Values {
		if !finite(v) {
			continue
		}
		x.Add(float64(i)-0.5, float64(i)+0.5)
		y.Add(0, v)
		if b.Low != nil && finite(b.Low[i], b.High[i]) {
			y.Add(b.Low[i], b.High[i])
		}
	}
}

// Draw implements Layer.
func (b Bars) Draw(c *Chart, l Look) {
	for i, v := range b.Values {
		if !finite(v) {
			continue
		}
		mid, half := b.slot.centre(i)
		from := vg.Point{X: c.x.at(mid - 0.96*half), Y: c.y.clamped(0)}
		to := vg.Point{X: c.x.at(mid + 0.96*half), Y: c.y.clamped(v)}
		c.rectangle(pale(l.Colour(), 0.75), from, to)
		if b.Low != nil && finite(b.Low[i], b.High[i]) {
			c.interval(plain(ink(), thinWidth), c.x.at(mid), b.Low[i], b.High[i])
		}
		if b.Links != nil {
			c.link(vg.Point{X: c.x.at(mid), Y: c.y.clamped(v)}, b.Links[i])
		}
	}
	zero := c.y.at(0)
	c.polyline(plain(spine(), spineWidth), []vg.Point{{X: c.frame.Min.X, Y: zero}, {X: c.frame.Max.X, Y: zero}})
}

// Keys implements Layer.
func (b Bars) Keys(l Look) []Key {
	return []Key{{b.Name, func(c *Chart, r vg.Rectangle) {
		c.on.SetColor(pale(l.Colour(), 0.75))
		c.on.Fill(box(swatch(r)))
	}}}
}

// swatch returns the part of a sign that shows a colour.
func swatch(r vg.Rectangle) vg.Rectangle {
	const inset = 3
	r.Min.X, r.Max.X = r.Min.X+inset, r.Max.X-inset
	return r
}

// Boxes is one box for each category of the X axis, as Tukey draws it (Exploratory
// Data Analysis, 1977): the box goes from the lower to the upper quartile and is cut
// at the median, the whiskers go to the last observations within one and a half
// lengths of the box, and those beyond are circles. Boxes of several names stand side
// by side.
type Boxes struct {
	Name    string
	Samples [][]float64 // by category; observations that are not finite are left out
	slot    slot
}

// Box is what a box plot shows of a sample.
type Box struct {
	Low, Lower, Median, Upper, High float64 // whiskers, quartiles and median
	Outside                         []float64
}

// NewBox works out the box of a sample, in any order. The quartiles are sample
// quantiles of type 7 of Hyndman and Fan (Sample quantiles in statistical packages,
// 1996): they lie a quarter and three quarters of the way from the first to the last
// of the ordered observations, and straight between two. There is no box of no finite
// observation.
func NewBox(sample []float64) (b Box, ok bool) {
	var v []float64
	for _, x := range sample {
		if finite(x) {
			v = append(v, x)
		}
	}
	if len(v) == 0 {
		return Box{}, false
	}
	slices.Sort(v)
	quantile := func(p float64) float64 {
		at := p * float64(len(v)-1)
		i := min(int(at), max(0, len(v)-2))
		rest := at - float64(i)
		if rest == 0 || len(v) == 1 {
			return v[i]
		}
		return v[i] + rest*(v[i+1]-v[i])
	}
	b = Box{Lower: quantile(0.25), Median: quantile(0.5), Upper: quantile(0.75)}
	reach := 1.5 * (b.Upper - b.Lower)
	b.Low, b.High = b.Lower, b.Upper
	for _, x := range v {
		if x < b.Lower-reach || x > b.Upper+reach {
			b.Outside = append(b.Outside, x)
			continue
		}
		b.Low, b.High = math.Min(b.Low, x), math.Max(b.High, x)
	}
	return b, true
}

// at returns the boxes in their place at each category.
func (b Boxes) at(s slot) Layer { b.slot = s; return b }

// Label implements Layer.
func (b Boxes) Label() (name, group string) { return b.Name, "" }

// Check implements Layer.
func (b Boxes) Check() error {
	if len(b.Samples) == 0 {
		return errors.New("there is no box: leave the layer out or give it a sample")
	}
	return nil
}

// Reach implements Layer.
func (b Boxes) Reach(x, y *Span) {
	for i, sample := range b.Samples {
		for _, v := range sample {
			if finite(v) && y.has(v) {
				x.Add(float64(i)-0.5, float64(i)+0.5)
				y.Add(v)
			}
		}
	}
}

// Draw implements Layer.
func (b Boxes) Draw(c *Chart, l Look) {
	line := plain(ink(), thinWidth)
	for i, sample := range b.Samples {
		s, ok := NewBox(sample)
		if !ok {
			continue
		}
		mid, half := b.slot.centre(i)
		half *= 0.8
		x, left, right := c.x.at(mid), c.x.at(mid-half), c.x.at(mid+half)
		across := func(v float64, from, to vg.Length) {
			if y := c.y.at(v); finite(float64(y)) {
				c.polyline(line, []vg.Point{{X: from, Y: y}, {X: to, Y: y}})
			}
		}
		lower, upper := c.y.clamped(s.Lower), c.y.clamped(s.Upper)
		c.rectangle(pale(l.Colour(), 0.55), vg.Point{X: left, Y: lower}, vg.Point{X: right, Y: upper})
		c.polyline(line, []vg.Point{{X: left, Y: lower}, {X: right, Y: lower}, {X: right, Y: upper}, {X: left, Y: upper}, {X: left, Y: lower}})
		c.polyline(line, []vg.Point{{X: x, Y: c.y.clamped(s.Low)}, {X: x, Y: lower}})
		c.polyline(line, []vg.Point{{X: x, Y: c.y.clamped(s.High)}, {X: x, Y: upper}})
		line.Width = 1.3
		across(s.Median, left, right)
		line.Width = thinWidth
		across(s.Low, (left+x)/2, (right+x)/2)
		across(s.High, (left+x)/2, (right+x)/2)
		for _, v := range s.Outside {
			at := vg.Point{X: x, Y: c.y.at(v)}
			if finite(float64(at.Y)) {
				c.inside(at, func() { ring(c.on, l.Colour(), at) })
			}
		}
	}
}

// ring draws a small circle.
func ring(on vg.Canvas, colour color.Color, at vg.Point) {
	style(on, plain(colour, thinWidth))
	on.Stroke(disc(at, 1.5))
}

// Keys implements Layer.
func (b Boxes) Keys(l Look) []Key {
	return []Key{{b.Name, func(c *Chart, r vg.Rectangle) {
		c.on.SetColor(pale(l.Colour(), 0.55))
		c.on.Fill(box(swatch(r)))
		style(c.on, plain(ink(), thinWidth))
		c.on.Stroke(box(swatch(r)))
	}}}
}
