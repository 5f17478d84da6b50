package autopilot

import (
	"errors"
	"math"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim/geom"
)

// MostClimb is the steepest climb and dive of a vehicle that steers by its pitch, and the
// greatest that any is given to come to the height of its leg, rad.
const MostClimb = math.Pi / 6

// Pilot gives a vehicle what a program wants of it.
type Pilot interface {
	// Steer returns the input for a wanted velocity through the water, in m/s in the world, and a wanted heading
	// and pitch in rad, from the motion of the vehicle and its velocity through the water. It is called once
	// a period; what it returns holds until the next call.
	Steer(velocity geom.Vec, heading, pitch float64, s *vehicle.Motion, through geom.Vec) *vehicle.Input
	// Stop returns the input that asks nothing of the actuators.
	Stop() *vehicle.Input
	// Sways reports whether the vehicle goes in any direction, however it heads.
	Sways() bool
	// Pitches reports whether it climbs by its pitch only, and not by a velocity upwards.
	Pitches() bool
	// Fastest returns the speed ahead that it reaches, m/s.
	Fastest() float64
}

// For returns the pilot of a vehicle that is to go at a speed in m/s, with a bandwidth in 1/s at which its velocity
// follows. It has to be called with the period at which Steer will be.
func For(d vehicle.Dynamics, speed, bandwidth float64, period time.Duration) (Pilot, error) {
	switch d := d.(type) {
	case vehicle.Modelled:
		return New(d.Coefficients(), speed, bandwidth, period)
	case vehicle.Directed:
		return &director{dynamics: d}, nil
	}
	return nil, errors.New("it moves by equations that neither have a model, from which gains follow, nor take a velocity; give it a vehicle file, as in vehicle: remus-100, or dynamics: point or kinematic")
}

// director has a vehicle go as wanted that can be asked for that.
type director struct {
	dynamics vehicle.Directed
	input    vehicle.Input
}

// Steer implements Pilot.
func (p *director) Steer(velocity geom.Vec, heading, _ float64, s *vehicle.Motion, _ geom.Vec) *vehicle.Input {
	p.input = p.dynamics.Direct(velocity, heading, s)
	return &p.input
}

// Stop implements Pilot.
func (p *director) Stop() *vehicle.Input {
	p.input = vehicle.Input{}
	return &p.input
}

// Sways implements Pilot.
func (p *director) Sways() bool { return p.dynamics.Sways() }

// Pitches implements Pilot.
func (*director) Pitches() bool { return false }

// Fastest implements Pilot.
func (*director) Fastest() float64 { return math.Inf(1) }
