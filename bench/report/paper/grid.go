package paper

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"halocline/bench/study/results"
	kinds "halocline/sim/metric"
)

// grid is the cells of a table or figure by what they vary along two axes. An axis
// without a path has one place.
type grid struct {
	first, second axis
	cells         [][][]int // by place along the first axis, then the second
}

// grid lays out the cells that meet a condition, and have a value where one is given.
func (p *Paper) grid(first, second, where string, average []string, only ...results.Param) (*grid, error) {
	g := &grid{first: axis{path: first}, second: axis{path: second}}
	var over []string
	for _, name := range average {
		full, err := p.FullName(name)
		if err != nil {
			return nil, fmt.Errorf("average: %w", err)
		}
		over = append(over, full)
	}
	for _, a := range []*axis{&g.first, &g.second} {
		if a.path == "" {
			continue
		}
		full, err := p.FullName(a.path)
		if err != nil {
			return nil, err
		}
		if slices.Contains(over, full) {
			return nil, fmt.Errorf("%s is both shown and averaged over; leave one of them out", full)
		}
		a.path, a.title = full, p.Title(full)
	}
	if first != "" && g.first.path == g.second.path {
		return nil, fmt.Errorf("%s cannot be both ways", g.first.path)
	}
	if err := p.fill(g, where, only); err != nil {
		return nil, err
	}
	return g, p.unmixed(g, over)
}

// fill puts the cells in their places.
func (p *Paper) fill(g *grid, where string, only []results.Param) error {
	type spot struct{ i, j, cell int }
	var spots []spot
	for _, c := range p.file.Cells() {
		meets, err := p.Meets(where, c.Index)
		if err != nil {
			return fmt.Errorf("where %q: %w", where, err)
		}
		others := func(o results.Param) bool {
			return !slices.ContainsFunc(c.Params, func(p results.Param) bool { return p.Path == o.Path && p.Text == o.Text })
		}
		if !meets || slices.ContainsFunc(only, others) {
			continue
		}
		spots = append(spots, spot{g.first.place(p, c), g.second.place(p, c), c.Index})
	}
	if len(spots) == 0 {
		return fmt.Errorf("no cell of the study meets the condition %q; there are %s", where, strings.Join(p.there(), "; "))
	}
	columns := max(1, len(g.second.levels))
	for range max(1, len(g.first.levels)) {
		g.cells = append(g.cells, make([][]int, columns))
	}
	for _, s := range spots {
		g.cells[s.i][s.j] = append(g.cells[s.i][s.j], s.cell)
	}
	return nil
}

// over returns of how many cells a value is the mean at most.
func (g *grid) over() int {
	most := 0
	for _, row := range g.cells {
		for _, cells := range row {
			most = max(most, len(cells))
		}
	}
	return most
}

// place returns where a cell lies along the axis.
func (a *axis) place(p *Paper, c results.Cell) int {
	for _, param := range c.Params {
		if param.Path == a.path {
			return a.index(p, param)
		}
	}
	return 0
}

// unmixed makes sure that cells in one place differ in nothing but what is averaged
// over.
func (p *Paper) unmixed(g *grid, over []string) error {
	var mixed []string
	var first results.Param // of what is mixed
	all := p.file.Cells()
	for _, row := range g.cells {
		for _, cells := range row {
			for k := 1; k < len(cells); k++ {
				for i, param := range all[cells[0]].Params {
					if name := param.Path; param.Text != all[cells[k]].Params[i].Text && !slices.Contains(over, name) && !slices.Contains(mixed, name) {
						if mixed = append(mixed, name); len(mixed) == 1 {
							first = param
						}
					}
				}
			}
		}
	}
	if len(mixed) == 0 {
		return nil
	}
	return fmt.Errorf("cells that differ in %s would be mixed; choose one value of it with where, as in where %q, or say that it is averaged over",
		strings.Join(mixed, " and "), p.Condition(first))
}

// there says which values the parameters have, as conditions name both.
func (p *Paper) there() []string {
	const most = 6 // values of each
	var out []string
	for i, path := range p.Swept() {
		var values []string
		for _, c := range p.file.Cells() {
			if v := p.Operand(c.Params[i]); !slices.Contains(values, v) {
				values = append(values, v)
			}
			if len(values) > most {
				values[most] = "..."
				break
			}
		}
		out = append(out, p.ShortName(path)+" "+strings.Join(values, ", "))
	}
	return out
}

// samples reads the values of a metric for all places.
func (p *Paper) samples(g *grid, m metric) ([][]sample, error) {
	out := make([][]sample, len(g.cells))
	for i, row := range g.cells {
		out[i] = make([]sample, len(row))
		for j, cells := range row {
			var err error
			if out[i][j], err = p.sample(cells, m); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// each goes through all values of samples.
func each(samples [][]sample) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for _, row := range samples {
			for _, s := range row {
				for _, v := range s.used() {
					if !yield(v) {
						return
					}
				}
			}
		}
	}
}

// shares tells whether a metric is 1 or 0 in every run by what it is: whether one
// vehicle docked. What happens to be 0 or 1, such as a count, is none.
func (p *Paper) shares(m metric, samples [][]sample, o Options) bool {
	if m.Kind != kinds.Share || len(o.Average) > 0 || m.ofVehicles() && !p.oneVehicle(m) {
		return false
	}
	for v := range each(samples) {
		if v != 0 && v != m.factor {
			return false
		}
	}
	return true
}

// quantity returns the last part of a metric's name.
func quantity(name string) string { return name[strings.LastIndex(name, ".")+1:] }

// ofVehicles tells whether a metric is the mean over the vehicles of a run.
func (m metric) ofVehicles() bool { return strings.HasPrefix(m.Name.Name, kinds.Vehicles+".") }

// oneVehicle tells whether runs have one vehicle with a metric: the results know one by
// name, and the study varies the number of no nodes.
func (p *Paper) oneVehicle(m metric) bool {
	vehicles := 0
	for _, other := range p.file.Metrics() {
		if quantity(other.Name) == quantity(m.Name.Name) && other.Name != m.Name.Name {
			vehicles++
		}
	}
	return vehicles == 1 && !slices.ContainsFunc(p.Swept(), func(path string) bool { return strings.HasSuffix(path, ".count") })
}

// lacking says of a metric why a run may be without it, as the end of a sentence: "did not
// dock within 400 s" of a time to dock.
func (p *Paper) lacking(m metric) string {
	if !m.timed() {
		return "had no value"
	}
	did, _ := m.event()
	return "did not " + did + p.within()
}

// event returns what a time leads to, by the name of the metric: "dock" and "docked".
func (m metric) event() (did, done string) {
	event := strings.TrimPrefix(quantity(m.Name.Name), "time_to_")
	if slices.Contains([]string{"dock", "switch", "finish"}, event) {
		return event, event + "ed"
	}
	return "come to it", "came to it" // whatever word a model of somebody else ends with
}

// within says until when an event had to happen, if the study says it.
func (p *Paper) within() string {
	if d := p.deadline(); d != "" {
		return " within " + d
	}
	return ""
}

// deadline returns the duration of all runs as the study has it; nothing if it leaves
// that to the scenario, or varies it.
func (p *Paper) deadline() string {
	set, _ := p.Fixed("duration")
	x, symbol, ok := p.units.Amount(set)
	if !ok {
		return ""
	}
	length, _ := p.units.In(x, symbol).Float64()
	return fmt.Sprintf("%g %s", length, symbol)
}

// timed tells whether a metric is a time to an event, which a run may end before.
func (m metric) timed() bool { return m.Kind == kinds.TimeToEvent }
