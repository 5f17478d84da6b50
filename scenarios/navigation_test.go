package scenarios

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/plant/navigation"
	"halocline/plant/ncs"
	"halocline/sim"
	"halocline/sim/simtest"
)

// surfacing is a REMUS that swims 600 m at 10 m, comes up, swims 150 m at the surface, and dives again. The heading that its
// inertial unit reads is off by 3 degrees.
const surfacing = `name: surfacing
duration: 640s
water: {density: 1025kg/m3, seabed: 60m}
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - name: auv
    at: [0m, 0m, -10m]
    vehicle: {model: remus-100, step: 10ms}
    instruments: [{type: imu, heading: {bias: 3deg}}, dvl, depth, gps]
    run:
      type: survey-vehicle
      navigation: {type: filter, from: [imu, dvl, depth, gps]}
      path: [[0m, 0m, -10m], [600m, 0m, -10m], [650m, 0m, 0m], [800m, 0m, 0m], [840m, 0m, -10m], [900m, 0m, -10m]]
      speed: 1.5m/s
`

// estimated runs a plan, and returns by how much the first vehicle's estimate is off in the plane at given seconds, and the
// covariance of it there.
func estimated(t *testing.T, plan *Plan, at ...float64) (off, sigma []float64, s *Simulation) {
	t.Helper()
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	vehicle := -1
	var by navigation.Estimating
	for _, p := range s.Programs() {
		if n, ok := p.Running.(interface{ Navigation() navigation.Estimator }); ok && by == nil {
			by, vehicle = n.Navigation().(navigation.Estimating), int(p.Addr)
		}
	}
	for _, second := range at {
		s.Kernel.NewTimer(sim.Probe, func(now sim.Time) {
			m, _ := by.Motion(now)
			c, _ := by.Covariance(now)
			d := m.Position.Sub(s.nodes[vehicle].body.At(now).Position)
			off, sigma = append(off, math.Hypot(d.X, d.Y)), append(sigma, math.Sqrt(c[0][0]+c[1][1]))
		}).Arm(sim.Time(second * 1e9))
	}
	s.Watch(100e6)
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return off, sigma, s
}

// A vehicle that surveys by a filter is off by the error of its heading times its way, until it comes up at some 440 s and GPS reads.
// Below the surface it reads nothing: until then all is the same as without, to the bit. With GPS the error at the surface is that
// of GPS, 2 m in each of two axes with a constant part, within three standard deviations; and for the last leg the vehicle
// knows its heading. What the filter says of its error, three standard deviations, holds at all times.
func TestSurveyByFilter(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	seconds := []float64{100, 400, 520, 600}
	off, sigma, s := estimated(t, parse(t, surfacing), seconds...)
	blind, _, without := estimated(t, parse(t, surfacing, sets(t, "nodes.auv.run.navigation.from=[imu, dvl, depth]")...), seconds...)
	for i := range 2 {
		if off[i] != blind[i] {
			t.Errorf("at %g s it is %g m off, without GPS %g m", seconds[i], off[i], blind[i])
		}
	}
	for i := range off {
		if off[i] > 3*sigma[i] {
			t.Errorf("at %g s it is %.2f m off, and says %.2f m", seconds[i], off[i], sigma[i])
		}
	}
	if three := 3 * 2 * math.Sqrt2; off[2] > three || off[3] > three || blind[2] < 1.5*off[2] || blind[3] < 1.5*off[3] {
		t.Errorf("with GPS it is %.2f m off, without %.2f m", off, blind)
	}
	with, not := surveys(s)[0].Summary(), surveys(without)[0].Summary()
	t.Logf("off by %.2f m (%.2f m by the filter), without GPS by %.2f m; cross-track %.2f m and %.2f m; NEES %.2f, NIS %.2f, %v innovations, %.4f gated",
		off, sigma, blind, with.CrossTrack, not.CrossTrack, with.NEES, with.NIS, with.Innovations, with.Gated)
	if !(with.CrossTrack < not.CrossTrack) || with.Finish != with.Finish || with.Navigation != "filter" {
		t.Errorf("%+v, without GPS %+v", with, not)
	}
	if !(with.NIS > 0.8 && with.NIS < 1.2 && with.Gated < 0.01 && with.Innovations > 5000) {
		t.Errorf("%+v", with.Summary)
	}
}

