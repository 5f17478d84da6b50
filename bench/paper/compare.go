package paper

import (
	"fmt"
	"math"
	"slices"

	"halocline/bench/stats"
	"halocline/bench/table"
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

// compare tests the cells of a table against those of its baseline.
func (p *Paper) compare(t *table.Table, baseline string, g *grid, samples [][]sample, e estimator) error {
	if e.statistic != "mean" {
		return fmt.Errorf("baseline: means are compared, and the statistic is %s; leave one of them out", e.statistic)
	}
	row, column := p.find(&g.first, baseline), -1
	if row < 0 {
		column = p.find(&g.second, baseline)
	}
	if row < 0 && column < 0 {
		return fmt.Errorf("baseline: %s", strict.Unknown("value of the rows or columns", baseline, append(g.first.titles(), g.second.titles()...)))
	}
	name := g.first.head() + " "
	if row >= 0 {
		name += g.first.labels()[row]
	} else {
		name = g.second.head() + " " + g.second.labels()[column]
	}
	var ps []float64
	var at []*table.Cell
	var notes []string
	for i := range samples {
		for j := range samples[i] {
			base := &samples[i][max(column, 0)]
			if row >= 0 {
				base = &samples[row][j]
			}
			if base != &samples[i][j] {
				ps = append(ps, p.test(samples[i][j], *base, e.share))
				at = append(at, &t.Cells[i][j])
				notes = append(notes, p.difference(t, i, j, samples[i][j], *base, e)...)
			}
		}
	}
	made := 0
	for i, adjusted := range stats.Holm(ps) {
		if !math.IsNaN(adjusted) {
			at[i].Tested, at[i].P = true, adjusted
			made++
		}
	}
	if made == 0 {
		return fmt.Errorf("baseline %s: no comparison can be made; each needs two runs with values at least", baseline)
	}
	if len(ps) <= fewComparisons && !e.share {
		t.Notes = append(t.Notes, notes...)
	}
	t.Test = &table.Test{Name: p.testName(e.share), Baseline: name, Levels: []float64{0.05, 0.01, 0.001}}
	if made > 1 {
		t.Test.Adjusted = fmt.Sprintf("Holm's method, %d comparisons", made)
	}
	return nil
}

// fewComparisons is how many differences are written below a table.
const fewComparisons = 4

// difference says by how much a cell differs from the baseline, if that has bounds.
func (p *Paper) difference(t *table.Table, i, j int, a, b sample, e estimator) []string {
	name := t.RowLabels[i]
	if t.Columns != "" {
		name += ", " + t.ColumnLabels[j].Label
	}
	n := max(len(a.values), len(b.values))
	d := stats.Welch(a.values, b.values, e.confidence).Difference
	if p.paired() {
		d = stats.Paired(padded(a.values, n), padded(b.values, n), e.confidence).Difference
	}
	if !d.Bounded() {
		return nil
	}
	return []string{fmt.Sprintf("%s less the baseline: %.4g, %g %% interval %.4g to %.4g", name, d.Estimate, 100*e.confidence, d.Low, d.High)}
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
	case p.paired():
		return stats.Paired(x, y, 0.95).P
	case share:
		return fisher(x, y)
	}
	return stats.Welch(a.values, b.values, 0.95).P
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
