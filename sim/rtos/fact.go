package rtos

import (
	"fmt"
	"time"

	"halocline/sim"
)

// Observer is told what happens on a processor, in the order in which it
// happens. It must not release tasks.
type Observer interface{ Observe(f Fact) }

// Fact is something that happened to a job.
type Fact struct {
	At      sim.Time
	Release sim.Time // of the job
	Job     int64    // number of the release among those of the task, from 0
	Task    int32    // number of the task, from 0
	Kind    Kind
}

// Kind says what happened.
type Kind uint8

// The kinds of facts. An overrun, a release that finds an earlier job of the
// task unfinished, is either Queued or Skipped.
const (
	Released  Kind = iota // the job is ready to run
	Queued                // the job is released and waits for an earlier one of its task
	Skipped               // the job is not made: too many of its task wait
	Switching             // the processor turns to the job; only where that takes time
	Started               // the job runs for the first time
	Preempted             // another job takes the processor from it
	Resumed               // the job runs again
	Finished              // the last segment has ended
	Missed                // the deadline has come and the job is unfinished; it goes on
	Lost                  // the processor has lost its power, and with it the job
)

// String returns the name of the kind.
func (k Kind) String() string {
	names := [...]string{
		Released: "released", Queued: "queued", Skipped: "skipped", Switching: "switching", Started: "started",
		Preempted: "preempted", Resumed: "resumed", Finished: "finished", Missed: "missed", Lost: "lost",
	}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Log is an observer that keeps every fact, for a picture of the schedule.
type Log []Fact

// Observe keeps f.
func (l *Log) Observe(f Fact) { *l = append(*l, f) }

// Tally is an observer that counts, by the number of the task.
type Tally []Count

// Count is what became of the jobs of a task.
type Count struct {
	Released int64         // skipped ones included
	Overruns int64         // of these, released before an earlier job was finished
	Skipped  int64         // of these, never to run
	Finished int64         // in time or late
	Missed   int64         // deadlines
	Worst    time.Duration // longest time from release to end
}

// Observe counts f.
func (t *Tally) Observe(f Fact) {
	for int(f.Task) >= len(*t) {
		*t = append(*t, Count{})
	}
	c := &(*t)[f.Task]
	switch f.Kind {
	case Released:
		c.Released++
	case Queued:
		c.Released++
		c.Overruns++
	case Skipped:
		c.Released++
		c.Overruns++
		c.Skipped++
	case Finished:
		c.Finished++
		c.Worst = max(c.Worst, f.At.Sub(f.Release))
	case Missed:
		c.Missed++
	}
}
