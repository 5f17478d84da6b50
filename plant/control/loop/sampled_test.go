package loop

import (
	"errors"
	"math"
	"math/cmplx"
	"testing"
)

// samePoly compares two transfer functions coefficient by coefficient, with the
// denominator as it is.
func samePoly(t *testing.T, what string, got, want Transfer) {
	t.Helper()
	if len(got.Num) != len(want.Num) || len(got.Den) != len(want.Den) {
		t.Errorf("%s: %v, want %v", what, got, want)
		return
	}
	for i := range want.Num {
		if !within(got.Num[i], want.Num[i], 1e-12) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	for i := range want.Den {
		if !within(got.Den[i], want.Den[i], 1e-12) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
}

// Table 2.1 of Astrom and Wittenmark for 1/(s(s+c)) with q = exp(-ch):
//
//	((c h - 1 + q) z + 1 - q - c h q) / (c^2 (z - 1)(z - q))
//
// The integrator and two integrators with a delay r < h, by hand: ((h-r) z + r)/(z (z-1)), and
// with x” = u held at u(k-1) for r and then at u(k)
//
//	G0 = ((h-r)^2/2, h-r), G1 = (r (h - r/2), r), F = [1 h; 0 1]
//
// whence C adj(zI-F) G = z g1 - g1 + h g2.
func TestPulse(t *testing.T) {
	const c, h, r = 0.8, 0.5, 0.2
	q := math.Exp(-c * h)
	samePoly(t, "lag", pulse(Transfer{Poly{1}, Poly{0, c, 1}}, 0, h), Transfer{
		Poly{(1 - q - c*h*q) / (c * c), (c*h - 1 + q) / (c * c)}, Poly{q, -1 - q, 1},
	})
	samePoly(t, "lag, three periods", pulse(Transfer{Poly{1}, Poly{0, c, 1}}, 3*h, h), Transfer{
		Poly{(1 - q - c*h*q) / (c * c), (c*h - 1 + q) / (c * c)}, Poly{0, 0, 0, q, -1 - q, 1},
	})
	samePoly(t, "integrator", pulse(Transfer{Poly{1}, Poly{0, 1}}, r, h), Transfer{Poly{r, h - r}, Poly{0, -1, 1}})
	a0, a1 := (h-r)*(h-r)/2, r*(h-r/2)
	samePoly(t, "two integrators", pulse(Transfer{Poly{1}, Poly{0, 0, 1}}, h+r, h), Transfer{
		Poly{h*r - a1, h*(h-r) - a0 + a1, a0}, Poly{0, 0, 1, -2, 1},
	})
}

// The sequences of package control, by hand, for errors 1, 0.6, -0.2 after 0 with
// Kp 2, Ki 0.5, Kd 3, T 0.5 s: P 2, 1.2, -0.4; D 6, -2.4, -4.8; trapezia 0.125, 0.2,
// 0.05.
func TestPIDSampled(t *testing.T) {
	for accumulated, want := range map[bool][]float64{false: {8.125, -1, -5.15}, true: {8.125, -0.875, -4.825}} {
		got := filter(PIDSampled(2, 1.5, 0.25, 0.5, accumulated), []float64{1, 0.6, -0.2})
		for k := range want {
			if !within(got[k], want[k], 1e-12) {
				t.Errorf("accumulated %v: %v, want %v", accumulated, got, want)
			}
		}
	}
	if pd := PIDSampled(2, 1.5, 0, 0.5, true); len(pd.Den) != 2 {
		t.Errorf("%v has an integrator without an I", pd)
	}
}

// An integrator under K with a period of 1 s has the pole 1 - K; with a delay of a
// period z^2 - z + K; with 0.4 s z^2 + (0.6 K - 1) z + 0.4 K. With d periods of
// delay it is stable up to K = 2 sin(pi/(2(2d+1))), when z^(d+1) - z^d + K has
// roots at exp(+-j pi/(2d+1)).
func TestSampledByHand(t *testing.T) {
	loop := func(k, delay float64) Sampled {
		return Sampled{Plant: Transfer{Poly{1}, Poly{0, 1}}, Controller: Transfer{Poly{k}, Poly{1}}, Delay: delay, Period: 1}
	}
	expectRoots(t, "no delay", loop(0.3, 0).Poles(), []complex128{0.7}, 1e-12)
	expectRoots(t, "a period", loop(0.5, 1).Poles(), pair(0.5, 0.5), 1e-12)
	b, c := 0.6*0.5-1, 0.4*0.5
	expectRoots(t, "part of one", loop(0.5, 0.4).Poles(), pair(-b/2, math.Sqrt(4*c-b*b)/2), 1e-12)
	for d := range 4 {
		most := 2 * math.Sin(math.Pi/(2*float64(2*d+1)))
		m := loop(0.1, float64(d)).Margins()
		if !m.Stable || m.Low != 0 || !within(m.High*0.1, most, 1e-9) || !within(m.At, math.Pi/float64(2*d+1), 1e-9) {
			t.Errorf("%d periods: %+v, want %g", d, m, most/0.1)
		}
		if m := loop(most, 0).Margins(); d > 0 && !within(m.Delay, float64(d), 1e-9) {
			t.Errorf("delay margin %.10g, want %d", m.Delay, d)
		}
	}
	for _, d := range []float64{24, 26, 60} { // beyond 25 periods by the phase
		if m := loop(2*math.Sin(math.Pi/(2*(2*d+1))), 0).Margins(); !within(m.Delay, d, 1e-6) {
			t.Errorf("delay margin %.10g, want %g", m.Delay, d)
		}
	}
	// |L| = K/|z-1| = 1 at w = 2 asin(K/2), where the phase is -(pi + w)/2.
	if m := loop(0.5, 0).Margins(); !within(m.PhaseAt, 2*math.Asin(0.25), 1e-9) || !within(m.Phase, math.Pi/2-math.Asin(0.25), 1e-9) {
		t.Errorf("%+v", m)
	}
	if m := loop(2.5, 0).Margins(); m.Stable || !within(m.High, 0.8, 1e-9) || !math.IsNaN(m.Delay) {
		t.Errorf("%+v", m)
	}
}

// y(k+1) = y(k) + K (1 - y(k-1)) by hand for K 0.5, with a delay of a period in the
// feedback: 0, 0.5, 1, 1.25, 1.25, 1.125; and one period later where it lies ahead.
func TestSampledStep(t *testing.T) {
	l := Sampled{Plant: Transfer{Poly{1}, Poly{0, 1}}, Controller: Transfer{Poly{0.5}, Poly{1}}, Delay: 1, Period: 1}
	for _, ahead := range []bool{false, true} {
		l.Ahead = ahead
		s, err := l.Step(0)
		if err != nil {
			t.Fatal(err)
		}
		want, at := []float64{0, 0.5, 1, 1.25, 1.25, 1.125}, 3.0
		if ahead {
			want, at = append([]float64{0}, want...), 4
		}
		for k := range want {
			if !within(s.Y[k], want[k], 1e-12) {
				t.Errorf("ahead %v, sample %d: %g, want %g", ahead, k, s.Y[k], want[k])
			}
		}
		if s.Final != 1 || !within(s.Overshoot, 0.25, 1e-12) || s.PeakAt != at {
			t.Errorf("ahead %v: ends at %g, overshoot %g at %g s", ahead, s.Final, s.Overshoot, s.PeakAt)
		}
	}
	l.Controller.Num[0] = 1.5
	if _, err := l.Step(0); !errors.Is(err, errUnstable) {
		t.Errorf("not stable: %v", err)
	}
}

// The thesis's loop sampled at 0.74 s with a period of delay: the poles and the
// critical gain worked out from the table for 1/(s(s+c)) in python with mpmath, by
// the roots of the characteristic polynomial and halving.
func TestSampledThesis(t *testing.T) {
	for accumulated, want := range map[bool]struct {
		poles []complex128
		high  float64
	}{
		false: {append(pair(0.736496251184, 0.586299809871), -0.362292728192, 0.752355833132), 1.21893179739019},
		true:  {append(pair(0.736084472839, 0.584883156902), -0.362332104663, 0.760382924695, 0.992835841599), 1.22273636854653},
	} {
		l := Sampled{Plant: Plant(added, drag), Controller: PIDSampled(kp, nd, ni, delay, accumulated), Delay: delay, Period: delay}
		expectRoots(t, "thesis", l.Poles(), want.poles, 1e-10)
		if got, _ := stable(l.fixed()); len(got) != 1 || got[0][0] != 0 || !within(got[0][1], want.high, 1e-9) {
			t.Errorf("accumulated %v: %v, want %g", accumulated, got, want.high)
		}
	}
}

// A sampled loop comes to that in continuous time as the period falls.
func TestSamplingFast(t *testing.T) {
	l := thesis(added)
	l.Order = 0
	last := math.Inf(1)
	for _, period := range []float64{0.08, 0.04, 0.02} {
		s := Sampled{Plant: Plant(added, drag), Controller: PIDSampled(kp, nd, ni, period, true), Delay: delay, Period: period}
		off := math.Abs(gains(s.fixed()).Phase - l.Margins().Phase)
		if off > 0.6*last || off > 0.1 {
			t.Errorf("period %g: the phase margin is off by %g, before by %g", period, off, last)
		}
		last = off
	}
}

// The recursions of control.PID with an error e in z: P = Kp e, D = Kp nd (1 - 1/z)/T e, and I = I/z + ni T (P (1 + 1/z)/2 + D).
func TestSeriesController(t *testing.T) {
	const kp, nd, ni, period = 3.0, 1.7, 0.4, 0.5
	c := PIDSeries(kp, nd, ni, period)
	for _, z := range []complex128{2, complex(0.3, 0.8), -1.5, complex(1, 0.01)} {
		p, d := complex(kp, 0), complex(kp*nd/period, 0)*(1-1/z)
		i := complex(ni*period, 0) * (p*(1+1/z)/2 + d) / (1 - 1/z)
		if got, want := c.At(z), p+d+i; cmplx.Abs(got-want) > 1e-12*cmplx.Abs(want) {
			t.Errorf("at %v: %v, want %v", z, got, want)
		}
	}
}
