package acoustic

import (
	"math"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// ChannelConfig describes the way of sound from one node to another.
type ChannelConfig struct {
	Spreading  float64     `yaml:"spreading" range:"[0,3]" doc:"spreading exponent: 1 cylindrical, 1.5 practical, 2 spherical"`
	Absorption string      `yaml:"absorption" oneof:"thorp|thorp-ns3|thorp2|sulfate|fisher-simmons|francois-garrison|ainslie-mccolm" doc:"formula for the absorption; francois-garrison is the one for fresh water"`
	Noise      NoiseConfig `yaml:"noise" doc:"ambient noise"`
}

// DefaultChannel returns the sea at calm weather: practical spreading, Thorp's
// absorption, and Wenz's noise with a light breeze.
func DefaultChannel() *ChannelConfig {
	return &ChannelConfig{Spreading: 1.5, Absorption: "thorp", Noise: defaultWenz()}
}

// Validate checks the name of the formula.
func (c *ChannelConfig) Validate() error {
	if _, err := AbsorptionByName(c.Absorption); err != nil {
		return fault.In("absorption", "%v", err)
	}
	return nil
}

// Build returns the channel in one band. A budget in watts has no ambient noise
// in decibels to go with it.
func (c *ChannelConfig) Build(env phy.ChannelEnv) (phy.Channel, error) {
	absorption, err := AbsorptionByName(c.Absorption)
	if err != nil {
		return nil, err
	}
	ch := &channel{water: env.Water, hz: env.Band.Centre, spreading: c.Spreading, absorption: absorption}
	_, silent := c.Noise.(*NoNoise)
	switch {
	case silent:
	case env.Unit == phy.Watt:
		return nil, fault.In("noise", "the ambient noise is a level in decibels, but the modem's link budget is in watts; "+
			"write noise: none here, and the noise power into the modem's budget")
	case env.Band.Centre <= env.Band.Width/2:
		return nil, fault.In("noise", "the ambient noise of a band that reaches down to 0 Hz is not defined; make the modem's band narrower")
	default:
		ch.noise = math.Pow(10, c.Noise.Noise().BandLevel(env.Band.Centre, env.Band.Width)/10)
	}
	return ch, nil
}

// channel is the water in one band.
type channel struct {
	water      *ocean.Water
	hz         float64
	spreading  float64
	absorption Absorption
	noise      float64 // uPa^2
}

// Path finds the straight path. Along it the speed of sound is the harmonic
// mean of the profile, so that the travel time is the integral of ds/c; the
// absorption is that of its middle. Where an end moves, the mean is taken twice:
// for where the receiver is, and for where it will be.
func (c *channel) Path(tx, rx phy.Locator, t sim.Time) phy.Path {
	from, to := tx.Position(t), rx.Position(t)
	ray := phy.Straight(tx, rx, t, c.water.MeanSoundSpeed(from, to))
	if ray.To != to {
		ray = phy.Straight(tx, rx, t, c.water.MeanSoundSpeed(from, ray.To))
	}
	return phy.Path{
		Delay:   ray.Delay(),
		Gain:    math.Pow(10, -c.loss(ray.From, ray.To)/10),
		Doppler: ray.Doppler,
	}
}

// Noise returns the ambient noise power in the band.
func (c *channel) Noise() float64 { return c.noise }

// loss returns the loss in dB re 1 m from one point to another.
func (c *channel) loss(from, to geom.Vec) float64 {
	middle := from.Add(to).Scale(0.5)
	conditions := Conditions{
		Temperature: c.water.Temperature(middle),
		Salinity:    c.water.Salinity(middle),
		Depth:       max(middle.Depth(), 0),
		PH:          c.water.PH(),
	}
	loss := PathLoss{Spreading: c.spreading, Absorption: c.absorption.DBPerKm(c.hz, conditions)}
	return loss.At(from.Dist(to))
}
