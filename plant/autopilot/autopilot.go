// Package autopilot gives a vehicle a velocity through the water, a heading and a pitch, by whatever actuators it
// has: thrusters, fins, or equations of motion that follow a velocity directly. It is what programs that steer have
// in common: surveys, missions, formations. Where to go is their business.
//
// Begin with For and Pilot. Autopilot is that of a vehicle with a model, whose gains follow from it.
//
// Left out: roll, which is held level; and saturated thrusters that the loops would share out by urgency: a moment
// comes before a force, see vehicle.Allocation.
package autopilot

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/plant/control"
	"halocline/plant/vehicle"
	"halocline/sim/geom"
)

// Autopilot gives a vehicle a velocity through the water and an attitude, by whatever
// actuators it has: a control.Cascade asks for a force and a moment, thrusters give what
// they can, and fins that turn the rest of the moment.
//
// The gains come from the model. With w the bandwidth, the inverse of the time constant,
// each velocity has a PI controller by Skogestad's rule for a lag of first order (Simple
// analytic rules for model reduction and PID controller tuning, Journal of Process Control
// 13, 2003, with tau_c = 1/w),
//
//	Kp = m w,  Ki = Kp max(d/m, w/4)
//
// with m mass plus added mass and d the damping, about the wanted speed along surge and linear along the others; of these, what
// grows by the square of the wanted velocity is added to the force. The attitude has
// the same rule for an integrator, Kp = w and Ki = w^2/4, and gives a turn rate, for which
// the loop inside is four times faster, Kp = 4 w I: without its integral, a heading is a
// system of second order with both poles at -2w (pole placement, Fossen 2011).
// A hull is turned further off its way by the flow, by k rad/s2 for each rad (Munk's moment
// less lift and righting moment); where 4 w^2 is less than 1.5 k, the attitude about that
// axis gets the w for which it is as much. What else couples the axes is left to the loops.
type Autopilot struct {
	cascade    control.Cascade
	state      control.CascadeState
	allocation *vehicle.Allocation
	steering   *vehicle.Steering // nil without fins
	acts       [6]bool           // along which axes something acts
	pitches    bool              // nothing pushes it up: it climbs by its pitch
	slowest    float64           // speed through the water that fins are reckoned to have at least, m/s
	fastest    float64           // speed ahead that the thrusters reach, m/s
	unheld     []vehicle.Axis    // about which the flow turns the vehicle, and nothing holds it
	drag       [3]float64        // by the square of a velocity along an axis, where its controller does not reckon with it, kg/m
	lead       float64           // rad/s, see Lead
	period     time.Duration
	input      vehicle.Input
}

// seaWater is the density that the autopilot reckons with, kg/m3. An error of it is one of its
// gains.
const seaWater = 1025

// New returns the autopilot of a vehicle that is to swim at a speed in m/s.
func New(m *vehicle.Model, speed, bandwidth float64, period time.Duration) (*Autopilot, error) {
	a := &Autopilot{period: period, slowest: speed / 2}
	if err := a.findActuators(m); err != nil {
		return nil, err
	}
	most := a.limits(speed)
	mass := [6]float64{m.Mass, m.Mass, m.Mass, m.Inertia[0].X, m.Inertia[1].Y, m.Inertia[2].Z}
	for i, axis := range vehicle.Axes() {
		mass[i] += m.AddedMass[i][i]
		stray := Divergence(m, axis, speed)
		switch {
		case !a.acts[i] && stray > 0:
			a.unheld = append(a.unheld, axis)
		case !a.acts[i]:
		case i < 3:
			a.cascade.Velocity[i] = velocityController(m, axis, mass[i], speed, bandwidth)
			a.cascade.Velocity[i].Low, a.cascade.Velocity[i].High = -most[i][1], most[i][0]
			if axis != vehicle.Surge {
				a.drag[i] = m.Quadratic[axis][axis]
			}
		default:
			w := max(bandwidth, math.Sqrt(1.5*stray/4))
			a.cascade.Attitude[i-3] = control.PID{
				Kp: w, Ki: w * w / 4, Integral: control.Accumulated, Clamp: w * mostTrim, Low: -w * mostError, High: w * mostError,
			}
			a.cascade.Rate[i-3] = control.PID{Kp: 4 * w * mass[i], Low: -most[i][1], High: most[i][0]}
		}
	}
	a.fastest = m.SpeedAt(most[vehicle.Surge][0])
	return a, nil
}

// An error of the attitude beyond mostError in rad asks for no faster turn, and its integral
// for no faster one than an error of mostTrim.
const (
	mostError = 1.0
	mostTrim  = 0.1
)

