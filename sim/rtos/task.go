package rtos

import (
	"errors"
	"fmt"
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
)

// Unlimited is the Backlog of a task of which every release waits for its turn.
const Unlimited = -1

// TaskConfig describes a task. All times are of the node's clock.
type TaskConfig struct {
	Name     string
	Priority int // for FixedPriority; the lowest number runs first

	// A periodic task is released when the node's clock shows Offset + n Period,
	// n = 0, 1, 2 and so on. A Period of 0 makes it an event task, which is
	// released by Release.
	Offset, Period time.Duration

	// Deadline is counted from the release. At 0 it is the period, and an event
	// task has none: it never misses, and goes behind all that have one.
	Deadline time.Duration

	// Backlog is how many releases may wait for an unfinished job of this task.
	// What is released beyond that is skipped. So at 0 every release that
	// finds the task at work is lost; with Unlimited none is, as in TrueTime, and a
	// processor that stays overloaded falls behind further and further. A job that
	// waited keeps the deadline that its release gave it.
	Backlog int

	Segments []Segment   // of a job, at least one
	Rand     *rng.Stream // of this task alone; needed where a demand is random
}

// Segment is a piece of a job. Its functions may be nil, and may release other
// tasks. In TrueTime's terms, code segment k+1 is End of segment k and Begin of the
// next. A job may be preempted anywhere, also between two segments.
//
// A demand of zero, the default, costs nothing: all jobs of an instant read,
// compute and write at that instant, by priority, in one event of the kernel. A
// processor that is busy takes one event more for each end of a segment, of a
// context switch, and for each deadline that is missed.
type Segment struct {
	Begin  func(now sim.Time) // reads the inputs, when the segment gets the processor
	Demand Demand             // processor time; nil for none
	End    func(now sim.Time) // writes the outputs, when the segment has had its demand
}

// Demand is the processor time that a segment needs. It is asked once in a job,
// after Begin, so it may depend on what Begin has read. A job that is skipped
// is not asked.
type Demand interface {
	// Draw returns a time that is not negative.
	Draw(r *rng.Stream) time.Duration
}

// Fixed is a demand that is always the same.
type Fixed time.Duration

// Draw returns the demand.
func (d Fixed) Draw(*rng.Stream) time.Duration { return time.Duration(d) }

// Uniform is a demand of any number of nanoseconds from Min to Max, both
// included, each with the same probability.
type Uniform struct{ Min, Max time.Duration }

// Draw draws a demand.
func (d Uniform) Draw(r *rng.Stream) time.Duration {
	return d.Min + time.Duration(r.Intn(int(d.Max-d.Min)+1))
}

// Table is a demand that was measured: each entry has the same probability.
type Table []time.Duration

// Draw draws a demand.
func (d Table) Draw(r *rng.Stream) time.Duration { return d[r.Intn(len(d))] }

// validate says what is wrong.
func (c TaskConfig) validate() error {
	switch {
	case c.Period < 0:
		return fmt.Errorf("period of %v: allowed are 0, for an event task, and more", c.Period)
	case c.Offset < 0:
		return fmt.Errorf("offset of %v: allowed are 0 and more", c.Offset)
	case c.Period == 0 && c.Offset != 0:
		return fmt.Errorf("offset of %v without a period: an event task has none", c.Offset)
	case c.Deadline < 0:
		return fmt.Errorf("deadline of %v: allowed are 0, for the period, and more", c.Deadline)
	case c.Backlog < Unlimited || c.Backlog > math.MaxInt32:
		return fmt.Errorf("backlog of %d: allowed are 0 to %d, and %d for no limit", c.Backlog, math.MaxInt32, Unlimited)
	case len(c.Segments) == 0:
		return errors.New("no segment: at least one is needed")
	}
	for i, s := range c.Segments {
		if err := check(s.Demand, c.Rand != nil); err != nil {
			return fmt.Errorf("segment %d: %w", i+1, err)
		}
	}
	return nil
}

