package vehicle

import (
	"math"

	"halocline/sim/geom"
)

// State is where a vehicle is and what it does.
type State struct {
	Motion
	Rotors [MaxThrusters]float64 // speeds of the rotors, rad/s
	Angles [MaxFins]float64      // angles of the fins, rad
}

// Motion is the pose and the velocity of a rigid body.
type Motion struct {
	Position geom.Vec  // of the body's origin in the world, m
	Attitude geom.Quat // turns body vectors into world vectors
	Velocity Six       // over ground, in the body frame: m/s and rad/s
}

// AtRest returns the state of a vehicle that stands still and level at a place,
// with its bow at a heading in rad from the x axis to the left.
func AtRest(position geom.Vec, heading float64) State {
	return State{Motion: Motion{Position: position, Attitude: geom.FromEuler(heading, 0, 0)}}
}

// WorldVelocity returns the velocity of the origin over ground in the world, m/s.
func (s *Motion) WorldVelocity() geom.Vec { return s.Attitude.Rotate(s.Velocity.linear()) }

// Fault names the first part of the state that is not a finite number; it is
// empty where all are.
func (s *State) Fault() string {
	finite := func(sum float64) bool { return sum-sum == 0 }
	switch {
	case !finite(s.Position.X + s.Position.Y + s.Position.Z):
		return "position"
	case !finite(s.Attitude.W + s.Attitude.X + s.Attitude.Y + s.Attitude.Z):
		return "attitude"
	}
	for i, v := range s.Velocity {
		if !finite(v) {
			return [...]string{"surge", "sway", "heave", "roll rate", "pitch rate", "yaw rate"}[i]
		}
	}
	for _, v := range s.Rotors {
		if !finite(v) {
			return "rotor speed"
		}
	}
	for _, v := range s.Angles {
		if !finite(v) {
			return "fin angle"
		}
	}
	return ""
}

// Finite reports whether every number of the state is one.
func (s *State) Finite() bool { return s.Fault() == "" }

// Water is the water around a vehicle: its state at the vehicle, and how the
// current changes with height. It is held over a step.
type Water struct {
	Density float64  // kg/m3
	Current geom.Vec // velocity at the origin, m/s, world frame
	Shear   geom.Vec // change of the current per metre of height, 1/s
}

// Input is what the controllers ask of the actuators.
type Input struct {
	Thrust [MaxThrusters]float64 // wanted thrusts, N
	Angles [MaxFins]float64      // wanted angles of the fins, rad
}

// Integrator says how a step is taken.
type Integrator uint8

// The integrators.
const (
	// RK4 is the classical fourth-order Runge-Kutta method; actuators follow
	// their exact solutions within the step.
	RK4 Integrator = iota
	// SemiImplicitEuler takes one evaluation: first the velocity, then the pose
	// with the new velocity.
	SemiImplicitEuler
)

// Stepper carries a vehicle through steps of one length. What it remembers, the rotor
// speeds of the thrusts that were last asked for, changes no result: an input is held
// over many steps.
type Stepper struct {
	model *Model
	dt    float64 // s
	how   Integrator
	half  [MaxThrusters]float64 // what is left of a rotor's lag after half a step
	whole [MaxThrusters]float64 // and after a step

	asked   [MaxThrusters]float64 // N
	targets [MaxThrusters]float64 // rotor speeds for them, rad/s
}

// Stepper returns a stepper for steps of dt seconds.
func (m *Model) Stepper(dt float64, how Integrator) *Stepper {
	s := &Stepper{model: m, dt: dt, how: how}
	for i, t := range m.Thrusters {
		s.asked[i] = math.NaN()
		if t.Lag > 0 {
			s.half[i], s.whole[i] = math.Exp(-dt/2/t.Lag), math.Exp(-dt/t.Lag)
		}
	}
	return s
}

// Step replaces the state by that after one step with the input held.
func (st *Stepper) Step(s *State, in *Input, w *Water) {
	m := st.model
	var now, middle, end actuators
	steady := st.actuate(s, in, &now, &middle, &end)
	m.settle(&now)
	switch {
	case st.how == SemiImplicitEuler:
		st.euler(&s.Motion, &now, w)
	case steady:
		middle.force, end.force = now.force, now.force
		st.rk4(&s.Motion, &now, &middle, &end, w)
	default:
		m.settle(&middle)
		m.settle(&end)
		st.rk4(&s.Motion, &now, &middle, &end, w)
	}
	s.Rotors, s.Angles = end.rotors, end.angles
}

// slope is the derivative of a motion.
type slope struct {
	position geom.Vec
	attitude geom.Quat
	velocity Six
}