// velocityController returns the controller of a velocity, but for its limits.
func velocityController(m *vehicle.Model, axis vehicle.Axis, mass, speed, bandwidth float64) control.PID {
	damping := m.Linear[axis][axis]
	if axis == vehicle.Surge {
		damping += 2 * m.Quadratic[axis][axis] * speed
	}
	kp := mass * bandwidth
	return control.PID{Kp: kp, Ki: kp * max(damping/mass, bandwidth/4), Integral: control.Accumulated}
}

// Divergence returns by how many rad/s2 a vehicle that swims at a speed is turned further off its
// way for each rad of pitch or yaw, about the axis; 0 where it is turned back.
func Divergence(m *vehicle.Model, axis vehicle.Axis, speed float64) float64 {
	const off, rounding = 0.01, 1e-6
	if axis < vehicle.Pitch {
		return 0
	}
	turned := func(angle float64) float64 {
		s := vehicle.State{Motion: vehicle.Motion{Attitude: geom.FromEuler(angle, 0, 0)}}
		if axis == vehicle.Pitch {
			s.Attitude = geom.FromEuler(0, angle, 0)
		}
		v := s.Attitude.RotateInverse(geom.Vec{X: speed})
		s.Velocity = vehicle.Six{v.X, v.Y, v.Z}
		return m.Acceleration(&s, &vehicle.Water{Density: seaWater})[axis]
	}
	if k := (turned(off) - turned(-off)) / (2 * off); k > rounding {
		return k
	}
	return 0
}

// findActuators finds what acts along which axes.
func (a *Autopilot) findActuators(m *vehicle.Model) error {
	moving := slices.ContainsFunc(m.Fins, func(f vehicle.Fin) bool { return f.MaxAngle > 0 })
	if err := a.allocate(m, moving); err != nil {
		return err
	}
	if moving {
		if err := a.addFins(m); err != nil {
			return err
		}
	}
	a.pitches = !a.acts[vehicle.Heave]
	switch {
	case !a.acts[vehicle.Yaw] && !a.acts[vehicle.Sway]:
		return errors.New("nothing turns the vehicle or pushes it aside, so that it cannot follow a path; give it fins, or thrusters that act along yaw or sway")
	case a.pitches && !a.acts[vehicle.Pitch]:
		return errors.New("nothing makes the vehicle rise or pitch, so that it cannot keep its depth; give it fins, or thrusters that act along heave or pitch")
	}
	return nil
}

// allocate shares forces out among the thrusters, along the axes that they are for; beside fins
// that move, along surge if nothing is said.
func (a *Autopilot) allocate(m *vehicle.Model, moving bool) error {
	axes := slices.Clone(m.Controls)
	switch {
	case len(m.Thrusters) == 0:
		return errors.New("the vehicle has no thrusters, so that it cannot swim along a path")
	case len(axes) == 0 && moving:
		axes = []vehicle.Axis{vehicle.Surge}
	case len(axes) == 0:
		axes = vehicle.Axes()
	}
	var err error
	if a.allocation, err = vehicle.NewAllocation(m, nil, axes...); err != nil {
		return err
	}
	for _, axis := range axes {
		a.acts[axis] = true
	}
	if !a.acts[vehicle.Surge] {
		return errors.New("the thrusters of the vehicle do not act along surge, so that it cannot swim along a path; name it in its controls")
	}
	return nil
}

// addFins has fins turn the vehicle about the axes about which no thruster does.
func (a *Autopilot) addFins(m *vehicle.Model) (err error) {
	var turns []vehicle.Axis
	if !a.acts[vehicle.Pitch] && !a.acts[vehicle.Heave] {
		turns = append(turns, vehicle.Pitch)
	}
	if !a.acts[vehicle.Yaw] {
		turns = append(turns, vehicle.Yaw)
	}
	if len(turns) == 0 {
		return nil
	}
	for _, axis := range turns {
		a.acts[axis] = true
	}
	if a.steering, err = vehicle.NewSteering(m, turns...); err != nil {
		return fmt.Errorf("it cannot be steered along a path: %w", err)
	}
	return nil
}

// limits returns the greatest forces and moments along each axis and against it, those of fins
// at a speed.
func (a *Autopilot) limits(speed float64) (most [6][2]float64) {
	for _, axis := range vehicle.Axes() {
		ahead, astern := a.allocation.Most(axis)
		if math.IsInf(ahead, 1) && a.steering != nil && a.acts[axis] {
			ahead = a.steering.Most(axis, pressure(speed))
			astern = ahead
		}
		most[axis] = [2]float64{ahead, astern}
	}
	return most
}

