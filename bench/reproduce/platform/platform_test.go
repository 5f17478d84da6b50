package platform

import (
	"testing"

	"halocline/bench/reproduce/claim"
	"halocline/sim/simtest"
)

// What the paper shows is so, and every verdict but those of what it does not print is one.
func TestReport(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	r, err := Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[claim.Verdict]int{}
	for _, c := range r.Claims {
		verdicts[c.Verdict]++
		t.Logf("%s: %g %s (%s): %s", c.What, float64(c.Ours), c.Found, c.Rule, c.Verdict)
	}
	if verdicts[claim.Holds] != 7 || verdicts[claim.Differs] != 0 || verdicts[claim.NotComparable] != 2 {
		t.Errorf("%v", verdicts)
	}
}
