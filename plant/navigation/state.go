package navigation

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// The places of what is estimated in a state. Along the axes of the world are place and velocity, m and m/s, and the
// current; along those of the body the rest.
const (
	atPlace    = 0
	atVelocity = 3
	atTurn     = 6  // rotation from the attitude that is read to the true one, rad
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

// attitude returns the rotation from the attitude that is read to the one that is estimated.
func (s *state) attitude() geom.Vec { return s.vec(atTurn) }

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
		all = append(all, process{atTurn, 2, c.Tilt.Bias, c.Tilt.BiasTime}, process{atTurn + 2, 1, c.Heading.Bias, c.Heading.BiasTime},
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
	way := v.Scale(dt).Add(push.place)
	for i, d := range [3]float64{way.X, way.Y, way.Z} {
		s.x[atPlace+i] += d
	}
	for i, d := range [3]float64{push.velocity.X, push.velocity.Y, push.velocity.Z} {
		s.x[atVelocity+i] += d
	}
	s.transit(&push)
	f.tuning.decay(s, dt)
	q := f.tuning.unknown
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
func (s *state) transit(by *push) {
	dt := by.seconds
	for i := range 3 {
		p, v := &s.p[atPlace+i], &s.p[atVelocity+i]
		for c := range size {
			var add float64
			for k := range 3 {
				add += by.byTurn[i][k]*s.p[atTurn+k][c] + by.byBias[i][k]*s.p[atForce+k][c]
			}
			p[c] += dt * (v[c] + add/2)
			v[c] += add
		}
	}
	for r := range size {
		row := &s.p[r]
		for i := range 3 {
			var add float64
			for k := range 3 {
				add += by.byTurn[i][k]*row[atTurn+k] + by.byBias[i][k]*row[atForce+k]
			}
			row[atPlace+i] += dt * (row[atVelocity+i] + add/2)
			row[atVelocity+i] += add
		}
	}
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
