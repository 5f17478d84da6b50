// Package rtos models the real-time computer of a node: one processor that runs periodic and
// event-triggered tasks. Scheduling is preemptive, by fixed priorities, by deadline-monotonic
// priorities or by earliest deadline first. It follows the kernel of TrueTime (Cervin, Henriksson,
// Lincoln, Eker and Arzen, "How does control timing affect performance?", IEEE Control Systems 23(3),
// 2003).
//
// Each release of a task is a job, and a job is a row of segments. A segment reads its inputs when it
// begins to execute, needs the processor for as long as its demand says, and then writes its outputs.
// All times are counted by the node's own clock, which drives the processor too.
//
// Begin with New and CPU.Add: a TaskConfig says when a task is released, and of which Segments its
// jobs are made. Task.Release releases an event-triggered task. The order of jobs stands with CPU.
//
// Left out: shared resources and the protocols that guard them, interrupt handlers, tasks that sleep
// or wait in the middle of a job, servers that reserve bandwidth, several processors, processors that
// change their speed, and caches, so that preemption costs nothing but the switches.
package rtos

import (
	"fmt"
	"slices"
	"time"

	"halocline/sim"
	"halocline/sim/clock"
)

// Policy says which priority a job has.
type Policy uint8

// The policies. Rate-monotonic priorities are DeadlineMonotonic where deadlines
// are left to be the periods.
const (
	FixedPriority     Policy = iota // as the tasks say; the lowest number runs first
	DeadlineMonotonic               // the shortest relative deadline runs first
	EDF                             // the earliest absolute deadline runs first
)

// String returns the name of the policy.
func (p Policy) String() string {
	names := [...]string{FixedPriority: "FP", DeadlineMonotonic: "DM", EDF: "EDF"}
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("policy(%d)", uint8(p))
}

// Config describes a processor. The zero value has a perfect clock and tasks
// with fixed priorities.
type Config struct {
	Policy Policy

	// Switch is the time that the processor needs before a job begins or
	// resumes, whatever it did before. A job that is preempted during a switch
	// has gained nothing by it. So a job costs at most two switches: its own,
	// and one back to the job that it preempts.
	Switch time.Duration

	Clock    clock.Clock // of the node
	Observer Observer    // is told what happens; may be nil
}

// CPU is a processor. Create it with New.
//
// The job that runs is the first in the order of priority (of the policy), absolute deadline,
// release, and creation of the task. The jobs of one task run one after the other.
//
// At one instant, first the segment that has had its time ends. Then periodic tasks are released, in
// the order in which they were created; then jobs run; then deadlines are judged, so that a job which
// ends at its deadline has met it. All this is in phase Control. A task released in an earlier phase
// of an instant, by a message for instance, runs in phase Control of that instant.
//
// Offsets, periods, deadlines, demands and context switches are counted by the node's own clock: on a
// clock that is slow, all of them take longer.
type CPU struct {
	kernel   *sim.Kernel
	config   Config
	tasks    []*Task
	timer    *sim.Timer
	at       sim.Time // what the timer was last armed to
	deciding bool     // at work; whoever releases a task need not wake it
	halted   bool     // without power

	running *Task
	on      bool          // the switch to running is over and was reported
	turning time.Duration // left of the switch to running
	since   sim.Time      // reading of the node's clock up to which running was charged
}

// New returns a processor without tasks.
func New(k *sim.Kernel, c Config) (*CPU, error) {
	if c.Policy > EDF {
		return nil, fmt.Errorf("unknown scheduling %v: allowed are %v, %v and %v", c.Policy, FixedPriority, DeadlineMonotonic, EDF)
	}
	if c.Switch < 0 {
		return nil, fmt.Errorf("context switch of %v: allowed are 0 and more", c.Switch)
	}
	cpu := &CPU{kernel: k, config: c}
	cpu.timer = k.NewTimer(sim.Control, cpu.decide)
	return cpu, nil
}

// Add gives the processor a task. Releases of a periodic task that the node's
// clock puts before now are not made up for.
func (c *CPU) Add(config TaskConfig) (*Task, error) {
	if err := config.validate(); err != nil {
		return nil, fmt.Errorf("task %q: %w", config.Name, err)
	}
	config.Segments = slices.Clone(config.Segments)
	if config.Deadline == 0 {
		config.Deadline = config.Period
	}
	t := &Task{cpu: c, config: config, index: int32(len(c.tasks)), next: sim.Never}
	t.priority = t.rank(c.config.Policy)
	t.jobs.grow(1)
	if config.Period > 0 {
		t.begin(c.kernel.Now())
	}
	c.tasks = append(c.tasks, t)
	c.wakeBy(t.next)
	return t, nil
}

