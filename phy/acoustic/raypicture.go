package acoustic

import (
	"math"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/sim"
	"halocline/sim/geom"
)

// Reception is what comes of a signal over rays, one by one and together.
type Reception struct {
	Arrivals []ray.Arrival // by delay
	Inside   []float64     // of each arrival the share of its energy that the window gathers
	Signal   ray.Signal
}

// Receive returns how a signal that leaves tx at t is received. Without arrivals the receiver is in a shadow, or an end is in
// the air.
func (c *rays) Receive(tx, rx phy.End, t sim.Time) Reception {
	r := Reception{}
	if _, ok := c.trace(tx, rx, t); !ok {
		return r
	}
	r.Signal = c.gatherer.Gather(c.arrivals, rx.Window())
	for i := range c.arrivals {
		r.Inside = append(r.Inside, c.gatherer.Inside(i))
	}
	r.Arrivals = append(r.Arrivals, c.arrivals...)
	return r
}

// Sketch returns the path of an arrival between two places that stand still.
func (c *rays) Sketch(a ray.Arrival, from, to geom.Vec) []ray.Point {
	if c.follow && c.sloping(from, to) {
		return c.solver.TraceOver(nil, a, c.floor, from.Depth(), to.Depth())
	}
	return c.solver.Trace(nil, a, from.Depth(), to.Depth(), math.Hypot(to.X-from.X, to.Y-from.Y), c.depth(from, to))
}

// Field returns what arrives of a source, as ray.Solver.Field does, in the plane through it and another place, at ranges up
// to that of the other place. The antennas are the same in all directions.
func (c *rays) Field(from, to geom.Vec, ranges []float64, depth float64, rows int) [][]float64 {
	return c.solver.Field(c.Bottom(from, to), from.Depth(), ranges, depth, rows)
}

// Bottom returns the bottom from under one place to under another, as rays meet it.
func (c *rays) Bottom(from, to geom.Vec) ray.Floor {
	if c.follow && c.sloping(from, to) {
		return append(ray.Floor{}, c.floor...)
	}
	level := c.depth(from, to)
	return ray.Floor{{Range: 0, Depth: level}, {Range: math.Hypot(to.X-from.X, to.Y-from.Y), Depth: level}}
}
