package phy

import (
	"math"

	"halocline/sim"
)

// walk is the next step of a front or of a tail: the arrival at the next radios.
// In a crowd nearly all that happens are such steps, and there are few walks at a
// time. So the medium finds the first one by itself and gives only that to the
// kernel. The steps have their places in the order of all events from the
// kernel, and so they are taken in the same order as if each were an event there.
//
// A walk is the entry of its next step. The Slot is twice the number of the transmission,
// and one more for its tail.
//
// The first step is the winner of a tournament (Knuth, The Art of Computer Programming,
// vol. 3, 5.2.3, tree selection). The walks are in the second half of an array, each at
// its Slot, and at index i of the first half is the winner of the game between
// 2i and 2i+1. Index 1 has the first of all; index 0 is in no game. In a large network
// nearly every step is followed by one of another walk, far behind. In a heap that sinks
// through all levels as well, but there the way depends on the games, and
// the processor guesses half of them wrong.
type walk = sim.Entry

const (
	walkFront = iota
	walkTail
)

// vacant is the Order where there is no walk.
const vacant = math.MaxUint64

// walk begins a walk of a transmission.
func (m *Medium) walk(tx *transmission, which uint32, at sim.Time) {
	w := m.book(2*tx.slot+which, at)
	for 2*int(w.Slot) >= len(m.walks) {
		m.widen()
	}
	m.play(w)
	m.stirred = true
	m.await()
}

// halt ends a walk before its time.
func (m *Medium) halt(tx *transmission, which uint32) {
	slot := 2*tx.slot + which
	if m.walks[len(m.walks)/2+int(slot)].Order == vacant {
		panic("phy: a transmission without an end")
	}
	m.play(nobody(slot))
	m.stirred = true
	m.await()
}

// book takes the place of a step in the order of events.
func (m *Medium) book(slot uint32, at sim.Time) walk {
	w := m.kernel.Book(at, phaseOf(slot))
	w.Slot = slot
	return w
}

// phaseOf returns the phase of a walk's steps: endings come before beginnings.
func phaseOf(slot uint32) sim.Phase {
	if slot&1 == walkTail {
		return sim.Ending
	}
	return sim.Comm
}

// await gives the first step to the kernel, instead of the one that was the first
// before.
func (m *Medium) await() {
	if m.walking || m.walks[1].Order == m.awaited {
		return
	}
	m.kernel.Cancel(m.waiting)
	m.waiting, m.awaited = sim.Handle{}, m.walks[1].Order
	if m.awaited != vacant {
		m.waiting = m.kernel.AtEntry(m.walks[1], (*walker)(m))
	}
}

// walker is the medium as the event that takes the steps.
type walker Medium

// Fire takes the first step, and all that follow before anything else happens.
func (f *walker) Fire(now sim.Time) {
	m := (*Medium)(f)
	m.walking, m.awaited = true, 0
	for {
		slot := m.walks[1].Slot
		tx, limit := m.transmissions[slot/2], m.second(slot)
		m.stirred = false
		w := nobody(slot)
		if slot&1 == walkFront {
			if next := tx.reach(m, now, limit); next != sim.Never {
				w = m.kernel.Book(next, sim.Comm)
			}
		} else {
			if next := tx.leave(m, now, limit); next != sim.Never {
				w = m.kernel.Book(next, sim.Ending)
			}
		}
		w.Slot = slot
		m.play(w)
		first := m.walks[1]
		if first.Order == vacant || !m.kernel.Advance(first) {
			break
		}
		now = first.At
	}
	m.walking = false
	m.await()
}

// second returns when the first walk but one takes its step, or Never. It has lost to
// the first one, whose slot is given, and to no other.
func (m *Medium) second(slot uint32) sim.Time {
	at := sim.Never
	for i := len(m.walks)/2 + int(slot); i > 1; i /= 2 {
		at = min(at, m.walks[i^1].At)
	}
	return at
}

// goOn brings the clock to the next step of the walk that is being taken, if that is
// before another walk's step and anything else. It does not look closely: where it
// says no, the step is booked.
func (m *Medium) goOn(at, limit sim.Time, p sim.Phase) bool {
	return at < limit && !m.stirred && m.kernel.Step(at, p)
}

// nobody is in the place of a walk that there is not, and loses to all.
func nobody(slot uint32) walk { return walk{At: sim.Never, Order: vacant, Slot: slot} }

// play puts w in its place and repeats the games on the way to the top. Who wins is
// chosen without a branch: compilers do so where only values are assigned. The
// branch for equal moments is one that the processor foresees.
func (m *Medium) play(w walk) {
	walks := m.walks
	i := len(walks)/2 + int(w.Slot)
	for ; i > 1; i /= 2 {
		walks[i] = w
		rival := walks[i^1]
		if rival.At == w.At {
			if rival.Order < w.Order {
				w = rival
			}
			continue
		}
		if rival.At < w.At {
			w = rival
		}
	}
	walks[i] = w
}

// widen makes twice as many places.
func (m *Medium) widen() {
	old := m.walks
	half := max(2, len(old))
	m.walks = make([]walk, 2*half)
	for i := range m.walks {
		m.walks[i] = nobody(uint32(i - half))
	}
	for _, w := range old[len(old)/2:] {
		m.play(w)
	}
}
