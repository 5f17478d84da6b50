package paper

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"halocline/bench/report/figure"
	"halocline/bench/study"
	"halocline/bench/study/results"
)

// Figure is a figure with what has to be said below it.
type Figure struct {
	figure.Figure
	Panels figure.Panels // in place of the figure, if there are any
	Notes  []string
}

// Write draws the figure, or its panels.
func (f Figure) Write(w io.Writer, format string) error {
	if len(f.Panels) > 0 {
		return f.Panels.Write(w, format)
	}
	return f.Figure.Write(w, format)
}

// Figure makes a figure. Its means are those that a table shows.
func (p *Paper) Figure(f study.Figure, o Options) (Figure, error) {
	fail := func(err error) (Figure, error) {
		return Figure{}, fmt.Errorf("figure %s: %w", cmp.Or(f.Name, "of "+f.Y), err)
	}
	if err := o.check(); err != nil {
		return fail(err)
	}
	if f.Y == "" {
		return fail(fmt.Errorf("y is missing; it is the metric that is shown"))
	}
	if p.Sensitivity != nil && f.Kind == "sensitivity" {
		made, err := p.effectBars(f, o)
		if err != nil {
			return fail(err)
		}
		return sized(made, f), nil
	}
	if err := f.Validate(); err != nil {
		return fail(err)
	}
	var m metric
	if f.Kind != study.OfStacks {
		var err error
		if m, err = p.metric(f.Y); err != nil {
			return fail(err)
		}
	}
	made, err := p.panels(f, m, o)
	if err != nil {
		return fail(err)
	}
	return sized(made, f), nil
}

// sized gives a figure the size that is asked for.
func sized(made Figure, f study.Figure) Figure {
	size := Size{f.Width, f.Height}
	made.Figure = size.of(made.Figure)
	for i := range made.Panels {
		made.Panels[i] = size.of(made.Panels[i])
	}
	return made
}

// Size is how large a figure is printed. Without a width or a height, what it shows decides.
type Size struct {
	Width  string  // column or page
	Height float64 // m
}

// of returns a figure in this size.
func (s Size) of(f figure.Figure) figure.Figure {
	switch s.Width {
	case "column":
		f.Width = figure.Column
	case "page":
		f.Width = figure.Page
	}
	if s.Height > 0 {
		f.Height = 100 * s.Height // cm
	}
	return f
}

// panels draws a figure, or a panel for each value of what facet names.
func (p *Paper) panels(f study.Figure, m metric, o Options) (Figure, error) {
	if f.Facet == "" {
		return p.single(f, m, o)
	}
	levels, err := p.levels(f.Facet, f.Where)
	if err != nil {
		return Figure{}, err
	}
	var out Figure
	var notes []string
	of := map[string][]string{} // titles of panels, by their note
	for _, l := range levels {
		one, err := p.single(f, m, o, l.param)
		if errors.Is(err, errNothing) {
			out.Notes = append(out.Notes, fmt.Sprintf("no panel for %s: %v", l.title, err))
			continue
		} else if err != nil {
			return Figure{}, fmt.Errorf("panel %s: %w", l.title, err)
		}
		one.Title = l.title
		out.Panels = append(out.Panels, one.Figure)
		for _, note := range one.Notes {
			if of[note] = append(of[note], l.title); len(of[note]) == 1 {
				notes = append(notes, note)
			}
		}
	}
	if len(out.Panels) == 0 {
		return Figure{}, fmt.Errorf("no run has a value of %s; %w", f.Y, errNothing)
	}
	for _, note := range notes {
		if len(of[note]) < len(out.Panels) {
			note = strings.Join(of[note], "; ") + ": " + note
		}
		out.Notes = append(out.Notes, note)
	}
	return out, nil
}

// levels returns the values of a parameter in the cells that meet a condition, with titles that
// say what a number is.
func (p *Paper) levels(name, where string) ([]level, error) {
	full, err := p.FullName(name)
	if err != nil {
		return nil, err
	}
	a := axis{path: full, title: p.Title(full)}
	for _, c := range p.file.Cells() {
		if yes, err := p.Meets(where, c.Index); err != nil {
			return nil, fmt.Errorf("where %q: %w", where, err)
		} else if yes {
			a.place(p, c)
		}
	}
	for i := range a.levels {
		if l := &a.levels[i]; a.numeric() {
			l.title = strings.TrimSpace(a.title + " " + l.label() + " " + l.unit)
		}
	}
	return a.levels, nil
}

