package control

import (
	"math"

	"halocline/sim/geom"
)

// Waypoint returns the point that lies ahead m from a place on the line to a
// target, and the target itself where that is nearer. Erdemir (2018), equation
// 4.13, has 2 m without the second part and would overshoot at the end.
func Waypoint(at, target geom.Vec, ahead float64) geom.Vec {
	r := at.Dist(target)
	if r <= ahead {
		return target
	}
	return at.Add(target.Sub(at).Scale(ahead / r))
}

// Heading returns the heading in rad from a place to a target: the angle from x
// to y, equation 4.14 of Erdemir (2018) by atan2, which knows all four quadrants.
// It is unwound so that it is the nearest to the last heading; where the target
// is straight above or below, it is the last heading.
func Heading(at, target geom.Vec, last float64) float64 {
	dx, dy := target.X-at.X, target.Y-at.Y
	if dx == 0 && dy == 0 {
		return last
	}
	return Unwrap(last, math.Atan2(dy, dx))
}

// Unwrap returns the angle that has the same direction and lies nearest to the
// last one, in rad. So a series of angles has no jump at +-pi.
func Unwrap(last, rad float64) float64 { return last + geom.WrapAngle(rad-last) }

// Leg is a straight line to follow from one point to another.
type Leg struct{ From, To geom.Vec }

// Offset returns where a place lies against a leg, in the horizontal plane and in
// m: how far along it from its beginning, and how far to the left of it. A leg
// that goes nowhere, or straight up or down, panics.
func (l Leg) Offset(at geom.Vec) (along, left float64) {
	x, y := l.direction()
	dx, dy := at.X-l.From.X, at.Y-l.From.Y
	return dx*x + dy*y, dy*x - dx*y
}

// Height returns the height in m of the leg at the foot of the perpendicular from a place,
// and at its nearer end beyond its ends; and its slope, rise to horizontal way.
func (l Leg) Height(at geom.Vec) (z, slope float64) {
	along, _ := l.Offset(at)
	length := l.Length()
	slope = (l.To.Z - l.From.Z) / length
	return l.From.Z + slope*max(0, min(along, length)), slope
}

// Length returns the length of the leg in the horizontal plane, m.
func (l Leg) Length() float64 { return math.Hypot(l.To.X-l.From.X, l.To.Y-l.From.Y) }

// Across returns the perpendicular distance of a place from the line of the leg, in the
// horizontal plane and in m.
func (l Leg) Across(at geom.Vec) float64 {
	_, left := l.Offset(at)
	return math.Abs(left)
}

// direction returns the unit vector of the leg in the horizontal plane.
func (l Leg) direction() (x, y float64) {
	dx, dy := l.To.X-l.From.X, l.To.Y-l.From.Y
	length := math.Hypot(dx, dy)
	if length == 0 {
		panic("control: a leg has no direction in the horizontal plane")
	}
	return dx / length, dy / length
}

// LineOfSight returns the heading in rad by which a vehicle comes onto a leg: it
// looks at the point of the leg that lies ahead m from the foot of its
// perpendicular,
//
//	psi = alpha - atan(e / ahead)
//
// with alpha the direction of the leg and e the offset to its left (Fossen,
// Handbook of Marine Craft Hydrodynamics and Motion Control, 2011, chapter
// 10, lookahead-based steering; there y is to the right). Currents and
// sideslip are not corrected. The heading is unwound against the last one.
func (l Leg) LineOfSight(at geom.Vec, ahead, last float64) float64 {
	if !(ahead > 0) {
		panic("control: the point to look at must lie ahead")
	}
	x, y := l.direction()
	_, left := l.Offset(at)
	return Unwrap(last, math.Atan2(y, x)-math.Atan2(left, ahead))
}

// Path is a row of points to pass along.
type Path []geom.Vec

// Pursue returns the point of a path at which a pure pursuit aims, and the leg on
// which it lies: where the path, from the given leg on, leaves the sphere of
// radius ahead in m about the vehicle (Coulter, Implementation of the pure
// pursuit path tracking algorithm, CMU-RI-TR-92-01, 1992). Where the path does not
// come near enough, it is the nearest point of the leg; at the end of the path it is
// the end. Legs are counted from 0.
func (p Path) Pursue(leg int, at geom.Vec, ahead float64) (aim geom.Vec, on int) {
	if leg < 0 || leg > len(p)-2 {
		panic("control: a path has no such leg")
	}
	for ; leg < len(p)-2 && p[leg+1].Dist(at) <= ahead; leg++ {
	}
	return onLeg(p[leg], p[leg+1], at, ahead), leg
}

// Curvature returns the curvature in 1/m of the arc that leaves a place along a heading and meets an aim, in the horizontal
// plane and positive from x to y:
//
//	kappa = 2 y/L^2
//
// with y the offset of the aim to the left of the vehicle and L its distance (Coulter, as for Path.Pursue; there x is across the vehicle).
// Beside Heading, which looks straight at the aim, it has no steady error on a circle. An aim straight above or below bends nothing.
func Curvature(at geom.Vec, heading float64, aim geom.Vec) float64 {
	dx, dy := aim.X-at.X, aim.Y-at.Y
	if dx == 0 && dy == 0 {
		return 0
	}
	sin, cos := math.Sincos(heading)
	return 2 * (dy*cos - dx*sin) / (dx*dx + dy*dy)
}

// onLeg returns the point of a leg at which a pursuit aims.
func onLeg(from, to, at geom.Vec, ahead float64) geom.Vec {
	way := to.Sub(from)
	length := way.Norm()
	if length == 0 {
		return to
	}
	way = way.Scale(1 / length)
	along := at.Sub(from).Dot(way)
	short := ahead*ahead - at.Dist(from.Add(way.Scale(along)))*at.Dist(from.Add(way.Scale(along)))
	if short > 0 {
		along += math.Sqrt(short)
	}
	return from.Add(way.Scale(max(0, min(length, along))))
}
