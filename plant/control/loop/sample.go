package loop

import (
	"math"
	"slices"
)

// settled is how many time constants of the slowest pole an answer is followed for:
// exp(-60) of it is left then, which no double shows.
const settled = 60

// Sample returns the answer to a step at times in s of at least 0. It is exact where the
// loop is a quotient of polynomials. With an exact delay it lies on a straight line
// between steps of a five-hundredth of the fastest time constant.
func (l Loop) Sample(times []float64) ([]float64, error) {
	if l.Unstable(1) > 0 {
		return nil, errUnstable
	}
	slow, fast := l.rates()
	last := min(slices.Max(times), settled/slow)
	var ys []float64
	var dt float64
	if l.exact() {
		var err error
		if ys, dt, err = l.followed(max(0.002/fast, last/mostSteps), last); err != nil {
			return nil, err
		}
	}
	out := make([]float64, len(times))
	for i, t := range times {
		switch {
		case t > last:
			out[i] = l.final()
		case l.exact():
			k := min(int(t/dt), max(len(ys)-2, 0))
			out[i] = ys[k] + (ys[min(k+1, len(ys)-1)]-ys[k])*(t/dt-float64(k))
		default:
			out[i] = answer(l.Closed(), t, 1)[1]
		}
	}
	return out, nil
}

// Sample returns the answer to a step at times in s of at least 0, between the samples of
// the controller too. It is exact.
func (l Sampled) Sample(times []float64) ([]float64, error) {
	if l.Unstable(1) > 0 {
		return nil, errUnstable
	}
	steps := math.Ceil(min(slices.Max(times)/l.Period, mostSteps))
	e := l.errors(int(steps))
	out := make([]float64, len(times))
	for i, t := range times {
		k := math.Ceil(t / l.Period)
		if k > steps {
			out[i] = l.final()
			continue
		}
		out[i] = filter(l.toOutput(max(0, k*l.Period-t)), e[:int(k)+1])[int(k)]
	}
	return out, nil
}
