// Package optical models links by visible light in water: what is left of a beam between a lamp and a receiver
// that look at each other.
//
// A channel takes by the law of Beer and Lambert what the water absorbs and scatters, exp(-c r), and spreads the
// rest over a sphere. The antenna `light` is both a lamp, a generalised Lambertian one, and a receiver with an
// aperture and a field of view (Kahn and Barry, Wireless infrared communications, Proc. IEEE 85(2), 1997,
// pp. 265-298; Ghassemlooy, Popoola and Rajbhandari, Optical Wireless Communications, 2013, chapter 3). Powers are in
// W, means over ones and zeros. Daylight and what a detector counts in the dark are steady light beside the
// signal, whose photons make noise; the error model `ook` counts them.
//
// Begin with DefaultChannel, whose Build makes a phy.Channel; with BlueComm200 and LumaX, which are modems; or with
// bitError.
//
// Left out: light that comes back into the beam after it was scattered, so that a link in turbid water loses
// less than exp(-c r), by far beyond some ten attenuation lengths 1/c; the spread in time of such light;
// turbulence, which fading of type log-normal stands for; refraction by layers and at the surface, and light in
// air; daylight that depends on where each receiver is and looks; detectors that daylight saturates; shade.
package optical

import (
	"math"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/trace"
)

const (
	lightSpeed = 299792458.0 // m/s, exact
	// index is the index of refraction of sea water (Mobley, Light and Water, 1994, chapter 3: 1.34 within 1 % for
	// visible light). A pulse is some 2 % slower than this says.
	index = 1.34
)

// ChannelConfig describes the way of light from one node to another. It counts power in watts, so the modem's link budget
// is in watts or in dBm.
type ChannelConfig struct {
	Water       WaterType `yaml:"water" oneof:"pure-sea|clear-ocean|coastal|turbid-harbour" doc:"beam attenuation of a kind of water at 514 nm. pure-sea: 0.043/m, sea water without particles by Smith and Baker (1981); clear-ocean: 0.151/m, Petzold (1972) in the Tongue of the Ocean, Bahamas; coastal: 0.398/m, Petzold off southern California; turbid-harbour: 2.19/m, Petzold in San Diego Bay"`
	Attenuation float64   `yaml:"attenuation" unit:"/m" range:"[1e-3,100]" doc:"beam attenuation at the wavelength of the modem: absorption and scattering together, base e; that of water if left out"`
	Profile     *Profile  `yaml:"profile" doc:"beam attenuation by depth, instead of attenuation and water"`
	Ambient     *Ambient  `yaml:"ambient" doc:"daylight at the receivers; none if left out"`
}

// DefaultChannel returns the clear ocean, in the dark.
func DefaultChannel() *ChannelConfig { return &ChannelConfig{Water: clearOcean} }

// About says what the model is.
func (*ChannelConfig) About() string {
	return "light in water: attenuation, spreading, direction of lamps and receivers, daylight; link budgets in watts or dBm"
}

// Validate checks the values.
func (c *ChannelConfig) Validate() error {
	if _, known := c.Water.attenuation(); !known {
		return fault.In("water", "%q is unknown; it is pure-sea, clear-ocean, coastal or turbid-harbour", c.Water)
	}
	if c.Attenuation != 0 && !(c.Attenuation >= 1e-3 && c.Attenuation <= 100) {
		return fault.In("attenuation", "is %g/m, allowed are 0.001/m to 100/m", c.Attenuation)
	}
	if c.Attenuation != 0 && c.Profile != nil {
		return fault.In("attenuation", "is given, and so is profile, which has one for each depth; leave one of them out")
	}
	return nil
}

// Build returns the channel in one band. A band that is no light, and a budget in dB re 1 uPa, are errors.
func (c *ChannelConfig) Build(env phy.ChannelEnv) (phy.Channel, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if env.Unit != phy.Watt {
		return nil, fault.In("modem", "the channel of light counts power in watts, but the modem's link budget is in dB re 1 uPa, "+
			"which is a level of sound; write a budget of type watts or dbm into the modem")
	}
	if err := visible("modem", env.Band.Centre); err != nil {
		return nil, err
	}
	ch := &channel{water: env.Water, band: env.Band, named: c.named()}
	var err error
	if ch.column, err = c.column(env.Open); err != nil {
		return nil, err
	}
	if c.Ambient != nil {
		ch.noise = c.Ambient.irradiance(env.Band)
	}
	return ch, nil
}

