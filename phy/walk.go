package phy

import (
	"math"
	"math/bits"

	"halocline/sim"
)

// walk is the next step of a front or of a tail: the arrival at the next radios.
// In a crowd nearly all that happens are such steps, and there are few walks at a
// time. So the medium finds the first one by itself and gives only that to the
// kernel. The steps have their places in the order of all events from the
// kernel, and so they are taken in the same order as if each were an event there,
// scheduled when the frame was sent. So two waves that meet at the same instant come in
// the order of sending, whoever else hears them.
//
// A walk is the entry of its next step. The Slot is twice the number of the transmission,
// and one more for its tail.
type walk = sim.Entry

const (
	walkFront = iota
	walkTail
)

// tournament finds the first of the walks as the winner of a tournament (Knuth, The Art of
// Computer Programming, vol. 3, 5.2.3, tree selection). In a large network nearly every
// step is followed by one of another walk, far behind. In a heap that sinks through all
// levels as well, but there the way depends on the games, and the processor guesses half
// of them wrong.
//
// Runner i is in game i/4, and is the winner of game i. A walk runs from its Slot plus
// the number of walks that there is room for, which is a power of two. So all have the
// same number of games to the final, which is won by runner 1 or 0.
type tournament struct {
	games   []match
	entries []walk // by Slot
	winner  uint32 // Slot of the first walk
}

// match is that of four runners. With four a match is one line of the cache, and of 256
// walks one step touches four lines and not the ten that 256 entries in pairs would
// take: what decides nearly always is the moment. The whole entries stand apart. They are
// looked at where two moments are equal, and to tell the kernel.
type match struct {
	at   [4]uint64 // moments of the next steps in ns; absent or more where there is no walk
	slot [4]uint32
	_    [16]byte
}

// absent is after all moments. The Slot is added, so that empty places do not tie, which
// would take the slow way.
const absent = 1 << 63

// fewWalks is for how many walks at most second answers.
const fewWalks = 16

// vacant is the Order where there is no walk.
const vacant = math.MaxUint64

// setOff begins the walk of a transmission's tail.
func (m *Medium) setOff(tx *transmission, at sim.Time) {
	slot := 2*tx.slot + walkTail
	w := m.kernel.Book(at, phaseOf(slot))
	w.Slot = slot
	m.enter(w)
}

// halt ends the walk of a transmission's tail before its time.
func (m *Medium) halt(tx *transmission) {
	slot := 2*tx.slot + walkTail
	if m.walks.entries[slot].Order == vacant {
		panic("phy: a transmission without an end")
	}
	m.enter(nobody(slot))
}

// stopAt has the front of a transmission stop at the way at index i, which it has still to
// reach.
func (m *Medium) stopAt(tx *transmission, i int) {
	tx.stops[i/64] |= 1 << (i % 64)
	tx.front = min(tx.front, int32(i))
	m.goTo(tx, i)
}

// goTo has the front of a transmission take its next step at the way at index i, unless
// it takes one before or is doing so now.
func (m *Medium) goTo(tx *transmission, i int) {
	w := walk{At: tx.start.Add(tx.paths[i].delay), Order: tx.order, Slot: 2*tx.slot + walkFront}
	if int(w.Slot) >= len(m.walks.entries) || w.At < m.walks.entries[w.Slot].At {
		m.enter(w)
	}
}

// stop returns the index of the way, i or after, at which the front stops, or a number
// that is too large.
func (tx *transmission) stop(i int) int {
	mask := ^uint64(0) << (i % 64)
	for n := i / 64; n < len(tx.stops); n++ {
		if bitsLeft := tx.stops[n] & mask; bitsLeft != 0 {
			return 64*n + bits.TrailingZeros64(bitsLeft)
		}
		mask = ^uint64(0)
	}
	return math.MaxInt
}

// hasReached reports whether the front of a transmission has come to the way at index i,
// whether it stops there or not.
func (m *Medium) hasReached(tx *transmission, i int) bool {
	step, now := walk{At: tx.start.Add(tx.paths[i].delay), Order: tx.order}, m.kernel.Place()
	if step.At == now.At && step.Order == now.Order {
		return i <= int(tx.front)
	}
	return step.Before(now)
}

// enter gives a walk its place.
func (m *Medium) enter(w walk) {
	for int(w.Slot) >= len(m.walks.entries) {
		m.walks.widen()
	}
	m.walks.play(w)
	m.changed = true
	m.await()
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
	first := m.walks.first()
	if m.walking || first == m.awaited {
		return
	}
	m.kernel.Cancel(m.waiting)
	m.waiting, m.awaited = sim.Handle{}, first
	if first.Order != vacant {
		m.waiting = m.kernel.AtEntry(first, (*walker)(m))
	}
}

