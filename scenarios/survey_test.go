package scenarios

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/plant/ncs"
	"halocline/sim/simtest"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// swimming returns the simulation of one vehicle with a survey, which has a link and sends
// nothing.
func swimming(t *testing.T, model, water, at, run string, duration time.Duration) *Simulation {
	t.Helper()
	text := fmt.Sprintf(`name: s
duration: %gs
water: {temperature: 10degC, %s}
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - {name: auv, at: %s, vehicle: {model: %s, step: 5ms}, run: {type: survey-vehicle, navigation: truth, %s}}
`, duration.Seconds(), water, at, model, run)
	s, err := parse(t, text).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Watch(10 * time.Millisecond)
	return s
}

// swim carries it out and returns the places at some times.
func swim(t *testing.T, s *Simulation, times ...time.Duration) []geom.Vec {
	t.Helper()
	var places []geom.Vec
	for _, at := range times {
		s.Kernel.NewTimer(sim.Probe, func(now sim.Time) { places = append(places, s.nodes[0].body.Position(now)) }).Arm(sim.Time(at))
	}
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(places) != len(times) {
		t.Fatalf("%d of %d places", len(places), len(times))
	}
	return places
}

// A current of w across a leg and a speed v through the water. Who looks ahead by D along the
// leg is off it when he heads into the current by asin(w/v), so that atan(e/D) is as much:
// e = D w/sqrt(v^2 - w^2). Who pursues a point at the distance D heads for it by asin(e/D),
// so that e = D w/v. Who crabs is on it. The hulls of remus-100 and bluerov2-heavy are the
// same to both sides, so that nothing turns them; that of remus-100 is in balance in water of
// 1006.435 kg/m3.
func TestOffsetInACurrent(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, c := range []struct {
		model, run string
		v, w       float64
		want       float64
	}{
		{"point", "guidance: line-of-sight, crab: false", 1, 0.3, 10 * 0.3 / math.Sqrt(1-0.09)},
		{"point", "guidance: pursuit, crab: false", 1, 0.3, 3},
		{"point", "guidance: line-of-sight, ahead: 4m, crab: false", 1, -0.3, -4 * 0.3 / math.Sqrt(1-0.09)},
		{"point", "guidance: line-of-sight", 1, 0.3, 0},
		{"point", "guidance: pursuit", 1, 0.3, 0},
		{"bluerov2-heavy", "crab: false", 0.7, 0.2, 10 * 0.2 / math.Sqrt(0.49-0.04)},
		{"remus-100", "guidance: line-of-sight, crab: false", 1.5, 0.5, 10 * 0.5 / math.Sqrt(2.25-0.25)},
		{"remus-100", "guidance: pursuit, crab: false", 1.5, 0.5, 10 * 0.5 / 1.5},
		{"remus-100", "guidance: line-of-sight, crab: true", 1.5, 0.5, 0},
	} {
		t.Run(c.model+" "+c.run, func(t *testing.T) {
			water := fmt.Sprintf("density: 1006.435kg/m3, current: {type: uniform, speed: %gm/s, toward: %gdeg}", math.Abs(c.w), math.Copysign(90, c.w))
			run := fmt.Sprintf("path: [[0m, 0m, -20m], [5000m, 0m, -20m]], speed: %gm/s, %s", c.v, c.run)
			s := swimming(t, c.model, water, "[0m, 0m, -20m]", run, 200*time.Second)
			within(t, "offset", swim(t, s, 200*time.Second)[0].Y, c.want, 2e-3)
		})
	}
}

// Near a leg a vehicle with the lag 1/b of its velocity comes onto it by e” + b e' + b (v/D) e
// = 0. With b = 0.5, v = 1 m/s and D = 10 m the slower root is (0.5 - sqrt(0.25 - 0.2))/2 =
// 0.138197/s; with b = 2 it is 1 - sqrt(0.8) = 0.105573/s, where an exact heading has v/D. The ball has
// linear drag, so that the lag is one of first order, and it moves aside at once.
func TestComingOntoALeg(t *testing.T) {
	for lag, want := range map[string]float64{"2s": 0.1381966, "0.5s": 0.1055728} {
		run := "path: [[0m, 0m, -20m], [5000m, 0m, -20m]], speed: 1m/s, time_constant: " + lag
		s := swimming(t, "point", "density: 1025kg/m3", "[0m, 0.5m, -20m]", run, 80*time.Second)
		at := swim(t, s, 50*time.Second, 70*time.Second)
		within(t, "rate with "+lag, math.Log(at[0].Y/at[1].Y)/20, want, 2e-4)
	}
}

