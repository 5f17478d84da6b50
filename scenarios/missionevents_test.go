package scenarios

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/plant/program/mission"
)

// Two events set each other off: each begins again when what it has begun is over. They act as often as they may, and that is told; then the
// tasks go on. These take 10 s and 2 s, and each event 3 times as long as what it does: 10 + 2 + 3 x 2 + 3 x 10 = 48 s, and some steps.
func TestEventsThatSetEachOtherOff(t *testing.T) {
	const run = "tasks: [{name: a, then: {wait: 10s}}, {name: b, then: {wait: 2s}}], on: [{when: task == 'a', do: b, times: 3}, {when: task == 'b', do: a, times: 3}]"
	_, m, _ := sent(t, errand(t, run))
	if !m.Ended || m.Events != 6 || math.Abs(float64(m.Time)-48) > 0.5 || !slices.Equal(m.Spent, []string{"task == 'a'", "task == 'b'"}) {
		t.Errorf("%+v", m)
	}
}

// It is sent home at 30 s, and is there at 59 s. What happens meanwhile at 40 s is less: it waits, or is forgotten if it is over by then. With
// abort it goes first.
func TestEventsThatWait(t *testing.T) {
	const run = "tasks: [{name: out, go: [200m, 0m, -5m]}], on: [{when: message == 'recall', do: home}, {when: %s, do: surface}]"
	const say = "nodes.shore.run.say=[{at: 30s, to: auv, message: recall}]"
	for when, want := range map[string]float64{"time > 40s": 59, "time > 40s and time < 50s": math.NaN(), "time > 40s, abort: true": 40} {
		when = strings.Replace("'"+when, ", abort: true", "', abort: true", 1)
		if !strings.Contains(when, "abort") {
			when += "'"
		}
		_, m, _ := sent(t, errand(t, fmt.Sprintf(run, when), say))
		began := math.NaN()
		for _, k := range m.Tasks {
			if k.Name == "surface" {
				began = float64(k.Begin)
			}
		}
		if math.IsNaN(began) != math.IsNaN(want) || math.Abs(began-want) > 1 {
			t.Errorf("%s: surface at %g s, %+v", when, began, m)
		}
	}
}

// An event that sends it to where it goes already changes nothing: that is one task, done once.
func TestEventOfThePresentTask(t *testing.T) {
	s, m, _ := sent(t, errand(t, "tasks: [{name: out, go: [50m, 0m, -5m]}], on: [{when: time > 20s, do: out}]"))
	done := 0.0
	running[*mission.Mission](s)[0].Values(func(def int, _ string, v float64) {
		if mission.Default().Metrics()[def].Name == "tasks_done" {
			done = v
		}
	})
	if outcomes(m) != "out done" || m.Tasks[0].Interrupted != 0 || done != 1 || m.Events != 1 {
		t.Errorf("%g done, %+v", done, m)
	}
	// Interrupted by another event from 10 s to 20 s, it is taken up by this one, and the other task after it: 49 m at 1 m/s and 10 s are 59 s.
	_, m, _ = sent(t, errand(t, "tasks: [{name: out, go: [50m, 0m, -5m]}, {name: rest, then: {wait: 60s}}], on: [{when: time > 20s, do: out}, {when: time > 10s, do: rest}]"))
	if got := outcomes(m); got != "out done, rest done, rest done" || m.Tasks[0].Interrupted != 1 || math.Abs(float64(m.Tasks[0].End)-59) > 0.5 {
		t.Errorf("%s: %+v", got, m)
	}
}

// A word that no event waits for is told before the run, and so is one that comes only to a condition that it makes false.
func TestWordsThatNobodyWaitsFor(t *testing.T) {
	for run, want := range map[string]bool{
		"tasks: [{home: true}]": true,
		"tasks: [{home: true}], on: [{when: message == 'idle', do: home}]":                  false,
		"tasks: [{home: true}], on: [{when: depth > 9m and message != 'up', do: home}]":     false,
		"tasks: [{home: true}], on: [{when: message == 'idel' or depth > 9m, do: surface}]": true,
	} {
		s, err := errand(t, run).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(fmt.Sprint(s.Warnings()), `says "idle" to node "auv", and no event of the mission there waits for that word`); got != want {
			t.Errorf("%s: %v", run, s.Warnings())
		}
	}
}
