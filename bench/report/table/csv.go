package table

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"halocline/bench/study/output"
)

// csv writes one line for each cell, for programs: numbers with all their
// digits and without marks. Where there is no number the field is empty or NaN:
// empty where none was asked for, NaN where none could be had. The source is a
// column, so that lines keep it when files are joined.
func (t Table) csv() (string, error) {
	var out strings.Builder
	w := output.NewCSV(&out)
	grouped := false
	for _, c := range t.ColumnLabels {
		grouped = grouped || c.Group != ""
	}
	record := func(row, group, column string, rest ...string) {
		labels := []string{clean(row), clean(group), clean(column)}
		if !grouped {
			labels = []string{clean(row), clean(column)}
		}
		w.Write(append(labels, rest...)) // w.Error tells
	}
	record(cmp.Or(t.Rows, "row"), "group", cmp.Or(t.Columns, "column"), "estimate", "low", "high", "n", "left", "p", "note", "source")
	source := clean(strings.TrimPrefix(t.Source.line(), "source: "))
	for i, row := range t.Cells {
		for j, c := range row {
			head := t.ColumnLabels[j]
			low, high, p := "", "", ""
			if head.Style.ranged() && math.IsNaN(c.Estimate) {
				low, high = exact(c.Estimate), exact(c.Estimate)
			} else if head.Style.ranged() {
				low, high = head.Style.exact(c.Low), head.Style.exact(c.High)
			}
			if c.Tested {
				p = exact(c.P)
			}
			record(t.RowLabels[i], head.Group, head.Label, head.Style.exact(c.Estimate), low, high,
				strconv.Itoa(c.N), strconv.Itoa(c.Left), p, t.missing(c, head.Style), source)
		}
	}
	w.Flush()
	return out.String(), w.Error()
}

// exact returns a number of a column with all its digits, in per cent if the
// column has it so.
func (s Style) exact(x float64) string {
	if s.Percent {
		x = percent(x)
	}
	return exact(x)
}

// exact returns a number with as many digits as bring it back.
func exact(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "Inf"
	case x == math.Trunc(x) && math.Abs(x) < 1e15: // all whole numbers up to there are doubles
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
