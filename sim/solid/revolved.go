package solid

import (
	"math"

	"halocline/sim/geom"
)

// Point is a point of a profile: how far along the axis, and how far from it, in m.
type Point struct{ Along, Out float64 }

// Revolved is a solid of revolution: a closed polygon that turns about an axis. The corners
// stand in either order, none of them beyond the axis.
type Revolved struct {
	Base    geom.Vec // from which Along counts
	Axis    geom.Vec // of length 1
	Profile []Point
}

// NewCylinder returns the cylinder between two points.
func NewCylinder(from, to geom.Vec, radius float64) Revolved {
	return NewCone(from, to, radius, radius)
}

// NewCone returns the solid between two discs about two points; one of them may be a tip.
func NewCone(from, to geom.Vec, radiusFrom, radiusTo float64) Revolved {
	length := to.Dist(from)
	return Revolved{from, unit(to.Sub(from), geom.Vec{Z: 1}), []Point{{0, 0}, {length, 0}, {length, radiusTo}, {0, radiusFrom}}}
}

// NewFunnel returns the wall of a funnel whose inside is a cone: it narrows along the axis, from the
// radius of the entrance to that of the exit, and the wall has a thickness.
func NewFunnel(entrance, axis geom.Vec, length, radiusIn, radiusOut, thick float64) Revolved {
	return Revolved{entrance, unit(axis, geom.Vec{X: 1}), []Point{{0, radiusIn}, {length, radiusOut}, {length, radiusOut + thick}, {0, radiusIn + thick}}}
}

// ray is a ray by its parts along the axis and across it.
type ray struct {
	s, ds   float64  // along
	p, d    geom.Vec // across
	a, b, c float64  // the square of the distance from the axis is a t^2 + 2 b t + c
}

func (r Revolved) local(from, dir geom.Vec) ray {
	at := from.Sub(r.Base)
	l := ray{s: at.Dot(r.Axis), ds: dir.Dot(r.Axis)}
	l.p, l.d = at.Sub(r.Axis.Scale(l.s)), dir.Sub(r.Axis.Scale(l.ds))
	l.a, l.b, l.c = l.d.Dot(l.d), l.p.Dot(l.d), l.p.Dot(l.p)
	return l
}

// Cast implements Solid: the nearest of what the ray meets of the sides of the profile.
func (r Revolved) Cast(from, dir geom.Vec, most float64) (Hit, bool) {
	l := r.local(from, dir)
	best, ok := Hit{Distance: most}, false
	for i := range r.Profile {
		if h, found := r.side(i, l, best.Distance, dir); found {
			best, ok = h, true
		}
	}
	return best, ok
}

// side returns where a ray meets what one side of the profile is when it turns: a part of a cone, or of a plane.
func (r Revolved) side(i int, l ray, most float64, dir geom.Vec) (Hit, bool) {
	from, to := r.Profile[i], r.Profile[(i+1)%len(r.Profile)]
	long, rise := to.Along-from.Along, to.Out-from.Out
	if from.Out == 0 && to.Out == 0 || long == 0 && rise == 0 {
		return Hit{}, false
	}
	seam := 1e-12 * (math.Abs(from.Along) + math.Abs(to.Along) + from.Out + to.Out) // so that no ray slips through one
	if long == 0 {
		at := (from.Along - l.s) / l.ds
		if !(at >= 0 && at <= most) || !between(l.out(at), from.Out, to.Out, seam) {
			return Hit{}, false
		}
		return hit(at, r.Axis, dir, i), true
	}
	// |p + d t|^2 = w^2 with w = out + k (s + ds t - along), the distance of the side from the axis.
	k := rise / long
	w, dw := from.Out+k*(l.s-from.Along), k*l.ds
	a, b, c := l.a-dw*dw, l.b-w*dw, l.c-w*w
	first, second, ok := roots(a, b, c)
	if a == 0 && b != 0 { // along the slope of the cone
		first, second, ok = -c/(2*b), -c/(2*b), true
	}
	if !ok {
		return Hit{}, false
	}
	for _, at := range [2]float64{first, second} {
		s := l.s + l.ds*at
		if at >= 0 && at <= most && w+dw*at >= -seam && between(s, from.Along, to.Along, seam) {
			out := unit(l.p.Add(l.d.Scale(at)), normalTo(r.Axis))
			return hit(at, unit(out.Sub(r.Axis.Scale(k)), out), dir, i), true
		}
	}
	return Hit{}, false
}

