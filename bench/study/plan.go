package study

import (
	"strconv"
	"sync"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// pool keeps a source of the base for each goroutine that makes plans, since a
// source serves one of them at a time.
type pool struct {
	free sync.Pool
}

func newPool(base *scenarios.Source) *pool {
	first := base.Copy()
	return &pool{sync.Pool{New: func() any { return first.Copy() }}}
}

// Plan returns the scenario of a run, with its seed. Goroutines may call it at
// the same time: nothing is shared between plans, and no file is read. Faults
// are a *CellFaults, which names the cell; they stand where the study has the value
// at fault.
func (s *Study) Plan(cell, repetition int) (*scenarios.Plan, error) {
	plan, err := s.plan(cell, repetition, s.overrides(cell))
	return plan, s.located(cell, err)
}

// overrides returns those of a cell.
func (s *Study) overrides(cell int) []strict.Graft { return s.grafts(s.levels(s.whole(cell))) }

// plan is Plan of some overrides, with the faults as the scenario's reader gives them.
func (s *Study) plan(cell, repetition int, grafts []strict.Graft) (*scenarios.Plan, error) {
	seed := strconv.FormatUint(s.Seed(cell, repetition), 10)
	grafts = append(grafts, strict.Graft{Path: "seed", At: s.seedAt, Value: strict.NewWord(s.seedAt, seed)})
	base := s.sources.free.Get().(*scenarios.Source)
	defer s.sources.free.Put(base)
	plan, err := base.Plan(grafts)
	if err != nil {
		return nil, err
	}
	if err := s.Record.checkLength(plan.Duration); err != nil {
		return nil, strict.Faults{{Place: s.seriesAt, Msg: err.Error()}}
	}
	return plan, nil
}

// CheckCell builds the scenario of a cell once and throws it away. It returns
// the warnings that a run of it gives. The error is a *CellFaults.
func (s *Study) CheckCell(cell int) (warnings []string, err error) {
	warnings, err = s.check(cell, s.overrides(cell))
	return warnings, s.located(cell, err)
}

// check is CheckCell of some overrides, with the faults as the scenario's reader gives them.
func (s *Study) check(cell int, grafts []strict.Graft) (warnings []string, err error) {
	plan, err := s.plan(cell, 0, grafts)
	if err != nil {
		return nil, err
	}
	return plan.Check()
}
