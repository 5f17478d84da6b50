package plant

import (
	"math"
	"testing"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// A thruster that keeps 40 % from 1 s to 2 s pushes 100 N, 40 N and 100 N against 50 N s/m: with q = e^-1/2 the speed is 2 (1 - q)
// after the first second, then q times that and 0.8 (1 - q), then q times that and 2 (1 - q). Asked for 5 kN, more than its 1 kN, it gives
// 40 % of what it can.
func TestPartOfAThruster(t *testing.T) {
	for _, asked := range []float64{100, 5000} {
		k := sim.New(nil)
		b := newBody(k, "block", block(t, 0.1), tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{}, 0), 100*time.Millisecond, Ignore)
		b.Command(&vehicle.Input{asked})
		var repair func()
		k.NewTimer(sim.Control, func(sim.Time) { repair = b.Fail(0, Failure{Left: 0.4}) }).Arm(1e9)
		k.NewTimer(sim.Control, func(sim.Time) { repair() }).Arm(2e9)
		if err := run(t, k, 3); err != nil {
			t.Fatal(err)
		}
		force, q := min(asked, 1000), math.Exp(-0.5)
		want := force / 50 * (1 - q) * (q*q + 0.4*q + 1)
		if v := b.Velocity(k.Now()).X; math.Abs(v-want) > 1e-6 {
			t.Errorf("asked for %g N: %.9f m/s, want %.9f m/s", asked, v, want)
		}
	}
}

// A fin of 0.02 m2 with a lift slope of 3 stands 2 m behind the middle, with a hinge upwards, and sticks at 0.1 rad while 0.3 rad are asked for. At 2 m/s
// ahead in water of 1000 kg/m3 its lift is 3 sin(0.2)/2 x 1000 x 0.02 x 4/2 = 11.920 N across the flow, which is along y, and the moment
// about z is -2 m times that, -23.840 N m: 0.11920 m/s2 and -2.3840 rad/s2 of 100 kg and 10 kg m2. Where it stands when it fails it was asked for 0.1 rad; repaired, it
// follows again, and 3 sin(0.6)/2 x 40 N = 33.879 N.
func TestStuckFin(t *testing.T) {
	for _, at := range []float64{math.NaN(), 0.1} {
		one := block(t, 0.1)
		m, err := vehicle.NewModel(one.Body, nil, []vehicle.Fin{{Position: geom.Vec{X: -2}, Hinge: geom.Vec{Z: 1}, Chord: geom.Vec{X: 1}, Area: 0.02, Slope: 3, MaxAngle: 0.5}})
		if err != nil {
			t.Fatal(err)
		}
		k := sim.New(nil)
		b := newBody(k, "fish", m, tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{}, 0), 100*time.Millisecond, Ignore)
		pushed := func(want, turned float64) {
			s := *b.At(k.Now())
			s.Velocity = vehicle.Six{2}
			a := m.Acceleration(&s, &vehicle.Water{Density: 1000})
			if math.Abs(a[1]-want) > 1e-5 || math.Abs(a[5]-turned) > 1e-4 {
				t.Errorf("sticks at %g: %.5f m/s2 and %.5f rad/s2, want %g and %g", at, a[1], a[5], want, turned)
			}
		}
		b.Command(&vehicle.Input{0.1})
		var repair func()
		k.NewTimer(sim.Control, func(sim.Time) { repair = b.Fail(0, Failure{Stuck: true, At: at}) }).Arm(1e9)
		k.NewTimer(sim.Control, func(sim.Time) { b.Command(&vehicle.Input{0.3}) }).Arm(2e9)
		k.NewTimer(sim.Control, func(sim.Time) { pushed(0.11920, -2.3840); repair() }).Arm(3e9)
		k.NewTimer(sim.Control, func(sim.Time) { pushed(0.33879, -6.7757) }).Arm(4e9)
		if err := run(t, k, 5); err != nil {
			t.Fatal(err)
		}
	}
}
