package phy

import (
	"fmt"
	"math"
)

// CodedErrors gives a code the frame error probability of its union bound: of the events in which the decoder
// leaves what was sent, each as likely as between two words alone, and as if none excluded another. Decoding is soft and
// the most likely word wins. The bound is close where few frames fail, some 0.4 dB too
// high where one frame in twenty of 256 bit does, and capped at 1 where it says nothing.
//
// Of a convolutional code an event begins at each bit, and of a block code there is one a block: a frame of n bits is
// right with the power n, or n over the bits of a block, of the chance that there is none (M. Pursley and D. Taipale,
// IEEE Trans. Commun. 35(1), 1987, pp. 1-12, for the former). FrameError of one bit is the chance of an event,
// which is less than the share of wrong bits: an event has several.
//
// Left out: quantisation, interleavers that are too short, tails of frames, and a decoder that gives up.
type CodedErrors struct {
	Code       CodeName       `yaml:"code" oneof:"k7|k9|hamming-14-9" doc:"code. k7: convolutional, rate 1/2, constraint length 7, generators 133 and 171; k9: the same of length 9, 561 and 753; hamming-14-9: blocks of 9 bits in 14, the extended Hamming code, shortened"`
	Modulation ModulationName `yaml:"modulation" oneof:"bpsk|qpsk|fsk|dpsk" doc:"modulation of the coded bits. bpsk: two phases, coherent; qpsk: four phases with Gray coding, coherent; fsk: two orthogonal tones, noncoherent; dpsk: two phases, differential"`
	Scatter    ScatterName    `yaml:"scatter" oneof:"none|rayleigh" doc:"fading of each coded bit by itself, as between the hops of a modem, besides that of the whole frame. none: white noise alone; rayleigh: many scattered waves and no direct one"`
}

// CodeName is the name of a code.
type CodeName string

// The codes.
const (
	CodeK7      CodeName = "k7"
	CodeK9      CodeName = "k9"
	CodeHamming CodeName = "hamming-14-9"
)

// ModulationName is a Modulation as descriptions write it.
type ModulationName string

// The names of the modulations.
const (
	BPSKName ModulationName = "bpsk"
	QPSKName ModulationName = "qpsk"
	FSKName  ModulationName = "fsk"
	DPSKName ModulationName = "dpsk"
)

// ScatterName says how each coded bit fades.
type ScatterName string

// The ways in which coded bits fade.
const (
	ScatterNone     ScatterName = "none"
	ScatterRayleigh ScatterName = "rayleigh"
)

// DefaultCoded returns the code of many modems, coherent in white noise.
func DefaultCoded() *CodedErrors {
	return &CodedErrors{Code: CodeK7, Modulation: BPSKName, Scatter: ScatterNone}
}

// About says what the model is.
func (*CodedErrors) About() string { return "errors after decoding, by the union bound of a code" }

// PerBit implements the interface of that name.
func (*CodedErrors) PerBit() {}

// Validate checks the names.
func (c *CodedErrors) Validate() error {
	if _, known := c.Code.code(); !known {
		return fmt.Errorf("code is %q, known are %s, %s and %s", c.Code, CodeK7, CodeK9, CodeHamming)
	}
	if _, known := c.Modulation.modulation(); !known {
		return fmt.Errorf("modulation is %q, known are %s, %s, %s and %s", c.Modulation, BPSKName, QPSKName, FSKName, DPSKName)
	}
	if c.Scatter != ScatterNone && c.Scatter != ScatterRayleigh {
		return fmt.Errorf("scatter is %q, known are %s and %s", c.Scatter, ScatterNone, ScatterRayleigh)
	}
	return nil
}

// Build returns the model. The energy of a coded bit over the noise density is SINR Bandwidth / BitRate times the
// rate of the code, with BitRate that of the data; interference counts as noise.
func (c *CodedErrors) Build(env ErrorEnv) (ErrorModel, error) {
	gain, err := env.gain()
	if err != nil {
		return nil, err
	}
	code, _ := c.Code.code()
	m := coded{scattered: c.Scatter == ScatterRayleigh, event: code.event, gain: gain * code.rate}
	m.modulation, _ = c.Modulation.modulation()
	for _, w := range code.words {
		m.words = append(m.words, newRival(w, m.modulation, m.scattered))
	}
	return m, nil
}

// code is what the union bound needs of a code.
type code struct {
	rate  float64 // data bits over coded bits
	event float64 // data bits for each chance of an event
	words []weight
}

// weight is how many wrong ways there are at a Hamming distance from the right one.
type weight struct{ distance, count int }

