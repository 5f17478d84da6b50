package vehicle

import (
	"math"

	"halocline/sim/geom"
)

// partSpan is how high a thruster and a fin reach: the size of a small propeller. It is assumed. m
const partSpan = 0.2

// submerged returns the share of something that is under water, by the height of its middle over the surface
// and the height from its lower end to its upper one.
func submerged(height, span float64) float64 { return clamp(0.5-height/span, 0, 1) }

// cube returns the side of a hull of which only the volume is known, m.
func cube(volume float64) float64 {
	if volume == 0 {
		return partSpan
	}
	return math.Cbrt(volume)
}

// surfaces returns the height of the origin over the surface above which a part of the vehicle may be out of the water.
func (m *Model) surfaces() float64 {
	reach := m.Buoyancy.Norm() + m.Draught/2
	for i := range m.Thrusters {
		reach = max(reach, m.Thrusters[i].Position.Norm()+partSpan/2)
	}
	for i := range m.Fins {
		reach = max(reach, m.Fins[i].Position.Norm()+partSpan/2)
	}
	return -reach
}

// phase is how a hull lies to the surface, of which the laws below differ.
type phase uint8

const (
	anyPhase phase = iota // by the height at each moment
	under
	through
	above
)

// stepAtSurface takes a step. Where the hull comes to the surface or leaves it, forces jump, and a step over that would
// make energy or lose it: it is cut there, and each part of it knows one phase only.
func (st *Stepper) stepAtSurface(s *State, in *Input, w *Water, load *Six, dt float64) {
	now := st.phase(&s.Motion, w)
	for parts := 0; dt > 0; parts++ {
		begin := *s
		st.step(s, in, w, load, dt, now)
		next, bound := now, 0.0
		switch end := st.emerged(&s.Motion, w); {
		case now == under && end > 0:
			next = through
		case now == through && end < 0:
			next = under
		case now == through && end > 1:
			next, bound = above, 1
		case now == above && end < 1:
			next, bound = through, 1
		}
		if next == now || parts == 3 {
			return
		}
		at := st.crossing(s, &begin, in, w, load, dt, now, bound)
		*s = begin
		if at > 0 {
			st.step(s, in, w, load, at, now)
		}
		now, dt = next, dt-at
	}
}

// crossing returns when within a step the hull comes out of the water by a share, by the rule of false position. The state is that
// of the end; it is spoilt.
func (st *Stepper) crossing(s, begin *State, in *Input, w *Water, load *Six, dt float64, now phase, bound float64) float64 {
	before, after := 0.0, dt
	low, high := st.emerged(&begin.Motion, w)-bound, st.emerged(&s.Motion, w)-bound
	for range 6 {
		at := before + (after-before)*low/(low-high)
		if !(at > before && at < after) {
			break
		}
		*s = *begin
		st.step(s, in, w, load, at, now)
		here := st.emerged(&s.Motion, w) - bound
		if (here < 0) == (low < 0) {
			before, low = at, here
		} else {
			after, high = at, here
		}
		if math.Abs(here) < 1e-12 {
			return at
		}
	}
	return before
}

// phase returns how a hull lies to the surface; where it just touches it, by whether it rises.
func (m *Model) phase(s *Motion, w *Water) phase {
	const touch = 1e-9
	rises := s.WorldVelocity().Z > 0
	switch out := m.emerged(s, w); {
	case out < -touch || out < touch && !rises:
		return under
	case out < 1-touch || out < 1+touch && !rises:
		return through
	}
	return above
}

// emerged returns how far the hull is out of the water: 0 and less where all of it is under water, 1 and more where none is.
func (m *Model) emerged(s *Motion, w *Water) float64 {
	up := s.Attitude.RotateInverse(geom.Vec{Z: 1})
	return 0.5 + (s.Position.Z-w.Surface+up.Dot(m.Buoyancy))/m.Draught
}

