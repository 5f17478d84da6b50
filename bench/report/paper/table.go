package paper

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/stats"
)

// Table makes a table. Its rows, columns and metric are names of the study.
func (p *Paper) Table(t study.Table, o Options) (table.Table, error) {
	if t.Statistic == study.OfBoundaries && p.Boundary != nil {
		t.Metric = cmp.Or(t.Metric, p.Boundary.Metric)
	}
	out, err := p.table(t, o)
	if err != nil {
		return table.Table{}, fmt.Errorf("table %s: %w", cmp.Or(t.Name, "of "+t.Metric), err)
	}
	out.Page = t.Width == "page"
	return out, nil
}

func (p *Paper) table(t study.Table, o Options) (out table.Table, err error) {
	if err := o.check(); err != nil {
		return out, err
	}
	if of := p.bySample(t); of != nil {
		return of(t, o)
	}
	if t.Rows == "" || t.Metric == "" {
		return out, fmt.Errorf("name rows and a metric")
	}
	m, err := p.metric(t.Metric)
	if err != nil {
		return out, err
	}
	g, err := p.grid(t.Rows, t.Columns, t.Where, o.Average)
	if err != nil {
		return out, err
	}
	samples, err := p.samples(g, m)
	if err != nil {
		return out, err
	}
	e, err := estimatorOf(t.Statistic, p.shares(m, samples, o), o)
	if err != nil {
		return out, err
	}
	e.difference, e.effect = o.Difference, o.Effect
	e.lacks(p, m)
	if m.timed() && e.ranks() {
		e.endless(samples)
	}
	if e.share { // fractions, which package table writes as per cent
		m, samples = fractions(m, samples)
	}
	out = p.frame(t, m, g, e)
	left, err := p.survivors(m, g)
	if err != nil {
		return out, err
	}
	out.Notes = append(out.Notes, left...)
	if o.Difference || o.Effect {
		return out, p.differences(&out, string(t.Baseline), g, samples, e)
	}
	return out, p.estimates(&out, t, o, g, samples, e)
}

// bySample returns what makes a table that is not one of cells; nil of one that is.
func (p *Paper) bySample(t study.Table) func(study.Table, Options) (table.Table, error) {
	switch {
	case p.Sensitivity != nil && t.Rows == "":
		return p.effects
	case t.Statistic == study.OfBoundaries || p.Boundary != nil && t.Rows == "":
		return p.boundaries
	case study.Several(t.Metric) && t.Rows != "":
		return p.several
	}
	return nil
}

// estimates fills a table with the statistic of each cell.
func (p *Paper) estimates(out *table.Table, t study.Table, o Options, g *grid, samples [][]sample, e estimator) error {
	for i, row := range samples {
		out.Cells = append(out.Cells, nil)
		for j := range row {
			c := e.cell(samples[i][j])
			c.Run = typical(g.cells[i][j], samples[i][j], c.Estimate)
			out.Cells[i] = append(out.Cells[i], c)
		}
	}
	if slices.ContainsFunc(slices.Concat(out.Cells...), func(c table.Cell) bool { return c.N > 1 && c.Low == c.High }) {
		out.Notes = append(out.Notes, "an interval without width: all runs gave the same value, which does not bound that of others")
	}
	if p.Until != nil {
		out.Notes = append(out.Notes, repeated(out)...)
	}
	if p.imprecise != "" {
		out.Notes = append(out.Notes, p.imprecise)
	}
	if t.Baseline != "" {
		if err := p.compare(out, string(t.Baseline), g, samples, e); err != nil {
			return err
		}
	}
	if o.Precision > 0 {
		if e.statistic != "mean" || e.share {
			return fmt.Errorf("a precision is wished of means, and this is a %s", cmp.Or(e.names(), "number or share of runs"))
		}
		out.Notes = append(out.Notes, repetitions(out, samples, e, o.Precision)...)
	}
	return nil
}

// repeated says how many runs each value of a table is from, where they differ: those of a row in the order
// of the columns.
func repeated(t *table.Table) []string {
	const most = 60 // values
	least, greatest, values := math.MaxInt, 0, 0
	var rows []string
	for i, row := range t.Cells {
		var runs []string
		for _, c := range row {
			n := c.N + c.Left
			least, greatest, values = min(least, n), max(greatest, n), values+1
			runs = append(runs, fmt.Sprint(n))
		}
		rows = append(rows, t.RowLabels[i]+" "+strings.Join(runs, ", "))
	}
	if least >= greatest || values > most {
		return nil
	}
	return []string{"number of runs: " + strings.Join(rows, "; ")}
}

// typical names the run of a cell whose value is nearest to the estimate; where none has a value, the first one.
func typical(cells []int, s sample, estimate float64) string {
	if len(cells) == 0 || len(s.values) == 0 {
		return ""
	}
	nearest, least := 0, math.Inf(1)
	for repetition, v := range s.values {
		if d := math.Abs(v - estimate); d < least {
			nearest, least = repetition, d
		}
	}
	return fmt.Sprintf("%d:%d", cells[0], nearest)
}

