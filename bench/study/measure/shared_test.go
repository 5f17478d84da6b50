package measure

import (
	"fmt"
	"testing"
	"time"

	"halocline/scenarios"
)

// sharedText is a program of a vehicle beside another task of its computer, for 3.4 s.
const sharedText = `
name: shared
duration: 3400ms
nodes:
  - {name: auv, at: [0m, 0m, -5m], vehicle: {model: bluerov2-heavy, step: 10ms}, run: {type: %s, navigation: truth, period: 50ms, task: {demand: 20ms},
      computer: {scheduling: %s, load: {sonar: {period: 70ms, demand: %v, priority: 1}}}}}
  - {name: mate, at: [5m, 5m, -5m]}
`

// Two tasks with the periods 5 and 7 and the demands 2 and 4, in units of 10 ms, use 2/5 + 4/7 = 34/35 = 0.971 of the processor (Liu and
// Layland, Scheduling algorithms for multiprogramming in a hard-real-time environment, Journal of the ACM 20(1), 1973). By their theorem 7 the
// earliest deadline first misses none up to a use of 1: nor with 4.2, which is 2/5 + 3/5 = 1. With fixed priorities the
// shorter period goes first and has [0,2), [5,7), [10,12) and so on, so that the other one gets [2,5), [7,10), [12,15) .. of each 35:
//
//	job released  deadline  runs                    ends
//	           0         7  [2,5), [7,8)               8  missed
//	           7        14  [8,10), [12,14)           14
//	          14        21  [14,15), [17,20)          20
//	          21        28  [22,25), [27,28)          28
//	          28        35  [28,30), [32,34)          34
//
// So one of five jobs misses, 10 in 340 units, and the longest takes 8. Above a use of 1 no order helps: 20 + 48 ms x 5/7 are more than 50 ms.
func TestComputersOfAllProgramsMeetDeadlines(t *testing.T) {
	programs := map[string]string{
		"survey":  "survey-vehicle, path: [[0m, 0m, -5m], [90m, 0m, -5m]], speed: 0.2m/s",
		"helm":    "helm, at: [{speed: 0.2m/s}]",
		"mission": "mission, tasks: [{go: [90m, 0m, -5m]}], speed: 0.2m/s",
		"steer":   "formation, members: [auv, mate], neighbours: {by: truth}, path: [[0m, 0m, -5m], [90m, 0m, -5m]]",
	}
	for task, program := range programs {
		for _, row := range []struct {
			scheduling string
			demand     time.Duration // of the other task
			missed     int64
			worst      float64 // s
		}{
			{"fixed-priority", 40 * time.Millisecond, 10, 0.08},
			{"deadline-monotonic", 40 * time.Millisecond, 10, 0.08},
			{"edf", 40 * time.Millisecond, 0, 0.07},
			{"edf", 42 * time.Millisecond, 0, 0.07},
			{"edf", 48 * time.Millisecond, 1, 9},
		} {
			plan, err := scenarios.Standard().Parse("shared.yaml", fmt.Sprintf(sharedText, program, row.scheduling, row.demand), nil)
			if err != nil {
				t.Fatal(err)
			}
			out := mustRun(t, plan, Options{})
			missed, worst := int64(0), 0.0
			for _, use := range out.Tasks {
				if use.Released < 48 || use.Task != "load/sonar" && use.Task != task {
					t.Errorf("%s: %+v", task, use)
				}
				missed, worst = missed+use.Missed, max(worst, float64(use.Worst))
			}
			over := row.demand > 42*time.Millisecond
			if len(out.Tasks) != 2 || over != (missed > 10) || !over && (missed != row.missed || worst > row.worst+1e-9) {
				t.Errorf("%s, %s, %v: %d tasks missed %d deadlines, the longest job took %g s; want %d and %g s", task, row.scheduling, row.demand, len(out.Tasks), missed, worst, row.missed, row.worst)
			}
		}
	}
}
