// Package sim is the event kernel: simulated time, the queue of pending events and the loop that fires
// them.
//
// The order of events is total: time, then phase, then the sequence in which they were scheduled. It is
// written down in Entry and nowhere else. A kernel belongs to one goroutine; parallel runs use one
// kernel each.
//
// Begin with New, which makes a Kernel at time 0. Kernel.At schedules an Event at a Time in a Phase and
// returns a Handle, by which Kernel.Cancel takes it back. Kernel.NewTimer makes a Timer, for what is
// set again and again, such as a time-out; Kernel.Every calls a function once in each period. Then
// Kernel.Run fires the events in their order. Pending events wait in a Queue: NewHeap makes the
// default, NewTree a slower one that the default is checked against. Kernel.Book, Step and their like
// are for models with so many steps of their own that the queue would be slow.
//
// Left out: real time, wall clocks, pacing, and any notion of a process or thread. An event is a call.
package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// Event is what happens at a moment. Models implement it on a pointer to state
// that they keep, so that scheduling does not allocate.
type Event interface{ Fire(now Time) }

// Handle names a pending event. The zero value names nothing, and so does the
// handle of an event that was fired or cancelled: using it does nothing.
type Handle struct{ slot, gen uint32 }

// ErrCrowded is the failure of a run in which time stands still: more than
// CrowdLimit events at one instant.
var ErrCrowded = errors.New("too many events at one instant: a model wakes itself up, or two each other, without time going by")

// CrowdLimit is the greatest number of events that may fire at one instant.
const CrowdLimit = 1_000_000

// Failure is how a run ended before its time: when, and why.
type Failure struct {
	At  Time
	Err error
}

// Error says when and why.
func (f *Failure) Error() string { return fmt.Sprintf("run ended at %v: %v", f.At, f.Err) }

// Unwrap returns the reason.
func (f *Failure) Unwrap() error { return f.Err }

// Kernel fires events in their order. Create it with New.
type Kernel struct {
	now     Time
	order   uint64 // of the event being fired; 0 between runs
	passed  Entry  // last place of an instant at which events went back to an earlier phase, or a run ended
	until   Time   // end of the run
	clear   Time   // nothing is pending before it, as far as Advance has found out
	queue   Queue
	seq     uint64
	slots   []slot
	free    uint32 // first free slot plus one; 0 when there is none
	fired   uint64
	crowd   int // events fired at now
	running bool
	stopped bool // what was to be simulated is over
	failure *Failure
}

// slot holds a pending event, or a link of the list of free slots.
type slot struct {
	ev   Event
	gen  uint32 // counts the uses of the slot, from 1
	next uint32 // next free slot plus one; the phase while an event is pending
}

// New returns a kernel at time 0 that keeps its pending events in q. A nil q
// means the default, a Heap.
func New(q Queue) *Kernel {
	if q == nil {
		q = NewHeap()
	}
	return &Kernel{queue: q}
}

// Now returns the current time.
func (k *Kernel) Now() Time { return k.now }

// Place returns the last place of the present instant that events have come to: that of the
// event being fired, or a later one if that event was added to an earlier phase. After
// a run that did not end before its time it is after all events of the instant. So what was
// booked before this instant has had its turn if its place comes before.
func (k *Kernel) Place() Entry {
	if k.passed.At == k.now {
		return Entry{At: k.now, Order: max(k.order, k.passed.Order)}
	}
	return Entry{At: k.now, Order: k.order}
}

// probing reports whether a probe is being fired.
func (k *Kernel) probing() bool { return phaseOf(k.order) == Probe }

// Pending returns the number of scheduled events.
func (k *Kernel) Pending() int { return k.queue.Len() }

// Fired returns the number of events fired so far.
func (k *Kernel) Fired() uint64 { return k.fired }

// At schedules ev at time t in phase p, after everything that was scheduled
// there before. An event may add to an earlier phase of the present instant;
// it is then the next to fire. A probe only looks: it may schedule probes, at
// later instants. At panics if t lies in the past, if ev is nil, and if a probe
// schedules anything else.
func (k *Kernel) At(t Time, p Phase, ev Event) Handle {
	if t < k.now || p > Input || ev == nil || k.probing() && (t == k.now || p != Probe) {
		k.reject(t, p, ev)
	}
	e := Entry{At: t, Order: order(p, k.seq)}
	k.seq++
	return k.push(e, ev)
}

// push puts an event at its place.
func (k *Kernel) push(e Entry, ev Event) Handle {
	if k.free != 0 {
		e.Slot = k.free - 1
		k.free = k.slots[e.Slot].next
	} else {
		e.Slot = k.newSlot()
	}
	k.clear = min(k.clear, e.At)
	s := &k.slots[e.Slot]
	s.ev, s.next = ev, uint32(phaseOf(e.Order))
	k.queue.Push(e)
	return Handle{slot: e.Slot, gen: s.gen}
}