// By fixes of a buoy, 0.1 degrees and a frame old, three vehicles on a survey know where they are to a metre, and keep their
// paths; by what they carry alone they are off by more, in the same water.
func TestSurveyByFixes(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	with := func(more ...string) []ncs.SurveySummary {
		texts := append([]string{"water.seabed=80m", "duration=400s", "nodes.auv.instruments=[imu, dvl, depth]"}, more...)
		_, _, s := estimated(t, load(t, "survey", sets(t, texts...)...))
		return reports[ncs.SurveySummary](s)
	}
	fixed := with("nodes.buoy.run={type: docking-station, method: acoustic, acoustic: {period: 10s}, usbl: {}}",
		"nodes.auv.run.navigation={type: filter, from: [imu, dvl, depth], fixes: {link: acoustic, station: buoy}}")
	alone := with("nodes.auv.run.navigation={type: filter, from: [imu, dvl, depth]}")
	for i, v := range fixed {
		t.Logf("%s: %.2f m off by fixes, %.2f m without; cross-track %.2f m and %.2f m", v.Node, v.EstimateRMS, alone[i].EstimateRMS, v.CrossTrack, alone[i].CrossTrack)
		if !(v.EstimateHorizontal < 1 && v.EstimateHorizontal < alone[i].EstimateHorizontal) {
			t.Errorf("%s is %.2f m off, without fixes %.2f m", v.Node, v.EstimateHorizontal, alone[i].EstimateHorizontal)
		}
	}
}

// A vehicle docks by a filter, whose fixes are the updates by sound, those by radio too, and its own instruments; GPS is there and reads
// nothing at 75 m. It docks within the tolerance of 0.75 m and knows where it is to 0.2 m at worst.
func TestDockingByFilter(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, row := range []struct{ method, fixes string }{{"hybrid", ""}, {"acoustic", ""}, {"acoustic", "fixes: acoustic, "}} {
		for seed := range 3 {
			texts := []string{
				fmt.Sprintf("seed=%d", seed+1), methodPath + "=" + row.method, stepPath + "=10ms", currentPath + "=0.1m/s", "water.seabed=130m", "nodes.dock.run.usbl={period: 0.74s}",
				"nodes.auv.instruments=[imu, dvl, depth, gps]", "nodes.auv.run.navigation={type: filter, " + row.fixes + "from: [imu, dvl, depth, gps]}",
			}
			_, _, s := estimated(t, load(t, "docking", sets(t, texts...)...))
			v := reports[ncs.VoyageSummary](s)[0]
			t.Logf("%s, seed %d: %s after %.1f s, %.3f m off, NEES %.2f", row.method, seed+1, v.Outcome, v.TimeToDock, v.EstimateRMS, v.NEES)
			if v.Outcome != ncs.OutcomeDocked || v.Final > 0.76 || !(v.EstimateMax < 0.2) || !(v.NEES < 3) {
				t.Errorf("%s, seed %d: %+v", row.method, seed+1, v)
			}
		}
	}
}

