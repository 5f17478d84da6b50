package phy

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// arm is the way from one radio to another as the medium remembers it: 24 bytes
// a pair.
type arm struct {
	delay time.Duration
	gain  float64
	to    int32
	shift int32 // index of the Doppler factor in its transmission plus one; 0 between ends that stand still
}

// aim finds the arms of a transmission. Between fixed ends they are computed
// once; an end that moves costs one path per transmission for each of its pairs
// and nobody else's.
func (m *Medium) aim(tx *transmission) {
	s := tx.from
	if !m.laidOut {
		m.layOut()
	}
	if s.fixed && len(m.movers) == 0 {
		tx.arms = m.armsOf(s)
		return
	}
	tx.buffer, tx.shifts = tx.buffer[:0], tx.shifts[:0]
	if !s.fixed {
		tx.buffer = m.toFixed(tx, s, tx.buffer)
	}
	now := m.kernel.Now()
	for _, r := range m.movers {
		if r != s && !m.beyond(s, r, now) {
			tx.buffer = m.extend(tx, s, r, tx.buffer)
		}
	}
	slices.SortFunc(tx.buffer, sooner)
	if s.fixed {
		tx.buffer = merge(tx.buffer, m.armsOf(s))
	}
	tx.arms = tx.buffer
}

// layOut finds out which radios move, and where the others are. All are attached
// by then.
func (m *Medium) layOut() {
	m.laidOut = true
	for _, r := range m.radios {
		if !r.fixed {
			m.movers = append(m.movers, r)
		}
	}
	m.fixed = newGrid(m.reach(), m.radios)
}

// armsOf returns the arms from a fixed radio to all other fixed radios, by delay.
func (m *Medium) armsOf(s *Radio) []arm {
	if !m.laidOut {
		m.layOut()
	}
	if s.arms == nil {
		m.arms = m.toFixed(nil, s, m.arms[:0])
		s.arms = m.sorted(m.arms)
	}
	return s.arms
}

// sorted returns a copy of arms in their order. Numbers are sorted in a third of the time
// that structs take: each is the delay and, below it, the index of the arm.
func (m *Medium) sorted(arms []arm) []arm {
	const indexBits = 24
	m.keys = m.keys[:0]
	for i, a := range arms {
		m.keys = append(m.keys, uint64(a.delay)<<indexBits|uint64(i))
		if a.delay>>(63-indexBits) != 0 || i>>indexBits != 0 {
			slices.SortFunc(arms, sooner)
			return slices.Clone(arms)
		}
	}
	slices.Sort(m.keys)
	out := make([]arm, len(arms))
	for i, key := range m.keys {
		a := arms[key&(1<<indexBits-1)]
		for ; i > 0 && sooner(a, out[i-1]) < 0; i-- { // of one delay, and not in the order of the radios
			out[i] = out[i-1]
		}
		out[i] = a
	}
	return out
}

// toFixed appends the arms from a radio, whose transmission it is if it moves, to the
// fixed radios.
func (m *Medium) toFixed(tx *transmission, s *Radio, arms []arm) []arm {
	if math.IsInf(m.fixed.edge, 1) {
		for _, r := range m.radios {
			if r != s && r.fixed {
				arms = m.extend(tx, s, r, arms)
			}
		}
		return arms
	}
	m.near = m.fixed.around(s.at.Position(m.kernel.Now()), m.near[:0])
	for _, i := range m.near {
		if r := m.radios[i]; r != s {
			arms = m.extend(tx, s, r, arms)
		}
	}
	return arms
}

// extend appends the arm from s to r, unless it is cut off. There is no transmission
// where both ends stand still.
func (m *Medium) extend(tx *transmission, s, r *Radio, arms []arm) []arm {
	p := m.path(s, r)
	if !m.carries(s, r, p.Gain) {
		return arms
	}
	a := arm{delay: p.Delay, gain: p.Gain, to: r.index}
	if p.Doppler != 1 {
		tx.shifts = append(tx.shifts, p.Doppler)
		a.shift = int32(len(tx.shifts))
	}
	return append(arms, a)
}

// merge joins two lists of arms, each by delay, in the memory of the first. It
// begins with the last, so that it overwrites nothing that it still needs.
func merge(arms, more []arm) []arm {
	i, k := len(arms)-1, len(more)-1
	arms = append(arms, more...)
	for at := len(arms) - 1; k >= 0; at-- {
		if i >= 0 && sooner(more[k], arms[i]) < 0 {
			arms[at] = arms[i]
			i--
		} else {
			arms[at] = more[k]
			k--
		}
	}
	return arms
}

// path asks the channel for the way from s to r.
func (m *Medium) path(s, r *Radio) Path {
	m.computed++
	p := m.channel.Path(s.at, r.at, m.kernel.Now())
	if p.Delay < 0 || p.Delay > longestDelay || math.IsNaN(p.Gain) {
		m.kernel.Fail(fmt.Errorf("the signal of node %d does not reach node %d: one of them moves faster than the signal, or is too far away", s.node, r.node))
		p = Path{Doppler: 1}
	}
	return p
}

// longestDelay is the longest way that a signal is followed, some 31 years.
const longestDelay = time.Duration(1e18)

// sooner orders arms by delay and, where the delays are equal, by radio.
func sooner(a, b arm) int {
	if a.delay != b.delay {
		if a.delay < b.delay {
			return -1
		}
		return 1
	}
	return int(a.to - b.to)
}
