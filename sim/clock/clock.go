// Package clock is a node's own clock: kernel time seen with an offset and a
// constant drift. Protocols plan their slots with it, so that the price of
// imperfect synchronisation can be measured.
//
// The arithmetic is in integers of 128 bits and exact: a clock that is asked
// once an hour and one that is asked every microsecond agree.
//
// A clock that is Steerable can be set during a run, and made to go faster or slower than its
// oscillator.
//
// Left out: drift that changes with temperature or age, jitter of a reading,
// and a resolution coarser than a nanosecond.
package clock

import (
	"fmt"
	"math"
	"math/bits"
	"time"

	"halocline/sim"
)

// MaxDrift bounds the drift of a clock, in parts per billion. It is 1000 parts
// per million, ten times what a quartz crystal without compensation is off by.
const MaxDrift int64 = 1_000_000

// billion is how many parts there are.
const billion = 1_000_000_000

// Clock is a node's view of time. It is a value and never changes, unless it is Steerable. The
// zero value is perfect: it shows kernel time.
type Clock struct {
	offset  time.Duration
	drift   int64     // parts per billion
	steered *steering // nil: its owner cannot steer it
}

// New returns a clock that shows offset at kernel time 0 and gains drift
// nanoseconds per second from there on (drift in parts per billion, negative
// for a slow clock).
func New(offset time.Duration, drift int64) (Clock, error) {
	if drift < -MaxDrift || drift > MaxDrift {
		return Clock{}, fmt.Errorf("clock drift of %d parts per billion: allowed are %d to %d", drift, -MaxDrift, MaxDrift)
	}
	return Clock{offset: offset, drift: drift}, nil
}

// Local returns what the clock shows at kernel time t:
//
//	t + offset + floor(t drift / 1e9)
//
// It never runs backwards, unless it is steered. A result beyond the range of sim.Time becomes the
// nearest end of that range.
func (c Clock) Local(t sim.Time) sim.Time {
	if c.steered != nil {
		return c.steered.local(c.oscillator().Local(t), t)
	}
	// The integers t and offset may move under the floor:
	// floor((t (1e9 + drift) + offset 1e9) / 1e9).
	shown := product(int64(t), billion+c.drift).plus(product(int64(c.offset), billion))
	return sim.Time(shown.floorOver(billion))
}

// Kernel returns the earliest kernel time at which the clock shows local or
// more: when to fire what is planned for local. Where that lies beyond the
// range of sim.Time it is the nearest end of that range, sim.Never at the top.
func (c Clock) Kernel(local sim.Time) sim.Time {
	if c.steered != nil {
		return c.oscillator().Kernel(c.steered.now.oscillator(local))
	}
	// Local(t) >= local, an integer, is t (1e9 + drift)/1e9 >= local - offset,
	// so t is the ceiling of (local - offset) 1e9 / (1e9 + drift): the floor
	// once the divisor less one is added.
	divisor := uint64(billion + c.drift)
	due := product(int64(local), billion).plus(product(int64(c.offset), -billion))
	return sim.Time(due.plus(wide{lo: divisor - 1}).floorOver(divisor))
}

// wide is a signed integer of 128 bits in two's complement. The largest value
// in this package is below 2^95.
type wide struct{ hi, lo uint64 }

// product returns a times b.
func product(a, b int64) wide {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	// A negative factor was taken 2^64 too large.
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	return wide{hi, lo}
}

// plus returns w + v.
func (w wide) plus(v wide) wide {
	lo, carry := bits.Add64(w.lo, v.lo, 0)
	hi, _ := bits.Add64(w.hi, v.hi, carry)
	return wide{hi, lo}
}

// floorOver returns the largest integer not above w/d, held within int64.
func (w wide) floorOver(d uint64) int64 {
	negative := int64(w.hi) < 0
	if negative {
		// floor(w/d) is the complement of floor(^w/d), as ^w = -w - 1.
		w = wide{^w.hi, ^w.lo}
	}
	quotient := uint64(math.MaxInt64)
	if w.hi < d { // else the quotient has more than 64 bits
		q, _ := bits.Div64(w.hi, w.lo, d)
		quotient = min(q, math.MaxInt64)
	}
	if negative {
		return int64(^quotient)
	}
	return int64(quotient)
}
