package capacity

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"halocline/plant/control/loop"
	"halocline/sim/simtest"
)

// Without losses the loop is that of package loop: a sampled PID in the series form behind a delay, whose poles say when it is stable. The time
// constants are beyond 1.5 periods, from where on all of I counts.
func TestLikeSampledLoop(t *testing.T) {
	for _, c := range []struct{ period, delay, drag float64 }{{1, 1.2, 0.05}, {1, 2, 0.05}, {2, 4.5, 0.1}, {1, 1.75, 0.2}, {0.5, 0.8, 0.1}} {
		a := axis{1.1, c.drag, 0, 1}
		least := tightest(timing{c.period, c.delay, 0}, a)
		if least < 1.5*c.period {
			t.Fatalf("%v: %g is too tight", c, least)
		}
		unstable := func(tau float64) int {
			l := loop.Sampled{Plant: loop.Plant(1, c.drag), Delay: c.delay, Period: c.period}
			l.Controller = loop.PIDSeries(1.1/(4*tau*tau), 4*tau, 1/(4*tau), c.period)
			return l.Unstable(1)
		}
		if unstable(1.01*least) != 0 || unstable(0.99*least) == 0 {
			t.Errorf("%v: %g, with %d and %d poles outside", c, least, unstable(1.01*least), unstable(0.99*least))
		}
	}
}

// The second moment after six periods is the sum over all ways to lose positions in these, each with its probability.
func TestMomentsAgainstAllWays(t *testing.T) {
	const periods, loss = 6, 0.3
	l := newLossy(timing{1, 1.3, loss}, surge(1), 2)
	want := 0.0
	for ways := range 1 << periods {
		p, since := l.zero(), 1
		for i := range l.size {
			p.Set(i, i, 1)
		}
		weight := 1.0
		for k := range periods {
			if lost := ways>>k&1 == 1; lost {
				weight *= loss
				since++
			} else {
				weight *= 1 - loss
				p.Mul(l.acted(since), mat.DenseCopyOf(p))
				since = 1
			}
			p.Mul(l.advance, mat.DenseCopyOf(p))
		}
		norm := mat.Norm(p, 2) // Frobenius
		want += weight * norm * norm / float64(l.size)
	}
	m, got := l.moments(), 1.0
	for range periods {
		got *= m.next()
	}
	if math.Abs(got/want-1) > 1e-12 {
		t.Errorf("%g, want %g", got, want)
	}
}

// A loop stands less the later positions come, and the more of them are lost.
func TestTightest(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	before := 0.0
	for _, c := range []timing{{1, 0.5, 0}, {1, 0.5, 0.1}, {1, 1.5, 0.1}, {1, 1.5, 0.4}} {
		now := tightest(c, surge(1))
		if now <= before {
			t.Errorf("%v: %g after %g", c, now, before)
		}
		before = now
	}
}
