// Package paper makes the tables and figures of a study from its result file. It chooses cells, asks
// package stats for intervals and tests, and names things as the study's labels do; packages table and
// figure do the printing.
//
// Begin with Open, for a file of package results; then Paper.Table and Paper.Figure, for the tables
// and figures that the study asks for or for others. View makes the pictures of a single run.
//
// A result file is enough: it holds the text of its study. The scenario is not needed to present what
// came of it, so an empty one stands in for it.
//
// No parameter is averaged over unless that is asked for. Which intervals and tests a metric has
// stands with Paper.
//
// Left out: tests of anything but means and shares, and tables of several metrics.
package paper

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"slices"
	"strings"

	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// Paper is a study and its results, ready to be shown.
//
// Where a parameter is averaged over, each repetition gives one value, its mean over the cells. So the
// interval is over repetitions whether or not the cells ran on the same random numbers. Where a cell
// lacks the value, the repetition is left out.
//
// A mean has Student's interval, a quantile that of its order statistics. Whether a vehicle docked is
// 0 or 1, so that the mean of such a metric (auv.docked) is a share of the runs, with the interval of
// Wilson; no other metric is a share, whatever its values happen to be.
//
// A time to dock that a run does not have is later than all others: medians and quantiles count it as
// infinite. A mean cannot, and is one of the runs that docked; cells where runs lack a value are not
// compared.
//
// Cells are compared with a baseline in pairs of repetitions where seeds are common (Student's test of
// the differences; of shares the exact test of McNemar), otherwise by the tests of Welch and, of
// shares, Fisher. Holm's method keeps the probability of one false mark in a table. Hedges' g says how
// large a difference is beside what single runs vary.
type Paper struct {
	*study.Study
	file    content
	units   strict.Units
	failed  map[int]int // runs by cell; nil if there is none
	missing int         // runs that are not made
	lacks   map[int]int // the same by cell
	runs    int
	least   int // repetitions of the cell that has fewest
	most    int
	command string

	imprecise string // which cells are not known as well as the study asks; see study.Study.Imprecise
}

// content is what a result file holds, or what is made up to try tables and figures on.
type content interface {
	Study() results.Study
	Part() results.Part
	Cells() []results.Cell
	Planned(cell int) int // repetitions
	Metrics() []results.Name
	Values(cell int, metric string) ([]results.Value, error)
	Runs() iter.Seq2[results.Run, error]
	Missing() ([]results.Key, error)
	Count() (runs, failed int, err error)
}

// Options say how results are shown.
type Options struct {
	Confidence float64  // of intervals; 0 is 0.95
	Average    []string // parameters that are averaged over
	Digits     int      // significant digits where no interval decides; 0 is 4
	Difference bool     // from the baseline of a table, in place of the values
	Effect     bool     // the size of that difference: Hedges' g, in place of the values
	View       string   // address of a view of the results; points of figures lead to runs there
	Precision  float64  // wished half-width of the intervals of means, as a part of the mean; 0 for none
}

// confidence returns the confidence of intervals.
func (o Options) confidence() float64 {
	if o.Confidence == 0 {
		return 0.95
	}
	return o.Confidence
}

// check returns what is wrong with the options.
func (o Options) check() error {
	switch {
	case !(o.confidence() > 0 && o.confidence() < 1):
		return fmt.Errorf("confidence %g: it lies between 0 and 1, such as 0.95", o.Confidence)
	case o.Digits < 0 || o.Digits > 15:
		return fmt.Errorf("%d digits: at least 1 and at most 15", o.Digits)
	case o.Difference && o.Effect:
		return errors.New("a table shows differences or their effect sizes, and not both")
	case !(o.Precision >= 0 && o.Precision < 1):
		return fmt.Errorf("precision %g: it is a part of the mean, above 0 and below 1, such as 0.05", o.Precision)
	case o.Precision > 0 && (o.Difference || o.Effect):
		return errors.New("a precision is wished of means, and the table shows differences")
	}
	return nil
}

// Open prepares the results of a file, which stays open as long as the paper is
// used. The command is the one that tables name as their source.
func Open(file *results.File, command string) (*Paper, error) {
	about := file.Study()
	s, err := reread(about.Text)
	if err != nil {
		return nil, fmt.Errorf("the study in the result file, which version %s wrote, cannot be read: %w", about.Version, err)
	}
	if n := len(file.Cells()); s.Count() != n {
		return nil, fmt.Errorf("the result file has %d cells and its study %d; it was not made by this program", n, s.Count())
	}
	p := &Paper{Study: s, file: file, units: strict.NewUnits(), command: command}
	return p, p.count()
}

