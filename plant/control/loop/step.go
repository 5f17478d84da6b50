package loop

import (
	"errors"
	"math"
	"math/cmplx"

	"gonum.org/v1/gonum/mat"
)

// Step is the answer of a loop to a step of the reference from 0 to 1.
type Step struct {
	Time, Y   []float64 // s, and the output
	Final     float64   // where it ends after all
	Overshoot float64   // beyond the end, as a fraction of it; NaN where it ends at 0
	PeakAt    float64   // s; NaN without overshoot
	Settling  float64   // s after which it stays within 2 % of the end; NaN if it does not within the time
}

// mostSteps bounds the length of an answer.
const mostSteps = 400_000

// errUnstable says that a loop has no end to settle at.
var errUnstable = errors.New("the loop is not stable")

// Step returns the answer over a time in s; 0 takes eight time constants of the
// slowest pole.
func (l Loop) Step(horizon float64) (Step, error) {
	if l.Unstable(1) > 0 {
		return Step{}, errUnstable
	}
	slow, fast := l.rates()
	if horizon == 0 {
		horizon = 8 / slow
	}
	dt := max(min(0.02/fast, horizon/1000), horizon/mostSteps)
	s := Step{Final: l.final()}
	if l.exact() {
		var err error
		if s.Y, dt, err = l.followed(dt, horizon); err != nil {
			return Step{}, err
		}
	} else {
		s.Y = answer(l.Closed(), dt, int(math.Ceil(horizon/dt)))
	}
	s.measure(dt, true)
	return s, nil
}

// rates returns the decay of the slowest pole and the size of the fastest one, in 1/s.
func (l Loop) rates() (slow, fast float64) {
	slow = math.Inf(1)
	for _, z := range l.Poles() {
		slow, fast = min(slow, -real(z)), max(fast, cmplx.Abs(z))
	}
	return slow, fast
}

// final returns where the answer ends after all.
func (l Loop) final() float64 {
	if l.exact() {
		return l.Forward.Num[0] / (l.Forward.Den[0] + l.Forward.Num[0])
	}
	closed := l.Closed()
	return closed.Num[0] / closed.Den[0]
}

// followed returns the answer with an exact delay over a time in s, in steps of dt or a
// little less, of which the delay is a whole number.
func (l Loop) followed(dt, horizon float64) (ys []float64, step float64, err error) {
	dt = l.Delay / math.Ceil(l.Delay/dt)
	if horizon/dt > 4*mostSteps {
		return nil, 0, errors.New("the delay is too short beside the slowest pole to be followed; approximate it")
	}
	return l.follow(dt, int(math.Ceil(horizon/dt))), dt, nil
}

// answer returns the answer of a transfer function, exact at every step.
func answer(t Transfer, dt float64, steps int) []float64 {
	m := realise(t)
	f, g := m.hold(dt)
	n := len(m.c)
	x, next := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	c := mat.NewVecDense(n, m.c)
	ys := make([]float64, steps+1)
	for k := 1; k <= steps; k++ {
		next.MulVec(f, x)
		next.AddVec(next, g)
		x, next = next, x
		ys[k] = mat.Dot(c, x)
	}
	return ys
}

// follow returns the answer with an exact delay, by the method of Runge and Kutta
// of fourth order; the delay is a whole number of steps. Between two steps the
// output of the past is the cubic through its values and slopes.
func (l Loop) follow(dt float64, steps int) []float64 {
	m := realise(l.Forward.reduced())
	n := len(m.c)
	lag := int(math.Round(l.Delay / dt))
	ys, slopes := make([]float64, steps+1), make([]float64, steps+1)
	x := make([]float64, n)
	rate := func(x []float64, e float64) []float64 {
		d := make([]float64, n)
		copy(d, x[1:])
		d[n-1] = e
		for i := range n {
			d[n-1] += m.a.At(n-1, i) * x[i]
		}
		return d
	}
	past := func(k int) float64 { return ys[max(0, k-lag)] } // ys[0] is 0
	along := func(x, d []float64, h float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = x[i] + h*d[i]
		}
		return out
	}
	for k := range steps {
		e0, e1 := 1-past(k), 1-past(k+1)
		slopes[k] = dot(m.c, rate(x, e0))
		middle := (e0 + e1) / 2
		if k >= lag {
			middle -= dt / 8 * (slopes[k-lag] - slopes[k-lag+1])
		}
		k1 := rate(x, e0)
		k2 := rate(along(x, k1, dt/2), middle)
		k3 := rate(along(x, k2, dt/2), middle)
		k4 := rate(along(x, k3, dt), e1)
		for i := range x {
			x[i] += dt / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
		}
		ys[k+1] = dot(m.c, x)
	}
	if !l.Ahead {
		return ys
	}
	out := make([]float64, steps+1)
	copy(out[min(lag, steps+1):], ys)
	return out
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// Step returns the answer at the samples over a time in s; 0 takes eight time
// constants of the slowest pole.
func (l Sampled) Step(horizon float64) (Step, error) {
	if l.Unstable(1) > 0 {
		return Step{}, errUnstable
	}
	if horizon == 0 {
		slowest := 0.0
		for _, z := range l.Poles() {
			slowest = max(slowest, cmplx.Abs(z))
		}
		horizon = l.Period * max(8/-math.Log(slowest), 50)
	}
	steps := int(math.Ceil(min(horizon/l.Period, mostSteps)))
	s := Step{Y: filter(l.toOutput(0), l.errors(steps)), Final: l.final()}
	s.measure(l.Period, false)
	return s, nil
}

