package paper

import (
	"fmt"
	"math"
	"slices"

	"halocline/bench/report/table"
	"halocline/bench/study/stats"
	"halocline/scenarios/strict"
)

// estimatorOf returns the estimator of a statistic's name.
func estimatorOf(statistic string, share bool, o Options) (estimator, error) {
	if statistic == "" {
		statistic = "mean"
	}
	if !slices.Contains(statistics(), statistic) {
		return estimator{}, fmt.Errorf("%s", strict.Unknown("statistic", statistic, statistics()))
	}
	e := estimator{statistic: statistic, confidence: o.confidence(), share: share && statistic == "mean"}
	e.style.Digits = o.Digits
	interval := fmt.Sprintf("%g %% interval", 100*e.confidence)
	switch {
	case e.share:
		e.style.Interval, e.style.Percent = table.Bounds, true
		e.style.Meaning = fmt.Sprintf("share of runs, %s of Wilson", interval)
	case statistic == "mean":
		e.style.Interval, e.style.Meaning = table.Symmetric, fmt.Sprintf("mean, %s by Student's t", interval)
	case statistic == "count":
		e.style.Interval = table.Count
	case statistic == "sd" || statistic == "min" || statistic == "max":
		e.style.Interval = table.None
	default:
		e.style.Interval, e.style.Meaning = table.Bounds, fmt.Sprintf("%s, %s between order statistics", e.names(), interval)
	}
	return e, nil
}

// pairing is the cells of a table that are compared with those of its baseline.
type pairing struct {
	row, column int    // of the baseline; one of them is -1
	name        string // of the baseline
	lacking     int    // cells that are not compared, since runs lack a value there or in the baseline
	least, most int    // runs, or pairs of them, in a comparison
}

// baseline finds the row or the column that others are compared with.
func (p *Paper) baseline(text string, g *grid, e estimator) (pairing, error) {
	if e.statistic != "mean" {
		return pairing{}, fmt.Errorf("baseline: means are compared, and the statistic is %s; leave one of them out", e.statistic)
	}
	b := pairing{row: p.find(&g.first, text), column: -1, least: math.MaxInt}
	if b.row >= 0 {
		b.name = g.first.head() + " " + g.first.labels()[b.row]
		return b, nil
	}
	if b.column = p.find(&g.second, text); b.column < 0 {
		return b, fmt.Errorf("baseline: %s", strict.Unknown("value of the rows or columns", text, append(g.first.titles(), g.second.titles()...)))
	}
	b.name = g.second.head() + " " + g.second.labels()[b.column]
	return b, nil
}

// of returns the cell with which another is compared, and whether that is another.
func (b pairing) of(samples [][]sample, i, j int) (*sample, bool) {
	if b.row >= 0 {
		return &samples[b.row][j], i != b.row
	}
	return &samples[i][b.column], j != b.column
}

// admit tells whether two cells can be compared, and counts: a mean over the runs that
// have a value says nothing about the others.
func (p *Paper) admit(b *pairing, x, y sample, share bool) bool {
	if x.known && y.known && x.none+x.failed+y.none+y.failed > 0 {
		b.lacking++
		return false
	}
	n, least := min(len(x.used()), len(y.used())), 2 // that have a deviation
	if p.paired() {
		n = pairs(x, y)
	}
	if share {
		least = 1
	}
	if n < least {
		return false
	}
	b.least, b.most = min(b.least, n), max(b.most, n)
	return true
}

// pairs counts the repetitions that have a value in both cells.
func pairs(x, y sample) int {
	n := 0
	for r := range min(len(x.values), len(y.values)) {
		if !math.IsNaN(x.values[r]) && !math.IsNaN(y.values[r]) {
			n++
		}
	}
	return n
}

// notes says how many runs were compared, and which cells were not.
func (p *Paper) notes(b pairing, e estimator) []string {
	var out []string
	if b.most > 0 {
		what, number := "runs", fmt.Sprint(b.most)
		if p.paired() {
			what = "pairs of runs"
		}
		if b.least < b.most {
			number = fmt.Sprintf("%d to %d", b.least, b.most)
		}
		out = append(out, fmt.Sprintf("compared: %s %s in each cell", number, what))
	}
	if b.lacking > 0 {
		why := e.lacking
		if e.none == "" {
			why = "failed or had no value"
		}
		out = append(out, fmt.Sprintf("not compared: %s, where runs %s, there or in the baseline", counted(b.lacking, "cell"), why))
	}
	return out
}

