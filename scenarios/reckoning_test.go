package scenarios

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/plant/program"
	"halocline/sim/simtest"

	"halocline/plant/ncs"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// reckoningWith is the bundled scenario with other last lines in place of how its vehicle navigates.
func reckoningWith(t *testing.T, last string) string {
	t.Helper()
	text, err := bundled.ReadFile("reckoning.yaml")
	if err != nil {
		t.Fatal(err)
	}
	with, _, found := strings.Cut(string(text), "      # With navigation: truth")
	if !found {
		t.Fatal("the key navigation is not where it was")
	}
	return with + last
}

// keeping runs the scenario of a text for 300 s without docking, and returns the mean
// distance to the berth in the last 100 s, and the mean distance from where the vehicle
// takes itself to be, m.
func keeping(t *testing.T, text string, texts ...string) (off, wrong float64) {
	t.Helper()
	texts = append(texts, "nodes.dock.run.berth.dwell=3600s", "duration=300s")
	s, err := parse(t, text, sets(t, texts...)...).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	v, n := voyages(s)[0], 0.0
	s.Kernel.Every(sim.Probe, 200e9, 100e6, func(now sim.Time) {
		at := s.nodes[v.Pilot.Addr].body.Position(now)
		place, _ := v.Pilot.Place(now)
		off, wrong, n = off+at.Dist(v.Berth), wrong+at.Dist(place), n+1
	})
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return off / n, wrong / n
}

// What dead reckoning is worth on positions every 4.44 s in a current of 0.2 m/s, with the
// same random numbers. With gains that need it, it docks and keeps its place ten times as
// well as without, and better than without a log too; through the water as over ground, for
// the updates show the current. With half the gains the way to the berth is as long either
// way; and with all of them, but an update in every frame, it keeps its place by updates too.
func TestWorthOfReckoning(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	without := reckoningWith(t, "      navigation: truth\n")
	with := reckoningWith(t, "      navigation: {type: reckoning, from: [dvl]}\n      force: {period: 0.74s}\n    instruments: [dvl]\n")
	noLog := reckoningWith(t, "      navigation: {type: reckoning, wander_density: 0.1}\n      force: {period: 0.74s}\n")
	half := []string{"nodes.auv.run.acoustic.kp=[75, 75, 225]", "nodes.auv.run.acoustic.ki=[3, 3, 9]", "nodes.auv.run.acoustic.kd=[400, 400, 400]"}
	often := []string{"nodes.dock.run.acoustic.period=0.74s", "nodes.auv.run.acoustic.period=0.74s"}
	water := "nodes.auv.instruments=[{type: dvl, track: water}]"
	for seed := range 2 {
		set := fmt.Sprintf("seed=%d", seed+1)
		docks := func(text string, texts ...string) float64 {
			return float64(pass(t, parse(t, text, sets(t, append(texts, set)...)...)).voyages[0].TimeToDock)
		}
		if at, by, log := docks(with), docks(without), docks(noLog); !(at < 160) || !math.IsNaN(by) || !math.IsNaN(log) {
			t.Errorf("%s: docked at %.1f s, without at %.1f s, without a log at %.1f s", set, at, by, log)
		}
		if at, by := docks(with, half...), docks(without, half...); !near(at, by, 0.1) {
			t.Errorf("%s: with half the gains docked at %.1f s, without at %.1f s", set, at, by)
		}
		off, wrong := keeping(t, with, set)
		by, _ := keeping(t, without, set)
		log, _ := keeping(t, noLog, set)
		through, lost := keeping(t, with, set, water)
		if !(off < 0.1) || !(by > 10*off) || !(log > 10*off) || !(through < 0.1) || !(wrong < 0.1) || !(lost < 0.1) {
			t.Errorf("%s: %.3f m off (%.3f m wrong), without %.3f m, without a log %.3f m, through the water %.3f m (%.3f m)", set, off, wrong, by, log, through, lost)
		}
		if off, _ := keeping(t, without, append(often, set)...); !(off < 0.1) {
			t.Errorf("%s: by updates of every frame %.3f m off", set, off)
		}
	}
}

// The key draws from streams of its own, so that runs with it and without one can be
// compared: until the first update is delivered they are one, the noise of the station's
// instrument and the fading of the link included.
func TestReckoningHasStreamsOfItsOwn(t *testing.T) {
	without := reckoningWith(t, "      navigation: truth\n")
	until := func(text string) (log records) {
		for _, r := range pass(t, parse(t, text, sets(t, "duration=6s")...)).log {
			if r.Kind != trace.Digest { // which takes in the log's own readings
				log = append(log, r)
			}
			if r.Kind == trace.Delivered {
				return log
			}
		}
		t.Fatal("nothing was delivered")
		return nil
	}
	a := until(without)
	for _, from := range []string{"[dvl]", "[dvl, imu]", "[dvl, depth]"} {
		if b := until(reckoningWith(t, "      navigation: {type: reckoning, from: "+from+"}\n    instruments: "+from+"\n")); !slices.Equal(a, b) {
			t.Errorf("%s: %v and %v", from, a, b)
		}
	}
}

