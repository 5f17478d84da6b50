package theory

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"halocline/bench/reproduce/claim"
)

// given is a row whose three replications give 0.9, 1 and 1.1: their mean is 1, and
// its standard error 0.1/sqrt(3) = 0.057735, of which three are 0.173205.
func given(r Row) Row {
	r.Replications = 3
	next := 0.8
	r.Measure = func(context.Context, uint64) (float64, error) { next += 0.1; return next, nil }
	return r
}

// An exact theory may be off by three standard errors; an approximation by those and
// the part of itself that is allowed: 5 % of 1.23 are 0.0615, together 0.2347, and 5 %
// of 1.24 are 0.062, together 0.2352. One that allows nothing is not judged.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		row  Row
		want claim.Verdict
	}{
		{Row{Theory: 1}, claim.Holds},
		{Row{Theory: 1.173}, claim.Holds},
		{Row{Theory: 1.174}, claim.Differs},
		{Row{Theory: 0.827}, claim.Holds},
		{Row{Theory: 0.826}, claim.Differs},
		{Row{Theory: -1}, claim.Differs},
		{Row{Theory: 1.23, Approximate: true, Allowed: 0.05}, claim.Holds},
		{Row{Theory: 1.24, Approximate: true, Allowed: 0.05}, claim.Differs},
		{Row{Theory: 0.70, Approximate: true, Allowed: 0.05}, claim.Differs},
		{Row{Theory: 99, Approximate: true}, claim.NotComparable},
	} {
		r, err := given(c.row).Run(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.want || math.Abs(r.Mean-1) > 1e-12 || math.Abs(r.StdErr-0.0577350269) > 1e-9 || math.Abs(r.Deviation-(1/c.row.Theory-1)) > 1e-12 {
			t.Errorf("theory %g, allowed %g: %s, mean %g, standard error %g, deviation %g; want %s", c.row.Theory, c.row.Allowed, r.Verdict, r.Mean, r.StdErr, r.Deviation, c.want)
		}
	}
}

// A theory that nothing allows a part of says so, and has no verdict.
func TestClaimThatIsShown(t *testing.T) {
	r, err := given(Row{Protocol: "p", Theory: 2, Approximate: true}).Run(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if c := r.claim(); c.Verdict != "not comparable" || !strings.HasPrefix(c.Rule, "shown") {
		t.Errorf("%+v", c)
	}
}

// The replications of a row have seeds of their own, which its name and the seed of
// the report decide; an error names the row.
func TestReplications(t *testing.T) {
	seeds := func(protocol string, seed uint64) (all [2]uint64) {
		i := 0
		r := Row{Protocol: protocol, Replications: 2, Theory: 1, Measure: func(_ context.Context, s uint64) (float64, error) {
			all[i] = s
			i++
			return 1, nil
		}}
		if _, err := r.Run(t.Context(), seed); err != nil {
			t.Fatal(err)
		}
		return all
	}
	first := seeds("a", 1)
	seen := map[uint64]bool{}
	for _, s := range [][2]uint64{first, seeds("b", 1), seeds("a", 2)} {
		seen[s[0]], seen[s[1]] = true, true
	}
	if again := seeds("a", 1); len(seen) != 6 || again != first {
		t.Errorf("%d seeds of 6 replications; %v, and %v again", len(seen), first, again)
	}
	sank := errors.New("it sank")
	r := Row{Protocol: "csma", Setup: "two nodes", Replications: 2, Measure: func(context.Context, uint64) (float64, error) { return 0, sank }}
	if _, err := r.Run(t.Context(), 1); !errors.Is(err, sank) || !strings.Contains(err.Error(), "csma, two nodes") {
		t.Errorf("%v", err)
	}
}