// Faults of the key navigation are where they are written, with their cure.
func TestFaultsOfNavigation(t *testing.T) {
	const head = "name: s\nduration: 9s\nlinks: {a: {channel: ideal, modem: plain, mac: aloha}, b: {channel: ideal, modem: plain, mac: aloha}}\nnodes:\n" +
		"  - {name: buoy, at: [0m, 0m, -1m], run: {type: docking-station, method: acoustic, acoustic: {link: a}}}\n" +
		"  - {name: boat, at: [9m, 9m, 0m], velocity: [1m/s, 0m/s, 0m/s]}\n"
	for _, row := range []struct{ navigation, at, want string }{ // the place is that of the text at
		{"truth", "", "<nil>"},
		{"{type: filter, from: [imu, dvl, usbl]}", "", "<nil>"},
		{"{type: reckoning, from: [dvl]}", "", "<nil>"},
		{"{type: filter, from: [dvl], fixes: {link: a, station: buoy}}", "", "<nil>"},
		{"gps", "gps", `unknown model "gps" (known: filter, reckoning, truth)`},
		{"{type: filter, from: [imu, gps]}", "gps", `the node has no instrument "gps"; it has imu, dvl, depth, usbl, usbl2, ctd; add gps to its instruments, or leave it out here`},
		{"{type: filter, from: [imu, depth]}", "[imu", "nothing tells the filter a velocity or a place; name dvl, gps or usbl, or give fixes"},
		{"{type: filter}", "{", "nothing tells the filter a velocity or a place; name dvl, gps or usbl, or give fixes"},
		{"{type: filter, from: [dvl, dvl]}", "dvl]", "dvl is named twice; leave one out"},
		{"{type: filter, from: [dvl, ctd]}", "ctd", "the filter makes nothing of this instrument; it reads imu, dvl, depth, gps and usbl"},
		{"{type: filter, from: [dvl, usbl2]}", "usbl2", `usbl2 finds node "boat", which moves: the filter does not know where that is; let it find one that stays`},
		{"{type: filter, from: [dvl], gate: 2}", "2}", "2 is out of range"},
		{"{type: filter, from: [dvl], fixes: a}", "a}", "a survey-vehicle has fixes of a docking-station over a link; name both, as in fixes: {link: acoustic, station: buoy}"},
		{"{type: filter, from: [dvl], fixes: {link: a, station: bouy}}", "bouy", `unknown node "bouy"`},
		{"{type: filter, from: [dvl], fixes: {link: a, station: boat}}", "boat", `node "boat" runs no program`},
		{"{type: filter, from: [dvl], fixes: {link: b, station: buoy}}", "b, station", `link "b" gives no fixes: the station buoy sends none on it; name another one`},
		{"{type: filter, from: [dvl], fixes: {link: c, station: buoy}}", "c, station", `unknown link "c"`},
		{"{type: reckoning, from: [usbl]}", "usbl", "dead reckoning makes nothing of this instrument; it reads dvl, imu and depth; write type: filter for others"},
		{"{type: reckoning, from: [imu]}", "[imu", "nothing tells the vehicle how it moves; name its dvl, or give fixes"},
	} {
		line := "  - {name: auv, vehicle: remus-100, at: [0m, 0m, -9m], instruments: [imu, dvl, depth, {type: usbl, target: buoy}, {type: usbl, target: boat}, ctd], run: {type: survey-vehicle, speed: 1m/s, path: [[0m, 0m, -9m], [50m, 0m, -9m]], navigation: "
		want := row.want
		if row.at != "" {
			want = fmt.Sprintf("a.yaml:7:%d: %s", len(line)+strings.Index(row.navigation, row.at)+1, row.want)
		}
		if got := faultOf("a.yaml", head+line+row.navigation+"}}\n"); !strings.HasPrefix(got, want) {
			t.Errorf("%s:\n got %s\nwant %s", row.navigation, got, want)
		}
	}
	for text, want := range map[string]string{
		"nodes.auv.run.navigation={type: filter, fixes: sound}":                            `link "sound" gives the vehicle no fixes: it gets no updates there; name one that it is steered by, such as "acoustic", or leave it out for all of them`,
		"nodes.auv.run.navigation={type: filter, fixes: {link: acoustic, station: other}}": `the vehicle docks at station "dock", which tells it where it is; leave station out here`,
		"nodes.auv.run.force.period=1s":                                                    "with navigation: truth each update gives a force; leave force out, or write navigation: reckoning",
		"nodes.auv.run.reckoning={}":                                                       `there is no key "reckoning" any more; write navigation: {type: reckoning, from: [dvl]}`,
		"nodes.auv.run.navigation=null":                                                    `key "navigation" is missing; write one of filter, reckoning, truth`,
	} {
		p, err := Standard().Load("docking", sets(t, text))
		if err == nil {
			_, err = p.Check()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
