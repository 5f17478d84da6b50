package measure

import (
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// TaskUse is what became of the jobs of a task of a node's computer.
type TaskUse struct {
	Node     string        `json:"node"`
	Task     string        `json:"task"`
	Released int64         `json:"released"`
	Overruns int64         `json:"overruns"` // of these, released before an earlier one was finished
	Missed   int64         `json:"missed"`   // deadlines
	Worst    trace.Measure `json:"worst_s"`  // longest time from release to end
}

// computers counts what the computers of a run do.
type computers struct {
	also  func(node string, tasks []string) rtos.Observer // may be nil
	nodes []*computer
}

// computer is that of a node.
type computer struct {
	node  string
	tasks []string
	tally rtos.Tally
	also  rtos.Observer // may be nil
}

// observe returns who counts what the computer of a node does.
func (c *computers) observe(node string, tasks []string) rtos.Observer {
	this := &computer{node: node, tasks: tasks}
	if c.also != nil {
		this.also = c.also(node, tasks)
	}
	c.nodes = append(c.nodes, this)
	return this
}

// uses returns what became of the jobs, by node and task.
func (c *computers) uses() []TaskUse {
	var all []TaskUse
	for _, n := range c.nodes {
		for i, task := range n.tasks {
			use := TaskUse{Node: n.node, Task: task}
			if i < len(n.tally) {
				t := &n.tally[i]
				use.Released, use.Overruns, use.Missed, use.Worst = t.Released, t.Overruns, t.Missed, trace.Measure(t.Worst.Seconds())
			}
			all = append(all, use)
		}
	}
	return all
}

// Observe counts a fact.
func (c *computer) Observe(f rtos.Fact) {
	c.tally.Observe(f)
	if c.also != nil {
		c.also.Observe(f)
	}
}
