package vehicle

import (
	"math"

	"halocline/sim/geom"
)

// State is where a vehicle is and what it does.
type State struct {
	Motion
	// Inner is what there is beside the motion, such as speeds of rotors, angles of fins and levels of
	// tanks: of a Model the speeds of its thrusters in rad/s, and from MaxThrusters on the angles of its fins
	// in rad.
	Inner [MaxInner]float64
}

// firstFin is where the angles of fins begin in the inner state.
const firstFin = MaxThrusters

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
	if finite(s.sum()) { // with one number that is not, the sum is not
		return ""
	}
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
	return "inner state"
}

// StateNumbers is how many numbers a state has.
const StateNumbers = 3 + 4 + 6 + MaxInner

// Numbers writes out all numbers of the state.
func (s *State) Numbers(to *[StateNumbers]float64) {
	p, q := s.Position, s.Attitude
	all := append(to[:0], p.X, p.Y, p.Z, q.W, q.X, q.Y, q.Z)
	all = append(all, s.Velocity[:]...)
	_ = append(all, s.Inner[:]...)
}

// sum adds up all numbers of the state.
func (s *State) sum() float64 {
	v, r := &s.Velocity, &s.Inner
	pose := s.Position.X + s.Position.Y + s.Position.Z + s.Attitude.W + s.Attitude.X + s.Attitude.Y + s.Attitude.Z
	speed := v[0] + v[1] + v[2] + v[3] + v[4] + v[5]
	rotors := r[0] + r[1] + r[2] + r[3] + r[4] + r[5] + r[6] + r[7] + r[8] + r[9] + r[10] + r[11]
	fins := r[12] + r[13] + r[14] + r[15] + r[16] + r[17] + r[18] + r[19]
	return (pose + speed) + (rotors + fins)
}

// finite reports whether a number is one.
func finite(v float64) bool { return v-v == 0 }

