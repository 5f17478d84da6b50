package paper

import (
	"slices"

	"halocline/bench/report/figure"
	"halocline/sim"
	"halocline/sim/rtos"
)

// scheduleLog collects what the computers of nodes do in a window of time. Its Observer is
// what a run asks for, and Close ends it.
type scheduleLog struct {
	From, To sim.Time // To 0: 2 s from From
	Nodes    []string // whose computers are drawn; nil for all that have one

	has       []string // nodes with a computer, in their order
	figure    figure.Schedule
	computers []*computer
}

// Observer returns what is to be told of the computer of a node; nil if nobody asked for
// that.
func (s *scheduleLog) Observer(node string, tasks []string) rtos.Observer {
	if s.To == 0 {
		s.To = s.From.Add(sim.Seconds(spell))
	}
	s.has = append(s.has, node)
	if s.Nodes != nil && !slices.Contains(s.Nodes, node) {
		return nil
	}
	c := &computer{scheduleLog: s, first: len(s.figure.Tasks), running: none, pending: make([]int, len(tasks)), waits: make([]sim.Time, len(tasks))}
	for _, task := range tasks {
		s.figure.Tasks = append(s.figure.Tasks, node+", "+task)
	}
	s.computers = append(s.computers, c)
	return c
}

// Has returns the nodes that have a computer with tasks.
func (s *scheduleLog) Has() []string { return s.has }

// Close ends the window where the run ended, if that was before.
func (s *scheduleLog) Close(end sim.Time) {
	s.To = min(s.To, end)
	for _, c := range s.computers {
		c.stop(s.To)
		for task, n := range c.pending {
			if n > 0 {
				c.spell(figure.Waits, task, c.waits[task], s.To)
			}
		}
	}
}

// Applies reports whether a picture is worth its place among others: its tasks go on a page,
// and something in the window took time on a computer. Where nothing does, all jobs of an
// instant are done at that instant, and there is little to show.
func (s *scheduleLog) Applies() bool {
	return len(s.figure.Tasks) <= figure.MostTasks && slices.ContainsFunc(s.figure.Spells, func(p figure.Spell) bool { return p.To > p.From })
}

// draw returns the figure. It has no layer where the window has nothing.
func (s *scheduleLog) draw() figure.Figure {
	if s.To <= s.From || len(s.figure.Spells)+len(s.figure.Moments) == 0 {
		return figure.Figure{}
	}
	return s.figure.Figure(s.From.Seconds(), s.To.Seconds())
}

// none is the number of no task.
const none = -1

// computer is a computer that is looked at.
type computer struct {
	*scheduleLog
	first int // of its tasks, among those of the figure

	running int // the task that has the processor, or none
	state   figure.State
	since   sim.Time
	pending []int      // by task: unfinished jobs
	waits   []sim.Time // by task: since when there are any
}

// Observe takes a fact.
func (c *computer) Observe(f rtos.Fact) {
	if f.At > c.To {
		return
	}
	task := int(f.Task)
	switch f.Kind {
	case rtos.Released, rtos.Queued:
		if c.pending[task] == 0 {
			c.waits[task] = f.At
		}
		c.pending[task]++
		c.moment(figure.Release, task, f.At)
	case rtos.Skipped:
		c.moment(figure.Skip, task, f.At)
	case rtos.Missed:
		c.moment(figure.Miss, task, f.At)
	case rtos.Switching:
		c.start(figure.Switches, task, f.At)
	case rtos.Started, rtos.Resumed:
		c.start(figure.Runs, task, f.At)
	case rtos.Preempted: // the other job begins, or is turned to, at this instant
	case rtos.Finished, rtos.Lost:
		c.stop(f.At)
		if c.pending[task]--; c.pending[task] == 0 && f.At > c.waits[task] {
			c.spell(figure.Waits, task, c.waits[task], f.At)
		}
	}
}

// start notes that the processor is a task's from now on.
func (c *computer) start(state figure.State, task int, now sim.Time) {
	c.stop(now)
	c.running, c.state, c.since = task, state, now
}

// stop notes that the processor is no task's any more.
func (c *computer) stop(now sim.Time) {
	if c.running != none {
		c.spell(c.state, c.running, c.since, now)
	}
	c.running = none
}

// spell adds a span of time, cut to the window.
func (c *computer) spell(state figure.State, task int, from, to sim.Time) {
	if to < c.From || from > c.To {
		return
	}
	c.figure.Spells = append(c.figure.Spells, figure.Spell{
		Task: c.first + task, State: state, From: max(from, c.From).Seconds(), To: min(to, c.To).Seconds(),
	})
}

// moment adds what happens at a time.
func (c *computer) moment(sign figure.Sign, task int, at sim.Time) {
	if at >= c.From {
		c.figure.Moments = append(c.figure.Moments, figure.Moment{Task: c.first + task, At: at.Seconds(), Sign: sign})
	}
}
