package phy

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// Draws are checked within 4 standard errors, so a right model fails one check
// in 16,000 for an unlucky seed; the streams are frozen, so it does not fail
// later. Quantiles are checked by the share of draws below them, whose standard
// error is sqrt(p (1-p) / n).
const fadingDraws = 100_000

// The variance of a mean-1 Rician power is (2K+1)/(K+1)^2, that of an
// exponential 1, that of a log-normal exp(s^2)-1 with s = sigma ln(10)/10.
//
// Points of the distributions: Rayleigh: -19.978, -1.592 and 6.632 dB are the
// 1, 50 and 99 % quantiles 10 log10(-ln(1-p)). Rician: the density
// (1+K) exp(-K-(1+K)x) I0(2 sqrt(K(1+K)x)) integrated numerically in Python.
// Log-normal: the median is at -(ln 10/20) sigma^2 dB, -1.0362 for 3 dB, and
// 15.866 and 97.725 % lie below one sigma less and two sigma more.
func TestFadingDistributions(t *testing.T) {
	tenthPower := func(db float64) float64 { return math.Pow(10, db/10) }
	s := 0.3 * math.Ln10
	for name, c := range map[string]struct {
		fading   Fading
		variance float64
		below    map[float64]float64 // power: probability
	}{
		"rayleigh": {RayleighFading{}.Build(), 1, map[float64]float64{
			tenthPower(-19.978): 0.01, tenthPower(-1.592): 0.5, tenthPower(6.632): 0.99,
		}},
		"rician 0 dB": {(&RicianFading{K: 0}).Build(), 0.75, map[float64]float64{
			0.25: 0.18069, 0.5: 0.34575, 1: 0.60570, 1.5: 0.77502,
		}},
		"rician 10 dB": {(&RicianFading{K: 10}).Build(), 21.0 / 121, map[float64]float64{
			0.25: 0.011263, 0.5: 0.099149, 1: 0.54309, 1.5: 0.87968,
		}},
		"log-normal 3 dB": {(&LogNormalFading{Sigma: 3}).Build(), math.Exp(s*s) - 1, map[float64]float64{
			tenthPower(-1.0362 - 3): 0.15866, tenthPower(-1.0362): 0.5, tenthPower(-1.0362 + 6): 0.97725,
		}},
	} {
		r := rng.New(1).Stream(name)
		sum, below := 0.0, map[float64]int{}
		for range fadingDraws {
			p := c.fading.Draw(r, 0, 0)
			sum += p
			for x := range c.below {
				if p < x {
					below[x]++
				}
			}
		}
		within(t, name+": mean", sum/fadingDraws, 1, 4*math.Sqrt(c.variance/fadingDraws))
		for x, p := range c.below {
			within(t, fmt.Sprintf("%s: share below %.4g", name, x),
				float64(below[x])/fadingDraws, p, 4*math.Sqrt(p*(1-p)/fadingDraws))
		}
	}
}

// The thesis's two links at full power. Acoustic: 4.5 W less 27.188 dB over 50 m
// are 8.5983 mW, lost below 1.9 mW with probability 0.19826. Radio: 3 W less
// 18.179 dB over 10 m are 45.623 mW, lost below 2 mW with probability 0.042891.
func TestRayleighOutageOfTheThesisLinks(t *testing.T) {
	for name, c := range map[string]struct{ watts, loss, least, want float64 }{
		"acoustic": {4.5, 27.188, 0.0019, 0.19826243807},
		"radio":    {3, 18.179406, 0.002, 0.04289086900},
	} {
		mean := c.watts * math.Pow(10, -c.loss/10)
		r := rng.New(7).Stream(name)
		lost := 0
		for range fadingDraws {
			if mean*(RayleighFading{}).Draw(r, 0, 0) < c.least {
				lost++
			}
		}
		within(t, name, float64(lost)/fadingDraws, c.want, 3*math.Sqrt(c.want*(1-c.want)/fadingDraws))
	}
}

