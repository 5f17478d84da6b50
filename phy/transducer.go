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
		r.receiveAll()
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

// deafUntil returns when the last of the transducer's radios has transmitted and turned
// around. They are parts of one modem, and so their turnarounds are the same.
func (r *Radio) deafUntil() sim.Time {
	until := r.idle().deafUntil
	if r.together != nil {
		for _, other := range r.together.radios {
			until = max(until, other.idle().deafUntil)
		}
	}
	return until
}