// errNothing says that there are no values.
var errNothing = errors.New("there is nothing to draw")

// single draws a figure of the cells that have a value, where one is given.
func (p *Paper) single(f study.Figure, m metric, o Options, only ...results.Param) (Figure, error) {
	if p.mapped(f) {
		return p.edgeMap(f, only...)
	}
	switch f.Kind {
	case "scatter":
		return p.scatter(f, m, o, only...)
	case study.OfStacks:
		return p.stacked(f, o, only...)
	case study.OfBoundaries:
		return p.boundaryFigure(f, m, o, only...)
	}
	g, err := p.grid(f.X, f.By, f.Where, o.Average, only...)
	if err != nil {
		return Figure{}, err
	}
	if g.first.path != "" && g.first.numeric() {
		g.sortFirst()
	}
	d, err := p.drawing(g, f.Kind, m, o)
	if err != nil {
		return Figure{}, err
	}
	out := figure.Figure{Title: f.Title, X: d.axisX(), Y: figure.Axis{Quantity: m.title, Unit: d.metric.Unit}}
	for range each(d.samples) {
		if err := d.kind(&out, f); err != nil {
			return Figure{}, err
		}
		if err := d.theory(p, &out, f); err != nil {
			return Figure{}, err
		}
		if len(out.Layers) == 0 {
			return Figure{}, fmt.Errorf("%w: no cell in which every run has a value of %s", errNothing, f.Y)
		}
		label(&out, f)
		if len(out.Layers) > manySeries || d.long() {
			out.Width = figure.Page
		}
		left, err := p.survivors(m, g)
		return Figure{Figure: out, Notes: append(d.notes(p, f), left...)}, err
	}
	return Figure{}, fmt.Errorf("no run of these cells has a value of %s; %w", f.Y, errNothing)
}

// boundaryFigure draws boundaries, or what one was found from where nothing else is varied.
func (p *Paper) boundaryFigure(f study.Figure, m metric, o Options, only ...results.Param) (Figure, error) {
	if x, by := p.sides(f); x == "" && by == "" {
		return p.responseFigure(f, m, o, only...)
	}
	return p.edgeFigure(f, only...)
}

// manySeries is how many series a column of a journal has room for, and longName how many
// letters of a name in their legend.
const (
	manySeries = 6
	longName   = 45
)

// drawing is what a figure is made from. The first axis of its grid is X.
type drawing struct {
	*grid
	metric     metric
	samples    [][]sample
	confidence float64
	share      bool
	view       string // where the runs can be looked at
	searched   bool   // runs are made in some cells only
	lacking    string // why a run has no value: "did not dock within 400 s"
}

// drawing reads what a metric is in the places of a grid.
func (p *Paper) drawing(g *grid, kind string, m metric, o Options) (drawing, error) {
	samples, err := p.samples(g, m)
	if err != nil {
		return drawing{}, err
	}
	d := drawing{metric: m, grid: g, samples: samples, confidence: o.confidence(), view: o.View, searched: p.Boundary != nil, lacking: p.lacking(m)}
	if d.share = p.shares(m, samples, o) && kind != "ecdf" && kind != "box"; d.share {
		d.percent()
	}
	return d, nil
}

// percent turns shares into per cent.
func (d *drawing) percent() {
	if d.metric.Unit == "" {
		d.metric.Unit, d.metric.factor = "%", 100
		for _, row := range d.samples {
			for _, s := range row {
				for i := range s.values {
					s.values[i] *= 100
				}
			}
		}
	}
}

// sortFirst puts the numbers along the first axis in order.
func (g *grid) sortFirst() { sortAxis(&g.first, g.cells) }

// sortAxis puts the numbers of an axis in order, with the rows that belong to them.
func sortAxis[T any](a *axis, rows []T) {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a.levels[i].number, a.levels[j].number) })
	levels, before := slices.Clone(a.levels), slices.Clone(rows)
	for to, from := range order {
		a.levels[to], rows[to] = levels[from], before[from]
	}
}

// axisX returns the horizontal axis.
func (d *drawing) axisX() figure.Axis {
	if d.first.path == "" {
		return figure.Axis{}
	}
	if d.first.numeric() {
		return d.first.scale()
	}
	return figure.Axis{Quantity: d.first.title, Names: d.first.labels()}
}

