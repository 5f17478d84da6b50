package theory

import (
	"math"
	"testing"
)

// With very many senders the throughput is G e^-G / (1+b) times the integral of
// 2 d e^(-G u(d)) from 0 to 1. The numbers were computed apart from this package,
// in python, by the midpoint rule with 40,000 steps. The first is 1/2e, the second
// is 17.2 % more: the 17 % of Ahn et al. 2011.
func TestThroughputBehindAGuard(t *testing.T) {
	for _, c := range []struct{ load, guard, want float64 }{
		{0.5, 0, 1 / (2 * math.E)},
		{0.885, 0.5, 0.215624},
		{0.7358, 0.3, 0.206854},
		{0.9713, 0.7, 0.209818},
	} {
		s := slots{senders: 10_000_000, load: c.load, reach: 1, guard: c.guard}
		if got := s.throughput(); math.Abs(got-c.want) > 2e-6 {
			t.Errorf("load %g, guard %g: %.6f, not %.6f", c.load, c.guard, got, c.want)
		}
	}
}

// With two senders the integral can be done by hand. Without a guard u is 1, so
// that each frame is met by two slots of the other: S = 2 q (1-q)^2. With a guard
// as long as the spread u is 0: S = 2 q (1-q) / 2.
func TestThroughputOfTwo(t *testing.T) {
	for _, c := range []struct{ guard, want float64 }{
		{0, 2 * 0.25 * 0.75 * 0.75},
		{1, 2 * 0.25 * 0.75 / 2},
		// u(d) is 1 - (d + 1/2)^2 up to d = 1/2 and (d - 1/2)^2 beyond. The mean of u
		// over 2d dd is
		//   Int 0..1/2 of 2d - 2d(d+1/2)^2 = 1/4 - (1/32 + 1/12 + 1/16) = 7/96
		//   Int 1/2..1 of 2d (d-1/2)^2 = Int 0..1/2 of (2e+1) e^2 = 1/32 + 1/24 = 7/96
		// and S = 2 q (1-q) (1 - 7/48 q) / 1.5.
		{0.5, 2 * 0.25 * 0.75 * (1 - 7.0/48*0.25) / 1.5},
	} {
		s := slots{senders: 2, load: 0.5, reach: 1, guard: c.guard}
		if got := s.throughput(); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("guard %g: %.15f, not %.15f", c.guard, got, c.want)
		}
	}
}

// Two repetitions at 18.13 % of frames lost, worked with bc: s = e^-0.2 =
// 0.818731, f = 1 - s^2 = 0.329680, f^3 = 0.035832, E = 0.964168/0.670320 =
// 1.438370, D = 1 - 0.181269^3 = 0.994044; an attempt of 3 s makes
// 0.994044/4.315110.
func TestRepeats(t *testing.T) {
	if got := repeats(2, 3, 3); math.Abs(got-0.230364) > 1e-6 {
		t.Errorf("%.6f", got)
	}
}
