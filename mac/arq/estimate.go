package arq

import (
	"time"

	"halocline/mac"
)

// estimate is what a sender has learnt of how long an acknowledgement takes, after RFC 6298.
type estimate struct {
	fixed    time.Duration // that is not learnt; 0 to learn it
	smoothed time.Duration // 0 before the first
	spread   time.Duration // mean deviation
	doubled  int           // time-outs since an acknowledgement was timed
	last     time.Duration // time-out that was given last
}

// mostDoubled is how many time-outs in a row lengthen the next one at most.
const mostDoubled = 4

// troubled reports whether two time-outs have followed each other without an acknowledgement.
func (e *estimate) troubled() bool { return e.doubled >= 2 }

// timeOut returns how long to wait after the end of a packet of so many bits. Before the first
// acknowledgement it is twice what one takes over the longest way that is sent at once. It leaves time for
// the acknowledgement of the next packet, which makes up for one that was lost.
func (e *estimate) timeOut(env *mac.Env, bits, ack int) time.Duration {
	next := env.PHY.Airtime(ack) + env.PHY.Airtime(bits)
	switch {
	case e.fixed > 0:
		e.last = e.fixed
	case e.smoothed == 0:
		e.last = 2 * (2*env.MaxDelay() + next)
	default:
		e.last = e.smoothed + max(4*e.spread, next)
	}
	if e.troubled() { // by chance, so that two who have collided do not do so again
		e.last += time.Duration(env.Rand.Float64() * float64(e.last<<(e.doubled-1)-e.last))
	}
	return e.last
}

// learn takes the time of an acknowledgement. A clock that was set back meanwhile tells nothing.
func (e *estimate) learn(env *mac.Env, took time.Duration) {
	switch {
	case took <= 0:
		return
	case e.smoothed == 0:
		e.smoothed, e.spread = took, took/2
	default: // alpha = 1/8, beta = 1/4
		e.spread += ((e.smoothed - took).Abs() - e.spread) / 4
		e.smoothed += (took - e.smoothed) / 8
	}
	e.doubled = 0
	env.Emit("arq round trip", took.Seconds())
}

// fail takes note of a time-out.
func (e *estimate) fail() { e.doubled = min(e.doubled+1, mostDoubled) }
