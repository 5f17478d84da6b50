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
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/simtest"
)

// lookers is a vehicle that looks, and another one that goes along x at 0.3 m/s and tells where it is.
const lookers = `
name: lookers
duration: 300s
links: {sound: {channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, rate: 1kbit/s, preamble: 0s}, mac: {type: aloha, header: 0bit}}}
nodes:
  - {name: auv, at: [0m, 0m, -20m], vehicle: {model: modular-six, step: 5ms}, instruments: [{type: fan, beams: 31, half_angle: 3deg}], run: {type: mission, navigation: truth, speed: 0.4m/s, tasks: [%s]}}
  - {name: fish, at: [8m, 1m, -20m], vehicle: {model: modular-six, step: 5ms}, run: {type: mission, navigation: truth, speed: 0.3m/s, tasks: [{go: [200m, 1m, -20m]}], tell: {link: sound, every: 4s}}}
`

// looking carries lookers out, and has the two vehicles looked at each tenth of a second from a time on.
func looking(t *testing.T, task string, from time.Duration, look func(own, other geom.Vec, bow geom.Vec, now sim.Time), set ...string) *Simulation {
	t.Helper()
	s, err := parse(t, fmt.Sprintf(lookers, task), sets(t, set...)...).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Kernel.Every(sim.Probe, sim.Time(from), 100*time.Millisecond, func(now sim.Time) {
		a, b := s.nodes[0].body.At(now).Motion, s.nodes[1].body.At(now).Motion
		look(a.Position, b.Position, a.Attitude.Rotate(geom.Vec{X: 1}), now)
	})
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// angle returns the angle between two directions, deg.
func angle(a, b geom.Vec) float64 { return math.Atan2(a.Cross(b).Norm(), a.Dot(b)) * 180 / math.Pi }

// The vehicle goes round a point at 3 m, at 3 deg/s in currents up to as fast as it goes itself, 0.157 m/s, and at 6 deg/s in still water: it
// stays on the sphere to 0.1 m, and its bow points to the centre well within 5 deg. In 200 s it goes around by 600 deg or 1200 deg.
func TestObserve(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, c := range []struct {
		turn    string
		current string
		want    float64 // deg
	}{{"3deg/s", "0m/s", 600}, {"3deg/s", "0.05m/s", 600}, {"3deg/s", "0.1m/s", 600}, {"3deg/s", "0.15m/s", 600}, {"6deg/s", "0m/s", 1200}, {"-3deg/s", "0.1m/s", -600}} {
		centre := geom.Vec{X: 5, Z: -20}
		worst, bow, around, last := 0.0, 0.0, 0.0, math.NaN()
		looking(t, "{observe: {centre: [5m, 0m, -20m], radius: 3m, turn: "+c.turn+"}, then: {wait: 1h}}", 100*time.Second, func(own, _, ahead geom.Vec, _ sim.Time) {
			worst = max(worst, math.Abs(own.Dist(centre)-3))
			bow = max(bow, angle(ahead, centre.Sub(own)))
			now := math.Atan2(own.Y, own.X-5)
			if !math.IsNaN(last) {
				around += geom.WrapAngle(now - last)
			}
			last = now
		}, "nodes.fish.at=[8m, 100m, -20m]", "nodes.fish.run.tasks=[{go: [200m, 100m, -20m]}]", "water.current={type: uniform, speed: "+c.current+", toward: 30deg}")
		t.Logf("%s, %s: off the sphere by %.3f m, bow off by %.2f deg, around by %.1f deg", c.turn, c.current, worst, bow, around*180/math.Pi)
		if worst > 0.1 || bow > 3 || math.Abs(around*180/math.Pi-c.want) > 60 {
			t.Error("too much")
		}
	}
}

// By its fan the vehicle follows the other one, whose hull is 0.378 m long, at 5 m from its stern, so 5.19 m from its middle.
func TestTrackingBySonar(t *testing.T) {
	worst := 0.0
	s := looking(t, "{track: {with: fan, distance: 5m}, then: {wait: 1h}}", 60*time.Second, func(own, other, _ geom.Vec, _ sim.Time) {
		worst = max(worst, math.Abs(own.Dist(other)-5.19))
	})
	m := reports[mission.Summary](s)[0]
	t.Logf("off by %.3f m, lost for %g s", worst, m.Lost)
	if worst > 0.5 || m.Lost > 1 {
		t.Error("too much")
	}
	// A sonar that is dumb finds nothing: the vehicle stays where it is, and says so.
	s = looking(t, "{track: {with: fan, distance: 5m}, then: {wait: 1h}}", 60*time.Second, func(own, _, _ geom.Vec, _ sim.Time) {
		worst = max(worst, own.Dist(geom.Vec{Z: -20}))
	}, "nodes.auv.instruments=[{type: fan, dropout: 1}]")
	if m = reports[mission.Summary](s)[0]; math.Abs(m.Lost-300) > 0.1 || worst > 0.5 {
		t.Errorf("lost for %g s, off by %g m", m.Lost, worst)
	}
}

// Packets come every T, each known 0.168 s later but for its way through the water, so that their age is T/2 + 0.17 s on the mean. Without
// prediction the place that is known is behind by as much at v = 0.3 m/s, and the vehicle behind that by v times the 8 s of its loop, which
// is four time constants. With prediction there is nothing to be seen of either while the other one goes straight on.
func TestTrackingByPackets(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for every, age := range map[string]float64{"2s": 1.17, "8s": 4.17, "16s": 8.17} {
		for predict, want := range map[string]float64{"none": 0.3 * (8 + age), "velocity": 0} {
			sum, n := 0.0, 0.0
			looking(t, "{track: {by: packets, target: fish, distance: 5m, predict: "+predict+"}, then: {wait: 1h}}", 150*time.Second, func(own, other, _ geom.Vec, _ sim.Time) {
				sum += own.Dist(other) - 5
				n++
			}, "nodes.fish.run.tell.every="+every, "nodes.auv.run.speed=0.6m/s")
			t.Logf("every %s with %s: %.3f m, want %.3f m", every, predict, sum/n, want)
			if math.Abs(sum/n-want) > 0.1*want+0.05 {
				t.Error("too much")
			}
		}
	}
}

// Who follows a node by packets that tells nothing is told so before the run. Two may follow each other.
func TestFollowingWhoTellsNothing(t *testing.T) {
	const follow = "{track: {by: packets, target: fish, distance: 5m}, then: {wait: 1h}}"
	for set, want := range map[string]string{
		"nodes.fish.run.tell=null":                `6:229: node "fish" does not tell where it is; give it a mission with the key tell`,
		"nodes.fish.run=null":                     `node "fish" runs no program`,
		"nodes.auv.run.tasks[0].track.target=auv": `"auv" is the node itself`,
		"nodes.fish.run.tasks=[{track: {by: packets, target: auv, distance: 5m}}]": "<nil>",
		"nodes.fish.run.tell.every=4s":                                             "<nil>",
	} {
		plan, err := Standard().Parse("lookers.yaml", fmt.Sprintf(lookers, follow), sets(t, set))
		if err == nil {
			_, err = plan.Build(nil, nil)
		}
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v", set, err)
		}
	}
}

