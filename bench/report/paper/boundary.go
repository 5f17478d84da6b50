package paper

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/boundary"
)

// boundaries makes a table of where the mean of a metric crosses the threshold of the study, for each combination
// of what else is varied.
func (p *Paper) boundaries(t study.Table, o Options) (out table.Table, err error) {
	if t.Columns != "" || t.Where != "" || t.Baseline != "" || t.Statistic != "mean" || o.Difference || o.Effect || o.Precision > 0 || len(o.Average) > 0 {
		return out, errors.New("it says where boundaries are, and has neither columns nor a condition, a baseline or another statistic")
	}
	m, err := p.metric(t.Metric)
	if err != nil {
		return out, err
	}
	along := p.Swept()[len(p.Swept())-1]
	quantity := head(p.Title(along), p.AlongUnit())
	style := table.Style{Interval: table.Bounds, Meaning: fmt.Sprintf("boundary, %g %% interval by the ratio of likelihoods", 100*p.Boundary.Confidence)}
	out = table.Table{
		Name: slug(t.Name), Caption: fmt.Sprintf("Where %s crosses %g: %s", m.title, p.Boundary.At, quantity), Source: p.source(),
	}
	out.Rows, out.Columns = p.others()
	last := ""
	for first := range p.Boundaries() {
		row, column := p.sides(first)
		if row != last || len(out.Cells) == 0 {
			out.RowLabels, out.Cells, last = append(out.RowLabels, row), append(out.Cells, nil), row
		}
		if len(out.Cells) == 1 {
			out.ColumnLabels = append(out.ColumnLabels, table.Column{Label: cmp.Or(column, quantity), Style: style})
		}
		_, found, err := p.Seek(p.file, first, func(cell int) int { return p.file.Planned(cell) - p.lacks[cell] })
		if err != nil {
			return out, err
		}
		at := len(out.Cells) - 1
		out.Cells[at] = append(out.Cells[at], crossing(found))
	}
	return out, nil
}

// others names what is varied besides the axis of the boundary: that of the rows, and that of the columns if there is one.
func (p *Paper) others() (rows, columns string) {
	rows = "metric"
	params := p.Cell(0).Params
	if len(params) > 1 {
		rows = p.Title(params[0].Path)
	}
	if len(params) > 2 {
		columns = p.Title(params[1].Path)
	}
	return rows, columns
}

// sides names the row and the column of a boundary by its first cell.
func (p *Paper) sides(first int) (row, column string) {
	params := p.Cell(first).Params
	row = p.Boundary.Metric
	if len(params) > 1 {
		row, _, _ = p.Shown(params[0])
	}
	if len(params) > 2 {
		column, _, _ = p.Shown(params[1])
	}
	return row, column
}

// crossing makes a cell of what is known of a boundary.
func crossing(r boundary.Result) table.Cell {
	c := table.Cell{Estimate: math.NaN(), Low: math.NaN(), High: math.NaN(), N: r.Runs}
	switch {
	case r.State == boundary.None:
		c.N, c.Why = 0, fmt.Sprintf("no boundary in the range, by %d runs", r.Runs)
	case r.State == boundary.Open:
		c.N, c.Why = 0, "not known yet"
	case math.IsInf(r.Low, 0) || math.IsInf(r.High, 0):
		c.N, c.Why = 0, fmt.Sprintf("not found by %d runs", r.Runs)
	default:
		c.Estimate, c.Low, c.High = r.Estimate, r.Low, r.High
		if r.State == boundary.Ended {
			c.Why = "wider than the study asks"
		}
	}
	return c
}
