package control

import (
	"math"
	"strings"
	"testing"
	"time"

	"halocline/sim"
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

// A switch before the last jump has died out is without a jump too: with a steady error of 2,
// a Kp of 1 and of 3, and T a quarter of the fade, the jump of 2 - 6 is there for two samples
// more, and at the second switch the one of 6 - 2 is added.
func TestBumplessSwitchTwice(t *testing.T) {
	bank := Bank{Sets: []PID{{Kp: 1}, {Kp: 3}}, Fade: 2 * time.Second}
	fall := math.Exp(-0.25)
	want := [5]float64{2, 2, 6 - 4*fall, 6 - 4*fall*fall, 2 + (4-4*fall*fall)*fall}
	var s BankState
	for k, set := range []int{0, 1, 1, 0, 0} {
		var u float64
		if s, u = bank.Step(s, set, 2, 0, half); !close2(u, want[k]) {
			t.Errorf("sample %d: %g, want %g", k, u, want[k])
		}
	}
}

// With a steady error of 20, T 0.5 s and a limit of 100, set 0 gives 20 + I with I 10, 20,
// 30; set 1, which by itself wants 200 + 30, takes over 20 + 30 and goes on with 10 a sample.
func TestBumplessIntegralAtItsLimit(t *testing.T) {
	limited := func(kp float64) PID {
		return PID{Kp: kp, Ki: 1, Integral: Accumulated, Low: -100, High: 100}
	}
	bank := Bank{Sets: []PID{limited(1), limited(10)}, Fade: time.Second}
	want := [4]float64{30, 40, 50, 60}
	var s BankState
	for k, set := range []int{0, 0, 1, 1} {
		var u float64
		if s, u = bank.Step(s, set, 20, 0, half); !close2(u, want[k]) {
			t.Errorf("sample %d: %g, want %g", k, u, want[k])
		}
	}
}

// An I that nothing adds to would keep for good what it takes over: with a steady error of 2
// set 0 gives 2 + I with I 1, 2, 3; set 1 has Kp 3 and no Ki, so that it gives 6 + 2, and the
// 5 - 8 of the switch fade.
func TestSwitchToNoIntegral(t *testing.T) {
	bank := Bank{Sets: []PID{{Kp: 1, Ki: 1, Integral: Accumulated}, {Kp: 3, Integral: Accumulated}}, Fade: time.Second}
	want := [5]float64{3, 4, 5, 8 - 3*math.Exp(-0.5), 8 - 3*math.Exp(-1)}
	var s BankState
	for k, set := range []int{0, 0, 1, 1, 1} {
		var u float64
		if s, u = bank.Step(s, set, 2, 0, half); !close2(u, want[k]) {
			t.Errorf("sample %d: %g, want %g", k, u, want[k])
		}
	}
}

// Three axes change their gains together and know nothing of each other: with the gains 1
// and 2 times e.X and so on. One that goes on with another set makes no switch of it.
func TestBanks(t *testing.T) {
	var b Banks
	for i := range b {
		b[i] = Bank{Sets: []PID{{Kp: 1}, {Kp: 2}}, Fade: time.Second}
	}
	e := geom.Vec{X: 1, Y: -2, Z: 3}
	s, u := b.Step(BanksState{}, 1, e, geom.Vec{}, half)
	if u != e.Scale(2) {
		t.Errorf("%v", u)
	}
	if s, u = b.Step(s, 0, e, geom.Vec{}, half); u != e.Scale(2) {
		t.Errorf("at the switch: %v", u)
	}
	if _, u = b.Step(s.Begin(1), 1, e, geom.Vec{}, half); u != e.Scale(2) || s.Begin(1)[1].PID != s[1].PID {
		t.Errorf("going on: %v", u)
	}
}

// A bank of one set is its PID, bit by bit.
func TestBankOfOne(t *testing.T) {
	pid := PID{Kp: 75, Ki: 10, Kd: 65, Low: -100, High: 100}
	bank := Bank{Sets: []PID{pid}, Fade: time.Second}
	var p PIDState
	var b BankState
	for k, e := range []float64{2, 1.9, math.Copysign(0, -1), 1e-300, -1, 0.3} {
		var u, w float64
		p, u = pid.Step(p, e, e, half)
		if b, w = bank.Step(b, 0, e, e, half); math.Float64bits(u) != math.Float64bits(w) {
			t.Errorf("sample %d: %g and %g", k, u, w)
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

// clock is a time in s.
func clock(s float64) sim.Time { return sim.Time(sim.Seconds(s)) }

// smithAlongX returns a predictor for a mass and a drag along x, and a function that
// pushes it level along x at a time in s.
func smithAlongX(t *testing.T, a, b float64) (p *Smith, push func(at, force float64)) {
	t.Helper()
	p, err := NewSmith(geom.Vec{X: a, Y: 1, Z: 1}, geom.Vec{X: b})
	if err != nil {
		t.Fatal(err)
	}
	return p, func(at, force float64) { p.Push(clock(at), geom.FromEuler(0, 0, 0), geom.Vec{X: force}) }
}

func TestSmithModel(t *testing.T) {
	for _, c := range []struct{ a, b float64 }{{3659.9, 728.4}, {100, 1e-6}, {100, 0}, {10, 500}, {1000, 20}} {
		p, push := smithAlongX(t, c.a, c.b)
		push(1, 400)
		push(1.74, 250)
		push(2.48, -30)
		x, v, last := 0.0, 0.0, 0.0
		for _, u := range []float64{400, 250, -30} {
			last = x
			x, v = plant(x, v, u, c.a, c.b, 0.74)
		}
		for _, row := range []struct{ from, to, want float64 }{{0, 3.22, x}, {1, 3.22, x}, {2.48, 3.22, x - last}, {0, 0.5, 0}} {
			if got := p.Way(clock(row.from), clock(row.to)).X; math.Abs(got-row.want) > 1e-6*math.Abs(row.want) {
				t.Errorf("%+v, from %g to %g s: %.9g m, want %.9g m", c, row.from, row.to, got, row.want)
			}
		}
	}
}

// A force of 1 N on 100 kg with 1 kg/s over 0.74 s, T^2/a (x - 1 + exp(-x))/x^2 with x =
// 0.0074, to 30 digits in python with mpmath.
func TestSmithModelWithLittleDrag(t *testing.T) {
	p, push := smithAlongX(t, 100, 1)
	push(0, 1)
	if x := p.Way(0, 740e6).X; math.Abs(x/0.00273125874260439384-1) > 1e-14 {
		t.Errorf("%.18g m", x)
	}
	// It glides on with 0.1 kg/s for as long, v a/b (1 - exp(-bT/a)).
	p, push = smithAlongX(t, 100, 0.1)
	push(0, 1)
	push(0.74, 0)
	if x := p.Way(740e6, 1480e6).X; math.Abs(x/0.005471949508662323-1) > 1e-14 {
		t.Errorf("%.18g m", x)
	}
}

// Ahead and to the left of a vehicle that points along the world's y are y and -x: 300 N
// ahead on 50 kg and 200 N to the left on 400 kg make 6 m/s2 along y and -0.5 m/s2 along x.
// Then it turns about, with the velocity that it has, without drag and force; turned, the
// same force to the left acts along x, and later, turned back, along -x.
func TestSmithTurns(t *testing.T) {
	p, err := NewSmith(geom.Vec{X: 50, Y: 400, Z: 1}, geom.Vec{})
	if err != nil {
		t.Fatal(err)
	}
	p.Push(0, geom.FromEuler(math.Pi/2, 0, 0), geom.Vec{X: 300, Y: 200})
	p.Push(2e9, geom.FromEuler(-math.Pi/2, 0, 0), geom.Vec{})
	for to, want := range map[sim.Time]geom.Vec{2e9: {X: -1, Y: 12}, 3e9: {X: -2, Y: 24}} {
		if got := p.Way(0, to); got.Dist(want) > 1e-12 {
			t.Errorf("until %v: %v, want %v", to, got, want)
		}
	}
	p.Push(3e9, geom.FromEuler(-math.Pi/2, 0, 0), geom.Vec{Y: 800})
	p.Push(4e9, geom.FromEuler(math.Pi/2, 0, 0), geom.Vec{Y: 800})
	if got, want := p.Way(3e9, 5e9), (geom.Vec{X: -2 + 1 + 2 - 1, Y: 24}); got.Dist(want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
}

// What is forgotten is not needed, and of what is long ago some is: a force of 20 ms now and
// then, 5000 times, on 1 kg without drag makes a way of 0.02 F (t - 0.01 s) each. What is
// left of the beginning is right to the way of one such force; the end is right.
func TestSmithForgets(t *testing.T) {
	p, push := smithAlongX(t, 1, 0)
	forget, pushOther := smithAlongX(t, 1, 0)
	impulses, moments := 0.0, 0.0
	way := map[int]float64{}
	for k := range 5000 {
		at := 0.04 * float64(k)
		u := float64(k%3 - 1)
		push(at, u)
		push(at+0.02, 0)
		pushOther(at, u)
		pushOther(at+0.02, 0)
		impulses, moments = impulses+0.02*u, moments+0.02*u*(at+0.01)
		way[k] = impulses*(at+0.04) - moments
		if k > 100 {
			forget.Forget(clock(at - 1))
		}
	}
	end := clock(200)
	for k, tolerance := range map[int]float64{-1: 1e-9, 10: 0.02, 1000: 0.02, 4500: 1e-9, 4990: 1e-9} {
		from := clock(0.04 * float64(k+1))
		if got, want := p.Way(from, end).X, way[4999]-way[k]; math.Abs(got-want) > tolerance {
			t.Errorf("from %v: %.9g m, want %.9g m", from, got, want)
		}
	}
	since := clock(198.97) // at 198.96 s the rest was forgotten
	if got, want := forget.Way(since, end), p.Way(since, end); got.Dist(want) > 1e-9 || len(forget.pieces) > 60 || len(p.pieces) > mostPieces {
		t.Errorf("%v, want %v; %d and %d pieces", got, want, len(forget.pieces), len(p.pieces))
	}
	// The same force again is nothing new, and one at the same time takes its place.
	same, push := smithAlongX(t, 1, 0)
	for range 100 {
		push(1, 5)
		push(1, 2)
		push(2, 2)
	}
	if x := same.Way(0, 3e9).X; len(same.pieces) != 1 || math.Abs(x-4) > 1e-12 {
		t.Errorf("%d pieces, %g m", len(same.pieces), x)
	}
}

func TestSmithRefuses(t *testing.T) {
	for mass, drag := range map[float64]float64{0: 1, math.Inf(1): 1, 1: -1, 2: math.Inf(1), 3: math.NaN()} {
		if _, err := NewSmith(geom.Vec{X: 1, Y: mass, Z: 1}, geom.Vec{Y: drag}); err == nil || !strings.HasPrefix(err.Error(), "axis y: ") {
			t.Errorf("%g kg and %g N s/m: %v", mass, drag, err)
		}
	}
}

// The delay leaves the characteristic equation: the position with a measurement of any age
// and the predictor is, sample by sample, that of the loop whose measurement has no delay,
// however many samples fail to come, if they fail to come to both. Without the predictor it is
// another, and diverges.
func TestSmithRemovesTheDelay(t *testing.T) {
	const a, b, period, samples = 3659.9, 728.4, 0.74, 60
	pid := PID{Kp: 995, Ki: 995 * 0.0094, Kd: 995 * 1.5, Integral: Accumulated}
	lost := map[int]bool{7: true, 8: true, 20: true}
	positions := func(late int, predict bool) []float64 {
		p, push := smithAlongX(t, a, b)
		var s PIDState
		var u, x, v float64
		xs := []float64{0}
		for k := range samples {
			if now := period * float64(k); !lost[k] {
				measured := xs[max(0, k-late)]
				if predict {
					measured += p.Way(clock(now-period*float64(late)), clock(now)).X
				}
				s, u = pid.Step(s, 1-measured, measured, 740*time.Millisecond)
				push(now, u)
			}
			x, v = plant(x, v, u, a, b, period)
			xs = append(xs, x)
		}
		return xs
	}
	prompt, predicted, late := positions(0, false), positions(3, true), positions(3, false)
	worst := 0.0
	for k := range prompt {
		worst = max(worst, math.Abs(late[k]))
		if math.Abs(prompt[k]-predicted[k]) > 1e-6 {
			t.Fatalf("sample %d: %g without delay, %g with the predictor", k, prompt[k], predicted[k])
		}
	}
	if math.Abs(prompt[samples]-1) > 0.2 || worst < 10 {
		t.Errorf("ends at %g without delay; %g at the most without the predictor", prompt[samples], worst)
	}
}
