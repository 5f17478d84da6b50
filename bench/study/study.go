// Package study is the language of studies: a base scenario, what is varied in it, how often each
// variation is run, and what is recorded, tabulated and plotted. It turns a study file into cells,
// which are the variations, and runs, which are the repetitions of a cell, and into the scenario of
// each run. It runs nothing.
//
// Begin with Load or Parse, which make a Study, and with Study.Check, which builds the scenarios of
// its cells to find the faults that only values show. Definition is the language, key by key, with an
// example. Package runner makes the runs, results keeps them, and paper makes tables and figures of
// them; file example_test.go of package runner does all of it.
//
// Left out: a sweep over base scenarios, and optimisation.
// Package measure knows which metrics exist; this one does not.
package study

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"halocline/bench/study/results"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/fault"
)

// Definition is what a study file may say:
//
//	name: mac-under-current
//	base: docking                              # a file beside the study, or a bundled scenario
//	set: {duration: 400s}                      # overrides of every cell, as with --set
//	vars:
//	  vehicles: [1, 4, 8]                      # your own variable; each value is one variation
//	  guard: "50m / 1500m/s + 1ms"             # an expression is computed from the variables before it
//	sweep:                                     # paths of the scenario that are swept
//	  links.acoustic.mac: [tdma, slotted-aloha, {type: fdma, queue: 4}]
//	  water.current.speed: {from: 0m/s, to: 0.3m/s, step: 0.05m/s}
//	zip:                                       # paths that change together
//	  - {nodes.auv.vehicle.step: [1ms, 2ms], probe.period: [10ms, 20ms]}
//	let: {nodes.dummy.count: "vehicles - 1"}   # paths whose values are computed
//	where: ["vehicles < 8 or speed <= 0.2m/s"] # conditions that a cell must meet
//	repeat: 30
//
// Cells: the dimensions are the swept variables, then the paths of sweep, then
// the groups of zip, each in file order. The first changes slowest. Conditions
// then take cells away; those that are left are counted from 0. A range has the
// form {from, to, step}, {from, to, count} or {from, to, count, scale: log};
// numbers of the last two that have no short decimal are rounded to 6 digits.
//
// Expressions: for the grammar see go doc -u ./bench/study expression. A name is a variable, or
// a path of sweep, zip or set, or the end of such a path after a dot, if there is
// only one that ends so. Calculation is exact, with units: 2 * speed is a speed,
// 50m / 1500m/s a duration. The functions are min, max, round, floor, ceil, exp, each
// of the last three with a step as in round(x, 1ms), and if(condition, a, b).
//
// A value null is the scenario without what it has there, so that [null, {period: 1s}]
// compares runs without a section and with it.
//
// Overrides are applied so that a value comes before what lies inside it, and
// otherwise in the order set, sweep, zip, let. The cell's scenario is the one
// that --set with the same paths and values makes.
//
// With sensitivity: {method: sobol, of: [packets.delivery_ratio]} the cells are a sample of these
// dimensions, and no product. A range {from, to}, with scale: log if need be, is an interval then.
//
// Seeds: repetition r has the same seed in every cell (seeds: common), so that
// cells are compared on the same random numbers, or one that depends on what the
// cell varies (seeds: independent). See Study.Seed.
type Definition struct {
	Format      int          `yaml:"format" range:"[1,1]" doc:"version of the file format, now 1; a program refuses a file whose format it does not know"`
	Name        string       `yaml:"name" required:"true" doc:"short name of the study"`
	Description string       `yaml:"description" doc:"question that the study asks, in a line"`
	Base        string       `yaml:"base" required:"true" doc:"scenario that is varied: a file beside the study, or a bundled scenario"`
	Set         strict.Raw   `yaml:"set" doc:"overrides of every cell: a mapping from paths of the scenario to values"`
	Vars        strict.Raw   `yaml:"vars" doc:"your own variables; each value of a list or range is one variation, and an expression is computed from others; halocline docs expressions has what one may hold"`
	Sweep       strict.Raw   `yaml:"sweep" doc:"paths of the scenario that are swept: a mapping to lists of values, or to ranges {from, to, step}, {from, to, count} or {from, to, count, scale: log}"`
	Zip         strict.Raw   `yaml:"zip" doc:"paths whose values change together: a list of mappings, each like that of sweep"`
	Let         strict.Raw   `yaml:"let" doc:"paths whose values are computed: a mapping from paths of the scenario to expressions, which halocline docs expressions tells of"`
	Where       []string     `yaml:"where" doc:"conditions, all of which a cell must meet, such as mac == 'tdma' and load > 0.2; halocline docs expressions has what one may hold"`
	Repeat      int          `yaml:"repeat" range:"[1,1e6]" doc:"runs of each cell; 1 if it is left out"`
	BaseSeed    uint64       `yaml:"seed" doc:"seed from which those of the runs are computed"`
	Seeds       string       `yaml:"seeds" oneof:"common|independent" doc:"seed of a repetition. common: the same in every cell; independent: another one in each cell"`
	Sensitivity *Sensitivity `yaml:"sensitivity" doc:"which parameters matter: cells are a sample of what sweep, vars and zip vary, no grid; a range needs neither step nor count then, and each value of a list is as likely"`
	Boundary    *Boundary    `yaml:"boundary" doc:"where the mean of a metric crosses a threshold along a range of sweep or vars: cells of it are made where they are needed, no grid; the boundaries have a table and a figure"`
	Until       *Until       `yaml:"until" doc:"precision of means at which the repetitions of a cell end; sweep --precision sets it"`
	Record      Record       `yaml:"record" doc:"metrics and series that are kept of a run"`
	Labels      []Label      `yaml:"labels" key:"Name" doc:"titles, units and names of values of paths, variables and metrics in tables and figures"`
	Tables      []Table      `yaml:"tables" doc:"tables of the results"`
	Figures     []Figure     `yaml:"figures" doc:"figures of the results"`
}

