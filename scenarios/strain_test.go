package scenarios

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"halocline/plant/ncs"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/simtest"
)

// A force that is far beyond the thrusters turns a vehicle over that has them above its centre, and
// is said to be too great. A vehicle that is asked for what it can give is said nothing of.
func TestStrained(t *testing.T) {
	const text = `name: pushed
duration: 60s
links: {acoustic: {channel: acoustic, modem: evologics-s2c-18-34, mac: aloha}}
nodes:
  - {name: rov, at: [0m, 0m, -20m], vehicle: {model: %s, force: [%s, 0N, 0N], step: 5ms}}
  - {name: other, at: [5m, 0m, -20m]}
traffic: [{type: periodic, from: other, to: rov, period: 10s, size: 64bit}]
`
	for _, row := range []struct{ model, force, tilted, driven string }{
		{"bluerov2-heavy", "5kN", "vehicle rov was tilted by ", "vehicle rov: in 100 % of the time a thruster was driven as far as it can be"},
		{"bluerov2-heavy", "5N", "", ""},
		{"point", "5kN", "", "vehicle rov: in 100 % of the time a thruster was driven as far as it can be, x in 100 %, and the vehicle got less"},
	} {
		s, err := parse(t, fmt.Sprintf(text, row.model, row.force)).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		said := strings.Join(s.Strained(), "\n")
		for _, want := range []string{row.tilted, row.driven} {
			if !strings.Contains(said, want) {
				t.Errorf("%s, %s: %q lacks %q", row.model, row.force, said, want)
			}
		}
		if row.tilted == "" && row.driven == "" && said != "" {
			t.Errorf("%s, %s: %s", row.model, row.force, said)
		}
	}
}

// One that is driven into the bottom is said to push against something.
func TestStrainedAtTheBottom(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const text = `name: pushed
duration: 60s
water: {seabed: {depth: 21m}}
links: {air: {channel: ideal, modem: plain, mac: aloha}}
nodes: [{name: rov, at: [0m, 0m, %s], vehicle: {model: bluerov2-heavy, force: [0N, 0N, -500N], step: 5ms}}]
`
	for at, pushes := range map[string]bool{"-20m": true, "-19m": false} {
		s, err := parse(t, fmt.Sprintf(text, at), sets(t, map[bool]string{true: "seed=1", false: "water.seabed=null"}[pushes])...).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		said := strings.Join(s.Strained(), "\n")
		if !strings.Contains(said, "driven as far") || strings.Contains(said, "at what it pushes against, which it touched") != pushes {
			t.Errorf("from %s: %s", at, said)
		}
	}
}

// A vehicle that hears nothing from 2 s on goes on by its last force, and that is said, unless its key missing takes the force back.
func TestUnrenewedForce(t *testing.T) {
	for missing, want := range map[string]bool{"{policy: hold}": true, "{policy: hold, patience: 3s}": false, "{policy: wane, due: 2s, patience: 5s}": false} {
		s, err := parse(t, cove, sets(t, "nodes.dock.run.method=acoustic", "duration=30s", "nodes.auv.run.missing="+missing,
			"events=[{at: 2s, set: {links.sound.modem.errors: {type: loss, probability: 1}}}]")...).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(s.Strained(), "\n"); strings.Contains(said, "vehicle auv has had no update since 1.") != want {
			t.Errorf("%s: %q", missing, said)
		}
	}
}

// A vehicle on station for five minutes in a current keeps its heading: the bearing of a berth that
// is under it turns round and round, and with no radius to keep the heading within, it follows.
func TestHeadingOnStation(t *testing.T) {
	turns := func(texts ...string) float64 {
		p := load(t, "docking", sets(t, ownGains(append(texts, currentPath+"=0.2m/s", "duration=400s", "nodes.dock.run.berth={dwell: 3600s}")...)...)...)
		s, err := p.Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		body, sum, last := s.nodes[voyages(s)[0].Pilot.Addr].body, 0.0, math.NaN()
		s.Kernel.Every(sim.Probe, 100e9, 20*time.Millisecond, func(now sim.Time) {
			yaw, _, _ := body.At(now).Attitude.Euler()
			if !math.IsNaN(last) {
				sum += math.Abs(geom.WrapAngle(yaw - last))
			}
			last = yaw
		})
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return sum / (2 * math.Pi)
	}
	if n := turns("nodes.auv.run.attitude=null"); !(n < 0.5) {
		t.Errorf("%.1f turns on station", n)
	}
	if n := turns("nodes.auv.run.attitude={keep_within: 0m}"); !(n > 3) {
		t.Errorf("%.1f turns without a radius: the test is not what it was", n)
	}
}

