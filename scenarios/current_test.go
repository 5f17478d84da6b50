package scenarios

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/scenarios/strict"
)

// warnedOf reports which of some words the warnings of the scenario docking with overrides have.
func warnedOf(t *testing.T, word string, texts ...string) string {
	t.Helper()
	var sets []strict.Set
	for _, text := range texts {
		path, value, _ := strings.Cut(text, "=")
		sets = append(sets, strict.Set{Path: path, Value: value})
	}
	warnings, err := load(t, "docking", sets...).Check()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range warnings {
		if strings.Contains(w, word) {
			return w
		}
	}
	return ""
}

// The point takes 100 N at 1 m/s, whichever way it goes, and its thrusters give 200 N along each axis: they hold it against 2 m/s.
func TestCurrentBeyondTheThrusters(t *testing.T) {
	for speed, want := range map[float64]string{
		1.98: "",
		2.02: "auv: where it begins, the current of 2.02 m/s pushes it with 202 N, and its thrusters give 200 N against that, with its bow to the current, which holds it up to 2 m/s: it drifts off",
	} {
		got := warnedOf(t, "pushes it with", ownGains("nodes.auv.vehicle.model=point", fmt.Sprintf("water.current.speed=%gm/s", speed))...)
		if got == "" != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%g m/s: %q", speed, got)
		}
	}
}

// RexROV has an added mass of 779.79 kg along and of 1222 kg across, so that Munk's moment is 442.21 U^2 N m/rad. Its yaw gain of
// 900 N m/rad holds against that up to 1.4266 m/s.
func TestCurrentTurnsBroadside(t *testing.T) {
	for speed, want := range map[float64]string{
		1.42: "",
		1.44: "auv: its attitude controller does not keep its bow to the current of 1.44 m/s: Munk's moment turns it broadside by 917 N m/rad, and its yaw gain is 900 N m/rad; raise attitude.kp",
	} {
		got := warnedOf(t, "broadside", fmt.Sprintf("water.current.speed=%gm/s", speed))
		if got == "" != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%g m/s: %q", speed, got)
		}
	}
}

// A vehicle that is told where it is ten times as seldom as its controller reckons with, or as often, is warned of. What is
// said of its loop goes by the positions that come, where the controller takes the time between them.
func TestPeriodsOfVehicleAndStation(t *testing.T) {
	for set, want := range map[string]string{
		"nodes.auv.run.acoustic.period=7.4s":  "auv: its acoustic controller is made for positions every 7.4s, by which go gains that are left out and how long its I counts, and its station sends every 740ms; write the same acoustic.period at both",
		"nodes.auv.run.acoustic.period=1.48s": "",
		"nodes.dock.run.acoustic.period=7.4s": "auv: its acoustic controller is made for positions every 740ms, by which go gains that are left out and how long its I counts, and its station sends every 7.4s; write the same acoustic.period at both",
		"nodes.dock.run.acoustic.period=3.7s": "",
	} {
		if got := warnedOf(t, "acoustic.period", ownGains(set)...); got != want {
			t.Errorf("%s: %q", set, got)
		}
	}
	const gains = "nodes.auv.run.acoustic={kp: [75, 75, 225], ki: [1, 1, 1], kd: [400, 400, 400], period: 7.4s}"
	if got := warnedOf(t, "may swing", gains); got != "" {
		t.Error(got)
	}
	if got := warnedOf(t, "may swing", gains, "nodes.dock.run.acoustic.period=7.4s"); !strings.Contains(got, "positions every 7.4s") {
		t.Error(got)
	}
}

// Thrusters that lag by 2 s upset a loop that 0.05 s do not. With P and D alone, a mass m, a drag b and a lag L, Routh's criterion for
// m L s^3 + (m + b L) s^2 + (b + kd) s + kp asks for (m + b L)(b + kd) > m L kp. With m = 2643 kg, b = 75 kg/s, kd = 200 N s/m, L = 2 s
// and kp = 150 N/m that is 767,000 > 793,000, which does not hold; with L = 0.05 s it is 728,000 > 19,800.
func TestLagUpsetsALoop(t *testing.T) {
	const gains = "nodes.auv.run.acoustic={kp: [150, 150, 225], ki: [0, 0, 0], kd: [200, 200, 500], period: 0.74s}"
	if got := warnedOf(t, "may swing", gains); got != "" {
		t.Error(got)
	}
	text, err := os.ReadFile("../plant/vehicle/library/rexrov.yaml")
	if err != nil {
		t.Fatal(err)
	}
	slow := filepath.Join(t.TempDir(), "slow.yaml")
	if err := os.WriteFile(slow, []byte(strings.ReplaceAll(string(text), "lag: 50ms", "lag: 2s")), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := warnedOf(t, "may swing", gains, "nodes.auv.vehicle.model="+slow); !strings.Contains(got, "thrusters that lag by 2 s") {
		t.Error(got)
	}
}