// compare tests the cells of a table against those of its baseline.
func (p *Paper) compare(t *table.Table, baseline string, g *grid, samples [][]sample, e estimator) error {
	b, err := p.baseline(baseline, g, e)
	if err != nil {
		return err
	}
	var ps []float64
	var at []*table.Cell
	var differences []string
	others := 0
	for i := range samples {
		for j := range samples[i] {
			base, other := b.of(samples, i, j)
			if other {
				others++
			}
			if !other || !p.admit(&b, samples[i][j], *base, e.share) {
				continue
			}
			ps = append(ps, p.test(samples[i][j], *base, e.share))
			at = append(at, &t.Cells[i][j])
			differences = append(differences, p.difference(t, i, j, samples[i][j], *base, e)...)
		}
	}
	if others == 0 {
		return nothingBeside(b)
	}
	if err := p.mark(t, ps, at, b, e); err != nil {
		return err
	}
	if len(ps) <= fewComparisons && !e.share {
		t.Notes = append(t.Notes, differences...)
	}
	t.Notes = append(t.Notes, p.notes(b, e)...)
	return nil
}

// nothingBeside returns the fault of a baseline that is alone.
func nothingBeside(b pairing) error {
	return fmt.Errorf("baseline: nothing is there to be compared with %s", b.name)
}

// mark writes the p-values into the cells.
func (p *Paper) mark(t *table.Table, ps []float64, at []*table.Cell, b pairing, e estimator) error {
	made := 0
	for i, adjusted := range stats.Holm(ps) {
		if !math.IsNaN(adjusted) {
			at[i].Tested, at[i].P = true, adjusted
			made++
		}
	}
	switch {
	case made == 0 && b.lacking > 0:
		return nil // the notes tell
	case made == 0 && (e.difference || e.effect):
		return fmt.Errorf("baseline: no comparison with %s can be made; each needs two runs with values at least", b.name)
	case made == 0:
		t.Notes = append(t.Notes, fmt.Sprintf("not compared with %s: each comparison needs two runs with values at least", b.name))
		return nil
	}
	if slices.Contains(ps, 0) && !e.share {
		t.Notes = append(t.Notes, "a difference without spread, the same in all runs that are compared, has p = 0 however few they are")
	}
	t.Test = &table.Test{Name: p.testName(e.share), Baseline: b.name, Levels: []float64{0.05, 0.01, 0.001}}
	if made > 1 {
		t.Test.Adjusted = fmt.Sprintf("Holm's method, %d comparisons", made)
	}
	return nil
}

// differences fills a table with the differences from its baseline, whose own row or column
// is left out.
func (p *Paper) differences(t *table.Table, baseline string, g *grid, samples [][]sample, e estimator) error {
	if baseline == "" {
		return fmt.Errorf("a difference needs a baseline: a value of the rows or columns")
	}
	b, err := p.baseline(baseline, g, e)
	if err != nil {
		return err
	}
	if e.share {
		return fmt.Errorf("differences are those of means, and this is a share of runs; show the shares themselves, which are compared with %s", b.name)
	}
	p.fillDifferences(t, samples, &b, e)
	if b.column >= 0 {
		t.ColumnLabels = slices.Delete(t.ColumnLabels, b.column, b.column+1)
	}
	if len(t.RowLabels) == 0 || len(t.ColumnLabels) == 0 {
		return nothingBeside(b)
	}
	var ps []float64
	var at []*table.Cell
	var own []string
	for i := range t.Cells {
		for j := range t.Cells[i] {
			if c := &t.Cells[i][j]; !math.IsNaN(c.P) {
				ps, at = append(ps, c.P), append(at, c)
			}
			if !e.effect {
				own = append(own, p.alone(t, i, j, b, samples, e)...)
			}
		}
	}
	if err := p.mark(t, ps, at, b, e); err != nil {
		return err
	}
	p.meanings(t, b, e)
	if len(own) <= fewComparisons {
		t.Notes = append(t.Notes, own...)
	}
	t.Notes = append(t.Notes, p.notes(b, e)...)
	return nil
}