// REMUS 100 swims at 1.54 m/s with 1500 turns a minute (Prestero 2001), here where it weighs what it displaces and keeps level.
func TestSpeedOfRemus(t *testing.T) {
	s := swimming(t, "remus-100", "density: 1006.435kg/m3", "[0m, 0m, -20m]", "path: [[0m, 0m, -20m], [5000m, 0m, -20m]], speed: 1.54m/s", 200*time.Second)
	at := swim(t, s, 190*time.Second, 200*time.Second)
	state := s.nodes[0].body.At(s.Kernel.Now())
	within(t, "speed", (at[1].X-at[0].X)/10, 1.54, 1e-5)
	within(t, "turns a minute", state.Inner[0]*60/(2*math.Pi), 1500, 5)
	_, pitch, _ := state.Attitude.Euler()
	within(t, "depth", at[1].Z, -20, 1e-3)
	within(t, "pitch", pitch, 0, 1e-4)
}

// In water of 1025 kg/m3 REMUS 100 is lifted by 5.52 N. It stays at its depth with the bow
// down, where lift and drag of hull and planes hold it: two equations, of forces upward and of
// moments in pitch, for the angles of the hull and of the planes, with the laws of the plates,
// Munk's moment and the righting moment. Solved in Python for 1.5 m/s ahead: 2.09249 deg bow
// down, planes at -7.55340 deg, and 3.65938 N of thrust, because the lift pulls ahead, with a drag of
// 1.62 u^2; with 2.94 u^2 and 1.5 m/s along the bow it is 1.32 x 1.5^2 = 2.97 N more.
func TestDepthOfABuoyantVehicle(t *testing.T) {
	s := swimming(t, "remus-100", "density: 1025kg/m3", "[0m, 0m, -20m]", "path: [[0m, 0m, -20m], [5000m, 0m, -20m]], speed: 1.5m/s", 600*time.Second)
	at := swim(t, s, 600*time.Second)[0]
	state := s.nodes[0].body.At(s.Kernel.Now())
	_, pitch, _ := state.Attitude.Euler()
	within(t, "depth", at.Z, -20, 1e-3)
	within(t, "pitch", pitch*180/math.Pi, 2.09249, 1e-3)
	within(t, "planes", state.Inner[vehicle.MaxThrusters+1]*180/math.Pi, -7.55340, 1e-3)
	within(t, "thrust", s.nodes[0].body.Model().Thrust(state, 0), 6.62938, 1e-3)
}

// A ball of linear drag takes up its speed v as v (1 - exp(-b t)), so that it has come to x at x/v
// + 1/b, once the exponential is gone: 95 m of 100 m, where the end counts as reached, at 97 s.
func TestTimeAlongALeg(t *testing.T) {
	s := swimming(t, "point", "density: 1025kg/m3", "[0m, 0m, -20m]", "path: [[0m, 0m, -20m], [100m, 0m, -20m]], speed: 1m/s", 200*time.Second)
	end := swim(t, s, 200*time.Second)[0]
	got := reports[ncs.SurveySummary](s)[0]
	within(t, "finished", float64(got.Finish), 97, 0.02) // the task's period
	within(t, "path", got.Length, 100, 1e-12)
	within(t, "covered", got.Covered, 100, 1e-12)
	within(t, "held at the end", end.Dist(geom.Vec{X: 100, Z: -20}), 0, 1e-3)
	within(t, "way", got.Way, 100, 1e-2)
}

// The mirror image of a path in the mirror image of a current gives that of the track: hulls
// of both kinds are the same to both sides.
func TestMirroredPath(t *testing.T) {
	for _, model := range []string{"remus-100", "bluerov2-heavy"} {
		var tracks [2][]geom.Vec
		for i, side := range []int{1, -1} {
			run := fmt.Sprintf("path: [[0m, 0m, -20m], [60m, %dm, -20m], [60m, %dm, -25m], [20m, %dm, -25m]], speed: 0.8m/s", 5*side, 40*side, 45*side)
			water := fmt.Sprintf("density: 1025kg/m3, current: {type: uniform, speed: 0.2m/s, toward: %ddeg}", 60*side)
			s := swimming(t, model, water, "[0m, 0m, -20m]", run, 160*time.Second)
			tracks[i] = swim(t, s, 20*time.Second, 60*time.Second, 80*time.Second, 120*time.Second, 160*time.Second)
		}
		for i, p := range tracks[0] {
			p.Y = -p.Y
			if d := p.Dist(tracks[1][i]); d > 1e-6 || p.Y == 0 {
				t.Errorf("%s: place %d, %v, is %g m from its mirror image", model, i, p, d)
			}
		}
	}
}

