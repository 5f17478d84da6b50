package rf

import (
	"math"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// NoiseConfig describes the noise that an antenna picks up. In air it is that of Recommendation ITU-R P.372, k T0 B times
// the external noise factor fa = 10^(Fa/10), with T0 = 290 K. The median of Fa is c - d log f, f in MHz: for noise that people make, from
// 0.3 to 250 MHz (section 6), and of the galaxy, up to about 100 MHz (equation 13 of P.372-16). It never counts as less than k T0 B, which the ground and the water
// have by their own heat.
//
// In water the antenna has k T0 B by the heat of the water around it. What is above that comes from far above,
// as a signal of the Channel does: it loses what the surface and the absorption of the depth take, and as the antenna
// in the water has less area, by the square of the ratio of the phase constants. Left out: storms, and that what people
// make comes along the surface rather than from above.
type NoiseConfig struct {
	Place  Place   `yaml:"place" oneof:"city|residential|rural|quiet-rural|galaxy|thermal|measured" doc:"median of the external noise figure Fa by ITU-R P.372, f in MHz. city: 76.8 - 27.7 log f; residential: 72.5 - 27.7 log f; rural: 67.2 - 27.7 log f; quiet-rural: 53.6 - 28.6 log f; galaxy: 52 - 23 log f, where there is no noise of people; thermal: 0 dB, thermal noise alone; measured: the value of the key figure"`
	Figure float64 `yaml:"figure" unit:"dB" range:"[0,200]" doc:"external noise figure Fa at the antenna in air, over k T0 B, with place: measured"`
}

// Place is where the noise is that of.
type Place string

const (
	city        Place = "city"
	residential Place = "residential"
	rural       Place = "rural"
	quietRural  Place = "quiet-rural"
	galaxy      Place = "galaxy"
	thermal     Place = "thermal"
	measured    Place = "measured"
)

// Defaults makes the noise of a place where few people are.
func (c *NoiseConfig) Defaults() { c.Place = quietRural }

// Validate checks that the figure is that of a measurement.
func (c *NoiseConfig) Validate() error {
	if c.Figure != 0 && c.Place != measured {
		return fault.In("figure", "the figure of %s follows from the frequency; write place: measured, or leave figure out", c.Place)
	}
	return nil
}

// median returns c and d, and the range of frequencies in MHz.
func (p Place) median() (c, d float64, within ocean.Limit) {
	within = ocean.Limit{Name: "frequency", Unit: "MHz", Min: 0.3, Max: 250}
	switch p {
	case city:
		return 76.8, 27.7, within
	case residential:
		return 72.5, 27.7, within
	case rural:
		return 67.2, 27.7, within
	case galaxy:
		within.Max = 100
		return 52, 23, within
	}
	return 53.6, 28.6, within
}

// figure returns Fa in dB at a frequency.
func (c *NoiseConfig) figure(hz float64) float64 {
	switch c.Place {
	case thermal:
		return 0
	case measured:
		return c.Figure
	}
	level, slope, _ := c.Place.median()
	return max(level-slope*math.Log10(hz/1e6), 0)
}

// outside returns a sentence where the median does not hold.
func (c *NoiseConfig) outside(hz float64) []string {
	if c.Place == thermal || c.Place == measured {
		return nil
	}
	_, _, within := c.Place.median()
	return ocean.Outside("noise "+string(c.Place), []ocean.Limit{within}, hz/1e6)
}

// noisy is a channel with noise.
type noisy struct {
	*channel
	config *NoiseConfig
	heat   float64 // k T0 B, W
	excess float64 // in air over that, W
}

// withNoise adds noise in a band.
func (c *channel) withNoise(config *NoiseConfig, band phy.Band) *noisy {
	const boltzmann, temperature = 1.380649e-23, 290 // J/K, exact, and K
	n := &noisy{channel: c, config: config, heat: boltzmann * temperature * band.Width}
	n.excess = n.heat * (math.Pow(10, config.figure(band.Centre)/10) - 1)
	return n
}

// Local reports whether there is noise beside the heat.
func (c *noisy) Local() bool { return c.excess > 0 }

// Noise returns the power of the heat, which is everywhere.
func (c *noisy) Noise() float64 { return c.heat }

// NoiseAt implements phy.LocalNoise. In air what is above the heat comes from everywhere, in water from straight above.
func (c *noisy) NoiseAt(rx phy.End, t sim.Time) (around, directed float64) {
	at := c.level(rx.Position(t), t)
	if inAir(at) {
		return c.excess, 0
	}
	wave, depth := c.wave(geom.Vec{X: at.X, Y: at.Y, Z: at.Z / 2}), at.Depth()
	loss := wave.InterfaceLoss() + wave.AbsorptionLoss(depth) + 20*math.Log10(wave.Phase/c.air.Phase)
	return 0, c.excess * math.Pow(10, (rx.Toward(geom.Vec{Z: 1}, t)-loss)/10)
}

// Warnings adds what is said of the noise.
func (c *noisy) Warnings(positions []geom.Vec) []string {
	return append(c.channel.Warnings(positions), c.config.outside(c.hz)...)
}
