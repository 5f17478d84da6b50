package gauge

import (
	"math"
	"slices"
)

// Spread is what several measurements of one thing came to. The median forgives the
// rounds in which the machine had something else to do.
type Spread struct {
	Median float64 `json:"median"`
	Low    float64 `json:"min"`
	High   float64 `json:"max"`
}

// SpreadOf returns the spread of the values. Of an even number the median is the mean
// of the two in the middle; of none all is NaN.
func SpreadOf(values []float64) Spread {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return Spread{math.NaN(), math.NaN(), math.NaN()}
	}
	return Spread{(sorted[(n-1)/2] + sorted[n/2]) / 2, sorted[0], sorted[n-1]}
}
