package scenarios

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"halocline/plant/program/mission"
	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
	"halocline/sim"
)

// Orders count by their times and not by their places in the list: the word to go home is said at 100 s, and the one to go on at 50 s.
func TestOrdersInAnyOrder(t *testing.T) {
	_, m, _ := sent(t, errand(t, "tasks: [{name: out, go: [200m, 0m, -5m]}], on: [{when: message == 'go', do: hold}, {when: message == 'recall', do: home, abort: true}]",
		"nodes.shore.run.say=[{at: 100s, to: auv, message: recall, times: 5}, {at: 50s, to: auv, message: go, times: 2}]"))
	if got := outcomes(m); got != "out aborted, hold aborted, home done" {
		t.Error(got)
	}
}

// The hull of RexROV reaches from 0.3 - 0.8 to 0.3 + 0.8 m about its origin, so that its top is at the surface at a depth of 1.1 m. Its weight in
// air is more than its thrusters hold.
func TestSurfaceOfAHeavyVehicle(t *testing.T) {
	text := strings.Replace(errandText("tasks: [{surface: true}], then: stop"), "{dynamics: point, step: 20ms}", "{model: rexrov, step: 10ms}", 1)
	_, m, _ := sent(t, parse(t, text, sets(t, "nodes.auv.run.speed=0.5m/s")...))
	if outcomes(m) != "task1 done" || math.Abs(float64(m.Time)-3.9/0.5) > 5 || math.Abs(m.Way-3.9) > 0.2 {
		t.Errorf("%+v", m)
	}
}

// built returns what is said of a scenario before its run: a fault, or warnings.
func built(text string, sets ...strict.Set) string {
	plan, err := Standard().Parse("flaws.yaml", text, sets)
	if err != nil {
		return err.Error()
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		return err.Error()
	}
	return strings.Join(s.Warnings(), "\n")
}

// A point that stands within what is taken on the map is observed from around it. 8 m from a point at 2 m of depth, 60 deg up, is
// 8 sin 60 deg - 2 m = 4.928 m above the surface, and as far down 8.928 m deep. On the slope the ground is at a depth of 12.8 m - 0.36 x: at 14.6 m
// and at 7.4 m below the places 10 m before and behind a point at x = 5 m. At 8 m a vehicle has places to stay at, and none to go around by.
func TestPlacesToObserveFrom(t *testing.T) {
	pile := strings.Replace(fmt.Sprintf(deadEnd, 7.0, 7.0), "height: -20m}", "height: -5m}", 1)
	pile = strings.Replace(pile, "go: [30m, 0m, -5m]", "observe: {centre: [11m, 4m, -5m], radius: 3m}", 1)
	if got := built(pile); !strings.Contains(got, "task over goes straight") || strings.Contains(got, "taken on the map") {
		t.Error(got)
	}
	observe := func(task string, set ...string) string {
		return built(fmt.Sprintf(lookers, "{observe: {"+task+"}}"), sets(t, set...)...)
	}
	for _, row := range []struct{ task, set, want string }{
		{"centre: [5m, 0m, -2m], radius: 8m, elevation: 60deg", "water.seabed.depth=50m", "the place lies 4.928 m above the surface"},
		{"centre: [5m, 0m, -2m], radius: 8m, elevation: -60deg", "water.seabed.depth=8.9m", "the place lies at a depth of 8.928 m, where the seabed is at 8.9 m"},
		{"centre: [5m, 0m, -20m], radius: 3m", "water.seabed.depth=15m", "the place lies at a depth of 20 m, where the seabed is at 15 m"},
		{"centre: [5m, 0m, -20m], radius: 3m", "water.seabed.depth=50m", ""},
	} {
		if got := observe(row.task, row.set); !strings.Contains(got, row.want) || strings.Contains(got, "the place lies") != (row.want != "") {
			t.Errorf("%s: %q, want %q", row.task, got, row.want)
		}
	}
	slope := filepath.Join(t.TempDir(), "slope.csv")
	if err := os.WriteFile(slope, []byte("y,-20,30\n-100,20,2\n100,20,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for turn, want := range map[string]string{"0deg/s": "", "1deg/s": "observe from z = -8 m: the place lies at a depth of 8 m, where the seabed is at 7.4 m"} {
		got := built(errandText("tasks: [{observe: {centre: [5m, 0m, -8m], radius: 10m, turn: "+turn+"}}]"), sets(t, "water.seabed.file="+slope)...)
		if !strings.Contains(got, want) || strings.Contains(got, "the place lies") != (want != "") {
			t.Errorf("turn %s: %q, want %q", turn, got, want)
		}
	}
}

// In a current as fast as it goes a vehicle gets nowhere. Around a point at 3 m, at 3 deg/s, it goes at 0.157 m/s: in one of 0.25 m/s that is 0.407 m/s
// through the water, and in one of 0.24 m/s 0.397 m/s, where it has 0.4 m/s.
func TestMissionsInACurrent(t *testing.T) {
	const around = "{observe: {centre: [5m, 0m, -20m], radius: 3m, turn: 3deg/s}}"
	for _, row := range []struct {
		task, current string
		want          []string
	}{
		{"{go: [50m, 0m, -20m]}", "0.39m/s", nil},
		{"{go: [50m, 0m, -20m]}", "0.4m/s", []string{"auv: where it begins the current is 0.4 m/s, and speed is 0.4 m/s: it gets nowhere"}},
		{around, "0.24m/s", nil},
		{around, "0.25m/s", []string{"auv: it goes around a point at 0.157 m/s over ground, where the current is 0.25 m/s"}},
	} {
		got := built(fmt.Sprintf(lookers, row.task), sets(t, "nodes.fish.run.speed=1m/s", "water.current={type: uniform, speed: "+row.current+", toward: 30deg}")...)
		for _, want := range row.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s in %s: %q, want %q", row.task, row.current, got, want)
			}
		}
		if row.want == nil && strings.Contains(got, "auv: ") {
			t.Errorf("%s in %s: %q", row.task, row.current, got)
		}
	}
}

