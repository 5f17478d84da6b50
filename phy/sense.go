package phy

import (
	"halocline/sim"
	"halocline/sim/trace"
)

// sense renews the state, which is what the radio spends its energy on, and the
// carrier sense. It tells the protocol when the latter changes.
func (r *Radio) sense(now sim.Time) {
	state, busy := Idling, r.heard > r.senseLevel
	switch {
	case r.off != trace.NoCause:
		state, busy = Off, r.sending != nil
	case r.sending != nil:
		state, busy = Transmitting, true
	case r.asleep:
		state, busy = Sleeping, false
	case r.lock.tx != nil:
		state = Receiving
	}
	if state != r.meter.state {
		r.meter.enter(state, now)
	}
	s := r.idle()
	s.ready = r.plain && state == Idling && len(r.arrivals) == 0 && s.wave == 0
	if busy != r.busy {
		r.busy = busy
		r.tell(busy)
	}
}

// tell tells the protocol of the carrier, if it wants to know.
func (r *Radio) tell(busy bool) {
	if l, ok := r.listener.(CarrierListener); ok {
		l.Carrier(busy)
	}
}

// interference is the power of all arrivals but that of tx.
func (r *Radio) interference(tx *transmission) float64 {
	sum := 0.0
	for i := range r.arrivals {
		if a := &r.arrivals[i]; a.tx != tx {
			sum += a.power
		}
	}
	return sum
}

// audible reports whether some arrival other than that of tx, and not just about
// to end, could have been received if it were alone.
func (r *Radio) audible(tx *transmission, now sim.Time) bool {
	for i := range r.arrivals {
		if a := &r.arrivals[i]; a.tx != tx && !a.tx.reflected() && r.clear(a.power) && a.end() > now {
			return true
		}
	}
	return false
}

// deaf returns why the radio cannot begin to receive: it is sending, or has just sent and
// is still turning around. It is NoCause if it can. A transducer may be shared with others.
func (r *Radio) deaf(now sim.Time) trace.Cause {
	return r.modem.deaf(now, r.deafUntil())
}

// deaf returns why a modem cannot begin to receive, which has turned around at a time.
func (m *Modem) deaf(now, until sim.Time) trace.Cause {
	switch {
	case m.FullDuplex || now >= until:
		return trace.NoCause
	case now < until.Add(-m.Turnaround):
		return trace.HalfDuplex
	}
	return trace.Turnaround
}
