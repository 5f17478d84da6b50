package phy

import (
	"fmt"
	"math"
)

// ErrorModel turns the ratio of signal to interference and noise into the
// chance of a frame.
//
// Left out: bursts of errors within a piece, synchronisation, and Doppler: a modem undoes the shift up to
// its tolerance, and what spreads around it is the business of Reciprocal fading. Forward error correction is in
// CodedErrors, and in tables of what is wrong after decoding.
type ErrorModel interface {
	// Success returns the probability that so many bits, received at a constant
	// ratio sinr (linear), are all right. It is 1 for no bits. A frame that
	// falls into pieces of constant interference, independent of each other, is
	// right with the product of their probabilities; the bits of a piece need
	// not be a whole number.
	Success(sinr, bits float64) float64
}

// Certain is an ErrorModel that leaves nothing to chance: bits are all right if and only
// if their ratio reaches Threshold. A radio needs no call to judge a frame by it, and no
// random number.
type Certain interface {
	ErrorModel
	Threshold() float64 // linear
}

// Precise is an ErrorModel that keeps its digits where Success is close to 1.
type Precise interface {
	ErrorModel
	// LogSuccess returns the natural logarithm of Success.
	LogSuccess(sinr, bits float64) float64
}

// Absolute is an ErrorModel that depends on the noise itself, as counting photons does, and not
// only on what is over it. Each radio has that of its own noise.
type Absolute interface {
	ErrorModel
	// Amid returns the model amid a noise power; it has the same ratio for its argument.
	Amid(noise float64) ErrorModel
}

// FrameError returns the probability that at least one of so many bits, received
// at a constant ratio sinr (linear), is wrong. Of a Precise model it keeps its digits
// where Success is close to 1.
func FrameError(m ErrorModel, sinr, bits float64) float64 {
	if m, ok := m.(Precise); ok {
		return -math.Expm1(m.LogSuccess(sinr, bits))
	}
	return 1 - m.Success(sinr, bits)
}

// ErrorModelConfig is the description of an ErrorModel.
type ErrorModelConfig interface {
	Validate() error
	// Build makes the model. It is nil where each frame is intact that a radio has
	// received to its end.
	Build(ErrorEnv) (ErrorModel, error)
}

// FrameLosing is an ErrorModelConfig of which a share of the frames is lost besides those
// that its model loses: whole frames, each by itself at each receiver, whatever their
// length and their ratio.
type FrameLosing interface {
	FrameLoss() float64
}

// PerBit is an ErrorModelConfig whose model follows from the energy of a bit, so that it needs bandwidth and bit rate.
type PerBit interface{ PerBit() }

// ErrorEnv is what an error model may need to know of its surroundings.
type ErrorEnv struct {
	Frequency float64 // centre of the band, Hz
	Bandwidth float64 // over which the noise in the SINR was taken, Hz
	BitRate   float64 // bit/s
	// Open opens a file that the configuration names. It may be nil where no
	// configuration names one.
	Open func(name string) ([]byte, error)
}

// ErrorModels returns the models by name, each as a function that makes a fresh
// configuration with its defaults.
func ErrorModels() map[string]func() ErrorModelConfig {
	return map[string]func() ErrorModelConfig{
		"none":      func() ErrorModelConfig { return &NoErrors{} },
		"threshold": func() ErrorModelConfig { return &ThresholdErrors{SINR: 8} },
		"bpsk":      func() ErrorModelConfig { return &BitErrors{Modulation: BPSK} },
		"qpsk":      func() ErrorModelConfig { return &BitErrors{Modulation: QPSK} },
		"fsk":       func() ErrorModelConfig { return &BitErrors{Modulation: FSK} },
		"dpsk":      func() ErrorModelConfig { return &BitErrors{Modulation: DPSK} },
		"loss":      func() ErrorModelConfig { return &LossErrors{ThresholdErrors: ThresholdErrors{SINR: 8}} },
		"coded":     func() ErrorModelConfig { return DefaultCoded() },
		"table":     func() ErrorModelConfig { return &TableErrors{By: BySINR, Between: LinearName, Bits: 512} },
	}
}

// NoErrors leaves it to the thresholds of the budget and to the key capture which frames arrive.
type NoErrors struct{}

// About says what the model is.
func (*NoErrors) About() string {
	return "no errors: intact if the radio receives it to its end; capture: off loses those that overlap"
}

// Validate finds no fault.
func (*NoErrors) Validate() error { return nil }

// Build returns nil: there is nothing to judge.
func (*NoErrors) Build(ErrorEnv) (ErrorModel, error) { return nil, nil }

// ThresholdErrors receives a frame if and only if its ratio reaches SINR at all
// times. The default, 8 dB, is that of ns-3's UanPhyPerGenDefault.
type ThresholdErrors struct {
	SINR float64 `yaml:"sinr" unit:"dB" range:"[-60,60]" doc:"lowest ratio of signal to interference and noise at which a frame is received"`
}

// About says what the model is.
func (*ThresholdErrors) About() string { return "intact if and only if the SINR reaches a threshold" }

// Validate checks SINR.
func (c *ThresholdErrors) Validate() error { return checkRange("sinr", c.SINR, -60, 60, "dB") }

