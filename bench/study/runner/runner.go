// Package runner carries out the runs of a study on the processors of one machine and puts them into
// its result file. One kernel serves one run; runs share nothing. What ends up in the file does not
// depend on the number of workers, nor on where the study was interrupted.
//
// Begin with Run, after study.Study.Check, and Vet, have found nothing wrong. Run keeps a run that
// fails with its reason and goes on. Progress says how many runs failed.
//
// Left out: other machines, which do shards of their own (see package slurm for one way to start them).
package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"halocline/bench/study"
	"halocline/bench/study/boundary"
	"halocline/bench/study/measure"
	"halocline/bench/study/pool"
	"halocline/bench/study/results"
)

// Options say how the runs of a study are carried out. None of them changes what a
// run gives.
type Options struct {
	Workers int                    // 0 for one per processor
	Only    func(results.Key) bool // which of the missing runs are made; nil for all
	Earlier *Earlier               // has runs that are taken from it and not made; may be nil
	Told    func(Progress)         // is told after every run, by one goroutine at a time; may be nil
}

// Progress is how far a study has come.
type Progress struct {
	Total     int // runs to be made; where the runs decide when to stop, at most
	Done      int
	Failed    int // of those that are done
	Taken     int // of those that are done: from the earlier file
	Panicked  int // of those that failed: a model has a fault
	Uncounted int // of those that are done: over before the end of their warm-up, so that nothing in them counts
	Last      results.Run
	Imprecise string // which cells have all runs that they may have, and are not known as well as the study asks; at the end
}

// ErrUnknown says that a study asks for something that its runs do not have.
var ErrUnknown = errors.New("the study asks for what its runs do not have")

// ErrInterrupted says that runs are left to be made.
var ErrInterrupted = errors.New("interrupted")

// execution is a study that is being carried out.
type execution struct {
	*study.Study
	out     *results.Writer
	options Options
	mu      sync.Mutex
	state   Progress

	definitions *measure.Definitions // of the metrics of all runs
}

// Run makes the runs that the file misses. When ctx is done no further one begins,
// those under way are finished and kept, and the error wraps ErrInterrupted. A run
// that fails is kept with its reason and stops nobody; an error of the file stops
// all.
func Run(ctx context.Context, s *study.Study, out *results.Writer, o Options) (Progress, error) {
	c := &execution{Study: s, out: out, options: o, definitions: measure.Define()}
	var err error
	var keys []results.Key
	if s.Boundary == nil { // what that needs is planned round by round
		keys = slices.DeleteFunc(out.Missing(), func(k results.Key) bool { return !c.selected(k) })
	}
	c.state.Total = len(keys)
	if s.Boundary != nil {
		err = c.fill(ctx, c.seek)
	} else if s.Until != nil {
		err = c.fill(ctx, c.round)
	} else {
		err = pool.Each(ctx, o.Workers, len(keys), func(_ context.Context, i int) error { return c.make(keys[i]) })
	}
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	if err == nil && s.Until != nil && o.Only == nil {
		c.state.Imprecise, err = s.Imprecise(out, out.Unstopped())
	}
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		err = fmt.Errorf("%w: %d of %d runs are done; go on with --resume", ErrInterrupted, c.state.Done, c.state.Total)
	}
	return c.state, err
}

// byCell groups keys, which are in order, by their cells.
func byCell(keys []results.Key) [][]results.Key {
	var cells [][]results.Key
	for i, k := range keys {
		if i == 0 || k.Cell != keys[i-1].Cell {
			cells = append(cells, nil)
		}
		cells[len(cells)-1] = append(cells[len(cells)-1], k)
	}
	return cells
}

// make carries out a run, or takes it from the earlier file, and keeps it.
func (c *execution) make(k results.Key) error {
	run, taken, err := c.options.Earlier.run(k)
	if err == nil && !taken {
		run, err = c.carryOut(k)
	}
	if err != nil {
		return err
	}
	if err := c.out.Put(run); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state.Done++
	if taken {
		c.state.Taken++
	}
	if run.Status == results.Failed {
		c.state.Failed++
		if strings.HasPrefix(run.Reason, ofPanic) {
			c.state.Panicked++
		}
	}
	c.state.Last = run
	if c.options.Told != nil {
		c.options.Told(c.state)
	}
	return nil
}

// fill makes runs in rounds until what the study wants is known well enough. What a round has follows
// from the values of those before, whoever made them and in whichever order, and all runs of it count.
func (c *execution) fill(ctx context.Context, round func() ([]results.Key, error)) error {
	for {
		keys, err := round()
		if err != nil || len(keys) == 0 {
			return err
		}
		if err := pool.Each(ctx, c.options.Workers, len(keys), func(_ context.Context, i int) error { return c.make(keys[i]) }); err != nil {
			return err
		}
	}
}

// round returns the runs that are made before the cells are looked at next. Those whose runs are enough
// are stopped.
func (c *execution) round() (keys []results.Key, err error) {
	rule := c.Rule()
	for _, missing := range byCell(c.out.Missing()) {
		cell, known := missing[0].Cell, missing[0].Repetition // all before the first that is missing
		samples, err := c.Samples(c.out, cell, known)
		if err != nil {
			return nil, err
		}
		n, enough := rule.Need(samples...)
		if enough {
			if err := c.out.Stop(cell, n); err != nil {
				return nil, err
			}
			c.state.Total -= len(missing)
			continue
		}
		for _, k := range missing {
			if k.Repetition < n && c.selected(k) {
				keys = append(keys, k)
			}
		}
	}
	return keys, nil
}

// seek plans the runs that are made before it is looked next where boundaries are, and returns those that are missing.
func (c *execution) seek() ([]results.Key, error) {
	c.state.Imprecise = ""
	for first := range c.Boundaries() {
		if !c.out.Has(first) {
			continue
		}
		need, found, err := c.Seek(c.out, first, c.out.Made)
		if err == nil {
			err = c.out.Plan(first, need)
		}
		if err != nil {
			return nil, err
		}
		if found.State == boundary.Ended {
			c.state.Imprecise = fmt.Sprintf("not every boundary is known within %s after %d runs", c.Boundary.Within, c.Boundary.Max)
		}
	}
	keys := c.out.Missing()
	c.state.Total = c.state.Done + len(keys)
	return keys, nil
}

// selected tells whether a run is among those to be made.
func (c *execution) selected(k results.Key) bool { return c.options.Only == nil || c.options.Only(k) }

// carryOut makes one run. An error is one of the study, not of the run.
func (c *execution) carryOut(k results.Key) (results.Run, error) {
	run := results.Run{Cell: k.Cell, Repetition: k.Repetition, Seed: c.Seed(k.Cell, k.Repetition)}
	begun := time.Now()
	thread, used := processorTime()
	err := c.simulate(&run)
	run.Wall = time.Since(begun).Seconds()
	run.CPU = run.Wall // where it changed threads: to hold one costs short runs a seventh of their time
	if at, now := processorTime(); at == thread {
		run.CPU = min(run.Wall, (now - used).Seconds())
	}
	return run, err
}
