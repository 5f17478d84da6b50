package control

import (
	"math"
	"testing"
	"time"

	"halocline/sim/geom"
	"halocline/sim/rng"
)

const half = 500 * time.Millisecond

// close2 tells whether two numbers agree to some rounding errors.
func close2(a, b float64) bool { return math.Abs(a-b) <= 1e-12*(1+math.Abs(b)) }

// Worked by hand for Kp 2, Ki 0.5, Kd 3, T 0.5 s and errors 1, 0.6, -0.2, so that
// P is 2, 1.2, -0.4; the trapezia are 0.25, 0.2, 0.05 and differences over T are
// 0, -0.8, -1.6, so D is 0, -2.4, -4.8. The reference steps down by 0.8 at the
// third sample and the measurements are 0, 0.4, 0.4. A filter of 0.5 s gives D =
// (0.5 D + 3 de) / 1: 0, -1.2, -3.
func TestPIDReadings(t *testing.T) {
	base := PID{Kp: 2, Ki: 0.5, Kd: 3}
	for name, c := range map[string]struct {
		change func(*PID)
		want   [3]float64
	}{
		"as printed":       {func(*PID) {}, [3]float64{2.25, -1, -5.15}},
		"accumulated":      {func(c *PID) { c.Integral = Accumulated }, [3]float64{2.25, -0.75, -4.7}},
		"clamped":          {func(c *PID) { c.Integral, c.Clamp = Accumulated, 0.3 }, [3]float64{2.25, -0.9, -4.9}},
		"clamp, no memory": {func(c *PID) { c.Clamp = 0.01 }, [3]float64{2.25, -1, -5.15}},
		"on measurement":   {func(c *PID) { c.Derivative = OnMeasurement }, [3]float64{2.25, -1, -0.35}},
		"filtered":         {func(c *PID) { c.Filter = half }, [3]float64{2.25, 0.2, -3.35}},
		"limited":          {func(c *PID) { c.Low, c.High = -3, 2 }, [3]float64{2, -1, -3}},
	} {
		pid := base
		c.change(&pid)
		var s PIDState
		for k, e := range []float64{1, 0.6, -0.2} {
			var u float64
			s, u = pid.Step(s, e, []float64{0, 0.4, 0.4}[k], half)
			if !close2(u, c.want[k]) {
				t.Errorf("%s, sample %d: %g, want %g", name, k, u, c.want[k])
			}
		}
	}
}

// By hand, Kp 2, Ki 0.5, T 0.5 s, limits +-1: what would lead beyond the limit is
// not added, and only as much of it as leads up to it.
func TestPIDWindup(t *testing.T) {
	pid := PID{Kp: 2, Ki: 0.5, Integral: Accumulated, Low: -1, High: 1}
	var s PIDState
	for k, c := range []struct{ e, u, i float64 }{
		{1, 1, 0}, {0.6, 1, 0}, {0.4, 0.925, 0.125}, {0.4, 1, 0.2}, {0.5, 1, 0.2}, {-0.1, 0.05, 0.25}, {-0.7, -1, 0.25},
	} {
		var u float64
		s, u = pid.Step(s, c.e, 0, half)
		if !close2(u, c.u) || !close2(s.I, c.i) {
			t.Errorf("sample %d: u %g, I %g; want %g, %g", k, u, s.I, c.u, c.i)
		}
	}
}

func TestPIDTwiceAtOneTime(t *testing.T) {
	pid := PID{Kp: 2, Ki: 0.5, Kd: 3, Integral: Accumulated}
	s, _ := pid.Step(PIDState{}, 1, 0, half)
	s, _ = pid.Step(s, 0.6, 0, half)
	again, u := pid.Step(s, 0.7, 0, 0)
	if !close2(u, 1.4+0.45-2.4) || again.I != s.I || again.D != s.D { // P changes alone
		t.Errorf("u %g, state %+v after %+v", u, again, s)
	}
}

func TestTriple(t *testing.T) {
	three := Triple{{Kp: 1}, {Kp: 2}, {Kp: 3, Derivative: OnMeasurement, Kd: 1}}
	s, _ := three.Step(TripleState{}, geom.Vec{X: 1, Y: 1, Z: 1}, geom.Vec{}, time.Second)
	_, u := three.Step(s, geom.Vec{X: 1, Y: -1, Z: 2}, geom.Vec{Z: 4}, time.Second)
	if (u != geom.Vec{X: 1, Y: -2, Z: 6 - 4}) {
		t.Errorf("%v", u)
	}
}

// The series form is a PI behind a PD: as D adds up to Kd (e(k) - e(0)), its output is that of the parallel form
// with Kp + Ki Kd/Kp in place of Kp, less Ki Kd/Kp e(0), for any errors at any times.
func TestSeriesIsAParallelForm(t *testing.T) {
	const kp, ki, kd = 3, 0.7, 2
	series := PID{Kp: kp, Ki: ki, Kd: kd, Integral: Series}
	parallel := PID{Kp: kp + ki*kd/kp, Ki: ki, Kd: kd, Integral: Accumulated}
	draw := rng.New(5).Stream("errors")
	var s, p PIDState
	first := 0.0
	for k := range 1000 {
		e, dt := draw.Normal(), time.Duration(1+draw.Uint64()%1e9)
		if k == 0 {
			first = e
		}
		var u, v float64
		s, u = series.Step(s, e, 0, dt)
		p, v = parallel.Step(p, e, 0, dt)
		if math.Abs(u-(v-ki*kd/kp*first)) > 1e-9 {
			t.Fatalf("sample %d: %g, want %g", k, u, v-ki*kd/kp*first)
		}
	}
}

// A reference that keeps 2 m ahead of a vehicle at Kp/Kd 2 m/s, where P and D balance, adds nothing to the I of the series
// form; that of the parallel form goes on by Ki 2 m each second.
func TestSeriesDoesNotWindUp(t *testing.T) {
	const kp, ki, kd, ahead = 100, 50, 400, 2.0
	for integral, want := range map[Integral]float64{Series: 0, Accumulated: ki * ahead * 59} {
		c := PID{Kp: kp, Ki: ki, Kd: kd, Integral: integral, Derivative: OnMeasurement}
		var s PIDState
		for k := range 60 {
			s, _ = c.Step(s, ahead, float64(k)*ahead*kp/kd, time.Second)
			if k == 0 {
				s.I = 0 // the first sample has no D yet
			}
		}
		if math.Abs(s.I-want) > 1e-9 {
			t.Errorf("%d: I is %g, want %g", integral, s.I, want)
		}
	}
}

// What the actuators do not give holds an I that adds up on its side, and lets it go on the other; one for each
// sample has nothing to hold.
func TestShortActuators(t *testing.T) {
	for integral, want := range map[Integral][2]float64{PerSample: {10, -10}, Accumulated: {100, 90}, Series: {100, 90}} {
		c := PID{Kp: 1, Ki: 10, Integral: integral}
		for i, e := range []float64{1, -1} {
			s, _ := c.Step(PIDState{Begun: true, Error: e, I: 100, Short: 7}, e, 0, time.Second)
			if s.I != want[i] {
				t.Errorf("%d, error %g: I is %g, want %g", integral, e, s.I, want[i])
			}
		}
	}
}
