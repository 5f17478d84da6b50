package phy

import (
	"halocline/sim"
	"halocline/sim/trace"
)

// transducer is what radios of one node have in common.
type transducer struct{ radios []*Radio }

// ShareTransducer makes the radios of one node, which are on different bands,
// deaf whenever one of them is transmitting. It must be called before the run
// begins.
func ShareTransducer(radios []*Radio) {
	shared := &transducer{radios}
	for _, r := range radios {
		r.together = shared
		r.dismiss()
	}
}

// silence makes the other radios of the transducer lose what they receive.
func (r *Radio) silence() {
	if r.together == nil {
		return
	}
	now := r.medium.kernel.Now()
	for _, other := range r.together.radios {
		if other != r && other.lock.tx != nil && !other.modem.FullDuplex && other.lock.end() > now {
			other.abandon(trace.HalfDuplex)
			other.sense(now)
		}
	}
}

// occupied reports whether another radio of the transducer is transmitting or
// turning around.
func (r *Radio) occupied(now sim.Time) bool {
	if r.together == nil {
		return false
	}
	for _, other := range r.together.radios {
		if other != r && now < other.sentry().deafUntil {
			return true
		}
	}
	return false
}
