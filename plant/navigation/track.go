package navigation

import (
	"errors"
	"fmt"
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// axis is what is known of the motion along one axis: position in m, velocity in
// m/s, and their variances and covariance.
type axis struct {
	X, V       float64
	XX, XV, VV float64 // m^2, m^2/s, m^2/s^2
}

// noise is what is not known of a motion: its spectral densities, of white noise.
type noise struct {
	Velocity float64 // beside the velocity of the track, m^2/s
	Accel    float64 // m^2/s^3
}

// Predict returns the track dt seconds later by the model of constant velocity, with
// an unknown acceleration that is white, of spectral density q,
//
//	Q = q [dt^3/3 dt^2/2; dt^2/2 dt]
//
// (Bar-Shalom, Li and Kirubarajan, Estimation with Applications to Tracking and
// Navigation, 2001, section 6.2.2). White noise of the velocity of density w adds
// w dt to XX.
func (k axis) Predict(dt float64, n noise) axis {
	q := n.Accel
	return axis{
		X:  k.X + k.V*dt,
		V:  k.V,
		XX: k.XX + (2*k.XV+(k.VV+q*dt/3)*dt+n.Velocity)*dt,
		XV: k.XV + (k.VV+q*dt/2)*dt,
		VV: k.VV + q*dt,
	}
}

// Update returns the track after a measurement of its position in m, with its
// variance in m^2. The covariance takes Joseph's form, which stays positive.
func (k axis) Update(x, variance float64) axis {
	s := k.XX + variance
	gx, gv := k.XX/s, k.XV/s
	off := x - k.X
	keep := variance / s // 1 - gx, without the loss of digits
	return axis{
		X:  k.X + gx*off,
		V:  k.V + gv*off,
		XX: keep*keep*k.XX + gx*gx*variance,
		XV: keep*(k.XV-gv*k.XX) + gx*gv*variance,
		VV: k.VV - 2*gv*k.XV + gv*gv*s,
	}
}

// estimate is what is known of the motion of a vehicle at a moment, along the
// axes of the world, which are taken to be independent.
type estimate struct {
	At   sim.Time
	Axes [3]axis
}

// Position returns the place in m.
func (e *estimate) Position() geom.Vec {
	return geom.Vec{X: e.Axes[0].X, Y: e.Axes[1].X, Z: e.Axes[2].X}
}

// Velocity returns the velocity in m/s.
func (e *estimate) Velocity() geom.Vec {
	return geom.Vec{X: e.Axes[0].V, Y: e.Axes[1].V, Z: e.Axes[2].V}
}

// fix is a measured position, and when it was true, which may be long before it
// arrives.
type fix struct {
	At       sim.Time
	Position geom.Vec // m
	Variance geom.Vec // along each axis, m^2; +Inf along one that was not measured
}

// errLate says that a fix, or what else a reckoner is told, is from before all
// that is remembered.
var errLate = errors.New("older than all that is remembered")

// tracker is dead reckoning between fixes: a Kalman filter of position and
// velocity that puts what arrives late where it belongs. It remembers the fixes
// of some time with the estimate after each; what is older than
// the newest is inserted and the rest is worked through again, so the estimate is
// the one that punctual delivery would have given. The memory is bounded, and once it has
// grown to what it needs no step allocates.
//
// A vehicle with a log of its velocity has it estimate the place minus the way that
// the log adds up to. The velocity is then what the log does not see: the current, for
// one that measures through the water, and its bias.
type tracker struct {
	noise noise
	base  told   // before all that is remembered
	past  []told // by time; of one time, in the order of arrival
	room  []told // in which past moves along
	span  time.Duration
	most  int // moments
}

// told is when something was told, and what was known after it.
type told struct {
	fix
	forget bool    // no fix: the velocity counts no more
	doubt  float64 // variance of a velocity that is forgotten, m^2/s^2
	after  estimate
}

// newTracker returns a reckoner that begins with an estimate and remembers what was
// told of the last memory before the newest, and at most so many fixes and such.
func newTracker(start estimate, noise noise, memory time.Duration, most int) (*tracker, error) {
	for _, n := range [...]float64{noise.Velocity, noise.Accel} {
		if !(n >= 0) || math.IsInf(n, 0) {
			return nil, fmt.Errorf("noise: a density of %g is given; write at least 0", n)
		}
	}
	if memory < 0 || most < 1 {
		return nil, fmt.Errorf("memory: %v and at most %d moments are given; write at least 0s and 1", memory, most)
	}
	return &tracker{noise: noise, base: told{after: start}, span: memory, most: most}, nil
}

// Since returns the time from which on fixes are taken: an older one is late.
func (r *tracker) Since() sim.Time { return r.base.after.At }

// Correct takes a fix. It is refused as errLate where it is older than all that is
// remembered.
func (r *tracker) Correct(f fix) error {
	if sum := f.Position.X + f.Position.Y + f.Position.Z; sum-sum != 0 {
		return errors.New("a fix has a position that is not a finite number")
	}
	v := f.Variance
	if !(v.X > 0) || !(v.Y > 0) || !(v.Z > 0) {
		return errors.New("a fix has a variance that is not above 0")
	}
	if math.IsInf(min(v.X, v.Y, v.Z), 1) {
		return errors.New("a fix measures nothing: all its variances are infinite")
	}
	return r.insert(told{fix: f})
}

// Forget takes all that is known of the velocity for void from a moment on, as where
// a log turns from the bottom to the water: it is 0 then, with a variance in m^2/s^2.
func (r *tracker) Forget(from sim.Time, variance float64) error {
	if !(variance >= 0) || math.IsInf(variance, 0) {
		return errors.New("a velocity is forgotten with a variance that is not a finite number of at least 0")
	}
	return r.insert(told{fix: fix{At: from}, forget: true, doubt: variance})
}

// Shift moves all fixes that were measured after a moment, each by what is returned for its
// time, as where the way until then turns out to be another one. It also moves the estimate
// that the reckoner began with.
func (r *tracker) Shift(after sim.Time, by func(t sim.Time) geom.Vec) {
	first := len(r.past)
	for first > 0 && r.past[first-1].At > after {
		first--
	}
	if first == 0 && r.base.after.At > after {
		d := by(r.base.after.At)
		for i, x := range [3]float64{d.X, d.Y, d.Z} {
			r.base.after.Axes[i].X += x
		}
	}
	for i := first; i < len(r.past); i++ {
		m := &r.past[i]
		if !m.forget {
			m.Position = m.Position.Add(by(m.At))
		}
		r.work(i)
	}
}

// At returns the estimate at a time that lies after all that is remembered.
func (r *tracker) At(t sim.Time) estimate {
	last := r.before(len(r.past))
	if t < last.after.At {
		panic("navigation: an estimate of the past is asked for")
	}
	return r.predict(last, t)
}

// insert puts what was told where it belongs and works through what follows.
func (r *tracker) insert(m told) error {
	if m.At < r.base.after.At {
		return errLate
	}
	var at int
	r.past, r.room, at = openAt(r.past, r.room, m.At, func(m *told) sim.Time { return m.At })
	r.past[at] = m
	for i := at; i < len(r.past); i++ {
		r.work(i)
	}
	newest := r.past[len(r.past)-1].At
	for len(r.past) > r.most || newest.Sub(r.past[0].At) > r.span {
		r.base = r.past[0]
		r.past = r.past[1:]
	}
	return nil
}

// work computes what is known after one of the moments.
func (r *tracker) work(i int) {
	m, last := &r.past[i], r.before(i)
	m.after = r.predict(last, m.At)
	if m.forget {
		for i := range m.after.Axes {
			k := &m.after.Axes[i]
			*k = axis{X: k.X, XX: k.XX, VV: m.doubt}
		}
		return
	}
	x, v := m.Position, m.Variance
	for i, measured := range [3]struct{ x, variance float64 }{{x.X, v.X}, {x.Y, v.Y}, {x.Z, v.Z}} {
		if !math.IsInf(measured.variance, 1) {
			m.after.Axes[i] = m.after.Axes[i].Update(measured.x, measured.variance)
		}
	}
}

// before returns what was told before one of those that are remembered.
func (r *tracker) before(i int) *told {
	if i == 0 {
		return &r.base
	}
	return &r.past[i-1]
}

// predict returns the estimate at a later time.
func (r *tracker) predict(last *told, t sim.Time) estimate {
	dt := t.Sub(last.after.At).Seconds()
	e := estimate{At: t}
	for i := range e.Axes {
		e.Axes[i] = last.after.Axes[i].Predict(dt, r.noise)
	}
	return e
}
