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
	"halocline/bench/study/sensitivity"
	"halocline/bench/study/stats"
)

// effects makes a table of how much each parameter of a study of sensitivity matters for a metric: what
// matters most first, and chance last.
func (p *Paper) effects(t study.Table, o Options) (out table.Table, err error) {
	if t.Columns != "" || t.Where != "" || t.Baseline != "" || t.Statistic != "mean" || o.Difference || o.Effect || o.Precision > 0 || len(o.Average) > 0 {
		return out, errors.New("it says how much parameters matter, and has neither columns nor a condition, a baseline or another statistic; name rows for a table of cells")
	}
	m, err := p.metric(t.Metric)
	if err != nil {
		return out, err
	}
	values, err := p.judged(m)
	if err != nil {
		return out, err
	}
	out = table.Table{Name: slug(t.Name), Rows: "parameter", Source: p.source()}
	var chance sensitivity.Chance
	if d := p.Design(); d.Method == sensitivity.Morris {
		of := d.Effects(values, o.confidence())
		chance = of.Chance
		p.morris(&out, m, of, o)
	} else {
		of := d.Indices(values, o.confidence())
		chance = of.Chance
		p.sobol(&out, m, of, o)
	}
	for _, paths := range p.Parameters {
		var titles []string
		for _, path := range paths {
			titles = append(titles, p.Title(path))
		}
		out.RowLabels = append(out.RowLabels, strings.Join(titles, ", "))
	}
	out.RowLabels = append(out.RowLabels, "chance")
	sortEffects(&out)
	out.Notes = append(out.Notes, p.about(chance)...)
	return out, nil
}

// style is that of estimates over rows of the sample.
func style(of string, o Options) table.Style {
	return table.Style{Interval: table.Symmetric, Meaning: fmt.Sprintf("%s, %g %% interval by Student's t over rows of the sample", of, 100*o.confidence())}
}

// oneRun says why chance is not known.
const oneRun = "not known of one run of each cell"

// morris fills a table with elementary effects.
func (p *Paper) morris(out *table.Table, m metric, of sensitivity.Effects, o Options) {
	out.Caption = "Effects of parameters on " + head(m.title, m.Unit)
	out.ColumnLabels = []table.Column{{Label: "μ*", Style: style("mean", o)}, {Label: "μ", Style: style("mean", o)}, {Label: "σ", Style: table.Style{Digits: 2}}}
	for _, f := range of.Factors {
		out.Cells = append(out.Cells, []table.Cell{around(f.Size), around(f.Mean), bare(f.SD, "")})
	}
	nothing, deviation := bare(of.Magnitude(), "what chance makes of a parameter that does nothing"), bare(of.Floor, "")
	if p.Repeat == 1 {
		nothing.Why, deviation.Why = oneRun, oneRun
	}
	out.Cells = append(out.Cells, []table.Cell{nothing, bare(math.NaN(), "chance has none"), deviation})
	out.Notes = []string{"effects are those of a parameter over its whole range: μ* their mean size, μ their mean, and σ their deviation, by other parameters and chance"}
}

// sobol fills a table with Sobol indices.
func (p *Paper) sobol(out *table.Table, m metric, of sensitivity.Indices, o Options) {
	out.Caption = "Shares of the variance of " + m.title
	share := style("share of the variance of a run", o)
	out.ColumnLabels = []table.Column{{Label: "S1", Style: share}, {Label: "ST", Style: share}}
	for _, f := range of.Factors {
		out.Cells = append(out.Cells, []table.Cell{around(f.First), around(f.Total)})
	}
	chance := around(of.Share)
	if p.Repeat == 1 {
		chance.Why = oneRun
	}
	out.Cells = append(out.Cells, []table.Cell{bare(math.NaN(), "chance has none"), chance})
	out.Notes = []string{"S1: what a parameter makes of the variance by itself; ST: by itself and together with others"}
}

// sortEffects puts what matters most first, by ST or μ*. The last row, chance, stays.
func sortEffects(t *table.Table) {
	by := 0
	if len(t.ColumnLabels) == 2 {
		by = 1
	}
	order := make([]int, len(t.Cells)-1)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return -cmp.Compare(t.Cells[i][by].Estimate, t.Cells[j][by].Estimate) })
	cells, labels := slices.Clone(t.Cells), slices.Clone(t.RowLabels)
	for to, from := range order {
		t.Cells[to], t.RowLabels[to] = cells[from], labels[from]
	}
}

