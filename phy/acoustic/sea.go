package acoustic

import (
	"math"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/trace"
)

// sea is the water in one band, as all channels of sound have it.
type sea struct {
	water      *ocean.Water
	hz         float64
	absorption Absorption
	everywhere float64 // absorption where it is the same everywhere, dB/km
	noise      float64 // uPa^2
	ships      fleet
}

// newSea makes the water of a band with a formula for its absorption.
func newSea(absorption string, noise NoiseConfig, env phy.ChannelEnv) (s sea, err error) {
	s = sea{water: env.Water, hz: env.Band.Centre}
	if s.absorption, err = AbsorptionByName(absorption); err != nil {
		return s, err
	}
	if s.absorption.OneWater {
		s.everywhere = s.absorption.DBPerKm(s.hz, Conditions{})
	}
	s.noise, err = ambient(noise, env)
	return s, err
}

// ambient returns the power of the noise in a band. A budget in watts has no ambient noise in decibels to go with it.
func ambient(noise NoiseConfig, env phy.ChannelEnv) (float64, error) {
	_, silent := noise.(*NoNoise)
	switch {
	case silent:
		return 0, nil
	case env.Unit == phy.Watt:
		return 0, fault.In("noise", "the ambient noise is a level in decibels, but the modem's link budget is in watts; "+
			"write noise: none here, and the noise power into the modem's budget")
	case env.Band.Centre <= env.Band.Width/2:
		return 0, fault.In("noise", "the ambient noise of a band that reaches down to 0 Hz is not defined; make the modem's band narrower")
	}
	return math.Pow(10, noise.Noise().BandLevel(env.Band.Centre, env.Band.Width)/10), nil
}

// Noise returns the ambient noise power in the band.
func (s *sea) Noise() float64 { return s.noise }

// Speed returns the speed of sound at a position, in m/s.
func (s *sea) Speed(at geom.Vec) float64 { return s.water.SoundSpeed(at) }

// Warnings returns a sentence for each input of the absorption formula that is
// outside its range at one of the positions, with the value that is the farthest
// outside: a network in a layered sea would make one for each of its nodes.
func (s *sea) Warnings(positions []geom.Vec) []string {
	waters := make([]Conditions, len(positions))
	for i, at := range positions {
		waters[i] = s.conditions(at)
	}
	return append(s.absorption.Outside(s.hz, waters...), s.ships.outside(s.hz)...)
}

// Varies reports whether waves pass, which take ends out of the water and let them in again.
func (s *sea) Varies() bool { return s.water.Wavy() }

// dry reports whether an end is above the surface at a time.
func (s *sea) dry(at geom.Vec, t sim.Time) bool { return at.Z > s.water.Surface(at, t) }

// line finds the straight path of a signal that leaves tx at t, or returns the path of one that does not arrive: an end is in
// the air, or one outruns the sound. Of one that comes when the receiver has left the water, nothing is heard.
func (s *sea) line(tx, rx phy.End, t sim.Time) (line phy.Ray, none phy.Path, ok bool) {
	from, to := tx.Position(t), rx.Position(t)
	if s.dry(from, t) || s.dry(to, t) {
		return line, phy.Path{Lost: trace.OutOfWater}, false
	}
	line = phy.Straight(tx, rx, t, s.water.MeanSoundSpeed(from, to))
	if line.To != to {
		line = phy.Straight(tx, rx, t, s.water.MeanSoundSpeed(from, line.To))
	}
	switch delay := line.Delay(); {
	case delay < 0:
		return line, phy.Path{Delay: delay, Doppler: line.Doppler}, false
	case s.dry(line.To, t.Add(delay)):
		return line, phy.Path{Lost: trace.OutOfWater}, false
	}
	return line, phy.Path{}, true
}

// inAir reports whether an end is above still water.
func inAir(from, to geom.Vec) bool { return from.Z > 0 || to.Z > 0 }

// absorb returns the absorption at a place, in dB/km.
func (s *sea) absorb(at geom.Vec) float64 {
	if s.absorption.OneWater {
		return s.everywhere
	}
	return s.absorption.DBPerKm(s.hz, s.conditions(at))
}

// conditions returns what absorption depends on, at a position.
func (s *sea) conditions(at geom.Vec) Conditions {
	return Conditions{
		Temperature: s.water.Temperature(at),
		Salinity:    s.water.Salinity(at),
		Depth:       max(at.Depth(), 0),
		PH:          s.water.PH(),
	}
}
