package study

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"halocline/bench/study/results"
	"halocline/scenarios/strict"
)

// Cell is one variation of the scenario: the values of what is swept, and all
// overrides, in the order in which they are applied.
type Cell struct {
	results.Cell
	Sets []strict.Set
}

// Count returns the number of cells.
func (s *Study) Count() int {
	if s.kept != nil {
		return len(s.kept)
	}
	return s.total
}

// whole returns the number that a cell has in the product before conditions.
func (s *Study) whole(cell int) int {
	if cell < 0 || cell >= s.Count() {
		panic("study: there is no such cell")
	}
	if s.kept != nil {
		return int(s.kept[cell])
	}
	return cell
}

// Cell returns a cell, which is made only now. It panics if there is no cell of
// that number.
func (s *Study) Cell(cell int) Cell {
	levels := s.levels(s.whole(cell))
	out := Cell{Cell: results.Cell{Index: cell, Params: s.params(levels)}}
	for _, g := range s.grafts(levels) {
		out.Sets = append(out.Sets, strict.Set{Path: g.Path, Value: g.Value.String()})
	}
	return out
}

// Cells returns what all cells vary. It is for studies of a size that can
// be printed; Cell makes one at a time.
func (s *Study) Cells() []results.Cell {
	out := make([]results.Cell, s.Count())
	for i := range out {
		out[i] = results.Cell{Index: i, Params: s.params(s.levels(s.whole(i)))}
	}
	return out
}

// Fixed returns the value that set gives a path of the scenario in every cell.
func (s *Study) Fixed(path string) (value string, ok bool) {
	for _, a := range s.fixed {
		if a.path == path {
			return a.value.String(), true
		}
	}
	return "", false
}

// Swept returns the names of what is swept, in the order of a cell's Params.
func (s *Study) Swept() []string {
	var out []string
	for _, l := range s.loops {
		for _, a := range l.axes {
			out = append(out, a.name)
		}
	}
	return out
}

// Varied writes what a cell varies, as tables do: by the labels of the study, where it has some.
func (s *Study) Varied(cell int) string {
	var parts []string
	for _, p := range s.Cell(cell).Params {
		title, _, _ := s.Shown(p)
		parts = append(parts, s.Title(p.Path)+" "+title)
	}
	return strings.Join(parts, ", ")
}

// params returns the values of what is swept. The numbers of an axis are all in
// the unit of its first value.
func (s *Study) params(levels []choice) []results.Param {
	out := make([]results.Param, len(levels))
	for i, c := range levels {
		out[i] = results.Param{Path: c.name, Text: c.level.text, Value: math.NaN()}
		if v := c.level.value; v.kind == numeric {
			out[i].Value, out[i].Unit = s.in(v, c.unit)
		}
	}
	return out
}

// in returns a number in a unit of its dimension, or in its own where the unit
// is of another. The unit of plain numbers is "".
func (s *Study) in(v value, unit string) (float64, string) {
	if unit == "" || s.units.table.First(unit) != s.units.table.First(v.unit) {
		unit = v.unit
	}
	x, _ := s.units.table.In(v.x, unit).Float64()
	if unit == "1" {
		unit = ""
	}
	return x, unit
}

// source says where an override comes from.
type source struct {
	fixed *assignment // set and let
	loop  int         // otherwise: the axis
	axis  int
	depth int
}

// arrange settles the order of the overrides: what is given as a whole before
// what lies inside it.
func (s *Study) arrange() {
	add := func(path string, src source) {
		src.depth, _ = strict.Depth(path)
		s.order = append(s.order, src)
	}
	for i := range s.fixed {
		add(s.fixed[i].path, source{fixed: &s.fixed[i]})
	}
	for i, l := range s.loops {
		for j, a := range l.axes {
			if a.path {
				add(a.name, source{loop: i, axis: j})
			}
		}
	}
	for i := range s.let {
		add(s.let[i].path, source{fixed: &s.let[i]})
	}
	slices.SortStableFunc(s.order, func(a, b source) int { return a.depth - b.depth })
}

// grafts returns the overrides of a cell.
func (s *Study) grafts(levels []choice) []strict.Graft {
	values := make(map[*axis]*strict.Value, len(levels))
	for _, c := range levels {
		values[c.axis] = c.level.node
	}
	ev, _, err := s.evaluate(levels)
	if err != nil {
		panic("study: " + err.Error()) // filter evaluated every cell
	}
	out := make([]strict.Graft, 0, len(s.order)+1)
	for _, src := range s.order {
		if src.fixed == nil {
			a := s.loops[src.loop].axes[src.axis]
			out = append(out, strict.Graft{Path: a.name, At: a.at, Value: values[a]})
			continue
		}
		g := strict.Graft{Path: src.fixed.path, At: src.fixed.at, Value: src.fixed.value}
		if src.fixed.expr != nil {
			g.Value = s.calculate(ev, *src.fixed)
		}
		out = append(out, g)
	}
	return out
}

// Seed returns the seed of a run. It is the first 53 bits of SHA-256 over the
// study's seed and the number of the repetition, each in 8 bytes, little endian,
// and, if seeds are independent or a boundary is looked for, the cell's paths and values as they are
// written, each with a zero byte behind it. So adding a value to a sweep changes
// the seeds of no other cell. With 53 bits a seed is exact in any program that
// reads JSON, and a million of them are all different with a probability of
// 99.994 %. In a study of sensitivity common seeds are those of the cells of a block, which
// are compared; its number, plus 1, stands behind that of the repetition.
func (s *Study) Seed(cell, repetition int) uint64 {
	text := binary.LittleEndian.AppendUint64(make([]byte, 0, 128), s.BaseSeed)
	text = binary.LittleEndian.AppendUint64(text, uint64(repetition))
	if s.Sensitivity != nil && s.Seeds == "common" {
		text = binary.LittleEndian.AppendUint64(text, uint64(s.Design().Block(cell)+1))
	}
	if s.Seeds == "independent" || s.Boundary != nil {
		for _, c := range s.levels(s.whole(cell)) {
			text = append(append(text, c.name...), 0)
			text = append(append(text, c.level.text...), 0)
		}
	}
	sum := sha256.Sum256(text)
	return binary.LittleEndian.Uint64(sum[:]) >> 11
}
