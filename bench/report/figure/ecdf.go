package figure

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// ECDF is the distribution of a sample: at each value, the part of the observations
// that are not greater. An infinite observation counts and is not reached, as the
// delay of a packet that never arrived; one that is NaN does not count.
type ECDF struct {
	Name   string
	Values []float64
	// Confidence of the band that holds the whole distribution from which the sample
	// was drawn, such as 0.95, after Dvoretzky, Kiefer and Wolfowitz with the constant of
	// Massart (The tight constant in the Dvoretzky-Kiefer-Wolfowitz inequality, 1990).
	// 0: no band.
	Confidence float64
}

// ordered returns the observations that count, smallest first.
func (e ECDF) ordered() []float64 {
	v := slices.DeleteFunc(slices.Clone(e.Values), math.IsNaN)
	slices.Sort(v)
	return v
}

// bandwidth returns half the height of the band about a distribution of n
// observations: sqrt(ln(2/(1-confidence))/(2n)).
func bandwidth(n int, confidence float64) float64 {
	return math.Sqrt(math.Log(2/(1-confidence)) / (2 * float64(n)))
}

// Label implements Layer.
func (e ECDF) Label() (name, group string) { return e.Name, "" }

// Check implements Layer.
func (e ECDF) Check() error {
	if e.Confidence < 0 || e.Confidence >= 1 || math.IsNaN(e.Confidence) {
		return errors.New("the confidence of a band lies between 0 and 1")
	}
	if len(e.ordered()) == 0 {
		return errors.New("there is no observation: leave the distribution out or give it one")
	}
	return nil
}

// Reach implements Layer.
func (e ECDF) Reach(x, y *Span) {
	x.Add(e.Values...)
	y.Add(0, 1/float64(len(e.ordered())), 1) // the least part has a place on a logarithmic axis
}

// Draw implements Layer.
func (e ECDF) Draw(c *Chart, l Look) {
	v := e.ordered()
	n := float64(len(v))
	left, right := c.frame.Min.X, c.frame.Max.X
	if c.X.Down {
		left, right = right, left
	}
	var steps []vg.Point // where the distribution takes a new value, and that value
	part := 0.0
	for i, x := range v {
		at := c.x.at(x)
		if i+1 < len(v) && v[i+1] == x {
			continue
		}
		switch {
		case math.IsInf(x, 1):
			continue
		case !finite(float64(at)): // below a logarithmic axis
			part = float64(i+1) / n
			continue
		case len(steps) == 0:
			steps = append(steps, vg.Point{X: left, Y: vg.Length(part)})
		}
		steps = append(steps, vg.Point{X: at, Y: vg.Length(float64(i+1) / n)})
	}
	if len(steps) == 0 { // no observation is on the axis: all lie below it, or beyond
		steps = append(steps, vg.Point{X: left, Y: vg.Length(part)})
	}
	steps = append(steps, vg.Point{X: right, Y: steps[len(steps)-1].Y})
	shifted := func(by float64) []vg.Point {
		out := slices.Clone(steps)
		for i := range out {
			out[i].Y = c.y.clamped(math.Min(math.Max(float64(out[i].Y)+by, 0), 1))
		}
		return stairs(out)
	}
	if e.Confidence > 0 {
		d := bandwidth(len(v), e.Confidence)
		c.between(sheer(l.Colour(), 0.2), shifted(-d), shifted(d))
	}
	c.polyline(l.line(), shifted(0))
}

// Keys implements Layer.
func (e ECDF) Keys(l Look) []Key {
	band := e.Confidence > 0
	return Curve{Name: e.Name, Join: Steps, Band: band, Low: []float64{}}.Keys(l)
}
