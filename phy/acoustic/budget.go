package acoustic

import (
	"fmt"
	"math"

	"halocline/phy"
	"halocline/sim/fault"
	"halocline/sim/numeric"
	"halocline/sim/ocean"
)

// Budget is what the budget of one link is computed from: one frequency, one
// straight path and one kind of water along it. A number that is not known is
// NaN, and so is, in the Report, what would follow from it.
//
// Left out, as far as a Channel knows them: the profile of the water, echoes,
// interference, and the directions beside the main beam of a transducer.
type Budget struct {
	Frequency  float64 // centre of the band, Hz; known
	Bandwidth  float64 // over which noise is received, Hz
	Range      float64 // m
	Spreading  float64 // exponent k of PathLoss; known
	Absorption Absorption
	Water      Conditions
	SoundSpeed float64 // m/s
	Noise      Noise   // ambient; nil where it is not known
	Index      float64 // by how much the receiver's antenna keeps out ambient noise, dB

	Unit        phy.Unit // in which the link counts power
	SourceLevel float64  // dB re 1 uPa at 1 m, with phy.Micropascal
	Power       float64  // transmitted, W, with phy.Watt
	Threshold   float64  // least ratio to the noise, dB; with phy.Watt least received power, W
	SelfNoise   float64  // power that is added to the ambient noise, uPa^2 or W

	Rate     float64        // bit/s
	Preamble float64        // on the air before the first bit, s
	Bits     float64        // length of a frame
	Errors   phy.ErrorModel // nil where it is not known
	Fade     Fade
}

// Report is the budget, step by step. A number that does not follow from what
// is known, or has no meaning in the unit of the budget, is NaN.
type Report struct {
	Absorption     float64 // dB/km
	SpreadingLoss  float64 // dB re 1 m
	AbsorptionLoss float64 // dB
	Loss           float64 // both, dB re 1 m
	NoiseDensity   float64 // ambient, dB re 1 uPa^2/Hz
	NoiseBand      float64 // ambient and self noise in the band, dB re 1 uPa
	Delay          float64 // s
	ReceivedLevel  float64 // dB re 1 uPa
	ReceivedPower  float64 // W
	SNR            float64 // dB
	Airtime        float64 // s
	BER            float64 // mean over the fading
	PER            float64 // mean over the fading
	Outage         float64 // probability that fading takes the signal below the threshold
	MaxRange       float64 // at which the unfaded signal is at the threshold, m
	Margin         float64 // of the unfaded signal over the threshold, dB
}

// SourceLevel returns the level in dB re 1 uPa at 1 m of a source that sends so
// many watts of sound with a directivity index in dB: 170.8 + 10 log P + DI
// (Urick, Principles of Underwater Sound, chapter 4, in metric units).
func SourceLevel(watts, index float64) float64 { return 170.8 + decibel(watts) + index }

// Outside returns one sentence for each input that lies outside the range of a
// formula that the budget uses.
func (b Budget) Outside() []string {
	out := b.Absorption.Outside(b.Frequency, b.Water)
	if !math.IsNaN(b.Range) {
		far := []ocean.Limit{{Name: "range", Unit: "m", Min: 1, Max: math.Inf(1)}}
		out = append(out, ocean.Outside("spreading", far, b.Range)...)
	}
	return out
}

// Compute returns the report. An error says which number no link can have.
func (b Budget) Compute() (Report, error) {
	if err := b.check(); err != nil {
		return Report{}, err
	}
	nan := math.NaN()
	r := Report{
		NoiseDensity: nan, NoiseBand: nan, ReceivedLevel: nan, ReceivedPower: nan, SNR: nan,
		BER: nan, PER: nan, Outage: nan, MaxRange: nan,
	}
	path := PathLoss{Spreading: b.Spreading, Absorption: b.Absorption.DBPerKm(b.Frequency, b.Water)}
	r.Absorption = path.Absorption
	r.SpreadingLoss = PathLoss{Spreading: b.Spreading}.At(b.Range)
	r.AbsorptionLoss = PathLoss{Absorption: path.Absorption}.At(b.Range)
	r.Loss = path.At(b.Range)
	r.Delay = b.Range / b.SoundSpeed
	r.Airtime = b.Preamble + b.Bits/b.Rate

	spare := b.levels(&r) // what the loss may be
	r.Margin = spare - r.Loss
	if !math.IsNaN(spare) {
		r.MaxRange = path.MaxRange(spare)
	}
	b.errors(&r)
	if !b.Fade.None() {
		r.Outage = b.Fade.Below(ratio(-r.Margin))
	}
	return r, nil
}