// A square of 50 m is repeated: each round of 200 m takes as long as the one before, and ends
// where that ended.
func TestRepeatedPath(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, guidance := range []string{"line-of-sight", "pursuit"} {
		run := "path: [[0m, 0m, -20m], [50m, 0m, -20m], [50m, 50m, -20m], [0m, 50m, -20m]], speed: 1.5m/s, then: repeat, ahead: 6m, guidance: " + guidance
		s := swimming(t, "remus-100", "density: 1006.435kg/m3", "[0m, 0m, -20m]", run, 700*time.Second)
		var times []float64
		var places []geom.Vec
		s.Kernel.Every(sim.Probe, 0, 10*time.Millisecond, func(now sim.Time) {
			place := s.nodes[0].body.Position(now)
			if surveys(s)[0].Covered(place) >= 200*float64(len(times)+1) {
				times, places = append(times, now.Seconds()), append(places, place)
			}
		})
		swim(t, s)
		if len(times) != 5 {
			t.Fatalf("%s: %d rounds", guidance, len(times))
		}
		within(t, guidance+": fourth round", times[3]-times[2], times[2]-times[1], 0.021)
		within(t, guidance+": fifth round", times[4]-times[3], times[3]-times[2], 0.021)
		within(t, guidance+": end", places[4].Dist(places[3]), 0, 0.04)
		if got := reports[ncs.SurveySummary](s)[0]; !(float64(got.Finish) < times[0]) || got.Length != 150 || !(got.Covered > 1000) {
			t.Errorf("%s: %+v", guidance, got)
		}
	}
}

// The distance from the path, anew: that from the line of the leg that is followed, or from the
// nearest of the legs before that it is beside, where a leg is passed 5 m before its end, and the
// height at the foot of the perpendicular. From
// 20 m beside the first point the vehicle goes there first, which does not count.
func TestErrorsOfASurvey(t *testing.T) {
	path := []geom.Vec{{X: 20, Y: 0, Z: -20}, {X: 80, Y: 0, Z: -24}, {X: 80, Y: 60, Z: -24}, {X: 140, Y: 60, Z: -20}}
	run := "path: [[20m, 0m, -20m], [80m, 0m, -24m], [80m, 60m, -24m], [140m, 60m, -20m]], speed: 1m/s, crab: false, then: stop"
	s := swimming(t, "point", "density: 1025kg/m3, current: {type: uniform, speed: 0.2m/s, toward: 80deg}", "[0m, 0m, -20m]", run, 300*time.Second)
	along := func(leg int, at geom.Vec) float64 {
		return [3]float64{at.X - 20, at.Y, at.X - 80}[leg]
	}
	begun := 0
	var across, deep, n float64
	s.Kernel.Every(sim.Probe, 0, 100*time.Millisecond, func(now sim.Time) {
		at := s.nodes[0].body.Position(now)
		if _, _, on := surveys(s)[0].Off(at); !on {
			return
		}
		for begun < 2 && 60-along(begun, at) <= 5 {
			begun++
		}
		nearest, z := math.Inf(1), 0.0
		for i := range begun + 1 {
			p := path[i].Add(path[i+1].Sub(path[i]).Scale(max(0, min(1, along(i, at)/60))))
			beside := math.Abs(at.Y - p.Y)
			if i == 1 {
				beside = math.Abs(at.X - p.X)
			}
			if on := along(i, at); beside < nearest && (i == begun || on >= 0 && on <= 60) {
				nearest, z = beside, p.Z
			}
		}
		across, deep, n = across+nearest*nearest, deep+(at.Z-z)*(at.Z-z), n+1
	})
	end := swim(t, s, 300*time.Second)[0]
	got := reports[ncs.SurveySummary](s)[0]
	within(t, "across", float64(got.CrossTrack), math.Sqrt(across/n), 5e-3)
	within(t, "in depth", float64(got.DepthError), math.Sqrt(deep/n), 5e-3)
	within(t, "path", got.Length, 180, 1e-12)
	if got.CrossTrack < 1 || got.DepthError < 0.01 || end.Y < 70 {
		t.Errorf("%+v, drifted to %v", got, end)
	}
}

