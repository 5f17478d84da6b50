package phy

import (
	"fmt"
	"math"

	"halocline/sim"
)

// LocalNoise is a Channel whose noise is not the same everywhere: that of a ship is louder nearby, and that of the sky
// fades with the depth.
type LocalNoise interface {
	// Local reports whether there is such noise.
	Local() bool
	// NoiseAt returns the noise power in the band that a place adds to Noise: what comes from everywhere alike, of which
	// an antenna keeps out its index, and what comes from directions, with the gain of the antenna in it. Both are finite
	// numbers from 0 on.
	NoiseAt(rx End, t sim.Time) (around, directed float64)
}

// Thrusting is a Locator of a vehicle with thrusters.
type Thrusting interface {
	// Thrust returns how hard the thrusters work now: the mean over them of the share of its greatest thrust that each
	// gives, to the power of an exponent, from 0 to 1.
	Thrust(exponent float64) float64
}

// varying is the noise of a radio that is not always the same. It is asked for when a wave begins to arrive and the radio
// receives nothing, and holds until the next time: a frame is received in the noise of its beginning. An Absolute error model
// keeps to what is always the same.
type varying struct {
	steady    float64    // power of what is always the same
	local     LocalNoise // nil: it is the same everywhere, or the radio stands still
	index     float64    // share of the noise from everywhere that the antenna lets in
	thrusters Thrusting  // nil: there are none, or they are not heard
}

// noiseAt returns the noise of a radio, and what of it changes, or nil for nothing.
func (m *Medium) noiseAt(at Locator, end End, modem *Modem) (noise float64, changes *varying) {
	v := &varying{index: 1}
	noise = m.channel.Noise()
	if a := modem.Antenna; a != nil {
		v.index = fromDB(-a.Index())
		noise *= v.index
	}
	noise += modem.SelfNoise
	if c, ok := m.channel.(LocalNoise); ok && c.Local() {
		v.local = c
	}
	if modem.ThrustNoise > 0 {
		v.thrusters, _ = at.(Thrusting)
	}
	if v.local != nil && end.Still() {
		around, directed := v.local.NoiseAt(end, m.kernel.Now())
		noise += around*v.index + directed
		v.local = nil
	}
	if v.local == nil && v.thrusters == nil {
		return noise, nil
	}
	v.steady = noise
	return noise, v
}

// vary has the noise of a new radio change. The radio deals with all waves itself.
func (r *Radio) vary(v *varying) {
	own := *r.thresholds // which others may share
	own.varying, r.thresholds = v, &own
	r.receiveAll()
	r.hearNoise(r.medium.kernel.Now())
}

// hearNoise finds the noise of now.
func (r *Radio) hearNoise(now sim.Time) {
	v, noise := r.varying, r.varying.steady
	if v.local != nil {
		around, directed := v.local.NoiseAt(r.at, now)
		noise += around*v.index + directed
	}
	if v.thrusters != nil {
		noise += r.modem.ThrustNoise * v.thrusters.Thrust(r.modem.ThrustExponent)
	}
	if !(noise >= 0) || math.IsInf(noise, 1) {
		r.medium.kernel.Fail(fmt.Errorf("node %d has a noise of %g; a power is a finite number from 0 on", r.node, noise))
		return
	}
	r.amid(r.modem, noise)
}
