package scenarios

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/plant/program/mission"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/simtest"
)

// The vehicle of the bundled docking stays at the station for 20 s, goes away, docks, stays for 20 s, which the dock holds it still for, and goes on to another
// place: the dock lets it go. While it only stays there, the dock does not take hold of it.
func TestDockingAsATask(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	docking := func(tasks string, set ...string) (*Simulation, mission.Summary, []geom.Vec) {
		set = append([]string{"nodes.auv.run={type: mission, navigation: truth, speed: 0.5m/s, tasks: [" + tasks + "]}", "duration=400s", "nodes.dock.run.berth={within: 0.5m, speed: 0.5m/s, tilt: 30deg}"}, set...)
		plan, err := Standard().Load("docking", sets(t, set...))
		if err != nil {
			t.Fatal(err)
		}
		s, err := plan.Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		auv := slices.IndexFunc(s.nodes, func(n *node) bool { return n.name == "auv" })
		var places []geom.Vec // each second
		s.Kernel.Every(sim.Probe, 0, time.Second, func(now sim.Time) { places = append(places, s.nodes[auv].body.Position(now)) })
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return s, reports[mission.Summary](s)[0], places
	}
	berth := geom.Vec{Z: -99.825}
	const by = "{name: out, go: [-10m, 10m, -85m]}, {name: by, go: [0m, 0m, -99.8m], then: {wait: 20s}}, {name: away, go: [10m, 0m, -95m]}, "
	_, m, places := docking(by+"{name: in, dock: dock, then: {wait: 20s}}, {name: on, go: [-10m, 10m, -90m]}", "nodes.dock.run.berth.go_on=true")
	if got := outcomes(m); got != "out done, by done, away done, in done, on done" {
		t.Fatal(got)
	}
	in := m.Tasks[3]
	t.Logf("%+v", in)
	first, last := places[int(in.Arrived)+1], places[int(in.End)-1]
	if first.Dist(berth) > 0.5 || first != last || math.Abs(float64(in.End-in.Arrived)-20) > 0.05 || places[len(places)-1].Dist(geom.Vec{X: -10, Y: 10, Z: -90}) > 0.5 {
		t.Errorf("docked at %v and %v, at last at %v", first, last, places[len(places)-1])
	}
	// The run ends at the dock where nothing is said, and so does the mission.
	s, m, _ := docking(by + "{name: in, dock: dock}")
	if outcomes(m) != "out done, by done, away done, in done" || !m.Ended || math.Abs(s.Kernel.Now().Seconds()-float64(m.Tasks[3].End)) > 1e-9 {
		t.Errorf("at %v: %+v", s.Kernel.Now(), m)
	}
	// Without updates it does not find the dock, and gives up.
	lost := []string{"links.acoustic.modem.errors={type: loss, probability: 1}", "links.rf.modem.errors={type: loss, probability: 1}"}
	if _, m, _ = docking("{name: away, go: [-15m, 15m, -80m]}, {name: in, dock: dock, limit: 60s}", lost...); outcomes(m) != "away done, in late" {
		t.Errorf("%+v", m)
	}
	for set, want := range map[string]string{
		"nodes.auv.run.tasks[0].dock=dummy1":                               `node "dummy1" runs no docking-station`,
		"nodes.dock.run.berth.cone={entrance: 3m, exit: 1.5m, length: 3m}": "has a cone",
	} {
		plan, err := Standard().Load("docking", sets(t, "nodes.auv.run={type: mission, navigation: truth, speed: 0.5m/s, tasks: [{dock: dock}]}", set))
		if err == nil {
			_, err = plan.Build(nil, nil)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", set, err)
		}
	}
}
