package phy

import (
	"fmt"
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
)

// Fading is the random part of a path's gain: a factor on received power, of
// mean 1, drawn once per reception and constant over it.
//
// Left out: frequency selectivity; and, but for Reciprocal models, change within a frame and
// dependence between paths, of neighbours or of the two directions of one path.
type Fading interface {
	// Draw returns the factor for a reception that begins at time at. The stream
	// is that of this one reception (see Medium.Attach). Models with memory keep
	// one state per link: a small number from 0 up that the caller gives to each
	// ordered pair of radios that shares this Fading. The times on one link must
	// not decrease. Models without memory look at neither.
	Draw(r *rng.Stream, link int, at sim.Time) float64
}

// FadingConfig is the description of a Fading. It may be a Distributed as well, which
// link budgets need.
type FadingConfig interface {
	Validate() error
	// Build makes a Fading that shares no state with others. It is nil where each
	// reception has its mean power.
	Build() Fading
}

// Distributed is a FadingConfig that says how the power of a reception is distributed.
type Distributed interface {
	Distribution() Distribution
}

// Law is the kind of a Distribution.
type Law uint8

// The laws.
const (
	Steady    Law = iota // each reception has its mean power
	Rice                 // a direct wave among scattered ones, or, without a direct one, Rayleigh's
	LogNormal            // a normal distribution of the decibels
)

// Distribution is that of the power of a reception under fading, of mean 1. The zero
// value is no fading.
type Distribution struct {
	Law    Law
	Direct float64 // of Rice: amplitude of the direct wave where each scattered quadrature has variance 1
	Spread float64 // of LogNormal: standard deviation of the natural logarithm of the power
}

// Fadings returns the models by name, each as a function that makes a fresh
// configuration with its defaults. The defaults of the parameters are round
// numbers, not measurements: the real ones belong to a site.
func Fadings() map[string]func() FadingConfig {
	return map[string]func() FadingConfig{
		"none":           func() FadingConfig { return &NoFading{} },
		"rayleigh":       func() FadingConfig { return &RayleighFading{} },
		"rician":         func() FadingConfig { return &RicianFading{K: 10} },
		"log-normal":     func() FadingConfig { return &LogNormalFading{Sigma: 3} },
		"block-rayleigh": func() FadingConfig { return &BlockRayleighFading{Coherence: time.Second} },
		"block-rician":   func() FadingConfig { return &BlockRicianFading{K: 10, Coherence: time.Second} },
		"clarke":         func() FadingConfig { return &ClarkeFading{Spread: 1} },
		"clarke-rician":  func() FadingConfig { return &ClarkeRicianFading{K: 10, Spread: 1} },
		"shadowing":      func() FadingConfig { return &ShadowFading{Sigma: 4, Distance: 100} },
		"product": func() FadingConfig {
			return &ProductFading{Of: []FadingConfig{&ShadowFading{Sigma: 4, Distance: 100}, &ClarkeFading{Spread: 1}}}
		},
	}
}

// NoFading leaves every reception at its mean power.
type NoFading struct{}

// About says what the model is.
func (NoFading) About() string { return "no fading: every reception at its mean power" }

// Validate finds no fault.
func (NoFading) Validate() error { return nil }

// Build returns nil: there is nothing to draw.
func (NoFading) Build() Fading { return nil }

// Distribution returns none.
func (NoFading) Distribution() Distribution { return Distribution{} }

// RayleighFading is the sum of many scattered waves and no direct one: the
// amplitude is Rayleigh distributed and the power, which this is, exponentially
// (Proakis and Salehi, Digital Communications, 5th ed., sec. 13.1; Erdemir's
// thesis, 2018, eqs. 2.4 and 2.5, for both of its links).
type RayleighFading struct{}

// About says what the model is.
func (RayleighFading) About() string {
	return "many scattered waves and no direct one: exponential power"
}

// Validate finds no fault.
func (RayleighFading) Validate() error { return nil }

// Distribution returns that of the power.
func (RayleighFading) Distribution() Distribution { return Distribution{Law: Rice} }

// Build returns the model.
func (f RayleighFading) Build() Fading { return f }

// Draw returns an exponentially distributed number of mean 1.
func (RayleighFading) Draw(r *rng.Stream, _ int, _ sim.Time) float64 { return r.Exp() }

