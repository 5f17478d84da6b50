package rtos

import (
	"context"
	"math"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
)

// hyperperiod is a multiple of all periods of the random task sets.
const hyperperiod = 120 * time.Millisecond

// load is a task of the analysis.
type load struct{ period, deadline, demand time.Duration }

// The response time of the first job of a task, all tasks released together, is
// the least solution of
//
//	R = C + sum over the tasks of higher priority of ceil(R/T) C
//
// (Joseph and Pandya, Finding response times in a real-time system, Computer
// Journal 29(5), 1986). Where R does not exceed the period it is the longest of
// all jobs, and the task meets its deadlines where R does not exceed those
// (Audsley, Burns, Richardson, Tindell and Wellings, Applying new scheduling
// theory to static priority pre-emptive scheduling, Software Engineering Journal
// 8(5), 1993). The simulation must agree to the nanosecond.
func TestResponseTimeAnalysis(t *testing.T) {
	r := rng.New(1).Stream("sets")
	sets, met, late := 0, 0, 0
	for sets < 200 {
		set := randomSet(r, r.Uniform(0.5, 1))
		for i := range set {
			c, d := set[i].demand, set[i].period
			set[i].deadline = c + time.Duration(r.Uniform(0.3, 1)*float64(d-c))
		}
		responses, ok := analyse(set)
		if !ok {
			continue
		}
		sets++
		log, tally := simulate(t, set, Config{Policy: FixedPriority}, 2*hyperperiod)
		for i, want := range responses {
			if first := firstResponse(log, i); first != want {
				t.Fatalf("set %d, task %d of %+v: first response %v, analysis %v", sets, i, set, first, want)
			}
			if want > set[i].period {
				late++
				continue
			}
			if tally[i].Worst != want {
				t.Fatalf("set %d, task %d of %+v: worst response %v, analysis %v", sets, i, set, tally[i].Worst, want)
			}
			if missed := tally[i].Missed > 0; missed != (want > set[i].deadline) {
				t.Fatalf("set %d, task %d of %+v: missed %d deadlines, response %v", sets, i, set, tally[i].Missed, want)
			}
			if tally[i].Missed > 0 {
				late++
			} else {
				met++
			}
		}
	}
	t.Logf("%d sets: %d tasks meet their deadlines, %d do not", sets, met, late)
	if met < 100 || late < 100 {
		t.Errorf("%d tasks meet their deadlines and %d do not: the sets are no test", met, late)
	}
}

// analyse returns the responses of the tasks, the first of which has the highest
// priority, unless one has none within ten hyperperiods.
func analyse(set []load) ([]time.Duration, bool) {
	var all []time.Duration
	for i := range set {
		for response := set[i].demand; ; {
			next := set[i].demand
			for _, h := range set[:i] {
				next += (response + h.period - 1) / h.period * h.demand
			}
			if next > 10*hyperperiod {
				return nil, false
			}
			if next == response {
				all = append(all, response)
				break
			}
			response = next
		}
	}
	return all, true
}

// Tasks whose deadlines are their periods are schedulable by EDF if and only if
// they do not use more than the whole processor (Liu and Layland, Scheduling
// algorithms for multiprogramming in a hard-real-time environment, J. ACM 20(1),
// 1973, theorem 7). Every other set uses all of it, and must do so without a
// miss; with a microsecond more it must miss.
func TestEDFUsesTheWholeProcessor(t *testing.T) {
	r := rng.New(1).Stream("sets")
	for n := range 200 {
		set := randomSet(r, r.Uniform(0.5, 0.95))
		if n%2 == 0 {
			set = append(set, load{hyperperiod, hyperperiod, hyperperiod - demandBy(set, hyperperiod)})
		}
		_, tally := simulate(t, set, Config{Policy: EDF}, 2*hyperperiod)
		if m := misses(tally); m != 0 {
			t.Fatalf("set %d, %+v: %d misses", n, set, m)
		}
		if n%2 == 0 {
			set[len(set)-1].demand += time.Microsecond
			if _, tally = simulate(t, set, Config{Policy: EDF}, 2*hyperperiod); misses(tally) == 0 {
				t.Fatalf("set %d, %+v: no miss in spite of overload", n, set)
			}
		}
	}
}

