// Package boundary finds where the mean of a metric crosses a threshold along an axis, such as the current
// at which 95 % of vehicles still dock, with far fewer runs than a grid takes.
//
// Runs are made in rounds. The first goes over the whole axis. Each later one, of a quarter of the runs before it,
// goes to five places about the boundary as it is known by then, two half-widths of its interval to either side.
// What a round has follows from the values of those before alone, so workers and interruptions change nothing.
// Runs gather where the response is estimated to be at the threshold, as those of stochastic approximation do:
// Robbins and Monro, A stochastic approximation method, Ann. Math. Statist. 22, 1951.
//
// Near the boundary the response is a straight line: of the logit where the values are 0 and 1, and of the mean
// with normal noise otherwise. The interval holds the boundaries that the likelihood ratio does not refuse, at
// any slope. For normal values that is Fieller's (Some problems in interval estimation, J. R. Statist. Soc. B 16, 1954).
//
// Begin with Search.Next. Left out: responses that rise and fall, boundaries in two dimensions, and noise that
// changes much within a few half-widths.
package boundary

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Search says what is looked for.
type Search struct {
	Places     []float64 // at which runs can be made, rising
	At         float64   // the threshold
	Share      bool      // values are 0 or 1
	Within     float64   // wished half-width of the interval, in the unit of the places
	Confidence float64
	Max        int // runs
}

// State says what has become of a search.
type State string

// The states.
const (
	Open  State = "open"  // runs are to be made
	Found State = "found" // the interval is as narrow as wished
	Ended State = "ended" // it is not, and all runs are made
	None  State = "none"  // the boundary is not between the first and the last place, with the confidence
)

// Result is what is known of the boundary.
type Result struct {
	State               State
	Low, Estimate, High float64
	Runs                int // so far
}

// Rounds of a search.
const (
	firstPlaces = 9 // of the first round
	firstRuns   = 8 // at each
	least       = 4 // runs at each place of a round
	growth      = 4 // a round has this part of the runs before it
)

// Next returns how many runs each place needs for the next round, those of earlier rounds included; with
// another state than Open, how many there are to be in all. Values returns those of the first n runs at a
// place, NaN for a run without one, or fewer where some are still to be made; others do not count.
func (s Search) Next(values func(place, n int) []float64) ([]int, Result) {
	s.check()
	need := make([]int, len(s.Places))
	for i := range firstPlaces {
		need[i*(len(s.Places)-1)/(firstPlaces-1)] = firstRuns
	}
	known := make([][]float64, len(s.Places))
	found := Result{Low: math.Inf(-1), High: math.Inf(1)}
	for {
		total, whole := 0, true
		for i, n := range need {
			total += n
			if len(known[i]) < n {
				known[i] = values(i, n)
				whole = whole && len(known[i]) == n
			}
		}
		if !whole {
			return need, Result{State: Open, Low: math.NaN(), Estimate: math.NaN(), High: math.NaN(), Runs: total}
		}
		found = s.judge(known, need, found)
		if found.Runs = total; found.State != Open {
			return need, found
		}
		s.place(need, found)
	}
}

// judge tells where the boundary is by the values that the rounds so far have, and by where it was before the
// last of them.
func (s Search) judge(values [][]float64, need []int, before Result) Result {
	// Far from the boundary the response is not a straight line: once it is known where it is, only what is near counts.
	data := gather(s, values, need)
	r := data.interval(s)
	if local := data.near(before); len(local.points) > 2 {
		if in := local.interval(s); in.bounded() {
			r = in
		}
	}
	// Where the response bends much, the line may say what the values at single places refute.
	a, b := data.between(s.At)
	if bent := r.High < a || r.Low > b; bent && a < b {
		r = Result{Low: a, Estimate: (a + b) / 2, High: b}
	}
	first, last := s.Places[0], s.Places[len(s.Places)-1]
	switch {
	case r.High < first || r.Low > last:
		r.State = None
	case r.High-r.Low <= 2*s.Within && before.High-before.Low <= 2*(r.High-r.Low): // or it rests on values that are far from it
		r.State = Found
	default:
		r.State = s.ended(need)
	}
	return r
}

// bounded tells whether the interval has two ends.
func (r Result) bounded() bool { return !math.IsInf(r.Low, 0) && !math.IsInf(r.High, 0) }

// ended tells whether all runs are made.
func (s Search) ended(need []int) State {
	total := 0
	for _, n := range need {
		total += n
	}
	if total >= s.Max {
		return Ended
	}
	return Open
}