// pressure returns the dynamic pressure at a speed, Pa.
func pressure(speed float64) float64 { return seaWater * speed * speed / 2 }

// Steer returns the input for a wanted velocity through the water, in the world, and a
// wanted heading and pitch in rad, from the motion of the vehicle and its velocity through
// the water. A heading further off than mostError is not asked for at once: the shortest
// rotation there would be one about the other axes, too.
func (a *Autopilot) Steer(velocity geom.Vec, heading, pitch float64, s *vehicle.Motion, through geom.Vec) *vehicle.Input {
	have := s.Attitude.RotateInverse(through)
	omega := geom.Vec{X: s.Velocity[3], Y: s.Velocity[4], Z: s.Velocity[5]}
	yaw, _, _ := s.Attitude.Euler()
	heading = yaw + max(-mostError, min(mostError, geom.WrapAngle(heading-yaw)))
	var force, rate, moment geom.Vec
	want := s.Attitude.RotateInverse(velocity)
	a.state, force = a.cascade.Force(a.state, want, have, a.period)
	force = force.Add(geom.Vec{X: a.drag[0] * want.X * math.Abs(want.X), Y: a.drag[1] * want.Y * math.Abs(want.Y), Z: a.drag[2] * want.Z * math.Abs(want.Z)})
	a.state, rate = a.cascade.Turn(a.state, geom.FromEuler(heading, pitch, 0), s.Attitude, a.period)
	rate = rate.Add(s.Attitude.RotateInverse(geom.Vec{Z: a.lead}))
	a.lead = 0
	a.state, moment = a.cascade.Moment(a.state, rate, omega, a.period)
	tau := vehicle.Six{force.X, force.Y, force.Z, moment.X, moment.Y, moment.Z}
	a.allocation.Thrusts(&tau, &a.input)
	if a.steering != nil {
		a.steering.Angles(&tau, pressure(max(have.X, a.slowest)), &a.input)
	}
	return &a.input
}

// Lead has the next Steer turn the vehicle to the left at a rate in rad/s beside what its heading is off: that at which the wanted
// heading changes, which then does not lag.
func (a *Autopilot) Lead(rate float64) {
	most := a.cascade.Attitude[2].High
	a.lead = max(-most, min(most, rate))
}

// trims reports whether a vehicle keeps its depth at a speed in water of a density, where it is
// heavier or lighter than that: whether its fins can give the moment, and it the pitch, at which
// lift takes the difference and nothing turns it. Both are those of the equations of motion about
// the level, linear there.
func (a *Autopilot) trims(m *vehicle.Model, speed, density float64) bool {
	if !a.pitches || a.steering == nil {
		return true
	}
	most := a.steering.Most(vehicle.Pitch, pressure(speed))
	if math.IsInf(most, 1) {
		return true // thrusters give the moment
	}
	motion := func(pitch, moment float64) (rise, turn float64) {
		var in vehicle.Input
		a.steering.Angles(&vehicle.Six{vehicle.Pitch: moment}, pressure(speed), &in)
		s := m.Steered(vehicle.Motion{Attitude: geom.FromEuler(0, pitch, 0)}, &in)
		v := s.Attitude.RotateInverse(geom.Vec{X: speed})
		s.Velocity = vehicle.Six{v.X, v.Y, v.Z}
		got := m.Acceleration(&s, &vehicle.Water{Density: density})
		return got[vehicle.Heave], got[vehicle.Pitch]
	}
	const small = 0.01
	rise, turn := motion(0, 0)
	a11, a21 := motion(small, 0)
	a12, a22 := motion(0, small*most)
	a11, a21, a12, a22 = (a11-rise)/small, (a21-turn)/small, (a12-rise)/small, (a22-turn)/small
	det := a11*a22 - a12*a21
	pitch, part := (a12*turn-a22*rise)/det, (a21*rise-a11*turn)/det
	return math.Abs(pitch) <= MostClimb && math.Abs(part) <= 1
}

// Loops returns the controllers, for who changes them before Steer is called.
func (a *Autopilot) Loops() *control.Cascade { return &a.cascade }

// Acts reports whether something acts along an axis.
func (a *Autopilot) Acts(axis vehicle.Axis) bool { return a.acts[axis] }

// Pitches implements Pilot.
func (a *Autopilot) Pitches() bool { return a.pitches }

// Sways implements Pilot.
func (a *Autopilot) Sways() bool { return a.acts[vehicle.Sway] }

// Fastest implements Pilot.
func (a *Autopilot) Fastest() float64 { return a.fastest }

// Stop implements Pilot.
func (a *Autopilot) Stop() *vehicle.Input {
	a.input = vehicle.Input{}
	return &a.input
}
