package trace

import (
	"time"

	"halocline/sim"
)

// CountFrom makes what lies before begin a warm-up, in which a run comes to its
// steady state. It must come before the first record.
//
// A packet that is offered before begin is in no count, whatever becomes of it and
// when. What is on the air counts from begin on: a frame if it begins then or later,
// as sent and as aborted; an arrival if its record is of then or later, whatever it
// carries; airtime and the use of a link with the part that lies behind begin. Rates
// are over the time from begin to the end of the run.
func (l *Ledger) CountFrom(begin sim.Time) {
	if l.last > 0 || len(l.packets) > 1 {
		panic("trace: a ledger that has records is told of a warm-up")
	}
	l.begin = begin
	for i := range l.channels {
		l.channels[i].mark = begin
	}
}

// warm enters a record of the warm-up: of a packet, that it is left out, and of a
// frame, until when it is on the air.
func (l *Ledger) warm(r *Record) {
	switch r.Kind {
	case Offered:
		l.offer(r, leftOut)
	case TxStart:
		l.start(r)
	case TxAbort:
		l.abort(r)
	case Refused, Dropped, Requeued, Delivered, Duplicate:
		l.packet(r) // panics if it was never offered
	case RxLost, RxMissed:
		l.lose(r) // the same
	}
}

// counted returns how much of the time between two moments counts.
func (l *Ledger) counted(from, to sim.Time) time.Duration {
	return max(0, to.Sub(max(from, l.begin)))
}

// CountFrom makes what lies before begin a warm-up: an update in a packet that was
// offered before is in no count, whatever becomes of it and when. Packets are numbered
// in the order of their offers. It must come before the first record.
func (l *Loops) CountFrom(begin sim.Time) { l.begin = begin }

// CountFrom makes what lies before begin a warm-up, as the ledger and the loops say.
// The fingerprint is that of the whole run.
func (b *Books) CountFrom(begin sim.Time) {
	b.Ledger.CountFrom(begin)
	b.Loops.CountFrom(begin)
}
