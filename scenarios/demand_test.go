package scenarios

import (
	"math"
	"slices"
	"testing"
	"time"

	"halocline/scenarios/strict"
	"halocline/sim/rtos"
)

// The orientation task of a docking vehicle, every 20 ms on a computer that does nothing
// else: each job takes what its demand says. A uniform demand from 2 ms to 6 ms has the
// mean 4 ms and the standard deviation 4/sqrt(12) = 1.155 ms; one of two measured times,
// of 1 ms and 3 ms, has 2 ms and 1 ms. The means are within 4 standard errors, and two
// seeds draw differently.
func TestDemandsOfJobs(t *testing.T) {
	const task = "nodes.auv.run.attitude.task"
	for what, c := range map[string]struct {
		demand     string
		mean, sd   float64 // ms
		least, top time.Duration
		times      int // how many different ones there are; 0 for many
	}{
		"fixed":    {"{demand: 4ms}", 4, 0, 4 * time.Millisecond, 4 * time.Millisecond, 1},
		"spread":   {"{demand: 2ms, spread: 4ms}", 4, 1.155, 2 * time.Millisecond, 6 * time.Millisecond, 0},
		"measured": {"{measured: [1ms, 3ms]}", 2, 1, time.Millisecond, 3 * time.Millisecond, 2},
	} {
		one := demandsOf(t, strict.Set{Path: task, Value: c.demand}, strict.Set{Path: "seed", Value: "1"})
		two := demandsOf(t, strict.Set{Path: task, Value: c.demand}, strict.Set{Path: "seed", Value: "2"})
		if same := slices.Equal(one, two); same != (c.sd == 0) {
			t.Errorf("%s: two seeds draw alike: %t", what, same)
		}
		sum, n := 0.0, float64(len(one))
		for _, d := range one {
			sum += float64(d) / 1e6
		}
		if n < 900 || math.Abs(sum/n-c.mean) > 4*c.sd/math.Sqrt(n)+1e-9 {
			t.Errorf("%s: %v jobs take %.3f ms on average, want %v", what, n, sum/n, c.mean)
		}
		slices.Sort(one)
		if one[0] < c.least || one[len(one)-1] > c.top {
			t.Errorf("%s: jobs take from %v to %v", what, one[0], one[len(one)-1])
		}
		if times := len(slices.Compact(one)); c.times > 0 && times != c.times || c.times == 0 && times < 900 {
			t.Errorf("%s: %d different times", what, times)
		}
	}
}

// demandsOf returns how long each job of the orientation task ran in 20 s of the docking.
func demandsOf(t *testing.T, sets ...strict.Set) []time.Duration {
	t.Helper()
	simulation, err := load(t, "docking", append(sets, strict.Set{Path: "duration", Value: "20s"})...).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var facts rtos.Log
	orientation := int32(-1)
	simulation.Observe(func(node string, tasks []string) rtos.Observer {
		if node != "auv" {
			return &rtos.Log{}
		}
		orientation = int32(slices.Index(tasks, "orientation"))
		return &facts
	})
	if _, err := simulation.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var took []time.Duration
	for i, f := range facts {
		if f.Task == orientation && f.Kind == rtos.Finished {
			for k := i - 1; k >= 0; k-- { // nothing else takes any time, so the job ran at one go
				if s := facts[k]; s.Task == orientation && s.Kind == rtos.Started && s.Job == f.Job {
					took = append(took, f.At.Sub(s.At))
					break
				}
			}
		}
	}
	return took
}

// A job cannot take two kinds of time.
func TestDemandsExclude(t *testing.T) {
	_, err := Standard().Load("docking", []strict.Set{{Path: "nodes.auv.run.rf.task", Value: "{spread: 1ms, measured: [2ms]}"}})
	const want = "--set nodes.auv.run.rf.task.measured: a job takes one of these times, or demand and spread; leave out one or the other"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
