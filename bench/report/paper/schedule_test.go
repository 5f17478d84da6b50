package paper

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"halocline/bench/report/figure"
	"halocline/sim"
	"halocline/sim/rtos"
)

// overloaded returns what two tasks on one processor do in a window of 12 ms: a runs for 3
// of every 4 ms and goes first, b wants 2 of every 6 ms, and one of its jobs may wait. By
// hand:
//
//	a runs 0 to 3, 4 to 7, 8 to 11 and from 12
//	b runs 3 to 4 and 7 to 8, misses at 6, and is skipped there
func overloaded(t *testing.T, switching time.Duration, from, to float64) []string {
	t.Helper()
	ms := func(at float64) sim.Time { return sim.Time(at * 1e6) }
	s := &scheduleLog{From: ms(from), To: ms(to)}
	k := sim.New(nil)
	cpu, err := rtos.New(k, rtos.Config{Policy: rtos.DeadlineMonotonic, Switch: switching})
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range []struct {
		name           string
		period, demand time.Duration
	}{{"a", 4, 3}, {"b", 6, 2}} {
		_, err := cpu.Add(rtos.TaskConfig{
			Name: task.name, Period: task.period * time.Millisecond,
			Segments: []rtos.Segment{{Demand: rtos.Fixed(task.demand * time.Millisecond)}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	cpu.Tell(s.Observer("auv", cpu.Tasks()))
	if err := k.Run(context.Background(), ms(12)); err != nil {
		t.Fatal(err)
	}
	s.Close(ms(12))
	if !s.Applies() || !slices.Equal(s.figure.Tasks, []string{"auv, a", "auv, b"}) {
		t.Errorf("tasks %q, time is taken: %t", s.figure.Tasks, s.Applies())
	}
	return told(s)
}

// told writes a schedule with times in ms: the bars of each task, then its marks.
func told(s *scheduleLog) []string {
	var out []string
	at := func(x float64) float64 { return math.Round(1e9*x) / 1e6 }
	for task := range s.figure.Tasks {
		for _, p := range s.figure.Spells {
			if p.Task == task {
				out = append(out, fmt.Sprintf("%d %s %g-%g", task, [...]string{"waits", "switches", "runs"}[p.State], at(p.From), at(p.To)))
			}
		}
		for _, m := range s.figure.Moments {
			if m.Task == task {
				out = append(out, fmt.Sprintf("%d %s %g", task, [...]string{"release", "skip", "miss"}[m.Sign], at(m.At)))
			}
		}
	}
	return out
}

func TestSchedule(t *testing.T) {
	for _, c := range []struct {
		name      string
		switching time.Duration
		from, to  float64 // ms
		want      []string
	}{
		{"whole", 0, 0, 12, []string{
			"0 runs 0-3", "0 waits 0-3", "0 runs 4-7", "0 waits 4-7", "0 runs 8-11", "0 waits 8-11", "0 runs 12-12", "0 waits 12-12",
			"0 release 0", "0 release 4", "0 release 8", "0 release 12",
			"1 runs 3-4", "1 runs 7-8", "1 waits 0-8", "1 waits 12-12",
			"1 release 0", "1 skip 6", "1 miss 6", "1 release 12",
		}},
		{"cut at both ends", 0, 5, 7.5, []string{
			"0 runs 5-7", "0 waits 5-7", "1 runs 7-7.5", "1 waits 5-7.5", "1 skip 6", "1 miss 6",
		}},
		// Switches of 0.5 ms: a from 0.5 to 3.5, then b would begin at 4 but a is released
		// there; the switch has come to nothing.
		{"switches", 500 * time.Microsecond, 0, 5, []string{
			"0 switches 0-0.5", "0 runs 0.5-3.5", "0 waits 0-3.5", "0 switches 4-4.5", "0 runs 4.5-5", "0 waits 4-5",
			"0 release 0", "0 release 4", "1 switches 3.5-4", "1 waits 0-5", "1 release 0",
		}},
	} {
		if got := overloaded(t, c.switching, c.from, c.to); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%q\nwant\n%q", c.name, got, c.want)
		}
	}
}

// Jobs that take no time are strokes, and their picture is not worth its place. The
// computers that nobody asked for are not looked at, and a window ends with the run.
func TestIdle(t *testing.T) {
	s := &scheduleLog{Nodes: []string{"dock"}, From: sim.Time(time.Second)}
	if o := s.Observer("auv", []string{"rf"}); o != nil {
		t.Error("the computer of auv is looked at")
	}
	o := s.Observer("dock", []string{"acoustic"})
	for _, kind := range []rtos.Kind{rtos.Released, rtos.Started, rtos.Finished} {
		o.Observe(rtos.Fact{At: sim.Time(2 * time.Second), Kind: kind})
	}
	o.Observe(rtos.Fact{At: sim.Time(3*time.Second + 1), Kind: rtos.Released}) // 2 s from 1 s on are drawn
	s.Close(sim.Time(2500 * time.Millisecond))
	if s.Applies() || !slices.Equal(s.Has(), []string{"auv", "dock"}) {
		t.Errorf("applies %t, has %q", s.Applies(), s.Has())
	}
	f := s.draw()
	if f.X.From != 1 || f.X.To != 2.5 || !slices.Equal(told(s), []string{"0 runs 2000-2000", "0 release 2000"}) {
		t.Errorf("from %g to %g: %q", f.X.From, f.X.To, told(s))
	}
	empty := &scheduleLog{From: sim.Time(3 * time.Second), To: sim.Time(4 * time.Second)}
	empty.Observer("dock", []string{"acoustic"}).Observe(rtos.Fact{At: 5, Kind: rtos.Released})
	empty.Close(sim.Time(2 * time.Second))
	if f := empty.draw(); len(f.Layers) > 0 {
		t.Errorf("a window after the end of the run has %+v", f)
	}
	// A task waits until the last of its jobs is finished.
	queue := &scheduleLog{To: 9e6}
	of := queue.Observer("auv", []string{"rf"})
	for i, kind := range []rtos.Kind{rtos.Released, rtos.Started, rtos.Queued, rtos.Finished, rtos.Started, rtos.Finished} {
		of.Observe(rtos.Fact{At: sim.Time(i * 1e6), Kind: kind})
	}
	if got := told(queue); !slices.Equal(got, []string{"0 runs 1-3", "0 runs 4-5", "0 waits 0-5", "0 release 0", "0 release 2"}) {
		t.Errorf("%q", got)
	}
	if !queue.Applies() {
		t.Error("a task that took time is not worth a picture")
	}
	if queue.Observer("large", make([]string, figure.MostTasks)); queue.Applies() {
		t.Error("more tasks than go on a page are worth one")
	}
	// The lines of a second computer come below those of the first.
	two := &scheduleLog{To: 9}
	two.Observer("dock", []string{"acoustic", "rf"})
	two.Observer("auv", []string{"orientation"}).Observe(rtos.Fact{At: 5, Kind: rtos.Missed})
	if m := two.figure.Moments; len(m) != 1 || m[0].Task != 2 || m[0].Sign != figure.Miss || two.figure.Tasks[2] != "auv, orientation" {
		t.Errorf("%+v among %q", m, two.figure.Tasks)
	}
}
