package stats

import (
	"fmt"
	"math"
	"slices"
)

// Spearman is the rank correlation of pairs (Spearman, The proof and measurement of association
// between two things, Am. J. Psychol. 15, 1904): Pearson's correlation of their ranks, where
// values that are equal share the mean of their ranks (Kendall, Rank Correlation Methods, 1948,
// chapter 3). It says how near y comes to rise with x, by whatever law; n is the number of pairs.
// It is NaN of fewer than two pairs, and where all values of a side are equal. There is no test
// with it: the cells of a study are chosen, and no sample of anything.
func Spearman(x, y []float64) (rho float64, n int) {
	if len(x) != len(y) {
		panic(fmt.Sprintf("stats: %d and %d values do not make pairs", len(x), len(y)))
	}
	var a, b []float64
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			a, b = append(a, x[i]), append(b, y[i])
		}
	}
	n = len(a)
	a, b = ranked(a), ranked(b)
	var products, squaresA, squaresB float64
	mean := float64(n+1) / 2
	for i := range a {
		products += (a[i] - mean) * (b[i] - mean)
		squaresA += (a[i] - mean) * (a[i] - mean)
		squaresB += (b[i] - mean) * (b[i] - mean)
	}
	return products / math.Sqrt(squaresA*squaresB), n // of no spread 0/0
}

// ranked returns the rank of each value, from 1; equal ones share the mean of theirs.
func ranked(values []float64) []float64 {
	sorted := slices.Sorted(slices.Values(values))
	out := make([]float64, len(values))
	for i, v := range values {
		below, _ := slices.BinarySearch(sorted, v)
		equal := 0
		for ; below+equal < len(sorted) && sorted[below+equal] == v; equal++ {
		}
		out[i] = float64(below) + float64(equal+1)/2
	}
	return out
}