// RicianFading is one direct wave among many scattered ones. K is the power of
// the direct wave over that of all others: large K is no fading, small K is
// Rayleigh fading (Proakis and Salehi, 5th ed., sec. 2.3 and 13.1).
type RicianFading struct {
	K float64 `yaml:"k" unit:"dB" range:"[-20,60]" doc:"power of the direct wave over that of the scattered waves"`
}

// About says what the model is.
func (*RicianFading) About() string { return "one direct wave among many scattered ones" }

// Validate checks K.
func (c *RicianFading) Validate() error { return checkK(c.K) }

// Distribution returns that of the power.
func (c *RicianFading) Distribution() Distribution {
	return Distribution{Law: Rice, Direct: math.Sqrt(2 * fromDB(c.K))}
}

// Build returns the model.
func (c *RicianFading) Build() Fading { return newRician(fromDB(c.K)) }

// LogNormalFading is shadowing: the power in decibels is normally distributed
// with standard deviation Sigma, as Qarabaqi and Stojanovic find for the
// acoustic gain averaged over its fast fading (IEEE J. Oceanic Eng. 38(4), 2013,
// pp. 701-717).
//
// The mean of the power is 1, as for every Fading, so that a change of model
// does not change the mean received power. The mean of the decibels is then
// not 0 but -(ln 10 / 20) Sigma^2: -1.04 dB for 3 dB, -7.37 dB for 8 dB. Where a
// loss law was fitted to decibels, so that their mean is right, add that much to
// the source level.
//
// Receptions are independent, so this is not the slow shadow of a fixed
// obstacle.
type LogNormalFading struct {
	Sigma float64 `yaml:"sigma" unit:"dB" range:"[0,20]" doc:"standard deviation of the received power in decibels. The mean power does not change, so the mean of the decibels is less by 0.115 times the square of this number: by 1.04dB for 3dB"`
}

// About says what the model is.
func (*LogNormalFading) About() string { return "shadowing: power in decibels is normally distributed" }

// Validate checks Sigma.
func (c *LogNormalFading) Validate() error { return checkRange("sigma", c.Sigma, 0, 20, "dB") }

// Distribution returns that of the power.
func (c *LogNormalFading) Distribution() Distribution {
	return Distribution{Law: LogNormal, Spread: c.Sigma * math.Ln10 / 10}
}

// Build returns the model.
func (c *LogNormalFading) Build() Fading { return logNormal{spread: c.Sigma * math.Ln10 / 10} }

// BlockRayleighFading is Rayleigh fading with memory. The complex gain g of a
// link is carried from one reception to the next, dt later, by
//
//	g' = rho g + sqrt(1 - rho^2) w, rho = exp(-dt / Coherence)
//
// with w a fresh complex normal number of mean power 1. It is the
// Ornstein-Uhlenbeck process sampled where it is needed, exact for any spacing
// (Gillespie, Phys. Rev. E 54, 1996, pp. 2084-2091). The gains of two
// receptions correlate by rho, their powers by rho^2.
//
// Measured fast fading decorrelates by a Bessel function rather than an
// exponential (Qarabaqi and Stojanovic 2013, as above); an exponential needs no
// more memory than the last gain. Within a reception the gain stands still, so
// frames should be short against Coherence. ClarkeFading has the Bessel function, changes
// within a frame and is the same both ways.
type BlockRayleighFading struct {
	Coherence time.Duration `yaml:"coherence" unit:"s" range:"[0.000001,1000000]" doc:"time in which the correlation of the gain falls to 1/e"`
}

// About says what the model is.
func (*BlockRayleighFading) About() string {
	return "Rayleigh fading with memory from one reception to the next"
}

// Validate checks Coherence.
func (c *BlockRayleighFading) Validate() error { return checkCoherence(c.Coherence) }

// Distribution returns that of the power.
func (*BlockRayleighFading) Distribution() Distribution { return Distribution{Law: Rice} }

// Build returns the model.
func (c *BlockRayleighFading) Build() Fading { return newBlock(0, c.Coherence) }

// BlockRicianFading is Rician fading whose scattered part has the memory of
// BlockRayleighFading; the direct wave stands still. The powers of two
// receptions correlate by (2 K rho + rho^2) / (2 K + 1), K as a ratio.
type BlockRicianFading struct {
	K         float64       `yaml:"k" unit:"dB" range:"[-20,60]" doc:"power of the direct wave over that of the scattered waves"`
	Coherence time.Duration `yaml:"coherence" unit:"s" range:"[0.000001,1000000]" doc:"time in which the correlation of the scattered gain falls to 1/e"`
}

