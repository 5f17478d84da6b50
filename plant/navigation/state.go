package navigation

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// The places of what is estimated in a state. Along the axes of the world are the place, m, and the current; along those
// that the inertial unit takes for such the velocity over ground, m/s; along those of the body the rest.
const (
	atPlace    = 0
	atVelocity = 3
	atTilt     = 6  // rotation about x and y of the body from the attitude that is read to the true one, rad
	atHeading  = 8  // rotation about the vertical after that, rad
	atForce    = 9  // bias of the accelerometers, m/s2
	atScale    = 12 // of the log
	atMounting = 13 // angles of the log about y and z, rad
	atBias     = 15 // of the log, m/s
	atCurrent  = 18 // along x and y, m/s
	atDepth    = 20 // bias of the gauge, m
	atGPS      = 21 // bias along x and y, m
	size       = 23
)

// state is what is estimated at a moment, and the covariance of its errors.
type state struct {
	at sim.Time
	x  [size]float64
	p  [size][size]float64
}

// vec returns three numbers of a state.
func (s *state) vec(at int) geom.Vec { return geom.Vec{X: s.x[at], Y: s.x[at+1], Z: s.x[at+2]} }

// tilt returns the rotation in the body frame from the attitude that is read to the true one, but for the heading.
func (s *state) tilt() geom.Vec { return geom.Vec{X: s.x[atTilt], Y: s.x[atTilt+1]} }

// heading returns the rotation from the horizontal axes that the inertial unit takes for those of the world to the true ones.
func (s *state) heading() geom.Quat {
	sin, cos := math.Sincos(s.x[atHeading] / 2)
	return geom.Quat{W: cos, Z: sin}
}

// process is an error of an instrument: a first-order Gauss-Markov process.
type process struct {
	at, many int
	sigma    float64
	time     time.Duration // of correlation; 0 for a constant one
}

// processes returns the errors of what the filter reads.
func (t *tuning) processes() []process {
	all := []process{{atCurrent, 2, t.drift, t.turns}}
	if c := t.imu; c != nil {
		all = append(all, process{atTilt, 2, c.Tilt.Bias, c.Tilt.BiasTime}, process{atHeading, 1, c.Heading.Bias, c.Heading.BiasTime},
			process{atForce, 3, c.Force.Bias, c.Force.BiasTime})
	}
	if c := t.dvl; c != nil {
		all = append(all, process{atScale, 1, c.Scale, 0}, process{atMounting, 2, c.Mounting, 0},
			process{atBias, 3, c.Velocity.Bias, c.Velocity.BiasTime})
	}
	if c := t.depth; c != nil {
		all = append(all, process{atDepth, 1, c.Depth.Bias, c.Depth.BiasTime})
	}
	if c := t.gps; c != nil {
		all = append(all, process{atGPS, 2, c.Horizontal.Bias, c.Horizontal.BiasTime})
	}
	return all
}

// startSpeed is the standard deviation of the velocity along each axis at the beginning, m/s. A vehicle begins at rest
// over ground, or nearly so.
const startSpeed = 0.3

// first returns the state at the beginning.
func (t *tuning) first(at sim.Time, place geom.Vec, sigma float64) state {
	s := state{at: at}
	s.x[0], s.x[1], s.x[2] = place.X, place.Y, place.Z
	for i := range 3 {
		s.p[atPlace+i][atPlace+i] = sigma * sigma
		s.p[atVelocity+i][atVelocity+i] = startSpeed * startSpeed
	}
	for _, e := range t.errors {
		for i := e.at; i < e.at+e.many; i++ {
			s.p[i][i] = e.sigma * e.sigma
		}
	}
	return s
}

