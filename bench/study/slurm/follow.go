package slurm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Progress is how far an array is, in tasks.
type Progress struct {
	Waiting, Running, Done, Failed int

	Again   int    // how often tasks were queued again
	Shards  int    // files of shards that are there; some may be left from an earlier array
	Merging bool   // the merge runs
	Reason  string // why tasks wait, in a word of Slurm, such as Priority
	Silent  error  // why the queue could not be looked at, or nil
}

// Follow looks at the queue until the result is there, a task has failed for
// good, or ctx ends; then the jobs go on, and Cancel ends them. After each look
// it calls report, which may be nil.
//
// A task whose input is wrong (exit code 2) ends the array at once, since the
// others have the same input. After any other failure the rest goes on, so that
// its shards are there the next time. Both are returned as a FailedError.
//
// A merge that Slurm has dropped although all tasks ended well is submitted
// anew, and gets a new number: see Recall.
func (c Cluster) Follow(ctx context.Context, a Array, jobs Jobs, report func(Progress)) error {
	every, patience := c.Every, c.Patience
	if every == 0 {
		every = 5 * time.Second
	}
	if patience == 0 {
		patience = 10 * time.Minute
	}
	w := newWatch(a, jobs)
	for heard := time.Now(); ; {
		err := w.look(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			heard = time.Now()
		case !again(err) || time.Since(heard) > patience:
			return err
		}
		if report != nil {
			p := w.progress()
			p.Silent = err
			report(p)
		}
		if ended, err := w.verdict(); err != nil {
			return errors.Join(err, c.Cancel(ctx, w.jobs))
		} else if ended {
			return w.arrive(ctx, every, patience)
		}
		if err := pause(ctx, every); err != nil {
			return err
		}
	}
}

// again tells whether an error of a command may pass.
func again(err error) bool {
	var said *CommandError
	return errors.As(err, &said) && said.Again
}

// watch is what has been seen of an array.
type watch struct {
	array Array
	jobs  Jobs
	seats []seat // by task; the merge has number 0
	anew  bool   // the merge was submitted a second time
}

// seat is a task as it was last seen. A failure counts when it is seen twice in
// a row: a task of a lost node has failed for a moment, before it is queued again.
type seat struct {
	entry
	failures int // looks in a row
}

func newWatch(a Array, jobs Jobs) *watch {
	return &watch{array: a, jobs: jobs, seats: make([]seat, a.Shards+1)}
}

// look looks at the queue, and submits a merge that was dropped.
func (w *watch) look(ctx context.Context) error {
	entries, err := queue(ctx, w.jobs)
	if err != nil {
		return err
	}
	w.see(entries)
	if !w.dropped() {
		return nil
	}
	merge, err := submit(ctx, w.array.mergeFile())
	if err != nil {
		return err
	}
	w.jobs.Merge, w.seats[0], w.anew = merge, seat{}, true
	return w.array.note(w.jobs)
}

// dropped tells whether the merge will not run though all tasks ended well.
// Slurm 22.05 judges an array by the greatest exit code of all attempts, so that
// RequeueExit alone makes the dependency fail.
func (w *watch) dropped() bool {
	merge := w.seats[0]
	return !w.anew && w.progress().Done == w.array.Shards &&
		(merge.reason == "DependencyNeverSatisfied" || merge.state == forgotten && merge.certain() == failed)
}

// see takes in one look at the queue.
func (w *watch) see(entries []entry) {
	found := make([]*entry, len(w.seats))
	for i, e := range entries {
		if e.job == w.jobs.Array && 1 <= e.task && e.task < len(found) || e.job == w.jobs.Merge && e.task == 0 {
			found[e.task] = &entries[i]
		}
	}
	for i := range w.seats {
		s := &w.seats[i]
		switch {
		case found[i] != nil:
			s.entry = *found[i]
		case s.fate() == done || s.fate() == failed:
			// Slurm has forgotten what is known here.
		default:
			s.entry = w.remember(i)
		}
		if s.fate() == failed {
			s.failures++
		} else {
			s.failures = 0
		}
	}
}

// remember returns what a task that Slurm has forgotten left about its end.
func (w *watch) remember(task int) entry {
	e := w.seats[task].entry
	text, err := os.ReadFile(w.file(task, ".exit"))
	if err == nil {
		e.exit, err = strconv.Atoi(strings.TrimSpace(string(text)))
	}
	switch {
	case err != nil:
		e.state = forgotten
	case e.exit == 0:
		e.state = "COMPLETED"
	default:
		e.state = "FAILED"
	}
	return e
}

// certain returns what has become of a task. A failure that is not certain yet
// may be the moment before a new attempt.
func (s seat) certain() fate {
	if f := s.fate(); f != failed || s.failures >= 2 {
		return f
	}
	return waiting
}

// progress counts the tasks.
func (w *watch) progress() Progress {
	var p Progress
	for _, s := range w.seats[1:] {
		p.Again += s.restarts
		switch s.certain() {
		case running:
			p.Running++
		case done:
			p.Done++
		case failed:
			p.Failed++
		case waiting:
			p.Waiting++
			if s.reason != "" && s.reason != "None" && p.Reason == "" {
				p.Reason = s.reason
			}
		}
	}
	p.Merging = w.seats[0].fate() == running
	for task := range w.array.Shards {
		if _, err := os.Stat(w.array.Shard(task + 1)); err == nil {
			p.Shards++
		}
	}
	return p
}

// verdict tells whether all has ended, and returns a FailedError if there is no
// use in waiting any longer.
func (w *watch) verdict() (bool, error) {
	p := w.progress()
	failures, hopeless := w.failures()
	if hopeless || len(failures) > 0 && p.Waiting+p.Running == 0 {
		return true, &FailedError{Tasks: w.array.Shards, Failures: failures}
	}
	if p.Done < w.array.Shards {
		return false, nil
	}
	switch w.seats[0].certain() {
	case done:
		return true, nil
	case failed:
		return true, &FailedError{Tasks: w.array.Shards, Failures: []Failure{w.failure(0)}}
	}
	return false, nil
}

// failures returns the tasks that have failed for good, and whether one of them
// says that the input is wrong.
func (w *watch) failures() (failures []Failure, hopeless bool) {
	for i, s := range w.seats {
		if i > 0 && s.certain() == failed {
			failures = append(failures, w.failure(i))
			hopeless = hopeless || s.state == "FAILED" && s.exit == exitInput
		}
	}
	return failures, hopeless
}

// failure returns what is known about the end of a task.
func (w *watch) failure(task int) Failure {
	s := w.seats[task]
	return Failure{Task: task, State: s.state, Exit: s.exit, Log: w.file(task, ".log"), Said: tail(w.file(task, ".log"))}
}

// file returns the name of a file that a task leaves.
func (w *watch) file(task int, ending string) string {
	name := w.jobs.Merge
	if task > 0 {
		name = fmt.Sprintf("%s_%d", w.jobs.Array, task)
	}
	return filepath.Join(w.array.folder(), name+ending)
}

// arrive waits for the result: network file systems show a new file late.
func (w *watch) arrive(ctx context.Context, every, patience time.Duration) error {
	for begin := time.Now(); ; {
		_, err := os.Stat(w.array.Result())
		if err == nil || !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if time.Since(begin) > patience {
			return fmt.Errorf("slurm: the merge ended well, but %w; see %s", err, w.file(0, ".log"))
		}
		if err := pause(ctx, every); err != nil {
			return err
		}
	}
}

// pause waits, or returns why it did not.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
