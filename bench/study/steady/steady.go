// Package steady finds the steady state of one long run: how much of its beginning is
// warm-up, and the mean behind that with an interval. Many runs are the business of
// bench/study; one long run pays its warm-up once.
//
// The warm-up ends where MSER-5 says (stats.MSER5), rounded up to three digits, so that
// it can be written as the key warmup of the scenario. Delays stand in the order in which
// their packets were offered, and what the key leaves out is what was offered before. The
// interval is that of batch means (stats.BatchMeans), of 30 batches, or of 20 or 10 where
// those would be short or the means of neighbouring ones correlated (Schmeiser, Batch size effects in the
// analysis of simulation output, Oper. Res. 30, 1982: more batches than 30 gain little,
// fewer than 10 cost).
//
// A run that is too short for one or the other is said to be: an Analysis has warnings.
//
// Begin with Observe, which collects the observations of a run as a tracer of
// measure.Run, and with Analyse.
//
// Left out: quantiles, for which batches have to be far longer; the age of information at
// the controllers of docking vehicles, which come to no steady state; and whether a
// longer run would find another one.
package steady

import (
	"fmt"
	"math"
	"slices"

	"halocline/bench/study/stats"
	"halocline/sim/trace"
)

// Observation is one value of a series.
type Observation struct {
	At    float64 // s; the warm-up leaves out what lies before its end
	Value float64
}

// Analysis is what is known of the steady state.
type Analysis struct {
	Observations int           `json:"observations"`
	Dropped      int           `json:"dropped"`  // of these, before the end of the warm-up
	Warmup       trace.Measure `json:"warmup_s"` // NaN where it was not found, and then so is all that follows
	Mean         trace.Measure `json:"mean_s"`
	Low          trace.Measure `json:"low_s"` // of the interval
	High         trace.Measure `json:"high_s"`
	Confidence   float64       `json:"confidence"`
	Batches      int           `json:"batches"`
	Size         int           `json:"batch_size"` // observations in a batch
	Lag1         trace.Measure `json:"lag1"`       // correlation of the means of neighbouring batches
	P            trace.Measure `json:"p"`          // that independent batches show as much of it
	Warnings     []string      `json:"warnings"`
}

// Fewest is how many observations it takes to look for a warm-up.
const Fewest = 50

// correlated is the P below which the means of batches are taken for correlated.
const correlated = 0.1

// Analyse looks for the steady state of a series, which is in the order of its times.
func Analyse(series []Observation, confidence float64) Analysis {
	nan := trace.Measure(math.NaN())
	a := Analysis{
		Observations: len(series), Confidence: confidence, Warnings: []string{},
		Warmup: nan, Mean: nan, Low: nan, High: nan, Lag1: nan, P: nan,
	}
	values := make([]float64, len(series))
	for i, o := range series {
		values[i] = o.Value
	}
	found := stats.MSER5(values)
	switch {
	case len(series) < Fewest:
		a.warn("%d observations are too few to look for a warm-up; it takes %d: make the run longer", len(series), Fewest)
		return a
	case !found.Found:
		a.warn("no end of the warm-up lies in the first half of the run: it is too short, or comes to no steady state, as where more is offered than can be sent, or its last values happen to be nearly alike; make it longer, offer less, or take another seed")
		return a
	}
	end := 0.0
	if found.Discard > 0 {
		end = roundedUp(series[found.Discard].At)
	}
	a.Warmup = trace.Measure(end)
	a.Dropped = slices.IndexFunc(series, func(o Observation) bool { return o.At >= end })
	if a.Dropped < 0 {
		a.Dropped = len(series)
	}
	a.batch(values[a.Dropped:])
	return a
}

// batch takes the mean of what is left, with its interval.
func (a *Analysis) batch(kept []float64) {
	const short = 10 // observations in a batch
	var b stats.Batches
	for _, a.Batches = range [...]int{30, 20, 10} {
		b = stats.BatchMeans(kept, a.Batches, a.Confidence)
		if b.Size >= short && !(b.P < correlated) { // it is NaN where all are equal
			break
		}
	}
	a.Size = b.Size
	a.Mean, a.Low, a.High = trace.Measure(b.Mean.Estimate), trace.Measure(b.Mean.Low), trace.Measure(b.Mean.High)
	a.Lag1, a.P = trace.Measure(b.Lag1), trace.Measure(b.P)
	if a.Size < short {
		a.warn("%d observations are left, %d in each of %d batches: too few; make the run longer", len(kept), a.Size, a.Batches)
	}
	if b.P < correlated {
		a.warn("the means of neighbouring batches are correlated (%.2f), so that the interval is too narrow; make the run longer. Where the scenario itself changes over time, as with nodes that drift or a tide, make a study of it, whose repetitions are independent", b.Lag1)
	}
}

func (a *Analysis) warn(format string, args ...any) {
	a.Warnings = append(a.Warnings, fmt.Sprintf(format, args...))
}

// roundedUp returns the least number of three digits that is not below x.
func roundedUp(x float64) float64 {
	if x <= 0 {
		return 0
	}
	decimals := 2 - int(math.Floor(math.Log10(x)))
	unit := math.Pow10(decimals)
	up := math.Ceil(x*unit*(1-1e-15)) / unit
	for up < x {
		up = (up*unit + 1) / unit
	}
	return up
}
