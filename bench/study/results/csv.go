package results

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"halocline/bench/study/output"
)

// Exports hold what the digest covers, in the order of cells and repetitions,
// so equal content gives equal bytes. Numbers are as short as can be read back
// exactly; one that does not exist is empty, or null. Texts are changed in CSV only, where a
// spreadsheet would take them for formulas: see output.CSV.

// writeCSV writes a row for each run: its parameters, seed, status and metrics.
// The header gives the unit of a column in brackets.
func (f *File) writeCSV(w io.Writer) error {
	t := f.wide()
	out := output.NewCSV(w)
	if err := out.Write(t.header()); err != nil {
		return err
	}
	for r, err := range f.Runs() {
		if err != nil {
			return err
		}
		row := t.lead(r)
		row = append(row, r.Reason, r.Fingerprint)
		row = append(row, t.params[r.Cell]...)
		for _, v := range t.values(r) {
			row = append(row, decimal(v))
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// writeLongCSV writes a row for each metric of each run, with the parameters of
// its cell. A run without metrics has no row.
func (f *File) writeLongCSV(w io.Writer) error {
	t := f.wide()
	out := output.NewCSV(w)
	if err := out.Write(t.longHeader("name", "unit", "value")); err != nil {
		return err
	}
	for r, err := range f.Runs() {
		if err != nil {
			return err
		}
		lead := append(t.lead(r), t.params[r.Cell]...)
		for _, m := range r.Metrics {
			if err := out.Write(append(lead[:len(lead):len(lead)], m.Name, m.Unit, decimal(m.Value))); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// writeSeriesCSV writes a row for each point of each series of each run.
func (f *File) writeSeriesCSV(w io.Writer) error {
	t := f.wide()
	out := output.NewCSV(w)
	if err := out.Write(t.longHeader("name", "unit", "time (s)", "value")); err != nil {
		return err
	}
	for r, err := range f.WholeRuns() {
		if err != nil {
			return err
		}
		lead := append(t.lead(r), t.params[r.Cell]...)
		for _, s := range r.Series {
			for i := range s.Times {
				row := append(lead[:len(lead):len(lead)], s.Name, s.Unit, decimal(s.Times[i]), decimal(s.Values[i]))
				if err := out.Write(row); err != nil {
					return err
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}

// decimal writes a number so that it reads back exactly.
func decimal(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// wide lays runs out as a table with a row for each.
type wide struct {
	paramHeads []string
	numeric    []bool      // by parameter: whether all cells have a number
	params     [][]string  // by cell and parameter
	numbers    [][]float64 // by cell and parameter
	metrics    []Name
	place      map[string]int // of a metric
}

// wide returns the layout of the table.
func (f *File) wide() *wide {
	t := &wide{metrics: f.Metrics(), place: map[string]int{}}
	for i, m := range t.metrics {
		t.place[m.Name] = i
	}
	cells := f.content.cells
	t.params, t.numbers = make([][]string, len(cells)), make([][]float64, len(cells))
	for _, path := range paths(cells) {
		unit, numeric := measure(cells, path)
		t.paramHeads = append(t.paramHeads, head(path, unit))
		t.numeric = append(t.numeric, numeric)
		for i, c := range cells {
			text, number := "", math.NaN()
			if p, ok := param(c, path); ok {
				text, number = p.Text, p.Value
			}
			if numeric {
				text = decimal(number)
			}
			t.params[i] = append(t.params[i], text)
			t.numbers[i] = append(t.numbers[i], number)
		}
	}
	return t
}

// measure tells whether a parameter is a number of one unit in all cells that
// have it, and which unit.
func measure(cells []Cell, path string) (unit string, numeric bool) {
	first := true
	for _, c := range cells {
		p, ok := param(c, path)
		if !ok {
			continue
		}
		if math.IsNaN(p.Value) || !first && p.Unit != unit {
			return "", false
		}
		unit, first = p.Unit, false
	}
	return unit, true
}

// param returns a parameter of a cell.
func param(c Cell, path string) (Param, bool) {
	for _, p := range c.Params {
		if p.Path == path {
			return p, true
		}
	}
	return Param{}, false
}

// head returns the header of a column.
func head(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + " (" + unit + ")"
}

// header returns the headers of all columns, each of which is unique.
func (t *wide) header() []string {
	all := []string{"cell", "repetition", "seed", "status", "reason", "fingerprint"}
	all = append(all, t.paramHeads...)
	for _, m := range t.metrics {
		all = append(all, head(m.Name, m.Unit))
	}
	return unique(all)
}

// longHeader returns the headers of a table with these columns behind the parameters,
// each of which is unique. A parameter gives way to a column.
func (t *wide) longHeader(behind ...string) []string {
	fixed := append([]string{"cell", "repetition", "seed", "status"}, behind...)
	params := unique(append(slices.Clone(fixed), t.paramHeads...))[len(fixed):]
	return slices.Concat(fixed[:len(fixed)-len(behind)], params, behind)
}

// unique makes headers so that no two are the same.
func unique(all []string) []string {
	seen := map[string]bool{}
	for i, name := range all {
		for n := 2; seen[all[i]]; n++ {
			all[i] = fmt.Sprintf("%s #%d", name, n)
		}
		seen[all[i]] = true
	}
	return all
}

// lead returns what names a run.
func (t *wide) lead(r Run) []string {
	return []string{strconv.Itoa(r.Cell), strconv.Itoa(r.Repetition), strconv.FormatUint(r.Seed, 10), r.Status}
}

// values returns the metrics of a run in the order of columns.
func (t *wide) values(r Run) []float64 {
	values := make([]float64, len(t.metrics))
	for i := range values {
		values[i] = math.NaN()
	}
	for _, m := range r.Metrics {
		values[t.place[m.Name]] = m.Value
	}
	return values
}
