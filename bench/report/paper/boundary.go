package paper

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/bench/report/figure"
	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/boundary"
	"halocline/bench/study/results"
)

// edges are boundaries by what else is varied.
type edges struct {
	*grid
	quantity string // of the boundaries
	unit     string
	factor   float64
	cells    [][]table.Cell
}

// edges finds boundaries, one for each place of two axes.
func (p *Paper) edges(metric, first, second, where string, only ...results.Param) (*edges, error) {
	switch {
	case p.Boundary == nil:
		return nil, errors.New("the study looks for no boundary; see halocline explain boundary")
	case metric != p.Boundary.Metric:
		return nil, fmt.Errorf("the boundary is one of %s; name that metric", p.Boundary.Metric)
	}
	along := p.AlongName()
	for _, name := range []string{first, second} {
		if full, err := p.FullName(name); err == nil && full == along {
			return nil, fmt.Errorf("boundaries lie along %s; name what else is varied", along)
		}
	}
	g, err := p.grid(first, second, where, []string{along}, only...)
	if err != nil {
		return nil, err
	}
	out := &edges{grid: g, quantity: p.Title(along), unit: p.AlongUnit(), factor: 1}
	for _, l := range p.Labels {
		if factor, ok := p.units.Factor(out.unit, l.Unit); l.Name == along && l.Unit != "" && ok {
			out.unit = l.Unit
			out.factor, _ = factor.Float64()
		}
	}
	for i, row := range g.cells {
		out.cells = append(out.cells, nil)
		for _, cells := range row {
			c, err := p.edge(cells, out.factor)
			if err != nil {
				return nil, err
			}
			out.cells[i] = append(out.cells[i], c)
		}
	}
	return out, nil
}

// edge makes a cell of the boundary along some cells.
func (p *Paper) edge(cells []int, factor float64) (table.Cell, error) {
	switch {
	case len(cells) == 0:
		return bare(math.NaN(), "not in the study"), nil
	case !p.Whole(cells):
		return table.Cell{}, fmt.Errorf("the condition takes a part of a boundary away; leave %s out of it", p.AlongName())
	}
	if _, ok := p.file.(*rehearsal); ok {
		return table.Cell{Low: 1, Estimate: 2, High: 3, N: 2}, nil
	}
	_, found, err := p.Seek(p.file, cells[0], func(cell int) int { return p.file.Planned(cell) - p.lacks[cell] })
	c := crossing(found)
	c.Estimate, c.Low, c.High = c.Estimate*factor, c.Low*factor, c.High*factor
	return c, err
}

// crosses says where boundaries are.
func (p *Paper) crosses() string {
	return fmt.Sprintf("where %s crosses %g", p.Title(p.Boundary.Metric), p.Boundary.At)
}

// interval says what the intervals of boundaries are.
func (p *Paper) interval() string {
	return fmt.Sprintf("%g %% interval by the ratio of likelihoods", 100*p.Boundary.Confidence)
}

