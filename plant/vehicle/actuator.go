package vehicle

import (
	"errors"
	"fmt"
	"math"

	"halocline/sim/geom"
)

// Thruster is a propeller with its motor. It is asked for a thrust, turns that
// into a rotor speed, and the rotor follows with a first-order lag. Without a Propeller
// its torque on the hull is left out.
type Thruster struct {
	Name      string
	Position  geom.Vec // in the body frame, m
	Axis      geom.Vec // direction of positive thrust, of unit length
	Curve     Curve
	Lag       float64 // time constant of the rotor, s; 0 for none
	Max       float64 // greatest thrust forward, N
	MaxAstern float64 // greatest thrust astern, N
	DeadZone  float64 // a wanted thrust below this is not tried, N
	Power     float64 // electrical power at a thrust of 1 N, W; it grows with the 3/2 power

	Propeller *Propeller // with a torque, and a thrust by the advance number, in place of the curve; nil for none
	Driver    *Driver    // with steps of the pulse width; nil for any thrust
}

// Curve is the thrust of a rotor that turns at n rad/s and moves ahead through
// the water at u m/s:
//
//	T = K n|n| - Advance |n| u
//
// with K = Ahead for n > 0 and Astern for n < 0, after the dead band Band of n|n|
// is taken off. Without Advance and Band it is the quadratic law, with Band the
// two-regime one of Bessa et al. (as in UUV Simulator). The linear K_T law of
// propeller theory, T = rho D^4 K_T(J) n|n| with K_T = a - b J, has the same form
// with n in rev/s: Ahead = rho D^4 a / (2 pi)^2, Advance = rho D^3 b / (2 pi).
type Curve struct {
	Ahead   float64 // N s2/rad2
	Astern  float64 // N s2/rad2
	Advance float64 // N s2/(rad m)
	Band    float64 // rad2/s2
}

// Fin is a control surface: a plate that turns about a hinge. Its force is
// that of the flow in the plane across the hinge; the coefficients are
//
//	C_L = Slope sin(2 alpha)/2,  C_D = Drag + Induced C_L^2
//
// which is the thin-wing law for small angles and stays bounded beyond them. With
// u the speed along the chord and w that across it, the lift of a fin at angle 0
// is -Slope rho A u w/2, exactly: a fin that cannot turn stands for the lift of a
// hull. Beyond the angle Stall the flow leaves the plate, and
//
//	C_L = (1 - s) Slope sin(2 alpha)/2 + s 2 sin^2(alpha) cos(alpha) sign(alpha)
//	C_D = Drag + (1 - s) Induced C_L^2 + s 2 |sin(alpha)|^3
//
// with s going from 0 to 1 about that angle, which are those of a flat plate (Beard and McLain, Small Unmanned
// Aircraft, 2012, equations 4.9 and 4.10, with M = 50). The moment about the hinge and the wake of other parts are
// left out.
type Fin struct {
	Name     string
	Position geom.Vec // in the body frame, m
	Hinge    geom.Vec // axis of positive angles, of unit length
	Chord    geom.Vec // from trailing to leading edge at angle 0, of unit length, across the hinge
	Area     float64  // m2
	Slope    float64  // of the lift coefficient, 1/rad
	Drag     float64  // drag coefficient without lift
	Induced  float64  // drag per squared lift coefficient
	MaxAngle float64  // rad
	MaxRate  float64  // rad/s; 0 for no limit
	Stall    float64  // angle of attack from which on the flow leaves it, rad; 0 for never
}

// actuators are the parts of a state that follow the input by themselves, and the
// force and the moment of the rotors on the body in water at rest.
type actuators struct {
	inner         [MaxInner]float64 // as in State
	force, moment geom.Vec
}

// rotor is a thruster in steps of one length.
type rotor struct {
	*Thruster
	half   float64 // what is left after half a step of the way to the target
	whole  float64 // and after a step
	asked  float64 // thrust that was last asked for, N
	target float64 // speed for it, rad/s
}

// actuate finds the actuators at the beginning, in the middle and at the end of a
// step, exactly. A rotor without lag and a fin without a limit on its rate are
// there from the beginning on. The force of the rotors is known already at the
// beginning, where that is the end of the last step, and later on, where all keep
// their speeds.
func (st *steps) actuate(s *State, in *Input) {
	m, rotors := st.model, st.rotors
	now, middle, end := &st.now, &st.middle, &st.end
	known, steady := true, true
	for i := range rotors {
		r := &rotors[i]
		if in[i] != r.asked {
			r.asked, r.target = in[i], r.speedFor(in[i])
		}
		off := s.Inner[i] - r.target
		if r.Lag == 0 {
			off = 0
		}
		speed := r.target + off
		if speed != end.inner[i] {
			known = false
		}
		if off != 0 {
			steady = false
		}
		now.inner[i], middle.inner[i], end.inner[i] = speed, r.target+off*r.half, r.target+off*r.whole
	}
	for i := range m.Fins {
		k := firstFin + i
		fin, angle, wanted := &m.Fins[i], s.Inner[k], in[len(rotors)+i]
		now.inner[k] = fin.toward(angle, wanted, 0)
		middle.inner[k] = fin.toward(angle, wanted, st.dt/2)
		end.inner[k] = fin.toward(angle, wanted, st.dt)
	}
	now.force, now.moment = end.force, end.moment
	if !known {
		m.settle(now)
	}
	if steady {
		middle.force, middle.moment = now.force, now.moment
		end.force, end.moment = now.force, now.moment
		return
	}
	m.settle(middle)
	m.settle(end)
}

