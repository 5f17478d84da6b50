package phy

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// spectrum finds how many paths of the trellis of a convolutional code of rate 1/2 leave the path of zeros and come back to it for
// the first time with each weight up to limit, and how many ones their data have.
func spectrum(g1, g2 uint, length, limit int) (paths, ones map[int]int) {
	type count struct{ paths, ones int }
	paths, ones = map[int]int{}, map[int]int{}
	now := map[[2]int]count{{1 << (length - 2), bits.OnesCount(g1>>(length-1)) + bits.OnesCount(g2>>(length-1))}: {1, 1}} // state, weight
	for len(now) > 0 {
		next := map[[2]int]count{}
		for at, n := range now {
			for bit := range 2 {
				register := uint(bit<<(length-1) | at[0])
				w := at[1] + bits.OnesCount(register&g1)%2 + bits.OnesCount(register&g2)%2
				to := count{n.paths, n.ones + bit*n.paths}
				switch state := int(register >> 1); {
				case w > limit:
				case state == 0:
					paths[w] += to.paths
					ones[w] += to.ones
				default:
					key := [2]int{state, w}
					next[key] = count{next[key].paths + to.paths, next[key].ones + to.ones}
				}
			}
		}
		now = next
	}
	return paths, ones
}

// The weights of the convolutional codes are those of the trellises of their generators. The ones of that of length 9
// are B_d in ns-3's UanPhyPerUmodem; those of that of length 7 begin with 36, 211, 1404 and 11633 (J. Conan, IEEE Trans.
// Commun. 32(9), 1984, for 133 and 171).
func TestWeightsOfConvolutionalCodes(t *testing.T) {
	for _, c := range []struct {
		name   CodeName
		g1, g2 uint
		length int
		ones   []int
	}{
		{CodeK7, 0o133, 0o171, 7, []int{36, 211, 1404, 11633}},
		{CodeK9, 0o561, 0o753, 9, []int{33, 281, 2179, 15035, 105166, 692330}},
	} {
		code, _ := c.name.code()
		checked := code.words[:len(c.ones)]
		paths, ones := spectrum(c.g1, c.g2, c.length, checked[len(checked)-1].distance)
		for i, w := range checked {
			if paths[w.distance] != w.count || ones[w.distance] != c.ones[i] {
				t.Errorf("%s at distance %d: %d paths with %d ones, want %d and %d", c.name, w.distance, paths[w.distance], ones[w.distance], w.count, c.ones[i])
			}
		}
		if len(paths) != len(checked) {
			t.Errorf("%s: distances %v, want those of %v", c.name, paths, checked)
		}
	}
}

// hammingWords lists the words of the shortened extended Hamming code: 14 bits whose columns (1, i), i from 0 to 13,
// add up to zero.
func hammingWords() []uint {
	var words []uint
	for w := range uint(1 << 14) {
		sum, n := uint(0), 0
		for i := range uint(14) {
			if w>>i&1 == 1 {
				sum, n = sum^i, n+1
			}
		}
		if sum == 0 && n%2 == 0 {
			words = append(words, w)
		}
	}
	return words
}

func TestWeightsOfHammingCode(t *testing.T) {
	words := hammingWords()
	weights := map[int]int{}
	for _, w := range words {
		weights[bits.OnesCount(w)]++
	}
	delete(weights, 0)
	code, _ := CodeHamming.code()
	for _, w := range code.words {
		if weights[w.distance] != w.count {
			t.Errorf("%d words of weight %d, want %d", weights[w.distance], w.distance, w.count)
		}
	}
	if len(words) != 1<<9 || len(weights) != len(code.words) {
		t.Errorf("%d words of weights %v", len(words), weights)
	}
}

