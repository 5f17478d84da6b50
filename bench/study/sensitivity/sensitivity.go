// Package sensitivity says which factors of a model matter. It draws points at which the model is run, and
// turns what the runs gave into elementary effects or into Sobol indices.
//
// Sources: Morris, Technometrics 33, 1991, and Campolongo, Cariboni and Saltelli, Environmental Modelling
// & Software 22, 2007, of effects; Saltelli et al., Computer Physics Communications 181, 2010, of indices.
//
// A factor is a number from 0 to 1, each as likely; the caller makes of it what the model takes. A model
// may be random: points that are compared with each other, a block, have common seeds, and each point is
// repeated with others. Products are taken between repetitions, whose chance is independent. So indices are those
// of the mean response, and what chance adds is a share of its own.
//
// Begin with Design.Draw, then Design.Effects or Design.Indices.
//
// Intervals are Student's over whole rows of the design: of elementary effects directly, of indices by
// the jackknife. See the test of their coverage for why rows come from a Latin hypercube.
//
// Left out: dependent factors, indices of second order, and designs that grow.
package sensitivity

import (
	"math"
	"slices"

	"halocline/bench/study/stats"
	"halocline/sim/rng"
)

// Method is how factors are judged.
type Method string

// The methods.
const (
	Morris Method = "morris" // elementary effects along trajectories
	Sobol  Method = "sobol"  // shares of the variance
)

// Design is a set of points in the unit cube of the factors, in rows. Points of a row stand next to
// each other.
//
// A row of Morris is a trajectory of Factors + 1 points, each of which differs from the one before it in
// one factor. A row of Sobol has Factors + 2 points: one of a sample A, those that differ from it in one
// factor, which has the value of a sample B, and the point of B.
type Design struct {
	Method  Method
	Rows    int
	Factors int
	Seed    uint64
}

// points returns the number of points of a row.
func (d Design) points() int {
	if d.Method == Morris {
		return d.Factors + 1
	}
	return d.Factors + 2
}

// Size returns the number of points.
func (d Design) Size() int { return d.Rows * d.points() }

// Block returns the block of a point: runs of one block have common seeds. The point of B has a block of
// its own, so that its chance is independent of that of A.
func (d Design) Block(point int) int {
	row, at := point/d.points(), point%d.points()
	if d.Method == Morris {
		return row
	}
	if at == d.Factors+1 {
		return 2*row + 1
	}
	return 2 * row
}

// Draw returns the points, each with a number from 0 to 1 for each factor.
func (d Design) Draw() [][]float64 {
	stream := rng.New(d.Seed).Stream("sensitivity/" + string(d.Method))
	if d.Method == Morris {
		return d.trajectories(stream)
	}
	return d.radii(stream)
}

// The grid of Morris has 4 levels, and a step of 2/3, so that all levels are equally likely (Morris 1991,
// section 3).
const step = 2.0 / 3

// trajectories draws the points of Morris.
func (d Design) trajectories(stream *rng.Stream) [][]float64 {
	var out [][]float64
	for range d.Rows {
		at := make([]float64, d.Factors)
		for j := range at {
			at[j] = float64(stream.Intn(2))/3 + step*float64(stream.Intn(2))
		}
		out = append(out, slices.Clone(at))
		for _, j := range shuffled(stream, d.Factors) {
			if at[j] < 0.5 {
				at[j] += step
			} else {
				at[j] -= step
			}
			out = append(out, slices.Clone(at))
		}
	}
	return out
}

