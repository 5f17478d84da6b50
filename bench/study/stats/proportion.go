package stats

import (
	"fmt"
	"math"
)

// Proportion estimates a probability from independent trials, with the score
// interval of Wilson (Probable Inference, the Law of Succession, and
// Statistical Inference, J. Amer. Statist. Assoc. 22, 1927), method 3 of
// Newcombe (Two-sided confidence intervals for the single proportion,
// Statistics in Medicine 17, 1998):
//
//	(2np + z^2 -+ z sqrt(z^2 + 4np(1-p))) / 2(n + z^2)
//
// It is not continuity corrected. Its coverage swings around the nominal one
// with p and n; the mean over p is close to it.
func Proportion(successes, trials int, confidence float64) Interval {
	checkConfidence(confidence)
	if successes < 0 || successes > trials {
		panic(fmt.Sprintf("stats: %d successes in %d trials", successes, trials))
	}
	out := Interval{Low: 0, Estimate: math.NaN(), High: 1, Confidence: confidence, Used: trials}
	if trials == 0 {
		return out
	}
	n, z := float64(trials), normal(confidence)
	p := float64(successes) / n
	middle, half := 2*n*p+z*z, z*math.Sqrt(z*z+4*n*p*(1-p))
	out.Estimate = p
	out.Low = (middle - half) / (2 * (n + z*z))
	if successes < trials { // at n it is 1, without round-off
		out.High = (middle + half) / (2 * (n + z*z))
	}
	return out
}

// Share estimates the probability of 1 from values that are all 0 or 1, as
// Proportion does. It reports false where another value is among them, and
// where there is none at all: such values are no trials.
func Share(values []float64, confidence float64) (Interval, bool) {
	present, missing := split(values)
	successes := 0
	for _, x := range present {
		if x != 0 && x != 1 {
			return Interval{}, false
		}
		successes += int(x)
	}
	out := Proportion(successes, len(present), confidence)
	out.Missing = missing
	return out, len(present) > 0
}
