package plant_test

import (
	"math"
	"testing"
	"time"

	"halocline/plant"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/rng"
)

// waterWith returns water of 1025 kg/m3 with a current.
func waterWith(t *testing.T, c ocean.CurrentConfig) *ocean.Water {
	t.Helper()
	config := ocean.Default()
	config.Density, config.Current = 1025, c
	w, err := config.Build(ocean.Site{Stream: rng.New(3).Stream})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A tide of A cos(w t + p) carries a float by A/w (sin(w t + p) - sin p), at any moment, and not at all
// along the vertical.
func TestDrifterFollowsATide(t *testing.T) {
	const amplitude, phase, cycle = 0.8, 0.4, 3600.0
	w := waterWith(t, &ocean.TidalConfig{Amplitude: amplitude, Period: time.Hour, Phase: phase})
	k := sim.New(nil)
	from := geom.Vec{X: 10, Y: -3, Z: -20}
	d := plant.NewDrifter(k, w, from, geom.Quat{W: 1})
	omega, looks := 2*math.Pi/cycle, 0
	k.Every(sim.Probe, 0, 617*time.Millisecond, func(now sim.Time) {
		looks++
		s := now.Seconds()
		want := from.Add(geom.Vec{X: amplitude / omega * (math.Sin(omega*s+phase) - math.Sin(phase))})
		if got := d.Position(now); got.Dist(want) > 1e-8 {
			t.Fatalf("after %v at %v, want %v", now, got, want)
		}
		if v := d.Velocity(now); math.Abs(v.X-amplitude*math.Cos(omega*s+phase)) > 1e-12 || v.Y != 0 || v.Z != 0 {
			t.Fatalf("after %v: %v m/s", now, v)
		}
	})
	if err := k.Run(t.Context(), sim.Time(2*time.Hour)); err != nil || looks < 10_000 {
		t.Fatal(looks, err)
	}
}

// Who asks, and when, does not change where a float is: the steps are events. The second computation
// adds the current up in steps of a millisecond, over some 150 m.
func TestDrifterInAWanderingCurrent(t *testing.T) {
	wander := func() *ocean.Water {
		return waterWith(t, &ocean.GaussMarkovConfig{
			Speed: 0.5, SpeedDeviation: 0.2, TowardDeviation: 0.3,
			SpeedTime: 20 * time.Second, TowardTime: 5 * time.Second, Step: time.Second,
		})
	}
	end := func(every time.Duration) geom.Vec {
		k := sim.New(nil)
		d := plant.NewDrifter(k, wander(), geom.Vec{Z: -5}, geom.Quat{W: 1})
		k.Every(sim.Probe, 0, every, func(now sim.Time) { d.Position(now) })
		if err := k.Run(t.Context(), sim.Time(300*time.Second)); err != nil {
			t.Fatal(err)
		}
		return d.Position(sim.Time(300 * time.Second))
	}
	seldom, often := end(time.Hour), end(7*time.Millisecond)
	if seldom != often {
		t.Errorf("%v, and %v when somebody asks", seldom, often)
	}
	w, sum := wander(), geom.Vec{Z: -5}
	for i := range 300_000 {
		sum = sum.Add(w.Current(sum, sim.Time(i)*1e6+5e5).Scale(1e-3))
	}
	if seldom.Dist(sum) > 1e-3 || sum.Norm() < 100 {
		t.Errorf("%v, want %v", seldom, sum)
	}
}

// A float with 300 N of buoyancy on a line of 30 m, with a drag area of 0.1 m2, in 0.5 m/s at 1025 kg/m3:
// the drag is 1025/2 * 0.1 * 0.25 = 12.8125 N, so the excursion is 30 * 12.8125 / sqrt(12.8125^2 + 300^2) =
// 1.2800833 m and the dip 30 (1 - 300/300.273474) = 0.0273221 m. A line of 8 mm and Cd 1.2 has a drag of
// 1025/2 * 1.2 * 0.008 * 30 * 0.25 = 36.9 N, of which the anchor bears half. Where
// the water stands still half way down, Simpson's rule leaves a sixth of it.
func TestMooringBalances(t *testing.T) {
	m := plant.Mooring{Line: 30, Buoyancy: 300, Area: 0.1}
	u := geom.Vec{X: 0.3, Y: -0.4}
	got := m.Offset(1025, u, u)
	if want := (geom.Vec{X: 0.6 * 1.2800833, Y: -0.8 * 1.2800833, Z: -0.0273221}); got.Dist(want) > 1e-6 {
		t.Errorf("%v, want %v", got, want)
	}
	// Without the line's drag and weight, the float stays on a sphere about the anchor.
	if r := got.Add(geom.Vec{Z: 30}).Norm(); math.Abs(r-30) > 1e-12 {
		t.Errorf("%g m from the anchor", r)
	}
	m.Breadth = 1.2 * 0.008
	f := 12.8125 + 36.9/2
	got = m.Offset(1025, u, u)
	if want := 30 * f / math.Hypot(f, 300); math.Abs(math.Hypot(got.X, got.Y)-want) > 1e-12 {
		t.Errorf("with the line %g m, want %g", math.Hypot(got.X, got.Y), want)
	}
	m.Area = 0
	got = m.Offset(1025, u, geom.Vec{})
	f = 36.9 / 6
	if want := 30 * f / math.Hypot(f, 300); math.Abs(math.Hypot(got.X, got.Y)-want) > 1e-12 {
		t.Errorf("in shear %g m, want %g", math.Hypot(got.X, got.Y), want)
	}
	if still := m.Offset(1025, geom.Vec{}, geom.Vec{}); still != (geom.Vec{}) {
		t.Errorf("in still water %v", still)
	}
}

// In a tide a moored float is where the balance of the moment has it, and its velocity is the slope of its
// way.
func TestMooredFollowsTheTide(t *testing.T) {
	w := waterWith(t, &ocean.TidalConfig{Amplitude: 1, Period: time.Hour})
	m := &plant.Moored{Mooring: plant.Mooring{Line: 30, Buoyancy: 300, Area: 0.1}, Rest: geom.Vec{X: 5, Z: -20}, Ocean: w}
	for s := 0.0; s < 3600; s += 300 {
		at := sim.Seconds(s)
		u := math.Cos(2 * math.Pi * s / 3600)
		f := 1025. / 2 * 0.1 * u * math.Abs(u)
		if got, want := m.Position(sim.Time(at)).X-5, 30*f/math.Hypot(f, 300); math.Abs(got-want) > 1e-12 {
			t.Errorf("after %g s %g m, want %g", s, got, want)
		}
		const h = time.Second
		slope := m.Position(sim.Time(at + h)).Sub(m.Position(sim.Time(at))).Scale(1 / h.Seconds())
		if got := m.Velocity(sim.Time(at)); got.Dist(slope) > 1e-4 {
			t.Errorf("after %g s %v m/s, want %v", s, got, slope)
		}
	}
}