// Water is the water around a vehicle: its state at the vehicle, and how the
// current changes with height and with time. It is held over a step.
type Water struct {
	Density float64  // kg/m3
	Current geom.Vec // velocity at the origin, m/s, world frame
	Shear   geom.Vec // change of the current per metre of height, 1/s
	Change  geom.Vec // change of the current per second at one place, m/s2
	Free    bool     // it has a free surface
	Surface float64  // height of that over the surface of still water, m
	Rise    float64  // speed with which it rises where the vehicle goes, m/s

	// In waves the current changes sideways too.
	Sideways   geom.Vec // change of the current per second for a vehicle that goes sideways as this one does, m/s2
	Convective geom.Vec // change of the current per second for the water itself by its own motion, m/s2
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

// Stepper is the Dynamics of a Model. It changes nothing but what it remembers.
type Stepper struct {
	*Model
	how         Integrator
	whole, part steps // of the usual length, and of another
}

// steps is how a model takes steps of one length, until that is set anew. What it
// remembers changes no result: the rotor speeds for the thrusts that were last asked for,
// as an input is held over many steps, and the force of the rotors at the end of the last
// step, as the next one begins there.
type steps struct {
	model  *Model
	dt     float64 // s
	rotors []rotor

	now, middle, end actuators // of the step under way
}

// Stepper returns a stepper whose steps are dt seconds long as a rule. Others take longer to compute.
func (m *Model) Stepper(dt float64, how Integrator) *Stepper {
	return &Stepper{Model: m, how: how, whole: m.steps(dt), part: m.steps(dt)}
}

func (m *Model) steps(dt float64) steps {
	st := steps{model: m, rotors: make([]rotor, len(m.Thrusters))}
	for i := range m.Thrusters {
		st.rotors[i] = rotor{Thruster: &m.Thrusters[i], asked: math.NaN()}
	}
	st.setLength(dt)
	m.settle(&st.end)
	return st
}

// setLength makes the steps from now on dt seconds long.
func (st *steps) setLength(dt float64) {
	if dt == st.dt {
		return
	}
	st.dt = dt
	for i := range st.rotors {
		if r := &st.rotors[i]; r.Lag > 0 {
			r.half, r.whole = math.Exp(-dt/2/r.Lag), math.Exp(-dt/r.Lag)
		}
	}
}

// Step implements Dynamics.
func (st *Stepper) Step(s *State, in *Input, w *Water, load *Six, dt float64) error {
	if w.Free && s.Position.Z-w.Surface > st.surfacing-2*dt*s.Velocity.linear().Norm() {
		st.stepAtSurface(s, in, w, load, dt)
		return nil
	}
	st.step(s, in, w, load, dt, anyPhase)
	return nil
}

func (st *Stepper) step(s *State, in *Input, w *Water, load *Six, dt float64, at phase) {
	by := &st.whole
	if dt != by.dt {
		by = &st.part
		by.setLength(dt)
	}
	by.actuate(s, in)
	sea := st.immerse(w, s.Position.Z)
	sea.load, sea.phase = load, at
	if st.how == SemiImplicitEuler {
		by.euler(&s.Motion, &sea)
	} else {
		by.rk4(&s.Motion, &sea)
	}
	s.Inner = by.end.inner
}

// slope is the derivative of a motion.
type slope struct {
	position        geom.Vec
	attitude        geom.Quat
	linear, angular geom.Vec // of the velocity
}

func (st *steps) rk4(s *Motion, w *sea) {
	m, dt := st.model, st.dt
	var k1, k2, k3, k4 slope
	var at Motion
	m.slope(&k1, s, &st.now, w)
	at.along(s, &k1, dt/2)
	m.slope(&k2, &at, &st.middle, w)
	at.along(s, &k2, dt/2)
	m.slope(&k3, &at, &st.middle, w)
	at.along(s, &k3, dt)
	m.slope(&k4, &at, &st.end, w)

	k1.position = k1.position.Add(k2.position.Add(k3.position).Scale(2)).Add(k4.position)
	k1.attitude = geom.Quat{
		W: k1.attitude.W + 2*(k2.attitude.W+k3.attitude.W) + k4.attitude.W,
		X: k1.attitude.X + 2*(k2.attitude.X+k3.attitude.X) + k4.attitude.X,
		Y: k1.attitude.Y + 2*(k2.attitude.Y+k3.attitude.Y) + k4.attitude.Y,
		Z: k1.attitude.Z + 2*(k2.attitude.Z+k3.attitude.Z) + k4.attitude.Z,
	}
	k1.linear = k1.linear.Add(k2.linear.Add(k3.linear).Scale(2).Add(k4.linear))
	k1.angular = k1.angular.Add(k2.angular.Add(k3.angular).Scale(2).Add(k4.angular))
	s.along(s, &k1, dt/6)
	s.Attitude = s.Attitude.Normalize()
}

func (st *steps) euler(s *Motion, w *sea) {
	var k slope
	st.model.slope(&k, s, &st.now, w)
	s.Velocity.set(
		s.Velocity.linear().Add(k.linear.Scale(st.dt)),
		s.Velocity.angular().Add(k.angular.Scale(st.dt)),
	)
	k.position = s.Attitude.Rotate(s.Velocity.linear())
	k.attitude = spin(s.Attitude, s.Velocity.angular().Scale(0.5))
	k.linear, k.angular = geom.Vec{}, geom.Vec{}
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
	s.Velocity.set(
		from.Velocity.linear().Add(k.linear.Scale(h)),
		from.Velocity.angular().Add(k.angular.Scale(h)),
	)
}

// sea is the water of a step, and what its density makes of the weight of a vehicle.
type sea struct {
	*Water
	load   *Six     // from what is around, in the body frame; nil for none
	phase  phase    // of the hull over the step
	height float64  // of the vehicle when the water was looked at, m
	dry    float64  // height above which a part of the vehicle may be out of the water, m
	still  bool     // there is no current at any height
	sink   float64  // weight less buoyancy, N
	arm    geom.Vec // buoyancy times its centre less weight times its own, N m
	press  geom.Vec // of water that speeds up, on the displaced volume, N, world frame
}

// immerse puts the vehicle into the water, at a height.
func (m *Model) immerse(w *Water, height float64) sea {
	weight, lift := m.Mass*m.Gravity, w.Density*m.Volume*m.Gravity
	dry := math.Inf(1)
	if w.Free {
		dry = w.Surface + m.surfacing
	}
	return sea{
		dry:    dry,
		Water:  w,
		height: height,
		still:  w.Current == geom.Vec{} && w.Shear == geom.Vec{} && w.Change == geom.Vec{},
		sink:   weight - lift,
		arm:    m.arm(w.Density),
		press:  w.Change.Add(w.Convective).Scale(w.Density * m.Volume),
	}
}

// slope evaluates the equations of motion at s. Forces and velocities are pairs of
// vectors here, which the compiler keeps in registers; a Six is in memory.
func (m *Model) slope(k *slope, s *Motion, a *actuators, w *sea) {
	if s.Position.Z > w.dry {
		m.slopeAtSurface(k, s, a, w)
		return
	}
	var rotation rows
	k.kinematics(s, &rotation)
	v, omega := s.Velocity.linear(), s.Velocity.angular()
	flow, drift := v, geom.Vec{}
	if !w.still {
		flow, drift = w.meet(s, &rotation, k.position.Z)
	}
	p1, p2 := m.AddedMass.on(flow, omega) // the impulse p = M_A v_r
	force, moment := a.force, a.moment
	if m.flowing {
		force, moment = m.steer(force, moment, a, flow, omega, w.Density)
	}

	// The Coriolis force of the added mass is -(omega x p_1, v_r x p_1 + omega x p_2)
	// (Kirchhoff's equations; Fossen, eq. 6.43); its moment v_r x p_1 is Munk's. Water
	// that is accelerated pulls at the added mass.
	force = force.Sub(omega.Cross(p1))
	moment = moment.Sub(flow.Cross(p1).Add(omega.Cross(p2)))
	if !w.still && drift != (geom.Vec{}) {
		pull, turn := m.AddedMass.onLinear(drift)
		force, moment = force.Add(pull), moment.Add(turn)
	}
	if w.press != (geom.Vec{}) {
		press := rotation.toBody(w.press)
		force, moment = force.Add(press), moment.Add(m.Body.Buoyancy.Cross(press))
	}

	if d := &m.drag; m.diagonal {
		force = force.Sub(geom.Vec{X: d[0].at(flow.X), Y: d[1].at(flow.Y), Z: d[2].at(flow.Z)})
		moment = moment.Sub(geom.Vec{X: d[3].at(omega.X), Y: d[4].at(omega.Y), Z: d[5].at(omega.Z)})
	} else {
		force, moment = m.damp(force, moment, flow, omega)
	}

	// C_RB(v) v: what keeps a body on a curve, also when its centre of gravity is not
	// at the origin.
	pull := omega.Cross(v)
	turn := omega.Cross(geom.Vec{X: m.Inertia[0].Dot(omega), Y: m.Inertia[1].Dot(omega), Z: m.Inertia[2].Dot(omega)})
	if m.eccentric {
		turn = turn.Add(m.Weight.Cross(pull).Scale(m.Mass))
		pull = pull.Add(omega.Cross(omega.Cross(m.Weight)))
	}
	force, moment = force.Sub(pull.Scale(m.Mass)), moment.Sub(turn)

	if w.load != nil {
		force, moment = force.Add(w.load.linear()), moment.Add(w.load.angular())
	}
	up := rotation.up()
	force, moment = force.Sub(up.Scale(w.sink)), moment.Sub(up.Cross(w.arm))
	k.linear, k.angular = m.inverse.on(force, moment)
}

// kinematics finds how the pose of a motion changes, and its rotation matrix.
func (k *slope) kinematics(s *Motion, r *rows) {
	q := s.Attitude
	r[0] = geom.Vec{X: 1 - 2*(q.Y*q.Y+q.Z*q.Z), Y: 2 * (q.X*q.Y - q.W*q.Z), Z: 2 * (q.X*q.Z + q.W*q.Y)}
	r[1] = geom.Vec{X: 2 * (q.X*q.Y + q.W*q.Z), Y: 1 - 2*(q.X*q.X+q.Z*q.Z), Z: 2 * (q.Y*q.Z - q.W*q.X)}
	r[2] = geom.Vec{X: 2 * (q.X*q.Z - q.W*q.Y), Y: 2 * (q.Y*q.Z + q.W*q.X), Z: 1 - 2*(q.X*q.X+q.Y*q.Y)}
	k.position = r.toWorld(s.Velocity.linear())
	k.attitude = spin(q, s.Velocity.angular().Scale(0.5))
}

// meet returns the velocity relative to the water of a vehicle that climbs, in m/s,
// and how the current that it meets changes on the way: by its turning, by its
// climbing, by its going sideways and with time. Both are in the body frame.
func (w *sea) meet(s *Motion, r *rows, climb float64) (flow, drift geom.Vec) {
	current := r.toBody(w.Current.Add(w.Shear.Scale(s.Position.Z - w.height)))
	drift = current.Cross(s.Velocity.angular()).Add(r.toBody(w.Shear.Scale(climb).Add(w.Change).Add(w.Sideways)))
	return s.Velocity.linear().Sub(current), drift
}

// damp takes off the damping at a velocity relative to the water, by full matrices.
func (m *Model) damp(force, moment, v, omega geom.Vec) (geom.Vec, geom.Vec) {
	f1, m1 := m.Linear.on(v, omega)
	f2, m2 := m.Quadratic.on(square(v), square(omega))
	return force.Sub(f1.Add(f2)), moment.Sub(m1.Add(m2))
}

// Drag returns the force of the water on a vehicle that does not turn, at a velocity relative to
// the water, N, both in the body frame.
func (m *Model) Drag(v geom.Vec) geom.Vec {
	force, _ := m.damp(geom.Vec{}, geom.Vec{}, v, geom.Vec{})
	return force
}

// square returns |x| x of each component.
func square(v geom.Vec) geom.Vec {
	return geom.Vec{X: math.Abs(v.X) * v.X, Y: math.Abs(v.Y) * v.Y, Z: math.Abs(v.Z) * v.Z}
}

// rows is the rotation matrix of an attitude.
type rows [3]geom.Vec

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

// spin returns the derivative q w of an attitude that turns at 2 w in the body frame.
func spin(q geom.Quat, w geom.Vec) geom.Quat {
	return geom.Quat{
		W: -q.X*w.X - q.Y*w.Y - q.Z*w.Z,
		X: q.W*w.X + q.Y*w.Z - q.Z*w.Y,
		Y: q.W*w.Y - q.X*w.Z + q.Z*w.X,
		Z: q.W*w.Z + q.X*w.Y - q.Y*w.X,
	}
}

// Acceleration returns the rate of change of the body's velocity, in the body
// frame, m/s2 and rad/s2.
func (m *Model) Acceleration(s *State, w *Water) Six { return m.acceleration(s, w, nil) }

// Acceleration implements Accelerating. The input acts by way of the state.
func (st *Stepper) Acceleration(s *State, _ *Input, w *Water, load *Six) Six {
	return st.acceleration(s, w, load)
}

func (m *Model) acceleration(s *State, w *Water, load *Six) Six {
	now := actuators{inner: s.Inner}
	m.settle(&now)
	sea := m.immerse(w, s.Position.Z)
	sea.load = load
	var k slope
	m.slope(&k, &s.Motion, &now, &sea)
	return six(k.linear, k.angular)
}

func (s *Six) linear() geom.Vec  { return geom.Vec{X: s[0], Y: s[1], Z: s[2]} }
func (s *Six) angular() geom.Vec { return geom.Vec{X: s[3], Y: s[4], Z: s[5]} }

// set sets both parts.
func (s *Six) set(linear, angular geom.Vec) {
	s[0], s[1], s[2] = linear.X, linear.Y, linear.Z
	s[3], s[4], s[5] = angular.X, angular.Y, angular.Z
}

func six(linear, angular geom.Vec) Six {
	return Six{linear.X, linear.Y, linear.Z, angular.X, angular.Y, angular.Z}
}
