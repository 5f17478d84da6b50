package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Comparison is the difference of two means, the first less the second, with
// Student's test that there is none.
//
// Where neither side varies there is no test: P is 1 if the means are equal and
// 0 if not, and Freedom is NaN. P is NaN where the interval is not bounded.
type Comparison struct {
	Difference Interval
	T, Freedom float64
	P          float64 // two-sided
}

// Paired compares two cells that ran on the same random numbers: a[i] and b[i]
// come from the same repetition. The differences of the pairs are treated as
// one sample (Law, Simulation Modeling and Analysis, 5th ed. 2015, section
// 10.2.1).
func Paired(a, b []float64, confidence float64) Comparison {
	if len(a) != len(b) {
		panic(fmt.Sprintf("stats: %d and %d values do not make pairs", len(a), len(b)))
	}
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = a[i] - b[i]
	}
	s := Summarise(differences)
	return compare(s.Interval(confidence), s.SD/math.Sqrt(float64(s.Used)), float64(s.Used-1))
}

// Welch compares two cells that ran on random numbers of their own, and whose
// variances may differ (Welch, The generalization of Student's problem when
// several different population variances are involved, Biometrika 34, 1947).
// The degrees of freedom are those of Satterthwaite (An approximate
// distribution of estimates of variance components, Biometrics Bulletin 2,
// 1946):
//
//	(va + vb)^2 / (va^2/(na-1) + vb^2/(nb-1)),  va = sa^2/na, vb = sb^2/nb
func Welch(a, b []float64, confidence float64) Comparison {
	return welch(Summarise(a), Summarise(b), confidence)
}

func welch(a, b Summary, confidence float64) Comparison {
	checkConfidence(confidence)
	va, vb := a.SD*a.SD/float64(a.Used), b.SD*b.SD/float64(b.Used)
	d := unbounded(a.Mean-b.Mean, confidence, a.Used+b.Used, a.Missing+b.Missing)
	err := math.Sqrt(va + vb)
	if err == 0 {
		d.Low, d.High = d.Estimate, d.Estimate
	}
	if err == 0 || !finite(err) {
		return compare(d, err, math.NaN())
	}
	share := va / (va + vb) // so that squares of tiny variances do not vanish
	freedom := 1 / (share*share/float64(a.Used-1) + (1-share)*(1-share)/float64(b.Used-1))
	if half := student(freedom, confidence) * err; finite(half) {
		d.Low, d.High = d.Estimate-half, d.Estimate+half
	}
	return compare(d, err, freedom)
}

// compare adds the test to a difference with this standard error.
func compare(d Interval, err, freedom float64) Comparison {
	c := Comparison{d, d.Estimate / err, freedom, math.NaN()}
	switch {
	case !d.Bounded():
		c.T, c.Freedom = math.NaN(), math.NaN()
	case err == 0 && d.Estimate == 0:
		c.T, c.Freedom, c.P = 0, math.NaN(), 1
	case err == 0:
		c.Freedom, c.P = math.NaN(), 0
	default:
		c.P = 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.CDF(-math.Abs(c.T))
	}
	return c
}

// Holm adjusts the p-values of several tests so that each can be held against
// the wished probability of even one false alarm among them (Holm, A simple
// sequentially rejective multiple test procedure, Scand. J. Statist. 6, 1979):
// of m values in increasing order the i-th becomes the largest of (m+1-j) p(j)
// over j <= i, at most 1. The tests may depend on each other. The order of the
// result is that of the argument. A NaN is a test that was not made: it stays
// NaN and does not count.
func Holm(p []float64) []float64 {
	rank := make([]int, 0, len(p))
	for i, x := range p {
		if x < 0 || x > 1 {
			panic(fmt.Sprintf("stats: %g is no p-value", x))
		}
		if !math.IsNaN(x) {
			rank = append(rank, i)
		}
	}
	slices.SortStableFunc(rank, func(i, j int) int {
		switch {
		case p[i] < p[j]:
			return -1
		case p[i] > p[j]:
			return 1
		}
		return 0
	})
	adjusted := slices.Clone(p)
	largest := 0.0
	for k, i := range rank {
		largest = math.Max(largest, math.Min(1, float64(len(rank)-k)*p[i]))
		adjusted[i] = largest
	}
	return adjusted
}