// About says what the model is.
func (*BlockRicianFading) About() string {
	return "Rician fading with memory from one reception to the next"
}

// Validate checks K and Coherence.
func (c *BlockRicianFading) Validate() error {
	if err := checkK(c.K); err != nil {
		return err
	}
	return checkCoherence(c.Coherence)
}

// Distribution returns that of the power.
func (c *BlockRicianFading) Distribution() Distribution {
	return Distribution{Law: Rice, Direct: math.Sqrt(2 * fromDB(c.K))}
}

// Build returns the model.
func (c *BlockRicianFading) Build() Fading { return newBlock(fromDB(c.K), c.Coherence) }

// rician holds the amplitudes of the direct wave and of each of the two
// quadratures of the scattered waves. direct^2 + 2 scattered^2 = 1.
type rician struct {
	direct, scattered float64
}

// newRician takes K as a ratio.
func newRician(k float64) rician {
	return rician{direct: math.Sqrt(k / (k + 1)), scattered: math.Sqrt(0.5 / (k + 1))}
}

// power returns the power of the sum of the direct wave and scattered ones of
// the given quadratures, each of variance 1.
func (f rician) power(re, im float64) float64 {
	re = f.direct + f.scattered*re
	im *= f.scattered
	return re*re + im*im
}

// Draw returns the power of a gain without memory.
func (f rician) Draw(r *rng.Stream, _ int, _ sim.Time) float64 {
	return f.power(r.Normal(), r.Normal())
}

// logNormal holds the standard deviation of the logarithm of the power.
type logNormal struct {
	spread float64
}

// Draw returns the power of a normal number.
func (f logNormal) Draw(r *rng.Stream, _ int, _ sim.Time) float64 { return f.power(r.Normal()) }

// power returns exp(s n - s^2/2), whose mean over normal numbers n is 1.
func (f logNormal) power(n float64) float64 { return math.Exp(f.spread * (n - f.spread/2)) }

// block is Rician fading with one scattered gain for each sender that has been heard.
type block struct {
	rician
	coherence float64 // s
	heard     map[int]*scatter
}

// scatter is the scattered gain of a link at its last reception, each quadrature
// of variance 1.
type scatter struct {
	re, im float64
	at     sim.Time
}

// newBlock takes K as a ratio.
func newBlock(k float64, coherence time.Duration) *block {
	return &block{rician: newRician(k), coherence: coherence.Seconds(), heard: map[int]*scatter{}}
}

// Draw carries the gain of the link on to time at and returns its power.
func (f *block) Draw(r *rng.Stream, link int, at sim.Time) float64 {
	re, im := r.Normal(), r.Normal()
	s := f.heard[link]
	if s == nil {
		s = new(scatter)
		f.heard[link] = s
	} else {
		age := at.Sub(s.at).Seconds() / f.coherence
		if age < 0 {
			panic(fmt.Sprintf("phy: fading of link %d asked for %v after %v", link, at, s.at))
		}
		re, im = carried(s.re, re, age), carried(s.im, im, age)
	}
	*s = scatter{re: re, im: im, at: at}
	return f.power(re, im)
}

// carried returns a quadrature of the gain after some coherence times, of its last value and a normal number.
func carried(last, normal, age float64) float64 {
	fresh := math.Sqrt(-math.Expm1(-2 * age)) // sqrt(1 - rho^2) without cancellation
	return math.Exp(-age)*last + fresh*normal
}

func checkK(k float64) error { return checkRange("k", k, -20, 60, "dB") }

func checkCoherence(d time.Duration) error {
	return checkRange("coherence", d.Seconds(), 1e-6, 1e6, "s")
}

// checkRange returns the fault of a value that is not between two bounds, both
// allowed. A NaN is not.
func checkRange(name string, v, low, high float64, unit string) error {
	if v >= low && v <= high {
		return nil
	}
	return fmt.Errorf("%s is %g %s, allowed are %g to %g %s", name, v, unit, low, high, unit)
}

// fromDB returns the ratio of powers of so many decibels.
func fromDB(db float64) float64 { return math.Pow(10, db/10) }
