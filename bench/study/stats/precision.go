package stats

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

// repetitions returns how many repetitions it takes until Student's interval
// for the mean is at most halfWidth to either side, if the standard deviation
// is sd: the smallest n of at least 2 with t(n-1) sd/sqrt(n) <= halfWidth. For
// a relative half-width the caller multiplies it by the mean.
//
// It plans, it does not promise: the deviation of the next runs differs from
// that of the pilot runs. An sd that is not finite, and a number beyond 2^52,
// give math.MaxInt.
func repetitions(sd, halfWidth, confidence float64) int {
	checkConfidence(confidence)
	if !(halfWidth > 0) || sd < 0 {
		panic(fmt.Sprintf("stats: no number of repetitions leads from the deviation %g to the half-width %g", sd, halfWidth))
	}
	const most = 1 << 52
	large := math.Pow(normal(confidence)*sd/halfWidth, 2) // n of the normal law
	if !(large < most) {
		return math.MaxInt
	}
	fits := func(n int) bool {
		return Summary{Used: n, SD: sd}.halfWidth(confidence) <= halfWidth
	}
	end := 2 + int(large)
	for !fits(end) {
		end *= 2
	}
	return 2 + sort.Search(end-2, func(k int) bool { return fits(2 + k) })
}

// Precision says when the repetitions of a cell are enough: when the interval of
// every metric is narrow enough.
//
// It is looked at after Min repetitions, and then each time when there are a tenth more, not after each
// one: each look is another chance to stop at a lucky interval, which costs coverage. As intervals get
// narrow, nothing is lost (Chow and Robbins, On the asymptotic theory of fixed-width sequential
// confidence intervals for the mean, Ann. Math. Statist. 36, 1965; relative to the mean: Nadas, An
// extension of a theorem of Chow and Robbins, Ann. Math. Statist. 40, 1969). With few values Min bounds
// the loss (Law, Simulation Modeling and Analysis, 5th ed. 2015, section 9.4.1, from 10 on).
//
// From 15 on, intervals of 95 % that are to be 5 % of the mean cover in 93 to 95 % of studies, and take
// 1.25 times the runs of the best fixed number at most: with normal values, with exponential ones, and
// with shares from 0.5 to 0.95. Values with a long tail whose deviation is small beside the mean are the
// exception: exponential ones above an offset of four deviations are covered in 89 %. A fixed number covers
// them in 94 %, and a Min of 50 in 92 %.
//
// A metric that is the same in the first Min runs has an interval without width, and is taken as known,
// unless it is a share.
type Precision struct {
	Relative   float64 // half-width over the size of the mean; 0 for none
	Absolute   float64 // half-width in the unit of the metric; 0 for none. Either one is enough
	Confidence float64
	Min, Max   int // repetitions, 2 <= Min <= Max
}

// Sample is the values of one metric in the order of the repetitions.
type Sample struct {
	Values []float64
	Share  bool // values of 0 and 1, whose mean has the interval of Wilson in place of Student's
}

// Interval estimates the mean.
func (s Sample) Interval(confidence float64) Interval {
	if i, trials := Share(s.Values, confidence); s.Share && trials {
		return i
	}
	return Mean(s.Values, confidence)
}

// Need returns how many repetitions it takes before the precision is looked at next, and false; or the
// number that is enough, and true: the first one at which it was looked at and every metric was precise
// enough, or Max.
//
// The values stand in the order of the repetitions. So the number depends on
// them alone, and not on the order in which workers were ready: values beyond it
// do not count.
func (p Precision) Need(samples ...Sample) (repetitions int, enough bool) {
	p.check(samples)
	for n := p.Min; ; n = min(n+(n+9)/10, p.Max) {
		if len(samples) == 0 || n > len(samples[0].Values) {
			return n, false
		}
		if n == p.Max || p.Met(n, samples...) {
			return n, true
		}
	}
}

// Met tells whether the first n values, of which each metric needs Min that are not missing, are precise
// enough.
func (p Precision) Met(n int, samples ...Sample) bool {
	return !slices.ContainsFunc(samples, func(s Sample) bool { return !p.known(Sample{s.Values[:n], s.Share}) })
}

// known tells whether the mean of a metric is precise enough.
func (p Precision) known(s Sample) bool {
	if i, trials := Share(s.Values, p.Confidence); s.Share && trials {
		return i.Used >= p.Min && i.HalfWidth() <= p.target(i.Estimate)
	}
	m := Summarise(s.Values)
	if m.Used < p.Min || normal(p.Confidence)*m.SD/math.Sqrt(float64(m.Used)) > p.target(m.Mean) {
		return false // t is larger than z, and takes longer to compute
	}
	return m.halfWidth(p.Confidence) <= p.target(m.Mean)
}

// Forecast returns the number of repetitions, from Min to Max, that the values
// so far of one metric let expect. Values that are missing are expected to go
// on missing at the rate so far.
func (p Precision) Forecast(values []float64) int {
	p.check([]Sample{{Values: values}})
	s := Summarise(values)
	target := p.target(s.Mean)
	if s.Used < 2 || !finite(s.SD) || target == 0 && s.SD > 0 {
		return p.Max
	}
	n := 2
	if s.SD > 0 {
		n = repetitions(s.SD, target, p.Confidence)
	}
	wanted := float64(max(n, p.Min)) * float64(len(values)) / float64(s.Used)
	return int(math.Ceil(math.Min(wanted, float64(p.Max))))
}

// target is the half-width that is enough.
func (p Precision) target(mean float64) float64 {
	return math.Max(p.Absolute, p.Relative*math.Abs(mean))
}

func (p Precision) check(samples []Sample) {
	checkConfidence(p.Confidence)
	if !(p.Relative >= 0 && p.Absolute >= 0 && p.Relative+p.Absolute > 0) || p.Min < 2 || p.Max < p.Min {
		panic(fmt.Sprintf("stats: %+v can never be met", p))
	}
	for _, s := range samples {
		if len(s.Values) != len(samples[0].Values) {
			panic(fmt.Sprintf("stats: metrics of %d and %d runs", len(s.Values), len(samples[0].Values)))
		}
	}
}
