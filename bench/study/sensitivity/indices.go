package sensitivity

import "halocline/bench/study/stats"

// index is what a factor does to the variance of a run.
type index struct {
	First stats.Interval // share of the variance that the factor makes by itself, S1
	Total stats.Interval // share that it makes by itself and together with others, ST
}

// Indices are the Sobol indices of all factors.
//
// Where points are repeated, ST leaves out what a factor does to chance alone. Where they are not, it
// holds that too.
type Indices struct {
	Factors []index
	Chance
}

// Indices estimates Sobol indices from the values of each point's repetitions. A value that is NaN or
// infinite, or a missing repetition, takes its row away.
//
// With f of a point, A, B and AB, which is A with the factor of B, and V the variance of f: S1 is
// E(f(B) (f(AB) - f(A))) / V (Saltelli et al. 2010, table 2, b), ST is E((f(A) - f(AB))^2) / 2V (Jansen,
// Computer Physics Communications 117, 1999; there, f).
func (d Design) Indices(values [][]float64, confidence float64) Indices {
	rows, left := d.complete(values)
	out := Indices{Chance: chanceOf(rows, left, confidence)}
	for j := range d.Factors {
		var first, whole [][]float64
		for _, r := range rows {
			a, b, ab := r.values[0], r.values[d.Factors+1], r.values[1+j]
			total := (square(a) + square(b)) / 2
			saltelli := mean(b) * (mean(ab) - mean(a))
			toJansen := (square(a)-square(ab))/2 + mean(a)*mean(b)
			first = append(first, []float64{saltelli, total, toJansen})
			whole = append(whole, []float64{apart(difference(a, ab)) / 2, total})
		}
		out.Factors = append(out.Factors, index{jackknife(first, confidence, alone), jackknife(whole, confidence, ratio)})
	}
	return out
}

// apart returns the mean product of two different repetitions, whose chance is independent, so that its
// expectation is the square of theirs. Of one repetition it is the square.
func apart(values []float64) float64 {
	n := float64(len(values))
	if n == 1 {
		return values[0] * values[0]
	}
	return (n*mean(values)*mean(values) - square(values)) / (n - 1)
}

// alone estimates S1. Saltelli's estimator is precise for small indices and that of Jansen, 1 - E((f(B) -
// f(AB))^2) / 2V, for large ones. The sums hold what leads from one to the other, whose expectation is 0.
// It is added for the part of it that is the index.
func alone(sums []float64) float64 {
	share := ratio(sums)
	return share + min(1, max(0, share))*sums[2]/sums[1]
}
