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
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"halocline/bench/study"
	"halocline/bench/study/pool"
	"halocline/bench/study/results"
	"halocline/bench/study/stats"
)

// Options say how the runs of a study are carried out. None of them changes what a
// run gives.
type Options struct {
	Workers int                    // 0 for one per processor
	Only    func(results.Key) bool // which of the missing runs are made; nil for all
	Told    func(Progress)         // is told after every run, by one goroutine at a time; may be nil
}

// Progress is how far a study has come.
type Progress struct {
	Total     int // runs to be made; where the runs decide when to stop, at most
	Done      int
	Failed    int // of those that are done
	Uncounted int // of those that are done: over before the end of their warm-up, so that nothing in them counts
	Last      results.Run
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
}

// Run makes the runs that the file misses. When ctx is done no further one begins,
// those under way are finished and kept, and the error wraps ErrInterrupted. A run
// that fails is kept with its reason and stops nobody; an error of the file stops
// all.
func Run(ctx context.Context, s *study.Study, out *results.Writer, o Options) (Progress, error) {
	c := &execution{Study: s, out: out, options: o}
	keys := slices.DeleteFunc(out.Missing(), func(k results.Key) bool { return o.Only != nil && !o.Only(k) })
	c.state.Total = len(keys)
	var err error
	if s.Until != nil {
		cells := byCell(keys)
		err = pool.Each(ctx, o.Workers, len(cells), func(ctx context.Context, i int) error { return c.fill(ctx, cells[i]) })
	} else {
		err = pool.Each(ctx, o.Workers, len(keys), func(_ context.Context, i int) error { return c.make(keys[i]) })
	}
	if flushed := out.Flush(); err == nil {
		err = flushed
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

// make carries out a run and keeps it.
func (c *execution) make(k results.Key) error {
	run, err := c.carryOut(k)
	if err != nil {
		return err
	}
	if err := c.out.Put(run); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state.Done++
	if run.Status == results.Failed {
		c.state.Failed++
	}
	c.state.Last = run
	if c.options.Told != nil {
		c.options.Told(c.state)
	}
	return nil
}

// fill makes the runs of one cell, one after the other, until its metric is known
// well enough.
func (c *execution) fill(ctx context.Context, keys []results.Key) error {
	u := c.Until
	rule := stats.Precision{Relative: u.Relative, Absolute: u.Absolute, Confidence: u.Confidence, Min: u.Min, Max: min(u.Max, c.Repeat)}
	cell := keys[0].Cell
	for i, k := range keys {
		if k.Repetition != keys[0].Repetition+i {
			return fmt.Errorf("cell %d: repetition %d is missing, and later ones are there; a study that decides how many runs it needs makes them one after the other: begin it anew", cell, keys[0].Repetition+i)
		}
		known, err := c.values(cell, k.Repetition)
		if err != nil {
			return err
		}
		if n, decided := rule.Stop(known); decided {
			return c.stop(cell, n, len(keys)-i)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := c.make(k); err != nil {
			return err
		}
	}
	known, err := c.values(cell, c.Repeat)
	if err != nil {
		return err
	}
	if n, decided := rule.Stop(known); decided {
		return c.stop(cell, n, 0)
	}
	return nil
}

// stop says that a cell needs no more runs.
func (c *execution) stop(cell, repetitions, spared int) error {
	c.mu.Lock()
	c.state.Total -= spared
	c.mu.Unlock()
	return c.out.Stop(cell, repetitions)
}

// values returns the metric of the first n repetitions of a cell. One that failed
// is missing.
func (c *execution) values(cell, n int) ([]float64, error) {
	found, err := c.out.Values(cell, c.Until.Metric)
	if err != nil {
		return nil, err
	}
	all := make([]float64, n)
	for i := range all {
		all[i] = math.NaN()
	}
	for _, v := range found {
		if v.Repetition < n {
			all[v.Repetition] = v.Value
		}
	}
	return all, nil
}

// carryOut makes one run. An error is one of the study, not of the run.
func (c *execution) carryOut(k results.Key) (results.Run, error) {
	run := results.Run{Cell: k.Cell, Repetition: k.Repetition, Seed: c.Seed(k.Cell, k.Repetition)}
	runtime.LockOSThread() // so that the processor time of the thread is that of the run
	defer runtime.UnlockOSThread()
	begun, used := time.Now(), processorTime()
	err := c.simulate(&run)
	run.Wall, run.CPU = time.Since(begun).Seconds(), (processorTime() - used).Seconds()
	return run, err
}
