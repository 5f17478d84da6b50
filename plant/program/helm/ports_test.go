package helm_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/plant/program"
	"halocline/plant/program/helm"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/simtest"
)

// sailing runs a REMUS 100 with set-points, and others from outside, and returns where it is at the end.
func sailing(t *testing.T, points string, inputs ...scenarios.Input) string {
	t.Helper()
	plan, err := scenarios.Standard().Parse("a.yaml", `
name: sailing
description: a vehicle that keeps set-points
duration: 120s
water: {density: 1025kg/m3, seabed: 40m}
nodes:
  - name: auv
    at: [0m, 0m, -10m]
    vehicle: {model: remus-100, step: 5ms}
    instruments: [{type: altimeter, distance: {noise: 0m, bias: 0m, resolution: 0m}}]
    run: {type: helm, navigation: truth, at: [`+points+`]}
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Replay(inputs); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	m := s.See(0, s.Kernel.Now()).True
	return fmt.Sprintf("%v %v", m.Position, m.Attitude)
}

// What comes in at 40 s takes effect after all else of that instant, so in the next step of the task, 20 ms later, and is kept as is a
// set-point of the scenario that comes then.
func TestPorts(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for name, row := range map[string]struct {
		point  string
		inputs []scenarios.Input
	}{
		"course": {"heading: 1rad, speed: 1.2m/s", []scenarios.Input{{Port: "auv.heading", Value: 1}, {Port: "auv.speed", Value: 1.2}}},
		"depth":  {"depth: 12m", []scenarios.Input{{Port: "auv.pitch", Value: 0.1}, {Port: "auv.depth", Value: 12}}},
		"height": {"height: 25m", []scenarios.Input{{Port: "auv.height", Value: 25}}},
		"pitch":  {"pitch: -0.05rad", []scenarios.Input{{Port: "auv.depth", Value: 5}, {Port: "auv.pitch", Value: -0.05}}},
	} {
		for i := range row.inputs {
			row.inputs[i].At = sim.Time(40e9)
		}
		first := "{speed: 1.5m/s, depth: 10m, heading: 0rad}"
		want := sailing(t, first+", {t: 40.02s, "+row.point+"}")
		if got := sailing(t, first, row.inputs...); got != want {
			t.Errorf("%s: from outside it ends at %s, by the scenario at %s", name, got, want)
		}
		if other := sailing(t, first); other == want {
			t.Errorf("%s: nothing comes of it", name)
		}
	}
	// A later set-point of the scenario replaces what came in, and one from outside works before the first.
	last := ", {t: 60s, depth: 10m}"
	if got := sailing(t, "{speed: 1.5m/s, depth: 10m}"+last, scenarios.Input{At: 1, Port: "auv.depth", Value: 10}); got != sailing(t, "{speed: 1.5m/s, depth: 10m}"+last) {
		t.Errorf("it ends at %s", got)
	}
	early := sailing(t, "{t: 60s, speed: 1.5m/s, depth: 12m}", scenarios.Input{Port: "auv.speed", Value: 1})
	if early == sailing(t, "{t: 60s, speed: 1.5m/s, depth: 12m}") {
		t.Error("a speed from outside has no effect before the first set-point")
	}
}

// A port refuses what a key of the scenario would. The Taipan has no altimeter here, so no height to keep.
func TestPortsRefuse(t *testing.T) {
	_, running := install(t, gained(helm.Point{Speed: ptr(2.0)}))
	var names []string
	for _, p := range running.(program.Ported).Ports() {
		names = append(names, p.Name)
		for _, bad := range []float64{p.Least - 1, p.Most + 1, math.Inf(1)} {
			if p.Check(bad, "") == nil {
				t.Errorf("%s takes %g", p.Name, bad)
			}
		}
		if err := p.Check((p.Least+p.Most)/2, ""); err != nil {
			t.Error(err)
		}
	}
	if got := strings.Join(names, " "); got != "heading speed depth pitch" {
		t.Errorf("the ports are %s", got)
	}
}
