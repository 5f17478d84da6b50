package navigation

import (
	"math"
	"time"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// filter is an error-state Kalman filter of the motion of a vehicle (Groves, Principles of GNSS, Inertial, and
// Multisensor Integrated Navigation Systems, 2013, chapters 3, 14 and 16). Between measurements the specific force of
// the inertial unit carries the velocity on, and the velocity the place:
//
//	p' = Z(psi) v,  v' = R (f - b) + g,  R = R_imu exp(phi)
//
// with R_imu the attitude that the unit reads, and Z(psi) a turn about the vertical by as much as its heading is off. The
// velocity is that in the horizontal axes that the unit takes for those of the world: neither the accelerometers nor the
// log show psi then, and no linearisation makes them seem to, so that it stays as uncertain as it is until a fix shows it
// (compare Huang, Mourikis and Roumeliotis, Observability-based rules for designing consistent EKF SLAM estimators, 2010).
//
// Errors of the instruments are estimated beside p and v, each a first-order Gauss-Markov process or constant. Their standard
// deviations are those of the configurations of the instruments. They are psi, the tilt phi, the bias b of the
// accelerometers, scale, mounting and bias of the log, and the biases of gauge and GPS. The current is estimated too.
//
// A measurement that becomes known late is put where it belongs. The filter remembers the measurements of some time with the
// state after each, and the readings of the inertial unit. It inserts what is late, and works through what follows again.
// So the estimate is the one that punctual delivery would have given.
//
// A measurement is left out if its innovation y, of covariance S, has y' S^-1 y beyond the quantile of chi^2 that the gate
// names. If several of an instrument are left out one after the other, the filter itself is taken to be wrong. It then
// adds the square of the innovation to the variance of what they measure, and takes them.
type filter struct {
	tuning  tuning
	sources []source
	exact   func(t sim.Time) *vehicle.Motion // how the vehicle moves; its attitude counts where there is no inertial unit
	inputs  inputs
	base    moment   // before all that is remembered
	past    []moment // by time; of one time, in the order in which they became known
	room    []moment // in which past moves along
	coming  []coming
	stale   int // place in past from which on it is to be worked through again
	begun   bool
	motion  vehicle.Motion
	counted Innovations // of what is forgotten
}

// tuning is what the filter takes for so.
type tuning struct {
	instruments
	fix     float64       // of a fix, at least, m
	drift   float64       // of the current, m/s
	turns   time.Duration // in which the current changes
	gates   [4]float64    // greatest y' S^-1 y, by the length of y
	memory  time.Duration
	gravity float64
	unknown float64   // white noise of the acceleration, m2/s3
	errors  []process // of the instruments, and the current
	sigmas  sigmas
}

// instruments is what the filter reads; nil what it does not.
type instruments struct {
	imu   *sensor.IMUConfig
	dvl   *sensor.DVLConfig
	depth *sensor.DepthConfig
	gps   *sensor.GPSConfig
}

// kind says what a measurement is.
type kind uint8

const (
	nothing     kind = iota // only time that passes
	overGround              // velocity of the log in the body frame
	inWater                 // the same through the water
	depthKind               // depth of the gauge
	gpsPlace                // x and y of the antenna
	gpsVelocity             // its velocity, of which x and y count
	fixKind                 // place of the vehicle, seen from a station
	beaconKind              // place of a beacon in the body frame
	kinds
)

// reading is a measurement.
type reading struct {
	kind  kind
	at    sim.Time
	value geom.Vec
	from  geom.Vec // of fixKind the station; of beaconKind the place of the beacon
	sigma geom.Vec // of fixKind and beaconKind: standard deviations along the line of sight, across it in the plane, and across both
	turn  geom.Quat
	rate  geom.Vec // of the vehicle then, where there is no inertial unit
}

// coming is a reading that is not known yet.
type coming struct {
	known sim.Time
	input input
	unit  bool // it is one of the inertial unit
	reading
}

// moment is a measurement and what was known after it.
type moment struct {
	reading
	after   state
	squared float64 // y' S^-1 y
	dims    uint8
	gated   bool
	strikes [kinds]uint8 // measurements of a kind that were left out one after the other
}

// mostStrikes is how many measurements of a kind one after the other are left out at most.
const mostStrikes = 5

// Innovations counts measurements.
type Innovations struct {
	Taken, Gated int
	Squared      float64 // sum of y' S^-1 y of those that were taken
	Dims         int     // of their numbers
}

// begin starts the filter at a place at a moment.
func (f *filter) begin(at sim.Time, place geom.Vec, sigma float64) {
	f.base = moment{after: f.tuning.first(at, place, sigma)}
	f.begun, f.past, f.stale = true, f.past[:0], 0
}

// Fix takes the place of the vehicle as somebody has measured it, who stood elsewhere. It reports whether that tells the filter
// anything: a measurement from before all that it remembers does not.
func (f *filter) Fix(now sim.Time, p *PositionFix) bool {
	f.look(now)
	r := reading{kind: fixKind, at: p.At, value: p.Position, from: p.From, sigma: f.tuning.fixSigma(p)}
	if !f.begun {
		f.begin(p.At, p.Position, max(r.sigma.X, r.sigma.Y, r.sigma.Z))
		f.base.reading = r
		return true
	}
	return !f.has(&r) && f.insert(r)
}

// has reports whether a measurement has been taken already, such as one that came over another link.
func (f *filter) has(r *reading) bool {
	for i := range f.past {
		if m := &f.past[i]; m.kind == r.kind && m.at == r.at {
			return true
		}
	}
	return f.base.kind == r.kind && f.base.at == r.at
}

// look takes what has become known.
func (f *filter) look(now sim.Time) {
	for f.takeNext(now) {
	}
	f.work()
}

// takeNext takes what became known first, of one time what the inertial unit has read before the rest.
func (f *filter) takeNext(now sim.Time) bool {
	first := -1
	for i := range f.coming {
		c := &f.coming[i]
		if c.known <= now && (first < 0 || c.known < f.coming[first].known || c.known == f.coming[first].known && c.unit && !f.coming[first].unit) {
			first = i
		}
	}
	if first < 0 {
		return false
	}
	c := f.coming[first]
	f.coming = append(f.coming[:first], f.coming[first+1:]...)
	if c.unit {
		f.takeInput(&c.input)
		return true
	}
	if !f.begun && (c.kind == gpsPlace || c.kind == beaconKind) {
		place, sigma := f.placeOf(&c.reading)
		f.begin(c.at, place, sigma)
		return true
	}
	f.insert(c.reading)
	return true
}

// tickEvery is how long the filter goes on without a measurement before it takes note of where it is.
const tickEvery = 200 * time.Millisecond

// takeInput takes a reading of the inertial unit.
func (f *filter) takeInput(in *input) {
	f.inputs.add(in)
	if !f.begun {
		return
	}
	for f.stale > 0 && f.past[f.stale-1].at > in.at {
		f.stale--
	}
	if last := f.newest(); in.at.Sub(last) >= tickEvery {
		f.insert(reading{kind: nothing, at: in.at})
	}
}

// newest returns the time of the last moment.
func (f *filter) newest() sim.Time {
	if n := len(f.past); n > 0 {
		return f.past[n-1].at
	}
	return f.base.after.at
}

// insert puts a reading where it belongs, if it is not from before all that is remembered.
func (f *filter) insert(r reading) bool {
	if !f.begun || r.at < f.base.after.at || f.newest().Sub(r.at) > f.tuning.memory {
		return false
	}
	var at int
	f.past, f.room, at = openAt(f.past, f.room, r.at, func(m *moment) sim.Time { return m.at })
	f.past[at].reading = r
	f.stale = min(f.stale, at)
	return true
}

// work goes through what is not worked through yet, and forgets what is too old.
func (f *filter) work() {
	for ; f.stale < len(f.past); f.stale++ {
		last, m := &f.base, &f.past[f.stale]
		if f.stale > 0 {
			last = &f.past[f.stale-1]
		}
		m.after, m.strikes = last.after, last.strikes
		f.predict(&m.after, m.at)
		m.update(&f.tuning, &f.inputs)
	}
	old := 0
	for old < len(f.past) && f.newest().Sub(f.past[old].at) > f.tuning.memory {
		f.past[old].count(&f.counted)
		old++
	}
	if old > 0 {
		f.base = f.past[old-1]
		f.past = f.past[old:]
		f.stale -= old
		f.inputs.forget(f.base.after.at)
	}
}

// count adds a measurement to those that were taken, or not.
func (m *moment) count(c *Innovations) {
	switch {
	case m.kind == nothing || m.dims == 0:
	case m.gated:
		c.Gated++
	default:
		c.Taken++
		c.Squared += m.squared
		c.Dims += int(m.dims)
	}
}

// Innovations returns what came of the measurements until now.
func (f *filter) Innovations() Innovations {
	c := f.counted
	for i := range f.past {
		f.past[i].count(&c)
	}
	return c
}

// last returns the state after all that is known.
func (f *filter) last() *state {
	if n := len(f.past); n > 0 {
		return &f.past[n-1].after
	}
	return &f.base.after
}

// Motion returns the estimated motion; false before there is one. It holds until it is asked again.
func (f *filter) Motion(now sim.Time) (*vehicle.Motion, bool) {
	f.look(now)
	if !f.begun {
		return nil, false
	}
	s := f.last()
	place, velocity := f.inputs.propagate(&f.tuning, s, now)
	turn, rate := f.attitude(now)
	if f.tuning.imu != nil {
		turn = s.heading().Mul(turn).Mul(exp(s.tilt()))
	}
	v := turn.RotateInverse(velocity)
	f.motion = vehicle.Motion{Position: place, Attitude: turn, Velocity: vehicle.Six{v.X, v.Y, v.Z, rate.X, rate.Y, rate.Z}}
	return &f.motion, true
}

// Current returns the estimated current, m/s in the world frame; false where nothing has shown it.
func (f *filter) Current(now sim.Time) (geom.Vec, bool) {
	f.look(now)
	if !f.begun {
		return geom.Vec{}, false
	}
	s, prior := f.last(), f.tuning.drift*f.tuning.drift
	known := s.p[atCurrent][atCurrent] < prior/2 && s.p[atCurrent+1][atCurrent+1] < prior/2
	return geom.Vec{X: s.x[atCurrent], Y: s.x[atCurrent+1]}, known
}

// Covariance returns the covariance of the place now, m2; false before there is one.
func (f *filter) Covariance(now sim.Time) (c [3][3]float64, ok bool) {
	f.look(now)
	if !f.begun {
		return c, false
	}
	s := *f.last()
	f.predict(&s, max(now, s.at))
	for i := range c {
		for k := range c {
			c[i][k] = s.p[i][k]
		}
	}
	return c, true
}

// attitude returns how the vehicle is turned by its inertial unit, or as it is, and how fast it turns.
func (f *filter) attitude(t sim.Time) (geom.Quat, geom.Vec) {
	if f.tuning.imu == nil {
		m := f.exact(t)
		return m.Attitude, geom.Vec{X: m.Velocity[3], Y: m.Velocity[4], Z: m.Velocity[5]}
	}
	in := f.inputs.at(t)
	return in.turned(t), in.rate
}

// exp returns the rotation by a vector, in rad.
func exp(v geom.Vec) geom.Quat {
	angle := v.Norm()
	if angle == 0 {
		return geom.Quat{W: 1}
	}
	return geom.FromAxisAngle(v, angle)
}

// root is the square root of the sum of squares.
func root(squares ...float64) float64 {
	sum := 0.0
	for _, s := range squares {
		sum += s * s
	}
	return math.Sqrt(sum)
}
