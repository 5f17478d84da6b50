package phy

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/trace"
)

// lock is the reception under way: the frame that the radio has locked on to,
// and what the interference has done to it so far. It is made of pieces of
// constant interference.
type lock struct {
	tx       *transmission // nil: the radio receives nothing
	way      *storedPath   // that it has come
	power    float64
	began    sim.Time
	since    sim.Time // beginning of the present piece
	present  float64  // interference in the present piece
	worst    float64  // lowest SINR of a piece
	weighted float64  // integral of the interference, power times ns
	success  float64  // probability that all closed pieces are intact
}

// end is when the frame is over, unless its sender stops before.
func (l *lock) end() sim.Time { return l.began.Add(l.length()) }

// length is how long the frame takes to pass the radio.
func (l *lock) length() time.Duration { return l.tx.length(l.way) }

// lockOn begins the reception of an arrival among others of a power.
func (r *Radio) lockOn(in *arrival, others float64, now sim.Time) {
	l := &r.lock
	l.tx, l.way, l.power = in.tx, in.way(), in.power
	l.began, l.since = now, now
	l.present = others
	l.worst = in.power / (r.noise + others)
	l.weighted, l.success = 0, 1
}

// disturb tells the reception under way that another wave has arrived. It is the
// newest, so that adding it to the others is adding up all.
func (r *Radio) disturb(in *arrival, now sim.Time) {
	r.closePiece(now)
	l := &r.lock
	l.since = now
	l.present += in.power
	l.worst = min(l.worst, l.power/(r.noise+l.present))
	if r.modem.Capture == CaptureOff && r.clear(in.power) && !in.tx.reflected() {
		r.abandon(trace.Collision)
	}
}

// abandon loses the reception under way. Its wave goes on as interference.
func (r *Radio) abandon(why trace.Cause) {
	for i := range r.arrivals {
		if a := &r.arrivals[i]; a.tx == r.lock.tx {
			a.missed, a.quit = why, why != trace.Collision
		}
	}
	r.lock.tx = nil
}

// openPiece begins a piece with the interference of now.
func (r *Radio) openPiece(now sim.Time) {
	l := &r.lock
	l.since = now
	l.present = r.interference(l.tx)
	l.worst = min(l.worst, l.power/(r.noise+l.present))
}

// closePiece takes the piece that ends now into account.
func (r *Radio) closePiece(now sim.Time) {
	l := &r.lock
	if r.modem.Overlap == Worst {
		return
	}
	length := float64(now - l.since)
	switch {
	case length == 0:
	case r.modem.Overlap == Mean:
		l.weighted += l.present * length
	case r.modem.Overlap == Chunks && r.modem.Errors != nil:
		bits := float64(l.tx.frame.Bits) * length / float64(l.length())
		l.success *= r.intactDuring(r.locked(), l.since, now, bits, l.present)
	}
}

// decide returns the SINR of the frame whose last piece is closed, and why it
// is lost. The chance that decides against a frame is asked again how it would
// have decided without interference, and then without fading: the first answer
// that differs is the cause.
func (r *Radio) decide(in *arrival, now sim.Time) (sinr float64, cause trace.Cause) {
	l := &r.lock
	sinr = l.worst
	switch {
	case r.modem.Overlap == Mean && now > l.began: // a frame that is overtaken at once has no mean
		sinr = l.power / (r.noise + l.weighted/float64(now-l.began))
	case r.modem.Overlap == Alone:
		sinr = l.power / r.noise
	}
	switch {
	case in.tx.cut != trace.NoCause:
		return sinr, in.tx.cut
	case in.tx.frame.Mode > 0: // judged by its own threshold
	case r.modem.Errors == nil && r.modem.Loss == 0:
		return sinr, trace.NoCause
	case r.modem.Overlap == Worst && !r.chance && sinr >= r.intact:
		return sinr, trace.NoCause // the common case, without a call
	}
	success := l.success * (1 - r.modem.Loss)
	if r.modem.Overlap != Chunks || in.tx.frame.Mode > 0 {
		success = r.success(in.tx, sinr)
	}
	if success >= 1 {
		return sinr, trace.NoCause
	}
	chance := 0.0
	if success > 0 {
		chance = r.medium.chance(r, in.tx, 1).Float64()
	}
	if spared(chance, success) {
		return sinr, trace.NoCause
	}
	return sinr, r.lossCause(in, chance, now)
}

// spared reports whether a uniform number leaves a frame intact that is so with a probability.
func spared(uniform, success float64) bool { return uniform < success }

// success is the probability that a frame is received at a constant ratio.
func (r *Radio) success(tx *transmission, sinr float64) float64 {
	success := 1 - r.modem.Loss
	if mode := tx.frame.Mode; mode > 0 {
		if sinr < tx.from.modem.Modes[mode-1].SINR {
			return 0
		}
	} else if m := r.modem.Errors; m != nil {
		success *= m.Success(sinr, float64(tx.frame.Bits))
	}
	return success
}

// lossCause finds the cause of a frame that the error model has lost.
func (r *Radio) lossCause(in *arrival, chance float64, now sim.Time) trace.Cause {
	amid := func(interference float64) float64 {
		if r.modem.Overlap == Chunks && r.modem.Errors != nil && in.tx.frame.Mode == 0 {
			return (1 - r.modem.Loss) * r.intactDuring(in, r.lock.began, now, float64(in.tx.frame.Bits), interference)
		}
		return r.success(in.tx, in.power/(r.noise+interference))
	}
	alone, echo := amid(0), r.echoDuring(in)
	unfaded := r.success(in.tx, in.mean()/r.noise)
	switch {
	case chance < alone && echo > 0 && chance >= amid(echo): // its own echo alone would do
		return trace.Echo
	case chance < alone:
		return trace.Collision
	case chance < unfaded:
		return trace.Fading
	case unfaded == 0 && r.modem.Loss < 1:
		return trace.BelowThreshold
	}
	return trace.BitError
}

// db returns a ratio of powers in decibels.
func db(ratio float64) float64 { return 10 * math.Log10(ratio) }
