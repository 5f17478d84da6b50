// Package contact computes the force with which things that touch push each other.
//
// The normal force over a penetration x in m that grows at v is that of Hunt and Crossley (Coefficient
// of restitution interpreted as damping in vibroimpact, Journal of Applied Mechanics 42(2), 1975),
//
//	F = k x^1.5 (1 + 1.5 c v), never negative.
//
// Friction is mu F against the sliding, and less than that below a small speed, so that what rests on
// a slope creeps instead of sticking.
//
// Begin with Law. Package plant finds what touches, and when.
//
// Left out: sticking, rolling and spinning friction, suction of mud, and what the water between two
// things does.
package contact

import (
	"math"
	"time"

	"halocline/sim/geom"
)

// Law is how hard, how elastic and how rough a contact is.
type Law struct {
	Stiffness float64 // k, N/m^1.5
	Damping   float64 // c, s/m
	Friction  float64 // mu
	Creep     float64 // sliding speed below which friction falls with it, m/s
}

// Stiff returns the stiffness with which a weight in N sinks so many m into a contact at one point.
func Stiff(weight, sinks float64) float64 { return weight / math.Pow(sinks, 1.5) }

// Normal returns the normal force in N.
func (l *Law) Normal(depth, rate float64) float64 {
	if depth <= 0 {
		return 0
	}
	return max(0, l.Stiffness*depth*math.Sqrt(depth)*(1+1.5*l.Damping*rate))
}

// Force returns the force in N on a point that is so deep in something, which it leaves along a normal of length
// 1, and that moves over it at a velocity in m/s.
func (l *Law) Force(depth float64, normal, velocity geom.Vec) geom.Vec {
	out := velocity.Dot(normal)
	n := l.Normal(depth, -out)
	if n == 0 {
		return geom.Vec{}
	}
	slide := velocity.Sub(normal.Scale(out))
	return normal.Scale(n).Sub(slide.Scale(l.Friction * n / max(slide.Norm(), l.Creep)))
}

// Step returns the longest step with which a mass in kg that comes at a speed in m/s, and is so deep already, goes through
// a contact without error to speak of: a twentieth of the shortest period it can swing with, by the greatest depth
// (5 m v^2/(4 k))^(2/5) that it comes to without damping; at most 1 s.
func (l *Law) Step(mass, speed, depth float64) time.Duration {
	deepest := depth + math.Pow(1.25*mass*speed*speed/l.Stiffness, 0.4)
	omega := math.Sqrt(1.5 * l.Stiffness * math.Sqrt(deepest) / mass)
	return time.Duration(min(2*math.Pi/omega/40, 1) * float64(time.Second))
}
