package rtos

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/simtest"
)

// What the stories expect is worked out by hand.
func TestStories(t *testing.T) {
	simtest.Stories(t, "testdata/*.story", func(t *testing.T, story simtest.Story) string {
		d := &desk{t: t, kernel: sim.New(nil), tasks: map[string]*Task{}}
		for i, line := range story.Input {
			d.place = story.Place(i)
			d.do(strings.Fields(line))
		}
		return d.out.String()
	})
}

// desk carries out the lines of a story.
type desk struct {
	t      *testing.T
	place  string
	kernel *sim.Kernel
	cpu    *CPU
	tasks  map[string]*Task
	names  []string
	out    strings.Builder
}

// do carries out a line.
func (d *desk) do(words []string) {
	switch words[0] {
	case "cpu":
		d.addCPU(options(words[1:]))
	case "task":
		d.addTask(words[1], options(words[2:]))
	case "release": // task, phase, time
		phases := map[string]sim.Phase{"comm": sim.Comm, "control": sim.Control}
		d.kernel.NewTimer(phases[words[2]], d.tasks[words[1]].Release).Arm(sim.Time(d.span(words[3])))
	case "halt", "resume": // time
		do := map[string]func(){"halt": d.cpu.Halt, "resume": d.cpu.Resume}[words[0]]
		d.kernel.NewTimer(sim.Ending, func(sim.Time) { do() }).Arm(sim.Time(d.span(words[1])))
	case "run":
		d.must(d.kernel.Run(context.Background(), sim.Time(d.span(words[1]))))
	case "count": // events of the kernel
		fmt.Fprintf(&d.out, "%d events\n", d.kernel.Fired())
	default:
		d.t.Fatalf("%s: what is %q?", d.place, words[0])
	}
}

func (d *desk) addCPU(o map[string]string) {
	policies := map[string]Policy{"FP": FixedPriority, "DM": DeadlineMonotonic, "EDF": EDF}
	drift, _ := strconv.ParseInt(o["drift"], 10, 64) // parts per billion
	c, err := clock.New(d.span(o["shows"]), drift)
	d.must(err)
	d.cpu, err = New(d.kernel, Config{Policy: policies[o["policy"]], Switch: d.span(o["switch"]), Clock: c, Observer: d})
	d.must(err)
}

func (d *desk) addTask(name string, o map[string]string) {
	c := TaskConfig{Name: name, Offset: d.span(o["offset"]), Period: d.span(o["period"]), Deadline: d.span(o["deadline"])}
	c.Priority, _ = strconv.Atoi(o["priority"])
	c.Backlog, _ = strconv.Atoi(o["backlog"])
	if o["backlog"] == "all" {
		c.Backlog = Unlimited
	}
	for _, demand := range strings.Split(o["demand"], ",") {
		s := Segment{Demand: Fixed(d.span(demand))}
		if o["io"] != "" {
			s.Begin, s.End = d.say(name+" reads"), d.say(name+" writes")
		}
		c.Segments = append(c.Segments, s)
	}
	if o["wakes"] != "" {
		c.Segments[len(c.Segments)-1].End = func(now sim.Time) { d.tasks[o["wakes"]].Release(now) }
	}
	task, err := d.cpu.Add(c)
	d.must(err)
	d.tasks[name], d.names = task, append(d.names, name)
}

// Observe writes a fact: when, task and number of the job, what.
func (d *desk) Observe(f Fact) {
	d.say(fmt.Sprintf("%s.%d %v", d.names[f.Task], f.Job, f.Kind))(f.At)
}

func (d *desk) say(what string) func(sim.Time) {
	return func(now sim.Time) { fmt.Fprintf(&d.out, "%v %s\n", time.Duration(now), what) }
}

func (d *desk) span(text string) time.Duration {
	if text == "" {
		return 0
	}
	v, err := time.ParseDuration(text)
	d.must(err)
	return v
}

func (d *desk) must(err error) {
	if err != nil {
		d.t.Fatalf("%s: %v", d.place, err)
	}
}

func options(words []string) map[string]string {
	o := map[string]string{}
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		o[key] = value
	}
	return o
}