// deadEnd is a vehicle that goes 30 m along x, with a bay of three walls on its way, whose back is 15 m ahead and 8 m wide. Its map is cut
// below the walls, so that it shows nothing.
const deadEnd = `
name: deadend
duration: 600s
water: {seabed: {depth: 50m}}
world:
  obstacles:
    - {type: wall, name: back, at: [15m, -4m, 0m], to: [15m, 4m, 0m], height: 10m, thickness: 0.3m}
    - {type: wall, name: right, at: [%gm, -4m, 0m], to: [15m, -4m, 0m], height: 10m, thickness: 0.3m}
    - {type: wall, name: left, at: [%gm, 4m, 0m], to: [15m, 4m, 0m], height: 10m, thickness: 0.3m}
links: {sound: {channel: {type: ideal, speed: 1500m/s}, modem: plain, mac: aloha}}
nodes:
  - name: auv
    at: [0m, 0.3m, -5m]
    vehicle: {dynamics: point, step: 20ms}
    instruments: [{type: fan, beams: 31, sector: 120deg, half_angle: 2deg}]
    run:
      type: mission
      navigation: truth
      speed: 0.5m/s
      map: {from: world, cell: 0.5m, origin: [-10m, -20m], size: [60m, 40m], height: -20m}
      plan: {inflate: 1m}
      avoid: {with: fan, patience: 10s}
      tasks: [{name: over, go: [30m, 0m, -5m]}]
`

