package loop_test

import (
	"math"
	"testing"

	"halocline/plant/control/loop"
)

// The answers are worked by hand:
//   - (1 + 2s)/(s + 1)^2 gives 1 - exp(-t) + t exp(-t).
//   - An integrator of 0.5 whose output is fed back 1 s late: y' = 0.5 (1 - y(t - 1)). That is
//     t/2 up to 1 s, and 0.5 + (t-1)/2 - (t-1)^2/8 from there to 2 s.
//   - 1/s^2 with C = 1 + (z-1)/(0.5 z) each 0.5 s: the force is 1 + 2 = 3 at first, so that
//     y(0.25) = 3/32, y(0.5) = 3/8 and v(0.5) = 3/2; then it is 5/8 - (3/8)/0.5 = -1/8, so that
//     y(0.75) = 3/8 + 3/8 - 1/256. With the delay in front of the output all comes later by it.
//   - The same with D of the measurement: the force is 1 at first, so that y(0.25) = 1/32, y(0.5) = 1/8 and v(0.5) = 1/2;
//     then it is 7/8 - (1/8)/0.5 = 5/8, so that y(0.75) = 1/8 + 1/8 + 5/256.
func TestSample(t *testing.T) {
	twice := loop.Loop{Forward: loop.PID(1, 2, 0).Times(loop.Plant(1, 0))}
	late := loop.Loop{Forward: loop.Transfer{Num: loop.Poly{0.5}, Den: loop.Poly{0, 1}}, Delay: 1}
	ahead := late
	ahead.Ahead = true
	computer := loop.Sampled{Plant: loop.Plant(1, 0), Controller: loop.PIDSampled(1, 1, 0, 0.5, true), Period: 0.5}
	measured := computer
	measured.Reference = loop.PIDSampled(1, 0, 0, 0.5, true)
	held := loop.Sampled{Plant: late.Forward, Controller: loop.PIDSampled(1, 0, 0, 1, true), Delay: 0.5, Period: 1, Ahead: true}
	for _, c := range []struct {
		name string
		of   interface {
			Sample([]float64) ([]float64, error)
		}
		times  []float64
		want   []float64
		within float64
	}{
		{"polynomials", twice, []float64{0, 1, 5, 1e9}, []float64{0, 1, 1 + 4*math.Exp(-5), 1}, 1e-12},
		{"exact delay", late, []float64{0, 0.5, 1.5, 2, 1e6}, []float64{0, 0.25, 0.71875, 0.875, 1}, 1e-6},
		{"exact delay in front", ahead, []float64{0.5, 1.5, 2.5}, []float64{0, 0.25, 0.71875}, 1e-6},
		{"sampled", computer, []float64{0.75, 0, 0.25, 0.5, 1e9}, []float64{191.0 / 256, 0, 3.0 / 32, 3.0 / 8, 1}, 1e-12},
		{"sampled, D of the measurement", measured, []float64{0.75, 0, 0.25, 0.5, 1e9}, []float64{69.0 / 256, 0, 1.0 / 32, 1.0 / 8, 1}, 1e-12},
		{"sampled, late", held, []float64{0.25, 0.75, 1}, []float64{0, 0.125, 0.25}, 1e-12}, // 0.5 (t - 0.5)
	} {
		got, err := c.of.Sample(c.times)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i, want := range c.want {
			if math.Abs(got[i]-want) > c.within {
				t.Errorf("%s: %.9g at %g s, want %.9g", c.name, got[i], c.times[i], want)
			}
		}
	}
	if _, err := (loop.Loop{Forward: loop.Transfer{Num: loop.Poly{0.5}, Den: loop.Poly{-1, 1}}}).Sample([]float64{1}); err == nil {
		t.Error("a loop that is not stable has an answer")
	}
}

// What Step shows at its steps, Sample has at their times.
func TestSampleMeetsStep(t *testing.T) {
	forward := loop.PID(995, 2.65, 0.0094).Times(loop.Plant(3659.9, 728.4)) // Erdemir (2018)
	for name, l := range map[string]interface {
		Step(float64) (loop.Step, error)
		Sample([]float64) ([]float64, error)
	}{
		"exact":   loop.Loop{Forward: forward, Delay: 0.74},
		"Pade":    loop.Loop{Forward: forward, Delay: 0.74, Order: 2},
		"sampled": loop.Sampled{Plant: loop.Plant(3659.9, 728.4), Controller: loop.PIDSampled(995, 2.65, 0.0094, 0.1, true), Delay: 0.25, Period: 0.1},
	} {
		s, err := l.Step(20)
		if err != nil {
			t.Fatal(name, err)
		}
		n := len(s.Time) - 1
		times := []float64{s.Time[n/50], s.Time[n/7], s.Time[n/2], s.Time[n]}
		got, err := l.Sample(times)
		if err != nil {
			t.Fatal(name, err)
		}
		for i, k := range []int{n / 50, n / 7, n / 2, n} {
			if math.Abs(got[i]-s.Y[k]) > 1e-5 {
				t.Errorf("%s: %.9g at %g s, and Step has %.9g", name, got[i], times[i], s.Y[k])
			}
		}
	}
}