func (st *Stepper) rk4(s *Motion, now, middle, end *actuators, w *Water) {
	m, dt := st.model, st.dt
	var k1, k2, k3, k4 slope
	var at Motion
	height := s.Position.Z
	m.slope(&k1, s, height, now, w)
	at.along(s, &k1, dt/2)
	m.slope(&k2, &at, height, middle, w)
	at.along(s, &k2, dt/2)
	m.slope(&k3, &at, height, middle, w)
	at.along(s, &k3, dt)
	m.slope(&k4, &at, height, end, w)

	k1.position = k1.position.Add(k2.position.Add(k3.position).Scale(2)).Add(k4.position)
	k1.attitude = geom.Quat{
		W: k1.attitude.W + 2*(k2.attitude.W+k3.attitude.W) + k4.attitude.W,
		X: k1.attitude.X + 2*(k2.attitude.X+k3.attitude.X) + k4.attitude.X,
		Y: k1.attitude.Y + 2*(k2.attitude.Y+k3.attitude.Y) + k4.attitude.Y,
		Z: k1.attitude.Z + 2*(k2.attitude.Z+k3.attitude.Z) + k4.attitude.Z,
	}
	for i := range k1.velocity {
		k1.velocity[i] += 2*(k2.velocity[i]+k3.velocity[i]) + k4.velocity[i]
	}
	s.along(s, &k1, dt/6)
	s.Attitude = s.Attitude.Normalize()
}

func (st *Stepper) euler(s *Motion, now *actuators, w *Water) {
	var k slope
	st.model.slope(&k, s, s.Position.Z, now, w)
	for i := range s.Velocity {
		s.Velocity[i] += st.dt * k.velocity[i]
	}
	k.velocity = Six{}
	k.position = s.Attitude.Rotate(s.Velocity.linear())
	k.attitude = spin(s.Attitude, s.Velocity.angular())
	s.along(s, &k, st.dt)
	s.Attitude = s.Attitude.Normalize()
}

// along makes s the motion that lies h seconds from another along a slope.
func (s *Motion) along(from *Motion, k *slope, h float64) {
	s.Position = from.Position.Add(k.position.Scale(h))
	s.Attitude = geom.Quat{
		W: from.Attitude.W + h*k.attitude.W, X: from.Attitude.X + h*k.attitude.X,
		Y: from.Attitude.Y + h*k.attitude.Y, Z: from.Attitude.Z + h*k.attitude.Z,
	}
	for i := range s.Velocity {
		s.Velocity[i] = from.Velocity[i] + h*k.velocity[i]
	}
}

// slope evaluates the equations of motion at s. The water was looked at when the
// vehicle was at a height in m.
func (m *Model) slope(k *slope, s *Motion, height float64, a *actuators, w *Water) {
	rotation := frame(s.Attitude)
	v, omega := s.Velocity.linear(), s.Velocity.angular()
	world := rotation.toWorld(v)

	// The current where the vehicle is by now, and its change on the way: what the
	// vehicle meets in the body frame changes by its turning and by its climbing.
	relative := s.Velocity
	var drift geom.Vec
	if current := w.Current.Add(w.Shear.Scale(s.Position.Z - height)); current != (geom.Vec{}) || w.Shear != (geom.Vec{}) {
		water := rotation.toBody(current)
		drift = water.Cross(omega).Add(rotation.toBody(w.Shear.Scale(world.Z)))
		relative = six(v.Sub(water), omega)
	}
	force := a.force
	if m.flowing {
		m.steer(&force, a, &relative, w.Density)
	}
	m.hydrodynamics(&force, &relative, drift)
	m.inertial(&force, v, omega)
	m.restoring(&force, rotation.up(), w.Density)
	k.position = world
	k.attitude = spin(s.Attitude, omega)
	m.inverse.multiply(&k.velocity, &force)
}

// hydrodynamics adds damping, the Coriolis force of the added mass at a velocity
// relative to the water, and the pull of water that is accelerated at drift in
// the body frame. With the impulse p = M_A v_r the second is -(omega x p_1, v_r
// x p_1 + omega x p_2) (Kirchhoff's equations; Fossen, eq. 6.43); its moment
// v_r x p_1 is Munk's.
func (m *Model) hydrodynamics(force, relative *Six, drift geom.Vec) {
	var p Six
	m.AddedMass.multiply(&p, relative)
	v, omega := relative.linear(), relative.angular()
	turned := omega.Cross(p.linear())
	moment := v.Cross(p.linear()).Add(omega.Cross(p.angular()))
	force.take(turned, moment)
	if drift != (geom.Vec{}) {
		for i := range force {
			a := &m.AddedMass[i]
			force[i] += a[0]*drift.X + a[1]*drift.Y + a[2]*drift.Z
		}
	}
	if m.diagonal {
		for i, x := range relative {
			force[i] -= (m.linear[i] + m.quadratic[i]*math.Abs(x)) * x
		}
		return
	}
	linear := m.Linear.times(relative)
	var square Six
	for i, x := range relative {
		square[i] = math.Abs(x) * x
	}
	quadratic := m.Quadratic.times(&square)
	for i := range force {
		force[i] -= linear[i] + quadratic[i]
	}
}