// A pair of fins of REMUS 100 gives N_uudr = -6.15 kg/rad in water of 1030 kg/m3 (Prestero
// 2001), at 2 m/s 24.6 N m for each rad; a positive angle turns to the left.
func TestRudderOfRemus(t *testing.T) {
	steering, err := vehicle.NewSteering(loadVehicle(t, "remus-100"), vehicle.Pitch, vehicle.Yaw)
	if err != nil {
		t.Fatal(err)
	}
	in := new(vehicle.Input)
	steering.Angles(&vehicle.Six{vehicle.Yaw: 2.46}, 1030*2*2/2, in)
	within(t, "rudder", in[1], 0.1, 1e-4)
	within(t, "planes", in[2], 0, 1e-12)
}

// A torpedo that turns about does not dive or rise: it turns by its rudder. After the end it
// makes for the last point again and again, and stays near it.
func TestTurnAbout(t *testing.T) {
	run := "path: [[0m, 0m, -20m], [80m, 0m, -20m], [0m, 1m, -20m]], speed: 1.5m/s, crab: false"
	s := swimming(t, "remus-100", "density: 1025kg/m3", "[0m, 0m, -20m]", run, 400*time.Second)
	var high, low, away float64 = -30, 0, 0
	s.Kernel.Every(sim.Probe, sim.Time(40*time.Second), 100*time.Millisecond, func(now sim.Time) {
		at := s.nodes[0].body.Position(now)
		high, low = max(high, at.Z), min(low, at.Z)
		if surveys(s)[0].Finished() >= 0 {
			away = max(away, at.Dist(geom.Vec{Y: 1, Z: -20}))
		}
	})
	swim(t, s)
	if high > -19.6 || low < -20.4 || surveys(s)[0].Finished() < 0 {
		t.Errorf("from %g m to %g m", low, high)
	}
	if away < 5 || away > 20 {
		t.Errorf("%g m away from the last point", away)
	}
}