// Without a direct wave Rician power is exponential. The Kolmogorov-Smirnov
// distance of n draws stays below 1.95/sqrt(n) in 99.9 % of samples; K = -3 dB
// must exceed it, or the test could not tell.
func TestRicianWithoutDirectWaveIsRayleigh(t *testing.T) {
	limit := 1.95 / math.Sqrt(fadingDraws)
	distance := func(f Fading) float64 {
		r := rng.New(3).Stream("ks")
		draws := make([]float64, fadingDraws)
		for i := range draws {
			draws[i] = f.Draw(r, i, 0)
		}
		slices.Sort(draws)
		worst := 0.0
		for i, x := range draws {
			cdf := -math.Expm1(-x)
			worst = max(worst, cdf-float64(i)/fadingDraws, float64(i+1)/fadingDraws-cdf)
		}
		return worst
	}
	for name, f := range map[string]Fading{
		"rician":         newRician(0),
		"block-rayleigh": (&BlockRayleighFading{Coherence: time.Second}).Build(),
	} {
		if d := distance(f); d > limit {
			t.Errorf("%s: distance %.5f from the exponential distribution, limit %.5f", name, d, limit)
		}
	}
	if d := distance(newRician(0.5)); d < limit {
		t.Errorf("K = 0.5 is not told from Rayleigh: distance %.5f, limit %.5f", d, limit)
	}
}

// At K = 60 dB the standard deviation of the power is sqrt(2e-6) = 1.414e-3, and 7
// of them are 0.01.
func TestRicianWithStrongDirectWaveIsConstant(t *testing.T) {
	r := rng.New(4).Stream("direct")
	f := (&RicianFading{K: 60}).Build()
	lowest, highest := 1.0, 1.0
	for range 10_000 {
		p := f.Draw(r, 0, 0)
		lowest, highest = min(lowest, p), max(highest, p)
	}
	if lowest < 0.99 || highest > 1.01 || highest-lowest < 1e-3 {
		t.Errorf("power from %v to %v", lowest, highest)
	}
}

// The powers of two receptions dt apart have the mean product
// 1 + (2 K rho + rho^2)/(K+1)^2 with rho = exp(-dt/Tc) (fourth moments of complex
// normal numbers), whatever was received between. Each pair is a link of its
// own, so pairs are independent and the standard error is the sample's.
func TestBlockFadingForgetsExponentially(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const coherence = 2 * time.Second
	const start = sim.Time(5 * time.Second)
	for _, k := range []float64{0, 2} {
		for _, gap := range []time.Duration{time.Second, 2 * time.Second, 6 * time.Second} {
			f := newBlock(k, coherence)
			r := rng.New(5).Stream("block")
			var sum, squares float64
			for link := range fadingDraws {
				a := f.Draw(r, link, start)
				f.Draw(r, link, start.Add(gap/5))
				b := f.Draw(r, link, start.Add(gap))
				sum += a * b
				squares += a * b * a * b
			}
			mean := sum / fadingDraws
			stderr := math.Sqrt((squares/fadingDraws - mean*mean) / fadingDraws)
			rho := math.Exp(-gap.Seconds() / 2)
			want := 1 + (2*k*rho+rho*rho)/((k+1)*(k+1))
			within(t, fmt.Sprintf("K %g, gap %v", k, gap), mean, want, 4*stderr)
		}
	}
}

