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
// run is made. Warnings are gathered. On a terminal it shows how far it has come.
func Cells(ctx context.Context, line *progress.Line, s *study.Study, workers int, many bool) ([]string, error) {
	list := s.Checklist()
	faults := make([]error, len(list))
	var mu sync.Mutex
	warnings := make([][]string, len(list))
	var largest scenarios.Size
	looked := 0
	defer line.Erase()
	err := pool.Each(ctx, workers, len(list), func(ctx context.Context, i int) error {
		said, err := pool.Until(ctx, func() ([]string, error) { return s.CheckCell(list[i]) })
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		warnings[i], faults[i] = said, err
		mu.Lock()
		defer mu.Unlock()
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
	said := append(gather(s, list, warnings), s.Doubts()...)
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

// gather returns the warnings of cells, of those that differ in their numbers only the first, with its cell and the
// number of the others. What all cells have, word for word, is no matter of a cell.
func gather(s *study.Study, cells []int, warnings [][]string) []string {
	type group struct {
		first   string
		cell    int
		cells   int
		differs bool
	}
	groups := map[string]*group{}
	for i, said := range warnings {
		counted := map[string]bool{}
		for _, w := range said {
			kind := text.Kind(w)
			g := groups[kind]
			if g == nil {
				g = &group{first: w, cell: cells[i]}
				groups[kind] = g
			}
			if g.differs = g.differs || w != g.first; !counted[kind] {
				counted[kind] = true
				g.cells++
			}
		}
	}
	var out []string
	for _, kind := range slices.Sorted(maps.Keys(groups)) {
		g := groups[kind]
		if g.cells == len(cells) && !g.differs {
			out = append(out, g.first)
			continue
		}
		in := fmt.Sprintf("in cell %d: %s", g.cell, s.Varied(g.cell))
		if g.cells > 1 {
			in += fmt.Sprintf("; and in %d more", g.cells-1)
		}
		if g.differs {
			in += ", with other numbers"
		}
		out = append(out, fmt.Sprintf("%s (%s)", g.first, in))
	}
	return out
}
