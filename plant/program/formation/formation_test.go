package formation_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/plant/program/formation"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// records keeps what was delivered.
type records []trace.Record

// Emit implements trace.Tracer.
func (r *records) Emit(record trace.Record) {
	if record.Kind == trace.Delivered {
		*r = append(*r, record)
	}
}

// carryOut runs a plan with a seed. At each of some times it is asked for the members of its formation.
func carryOut(t *testing.T, plan *scenarios.Plan, seed uint64, tracer trace.Tracer, each time.Duration, look func(now sim.Time, all []formation.Summary)) []formation.Summary {
	t.Helper()
	plan.Seed = seed
	s, err := plan.Build(nil, tracer)
	if err != nil {
		t.Fatal(err)
	}
	s.Watch(50 * time.Millisecond)
	members := func(now sim.Time) (all []formation.Summary) {
		for _, p := range s.Programs() {
			all = append(all, p.Running.(*formation.Member).Summary(now))
		}
		return all
	}
	if look != nil {
		s.Kernel.Every(sim.Probe, 0, each, func(now sim.Time) { look(now, members(now)) })
	}
	end, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return members(end)
}

// load reads a bundled scenario.
func load(t *testing.T, name string, sets ...string) *scenarios.Plan {
	t.Helper()
	var all []strict.Set
	for _, s := range sets {
		path, value, _ := strings.Cut(s, "=")
		all = append(all, strict.Set{Path: path, Value: value})
	}
	plan, err := scenarios.Standard().Load(name, all)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// hunts are the two hunts, by truth and as points: what the law itself does.
func hunts(t *testing.T) map[string]*scenarios.Plan {
	t.Helper()
	point := "{dynamics: {type: point}, step: 20ms}"
	diamond := []string{"nodes.auv1.run.neighbours.by=truth"}
	for i := range 4 {
		diamond = append(diamond, fmt.Sprintf("nodes.auv%d.vehicle=%s", i+1, point))
		if i > 0 {
			diamond = append(diamond, fmt.Sprintf("nodes.auv%d.run.neighbours.by=truth", i+1))
		}
	}
	return map[string]*scenarios.Plan{
		"hunt-line":    load(t, "hunt-line", "nodes.auv.vehicle="+point, "nodes.auv.run.neighbours.by=truth"),
		"hunt-diamond": load(t, "hunt-diamond", diamond...),
	}
}

// The points about the target are 1.5 sqrt 2 m = 2.12 m apart, more than the 1.5 m within which vehicles push, and 3 m at
// most, less than half of the 20 m: there only the attraction acts, and the error wanes with exp(-t/4 s). From 5 cm it is 1e-9 m
// after 71 s. Vehicles that know each other exactly come there, and nowhere within 0.5 m of each other.
func TestHuntsOfPoints(t *testing.T) {
	for name, plan := range hunts(t) {
		s := carryOut(t, plan, 1, nil, 0, nil)[0]
		t.Logf("%s: %+v", name, s)
		if !(s.Converged < 100) || !(s.End < 1e-6) || !(s.Separation > 0.5) || s.Hunted != 1 || s.Age != 0 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// Four vehicles with a model that know each other by packets over a modem hunt as well, for each of 20 seeds.
func TestHuntsByPackets(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	seeds := 20
	if testing.Short() {
		seeds = 3
	}
	for _, name := range []string{"hunt-line", "hunt-diamond"} {
		won, least := 0, math.Inf(1)
		for seed := range seeds {
			s := carryOut(t, load(t, name), uint64(seed+1), nil, 0, nil)[0]
			least = min(least, float64(s.Separation))
			if s.Hunted == 1 && s.End < 0.05 && s.Age > 0 {
				won++
			}
		}
		t.Logf("%s: %d of %d, least separation %.3f m", name, won, seeds, least)
		if won != seeds {
			t.Errorf("%s: %d of %d hunts succeed", name, won, seeds)
		}
	}
}

// convoy has a leader and a follower that are points, on a link without noise: the follower is to be 3 m behind. No other
// field than the attraction acts: they are more than 1.5 m and less than half of range apart.
const convoy = `
name: convoy
duration: 400s
links: {sound: {channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, rate: 1kbps, preamble: 0s, errors: {type: loss, probability: %g}}, mac: {type: %s}}}
nodes:
  - name: leader
    at: [0m, 0m, -20m]
    vehicle: &vehicle {dynamics: {type: point}, step: 50ms}
    run: {type: formation, navigation: truth, role: leader, members: &all [leader, auv], path: [[0m, 0m, -20m], [1000m, 0m, -20m]], speed: %gm/s, shape: &shape {type: points, points: [[0m, 0m, 0m], [-3m, 0m, 0m]]}, field: &field {range: 100m, speed: 2m/s}, neighbours: &by {by: sound, every: 4s, jitter: %s, predict: %s}}
  - {name: auv, at: [-3m, 0m, -20m], vehicle: *vehicle, run: {type: formation, navigation: truth, leader: leader, members: *all, shape: *shape, field: *field, neighbours: *by}}
`

// meanAge returns the mean age, over a time, of what came from node 0, by when packets were offered and delivered: what is
// known is what came last, and its age grows by a second in a second.
func meanAge(r records, from, to float64) float64 {
	area, taken, at := 0.0, math.NaN(), from
	for _, d := range append(r, trace.Record{At: sim.Time(sim.Seconds(to)), Node: 1}) {
		if d.Node != 1 {
			continue
		}
		arrives := d.At.Seconds()
		if end := min(arrives, to); end > at {
			area += (end - at) * ((end+at)/2 - taken)
			at = end
		}
		taken = arrives - d.Value
	}
	return area / (to - from)
}

// In steady travel at v the point of a follower moves on at v, and the law p' = eps_a (q - p) is behind it by v/eps_a. What
// the follower takes for its point without prediction is where that was when the leader last told it, on the average v times the mean
// age behind: the mean over time of p' is v, so that the mean of q - p is v/eps_a with q as it is known, and v/eps_a + v A with q
// as it is. That holds while field.speed is not reached, which is why the convoy has 2 m/s: with 0.4 m/s, old news make it catch up slower
// than it falls behind. With the velocity in the packet what it takes for its point is the point itself, and v/eps_a is all. The age is taken from
// the times at which packets were offered and delivered.
func TestLagOfAFollower(t *testing.T) {
	const epsA, from, to = 0.25, 100.0, 380.0
	for _, row := range []struct {
		speed, loss  float64
		mac, predict string
		jitter       string
	}{
		{0.2, 0, "tdma, size: 168bit", "none", "0s"},
		{0.2, 0, "tdma, size: 168bit", "velocity", "0s"},
		{0.3, 0, "aloha", "none", "1s"},
		{0.3, 0.5, "aloha", "none", "1s"},
		{0.3, 0.5, "aloha", "velocity", "1s"},
	} {
		plan, err := scenarios.Standard().Parse("convoy.yaml", fmt.Sprintf(convoy, row.loss, row.mac, row.speed, row.jitter, row.predict), nil)
		if err != nil {
			t.Fatal(err)
		}
		var delivered records
		behind, looks := 0.0, 0
		end := carryOut(t, plan, 7, &delivered, 100*time.Millisecond, func(now sim.Time, all []formation.Summary) {
			if s := now.Seconds(); s >= from && s < to {
				behind, looks = behind+all[0].Final.X-3-all[1].Final.X, looks+1
			}
		})
		age := meanAge(delivered, from, to)
		want := row.speed / epsA
		if row.predict == "none" {
			want += row.speed * age
		}
		got := behind / float64(looks)
		t.Logf("%+v: %.4f m behind, %.4f m by the formula; age %.3f s, %.3f s as measured over all", row, got, want, age, float64(end[1].Age))
		if math.Abs(got-want) > 0.05*want {
			t.Errorf("%+v: %.4g m behind, want %.4g m", row, got, want)
		}
		if math.Abs(age-float64(end[1].Age)) > 0.05*age+0.1 {
			t.Errorf("%+v: an age of %.4g s is measured, want %.4g s", row, float64(end[1].Age), age)
		}
	}
}

// With packets lost the formation is worse, and the metrics say why: information is older, and others are forgotten.
func TestLossDegrades(t *testing.T) {
	var before formation.Summary
	for i, loss := range []float64{0, 0.6, 0.97} {
		plan, err := scenarios.Standard().Parse("convoy.yaml", fmt.Sprintf(convoy, loss, "aloha", 0.3, "1s", "none"), nil)
		if err != nil {
			t.Fatal(err)
		}
		s := carryOut(t, plan, 3, nil, 0, nil)[1]
		t.Logf("loss %g: error %.3g m, age %.3g s, lost %.3g", loss, float64(s.Error), float64(s.Age), float64(s.Lost))
		if i > 0 && !(s.Error > before.Error && s.Age > before.Age && s.Lost > before.Lost) {
			t.Errorf("loss %g: %+v, before %+v", loss, s, before)
		}
		before = s
	}
}

// Absurd input gets one sentence at its key, or a warning.
func TestAbsurdFormations(t *testing.T) {
	text := `
name: f
duration: 10s
water: {seabed: 30m}
links: {sound: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - {name: idle, at: [50m, 0m, -20m]}
  - {name: auv, count: %s, at: [0m, 0m, -20m], place: {type: line, step: [%s, 0m, 0m]}, vehicle: {dynamics: {type: point}, step: 50ms}, run: {type: formation, navigation: truth, %s}}
`
	for _, row := range []struct{ count, step, run, want string }{
		{"1", "3m", "target: [0m, 0m, -5m], neighbours: {by: sound}", `node "auv1" is alone in its group, and a formation has two vehicles or more`},
		{"2", "0m", "target: [0m, 0m, -5m], neighbours: {by: sound}", "it begins where another vehicle of its formation does"},
		{"2", "3m", "target: [0m, 0m, 5m], neighbours: {by: sound}", "its target lies 5 m above the surface"},
		{"2", "3m", "target: [0m, 0m, -50m], neighbours: {by: sound}", "its target lies at a depth of 50 m, where the seabed is at 30 m"},
		{"3", "3m", "target: [0m, 0m, -5m], shape: {type: points, points: [[0m, 0m, 0m]]}, neighbours: {by: sound}", "there are 1 points for 3 vehicles"},
		{"2", "3m", "neighbours: {by: sound}", "the formation has nowhere to go"},
		{"2", "3m", "target: [0m, 0m, -5m], neighbours: {by: radio}", "radio"},
		{"2", "3m", "target: [0m, 0m, -5m]", "neighbours"},
		{"2", "3m", "leader: auv9, neighbours: {by: sound}", `"auv9" is none of the other members`},
		{"2", "3m", "role: leader, target: [0m, 0m, -5m], neighbours: {by: sound}", "with a leader the frame goes where that goes"},
		{"2", "3m", "path: [[0m, 0m, -5m], [9m, 0m, -5m]], speed: 0.5m/s, neighbours: {by: sound}", "the frame moves at 0.5 m/s, and field.speed lets a vehicle go at 0.4 m/s"},
		{"2", "3m", "target: [0m, 0m, -5m], fix: {law: paper, a: 0.1m, c: 1}, neighbours: {by: sound}", "is off by 0.07071 m in the mean"}, // 0.1/sqrt 2
		{"2", "3m", "target: [0m, 0m, -5m], neighbours: {by: sound, every: 40s}", "it forgets others after 30s"},
		{"2", "3m", "target: [0m, 0m, -5m], neighbours: {by: sound, every: 10ms}", "auv1 is to send everybody"},
		{"4", "3m", "target: [0m, 0m, -5m], around: {radius: 1m}, neighbours: {by: sound}", "around.radius: two of the points are 1.41 m apart, and vehicles stay no nearer to each other than 1.5 m"},
		{"4", "3m", "target: [0m, 0m, -5m], around: {radius: 0.3m}, field: {repel: 0}, neighbours: {by: sound}", "make the radius 1.18 times as large"}, // 0.5/(0.3 sqrt 2)
		{"4", "3m", "target: [0m, 0m, -5m], around: {radius: 1m}, field: {repel: 0}, neighbours: {by: sound}", ""},
		{"2", "3m", "target: [0m, 0m, -5m], shape: {type: line, spacing: 1.2m}, neighbours: {by: sound}", "set the points 1.25 times as far apart"},
		{"2", "3m", "target: [0m, 0m, -5m], members: [auv1, auv2, idle], neighbours: {by: sound}", "idle is a member of its formation and runs no program"},
		{"2", "3m", "target: [84km, 0m, -5m], neighbours: {by: sound}", "a place that is further than 83.9 km from the origin"}, // (2^23 - 1) cm
		{"2", "3m", "target: [84km, 0m, -5m], neighbours: {by: truth}", ""},
		{"2", "3m", "target: [0m, 0m, -5m], neighbours: {by: sound, to: auv1}", ""}, // auv1 tells everybody
		{"3", "3m", "target: [0m, 0m, -5m], neighbours: {by: sound, to: auv1}", "the packets of 1 of the other vehicles of its formation go to another node alone, and it does not overhear them"},
		{"3", "3m", "target: [0m, 0m, -5m], neighbours: {by: sound, to: idle}", "the packets of 2 of the other vehicles of its formation go to another node alone"},
		{"2", "3m", "target: [0m, 0m, -5m], neighbours: {by: sound, to: auv7}", `"auv7"`},
		{"2", "3m", "target: [0m, 0m, -5m], neighbours: {by: truth, overhear: true}", "vehicles that know of each other exactly send no packets"},
		{"2", "3m", "target: [0m, 0m, -5m], neighbours: {by: sound, to: auv1, overhear: true}", ""},
		{"2", "3m", "target: [0m, 0m, -5m], neighbours: {by: sound}", ""},
	} {
		got := ""
		plan, err := scenarios.Standard().Parse("f.yaml", fmt.Sprintf(text, row.count, row.step, row.run), nil)
		if err == nil {
			var s *scenarios.Simulation
			if s, err = plan.Build(nil, nil); err == nil {
				got = strings.Join(s.Warnings(), "\n")
			}
		}
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, row.want) || strings.Count(got, "\n") > 0 || (row.want == "") != (got == "") {
			t.Errorf("%s: %q, want %q", row.run, got, row.want)
		}
	}
}
