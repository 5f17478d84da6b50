package vehicles

import (
	"math"
	"testing"

	"halocline/bench/reproduce/claim"
	"halocline/plant/vehicle"
	"halocline/scenarios"
)

// Four thrusters of 40 N at 45 degrees give 113.137 N: 13.7 v + 141 v^2 is that at 0.84850 m/s. REMUS
// 100 goes as fast as 18.4 N = 2.94 v^2 lets it, 2.50170 m/s, with 2 x 2.94/(1025 x 0.0302841^(2/3)) =
// 0.059043 as its coefficient, and 2 x 131/(...) = 2.63083 across. Of the ball the linear drag of
// 100 N s/m makes 2 m/s of 200 N.
func TestMoves(t *testing.T) {
	all, err := library()
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]moves{}
	for _, m := range all {
		of[m.name] = m
	}
	if len(of) != len(vehicle.Names()) {
		t.Errorf("%d vehicles", len(of))
	}
	for what, pair := range map[string][2]float64{
		"bluerov2-heavy ahead":   {of["bluerov2-heavy"].ahead, 0.84850},
		"remus-100 ahead":        {of["remus-100"].ahead, 2.50170},
		"remus-100 drag":         {of["remus-100"].dragAhead, 0.059043},
		"remus-100 drag, across": {of["remus-100"].dragAside, 2.63083},
		"point":                  {of["point"].ahead, 2},
	} {
		if math.Abs(pair[0]/pair[1]-1) > 2e-5 {
			t.Errorf("%s: %.6g, want %.6g", what, pair[0], pair[1])
		}
	}
	for _, row := range []struct {
		name    string
		circles bool
	}{{"remus-100", true}, {"taipan-300", true}, {"rexrov", false}} {
		m := of[row.name]
		if math.IsNaN(m.diameter) == row.circles || math.IsNaN(m.rate) != row.circles || math.IsNaN(m.aside) != row.circles {
			t.Errorf("%+v", m)
		}
	}
}

// On the circle the water turns the vehicle no further: yaw and sway are balanced, to either side
// alike, and with half of the rudder the circle is wider.
func TestTurningCircle(t *testing.T) {
	m, err := scenarios.Standard().LoadVehicle("remus-100")
	if err != nil {
		t.Fatal(err)
	}
	i := rudder(m)
	full := turn(m, i, 1.5)
	m.Fins[i].MaxAngle = -m.Fins[i].MaxAngle
	if other := turn(m, i, 1.5); math.Abs(other-full) > 1e-9*full {
		t.Errorf("%g m to one side, %g m to the other", full, other)
	}
	m.Fins[i].MaxAngle = -m.Fins[i].MaxAngle / 2
	if half := turn(m, i, 1.5); !(half > 1.2*full) || !(full > 1) {
		t.Errorf("%g m with half of the rudder, %g m with all", half, full)
	}
}

func TestReport(t *testing.T) {
	r, err := Report()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []claim.Verdict{claim.NotComparable, claim.NotComparable, claim.Holds, claim.NotComparable, claim.NotComparable} {
		if c := r.Claims[i]; c.Verdict != want || c.Source == "" || c.Rule == "" {
			t.Errorf("%+v", c)
		}
	}
	if s := r.Sheets[0]; len(s.Rows) != len(vehicle.Names()) || len(s.Rows[0]) != len(s.Columns) {
		t.Errorf("%+v", s)
	}
}
