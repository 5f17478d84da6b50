package phy

import (
	"math"
	"time"

	"halocline/sim/geom"
	"halocline/sim/trace"
)

// Spare returns by how many dB the full power of this radio exceeds what is needed
// from one place to another: to arrive there, without fading and interference, with
// the least power that a radio like this one begins to receive. Antennas point at each other.
// It is -Inf where the channel loses what is sent.
func (r *Radio) Spare(from, to geom.Vec) float64 { return r.SpareTo(r, from, to) }

// SpareTo is Spare for a certain receiver.
func (r *Radio) SpareTo(rx *Radio, from, to geom.Vec) float64 {
	path := r.path(rx, from, to)
	if path.Lost != trace.NoCause {
		return math.Inf(-1)
	}
	return db(r.modem.Power * path.Gain / max(rx.modem.Sensitivity, rx.noise*rx.modem.Acquire))
}

// SNR returns the ratio of signal to noise at full power from one place to another, without fading and
// interference. Antennas point at each other.
func (r *Radio) SNR(from, to geom.Vec) float64 {
	path := r.path(r, from, to)
	if path.Lost != trace.NoCause {
		return 0
	}
	return r.modem.Power * path.Gain / r.noise
}

// Reaches reports whether anything of what this radio sends from one place arrives at a radio
// like it in another, and a cutoff leaves it in.
func (r *Radio) Reaches(from, to geom.Vec) bool {
	path := r.path(r, from, to)
	return path.Lost == trace.NoCause && r.modem.Power*path.Gain >= r.faintest()*r.medium.cutoff
}

// Delay returns how long a signal of this radio goes to that of another node now, and whether anything of it arrives there.
func (r *Radio) Delay(to Addr) (way time.Duration, reached bool) {
	m := r.medium
	i := m.radioOf(r, to)
	if i < 0 {
		return 0, false
	}
	rx := m.radios[i]
	path := r.PathTo(rx)
	return path.Delay, path.Lost == trace.NoCause && r.modem.Power*path.Gain >= rx.faintest()*m.cutoff
}

// PathTo returns the way to another radio of the medium now.
func (r *Radio) PathTo(rx *Radio) Path {
	return r.medium.channel.Path(r.at, rx.at, r.medium.kernel.Now())
}

// path returns the way from one place to another now, to the window of a receiver.
func (r *Radio) path(rx *Radio, from, to geom.Vec) Path {
	path := r.medium.channel.Path(Fixed(from), NewReceiver(Fixed(to), nil, rx.modem.Window), r.medium.kernel.Now())
	if a, ok := r.modem.Antenna.(TwoSided); ok {
		send, _ := a.Axes()
		path.Gain *= fromDB(send)
	}
	if a, ok := rx.modem.Antenna.(TwoSided); ok {
		_, receive := a.Axes()
		path.Gain *= fromDB(receive)
	}
	return path
}
