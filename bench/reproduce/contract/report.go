package contract

import (
	"fmt"
	"strconv"

	"halocline/bench/reproduce/claim"
)

// Report holds the positions against the paper's. There is no chance in them.
func Report() *claim.Report {
	r := &claim.Report{
		Name: "contract-period", Title: fmt.Sprintf("Position after %d s at the acceleration cos t + 0.2 m/s2, by Euler's method with irregular periods (ContrACT, Tables 2 and 3)", duration),
		Assumptions: []string{
			fmt.Sprintf("the exact position is %.3f m after 20 s; the caption of Table 2 says 5 s", exact(duration)),
			"20 s / P steps of length dt = P (1 - E); step i takes the acceleration of i P; x += v dt, then v += a dt",
			"E is cut to whole per cent; with E as it is given the positions are those of the sheet",
		},
	}
	s := claim.Sheet{Name: "periods", Shown: true, Columns: []string{"P (ms)", "E", "published (m)", "ours (m)", "published off by", "ours off by", "E uncut (m)"}}
	for _, row := range rows() {
		x := row.position(row.truncated())
		c := claim.Number(fmt.Sprintf("position with a period of %g ms that is %.4g %% too short", 1000*row.Period, 100*row.Error), "m", "Table 2", row.Published, x)
		c.Rule, c.Verdict = "to half a unit of the last printed digit, and its deviation from the exact one to a unit", claim.Differs
		if row.holds() {
			c.Verdict = claim.Holds
		}
		r.Claims = append(r.Claims, c)
		s.Rows = append(s.Rows, []string{
			strconv.FormatFloat(1000*row.Period, 'g', -1, 64), fmt.Sprintf("%.4g %%", 100*row.Error), fmt.Sprintf("%.2f", row.Published), fmt.Sprintf("%.3f", x),
			fmt.Sprintf("%.4g %%", 100*row.Deviation), fmt.Sprintf("%.3f %%", 100*deviation(duration, x)), fmt.Sprintf("%.3f", row.position(row.Error)),
		})
	}
	r.Sheets = []claim.Sheet{s}
	return r
}
