package paper

import (
	"math"
	"testing"

	"halocline/bench/report/table"
	"halocline/bench/study/boundary"
)

// What is known of a boundary, and what is not, as a cell of the table of them.
func TestCrossing(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		of       boundary.Result
		estimate float64
		runs     int
		why      string
	}{
		{boundary.Result{State: boundary.Found, Low: 1, Estimate: 2, High: 3, Runs: 100}, 2, 100, ""},
		{boundary.Result{State: boundary.Ended, Low: 1, Estimate: 2, High: 3, Runs: 100}, 2, 100, "wider than the study asks"},
		{boundary.Result{State: boundary.Ended, Low: 1, Estimate: 2, High: inf, Runs: 100}, math.NaN(), 0, "not found by 100 runs"},
		{boundary.Result{State: boundary.None, Low: 1, Estimate: 2, High: inf, Runs: 100}, math.NaN(), 0, "no boundary in the range, by 100 runs"},
		{boundary.Result{State: boundary.Open, Low: math.NaN(), Estimate: math.NaN(), High: math.NaN(), Runs: 72}, math.NaN(), 0, "not known yet"},
	} {
		got := crossing(c.of)
		if got.N != c.runs || got.Why != c.why || got.Estimate != c.estimate && !(math.IsNaN(got.Estimate) && math.IsNaN(c.estimate)) {
			t.Errorf("%+v gives %+v", c.of, got)
		}
	}
}

// The table of boundaries has a row for each value of what else is varied, and the axis with its unit above.
func TestBoundaries(t *testing.T) {
	const text = "name: s\nbase: docking.yaml\nsweep:\n  links.acoustic.mac: [tdma, aloha]\n" +
		"  water.current.speed: {from: 0m/s, to: 0.9m/s, step: 0.1m/s}\n" +
		"boundary: {metric: auv.docked, at: 0.5, along: speed, within: 0.05m/s, max: 100}\n"
	p := written(t, text, nil)
	got := made(t, p, p.Tables[0], Options{})
	if len(got.Cells) != 2 || len(got.Cells[0]) != 1 || got.Rows != "links.acoustic.mac" || got.RowLabels[0] != "tdma" || got.RowLabels[1] != "aloha" ||
		got.ColumnLabels[0].Label != "water.current.speed (m/s)" || got.ColumnLabels[0].Style.Interval != table.Bounds {
		t.Errorf("%+v", got)
	}
}