// fillDifferences makes the cells of all rows but that of the baseline.
func (p *Paper) fillDifferences(t *table.Table, samples [][]sample, b *pairing, e estimator) {
	rows := t.RowLabels
	t.RowLabels = nil
	for i := range samples {
		if i == b.row {
			continue
		}
		t.RowLabels = append(t.RowLabels, rows[i])
		var row []table.Cell
		for j := range samples[i] {
			if base, other := b.of(samples, i, j); other {
				row = append(row, p.differing(samples[i][j], *base, b, e))
			}
		}
		t.Cells = append(t.Cells, row)
	}
}

// meanings says in each column what a difference is.
func (p *Paper) meanings(t *table.Table, b pairing, e estimator) {
	how := "Welch's interval of two samples"
	if p.paired() {
		how = "Student's interval of pairs on common random numbers"
	}
	for j := range t.ColumnLabels {
		style := &t.ColumnLabels[j].Style
		style.Meaning = fmt.Sprintf("difference from %s, %g %% %s", b.name, 100*e.confidence, how)
		if e.effect {
			style.Interval, style.Meaning = table.None, fmt.Sprintf("Hedges' g: difference from %s in standard deviations of single runs, pooled, without the bias of few", b.name)
		}
	}
}

// differing returns a cell with the difference of two, and the p-value of none, not
// adjusted yet; NaN where it cannot be tested.
func (p *Paper) differing(x, y sample, b *pairing, e estimator) table.Cell {
	nan := math.NaN()
	c := table.Cell{Estimate: nan, Low: nan, High: nan, P: nan}
	if !p.admit(b, x, y, e.share) {
		c.Why = "not compared"
		return c
	}
	made := p.comparison(x, y, e.confidence)
	if d := made.Difference; d.Bounded() {
		c.Estimate, c.Low, c.High, c.P = d.Estimate, d.Low, d.High, made.P
		c.N = min(len(x.used()), len(y.used()))
		if e.effect {
			c.Estimate, c.Low, c.High = stats.HedgesG(x.values, y.values), nan, nan
		}
	}
	return c
}

// alone says how wide the interval of a difference in pairs would be were the cells run on
// random numbers of their own, with as many runs.
func (p *Paper) alone(t *table.Table, i, j int, b pairing, samples [][]sample, e estimator) []string {
	c, name := t.Cells[i][j], cellName(t, i, j)
	if !p.paired() || math.IsNaN(c.Estimate) {
		return nil
	}
	if b.row >= 0 && i >= b.row { // the baseline is not in the table
		i++
	}
	if b.column >= 0 && j >= b.column {
		j++
	}
	base, _ := b.of(samples, i, j)
	d := stats.Welch(samples[i][j].values, base.values, e.confidence).Difference
	if !d.Bounded() {
		return nil
	}
	return []string{fmt.Sprintf("%s: ± %.2g in pairs; on random numbers of their own it would be ± %.2g (Welch)", name, (c.High-c.Low)/2, d.HalfWidth())}
}

// comparison compares two cells in the way that their seeds allow.
func (p *Paper) comparison(x, y sample, confidence float64) stats.Comparison {
	if !p.paired() {
		return stats.Welch(x.values, y.values, confidence)
	}
	n := max(len(x.values), len(y.values))
	return stats.Paired(padded(x.values, n), padded(y.values, n), confidence)
}

// fewComparisons is how many differences are written below a table.
const fewComparisons = 4

// difference says by how much a cell differs from the baseline, if that has bounds.
func (p *Paper) difference(t *table.Table, i, j int, a, b sample, e estimator) []string {
	d := p.comparison(a, b, e.confidence).Difference
	if !d.Bounded() {
		return nil
	}
	n := digits(d.Low, d.High)
	return []string{fmt.Sprintf("%s less the baseline: %.*g, %g %% interval %.*g to %.*g", cellName(t, i, j), n, d.Estimate, 100*e.confidence, n, d.Low, n, d.High)}
}

// digits returns how many significant digits tell the ends of an interval apart: down to
// a tenth of the first digit of its width, and four at least.
func digits(low, high float64) int {
	if !(high > low) {
		return 4
	}
	place := func(x float64) int { return int(math.Floor(math.Log10(x))) }
	return min(max(4, place(max(-low, high))-place(high-low)+2), 15)
}