// Record says what is kept of a run.
type Record struct {
	Metrics []string `yaml:"metrics" doc:"names of metrics; * stands for any characters, ? for one; all, if it is left out"`
	Series  []Series `yaml:"series" key:"Name" doc:"quantities that are kept over time, and how often"`
}

// Validate checks that the periods of series go together: all series are read at the
// greatest time that divides them all, so that its readings are those of each.
func (r *Record) Validate() error {
	const most = 1000 // readings for each value of the series that is kept most often
	step, least := r.Step(), time.Duration(math.MaxInt64)
	for _, s := range r.Series {
		least = min(least, s.Period)
	}
	if step > 0 && least/step > most {
		return fault.In("series", "all series would be read every %v, which is the greatest time that divides their periods, %s; make the longer ones multiples of the shortest, %v",
			step, r.periods(), least)
	}
	return nil
}

// Step returns how often series are read: the greatest time that divides all their periods. It is
// 0 without series.
func (r *Record) Step() time.Duration {
	var step time.Duration
	for _, s := range r.Series {
		for a := s.Period; a > 0; {
			step, a = a, step%a
		}
	}
	return step
}

// checkLength bounds the values of a series of a run that lasts so long: they are kept in memory.
func (r *Record) checkLength(duration time.Duration) error {
	const most = 10_000_000
	if step := r.Step(); step > 0 && duration/step > most {
		return fmt.Errorf("all series are read every %v, so that a run has more than %d values of each; make their periods longer, or the run shorter", step, most)
	}
	return nil
}

// periods lists the periods of the series, each once.
func (r *Record) periods() string {
	var out []string
	for _, s := range r.Series {
		if text := s.Period.String(); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, ", ")
}

// Series is a quantity that is kept over time.
type Series struct {
	Name   string        `yaml:"-"`
	Period time.Duration `yaml:"period" bare:"true" required:"true" range:"(0,1e9]" doc:"time from one value to the next"`
}

