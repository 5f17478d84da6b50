package control

import (
	"math"
	"testing"
	"time"

	"halocline/sim/geom"
)

// The turn of a rotation about a known axis by a known angle, seen from a body that
// is turned itself; beyond half a turn the other way is shorter.
func TestTurnTo(t *testing.T) {
	axis := geom.Vec{X: 2, Y: 3, Z: 6}.Scale(1. / 7)
	have := geom.FromEuler(0.4, -0.3, 2.5)
	for angle, want := range map[float64]float64{0: 0, 1e-9: 1e-9, 0.5: 0.5, -2: -2, 3.1: 3.1, 4: 4 - 2*math.Pi, -4: 2*math.Pi - 4} {
		got := TurnTo(have, have.Mul(geom.FromAxisAngle(axis, angle)))
		if !near(got, axis.Scale(want)) && got.Dist(axis.Scale(want)) > 1e-15 {
			t.Errorf("%g: %v, want %g about %v", angle, got, want, axis)
		}
	}
}

// By hand, with proportional loops: 2 times 0.5 m/s, then 3 times 0.2 rad and 5
// times what is left of the rate.
func TestCascade(t *testing.T) {
	p := func(kp float64) Triple { return Triple{{Kp: kp}, {Kp: kp}, {Kp: kp}} }
	c := Cascade{p(2), p(3), p(5)}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	var s CascadeState
	s, force := c.Force(s, geom.Vec{X: 1}, geom.Vec{X: 0.5, Y: 0.25}, half)
	if !near(force, geom.Vec{X: 1, Y: -0.5}) {
		t.Errorf("force %v", force)
	}
	s, rate := c.Turn(s, geom.FromEuler(0.2, 0, 0), geom.FromEuler(0, 0, 0), half)
	if !near(rate, geom.Vec{Z: 0.6}) {
		t.Errorf("rate %v", rate)
	}
	s, moment := c.Moment(s, rate, geom.Vec{Z: 0.1}, half)
	if !near(moment, geom.Vec{Z: 2.5}) || s.Rate[2].Error != rate.Z-0.1 {
		t.Errorf("moment %v", moment)
	}
}

func TestZones(t *testing.T) {
	z := Zones{Limits: []float64{10, 50}, Hysteresis: 2}
	last := 2
	for _, c := range []struct {
		distance float64
		want     int
	}{{60, 2}, {50, 1}, {51, 1}, {52, 1}, {52.1, 2}, {9, 0}, {11, 0}, {12, 0}, {12.5, 1}, {math.NaN(), 1}, {10, 0}, {99, 2}, {51.5, 2}} {
		if last = z.Set(last, c.distance); last != c.want {
			t.Errorf("%g m: set %d, want %d", c.distance, last, c.want)
		}
	}
	// A hysteresis wider than a zone never takes a set farther in on the way out.
	narrow := Zones{Limits: []float64{10, 12}, Hysteresis: 5}
	if set := narrow.Set(1, 13); set != 1 {
		t.Errorf("13 m, from set 1: set %d", set)
	}
}

// The gains of the thesis along x. At the switch the output is that of the old
// gains at that sample; from then on the jump, 75-155 times the error and so on,
// fades by exp(-dt/fade), which the test works out from two plain controllers.
func TestBumplessSwitch(t *testing.T) {
	bank := Bank{Sets: []PID{{Kp: 75, Ki: 10, Kd: 65}, {Kp: 155, Ki: 195, Kd: 270}}, Fade: 2 * time.Second}
	errs := []float64{2, 1.9, 1.7, 1.6}
	var plain [2][]float64
	for i := range bank.Sets {
		var s PIDState
		for _, e := range errs {
			var u float64
			s, u = bank.Sets[i].Step(s, e, 0, half)
			plain[i] = append(plain[i], u)
		}
	}
	jump := plain[0][2] - plain[1][2]
	want := []float64{plain[0][0], plain[0][1], plain[0][2], plain[1][3] + jump*math.Exp(-0.25)}
	var s BankState
	for k, set := range []int{0, 0, 1, 1} {
		var u float64
		if s, u = bank.Step(s, set, errs[k], 0, half); !close2(u, want[k]) {
			t.Errorf("sample %d: %g, want %g", k, u, want[k])
		}
	}
	bank.Fade, want[2], want[3] = 0, plain[1][2], plain[1][3]
	s = BankState{}
	for k, set := range []int{0, 0, 1, 1} {
		var u float64
		if s, u = bank.Step(s, set, errs[k], 0, half); !close2(u, want[k]) {
			t.Errorf("hard, sample %d: %g, want %g", k, u, want[k])
		}
	}
}

