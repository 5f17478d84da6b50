package bench

import "math"

// ticks returns the multiples of a round step from one value to another. There are
// five to ten steps between them.
func ticks(from, to float64) []float64 {
	step, slack := roundStep(from, to), 1e-9*(to-from)
	var at []float64
	for n := math.Ceil((from-slack)/step) + 0; n*step <= to+slack; n++ { // + 0: no -0
		at = append(at, n*step)
	}
	return at
}

// roundStep returns 1, 2 or 5 times a power of ten that makes five to ten steps.
func roundStep(from, to float64) float64 {
	rough := (to - from) / 10
	unit := math.Pow(10, math.Floor(math.Log10(rough)))
	for _, k := range []float64{1, 2, 5} {
		if k*unit >= rough*(1-1e-9) {
			return k * unit
		}
	}
	return 10 * unit
}