// slopeAtSurface is slope where a part of the vehicle may be out of the water. With phi the share of
// the hull that is under water, buoyancy, added mass, damping and what the current does act times phi, and
// each actuator times its own share. The kinetic energy of the water around the hull, phi v_r^T M_A v_r/2, depends on the
// height h of the centre of buoyancy; by Lagrange's equations that is the force, with phi' = -1/draught,
//
//	-phi' h' M_A v_r + phi' (v_r^T M_A v_r)/2 dh
//
// where dh is the vertical at the centre of buoyancy with its moment: without it energy would be made. In waves h' is
// the speed over the surface, which rises itself.
func (m *Model) slopeAtSurface(k *slope, s *Motion, a *actuators, w *sea) {
	var rotation rows
	k.kinematics(s, &rotation)
	v, omega := s.Velocity.linear(), s.Velocity.angular()
	flow, drift := w.meet(s, &rotation, k.position.Z)
	up, height := rotation.up(), s.Position.Z-w.Surface
	wet, rate := w.phase.share(height+up.Dot(m.Buoyancy), m.Draught)

	p1, p2 := m.AddedMass.on(flow, omega)
	force, moment := m.driveAtSurface(a, flow, omega, w.Density, height, up)
	pull, turn := m.AddedMass.onLinear(drift)
	press := rotation.toBody(w.press)
	around := pull.Sub(omega.Cross(p1)).Add(press)
	about := turn.Sub(flow.Cross(p1).Add(omega.Cross(p2))).Add(m.Buoyancy.Cross(press))
	around, about = m.damp(around, about, flow, omega)
	force, moment = force.Add(around.Scale(wet)), moment.Add(about.Scale(wet))
	if rate != 0 {
		climb := up.Dot(v.Add(omega.Cross(m.Buoyancy))) - w.Rise
		half := (flow.Dot(p1) + omega.Dot(p2)) / 2
		force = force.Add(up.Scale(half).Sub(p1.Scale(climb)).Scale(rate))
		moment = moment.Add(m.Buoyancy.Cross(up).Scale(half).Sub(p2.Scale(climb)).Scale(rate))
	}

	pull, turn = m.centrifugal(v, omega)
	force, moment = force.Sub(pull), moment.Sub(turn)
	if w.load != nil {
		force, moment = force.Add(w.load.linear()), moment.Add(w.load.angular())
	}
	lift, weight := wet*w.Density*m.Volume*m.Gravity, m.Mass*m.Gravity
	force = force.Add(up.Scale(lift - weight))
	moment = moment.Add(m.Buoyancy.Scale(lift).Sub(m.Weight.Scale(weight)).Cross(up))

	inverse := m.inverse
	if wet != 1 {
		inverse = m.inverseAt(wet)
	}
	k.linear, k.angular = inverse.on(force, moment)
}

// share returns the share of a hull that is under water, and how it changes with the height in 1/m. Within a phase it is
// smooth, also a little beyond its bounds.
func (p phase) share(height, draught float64) (wet, rate float64) {
	wet = 0.5 - height/draught
	switch {
	case p == under || p == anyPhase && wet >= 1:
		return 1, 0
	case p == above || p == anyPhase && wet <= 0:
		return 0, 0
	}
	return wet, -1 / draught
}

// inverseAt returns the inverse of the mass matrix with a share of the added mass.
func (m *Model) inverseAt(wet float64) Matrix {
	mass := m.rigid()
	for i := range mass {
		for j := range mass[i] {
			mass[i][j] += wet * m.AddedMass[i][j]
		}
	}
	inverse, err := mass.invert()
	if err != nil {
		panic("vehicle: a share of the added mass is not positive definite: " + err.Error())
	}
	return inverse
}

// centrifugal returns C_RB(v) v: what keeps a body on a curve.
func (m *Model) centrifugal(v, omega geom.Vec) (force, moment geom.Vec) {
	pull := omega.Cross(v)
	turn := omega.Cross(geom.Vec{X: m.Inertia[0].Dot(omega), Y: m.Inertia[1].Dot(omega), Z: m.Inertia[2].Dot(omega)})
	turn = turn.Add(m.Weight.Cross(pull).Scale(m.Mass))
	pull = pull.Add(omega.Cross(omega.Cross(m.Weight)))
	return pull.Scale(m.Mass), turn
}

// driveAtSurface adds up what the rotors and the fins do, each by how much of it is under water.
func (m *Model) driveAtSurface(a *actuators, v, omega geom.Vec, density, height float64, up geom.Vec) (force, moment geom.Vec) {
	add := func(f, at geom.Vec) {
		f = f.Scale(submerged(height+up.Dot(at), partSpan))
		force, moment = force.Add(f), moment.Add(at.Cross(f))
	}
	for i := range m.Thrusters {
		t := &m.Thrusters[i]
		ahead := v.Add(omega.Cross(t.Position)).Dot(t.Axis)
		if t.Propeller != nil {
			thrust, torque := t.Propeller.push(a.inner[i], ahead, density)
			add(t.Axis.Scale(thrust), t.Position)
			moment = moment.Add(t.Axis.Scale(torque * submerged(height+up.Dot(t.Position), partSpan)))
			continue
		}
		add(t.Axis.Scale(t.Curve.thrust(a.inner[i])-t.Curve.Advance*math.Abs(a.inner[i])*ahead), t.Position)
	}
	for i := range m.Fins {
		fin := &m.Fins[i]
		add(fin.force(a.inner[firstFin+i], v.Add(omega.Cross(fin.Position)), density), fin.Position)
	}
	return force, moment
}