// code returns the code of that name. The weights of the convolutional codes follow from their
// trellises. Those of length 9 carry the wrong bits that ns-3's UanPhyPerUmodem has. Nine are enough
// wherever the bound is below 1. The block code is the words of the extended Hamming code of 16 bits that end in two zeros.
func (n CodeName) code() (c code, known bool) {
	switch n {
	case CodeK7:
		return code{rate: 0.5, event: 1, words: []weight{
			{10, 11}, {12, 38}, {14, 193}, {16, 1331}, {18, 7275}, {20, 40406}, {22, 234969}, {24, 1337714}, {26, 7594819},
		}}, true
	case CodeK9:
		return code{rate: 0.5, event: 1, words: []weight{
			{12, 11}, {14, 50}, {16, 286}, {18, 1630}, {20, 9639}, {22, 55152}, {24, 320782}, {26, 1859184}, {28, 10777264},
		}}, true
	case CodeHamming:
		return code{rate: 9.0 / 14, event: 9, words: []weight{{4, 77}, {6, 168}, {8, 203}, {10, 56}, {12, 7}}}, true
	}
	return code{}, false
}

func (n ModulationName) modulation() (m Modulation, known bool) {
	switch n {
	case BPSKName:
		return BPSK, true
	case QPSKName:
		return QPSK, true
	case FSKName:
		return FSK, true
	case DPSKName:
		return DPSK, true
	}
	return 0, false
}

// coded is a code on a modulation, at a number of Hz per coded bit/s.
type coded struct {
	modulation Modulation
	scattered  bool
	event      float64 // data bits for each chance of an event
	gain       float64 // energy of a coded bit over SINR
	words      []rival
}

// rival stands for all words at a distance, and how likely one of them is taken for the right one.
type rival struct {
	distance, count float64
	terms           []float64 // of a sum in powers of x; none where there is a closed form
}

// newRival prepares the sums of Proakis and Salehi, Digital Communications, 5th ed.: that of square-law combining in
// white noise (sec. 11.1), whose terms are c_n, and that of diversity in Rayleigh fading (sec. 13.4).
func newRival(w weight, m Modulation, scattered bool) rival {
	r := rival{distance: float64(w.distance), count: float64(w.count)}
	switch d := w.distance; {
	case scattered: // C(d-1+k, k)
		for k := range d {
			r.terms = append(r.terms, choose(d-1+k, k))
		}
	case m == FSK || m == DPSK: // c_n = (1/n!) sum over k < d-n of C(2d-1, k), over 2^(2d-1)
		factorial := math.Ldexp(1, 2*d-1)
		for n := range d {
			factorial *= max(1, float64(n))
			sum := 0.0
			for k := range d - n {
				sum += choose(2*d-1, k)
			}
			r.terms = append(r.terms, sum/factorial)
		}
	}
	return r
}

// choose returns the binomial coefficient, exact below 2^53.
func choose(n, k int) float64 {
	c := 1.0
	for i := 1; i <= k; i++ {
		c = math.Round(c * float64(n-k+i) / float64(i))
	}
	return c
}

// mistaken returns the chance that such a word is taken for the right one, where a coded bit has the energy g over the
// noise density.
func (r rival) mistaken(g float64, m Modulation, scattered bool) float64 {
	switch {
	case scattered:
		p := scatteredError(g, m)
		return math.Pow(p, r.distance) * polynomial(r.terms, 1-p)
	case len(r.terms) == 0:
		return BPSK.BitError(g * r.distance)
	}
	x := g * r.distance
	if m == FSK {
		x /= 2
	}
	x = min(x, 700) // beyond it the sum is 0 to 1e-200
	return math.Exp(-x) * polynomial(r.terms, x)
}

// scatteredError returns the chance that a bit of mean energy g over the noise density is wrong in Rayleigh fading
// (Proakis and Salehi, 5th ed., sec. 13.3): (1 - mu)/2 with mu = sqrt(g/(1+g)) for coherent phases, g/(2+g) for
// FSK and g/(1+g) for DPSK.
func scatteredError(g float64, m Modulation) float64 {
	switch m {
	case FSK:
		return 1 / (2 + g)
	case DPSK:
		return 0.5 / (1 + g)
	}
	return 0.5 / (1 + g) / (1 + 1/math.Sqrt(1+1/g))
}

// polynomial returns the sum of terms[n] x^n.
func polynomial(terms []float64, x float64) float64 {
	sum := 0.0
	for i := len(terms) - 1; i >= 0; i-- {
		sum = float64(sum*x) + terms[i]
	}
	return sum
}

// Success returns the probability that all bits are right after decoding.
func (m coded) Success(sinr, bits float64) float64 { return math.Exp(m.LogSuccess(sinr, bits)) }

// LogSuccess returns the logarithm of Success.
func (m coded) LogSuccess(sinr, bits float64) float64 {
	checkPiece(sinr, bits)
	if bits == 0 {
		return 0
	}
	bound := 0.0
	for _, r := range m.words {
		bound += r.count * r.mistaken(sinr*m.gain, m.modulation, m.scattered)
	}
	return bits / m.event * math.Log1p(-min(1, bound))
}
