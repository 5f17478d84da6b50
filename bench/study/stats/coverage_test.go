package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// studies is how many synthetic studies a coverage is counted over. The
// standard deviation of a count at 95 % is 0.49 % of them.
const studies = 2000

// coverage counts how often the intervals of synthetic studies contain the
// truth.
func coverage(name string, study func(s *rng.Stream) (Interval, float64)) float64 {
	stream := rng.New(18).Stream(name)
	covered := 0
	for range studies {
		if interval, truth := study(stream); interval.Contains(truth) {
			covered++
		}
	}
	return float64(covered) / studies
}

// The intervals that a study shows unless told otherwise cover the truth in 95
// +- 1.5 % of 2,000 studies with a known truth.
func TestCoverageOfDefaults(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	gauss := func(s *rng.Stream) func() float64 { return func() float64 { return 7 + 2*s.Normal() } }
	mean := func(n int) func(*rng.Stream) (Interval, float64) {
		return func(s *rng.Stream) (Interval, float64) { return Mean(sample(n, gauss(s)), 0.95), 7 }
	}
	// The probability is another one in each study, since the coverage of one
	// swings.
	proportion := func(n int, low, high float64) func(*rng.Stream) (Interval, float64) {
		return func(s *rng.Stream) (Interval, float64) {
			p := s.Uniform(low, high)
			return Proportion(trials(s, n, p), n, 0.95), p
		}
	}
	exponential := func(n int, p float64) func(*rng.Stream) (Interval, float64) {
		return func(s *rng.Stream) (Interval, float64) {
			return Quantile(sample(n, s.Exp), p, 0.95), -math.Log1p(-p)
		}
	}
	normal := func(n int, p float64) func(*rng.Stream) (Interval, float64) {
		return func(s *rng.Stream) (Interval, float64) {
			return Quantile(sample(n, gauss(s)), p, 0.95), 7 + 2*distuv.UnitNormal.Quantile(p)
		}
	}
	for _, c := range []struct {
		name  string
		study func(*rng.Stream) (Interval, float64)
	}{
		{"mean of 3 normal values", mean(3)},
		{"mean of 10 normal values", mean(10)},
		{"mean of 30 normal values", mean(30)},
		{"proportion of 30 trials", proportion(30, 0.05, 0.95)},
		{"proportion of 100 trials", proportion(100, 0.02, 0.98)},
		{"proportion of 1,000 trials", proportion(1000, 0, 0.1)},
		{"median of 10 exponential values", exponential(10, 0.5)},
		{"median of 30 exponential values", exponential(30, 0.5)},
		{"0.9-quantile of 50 exponential values", exponential(50, 0.9)},
		{"0.95-quantile of 100 exponential values", exponential(100, 0.95)},
		{"0.1-quantile of 60 exponential values", exponential(60, 0.1)},
		{"median of 12 normal values", normal(12, 0.5)},
		{"0.75-quantile of 30 normal values", normal(30, 0.75)},
		{"paired difference", func(s *rng.Stream) (Interval, float64) {
			a, b := make([]float64, 10), make([]float64, 10)
			for i := range a {
				shared := 5 * s.Normal()
				a[i], b[i] = shared+s.Normal(), shared+3+2*s.Normal()
			}
			return Paired(a, b, 0.95).Difference, -3
		}},
		{"difference of cells with other variances", func(s *rng.Stream) (Interval, float64) {
			a := sample(8, s.Normal)
			b := sample(15, func() float64 { return 2 + 4*s.Normal() })
			return Welch(a, b, 0.95).Difference, -2
		}},
		{"batch means", func(s *rng.Stream) (Interval, float64) {
			return BatchMeans(autoregressive(s, 1600, 0.5), 16, 0.95).Mean, 0
		}},
	} {
		got := coverage(c.name, c.study)
		t.Logf("%s: %.2f %%", c.name, 100*got)
		if math.Abs(got-0.95) > 0.015 {
			t.Errorf("%s: covers in %.2f %% of studies, want 95 +- 1.5 %%", c.name, 100*got)
		}
	}
}

// trials counts the successes of n trials.
func trials(s *rng.Stream, n int, p float64) int {
	successes := 0
	for range n {
		if s.Float64() < p {
			successes++
		}
	}
	return successes
}

// For one p the coverage of Wilson's interval is a sum of binomial
// probabilities. It swings around 95 %; averaged over p from 0 to 1 it falls
// from 0.955 at 5 trials to 0.951 at 100 (Agresti and Coull, Approximate is
// better than "exact" for interval estimation of binomial proportions, The
// American Statistician 52, 1998, table 1).
func TestExactCoverageOfWilson(t *testing.T) {
	exact := func(n int, p float64) float64 {
		law, sum := distuv.Binomial{N: float64(n), P: p}, 0.0
		for x := range n + 1 {
			if Proportion(x, n, 0.95).Contains(p) {
				sum += law.Prob(float64(x))
			}
		}
		return sum
	}
	for _, c := range []struct {
		n    int
		want float64
	}{{5, 0.955}, {30, 0.952}, {50, 0.952}, {100, 0.951}} {
		mean := 0.0
		const places = 1000
		for i := range places {
			mean += exact(c.n, (float64(i)+0.5)/places) / places
		}
		near(t, "mean coverage", mean, c.want, 0.001)
	}
	for _, c := range []struct {
		n int
		p float64
	}{{20, 0.1}, {50, 0.5}, {100, 0.02}} {
		got := coverage("wilson", func(s *rng.Stream) (Interval, float64) {
			return Proportion(trials(s, c.n, c.p), c.n, 0.95), c.p
		})
		near(t, "coverage counted", got, exact(c.n, c.p), 0.02)
	}
}

// Coverages that comments warn of, where intervals do not keep what they say.
func TestCoverageThatComesShort(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	skewed := func(n int) float64 {
		return coverage("skewed", func(s *rng.Stream) (Interval, float64) { return Mean(sample(n, s.Exp), 0.95), 1 })
	}
	near(t, "mean of 10 exponential values", skewed(10), 0.90, 0.02)
	near(t, "mean of 40 exponential values", skewed(40), 0.933, 0.02)

	// Exponential values above an offset of four deviations, with a long tail and small beside their mean:
	// the deviation is 1/5 of the mean, and the best fixed number (1.96 x 0.2/0.05)^2 = 61.5.
	tailed := func(s *rng.Stream) func() float64 { return func() float64 { return 4 + s.Exp() } }
	stopped := func(least int) float64 {
		return coverage("stopped", func(s *rng.Stream) (Interval, float64) {
			values := sample(500, tailed(s))
			n, _ := Precision{Relative: 0.05, Confidence: 0.95, Min: least, Max: 500}.Need(Sample{Values: values})
			return Mean(values[:n], 0.95), 5
		})
	}
	near(t, "stopped from 15 on", stopped(15), 0.89, 0.02)
	near(t, "stopped from 50 on", stopped(50), 0.92, 0.02)
	fixed := coverage("fixed", func(s *rng.Stream) (Interval, float64) { return Mean(sample(62, tailed(s)), 0.95), 5 })
	near(t, "62 such values", fixed, 0.94, 0.02)

	naive := coverage("naive", func(s *rng.Stream) (Interval, float64) {
		return Mean(autoregressive(s, 400, 0.5), 0.95), 0
	})
	// The variance of the mean is (1+phi)/(1-phi) = 3 times what is taken for
	// it, so the interval reaches 1.96/sqrt(3) deviations: 74.2 %.
	near(t, "correlated values taken for independent", naive, 0.742, 0.04)
}
