package study

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// Doubts returns that the study makes one run, or what makes cells of the Checklist hard to compare: a period of a
// controller that varies where its I does not add up, so that its gain varies with it. Cells with faults are left out;
// and where neither the first nor the last cell has such a controller, no other is asked.
func (s *Study) Doubts() []string {
	if s.Most() == 1 {
		return []string{fmt.Sprintf("%s: the study varies nothing, and makes one run; add sweep, with values of a key, or repeat", s.File)}
	}
	has := func(cell int) bool {
		plan, err := s.Plan(cell, 0)
		return err == nil && len(plan.PerSamplePeriods()) > 0
	}
	if s.Count() == 0 || !has(0) && !has(s.Count()-1) {
		return nil
	}
	least, most := map[string]time.Duration{}, map[string]time.Duration{}
	for _, cell := range s.Checklist() {
		plan, err := s.Plan(cell, 0)
		if err != nil {
			continue
		}
		for key, p := range plan.PerSamplePeriods() {
			if _, seen := least[key]; !seen {
				least[key], most[key] = p, p
			}
			least[key], most[key] = min(least[key], p), max(most[key], p)
		}
	}
	var out []string
	for _, key := range slices.Sorted(maps.Keys(least)) {
		if least[key] < most[key] {
			out = append(out, fmt.Sprintf("%s: its period goes from %v to %v, and with integral: per-sample the gain of I is ki times the period: slower updates push harder; write integral: series, with gains for it or without any, which come from the vehicle's model then",
				key, least[key], most[key]))
		}
	}
	return out
}
