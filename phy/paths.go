package phy

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// arm is the way from one radio to another as the medium remembers it: 24 bytes
// a pair.
type arm struct {
	delay time.Duration
	gain  float64
	to    int32
	shift int32 // index of the Doppler factor in its transmission plus one; 0 between ends that stand still
}

// Resting is a Channel that finds the path between two ends that stand still and have no
// antennas and windows from their places alone: the same as Path, without asking the ends. A
// large medium spends most of the time that it takes to lay out on such paths. A channel
// that embeds one and has a Path of its own needs a Between of its own, too.
type Resting interface {
	Between(from, to geom.Vec) Path
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
	} else {
		m.aimAmongMovers(tx)
	}
	if m.loses || m.cutoff > 0 && tx.frame.Pkt != 0 {
		m.follow(tx)
	}
}

// aimAmongMovers finds the arms of a transmission that are not all known.
func (m *Medium) aimAmongMovers(tx *transmission) {
	s := tx.from
	m.arms, tx.shifts = m.arms[:0], tx.shifts[:0]
	if !s.fixed {
		m.arms = m.toFixed(tx, s, m.arms)
	}
	now := m.kernel.Now()
	for _, r := range m.movers {
		if r != s && !m.beyond(s, r, now) {
			p := m.channel.Path(s.at, r.at, now)
			m.arms = m.extend(tx, s, r.index, r.faintest()*m.cutoff, p, m.arms)
		}
	}
	tx.buffer = m.sorted(m.arms, tx.buffer[:0])
	if s.fixed {
		tx.buffer = m.merge(tx.buffer, m.armsOf(s))
	}
	tx.arms = tx.buffer
}

// layOut finds out which radios move, and where the others are. All are attached
// by then.
func (m *Medium) layOut() {
	m.laidOut, m.known = true, nil
	for _, r := range m.radios {
		if !r.fixed {
			m.movers = append(m.movers, r)
		}
	}
	m.fixed = m.newGrid(m.reach())
	m.loses = m.cutoff == 0 && !math.IsInf(m.fixed.edge, 1) // there are paths that nobody asks for
}

// armsOf returns the arms from a fixed radio to all other fixed radios, by delay.
func (m *Medium) armsOf(s *Radio) []arm {
	if !m.laidOut {
		m.layOut()
	}
	if s.arms == nil {
		m.arms = m.toFixed(nil, s, m.arms[:0])
		s.arms = m.sorted(m.arms, make([]arm, 0, len(m.arms)))
	}
	return s.arms
}

// toFixed appends the arms from a radio, whose transmission it is if it moves, to the
// fixed radios.
func (m *Medium) toFixed(tx *transmission, s *Radio, arms []arm) []arm {
	now, edge := m.kernel.Now(), m.fixed.edge
	here := s.at.Position(now)
	if isNone(here) {
		edge = math.Inf(1) // the paths will say that there is none
	}
	for _, ends := range m.fixed.around(here) {
		for i := range ends {
			e := &ends[i]
			if e.X > here.X+edge {
				break
			}
			if e.index != s.index && !(e.place().Dist(here) > edge) {
				arms = m.extend(tx, s, e.index, e.faintest, m.pathTo(s, here, e, now), arms)
			}
		}
	}
	return arms
}

// pathTo finds the path from s, which is here, to a fixed radio.
func (m *Medium) pathTo(s *Radio, here geom.Vec, e *fixedEnd, now sim.Time) Path {
	switch g := &m.fixed; {
	case s.fixed && g.resting != nil:
		return g.resting.Between(here, e.place())
	case g.bare && !math.IsInf(g.edge, 1):
		return m.channel.Path(s.at, e, now)
	}
	return m.channel.Path(s.at, m.radios[e.index].at, now)
}

// extend appends the arm from s to another radio, unless less than the faintest power
// would come by the path there. There is no transmission where both ends stand still.
func (m *Medium) extend(tx *transmission, s *Radio, to int32, faintest float64, p Path, arms []arm) []arm {
	m.computed++
	if p.Lost != trace.NoCause {
		m.loses = true
		if !p.Lost.OfLoss() {
			m.refuse(s, to, p)
		}
		return arms
	}
	if p.Delay < 0 || p.Delay > longestDelay || !(p.Gain >= 0) {
		m.refuse(s, to, p)
		p = Path{Doppler: 1}
	}
	if s.modem.Power*p.Gain < faintest {
		return arms
	}
	a := arm{delay: p.Delay, gain: p.Gain, to: to}
	if p.Doppler != 1 {
		if tx == nil {
			panic("phy: a channel shifts the frequency between ends that stand still; the Doppler of their Path is 1")
		}
		if !(p.Doppler > 0) {
			m.refuse(s, to, p)
		}
		tx.shifts = append(tx.shifts, p.Doppler)
		a.shift = int32(len(tx.shifts))
	}
	return append(arms, a)
}

