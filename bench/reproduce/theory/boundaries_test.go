package theory

import (
	"math"
	"testing"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/stats"
	"halocline/sim/simtest"
)

// Of two losses in a row, one arrival, and three losses in a row, the packets behind the first, second, fourth and fifth loss are lost
// three times of four. Of those behind two losses in a row, the third and the sixth, the second one is lost. The second moment for a^2 = 2 is 3, 7, 1, 3, 7, 15 from 1 on, 6 on average.
//
// The variance of the error is at first 1, then 3 and 7. Behind the arrival it is 15 - 2*49/8 = 2.75, then 6.5 and 14: 5.708333 on
// average of the six that measurements find.
func TestArrivals(t *testing.T) {
	sequence := []bool{false, false, true, false, false, false}
	root2 := math.Sqrt2
	for name, c := range map[string]struct{ got, want float64 }{
		"again":      {again(sequence, 1), 0.75},
		"after two":  {again(sequence, 2), 0.5},
		"moment":     {moment(root2, sequence), 6},
		"covariance": {covariance(root2, sequence), (1 + 3 + 7 + 2.75 + 6.5 + 14) / 6},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s: %g, want %g", name, c.got, c.want)
		}
	}
}

// The bounds of the variance are the fixed points of their recursions.
func TestBounds(t *testing.T) {
	const a, p = 1.25, 0.2
	least, greatest := bounds(a, p)
	s, v := 1.0, 1.0
	for range 1000 {
		s, v = p*a*a*s+1, a*a*v+1-(1-p)*a*a*v*v/(v+1)
	}
	if math.Abs(least-s) > 1e-9 || math.Abs(greatest-v) > 1e-9 {
		t.Errorf("bounds %g and %g, want %g and %g", least, greatest, s, v)
	}
}

// At a load of a half ages are 1 + 2 + 0.25/0.5 = 3.5, 0.5 + 1 + e^0.5 = 3.14872, and 1 + 1/(1 - 0.203188) = 2.25500: 0.203188 is
// e^(-2 (1 - 0.203188)). The least age of M/M/1 is at the root of r^4 - 2 r^3 + r^2 - 2 r + 1, and the derivative of that of M/D/1,
// 0.5/(1-r)^2 + e^r (1/r - 1/r^2 - 1), is 0 at its least. That of D/M/1 is larger to both sides.
func TestQueues(t *testing.T) {
	all := queues()
	for i, want := range []float64{3.5, 3.148721, 2.255001} {
		if got := all[i].age(0.5); math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: age %g, want %g", all[i].name, got, want)
		}
		if q := all[i]; q.age(q.best) >= min(q.age(q.best-0.001), q.age(q.best+0.001)) {
			t.Errorf("%s: the age at %g is not the least", q.name, q.best)
		}
	}
	r := all[0].best
	if rest := r*r*r*r - 2*r*r*r + r*r - 2*r + 1; math.Abs(rest) > 1e-6 {
		t.Errorf("M/M/1: %g at the least age", rest)
	}
	r = all[1].best
	if slope := 0.5/((1-r)*(1-r)) + math.Exp(r)*(1/r-1/(r*r)-1); math.Abs(slope) > 1e-6 {
		t.Errorf("M/D/1: the derivative at the least age is %g", slope)
	}
}

// The half-width of an interval of 95 % is 1.96 standard errors, of which three may lie between a number and theory:
// 0.098 is 3 standard errors of 0.0327 for a half-width of 0.064.
func TestWithin3SE(t *testing.T) {
	for ours, want := range map[float64]claim.Verdict{1.097: claim.Holds, 1.099: claim.Differs, 0.901: claim.Differs} {
		c := claim.Number("", "", "", 1, ours)
		if got := within3SE(c, stats.Interval{Low: ours - 0.064, High: ours + 0.064}); got.Verdict != want {
			t.Errorf("%g: %s, want %s", ours, got.Verdict, want)
		}
	}
}

// Without memory one more loss is as likely as any, 1 - e^-threshold. With all of it the power stays: as good as 1. I0(1) is 1.2660658778.
func TestMemory(t *testing.T) {
	if got, want := row(0.7, 0), 1-math.Exp(-0.7); math.Abs(got-want) > 1e-12 {
		t.Errorf("without memory %g, want %g", got, want)
	}
	if a, b := row(0.7, 0.6), row(0.7, 0.95); !(1-math.Exp(-0.7) < a && a < b && b < 1) {
		t.Errorf("with memory %g and %g", a, b)
	}
	if got := besselI0(1); math.Abs(got-1.2660658778) > 1e-9 {
		t.Errorf("I0(1) is %g", got)
	}
	if got, want := powerWithMemory(0.64, 0), -1/math.Log(0.36); math.Abs(got-want) > 1e-9 {
		t.Errorf("power without memory %g, want %g", got, want)
	}
}

// Loops over links that lose packets, and queues, have their boundaries where theory has them.
func TestBoundaries(t *testing.T) {
	simtest.SkipShort(t, "takes half a minute")
	for _, made := range []func() (*claim.Report, error){
		func() (*claim.Report, error) { return Erasure(t.Context(), 1, 0) },
		func() (*claim.Report, error) { return Freshness(t.Context(), 1, 0) },
	} {
		r, err := made()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Claims {
			if t.Logf("%s: theory %g, simulated %g (%g to %g)", c.What, c.Published, c.Ours, c.Low, c.High); c.Verdict != claim.Holds {
				t.Errorf("%s: %s", c.What, c.Verdict)
			}
		}
		simtest.Holds(t, "../../../cmd/docs/pages/validation.md", r.Section())
	}
}