// Build returns the model.
func (c *ThresholdErrors) Build(ErrorEnv) (ErrorModel, error) {
	return threshold(fromDB(c.SINR)), nil
}

// LossErrors loses a share of the frames that the threshold leaves, each by itself at each
// receiver, however long it is and however well it is heard. The model that it builds is the
// threshold; the modem has the share, because whole frames are lost and not pieces.
type LossErrors struct {
	Probability float64 `yaml:"probability" required:"true" range:"[0,1]" doc:"share of the frames above the threshold that are lost, independently at each receiver; acknowledgements, polls and beacons are also lost"`
	ThresholdErrors
}

// FrameLoss returns the share.
func (c *LossErrors) FrameLoss() float64 { return c.Probability }

// About says what the model is.
func (*LossErrors) About() string {
	return "a share of the frames is lost at random, and those below a threshold"
}

// Validate checks the share and the threshold.
func (c *LossErrors) Validate() error {
	if err := checkRange("probability", c.Probability, 0, 1, ""); err != nil {
		return err
	}
	return c.ThresholdErrors.Validate()
}

// BitErrors gives each bit the same, independent chance, that of an uncoded
// modulation in white Gaussian noise.
type BitErrors struct {
	Modulation Modulation `yaml:"-"`
}

// About says what the model is.
func (c *BitErrors) About() string {
	return "independent bit errors of " + c.Modulation.String() + " in white noise"
}

// PerBit implements the interface of that name.
func (*BitErrors) PerBit() {}

// Validate checks the modulation.
func (c *BitErrors) Validate() error {
	if c.Modulation > DPSK {
		return fmt.Errorf("unknown modulation %d", c.Modulation)
	}
	return nil
}

// Build returns the model. The energy of a bit over the noise density is
// Eb/N0 = SINR Bandwidth / BitRate; interference counts as noise.
func (c *BitErrors) Build(env ErrorEnv) (ErrorModel, error) {
	gain, err := env.gain()
	if err != nil {
		return nil, err
	}
	return bitErrors{modulation: c.Modulation, gain: gain}, nil
}

// gain returns Eb/N0 over SINR.
func (env ErrorEnv) gain() (float64, error) {
	gain := env.Bandwidth / env.BitRate
	if !(env.Bandwidth > 0 && env.BitRate > 0 && gain > 0) || math.IsInf(gain, 0) {
		return 0, fmt.Errorf("bit errors need a bandwidth and a bit rate above zero, not %g Hz and %g bit/s",
			env.Bandwidth, env.BitRate)
	}
	return gain, nil
}

// Modulation is a binary modulation, or one that behaves like one.
type Modulation uint8

// The modulations.
const (
	BPSK Modulation = iota // binary phase shift keying, coherent
	QPSK                   // quaternary phase shift keying with Gray coding, coherent
	FSK                    // binary frequency shift keying, orthogonal tones, noncoherent
	DPSK                   // binary differential phase shift keying
)

// String returns the name of the modulation.
func (m Modulation) String() string {
	names := [...]string{BPSK: "coherent BPSK", QPSK: "coherent QPSK", FSK: "noncoherent FSK", DPSK: "DPSK"}
	if int(m) < len(names) {
		return names[m]
	}
	return "an unknown modulation"
}

// BitError returns the probability that a bit is wrong at g = Eb/N0 (linear),
// exact for white Gaussian noise: 0.5 erfc sqrt(g) for BPSK and, per bit, for
// QPSK; 0.5 exp(-g/2) for FSK; 0.5 exp(-g) for DPSK (Proakis and Salehi, Digital
// Communications, 5th ed., ch. 4).
func (m Modulation) BitError(g float64) float64 {
	switch m {
	case BPSK, QPSK:
		return 0.5 * math.Erfc(math.Sqrt(g))
	case FSK:
		return 0.5 * math.Exp(-g/2)
	case DPSK:
		return 0.5 * math.Exp(-g)
	}
	panic(fmt.Sprintf("phy: unknown modulation %d", m))
}

// threshold is the lowest ratio (linear) at which bits are right.
type threshold float64

// Success returns 1 or 0.
func (m threshold) Success(sinr, bits float64) float64 {
	checkPiece(sinr, bits)
	if sinr >= float64(m) || bits == 0 {
		return 1
	}
	return 0
}

// Threshold returns the ratio.
func (m threshold) Threshold() float64 { return float64(m) }

// bitErrors is a modulation at a number of Hz per bit/s.
type bitErrors struct {
	modulation Modulation
	gain       float64 // Eb/N0 over SINR
}

// Success returns (1 - BER)^bits.
func (m bitErrors) Success(sinr, bits float64) float64 { return math.Exp(m.LogSuccess(sinr, bits)) }

// LogSuccess returns the logarithm of Success.
func (m bitErrors) LogSuccess(sinr, bits float64) float64 {
	checkPiece(sinr, bits)
	return bits * math.Log1p(-m.modulation.BitError(sinr*m.gain))
}

func checkPiece(sinr, bits float64) {
	if !(sinr >= 0 && bits >= 0) || math.IsInf(bits, 0) {
		panic(fmt.Sprintf("phy: %g bits at a ratio of %g", bits, sinr))
	}
}