// A receiver that has all 14 soft values at hand and takes the most likely of the 512 words fails nearly as often as the
// bound says, and no more: at Eb/N0 of 4 and 5 dB. A value is sqrt(2 Es/N0) plus a normal number, with Es = 9/14 Eb.
func TestHammingBoundIsClose(t *testing.T) {
	const blocks = 40_000
	words := hammingWords()
	m := buildErrors(t, &CodedErrors{Code: CodeHamming, Modulation: QPSKName, Scatter: ScatterNone}, ErrorEnv{Bandwidth: 1, BitRate: 1})
	r := rng.New(11).Stream("soft")
	for _, decibels := range []float64{4, 5} {
		g := math.Pow(10, decibels/10)
		wrong := 0
		for range blocks {
			var soft [14]float64
			for i := range soft {
				soft[i] = math.Sqrt(2*9.0/14*g) + r.Normal()
			}
			// The right word is all zeros; another one wins where the values at its ones add up to less than 0.
			if slices.ContainsFunc(words[1:], func(w uint) bool {
				sum := 0.0
				for ; w != 0; w &= w - 1 {
					sum += soft[bits.TrailingZeros(w)]
				}
				return sum < 0
			}) {
				wrong++
			}
		}
		bound := FrameError(m, g, 9)
		share := float64(wrong) / blocks
		if stderr := math.Sqrt(bound / blocks); share > bound+4*stderr || share < 0.8*bound-4*stderr {
			t.Errorf("%g dB: %d of %d blocks are wrong, the bound is %.4g", decibels, wrong, blocks, bound)
		}
	}
}

// Two words at distance 1 differ in a bit that is not coded. At distance 3, with noncoherent FSK: the energies of three
// pairs of tones are added, and the wrong tones win. In the right tones lies a wave of energy g, in white noise or
// scattered.
func TestTwoWords(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for m := BPSK; m <= DPSK; m++ {
		for _, g := range []float64{0, 0.5, 3, 12} {
			within(t, m.String(), newRival(weight{1, 1}, m, false).mistaken(g, m, false), m.BitError(g), 1e-15)
		}
	}
	const n = 400_000
	r := rng.New(12).Stream("tones")
	for _, scattered := range []bool{false, true} {
		g, wrong := 1.5, 0
		for range n {
			right, other := 0.0, 0.0
			for range 3 {
				a, b := math.Sqrt(2*g), 0.0
				if scattered {
					a, b = math.Sqrt(g)*r.Normal(), math.Sqrt(g)*r.Normal()
				}
				right += math.Pow(a+r.Normal(), 2) + math.Pow(b+r.Normal(), 2)
				other += math.Pow(r.Normal(), 2) + math.Pow(r.Normal(), 2)
			}
			if other > right {
				wrong++
			}
		}
		p := newRival(weight{3, 1}, FSK, scattered).mistaken(g, FSK, scattered)
		within(t, fmt.Sprint("FSK, scattered ", scattered), float64(wrong)/n, p, 4*math.Sqrt(p*(1-p)/n))
	}
}

// In Rayleigh fading the mean of the uncoded error over an exponential energy of mean 3, by the midpoint rule.
func TestScatteredBits(t *testing.T) {
	for m := BPSK; m <= DPSK; m++ {
		mean, step := 0.0, 1e-5
		for q := step / 2; q < 1; q += step {
			mean += step * m.BitError(-3*math.Log(q))
		}
		within(t, m.String(), scatteredError(3, m), mean, 1e-6)
	}
}

// Nothing is received without a signal and all without noise; below the bound's range a piece is lost.
func TestCodesAtTheirLimits(t *testing.T) {
	for _, code := range []CodeName{CodeK7, CodeK9, CodeHamming} {
		for _, modulation := range []ModulationName{BPSKName, QPSKName, FSKName, DPSKName} {
			for _, scatter := range []ScatterName{ScatterNone, ScatterRayleigh} {
				m := buildErrors(t, &CodedErrors{code, modulation, scatter}, ErrorEnv{Bandwidth: 1, BitRate: 1})
				if got := [3]float64{m.Success(0, 1), m.Success(0, 0), m.Success(math.Inf(1), 1e6)}; got != [3]float64{0, 1, 1} {
					t.Errorf("%s, %s, %s: %v", code, modulation, scatter, got)
				}
				if n := testing.AllocsPerRun(100, func() { m.Success(3, 100) }); n != 0 {
					t.Errorf("%s, %s: %v allocations", code, modulation, n)
				}
			}
		}
	}
	for _, c := range []struct {
		config ErrorModelConfig
		fault  string
	}{
		{&CodedErrors{"k8", FSKName, ScatterNone}, `code is "k8", known are k7, k9 and hamming-14-9`},
		{&CodedErrors{CodeK7, "", ScatterNone}, `modulation is "", known are bpsk`},
		{&CodedErrors{CodeK7, FSKName, "rice"}, `scatter is "rice", known are none and rayleigh`},
	} {
		checkFault(t, c.config, c.config.Validate(), c.fault)
	}
	_, err := DefaultCoded().Build(ErrorEnv{})
	checkFault(t, "no band", err, "bit errors need a bandwidth")
}