// A bay that is hardly deep is passed by VFH+ alone. One that is 8 m deep holds it for ever; a plan on a map with the walls that its sonar has
// seen leads it out, and so the way is longer than 2 x 4 m round the back.
func TestDeadEnd(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, c := range []struct {
		mouth   float64
		set     string
		want    string
		replans bool
	}{
		{14.5, "nodes.auv.run.avoid.patience=1h", "over done", false},
		{7, "nodes.auv.run.avoid.patience=1h", "over ", false},
		{7, "nodes.auv.run.avoid.patience=10s", "over done", true},
	} {
		_, m, _ := sent(t, parse(t, fmt.Sprintf(deadEnd, c.mouth, c.mouth), sets(t, c.set)...))
		t.Logf("%+v", m)
		if got := outcomes(m); got != c.want || m.Replans > 0 != c.replans || m.Clearance < 0.25 || m.Avoided == 0 {
			t.Errorf("%g m, %s: %s, clearance %.3f m, %d replans", c.mouth, c.set, got, m.Clearance, m.Replans)
		}
	}
}

// A cell about the goal has no door, and the map shows it: the vehicle does not set out, and the next task follows; an event may act on it.
func TestNoWay(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	closed := strings.Replace(fmt.Sprintf(deadEnd, 7.0, 7.0), "    - {type: wall, name: back,", "    - {type: wall, name: front, at: [7m, -4m, 0m], to: [7m, 4m, 0m], height: 10m, thickness: 0.3m}\n    - {type: wall, name: back,", 1)
	closed = strings.Replace(closed, "tasks: [{name: over, go: [30m, 0m, -5m]}]", "tasks: [{name: in, go: [11m, 0m, -5m]}, {name: aside, go: [0m, 8m, -5m]}]", 1)
	closed = strings.Replace(closed, "height: -20m}", "height: -5m}", 1)
	_, m, _ := sent(t, parse(t, closed))
	if got := outcomes(m); got != "in no way, aside done" || m.Way > 8 {
		t.Errorf("%s", got)
	}
	_, m, _ = sent(t, parse(t, closed, sets(t, "nodes.auv.run.on=[{when: no way, do: surface}]")...))
	if got := outcomes(m); got != "in no way, surface done, aside done" {
		t.Errorf("%s", got)
	}
}

// A goal that the map does not have, or that is taken on it, is told at its key.
func TestGoalsOffTheMap(t *testing.T) {
	for goal, want := range map[string]string{"[99m, 0m, -5m]": "beyond the map", "[11m, 4m, -20m]": "<nil>"} {
		plan, err := Standard().Parse("end.yaml", strings.Replace(fmt.Sprintf(deadEnd, 7.0, 7.0), "go: [30m, 0m, -5m]", "go: "+goal, 1), nil)
		if err == nil {
			_, err = plan.Build(nil, nil)
		}
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v", goal, err)
		}
	}
	text := strings.Replace(fmt.Sprintf(deadEnd, 7.0, 7.0), "go: [30m, 0m, -5m]", "go: [11m, 4m, -5m]", 1)
	plan, err := Standard().Parse("end.yaml", strings.Replace(text, "height: -20m}", "height: -5m}", 1), nil)
	if err == nil {
		_, err = plan.Build(nil, nil)
	}
	if err == nil || !strings.Contains(err.Error(), "within 1 m of what is taken on the map") || !strings.Contains(err.Error(), "end.yaml:23:") {
		t.Error(err)
	}
}

// A vehicle that begins beyond its map is told so before the run, and one that begins too near to what is taken; a vehicle that only finds out
// on its way has the reason in what is said of its task. A map without ways on it, and ways without a map, are faults.
func TestBeginningOffTheMap(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	bay := fmt.Sprintf(deadEnd, 7.0, 7.0)
	built := func(text string, set ...string) (string, *Simulation) {
		plan, err := Standard().Parse("end.yaml", text, sets(t, set...))
		if err != nil {
			return err.Error(), nil
		}
		s, err := plan.Build(nil, nil)
		if err != nil {
			return err.Error(), nil
		}
		return fmt.Sprint(s.Warnings()), s
	}
	for set, want := range map[string]string{
		"nodes.auv.at=[-11m, 0m, -5m]":     "begins at (-11, 0) m, which lies beyond the map",
		"nodes.auv.at=[14.5m, 0m, -5m]":    "begins at (14.5, 0) m, within 1 m of what is taken on its map",
		"nodes.auv.run.plan={inflate: 0m}": "ways touch what is taken on its map",
		"nodes.auv.run.plan.type=none":     "no way is planned on the map",
		"nodes.auv.run.map=null":           "there is no map to find a way on",
	} {
		if got, _ := built(strings.Replace(bay, "height: -20m", "height: -5m", 1), set); !strings.Contains(got, want) {
			t.Errorf("%s: %s", set, got)
		}
	}
	// It comes up first, and has no way then.
	_, m, _ := sent(t, parse(t, bay, sets(t, "nodes.auv.at=[-10.5m, 0m, -5m]", "nodes.auv.run.tasks=[{surface: true}, {name: over, go: [30m, 0m, -5m]}]")...))
	if outcomes(m) != "task1 done, over no way" || !strings.Contains(m.Tasks[1].Why, "the start (-10.5, 0) lies beyond the map") {
		t.Errorf("%+v", m)
	}
}