// Fit returns the threshold in dB, and the exponent of spreading, with either of which a link of
// a budget in decibels reaches a distance in m, of more than 1, and no farther. A number
// that no link can have is NaN.
//
//	SL - NL - threshold = k 10 log r + a r/1000
func (b Budget) Fit(r float64) (threshold, spreading float64) {
	none := Report{NoiseBand: math.NaN()}
	spare := b.levels(&none)
	path := PathLoss{Spreading: b.Spreading, Absorption: b.Absorption.DBPerKm(b.Frequency, b.Water)}
	threshold = b.Threshold + spare - path.At(r)
	spreading = (spare - PathLoss{Absorption: path.Absorption}.At(r)) / decibel(r)
	if !(spreading >= 0 && spreading <= 3) {
		spreading = math.NaN()
	}
	return threshold, spreading
}

// levels fills in what depends on the unit. It returns by how much the
// transmitted power exceeds the least one that can be received, in dB.
func (b Budget) levels(r *Report) float64 {
	if b.Unit == phy.Watt {
		r.ReceivedPower = b.Power * ratio(-r.Loss)
		if b.SelfNoise > 0 {
			r.SNR = decibel(r.ReceivedPower / b.SelfNoise)
		}
		return decibel(b.Power / b.Threshold)
	}
	if b.Noise != nil {
		r.NoiseDensity = b.Noise.Density(b.Frequency)
		if !math.IsNaN(b.Bandwidth) {
			r.NoiseBand = AddLevels(b.Noise.BandLevel(b.Frequency, b.Bandwidth)-b.Index, decibel(b.SelfNoise))
		}
	}
	r.ReceivedLevel = b.SourceLevel - r.Loss
	r.SNR = r.ReceivedLevel - r.NoiseBand
	return b.SourceLevel - r.NoiseBand - b.Threshold
}

// errors fills in the chance of errors.
func (b Budget) errors(r *Report) {
	if b.Errors == nil || math.IsNaN(r.SNR) {
		return
	}
	snr := ratio(r.SNR)
	wrong := func(bits float64) float64 {
		return b.Fade.Mean(func(power float64) float64 { return phy.FrameError(b.Errors, snr*power, bits) })
	}
	r.BER = wrong(1)
	if !math.IsNaN(b.Bits) {
		r.PER = wrong(b.Bits)
	}
}

// check finds the numbers that no link can have, and names their inputs. What is
// not known passes.
func (b Budget) check() error {
	switch {
	case !(b.Frequency > 0) || math.IsInf(b.Frequency, 0):
		return fault.In("frequency", "%g Hz is given; it must be above 0 Hz", b.Frequency)
	case b.Range < 0 || math.IsInf(b.Range, 0):
		return fault.In("range", "%g m is given; it must be at least 0 m", b.Range)
	case b.Bandwidth <= 0 || b.Bandwidth >= 2*b.Frequency:
		return fault.In("bandwidth", "%g Hz around %g Hz is given; the whole band must lie above 0 Hz", b.Bandwidth, b.Frequency)
	case !(b.Spreading >= 0) || math.IsInf(b.Spreading, 0):
		return fault.In("spreading", "%g is given; it must be at least 0", b.Spreading)
	case b.SoundSpeed <= 0:
		return fault.In("sound-speed", "%g m/s is given; it must be above 0 m/s", b.SoundSpeed)
	}
	return b.checkModems()
}

// checkModems is check for what the two modems are.
func (b Budget) checkModems() error {
	switch {
	case b.Unit == phy.Watt && b.Power <= 0:
		return fault.In("power", "%g W is given; it must be above 0 W", b.Power)
	case b.Unit == phy.Watt && b.Threshold <= 0:
		return fault.In("threshold", "%g W is given; it must be above 0 W", b.Threshold)
	case !(b.SelfNoise >= 0):
		return fault.In("noise", "a power of %g is given; it must be at least 0", b.SelfNoise)
	case b.Rate <= 0:
		return fault.In("rate", "%g bit/s is given; it must be above 0 bit/s", b.Rate)
	case b.Bits < 0 || math.IsInf(b.Bits, 0):
		return fault.In("bits", "%g are given; it must be a number of bits", b.Bits)
	}
	return nil
}

// Fade computes with the distribution of the power of a reception under fading, of mean 1.
// The zero value is no fading.
type Fade struct{ phy.Distribution }