// What cannot be is refused at its place, once for a group, and what goes wrong is warned of.
func TestFaultsOfSurveys(t *testing.T) {
	const buoyant = "water: {density: 1025kg/m3}\n"
	const head = "name: s\nduration: 9s\nlinks: {a: {channel: ideal, modem: plain, mac: aloha}}\nnodes:\n"
	node := func(what, run string) string {
		if !strings.Contains(run, "speed") {
			run += ", speed: 1m/s"
		}
		return head + "  - {" + what + ", run: {type: survey-vehicle, navigation: truth, path: [[0m, 0m, -9m], [50m, 0m, -9m]]" + run + "}}\n"
	}
	for _, row := range []struct{ what, text, want string }{
		{"right", node("name: n, vehicle: remus-100", ""), "<nil>"},
		{"no vehicle", node("name: n, count: 2", ""), `a.yaml:5:30: node "n1" is no vehicle; give it one, as in vehicle: remus-100`},
		{"a name of metrics", node("name: packets, vehicle: remus-100", ""), `a.yaml:5:12: a node whose program is measured is not named "packets": its metrics would have the names of others`},
		{"a name of a link", node("name: a, vehicle: remus-100", ""), `a.yaml:5:12: a node whose program is measured is not named "a": its metrics would have the names of others`},
		{"one point", strings.Replace(node("name: n, vehicle: remus-100", ""), ", [50m, 0m, -9m]", "", 1), "a.yaml:5:88: 1 element is given; write at least 2"},
		{"twice the same", strings.Replace(node("name: n, vehicle: remus-100", ""), "[50m, 0m, -9m]", "[0m, 0m, -9m]", 1), "a.yaml:5:88: points 1 and 2 are the same; leave one of them out"},
		{"steep", strings.Replace(node("name: n, count: 2, place: {type: ring, radius: 5m}, vehicle: remus-100, at: [0m, 0m, -9m]", ""), "[50m, 0m, -9m]", "[50m, 0m, -59m]", 1), "a.yaml:5:150: the way from point 1 to point 2 is inclined by 45 deg, and a vehicle that steers by its pitch climbs and dives by 30 deg at most; draw it out"},
		{"a steep beginning", node("name: n, vehicle: remus-100, at: [-10m, 0m, 0m]", ""), "a.yaml:5:108: the way from where the vehicle starts to the first point is inclined by 42 deg, and a vehicle that steers by its pitch climbs and dives by 30 deg at most; draw it out"},
		{"steep for thrusters", strings.Replace(node("name: n, vehicle: rexrov", ""), "[50m, 0m, -9m]", "[50m, 0m, -59m]", 1), "<nil>"},
	} {
		if got := faultOf("a.yaml", row.text); got != row.want {
			t.Errorf("%s:\n got %s\nwant %s", row.what, got, row.want)
		}
	}
	for _, row := range []struct{ what, text, want string }{
		{"right", node("name: n, count: 2, place: {type: ring, radius: 5m}, vehicle: remus-100", ""), "[]"},
		// 18.4 N are the drag of 2.94 v^2 at 2.502 m/s.
		{"too fast", node("name: n, count: 2, place: {type: ring, radius: 5m}, vehicle: remus-100", ", speed: 2.6m/s"), "[n: it is to swim at 2.6 m/s, and by the drag along surge its thrusters give it 2.502 m/s at most; let it swim slower]"},
		// By the two equations of TestDepthOfABuoyantVehicle the planes are at 20 deg at 0.872 m/s.
		{"too light", node("name: n, vehicle: remus-100", ", speed: 0.85m/s") + buoyant, "[n: at 0.85 m/s its fins do not hold its depth in water of 1025 kg/m3, where it displaces 304.5 N and weighs 299 N; let it swim faster, or trim its mass or its volume]"},
		{"not too light", node("name: n, vehicle: remus-100", ", speed: 0.89m/s") + buoyant, "[]"},
		{"short-sighted", node("name: n, vehicle: rexrov", ", ahead: 3.9m, speed: 2m/s"), "[n: it looks 3.9 m ahead, which it swims in less than the 2 s of its time_constant, so that it overshoots its legs; look further ahead]"},
		{"not short-sighted", node("name: n, vehicle: rexrov", ", ahead: 4m, speed: 2m/s"), "[]"},
		// Munk's moment (7.477 - 2.546) v^2 is more than the righting one of 9.7 x 9.80665 x 0.01 N m, by 1028/1025 more where it
		// is lifted so much, from 0.439 m/s on.
		{"turned over", node("name: n, vehicle: modular-six", ", speed: 0.45m/s"), "[n: at 0.45 m/s the water turns its hull off its way in pitch (Munk's moment), and nothing holds it there: its righting moment is 0.954 N m, and from 0.439 m/s on that is too little; let it swim slower]"},
		{"in the air", strings.Replace(node("name: n, vehicle: rexrov", ""), "[50m, 0m, -9m]", "[50m, 0m, 2m], [60m, 0m, 3m]", 1), "[n: point 2 of its path lies 2 m above the surface; z is up, and negative under water]"},
		{"in the ground", node("name: n, count: 2, place: {type: ring, radius: 5m}, vehicle: rexrov", "") + "water: {seabed: 8m}\n", "[n: point 1 of its path lies at a depth of 9 m, where the seabed is at 8 m]"},
		{"on the ground", node("name: n, vehicle: rexrov", "") + "water: {seabed: 9m}\n", "[]"},
		{"swift", node("name: n, vehicle: rexrov", "") + "water: {current: {type: uniform, speed: 1m/s, toward: 30deg}}\n", "[n: at point 1 of its path the current is 1 m/s at the beginning, and the vehicle swims at 1 m/s: it gets nowhere against that; let it swim faster]"},
		{"not swift", node("name: n, vehicle: rexrov", "") + "water: {current: {type: uniform, speed: 0.99m/s, toward: 30deg}}\n", "[]"},
		{"not turned over", node("name: n, vehicle: modular-six", ", speed: 0.43m/s"), "[]"},
	} {
		warnings, err := parse(t, row.text).Check()
		if got := fmt.Sprint(warnings); err != nil || got != row.want {
			t.Errorf("%s: %v\n got %s\nwant %s", row.what, err, got, row.want)
		}
	}
}