// A picture of 4 by 3 pixels with a taken row in the middle, open at its right end: from the lower left corner to the upper one the way goes
// over that. Cells are 10 m, so from (5, 5) by (35, 5), (35, 15) and (35, 25) m to (5, 25) m it is 80 m along the cells' four neighbours.
func TestMapFromAPicture(t *testing.T) {
	dir := t.TempDir()
	text := strings.Replace(errandText("map: {file: pool.pgm, cell: 10m}, plan: {type: dijkstra, neighbours: 4, smooth: none}, tasks: [{name: over, go: [5m, 25m, -5m]}]"), "at: [0m, 0m, -5m]", "at: [5m, 5m, -5m]", 1)
	for name, content := range map[string]string{"pool.pgm": "P2 4 3 255\n255 255 255 255\n0 0 0 255\n255 255 255 255\n", "errand.yaml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	plan, err := Standard().Load(filepath.Join(dir, "errand.yaml"), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, m, _ := sent(t, plan)
	if outcomes(m) != "over done" || math.Abs(m.Planned-80) > 1e-9 || m.Way < 70 {
		t.Errorf("%+v", m)
	}
	if err := os.WriteFile(filepath.Join(dir, "pool.pgm"), []byte("no picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err = plan.Build(nil, nil); err == nil || !strings.Contains(err.Error(), "pool.pgm") {
		t.Error(err)
	}
}

// Nothing is allocated in a second of 50 steps under way, with a condition that is looked at.
func TestMissionAllocatesNothing(t *testing.T) {
	s, err := errand(t, "tasks: [{go: [500m, 0m, -5m]}], on: [{when: depth > 9m or message == 'up', do: surface}]").Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	now := sim.Time(0)
	step := func() {
		now = now.Add(time.Second)
		if _, err := s.RunUntil(t.Context(), now); err != nil {
			t.Fatal(err)
		}
	}
	step()
	if n := testing.AllocsPerRun(50, step); n > 5 { // of RunUntil itself
		t.Errorf("%g allocations in a second", n)
	}
}

// Beside a line by e0 and parallel to it, a pursuit that looks ahead by L, much more than e0, comes to the line by its heading as e0 exp(-s/L).
// By curvature, e” = -2 (e + L e')/L^2, of which the poles are (-1 +- i)/L: it overshoots by exp(-pi) e0 after pi L.
func TestGuidanceOfMissions(t *testing.T) {
	const e0, ahead = 0.5, 10.0
	for guidance, want := range map[string]float64{"heading": 0, "curvature": -math.Exp(-math.Pi) * e0} {
		var times []time.Duration
		for s := range 90 {
			times = append(times, time.Duration(s)*time.Second)
		}
		plan := parse(t, strings.Replace(errandText("guidance: "+guidance+", ahead: 10m, tasks: [{follow: [[0m, 0m, -5m], [500m, 0m, -5m]]}]"), "at: [0m, 0m, -5m]", "at: [0m, 0.5m, -5m]", 1))
		_, _, places := sent(t, plan, times...)
		least := math.Inf(1)
		for s, p := range places {
			least = min(least, p.Y)
			if decayed := e0 * math.Exp(-float64(s)/ahead); guidance == "heading" && math.Abs(p.Y-decayed) > 0.01*e0 {
				t.Errorf("after %d s beside by %g m, want %g m", s, p.Y, decayed)
			}
		}
		if math.Abs(least-want) > 0.05*math.Exp(-math.Pi)*e0+1e-4 {
			t.Errorf("%s: %g m, want %g m", guidance, least, want)
		}
	}
}