// NewFade returns the distribution of a model. The models with memory are
// distributed like those without.
func NewFade(c phy.FadingConfig) (Fade, error) {
	if c, ok := c.(phy.Distributed); ok {
		return Fade{c.Distribution()}, nil
	}
	return Fade{}, fmt.Errorf("the distribution of the fading model %T is not known: it has no method Distribution", c)
}

// None reports whether there is no fading.
func (f Fade) None() bool { return f.Law == phy.Steady }

// Below returns the probability that the power is below x, which is at least 0:
//
//	Rayleigh    1 - exp(-x)
//	log-normal  erfc(-(ln x + s^2/2) / (s sqrt 2)) / 2, s in nepers of power
//	Rician      the integral of its density (Proakis and Salehi, Digital
//	            Communications, 5th edition, section 2.3), by Gauss's rule
func (f Fade) Below(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case f.Law == phy.Rice && f.Direct == 0:
		return -math.Expm1(-x)
	case f.Law == phy.Rice:
		// Nearly all of the amplitudes below b lie a few units below it, or
		// below the direct wave.
		b := math.Sqrt(x * (2 + f.Direct*f.Direct))
		lo, hi := math.Max(0, math.Min(b, f.Direct)-reach), math.Min(b, f.Direct+reach)
		return math.Min(1, integrate(f.amplitude, lo, hi, 0.25))
	case f.Law == phy.LogNormal && f.Spread > 0:
		return 0.5 * math.Erfc(-(math.Log(x)+f.Spread*f.Spread/2)/(f.Spread*math.Sqrt2))
	case x > 1:
		return 1
	}
	return 0
}

// reach is how far an amplitude, or the logarithm of a power, can be from its
// middle, in standard deviations: beyond it lies less than 1e-48.
const reach = 15

// Mean returns the mean of a probability g that falls as the power grows, by
// Gauss's rule. The range is split where g passes 1/2, so that the mean of a
// step is as good as that of a smooth curve.
func (f Fade) Mean(g func(power float64) float64) float64 {
	var power, density func(v float64) float64
	var lo, hi, panel float64
	switch f.Law {
	case phy.Steady:
		return g(1)
	case phy.Rice:
		// Over the logarithm v of the amplitude, for deep fades are what counts.
		scale := 2 + f.Direct*f.Direct
		power = func(v float64) float64 { return math.Exp(2*v) / scale }
		density = func(v float64) float64 { return math.Exp(v) * f.amplitude(math.Exp(v)) }
		lo, hi = math.Log(math.Max(f.Direct-reach, 1e-12)), math.Log(f.Direct+reach)
		panel = math.Min(0.05, 0.5/(f.Direct+reach))
	case phy.LogNormal:
		power = func(v float64) float64 { return math.Exp(f.Spread * (v - f.Spread/2)) }
		density = func(v float64) float64 { return math.Exp(-v*v/2) / math.Sqrt(2*math.Pi) }
		lo, hi = -reach, reach
		panel = math.Min(0.25, 0.05/f.Spread)
	}
	step, _ := numeric.Bisect(lo, hi, 60, func(v float64) bool { return g(power(v)) > 0.5 })
	weighted := func(v float64) float64 { return g(power(v)) * density(v) }
	return math.Min(1, integrate(weighted, lo, step, panel)+integrate(weighted, step, hi, panel))
}

// amplitude is the density of the Rice distribution,
//
//	b exp(-(b^2 + d^2)/2) I0(b d)
//
// for scattered quadratures of variance 1 around a direct wave d.
func (f Fade) amplitude(b float64) float64 {
	d := b - f.Direct
	return b * math.Exp(-d*d/2) * scaledBessel(b*f.Direct)
}

// scaledBessel returns exp(-z) I0(z) for z of at least 0: by the power series up
// to 30 and by the asymptotic series above, where its smallest term is below
// 1e-17 (Abramowitz and Stegun, 9.6.12 and 9.7.1).
func scaledBessel(z float64) float64 {
	sum, term := 1.0, 1.0
	if z > 30 {
		for k := 1.0; math.Abs(term) > 1e-17; k++ {
			term *= (2*k - 1) * (2*k - 1) / (8 * z * k)
			sum += term
		}
		return sum / math.Sqrt(2*math.Pi*z)
	}
	for k := 1.0; term > 1e-17*sum; k++ {
		term *= z * z / (4 * k * k)
		sum += term
	}
	return sum * math.Exp(-z)
}
