package contract

import (
	"math"
	"strings"
	"testing"

	"halocline/bench/reproduce/claim"
)

// The whole curve has a closed form. After n steps x = dt^2 sum_{k=1}^{n-1} (n-k) (cos kP + 0.2),
// and Fejer's sum gives n + 2 sum (n-k) cos kP = (sin(nP/2)/sin(P/2))^2.
func TestDriftClosedForm(t *testing.T) {
	for _, r := range rows() {
		dt := r.Period * (1 - r.truncated())
		positions := r.positions(r.truncated())
		if want := int(math.Round(20/r.Period)) + 1; len(positions) != want {
			t.Fatalf("%d positions, want %d", len(positions), want)
		}
		worst := 0.0
		for i, x := range positions {
			n := float64(i)
			fejer := math.Pow(math.Sin(n*r.Period/2)/math.Sin(r.Period/2), 2)
			worst = max(worst, math.Abs(x-dt*dt*((fejer-n)/2+0.2*n*(n-1)/2)))
		}
		if !(worst < 1e-9) {
			t.Errorf("P = %g s, E = %g: off by %g m", r.Period, r.Error, worst)
		}
	}
}

// The ends of the curves are Table 3, typed from the paper; the curves are drawn every tenth
// of a second, with the table's ends beside.
func TestDrift(t *testing.T) {
	r := Drift()
	if len(r.Claims) != 6 || r.Failed() != 0 {
		t.Fatalf("%d claims, %d failed: %+v", len(r.Claims), r.Failed(), r.Claims)
	}
	for i, published := range []float64{0.029, 3.99, 2.96, 6.80, 26.55} {
		c := r.Claims[i]
		unit := 0.01
		if i == 0 {
			unit = 0.001
		}
		if math.Abs(float64(c.Published)-published) > 1e-12 || math.Abs(float64(c.Ours)-published) > unit || c.Verdict != claim.Holds {
			t.Errorf("%+v, want %g", c, published)
		}
	}
	sheet := r.Sheets[0]
	if len(sheet.Rows) != 201 || len(sheet.Columns) != 7 || len(r.Figures[0].Layers) != 6 {
		t.Errorf("%d rows of %d columns, %d layers", len(sheet.Rows), len(sheet.Columns), len(r.Figures[0].Layers))
	}
	// At 5 s the exact position is 1 - cos 5 + 2.5 = 3.216338 m. With P = 100 ms and E cut to 13 %, the closed form
	// of TestDriftClosedForm has n = 50: 0.087^2 ((0.598472/0.0499792)^2 - 50 + 0.2 50 49)/2 = 2.207828 m,
	// 1.008510 m less.
	if row := sheet.Rows[50]; row[0] != "5" || row[1] != "3.216338" || row[6] != "1.00851" {
		t.Errorf("at 5 s: %q", row)
	}
}

// A curve that is not above another from 1 s on fails the statement.
func TestDependence(t *testing.T) {
	var drifts []drift
	for _, r := range rows() {
		drifts = append(drifts, newDrift(r))
	}
	if c := dependence(drifts); c.Verdict != claim.Holds {
		t.Errorf("%+v", c)
	}
	drifts[4].errors[120] = drifts[3].errors[120]
	if c := dependence(drifts); c.Verdict != claim.Differs || !strings.Contains(c.Found, "after 12 s") {
		t.Errorf("%+v", c)
	}
}