// find returns the place of the value that a text names, or -1: as the study has
// it, as it is shown, or as a quantity in another unit.
func (p *Paper) find(a *axis, text string) int {
	for i, l := range a.levels {
		if text == l.param.Text || text == l.title || text == l.label() {
			return i
		}
	}
	x, symbol, ok := p.units.Amount(text)
	if !ok {
		return -1
	}
	for i, l := range a.levels {
		y, other, ok := p.units.Amount(l.param.Text)
		if ok && p.units.First(symbol) == p.units.First(other) && x.Cmp(y) == 0 {
			return i
		}
	}
	return -1
}

// titles returns the values as they are shown.
func (a *axis) titles() []string {
	var out []string
	for _, l := range a.levels {
		if l.param.Text != "" {
			out = append(out, l.title)
		}
	}
	return out
}

// paired tells whether cells ran on the same random numbers.
func (p *Paper) paired() bool { return p.Seeds != "independent" }

// testName names the test of a table.
func (p *Paper) testName(share bool) string {
	switch {
	case p.paired() && share:
		return "McNemar's exact test on common random numbers"
	case p.paired():
		return "Student's t-test of pairs on common random numbers"
	case share:
		return "Fisher's exact test"
	}
	return "Welch's t-test"
}

// test returns the p-value of the hypothesis that two cells do not differ; NaN if
// it cannot be tested.
func (p *Paper) test(a, b sample, share bool) float64 {
	n := max(len(a.values), len(b.values))
	x, y := padded(a.values, n), padded(b.values, n)
	switch {
	case p.paired() && share:
		return mcNemar(x, y)
	case share:
		return fisher(x, y)
	}
	return p.comparison(a, b, 0.95).P
}

// padded returns so many values, the last ones missing.
func padded(values []float64, n int) []float64 {
	out := slices.Clone(values)
	for len(out) < n {
		out = append(out, math.NaN())
	}
	return out
}

// mcNemar is the exact test of McNemar (Note on the sampling error of the difference
// between correlated proportions or percentages, Psychometrika 12, 1947): of the
// pairs that differ either side is 1 in half, so that the smaller count of b and c is
// binomial, and p = 2 P(X <= min(b, c)), at most 1, for X of b+c trials.
func mcNemar(x, y []float64) float64 {
	var b, c, pairs int
	for i := range x {
		switch d := x[i] - y[i]; {
		case d > 0:
			b++
		case d < 0:
			c++
		case math.IsNaN(d):
			continue
		}
		pairs++
	}
	if pairs == 0 {
		return math.NaN()
	}
	sum := 0.0
	for k := range min(b, c) + 1 {
		sum += math.Exp(logChoose(b+c, k) - float64(b+c)*math.Ln2)
	}
	return min(1, 2*sum)
}

// fisher is the exact test of Fisher, two-sided: the sum of the probabilities of all
// tables with the same margins that are no more likely than this one (Agresti,
// Categorical Data Analysis, 2nd ed. 2002, section 3.5.1).
func fisher(x, y []float64) float64 {
	var ones, n [2]int
	for i, values := range [][]float64{x, y} {
		for _, v := range values {
			if !math.IsNaN(v) {
				n[i]++
				ones[i] += int(v)
			}
		}
	}
	if n[0] == 0 || n[1] == 0 {
		return math.NaN()
	}
	all := ones[0] + ones[1]
	probability := func(k int) float64 {
		return math.Exp(logChoose(n[0], k) + logChoose(n[1], all-k) - logChoose(n[0]+n[1], all))
	}
	const noise = 1 + 1e-7 // tables that are as likely but for the last digits
	seen, sum := probability(ones[0])*noise, 0.0
	for k := max(0, all-n[1]); k <= min(n[0], all); k++ {
		if p := probability(k); p <= seen {
			sum += p
		}
	}
	return min(1, sum)
}

// logChoose is the logarithm of the number of ways to choose k of n.
func logChoose(n, k int) float64 {
	f := func(n int) float64 { v, _ := math.Lgamma(float64(n) + 1); return v }
	return f(n) - f(k) - f(n-k)
}