// In random runs, with random vehicles, gains, starts and currents, the mechanical energy that
// thrusters gave is no more than their limits allow: for each the limit times the speed of the water
// along its axis, added up here from the motion alone. And no run in which a vehicle was tilted by more than 60 degrees, or
// a thruster was driven to its limit for more than half of the time, ends without saying so.
func TestStrainOfRandomRuns(t *testing.T) {
	simtest.SkipShort(t, "it makes two hundred runs")
	runs := 200
	if simtest.Long() {
		runs = 1000
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	tilted, driven := 0, 0
	for i := range runs {
		s, what := randomRun(t, rnd, uint64(i))
		v := voyages(s)[0]
		body := s.nodes[v.Pilot.Addr].body
		model := body.Model()
		var most, full, all float64
		var upright geom.Vec
		least := 1.0
		const every = 10 * time.Millisecond
		s.Watch(every)
		s.Kernel.Every(sim.Probe, 0, every, func(now sim.Time) {
			m := body.At(now)
			through := m.Attitude.RotateInverse(m.WorldVelocity().Sub(body.Current(now)))
			omega := geom.Vec{X: m.Velocity[3], Y: m.Velocity[4], Z: m.Velocity[5]}
			atLimit := false
			for k := range model.Thrusters {
				th := &model.Thrusters[k]
				most += every.Seconds() * max(th.Max, th.MaxAstern) * math.Abs(th.Axis.Dot(through.Add(omega.Cross(th.Position))))
				f := model.Thrust(m, k)
				atLimit = atLimit || f > 0.98*th.Max && f > 0 || f < -0.98*th.MaxAstern && f < 0
			}
			all++
			if atLimit {
				full++
			}
			upright = m.Attitude.Rotate(geom.Vec{Z: 1})
			least = min(least, upright.Z)
		})
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		got, said := reports[ncs.VoyageSummary](s)[0], strings.Join(s.Strained(), "\n")
		if float64(got.Motive) > 1.001*most+1e-3 {
			t.Errorf("%s: %.6g J were given, and the thrusters give %.6g J at most", what, float64(got.Motive), most)
		}
		if tilt := degrees(math.Acos(least)); tilt > greatTilt+0.1 {
			if tilted++; !strings.Contains(said, "was tilted by") {
				t.Errorf("%s: tilted by %.1f degrees, and it says %q", what, tilt, said)
			}
		}
		if full/all > greatSaturation+0.05 {
			if driven++; !strings.Contains(said, "driven as far as it can be") {
				t.Errorf("%s: at a limit in %.2f of the time, and it says %q", what, full/all, said)
			}
		}
	}
	if tilted == 0 || driven == 0 {
		t.Errorf("of %d runs %d were tilted and %d driven: the test is not what it was", runs, tilted, driven)
	}
}

// randomRun builds a docking of 30 s of a random vehicle from a random place, with random gains.
func randomRun(t *testing.T, rnd *rand.Rand, seed uint64) (s *Simulation, what string) {
	t.Helper()
	models := []string{"rexrov", "bluerov2-heavy", "modular-six"}
	size := map[string]float64{"rexrov": 1, "bluerov2-heavy": 0.02, "modular-six": 0.02}
	model := models[rnd.IntN(len(models))]
	gain := size[model] * math.Pow(10, 4*rnd.Float64()-1)
	texts := []string{
		"nodes.auv.vehicle={model: " + model + ", step: 5ms}", "duration=30s", methodPath + "=acoustic", "nodes.auv.run.rf=null",
		fmt.Sprintf("nodes.auv.at=[%.3fm, %.3fm, %.3fm]", 30*rnd.NormFloat64(), 30*rnd.NormFloat64(), -60-20*rnd.Float64()),
		fmt.Sprintf("nodes.auv.run.acoustic={kp: [%g, %g, %g], ki: [0, 0, 0], kd: [%g, %g, %g]}", 75*gain, 75*gain, 225*gain, 65*gain, 65*gain, 55*gain),
		fmt.Sprintf("seed=%d", seed+1), fmt.Sprintf("%s=%.3fm/s", currentPath, 0.5*rnd.Float64()),
		"nodes.auv.run.handover=null", "nodes.auv.run.attitude=null",
	}
	if rnd.IntN(2) == 0 {
		texts[len(texts)-1] = fmt.Sprintf("nodes.auv.run.attitude={kp: [%g, %g, %g], kd: [%g, %g, %g]}", 1000*gain, 1000*gain, 900*gain, 1000*gain, 1500*gain, 1800*gain)
	}
	s, err := load(t, "docking", sets(t, texts...)...).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, strings.Join(texts, " ")
}
