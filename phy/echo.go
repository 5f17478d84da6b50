package phy

import (
	"cmp"
	"math"
	"slices"
	"time"

	"halocline/sim"
)

// What comes of a frame outside of the window of a receiver is a wave of its own: an echo. It begins later than the frame, or,
// where faint arrivals precede the window, sooner. Nobody receives it. It disturbs its own frame, which no power helps against,
// and those that follow. It takes its own chance of fading.

// extendEcho adds the echo of a path from s to another radio, unless less than the faintest power would come of it.
func (m *Medium) extendEcho(s *Radio, to int32, faintest float64, p Path) {
	delay := p.Delay + p.Echo.Delay
	if delay < 0 || delay > longestDelay || math.IsInf(p.Echo.Gain, 0) {
		m.refuse(s, to, Path{Delay: delay, Gain: p.Echo.Gain, Doppler: 1})
		return
	}
	if s.modem.Power*p.Echo.Gain >= faintest {
		m.echoing = append(m.echoing, storedPath{delay: delay, gain: p.Echo.Gain, to: to})
	}
}

// keepEchoes remembers the echoes between a fixed radio and the others.
func (m *Medium) keepEchoes(s *Radio) {
	if m.echoes == nil {
		m.echoes = map[*Radio][]storedPath{}
	}
	m.echoes[s] = m.sorted(m.echoing, nil)
	m.echoing = m.echoing[:0]
}

// launchEcho sets off the echo of a wave whose paths have just been found.
func (m *Medium) launchEcho(tx *transmission) {
	e := m.fresh()
	e.noise, e.power, e.from, e.start, e.airtime = true, tx.power, tx.from, tx.start, tx.airtime
	e.number, e.fixed = tx.number+1<<62, tx.fixed
	e.frame, e.serial = tx.frame, tx.serial
	e.paths = m.echoes[tx.from]
	if len(m.echoing) > 0 {
		e.buffer = m.merge(m.sorted(m.echoing, e.buffer), e.paths)
		e.paths = e.buffer
		m.echoing = m.echoing[:0]
	}
	tx.echo, e.source = e, tx
	m.spreadOut(e)
}

// reflected reports whether a wave is an echo.
func (tx *transmission) reflected() bool { return tx.number >= 1<<62 }

// memory names the link to the memory of fading. An echo has one of its own.
func (tx *transmission) memory() int {
	if tx.reflected() {
		return -1 - int(tx.from.index)
	}
	return int(tx.from.index)
}

// finish uses a wave again that has passed everywhere. An echo is kept for its frame, which may be lost by it.
func (m *Medium) finish(tx *transmission) {
	switch e := tx.echo; {
	case tx.source != nil:
		tx.over = true
		return
	case e == nil:
	case e.over:
		m.reuse(e)
	default:
		e.source = nil
	}
	m.reuse(tx)
}

// echoOf returns the power of the echo of a frame that is passing, or 0.
func (r *Radio) echoOf(tx *transmission) float64 {
	if tx.echo == nil {
		return 0
	}
	for i := range r.arrivals {
		if a := &r.arrivals[i]; a.tx == tx.echo {
			return a.power
		}
	}
	return 0
}

// echoDuring returns the power of the echo that a frame has met which is just over, or 0. One that came before the
// frame is over, too, and counts without fading.
func (r *Radio) echoDuring(in *arrival) float64 {
	e := in.tx.echo
	if e == nil {
		return 0
	}
	i := slices.IndexFunc(e.paths, func(p storedPath) bool { return p.to == r.index })
	if i < 0 {
		return 0
	}
	if sooner := in.way().delay - e.paths[i].delay; sooner > 0 && sooner < e.airtime {
		return e.power * e.paths[i].gain
	}
	return r.echoOf(in.tx)
}

// length returns how long a frame takes to pass a receiver: the airtime, and in a medium that stretches frames
//
//	airtime / Doppler
//
// but never so little that the end comes before it is sent: a receiver that meets its sender goes on and away from it.
func (tx *transmission) length(way *storedPath) time.Duration {
	if way.shift == 0 || !tx.from.medium.stretches {
		return tx.airtime
	}
	length := math.Round(float64(tx.airtime) / tx.shifts[way.shift-1])
	return max(time.Duration(length), time.Nanosecond, tx.airtime-way.delay)
}

// firstEnd returns when the end of a wave comes to the first radio, and puts the others in order.
func (m *Medium) firstEnd(tx *transmission) sim.Time {
	if len(tx.paths) == 0 {
		return tx.start.Add(tx.airtime)
	}
	passed := func(i int32) time.Duration { return tx.paths[i].delay + tx.length(&tx.paths[i]) }
	if !m.stretches || len(tx.shifts) == 0 {
		return tx.start.Add(passed(0))
	}
	tx.tails = tx.tails[:0]
	for i := range tx.paths {
		tx.tails = append(tx.tails, int32(i))
	}
	slices.SortFunc(tx.tails, func(i, k int32) int { return cmp.Or(cmp.Compare(passed(i), passed(k)), cmp.Compare(i, k)) })
	return tx.start.Add(passed(tx.tails[0]))
}