// Label says how a path, a variable or a metric is written.
type Label struct {
	Name   string      `yaml:"-"`
	Title  string      `yaml:"title" doc:"name in tables and figures, printed as it is written: LaTeX in it, such as $G$, is not interpreted"`
	Unit   string      `yaml:"unit" doc:"unit in tables and figures"`
	Values []ValueName `yaml:"values" key:"Text" doc:"names of values in tables and figures"`
}

// ValueName is how a value is written.
type ValueName struct {
	Text  string `yaml:"-"`
	Title string `yaml:"title" bare:"true" required:"true" doc:"name of the value"`
}

// Table is a table of the results.
type Table struct {
	Name      string     `yaml:"name" required:"true" doc:"name of the table, and of its file"`
	Rows      string     `yaml:"rows" required:"true" doc:"path or variable that changes from row to row"`
	Columns   string     `yaml:"columns" doc:"path or variable that changes from column to column"`
	Metric    string     `yaml:"metric" required:"true" doc:"metric that the table shows; a pattern has a column for each that it covers, such as fates.*, what became of packets by the cause of loss"`
	Statistic string     `yaml:"statistic" oneof:"mean|median|sd|min|max|p5|p25|p75|p95|count|boundary" doc:"statistic that is shown of the runs of a cell. mean: their mean; median: their median; sd: their standard deviation; min: the least; max: the greatest; p5: the 5 % quantile; p25: the lower quartile; p75: the upper quartile; p95: the 95 % quantile; count: the number of runs that have the metric; boundary: where the mean crosses the threshold of the key boundary"`
	Baseline  strict.Raw `yaml:"baseline" doc:"value of rows or columns with which the others are compared"`
	Where     string     `yaml:"where" doc:"condition that a cell of the table must meet; a value is named as the table writes it, as in mac == 'csma (queue: 2)'"`
	Width     string     `yaml:"width" oneof:"column|page" doc:"how wide the table is in LaTeX. column: as a column of a page in two, where columns that do not fit stand below the others; page: as the page, in table*"`
	Caption   string     `yaml:"caption" doc:"text above the table"`
}

// Defaults makes a table one of means, as wide as a column.
func (t *Table) Defaults() { t.Statistic, t.Width = "mean", "column" }

// Figure is a figure of the results. In a heat map, by is the vertical axis and
// y the colour. In a scatter, x is a metric as y is.
type Figure struct {
	Name    string   `yaml:"name" required:"true" doc:"name of the figure, and of its file"`
	Kind    string   `yaml:"kind" required:"true" oneof:"lines|stacked|box|ecdf|heat|scatter|boundary" doc:"kind of the figure. lines: means with confidence intervals; stacked: means of the metrics that y covers, one above the other, as a bar for each value of x; box: median, quartiles and whiskers of each cell; ecdf: distribution of the runs of each cell; heat: heat map of the means; scatter: a mark for each cell at its means of two metrics, x and y, with Spearman's rank correlation; boundary: where the mean crosses the threshold of the key boundary"`
	X       string   `yaml:"x" doc:"path or variable of the horizontal axis; of a scatter, a metric; an ecdf has none, and a boundary need not"`
	Y       string   `yaml:"y" required:"true" doc:"metric that is shown; of stacked, several by a pattern, such as fates.*, what became of packets by the cause of loss"`
	By      string   `yaml:"by" doc:"path or variable of the curves, or of the marks of a scatter; of a heat map, the vertical axis"`
	Facet   string   `yaml:"facet" doc:"path or variable with a panel for each value, at most 4 side by side over the width of a page; not of a heat map"`
	Where   string   `yaml:"where" doc:"condition that a cell of the figure must meet; a value is named as the figure writes it, as in mac == 'csma (queue: 2)'"`
	Theory  []Theory `yaml:"theory" doc:"curves that formulas give, drawn thin beside those of the runs; of lines over numbers"`
	Title   string   `yaml:"title" doc:"title; after a change of it, sweep STUDY --resume brings it into the result file and makes no run"`
	XLabel  string   `yaml:"xlabel" doc:"text at the horizontal axis"`
	YLabel  string   `yaml:"ylabel" doc:"text at the vertical axis"`
	XScale  string   `yaml:"xscale" oneof:"linear|log" doc:"scale of the horizontal axis"`
	YScale  string   `yaml:"yscale" oneof:"linear|log" doc:"scale of the vertical axis"`
	Width   string   `yaml:"width" oneof:"column|page" doc:"how wide the figure is printed; left out, what it shows decides. column: 8.6 cm, or 243.8 pt; page: 17.8 cm, or 504.6 pt"`
	Height  float64  `yaml:"height" unit:"m" range:"[0.03,0.3]" doc:"how high the figure is printed, such as 5cm; left out, its width and what it shows decide"`
	Caption string   `yaml:"caption" doc:"text below the figure"`
}

