package phy

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/trace"
)

// Most waves of most runs meet a radio that waits and hears nothing else. What becomes
// of such a wave depends on its power alone, so the radio is not disturbed: its idle receiver
// deals with the wave, unless a second one comes or the protocol does something. It
// learns of the wave when that is sent, and it takes no step of the wave's front to begin
// with it, unless the protocol wants to hear of the carrier. An idle receiver is half a cache
// line long, and those of a medium stand in a row. In a large network, where each radio
// that is looked at comes from memory, that is most of the cost of a reception; in a
// small one it takes a half off. Nothing but the number of events depends on whether an
// idle receiver or its radio has dealt with a wave.

// idleReceiver is the part of a radio that waves meet. It has no pointers and 32 bytes.
type idleReceiver struct {
	deafUntil  sim.Time      // a turnaround after the radio's own transmission
	received   time.Duration // time of all receptions that the radio's meter does not know of
	node       Addr
	wave       uint32 // slot of the transmission whose wave passes or is expected, plus one; 0: none, or the radio knows
	path       int32  // index of the way that the wave comes
	thresholds uint16 // index among those of the medium
	ready      bool   // nothing is heard, no wave is expected, and the radio waits
	senses     bool   // the protocol wants to know of the carrier
}

// thresholds is what a wave that comes alone is measured against. Radios alike share one.
type thresholds struct {
	noise       float64 // power
	audibility  float64 // power above which a frame is clear of noise
	sensitivity float64 // least power that can be received
	senseLevel  float64 // power of arrivals above which the carrier is busy
	acquire     float64 // SINR above which a frame that is clear is received
	intact      float64 // SINR from which it is intact, unless that is a matter of chance
	least       float64 // power from which a frame is not missed
	chance      bool
	varying     *varying // what changes of the noise, of one radio; nil for nothing
}

// thresholdsOf returns what a modem amid a noise hears.
func thresholdsOf(modem *Modem, noise float64) *thresholds {
	h := &thresholds{sensitivity: modem.Sensitivity, acquire: modem.Acquire}
	h.amid(modem, noise)
	if modem.Capture == CaptureOff {
		h.acquire = math.Inf(-1)
	}
	h.judge(modem)
	h.least = h.threshold()
	return h
}

// judge sets what follows from the error model.
func (h *thresholds) judge(modem *Modem) {
	h.intact, h.chance = 0, modem.Loss > 0
	switch errors := modem.Errors.(type) {
	case nil:
	case Certain:
		h.intact = errors.Threshold()
	default:
		h.chance = true
	}
}

// amid sets what follows from the noise.
func (h *thresholds) amid(modem *Modem, noise float64) {
	h.noise, h.audibility = noise, noise*modem.Acquire
	h.senseLevel = max(noise*modem.Sense, modem.Sensitivity)
}

