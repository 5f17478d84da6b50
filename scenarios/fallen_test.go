package scenarios

import (
	"math"
	"testing"

	"halocline/plant/vehicle"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// Without its propeller a REMUS 100 rises because it is lighter than its water: 1025 x 0.0302841 x 9.81 - 30.479 x 9.81 = 5.516 N against a drag
// of 131 N s2/m2 across it, which is 0.205 m/s once it has no speed ahead, so that it needs about 100 s for 20 m; while it still
// goes ahead, its fins hold it down. It comes up and stays up, and the first radio packet arrives then.
func TestFallen(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	f := &told{places: places{node: 3}}
	var all facts
	s, err := load(t, "fallen").Build(nil, trace.Tee(f, &all))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(f.all) != 1 || f.all[0].Note != "failed_propeller" || f.all[0].At != 120e9 || f.all[0].Node != 3 {
		t.Errorf("facts: %v", f.all)
	}
	first, heard := math.Inf(1), 0
	for _, r := range all {
		if r.Kind == trace.Delivered && r.Peer == 3 && r.Node == 0 {
			first, heard = min(first, r.At.Seconds()), heard+1
		}
	}
	up := math.Inf(1)
	for i, p := range f.at { // every 5 s
		if p.Z > -0.5 {
			up = min(up, 5*float64(i))
		} else if up < 5*float64(i) {
			t.Fatalf("at %d s it is at %.2f m again", 5*i, p.Z)
		}
	}
	if up < 120+20/0.205 || up > 260 || first < up-5 || first > up+20 || heard < 12 {
		t.Errorf("it is up after %g s, and is heard %d times from %.3f s on", up, heard, first)
	}
	got := measuredOf(s, "auv")
	if want := 23.6 * 400; math.Abs(got["energy_hotel"]-want) > 1e-6 || got["charge_left"] < 0.99 {
		t.Errorf("%v", got)
	}
}

// The surface craft floats level at the height at which it displaces its weight, and at full thrust it comes near the 6 knots of its
// source: there 24.4 kgf are the drag at that speed; here it also drags its plates along, with the bow up by some degrees.
func TestSurfaceCraft(t *testing.T) {
	m := loadVehicle(t, "asv")
	at := swam(t, alone("asv, step: 10ms", "0m"))
	if z := at[len(at)-1].Z; math.Abs(z) > 0.001 {
		t.Errorf("its waterline is at %.4f m", z)
	}
	at = swam(t, alone("asv, step: 10ms, force: [239.4N, 0N, 0N]", "0m"))
	last := len(at) - 1
	if v := (at[last].X - at[last-100].X) / 10; v < 2.6 || v > 3.09 {
		t.Errorf("%.3f m/s ahead", v)
	}
	if math.Abs(at[last].Y) > 1e-3 || m.Force(&vehicle.Input{119.7, 119.7}).X != 239.4 {
		t.Errorf("it goes to y = %.4f m", at[last].Y)
	}
}

// Thrusters 1 to 4 of modular-seven give 1 N ahead with sqrt(2)/4 N each, two of them astern; 5 to 7, at 120 degrees, 1 N up with a
// third each; and 1 N m about z with 1/(4 x 0.16 m) = 1.5625 N of each of the four.
func TestAllocationOfModularSeven(t *testing.T) {
	a, err := vehicle.NewAllocation(loadVehicle(t, "modular-seven"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for axis, want := range map[vehicle.Axis][]float64{
		vehicle.Surge: {-0.353553, -0.353553, 0.353553, 0.353553, 0, 0, 0},
		vehicle.Heave: {0, 0, 0, 0, 1. / 3, 1. / 3, 1. / 3},
		vehicle.Yaw:   {1.5625, 1.5625, 1.5625, 1.5625, 0, 0, 0},
	} {
		var tau vehicle.Six
		var in vehicle.Input
		tau[axis] = 1
		a.Thrusts(&tau, &in)
		for i, w := range want {
			if math.Abs(in[i]-w) > 1e-4 {
				t.Errorf("%v: thruster %d gives %.5f N, want %.5f N", axis, i+1, in[i], w)
			}
		}
	}
}
