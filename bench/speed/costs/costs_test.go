package costs

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"halocline/bench/speed/calibrate/gauge"
	"halocline/sim/simtest"
)

// No part costs a run three times what its work costs alone: the bound is generous, as the machine may be busy, and finds a part that
// does its work twice. A datagram goes each 20 s for 200,000 s over four hops, which makes 40,000 of them, and one that is under way at the end
// lacks at most four.
func TestNoPartCostsMuchMoreThanItsWork(t *testing.T) {
	simtest.SkipShort(t, "measures time")
	rows, err := Measure(t.Context(), Parts(), 3, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		t.Logf("%s: %.3g s to %.3g s for %g %s, ratio %.2f", r.Part, r.Without.Median, r.With.Median, r.Work, r.Unit, r.Ratio.Median)
		if r.Work <= 0 || r.Ratio.Median > 3 || r.Ratio.Median < 0.3 {
			t.Errorf("%s costs %.2f times what %g %s cost alone", r.Part, r.Ratio.Median, r.Work, r.Unit)
		}
		if r.Part == "network" && (r.Work < 39_996 || r.Work > 40_000) {
			t.Errorf("%g hops", r.Work)
		}
	}
}

// The cost of a round is divided by that of its work alone: (5 - 2)/2, (6 - 2)/2 and (8 - 2)/2 have the median 2.
func TestMeasure(t *testing.T) {
	with, i := []float64{5, 6, 8}, 0
	part := Part{Name: "ice", Unit: "floes", Once: func(context.Context) (Once, error) {
		i++
		return Once{Without: 2, With: with[i-1], Work: 4, Alone: 2}, nil
	}}
	rows, err := Measure(t.Context(), []Part{part}, 3, func(string) {})
	if err != nil || len(rows) != 1 || rows[0].Ratio != (gauge.Spread{Median: 2, Low: 1.5, High: 3}) || rows[0].Piece.Median != 0.5 {
		t.Errorf("%+v, %v", rows, err)
	}
	fault := errors.New("no ice")
	part.Once = func(context.Context) (Once, error) { return Once{}, fault }
	if _, err := Measure(t.Context(), []Part{part}, 1, func(string) {}); !errors.Is(err, fault) {
		t.Errorf("%v", err)
	}
}

// The form of the table.
func TestTable(t *testing.T) {
	one := func(x float64) gauge.Spread { return gauge.Spread{Median: x, Low: x / 2, High: x * 2} }
	var out bytes.Buffer
	row := Row{Part: "ice", Unit: "floes", Without: one(0.005), With: one(0.105), Work: 5000, Piece: one(2e-5), Ratio: one(1)}
	if err := Table(&out, []Row{row}); err != nil {
		t.Fatal(err)
	}
	const want = `part  without, ms  with, ms  costs, ms    does         alone, us each  ratio   min   max
──────────────────────────────────────────────────────────────────────────────────────────
ice          5.00       105        100  5.00 k  floes            20.0   1.00  0.50  2.00
`
	if out.String() != want {
		t.Errorf("\n%s\nwant\n%s", out.String(), want)
	}
}