// threshold returns the least power of a frame that is received alone. Floating-point
// quotients never fall as the power grows, and the bits of positive numbers have their order.
func (h *thresholds) threshold() float64 {
	low, high := uint64(0), math.Float64bits(math.Inf(1))
	for low < high {
		if middle := (low + high) / 2; h.missed(math.Float64frombits(middle)) == trace.NoCause {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return math.Float64frombits(low)
}

// clear reports whether a frame of this power can be received alone.
func (h *thresholds) clear(power float64) bool {
	return power > h.audibility && power >= h.sensitivity
}

// missed returns why a radio that waits does not receive a wave of this power, or
// NoCause. A wave that is clear but not above the SINR is missed by the rounding of the
// last digit.
func (h *thresholds) missed(power float64) trace.Cause {
	switch {
	case !h.clear(power):
		return trace.BelowThreshold
	case !(power/h.noise > h.acquire):
		return trace.Collision
	}
	return trace.NoCause
}

// addReceiver gives a new radio its thresholds and its idle receiver, which does nothing where more than
// power decides about a wave that comes alone, or where there are too many thresholds.
func (m *Medium) addReceiver(r *Radio, noise float64) {
	r.thresholds = thresholdsOf(r.modem, noise)
	i, known := m.known[*r.thresholds]
	switch {
	case known:
		r.thresholds = m.thresholds[i]
	case len(m.thresholds) <= math.MaxUint16:
		i, known = uint16(len(m.thresholds)), true
		m.thresholds = append(m.thresholds, r.thresholds)
		m.known[*r.thresholds] = i
	}
	r.plain = known && r.modem.Fading == nil && r.modem.Doppler == 0 && len(r.modem.Modes) == 0
	m.idle = append(m.idle, idleReceiver{node: r.node, thresholds: i, ready: r.plain})
}

// receiveAll has the radio deal with all waves itself.
func (r *Radio) receiveAll() {
	r.takeOver()
	r.plain, r.idle().ready = false, false
}

// idle returns the radio's.
func (r *Radio) idle() *idleReceiver { return &r.medium.idle[r.index] }

// waits reports whether a wave that arrives now meets nothing that it would have
// to be compared with.
func (s *idleReceiver) waits(now sim.Time) bool { return s.ready && now >= s.deafUntil }

// hears reports whether the idle receiver deals with a wave.
func (s *idleReceiver) hears(tx *transmission) bool { return s.wave == tx.slot+1 }

// announce tells the idle receivers of a wave to come. Those that wait expect it and need no
// step of its front; at the others the front stops. In a large network most idle receivers
// come from memory here. Asked for one by one, when the wave reaches each, they would be
// waited for one by one; asked for together, they come together.
//
// Where there is an observer, and with noise, the front stops at every radio.
func (m *Medium) announce(tx *transmission) {
	stops := m.watch != nil || tx.noise
	for i := range tx.paths {
		if i%64 == 0 {
			tx.stops = append(tx.stops, 0)
		}
		if stops || !m.expect(tx, i) {
			tx.stops[i/64] |= 1 << (i % 64)
		}
	}
	tx.front = int32(len(tx.paths))
	if i := tx.stop(0); i < len(tx.paths) {
		tx.front = int32(i)
		m.goTo(tx, i)
	}
}

// expect has an idle receiver deal with the wave that comes by the way at index i, and reports
// whether it can. Of a wave that arrives at the very instant of its sending the place of
// the step does not tell when it arrives: a controller that sends comes after that place.
func (m *Medium) expect(tx *transmission, i int) bool {
	way := &tx.paths[i]
	s := &m.idle[way.to]
	if way.delay == 0 || !s.waits(tx.start.Add(way.delay)) || s.senses && tx.power*way.gain > m.thresholds[s.thresholds].senseLevel {
		return false
	}
	s.ready = false
	s.wave, s.path = tx.slot+1, int32(i)
	return true
}

// putOff has the front of the wave that an idle receiver expects, if there is one, stop there after
// all: something else comes first.
func (m *Medium) putOff(s *idleReceiver) {
	if s.wave == 0 {
		return
	}
	tx, i := m.transmissions[s.wave-1], int(s.path)
	if m.hasReached(tx, i) {
		return
	}
	s.wave, s.ready = 0, true
	m.stopAt(tx, i)
}

// beginAlone is the start of an arrival at an idle receiver that waits, by the way at index i.
func (m *Medium) beginAlone(s *idleReceiver, tx *transmission, i int) {
	s.ready = false
	s.wave, s.path = tx.slot+1, int32(i)
	if m.watch != nil {
		m.watch.tellBeganAlone(m, tx, i)
	}
	if way := &tx.paths[i]; s.senses && tx.power*way.gain > m.thresholds[s.thresholds].senseLevel {
		m.radios[way.to].tell(true)
	}
}

// endAlone is the end of an arrival that the idle receiver has dealt with.
func (m *Medium) endAlone(s *idleReceiver, tx *transmission, i int, now sim.Time) {
	h, way := m.thresholds[s.thresholds], &tx.paths[i]
	power := tx.power * way.gain
	if power >= h.least {
		m.radios[way.to].takeAlone(tx, i, power, now)
		return
	}
	s.wave, s.ready = 0, true
	if m.watched {
		m.missAlone(s, tx, i, power, now)
	}
	if s.senses && power > h.senseLevel {
		m.radios[way.to].tell(false)
	}
}

// missAlone reports the end of an arrival that is not received.
func (m *Medium) missAlone(s *idleReceiver, tx *transmission, i int, power float64, now sim.Time) {
	h := m.thresholds[s.thresholds]
	why, snr := h.missed(power), power/h.noise
	if m.tracer != nil {
		m.tell(tx, m.link, s.node, tx.frame.Pkt, now, trace.RxMissed, why, snr)
	}
	if m.watch != nil {
		in := arrival{tx: tx, power: power, path: int32(i)}
		m.watch.tellEnded(m.radios[tx.paths[i].to], &in, now, trace.RxMissed, why, snr)
	}
}

// takeAlone is the end of a frame that nothing has disturbed.
func (r *Radio) takeAlone(tx *transmission, i int, power float64, now sim.Time) {
	if r.chance {
		r.takeOver()
		r.end(tx, now)
		return
	}
	s := r.idle()
	s.wave = 0
	s.received += now.Sub(tx.start.Add(tx.paths[i].delay))
	r.busy = power > r.senseLevel
	in, sinr, cause := arrival{tx: tx, power: power, path: int32(i)}, power/r.noise, trace.NoCause
	switch {
	case tx.cut != trace.NoCause:
		cause = tx.cut
	case sinr < r.intact:
		cause = trace.BelowThreshold
	}
	r.handUp(&in, now, sinr, cause)
	if r.sending != nil || r.asleep {
		r.sense(now) // the protocol has done something
		return
	}
	s.ready = s.wave == 0 // the protocol may have had another radio send
	if r.busy {
		r.busy = false
		r.tell(false)
	}
}

// takeOver has the radio itself go on with the wave that its idle receiver deals with, if there
// is one.
func (r *Radio) takeOver() {
	s := r.idle()
	r.medium.putOff(s)
	if s.wave == 0 {
		return
	}
	tx := r.medium.transmissions[s.wave-1]
	way := &tx.paths[s.path]
	s.wave = 0
	power := tx.power * way.gain
	taken := power >= r.least
	r.heard, r.busy = power, power > r.senseLevel
	r.arrivals = append(r.arrivals[:0], arrival{tx: tx, power: power, path: s.path, begun: taken, missed: r.missed(power)})
	if taken {
		began := tx.start.Add(way.delay)
		r.lockOn(&r.arrivals[0], 0, began)
		r.turned = false
		r.meter.enter(Receiving, began)
	}
}

// passing returns the power of the wave that the idle receiver deals with and when it began to
// arrive. It returns false if there is none, or if it is still expected.
func (r *Radio) passing() (power float64, began sim.Time, passes bool) {
	s := r.idle()
	if s.wave == 0 {
		return 0, 0, false
	}
	tx := r.medium.transmissions[s.wave-1]
	way := &tx.paths[s.path]
	return tx.power * way.gain, tx.start.Add(way.delay), r.medium.hasReached(tx, int(s.path))
}

// idleReception returns the time of receiving, until now, that the radio's meter takes for
// idling, because the idle receiver has dealt with it.
func (r *Radio) idleReception(now sim.Time) time.Duration {
	spared := r.idle().received
	if power, began, passes := r.passing(); passes && power >= r.least {
		spared += now.Sub(began)
	}
	return spared
}

// level is the power of all arrivals.
func (r *Radio) level() float64 {
	if power, _, passes := r.passing(); passes {
		return power
	}
	return r.heard
}