// place adds the runs of the next round, at five places: the centre of the interval, its ends, and as far
// beyond them again.
func (s Search) place(need []int, r Result) {
	total := 0
	for _, n := range need {
		total += n
	}
	first, last := s.Places[0], s.Places[len(s.Places)-1]
	low, high := max(r.Low, first), min(r.High, last)
	runs := max(least, (total/growth+4)/5)
	for k := range 5 {
		x := (low+high)/2 + float64(k-2)*(high-low)/2
		i := s.nearest(x)
		need[i] += min(runs, max(0, s.Max-total))
		total += min(runs, max(0, s.Max-total))
	}
}

// nearest returns the place nearest to x.
func (s Search) nearest(x float64) int {
	i, _ := slices.BinarySearch(s.Places, x)
	if i == len(s.Places) || i > 0 && x-s.Places[i-1] <= s.Places[i]-x {
		i--
	}
	return i
}

func (s Search) check() {
	if len(s.Places) < firstPlaces || !(s.Within > 0) || !slices.IsSorted(s.Places) || s.Share && !(s.At > 0 && s.At < 1) || s.Max < firstPlaces*firstRuns {
		panic(fmt.Sprintf("boundary: no search over %d places for %g within %g by %d runs", len(s.Places), s.At, s.Within, s.Max))
	}
}

// point is the values of one place.
type point struct {
	x, n, mean float64
	squares    float64 // sum of squared deviations from the mean
}

// sample is the values by place.
type sample struct {
	points []point
	share  bool
	rising bool
	slope  float64 // of the logit, where it was found last
}

// gather takes the values that the rounds so far have.
func gather(s Search, values [][]float64, need []int) *sample {
	out := &sample{share: s.Share}
	for i, n := range need {
		p := point{x: s.Places[i]}
		for _, v := range values[i][:n] {
			if !math.IsNaN(v) {
				p.n++
				d := v - p.mean
				p.mean += d / p.n
				p.squares += d * (v - p.mean)
			}
		}
		if p.n > 0 {
			out.points = append(out.points, p)
		}
	}
	out.rising = out.covariance() > 0
	return out
}

// covariance returns that of places and values, times their number.
func (d *sample) covariance() float64 {
	var n, x, y float64
	for _, p := range d.points {
		n, x, y = n+p.n, x+p.n*p.x, y+p.n*p.mean
	}
	var xy float64
	for _, p := range d.points {
		xy += p.n * (p.x - x/n) * (p.mean - y/n)
	}
	return xy
}

// between returns the last place at which the mean is surely before the threshold and the first at which it is
// surely beyond it, three standard errors away from it; infinite ends where there is none.
func (d *sample) between(at float64) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	for _, p := range d.points {
		variance := p.squares / (p.n - 1)
		if d.share {
			variance = at * (1 - at)
		}
		away := p.mean - at
		if !d.rising {
			away = -away
		}
		switch sure := 3 * math.Sqrt(variance/p.n); {
		case away < -sure:
			low = max(low, p.x)
		case away > sure:
			high = min(high, p.x)
		}
	}
	return low, high
}

// near returns the values at places within six half-widths of the middle of an interval.
func (d *sample) near(r Result) *sample {
	middle, half := (r.Low+r.High)/2, (r.High-r.Low)/2
	out := &sample{share: d.share, rising: d.rising}
	for _, p := range d.points {
		if math.Abs(p.x-middle) <= 6*half {
			out.points = append(out.points, p)
		}
	}
	return out
}

// interval returns the boundaries that the ratio of likelihoods does not refuse. An end that it does not bound is
// infinite.
func (d *sample) interval(s Search) Result {
	n := 0.0
	for _, p := range d.points {
		n += p.n
	}
	if len(d.points) < 2 || n < 3 {
		return Result{Low: math.Inf(-1), Estimate: math.NaN(), High: math.Inf(1)}
	}
	z := distuv.UnitNormal.Quantile((1 + s.Confidence) / 2)
	if !d.share {
		z = distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 2}.Quantile((1 + s.Confidence) / 2)
	}
	first, last := d.points[0].x, d.points[len(d.points)-1].x
	span := last - first
	best := d.best(s.At, first-span, last+span)
	lowest := d.lack(s.At, best)
	refused := func(x float64) bool {
		more := d.lack(s.At, x) - lowest
		if !d.share {
			more *= (n - 2) / lowest
		}
		return more > z*z
	}
	end := func(way float64) float64 {
		inner := 0.0
		for step := span / 1e4; ; step *= 1.5 {
			if step > 4*span {
				return math.Inf(int(way))
			}
			if refused(best + way*step) {
				for range 16 {
					if middle := (inner + step) / 2; refused(best + way*middle) {
						step = middle
					} else {
						inner = middle
					}
				}
				return best + way*inner
			}
			inner = step
		}
	}
	return Result{Low: end(-1), Estimate: best, High: end(1)}
}

