package control

import (
	"math"
	"time"

	"halocline/sim/geom"
)

// Cascade is three loops of a vehicle in its body frame, as the platform of
// Tsinghua has them: a loop on linear velocity gives the force, and a loop on
// attitude gives the turn rate for a loop inside it, which gives the moment.
// Position is the business of a loop outside, such as a Triple that gives the
// velocity. Each loop has a method and a period of its own.
type Cascade struct {
	Velocity Triple // error in m/s, output in N
	Attitude Triple // error in rad, output in rad/s
	Rate     Triple // error in rad/s, output in N m
}

// CascadeState is what the loops remember.
type CascadeState struct {
	Velocity, Attitude, Rate TripleState
}

// Force returns the force in N for a wanted velocity. Velocities are in m/s, in
// the body frame.
func (c *Cascade) Force(s CascadeState, want, have geom.Vec, dt time.Duration) (CascadeState, geom.Vec) {
	var force geom.Vec
	s.Velocity, force = c.Velocity.Step(s.Velocity, want.Sub(have), have, dt)
	return s, force
}

// Turn returns the turn rate in rad/s, in the body frame, for a wanted attitude.
// A derivative on measurement has no meaning here, since an attitude is no
// vector: the measurement is taken to stand still.
func (c *Cascade) Turn(s CascadeState, want, have geom.Quat, dt time.Duration) (CascadeState, geom.Vec) {
	var rate geom.Vec
	s.Attitude, rate = c.Attitude.Step(s.Attitude, TurnTo(have, want), geom.Vec{}, dt)
	return s, rate
}

// Moment returns the moment in N m for a wanted turn rate. Rates are in rad/s, in
// the body frame.
func (c *Cascade) Moment(s CascadeState, want, have geom.Vec, dt time.Duration) (CascadeState, geom.Vec) {
	var moment geom.Vec
	s.Rate, moment = c.Rate.Step(s.Rate, want.Sub(have), have, dt)
	return s, moment
}

// TurnTo returns the shortest rotation from one attitude to another as its axis
// times its angle in rad, in the frame of the first: 2 atan2(|v|, w) along v for
// the unit quaternion (w, v) = have* want, with the sign for which w >= 0.
func TurnTo(have, want geom.Quat) geom.Vec {
	q := have.Conj().Mul(want)
	v := geom.Vec{X: q.X, Y: q.Y, Z: q.Z}
	if q.W < 0 {
		q.W, v = -q.W, v.Scale(-1)
	}
	sine := v.Norm()
	if sine == 0 {
		return geom.Vec{}
	}
	return v.Scale(2 * math.Atan2(sine, q.W) / sine)
}
