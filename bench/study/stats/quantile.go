package stats

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// Median estimates the median as Quantile does.
func Median(values []float64, confidence float64) Interval {
	return Quantile(values, 0.5, confidence)
}

// Quantile estimates the p-quantile without assuming a law, with an interval
// between interpolated order statistics (Hettmansperger and Sheather,
// Confidence intervals based on interpolated order statistics, Statist. Probab.
// Lett. 4, 1986, for the median; Nyblom, Note on interpolated order statistics,
// ibid. 14, 1992, for any quantile). Either end is missed with probability (1 -
// confidence)/2. At 95 % the coverage is between 94.2 % and 95.2 % for uniform,
// normal and exponential values. Where the law is discrete it can be that of
// the next narrower pair of values.
//
// The values bound the quantile from below if (1-p)^n <= (1 - confidence)/2,
// and from above if p^n is as small; the median needs 6 values at 95 %, the
// 0.95-quantile 72. With fewer the end is infinite.
//
// The estimate is the definition 7 of Hyndman and Fan (Sample quantiles in
// statistical packages, The American Statistician 50, 1996), the default of R
// and NumPy. It depends on two order statistics alone, so with so few values
// that an end is infinite, or at a low confidence, it can lie outside the
// interval.
func Quantile(values []float64, p, confidence float64) Interval {
	checkConfidence(confidence)
	if !(p > 0 && p < 1) {
		panic(fmt.Sprintf("stats: a quantile lies between 0 and 1, and %g does not", p))
	}
	sorted, missing := split(values)
	slices.Sort(sorted)
	out := unbounded(math.NaN(), confidence, len(sorted), missing)
	if out.Used > 0 {
		out.Estimate = sortedQuantile(sorted, p)
	}
	if i, weight := lowerBound(out.Used, p, (1+confidence)/2); i > 0 {
		out.Low = between(sorted[i-1], sorted[min(i, out.Used-1)], weight)
	}
	// An upper bound is a lower bound of the quantile 1-p of the negative
	// values.
	if i, weight := lowerBound(out.Used, 1-p, (1+confidence)/2); i > 0 {
		out.High = between(sorted[out.Used-i], sorted[max(out.Used-i-1, 0)], weight)
	}
	return out
}

// sortedQuantile is definition 7: the place from 0 to n-1 is (n-1)p.
func sortedQuantile(sorted []float64, p float64) float64 {
	i, fraction := math.Modf(p * float64(len(sorted)-1))
	return between(sorted[int(i)], sorted[min(int(i)+1, len(sorted)-1)], fraction)
}

// lowerBound returns the bound (1-w) X(i) + w X(i+1) that lies below the
// p-quantile with the given probability, for n values in increasing order. X(i)
// alone lies below it with a probability that is at least the given one. An i
// of 0 says that even the smallest value is no such bound.
//
// With b(i) = P(X(i) <= quantile), which falls with i,
//
//	w = 1 / (1 + i (1-p) (probability - b(i+1)) / ((n-i) p (b(i) - probability)))
//
// (Nyblom 1992; at p = 1/2 it is Hettmansperger and Sheather 1986). X(n) has no
// neighbour above; its w is 0.
func lowerBound(n int, p, probability float64) (i int, weight float64) {
	i = sort.Search(n, func(k int) bool { return atLeast(k+1, n, p) < probability })
	if i == 0 {
		return 0, 0
	}
	up := float64(n-i) * p * (atLeast(i, n, p) - probability)
	down := float64(i) * (1 - p) * (probability - atLeast(i+1, n, p))
	return i, up / (up + down)
}

// atLeast is the probability that i or more of n independent values lie below
// the p-quantile of their law, that is, that X(i) does.
func atLeast(i, n int, p float64) float64 {
	return distuv.Binomial{N: float64(n), P: 1 - p}.CDF(float64(n - i))
}

// between goes a part of the way from a to b. There is no part of the way from
// infinity.
func between(a, b, part float64) float64 {
	if part == 0 || math.IsInf(a, 0) {
		return a
	}
	return a + part*(b-a)
}
