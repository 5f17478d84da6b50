package paper

import (
	"strings"
	"testing"

	"halocline/bench/report/table"
)

// With seeds of their own the runs are no pairs, and shares are compared by Fisher's
// test. The counts are those of TestShares: without a current 5 of 5 and 4 of 5, of
// which no table is less likely, so p = 1; with it 0 of 5 and 5 of 5, which is one of
// the two ends of C(10, 5) = 252 tables, so p = 2/252, which Holm doubles.
func TestSharesOfIndependentRuns(t *testing.T) {
	p := written(t, strings.Replace(small, "repeat: 5", "repeat: 5\nseeds: independent", 1), nil)
	of := p.Tables[1]
	of.Baseline = "tdma"
	got := made(t, p, of, Options{})
	same(t, got, [][]table.Cell{
		{{Estimate: 1, Low: 0.5655, High: 1, N: 5}, {Estimate: 0, Low: 0, High: 0.4345, N: 5}},
		{{Estimate: 0.8, Low: 0.3755, High: 0.9638, N: 5, Tested: true, P: 1}, {Estimate: 1, Low: 0.5655, High: 1, N: 5, Tested: true, P: 4. / 252}},
	})
	if got.Test.Name != "Fisher's exact test" {
		t.Errorf("test %q", got.Test.Name)
	}
}
