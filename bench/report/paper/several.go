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
	"halocline/bench/study/results"
	"halocline/bench/study/stats"
	kinds "halocline/sim/metric"
	"halocline/sim/trace"
)

// matching returns the metrics that a pattern covers, as in fates.*: fates in their order, others by name.
func (p *Paper) matching(pattern string) ([]metric, error) {
	fates := trace.FateMetrics().Defs()
	rank := func(name string) int {
		_, fate, _ := strings.Cut(name, ofFates)
		return slices.IndexFunc(fates, func(d kinds.Def) bool { return d.Name == fate })
	}
	var out []metric
	for _, n := range p.file.Metrics() {
		if !study.Matches(pattern, n.Name) {
			continue
		}
		m, err := p.metric(n.Name)
		if err != nil {
			return nil, err
		}
		if m.title == n.Name && strings.HasPrefix(n.Name, ofFates) {
			m.title = strings.ReplaceAll(strings.TrimPrefix(n.Name, ofFates), "_", " ")
		}
		out = append(out, m)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no run had a metric %s; halocline list metrics says what there is", pattern)
	}
	slices.SortStableFunc(out, func(a, b metric) int { return cmp.Compare(rank(a.Name.Name), rank(b.Name.Name)) })
	return out, nil
}

// absent returns a fate that no run had, if the runs have fates.
func (p *Paper) absent(name string) (metric, bool) {
	has := func(n results.Name) bool { return n.Name == ofFates+delivered }
	fate, is := strings.CutPrefix(name, ofFates)
	declared := slices.ContainsFunc(trace.FateMetrics(), func(d kinds.Of[trace.Packets]) bool { return d.Name == fate })
	if !is || !declared || !slices.ContainsFunc(p.file.Metrics(), has) {
		return metric{}, false
	}
	return metric{Name: results.Name{Name: name, Kind: kinds.Part}, title: p.Title(name), factor: 1, absent: true}, true
}

// values returns what the runs of a cell gave for a metric.
func (p *Paper) values(cell int, m metric) ([]results.Value, error) {
	if !m.absent {
		return p.file.Values(cell, m.Name.Name)
	}
	all, err := p.file.Values(cell, ofFates+delivered)
	for i := range all {
		all[i].Value = 0
	}
	return all, err
}

// delivered is the fate that each run has in which packets were offered.
const delivered = "delivered"

// ofFates begins the names of the shares of what became of packets.
const ofFates = "fates."

// several makes a table with a column for each metric that a pattern covers.
func (p *Paper) several(t study.Table, o Options) (out table.Table, err error) {
	switch {
	case t.Columns != "":
		return out, errors.New("the metrics of a pattern have the columns; leave columns out")
	case t.Baseline != "" || o.Difference || o.Effect || o.Precision > 0:
		return out, errors.New("the metrics of a pattern are not compared; name one metric, or leave the baseline out")
	}
	metrics, err := p.matching(t.Metric)
	if err != nil {
		return out, err
	}
	notes := map[string]bool{}
	for k, m := range metrics {
		one := t
		one.Metric = m.Name.Name
		made, err := p.table(one, o)
		if err != nil {
			return out, err
		}
		column := made.ColumnLabels[0]
		column.Label = strings.Replace(column.Label, m.Name.Name, m.title, 1)
		if k == 0 {
			out = made
			out.Caption = cmp.Or(t.Caption, fmt.Sprintf("%s by %s", p.ofPattern(t.Metric), made.Rows))
			out.ColumnLabels, out.Cells, out.Notes = nil, make([][]table.Cell, len(made.Cells)), nil
		}
		out.ColumnLabels = append(out.ColumnLabels, column)
		for i := range made.Cells {
			out.Cells[i] = append(out.Cells[i], made.Cells[i][0])
		}
		for _, note := range made.Notes {
			if !notes[note] {
				notes[note] = true
				out.Notes = append(out.Notes, note)
			}
		}
	}
	return out, nil
}

// ofPattern says what the metrics of a pattern are.
func (p *Paper) ofPattern(pattern string) string {
	if strings.HasPrefix(pattern, ofFates) {
		return "Share of the packets offered"
	}
	return p.Title(pattern)
}

// stacked draws the means of the metrics that a pattern covers, one above the other.
func (p *Paper) stacked(f study.Figure, o Options, only ...results.Param) (Figure, error) {
	metrics, err := p.matching(f.Y)
	if err != nil {
		return Figure{}, err
	}
	g, err := p.grid(f.X, "", f.Where, o.Average, only...)
	if err != nil {
		return Figure{}, err
	}
	if g.first.numeric() {
		g.sortFirst()
	}
	out := figure.Figure{Title: f.Title, X: figure.Axis{Quantity: g.first.head(), Names: g.first.labels()}, Y: figure.Axis{Quantity: p.ofPattern(f.Y), Unit: alone(metrics[0].Unit)}}
	d := drawing{grid: g, metric: metrics[0]}
	top := make([]float64, len(g.cells))
	for k, m := range metrics {
		if m.Unit != metrics[0].Unit {
			return Figure{}, fmt.Errorf("%s is in %s and %s in %s; what stands one above the other has one unit", metrics[0].Name.Name, unitName(metrics[0].Unit), m.Name.Name, unitName(m.Unit))
		}
		samples, err := p.samples(g, m)
		if err != nil {
			return Figure{}, err
		}
		if k == 0 {
			d.samples = samples
		}
		s := figure.Stack{Name: m.title, From: slices.Clone(top)}
		for i, row := range samples {
			mean := stats.Summarise(row[0].used()).Mean
			if mean < 0 {
				return Figure{}, fmt.Errorf("%s is below 0 in some runs, and what stands one above the other is not; draw it as lines", m.Name.Name)
			}
			top[i] += mean
		}
		s.To = slices.Clone(top)
		if slices.ContainsFunc(top, func(v float64) bool { return !math.IsNaN(v) }) {
			out.Layers = append(out.Layers, s)
		}
	}
	if len(out.Layers) == 0 {
		return Figure{}, fmt.Errorf("no run of these cells has a value of %s; %w", f.Y, errNothing)
	}
	label(&out, f)
	if len(out.Layers) > manySeries {
		out.Width = figure.Page
	}
	return Figure{Figure: out, Notes: append([]string{"means of the runs, one above the other"}, d.notes(p, f)...)}, nil
}
