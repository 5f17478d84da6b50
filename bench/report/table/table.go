// Package table prints tables for papers: text, Markdown, CSV, HTML and LaTeX. Its cells are computed
// already: estimates with their intervals, how many runs they rest on, and the p-values of comparisons
// with a baseline. The package decides how many digits they deserve, which marks they carry, and what
// the notes below have to say.
//
// Digits come from the interval: see Rounding.
//
// Begin with Table and its Write. Tables of a study are made by package paper.
//
// Left out: units are words of the caller, who writes them into the heads, with their prefixes; no
// number is scaled but to per cent. Nothing is computed from runs, and p-values are adjusted before
// they come here.
package table

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Table is what is to be printed.
type Table struct {
	Name    string // for references to it: letters, digits and "-"; made from Caption if empty
	Caption string
	Rows    string // what the labels of rows are, with the unit: "current (m/s)"
	Columns string // what the labels of columns are; empty where they are metrics
	Page    bool   // LaTeX: as wide as a page in two columns, whatever the options say

	RowLabels    []string
	ColumnLabels []Column
	Cells        [][]Cell // by row, then by column

	Over   int   // cells of which a value of a repetition is the mean; 0 or 1 if a value is that of a run
	Test   *Test // with what cells were compared; nil if with nothing
	Notes  []string
	Source Source
}

// Column is one column and the metric in it.
type Column struct {
	Group string // what it shares with its neighbours, above the label; often a metric
	Label string // with the unit: "time to dock (s)"
	Style Style
}

// Style says what kind of statistic a column holds.
type Style struct {
	Interval Interval
	Meaning  string // of estimate and interval: "mean, 95 % interval by Student's t"; needed where there is an interval
	Percent  bool   // fractions, written as per cent, in CSV too; Label, Group, Columns or Caption has to say so
	Digits   int    // significant ones where no interval decides; 0 is 4
	Never    string // what an infinite estimate means, in words that stand for it: "not docked"; empty for the sign of infinity
}

// Interval is the kind of interval that goes with an estimate.
type Interval int

// The kinds of interval.
const (
	None      Interval = iota // there is none
	Symmetric                 // estimate and half-width: Student's t
	Bounds                    // estimate and both ends: Wilson, quantiles
	Count                     // none, and the estimate is a whole number
)

// Cell is one value of the table.
type Cell struct {
	Estimate  float64 // NaN: nothing was there to estimate
	Low, High float64 // NaN: nothing to make an interval of
	N         int     // runs in the estimate; 0 if it is not from runs
	Left      int     // runs left out of it, since they had no value
	Why       string  // something is missing or left out: "no run docked"

	Run string // cell and repetition of a run that is like the estimate, as in 3:1; empty for none

	Tested bool    // against the baseline
	P      float64 // the adjusted p-value, if so
}

// Test is a comparison of cells with a baseline.
type Test struct {
	Name     string // "Welch's t-test"
	Adjusted string // how the p-values were adjusted: "Holm's method, 12 comparisons"; empty if they were not
	Baseline string
	Levels   []float64 // of significance, falling: at or below the first a cell gets *, the second **, and so on
}

// Source says where the numbers come from.
type Source struct {
	Command     string // that made the table
	Version     string // of the program
	Seeds       string // "1 to 30"
	Repetitions int    // of each cell
	Most        int    // with sequential stopping: of the cell that has most; 0 if all have the same number
}

// Format is a way to write a table.
type Format string

// The formats.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
	CSV      Format = "csv"
	HTML     Format = "html"
	LaTeX    Format = "latex"
	JSON     Format = "json"
)

// Formats returns all formats.
func Formats() []Format { return []Format{Text, Markdown, CSV, HTML, LaTeX, JSON} }

// Options say how a table is written, in any format that has a use for them.
type Options struct {
	Rounding   Rounding
	Aligned    bool   // all cells of a metric have the same number of decimals, unless their sizes are too far apart
	Stars      bool   // cells that differ from the baseline are marked
	Page       bool   // LaTeX: every table is as wide as a page in two columns, and not as one of them, where columns that do not fit go below
	Transpose  bool   // rows become columns; not in CSV
	Width      int    // Text: columns that do not fit go below, in a block of their own; 0 is any width
	View       string // HTML: address of a view of the study, into which cells are links; empty for none
	Standalone bool   // HTML and LaTeX: a whole document
}

// Write writes the table. What is wrong with it is said before anything is
// written.
func (t Table) Write(w io.Writer, f Format, o Options) error {
	if err := t.check(); err != nil {
		return fmt.Errorf("table %q: %w", t.Caption, err)
	}
	var text string
	var err error
	switch f {
	case Text:
		text, err = t.layout(o).text(o.Width)
	case Markdown:
		text, err = t.layout(o).markdown()
	case CSV:
		text, err = t.csv()
	case HTML:
		text, err = t.layout(o).html(o.Standalone)
	case LaTeX:
		o.Page = o.Page || t.Page
		text, err = t.layout(o).latex(o)
	case JSON:
		text, err = t.json()
	default:
		return fmt.Errorf("no table format %q: there are %q", f, Formats())
	}
	if err != nil {
		return fmt.Errorf("table %q: %w", t.Caption, err)
	}
	_, err = io.WriteString(w, text)
	return err
}

