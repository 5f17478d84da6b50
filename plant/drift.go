package plant

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// Drifter is a float that the current carries along at its depth, without a velocity of its own:
// dx/dt = U(x, t), with U the horizontal current. That is Lagrange's particle, and leaves out the
// wind on what stands out of the water, waves, and the time in which a float takes up the speed of
// the water around it. The way is taken by the classical method of Runge and Kutta, which is Simpson's rule where
// a current does not vary sideways, in steps of driftStep that are events of
// phase sim.Plant, and from the last of them on for a moment between two.
type Drifter struct {
	kernel *sim.Kernel
	ocean  Ocean
	place  geom.Vec // at the last step, m
	at     sim.Time // of the last step
	turn   geom.Quat
}

// driftStep is short against the times in which currents change. A Gauss-Markov current has corners
// at its own step, a second by default.
const driftStep = time.Second

// NewDrifter schedules the steps of a float from time 0 on.
func NewDrifter(k *sim.Kernel, ocean Ocean, from geom.Vec, turn geom.Quat) *Drifter {
	d := &Drifter{kernel: k, ocean: ocean, place: from, turn: turn}
	k.At(sim.Time(driftStep), sim.Plant, d)
	return d
}

// Position returns the position in the world frame, in m, at a time from the last step on. Beyond
// the next one it goes straight on.
func (d *Drifter) Position(t sim.Time) geom.Vec {
	span := min(t.Sub(d.at), driftStep)
	end := d.at.Add(span)
	half, h := d.at.Add(span/2), span.Seconds()
	first := d.current(d.place, d.at)
	second := d.current(d.place.Add(first.Scale(h/2)), half)
	third := d.current(d.place.Add(second.Scale(h/2)), half)
	last := d.current(d.place.Add(third.Scale(h)), end)
	mean := first.Add(second.Scale(2).Add(third.Scale(2))).Add(last).Scale(1.0 / 6)
	return d.place.Add(mean.Scale(h)).Add(last.Scale(t.Sub(end).Seconds()))
}

// Velocity returns the velocity over ground, in m/s.
func (d *Drifter) Velocity(t sim.Time) geom.Vec { return d.current(d.Position(t), t) }

// current returns the horizontal current at a place.
func (d *Drifter) current(at geom.Vec, t sim.Time) geom.Vec {
	u := d.ocean.Current(at, t)
	return geom.Vec{X: u.X, Y: u.Y}
}

// Attitude returns how the float is turned.
func (d *Drifter) Attitude(sim.Time) geom.Quat { return d.turn }

// Settle ends a step now, before the water around the float changes at once. The steps after it end when they would have.
func (d *Drifter) Settle() {
	now := d.kernel.Now()
	d.place, d.at = d.Position(now), now
}

// Fire takes the step that ends now. The kernel calls it.
func (d *Drifter) Fire(now sim.Time) {
	d.Settle()
	if sim.Never.Sub(now) >= driftStep {
		d.kernel.At(now.Add(driftStep), sim.Plant, d)
	}
}

// Mooring is a float under water that a taut line holds to an anchor straight below it. In a current
// it leans over to where the moments about the anchor of net buoyancy and drag balance, and the
// tension of the line is their resultant: with the buoyancy B, the drag F and the length L
//
//	tan a = F/B,  excursion = L sin a,  dip = L (1 - cos a)
//
// (Berteaux, Buoy Engineering, 1976, on taut single-point moorings). F is the drag of the float and
// that part of the line's which the anchor does not bear, with U the current at a height s along it:
//
//	F = 1/2 rho (Cd A |U(L)| U(L) + integral of Cd d |U| U s/L ds)
//
// where the integral is Simpson's, L/3 of what stands half way up and L/6 of what does at the top:
// half of the line's drag, in a current that is the same all along.
//
// Left out: the inertia of the float, which follows the current at once; the curve of the line and its
// stretch; the weight of the line, which is the buoyancy's business; that a line that leans has less drag,
// by the square of cos a, and that a float that dips meets another current; vortices that make a line
// strum, with up to twice the drag; waves.
type Mooring struct {
	Line     float64 // length, m
	Buoyancy float64 // of the float and all that it carries less their weight, N
	Area     float64 // drag area of the float: Cd times its frontal area, m2
	Breadth  float64 // of the line: Cd times its diameter, m
}

// Offset returns where the float is from its place in still water, in m, with the density in kg/m3
// and the current in m/s at the float and half way down to the anchor.
func (m *Mooring) Offset(density float64, top, middle geom.Vec) geom.Vec {
	square := func(u geom.Vec) geom.Vec {
		u.Z = 0
		return u.Scale(u.Norm() * density / 2)
	}
	drag := square(top).Scale(m.Area + m.Breadth*m.Line/6).Add(square(middle).Scale(m.Breadth * m.Line / 3))
	tension := math.Hypot(drag.Norm(), m.Buoyancy)
	lean := drag.Scale(m.Line / tension)
	return geom.Vec{X: lean.X, Y: lean.Y, Z: -m.Line * (1 - m.Buoyancy/tension)}
}

// Moored is a moored float in a current. What it meets it meets at its place in still water.
type Moored struct {
	Mooring
	Rest  geom.Vec // in still water, m
	Ocean Ocean
	Turn  geom.Quat
}

// Position returns the position in the world frame, in m.
func (m *Moored) Position(t sim.Time) geom.Vec {
	middle := m.Rest.Sub(geom.Vec{Z: m.Line / 2})
	return m.Rest.Add(m.Offset(m.Ocean.Density(m.Rest), m.Ocean.Current(m.Rest, t), m.Ocean.Current(middle, t)))
}

// Velocity returns the velocity over ground, in m/s: how far it comes in the next moment.
func (m *Moored) Velocity(t sim.Time) geom.Vec {
	const moment = 10 * time.Millisecond
	return m.Position(t.Add(moment)).Sub(m.Position(t)).Scale(1 / moment.Seconds())
}

// Attitude returns how the float is turned.
func (m *Moored) Attitude(sim.Time) geom.Quat { return m.Turn }