// inertial takes off C_RB(v) v: what keeps a body on a curve, also when its
// centre of gravity is not at the origin.
func (m *Model) inertial(force *Six, v, omega geom.Vec) {
	turning := omega.Cross(v)
	inertia := geom.Vec{X: m.Inertia[0].Dot(omega), Y: m.Inertia[1].Dot(omega), Z: m.Inertia[2].Dot(omega)}
	moment := omega.Cross(inertia)
	pull := turning
	if m.Weight != (geom.Vec{}) {
		moment = moment.Add(m.Weight.Cross(turning).Scale(m.Mass))
		pull = pull.Add(omega.Cross(omega.Cross(m.Weight)))
	}
	force.take(pull.Scale(m.Mass), moment)
}

// restoring adds weight and buoyancy; up is the vertical in the body frame.
func (m *Model) restoring(force *Six, up geom.Vec, density float64) {
	weight, lift := m.Mass*m.Gravity, density*m.Volume*m.Gravity
	arm := m.Body.Buoyancy.Scale(lift).Sub(m.Weight.Scale(weight))
	force.take(up.Scale(weight-lift), up.Cross(arm))
}

// rows is the rotation matrix of an attitude.
type rows [3]geom.Vec

func frame(q geom.Quat) rows {
	return rows{
		{X: 1 - 2*(q.Y*q.Y+q.Z*q.Z), Y: 2 * (q.X*q.Y - q.W*q.Z), Z: 2 * (q.X*q.Z + q.W*q.Y)},
		{X: 2 * (q.X*q.Y + q.W*q.Z), Y: 1 - 2*(q.X*q.X+q.Z*q.Z), Z: 2 * (q.Y*q.Z - q.W*q.X)},
		{X: 2 * (q.X*q.Z - q.W*q.Y), Y: 2 * (q.Y*q.Z + q.W*q.X), Z: 1 - 2*(q.X*q.X+q.Y*q.Y)},
	}
}

func (r *rows) toWorld(v geom.Vec) geom.Vec {
	return geom.Vec{X: r[0].Dot(v), Y: r[1].Dot(v), Z: r[2].Dot(v)}
}

func (r *rows) toBody(v geom.Vec) geom.Vec {
	return geom.Vec{
		X: r[0].X*v.X + r[1].X*v.Y + r[2].X*v.Z,
		Y: r[0].Y*v.X + r[1].Y*v.Y + r[2].Y*v.Z,
		Z: r[0].Z*v.X + r[1].Z*v.Y + r[2].Z*v.Z,
	}
}

// up returns the vertical in the body frame.
func (r *rows) up() geom.Vec { return r[2] }

// spin returns the derivative of an attitude that turns at omega in the body
// frame: q omega / 2.
func spin(q geom.Quat, omega geom.Vec) geom.Quat {
	x, y, z := omega.X/2, omega.Y/2, omega.Z/2
	return geom.Quat{
		W: -q.X*x - q.Y*y - q.Z*z,
		X: q.W*x + q.Y*z - q.Z*y,
		Y: q.W*y - q.X*z + q.Z*x,
		Z: q.W*z + q.X*y - q.Y*x,
	}
}

// KineticEnergy returns the energy in J of the body and of the water that it
// sets in motion, relative to water at rest: v^T (M_RB + M_A) v / 2.
func (m *Model) KineticEnergy(s *State) float64 {
	rigid := m.Body.rigid()
	a, b := rigid.times(&s.Velocity), m.AddedMass.times(&s.Velocity)
	sum := 0.0
	for i, v := range s.Velocity {
		sum += v * (a[i] + b[i])
	}
	return sum / 2
}

// Acceleration returns the rate of change of the body's velocity, in the body
// frame, m/s2 and rad/s2.
func (m *Model) Acceleration(s *State, w *Water) Six {
	now := actuators{rotors: s.Rotors, angles: s.Angles}
	m.settle(&now)
	var k slope
	m.slope(&k, &s.Motion, s.Position.Z, &now, w)
	return k.velocity
}

func (s *Six) linear() geom.Vec  { return geom.Vec{X: s[0], Y: s[1], Z: s[2]} }
func (s *Six) angular() geom.Vec { return geom.Vec{X: s[3], Y: s[4], Z: s[5]} }

// take subtracts a force and a moment.
func (s *Six) take(force, moment geom.Vec) {
	s[0] -= force.X
	s[1] -= force.Y
	s[2] -= force.Z
	s[3] -= moment.X
	s[4] -= moment.Y
	s[5] -= moment.Z
}

func six(linear, angular geom.Vec) Six {
	return Six{linear.X, linear.Y, linear.Z, angular.X, angular.Y, angular.Z}
}