// errors returns what the controller samples in so many steps and at their beginning.
func (l Sampled) errors(steps int) []float64 {
	ones := make([]float64, steps+1)
	for i := range ones {
		ones[i] = 1
	}
	open := l.Open()
	return filter(Transfer{open.Den, open.closed(1)}, ones)
}

// toOutput returns the way from the error to what the output was so many seconds before
// each sample.
func (l Sampled) toOutput(before float64) Transfer {
	if !l.Ahead {
		l.Delay = 0
	}
	if l.Reference.Num != nil {
		l.Controller = l.Reference
	}
	l.Delay += before
	return l.Open()
}

// final returns where the answer ends after all.
func (l Sampled) final() float64 {
	open, out := l.Open(), l.toOutput(0)
	at1 := func(p Poly) float64 { return real(p.At(1)) }
	if rest := at1(open.Den) / at1(open.closed(1)); math.Abs(rest) > 1e-9 {
		return rest * at1(out.Num) / at1(out.Den)
	}
	return 1
}

// filter returns what a transfer function in z makes of a row of samples that
// nothing went before.
func filter(t Transfer, in []float64) []float64 {
	t = t.trimmed()
	n := len(t.Den) - 1
	out := make([]float64, len(in))
	for k := range in {
		sum := 0.0
		for i := 0; i <= n && i <= k; i++ {
			if at := n - i; at < len(t.Num) {
				sum += t.Num[at] * in[k-i]
			}
			if i > 0 {
				sum -= t.Den[n-i] * out[k-i]
			}
		}
		out[k] = sum / t.Den[n]
	}
	return out
}

// measure fills in what can be read off the answer. Between samples of a smooth
// answer the peak is that of a parabola.
func (s *Step) measure(dt float64, smooth bool) {
	s.Time = make([]float64, len(s.Y))
	top, settled, farthest := 0, len(s.Y), 0.0
	for k, y := range s.Y {
		s.Time[k] = float64(k) * dt
		farthest = max(farthest, math.Abs(y))
		if (y-s.Y[top])*s.Final > 0 {
			top = k
		}
		if !(math.Abs(y-s.Final) <= 0.02*math.Abs(s.Final)) {
			settled = k + 1
		}
	}
	s.Settling, s.PeakAt = math.NaN(), math.NaN()
	if settled < len(s.Y) {
		s.Settling = s.Time[settled]
	}
	if smooth && settled > 0 && settled < len(s.Y) { // by a straight line
		band := 0.02 * math.Abs(s.Final)
		before, after := math.Abs(s.Y[settled-1]-s.Final), math.Abs(s.Y[settled]-s.Final)
		s.Settling -= dt * (band - after) / (before - after)
	}
	peak, at := s.Y[top], s.Time[top]
	if smooth && top > 0 && top < len(s.Y)-1 {
		before, after := s.Y[top-1], s.Y[top+1]
		if bend := before - 2*peak + after; bend != 0 {
			shift := (before - after) / (2 * bend)
			at += shift * dt
			peak -= (before - after) * shift / 4
		}
	}
	switch s.Overshoot = peak/s.Final - 1; {
	case math.Abs(s.Final) < 1e-9*farthest:
		s.Overshoot = math.NaN()
	case s.Overshoot > 1e-9:
		s.PeakAt = at
	default:
		s.Overshoot = 0
	}
}
