package clock

import (
	"time"

	"halocline/sim"
)

// steering is what the owner of a clock has done to it: the present correction and the one before, for
// what happened before the present one.
type steering struct {
	now, before correction
	from        sim.Time // kernel time from which on the present one holds
	told        []func()
}

// correction makes of what an oscillator shows what the clock shows. The zero value changes nothing.
type correction struct {
	since sim.Time // of the oscillator, when it was made
	by    Clock    // what the clock shows after since, over what the oscillator does
}

// local returns what the clock shows when the oscillator shows a time.
func (c correction) local(oscillator sim.Time) sim.Time {
	return c.since + c.by.Local(oscillator-c.since)
}

// oscillator returns what the oscillator shows when the clock first shows a time or more.
func (c correction) oscillator(local sim.Time) sim.Time {
	return c.since + c.by.Kernel(local-c.since)
}

// local returns what the clock shows at a kernel time, when its oscillator shows another one.
func (s *steering) local(oscillator, t sim.Time) sim.Time {
	if t < s.from {
		return s.before.local(oscillator)
	}
	return s.now.local(oscillator)
}

// Steerable returns the same clock as one that Steer changes. All copies of it are changed.
func Steerable(c Clock) Clock {
	c.steered = new(steering)
	return c
}

// oscillator returns the clock as it goes by itself.
func (c Clock) oscillator() Clock {
	c.steered = nil
	return c
}

// Rate returns by how many parts per billion the clock is made to go faster than its oscillator.
func (c Clock) Rate() int64 {
	if c.steered == nil {
		return 0
	}
	return c.steered.now.by.drift
}

// Steer adds a step to what a Steerable clock shows from kernel time now on, and has it gain a rate, in
// parts per billion, over its oscillator, which is held to MaxDrift. A step below zero sets it back: it shows some
// times again.
func (c Clock) Steer(now sim.Time, step time.Duration, rate int64) {
	s := c.steered
	if s == nil {
		panic("clock: only a Steerable clock can be steered")
	}
	shown := c.Local(now)
	since := c.oscillator().Local(now)
	s.before, s.from = s.now, now
	s.now = correction{since: since, by: Clock{offset: shown.Sub(since) + step, drift: max(-MaxDrift, min(rate, MaxDrift))}}
	for _, f := range s.told {
		f()
	}
}

// OnSteer has a function called each time that the clock was steered, for those who have planned
// something by it. Of a clock that cannot be steered it does nothing.
func (c Clock) OnSteer(f func()) {
	if c.steered != nil {
		c.steered.told = append(c.steered.told, f)
	}
}