// scale returns the axis of a figure along which the values stand as numbers.
func (a *axis) scale() figure.Axis { return figure.Axis{Quantity: a.title, Unit: alone(a.unit)} }

// marks says what the marks of a kind of figure stand for.
func (d *drawing) marks(kind string, f study.Figure) (out []string) {
	switch kind {
	case "box":
		out = append(out, "boxes from quartile to quartile with the median; whiskers to the last values within 1.5 times that range, and points beyond")
	case "heat":
		out = append(out, "means of the runs")
	case "lines":
		law := "Student's t"
		if d.share {
			law = "Wilson"
		}
		out = append(out, fmt.Sprintf("means with %g %% intervals of %s", 100*d.confidence, law))
		if len(f.Theory) > 0 {
			out = append(out, "thin black lines: theory")
		}
	}
	return out
}

// notes says what the figure shows, and what it is not made of.
func (d *drawing) notes(p *Paper, f study.Figure) []string {
	kind := cmp.Or(f.Kind, "lines")
	out := d.marks(kind, f)
	left, all, places, none := 0, 0, 0, 0
	for _, row := range d.samples {
		for _, s := range row {
			used, lost := len(s.used()), s.none+s.failed
			left, all = left+lost, all+used+lost
			if used == 0 {
				none++
			} else if lost > 0 {
				places++
			}
		}
	}
	if d.metric.timed() && left > 0 && (kind == "lines" || kind == "heat") {
		out = append(out, crosses(kind)+fmt.Sprintf("no mean is drawn where runs %s: %d of %d runs, in %s", p.lacking(d.metric), left, all, counted(places+none, "cell")))
	} else if left > 0 {
		out = append(out, crosses(kind)+fmt.Sprintf("%d of %d runs have no value and are left out: %d of the samples are without some of their runs, %d without all", left, all, places, none))
	}
	if p.missing > 0 {
		out = append(out, p.incomplete())
	}
	return append(out, d.decades(f)...)
}

// crosses begins a note with the sign that it explains, if the figure has that.
func crosses(kind string) string {
	if kind == "lines" {
		return "×: "
	}
	return ""
}

// span tells whether the least and the greatest of values have at least a ratio.
func span(values iter.Seq[float64], least float64) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for v := range values {
		low, high = math.Min(low, v), math.Max(high, v)
	}
	return low > 0 && !math.IsInf(high, 0) && high/low >= least
}

// decades offers a logarithmic scale where a linear one hides the small values: where they
// span three decades, or two along X.
func (d *drawing) decades(f study.Figure) []string {
	var out []string
	offer := func(side, scale string) {
		out = append(out, fmt.Sprintf("the values span decades along %s: %s: log shows the small ones too", side, scale))
	}
	numbers := func(yield func(float64) bool) {
		for _, l := range d.first.levels {
			if !yield(l.number) {
				return
			}
		}
	}
	lines := f.Kind == "lines" && d.first.numeric()
	if lines && f.XScale != "log" && span(numbers, 100) {
		offer("x", "xscale")
	}
	switch high := span(each(d.samples), 1000); {
	case high && f.Kind == "ecdf" && f.XScale != "log":
		offer("x", "xscale")
	case high && (lines || f.Kind == "box") && f.YScale != "log":
		offer("y", "yscale")
	}
	return out
}

// label puts the words and scales of the study on the axes.
func label(out *figure.Figure, f study.Figure) {
	for _, side := range []struct {
		axis        *figure.Axis
		label, mode string
	}{{&out.X, f.XLabel, f.XScale}, {&out.Y, f.YLabel, f.YScale}} {
		if side.label != "" {
			side.axis.Quantity, side.axis.Unit = side.label, ""
		}
		side.axis.Quantity = capital(side.axis.Quantity)
		side.axis.Log = side.mode == "log"
	}
}

// kind adds the layers.
func (d *drawing) kind(out *figure.Figure, f study.Figure) error {
	switch f.Kind {
	case "", "lines":
		d.lines(out)
		if f.YScale != "log" { // which does not begin at 0
			d.whole(out)
		}
	case "box":
		out.X = figure.Axis{Quantity: d.first.head(), Names: d.first.labels()}
		d.boxes(out)
	case "ecdf":
		d.distributions(out, f.XScale == "log")
	case "heat":
		return d.heat(out, f.XScale == "log", f.YScale == "log")
	default:
		return fmt.Errorf("kind %q: it is lines, stacked, box, ecdf, heat, scatter or boundary", f.Kind)
	}
	return nil
}
