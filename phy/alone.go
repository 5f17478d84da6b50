package phy

import (
	"halocline/sim"
	"halocline/sim/trace"
)

// Most waves of most runs meet a radio that waits and hears nothing else. What begin
// and end find out step by step is known then, and this file says it at once: that
// takes a third off the cost of a reception. Nothing depends on which of the two ways
// is gone.

// waits reports whether a wave that arrives now meets nothing that it would have
// to be compared with.
func (r *Radio) waits(now sim.Time) bool {
	return r.plain && len(r.arrivals) == 0 && r.meter.state == Idling && now >= r.deafUntil
}

// beginAlone is begin at a radio that waits: the frame is clear and received, or
// it never can be.
func (r *Radio) beginAlone(tx *transmission, way *arm, now sim.Time) {
	power := tx.power * way.gain
	sinr := power / r.noise
	r.heard = power
	r.arrivals = r.arrivals[:1] // there is always room
	in := &r.arrivals[0]
	*in = arrival{tx: tx, way: way, power: power}
	switch {
	case !r.clear(power):
		in.missed = trace.BelowThreshold
	case r.modem.Capture != CaptureOff && !(sinr > r.modem.Acquire):
		in.missed = trace.Collision // by the rounding of the last digit
	default:
		in.begun = true
		l := &r.lock
		l.tx, l.delay, l.power = tx, way.delay, power
		l.began, l.since = now, now
		l.present, l.worst = 0, sinr
		l.weighted, l.success = 0, 1
		r.meter.enter(Receiving, now)
	}
	if power > r.senseLevel {
		r.busy = true
		r.listener.Carrier(true)
	}
}

// hearsOnly reports whether a wave is the only one at the radio.
func (r *Radio) hearsOnly(tx *transmission) bool {
	return len(r.arrivals) == 1 && r.arrivals[0].tx == tx
}

// endAlone is end at a radio that hears only one wave.
func (r *Radio) endAlone(now sim.Time) {
	in := &r.arrivals[0]
	r.heard = 0
	r.arrivals = r.arrivals[:0]
	if r.lock.tx == in.tx {
		if r.modem.Overlap != Worst {
			r.closePiece(now)
		}
		r.judge(in, now)
	} else if r.medium.tracer != nil {
		r.miss(in, now)
	}
	r.sense(now)
}
