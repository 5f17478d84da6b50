package solid

import (
	"math"

	"halocline/sim/geom"
)

// Sphere is a ball.
type Sphere struct {
	Centre geom.Vec
	Radius float64 // m
}

// Cast implements Solid.
func (s Sphere) Cast(from, dir geom.Vec, most float64) (Hit, bool) {
	out := from.Sub(s.Centre)
	enter, leave, ok := roots(1, out.Dot(dir), out.Dot(out)-s.Radius*s.Radius)
	if !ok {
		return Hit{}, false
	}
	at := enter
	if at < 0 {
		at = leave
	}
	if at < 0 || at > most {
		return Hit{}, false
	}
	return hit(at, out.Add(dir.Scale(at)).Scale(1/s.Radius), dir, 0), true
}

// Near implements Solid.
func (s Sphere) Near(at geom.Vec) (distance float64, away geom.Vec, side int) {
	distance, away = s.Beyond(0, at)
	return distance, away, 0
}

// Beyond implements Solid: a ball has one side.
func (s Sphere) Beyond(_ int, at geom.Vec) (distance float64, away geom.Vec) {
	out := at.Sub(s.Centre)
	return out.Norm() - s.Radius, unit(out, geom.Vec{Z: 1})
}

// Bounds implements Solid.
func (s Sphere) Bounds() (least, most geom.Vec) {
	r := geom.Vec{X: s.Radius, Y: s.Radius, Z: s.Radius}
	return s.Centre.Sub(r), s.Centre.Add(r)
}

// Capsule is all that is within a radius of the line between two points, such as the hull of a
// torpedo.
type Capsule struct {
	From, To geom.Vec
	Radius   float64 // m
}

// Cast implements Solid. A ray that begins inside leaves where one that comes the other way from
// beyond it enters.
func (c Capsule) Cast(from, dir geom.Vec, most float64) (Hit, bool) {
	if inside, _ := c.Beyond(0, from); inside >= 0 {
		return c.enter(from, dir, most)
	}
	beyond := c.From.Dist(c.To) + 2*c.Radius
	back, ok := c.enter(from.Add(dir.Scale(beyond)), dir.Scale(-1), beyond)
	at := beyond - back.Distance
	return Hit{at, back.Normal.Scale(-1), 0}, ok && at <= most
}

// enter returns where a ray from outside meets the first of the two balls and the tube between them.
func (c Capsule) enter(from, dir geom.Vec, most float64) (Hit, bool) {
	best, ok := Hit{Distance: most}, false
	take := func(h Hit, found bool) {
		if found && h.Distance <= best.Distance {
			best, ok = h, true
		}
	}
	take(Sphere{c.From, c.Radius}.Cast(from, dir, most))
	take(Sphere{c.To, c.Radius}.Cast(from, dir, most))
	if c.From != c.To {
		tube := Revolved{Base: c.From, Axis: unit(c.To.Sub(c.From), geom.Vec{}), Profile: []Point{{0, c.Radius}, {c.To.Dist(c.From), c.Radius}}}
		take(tube.side(0, tube.local(from, dir), most, dir))
	}
	return best, ok
}

// Near implements Solid.
func (c Capsule) Near(at geom.Vec) (distance float64, away geom.Vec, side int) {
	distance, away = c.Beyond(0, at)
	return distance, away, 0
}

// Beyond implements Solid: a capsule has one side.
func (c Capsule) Beyond(_ int, at geom.Vec) (distance float64, away geom.Vec) {
	out := at.Sub(c.nearest(at))
	return out.Norm() - c.Radius, unit(out, normalTo(unit(c.To.Sub(c.From), geom.Vec{Z: 1})))
}

// nearest returns the point of the line that is nearest to another point.
func (c Capsule) nearest(at geom.Vec) geom.Vec {
	line := c.To.Sub(c.From)
	long := line.Dot(line)
	if long == 0 {
		return c.From
	}
	share := max(0, min(1, at.Sub(c.From).Dot(line)/long))
	return c.From.Add(line.Scale(share))
}

// Bounds implements Solid.
func (c Capsule) Bounds() (least, most geom.Vec) {
	a, b := Sphere{c.From, c.Radius}, Sphere{c.To, c.Radius}
	least, most = a.Bounds()
	l, m := b.Bounds()
	return lower(least, l), upper(most, m)
}

// Between returns the distance of two capsules in m, negative where they overlap, the point halfway between their surfaces, and
// the direction from b to a. Of two lines the nearest points are found as by Lumelsky
// (On fast computation of distance between line segments, Information Processing Letters 21, 1985).
func Between(a, b Capsule) (distance float64, at, away geom.Vec) {
	p, q := nearestOfLines(a, b)
	out := p.Sub(q)
	away = unit(out, normalTo(unit(b.To.Sub(b.From), geom.Vec{X: 1})))
	distance = out.Norm() - a.Radius - b.Radius
	return distance, q.Add(away.Scale(b.Radius + distance/2)), away
}

// nearestOfLines returns the points of the lines of two capsules that are nearest to each other.
func nearestOfLines(a, b Capsule) (p, q geom.Vec) {
	u, v, w := a.To.Sub(a.From), b.To.Sub(b.From), a.From.Sub(b.From)
	uu, uv, vv, uw, vw := u.Dot(u), u.Dot(v), v.Dot(v), u.Dot(w), v.Dot(w)
	det := uu*vv - uv*uv
	s := 0.0
	if det > 1e-12*uu*vv { // else they are parallel, and any point of the one will do
		s = max(0, min(1, (uv*vw-vv*uw)/det))
	}
	p = a.From.Add(u.Scale(s))
	q = b.nearest(p)
	p = a.nearest(q) // where q was held at an end
	return p, b.nearest(p)
}

func lower(a, b geom.Vec) geom.Vec {
	return geom.Vec{X: math.Min(a.X, b.X), Y: math.Min(a.Y, b.Y), Z: math.Min(a.Z, b.Z)}
}

func upper(a, b geom.Vec) geom.Vec {
	return geom.Vec{X: math.Max(a.X, b.X), Y: math.Max(a.Y, b.Y), Z: math.Max(a.Z, b.Z)}
}
