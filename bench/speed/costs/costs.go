// Package costs measures what the parts of a run cost that are not always on: rays, networks, contacts, a recording, and what shows a
// run. A run without the part and one with it alternate. What the part does is then done alone, as a benchmark of it
// would: the same paths, hops, contacts, records and blocks, and nothing else.
//
// Begin with Measure. Times are processor times of the process, with the collection of garbage.
//
// Left out: what is always on, which package calibrate measures, and the phases of a run, which package peers does.
package costs

import (
	"context"
	"io"
	"runtime"

	"halocline/bench/report/text"
	"halocline/bench/speed/calibrate/gauge"
)

// Part is a part of a run that is not always on.
type Part struct {
	Name string
	Unit string // of what it does, in the plural
	Once func(context.Context) (Once, error)
}

// Once is one measurement of a part, in s of processor time.
type Once struct {
	Without, With float64 // of a run
	Work          float64 // that the part did in it
	Alone         float64 // the same work, without a run
}

// Row is what came of a part, over the rounds.
type Row struct {
	Part    string       `json:"part"`
	Unit    string       `json:"unit"`
	Without gauge.Spread `json:"without_s"`
	With    gauge.Spread `json:"with_s"`
	Work    float64      `json:"work"`
	Piece   gauge.Spread `json:"piece_s"` // of work, alone
	Ratio   gauge.Spread `json:"ratio"`   // what the part costs the run, over what its work costs alone
}

// Measure measures all parts in so many rounds. Told hears the name of a part when it begins.
func Measure(ctx context.Context, parts []Part, rounds int, told func(string)) ([]Row, error) {
	var rows []Row
	for _, p := range parts {
		told(p.Name)
		row := Row{Part: p.Name, Unit: p.Unit}
		var without, with, piece, ratio []float64
		for range rounds {
			o, err := p.Once(ctx)
			if err != nil {
				return nil, err
			}
			without, with = append(without, o.Without), append(with, o.With)
			piece, ratio = append(piece, o.Alone/o.Work), append(ratio, (o.With-o.Without)/o.Alone)
			row.Work = o.Work
		}
		row.Without, row.With, row.Piece, row.Ratio = gauge.SpreadOf(without), gauge.SpreadOf(with), gauge.SpreadOf(piece), gauge.SpreadOf(ratio)
		rows = append(rows, row)
	}
	return rows, nil
}

// timed returns the processor time that something takes, s. It begins without garbage of what was before.
func timed(do func() error) (float64, error) {
	runtime.GC()
	begun := gauge.ProcessorTime()
	err := do()
	return (gauge.ProcessorTime() - begun).Seconds(), err
}

// Table writes the rows for people. Times of runs are in ms.
func Table(w io.Writer, rows []Row) error {
	t := text.NewMixedTable(w, func(column int) bool { return column == 0 || column == 5 },
		"part", "without, ms", "with, ms", "costs, ms", "does", "", "alone, us each", "ratio", "min", "max")
	for _, r := range rows {
		t.Append([]string{
			r.Part, text.Significant(1e3 * r.Without.Median), text.Significant(1e3 * r.With.Median), text.Significant(1e3 * (r.With.Median - r.Without.Median)),
			text.Scaled(r.Work), r.Unit, text.Significant(1e6 * r.Piece.Median),
			text.Significant(r.Ratio.Median), text.Significant(r.Ratio.Low), text.Significant(r.Ratio.High),
		})
	}
	return t.Render()
}