// best returns the boundary of the greatest likelihood between two places.
func (d *sample) best(at, low, high float64) float64 {
	tried := []float64{low}
	for i, p := range d.points {
		if tried = append(tried, p.x); i+1 < len(d.points) {
			tried = append(tried, (p.x+d.points[i+1].x)/2)
		}
	}
	tried = append(tried, high)
	const most = 24
	if n := len(tried); n > most { // evenly among them, the ends included
		for i := range most {
			tried[i] = tried[i*(n-1)/(most-1)]
		}
		tried = tried[:most]
	}
	k, least := 0, math.Inf(1)
	for i, x := range tried {
		if v := d.lack(at, x); v < least {
			k, least = i, v
		}
	}
	a, b := tried[max(k-1, 0)], tried[min(k+1, len(tried)-1)]
	ratio := (math.Sqrt(5) - 1) / 2
	x1, x2 := b-ratio*(b-a), a+ratio*(b-a)
	y1, y2 := d.lack(at, x1), d.lack(at, x2)
	for range 24 {
		if y1 <= y2 {
			b, x2, y2 = x2, x1, y1
			x1 = b - ratio*(b-a)
			y1 = d.lack(at, x1)
		} else {
			a, x1, y1 = x1, x2, y2
			x2 = a + ratio*(b-a)
			y2 = d.lack(at, x2)
		}
	}
	return (a + b) / 2
}

// lack returns how badly a line through the threshold at x fits, with the best slope that it can have: the
// deviance of shares, and the sum of squares of others.
func (d *sample) lack(at, x float64) float64 {
	if !d.share {
		return d.squares(at, x)
	}
	// The logit is that of the threshold at x. The derivative of the log-likelihood falls with the slope.
	low, high := 0.0, 1e4/d.span()
	if first, _ := d.score(at, x, 0); first <= 0 {
		return d.deviance(at, x, 0)
	}
	slope := min(max(d.slope, 10/d.span()), high/2) // that of the last boundary that was tried is near
	for range 60 {
		first, second := d.score(at, x, slope)
		if first > 0 {
			low = slope
		} else {
			high = slope
		}
		next := slope + first/second
		if !(next > low && next < high) {
			next = (low + high) / 2
		}
		done := math.Abs(next-slope) <= 1e-6*slope
		if slope = next; done {
			break
		}
	}
	d.slope = slope
	return d.deviance(at, x, slope)
}

// span is the distance from the first place to the last.
func (d *sample) span() float64 { return d.points[len(d.points)-1].x - d.points[0].x }

// logit returns the logit at a place for a slope and the threshold at x, and how far the place is from x, to the
// side where the response is greater.
func (d *sample) logit(at, x, slope, place float64) (eta, u float64) {
	if u = place - x; !d.rising {
		u = -u
	}
	return math.Log(at/(1-at)) + slope*u, u
}

// score returns the derivative of the log-likelihood by the slope, and the size of the second one.
func (d *sample) score(at, x, slope float64) (first, second float64) {
	for _, p := range d.points {
		eta, u := d.logit(at, x, slope, p.x)
		q := 1 / (1 + math.Exp(-eta))
		first += p.n * u * (p.mean - q)
		second += p.n * u * u * q * (1 - q)
	}
	return first, second
}

// deviance is -2 times the log-likelihood.
func (d *sample) deviance(at, x, slope float64) float64 {
	sum := 0.0
	for _, p := range d.points {
		eta, _ := d.logit(at, x, slope, p.x)
		sum += 2 * p.n * (softplus(eta) - p.mean*eta)
	}
	return sum
}

// softplus is log(1 + exp(x)).
func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

// squares returns the sum of squares about the best line through the threshold at x.
func (d *sample) squares(at, x float64) float64 {
	var xy, xx float64
	for _, p := range d.points {
		xy += p.n * (p.x - x) * (p.mean - at)
		xx += p.n * (p.x - x) * (p.x - x)
	}
	slope := xy / xx
	if slope > 0 != d.rising {
		slope = 0
	}
	sum := 0.0
	for _, p := range d.points {
		e := p.mean - at - slope*(p.x-x)
		sum += p.squares + p.n*e*e
	}
	return sum
}
