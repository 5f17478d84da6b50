package contract

import (
	"fmt"
	"math"
	"strconv"

	"halocline/bench/report/figure"
	"halocline/bench/reproduce/claim"
)

// drift is how far a position falls short of the exact one over time.
type drift struct {
	row
	name          string
	times, errors []float64 // every whole tenth of a second, in s and in m
}

// newDrift integrates an entry of the tables.
func newDrift(r row) drift {
	d := drift{row: r, name: fmt.Sprintf("P = %g ms, E = %.4g %%", 1000*r.Period, 100*r.Error)}
	positions := r.positions(r.truncated())
	every := int(math.Round(0.1 / r.Period))
	for i := 0; i < len(positions); i += every {
		t := float64(i) * r.Period
		d.times, d.errors = append(d.times, t), append(d.errors, exact(t)-positions[i])
	}
	return d
}

// Drift holds how the error of the position grows, whose ends are Table 3. There is no chance in it.
func Drift() *claim.Report {
	r := &claim.Report{
		Name: "contract-fig10", Title: "Error of the position over time at the acceleration cos t + 0.2 m/s2, by Euler's method with irregular periods (ContrACT, Figure 10)",
		Assumptions: []string{
			"no number is read off the picture: the ends of its curves are Table 3, whose caption says 5 s and whose numbers are those of 20 s",
			"the curves are those of the tables' five pairs of P and E, which the text does not say; the error is what the position lacks of 1 - cos t + 0.1 t2, in m",
			"the scheme is that of contract-period, with E cut to whole per cent",
		},
	}
	sheet := claim.Sheet{Name: "drift", Columns: []string{"time (s)", "exact position (m)"}}
	ends := figure.Curve{Name: "published at 20 s", Join: figure.Apart, Marker: figure.Ring}
	plot := figure.Figure{X: figure.Axis{Quantity: "Time", Unit: "s"}, Y: figure.Axis{Quantity: "Error of the position", Unit: "m"}, Legend: figure.Above}
	var drifts []drift
	for _, row := range rows() {
		d := newDrift(row)
		drifts = append(drifts, d)
		sheet.Columns = append(sheet.Columns, "error (m), "+d.name)
		plot.Layers = append(plot.Layers, figure.Curve{Name: d.name, X: d.times, Y: d.errors})
		ends.X, ends.Y = append(ends.X, duration), append(ends.Y, row.Deviation*exact(duration))
		off := 100 * d.errors[len(d.errors)-1] / exact(duration)
		r.Claims = append(r.Claims, claim.Number("error at 20 s, "+d.name, "%", "Table 3", 100*row.Deviation, off).
			Off(100*row.unit(), "a unit of the last printed digit, for the table is cut"))
	}
	r.Claims = append(r.Claims, dependence(drifts))
	for i, t := range drifts[0].times {
		cells := []string{number(t), number(exact(t))}
		for _, d := range drifts {
			cells = append(cells, number(d.errors[i]))
		}
		sheet.Rows = append(sheet.Rows, cells)
	}
	plot.Layers = append(plot.Layers, ends)
	r.Figures, r.Sheets = []claim.Figure{{Name: "drift", Figure: plot}}, []claim.Sheet{sheet, seconds(drifts)}
	return r
}

// dependence judges that the error grows with the period, and with its error. From the time
// when it does to the end it always does.
func dependence(drifts []drift) claim.Claim {
	since := 0.0
	for i, t := range drifts[0].times {
		for _, pair := range [][2]int{{0, 1}, {2, 3}, {3, 4}, {0, 2}, {1, 3}} { // of which one number is larger
			if drifts[pair[0]].errors[i] >= drifts[pair[1]].errors[i] {
				since = t
			}
		}
	}
	return claim.Statement("the error grows with the period and with the error of the period", "section 4.2",
		"a strong dependence between the quality of the simulation and the frequency parameter (period and periodicity error)",
		fmt.Sprintf("in all five pairs of curves that differ in one of both, at every tenth of a second after %.3g s", since),
		"from 1 s on", since < 1)
}

// seconds is the error in per cent every five seconds, for reading.
func seconds(drifts []drift) claim.Sheet {
	s := claim.Sheet{Name: "per-cent", Shown: true, Columns: []string{"curve", "5 s (%)", "10 s (%)", "15 s (%)", "20 s (%)", "Table 3 (%)"}}
	for _, d := range drifts {
		cells := []string{d.name}
		for i := 50; i < len(d.errors); i += 50 {
			cells = append(cells, fmt.Sprintf("%.4g", 100*d.errors[i]/exact(d.times[i])))
		}
		s.Rows = append(s.Rows, append(cells, fmt.Sprintf("%.4g", 100*d.Deviation)))
	}
	return s
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 7, 64) }
