package phy

import (
	"halocline/sim"
	"halocline/sim/trace"
)

// Most waves of most runs meet a radio that waits and hears nothing else: fixed
// ends, no fading, no own transmission. What begin and end find out step by step is
// known then, and this file says it at once; it is half of the cost of a reception.
// Nothing depends on which of the two ways is gone.

// waits reports whether a wave that arrives now meets nothing that it would have
// to be compared with.
func (r *Radio) waits(tx *transmission, now sim.Time) bool {
	return r.plain && tx.fixed && len(r.arrivals) == 0 && r.meter.state == Idling && now >= r.deafUntil
}

// beginAlone is begin at a radio that waits: the frame is clear and received, or
// it never can be.
func (r *Radio) beginAlone(tx *transmission, way *arm, now sim.Time) {
	power := tx.power * way.gain
	sinr := power / r.noise
	r.heard = power
	r.arrivals = append(r.arrivals, arrival{tx: tx, way: way, power: power})
	in := &r.arrivals[0]
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

// endAlone is end at a radio where there is only one arrival.
func (r *Radio) endAlone(now sim.Time) {
	in := &r.arrivals[0]
	r.heard = 0
	r.arrivals = r.arrivals[:0]
	if r.lock.tx == in.tx {
		r.closePiece(now)
		r.judge(in, now)
	} else {
		r.miss(in, now)
	}
	r.sense(now)
}
