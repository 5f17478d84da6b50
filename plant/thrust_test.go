package plant

import (
	"math"
	"testing"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// Three thrusters of 100 N ahead and 50 N astern give 100 N, 50 N and -25 N: shares of 1, 1/2 and 1/2, whose cubes are 1.25 together
// and 0.416667 in the mean. One that is asked for more than it can give gives all of it. Held, and without power, they are off;
// rotors without lag stop at once.
func TestThrustOfABody(t *testing.T) {
	thruster := vehicle.Thruster{Axis: geom.Vec{X: 1}, Curve: vehicle.Curve{Ahead: 0.01, Astern: 0.01}, Max: 100, MaxAstern: 50}
	model, err := vehicle.NewModel(vehicle.Body{Mass: 100, Volume: 0.1, Inertia: [3]geom.Vec{{X: 3}, {Y: 3}, {Z: 3}}}, []vehicle.Thruster{thruster, thruster, thruster}, nil)
	if err != nil {
		t.Fatal(err)
	}
	k := sim.New(nil)
	b := newBody(k, "b", model, tank{density: 1000}, vehicle.AtRest(geom.Vec{Z: -50}, 0), 10*time.Millisecond, Ignore)
	check := func(what string, exponent, want float64) {
		t.Helper()
		if got := b.Thrust(exponent); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %g, want %g", what, got, want)
		}
	}
	check("at rest", 3, 0)
	b.Command(&vehicle.Input{100, 50, -25})
	if err := run(t, k, 2); err != nil {
		t.Fatal(err)
	}
	check("cubes", 3, 1.25/3)
	check("shares", 1, 2./3)
	b.Command(&vehicle.Input{1000, 0, 0})
	if err := run(t, k, 4); err != nil {
		t.Fatal(err)
	}
	check("at the limit", 3, 1./3)
	b.Hold()
	check("held", 3, 0)
	b.Release()
	b.Power(false)
	if err := run(t, k, 6); err != nil {
		t.Fatal(err)
	}
	check("without power", 3, 0)
	if !b.HasThrusters() {
		t.Error("it has no thrusters")
	}
	if n := testing.AllocsPerRun(100, func() { b.Thrust(3) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	d, err := vehicle.DefaultKinematic().Build(vehicle.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	drone := NewBody(sim.New(nil), "drone", d, tank{density: 1000}, vehicle.AtRest(geom.Vec{}, 0), time.Second, Ignore)
	drone.Command(&vehicle.Input{2, 0, 0})
	if drone.HasThrusters() || drone.Thrust(3) != 0 {
		t.Error("a kinematic vehicle has thrusters")
	}
}
