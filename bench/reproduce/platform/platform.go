// Package platform holds missions against the paper on a modular simulation platform for underwater vehicles (Tsinghua University; the
// vehicle is modular-six): a path from (0, 0) to (50, 50) m among obstacles, and the tour of three stations. The paper shows the tracks as
// pictures and prints places, the size of the water and the methods, but no time, no speed and no place of an obstacle.
//
// Begin with Report.
//
// Left out: the camera and the laser of the paper, and its formations.
package platform

import (
	"context"
	"fmt"
	"math"
	"strings"

	"halocline/bench/reproduce/claim"
	"halocline/plant/program"
	"halocline/plant/program/mission"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// crossing is the paper's section 3, the first of its two missions: 50 m x 50 m of water with obstacles that are higher than the vehicle, A* on
// a map and VFH on the way. The drum stands on the way and is not on the map, which is cut at another height, so that VFH has work.
const crossing = `
name: crossing
duration: 600s
world:
  obstacles:
    - {type: box, name: a, at: [13m, 14m, -6m], size: [10m, 5m, 12m]}
    - {type: box, name: b, at: [36m, 18m, -6m], size: [4m, 14m, 12m]}
    - {type: box, name: c, at: [29m, 32m, -6m], size: [14m, 5m, 12m], heading: -30deg}
    - {type: cylinder, name: d, at: [43m, 42m, -12m], length: 12m, radius: 3m}
    - {type: cylinder, name: drum, at: [15.6m, 28.3m, -6m], length: 2m, radius: 0.6m}
links: {sound: {channel: {type: ideal, speed: 1500m/s}, modem: plain, mac: aloha}}
nodes:
  - name: auv
    at: [0m, 0m, -5m]
    vehicle: {model: modular-six, step: 5ms}
    instruments: [{type: fan, beams: 31, sector: 120deg, half_angle: 2deg}]
    run:
      type: mission
      navigation: truth
      speed: 0.4m/s
      map: {from: world, cell: 0.5m, origin: [-2m, -2m], size: [54m, 54m], height: -9m}
      plan: {type: a-star, inflate: 1m}
      avoid: {with: fan, radius: 0.25m, safety: 0.35m, reach: 4m}
      tasks: [{name: across, go: [50m, 50m, -5m]}]
`

// what a run came to.
type outcome struct {
	mission.Summary
	places []geom.Vec // each second
	claim.Run
}

// Report carries both missions out.
func Report(ctx context.Context) (*claim.Report, error) {
	library := scenarios.Standard()
	plan, err := library.Parse("crossing.yaml", crossing, nil)
	if err != nil {
		return nil, err
	}
	across, err := simulate(ctx, plan, "path from (0, 0) to (50, 50) m")
	if err != nil {
		return nil, err
	}
	if plan, err = library.Load("tour", []strict.Set{}); err != nil {
		return nil, err
	}
	tour, err := simulate(ctx, plan, "tour of three stations")
	if err != nil {
		return nil, err
	}
	return &claim.Report{
		Name: "platform-tour", Title: "A path among obstacles and a tour of three stations (modular simulation platform)",
		Assumptions: []string{
			"the paper prints neither speed nor times nor the places of obstacles: 0.4 m/s and all obstacles are ours",
			"both maps have cells of 0.5 m and are cut from the world of the scenario, as the paper scans its own; one obstacle of the first mission is not on its map",
			"the vehicle knows where it is, as the paper's subscribes to its position; pursuit looks 2 m ahead",
			"what is done at a station is ours: 30 % of a battery of 72 kJ is charged at 400 W, 200 kbit are collected in 30 s and go over an acoustic link of 5 kbit/s",
		},
		Claims: append(acrossClaims(across), tourClaims(tour)...),
		Runs:   []claim.Run{across.Run, tour.Run},
	}, nil
}

// acrossClaims judges the path.
func acrossClaims(o *outcome) []claim.Claim {
	const source = "section 3 and Fig 9"
	end := o.places[len(o.places)-1].Dist(geom.Vec{X: 50, Y: 50, Z: -5})
	return []claim.Claim{
		claim.Statement("it comes to (50, 50) m", source, "control the UUV moving from position (0,0) to position (50,50)",
			fmt.Sprintf("%.2f m from it at the end", end), "within 0.5 m", end <= 0.5),
		claim.Statement("obstacles are avoided", source, "global path planning by the A-star algorithm and local obstacle avoidance by the VFH algorithm",
			fmt.Sprintf("least distance of its middle from an obstacle %.2f m; VFH led it for %.0f s", float64(o.Clearance), o.Avoided),
			"more than half its length, 0.19 m, and VFH had work", o.Clearance > 0.19 && o.Avoided > 0),
		claim.Number("length of its way", "m", "the straight line, which no way is shorter than", 50*math.Sqrt2, o.Way).Shown("the paper prints none"),
	}
}

// tourClaims judges the tour.
func tourClaims(o *outcome) []claim.Claim {
	const source = "section 3 and Fig 10"
	var names []string
	for _, t := range o.Tasks {
		if t.Outcome == mission.Done {
			names = append(names, t.Name)
		}
	}
	order := strings.Join(names, ", ")
	claims := []claim.Claim{claim.Statement("the stations are visited in the order of the scheduler", source,
		"charging station at point (5,5), the acquisition station at point (53,13), and the transmission station at point (15,46)", order,
		"charge, acquire, transmit, back", order == "charge, acquire, transmit, back")}
	for _, s := range []struct {
		name string
		at   geom.Vec
	}{{"charging", geom.Vec{X: 5, Y: 5, Z: -5}}, {"acquisition", geom.Vec{X: 53, Y: 13, Z: -5}}, {"transmission", geom.Vec{X: 15, Y: 46, Z: -5}}} {
		least := math.Inf(1)
		for _, p := range o.places {
			least = min(least, p.Dist(s.at))
		}
		claims = append(claims, claim.Number("least distance to the "+s.name+" station", "m", source, 0, least).Off(0.5, "its picture shows a track through it"))
	}
	end := o.places[len(o.places)-1].Dist(geom.Vec{Z: -5})
	return append(claims,
		claim.Statement("it returns to the start point", source, "the UUV completes the task and returns to the start point avoiding obstacles",
			fmt.Sprintf("%.2f m from it at the end; least distance of its middle from an obstacle %.2f m", end, float64(o.Clearance)),
			"within 0.5 m, and never within 0.19 m of an obstacle", end <= 0.5 && o.Clearance > 0.19),
		claim.Number("time of the tour", "s", "", math.NaN(), float64(o.Time)).Shown("the paper prints none"))
}

// simulate carries a mission out, and looks at its vehicle each second.
func simulate(ctx context.Context, plan *scenarios.Plan, setup string) (*outcome, error) {
	fingerprint := trace.NewFingerprint()
	s, err := plan.Build(sim.NewHeap(), fingerprint)
	if err != nil {
		return nil, err
	}
	const often, look = 100e6, 1e9 // ns
	s.Watch(often)
	o := &outcome{}
	var running *mission.Mission
	for _, p := range s.Programs() {
		if m, ok := p.Running.(*mission.Mission); ok {
			running = m
		}
	}
	var where program.Estimator = running.Navigation() // the truth in both
	s.Kernel.Every(sim.Probe, 0, look, func(now sim.Time) {
		if motion, ok := where.Motion(now); ok {
			o.places = append(o.places, motion.Position)
		}
	})
	end, err := s.Run(ctx)
	if err != nil {
		return nil, err
	}
	o.Summary = running.Summary(end)
	o.Run = claim.Run{Setup: setup, Seed: plan.Seed, Fingerprint: fingerprint.Sum()}
	return o, nil
}
