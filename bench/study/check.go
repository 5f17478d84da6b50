package study

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"halocline/scenarios/strict"
)

// maxChecked is the number of cells up to which Checklist names all.
const maxChecked = 10_000

// Checklist returns the cells that are worth building before the study is run:
// all, or, where they are more than 10,000, for each value of each path and
// variable one cell that has it, if there is one. CheckCell checks one of them,
// and several goroutines can call it; Merge puts the faults together.
func (s *Study) Checklist() []int {
	if s.Count() <= maxChecked {
		out := make([]int, s.Count())
		for i := range out {
			out[i] = i
		}
		return out
	}
	var out []int
	missing := 0
	seen := make([][]bool, len(s.loops))
	for i, l := range s.loops {
		seen[i] = make([]bool, l.size)
		missing += l.size
	}
	for cell := 0; cell < s.Count() && missing > 0; cell++ {
		fresh := false
		rest := s.whole(cell)
		for k := len(s.loops) - 1; k >= 0; k-- {
			at := rest % s.loops[k].size
			rest /= s.loops[k].size
			if !seen[k][at] {
				seen[k][at], fresh = true, true
				missing--
			}
		}
		if fresh {
			out = append(out, cell)
		}
	}
	return out
}

// Check builds the scenario of every cell of the Checklist. The error is a
// strict.Faults.
func (s *Study) Check() error {
	var errs []error
	for _, cell := range s.Checklist() {
		_, err := s.CheckCell(cell)
		errs = append(errs, err)
	}
	return Merge(errs)
}

// CellFaults are the faults of one cell, as CheckCell and Plan return them.
type CellFaults struct {
	Cell  int
	Title string // what the cell varies
	strict.Faults
}

// Error writes one fault per line, each with the cell.
func (f *CellFaults) Error() string { return f.named(0).Error() }

// Unwrap returns the faults without their cell.
func (f *CellFaults) Unwrap() error { return f.Faults }

// named returns the faults, each with the cell and with the number of others
// that have it too.
func (f *CellFaults) named(others ...int) strict.Faults {
	out := slices.Clone(f.Faults)
	for i := range out {
		n := others[min(i, len(others)-1)]
		switch {
		case f.Title == "":
		case n == 0:
			out[i].Msg += fmt.Sprintf(" (in cell %d: %s)", f.Cell, f.Title)
		default:
			out[i].Msg += fmt.Sprintf(" (in cell %d: %s; and in %d more)", f.Cell, f.Title, n)
		}
	}
	return out
}

// Merge puts together what CheckCell returned for several cells. A fault that
// many cells have is reported once, with the first of them. The result is a
// strict.Faults, in the order of the study; or the first error that is none; or
// nil.
func Merge(errs []error) error {
	type group struct {
		first  *CellFaults
		others int
	}
	groups := map[strict.Fault]*group{}
	var order []strict.Fault
	for _, err := range errs {
		var faults *CellFaults
		if !errors.As(err, &faults) {
			if err != nil {
				return err
			}
			continue
		}
		for _, f := range faults.Faults {
			if g := groups[f]; g != nil {
				g.others++
				continue
			}
			groups[f] = &group{first: faults}
			order = append(order, f)
		}
	}
	var out strict.Faults
	for _, f := range order {
		one := *groups[f].first
		one.Faults = strict.Faults{f}
		out = append(out, one.named(groups[f].others)...)
	}
	if len(out) == 0 {
		return nil
	}
	slices.SortStableFunc(out, func(a, b strict.Fault) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return out
}

// located gives faults that stand in the scenario a place in the study: that of the
// null that makes them, or else that of what is swept, or of the base. The faults that
// one null makes are told of as one.
func (s *Study) located(cell int, err error) error {
	var faults strict.Faults
	if !errors.As(err, &faults) {
		return err
	}
	levels := s.levels(s.whole(cell))
	at := s.baseAt
	if len(levels) > 0 {
		at = levels[0].at
	}
	out := &CellFaults{Cell: cell, Title: s.write(levels)}
	made, others := s.madeByNulls(cell, faults)
	out.Faults = made
	for _, f := range others {
		switch {
		case f.File != s.File:
			f = strict.Fault{Place: at, Msg: f.Error()}
		case slices.ContainsFunc(s.let, func(a assignment) bool { return a.value.Place() == f.Place }):
			f.Msg = calculated(f.Msg)
		}
		out.Faults = append(out.Faults, f)
	}
	return out
}

// madeByNulls tells faults of a cell that an override makes by taking out what the scenario
// needs, as one of each null, from the others. Without that null the cell has these faults no
// more, and no new ones.
func (s *Study) madeByNulls(cell int, faults strict.Faults) (made, others strict.Faults) {
	others = slices.Clone(faults)
	grafts := s.overrides(cell)
	for i, g := range grafts {
		if g.Value.String() != "null" {
			continue
		}
		_, err := s.check(cell, slices.Delete(slices.Clone(grafts), i, i+1))
		var left strict.Faults
		errors.As(err, &left)
		if slices.ContainsFunc(left, func(f strict.Fault) bool { return !slices.Contains(faults, f) }) {
			continue
		}
		gone := func(f strict.Fault) bool { return f.File != s.File && !slices.Contains(left, f) }
		first := slices.IndexFunc(others, gone)
		if first < 0 {
			continue
		}
		msg, before := "null takes out what is needed: "+others[first].Error(), len(others)
		if others = slices.DeleteFunc(others, gone); before-len(others) > 1 {
			msg += fmt.Sprintf("; and %d more", before-len(others)-1)
		}
		made = append(made, strict.Fault{Place: g.Value.Place(), Msg: msg})
	}
	return made, others
}

// calculated says of a value that let gives without its unit, or in Hz where a rate is
// due, how an expression gives it. A file would have it written otherwise.
func calculated(msg string) string {
	written, rate := strings.CutSuffix(msg, "; write /s for Hz")
	switch {
	case rate:
		return written + "; multiply a number by 1/s, as in 1s / period * 1/s"
	case strings.Contains(msg, " has no unit; "):
		return msg + "; multiply the number by one of the unit, as in n * 1m or n * 1/s"
	}
	return msg
}