// Defaults makes the axes linear.
func (f *Figure) Defaults() { f.XScale, f.YScale = "linear", "linear" }

// Validate checks that the figure has the axes of its kind.
func (f *Figure) Validate() error {
	if err := f.lacks(); err != nil {
		return err
	}
	switch {
	case f.Kind == "ecdf" && f.X != "":
		return fault.In("x", "the horizontal axis of an ecdf is the metric y; leave x out, or name it in by")
	case f.Kind == "scatter" && f.X == f.Y:
		return fault.In("x", "x and y are the same metric; name another one in x")
	case len(f.Theory) > 0 && f.Kind != "lines":
		return fault.In("theory", "curves of formulas stand beside lines; leave theory out, or write kind: lines")
	case f.Kind == "heat" && f.Facet != "":
		return fault.In("facet", "a heat map has no panels; leave facet out, or choose one value of it with where")
	case f.Width == "column" && f.Facet != "":
		return fault.In("width", "panels stand side by side over a page; leave width out, or facet")
	}
	return nil
}

// lacks returns the fault of an axis that the kind of the figure needs and that is not named, or that it does not have.
func (f *Figure) lacks() error {
	switch {
	case f.Kind == "scatter" && f.X == "":
		return fault.In("", "key \"x\" is missing; it is the metric of the horizontal axis of a scatter")
	case f.X == "" && !slices.Contains([]string{"ecdf", OfBoundaries}, f.Kind):
		return fault.In("", "key \"x\" is missing; it is the path or variable of the horizontal axis")
	case f.Kind == "heat" && f.By == "":
		return fault.In("", "key \"by\" is missing; it is the path or variable of the vertical axis of a heat map")
	case f.Kind == OfStacks && f.YScale == "log":
		return fault.In("yscale", "parts of a bar are compared by their lengths, which a logarithmic axis does not have; leave yscale out")
	case f.Kind == OfStacks && f.By != "":
		return fault.In("by", "the parts of stacked bars are the metrics of y; leave by out, or name it in facet")
	}
	return nil
}

// Default returns a definition that holds the defaults.
func Default() *Definition { return &Definition{Format: 1, BaseSeed: 1, Seeds: "common"} }

// Schema returns a JSON Schema of study files, for editors.
func Schema() ([]byte, error) { return strict.Schema(Default(), strict.Models{}) }

// Study is a study that was read and checked. It does not change after that, so
// that many goroutines can use it.
type Study struct {
	Definition
	File string // its name
	Text string // as read

	Parameters [][]string // of a study of sensitivity: paths and variables, of zip those that change together

	doc     *strict.Document
	units   dimensions
	loops   []loop // the dimensions of the product, slowest first
	total   int    // of the product, before conditions
	kept    []int32
	filters []condition
	derived []derivation
	fixed   []assignment // set
	let     []assignment
	order   []source // of the overrides
	scope   *scope
	shown   map[string]*expression // the conditions of tables and figures
	slots   []value                // of the constants; those of a cell's values are filled in

	seedAt, baseAt, seriesAt strict.Place

	texts  []results.Source  // the base and what it extends, as they were when the study was read
	files  map[string][]byte // data files, likewise
	base   *scenarios.Source
	makers *pool
}