// walker is the medium as the event that takes the steps.
type walker Medium

// Fire takes the first step, and all that follow before anything else happens.
func (f *walker) Fire(sim.Time) {
	m := (*Medium)(f)
	m.walking, m.awaited = true, walk{}
	for {
		slot := m.walks.winner
		tx, limit := m.transmissions[slot/2], m.walks.second(slot)
		m.changed = false
		w := m.walks.entries[slot]
		if slot&1 == walkFront {
			w.At = tx.reach(m, w, limit)
		} else {
			w.At = tx.leave(m, w, limit)
		}
		if w.At == sim.Never {
			w = nobody(slot)
		}
		m.walks.play(w)
		first := m.walks.first()
		if first.Order == vacant || !m.kernel.Advance(first) {
			break
		}
	}
	m.walking = false
	m.await()
}

// second returns when the first walk but one takes its step, or Never. It has lost to
// the first one, whose slot is given, and to no other. Among many walks the next step is
// hardly ever one of the same walk, and the answer is 0 at once.
func (c *tournament) second(slot uint32) sim.Time {
	if len(c.entries) > fewWalks {
		return 0
	}
	at := uint64(sim.Never)
	for i := uint32(len(c.entries)) + slot; i > 1; i /= 4 {
		g := &c.games[i/4]
		at = min(at, g.at[i&3^1], g.at[i&3^2], g.at[i&3^3])
	}
	return sim.Time(at)
}

// goOn brings the clock to the next step of the walk that is being taken, if that is
// before another walk's step and anything else. It does not look closely: where it
// says no, the step is booked.
func (m *Medium) goOn(w walk, limit sim.Time) bool {
	return w.At < limit && !m.changed && m.kernel.Advance(w)
}

// nobody is in the place of a walk that there is not, and loses to all.
func nobody(slot uint32) walk { return walk{At: sim.Never, Order: vacant, Slot: slot} }

// play puts w in its place and repeats the games on the way to the final. The best of the
// three others is known before w comes to a game. Who wins is chosen without a branch:
// compilers do so where only values are assigned that are no indices. The branches for
// equal moments are ones that the processor foresees.
func (c *tournament) play(w walk) {
	c.entries[w.Slot] = w
	at, slot := uint64(w.At), w.Slot
	if w.Order == vacant {
		at = absent + uint64(w.Slot)
	}
	games := c.games
	for i := uint(len(c.entries)) + uint(w.Slot); i > 1; i /= 4 {
		g := &games[i/4]
		g.at[i&3], g.slot[i&3] = at, slot
		best, who := g.at[i&3^1], g.slot[i&3^1]
		second, secondSlot := g.at[i&3^2], g.slot[i&3^2]
		third, thirdSlot := g.at[i&3^3], g.slot[i&3^3]
		if second == best {
			c.settle(i, at, slot)
			return
		}
		if second < best {
			best, who = second, secondSlot
		}
		if third == best {
			c.settle(i, at, slot)
			return
		}
		if third < best {
			best, who = third, thirdSlot
		}
		if at == best {
			c.settle(i, at, slot)
			return
		}
		if at < best {
			best, who = at, slot
		}
		at, slot = best, who
	}
	c.winner = slot
}

// settle is the rest of play where moments are equal. In line it would make the Slots
// indices, and play would branch.
//
//go:noinline
func (c *tournament) settle(i uint, at uint64, slot uint32) {
	for ; i > 1; i /= 4 {
		g := &c.games[i/4]
		g.at[i&3], g.slot[i&3] = at, slot
		for k, b := range &g.at {
			if b < at || b == at && c.entries[g.slot[k]].Order < c.entries[slot].Order {
				at, slot = b, g.slot[k]
			}
		}
	}
	c.winner = slot
}

// first returns the first walk.
func (c *tournament) first() walk { return c.entries[c.winner] }

// widen makes room for twice as many.
func (c *tournament) widen() {
	old := c.entries
	room := max(4, 2*len(old))
	c.entries, c.games = make([]walk, room), make([]match, room/2)
	for i := range 2 * room {
		c.games[i/4].at[i%4] = absent + uint64(room+i)
	}
	for slot := range c.entries {
		c.entries[slot] = nobody(uint32(slot))
	}
	copy(c.entries, old)
	for _, w := range c.entries {
		c.play(w)
	}
}