// about says what the estimates come from, and what part of the variance chance has.
func (p *Paper) about(c sensitivity.Chance) []string {
	rows := "points"
	if p.Design().Method == sensitivity.Morris {
		rows = "trajectories"
	}
	out := []string{fmt.Sprintf("from %d %s in the space of %s", c.Used, rows, counted(len(p.Parameters), "parameter"))}
	switch {
	case c.Used == 0:
		out[0] = "there is nothing to estimate from: no row of the sample has all of its runs"
	case p.Repeat == 1:
		out = append(out, "what chance does is among the effects, since cells have one run each; with repeat: 2 it is told apart")
	case math.IsNaN(c.Share.Estimate):
		out = append(out, "all runs gave the same value")
	default:
		out = append(out, fmt.Sprintf("not explained by parameters: %.3g %% of the variance of a run, which is chance", 100*c.Share.Estimate))
	}
	if c.Left > 0 {
		out = append(out, fmt.Sprintf("%d %s are left out, since a run of theirs has no value", c.Left, rows))
	}
	if p.missing > 0 {
		out = append(out, p.incomplete())
	}
	return out
}

// around is a cell with an interval, bare one without.
func around(i stats.Interval) table.Cell {
	if !i.Bounded() {
		return bare(i.Estimate, "")
	}
	return table.Cell{Estimate: i.Estimate, Low: i.Low, High: i.High}
}

func bare(x float64, why string) table.Cell {
	return table.Cell{Estimate: x, Low: math.NaN(), High: math.NaN(), Why: why}
}

// effectBars draws the table of effects as bars: S1 and ST, or μ* and σ.
func (p *Paper) effectBars(f study.Figure, o Options) (Figure, error) {
	t, err := p.effects(study.Table{Metric: f.Y, Statistic: "mean"}, o)
	if err != nil {
		return Figure{}, err
	}
	m, err := p.metric(f.Y)
	if err != nil {
		return Figure{}, err
	}
	out := figure.Figure{Title: cmp.Or(f.Title, m.title), X: figure.Axis{Names: p.short(t.RowLabels)}, Y: figure.Axis{Quantity: "Share of the variance"}}
	columns := []int{0, 1}
	if len(t.ColumnLabels) == 3 {
		columns = []int{0, 2}
		out.Y = figure.Axis{Quantity: "Effect", Unit: m.Unit}
	}
	for _, c := range columns {
		b := figure.Bars{Name: t.ColumnLabels[c].Label}
		for _, row := range t.Cells {
			b.Values, b.Low, b.High = append(b.Values, row[c].Estimate), append(b.Low, row[c].Low), append(b.High, row[c].High)
		}
		out.Layers = append(out.Layers, b)
	}
	if !slices.ContainsFunc(t.Cells, func(row []table.Cell) bool { return !math.IsNaN(row[0].Estimate) }) {
		return Figure{}, fmt.Errorf("no effect on %s can be told; %w", f.Y, errNothing)
	}
	if len(t.RowLabels) > manySeries {
		out.Width = figure.Page
	}
	notes := []string{fmt.Sprintf("bars with %g %% intervals of Student's t", 100*o.confidence())}
	return Figure{Figure: out, Notes: append(notes, t.Notes...)}, nil
}

// Matter returns the parameters whose elementary effects are at least a part of the largest, for any of the metrics that
// the study judges, and at most so many of them.
func (p *Paper) Matter(least float64, most int) ([]string, error) {
	share := make([]float64, len(p.Parameters)) // of the largest effect
	for _, name := range p.Sensitivity.Of {
		m, err := p.metric(name)
		if err != nil {
			return nil, err
		}
		values, err := p.judged(m)
		if err != nil {
			return nil, err
		}
		of, largest := p.Design().Effects(values, 0.95).Factors, 0.0
		for _, f := range of {
			largest = max(largest, f.Size.Estimate)
		}
		for j, f := range of {
			if f.Size.Estimate > 0 {
				share[j] = max(share[j], f.Size.Estimate/largest)
			}
		}
	}
	order := make([]int, len(share))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return -cmp.Compare(share[a], share[b]) })
	var out []string
	for _, j := range order[:min(most, len(order))] {
		if share[j] >= least {
			out = append(out, p.Parameters[j]...)
		}
	}
	return out, nil
}

// judged returns what the runs of each cell gave for a metric.
func (p *Paper) judged(m metric) ([][]float64, error) {
	values := make([][]float64, p.Count())
	for cell := range values {
		s, err := p.sample([]int{cell}, m)
		if err != nil {
			return nil, err
		}
		values[cell] = s.values
	}
	return values, nil
}

// short returns paths by the ends that tell them apart. Titles stay as they are.
func (p *Paper) short(names []string) []string {
	out := slices.Clone(names)
	for i, name := range names {
		if full, err := p.FullName(name); err != nil || full != name {
			continue
		}
		for at := range name {
			end := "." + name[at:]
			if at > 0 && name[at-1] == '.' && !slices.ContainsFunc(slices.Concat(names[:i], names[i+1:]), func(o string) bool { return strings.HasSuffix("."+o, end) }) {
				out[i] = name[at:]
			}
		}
	}
	return out
}