// visible reports a frequency in Hz that is not that of light.
func visible(field string, hz float64) error {
	if w := wavelength(hz); !(w >= 300 && w <= 1000) {
		return fault.In(field, "the modem's frequency, %.4g Hz, is none of light; write one from 300 THz (1000 nm) to 1000 THz (300 nm), such as 638 THz for 470 nm", hz)
	}
	return nil
}

// wavelength returns that in vacuum of a frequency in Hz, in nm.
func wavelength(hz float64) float64 { return lightSpeed / hz * 1e9 }

// channel is the water in one band.
type channel struct {
	water  *ocean.Water
	band   phy.Band
	column column
	named  WaterType // whose attenuation it has; empty for one that is given
	noise  float64   // W/m^2
}

// Path finds the straight path. Its gain is what arrives on 1 m^2 that faces the sender, from a sender that is the same
// in all directions,
//
//	exp(-c r) / (4 pi r^2)
//
// with c the mean attenuation along the path, times the gains of the two antennas; an antenna `omni` is just that. The gain is 1 at most: near an aperture the sender is no
// point. Where one of the two does not look at the other at all, the path is lost.
func (c *channel) Path(tx, rx phy.End, t sim.Time) phy.Path {
	from, to := tx.Position(t), rx.Position(t)
	if !(from.Dist(to) <= math.MaxFloat64) {
		return phy.Path{Delay: -1, Doppler: 1}
	}
	if c.dry(from, t) || c.dry(to, t) {
		return phy.Path{Lost: trace.OutOfWater}
	}
	ray := phy.Straight(tx, rx, t, lightSpeed/index)
	delay, way := ray.Delay(), ray.To.Sub(ray.From)
	antennas := tx.Toward(way, t) + phy.From(rx, way.Scale(-1), t.Add(delay))
	if math.IsInf(antennas, -1) {
		return phy.Path{Lost: trace.OutOfView}
	}
	r := way.Norm()
	gain := pathGain(antennas, c.column.mean(ray.From.Depth(), ray.To.Depth()), r)
	return phy.Path{Delay: delay, Gain: gain, Doppler: ray.Doppler}
}

// pathGain returns the gain over r metres of water of an attenuation in 1/m, between antennas of a gain in dB.
func pathGain(antennas, attenuation, r float64) float64 {
	return min(math.Pow(10, antennas/10)*math.Exp(-r*attenuation)/(4*math.Pi*r*r), 1)
}

// Varies reports whether waves pass, which take ends out of the water and let them in again.
func (c *channel) Varies() bool { return c.water.Wavy() }

// dry reports whether an end is above the surface at a time.
func (c *channel) dry(at geom.Vec, t sim.Time) bool { return at.Z > c.water.Surface(at, t) }

// Noise returns the power of daylight in the band on 1 m^2 that looks at half of all directions, W. The index of
// an antenna says what its receiver gets of it.
func (c *channel) Noise() float64 { return c.noise }

// Speed returns the phase speed of light in water, m/s.
func (c *channel) Speed(geom.Vec) float64 { return lightSpeed / index }

// Warnings returns a sentence where the kind of water was measured with light of another colour. Petzold's instrument
// took in 75 nm around 514 nm.
func (c *channel) Warnings([]geom.Vec) []string {
	if c.named == "" {
		return nil
	}
	measured := []ocean.Limit{{Name: "wavelength", Unit: "nm", Min: 514 - 75/2.0, Max: 514 + 75/2.0}}
	return ocean.Outside("attenuation of "+string(c.named), measured, wavelength(c.band.Centre))
}

// Doubts returns a sentence where nothing was said of the water, which decides about the range.
func (c *channel) Doubts(given func(key string) bool, _ []geom.Vec) []string {
	if given("water") || given("attenuation") || given("profile") {
		return nil
	}
	return []string{"the water is not chosen, and clear-ocean is clearer than most: a lamp that reaches 50 m there reaches 23 m near a coast and 5.5 m in turbid water; write water, attenuation or profile"}
}
