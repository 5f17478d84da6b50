package contract

import (
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/bench/reproduce/claim"
)

// The report holds all five numbers of Table 2, in its order, against ours, with
// the deviations of Table 3 and the positions with E uncut beside. The numbers are
// typed from the paper, and ours are those of the Python program of TestPositions.
func TestReport(t *testing.T) {
	r := Report()
	published := []float64{40.58, 38.97, 39.39, 37.83, 29.82}
	ours := []float64{40.579918, 38.972953, 39.392411, 37.832472, 29.816116}
	if len(r.Claims) != 5 || r.Failed() != 0 || len(r.Sheets) != 1 || len(r.Sheets[0].Rows) != 5 {
		t.Fatalf("%d claims, %d failed, %d sheets", len(r.Claims), r.Failed(), len(r.Sheets))
	}
	for i, c := range r.Claims {
		if float64(c.Published) != published[i] || math.Abs(float64(c.Ours)-ours[i]) > 1e-6 || c.Unit != "m" || c.Source != "Table 2" || c.Verdict != claim.Holds {
			t.Errorf("%+v, want %g and %g", c, published[i], ours[i])
		}
	}
	if what := r.Claims[3].What; what != "position with a period of 100 ms that is 2.75 % too short" {
		t.Errorf("the fourth claim is of the %s", what)
	}
	sheet := r.Sheets[0]
	row := sheet.Rows[4] // 1 - 29.816116/40.591918 = 26.547 %
	if len(row) != len(sheet.Columns) || !slices.Equal(row[:6], []string{"100", "13.42 %", "29.82", "29.816", "26.55 %", "26.547 %"}) {
		t.Errorf("columns %q, last row %q", sheet.Columns, row)
	}
	if !strings.Contains(strings.Join(r.Assumptions, "; "), "40.592 m after 20 s") {
		t.Errorf("assumptions %q", r.Assumptions)
	}
}

// A row agrees to half a unit of the last digit of Table 2 and to a unit of Table
// 3: one digit more or less, in either, and it does not.
func TestHoldsTellsApart(t *testing.T) {
	for i, r := range rows() {
		unit := 1e-4
		if i == 0 {
			unit = 1e-5
		}
		for what, off := range map[string]row{
			"0.01 m above":  {r.Period, r.Error, r.Published + 0.011, r.Deviation},
			"0.01 m below":  {r.Period, r.Error, r.Published - 0.011, r.Deviation},
			"2 units above": {r.Period, r.Error, r.Published, r.Deviation + 2.1*unit},
			"2 units below": {r.Period, r.Error, r.Published, r.Deviation - 2.1*unit},
		} {
			if off.holds() {
				t.Errorf("entry %d, %s: holds", i+1, what)
			}
		}
	}
}
