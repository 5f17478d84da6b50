package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// Newcombe, Two-sided confidence intervals for the single proportion:
// comparison of seven methods, Statistics in Medicine 17, 1998, table I, method
// 3.
func TestNewcombe(t *testing.T) {
	for _, c := range []struct {
		successes, trials int
		low, high         float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		got := Proportion(c.successes, c.trials, 0.95)
		ends(t, "Newcombe", got, c.low, c.high, 5e-5)
		near(t, "estimate", got.Estimate, float64(c.successes)/float64(c.trials), 1e-15)
		mirror := Proportion(c.trials-c.successes, c.trials, 0.95)
		ends(t, "failures", mirror, 1-got.High, 1-got.Low, 1e-15)
	}
}

// The ends are where the score test just rejects: |p - x/n| = z sqrt(p(1-p)/n).
// This is how the interval is defined; the formula is the solution.
func TestWilsonEndsSolveTheScoreTest(t *testing.T) {
	for _, n := range []int{1, 2, 7, 50, 1000} {
		for x := 0; x <= n; x += 1 + n/9 {
			i := Proportion(x, n, 0.99)
			z := distuv.UnitNormal.Quantile(0.995)
			for _, p := range []float64{i.Low, i.High} {
				if p == 0 || p == 1 {
					continue
				}
				distance := math.Abs(p - float64(x)/float64(n))
				near(t, "distance", distance, z*math.Sqrt(p*(1-p)/float64(n)), 1e-12)
			}
			if (i.Low == 0) != (x == 0) || (i.High == 1) != (x == n) {
				t.Errorf("%d of %d: from %v to %v", x, n, i.Low, i.High)
			}
		}
	}
}

// Without successes the interval begins at 0 and without failures it ends at 1,
// bit for bit: a probability of 0 or 1 has to lie in it.
func TestWilsonReachesTheEnds(t *testing.T) {
	for n := 1; n < 300; n++ {
		for _, confidence := range []float64{0.8, 0.9, 0.95, 0.99} {
			if low := Proportion(0, n, confidence).Low; low != 0 {
				t.Errorf("0 of %d begins at %v", n, low)
			}
			if high := Proportion(n, n, confidence).High; high != 1 {
				t.Errorf("%d of %d ends at 1 + %v", n, n, high-1)
			}
		}
	}
}

func TestProportionOfNothing(t *testing.T) {
	got := Proportion(0, 0, 0.95)
	ends(t, "nothing", got, 0, 1, 0)
	near(t, "nothing", got.Estimate, math.NaN(), 0)
}

func TestShare(t *testing.T) {
	got, ok := Share([]float64{1, 0, math.NaN(), 1, 0, 0}, 0.95)
	want := Proportion(2, 5, 0.95)
	want.Missing = 1
	if got != want || !ok {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, no := range [][]float64{{0, 1, 0.5}, {math.NaN()}, nil, {2}} {
		if _, ok := Share(no, 0.95); ok {
			t.Errorf("%v were taken for trials", no)
		}
	}
}
