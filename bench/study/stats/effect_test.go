package stats

import (
	"math"
	"testing"

	"halocline/sim/rng"
)

// Borenstein, Hedges, Higgins and Rothstein, Introduction to Meta-Analysis,
// 2009, chapter 4: means 103 and 100, deviations 5.5 and 4.5, 50 values each.
// There d = 0.5970, J = 0.9923 (by the approximation) and g = 0.5924.
func TestStandardisedDifference(t *testing.T) {
	d, freedom := cohenD(Summary{Used: 50, Mean: 103, SD: 5.5}, Summary{Used: 50, Mean: 100, SD: 4.5})
	near(t, "d", d, 0.5970, 5e-5)
	near(t, "J", hedgesFactor(freedom), 0.9923, 5e-5)
	near(t, "g", d*hedgesFactor(freedom), 0.5924, 5e-5)
}

// Hedges 1981: the factor at 2 degrees of freedom is 1/sqrt(pi), at 3 it is
// sqrt(pi/6), at 4 sqrt(2/pi): gamma(1/2) = sqrt(pi), gamma(3/2) = sqrt(pi)/2.
func TestHedgesFactor(t *testing.T) {
	for m, want := range map[float64]float64{2: 1 / math.Sqrt(math.Pi), 3: math.Sqrt(math.Pi / 6), 4: math.Sqrt(2 / math.Pi)} {
		near(t, "factor", hedgesFactor(m), want, 1e-12)
	}
	for m := 10.0; m < 1e4; m *= 3 {
		near(t, "approximation", hedgesFactor(m), 1-3/(4*m-1), 0.05/(m*m))
	}
}

// Pooled by hand: variances 2.5 with 4 degrees and 1 with 2 make (10+2)/6 = 2, and the
// difference is 2.
func TestHedgesByHand(t *testing.T) {
	a, b := []float64{1, 2, 3, 4, 5}, []float64{0, 1, math.NaN(), 2}
	near(t, "g", HedgesG(a, b), math.Sqrt2*hedgesFactor(6), 1e-12)
	near(t, "g exchanged", HedgesG(b, a), -math.Sqrt2*hedgesFactor(6), 1e-12)
	near(t, "one value", HedgesG(a, []float64{1}), math.NaN(), 0)
	near(t, "no spread", HedgesG([]float64{2, 2}, []float64{1, 1}), math.Inf(1), 0)
	near(t, "nothing", HedgesG([]float64{2, 2}, []float64{2, 2}), math.NaN(), 0)
}

// Hedges's g has no bias: with 4 values on either side and a true difference of
// 1 its mean is 1. Its deviation is about 0.8, so that of the mean over 20,000
// studies 0.006.
func TestHedgesHasNoBias(t *testing.T) {
	stream := rng.New(8).Stream("hedges")
	var g []float64
	for range 20000 {
		a := sample(4, func() float64 { return 1 + stream.Normal() })
		b := sample(4, stream.Normal)
		g = append(g, HedgesG(a, b))
	}
	near(t, "mean of g", Summarise(g).Mean, 1, 0.024)
}
