package vehicle

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"halocline/sim/geom"
	"halocline/sim/numeric"
)

// Rest returns how a body lies in still water of a density in kg/m3 when nothing drives it: its
// tilt from level in rad, and the greatest moment in N m that brings it there. Weight acts at the
// centre of gravity and buoyancy at its own, so that the moment is a x k with
//
//	a = B r_B - W r_G
//
// and the world's up k, in the body frame (Fossen 2011, equation 4.6): the body turns until a
// points up. It lies level where a does, and it capsizes from level where a points down.
func (b *Body) Rest(density float64) (tilt, moment float64) {
	a := b.arm(density)
	return math.Atan2(math.Hypot(a.X, a.Y), a.Z), a.Norm()
}

// arm returns the buoyancy times its centre less the weight times its own, in N m.
func (b *Body) arm(density float64) geom.Vec {
	return b.Buoyancy.Scale(density * b.Volume * b.Gravity).Sub(b.Weight.Scale(b.Mass * b.Gravity))
}

// Unstable returns the least speed ahead in m/s, of those up to a top one, from which a vehicle that nothing steers
// does not keep level, in still water of a density in kg/m3; +Inf is that it does. Its thrust is constant, and its
// fins are at rest. A little beyond that speed quadratic damping bounds how far it swings up and down; at one and a
// half times as much, boxes stand on end.
//
// It is what the equations of motion say, linearised about straight and level flight: how surge u, heave w, turn
// rate q and pitch p change. With M = A33 - A11 of the added mass, m1 = m + A11 and m3 = m + A33 the masses, I the
// inertia in pitch, Z and D the linear damping of heave and pitch, and K the righting moment of Rest, a hull whose
// axes are not coupled otherwise has
//
//	m3 w' = m1 U q - Z w
//	I q'  = M U w - D q - K p     M U w is Munk's moment, of C_A (Fossen 2011, equation 6.43)
//	p'    = q
//
// which is stable, by Routh's criterion for the cubic I m3 s^3 + (I Z + D m3) s^2 + (D Z + K m3 - M m1 U^2) s + K Z, as
// long as
//
//	M m1 U^2 < D Z + K D m3^2 / (I Z + D m3)
//
// Quadratic damping does nothing about level flight, and the lift of fins counts as damping that grows with U. Where
// the way is held level instead, as an autopilot does, w is U p, and what is left of it is M U^2 < K.
func (m *Model) Unstable(density, top float64) float64 {
	const steps = 200
	for i := 1; i <= steps; i++ {
		fast := top * float64(i) / steps
		if !m.diverges(density, fast) {
			continue
		}
		_, least := numeric.Bisect(top*float64(i-1)/steps, fast, 30, func(speed float64) bool { return !m.diverges(density, speed) })
		return least
	}
	return math.Inf(1)
}

// SpeedAt returns the speed ahead at which the drag along surge takes a force, m/s.
func (b *Body) SpeedAt(force float64) float64 {
	linear, quadratic := b.Linear[Surge][Surge], b.Quadratic[Surge][Surge]
	if quadratic == 0 {
		return force / linear
	}
	return (math.Sqrt(linear*linear+4*quadratic*force) - linear) / (2 * quadratic)
}

// Tips returns the greatest moment about the horizontal axes, in N m, that thrusters make when they give all they
// can along one of the axes of their allocation that is a translation, and that axis and the force in N. While it is
// more than the moment of Rest, no tilt holds against it and the vehicle turns over: the drag, about the origin of
// the body, does not help. Where roll and pitch are allocated too, there is none.
func (m *Model) Tips(a *Allocation, axes []Axis) (axis Axis, force, moment float64) {
	for _, along := range axes {
		if along > Heave {
			continue
		}
		ahead, astern := a.Most(along)
		for _, most := range [2]float64{ahead, -astern} {
			var in Input
			var tau Six
			tau[along] = most
			a.Thrusts(&tau, &in)
			if turn := m.Moment(&in); math.Hypot(turn.X, turn.Y) > moment {
				axis, force, moment = along, math.Abs(most), math.Hypot(turn.X, turn.Y)
			}
		}
	}
	return axis, force, moment
}

// diverges reports whether a disturbance of level flight at a speed doubles within some ten minutes.
func (m *Model) diverges(density, speed float64) bool {
	const off, growth = 1e-6, 1e-3 // of the states; 1/s
	water := Water{Density: density}
	a := mat.NewDense(4, 4, nil)
	for column := range 4 {
		var change [2]Six
		for side, by := range [2]float64{-off, off} {
			var x [4]float64 // u, w, q, p
			x[column] = by
			s := State{Motion: Motion{Attitude: geom.FromEuler(0, x[3], 0), Velocity: Six{Surge: speed + x[0], Heave: x[1], Pitch: x[2]}}}
			change[side] = m.Acceleration(&s, &water)
		}
		for row, axis := range [3]Axis{Surge, Heave, Pitch} {
			a.Set(row, column, (change[1][axis]-change[0][axis])/(2*off))
		}
	}
	a.Set(3, 2, 1)
	var eigen mat.Eigen
	if !eigen.Factorize(a, mat.EigenNone) {
		return false
	}
	return slices.ContainsFunc(eigen.Values(nil), func(root complex128) bool { return real(root) > growth })
}