// check reports the first thing that is wrong.
func (t Table) check() error {
	if len(t.RowLabels) == 0 || len(t.ColumnLabels) == 0 {
		return fmt.Errorf("%d rows and %d columns: at least one of each is needed", len(t.RowLabels), len(t.ColumnLabels))
	}
	if len(t.Cells) != len(t.RowLabels) {
		return fmt.Errorf("%d rows of cells for %d labels", len(t.Cells), len(t.RowLabels))
	}
	if t.Source.Command == "" || t.Source.Version == "" {
		return fmt.Errorf("its source needs a command and a version")
	}
	if strings.Trim(t.Name, lower+strings.ToUpper(lower)+digits+"-") != "" {
		return fmt.Errorf("name %q: only letters a to z, digits and \"-\" may be in it", t.Name)
	}
	if err := t.checkTest(); err != nil {
		return err
	}
	for _, c := range t.ColumnLabels {
		if err := t.checkColumn(c); err != nil {
			return fmt.Errorf("column %q: %w", c.name(), err)
		}
	}
	for i, row := range t.Cells {
		if len(row) != len(t.ColumnLabels) {
			return fmt.Errorf("row %q: %d cells for %d columns", t.RowLabels[i], len(row), len(t.ColumnLabels))
		}
		for j, c := range row {
			if err := t.checkCell(c, t.ColumnLabels[j].Style); err != nil {
				return fmt.Errorf("row %q, column %q: %w", t.RowLabels[i], t.ColumnLabels[j].name(), err)
			}
		}
	}
	return nil
}

func (t Table) checkTest() error {
	if t.Test == nil {
		return nil
	}
	if t.Test.Name == "" || t.Test.Baseline == "" || len(t.Test.Levels) == 0 {
		return fmt.Errorf("its test needs a name, a baseline and a level")
	}
	for i, level := range t.Test.Levels {
		if !(level > 0 && level < 1) || i > 0 && level >= t.Test.Levels[i-1] {
			return fmt.Errorf("levels %v: they lie between 0 and 1 and fall", t.Test.Levels)
		}
	}
	return nil
}

func (t Table) checkColumn(c Column) error {
	s := c.Style
	if s.Interval < None || s.Interval > Count {
		return fmt.Errorf("no kind of interval %d", s.Interval)
	}
	if s.ranged() && s.Meaning == "" {
		return fmt.Errorf("its interval needs a meaning")
	}
	if s.Digits < 0 || s.Digits > 15 {
		return fmt.Errorf("%d digits: at least 1 and at most 15, or 0 for the default", s.Digits)
	}
	said := slices.ContainsFunc([]string{c.Label, c.Group, t.Columns, t.Caption}, func(s string) bool {
		return strings.Contains(s, "%") || strings.Contains(s, "per cent")
	})
	if s.Percent && !said {
		return fmt.Errorf("its values are per cent: write %% into the label, the group, the title of the columns or the caption")
	}
	if s.Percent && s.Interval == Count {
		return fmt.Errorf("a count is no fraction")
	}
	return nil
}

func (t Table) checkCell(c Cell, s Style) error {
	switch {
	case c.N < 0 || c.Left < 0:
		return fmt.Errorf("%d runs and %d left out: none can be negative", c.N, c.Left)
	case c.N == 0 && c.Left > 0 && !math.IsNaN(c.Estimate):
		return fmt.Errorf("estimate %v from none of %d runs", c.Estimate, c.Left)
	case c.Tested && t.Test == nil:
		return fmt.Errorf("tested, but the table has no test")
	case c.Tested && !(c.P >= 0 && c.P <= 1):
		return fmt.Errorf("p-value %v: it lies between 0 and 1", c.P)
	}
	return checkInterval(c, s)
}

func checkInterval(c Cell, s Style) error {
	switch {
	case s.Interval == Count && c.Estimate != math.Trunc(c.Estimate) && !math.IsNaN(c.Estimate):
		return fmt.Errorf("count %v: not a whole number", c.Estimate)
	case s.ranged() && c.Low > c.High:
		return fmt.Errorf("interval from %v to %v: the ends are exchanged", c.Low, c.High)
	case s.ranged() && !math.IsInf(c.Estimate, 0) && (math.IsInf(c.Low, 1) || math.IsInf(c.High, -1)):
		return fmt.Errorf("interval from %v to %v: nothing lies in it", c.Low, c.High)
	case s.Interval == Symmetric && skewed(c):
		return fmt.Errorf("%v is not in the middle of %v to %v: such an interval is printed as Bounds", c.Estimate, c.Low, c.High)
	}
	return nil
}

// skewed tells whether the estimate is off the middle of its interval by more
// than arithmetic explains.
func skewed(c Cell) bool {
	below, above := c.Estimate-c.Low, c.High-c.Estimate
	if math.IsInf(below, 0) != math.IsInf(above, 0) {
		return true
	}
	room := 1e-6*(c.High-c.Low) + 1e-12*math.Abs(c.Estimate)
	return math.Abs(above-below) > room // and not with a NaN, as from infinite arms
}

// ranged tells whether estimates come with an interval.
func (s Style) ranged() bool { return s.Interval == Symmetric || s.Interval == Bounds }

// name returns group and label.
func (c Column) name() string {
	if c.Group == "" {
		return c.Label
	}
	return c.Group + ", " + c.Label
}

// line returns the source as it stands below a table.
func (s Source) line() string {
	parts := []string{"source: " + s.Command, "version " + s.Version}
	if s.Seeds != "" {
		parts = append(parts, "seeds "+s.Seeds)
	}
	switch {
	case s.Most > s.Repetitions:
		parts = append(parts, fmt.Sprintf("%d to %d repetitions", s.Repetitions, s.Most))
	case s.Repetitions == 1:
		parts = append(parts, "1 repetition")
	case s.Repetitions > 1:
		parts = append(parts, fmt.Sprintf("%d repetitions", s.Repetitions))
	}
	return strings.Join(parts, ", ")
}