// check says what is wrong with a demand of this package.
func check(d Demand, random bool) error {
	least := time.Duration(0)
	switch d := d.(type) {
	case Fixed:
		least, random = time.Duration(d), true
	case Uniform:
		least = d.Min
		if d.Max < d.Min || d.Max-d.Min == math.MaxInt64 {
			return fmt.Errorf("demand from %v to %v: the bounds must be in order", d.Min, d.Max)
		}
	case Table:
		if len(d) == 0 {
			return errors.New("demand from a table without entries: at least one is needed")
		}
		for _, entry := range d {
			least = min(least, entry)
		}
	default:
		random = true // or not random at all: its author knows
	}
	if least < 0 {
		return fmt.Errorf("demand of %v: allowed are 0 and more", least)
	}
	if !random {
		return errors.New("random demand without a stream to draw it from")
	}
	return nil
}

// Task is a task on its processor. CPU.Add creates it.
type Task struct {
	cpu      *CPU
	config   TaskConfig
	index    int32
	priority int64 // the lowest runs first

	due  sim.Time // reading of the node's clock at the next periodic release
	next sim.Time // when that is; Never if there is none

	count   int64 // number of the next job
	jobs    queue // the first one is at work, the others wait
	missed  int   // so many of jobs, from the first, have missed their deadlines
	segment int   // of the first job
	begun   bool  // this segment has read its inputs
	started bool  // the first job has had the processor
	left    time.Duration
}

// job is a release.
type job struct {
	number            int64
	release, deadline sim.Time
}

// Index returns the number of the task in the order of creation, from 0: the
// Task of its facts.
func (t *Task) Index() int { return int(t.index) }

// Name returns the name of the task.
func (t *Task) Name() string { return t.config.Name }

// Release releases an event task now. The signature is that of a timer's
// function. The job is not run within the call: it runs, if it is its turn, in
// an event of phase Control at this instant. On a processor that is halted nothing
// happens. A probe must not release.
func (t *Task) Release(now sim.Time) {
	if t.config.Period > 0 {
		panic("rtos: task " + t.config.Name + " is periodic and was released by an event")
	}
	if t.cpu.halted {
		return
	}
	t.admit(now, t.cpu.config.Clock.Local(now))
	t.cpu.wakeBy(now)
}

// lose forgets all jobs, and the next periodic release.
func (t *Task) lose(now sim.Time) {
	for ; t.jobs.n > 0; t.jobs.pop() {
		t.report(Lost, now)
	}
	t.next, t.missed = sim.Never, 0
	t.segment, t.begun, t.started, t.left = 0, false, false, 0
}

// rank returns the priority of the task's jobs.
func (t *Task) rank(p Policy) int64 {
	switch {
	case p == FixedPriority:
		return int64(t.config.Priority)
	case p == EDF:
		return 0
	case t.config.Deadline == 0:
		return math.MaxInt64
	default:
		return int64(t.config.Deadline)
	}
}

// before reports whether the first job of t goes before that of u. This is the
// whole order of jobs.
func (t *Task) before(u *Task) bool {
	a, b := t.jobs.at(0), u.jobs.at(0)
	switch {
	case t.priority != u.priority:
		return t.priority < u.priority
	case a.deadline != b.deadline:
		return a.deadline < b.deadline
	case a.release != b.release:
		return a.release < b.release
	default:
		return t.index < u.index
	}
}

// begin finds the first periodic release from now on.
func (t *Task) begin(now sim.Time) {
	t.due = sim.Time(t.config.Offset)
	if late := t.cpu.config.Clock.Local(now).Sub(t.due); late > 0 {
		t.count = int64((late + t.config.Period - 1) / t.config.Period)
		t.due = t.due.Add(time.Duration(t.count) * t.config.Period)
	}
	t.next = max(now, t.cpu.config.Clock.Kernel(t.due))
}