// boundaries makes a table of where the mean of a metric crosses the threshold of the study, for each combination
// of what else is varied.
func (p *Paper) boundaries(t study.Table, o Options) (out table.Table, err error) {
	if !slices.Contains([]string{"", "mean", study.OfBoundaries}, t.Statistic) {
		return out, fmt.Errorf("the statistic is %s of what? Name rows, or leave it out for the boundaries", t.Statistic)
	}
	if t.Baseline != "" || o.Difference || o.Effect || o.Precision > 0 || len(o.Average) > 0 {
		return out, errors.New("it says where boundaries are, and has neither a baseline, an average nor a precision; leave these out")
	}
	if names := append(p.Beside(), "", ""); t.Rows == "" && t.Columns == "" {
		t.Rows, t.Columns = names[0], names[1]
	}
	e, err := p.edges(t.Metric, t.Rows, t.Columns, t.Where)
	if err != nil {
		return out, err
	}
	quantity := head(e.quantity, e.unit)
	style := table.Style{Interval: table.Bounds, Meaning: "boundary, " + p.interval()}
	out = table.Table{
		Name: slug(t.Name), Caption: cmp.Or(t.Caption, fmt.Sprintf("%s: %s", capital(p.crosses()), quantity)), Source: p.source(),
		Rows: e.first.head(), RowLabels: e.first.labels(), Columns: e.second.head(), Cells: e.cells,
	}
	if e.first.path == "" {
		out.Rows, out.RowLabels = "metric", []string{p.Title(p.Boundary.Metric)}
	}
	for _, label := range e.second.labels() {
		out.ColumnLabels = append(out.ColumnLabels, table.Column{Group: quantity, Label: label, Style: style})
	}
	if e.second.path == "" {
		out.Columns, out.ColumnLabels = "", []table.Column{{Label: quantity, Style: style}}
	}
	if p.missing > 0 {
		out.Notes = append(out.Notes, p.incomplete())
	}
	return out, nil
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

// edgeFigure draws boundaries with their intervals: over numbers as curves, and over names as bars.
func (p *Paper) edgeFigure(f study.Figure, only ...results.Param) (Figure, error) {
	first, second := p.sides(f)
	e, err := p.edges(f.Y, first, second, f.Where, only...)
	if err != nil {
		return Figure{}, err
	}
	if e.first.path != "" && e.first.numeric() {
		sortAxis(&e.first, e.cells)
	}
	d := drawing{grid: e.grid}
	out := figure.Figure{Title: cmp.Or(f.Title, capital(p.crosses())), X: d.axisX(), Y: figure.Axis{Quantity: e.quantity, Unit: alone(e.unit)}}
	notes := []string{"boundaries with their " + p.interval() + ", " + p.crosses()}
	known := 0
	for j := range e.cells[0] {
		n, lacking := e.series(&d, j, &out)
		known += n
		notes = append(notes, lacking...)
	}
	if known == 0 {
		return Figure{}, fmt.Errorf("no boundary is known, as of %s; %w", notes[1], errNothing)
	}
	label(&out, f)
	if len(out.Layers) > manySeries || d.long() {
		out.Width = figure.Page
	}
	if p.missing > 0 {
		notes = append(notes, p.incomplete())
	}
	return Figure{Figure: out, Notes: notes}, nil
}

// responseFigure draws a single boundary: the means of the metric where runs were made, the threshold, and where they cross.
func (p *Paper) responseFigure(f study.Figure, m metric, o Options, only ...results.Param) (Figure, error) {
	e, err := p.edges(f.Y, "", "", f.Where, only...)
	if err != nil {
		return Figure{}, err
	}
	g, err := p.grid(p.AlongName(), "", f.Where, nil, only...)
	if err != nil {
		return Figure{}, err
	}
	d, err := p.drawing(g, "lines", m, o)
	if err != nil {
		return Figure{}, err
	}
	out := figure.Figure{Title: f.Title, X: d.axisX(), Y: figure.Axis{Quantity: m.title, Unit: d.metric.Unit}}
	d.lines(&out)
	levels, at, c := d.first.levels, p.Boundary.At*d.metric.factor, e.cells[0][0]
	out.Layers = append(out.Layers, figure.Curve{Name: "threshold", X: []float64{levels[0].number, levels[len(levels)-1].number}, Y: []float64{at, at}, Thin: true})
	notes := append(d.marks("lines", f), "the boundary with its "+p.interval())
	if math.IsNaN(c.Estimate) {
		notes[len(notes)-1] = c.Why
	} else {
		out.Layers = append(out.Layers, figure.Curve{
			Name: "boundary", X: []float64{c.Estimate}, Y: []float64{at}, Left: []float64{c.Low}, Right: []float64{c.High}, Join: figure.Apart, Marker: figure.Ring,
		})
	}
	label(&out, f)
	return Figure{Figure: out, Notes: notes}, nil
}

// sides returns the axis and the curves of a figure of boundaries. One that names neither has numbers along its axis, if
// there are any.
func (p *Paper) sides(f study.Figure) (x, by string) {
	if f.X != "" || f.By != "" {
		return f.X, f.By
	}
	facet, _ := p.FullName(f.Facet)
	names := slices.DeleteFunc(p.Beside(), func(name string) bool { return name == facet })
	numeric := func(name string) bool {
		return !slices.ContainsFunc(p.Cell(0).Params, func(v results.Param) bool { return v.Path == name && math.IsNaN(v.Value) })
	}
	if len(names) == 2 && numeric(names[1]) && !numeric(names[0]) {
		slices.Reverse(names)
	}
	names = append(names, "", "")
	return names[0], names[1]
}

// series adds the boundaries of a series to a figure, and crosses where there is none. It returns how many there are, and
// what is lacking.
func (e *edges) series(d *drawing, j int, out *figure.Figure) (known int, lacking []string) {
	numbers := e.first.path != "" && e.first.numeric()
	var x, y, low, high, absent []float64
	for i, row := range e.cells {
		at := float64(i)
		if numbers {
			at = e.first.levels[i].number
		}
		c := row[j]
		x, y, low, high = append(x, at), append(y, c.Estimate), append(low, c.Low), append(high, c.High)
		if !math.IsNaN(c.Estimate) {
			known++
			continue
		}
		absent = append(absent, at)
		var names []string
		if e.first.path != "" {
			names = append(names, e.first.levels[i].title)
		}
		if name := d.name(j); name != "" {
			names = append(names, name)
		}
		lacking = append(lacking, strings.TrimPrefix(strings.Join(names, ", ")+": ", ": ")+c.Why)
	}
	if numbers && known > 0 {
		out.Layers = append(out.Layers, figure.Curve{Name: d.name(j), X: x, Y: y, Low: low, High: high, Band: len(x) > fewPoints})
	} else if !numbers {
		out.Layers = append(out.Layers, figure.Bars{Name: d.name(j), Values: y, Low: low, High: high})
	}
	if len(absent) > 0 {
		out.Layers = append(out.Layers, figure.Absent{Name: d.name(j), X: absent, Meaning: "no boundary", Beside: !numbers})
	}
	return known, lacking
}
