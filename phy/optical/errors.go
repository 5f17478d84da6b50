package optical

import (
	"math"

	"halocline/phy"
	"halocline/sim/fault"
)

// planck is Planck's constant in J s, exact.
const planck = 6.62607015e-34

// Errors returns the error models for light by name.
func Errors() map[string]func() phy.ErrorModelConfig {
	return map[string]func() phy.ErrorModelConfig{
		"ook": func() phy.ErrorModelConfig { return &OnOff{Efficiency: 0.25, Excess: 1} },
	}
}

// OnOff describes a receiver that counts photons: light is on for a one and off for a zero, and a threshold tells them apart.
//
// The noise of the link budget is steady light that would make as much noise: for a dark current I, I over the
// responsivity; for an amplifier of the variance s^2 in the bandwidth B, s^2 / (2 q B excess) over the responsivity. What interferes counts as steady light too. The light of other lamps is not
// steady, so frames that overlap are better lost, by capture: off.
type OnOff struct {
	Efficiency float64 `yaml:"efficiency" range:"(0,1]" doc:"photoelectrons per photon at the wavelength: some 0.25 for a photomultiplier, 0.7 for a photodiode, in blue light. Give the noise in the link budget as the steady light that would make as much noise as dark current and amplifier"`
	Excess     float64 `yaml:"excess" range:"[1,100]" doc:"excess noise factor of the detector: 1 for a photodiode, about 1.3 for a photomultiplier"`
}

// About says what the model is.
func (*OnOff) About() string {
	return "independent bit errors of on-off keying of light, by the noise of photons, dark current and daylight"
}

// Validate checks the values.
func (c *OnOff) Validate() error {
	switch {
	case !(c.Efficiency > 0 && c.Efficiency <= 1):
		return fault.In("efficiency", "is %g, allowed are more than 0 and at most 1", c.Efficiency)
	case !(c.Excess >= 1 && c.Excess <= 100):
		return fault.In("excess", "is %g, allowed are 1 to 100", c.Excess)
	}
	return nil
}

// Build returns the model. A modem whose frequency is no light is an error.
func (c *OnOff) Build(env phy.ErrorEnv) (phy.ErrorModel, error) {
	if err := visible("frequency", env.Frequency); err != nil {
		return nil, err
	}
	return counter{perJoule: c.Efficiency / (planck * env.Frequency * c.Excess), rate: env.BitRate}, nil
}

// counter counts photoelectrons.
type counter struct {
	perJoule float64 // photoelectrons, over the excess noise factor
	rate     float64 // bit/s
	dark     float64 // photoelectrons in a bit of the noise
}

// Amid returns the model amid a noise power in W.
func (c counter) Amid(noise float64) phy.ErrorModel {
	c.dark = noise * c.perJoule / c.rate
	return c
}

// bitError returns the probability that a bit is wrong where the noise makes so many photoelectrons in a bit, and the mean
// power of the signal is ratio times that of the noise: with the noise of photons taken as Gaussian, with a zero that is
// dark and a one of twice the mean power,
//
//	erfc(Q/sqrt 2)/2, Q = (I1 - I0)/(s1 + s0) = sqrt(n1) - sqrt(n0)
//
// with n0 = dark, n1 = dark (1 + 2 ratio), both over the excess noise factor (Agrawal, Fiber-Optic Communication Systems, 3rd
// edition, sections 4.4 and 4.5, with the bandwidth of half the bit rate of a receiver that integrates over a bit). Below
// some ten photoelectrons a bit it is too cautious: by Poisson's law a one of n1 amid no noise is lost with exp(-n1).
func bitError(dark, ratio float64) float64 {
	// sqrt(1+2x) - 1 without the cancellation.
	q := math.Sqrt(dark) * 2 * ratio / (math.Sqrt(1+2*ratio) + 1)
	return 0.5 * math.Erfc(q/math.Sqrt2)
}

// Success returns the probability that all bits are right.
func (c counter) Success(ratio, bits float64) float64 { return math.Exp(c.LogSuccess(ratio, bits)) }

// LogSuccess returns its logarithm. Without noise nothing but the threshold of the link budget loses a frame.
func (c counter) LogSuccess(ratio, bits float64) float64 {
	if math.IsInf(ratio, 1) || bits == 0 {
		return 0
	}
	return bits * math.Log1p(-bitError(c.dark, ratio))
}