func TestBlockFadingAtItsLimits(t *testing.T) {
	f := (&BlockRicianFading{K: 3, Coherence: time.Second}).Build()
	r := rng.New(6).Stream("limits")

	// At the same moment a link has the same gain: rho is 1.
	first := f.Draw(r, 4, 10)
	if again := f.Draw(r, 4, 10); again != first {
		t.Errorf("twice at one time: %v and %v", first, again)
	}

	// Other links, and other models built from the same configuration, know
	// nothing of it: products of independent powers have the mean 1.
	other := (&BlockRayleighFading{Coherence: time.Second}).Build()
	same := (&BlockRayleighFading{Coherence: time.Second}).Build()
	var links, models, squares float64
	for i := range fadingDraws {
		at := sim.Time(i) * sim.Time(time.Minute)
		a, b, c := other.Draw(r, 0, at), other.Draw(r, 1, at), same.Draw(r, 0, at)
		links += a * b
		models += a * c
		squares += a * b * a * b
	}
	stderr := math.Sqrt(squares/fadingDraws-1) / math.Sqrt(fadingDraws)
	within(t, "two links", links/fadingDraws, 1, 4*stderr)
	within(t, "two models", models/fadingDraws, 1, 4*stderr)

	defer func() {
		if recover() == nil {
			t.Error("time ran backwards without a panic")
		}
	}()
	f.Draw(r, 4, 9)
}

// No fading is no model, so that radios have nothing to ask.
func TestNoFadingIsNone(t *testing.T) {
	if f := (NoFading{}).Build(); f != nil {
		t.Errorf("%T", f)
	}
}

func TestFadingCatalog(t *testing.T) {
	for name, fresh := range Fadings() {
		if err := fresh().Validate(); err != nil {
			t.Errorf("%s: defaults: %v", name, err)
		}
		f := fresh().Build()
		if f == nil {
			continue
		}
		r := rng.New(9).Stream(name)
		at := sim.Time(0)
		f.Draw(r, 1, at) // gives the link its state
		if n := testing.AllocsPerRun(100, func() {
			at = at.Add(time.Millisecond)
			if p := f.Draw(r, 1, at); !(p >= 0) {
				t.Errorf("%s: power %v", name, p)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations a draw", name, n)
		}
	}
}

func TestFadingFaults(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		config FadingConfig
		fault  string
	}{
		{&RicianFading{K: -20}, ""},
		{&RicianFading{K: 60}, ""},
		{&RicianFading{K: -20.1}, "k is -20.1 dB, allowed are -20 to 60 dB"},
		{&RicianFading{K: 61}, "k is 61 dB"},
		{&RicianFading{K: nan}, "k is NaN"},
		{&RicianFading{K: inf}, "k is +Inf"},
		{&LogNormalFading{Sigma: 0}, ""},
		{&LogNormalFading{Sigma: -1}, "sigma is -1 dB, allowed are 0 to 20 dB"},
		{&LogNormalFading{Sigma: 21}, "sigma is 21 dB"},
		{&LogNormalFading{Sigma: nan}, "sigma is NaN"},
		{&BlockRayleighFading{Coherence: time.Microsecond}, ""},
		{&BlockRayleighFading{}, "coherence is 0 s, allowed are 1e-06 to 1e+06 s"},
		{&BlockRayleighFading{Coherence: -1}, "coherence is -1e-09 s"},
		{&BlockRayleighFading{Coherence: 1e6*time.Second + 1}, "coherence is"},
		{&BlockRicianFading{K: 61, Coherence: time.Second}, "k is 61 dB"},
		{&BlockRicianFading{K: 6}, "coherence is 0 s"},
	} {
		checkFault(t, c.config, c.config.Validate(), c.fault)
	}
}

// checkFault compares an error with the beginning of the expected one; none is
// expected where that is empty.
func checkFault(t *testing.T, what any, err error, fault string) {
	t.Helper()
	if fault == "" && err != nil || fault != "" && (err == nil || !strings.HasPrefix(err.Error(), fault)) {
		t.Errorf("%+v: got %v, want %q", what, err, fault)
	}
}

func within(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.6g, want %.6g within %.2g", name, got, want, tolerance)
	}
}

// A radio remembers the senders that it has heard and not all that there may be: the
// number of one says nothing about memory.
func TestBlockFadingOfTheLastSender(t *testing.T) {
	f := newBlock(1, time.Second)
	f.Draw(rng.New(1).Stream("draws"), math.MaxInt32, 0)
	if len(f.heard) != 1 {
		t.Errorf("%d senders are remembered", len(f.heard))
	}
}
