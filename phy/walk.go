package phy

import "halocline/sim"

// walk is the next step of a front or of a tail: the arrival at the next radios.
// In a crowd nearly all that happens are such steps, and there are few walks at a
// time. So the medium keeps them in a heap of its own and gives only the first one
// to the kernel. The steps have their places in the order of all events from the
// kernel, and so they are taken in the same order as if each were an event there.
//
// A walk is the entry of its next step. The Slot is twice the number of the transmission,
// and one more for its tail: without a pointer the heap is moved about at less cost.
type walk = sim.Entry

const (
	walkFront = iota
	walkTail
)

// walk begins a walk of a transmission.
func (m *Medium) walk(tx *transmission, which uint32, at sim.Time) {
	w := m.book(2*tx.slot+which, at)
	m.walks = append(m.walks, w)
	m.rise(len(m.walks)-1, w)
	m.stirred = true
	m.await()
}

// halt ends a walk before its time.
func (m *Medium) halt(tx *transmission, which uint32) {
	m.remove(m.find(2*tx.slot + which))
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
	if m.walking || len(m.walks) > 0 && m.walks[0].Order == m.awaited {
		return
	}
	m.kernel.Cancel(m.waiting)
	m.waiting, m.awaited = sim.Handle{}, 0
	if len(m.walks) > 0 {
		m.waiting = m.kernel.AtEntry(m.walks[0], (*walker)(m))
		m.awaited = m.walks[0].Order
	}
}

// walker is the medium as the event that takes the steps.
type walker Medium

// Fire takes the first step, and all that follow before anything else happens.
func (f *walker) Fire(now sim.Time) {
	m := (*Medium)(f)
	m.walking, m.awaited = true, 0
	for {
		w := m.walks[0]
		m.stirred = false
		next := sim.Never
		if tx := m.transmissions[w.Slot/2]; w.Slot&1 == walkFront {
			next = tx.reach(m, now, m.second())
		} else {
			next = tx.leave(m, now, m.second())
		}
		i := 0
		if m.stirred {
			i = m.find(w.Slot)
		}
		if next == sim.Never {
			m.remove(i)
			if len(m.walks) == 0 {
				break
			}
		} else {
			m.sink(i, m.book(w.Slot, next))
		}
		if !m.kernel.Advance(m.walks[0]) {
			break
		}
		now = m.walks[0].At
	}
	m.walking = false
	m.await()
}

// second returns when the first walk but one takes its step, or Never.
func (m *Medium) second() sim.Time {
	at := sim.Never
	for i := 1; i < min(3, len(m.walks)); i++ {
		at = min(at, m.walks[i].At)
	}
	return at
}

// goOn brings the clock to the next step of the walk that is being taken, if that is
// before another walk's step and anything else. It does not look closely: where it
// says no, the step is booked.
func (m *Medium) goOn(at, limit sim.Time, p sim.Phase) bool {
	return at < limit && !m.stirred && m.kernel.Step(at, p)
}

// find returns the index of a walk.
func (m *Medium) find(slot uint32) int {
	for i := range m.walks {
		if m.walks[i].Slot == slot {
			return i
		}
	}
	panic("phy: a transmission without an end")
}

// remove takes out the walk at index i.
func (m *Medium) remove(i int) {
	last := len(m.walks) - 1
	w := m.walks[last]
	m.walks = m.walks[:last]
	switch {
	case i == last:
	case i > 0 && w.Before(m.walks[(i-1)/2]):
		m.rise(i, w)
	default:
		m.sink(i, w)
	}
}

// rise puts w at index i or at the ancestor where it belongs.
func (m *Medium) rise(i int, w walk) {
	for i > 0 {
		parent := (i - 1) / 2
		if !w.Before(m.walks[parent]) {
			break
		}
		m.walks[i] = m.walks[parent]
		i = parent
	}
	m.walks[i] = w
}

// sink puts w at index i or at the descendant where it belongs.
func (m *Medium) sink(i int, w walk) {
	walks := m.walks
	for c := 2*i + 1; c < len(walks); c = 2*i + 1 {
		if c+1 < len(walks) && walks[c+1].Before(walks[c]) {
			c++
		}
		if !walks[c].Before(w) {
			break
		}
		walks[i] = walks[c]
		i = c
	}
	walks[i] = w
}
