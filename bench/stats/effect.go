package stats

import (
	"math"
	"slices"
	"sort"
)

// CohenD is the difference of the means, the first less the second, in units of
// the pooled standard deviation (Cohen, Statistical Power Analysis for the
// Behavioral Sciences, 2nd ed. 1988, section 2.5). It is NaN where either side
// has fewer than two values, and where there is neither a difference nor a
// spread.
func CohenD(a, b []float64) float64 {
	d, _ := cohenD(Summarise(a), Summarise(b))
	return d
}

func cohenD(a, b Summary) (d, freedom float64) {
	fa, fb := float64(a.Used-1), float64(b.Used-1)
	pooled := math.Sqrt((fa*a.SD*a.SD + fb*b.SD*b.SD) / (fa + fb))
	return (a.Mean - b.Mean) / pooled, fa + fb
}

// HedgesG is Cohen's d without its bias in small samples (Hedges, Distribution
// theory for Glass's estimator of effect size and related estimators, J. Educ.
// Statist. 6, 1981), by the exact factor and not by its approximation 1 -
// 3/(4m-1).
func HedgesG(a, b []float64) float64 {
	d, freedom := cohenD(Summarise(a), Summarise(b))
	return d * hedgesFactor(freedom)
}

// hedgesFactor is gamma(m/2) / (sqrt(m/2) gamma((m-1)/2)) for m degrees of
// freedom.
func hedgesFactor(freedom float64) float64 {
	above, _ := math.Lgamma(freedom / 2)
	below, _ := math.Lgamma((freedom - 1) / 2)
	return math.Exp(above-below) / math.Sqrt(freedom/2)
}

// CliffDelta is the probability that a value of a is larger than one of b, less
// the probability that it is smaller: 1 where all of a lie above all of b, -1
// where all lie below (Cliff, Dominance statistics, Psychological Bulletin 114,
// 1993). It asks for no law and no unit. It is NaN where either side has no
// value.
func CliffDelta(a, b []float64) float64 {
	a, _ = split(a)
	b, _ = split(b)
	slices.Sort(b)
	sum := 0
	for _, x := range a {
		smaller := sort.Search(len(b), func(i int) bool { return b[i] >= x })
		larger := len(b) - sort.Search(len(b), func(i int) bool { return b[i] > x })
		sum += smaller - larger
	}
	return float64(sum) / (float64(len(a)) * float64(len(b)))
}