// refuse ends the run by a path that no signal can take, and says what is wrong with it.
func (m *Medium) refuse(s *Radio, to int32, p Path) {
	from, there := s.node, m.radios[to].node
	switch {
	case p.Lost != trace.NoCause:
		m.kernel.Fail(fmt.Errorf("the channel loses the signal of node %d to node %d by cause %d, which is none of a loss", from, there, p.Lost))
	case p.Delay < 0 || p.Delay > longestDelay:
		m.kernel.Fail(fmt.Errorf("the signal of node %d does not reach node %d: one of them moves faster than the signal, or is too far away", from, there))
	default:
		m.kernel.Fail(fmt.Errorf("the channel has a gain of %g and a Doppler of %g for the signal of node %d to node %d; a gain is 0 or more, and a Doppler is received over sent frequency, above 0", p.Gain, p.Doppler, from, there))
	}
}

// sorted copies arms in their order to the memory of another list, and may leave theirs
// in disorder. The delays of a crowd are spread, so most of the order comes from putting
// each arm where its delay lies between the shortest and the longest. That takes a quarter
// of the time of comparisons alone.
func (m *Medium) sorted(arms, out []arm) []arm {
	out = slices.Grow(out[:0], len(arms))[:len(arms)]
	m.ends = m.ends[:0]
	m.spread(arms, out)
	for i := 1; i < len(out); i++ {
		a, k := out[i], i
		for ; k > 0 && m.sooner(a, out[k-1]) < 0; k-- {
			out[k] = out[k-1]
		}
		out[k] = a
	}
	return out
}

// spread copies arms to as many others so that each is a few places at most from its own:
// into some more buckets than there are arms. A bucket with many is spread likewise,
// unless their delays are all the same.
func (m *Medium) spread(arms, out []arm) {
	first, last := longestDelay, time.Duration(0)
	for i := range arms {
		first, last = min(first, arms[i].delay), max(last, arms[i].delay)
	}
	if first >= last {
		copy(out, arms)
		slices.SortFunc(out, m.sooner)
		return
	}
	size := bits.Len(uint(len(arms))) + 1
	shift := max(bits.Len64(uint64(last-first))-size, 0)
	used := len(m.ends)
	m.ends = append(m.ends, make([]int32, 1<<size)...)
	ends := m.ends[used:]
	for i := range arms {
		ends[uint64(arms[i].delay-first)>>shift]++
	}
	begin := int32(0)
	for b, n := range ends {
		ends[b] = begin
		begin += n
	}
	for i := range arms {
		end := &ends[uint64(arms[i].delay-first)>>shift]
		out[*end] = arms[i]
		*end++
	}
	const few = 16
	begin = 0
	for _, end := range ends {
		if end-begin > few {
			copy(arms[begin:end], out[begin:end])
			m.spread(arms[begin:end], out[begin:end])
			m.ends = m.ends[:used+len(ends)]
		}
		begin = end
	}
}

// merge joins two lists of arms, each by delay, in the memory of the first. It
// begins with the last, so that it overwrites nothing that it still needs.
func (m *Medium) merge(arms, more []arm) []arm {
	i, k := len(arms)-1, len(more)-1
	arms = append(arms, more...)
	for at := len(arms) - 1; k >= 0; at-- {
		if i >= 0 && m.sooner(more[k], arms[i]) < 0 {
			arms[at] = arms[i]
			i--
		} else {
			arms[at] = more[k]
			k--
		}
	}
	return arms
}

// longestDelay is the longest way that a signal is followed, some 31 years.
const longestDelay = time.Duration(1e18)

// sooner orders arms by delay and, where the delays are equal, by node. That does not
// depend on the order in which the radios were attached, which may be any.
func (m *Medium) sooner(a, b arm) int {
	if a.delay != b.delay {
		return cmp.Compare(a.delay, b.delay)
	}
	return cmp.Or(cmp.Compare(m.sentries[a.to].node, m.sentries[b.to].node), cmp.Compare(a.to, b.to))
}