// Tasks returns the names of the tasks, by their numbers.
func (c *CPU) Tasks() []string {
	var names []string
	for _, t := range c.tasks {
		names = append(names, t.config.Name)
	}
	return names
}

// Tell has o told what happens from now on, in place of the observer before.
func (c *CPU) Tell(o Observer) { c.config.Observer = o }

// Halt takes the power from the processor: jobs that are under way or wait are lost, and
// nothing is released until Resume. What the functions of the segments keep is theirs.
func (c *CPU) Halt() {
	now := c.kernel.Now()
	if c.running != nil && c.on {
		c.running.report(Preempted, now)
	}
	c.halted, c.running, c.on, c.turning = true, nil, false, 0
	for _, t := range c.tasks {
		t.lose(now)
	}
	c.timer.Stop()
}

// Resume gives the power back. Periodic tasks are released from now on when the node's clock
// shows a multiple of their period again.
func (c *CPU) Resume() {
	c.halted = false
	for _, t := range c.tasks {
		if t.config.Period > 0 {
			t.begin(c.kernel.Now())
		}
		c.wakeBy(t.next)
	}
}

// decide does what is due: it is the one event of the processor.
func (c *CPU) decide(now sim.Time) {
	c.deciding = true
	c.charge(now)
	for _, t := range c.tasks {
		for t.next <= now {
			t.admit(now, t.due)
			t.schedule()
		}
	}
	c.dispatch(now)
	for _, t := range c.tasks {
		t.judge(now)
	}
	c.deciding = false
	c.wakeBy(c.next())
}

// charge counts the time since the last decision, and ends the segment that
// has had all of its time.
func (c *CPU) charge(now sim.Time) {
	t := c.running
	if t == nil {
		return
	}
	local := c.config.Clock.Local(now)
	ran := local.Sub(c.since)
	c.since = local
	if c.turning > 0 {
		c.turning -= ran
		return
	}
	t.left -= ran
	if t.begun && t.left <= 0 { // a fast clock leaves out readings
		c.end(t, now)
	}
}

// dispatch runs jobs until one needs time or none is left.
func (c *CPU) dispatch(now sim.Time) {
	for steps := 0; ; steps++ {
		if steps > sim.CrowdLimit {
			c.kernel.Fail(fmt.Errorf("tasks of one processor: %w", sim.ErrCrowded))
			return
		}
		t := c.first()
		if t != c.running {
			c.switchTo(t, now)
		}
		if t == nil || c.turning > 0 {
			return
		}
		if !c.on {
			c.on = true
			t.run(now)
		}
		switch {
		case !t.begun:
			t.beginSegment(now) // may release a task that runs first
		case t.left > 0:
			return
		default:
			c.end(t, now)
		}
	}
}

// first returns the task whose job is first in the order of jobs, or nil.
func (c *CPU) first() *Task {
	var best *Task
	for _, t := range c.tasks {
		if t.jobs.n > 0 && (best == nil || t.before(best)) {
			best = t
		}
	}
	return best
}

// switchTo takes the processor from the job that has it and gives it to the
// job of t.
func (c *CPU) switchTo(t *Task, now sim.Time) {
	if c.running != nil && c.on {
		c.running.report(Preempted, now)
	}
	c.running, c.on, c.turning = t, false, 0
	if t == nil {
		return
	}
	c.since = c.config.Clock.Local(now)
	if c.config.Switch > 0 {
		c.turning = c.config.Switch
		t.report(Switching, now)
	}
}

// end lets the running segment of t write its outputs, and ends the job after
// the last one.
func (c *CPU) end(t *Task, now sim.Time) {
	if t.endSegment(now) {
		c.running = nil
	}
}

// next returns when there is something to decide again.
func (c *CPU) next() sim.Time {
	at := sim.Never
	if t := c.running; t != nil {
		work := t.left
		if c.turning > 0 {
			work = c.turning
		}
		at = c.config.Clock.Kernel(c.since.Add(work))
	}
	for _, t := range c.tasks {
		at = min(at, t.next, t.deadline())
	}
	return at
}

// wakeBy has decide called no later than at.
func (c *CPU) wakeBy(at sim.Time) {
	if c.deciding || at == sim.Never || c.timer.Armed() && c.at <= at {
		return
	}
	c.at = at
	c.timer.Arm(at)
}
