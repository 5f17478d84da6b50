package program

import (
	"time"

	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/fault"
	"halocline/sim/rng"
	"halocline/sim/rtos"
)

// ComputerConfig describes the computer of a node, for programs whose work is done by tasks.
type ComputerConfig struct {
	Scheduling string        `yaml:"scheduling" oneof:"fixed-priority|deadline-monotonic|edf" doc:"job that runs first. fixed-priority: the one with the lowest priority number; deadline-monotonic: the one with the shortest relative deadline; edf: the one with the earliest absolute deadline"`
	Switch     time.Duration `yaml:"switch" range:"[0,1]" doc:"time that the processor needs to turn to another job"`
	Load       []LoadConfig  `yaml:"load" key:"Name" doc:"further periodic tasks of the computer, each under its name, such as sonar for processing images. They only take processor time; results call them load/sonar and so on"`
}

// LoadConfig describes a task that takes processor time and does nothing else.
type LoadConfig struct {
	Name       string        `yaml:"-"`
	Period     time.Duration `yaml:"period" range:"[1e-4,3600]" required:"true" doc:"period of the task"`
	TaskConfig `yaml:",inline"`
}

// TaskConfig describes a task on its computer.
type TaskConfig struct {
	Priority int           `yaml:"priority" range:"[0,1000]" doc:"priority of the task, with fixed-priority; the lowest number runs first"`
	Deadline time.Duration `yaml:"deadline" range:"[0,3600]" doc:"deadline, counted from the release; 0 for the period, or for none if messages release the task"`
	Demand   time.Duration `yaml:"demand" range:"[0,3600]" doc:"processor time of a job"`
	Spread   time.Duration `yaml:"spread" range:"[0,3600]" doc:"greatest excess over demand, drawn uniformly for each job"`

	Measured []time.Duration `yaml:"measured" range:"[0,3600]" doc:"measured processor times, one of which is drawn for each job, in place of demand and spread"`
}

// DefaultComputer returns a computer with fixed priorities that turns to another job in no time.
func DefaultComputer() ComputerConfig { return ComputerConfig{Scheduling: "fixed-priority"} }

// Validate checks that the task takes processor time.
func (c LoadConfig) Validate() error {
	if c.Demand+c.Spread == 0 && len(c.Measured) == 0 {
		return fault.In("demand", "the task takes no processor time, and does nothing else; give it some, as in demand: 40ms")
	}
	return c.TaskConfig.Validate()
}

// Validate checks what no single field shows.
func (c TaskConfig) Validate() error {
	if len(c.Measured) > 0 && c.Demand+c.Spread > 0 {
		return fault.In("measured", "a job takes one of these times, or demand and spread; leave out one or the other")
	}
	return nil
}

// Streams returns where the tasks of the computer of a node take their random streams from.
func Streams(site Site) func(task string) *rng.Stream {
	return func(task string) *rng.Stream { return site.Stream("computer/" + task) }
}

// New returns a processor by a node's clock with the tasks of the load; a program adds its own.
func (c *ComputerConfig) New(k *sim.Kernel, own clock.Clock, stream func(task string) *rng.Stream) (*rtos.CPU, error) {
	policy := rtos.FixedPriority
	switch c.Scheduling {
	case "deadline-monotonic":
		policy = rtos.DeadlineMonotonic
	case "edf":
		policy = rtos.EDF
	}
	cpu, err := rtos.New(k, rtos.Config{Policy: policy, Switch: c.Switch, Clock: own})
	if err != nil {
		return nil, err
	}
	for _, l := range c.Load {
		if _, err := cpu.Add(l.Task(stream, "load/"+l.Name, l.Period, nil, nil)); err != nil {
			return nil, fault.In("computer.load."+l.Name, "%w", err)
		}
	}
	return cpu, nil
}

// Task returns a task of one segment, which reads when it begins and works when it has had its processor time. There may be
// nothing to read. A period of 0 makes it one that is released by events.
func (c *TaskConfig) Task(stream func(task string) *rng.Stream, name string, period time.Duration, read, work func(now sim.Time)) rtos.TaskConfig {
	segment := rtos.Segment{Begin: read, Demand: rtos.Fixed(c.Demand), End: work}
	t := rtos.TaskConfig{Name: name, Priority: c.Priority, Deadline: c.Deadline, Period: period, Backlog: rtos.Unlimited}
	switch {
	case len(c.Measured) > 0:
		segment.Demand, t.Rand = rtos.Table(c.Measured), stream(name)
	case c.Spread > 0:
		segment.Demand, t.Rand = rtos.Uniform{Min: c.Demand, Max: c.Demand + c.Spread}, stream(name)
	}
	t.Segments = []rtos.Segment{segment}
	return t
}
