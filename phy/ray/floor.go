package ray

import (
	"math"

	"halocline/sim/fault"
)

// Floor is the bottom along the bearing from one end to the other: straight between its points, which begin at the one
// end and stop at the other. Two points at one range are a wall. Where its depth is negative, it is an island.
type Floor []Point

// Validate reports what is no floor.
func (f Floor) Validate() error {
	if len(f) == 0 {
		return fault.In("floor", "has no points; give one at each end")
	}
	for i, p := range f {
		if math.IsNaN(p.Range-p.Depth) || math.IsInf(p.Range-p.Depth, 0) {
			return fault.In("floor", "point %d at %g m has the depth %g m; write finite numbers", i, p.Range, p.Depth)
		}
		if i > 0 && p.Range < f[i-1].Range {
			return fault.In("floor", "point %d at %g m follows %g m; ranges do not decrease, so sort them", i, p.Range, f[i-1].Range)
		}
	}
	return nil
}

// span returns the range from the first to the last point.
func (f Floor) span() float64 { return f[len(f)-1].Range - f[0].Range }

// holds tells whether both ends are in the water above a valid floor.
func (f Floor) holds(from, to float64) bool {
	return f.Validate() == nil && from >= 0 && from <= f[0].Depth && to >= 0 && to <= f[len(f)-1].Depth
}

// level returns one depth for a short floor, below both ends.
func (f Floor) level(from, to float64) float64 {
	return max(from, to, (f[0].Depth+f[len(f)-1].Depth)/2)
}

// mirrored tells whether the floor seen from its far end comes first in an order of floors, by the first difference of
// depths, then of ranges, from the ends on.
func (f Floor) mirrored() bool {
	last := len(f) - 1
	for i := range f {
		if a, b := f[i].Depth, f[last-i].Depth; a != b {
			return b < a
		}
	}
	for i := range f {
		if a, b := f[i].Range-f[0].Range, f[last].Range-f[last-i].Range; a != b {
			return b < a
		}
	}
	return false
}

// facet is the floor between two points.
type facet struct {
	from, to float64 // m, range
	depth    float64 // m, at from
	end      float64 // m, depth at to
	cos, sin float64 // of its angle below the horizontal
	top      float64 // m, the lesser depth
}

// facets appends the parts of a floor, from its other end if told so, with ranges from 0 on.
func (f Floor) facets(dst []facet, mirror bool) []facet {
	last := len(f) - 1
	at := func(i int) (x, z float64) {
		if mirror {
			return f[last].Range - f[last-i].Range, f[last-i].Depth
		}
		return f[i].Range - f[0].Range, f[i].Depth
	}
	x0, z0 := at(0)
	for i := range last {
		x1, z1 := at(i + 1)
		if x1 == x0 && z1 == z0 {
			continue
		}
		long := math.Hypot(x1-x0, z1-z0)
		dst = append(dst, facet{from: x0, to: x1, depth: z0, end: z1, cos: (x1 - x0) / long, sin: (z1 - z0) / long, top: min(z0, z1)})
		x0, z0 = x1, z1
	}
	return dst
}

// at returns the depth of the floor at a range within a facet.
func (f *facet) at(x float64) float64 {
	if x >= f.to {
		return f.end
	}
	return f.depth + (f.end-f.depth)*((x-f.from)/(f.to-f.from))
}

// meets returns the range in which an arc comes to a facet from above, and the sine and the cosine of the angle between
// both there. The arc begins at a point at or above the line of the facet, with a sine and a cosine to the horizontal;
// its angle falls by bend for each m. ok is false if it does not come to the line in its downward part.
//
// Seen from the facet the cosine grows by bend for each m towards it, as it does in water whose speed is linear in depth.
func (f *facet) meets(x, z, w, u, bend float64) (reach, sin, cos float64, ok bool) {
	s0, c0 := f.lean(w, u)
	d := f.off(x, z)
	kd := bend * d
	sin = math.Sqrt(max(0, s0*s0-kd*(2*c0+kd)))
	if sin == 0 {
		return 0, 0, 0, false
	}
	along := 0.0
	if s0 >= 0 {
		along = d * (2*c0 + kd) / (s0 + sin)
	} else if bend != 0 {
		along = (s0 - sin) / bend
	} else {
		return 0, 0, 0, false
	}
	return along*f.cos - d*f.sin, sin, c0 + kd, true
}

// off returns how far a point is above the line of the facet, in m across it.
func (f *facet) off(x, z float64) float64 { return (x-f.from)*f.sin - (z-f.depth)*f.cos }

// lean returns the sine and the cosine of the angle by which a direction points below the facet.
func (f *facet) lean(w, u float64) (sin, cos float64) {
	return w*f.cos - u*f.sin, u*f.cos + w*f.sin
}
