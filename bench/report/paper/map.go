package paper

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"halocline/bench/report/figure"
	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/results"
)

// mapped tells whether a figure is a heat map of boundaries: of the metric that crosses the threshold, over what else is varied.
func (p *Paper) mapped(f study.Figure) bool {
	if f.Kind != "heat" || p.Boundary == nil || f.Y != p.Boundary.Metric {
		return false
	}
	for _, name := range []string{f.X, f.By} {
		if full, err := p.FullName(name); err == nil && full == p.AlongName() {
			return false
		}
	}
	return true
}

// edgeMap draws boundaries as colours, all maps of a study on one scale. Below each stands the half width of its interval, and where there is no
// boundary, on which side of the threshold the metric stays.
func (p *Paper) edgeMap(f study.Figure, only ...results.Param) (Figure, error) {
	e, err := p.edges(f.Y, f.X, f.By, f.Where, only...)
	if err != nil {
		return Figure{}, err
	}
	out := figure.Figure{Title: cmp.Or(f.Title, capital(p.crosses()))}
	out.X = figure.Axis{Quantity: e.first.head(), Names: e.first.labels()} // each place has its boundary
	out.Y = figure.Axis{Quantity: e.second.head(), Names: e.second.labels(), Down: !e.second.numeric()}
	first, last := p.ends(e.grid)
	h := figure.Heat{Quantity: capital(e.quantity), Unit: alone(e.unit), From: first, To: last, Void: "no boundary"}
	known := 0
	for j := range e.second.labels() {
		var values []float64
		var second []string
		for i := range e.cells {
			c := e.cells[i][j]
			text := fmt.Sprintf("±%s", halfWidth(c))
			if math.IsNaN(c.Estimate) {
				if text, err = p.side(e.grid.cells[i][j]); err != nil {
					return Figure{}, err
				}
			} else {
				known++
			}
			values, second = append(values, c.Estimate), append(second, text)
		}
		h.Values, h.Second = append(h.Values, values), append(h.Second, second)
	}
	if known == 0 {
		return Figure{}, fmt.Errorf("no boundary is known; %w", errNothing)
	}
	label(&out, f)
	if out.Height = min(3.5+float64(len(h.Values)), 20); len(e.cells) > 3 { // cm; a cell has room for two lines
		out.Width = figure.Page
	}
	out.Layers = []figure.Layer{h}
	notes := []string{
		"boundaries " + p.crosses() + ", with half of their " + p.interval(),
		fmt.Sprintf("above, below: %s stays there in the whole range from %g to %g %s", p.Title(p.Boundary.Metric), first, last, e.unit),
	}
	if p.missing > 0 {
		notes = append(notes, p.incomplete())
	}
	return Figure{Figure: out, Notes: notes}, nil
}

// halfWidth writes half of the interval of a boundary.
func halfWidth(c table.Cell) string { return fmt.Sprintf("%.2g", (c.High-c.Low)/2) }

// ends returns the ends of the axis along which boundaries lie.
func (p *Paper) ends(g *grid) (first, last float64) {
	along := axis{path: p.AlongName()}
	all := p.file.Cells()
	for _, cells := range slices.Concat(g.cells...) {
		for _, cell := range cells {
			along.place(p, all[cell])
		}
	}
	return along.levels[0].number, along.levels[len(along.levels)-1].number
}

// side says on which side of the threshold the metric stays along the cells of a boundary that there is not.
func (p *Paper) side(cells []int) (string, error) {
	sum, n := 0.0, 0.0
	for _, cell := range cells {
		values, err := p.file.Values(cell, p.Boundary.Metric)
		if err != nil {
			return "", err
		}
		for _, v := range values {
			sum, n = sum+v.Value, n+1
		}
	}
	switch {
	case n == 0:
		return "", nil
	case sum > n*p.Boundary.At:
		return "above", nil
	}
	return "below", nil
}