// repetitions says how many it takes until the interval of each mean is as narrow as
// wished, from the deviations of the runs that there are.
func repetitions(t *table.Table, samples [][]sample, e estimator, wished float64) []string {
	const most = 1_000_000
	rule := stats.Precision{Relative: wished, Confidence: e.confidence, Min: 2, Max: most}
	least, greatest, name := most, 0, ""
	for i, row := range samples {
		for j, s := range row {
			if len(s.used()) < 2 {
				continue
			}
			n := rule.Forecast(s.values)
			if least = min(least, n); n > greatest {
				greatest, name = n, cellName(t, i, j)
			}
		}
	}
	if greatest == 0 {
		return []string{"the number of repetitions for a precision cannot be told: that takes two runs of a cell at least"}
	}
	number := func(n int) string {
		if n == most {
			return "a million or more"
		}
		return fmt.Sprint(n)
	}
	text := fmt.Sprintf("for ± %g %% of the mean, by what these runs vary: ", 100*wished)
	if least == greatest {
		return []string{text + number(least) + " repetitions"}
	}
	return []string{text + fmt.Sprintf("%s to %s repetitions, most for %s", number(least), number(greatest), name)}
}

// cellName names a cell by its row and its column.
func cellName(t *table.Table, i, j int) string {
	if t.Columns == "" {
		return t.RowLabels[i]
	}
	return t.RowLabels[i] + ", " + t.ColumnLabels[j].Label
}

// fractions returns shares as fractions of 1 where the label has them in per cent.
func fractions(m metric, samples [][]sample) (metric, [][]sample) {
	for _, row := range samples {
		for _, s := range row {
			for i := range s.values {
				s.values[i] /= m.factor
			}
		}
	}
	m.factor, m.Unit = 1, "%"
	return m, samples
}

// frame returns the table without its cells.
func (p *Paper) frame(t study.Table, m metric, g *grid, e estimator) table.Table {
	quantity, style := head(m.title, m.Unit), e.style
	if style.Interval == table.Count {
		quantity = "runs with a value of " + m.title
	} else if what := e.names(); what != "" {
		quantity = what + " of " + quantity
	}
	if e.difference {
		quantity = "difference of " + quantity
	}
	if e.effect {
		quantity = "effect on " + m.title
	}
	out := table.Table{
		Name:      slug(t.Name),
		Caption:   cmp.Or(t.Caption, caption(quantity, g)),
		Rows:      g.first.head(),
		RowLabels: g.first.labels(),
		Columns:   g.second.head(),
		Source:    p.source(),
		Over:      g.over(),
	}
	for _, label := range g.second.labels() {
		out.ColumnLabels = append(out.ColumnLabels, table.Column{Group: quantity, Label: label, Style: style})
	}
	if g.second.path == "" {
		out.Columns, out.ColumnLabels = "", []table.Column{{Label: quantity, Style: style}}
	}
	if p.missing > 0 {
		out.Notes = append(out.Notes, p.incomplete())
	}
	if p.Until != nil {
		out.Notes = append(out.Notes, fmt.Sprintf("the data chose the number of runs (until %s is known to %v), so that intervals may cover with a little less than their nominal %g %%",
			strings.Join(p.titles(p.Wanted()), " and "), p.Until, 100*e.confidence))
	}
	if e.style.Never != "" {
		out.Notes = append(out.Notes, fmt.Sprintf("a run that %s is later than all others: ∞ as an end of an interval, and %q where the %s is as late", e.lacking, e.style.Never, e.names()))
	}
	return out
}

// titles returns how metrics are written.
func (p *Paper) titles(names []string) []string {
	var out []string
	for _, name := range names {
		out = append(out, p.Title(name))
	}
	return out
}

// caption says what a table shows that has no caption.
func caption(quantity string, g *grid) string {
	by := " by " + g.first.title
	if g.second.path != "" {
		by += " and " + g.second.title
	}
	return capital(quantity) + by
}

// capital returns a text that begins with a capital letter. A name of a metric or a
// path, which has no label, stays as it is.
func capital(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if strings.ContainsAny(word, "._") {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// incomplete says what is missing.
func (p *Paper) incomplete() string {
	return fmt.Sprintf("the study is not complete: %d of %d runs are missing", p.missing, p.missing+p.runs)
}

// source says where the numbers come from.
func (p *Paper) source() table.Source {
	seeds := "common to all cells"
	switch {
	case p.Seeds == "independent" || p.Boundary != nil:
		seeds = "of each cell its own"
	case p.Sensitivity != nil:
		seeds = "common to the cells that are compared"
	}
	s := table.Source{
		Command: p.command, Version: p.file.Study().Version, Repetitions: p.least,
		Seeds: fmt.Sprintf("made from %d, %s", p.BaseSeed, seeds),
	}
	if p.most > p.least {
		s.Most = p.most
	}
	return s
}

// State says what the results are of, and what is missing of them.
func (p *Paper) State() string {
	text := fmt.Sprintf("%d cells, %s, made by version %s", p.Count(), counted(p.runs, "run"), p.file.Study().Version)
	sum := 0
	for _, n := range p.failed {
		sum += n
	}
	if sum > 0 {
		text += fmt.Sprintf("; %d of the runs failed", sum)
	}
	if p.Until != nil && p.most > p.least {
		text += fmt.Sprintf("; %d to %d runs of a cell", p.least, p.most)
	}
	if p.missing > 0 {
		text += "; " + p.incomplete()
	}
	if p.imprecise != "" {
		text += "; " + p.imprecise
	}
	return text + "."
}

// slug makes a name of a table that package table takes.
func slug(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '.' {
			return '-'
		}
		return r
	}, name)
}

