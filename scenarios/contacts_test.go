package scenarios

import (
	"math"
	"strings"
	"testing"

	"halocline/sim/trace"
)

// quayside is a vehicle that is pushed ahead, 1 m over a bottom, and what is in its way.
const quayside = `
name: quayside
duration: 60s
water: {density: 1025kg/m3, seabed: 50m}
world:
  obstacles:
    - {type: wall, name: quay, at: [10m, -20m, 0m], to: [10m, 20m, 0m], height: 60m, thickness: 10cm}
links:
  water: {channel: ideal, modem: plain, mac: aloha}
nodes:
  - {name: station, at: [-10m, 0m, -40m]}
  - {name: auv, at: [0m, 0m, -40m], vehicle: {model: bluerov2-heavy, force: [20N, 0N, 0N], step: 5ms}}
probe: {period: 100ms}
`

// told are what models tell of a run.
type told struct {
	places
	all []trace.Record
}

// Emit implements trace.Tracer.
func (f *told) Emit(r trace.Record) {
	f.places.Emit(r)
	if r.Kind == trace.Fact {
		f.all = append(f.all, r)
	}
}

// A wall stops a vehicle before its middle comes to it, and the contact is told: what, how fast, and when it
// has ended with which impulse.
func TestWallStopsAVehicle(t *testing.T) {
	f := &told{places: places{node: 1}}
	s, err := parse(t, quayside).Build(nil, f)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	farthest := math.Inf(-1)
	for _, p := range f.at {
		farthest = max(farthest, p.X)
	}
	if farthest < 9 || farthest > 9.95 {
		t.Errorf("it comes to x = %g m, and the wall begins at 9.95 m", farthest)
	}
	began, ended := 0, 0
	for _, r := range f.all {
		switch {
		case r.Note == "contact_quay" && r.Node == 1 && r.Value > 0.05:
			began++
		case r.Note == "impulse_quay" && r.Value > 0:
			ended++
		}
	}
	if began == 0 || ended == 0 {
		t.Errorf("%d contacts of some speed and %d impulses are told: %v", began, ended, f.all)
	}
}

// A vehicle that is heavier than its water comes to rest on the bottom, and one that ignores the ground goes through it.
func TestRestsOnTheBottom(t *testing.T) {
	text := strings.Replace(quayside, "force: [20N, 0N, 0N]", "force: [0N, 0N, -60N]", 1)
	at := swam(t, text)
	if z := at[len(at)-1].Z; z < -50.2 || z > -49.5 {
		t.Errorf("it ends at z = %g m over a bottom of -50 m", z)
	}
	at = swam(t, strings.Replace(text, "step: 5ms", "step: 5ms, ground: ignore", 1))
	if z := at[len(at)-1].Z; z > -52 {
		t.Errorf("it ignores the ground and ends at z = %g m", z)
	}
}

// A vehicle that begins in a thing, in the bottom or in another vehicle is a fault at its place; one that only touches is none. The
// corners of BlueROV2 lie 0.575/2 m beside its middle, 0.457/2 m ahead, and 0.254/2 m over and under it.
func TestBeginsInSomething(t *testing.T) {
	auv := "{name: auv, at: [0m, 0m, -40m]"
	for at, want := range map[string]string{
		"at: [10m, 0m, -40m]":    "a.yaml:12:21: node auv begins 0.28 m deep in quay, which would throw it out; give it another place",
		"at: [0m, 0m, -55m]":     "deep in the bottom",
		"at: [0m, 0m, -49.87m]":  "",
		"at: [9.715m, 0m, -40m]": "",
	} {
		_, err := parse(t, strings.Replace(quayside, auv, "{name: auv, "+at, 1)).Build(nil, nil)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", at, err, want)
		}
	}
	two := strings.Replace(quayside, "  - "+auv, "  - {name: other, at: [0.1m, 0m, -40m], vehicle: {model: bluerov2-heavy}}\n  - "+auv, 1)
	if _, err := parse(t, two).Build(nil, nil); err == nil || !strings.Contains(err.Error(), "deep in node ") {
		t.Errorf("in another vehicle: %v", err)
	}
}

// A contact that is faster than crash_speed ends the run; a slower one does not.
func TestCrashSpeed(t *testing.T) {
	for speed, want := range map[string]string{"0.2m/s": "node auv comes into contact with quay at 0.", "2m/s": ""} {
		s, err := parse(t, strings.Replace(quayside, "step: 5ms", "step: 5ms, contact: {crash_speed: "+speed+"}", 1)).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Run(t.Context())
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("crash_speed %s: %v, want %q", speed, err, want)
		}
	}
}

// Faults of a world have their place.
func TestFaultsOfAWorld(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"to: [10m, 20m, 0m]", "to: [10m, -20m, 0m]", "a.yaml:7:"},
		{"to: [10m, 20m, 0m]", "to: [10m, 20m, 1m]", "a.yaml:7:"},
		{"type: wall", "type: wal", `did you mean "wall"?`},
		{"height: 60m", "height: 0m", "a.yaml:7:"},
		{"step: 5ms", "step: 5ms, contact: {sinks: 0m}", "a.yaml:12:"},
	} {
		_, err := Standard().Parse("a.yaml", strings.Replace(quayside, c.from, c.to, 1), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.to, err, c.want)
		}
	}
}
