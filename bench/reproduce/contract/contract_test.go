package contract

import (
	"math"
	"testing"
)

// The positions to three decimals come from a separate program in Python that
// follows the scheme as the package comment states it.
func TestPositions(t *testing.T) {
	for i, want := range []float64{40.579918, 38.972953, 39.392411, 37.832472, 29.816116} {
		r := rows()[i]
		if got := r.position(r.truncated()); math.Abs(got-want) > 1e-6 {
			t.Errorf("P = %g s, E = %g: %.6f m, want %.6f", r.Period, r.Error, got, want)
		}
		if !r.holds() {
			t.Errorf("P = %g s, E = %g: does not agree with the paper", r.Period, r.Error)
		}
	}
}

// With E as the paper gives it, uncut, the positions are off by 0.3 to 0.6 m: the
// reading is told apart.
func TestUncutErrorsDoNotAgree(t *testing.T) {
	for _, r := range rows() {
		if r.Error == 0 {
			continue
		}
		if x := r.position(r.Error); math.Abs(x-r.Published) < 0.1 {
			t.Errorf("P = %g s, E = %g: %.3f m agrees with %.2f m", r.Period, r.Error, x, r.Published)
		}
	}
}

// Without errors the scheme converges to the exact position with order 1.
func TestExact(t *testing.T) {
	if math.Abs(exact(duration)-40.592) > 5e-4 {
		t.Errorf("exact position %.4f m, the paper gives 40.59", exact(duration))
	}
	coarse := exact(duration) - row{Period: 0.01}.position(0)
	fine := exact(duration) - row{Period: 0.001}.position(0)
	if ratio := coarse / fine; math.Abs(ratio-10) > 0.1 {
		t.Errorf("a tenth of the period divides the error by %.3f, want 10", ratio)
	}
}