// estimator is a statistic with its interval.
type estimator struct {
	statistic  string
	share      bool
	confidence float64
	difference bool // from the baseline
	effect     bool // Hedges' g of that
	style      table.Style
	lacking    string // why a run has no value: "did not dock within 400 s"
	none       string // why no run has one: "no run docked within 400 s"; empty where that is not known
	never      string // what stands for infinity: "> 400 s", or "not docked"
}

// lacks notes why runs may be without a value of the metric.
func (e *estimator) lacks(p *Paper, m metric) {
	e.lacking = p.lacking(m)
	if !m.timed() {
		return
	}
	_, done := m.event()
	e.none, e.never = "no run "+done+p.within(), "not "+done
	if d := p.deadline(); d != "" {
		e.never = "> " + d
	}
}

// ranks tells whether the statistic depends on the order of values alone, so that it takes
// infinite ones.
func (e estimator) ranks() bool { return e.statistic == "median" || e.level() > 0 }

// endless puts infinity for the times of runs that have none.
func (e *estimator) endless(samples [][]sample) {
	any := false
	for _, row := range samples {
		for j := range row {
			any = row[j].endless() || any
		}
	}
	if !any {
		return
	}
	e.style.Never = e.never
}

// statistics returns the names of the statistics.
func statistics() []string {
	return []string{"mean", "median", "sd", "min", "max", "p5", "p25", "p75", "p95", "count"}
}

// names returns the words for a statistic in a heading; the mean is not named.
func (e estimator) names() string {
	switch e.statistic {
	case "mean", "count":
		return ""
	case "sd":
		return "standard deviation"
	case "min":
		return "minimum"
	case "max":
		return "maximum"
	case "median":
		return "median"
	}
	return strings.TrimPrefix(e.statistic, "p") + " % quantile"
}

// why says why runs of a sample are not among those that are used.
func (e estimator) why(s sample, used int) string {
	switch {
	case !s.known:
		return "not in the study"
	case s.failed > 0 && s.none > 0:
		return fmt.Sprintf("%s failed, and %d %s", counted(s.failed, "run"), s.none, e.lacking)
	case s.failed > 0:
		return counted(s.failed, "run") + " failed"
	case s.none > 0 && e.none != "" && used == 0:
		return e.none
	case s.none > 0 && e.none != "":
		return fmt.Sprintf("%d %s", s.none, e.lacking)
	case used == 0 && s.none == 0:
		return "not run yet"
	}
	return ""
}

// cell estimates one cell.
func (e estimator) cell(s sample) table.Cell {
	used := s.used()
	c := table.Cell{Estimate: math.NaN(), Low: math.NaN(), High: math.NaN(), N: len(used), Left: s.none + s.failed}
	c.Why = e.why(s, len(used))
	if !s.known || c.N+c.Left == 0 {
		return c
	}
	if e.statistic == "count" {
		c.Estimate, c.N, c.Left, c.Why = float64(len(used)), 0, 0, ""
		return c
	}
	if len(used) == 0 {
		return c
	}
	i := e.interval(s.values)
	if c.Estimate = i.Estimate; e.style.Interval != table.None && !math.IsInf(c.Estimate, 0) && len(used) > 1 {
		c.Low, c.High = i.Low, i.High
	}
	return c
}

// counted returns a number of things in words.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// interval estimates the statistic of values.
func (e estimator) interval(values []float64) stats.Interval {
	switch e.statistic {
	case "mean":
		if e.share {
			i, _ := stats.Share(values, e.confidence)
			return i
		}
		return stats.Mean(values, e.confidence)
	case "median":
		return stats.Median(values, e.confidence)
	case "sd":
		return stats.Interval{Estimate: stats.Summarise(values).SD}
	case "min":
		return stats.Interval{Estimate: stats.Summarise(values).Min}
	case "max":
		return stats.Interval{Estimate: stats.Summarise(values).Max}
	}
	return stats.Quantile(values, e.level(), e.confidence)
}

// level returns which quantile the statistic is.
func (e estimator) level() float64 {
	return map[string]float64{"p5": 0.05, "p25": 0.25, "p75": 0.75, "p95": 0.95}[e.statistic]
}
