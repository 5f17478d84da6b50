package phy

import "halocline/sim"

// walk is the next step of a front or of a tail: the arrival at the next radios.
// In a crowd nearly all that happens are such steps, and there are few walks at a
// time. So the medium keeps them in a heap of its own and gives only the first one
// to the kernel. The steps have their places in the order of all events from the
// kernel, and so they are taken in the same order as if each were an event there.
type walk struct {
	sim.Entry // when; the Slot is walkFront or walkTail
	tx        *transmission
}

const (
	walkFront = iota
	walkTail
)

// walk books a step of a transmission.
func (m *Medium) walk(tx *transmission, which uint32, at sim.Time) {
	w := walk{Entry: m.book(which, at), tx: tx}
	m.walks = append(m.walks, w)
	m.rise(len(m.walks)-1, w)
	if m.walks[0].Order == w.Order {
		m.await()
	}
}

// book takes the place of a step in the order of events.
func (m *Medium) book(which uint32, at sim.Time) sim.Entry {
	phase := sim.Comm
	if which == walkTail {
		phase = sim.Ending
	}
	e := m.kernel.Book(at, phase)
	e.Slot = which
	return e
}

// await gives the first step to the kernel, instead of the one that was the first
// before.
func (m *Medium) await() {
	if m.walking {
		return
	}
	m.kernel.Cancel(m.waiting)
	m.waiting = sim.Handle{}
	if len(m.walks) > 0 {
		m.waiting = m.kernel.AtEntry(m.walks[0].Entry, (*walker)(m))
	}
}

// halt takes the next step of a walk away.
func (m *Medium) halt(tx *transmission, which uint32) {
	for i := range m.walks {
		if w := &m.walks[i]; w.tx == tx && w.Slot == which {
			m.remove(i)
			break
		}
	}
	m.await()
}

// walker is the medium as the event that takes the steps.
type walker Medium

// Fire takes the first step, and all that follow before anything else happens.
func (f *walker) Fire(now sim.Time) {
	m := (*Medium)(f)
	m.walking = true
	w := m.walks[0]
	m.remove(0)
	for {
		next, phase := m.step(&w, now)
		if next != sim.Never && (len(m.walks) == 0 || next < m.walks[0].At) && m.kernel.Step(next, phase) {
			now = next
			continue
		}
		if next != sim.Never {
			w.Entry = m.book(w.Slot, next)
			m.walks = append(m.walks, w)
			m.rise(len(m.walks)-1, w)
		}
		if len(m.walks) == 0 || !m.kernel.Advance(m.walks[0].Entry) {
			break
		}
		w = m.walks[0]
		m.remove(0)
		now = w.At
	}
	m.walking = false
	m.await()
}

// step takes a step and returns when and in which phase the walk goes on, or Never.
func (m *Medium) step(w *walk, now sim.Time) (sim.Time, sim.Phase) {
	if w.Slot == walkFront {
		return w.tx.reach(m, now), sim.Comm
	}
	return w.tx.leave(m, now), sim.Ending
}

// remove takes out the walk at index i.
func (m *Medium) remove(i int) {
	last := len(m.walks) - 1
	w := m.walks[last]
	m.walks = m.walks[:last]
	switch {
	case i == last:
	case i > 0 && w.Before(m.walks[(i-1)/2].Entry):
		m.rise(i, w)
	default:
		m.sink(i, w)
	}
}

// rise puts w at index i or at the ancestor where it belongs.
func (m *Medium) rise(i int, w walk) {
	for i > 0 {
		parent := (i - 1) / 2
		if !w.Before(m.walks[parent].Entry) {
			break
		}
		m.walks[i] = m.walks[parent]
		i = parent
	}
	m.walks[i] = w
}

// sink puts w at index i or at the descendant where it belongs.
func (m *Medium) sink(i int, w walk) {
	n := len(m.walks)
	for c := 2*i + 1; c < n; c = 2*i + 1 {
		if c+1 < n && m.walks[c+1].Before(m.walks[c].Entry) {
			c++
		}
		if !m.walks[c].Before(w.Entry) {
			break
		}
		m.walks[i] = m.walks[c]
		i = c
	}
	m.walks[i] = w
}
