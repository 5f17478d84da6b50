package study

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"halocline/bench/study/results"
)

// Runs returns the number of runs, of which a sequential stop may leave some
// out. They are numbered from 0: run n is repetition n modulo Repeat of cell n /
// Repeat.
func (s *Study) Runs() int { return s.Count() * s.Repeat }

// Most returns how many runs are made at most.
func (s *Study) Most() int {
	if s.Boundary != nil {
		return s.Count() / s.places() * s.Boundary.Max
	}
	return s.Runs()
}

// Run returns the run of a number.
func (s *Study) Run(number int) results.Key {
	return results.Key{Cell: number / s.Repeat, Repetition: number % s.Repeat}
}

// Part returns shard i of n, counted from 0. The runs are dealt out in turns, so
// that each shard has some of every cell, and as many as any other but for one.
// Where the runs of a cell decide when to stop, a shard has whole cells, and where a boundary is looked for, all
// cells along the axis. Every run is in one shard.
func (s *Study) Part(i, n int) results.Part {
	p := results.Part{Index: i, Count: n}
	switch {
	case s.Boundary != nil:
		p.Block = s.places()
	case s.Until != nil:
		p.Block = 1
	}
	return p
}

// RunCommand returns the words of the command that makes one run by itself: that of a
// cell, with a seed. Base is the scenario as the command names it.
func (s *Study) RunCommand(base string, cell int, seed uint64) []string {
	words := []string{"halocline", "run", base}
	for _, set := range s.Cell(cell).Sets {
		words = append(words, "--set", set.Path+"="+set.Value)
	}
	return append(words, "--seed", strconv.FormatUint(seed, 10))
}

// Select reads a selection of runs: their numbers, as the function Select takes them,
// or cell:repetition, as in 3:1, by which a result file names its runs. 3:0..4 are repetitions of a cell.
func (s *Study) Select(text string) (Selection, error) {
	parts := strings.Split(text, ",")
	for i, part := range parts {
		first, second, isPair := strings.Cut(strings.TrimSpace(part), ":")
		if !isPair {
			continue
		}
		cell, err := bound(first, 0, false)
		if err != nil || second == "" {
			return Selection{}, fmt.Errorf("%q names no run; write its cell and its repetition, as in 3:1, or 3:0..4 for repetitions of a cell", part)
		}
		if cell >= s.Count() {
			return Selection{}, fmt.Errorf("%s is out of range; the cells go from 0 to %d", part, s.Count()-1)
		}
		of, err := Select(second, s.Repeat)
		if err != nil {
			return Selection{}, fmt.Errorf("repetitions of cell %d: %w", cell, err)
		}
		span := of.spans[0]
		parts[i] = fmt.Sprintf("%d..%d", cell*s.Repeat+span[0], cell*s.Repeat+span[1])
	}
	all, err := Select(strings.Join(parts, ","), s.Runs())
	if errors.Is(err, errSelection) {
		err = fmt.Errorf("%w, or a cell and its repetition, as in 4:0", err)
	}
	return all, err
}

// Selection is a set of numbers of runs or cells.
type Selection struct{ spans [][2]int } // first and last, in order, apart from each other

var errSelection = errors.New("is no selection")

// Select reads a selection such as 3,7..9 of the numbers from 0 to total-1. An
// open end, as in 7.. or ..9, goes to the last or from the first.
func Select(text string, total int) (Selection, error) {
	var out Selection
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		first, last, isSpan := strings.Cut(part, "..")
		from, errFrom := bound(first, 0, isSpan)
		to, errTo := bound(last, total-1, isSpan)
		if !isSpan {
			to, errTo = from, errFrom
		}
		switch {
		case errFrom != nil || errTo != nil || part == "..":
			return Selection{}, fmt.Errorf("%q %w; write numbers and ranges, as in 3,7..9", part, errSelection)
		case isSpan && to < from && first != "" && last != "":
			return Selection{}, fmt.Errorf("%s goes backwards; write %d..%d", part, to, from)
		case from >= total || to >= total:
			return Selection{}, fmt.Errorf("%s is out of range; the numbers go from 0 to %d", part, total-1)
		}
		out.spans = append(out.spans, [2]int{from, to})
	}
	out.join()
	return out, nil
}

// bound reads one end of a range.
func bound(text string, open int, isSpan bool) (int, error) {
	if text == "" && isSpan {
		return open, nil
	}
	n, err := strconv.ParseUint(text, 10, 62)
	if err != nil {
		return 0, err
	}
	return int(min(n, math.MaxInt)), nil
}

// join sorts the spans and makes one of those that meet.
func (s *Selection) join() {
	slices.SortFunc(s.spans, func(a, b [2]int) int { return a[0] - b[0] })
	var out [][2]int
	for _, span := range s.spans {
		if n := len(out); n > 0 && span[0] <= out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], span[1])
			continue
		}
		out = append(out, span)
	}
	s.spans = out
}

// Has reports whether a number is selected.
func (s Selection) Has(n int) bool {
	i, found := slices.BinarySearchFunc(s.spans, n, func(span [2]int, n int) int { return span[0] - n })
	return found || i > 0 && n <= s.spans[i-1][1]
}

// All returns the numbers in order.
func (s Selection) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, span := range s.spans {
			for n := span[0]; n <= span[1]; n++ {
				if !yield(n) {
					return
				}
			}
		}
	}
}
