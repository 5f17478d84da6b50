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

// storedPath is the way from one radio to another as the medium remembers it: 24 bytes
// a pair.
type storedPath struct {
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

// findPaths finds the paths of a transmission. Between fixed ends they are computed
// once; an end that moves costs one path per transmission for each of its pairs
// and nobody else's.
func (m *Medium) findPaths(tx *transmission) {
	s := tx.from
	if !m.laidOut {
		m.layOut()
	}
	if s.fixed && len(m.movers) == 0 {
		tx.paths = m.pathsOf(s)
	} else {
		m.findMovingPaths(tx)
	}
	if !tx.noise && (m.loses || m.cutoff > 0 && tx.frame.Pkt != 0) {
		m.findLost(tx)
	}
}

// findMovingPaths finds the paths of a transmission that are not all known.
func (m *Medium) findMovingPaths(tx *transmission) {
	s := tx.from
	if s.fixed {
		m.pathsOf(s)
	}
	m.candidates, m.echoing, tx.shifts = m.candidates[:0], m.echoing[:0], tx.shifts[:0]
	if !s.fixed {
		m.candidates = m.toFixed(tx, s, m.candidates)
	}
	now := m.kernel.Now()
	for _, r := range m.movers {
		if r != s && !m.beyond(s, r, now) {
			p := m.channel.Path(s.at, r.at, now)
			m.candidates = m.extend(tx, s, r.index, r.faintest()*m.cutoff, p, m.candidates)
		}
	}
	tx.buffer = m.sorted(m.candidates, tx.buffer[:0])
	if s.fixed {
		tx.buffer = m.merge(tx.buffer, m.pathsOf(s))
	}
	tx.paths = tx.buffer
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

// FindPaths finds at once what the first frames of all radios that stand still would find: the paths between those. It changes no
// result, and is for who measures what they cost.
func (m *Medium) FindPaths() {
	for _, r := range m.radios {
		if r.fixed {
			m.pathsOf(r)
		}
	}
}

// pathsOf returns the paths from a fixed radio to all other fixed radios, by delay.
func (m *Medium) pathsOf(s *Radio) []storedPath {
	if !m.laidOut {
		m.layOut()
	}
	if s.paths == nil {
		m.echoing = m.echoing[:0] // of a mover that was asked for and did not send
		m.candidates = m.toFixed(nil, s, m.candidates[:0])
		s.paths = m.sorted(m.candidates, make([]storedPath, 0, len(m.candidates)))
		if len(m.echoing) > 0 {
			m.keepEchoes(s)
		}
	}
	return s.paths
}

// toFixed appends the paths from a radio, whose transmission it is if it moves, to the
// fixed radios.
func (m *Medium) toFixed(tx *transmission, s *Radio, paths []storedPath) []storedPath {
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
				paths = m.extend(tx, s, e.index, e.faintest, m.pathTo(s, here, e, now), paths)
			}
		}
	}
	return paths
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

// extend appends the path from s to another radio, unless less than the faintest power
// would come by the path there. There is no transmission where both ends stand still.
func (m *Medium) extend(tx *transmission, s *Radio, to int32, faintest float64, p Path, paths []storedPath) []storedPath {
	m.computed++
	if p.Lost != trace.NoCause {
		m.loses = true
		if !p.Lost.OfLoss() {
			m.refuse(s, to, p)
		}
		return paths
	}
	if p.Delay < 0 || p.Delay > longestDelay || !(p.Gain >= 0 && p.Echo.Gain >= 0) {
		m.refuse(s, to, p)
		p = Path{Doppler: 1}
	}
	if p.Echo.Gain > 0 {
		m.extendEcho(s, to, faintest, p)
	}
	if s.modem.Power*p.Gain < faintest {
		return paths
	}
	a := storedPath{delay: p.Delay, gain: p.Gain, to: to}
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
	return append(paths, a)
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

// sorted copies paths in their order to the memory of another list, and may leave theirs
// in disorder. The delays of a crowd are spread, so most of the order comes from putting
// each path where its delay lies between the shortest and the longest. That takes a quarter
// of the time of comparisons alone.
func (m *Medium) sorted(paths, out []storedPath) []storedPath {
	out = slices.Grow(out[:0], len(paths))[:len(paths)]
	m.ends = m.ends[:0]
	m.spread(paths, out)
	for i := 1; i < len(out); i++ {
		a, k := out[i], i
		for ; k > 0 && m.sooner(a, out[k-1]) < 0; k-- {
			out[k] = out[k-1]
		}
		out[k] = a
	}
	return out
}

// spread copies paths to as many others so that each is a few places at most from its own:
// into some more buckets than there are paths. A bucket with many is spread likewise,
// unless their delays are all the same.
func (m *Medium) spread(paths, out []storedPath) {
	first, last := longestDelay, time.Duration(0)
	for i := range paths {
		first, last = min(first, paths[i].delay), max(last, paths[i].delay)
	}
	if first >= last {
		copy(out, paths)
		slices.SortFunc(out, m.sooner)
		return
	}
	size := bits.Len(uint(len(paths))) + 1
	shift := max(bits.Len64(uint64(last-first))-size, 0)
	used := len(m.ends)
	m.ends = append(m.ends, make([]int32, 1<<size)...)
	ends := m.ends[used:]
	for i := range paths {
		ends[uint64(paths[i].delay-first)>>shift]++
	}
	begin := int32(0)
	for b, n := range ends {
		ends[b] = begin
		begin += n
	}
	for i := range paths {
		end := &ends[uint64(paths[i].delay-first)>>shift]
		out[*end] = paths[i]
		*end++
	}
	const few = 16
	begin = 0
	for _, end := range ends {
		if end-begin > few {
			copy(paths[begin:end], out[begin:end])
			m.spread(paths[begin:end], out[begin:end])
			m.ends = m.ends[:used+len(ends)]
		}
		begin = end
	}
}

// merge joins two lists of paths, each by delay, in the memory of the first. It
// begins with the last, so that it overwrites nothing that it still needs.
func (m *Medium) merge(paths, more []storedPath) []storedPath {
	i, k := len(paths)-1, len(more)-1
	paths = append(paths, more...)
	for at := len(paths) - 1; k >= 0; at-- {
		if i >= 0 && m.sooner(more[k], paths[i]) < 0 {
			paths[at] = paths[i]
			i--
		} else {
			paths[at] = more[k]
			k--
		}
	}
	return paths
}

// longestDelay is the longest way that a signal is followed, some 31 years.
const longestDelay = time.Duration(1e18)

// sooner orders paths by delay and, where the delays are equal, by node. That does not
// depend on the order in which the radios were attached, which may be any.
func (m *Medium) sooner(a, b storedPath) int {
	if a.delay != b.delay {
		return cmp.Compare(a.delay, b.delay)
	}
	return cmp.Or(cmp.Compare(m.idle[a.to].node, m.idle[b.to].node), cmp.Compare(a.to, b.to))
}
