package autopilot

import (
	"math"
	"time"

	"halocline/plant/control"
	"halocline/plant/vehicle"
	"halocline/sim/geom"
)

// Climb finds the angle of the way above the horizontal by the height that is missing,
//
//	gamma = atan(slope) + e / ahead + (v / (4 ahead^2)) integral of e
//
// with e that height and v the speed: Skogestad's rule as in Autopilot, with ahead/v for tau_c.
type Climb struct {
	pid    control.PID
	state  control.PIDState
	most   float64 // rad
	period time.Duration
}

// NewClimb returns the controller for a speed in m/s, of a vehicle that climbs by its pitch or not.
func NewClimb(speed, ahead float64, pitches bool, period time.Duration) Climb {
	most := math.Pi / 2
	if pitches {
		most = MostClimb
	}
	return Climb{
		pid: control.PID{
			Kp: 1 / ahead, Ki: speed / (4 * ahead * ahead), Integral: control.Accumulated,
			Clamp: MostClimb / 2, Low: -MostClimb, High: MostClimb,
		},
		most: most, period: period,
	}
}

// Angle returns the wanted angle in rad at a height, where the way has another height and a slope. It is called once a period.
func (c *Climb) Angle(z, slope, at float64) float64 {
	var gamma float64
	c.state, gamma = c.pid.Step(c.state, z-at, at, c.period)
	gamma += math.Atan(slope)
	return max(-c.most, min(c.most, gamma))
}

// Course is a straight way to go.
type Course struct {
	Heading float64 // over ground, rad
	Climb   float64 // above the horizontal, rad
	Speed   float64 // through the water, m/s
	Crab    bool    // it heads into the current by as much as that sets it off
}

// Follow returns the input of a vehicle that goes along a course in water that drifts. What thrusters push aside goes there at
// once; others go where they head.
func Follow(p Pilot, c Course, s *vehicle.Motion, drift, through geom.Vec) *vehicle.Input {
	speed, rise := c.Speed*math.Cos(c.Climb), c.Speed*math.Sin(c.Climb)
	heading := c.Heading
	if c.Crab {
		heading = crab(heading, drift, speed)
	}
	bow, pitch := geom.FromEuler(heading, 0, 0), 0.0
	if !p.Sways() {
		yaw, _, _ := s.Attitude.Euler()
		bow = geom.FromEuler(yaw, 0, 0)
	}
	if p.Pitches() {
		bow, speed, rise, pitch = s.Attitude, c.Speed, 0, -c.Climb // a positive pitch lowers the bow
	}
	want := bow.Rotate(geom.Vec{X: speed})
	want.Z += rise
	return p.Steer(want, heading, pitch, s, through)
}

// crab returns the heading that makes a course over ground, in rad, at a speed through water
// that drifts: the side of the drift across the course is that of the speed against it. A
// drift that is faster is met straight on.
func crab(course float64, drift geom.Vec, speed float64) float64 {
	sin, cos := math.Sincos(course)
	across := drift.Y*cos - drift.X*sin // to the left
	return course - math.Asin(max(-1, min(1, across/speed)))
}

// Toward returns the velocity over ground, m/s, by which a vehicle that hovers comes to a place, at a speed at most: four
// times slower than its velocity follows, which has a time constant in s, so that it does not overshoot.
func Toward(at, place geom.Vec, speed, constant float64) geom.Vec {
	return Limit(place.Sub(at).Scale(1/(4*constant)), speed)
}

// Limit returns a velocity that is no faster than a speed.
func Limit(velocity geom.Vec, speed float64) geom.Vec {
	if v := velocity.Norm(); v > speed {
		return velocity.Scale(speed / v)
	}
	return velocity
}