// settle adds up the forces of the rotors.
func (m *Model) settle(a *actuators) {
	var x, y, z, roll, pitch, yaw float64
	for i, n := range a.inner[:len(m.Thrusters)] {
		thrust := m.curves[i].thrust(n)
		c := &m.columns[i]
		x += thrust * c[0]
		y += thrust * c[1]
		z += thrust * c[2]
		roll += thrust * c[3]
		pitch += thrust * c[4]
		yaw += thrust * c[5]
	}
	a.force, a.moment = geom.Vec{X: x, Y: y, Z: z}, geom.Vec{X: roll, Y: pitch, Z: yaw}
}

// steer adds what depends on the flow: the fins, and what rotors lose by moving
// ahead.
func (m *Model) steer(force, moment geom.Vec, a *actuators, v, omega geom.Vec, density float64) (geom.Vec, geom.Vec) {
	for i := range m.Thrusters {
		t := &m.Thrusters[i]
		if t.Curve.Advance == 0 && t.Propeller == nil {
			continue
		}
		ahead := v.Add(omega.Cross(t.Position)).Dot(t.Axis)
		if t.Propeller != nil {
			thrust, torque := t.Propeller.push(a.inner[i], ahead, density)
			force = force.Add(m.columns[i].linear().Scale(thrust))
			moment = moment.Add(m.columns[i].angular().Scale(thrust)).Add(t.Axis.Scale(torque))
			continue
		}
		loss := t.Curve.Advance * math.Abs(a.inner[i]) * ahead
		force = force.Sub(m.columns[i].linear().Scale(loss))
		moment = moment.Sub(m.columns[i].angular().Scale(loss))
	}
	for i := range m.Fins {
		fin := &m.Fins[i]
		f := fin.force(a.inner[firstFin+i], v.Add(omega.Cross(fin.Position)), density)
		force, moment = force.Add(f), moment.Add(fin.Position.Cross(f))
	}
	return force, moment
}

// check finds constants that no thruster has.
func (t *Thruster) check() error {
	switch {
	case !unit(t.Axis):
		return fmt.Errorf("the axis has the length %g; write 1", t.Axis.Norm())
	case !(t.Max >= 0) || !(t.MaxAstern >= 0) || t.Max == 0 && t.MaxAstern == 0:
		return errors.New("the thruster gives no thrust; its greatest thrust must be positive")
	case t.Max > 0 && !(t.Curve.Ahead > 0) || t.MaxAstern > 0 && !(t.Curve.Astern > 0):
		return errors.New("the thrust per squared rotor speed must be positive")
	case t.Propeller != nil && t.Propeller.check() != nil:
		return t.Propeller.check()
	case t.Driver != nil && t.Driver.check() != nil:
		return t.Driver.check()
	case !(min(t.Curve.Advance, t.Curve.Band, t.Lag, t.DeadZone) >= 0):
		return errors.New("the loss ahead, the dead band, the lag and the dead zone must not be negative")
	}
	return nil
}

// check finds constants that no fin has.
func (f *Fin) check() error {
	switch {
	case !unit(f.Hinge) || !unit(f.Chord):
		return fmt.Errorf("the hinge and the chord have the lengths %g and %g; write 1", f.Hinge.Norm(), f.Chord.Norm())
	case !(math.Abs(f.Hinge.Dot(f.Chord)) < 1e-6):
		return errors.New("the chord must be at right angles to the hinge")
	case !(f.Area >= 0) || !(f.Drag >= 0) || !(f.Induced >= 0) || !(f.MaxAngle >= 0) || !(f.MaxRate >= 0) || !(f.Stall >= 0):
		return errors.New("the area, the drag and the limits must not be negative")
	}
	return nil
}

// unit reports whether a vector has the length 1.
func unit(v geom.Vec) bool { return math.Abs(v.Norm()-1) < 1e-6 }

// toward returns the angle of a fin dt seconds after it stood at one angle and
// was asked for another.
func (f *Fin) toward(angle, wanted, dt float64) float64 {
	wanted = clamp(wanted, -f.MaxAngle, f.MaxAngle)
	if f.MaxRate > 0 {
		wanted = clamp(wanted, angle-f.MaxRate*dt, angle+f.MaxRate*dt)
	}
	return wanted
}

