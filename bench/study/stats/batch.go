package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Batches is the analysis of one long run in its steady state by batch means.
type Batches struct {
	Mean       Interval // Student's, over the batches: Used counts batches, Missing values
	Size       int      // values in a batch
	Dropped    int      // values at the beginning that fill no batch
	Lag1       float64  // correlation of neighbouring batch means
	VonNeumann float64  // sum of squared steps over sum of squared deviations: 2 if independent
	P          float64  // that independent batch means show as small a VonNeumann
}

// BatchMeans cuts a series into so many batches of equal size and takes the
// means of the batches for independent (Law, Simulation Modeling and Analysis,
// 5th ed. 2015, section 9.5.3). The values of the series have equal weight,
// such as samples at a fixed period; the warm-up has been cut off. What fills
// no batch is dropped at the beginning, nearest to the warm-up. Values that are
// missing are left out before the series is cut.
//
// Batches that are too short are correlated, and the interval is too narrow
// then. The ratio of von Neumann (Distribution of the ratio of the mean square
// successive difference to the variance, Ann. Math. Statist. 12, 1941) shows
// it: with C = 1 - ratio/2, C sqrt((k^2-1)/(k-2)) is about normal for k
// independent batches (Young, On randomness in ordered sequences, in the same
// volume), and positive correlation makes C large. Where P is small, say below
// 0.1, take fewer and longer batches; 10 to 30 are enough (Schmeiser, Batch
// size effects in the analysis of simulation output, Oper. Res. 30, 1982).
// Lag1, VonNeumann and P are NaN where the batches do not vary, and where they
// are fewer than three.
func BatchMeans(series []float64, batches int, confidence float64) Batches {
	checkConfidence(confidence)
	if batches < 2 {
		panic(fmt.Sprintf("stats: %d batches make no interval", batches))
	}
	present, missing := split(series)
	out := Batches{Size: len(present) / batches, Lag1: math.NaN(), VonNeumann: math.NaN(), P: math.NaN()}
	out.Dropped = len(present) - batches*out.Size
	means := batchMeans(present[out.Dropped:], out.Size)
	out.Mean = Mean(means, confidence)
	out.Mean.Missing = missing
	out.check(means)
	return out
}

// batchMeans returns the means of the batches that fit into the values. A size
// of 0 makes none.
func batchMeans(values []float64, size int) []float64 {
	if size == 0 {
		return nil
	}
	means := make([]float64, len(values)/size)
	for i := range means {
		means[i] = Summarise(values[i*size : (i+1)*size]).Mean
	}
	return means
}

// check looks for correlation among the means of the batches.
func (b *Batches) check(means []float64) {
	squares, steps, products := 0.0, 0.0, 0.0
	for i, x := range means {
		d := x - b.Mean.Estimate
		squares += d * d
		if i > 0 {
			before := means[i-1] - b.Mean.Estimate
			steps += (d - before) * (d - before)
			products += d * before
		}
	}
	if len(means) < 3 || !(squares > 0) {
		return
	}
	k := float64(len(means))
	b.Lag1, b.VonNeumann = products/squares, steps/squares
	b.P = distuv.UnitNormal.Survival((1 - b.VonNeumann/2) * math.Sqrt((k*k-1)/(k-2)))
}

// Truncation is where the warm-up of a series ends.
type Truncation struct {
	Discard int     // values to leave out at the beginning, missing ones among them
	Error   float64 // the statistic there, its smallest value
	Found   bool    // false: the series is too short to tell; Discard is no answer
}

// MSER5 finds the end of the warm-up by the marginal standard error rule on the
// means of batches of 5 values (White, An effective truncation heuristic for
// bias reduction in simulation output, Simulation 69, 1997; White, Cobb and
// Spratt, A comparison of five steady-state truncation heuristics for
// simulation, Winter Simulation Conference 2000): of k batches the first d are
// left out for which
//
//	sum over i > d of (Y(i) - mean of Y(d+1) to Y(k))^2 / (k-d)^2
//
// is smallest, the earliest of several. At least 5 batches are left, since a
// few values that happen to be alike make the statistic small (Hoad, Robinson
// and Davies, Automating warm-up length estimation, J. Oper. Res. Soc. 61,
// 2010). For the same reason batches at the end that are equal, as delays are
// while no packet has to wait, count as one of these 5, or they would make the
// statistic 0 by chance: but for those that fill half of the series, which is
// steady then. A minimum in the second half, or at the last place that equal ones
// leave, says that the series is too short, and so do fewer than 10 batches.
//
// Values that are missing are left out before the series is cut; what fills no
// batch at the end is not looked at.
func MSER5(series []float64) Truncation {
	const size, fewest = 5, 5 // values in a batch; batches left for the statistic
	present, _ := split(series)
	means := batchMeans(present, size)
	k := len(means)
	out := Truncation{Error: math.NaN()}
	if k < 2*fewest {
		return out
	}
	last, latest := k-fewest, k/2 // place that is looked at, and place that is believed
	if n := alike(means); n > 1 && n < k-k/2 {
		last = k - n - (fewest - 1)
		latest = min(latest, last-1)
	}
	best, tail := 0, moments{}
	for d := k - 1; d >= 0; d-- {
		tail.add(means[d])
		left := float64(k - d)
		if e := tail.squares / (left * left); d <= last && !(e > out.Error) {
			best, out.Error = d, e
		}
	}
	out.Found = best <= latest && finite(out.Error)
	if best > 0 {
		out.Discard = place(series, best*size)
	}
	return out
}

// alike returns how many values at the end are equal.
func alike(values []float64) int {
	last := len(values) - 1
	n := 1
	for n <= last && values[last-n] == values[last] {
		n++
	}
	return n
}

// place returns the index in the series of the n-th value, from 0, that is not
// missing.
func place(series []float64, n int) int {
	for i, x := range series {
		if math.IsNaN(x) {
			continue
		}
		if n == 0 {
			return i
		}
		n--
	}
	return len(series)
}
