package phy

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// Locator tells where the end of a path is and how it moves, in m and m/s in
// the world frame, at any time from now to the end of the longest path.
type Locator interface {
	Position(t sim.Time) geom.Vec
	Velocity(t sim.Time) geom.Vec
}

// Stationary is a Locator that may stand still. Of others it is taken that they move.
type Stationary interface {
	// Still reports whether the end neither moves nor turns during the run.
	Still() bool
}

// Fixed is a Locator that does not move. The medium remembers the paths between
// fixed ends.
type Fixed geom.Vec

// Position returns the fixed position.
func (f Fixed) Position(sim.Time) geom.Vec { return geom.Vec(f) }

// Velocity returns zero.
func (f Fixed) Velocity(sim.Time) geom.Vec { return geom.Vec{} }

// Still implements Stationary.
func (f Fixed) Still() bool { return true }

// Channel is what lies between two radios of a band. It may be a Resting and a Reaching
// as well, which make large networks faster.
type Channel interface {
	// Path describes the way of a signal that leaves tx at time t. Between ends
	// that stand still it is always the same, and the frequency too. A negative
	// Delay says that the signal never arrives, which ends the run.
	Path(tx, rx Locator, t sim.Time) Path
	// Noise is the ambient noise power in the band.
	Noise() float64
}

// The following are what a Channel may have beyond that; see also Resting and Reaching.
type (
	// WaveSpeed is a Channel that knows how fast its wave is.
	WaveSpeed interface {
		// Speed returns the speed of the wave at a position, in m/s.
		Speed(at geom.Vec) float64
	}
	// Warner is a Channel whose formulas hold within ranges.
	Warner interface {
		// Warnings returns a sentence for each input that is outside of its range at one
		// of the positions of the nodes.
		Warnings(positions []geom.Vec) []string
	}
	// Doubtful is a Channel that is valid and may still not be what was meant.
	Doubtful interface {
		// Doubts returns a sentence for each key that was left to its default and hardly
		// fits nodes at these positions. Given tells whether a key was written.
		Doubts(given func(key string) bool, positions []geom.Vec) []string
	}
)

// SpeedOf returns the speed of a channel's wave at a position, in m/s, which the
// size of an antenna is measured against. It is 0 where the channel does not
// say.
func SpeedOf(c Channel, at geom.Vec) float64 {
	if s, ok := c.(WaveSpeed); ok {
		return s.Speed(at)
	}
	return 0
}

// Path is the way of one signal.
type Path struct {
	Delay   time.Duration
	Gain    float64 // received over sent power
	Doppler float64 // received over sent frequency; 1 between ends that stand still
}

// Ideal is a channel without loss and noise: a wire, or a check of everything
// else. The delay is distance over Speed, or none where Speed is 0.
type Ideal struct {
	Speed float64 // m/s
}

// Path returns the delay of a straight path and a gain of one.
func (c Ideal) Path(tx, rx Locator, t sim.Time) Path {
	if c.Speed == 0 {
		return Path{Gain: 1, Doppler: 1}
	}
	ray := Straight(tx, rx, t, c.Speed)
	return Path{Delay: ray.Delay(), Gain: 1, Doppler: ray.Doppler}
}

// Noise returns zero.
func (c Ideal) Noise() float64 { return 0 }

// Ray is a straight path from where the sender was to where the receiver will
// be.
type Ray struct {
	From, To geom.Vec // m
	Time     float64  // s
	Doppler  float64  // received over sent frequency
}

// Delay returns the travel time in whole nanoseconds, rounded down. It is
// negative where the signal never arrives, or not in this age.
//
// Ways of one length, such as those from a ring to its middle, are computed with
// errors in the last bits. Where they take a whole number of nanoseconds, some
// would come out a nanosecond short, and frames of slots that touch would overlap:
// so what lacks less than 1e-14 of itself counts as whole.
func (r Ray) Delay() time.Duration {
	if !(r.Time >= 0 && r.Time*1e9 <= float64(longestDelay)) {
		return -1
	}
	return time.Duration(r.Time * 1e9 * (1 + 1e-14))
}

// Straight finds the straight path at speed c, in m/s, of a signal that leaves tx
// at time t: the travel time d is the positive root of
//
//	|rx(t) + v d - tx(t)| = c d
//
// with the receiver moving on at its velocity v of time t. That is exact for
// straight motion; a receiver that accelerates by a is a d^2/2 away from there.
// The Doppler factor is (c - v_rx) / (c - v_tx) with the components of the
// velocities along the path. Where an end is as fast as the signal there is no
// answer, and the time is NaN.
func Straight(tx, rx Locator, t sim.Time, c float64) Ray {
	from, at := tx.Position(t), rx.Position(t)
	offset := at.Sub(from)
	if still(tx) && still(rx) {
		return Ray{From: from, To: at, Time: offset.Norm() / c, Doppler: 1}
	}
	vTx, vRx := tx.Velocity(t), rx.Velocity(t)
	// |offset|^2 + 2 d offset.v + d^2 |v|^2 = c^2 d^2, solved for the positive
	// root in the form that does not cancel when the ends come closer.
	a := c*c - vRx.Dot(vRx)
	if !(a > 0 && vTx.Dot(vTx) < c*c) {
		return Ray{From: from, To: at, Time: math.NaN(), Doppler: 1}
	}
	b := offset.Dot(vRx)
	q := math.Sqrt(b*b + a*offset.Dot(offset))
	var d float64
	if b >= 0 {
		d = (b + q) / a
	} else {
		d = offset.Dot(offset) / (q - b)
	}
	to := at.Add(vRx.Scale(d))
	ray := Ray{From: from, To: to, Time: d, Doppler: 1}
	if way := to.Sub(from); d > 0 {
		u := way.Scale(1 / way.Norm())
		ray.Doppler = (c - vRx.Dot(u)) / (c - vTx.Dot(u))
	}
	return ray
}