// reread reads the text of a study without its scenario.
func reread(text string) (*study.Study, error) {
	const name = "study.yaml"
	ours := scenarios.Standard()
	empty, err := ours.Text("two-nodes")
	if err != nil {
		return nil, err
	}
	return study.Open(context.Background(), name, scenarios.Files{
		Library: ours,
		Text: func(file string) ([]byte, error) {
			if file == name {
				return []byte(text), nil
			}
			return empty, nil
		},
		Data: func(string) ([]byte, error) { return nil, fs.ErrNotExist },
	})
}

// count counts the runs that there are, that failed, and that are missing.
func (p *Paper) count() error {
	missing, err := p.file.Missing()
	if err != nil {
		return err
	}
	runs, failed, err := p.file.Count()
	if err != nil {
		return err
	}
	missing = append(missing, p.elsewhere()...)
	p.missing, p.runs = len(missing), runs
	p.lacks = map[int]int{}
	for _, k := range missing {
		p.lacks[k.Cell]++
	}
	p.least = math.MaxInt
	for i := range p.file.Cells() {
		made := p.file.Planned(i) - p.lacks[i]
		p.least, p.most = min(p.least, made), max(p.most, made)
	}
	if err := p.judge(); err != nil || failed == 0 {
		return err
	}
	p.failed = map[int]int{}
	for run, err := range p.file.Runs() {
		if err != nil {
			return err
		}
		if run.Status != results.OK {
			p.failed[run.Cell]++
		}
	}
	return nil
}

// judge finds the cells that have all their runs and are not known as well as the study asks.
func (p *Paper) judge() (err error) {
	if p.Until == nil {
		return nil
	}
	var whole []int
	for i := range p.file.Cells() {
		if p.file.Planned(i) == p.Repeat && p.lacks[i] == 0 {
			whole = append(whole, i)
		}
	}
	p.imprecise, err = p.Imprecise(p.file, whole)
	return err
}

// elsewhere returns the runs that a file which is a shard leaves to the others.
func (p *Paper) elsewhere() []results.Key {
	part := p.file.Part()
	if part.Count == 0 {
		return nil
	}
	var out []results.Key
	for cell := range p.file.Cells() {
		for r := range p.file.Planned(cell) {
			if k := (results.Key{Cell: cell, Repetition: r}); !part.Has(k, p.file.Study().Repeat) {
				out = append(out, k)
			}
		}
	}
	return out
}

// metric is what a table or figure shows, in the unit in which it is shown.
type metric struct {
	results.Name
	title  string
	factor float64
	absent bool // no run had this fate, and all could have had it: it is 0
}

// metric finds a metric that a run has, and its label.
func (p *Paper) metric(name string) (metric, error) {
	known := p.file.Metrics()
	var names []string
	for _, k := range known {
		if names = append(names, k.Name); k.Name != name {
			continue
		}
		m := metric{Name: k, title: p.Title(name), factor: 1}
		var err error
		for _, l := range p.Labels {
			if l.Name == name && l.Unit != "" {
				m, err = p.scaled(m, l.Unit)
			}
		}
		m.Unit = strings.ReplaceAll(m.Unit, ".", "·") // m·s, as it is printed
		return m, err
	}
	if m, ok := p.absent(name); ok {
		return m, nil
	}
	if len(names) == 0 {
		return metric{}, errors.New("no run has any metric; the file holds no finished run")
	}
	if ends := endings(names, name); len(ends) > 0 {
		return metric{}, fmt.Errorf("no run had it: unknown metric %q; did you mean %s?", name, strings.Join(ends, " or "))
	}
	return metric{}, fmt.Errorf("no run had it: %s", strict.Unknown("metric", name, names))
}

// endings returns the names whose last part is a word.
func endings(names []string, word string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !strings.HasSuffix(n, "."+word) })
}

// scaled returns a metric in the unit of its label.
func (p *Paper) scaled(m metric, unit string) (metric, error) {
	if unit == m.Unit {
		return m, nil
	}
	factor, ok := p.units.Factor(m.Unit, unit)
	if !ok {
		return metric{}, fmt.Errorf("the label of %s has the unit %q; the metric is in %s%s", m.Name.Name, unit, unitName(m.Unit), p.alternatives(m.Unit))
	}
	m.factor, _ = factor.Float64()
	m.Unit = cmp.Or(p.units.Find(unit), unit)
	return m, nil
}

