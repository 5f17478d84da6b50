package rtos

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

const ms = time.Millisecond

// A task that costs nothing takes one event of the kernel for each instant of
// release, however many tasks there are: 0 to 1000 ms in steps of 10 ms.
func TestNoTimeTakesNoEvents(t *testing.T) {
	k := sim.New(nil)
	cpu := mustNew(t, k, Config{})
	ran := 0
	for range 7 {
		end := func(now sim.Time) {
			if now != k.Now() || now%sim.Time(10*ms) != 0 {
				t.Errorf("output at %v", now)
			}
			ran++
		}
		mustAdd(t, cpu, TaskConfig{Period: 10 * ms, Segments: []Segment{{End: end}}})
	}
	run(t, k, 1000*ms)
	if ran != 7*101 || k.Fired() != 101 {
		t.Errorf("%d outputs in %d events, want 707 in 101", ran, k.Fired())
	}
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	k := sim.New(nil)
	drifting, err := clock.New(0, 1234)
	if err != nil {
		t.Fatal(err)
	}
	tally := make(Tally, 4)
	cpu := mustNew(t, k, Config{Policy: EDF, Switch: 10 * time.Microsecond, Clock: drifting, Observer: &tally})
	streams := rng.New(1)
	message := mustAdd(t, cpu, TaskConfig{Deadline: ms, Segments: []Segment{{Demand: Fixed(ms / 2)}}})
	wake := message.Release
	k.Every(sim.Comm, 0, 3*ms, wake)
	mustAdd(t, cpu, TaskConfig{Period: 5 * ms, Backlog: 3, Rand: streams.Stream("a"), Segments: []Segment{{Demand: Uniform{0, 2 * ms}}, {}}})
	mustAdd(t, cpu, TaskConfig{Period: 7 * ms, Rand: streams.Stream("b"), Segments: []Segment{{Demand: Table{ms, 4 * ms}}}})
	mustAdd(t, cpu, TaskConfig{Period: 11 * ms, Backlog: Unlimited, Segments: []Segment{{Demand: Fixed(3 * ms)}}})
	run(t, k, 100*ms)
	ctx := context.Background()
	n := testing.AllocsPerRun(100, func() {
		if err := k.Run(ctx, k.Now().Add(77*ms)); err != nil {
			t.Fatal(err)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
	for i, c := range tally {
		if c.Finished < 500 {
			t.Errorf("task %d finished %d jobs: nothing was measured", i, c.Finished)
		}
	}
}

// The schedule is a function of what was asked for: not of the run, and not of
// the queue of events.
func TestTwin(t *testing.T) {
	queues := []sim.Queue{sim.NewHeap(), sim.NewTree()}
	simtest.Twin(t, func() string {
		k := sim.New(queues[0])
		queues = queues[1:]
		log := new(Log)
		cpu := mustNew(t, k, Config{Policy: EDF, Switch: ms / 10, Observer: log})
		streams := rng.New(7)
		for i := range 5 {
			mustAdd(t, cpu, TaskConfig{
				Period: time.Duration(4+i%3) * ms, Backlog: i - 1, Rand: streams.Stream(fmt.Sprint(i)),
				Segments: []Segment{{Demand: Uniform{0, ms}}, {Demand: Table{0, ms}}},
			})
		}
		run(t, k, time.Second)
		if len(*log) < 1000 {
			t.Errorf("%d facts", len(*log))
		}
		return strings.ReplaceAll(fmt.Sprint(*log), "} ", "}\n")
	})
}

// Moments of the demands. Uniform on [2, 8] ms has the mean 5 ms and the variance
// 36/12 = 3 ms^2; a table of 1, 1, 4 ms has the mean 2 ms and the variance 2 ms^2.
// The mean of 100 000 draws is off by no more than five of its deviations.
func TestDemands(t *testing.T) {
	r := rng.New(1).Stream("demands")
	for _, c := range []struct {
		demand         Demand
		mean, variance float64 // ms, ms^2
		least, most    time.Duration
	}{
		{Fixed(3 * ms), 3, 0, 3 * ms, 3 * ms},
		{Uniform{2 * ms, 8 * ms}, 5, 3, 2 * ms, 8 * ms},
		{Uniform{2 * ms, 2 * ms}, 2, 0, 2 * ms, 2 * ms},
		{Table{ms, ms, 4 * ms}, 2, 2, ms, 4 * ms},
	} {
		const n = 100_000
		sum, squares := 0.0, 0.0
		for range n {
			d := c.demand.Draw(r)
			if d < c.least || d > c.most {
				t.Fatalf("%v: drew %v", c.demand, d)
			}
			x := d.Seconds()*1e3 - c.mean
			sum, squares = sum+x, squares+x*x
		}
		if math.Abs(sum/n) > 5*math.Sqrt(c.variance/n)+1e-12 || math.Abs(squares/n-c.variance) > 0.02*c.variance+1e-12 {
			t.Errorf("%v: mean %g, variance %g, want %g and %g", c.demand, c.mean+sum/n, squares/n, c.mean, c.variance)
		}
	}
}

// Two ends, both included.
func TestUniformReachesItsEnds(t *testing.T) {
	r := rng.New(1).Stream("ends")
	seen := map[time.Duration]int{}
	for range 1000 {
		seen[Uniform{5, 7}.Draw(r)]++
	}
	if len(seen) != 3 || min(seen[5], seen[6], seen[7]) < 250 {
		t.Errorf("of 5, 6 and 7 ns came %v", seen)
	}
}

// A job of 25 ms every 10 ms, of which one may wait. Job 0 runs until 25 ms, job 1 until
// 50, job 3 until 75, job 5, which was released at 50 ms, until 100, and jobs 8 and 10
// are left; 2, 4, 6, 7 and 9 found two before them. All of the six but the last are
// late, each after 10 ms.
func TestTallyOfAnOverload(t *testing.T) {
	k := sim.New(nil)
	tally := new(Tally)
	cpu := mustNew(t, k, Config{Observer: tally})
	mustAdd(t, cpu, TaskConfig{Period: 10 * ms, Backlog: 1, Segments: []Segment{{Demand: Fixed(25 * ms)}}})
	run(t, k, 100*ms)
	want := Count{Released: 11, Overruns: 10, Skipped: 5, Finished: 4, Missed: 5, Worst: 50 * ms}
	if got := (*tally)[0]; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// What a task draws depends on its own stream and jobs alone: another task
// that comes and goes changes no demand.
func TestDemandIsTheTasksOwn(t *testing.T) {
	ends := func(others int) string {
		k := sim.New(nil)
		log := new(Log)
		cpu := mustNew(t, k, Config{Observer: log})
		streams := rng.New(3)
		mustAdd(t, cpu, TaskConfig{Period: 10 * ms, Rand: streams.Stream("own"), Segments: []Segment{{Demand: Uniform{0, 5 * ms}}}})
		for i := range others {
			mustAdd(t, cpu, TaskConfig{Priority: 1, Period: 7 * ms, Rand: streams.Stream(fmt.Sprint(i)), Segments: []Segment{{Demand: Uniform{0, ms}}}})
		}
		run(t, k, time.Second)
		var out strings.Builder
		for _, f := range *log {
			if f.Task == 0 && f.Kind == Finished {
				fmt.Fprintln(&out, f.At)
			}
		}
		return out.String()
	}
	if alone, among := ends(0), ends(3); alone != among || strings.Count(alone, "\n") != 100 {
		t.Errorf("alone:\n%samong others:\n%s", alone, among)
	}
}

// Two tasks that release each other without taking time end the run instead of
// hanging it.
func TestTasksThatWakeEachOther(t *testing.T) {
	k := sim.New(nil)
	cpu := mustNew(t, k, Config{})
	var a, b *Task
	a = mustAdd(t, cpu, TaskConfig{Segments: []Segment{{End: func(now sim.Time) { b.Release(now) }}}})
	b = mustAdd(t, cpu, TaskConfig{Segments: []Segment{{End: func(now sim.Time) { a.Release(now) }}}})
	k.NewTimer(sim.Comm, a.Release).Arm(5)
	if err := k.Run(context.Background(), 10); !errors.Is(err, sim.ErrCrowded) {
		t.Errorf("the run ended with %v", err)
	}
}

// A task may be added at any time, also by a task.
func TestTaskAddedByATask(t *testing.T) {
	k := sim.New(nil)
	log := new(Log)
	cpu := mustNew(t, k, Config{Observer: log})
	once := func(sim.Time) {
		if k.Now() == sim.Time(10*ms) {
			mustAdd(t, cpu, TaskConfig{Period: 4 * ms, Segments: []Segment{{}}})
		}
	}
	mustAdd(t, cpu, TaskConfig{Period: 10 * ms, Segments: []Segment{{End: once}}})
	run(t, k, 19*ms)
	var got []time.Duration
	for _, f := range *log {
		if f.Task == 1 && f.Kind == Finished {
			got = append(got, time.Duration(f.At))
		}
	}
	if want := "[12ms 16ms]"; fmt.Sprint(got) != want {
		t.Errorf("ran at %v, want %v", got, want)
	}
}

// A clock that loses a part in 1e9 shows 0 at 0 and at 1 ns. A task of a processor
// that is set up at 1 ns is in time for its release at 0.
func TestReadingThatIsShownTwice(t *testing.T) {
	k := sim.New(nil)
	run(t, k, 1)
	slow, err := clock.New(0, -1)
	if err != nil {
		t.Fatal(err)
	}
	log := new(Log)
	mustAdd(t, mustNew(t, k, Config{Clock: slow, Observer: log}), TaskConfig{Period: ms, Segments: []Segment{{}}})
	run(t, k, 2)
	if want := (Fact{At: 1, Release: 1, Kind: Released}); len(*log) != 3 || (*log)[0] != want {
		t.Errorf("facts %v, want first %v", *log, want)
	}
}

func TestPeriodOfAges(t *testing.T) {
	k := sim.New(nil)
	tally := new(Tally)
	cpu := mustNew(t, k, Config{Observer: tally})
	mustAdd(t, cpu, TaskConfig{Period: math.MaxInt64/2 + 1, Deadline: 1, Segments: []Segment{{}}})
	if err := k.Run(context.Background(), sim.Never); err != nil {
		t.Fatal(err)
	}
	if n := (*tally)[0].Finished; n != 2 {
		t.Errorf("%d jobs, want those at 0 and at 146 years", n)
	}
}

func TestFaultsAreRefused(t *testing.T) {
	one := []Segment{{}}
	stream := rng.New(1).Stream("x")
	for want, c := range map[string]TaskConfig{
		`task "a": period of -1ns: allowed are 0`:    {Name: "a", Period: -1, Segments: one},
		"offset of -1ns: allowed are 0 and more":     {Period: 1, Offset: -1, Segments: one},
		"offset of 1ns without a period":             {Offset: 1, Segments: one},
		"deadline of -1ns: allowed are 0":            {Deadline: -1, Segments: one},
		"backlog of -2: allowed are 0 to 2147483647": {Backlog: -2, Segments: one},
		"no segment": {},
		"segment 2: demand of -1ns: allowed are 0":    {Segments: []Segment{{}, {Demand: Fixed(-1)}}},
		"segment 1: demand of -3ns":                   {Rand: stream, Segments: []Segment{{Demand: Uniform{-3, 1}}}},
		"demand from 2ns to 1ns":                      {Rand: stream, Segments: []Segment{{Demand: Uniform{2, 1}}}},
		"demand from a table without entries":         {Rand: stream, Segments: []Segment{{Demand: Table{}}}},
		"segment 1: demand of -2ns: allowed are 0":    {Rand: stream, Segments: []Segment{{Demand: Table{1, -2}}}},
		"random demand without a stream to draw":      {Segments: []Segment{{Demand: Table{1}}}},
		"segment 1: random demand without a stream t": {Segments: []Segment{{Demand: Uniform{0, 1}}}},
	} {
		if _, err := mustNew(t, sim.New(nil), Config{}).Add(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for want, c := range map[string]Config{
		"context switch of -1ns: allowed are 0 and more":           {Switch: -1},
		"unknown scheduling policy(3): allowed are FP, DM and EDF": {Policy: 3},
	} {
		if _, err := New(sim.New(nil), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestReleaseOfAPeriodicTaskPanics(t *testing.T) {
	task := mustAdd(t, mustNew(t, sim.New(nil), Config{}), TaskConfig{Name: "p", Period: 1, Segments: []Segment{{}}})
	defer func() {
		if r := recover(); r == nil || !strings.HasPrefix(r.(string), "rtos: task p is periodic") {
			t.Errorf("panic %v", r)
		}
	}()
	task.Release(0)
}

func mustNew(t *testing.T, k *sim.Kernel, c Config) *CPU {
	t.Helper()
	cpu, err := New(k, c)
	if err != nil {
		t.Fatal(err)
	}
	return cpu
}

func mustAdd(t *testing.T, cpu *CPU, c TaskConfig) *Task {
	t.Helper()
	task, err := cpu.Add(c)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

func run(t *testing.T, k *sim.Kernel, until time.Duration) {
	t.Helper()
	if err := k.Run(context.Background(), sim.Time(until)); err != nil {
		t.Fatal(err)
	}
}

// A processor names its tasks by their numbers, and tells what happens to whoever is named
// last.
func TestTell(t *testing.T) {
	k := sim.New(nil)
	before, after := new(Log), new(Log)
	cpu := mustNew(t, k, Config{Observer: before})
	mustAdd(t, cpu, TaskConfig{Name: "b", Period: ms, Segments: []Segment{{}}})
	mustAdd(t, cpu, TaskConfig{Name: "a", Segments: []Segment{{}}})
	if got := cpu.Tasks(); len(got) != 2 || got[0] != "b" || got[1] != "a" {
		t.Errorf("tasks %q", got)
	}
	for _, until := range []sim.Time{0, sim.Time(ms)} {
		if err := k.Run(context.Background(), until); err != nil {
			t.Fatal(err)
		}
		cpu.Tell(after)
	}
	if len(*before) != 3 || len(*after) != 3 || (*after)[0].At != sim.Time(ms) {
		t.Errorf("told %v, then %v", *before, *after)
	}
}
