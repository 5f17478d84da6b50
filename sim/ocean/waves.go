package ocean

import (
	"errors"
	"fmt"
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/numeric"
)

// WavesConfig describes surface waves. Build makes them; depth is that of the bottom in m, +Inf for none.
type WavesConfig interface {
	Validate() error
	Build(site Site, depth float64) (*Waves, error)
}

// Waves are long-crested surface waves by linear theory (Airy's): a sum of components, each of which obeys
//
//	omega^2 = g k tanh(k h)
//	eta = a cos(theta),  theta = k.x - omega t + phase
//	u = a omega cosh(k (z + h))/sinh(k h) cos(theta),  w = a omega sinh(k (z + h))/sinh(k h) sin(theta)
//
// with u along the way that the wave goes and w upwards (Dean and Dalrymple, Water Wave Mechanics for Engineers and Scientists, 1991, chapters 3 and 4). Above
// still water the velocity is that at z = 0. The depth h is that at the origin, for all.
//
// Left out: what is of the second order in the steepness, such as the set-up of the mean surface; short crests; shoaling and refraction over a
// bottom that is not flat; breaking; what currents do to waves, and vehicles: diffraction, radiation and slamming.
type Waves struct {
	along geom.Vec // the way they go
	depth float64  // m
	parts []wave
}

// wave is one component.
type wave struct {
	height float64 // amplitude a, m
	omega  float64 // rad/s
	number float64 // k, rad/m
	phase  float64 // rad
}

const standardGravity = 9.80665 // m/s2

// Surface returns the height of the surface above that of still water, m.
func (w *Waves) Surface(at geom.Vec, t sim.Time) float64 {
	x, s, sum := at.Dot(w.along), t.Seconds(), 0.0
	for i := range w.parts {
		p := &w.parts[i]
		sum += p.height * math.Cos(p.number*x-p.omega*s+p.phase)
	}
	return sum
}

// Velocity returns the orbital velocity of the water, m/s.
func (w *Waves) Velocity(at geom.Vec, t sim.Time) geom.Vec {
	x, s, z := at.Dot(w.along), t.Seconds(), min(at.Z, 0)
	var ahead, up float64
	for i := range w.parts {
		p := &w.parts[i]
		sin, cos := math.Sincos(p.number*x - p.omega*s + p.phase)
		// cosh(k (z + h))/sinh(k h) and sinh(k (z + h))/sinh(k h) without large numbers
		down, bottom := math.Exp(p.number*z), 0.0
		if deep := p.number * w.depth; deep < deepWater {
			e := math.Exp(-2 * deep)
			down, bottom = down/(1-e), math.Exp(-p.number*z-2*deep)/(1-e)
		}
		speed := p.height * p.omega
		ahead += speed * (down + bottom) * cos
		up += speed * (down - bottom) * sin
	}
	v := w.along.Scale(ahead)
	v.Z = up
	return v
}

// deepWater is k h from which on the bottom changes nothing: exp(-2 k h) is less than 1e-17.
const deepWater = 20

// waveNumber returns k of the dispersion relation, rad/m. It lies between that of deep water and omega over the speed of long waves.
func waveNumber(omega, depth float64) float64 {
	deep := omega * omega / standardGravity
	if deep*depth > deepWater {
		return deep
	}
	low, high := deep, max(deep, omega/math.Sqrt(standardGravity*depth))*2
	_, k := numeric.Bisect(low, high, 60, func(k float64) bool { return standardGravity*k*math.Tanh(k*depth) < omega*omega })
	return k
}

// SwellConfig are regular waves: one component.
type SwellConfig struct {
	Height float64       `yaml:"height" unit:"m" range:"(0,40]" required:"true" doc:"height from trough to crest"`
	Period time.Duration `yaml:"period" range:"[0.5,60]" required:"true" doc:"time from one crest to the next at one place"`
	Toward float64       `yaml:"toward" unit:"rad" doc:"where they go: angle from the x axis, to the left"`
}

// About says what the model is.
func (SwellConfig) About() string { return "one wave, always the same" }

// Validate reports waves that there are none of.
func (c SwellConfig) Validate() error {
	var f faults
	f.finite("toward", c.Toward)
	f.add(c.Height > 0 && c.Period > 0, "height", "the height and the period of waves must be positive")
	return f.err()
}

// Build makes the waves.
func (c SwellConfig) Build(_ Site, depth float64) (*Waves, error) {
	w := &Waves{along: heading(c.Toward), depth: depth}
	omega := 2 * math.Pi / c.Period.Seconds()
	w.parts = []wave{{c.Height / 2, omega, waveNumber(omega, depth), 0}}
	return w, w.breaks(c.Height, omega)
}

