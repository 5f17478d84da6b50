// Package control holds the controllers of vehicles as pure functions: PID in
// discrete time, cascades of it, guidance towards a waypoint, a leg or a path,
// and the choice among sets of gains. It also says what to do when samples fail
// to come, and has the Smith predictor. The parameters are constant data and a
// state is a value; no package of events is needed. Only the Smith predictor,
// which keeps the recent past, changes in place.
//
// Begin with PID and its Step. A Triple is one for each axis, a Bank one with several
// sets of gains, and Missing says what becomes of a command that is not renewed.
//
// Left out: the observer of the whole vehicle, adaptive and robust control,
// guidance around obstacles, and how thrusters share a force, which is
// vehicle.Allocation. The analysis of linear loops is package control/loop. Scenarios
// have the PID and the Cascade, a waypoint, legs and paths, Banks with their Zones, Missing
// and the Smith predictor, by package ncs; the rest is for programs in Go.
package control

import (
	"math"
	"time"

	"halocline/sim/geom"
)

// PID is a controller in discrete time, by equations 4.1 to 4.4 of Erdemir,
// Design of a co-simulation environment for the docking
// maneuver of an autonomous underwater vehicle (M.Sc. thesis, 2018), with e the
// error, T the time between two samples:
//
//	P = Kp e(k)
//	D = Kd (e(k) - e(k-1)) / T
//	I = Ki T (e(k) + e(k-1)) / 2
//	u = P + I + D
//
// The text prints y for e in D and I. With y the measurement, its D would drive
// the error and its I would pull to the origin; the results of the thesis are
// those of y = e, which is the zero value of the two choices below.
//
// At the first sample the one before it is taken to be the same.
type PID struct {
	Kp float64 // per unit of error
	Ki float64 // per unit of error and s
	Kd float64 // s per unit of error

	Integral   Integral
	Derivative Derivative

	// Filter is the time constant of a low pass on D, by backward differences:
	// D(k) = (Tf D(k-1) + Kd (e(k) - e(k-1))) / (Tf + T), as in Astrom and Murray,
	// Feedback Systems (2nd ed.), chapter 11. 0 does not filter.
	Filter time.Duration

	// Clamp is the largest magnitude of an I that adds up; 0 does not clamp.
	Clamp float64

	// Low and High limit the output; both 0 do not. While the output is at a
	// limit, an I that adds up does not grow beyond it.
	Low, High float64

	// Longest is the longest time between two samples that counts for an I that adds up; 0 has no
	// such bound. A controller that hears nothing for long knows nothing of the error in between.
	Longest time.Duration
}

// Integral says what I adds up.
type Integral uint8

// The readings of equation 4.3.
const (
	// PerSample is the trapezium of the last two errors and forgets the rest, as
	// the equation is printed. A steady error e meets Kp e + Ki T e and no more.
	PerSample Integral = iota
	// Accumulated is the sum of all trapezia.
	Accumulated
	// Series adds up what P and D ask for together, Ki/Kp times, and so is the PI of the series form
	// of a PID, (1 + Ki/(Kp s)) (Kp + Kd s) (Astrom and Murray, Feedback Systems, 2nd ed., chapter
	// 11). As D adds up to Kd (e(k) - e(0)), the loop is that of an Accumulated one with
	// Kp + Ki Kd/Kp, before which the reference counts less. With a derivative on measurement it
	// does not wind up while a reference keeps ahead: at the speed at which P and D balance, I is
	// what the way takes, and no more.
	Series
)

// Derivative says of what D is taken.
type Derivative uint8

// The readings of equation 4.2.
const (
	// OnError answers to a step of the reference with a kick.
	OnError Derivative = iota
	// OnMeasurement takes -y for e, so that a step of the reference is no kick.
	OnMeasurement
)

// PIDState is what a PID remembers from one sample to the next.
type PIDState struct {
	Error    float64 // at the last sample
	Measured float64 // at the last sample
	I, D     float64 // the terms at the last sample, in units of the output
	Begun    bool    // there was a last sample
	// Short is what the actuators did not give of the last output, which whoever knows of it writes
	// here. An I that adds up does not grow in its direction.
	Short float64
}

// Step returns the output at a sample, and the state after it. The measurement
// matters only for a derivative on measurement; where it is an angle, it must be
// unwound (see Unwrap), and so must the reference from which the error comes. A
// sample at the same time as the last one leaves I and D as they are.
func (c *PID) Step(s PIDState, err, measured float64, dt time.Duration) (PIDState, float64) {
	if dt < 0 {
		panic("control: time goes backwards")
	}
	if !s.Begun {
		s = PIDState{Error: err, Measured: measured, Begun: true}
	}
	if dt > 0 {
		s.D = c.derivative(&s, err, measured, dt)
		s.I = c.integral(&s, err, dt)
	}
	s.Error, s.Measured = err, measured
	return s, c.limit(c.Kp*err + s.I + s.D)
}

// derivative returns D at a sample.
func (c *PID) derivative(s *PIDState, err, measured float64, dt time.Duration) float64 {
	change := err - s.Error
	if c.Derivative == OnMeasurement {
		change = s.Measured - measured
	}
	filter := c.Filter.Seconds()
	return (filter*s.D + c.Kd*change) / (filter + dt.Seconds())
}

// integral returns I at a sample. s.D is that of the sample already.
func (c *PID) integral(s *PIDState, err float64, dt time.Duration) float64 {
	if c.Integral != PerSample && c.Longest > 0 {
		dt = min(dt, c.Longest)
	}
	piece := c.Ki * dt.Seconds() * (err + s.Error) / 2
	switch {
	case c.Integral == PerSample:
		return piece
	case c.Integral == Series && c.Kp != 0:
		piece += c.Ki / c.Kp * dt.Seconds() * s.D
	}
	if piece*s.Short > 0 {
		return s.I
	}
	free := c.Kp*err + s.I + s.D
	switch held := c.limit(free + piece); {
	case held == free+piece: // within the limits
	case c.limit(free) == free:
		piece = held - free // only as far as the limit
	case math.Abs(free+piece-held) > math.Abs(free-c.limit(free)):
		piece = 0 // it would go on beyond the limit
	}
	return c.clamp(s.I + piece)
}

// clamp limits an I that adds up.
func (c *PID) clamp(i float64) float64 {
	if c.Clamp == 0 || c.Integral == PerSample {
		return i
	}
	return max(-c.Clamp, min(c.Clamp, i))
}

// limit limits the output.
func (c *PID) limit(u float64) float64 {
	if c.Low == 0 && c.High == 0 {
		return u
	}
	return max(c.Low, min(c.High, u))
}

// Triple is a PID for each of three axes, which do not know of each other.
type Triple [3]PID

// TripleState is what they remember.
type TripleState [3]PIDState

// Step returns the output along each axis, and the state after it.
func (c *Triple) Step(s TripleState, err, measured geom.Vec, dt time.Duration) (TripleState, geom.Vec) {
	var u geom.Vec
	s[0], u.X = c[0].Step(s[0], err.X, measured.X, dt)
	s[1], u.Y = c[1].Step(s[1], err.Y, measured.Y, dt)
	s[2], u.Z = c[2].Step(s[2], err.Z, measured.Z, dt)
	return s, u
}
