package phy

import (
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// Medium joins the radios of one band. It owns the transmissions in the water
// and the paths between the radios.
type Medium struct {
	kernel  *sim.Kernel
	channel Channel
	tracer  trace.Tracer // nil: nobody wants to know
	link    uint8
	radios  []*Radio
	spare   []*transmission // finished ones, for reuse

	transmissions []*transmission // by slot
	onAir         int
	walks         []walk     // all steps to come, as a heap
	walking       bool       // the first step is being taken
	stirred       bool       // walks have come or gone meanwhile
	waiting       sim.Handle // for the first step
	awaited       uint64     // its Order, or 0
	computed      uint64     // paths computed so far
	sent          Frame      // last one that a radio has sent; lent to its protocol
	fetched       float64    // see fetch

	cutoff  float64  // of the noise; waves that have less are left out; 0: none are
	laidOut bool     // the rest is known
	movers  []*Radio // that are not fixed
	fixed   grid     // of those that are
	near    []int32  // memory for one transmission
	arms    []arm    // the same
	keys    []uint64 // the same
}

// NewMedium returns a medium without radios. Records carry the number of the
// link; tracer may be nil.
func NewMedium(k *sim.Kernel, c Channel, tracer trace.Tracer, link uint8) *Medium {
	return &Medium{kernel: k, channel: c, tracer: tracer, link: link}
}

// Attach adds a radio for a node. All radios are attached before the first
// transmission. The first number of the stream names the radio: the chances of
// a reception follow from the names of its two ends and the number of the
// transmission, so that what others send does not change them. An antenna keeps
// out ambient noise by its directivity index.
func (m *Medium) Attach(node Addr, at Locator, modem *Modem, rand *rng.Stream) *Radio {
	if m.laidOut {
		panic("phy: radio attached after the first transmission")
	}
	if modem.Antenna != nil {
		at = mounted{Locator: at, antenna: modem.Antenna}
	}
	r := &Radio{
		medium:  m,
		modem:   modem,
		node:    node,
		index:   int32(len(m.radios)),
		at:      at,
		fixed:   still(at),
		key:     uint64(len(m.radios)),
		noise:   m.channel.Noise() + modem.SelfNoise,
		sendEnd: sim.Time(0).Add(-modem.Turnaround),
	}
	r.arrivals = r.room[:0]
	r.sensitivity = modem.Sensitivity
	r.plain = modem.Fading == nil && modem.Doppler == 0
	if rand != nil {
		r.key = rand.Uint64()
	}
	if a := modem.Antenna; a != nil {
		r.noise = m.channel.Noise()*fromDB(-a.Index()) + modem.SelfNoise
	}
	r.audibility = r.noise * modem.Acquire
	r.senseLevel = r.noise * modem.Sense
	if modem.Sensitivity > r.senseLevel {
		r.senseLevel = modem.Sensitivity
	}
	m.radios = append(m.radios, r)
	return r
}

// OnAir returns the number of transmissions that some radio has still to hear
// the end of.
func (m *Medium) OnAir() int { return m.onAir }

// MaxDelay returns the longest way between two radios now, of those that a cutoff
// does not leave out.
func (m *Medium) MaxDelay() time.Duration {
	longest := time.Duration(0)
	for _, s := range m.radios {
		if m.cutoff > 0 {
			tx := transmission{from: s}
			if m.aim(&tx); len(tx.arms) > 0 {
				longest = max(longest, tx.arms[len(tx.arms)-1].delay)
			}
			continue
		}
		for _, r := range m.radios {
			if r != s {
				longest = max(longest, m.channel.Path(s.at, r.at, m.kernel.Now()).Delay)
			}
		}
	}
	return longest
}

// PathsComputed returns how many times the channel was asked for a path.
func (m *Medium) PathsComputed() uint64 { return m.computed }

// arm is the way from one radio to another as the medium remembers it: 24 bytes
// a pair.
type arm struct {
	delay time.Duration
	gain  float64
	to    int32
	shift int32 // index of the Doppler factor in its transmission plus one; 0 between ends that stand still
}

// transmission is a frame in the water. Its front and its tail walk the arms in
// the order of their delays.
type transmission struct {
	slot    uint32 // its place among the medium's transmissions
	from    *Radio
	frame   Frame
	number  uint64 // among those of its sender
	start   sim.Time
	airtime time.Duration // shortened by Abort
	aborted bool
	fixed   bool // the sender is
	power   float64
	arms    []arm // by delay; the sender's own memory where all ends are fixed
	buffer  []arm // behind arms where an end moves
	shifts  []float64
	front   int // next arm to be reached
	tail    int // next arm to be left
}

// doppler returns received over sent frequency.
func (tx *transmission) doppler(way *arm) float64 {
	if way.shift == 0 {
		return 1
	}
	return tx.shifts[way.shift-1]
}

// send puts a frame into the water.
func (m *Medium) send(r *Radio, f *Frame, airtime time.Duration) *transmission {
	tx := m.fresh()
	now := m.kernel.Now()
	tx.from, tx.frame, tx.start, tx.airtime = r, *f, now, airtime
	tx.number, tx.fixed = r.sends, r.fixed
	r.sends++
	tx.power = r.modem.Power
	if f.Cut != 0 {
		tx.power *= math.Pow(10, -f.Cut/10)
	}
	m.aim(tx)
	if len(m.radios) > cachedRadios {
		m.fetch(tx)
	}
	m.onAir++
	first := time.Duration(0)
	if len(tx.arms) > 0 {
		first = tx.arms[0].delay
		m.walk(tx, walkFront, now.Add(first))
	}
	m.walk(tx, walkTail, now.Add(first+airtime))
	return tx
}

// cachedRadios is how many radios the second cache of a processor holds, about.
const cachedRadios = 1000

// fetch has the processor bring the radios that a transmission will reach from memory.
// In a large network nearly every wave meets one that is not in the cache. Asked for one
// by one, when each is reached, they are waited for one by one; asked for together, they
// come together. The sum is of no use, but somebody must use what is asked for.
func (m *Medium) fetch(tx *transmission) {
	sum := 0.0
	for i := range tx.arms {
		r := m.radios[tx.arms[i].to]
		sum += r.heard + float64(r.meter.since) + r.senseLevel + r.room[0].power + r.lock.worst
	}
	m.fetched = sum
}

// cut ends a transmission after onAir. The water already holds what was sent,
// so each radio hears it stop one delay later.
func (m *Medium) cut(tx *transmission, onAir time.Duration) {
	tx.aborted = true
	tx.airtime = onAir
	m.halt(tx, walkTail)
	end := tx.start.Add(onAir)
	if len(tx.arms) > 0 {
		end = end.Add(tx.arms[0].delay)
	}
	m.walk(tx, walkTail, end)
}

// reach brings the front to the radios that it reaches now, and on while nothing
// else happens, at limit at the latest. It returns when it will reach the next
// ones, or Never.
func (tx *transmission) reach(m *Medium, now, limit sim.Time) sim.Time {
	start, arms := tx.start, tx.arms
	for i := tx.front; i < len(arms); i++ {
		a := &arms[i]
		if at := start.Add(a.delay); at != now {
			if !m.goOn(at, limit, sim.Comm) {
				tx.front = i
				return at
			}
			now = at
		}
		if r := m.radios[a.to]; r.waits(now) {
			r.beginAlone(tx, a, now)
		} else {
			r.begin(tx, a, now)
		}
	}
	return sim.Never
}

// leave brings the end to the radios that it reaches now, and on as the front
// does. It returns when it will reach the next ones, or Never. After the last the
// transmission is used again.
func (tx *transmission) leave(m *Medium, now, limit sim.Time) sim.Time {
	start, arms := tx.start.Add(tx.airtime), tx.arms
	for i := tx.tail; i < len(arms); i++ {
		a := &arms[i]
		if at := start.Add(a.delay); at != now {
			if !m.goOn(at, limit, sim.Ending) {
				tx.tail = i
				return at
			}
			now = at
		}
		if r := m.radios[a.to]; r.hearsOnly(tx) {
			r.endAlone(now)
		} else {
			r.end(tx, now)
		}
	}
	m.onAir--
	m.reuse(tx)
	return sim.Never
}

// fresh returns a transmission that is not in use.
func (m *Medium) fresh() *transmission {
	n := len(m.spare)
	if n == 0 {
		tx := &transmission{slot: uint32(len(m.transmissions))}
		m.transmissions = append(m.transmissions, tx)
		return tx
	}
	tx := m.spare[n-1]
	m.spare = m.spare[:n-1]
	return tx
}

// reuse keeps a finished transmission and the buffer that it owns.
func (m *Medium) reuse(tx *transmission) {
	*tx = transmission{slot: tx.slot, buffer: tx.buffer[:0], shifts: tx.shifts[:0]}
	m.spare = append(m.spare, tx)
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