// A battery that ends is a failure of the task that was begun; one that is done before is none.
func TestTasksWithoutPower(t *testing.T) {
	s, m, _ := sent(t, errand(t, "tasks: [{name: out, go: [50m, 0m, -5m]}, {name: on, go: [150m, 0m, -5m]}]", "nodes.auv.battery.capacity=800J")) // 80 s at 10 W
	if got := outcomes(m); got != "out done, on no power" {
		t.Error(got)
	}
	failed := math.NaN()
	for _, r := range running[*mission.Mission](s) {
		defs := mission.Default().Metrics()
		r.Values(func(def int, _ string, value float64) {
			if defs[def].Name == "tasks_failed" {
				failed = value
			}
		})
	}
	if failed != 1 {
		t.Errorf("%g tasks failed, want 1", failed)
	}
}

// A condition that names a task which the mission never has is a fault, or a warning where an operator may bring it one. The truth has no uncertainty.
func TestConditionsThatNeverHold(t *testing.T) {
	text := strings.Replace(errandText("tasks: [{name: transmit, go: [50m, 0m, -5m]}, {home: true}], on: [{when: %s, do: hold}]"), "orders: sound, ", "", 1)
	text = text[:strings.Index(text, "  - {name: shore")]
	for when, want := range map[string]string{
		"task == 'trasmit'":                        "there is no task \"trasmit\"; there are home, surface, land, hold, stop, transmit, task2",
		"depth > 2m and not task != 'acquire'":     "there is no task \"acquire\"",
		"task == 'transmit' or task == 'surface'":  "",
		"not task == 'task2' and message == 'lie'": "event 1 waits for a message",
		"uncertainty > 3m":                         "event 1 waits for an uncertainty of its place, and its navigation has none",
	} {
		got := built(fmt.Sprintf(text, when))
		if !strings.Contains(got, want) || want == "" && strings.Contains(got, "event 1") || strings.Contains(got, "there is no task") != strings.Contains(want, "there is no task") {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	if got := built(errandText("tasks: [{home: true}], on: [{when: task == 'trasmit', do: hold}]")); !strings.Contains(got, "event 1 waits for a task \"trasmit\", which only an operator may bring; its own are home,") {
		t.Errorf("an operator may bring a task: %q", got)
	}
}

// A vehicle that cannot hover circles about its place as tightly as it can. The radius of its way, its speed over the rate at which it turns, is seen here in
// its whole motion; that in the warning is of the steady turn in the plane.
func TestLoiterWithinTheTurningCircle(t *testing.T) {
	text := strings.Replace(errandText("tasks: [{go: [60m, 20m, -10m], then: {wait: 1h}}]"), "vehicle: {dynamics: point, step: 20ms}", "vehicle: {model: remus-100, step: 10ms}", 1)
	s, err := parse(t, text, sets(t, "nodes.auv.run.speed=1.5m/s", "nodes.auv.run.loiter=1m")...).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	tightest := math.Inf(1)
	s.Kernel.Every(sim.Probe, sim.Time(100*time.Second), 100*time.Millisecond, func(now sim.Time) {
		at := s.nodes[0].body.At(now)
		tightest = min(tightest, at.WorldVelocity().Norm()/math.Abs(at.Velocity[vehicle.Yaw]))
	})
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	const warning = "auv: its turning circle has a radius of "
	said := strings.Join(s.Warnings(), "\n")
	_, rest, found := strings.Cut(said, warning)
	var radius float64
	if _, err := fmt.Sscanf(rest, "%g m", &radius); !found || err != nil {
		t.Fatalf("%q: %v", said, err)
	}
	if t.Logf("%g m, and it is seen to turn within %.3g m", radius, tightest); math.Abs(tightest/radius-1) > 0.15 {
		t.Error("too far apart")
	}
	for _, set := range []string{"nodes.auv.run.loiter=5m", "nodes.auv.run.tasks=[{go: [60m, 20m, -10m]}]"} {
		if got := built(text, sets(t, "nodes.auv.run.speed=1.5m/s", "nodes.auv.run.loiter=1m", set)...); strings.Contains(got, warning) {
			t.Errorf("%s: %q", set, got)
		}
	}
}