// Cancel takes the event named by h out of the queue. It reports whether the
// event was still pending.
func (k *Kernel) Cancel(h Handle) bool {
	if !k.IsPending(h) {
		return false
	}
	if k.probing() && k.slots[h.slot].next != uint32(Probe) {
		panic(fmt.Sprintf("sim: a probe at %v cancelled an event of phase %v; probes only look", k.now, Phase(k.slots[h.slot].next)))
	}
	k.queue.Remove(h.slot)
	k.release(h.slot)
	return true
}

// IsPending reports whether the event named by h has still to fire.
func (k *Kernel) IsPending(h Handle) bool {
	return int(h.slot) < len(k.slots) && h.gen != 0 && k.slots[h.slot].gen == h.gen
}

// Fail ends the run after the event being fired. The first failure counts.
func (k *Kernel) Fail(err error) {
	if err == nil {
		panic("sim: a run fails without a reason")
	}
	k.clear = 0
	if k.failure == nil {
		k.failure = &Failure{At: k.now, Err: err}
	}
}

// Failed reports whether the run has failed.
func (k *Kernel) Failed() bool { return k.failure != nil }

// Stop ends the run after the event being fired: what was to be simulated is
// over. That is no failure. An end stays one.
func (k *Kernel) Stop() { k.stopped, k.clear = true, 0 }

// Stopped reports whether the run has been stopped.
func (k *Kernel) Stopped() bool { return k.stopped }

// Next returns the time of the next event. It is false if there is none.
func (k *Kernel) Next() (Time, bool) {
	e, ok := k.queue.Peek()
	return e.At, ok
}

// Run fires all events up to and including until, and then stands at until. After
// Stop it stands at the time of the last event, and runs no more. It stops between two
// events when ctx is done or after Fail, and then returns a *Failure and stands at the
// time of the last event. A failed kernel stays failed; a cancelled one may run on. A run
// in parts fires the same events as one in one go.
func (k *Kernel) Run(ctx context.Context, until Time) error {
	if until < k.now {
		panic(fmt.Sprintf("sim: run until %v asked for at %v", until, k.now))
	}
	if k.running {
		panic(fmt.Sprintf("sim: an event at %v runs the kernel that fired it", k.now))
	}
	k.running, k.until = true, until
	defer func() { k.running, k.passed, k.order, k.clear = false, k.Place(), 0, 0 }()
	done := ctx.Done()
	for k.failure == nil && !k.stopped {
		select {
		case <-done:
			return &Failure{At: k.now, Err: context.Cause(ctx)}
		default:
		}
		e, ok := k.queue.PopUntil(until)
		if !ok {
			if until > k.now {
				k.now, k.crowd = until, 0
			}
			k.order = math.MaxUint64
			return nil
		}
		k.fire(e)
	}
	if k.failure == nil {
		return nil
	}
	return k.failure
}

// fire brings the clock to e and calls its event. The slot is free by then, so
// that an event that schedules itself again finds it warm.
func (k *Kernel) fire(e Entry) {
	ev := k.slots[e.Slot].ev
	k.release(e.Slot)
	if e.At == k.now && k.crowd >= CrowdLimit {
		k.Fail(fmt.Errorf("%w; the last one is of %s", ErrCrowded, code(ev)))
		return
	}
	k.moveTo(e)
	ev.Fire(e.At)
}

// moveTo brings the clock to e and counts an event.
func (k *Kernel) moveTo(e Entry) {
	switch {
	case e.At != k.now:
		k.crowd = 0
	case e.Order < k.order:
		k.passed = k.Place()
	}
	k.crowd++
	k.fired++
	k.now, k.order = e.At, e.Order
}

// newSlot adds a slot to the table. A great table grows by an eighth, which is half of
// what append holds in reserve.
func (k *Kernel) newSlot() uint32 {
	const great = 1024
	n := len(k.slots)
	if n == cap(k.slots) && n >= great {
		k.slots = append(make([]slot, 0, n+n/8), k.slots...)
	}
	k.slots = append(k.slots, slot{gen: 1})
	return uint32(n)
}

// release makes the handles of a slot inert and puts it on the free list.
func (k *Kernel) release(i uint32) {
	s := &k.slots[i]
	s.ev = nil
	s.gen++
	if s.gen == 0 {
		s.gen = 1
	}
	s.next = k.free
	k.free = i + 1
}

// reject names the mistake of a call of At.
func (k *Kernel) reject(t Time, p Phase, ev Event) {
	switch {
	case ev == nil:
		panic(fmt.Sprintf("sim: no event is scheduled at %v", t))
	case t < k.now:
		panic(fmt.Sprintf("sim: event scheduled at %v, which is before now, %v", t, k.now))
	case p > Input:
		panic(fmt.Sprintf("sim: event scheduled in %v, which is none of the phases", p))
	case t == k.now:
		panic(fmt.Sprintf("sim: a probe at %v scheduled an event at the same instant, %v", k.now, t))
	default:
		panic(fmt.Sprintf("sim: a probe at %v scheduled an event of phase %v at %v; probes only look", k.now, p, t))
	}
}