// With deadlines before the end of the periods, EDF meets all if and only if at
// every deadline t of the hyperperiod the jobs that are due by then,
//
//	sum of (floor((t - D)/T) + 1) C,
//
// do not need more than t (Baruah, Rosier and Howell, Algorithms and complexity
// concerning the preemptive scheduling of periodic, real-time tasks on one
// processor, Real-Time Systems 2(4), 1990).
func TestEDFProcessorDemand(t *testing.T) {
	r := rng.New(2).Stream("sets")
	feasible := 0
	for n := range 200 {
		set := randomSet(r, r.Uniform(0.5, 0.95))
		for i := range set {
			c, d := set[i].demand, set[i].period
			set[i].deadline = c + time.Duration(r.Uniform(0, 0.6)*float64(d-c))
		}
		want := true
		for _, l := range set {
			for at := l.deadline; at <= hyperperiod; at += l.period {
				want = want && demandBy(set, at) <= at
			}
		}
		_, tally := simulate(t, set, Config{Policy: EDF}, 2*hyperperiod)
		if got := misses(tally) == 0; got != want {
			t.Fatalf("set %d, %+v: feasible %v, %d misses", n, set, want, misses(tally))
		}
		if want {
			feasible++
		}
	}
	t.Logf("%d sets of 200 are feasible", feasible)
	if feasible < 40 || feasible > 160 {
		t.Errorf("%d sets of 200 are feasible: the sets are no test", feasible)
	}
}

// demandBy returns what the jobs need that are due by t.
func demandBy(set []load, t time.Duration) time.Duration {
	sum := time.Duration(0)
	for _, l := range set {
		if t >= l.deadline {
			sum += ((t-l.deadline)/l.period + 1) * l.demand
		}
	}
	return sum
}

// randomSet returns two to six tasks that use about so much of the processor,
// each with its period for a deadline.
func randomSet(r *rng.Stream, use float64) []load {
	periods := [...]time.Duration{4, 5, 6, 8, 10, 12, 15, 20, 24, 30, 40, 60}
	set := make([]load, 2+r.Intn(5))
	shares, sum := make([]float64, len(set)), 0.0
	for i := range shares {
		shares[i] = r.Exp()
		sum += shares[i]
	}
	for i := range set {
		period := periods[r.Intn(len(periods))] * time.Millisecond
		demand := time.Duration(math.Floor(use * shares[i] / sum * float64(period/time.Microsecond)))
		set[i] = load{period, period, max(1, demand) * time.Microsecond}
	}
	return set
}

// simulate runs the tasks, the first of which has the highest priority.
func simulate(t *testing.T, set []load, c Config, span time.Duration) (Log, Tally) {
	t.Helper()
	k := sim.New(nil)
	seen := new(record)
	c.Observer = seen
	cpu, err := New(k, c)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range set {
		_, err := cpu.Add(TaskConfig{
			Priority: i, Period: l.period, Deadline: l.deadline, Backlog: Unlimited,
			Segments: []Segment{{Demand: Fixed(l.demand)}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Run(context.Background(), sim.Time(span)); err != nil {
		t.Fatal(err)
	}
	return seen.Log, seen.Tally
}

// record keeps and counts.
type record struct {
	Log
	Tally
}

func (r *record) Observe(f Fact) {
	r.Log.Observe(f)
	r.Tally.Observe(f)
}

// firstResponse returns the response time of job 0 of a task.
func firstResponse(log Log, task int) time.Duration {
	for _, f := range log {
		if int(f.Task) == task && f.Job == 0 && f.Kind == Finished {
			return f.At.Sub(f.Release)
		}
	}
	return -1
}

func misses(tally Tally) (n int64) {
	for _, c := range tally {
		n += c.Missed
	}
	return n
}
