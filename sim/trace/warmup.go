package trace

import (
	"time"

	"halocline/sim"
)

// CountFrom makes what lies before begin a warm-up, in which a run comes to its
// steady state. It must come before the first record.
//
// What happens counts if it happens at begin or later, whatever was before: deliveries,
// repetitions, arrivals (by when their record is), frames (by when they begin), and
// airtime and the use of a link with the part that lies behind begin. Rates are of that,
// over the time from begin to the end of the run.
//
// What becomes of packets is that of a cohort: of the packets that were offered at begin
// or later, each with its fate and its delay. So fates add up to offers, and a packet that
// has waited since the warm-up spoils no delay; but where packets still wait at the end,
// the ratio and the delays of the cohort are those of a part of it. Packets are numbered
// in the order of their offers.
func (l *Ledger) CountFrom(begin sim.Time) {
	if l.last > 0 || l.packets.len() > 1 {
		panic("trace: a ledger that has records is told of a warm-up")
	}
	l.begin = begin
	for i := range l.channels {
		l.channels[i].mark = begin
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
