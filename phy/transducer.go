package phy

import (
	"halocline/sim"
	"halocline/sim/trace"
)

// ShareTransducer makes the radios of one node, which are on different bands,
// deaf whenever one of them is transmitting. It must be called before the run
// begins.
func ShareTransducer(radios []*Radio) {
	for _, r := range radios {
		r.together, r.plain = radios, false
	}
}

// silence makes the other radios of the transducer lose what they receive.
func (r *Radio) silence() {
	now := r.medium.kernel.Now()
	for _, other := range r.together {
		if other != r && other.lock.tx != nil && !other.modem.FullDuplex && other.lock.end() > now {
			other.abandon(trace.HalfDuplex)
			other.sense(now)
		}
	}
}

// occupied reports whether another radio of the transducer is transmitting or
// turning around.
func (r *Radio) occupied(now sim.Time) bool {
	for _, other := range r.together {
		if other != r && now < other.deafUntil {
			return true
		}
	}
	return false
}
