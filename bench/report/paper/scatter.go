package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/bench/report/figure"
	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/bench/study/stats"
)

// fewMarks is how many marks of a scatter have error bars; those of more would hide each other. A series of fewer
// than leastMarks says no rank correlation of its own: four marks are in one of 24 orders, and in two of these it is
// 1 or -1, so that chance alone makes it so in a twelfth of all cases.
const (
	fewMarks   = 40
	leastMarks = 5
)

// scatter draws a mark for each cell at its means of two metrics, and says how far their ranks
// agree.
func (p *Paper) scatter(f study.Figure, m metric, o Options, only ...results.Param) (Figure, error) {
	along, err := p.metric(f.X)
	if err != nil {
		return Figure{}, fmt.Errorf("x: %w", err)
	}
	g, err := p.spread(f, o, only...)
	if err != nil {
		return Figure{}, err
	}
	x, err := p.drawing(g, f.Kind, along, o)
	if err != nil {
		return Figure{}, err
	}
	y, err := p.drawing(g, f.Kind, m, o)
	if err != nil {
		return Figure{}, err
	}
	out := figure.Figure{Title: f.Title}
	out.X = figure.Axis{Quantity: x.metric.title, Unit: x.metric.Unit}
	out.Y = figure.Axis{Quantity: y.metric.title, Unit: y.metric.Unit}
	all, marks := clouds(x, y, f, &out)
	if marks == 0 {
		return Figure{}, fmt.Errorf("no cell has a value of both %s and %s; %w", f.X, f.Y, errNothing)
	}
	notes := []string{"a mark for each cell at the means of its runs"}
	if marks <= fewMarks {
		notes[0] += fmt.Sprintf(", with %g %% intervals", 100*o.confidence())
	}
	if rho, n := correlation(all); rho != "" {
		out.Below = fmt.Sprintf("Spearman's ρ = %s, n = %d", rho, n)
		notes = append(notes, fmt.Sprintf("Spearman's rank correlation of the means is %s over %d cells", rho, n))
	}
	label(&out, f)
	if len(out.Layers) > manySeries || y.long() {
		out.Width = figure.Page
	}
	return Figure{Figure: out, Notes: append(notes, p.sparse(marks, x, y)...)}, nil
}

// spread lays out the cells of a figure: those of a series one after the other, and those that are
// averaged over in one place.
func (p *Paper) spread(f study.Figure, o Options, only ...results.Param) (*grid, error) {
	by, _ := p.FullName(f.By) // the grid says what is wrong with it
	others := slices.DeleteFunc(p.Swept(), func(name string) bool { return name == by })
	g, err := p.grid("", f.By, f.Where, append(others, o.Average...), only...)
	if err != nil {
		return nil, err
	}
	var over []string
	for _, name := range o.Average {
		full, _ := p.FullName(name)
		over = append(over, full)
	}
	series, all := g.cells[0], p.file.Cells()
	g.cells = nil
	for j, cells := range series {
		places := map[string]int{}
		for _, cell := range cells {
			key := ""
			for _, param := range all[cell].Params {
				if !slices.Contains(over, param.Path) {
					key += param.Text + "\x00"
				}
			}
			i, known := places[key]
			if !known {
				i = len(places)
				places[key] = i
			}
			for len(g.cells) <= i {
				g.cells = append(g.cells, make([][]int, len(series)))
			}
			g.cells[i][j] = append(g.cells[i][j], cell)
		}
	}
	return g, nil
}

// clouds adds the marks of each series, with its rank correlation where there are several, and
// returns all of them together.
func clouds(x, y drawing, f study.Figure, out *figure.Figure) (all figure.Curve, marks int) {
	var series []figure.Curve
	for j := range x.samples[0] {
		c := cloud(x, y, j, f)
		all.X, all.Y = append(all.X, c.X...), append(all.Y, c.Y...)
		if len(c.X) > 0 {
			series = append(series, c)
		}
	}
	for _, c := range series {
		if len(all.X) > fewMarks {
			c.Left, c.Right, c.Low, c.High = nil, nil, nil, nil
		}
		if rho, n := correlation(c); rho != "" && n >= leastMarks && len(series) > 1 && f.Facet == "" { // a name is the same in all panels
			c.Name += fmt.Sprintf(": ρ = %s, n = %d", rho, n)
		}
		out.Layers = append(out.Layers, c)
	}
	return all, len(all.X)
}

// cloud returns the marks of a series: of the cells that have both means, with a place on the
// axes.
func cloud(x, y drawing, j int, f study.Figure) figure.Curve {
	placed := func(v float64, scale string) bool {
		return !math.IsNaN(v) && !math.IsInf(v, 0) && (v > 0 || scale != "log")
	}
	c := figure.Curve{Name: x.name(j), Join: figure.Apart}
	alongX, left, right := x.means(j)
	alongY, low, high := y.means(j)
	for i := range alongX {
		if placed(alongX[i], f.XScale) && placed(alongY[i], f.YScale) {
			c.X, c.Left, c.Right = append(c.X, alongX[i]), append(c.Left, left[i]), append(c.Right, right[i])
			c.Y, c.Low, c.High = append(c.Y, alongY[i]), append(c.Low, low[i]), append(c.High, high[i])
		}
	}
	return c
}

// correlation writes Spearman's rank correlation of marks, of which there are n; nothing where
// there is none.
func correlation(c figure.Curve) (rho string, n int) {
	value, n := stats.Spearman(c.X, c.Y)
	if math.IsNaN(value) {
		return "", n
	}
	return strings.Replace(fmt.Sprintf("%.2f", value), "-", "−", 1), n
}

// sparse says what the marks are not made of.
func (p *Paper) sparse(marks int, axes ...drawing) []string {
	var out []string
	places := 0
	for _, row := range axes[0].samples {
		for _, s := range row {
			if s.known {
				places++
			}
		}
	}
	if left := places - marks; left > 0 {
		out = append(out, fmt.Sprintf("%s of %d left out, without a mean of both metrics that has a place on the axes", counted(left, "cell"), places))
	}
	for _, d := range axes {
		lost, runs := 0, 0
		for _, row := range d.samples {
			for _, s := range row {
				lost, runs = lost+s.none+s.failed, runs+len(s.used())+s.none+s.failed
			}
		}
		if lost > 0 {
			out = append(out, fmt.Sprintf("%d of %d runs have no value of %s", lost, runs, d.metric.Name.Name))
		}
	}
	if p.missing > 0 {
		out = append(out, p.incomplete())
	}
	return out
}
