package unet

import (
	"strings"
	"testing"

	"halocline/bench/reproduce/claim"
	"halocline/sim/simtest"
)

// Every judged number holds, with four runs of each load, or all of them; those of other rules are shown.
func TestReport(t *testing.T) {
	runs := 4
	if simtest.Long() {
		runs = Runs
	}
	r, err := Report(t.Context(), 1, 0, runs)
	if err != nil {
		t.Fatal(err)
	}
	judged := 0
	for _, c := range r.Claims {
		switch c.Verdict {
		case claim.Holds:
			judged++
		case claim.Differs:
			if runs == Runs || !strings.Contains(c.What, "differences") { // four runs do not tell a mean of 0.006
				t.Errorf("%s: %.4f, not %.4f", c.What, c.Ours, c.Published)
			}
		}
	}
	if judged < 5 || len(r.Claims) != 15 {
		t.Errorf("%d claims hold of %d", judged, len(r.Claims))
	}
}

// Another rule would be found: with waits that go on the throughput is 0.1 less.
func TestRulesMatter(t *testing.T) {
	r, err := Report(t.Context(), 2, 0, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Claims {
		if strings.Contains(c.What, "go on") && strings.Contains(c.What, "throughput") && c.Ours > 0.2 {
			t.Errorf("%s: %.3f", c.What, c.Ours)
		}
	}
}
