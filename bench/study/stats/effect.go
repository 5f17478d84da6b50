package stats

import "math"

// HedgesG is the difference of the means, the first less the second, in units of
// the pooled standard deviation: Cohen's d (Statistical Power Analysis for the
// Behavioral Sciences, 2nd ed. 1988, section 2.5) without its bias in small
// samples (Hedges, Distribution theory for Glass's estimator of effect size and
// related estimators, J. Educ. Statist. 6, 1981), by the exact factor and not by
// its approximation 1 - 3/(4m-1). It is NaN where either side has fewer than two
// values, and where there is neither a difference nor a spread.
func HedgesG(a, b []float64) float64 {
	d, freedom := cohenD(Summarise(a), Summarise(b))
	return d * hedgesFactor(freedom)
}

// cohenD returns the difference with its bias, and the degrees of freedom.
func cohenD(a, b Summary) (d, freedom float64) {
	fa, fb := float64(a.Used-1), float64(b.Used-1)
	pooled := math.Sqrt((fa*a.SD*a.SD + fb*b.SD*b.SD) / (fa + fb))
	return (a.Mean - b.Mean) / pooled, fa + fb
}

// hedgesFactor is gamma(m/2) / (sqrt(m/2) gamma((m-1)/2)) for m degrees of
// freedom.
func hedgesFactor(freedom float64) float64 {
	above, _ := math.Lgamma(freedom / 2)
	below, _ := math.Lgamma((freedom - 1) / 2)
	return math.Exp(above-below) / math.Sqrt(freedom/2)
}
