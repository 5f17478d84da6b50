package study

import (
	"strconv"
	"sync"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// pool keeps a maker for each goroutine that makes plans, since it serves one of them at a time.
type pool struct {
	free sync.Pool
}

func newPool(base *scenarios.Source) *pool {
	first := base.Copy()
	return &pool{sync.Pool{New: func() any { return &maker{Source: first.Copy()} }}}
}

// maker makes plans of the base.
type maker struct {
	*scenarios.Source
	cell int
	plan *scenarios.Plan // of the cell, which nobody has; nil where there is none
}

// Plan returns the scenario of a run, with its seed. Goroutines may call it at
// the same time: nothing is shared between plans, and no file is read. Faults
// are a *CellFaults, which names the cell; they stand where the study has the value
// at fault.
func (s *Study) Plan(cell, repetition int) (*scenarios.Plan, error) {
	plan, err := s.plan(cell, repetition, s.overrides(cell))
	return plan, s.located(cell, err)
}

// Lend is Plan for a run that gives the plan back when it is over: the next repetition of the cell has the same plan with another
// seed, which takes no time to make. Back is told whether the run was built without a fault, which a plan keeps.
func (s *Study) Lend(cell, repetition int) (plan *scenarios.Plan, back func(sound bool), err error) {
	m := s.makers.free.Get().(*maker)
	plan, m.plan = m.plan, nil
	if plan != nil && m.cell == cell {
		plan.Repeat(s.Seed(cell, repetition))
	} else if plan, err = s.planBy(m, cell, repetition, s.overrides(cell)); err != nil {
		s.makers.free.Put(m)
		return nil, nil, s.located(cell, err)
	}
	return plan, func(sound bool) {
		if sound {
			m.cell, m.plan = cell, plan
		}
		s.makers.free.Put(m)
	}, nil
}

// overrides returns those of a cell.
func (s *Study) overrides(cell int) []strict.Graft { return s.grafts(s.levels(s.whole(cell))) }

// plan is Plan of some overrides, with the faults as the scenario's reader gives them.
func (s *Study) plan(cell, repetition int, grafts []strict.Graft) (*scenarios.Plan, error) {
	m := s.makers.free.Get().(*maker)
	defer s.makers.free.Put(m)
	return s.planBy(m, cell, repetition, grafts)
}

// planBy is plan by a maker.
func (s *Study) planBy(m *maker, cell, repetition int, grafts []strict.Graft) (*scenarios.Plan, error) {
	seed := strconv.FormatUint(s.Seed(cell, repetition), 10)
	grafts = append(grafts, strict.Graft{Path: "seed", At: s.seedAt, Value: strict.NewWord(s.seedAt, seed)})
	plan, err := m.Plan(grafts)
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