// By a positioning of 2 degrees the vertical is some tenths of a metre wrong on the way, and with
// a gauge as much as that is: a bias of 4 cm. The horizontal stays as it is. The mean square of the
// distance is the sum of both.
func TestWorthOfAGauge(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for seed := range 3 {
		with := func(texts ...string) (flat, vertical float64) {
			s, err := load(t, "navigation", sets(t, append(texts, fmt.Sprintf("seed=%d", seed+1), "duration=120s")...)...).Build(nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			s.Watch(10e6)
			if _, err := s.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			v := reports[ncs.VoyageSummary](s)[0]
			flat = float64(v.EstimateHorizontal)
			return flat, math.Sqrt(math.Pow(float64(v.EstimateRMS), 2) - flat*flat)
		}
		flat, vertical := with()
		by, without := with("nodes.auv.run.navigation.from=[dvl, imu]")
		if !(vertical < 0.09) || !(without > 2*vertical) || !near(flat, by, 0.15) {
			t.Errorf("seed %d: %.3f m and %.3f m, without a gauge %.3f m and %.3f m", seed+1, flat, vertical, by, without)
		}
	}
}

// An inertial unit without errors that reads whenever the log does, and the task that turns the
// force, is none, but for rounding.
// With a heading that is b wrong throughout, and a single update, the way that the log adds up to
// is the true one turned by b; the log itself is wrong by some 3 mm/s.
func TestInertialUnitOfAScenario(t *testing.T) {
	with := func(look func(now sim.Time, v *ncs.Voyage), texts ...string) ncs.VoyageSummary {
		s, err := load(t, "reckoning", sets(t, append(texts, "duration=60s")...)...).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		s.Watch(10e6)
		s.Kernel.Every(sim.Probe, 10e9, 50e9, func(now sim.Time) { look(now, voyages(s)[0]) })
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return reports[ncs.VoyageSummary](s)[0]
	}
	const none = "{noise: 0rad, bias: 0rad, resolution: 0rad}"
	nothing := func(sim.Time, *ncs.Voyage) {}
	const log, both = "{type: dvl, period: 140ms}", "nodes.auv.run.navigation.from=[dvl, imu]"
	exact, exactly := with(nothing, "nodes.auv.instruments=["+log+"]"), with(nothing, both, "nodes.auv.instruments=["+log+", {type: imu, period: 5ms, rate: {noise: 0rad/s, noise_density: 0, bias: 0rad/s}, tilt: "+none+", heading: "+none+"}]")
	if !near(float64(exact.EstimateRMS), float64(exactly.EstimateRMS), 1e-9) || !near(exact.Final, exactly.Final, 1e-9) {
		t.Errorf("%+v, want %+v", exactly, exact)
	}
	var real, taken []geom.Vec
	with(func(now sim.Time, v *ncs.Voyage) {
		place, _ := v.Pilot.Place(now)
		real, taken = append(real, v.Hull.At(now).Position), append(taken, place)
	}, "seed=2", "nodes.dock.run.acoustic={period: 1000s, offset: 2s}", both, "nodes.auv.instruments=[dvl, {type: imu, tilt: "+none+", heading: {bias: 20deg, bias_time: 0s, noise: 0rad}}]")
	imu := &sensor.IMUConfig{Timing: sensor.Timing{Period: 1e6}, Heading: sensor.Error{Bias: math.Pi / 9}}
	b, _ := imu.New(rng.New(2), "auv/instruments/imu").Read(0, &vehicle.Motion{Attitude: geom.FromEuler(0, 0, 0)}, new(vehicle.Six))
	way := real[1].Sub(real[0])
	if want := geom.FromEuler(b.Heading, 0, 0).Rotate(way); !(taken[1].Sub(taken[0]).Dist(want) < 0.15) || !(want.Dist(way) > 2) {
		t.Errorf("a way of %v is taken for %v, want %v", way, taken[1].Sub(taken[0]), want)
	}
}

// A log that follows the bottom needs one.
func TestLogWithoutABottom(t *testing.T) {
	text := strings.Replace(reckoningWith(t, "      navigation: {type: reckoning, from: [dvl]}\n    instruments: [{type: dvl, track: bottom}]\n"), "  seabed: 130m ", "# seabed: 130m ", 1)
	got := faultOf("a.yaml", text)
	line := strings.Count(text, "\n") - 1
	if want := fmt.Sprintf("a.yaml:%d:44: dvl follows the bottom, and reads nothing in water without one; give the water a seabed, or the log track: either", line); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := faultOf("a.yaml", strings.Replace(text, "track: bottom", "track: either", 1)); got != "<nil>" {
		t.Error(got)
	}
}

// Instruments that read nothing where a vehicle begins, at 75 m, or at its berth, at 100 m, are
// warned of: a log that follows a bottom in 160 m up to 81 m above it, or in 100.5 m from 0.55 m on,
// but not one that may follow the water; and a gauge for 80 m.
func TestInstrumentsOutOfReach(t *testing.T) {
	const bottom = "nodes.auv.instruments=[{type: dvl, track: bottom}]"
	log := func(where, height string) string {
		return "auv: its dvl reads nothing " + where + ": it follows a bottom that is 0.55 m to 81 m below it, and there it is " + height +
			" m; write track: either, or look at least_altitude and greatest_altitude of the log and at water.seabed"
	}
	for _, row := range []struct {
		sets []string
		want []string
	}{
		{[]string{bottom}, nil},
		{[]string{bottom, "water.seabed=160m"}, []string{log("where it begins", "85")}},
		{[]string{bottom, "water.seabed=200m"}, []string{log("where it begins", "125"), log("at its berth", "100")}},
		{[]string{bottom, "water.seabed=100.5m"}, []string{log("at its berth", "0.5")}},
		{[]string{"water.seabed=200m"}, nil},
		{[]string{"nodes.auv.instruments=[dvl, {type: depth, depth: {range: 80m}}]", "nodes.auv.run.navigation.from=[dvl, depth]"}, []string{"auv: its depth reads nothing at its berth: it measures down to 80 m, and there it is at 100 m; give it a longer range, as in depth: {depth: {range: 100m}}"}},
	} {
		if got, err := load(t, "reckoning", sets(t, row.sets...)...).Check(); err != nil || !slices.Equal(got, row.want) {
			t.Errorf("%q: %q (%v), want %q", row.sets, got, err, row.want)
		}
	}
}

// Exact positions every 0.74 s, which come 51.2 ms and some 25 ms after that, and a vehicle
// that is told of no drift: through a current of 0.2 m/s it is wrong by up to 0.2 m/s
// (0.74 s + 0.076 s) = 0.163 m, downstream, until the next update is there. Over ground, with
// a bottom in reach of the log, it is not.
func TestPlaceInACurrent(t *testing.T) {
	const reckoning = "nodes.auv.run.navigation={type: reckoning, from: [dvl], fix: 1mm, drift: 0m/s, wander_density: 0, noise_density: 0.1}"
	for seabed, want := range map[string]float64{"150m": 0, "300m": 0.163} {
		all := append(noFading(), reckoning, "nodes.auv.instruments=[dvl]", methodPath+"=acoustic", stepPath+"=10ms", currentPath+"=0.2m/s", "duration=60s", "water.seabed="+seabed)
		s, err := load(t, "docking", sets(t, all...)...).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		v, worst := voyages(s)[0], geom.Vec{}
		s.Kernel.Every(sim.Probe, 20e9, 10e6, func(now sim.Time) {
			place, _ := v.Pilot.Place(now)
			if off := s.nodes[v.Pilot.Addr].body.Position(now).Sub(place); off.Norm() > worst.Norm() {
				worst = off
			}
		})
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		// The current comes from the bow: from (1, -1) in the horizontal plane.
		against := geom.Vec{X: -want / math.Sqrt2, Y: want / math.Sqrt2}
		if worst.Dist(against) > 0.01 {
			t.Errorf("seabed at %s: %v off, want %v", seabed, worst, against)
		}
	}
}

// A vehicle that reckons computes its force at periods of its own: that its station sends
// more seldom is nothing to warn of.
func TestReckoningNeedsNoOtherPeriod(t *testing.T) {
	for reckoning, want := range map[string]int{"": 1, "nodes.auv.run.navigation=reckoning": 0} {
		all := []string{"nodes.dock.run.acoustic.period=4.44s"}
		if reckoning != "" {
			all = append(all, reckoning)
		}
		warnings, err := load(t, "docking", sets(t, all...)...).Check()
		if err != nil || len(warnings) != want {
			t.Errorf("%q: %v (%v)", reckoning, warnings, err)
		}
	}
}

// What a vehicle tells of its motion by dead reckoning, with a log through the water, is its motion, and the drift of
// that log is the current of 0.2 m/s, but for the errors of the instruments: some 0.1 m by its fixes, some cm/s. Before its first update it
// knows nothing.
func TestNavigationByReckoning(t *testing.T) {
	s, err := load(t, "docking", sets(t, append(noFading(), methodPath+"=acoustic", stepPath+"=10ms", currentPath+"=0.2m/s", "duration=60s", "nodes.auv.run.navigation={type: reckoning, from: [dvl]}", "nodes.auv.instruments=[{type: dvl, track: water}]")...)...).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	where := running[program.Navigating](s)[0].Navigation()
	if _, known := where.Motion(0); known {
		t.Error("it knows where it is before any update")
	}
	body := s.nodes[voyages(s)[0].Pilot.Addr].body
	s.Kernel.Every(sim.Probe, 30e9, 1e9, func(now sim.Time) {
		m, known := where.Motion(now)
		current, told := where.Current(now)
		if !known || !told {
			t.Fatalf("at %v nothing is known", now)
		}
		truth := body.At(now)
		if off := m.Position.Dist(truth.Position); off > 0.3 {
			t.Errorf("at %v it is %g m off", now, off)
		}
		if off := m.WorldVelocity().Dist(truth.WorldVelocity()); off > 0.05 {
			t.Errorf("at %v its velocity is %g m/s off", now, off)
		}
		if off := current.Dist(body.Current(now)); off > 0.05 {
			t.Errorf("at %v the current is %v, %g m/s off", now, current, off)
		}
	})
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}
