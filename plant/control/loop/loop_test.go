package loop

import (
	"errors"
	"math"
	"math/cmplx"
	"slices"
	"strings"
	"testing"
)

// The linear design of Erdemir (2018), section 5.1.1: along z, with the added mass
// alone as in the text, and with the mass of the body.
const (
	added, body, drag = 3659.9, 3659.9 + 1862.87, 728.4
	kp, nd, ni, delay = 995, 2.65, 0.0094, 0.74
)

func thesis(a float64) Loop {
	return Loop{Forward: PID(kp, nd, ni).Times(Plant(a, drag)), Delay: delay, Order: 1}
}

func within(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance*(1+math.Abs(b)) }

// expectRoots checks roots in any order.
func expectRoots(t *testing.T, what string, got, want []complex128, tolerance float64) {
	t.Helper()
	left := slices.Clone(got)
	for _, w := range want {
		i := slices.IndexFunc(left, func(z complex128) bool { return cmplx.Abs(z-w) <= tolerance })
		if i < 0 {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
		left = slices.Delete(left, i, i+1)
	}
	if len(left) > 0 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// pair returns two conjugate numbers.
func pair(re, im float64) []complex128 { return []complex128{complex(re, im), complex(re, -im)} }

// The poles to four digits as quoted for this design; those of both, and the
// step responses, by the roots of the characteristic polynomial to 30 digits and
// partial fractions in python with mpmath. A delay in the feedback leaves the
// output one whole answer ahead of a delay before it, but for the approximation.
func TestThesisDesign(t *testing.T) {
	expectRoots(t, "quoted", thesis(added).Poles(), append(pair(-0.8137, 0.8028), -0.5441, -0.0097), 1e-4)
	for _, c := range []struct {
		a                          float64
		poles                      []complex128
		overshoot, at, settling    float64 // delay in the feedback
		overshoot2, at2, settling2 float64 // and ahead
	}{
		{
			added, append(pair(-0.8137244589859809, 0.8027499148608183), -0.5441170500757964, -0.009715384344826808),
			0.24254664720358687, 2.67933298, 6.8465, 0.23502879044012626, 3.43324513, 7.6235,
		},
		{
			body, append(pair(-0.35206580481420724, 0.4034756917249715), -1.643315347225696, -0.009713563211980374),
			0.2659987236555099, 4.31347272, 9.3955, 0.26428581553056896, 5.05941343, 10.1385,
		},
	} {
		l := thesis(c.a)
		expectRoots(t, "poles", l.Poles(), c.poles, 1e-12)
		s, err := l.Step(0)
		l.Ahead = true
		s2, err2 := l.Step(0)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		for _, pair := range [][3]float64{
			{s.Overshoot, c.overshoot, 1e-6},
			{s.PeakAt, c.at, 1e-4},
			{s.Settling, c.settling, 1e-3},
			{s.Final, 1, 1e-12},
			{s2.Overshoot, c.overshoot2, 1e-6},
			{s2.PeakAt, c.at2, 1e-4},
			{s2.Settling, c.settling2, 1e-3},
			{s2.Final, 1, 1e-12},
		} {
			if !within(pair[0], pair[1], pair[2]) {
				t.Errorf("a %g: %.10g, want %.10g", c.a, pair[0], pair[1])
			}
		}
	}
}

// With h = Td/2 and k for Kp the characteristic polynomial is
//
//	s^2 (a s + b)(1 + h s) + k (nd s^2 + s + ni)(1 - h s)
//	= a h s^4 + A s^3 + B s^2 + C s + D
//	A = a + b h - k nd h, B = b + k (nd - h), C = k (1 - h ni), D = k ni
//
// and the Routh array of a quartic asks for A > 0 and A B C - a h C^2 - A^2 D > 0.
// The second fails first. At the root of it, found by halving in python, 3454.686818
// and 5050.228077, the row of s^1 vanishes, so s^2 = -C/A.
func TestCriticalGain(t *testing.T) {
	for a, want := range map[float64]float64{added: 3454.686818357454, body: 5050.22807713517} {
		m := thesis(a).Margins()
		k := kp * m.High
		if !m.Stable || m.Low != 0 || !within(k, want, 1e-9) {
			t.Errorf("a %g: critical at %.10g (%+v), want %.10g", a, k, m, want)
		}
		const h = delay / 2
		A, B, C, D := a+drag*h-k*nd*h, drag+k*(nd-h), k*(1-h*ni), k*ni
		if rest := A*B*C - a*h*C*C - A*A*D; math.Abs(rest) > 1e-7*A*B*C || !within(m.At, math.Sqrt(C/A), 1e-6) {
			t.Errorf("a %g: the Routh array is left with %g of %g; at %g rad/s, want %g", a, rest, A*B*C, m.At, math.Sqrt(C/A))
		}
	}
}

// The zeros of the open loop: 2/Td, and those of nd s^2 + s + ni.
func TestOpenLoop(t *testing.T) {
	root := math.Sqrt(1 - 4*nd*ni)
	open := thesis(added).Open()
	expectRoots(t, "zeros", open.Zeros(), []complex128{2 / delay, complex((-1+root)/(2*nd), 0), complex((-1-root)/(2*nd), 0)}, 1e-12)
	expectRoots(t, "poles", open.Poles(), []complex128{0, 0, -drag / added, -2 / delay}, 1e-12)
	if pd := PID(2, 3, 0); len(pd.Den) != 1 { // no integrator is left without an I
		t.Errorf("%v", pd)
	}
}

// The coefficients as they are tabulated: x/2, x^2/12; x^2/10, x^3/120; 3x^2/28,
// x^3/84, x^4/1680.
func TestPade(t *testing.T) {
	for n, want := range [][]float64{{1}, {1, 1. / 2}, {1, 1. / 2, 1. / 12}, {1, 1. / 2, 1. / 10, 1. / 120}, {1, 1. / 2, 3. / 28, 1. / 84, 1. / 1680}} {
		p := pade(2, n)
		for k, c := range want {
			c *= math.Pow(2, float64(k))
			if sign := float64(1 - 2*(k%2)); !within(p.Den[k], c, 1e-15) || !within(p.Num[k], sign*c, 1e-15) {
				t.Errorf("order %d: %v", n, p)
			}
		}
		if len(p.Num) != n+1 || len(p.Den) != n+1 {
			t.Errorf("order %d: %v", n, p)
		}
	}
}

// Closed forms. K/s: the gain is 1 at K, where the phase is pi/2 + K T behind; the
// critical gain is pi/(2T). (s+1)/s^2: w^4 = 1 + w^2, so w^2 is the golden ratio, and
// the phase margin is atan w. 2/(s-1): stable above half of the gain, with the
// gain 1 at sqrt 3, where the phase margin is pi/3. 0.55 s/(s^2 + s/2 + 1): with u =
// sqrt(0.55^2 - 0.5^2) the gain is 1 where |1 - w^2| = u w, at the phases +atan 2u below
// the resonance and -atan 2u above; there the delay must make up for the rest of a half
// turn, and below for a half turn more than atan 2u.
func TestExactDelay(t *testing.T) {
	golden := math.Sqrt((1 + math.Sqrt(5)) / 2)
	inf := math.Inf(1)
	u := math.Sqrt(0.55*0.55 - 0.5*0.5)
	rest, above := math.Pi-math.Atan(2*u), (u+math.Sqrt(u*u+4))/2
	for name, c := range map[string]struct {
		l                       Loop
		low, high, phase, delay float64
	}{
		"integrator":           {Loop{Forward: Transfer{Poly{0.5}, Poly{0, 1}}}, 0, inf, math.Pi / 2, math.Pi},
		"integrator, late":     {Loop{Forward: Transfer{Poly{0.5}, Poly{0, 1}}, Delay: 1.2}, 0, math.Pi / 1.2, math.Pi/2 - 0.6, math.Pi - 1.2},
		"two integrators":      {Loop{Forward: Transfer{Poly{1, 1}, Poly{0, 0, 1}}}, 0, inf, math.Atan(golden), math.Atan(golden) / golden},
		"unstable plant":       {Loop{Forward: Transfer{Poly{2}, Poly{-1, 1}}}, 0.5, inf, math.Pi / 3, math.Pi / 3 / math.Sqrt(3)},
		"resonance":            {Loop{Forward: Transfer{Poly{0, 0.55}, Poly{1, 0.5, 1}}}, 0, inf, rest, rest / above},
		"unstable plant, late": {Loop{Forward: Transfer{Poly{2}, Poly{-1, 1}}, Delay: 0.3}, 0.5, math.NaN(), math.Pi/3 - 0.3*math.Sqrt(3), math.Pi/3/math.Sqrt(3) - 0.3},
	} {
		m := c.l.Margins()
		if !m.Stable || !within(m.Low, c.low, 1e-9) || !within(m.Phase, c.phase, 1e-9) || !within(m.Delay, c.delay, 1e-9) {
			t.Errorf("%s: %+v, want %+v", name, m, c)
		}
		if !math.IsNaN(c.high) && m.High != c.high && !within(m.High, c.high, 1e-9) {
			t.Errorf("%s: high %.12g, want %.12g", name, m.High, c.high)
		}
	}
	// Where the gain margin ends the phase is -pi: a stable one of late 2/(s-1) is
	// at atan w = w T with the gain sqrt(1 + w^2).
	m := Loop{Forward: Transfer{Poly{2}, Poly{-1, 1}}, Delay: 0.3}.Margins()
	if w := m.At; !within(math.Atan(w), 0.3*w, 1e-9) || !within(2*m.High, math.Hypot(1, w), 1e-9) || w < 1 {
		t.Errorf("%+v", m)
	}
}

// An oscillator with a delay is stable by turns: P + Q exp(-sT) with P = s^2 + 1 and
// Q = -1/2 has |P| = |Q| at w^2 = 1/2, where exp(-jwT) = 1 and a pair comes to the
// left at T = 0 and 2 pi/w = 8.886, and at w^2 = 3/2, where it is -1 and a pair goes to
// the right at T = pi/w = 2.565 and 3 pi/w = 7.695. At T = 1, -L is exp(-jw)/(2 (1 -
// w^2)), whose phase is -w at the first and pi - w at the second; the pole reaches 0
// when the gain is doubled.
func TestDelayStabilises(t *testing.T) {
	l := Loop{Forward: Transfer{Poly{-0.5}, Poly{1, 0, 1}}, Delay: 1}
	m := l.Margins()
	first, second := math.Sqrt(0.5), math.Sqrt(1.5)
	if !m.Stable || m.Low != 0 || !within(m.High, 2, 1e-9) || !within(m.Phase, first, 1e-9) || !within(m.Delay, math.Pi/second-1, 1e-9) {
		t.Errorf("%+v", m)
	}
	for delay, want := range map[float64]int{0.01: 0, 2.56: 0, 2.57: 2, 7.69: 2, 7.7: 4, 8.88: 4, 8.89: 2} {
		l.Delay = delay
		if got := l.Unstable(1); got != want {
			t.Errorf("delay %g: %d poles on the right, want %d", delay, got, want)
		}
	}
}

// s^3 + s^2 + s + 1/2 + k (s^2 + s + 4) is stable where (1 + k)^2 > 1/2 + 4k, that is
// outside of k = 1 +- sqrt(1/2).
func TestTwoRangesOfGain(t *testing.T) {
	low, high := 1-math.Sqrt(0.5), 1+math.Sqrt(0.5)
	for _, c := range []struct {
		k, low, high float64
		stable       bool
	}{{0.1, 0, low / 0.1, true}, {3, high / 3, math.Inf(1), true}, {1, 0, low, false}} {
		l := Loop{Forward: Transfer{Poly{4 * c.k, c.k, c.k}, Poly{0.5, 1, 1, 1}}}
		if m := l.Margins(); m.Stable != c.stable || !within(m.Low, c.low, 1e-9) || m.High != c.high && !within(m.High, c.high, 1e-9) {
			t.Errorf("k %g: %+v, want %+v", c.k, m, c)
		}
		if r, _ := stable(l); len(r) != 2 {
			t.Errorf("k %g: %v", c.k, r)
		}
	}
}

// K exp(-sT)/s has a pair more on the right at K T = pi/2 + 2 pi n, and no pole there
// below. Its poles satisfy s T exp(s T) = -K T: for 0.2 Lambert's function has
// W(-0.2) = -0.259171101819 (mpmath).
func TestExactPoles(t *testing.T) {
	l := Loop{Forward: Transfer{Poly{1}, Poly{0, 1}}, Delay: 1}
	for gain, want := range map[float64]int{0.1: 0, 1.57: 0, 1.58: 2, 7.85: 2, 7.86: 4, 14.13: 4, 14.14: 6} {
		if got := l.Unstable(gain); got != want {
			t.Errorf("gain %g: %d poles on the right, want %d", gain, got, want)
		}
	}
	l.Forward.Num[0] = 0.2
	if p := l.Poles(); !within(real(p[0]), -0.2591711018190738, 1e-12) || imag(p[0]) != 0 {
		t.Errorf("%v", p)
	}
	// The delay is approached by approximations of rising order.
	exact := thesis(added)
	exact.Order = 0
	m := exact.Margins()
	last := math.Inf(1)
	for order := 1; order <= MaxOrder; order++ {
		l := thesis(added)
		l.Order = order
		off := math.Abs(l.Margins().High - m.High)
		if off > last/10 {
			t.Errorf("order %d is off by %g, the one below by %g", order, off, last)
		}
		last = off
	}
}

// y' = 1 - y(t-1) by the method of steps: t, less (t-1)^2/2, plus (t-2)^3/6, less
// (t-3)^4/24 and so on, each from where its bracket begins.
func TestExactStep(t *testing.T) {
	l := Loop{Forward: Transfer{Poly{1}, Poly{0, 1}}, Delay: 1}
	want := func(t float64) float64 {
		sum, term := 0.0, 1.0
		for n := 0.0; n < t; n++ {
			term = 1
			for k := 1.0; k <= n+1; k++ {
				term *= (t - n) / k
			}
			sum += math.Cos(n*math.Pi) * term
		}
		return sum
	}
	for _, ahead := range []bool{false, true} {
		l.Ahead = ahead
		s, err := l.Step(8)
		if err != nil {
			t.Fatal(err)
		}
		for k, at := range s.Time {
			if ahead {
				at = max(0, at-1)
			}
			if math.Abs(s.Y[k]-want(at)) > 1e-8 {
				t.Fatalf("at %g s: %.12g, want %.12g", s.Time[k], s.Y[k], want(at))
			}
		}
		if s.Final != 1 {
			t.Errorf("ends at %g", s.Final)
		}
	}
	l.Delay = 1.6
	if _, err := l.Step(8); !errors.Is(err, errUnstable) {
		t.Errorf("not stable: %v", err)
	}
}

// s/(s^2 + 2 s + 3) closed with a gain of 1 answers with exp(-1.5 t) sin(w t)/w, w =
// sqrt(3)/2, and ends at 0, of which nothing is a fraction. So does a loop that samples.
func TestStepThatEndsAtZero(t *testing.T) {
	plant := Transfer{Poly{0, 1}, Poly{3, 2, 1}}
	s, err := Loop{Forward: plant}.Step(4)
	if err != nil {
		t.Fatal(err)
	}
	w := math.Sqrt(3) / 2
	for k, at := range s.Time {
		if want := math.Exp(-1.5*at) * math.Sin(w*at) / w; math.Abs(s.Y[k]-want) > 1e-12 {
			t.Fatalf("at %g s: %.12g, want %.12g", at, s.Y[k], want)
		}
	}
	sampled, err := Sampled{Plant: plant, Controller: Transfer{Poly{1}, Poly{1}}, Period: 0.1}.Step(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []Step{s, sampled} {
		if !math.IsNaN(s.Overshoot) || !math.IsNaN(s.PeakAt) || !math.IsNaN(s.Settling) || math.Abs(s.Final) > 1e-12 {
			t.Errorf("ends at %g, overshoot %g at %g s, settled after %g s", s.Final, s.Overshoot, s.PeakAt, s.Settling)
		}
	}
}

// 1/(s (s + 2)): -1 +- sqrt(1 - k). The branches go on without a jump, also where
// they meet; with a zero one of them ends there.
func TestLocus(t *testing.T) {
	var gains []float64
	for i := range 401 {
		gains = append(gains, float64(i)/100)
	}
	branches := Transfer{Poly{1}, Poly{0, 2, 1}}.Locus(gains)
	for k, gain := range gains {
		root := cmplx.Sqrt(complex(1-gain, 0))
		expectRoots(t, "locus", []complex128{branches[0][k], branches[1][k]}, []complex128{-1 + root, -1 - root}, 1e-7)
		for _, b := range branches {
			if k > 0 && cmplx.Abs(b[k]-b[k-1]) > 0.11 { // sqrt(0.01) at the meeting
				t.Errorf("a jump from %v to %v", b[k-1], b[k])
			}
		}
	}
	ends := Transfer{Poly{3, 1}, Poly{0, 2, 1}}.Locus([]float64{0, 1, 10, 100, 1e6})
	if !slices.ContainsFunc(ends, func(b []complex128) bool { return cmplx.Abs(b[4]+3) < 1e-5 }) {
		t.Errorf("no branch ends at the zero: %v", ends)
	}
}

// The roots +-i 1e300 of 1e-300 x^2 + 1e300 are numbers, but their square is not.
func TestRootsBeyondAllNumbers(t *testing.T) {
	for _, p := range []Poly{{1e300, 0, 1e-300}, {1, math.NaN(), 1}, {1, math.Inf(1)}} {
		roots := p.roots()
		if len(roots) != len(p)-1 || slices.ContainsFunc(roots, func(z complex128) bool { return !cmplx.IsInf(z) }) {
			t.Errorf("%v: %v", p, roots)
		}
	}
}

func TestFaults(t *testing.T) {
	pid, plant := PID(kp, nd, ni), Plant(added, drag)
	for want, err := range map[string]error{
		"not a finite number":               Loop{Forward: Plant(math.NaN(), 1)}.Validate(),
		"fewer zeros than poles":            Loop{Forward: pid}.Validate(),
		"no gain":                           Loop{Forward: Transfer{Poly{0}, Poly{0, 1}}}.Validate(),
		"the delay is -1 s":                 Loop{Forward: plant, Delay: -1}.Validate(),
		"the delay is NaN s":                Loop{Forward: plant, Delay: math.NaN()}.Validate(),
		"the order is 5":                    Loop{Forward: plant, Order: 5}.Validate(),
		"the period is 0 s":                 Sampled{Plant: plant, Controller: pid}.Validate(),
		"the delay is 300 periods":          Sampled{Plant: plant, Controller: Transfer{Poly{1}, Poly{1}}, Delay: 300, Period: 1}.Validate(),
		"answers before it is asked":        Sampled{Plant: plant, Controller: Transfer{Poly{0, 1}, Poly{1}}, Period: 1}.Validate(),
		"has 2 zeros and 1 poles; write fe": Sampled{Plant: pid, Period: 1}.Validate(),
		// exp(1000 s^-1 x 1 s) is 2e434.
		"beyond all numbers within a": Sampled{Plant: Transfer{Poly{1}, Poly{-1000, 1}}, Controller: Transfer{Poly{1}, Poly{1}}, Period: 1}.Validate(),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := thesis(added).Validate(); err != nil {
		t.Error(err)
	}
}