// alternatives says in which units else a metric can be shown, as the end of a sentence.
func (p *Paper) alternatives(unit string) string {
	if unit == "" {
		return "; only % and ppm can be had of it"
	}
	for _, d := range strict.Dimensions() {
		if at := slices.Index(d.Units, unit); at >= 0 && len(d.Units) > 1 {
			return "; also known: " + strings.Join(slices.Delete(d.Units, at, at+1), ", ")
		}
	}
	return ""
}

// unitName names a unit, or says that there is none.
func unitName(unit string) string {
	if unit == "" {
		return "no unit"
	}
	return unit
}

// head returns a title with a unit in brackets.
func head(title, unit string) string {
	if unit == "" {
		return title
	}
	return title + " (" + alone(unit) + ")"
}

// alone writes a unit that stands behind no number: 1/s, where 0.5 of it is 0.5/s.
func alone(unit string) string {
	if strings.HasPrefix(unit, "/") {
		return "1" + unit
	}
	return unit
}

// sample is what the runs of a cell, or of several that are averaged over, gave.
type sample struct {
	values []float64 // by repetition; NaN where there is none
	failed int       // runs
	none   int       // runs without a value, those that failed left out
	known  bool      // there is such a cell
	has    []bool    // by repetition: all its runs are made, though values may be missing
	over   int       // cells of which a value is the mean
}

// used returns the values that there are.
func (s sample) used() []float64 {
	return slices.DeleteFunc(slices.Clone(s.values), math.IsNaN)
}

// sample reads what cells gave for a metric.
func (p *Paper) sample(cells []int, m metric) (sample, error) {
	out := sample{known: len(cells) > 0, over: len(cells)}
	made := map[int]int{} // by repetition: in how many of the cells
	for _, cell := range cells {
		values, err := p.values(cell, m)
		if err != nil {
			return sample{}, err
		}
		out.failed += p.failed[cell]
		for _, v := range values {
			for len(out.values) <= v.Repetition {
				out.values = append(out.values, 0)
			}
			made[v.Repetition]++
			out.values[v.Repetition] += v.Value * m.factor / float64(len(cells))
		}
	}
	for r := range out.values {
		out.has = append(out.has, made[r] == len(cells))
		if made[r] < len(cells) {
			out.values[r] = math.NaN()
		}
		if math.IsNaN(out.values[r]) && (made[r] > 0 || len(cells) > 1) {
			out.none++
		}
	}
	if len(cells) > 1 { // a repetition is left out once, whatever its cells lack
		out.failed = 0
	}
	return out, nil
}

// endless puts infinity where runs have no value, but for those that failed, and tells
// whether there are any.
func (s *sample) endless() bool {
	any := false
	for r, v := range s.values {
		if math.IsNaN(v) && s.none > 0 && s.has[r] {
			s.values[r] = math.Inf(1)
			s.none--
			any = true
		}
	}
	return any
}

// level is one value of a parameter, as it is shown.
type level struct {
	param  results.Param
	title  string
	number float64 // NaN if it is none
	unit   string
}

// label returns the value without its unit, where the head has that.
func (l level) label() string {
	if math.IsNaN(l.number) || !strings.HasSuffix(l.title, l.unit) {
		return l.title
	}
	return strings.TrimSpace(strings.TrimSuffix(l.title, l.unit))
}

// axis is a parameter along which results are laid out.
type axis struct {
	path   string
	title  string
	unit   string // of all values; empty if they have none in common
	levels []level
}

// numeric tells whether all values are numbers in one unit.
func (a *axis) numeric() bool {
	return !slices.ContainsFunc(a.levels, func(l level) bool { return math.IsNaN(l.number) || l.unit != a.unit })
}

// labels returns how the values are written.
func (a *axis) labels() []string {
	var out []string
	for _, l := range a.levels {
		if a.numeric() {
			out = append(out, l.label())
		} else {
			out = append(out, l.title)
		}
	}
	return out
}

// head returns what the values are, with their unit.
func (a *axis) head() string {
	if a.numeric() {
		return head(a.title, a.unit)
	}
	return a.title
}

// index returns the place of a value, which it adds if it is new.
func (a *axis) index(p *Paper, param results.Param) int {
	for i, l := range a.levels {
		if l.param.Text == param.Text {
			return i
		}
	}
	title, number, unit := p.Shown(param)
	if len(a.levels) == 0 {
		a.unit = unit
	}
	a.levels = append(a.levels, level{param, title, number, unit})
	return len(a.levels) - 1
}