// With a steady error of 1 and T 0.5 s: set 0 gives 2 + I with I 0.5, 1; set 1 (Kp
// 6, Ki 2) takes over 2 + 1.5 at the third sample, so its I is 3.5 - 6, and goes on
// with 1 a sample. A clamp of 2 lets I be -2 only, and the other -0.5 fades.
func TestBumplessIntegral(t *testing.T) {
	for _, c := range []struct {
		clamp float64
		want  [4]float64
	}{{0, [4]float64{2.5, 3, 3.5, 4.5}}, {2, [4]float64{2.5, 3, 3.5, 6 - 2 + 1 - 0.5*math.Exp(-0.5)}}} {
		bank := Bank{Sets: []PID{{Kp: 2, Ki: 1, Integral: Accumulated}, {Kp: 6, Ki: 2, Integral: Accumulated, Clamp: c.clamp}}, Fade: time.Second}
		var s BankState
		for k, set := range []int{0, 0, 1, 1} {
			var u float64
			if s, u = bank.Step(s, set, 1, 0, half); !close2(u, c.want[k]) {
				t.Errorf("clamp %g, sample %d: %g, want %g", c.clamp, k, u, c.want[k])
			}
		}
	}
}

func TestMissing(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		m    Missing
		age  time.Duration
		want float64
	}{
		{Missing{Hold, s, 0}, 99 * s, 1},
		{Missing{Hold, s, s}, 2 * s, 1},
		{Missing{Hold, s, s}, 2*s + 1, 0},
		{Missing{Zero, s, s}, s, 1},
		{Missing{Zero, s, s}, s + 1, 0},
		{Missing{Wane, s, 4 * s}, s, 1},
		{Missing{Wane, s, 4 * s}, 2 * s, 0.75},
		{Missing{Wane, s, 4 * s}, 5 * s, 0},
		{Missing{Wane, s, 0}, s + 1, 0},
	} {
		if got := c.m.Weight(c.age); got != c.want {
			t.Errorf("%+v at %v: %g, want %g", c.m, c.age, got, c.want)
		}
	}
}

// plant steps 1/(a s^2 + b s) with a held input in many small steps of Heun's
// method, which knows nothing of exponentials.
func plant(x, v, u, a, b, dt float64) (float64, float64) {
	const n = 20000
	h := dt / n
	for range n {
		k1 := (u - b*v) / a
		k2 := (u - b*(v+h*k1)) / a
		x, v = x+h*v+h*h/2*k1, v+h*(k1+k2)/2
	}
	return x, v
}

func TestSmithModel(t *testing.T) {
	for _, c := range []struct{ a, b float64 }{{3659.9, 728.4}, {100, 1e-6}, {100, 0}, {10, 500}, {1000, 20}} {
		p, err := NewSmith(c.a, c.b, 740*time.Millisecond, 1)
		if err != nil {
			t.Fatal(err)
		}
		s := p.Start(1)
		s.V = 0.3
		s = p.Step(s, 250)
		if x, v := plant(1, 0.3, 250, c.a, c.b, 0.74); math.Abs(s.X-x) > 1e-6*math.Abs(x) || math.Abs(s.V-v) > 1e-6*math.Abs(v) {
			t.Errorf("%+v: %.9g, %.9g; want %.9g, %.9g", c, s.X, s.V, x, v)
		}
	}
}

// A force of 1 N on 100 kg with 1 kg/s over 0.74 s, T^2/a (x - 1 + exp(-x))/x^2 with x =
// 0.0074, to 30 digits in python with mpmath.
func TestSmithModelWithLittleDrag(t *testing.T) {
	p, _ := NewSmith(100, 1, 740*time.Millisecond, 0)
	if s := p.Step(p.Start(0), 1); math.Abs(s.X/0.00273125874260439384-1) > 1e-14 {
		t.Errorf("%.18g m", s.X)
	}
}

// The delay leaves the characteristic equation: the position with the delayed
// measurement and the predictor is, sample by sample, that of the loop whose
// measurement has no delay. Without the predictor it is another, and diverges.
func TestSmithRemovesTheDelay(t *testing.T) {
	const a, b, delay, samples = 3659.9, 728.4, 3, 60
	pid := PID{Kp: 995, Ki: 995 * 0.0094, Kd: 995 * 1.5, Integral: Accumulated}
	p, _ := NewSmith(a, b, 740*time.Millisecond, delay)
	positions := func(late int, predict bool) []float64 {
		true1, model := p.Start(0), p.Start(0)
		var s PIDState
		xs := []float64{0}
		for k := range samples {
			measured := xs[max(0, k-late)]
			if predict {
				measured = p.Predict(&model, measured)
			}
			var u float64
			s, u = pid.Step(s, 1-measured, measured, 740*time.Millisecond)
			true1, model = p.Step(true1, u), p.Step(model, u)
			xs = append(xs, true1.X)
		}
		return xs
	}
	prompt, predicted, late := positions(0, false), positions(delay, true), positions(delay, false)
	worst := 0.0
	for k := range prompt {
		worst = max(worst, math.Abs(late[k]))
		if math.Abs(prompt[k]-predicted[k]) > 1e-9 {
			t.Fatalf("sample %d: %g without delay, %g with the predictor", k, prompt[k], predicted[k])
		}
	}
	if math.Abs(prompt[samples]-1) > 0.2 || worst < 10 {
		t.Errorf("ends at %g without delay; %g at the most without the predictor", prompt[samples], worst)
	}
}
