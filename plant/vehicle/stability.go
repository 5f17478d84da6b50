package vehicle

import (
	"math"

	"halocline/sim/geom"
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