// radii draws the points of Sobol. Both samples are one Latin hypercube of twice the factors (McKay,
// Beckman and Conover, Technometrics 21, 1979).
func (d Design) radii(stream *rng.Stream) [][]float64 {
	columns := make([][]float64, 2*d.Factors)
	for j := range columns {
		columns[j] = make([]float64, d.Rows)
		for i, cell := range shuffled(stream, d.Rows) {
			columns[j][i] = (float64(cell) + stream.Float64()) / float64(d.Rows)
		}
	}
	point := func(row int, fromB func(factor int) bool) []float64 {
		out := make([]float64, d.Factors)
		for j := range out {
			out[j] = columns[j][row]
			if fromB(j) {
				out[j] = columns[d.Factors+j][row]
			}
		}
		return out
	}
	var out [][]float64
	for i := range d.Rows {
		out = append(out, point(i, func(int) bool { return false }))
		for j := range d.Factors {
			out = append(out, point(i, func(factor int) bool { return factor == j }))
		}
		out = append(out, point(i, func(int) bool { return true }))
	}
	return out
}

// shuffled returns the numbers below n in random order (Durstenfeld, Algorithm 235, CACM 7, 1964).
func shuffled(stream *rng.Stream, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := stream.Intn(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// Chance is what the seeds do.
type Chance struct {
	Share stats.Interval // of the variance of a run; its estimate is NaN where points are not repeated
	Used  int            // rows
	Left  int            // rows of which a run has no value
}

// row is a row of a design all of whose runs have a value.
type row struct {
	first  int         // point
	values [][]float64 // by point, then by repetition; less the mean of all
}

// complete returns the rows all of whose runs have a value, and the number of others.
func (d Design) complete(values [][]float64) (rows []row, left int) {
	repetitions := 0
	for _, of := range values {
		repetitions = max(repetitions, len(of))
	}
	lacks := func(of []float64) bool {
		return len(of) < max(1, repetitions) || slices.ContainsFunc(of, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
	}
	var all []float64
	for first := 0; first < d.Size(); first += d.points() {
		of := values[first : first+d.points()]
		if slices.ContainsFunc(of, lacks) {
			left++
			continue
		}
		rows = append(rows, row{first, of})
		all = append(all, slices.Concat(of...)...)
	}
	centre := stats.Summarise(all).Mean
	for i := range rows {
		centred := make([][]float64, d.points())
		for p, of := range rows[i].values {
			for _, v := range of {
				centred[p] = append(centred[p], v-centre)
			}
		}
		rows[i].values = centred
	}
	return rows, left
}

// chanceOf estimates what the seeds do.
func chanceOf(rows []row, left int, confidence float64) Chance {
	var sums [][]float64
	for _, r := range rows {
		within, total := 0.0, 0.0
		for _, of := range r.values {
			sd := stats.Summarise(of).SD
			within, total = within+sd*sd, total+square(of)
		}
		sums = append(sums, []float64{within, total})
	}
	return Chance{jackknife(sums, confidence, ratio), len(rows), left}
}

// square returns the mean of the squares.
func square(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v * v
	}
	return sum / float64(len(values))
}

// mean returns the mean.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// difference returns a less b, by repetition.
func difference(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for r := range out {
		out[r] = a[r] - b[r]
	}
	return out
}

// jackknife estimates a function of means over rows, with Student's interval over the pseudo-values
// (Tukey 1958; Miller, Biometrika 61, 1974, section 2). Each row has as many numbers.
func jackknife(rows [][]float64, confidence float64, of func(sums []float64) float64) stats.Interval {
	if len(rows) == 0 {
		return stats.Mean(nil, confidence)
	}
	sums := make([]float64, len(rows[0]))
	for _, row := range rows {
		for i, x := range row {
			sums[i] += x
		}
	}
	n, all := float64(len(rows)), of(sums)
	pseudo, rest := make([]float64, len(rows)), make([]float64, len(sums))
	for k, row := range rows {
		for i, x := range row {
			rest[i] = sums[i] - x
		}
		pseudo[k] = n*all - (n-1)*of(rest)
	}
	return stats.Mean(pseudo, confidence)
}

// ratio is the ratio of two means, NaN where the rows do not vary.
func ratio(sums []float64) float64 { return sums[0] / sums[1] }