// predict carries a state to a later time. With Phi the transition over that time, which couples the place with the
// velocity and both with the attitude and the accelerometers, the covariance becomes Phi P Phi' + Q.
func (f *filter) predict(s *state, until sim.Time) {
	if until <= s.at {
		return
	}
	push := f.inputs.integrate(&f.tuning, s, until, true)
	dt := push.seconds
	v := s.vec(atVelocity)
	heading := s.heading()
	way := heading.Rotate(v.Scale(dt).Add(push.place))
	for i, d := range [3]float64{way.X, way.Y, way.Z} {
		s.x[atPlace+i] += d
	}
	for i, d := range [3]float64{push.velocity.X, push.velocity.Y, push.velocity.Z} {
		s.x[atVelocity+i] += d
	}
	s.transit(&push, heading, way)
	f.tuning.decay(s, dt)
	q := f.tuning.unknown + f.tuning.turning()*v.Dot(v)
	for i := range 3 { // white acceleration: Q = q [dt^3/3 dt^2/2; dt^2/2 dt]
		p, v := atPlace+i, atVelocity+i
		s.p[p][p] += q * dt * dt * dt / 3
		s.p[p][v] += q * dt * dt / 2
		s.p[v][p] += q * dt * dt / 2
		s.p[v][v] += q * dt
	}
	s.at = until
}

// transit makes Phi P Phi' of the covariance, rows first. The rows of the place go before those of the velocity that they
// take from.
func (s *state) transit(by *push, heading geom.Quat, way geom.Vec) {
	aside := [3]float64{-way.Y, way.X, 0} // by the heading
	for c := range size {
		v, add := geom.Vec{X: s.p[atVelocity][c], Y: s.p[atVelocity+1][c], Z: s.p[atVelocity+2][c]}, [3]float64{}
		for i := range 3 {
			add[i] = by.byTilt[i][0]*s.p[atTilt][c] + by.byTilt[i][1]*s.p[atTilt+1][c]
			for k := range 3 {
				add[i] += by.byBias[i][k] * s.p[atForce+k][c]
			}
		}
		moved := heading.Rotate(v.Add(geom.Vec{X: add[0], Y: add[1], Z: add[2]}.Scale(0.5)).Scale(by.seconds))
		for i, d := range [3]float64{moved.X, moved.Y, moved.Z} {
			s.p[atPlace+i][c] += d + aside[i]*s.p[atHeading][c]
			s.p[atVelocity+i][c] += add[i]
		}
	}
	for r := range size {
		row := &s.p[r]
		v, add := geom.Vec{X: row[atVelocity], Y: row[atVelocity+1], Z: row[atVelocity+2]}, [3]float64{}
		for i := range 3 {
			add[i] = by.byTilt[i][0]*row[atTilt] + by.byTilt[i][1]*row[atTilt+1]
			for k := range 3 {
				add[i] += by.byBias[i][k] * row[atForce+k]
			}
		}
		moved := heading.Rotate(v.Add(geom.Vec{X: add[0], Y: add[1], Z: add[2]}.Scale(0.5)).Scale(by.seconds))
		for i, d := range [3]float64{moved.X, moved.Y, moved.Z} {
			row[atPlace+i] += d + aside[i]*row[atHeading]
			row[atVelocity+i] += add[i]
		}
	}
}

// turning returns the spectral density of the turn of the heading's error, rad2/s: the velocity is one along axes that turn with that.
func (t *tuning) turning() float64 {
	if t.imu == nil || t.imu.Heading.BiasTime == 0 {
		return 0
	}
	return 2 * square(t.imu.Heading.Bias) / t.imu.Heading.BiasTime.Seconds()
}

// decay has the errors of instruments go on: x' = a x, variance a^2 P + sigma^2 (1 - a^2), a = exp(-dt/tau).
func (t *tuning) decay(s *state, dt float64) {
	for _, e := range t.errors {
		if e.time == 0 || e.sigma == 0 {
			continue
		}
		tau := e.time.Seconds()
		a, grown := math.Exp(-dt/tau), -math.Expm1(-2*dt/tau)*e.sigma*e.sigma
		for i := e.at; i < e.at+e.many; i++ {
			s.x[i] *= a
			for k := range size {
				s.p[i][k] *= a
				s.p[k][i] *= a
			}
			s.p[i][i] += grown
		}
	}
}
