package sim

import "fmt"

// Book returns the place that an event scheduled now at t in phase p would have,
// and schedules nothing. It panics where At would, and for a probe. The Slot is the
// caller's.
//
// Book, AtEntry, Step and Advance are for models with many small steps. A wave front
// passes hundreds of receivers within microseconds, and little else happens meanwhile.
// A model of it keeps its own steps and lends the kernel only the first of them. Each
// step has a place in the order of events, taken with Book at the moment at which it
// would have been scheduled; AtEntry schedules the first, and from inside its event
// Step and Advance go on for as long as the next one is the next of all. The order of
// events, and their number, are those of a kernel in which every step is an event of its
// own. Steps that would all have been scheduled at the same moment, one instant after the
// other, share a place: only its At moves on.
func (k *Kernel) Book(t Time, p Phase) Entry {
	if t < k.now || p >= Probe || k.probing() {
		k.rejectBooking(t, p)
	}
	k.seq++
	return Entry{At: t, Order: order(p, k.seq-1)}
}

// AtEntry schedules ev at a place taken with Book, which says what this is for. A place
// is pending once at a time.
func (k *Kernel) AtEntry(e Entry, ev Event) Handle {
	if e.At < k.now || ev == nil || k.probing() {
		k.reject(e.At, phaseOf(e.Order), ev)
	}
	return k.push(e, ev)
}

// Step goes on from the event being fired to t in phase p, if an event scheduled
// there now would be the next to fire: it brings the clock there, counts an event
// and returns true. Otherwise nothing has happened, and the caller calls At, or Book,
// which says what this is for. That is always so after Stop and Fail, beyond the end of
// the run, and now and then besides, so that Run can look at its context.
func (k *Kernel) Step(t Time, p Phase) bool {
	if t < k.clear && t > k.now && k.fired%strideLimit != 0 {
		k.now, k.order, k.crowd = t, order(p, k.seq), 1
		k.fired++
		return true
	}
	return k.advance(Entry{At: t, Order: order(p, k.seq)})
}

// Advance is Step to a place taken with Book, which says what this is for. Where it
// returns false the caller gives the place to AtEntry.
func (k *Kernel) Advance(e Entry) bool {
	if e.At < k.clear && e.At > k.now && k.fired%strideLimit != 0 {
		k.now, k.order, k.crowd = e.At, e.Order, 1
		k.fired++
		return true
	}
	return k.advance(e)
}

// advance is for whatever is not plain.
func (k *Kernel) advance(e Entry) bool {
	if !k.isNext(e) {
		return false
	}
	k.moveTo(e)
	return true
}

// strideLimit is how many events may pass before one must fire from the queue,
// where Run looks at its context.
const strideLimit = 1024

// isNext reports whether an event at e would be the next to fire, and finds out
// until when nothing else will.
func (k *Kernel) isNext(e Entry) bool {
	if !k.running || k.stopped || k.failure != nil || k.probing() ||
		e.At < k.now || e.At > k.until || k.crowd >= CrowdLimit || k.fired%strideLimit == 0 {
		return false
	}
	first, pending := k.queue.Peek()
	if !pending {
		k.clear = k.until
		return true
	}
	k.clear = min(first.At, k.until)
	return e.Before(first)
}

// rejectBooking names the mistake of a call of Book.
func (k *Kernel) rejectBooking(t Time, p Phase) {
	panic(fmt.Sprintf("sim: a place at %v in %v booked at %v in %v", t, p, k.now, phaseOf(k.order)))
}
