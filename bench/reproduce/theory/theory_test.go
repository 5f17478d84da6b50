package theory

import (
	"fmt"
	"strings"
	"testing"

	"halocline/bench/reproduce/claim"
	"halocline/sim/simtest"
)

// TestRows holds every row against its theory, and its mean against what it was ever
// since, to the last bit: the second guards against change and proves nothing.
func TestRows(t *testing.T) {
	simtest.SkipShort(t, "takes half a minute")
	var means strings.Builder
	var results []Result
	for _, row := range Rows() {
		name := row.Protocol + "/" + row.Setup + "/" + row.Quantity
		t.Run(name, func(t *testing.T) {
			r, err := row.Run(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("theory %.6g, simulated %.6g +- %.2g, off by %+.2f %%, %s", r.Theory, r.Mean, r.StdErr, 100*r.Deviation, r.Verdict)
			if r.Verdict == claim.Differs {
				t.Errorf("simulation and theory differ")
			}
			fmt.Fprintf(&means, "%-22v %s\n", r.Mean, name)
			results = append(results, r)
		})
	}
	if len(results) == len(Rows()) { // not if some were chosen with -run
		simtest.Golden(t, "testdata/means.txt", means.String())
		simtest.Holds(t, "../../../cmd/docs/pages/validation.md", report(results).Section())
	}
}

// A report has a claim for each row, with its verdict.
func TestClaims(t *testing.T) {
	c := Result{Row: Row{Protocol: "p", Setup: "s", Quantity: "q", Theory: 2, Replications: 3, Approximate: true, Allowed: 0.1}, Mean: 2.1, StdErr: 0.1, Verdict: claim.Holds}.claim()
	// Student's t for two degrees of freedom: 4.303.
	if c.What != "p, s, q" || c.Rule != "within 10 % and 3 SE" || c.Verdict != "holds" || float64(c.High) < 2.53 || float64(c.High) > 2.5304 {
		t.Errorf("%+v", c)
	}
}
