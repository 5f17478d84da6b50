package ocean

import (
	"math"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// wavy returns water with waves over a bottom at a depth in m; 0 for none.
func wavy(t *testing.T, c WavesConfig, depth float64, seed uint64) *Water {
	t.Helper()
	config := Default()
	config.Waves = c
	if depth > 0 {
		config.Seabed = &SeabedConfig{Depth: depth}
	}
	w, err := config.Build(Site{Stream: rng.New(seed).Stream})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The variance of the surface at one place over two hours is (Hs/4)^2, and crests follow one another by Tz = Tp (0.6673 + 0.05037 g -
// 0.006230 g^2 + 0.0003341 g^3), which is 0.7777 Tp for g = 3.3 (DNV-RP-C205, section 3.5.5.4).
func TestVarianceOfJonswap(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const height, peak, step = 2.5, 8.0, 0.25
	for seed := range uint64(5) {
		c := &JonswapConfig{Height: height, Period: 8 * time.Second, Peak: 3.3, Components: 256, Toward: 0.3}
		w := wavy(t, c, 0, seed)
		var sum, squares, crossings, last float64
		const n = 7200 / step
		for i := range int(n) {
			eta := w.Surface(geom.Vec{X: 12, Y: 7}, sim.Time(float64(i)*step*1e9))
			if last < 0 && eta >= 0 {
				crossings++
			}
			sum, squares, last = sum+eta, squares+eta*eta, eta
		}
		variance, want := squares/n-sum/n*sum/n, height/4*height/4
		if math.Abs(variance/want-1) > 0.05 {
			t.Errorf("seed %d: variance %.4f m2, want %.4f m2", seed, variance, want)
		}
		if tz := 7200 / crossings; math.Abs(tz/(0.7777*peak)-1) > 0.05 {
			t.Errorf("seed %d: a crest every %.3f s, want %.3f s", seed, tz, 0.7777*peak)
		}
	}
}

// most returns the greatest velocities ahead and up over a period at a depth.
func most(w *Water, z, period float64) (ahead, up float64) {
	for i := range 4000 {
		v := w.Current(geom.Vec{Z: z}, sim.Time(period*float64(i)/4000*1e9))
		ahead, up = max(ahead, v.X), max(up, v.Z)
	}
	return ahead, up
}

// In deep water the orbital velocity decays as exp(k z), with k = omega^2/g: waves of 6 s have omega = 1.047198 and k = 0.111824, so a height
// of 1 m gives 0.523599 m/s at the surface, and both ways exp(-1.11824) = 0.326853 of that 10 m down.
// Over a bottom at 5 m waves of 10 s have omega^2 h/g = 0.201284, and k h = 0.464265 solves k h tanh(k h) = 0.201284 (0.464265 x 0.433554): at the bottom the
// water goes to and fro with a omega/sinh(k h) = 0.314159/0.481124 = 0.652970 m/s, and neither up nor down.
func TestOrbitalVelocity(t *testing.T) {
	deep := wavy(t, &SwellConfig{Height: 1, Period: 6 * time.Second}, 0, 1)
	for z, want := range map[float64]float64{0: 0.523599, -10: 0.523599 * 0.326853, 3: 0.523599} {
		if ahead, up := most(deep, z, 6); math.Abs(ahead-want) > 1e-5 || math.Abs(up-want) > 1e-5 {
			t.Errorf("at %g m: %.6f m/s ahead and %.6f m/s up, want %.6f", z, ahead, up, want)
		}
	}
	shallow := wavy(t, &SwellConfig{Height: 1, Period: 10 * time.Second}, 5, 1)
	if ahead, up := most(shallow, -5, 10); math.Abs(ahead-0.652970) > 1e-5 || math.Abs(up) > 1e-9 {
		t.Errorf("at the bottom: %.6f m/s ahead and %.9f m/s up", ahead, up)
	}
	if k := waveNumber(2*math.Pi/10, 5); math.Abs(k*5-0.464265) > 1e-6 {
		t.Errorf("k h = %.6f", k*5)
	}
}

// The surface moves as the water in it: its rise is the velocity upwards at z = 0, and it goes along with the phase velocity, also aslant.
func TestSurfaceOfWaves(t *testing.T) {
	w := wavy(t, &JonswapConfig{Height: 1, Period: 6 * time.Second, Toward: 1, Peak: 3.3, Components: 20}, 12, 3)
	for i := range 50 {
		at, now := geom.Vec{X: float64(i), Y: -float64(i)}, sim.Time(i)*7e8
		const d = 1e6 // ns
		rise := (w.Surface(at, now+d) - w.Surface(at, now-d)) / 2e-3
		if up := w.Current(at, now).Z; math.Abs(up-rise) > 1e-5 {
			t.Fatalf("the surface rises at %.6f m/s, and the water at %.6f m/s", rise, up)
		}
		across := at.Add(geom.Vec{X: -math.Sin(1), Y: math.Cos(1)}.Scale(9))
		if got := w.Surface(across, now); math.Abs(got-w.Surface(at, now)) > 1e-9 {
			t.Fatalf("along a crest the surface is at %.9f m", got)
		}
	}
}

// A particle that goes with the water drifts by Stokes' (k a)^2 (omega/k) exp(2 k z): with k = 0.111824 and k a = 0.1 and 0.05, 5 m down,
// over 200 periods, by the classical Runge-Kutta method.
func TestStokesDrift(t *testing.T) {
	const period, k, z = 6.0, 0.111824, -5.0
	for _, steep := range []float64{0.1, 0.05} {
		w := wavy(t, &SwellConfig{Height: 2 * steep / k, Period: 6 * time.Second, Toward: math.Pi / 2}, 0, 1)
		at := func(p geom.Vec, s float64) geom.Vec { return w.Current(p, sim.Time(s*1e9)) }
		p, mean := geom.Vec{Z: z}, 0.0
		const h = 0.02
		for i := range int(200 * period / h) {
			s := float64(i) * h
			k1 := at(p, s)
			k2 := at(p.Add(k1.Scale(h/2)), s+h/2)
			k3 := at(p.Add(k2.Scale(h/2)), s+h/2)
			k4 := at(p.Add(k3.Scale(h)), s+h)
			p = p.Add(k1.Add(k2.Scale(2)).Add(k3.Scale(2)).Add(k4).Scale(h / 6))
			mean += p.Z / (200 * period / h)
		}
		got, want := p.Y/(200*period), steep*steep*(2*math.Pi/period)/k*math.Exp(2*k*mean)
		if math.Abs(got/want-1) > 0.05 {
			t.Errorf("k a = %g: it drifts at %.5f m/s, want %.5f m/s", steep, got, want)
		}
	}
}

// Waves that would break are a fault of their height: in deep water above 0.142 times g T^2/(2 pi) = 6.2431 m, which is 0.8865 m of waves of 2 s.
func TestWavesThatBreak(t *testing.T) {
	for height, want := range map[float64]string{0.88: "", 0.89: "waves of 0.89 m and 2 s break above 0.887 m; make them lower, or their period longer"} {
		c := Default()
		c.Waves = &SwellConfig{Height: height, Period: 2 * time.Second}
		_, err := c.Build(Site{})
		if got := ""; err != nil {
			got = err.Error()
			if want == "" || !strings.Contains(got, want) {
				t.Errorf("%g m: %s", height, got)
			}
		} else if want != "" {
			t.Errorf("%g m: they do not break", height)
		}
	}
}

// What asks for the surface and the velocity of waves allocates nothing.
func TestWavesDoNotAllocate(t *testing.T) {
	w := wavy(t, &JonswapConfig{Height: 1, Period: 6 * time.Second, Peak: 3.3, Components: 64}, 50, 1)
	if n := testing.AllocsPerRun(100, func() { w.Current(geom.Vec{Z: -1}, 1e9); w.Surface(geom.Vec{}, 1e9) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
