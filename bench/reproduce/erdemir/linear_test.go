package erdemir

import (
	"math"
	"testing"
)

// The plant's own equations, stepped here by Euler's method in 0.1 ms with Pade's delay as a
// state of its own, give the same answer as package loop: a v' = u - b v, and the measured
// height y' that the controller sees is that of (1 - s T/2)/(1 + s T/2), which is
// 2 w - z with w' = (z - w) 2/T. Then D acts on y, as the reference is a constant after 0; what
// its jump gives at 0 is Kd/a of speed at once.
func TestLinearStep(t *testing.T) {
	const dt = 1e-4
	kd, ki := heaveKp*heaveNd, heaveKp*heaveNi
	z, v, w, i := 0.0, kd/heaveMass, 0.0, 0.0
	at := map[int]float64{}
	for k := range 100_001 {
		at[k] = z
		seen := 2*w - z
		rate := 2*(z-w)*2/soundDelay - v
		e := 1 - seen
		force := heaveKp*e + ki*i - kd*rate
		z, v, w, i = z+v*dt, v+(force-heaveDrag*v)/heaveMass*dt, w+(z-w)*2/soundDelay*dt, i+e*dt
	}
	times := []float64{1, 2, 3, 5, 10}
	got, err := linear(heaveMass).Sample(times)
	if err != nil {
		t.Fatal(err)
	}
	for k, s := range times {
		if want := at[int(math.Round(s/dt))]; math.Abs(got[k]-want) > 1e-3 {
			t.Errorf("after %g s: %.5f m, stepped %.5f", s, got[k], want)
		}
	}
}

// In the simulation the vehicle comes to rest where P and I hold what it is too light. I per
// sample is Ki 0.74 s (e + e)/2. (1025 kg/m3 1.83826 m3 - 1862.87 kg) 9.8 m/s2 = 209.196 N over
// 995 + 995 0.0094 0.74 = 1001.921 N/m is 0.208795 m, above the berth both times.
func TestSimulatedStepRests(t *testing.T) {
	lab := &Lab{Seed: 1}
	for _, above := range []float64{1, -1} {
		run := lab.stepped(above)
		if err := run.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		done := progress(run, above)
		if want := 1 - 0.208795/above; math.Abs(done[len(done)-1]-want) > 1e-3 || math.Abs(done[0]) > 1e-9 {
			t.Errorf("from %+g m: %.4f to %.4f of the step, want 0 to %.4f", above, done[0], done[len(done)-1], want)
		}
	}
}
