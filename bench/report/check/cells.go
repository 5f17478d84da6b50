package check

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"halocline/bench/report/paper"
	"halocline/bench/report/progress"
	"halocline/bench/report/text"
	"halocline/bench/study"
	"halocline/bench/study/pool"
	"halocline/bench/study/runner"
	"halocline/scenarios"
)

// Cells builds the cells that are worth it, and returns all faults before any
// run is made. Each warning is there once. On a terminal it shows how far it has come.
func Cells(ctx context.Context, line *progress.Line, s *study.Study, workers int, many bool) ([]string, error) {
	list := s.Checklist()
	faults := make([]error, len(list))
	var mu sync.Mutex
	warnings := map[string]bool{}
	var largest scenarios.Size
	looked := 0
	defer line.Erase()
	err := pool.Each(ctx, workers, len(list), func(ctx context.Context, i int) error {
		said, err := pool.Until(ctx, func() ([]string, error) { return s.CheckCell(list[i]) })
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		faults[i] = err
		mu.Lock()
		defer mu.Unlock()
		for _, w := range said {
			warnings[w] = true
		}
		if plan, err := s.Plan(list[i], 0); err == nil {
			if size := plan.Size(); demand(size) > demand(largest) {
				largest = size
			}
		}
		if looked++; line.Due() {
			line.Show(fmt.Sprintf("%d of %d cells checked", looked, len(list)))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := study.Merge(faults); err != nil {
		return nil, err
	}
	if err := UnlessMany(s.File, largest, many); err != nil {
		return nil, err
	}
	said := append(text.Fewer(slices.Sorted(maps.Keys(warnings))), s.Doubts()...)
	if why := tooLarge(largest); why != "" {
		said = append(said, why+"; sweep asks for --many")
	}
	metrics, err := runner.Vet(ctx, s)
	if err != nil {
		return said, err
	}
	if ctx.Err() != nil {
		return said, context.Cause(ctx)
	}
	return said, paper.Rehearse(s, metrics)
}