// JonswapConfig are irregular waves with the spectrum of the Joint North Sea Wave Project
//
//	S(omega) ~ omega^-5 exp(-5/4 (omega_p/omega)^4) gamma^r,  r = exp(-(omega/omega_p - 1)^2/(2 sigma^2))
//
// with sigma = 0.07 below the peak omega_p and 0.09 above it (Hasselmann et al. 1973; DNV-RP-C205, section 3.5.5). It is scaled to the
// variance (height/4)^2. Each component has the same share of that, a frequency at random within its part of the spectrum, and a phase at random.
type JonswapConfig struct {
	Height     float64       `yaml:"height" unit:"m" range:"(0,30]" required:"true" doc:"significant height: four times the standard deviation of the surface"`
	Period     time.Duration `yaml:"period" range:"[0.5,60]" required:"true" doc:"period of the peak of the spectrum"`
	Toward     float64       `yaml:"toward" unit:"rad" doc:"where they go: angle from the x axis, to the left"`
	Peak       float64       `yaml:"peak" range:"[1,10]" doc:"gamma: peak of the spectrum over that of a fully developed sea, which has 1"`
	Components int           `yaml:"components" range:"[1,1000]" doc:"number of waves that are added up; with more, vehicles take longer to simulate"`
}

// Defaults sets the mean spectrum of the project.
func (c *JonswapConfig) Defaults() { c.Peak, c.Components = 3.3, 64 }

// About says what the model is.
func (JonswapConfig) About() string { return "irregular, by the JONSWAP spectrum" }

// Validate reports waves that there are none of.
func (c JonswapConfig) Validate() error {
	var f faults
	f.finite("toward", c.Toward)
	f.add(c.Height > 0 && c.Period > 0, "height", "the height and the period of waves must be positive")
	f.add(c.Components > 0, "components", "%d waves are none; give one at least", c.Components)
	return f.err()
}

// Build makes the waves, with random numbers of the stream ocean/waves.
func (c JonswapConfig) Build(site Site, depth float64) (*Waves, error) {
	if site.Stream == nil {
		return nil, errors.New("irregular waves need random numbers, and there are none")
	}
	w, rand := &Waves{along: heading(c.Toward), depth: depth}, site.Stream("ocean/waves")
	peak, n := 2*math.Pi/c.Period.Seconds(), float64(c.Components)
	shares := c.shares()
	amplitude := c.Height / 4 * math.Sqrt(2/n)
	for i := range c.Components {
		omega := peak * spectrumAt(shares, (float64(i)+rand.Float64())/n)
		w.parts = append(w.parts, wave{amplitude, omega, waveNumber(omega, depth), 2 * math.Pi * rand.Float64()})
	}
	return w, w.breaks(c.Height, peak)
}

// The spectrum is taken from lowest to highest times the peak, in so many rows. Beyond there is 0.2 % of the variance.
const (
	lowestWave, highestWave = 0.5, 5.0
	spectrumRows            = 4500
)

// shares returns which share of the variance is below each row of the spectrum.
func (c JonswapConfig) shares() []float64 {
	all := make([]float64, spectrumRows+1)
	step := (highestWave - lowestWave) / spectrumRows
	for i := range spectrumRows {
		x := lowestWave + (float64(i)+0.5)*step
		sigma := 0.07
		if x > 1 {
			sigma = 0.09
		}
		r := math.Exp(-(x - 1) * (x - 1) / (2 * sigma * sigma))
		all[i+1] = all[i] + math.Exp(-1.25/(x*x*x*x))/(x*x*x*x*x)*math.Pow(c.Peak, r)
	}
	for i := range all {
		all[i] /= all[spectrumRows]
	}
	return all
}

// spectrumAt returns the frequency over that of the peak below which a share of the variance lies.
func spectrumAt(shares []float64, share float64) float64 {
	low, high := 0, spectrumRows
	for high-low > 1 {
		if middle := (low + high) / 2; shares[middle] <= share {
			low = middle
		} else {
			high = middle
		}
	}
	part := (share - shares[low]) / (shares[high] - shares[low])
	return lowestWave + (highestWave-lowestWave)*(float64(low)+part)/spectrumRows
}

// breaks returns an error for waves of a height that would break: by Miche (1944) at 0.142 tanh(k h) of their length.
func (w *Waves) breaks(height, omega float64) error {
	k := waveNumber(omega, w.depth)
	most := 0.142 * 2 * math.Pi / k * math.Tanh(min(k*w.depth, deepWater))
	if height <= most {
		return nil
	}
	return &fault{"height", fmt.Errorf("waves of %.3g m and %.3g s break above %.3g m; make them lower, or their period longer", height, 2*math.Pi/omega, most)}
}

// heading returns the horizontal direction of an angle.
func heading(toward float64) geom.Vec {
	sin, cos := math.Sincos(toward)
	return geom.Vec{X: cos, Y: sin}
}