// out returns the distance of a point of a ray from the axis.
func (l ray) out(at float64) float64 { return math.Sqrt(max(0, l.c+at*(2*l.b+at*l.a))) }

// between tells whether x lies between two ends, within a slack.
func between(x, a, b, slack float64) bool { return x >= min(a, b)-slack && x <= max(a, b)+slack }

// Near implements Solid, in the plane of the axis and the point.
func (r Revolved) Near(at geom.Vec) (distance float64, away geom.Vec, side int) {
	p, across := r.flat(at)
	best, to, inside := math.Inf(1), Point{}, false
	for i, a := range r.Profile {
		b := r.Profile[(i+1)%len(r.Profile)]
		if (a.Out > p.Out) != (b.Out > p.Out) && p.Along < a.Along+(p.Out-a.Out)/(b.Out-a.Out)*(b.Along-a.Along) {
			inside = !inside
		}
		if a.Out == 0 && b.Out == 0 {
			continue // the axis is no surface
		}
		q := nearestOnSide(a, b, p)
		if d := math.Hypot(p.Along-q.Along, p.Out-q.Out); d < best {
			best, to, side = d, q, i
		}
	}
	normal := Point{p.Along - to.Along, p.Out - to.Out}
	switch {
	case best == 0:
		normal = r.outward(side)
	case inside:
		best, normal = -best, Point{-normal.Along, -normal.Out}
	}
	return best, r.turned(normal, across), side
}

// Beyond implements Solid.
func (r Revolved) Beyond(side int, at geom.Vec) (distance float64, away geom.Vec) {
	p, across := r.flat(at)
	from, normal := r.Profile[side], r.outward(side)
	return (p.Along-from.Along)*normal.Along + (p.Out-from.Out)*normal.Out, r.turned(normal, across)
}

// flat returns a point in the plane of the profile, and what of it is across the axis.
func (r Revolved) flat(at geom.Vec) (Point, geom.Vec) {
	rel := at.Sub(r.Base)
	along := rel.Dot(r.Axis)
	across := rel.Sub(r.Axis.Scale(along))
	return Point{along, across.Norm()}, across
}

// turned returns a direction of the plane of the profile in the world, where that plane holds a vector across the axis.
func (r Revolved) turned(n Point, across geom.Vec) geom.Vec {
	out := unit(across, normalTo(r.Axis))
	return unit(r.Axis.Scale(n.Along).Add(out.Scale(n.Out)), out)
}

// outward returns the normal of a side, of length 1: the corners go round the profile one way or the other, which the sign of
// its area tells.
func (r Revolved) outward(side int) Point {
	area := 0.0
	for i, a := range r.Profile {
		b := r.Profile[(i+1)%len(r.Profile)]
		area += a.Along*b.Out - b.Along*a.Out
	}
	a, b := r.Profile[side], r.Profile[(side+1)%len(r.Profile)]
	long := math.Copysign(math.Hypot(b.Along-a.Along, b.Out-a.Out), area)
	return Point{(b.Out - a.Out) / long, (a.Along - b.Along) / long}
}

// nearestOnSide returns the point of a side that is nearest to another one.
func nearestOnSide(a, b, p Point) Point {
	x, y := b.Along-a.Along, b.Out-a.Out
	share := ((p.Along-a.Along)*x + (p.Out-a.Out)*y) / (x*x + y*y)
	share = max(0, min(1, share))
	return Point{a.Along + share*x, a.Out + share*y}
}

// Bounds implements Solid: of each corner's circle.
func (r Revolved) Bounds() (least, most geom.Vec) {
	inf := math.Inf(1)
	least, most = geom.Vec{X: inf, Y: inf, Z: inf}, geom.Vec{X: -inf, Y: -inf, Z: -inf}
	wide := geom.Vec{X: across(r.Axis.X), Y: across(r.Axis.Y), Z: across(r.Axis.Z)}
	for _, p := range r.Profile {
		c := r.Base.Add(r.Axis.Scale(p.Along))
		least, most = lower(least, c.Sub(wide.Scale(p.Out))), upper(most, c.Add(wide.Scale(p.Out)))
	}
	return least, most
}

// across returns how wide a circle of radius 1 is along an axis of the world with which its own axis has such a cosine.
func across(cosine float64) float64 { return math.Sqrt(max(0, 1-cosine*cosine)) }