// schedule finds the periodic release after the one that is due.
func (t *Task) schedule() {
	if sim.Never.Sub(t.due) < t.config.Period {
		t.next = sim.Never
		return
	}
	t.due = t.due.Add(t.config.Period)
	t.next = t.cpu.config.Clock.Kernel(t.due)
}

// admit makes a job, released now, when the node's clock shows local, or skips it.
func (t *Task) admit(now, local sim.Time) {
	j := job{number: t.count, release: now, deadline: sim.Never}
	t.count++
	kind := Released
	if t.jobs.n > 0 {
		kind = Queued
	}
	if t.config.Backlog != Unlimited && t.jobs.n > t.config.Backlog {
		kind = Skipped
	}
	if kind != Skipped {
		if t.config.Deadline > 0 {
			j.deadline = t.cpu.config.Clock.Kernel(local.Add(t.config.Deadline))
		}
		t.jobs.push(j)
	}
	t.tell(kind, now, j)
}

// run reports that the first job has the processor.
func (t *Task) run(now sim.Time) {
	if t.started {
		t.report(Resumed, now)
		return
	}
	t.started = true
	t.report(Started, now)
}

// beginSegment reads the inputs of a segment and asks for its demand.
func (t *Task) beginSegment(now sim.Time) {
	s := &t.config.Segments[t.segment]
	t.begun = true
	if s.Begin != nil {
		s.Begin(now)
	}
	if s.Demand == nil {
		return
	}
	if t.left = s.Demand.Draw(t.config.Rand); t.left < 0 {
		panic(fmt.Sprintf("rtos: task %s demands %v of the processor", t.config.Name, t.left))
	}
}

// endSegment writes the outputs of a segment. It reports whether that was the
// end of the job.
func (t *Task) endSegment(now sim.Time) bool {
	s := &t.config.Segments[t.segment]
	t.begun = false
	t.segment++
	if s.End != nil {
		s.End(now)
	}
	if t.segment < len(t.config.Segments) {
		return false
	}
	t.report(Finished, now)
	t.segment, t.started = 0, false
	t.missed = max(0, t.missed-1)
	t.jobs.pop()
	return true
}

// judge reports the deadlines that have passed.
func (t *Task) judge(now sim.Time) {
	for t.deadline() <= now {
		t.tell(Missed, now, *t.jobs.at(t.missed))
		t.missed++
	}
}

// deadline returns the next deadline that can be missed.
func (t *Task) deadline() sim.Time {
	if t.missed == t.jobs.n {
		return sim.Never
	}
	return t.jobs.at(t.missed).deadline
}

// report tells the observer about the first job.
func (t *Task) report(k Kind, now sim.Time) { t.tell(k, now, *t.jobs.at(0)) }

// tell tells the observer about a job.
func (t *Task) tell(k Kind, now sim.Time, j job) {
	if o := t.cpu.config.Observer; o != nil {
		o.Observe(Fact{At: now, Release: j.release, Job: j.number, Task: t.index, Kind: k})
	}
}

// queue holds jobs in the order of release, in a ring.
type queue struct {
	ring    []job
	head, n int
}

// at returns the job behind i others.
func (q *queue) at(i int) *job {
	if i += q.head; i >= len(q.ring) {
		i -= len(q.ring)
	}
	return &q.ring[i]
}

func (q *queue) push(j job) {
	if q.n == len(q.ring) {
		q.grow(2 * q.n)
	}
	q.n++
	*q.at(q.n - 1) = j
}

func (q *queue) pop() {
	q.head = (q.head + 1) % len(q.ring)
	q.n--
}

// grow makes room for n jobs.
func (q *queue) grow(n int) {
	ring := make([]job, n)
	k := copy(ring, q.ring[q.head:])
	copy(ring[k:], q.ring[:q.head])
	q.ring, q.head = ring, 0
}