// Thrust returns the thrust of thruster i in a state, in N; a loss by moving ahead
// is not in it.
func (m *Model) Thrust(s *State, i int) float64 {
	return m.Thrusters[i].Curve.thrust(s.Inner[i])
}

// Angle returns the angle of fin i in a state, in rad.
func (m *Model) Angle(s *State, i int) float64 { return s.Inner[firstFin+i] }

// Force returns the force in N in the body frame that wanted thrusts make together.
func (m *Model) Force(in *Input) geom.Vec {
	var sum geom.Vec
	for i := range m.Thrusters {
		sum = sum.Add(m.Thrusters[i].Axis.Scale(in[i]))
	}
	return sum
}

// Moment returns the moment in N m in the body frame that wanted thrusts make together.
func (m *Model) Moment(in *Input) geom.Vec {
	var sum geom.Vec
	for i := range m.Thrusters {
		sum = sum.Add(m.columns[i].angular().Scale(in[i]))
	}
	return sum
}

// Work returns the mechanical power in W that the thrusters give a vehicle in a state against
// water of a velocity in the world: the force and the moment that they make after limits and
// lag, times the velocity through the water and the turn rate.
func (m *Model) Work(s *State, current geom.Vec) float64 {
	v := s.Attitude.RotateInverse(s.WorldVelocity().Sub(current))
	omega := geom.Vec{X: s.Velocity[3], Y: s.Velocity[4], Z: s.Velocity[5]}
	sum := 0.0
	for i := range m.Thrusters {
		t := &m.Thrusters[i]
		ahead := t.Axis.Dot(v.Add(omega.Cross(t.Position)))
		thrust := m.Thrust(s, i) - t.Curve.Advance*math.Abs(s.Inner[i])*ahead
		if t.Propeller != nil {
			thrust, _ = t.Propeller.push(s.Inner[i], ahead, nominalDensity)
		}
		sum += thrust * ahead
	}
	return sum
}

// Vertical returns the greatest thrust upward and downward while the body is level, N.
func (t *Thruster) Vertical() (up, down float64) {
	ahead, astern := t.Max*t.Axis.Z, t.MaxAstern*t.Axis.Z
	return max(ahead, -astern), max(-ahead, astern)
}

// thrust returns the thrust in water at rest, N.
func (c *Curve) thrust(n float64) float64 {
	square := n*n - c.Band
	switch {
	case square <= 0:
		return 0
	case n < 0:
		return -c.Astern * square
	}
	return c.Ahead * square
}

// speedFor returns the rotor speed that gives a thrust in water at rest, within
// the limits of the thruster.
func (t *Thruster) speedFor(thrust float64) float64 {
	thrust = clamp(thrust, -t.MaxAstern, t.Max)
	if t.Driver != nil {
		thrust = t.Driver.gives(thrust)
	}
	k := t.Curve.Ahead
	if thrust < 0 {
		k = t.Curve.Astern
	}
	if thrust == 0 || math.Abs(thrust) < t.DeadZone {
		return 0
	}
	return math.Copysign(math.Sqrt(math.Abs(thrust)/k+t.Curve.Band), thrust)
}

// force returns the force in N of a fin at an angle that moves at u through the
// water, in the body frame. The velocity has a component along the turned chord
// and one across it; their product over its square is sin(2 alpha)/2.
func (f *Fin) force(angle float64, u geom.Vec, density float64) geom.Vec {
	normal := f.Hinge.Cross(f.Chord)
	along, across := u.Dot(f.Chord), u.Dot(normal)
	square := along*along + across*across
	if square == 0 {
		return geom.Vec{}
	}
	sin, cos := math.Sincos(angle)
	lift := f.Slope * (sin*along - cos*across) * (cos*along + sin*across) / square
	drag := f.Drag + f.Induced*lift*lift
	if f.Stall > 0 {
		speed := math.Sqrt(square)
		lift, drag = f.stalled(lift, (sin*along-cos*across)/speed, (cos*along+sin*across)/speed)
	}
	motion := f.Chord.Scale(along).Add(normal.Scale(across))
	aside := normal.Scale(along).Sub(f.Chord.Scale(across))
	return aside.Scale(lift).Sub(motion.Scale(drag)).Scale(density * f.Area * math.Sqrt(square) / 2)
}

// stalled returns the coefficients of lift and drag at an angle of attack by its sine and cosine, with those of lift while the flow is attached.
func (f *Fin) stalled(attached, sin, cos float64) (lift, drag float64) {
	const sharpness = 50 // 1/rad
	alpha := math.Abs(math.Atan2(sin, cos))
	off := 1 / (1 + math.Exp(-sharpness*(alpha-f.Stall)))
	lift = (1-off)*attached + off*2*sin*math.Abs(sin)*cos
	drag = f.Drag + (1-off)*f.Induced*lift*lift + off*2*math.Abs(sin*sin*sin)
	return lift, drag
}

func clamp(v, low, high float64) float64 { return max(low, min(v, high)) }
