package phy

import (
	"time"

	"halocline/sim/trace"
)

// Off takes the power from the radio until On, for a cause that everything has that is lost
// by it: what the radio is sending, which ends, what it is receiving, what arrives
// meanwhile, and what the protocol has it send. The protocol does not notice: its clock and
// its queue go on, a frame is done after its airtime, and nothing is heard. A radio that is off
// already has the new cause from now on.
func (r *Radio) Off(why trace.Cause) {
	if why == trace.NoCause {
		panic("phy: a radio is switched off without a cause")
	}
	if r.off != trace.NoCause {
		r.off = why
		return
	}
	now := r.medium.kernel.Now()
	r.takeOver()
	r.stop(why)
	r.off = why
	if r.lock.tx != nil && r.lock.end() > now {
		r.abandon(why)
	}
	r.sense(now)
}

// On gives the radio its power back. A frame that it should have sent is over.
func (r *Radio) On() {
	r.off = trace.NoCause
	now := r.medium.kernel.Now()
	if r.sending != nil && r.sending.unsent && r.sendEnd > now {
		r.doneAt(now)
	}
	r.sense(now)
}

// acceptUnsent takes a frame that is not sent, because the radio is off.
func (r *Radio) acceptUnsent(f *Frame, airtime time.Duration) {
	m := r.medium
	now := m.kernel.Now()
	tx := m.fresh()
	tx.from, tx.frame, tx.start, tx.unsent = r, *f, now, true
	r.sending = tx
	r.doneAt(now.Add(airtime))
	if m.tracer != nil {
		m.emit(trace.Record{
			At: now, Link: r.link, Node: r.node, Peer: f.Dst, Kind: trace.Unsent, Pkt: f.Pkt, Cause: r.off,
		})
	}
	r.sense(now)
}
