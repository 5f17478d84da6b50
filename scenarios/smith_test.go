package scenarios

import (
	"math"
	"os"
	"strings"
	"testing"

	"halocline/plant/ncs"
	"halocline/sim/simtest"

	"halocline/plant/control/loop"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// late is the library's point, with linear drag alone, on positions every second that come
// 3.02 s after their measurement: 3 s of the instrument, and 20 ms for 512 bits.
const late = `name: late
duration: 120s
links:
  wire: {channel: {type: ideal, speed: 0m/s}, modem: {type: plain, rate: 25.6kbps, budget: {type: watts, power: 1W, threshold: 0.35W}}, mac: {type: aloha, header: 0bit}}
nodes:
  - name: dock
    at: [0m, 0m, -50m]
    run:
      type: docking-station
      method: acoustic
      acoustic: {link: wire, period: 1s, power: {control: full}}
      usbl: {mode: instant, period: 1s, latency: 3s, distance: {noise: 0m, resolution: 0m}, bearing: {noise: 0deg, resolution: 0deg}, elevation: {noise: 0deg, resolution: 0deg}}
      berth: {within: 1mm, dwell: 3600s}
  - name: auv
    at: [-3m, 2m, -51m]
    vehicle: {model: point, step: 10ms}
    run:
      type: docking-vehicle
      navigation: truth
      station: dock
      acoustic: {link: wire, period: 1s, kp: [100, 80, 60], ki: [8, 4, 0], kd: [100, 80, 30], integral: accumulated, derivative: error, sampling: nominal, waypoint: 0m, request: {off: true}}
`

// The constants of the point, and the age of its positions in s.
const (
	pointMass, pointDrag, pointMost = 150.0, 100.0, 200.0
	pointAge                        = 3.02
)

// track is where a vehicle is every second, from when the first update comes on.
func track(t *testing.T, texts ...string) (places []geom.Vec, log records) {
	t.Helper()
	s, err := parse(t, late, sets(t, texts...)...).Build(nil, &log)
	if err != nil {
		t.Fatal(err)
	}
	s.Kernel.Every(sim.Control, 3020e6, 1e9, func(now sim.Time) { places = append(places, s.nodes[voyages(s)[0].Pilot.Addr].body.Position(now)) })
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return places, log
}

// promptly is a loop without delay, from the equations and without anything of this
// program: 4.1 to 4.4 of Erdemir (2018) with an accumulated I every second at which comes
// says so, but while that would ask for more than the thrusters give, and the exact answer of a v' + b v = u to a force
// that is held. One that is too great along an axis is made smaller along all of them.
func promptly(x [3]float64, gains [3][3]float64, comes func(k int) bool, samples int) (xs [][3]float64) {
	var v, u, short, sum, last [3]float64
	fall := math.Exp(-pointDrag / pointMass)
	first := true
	for k := range samples {
		xs = append(xs, x)
		if comes(k) {
			var asked [3]float64
			part := 1.0
			for i, g := range gains {
				e := -x[i]
				if first {
					last[i] = e
				}
				if piece := g[1] * (e + last[i]) / 2; piece*short[i] <= 0 {
					sum[i] += piece
				}
				asked[i] = g[0]*e + sum[i] + g[2]*(e-last[i])
				last[i] = e
				part = min(part, pointMost/math.Abs(asked[i]))
			}
			for i := range u {
				u[i] = part * asked[i]
				short[i] = asked[i] - u[i]
			}
			first = false
		}
		for i := range x {
			end := u[i] / pointDrag
			x[i], v[i] = x[i]+end+(v[i]-end)*pointMass/pointDrag*(1-fall), end+(v[i]-end)*fall
		}
	}
	return xs
}

// With an exact model the loop over a delay of 3.02 periods is the loop without one, 3.02 s
// later, along all three axes, with thrusters at their limit, and also where updates are
// lost: to rounding. The linear theory says that the gains are stable without delay and not
// with it, and without the predictor the vehicle goes to and fro for ever, in the plane:
// where the force there is too great, that along z is made smaller with it.
func TestSmithPredictorTakesTheDelayAway(t *testing.T) {
	gains := [3][3]float64{{100, 8, 100}, {80, 4, 80}, {60, 0, 30}} // kp, ki, kd
	start := geom.Vec{X: -3, Y: 2, Z: -1}
	for name, set := range map[string][]string{"all come": nil, "some are lost": {"links.wire.modem.fading=rayleigh"}} {
		places, log := track(t, append(set, "nodes.auv.run.smith={}")...)
		used := map[int]bool{}
		for _, r := range log {
			if r.Kind == trace.Used {
				if age := r.Value; math.Abs(age-pointAge) > 1e-9 {
					t.Fatalf("%s: an update of %v is %g s old", name, r.At, age)
				}
				used[int(r.At.Seconds()-3)] = true
			}
		}
		if all := len(used) == len(places); len(places) < 110 || all != (set == nil) || len(used) < 50 {
			t.Fatalf("%s: %d updates of %d", name, len(used), len(places))
		}
		comes := func(k int) bool { return used[k] }
		worst, end := 0.0, places[len(places)-1]
		for k, want := range promptly([3]float64{start.X, start.Y, start.Z}, gains, comes, len(places)) {
			worst = max(worst, places[k].Sub(geom.Vec{X: want[0], Y: want[1], Z: want[2] - 50}).Norm())
		}
		if worst > 1e-9 || !(end.Dist(geom.Vec{Z: -50}) < 0.05) {
			t.Errorf("%s: %g m off at the most; at the end at %v", name, worst, end)
		}
	}
	without, _ := track(t)
	for i, g := range gains {
		pid := loop.PIDSampled(g[0], g[2]/g[0], g[1]/g[0], 1, true)
		prompt := loop.Sampled{Plant: loop.Plant(pointMass, pointDrag), Controller: pid, Period: 1}
		delayed := prompt
		delayed.Delay = pointAge
		if prompt.Unstable(1) != 0 || delayed.Unstable(1) == 0 {
			t.Errorf("axis %d: %d poles out of the circle, with the delay %d", i, prompt.Unstable(1), delayed.Unstable(1))
		}
		swing := 0.0
		for _, p := range without[len(without)-20:] {
			swing = max(swing, math.Abs([3]float64{p.X, p.Y, p.Z + 50}[i]))
		}
		if i < 2 && !(swing > 3) {
			t.Errorf("axis %d: without the predictor up to %g m off in the end", i, swing)
		}
	}
}

// A constant force that the model does not know leaves it wrong by F Td/b, even with an
// accumulated I: in a current of 0.1 m/s, b times so much, the vehicle comes to rest 0.302 m
// downstream. The drag that it is told takes its part too.
func TestSmithPredictorInACurrent(t *testing.T) {
	const current = "water.current={type: uniform, speed: 0.1m/s, toward: 0deg}"
	slow := []string{"nodes.auv.run.acoustic.kp=[20, 20, 20]", "nodes.auv.run.acoustic.ki=[1, 1, 1]", "nodes.auv.run.acoustic.kd=[20, 20, 20]", "duration=400s"}
	for smith, want := range map[string]float64{"{}": 0.302, "{drag: [200, 100, 100]}": 0.151} {
		places, _ := track(t, append(slow, current, "nodes.auv.run.smith="+smith)...)
		if end := places[len(places)-1]; end.Dist(geom.Vec{X: want, Z: -50}) > 1e-3 {
			t.Errorf("%s: ends at %v, want %g m along x", smith, end, want)
		}
	}
}

// The predictor knows what RexROV is: with the added mass of its file it is the one that
// is left out, bit by bit, and with another one another. The masses are the vehicle's, so that
// it does not matter which way it points.
func TestSmithPredictorKnowsItsVehicle(t *testing.T) {
	end := func(smith string) geom.Vec {
		s, err := load(t, "docking", sets(t, append(noFading(), methodPath+"=acoustic", stepPath+"=10ms", "duration=60s", "nodes.auv.run.smith="+smith)...)...).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return s.nodes[voyages(s)[0].Pilot.Addr].body.Position(60e9)
	}
	own := end("{}")
	if got := end("{mass: [2642.66kg, 3084.87kg, 5522.77kg], drag: [74.82, 69.48, 728.4]}"); got != own {
		t.Errorf("at %v, want %v", got, own)
	}
	if got := end("{mass: [2642.66kg, 3084.87kg, 5000kg]}"); got == own {
		t.Error("another mass is the same")
	}
}

// RexROV in six degrees of freedom, turning to its berth with unequal masses, but with linear
// drag along its axes and as heavy as its water: however old its positions are, it docks as with
// fresh ones, later by the delay and a period at the most, and goes beyond the berth as far. Without the
// predictor it swings ever wider.
func TestSmithPredictorOfATurningVehicle(t *testing.T) {
	t.Chdir(t.TempDir())
	const linear = "base: rexrov\nname: linear\nabout: linear drag\nsource: none\nlinear_damping: [300, 370, 1270, 268.8, 309.77, 105]\nquadratic_damping: [0, 0, 0, 672, 774.44, 523.27]\n"
	if err := os.WriteFile("linear.yaml", []byte(linear), 0o600); err != nil {
		t.Fatal(err)
	}
	dock := func(latency string, more ...string) ncs.VoyageSummary {
		return sail(t, append(append(noFading(), more...), "nodes.auv.vehicle.model=linear.yaml", stepPath+"=10ms", methodPath+"=acoustic",
			"water.density=1013.3875kg/m3", // 1862.87 kg in 1.83826 m3
			"nodes.dock.run.berth={within: 0.3m, dwell: 20s}", "nodes.dock.run.usbl={period: 0.74s, latency: "+latency+"}",
			"nodes.auv.run.acoustic={kp: [150, 150, 450], ki: [5, 5, 15], kd: [600, 600, 600], integral: accumulated, clamp: 200N, derivative: error, sampling: nominal, waypoint: 2m}")...).voyages[0]
	}
	const smith = "nodes.auv.run.smith={}"
	fresh := dock("0s", smith)
	for latency, s := range map[string]float64{"2.96s": 2.96, "5.92s": 5.92} {
		v := dock(latency, smith)
		if later := float64(v.TimeToDock - fresh.TimeToDock); !(later > 0 && later < s+0.74) || math.Abs(v.Overshoot-fresh.Overshoot) > 0.15 {
			t.Errorf("latency %s: docked %.2f s later, up to %.3f m beyond, with fresh positions %.3f m", latency, later, v.Overshoot, fresh.Overshoot)
		}
		if v := dock(latency); v.Outcome == ncs.OutcomeDocked || v.Overshoot < fresh.Overshoot+2 {
			t.Errorf("latency %s, without: %s, up to %.3f m beyond", latency, v.Outcome, v.Overshoot)
		}
	}
}

// It is the gains and not the link that let docking by sound alone fail against strong
// currents: with those of the radio within 10 m, which the sampled loop allows, it docks against
// all of them, some seconds after one by radio. A jump that fades for 5 s costs some more.
func TestGainsByDistanceDock(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for name, l := range map[string]loop.Sampled{
		"x": axis(1862.87+779.79, 74.82, 155, 195, 270, false), "y": axis(1862.87+1222, 69.48, 155, 195, 270, false), "z": axis(1862.87+3659.9, 728.4, 455, 195, 55, false),
	} {
		if l.Unstable(1) != 0 {
			t.Errorf("%s: %v", name, l.Poles())
		}
	}
	const zones = "nodes.auv.run.acoustic.zones=[{within: 10m, kp: [155, 155, 455], ki: [195, 195, 195], kd: [270, 270, 55]}]"
	for _, speed := range []string{"0m/s", "0.25m/s", "0.3m/s"} {
		set := append(noFading(), stepPath+"=10ms", currentPath+"="+speed)
		hybrid := sail(t, set...).voyages[0]
		set = append(set, methodPath+"=acoustic", zones)
		sound, faded := sail(t, set...).voyages[0], sail(t, append(set, "nodes.auv.run.acoustic.fade=5s")...).voyages[0]
		h, s, f := float64(hybrid.TimeToDock), float64(sound.TimeToDock), float64(faded.TimeToDock)
		if !(h < s && s < h+10 && s < f && f < s+6) {
			t.Errorf("%s: docked at %.2f s by radio, at %.2f s by sound, at %.2f s with a jump that fades", speed, h, s, f)
		}
	}
}

// Faults of zones and of the predictor are where they are written.
func TestSmithPredictorFaults(t *testing.T) {
	for change, want := range map[string]string{
		"smith: {mass: [0kg, 1kg, 1kg]}": "a.yaml:22:22: 0kg is out of range",
	} {
		if got := faultOf("a.yaml", late+"      "+change+"\n"); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", change, got)
		}
	}
	reckons := strings.Replace(late, "navigation: truth", "navigation: reckoning", 1) + "      smith: {}\n"
	if got, want := faultOf("a.yaml", reckons), "a.yaml:22:14: navigation: reckoning says already where the vehicle is; leave out smith, or write navigation: truth"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// BlueROV2 has quadratic drag alone to the sides.
	_, err := load(t, "docking", sets(t, "nodes.auv.vehicle.model=bluerov2-heavy", "nodes.auv.run.allocation=translation", "nodes.auv.run.smith={}")...).Check()
	if err == nil || !strings.Contains(err.Error(), "--set nodes.auv.run.smith: the vehicle has no linear drag along each of its axes") {
		t.Errorf("%v", err)
	}
	for change, want := range map[string]string{
		"zones: [{within: 2m, kp: [1, 1, 1], ki: [0, 0, 0], kd: [0, 0, 0]}, {within: 1m, kp: [1, 1, 1], ki: [0, 0, 0], kd: [0, 0, 0]}]": "a.yaml:21:94: 1 m is within the zone before, which goes up to 2 m; the innermost zone comes first",
		"zones: [{within: 2m, kp: [1, 1, 1]}]": "a.yaml:21:26: key \"ki\" is missing",
		"fade: 1s":                             "a.yaml:21:24: without zones the gains never change; give zones too",
		"hysteresis: 1m":                       "a.yaml:21:30: without zones there is none to leave; give zones too",
	} {
		if got := faultOf("a.yaml", strings.Replace(late, "acoustic: {link: wire, period: 1s, kp", "acoustic: {"+change+", link: wire, period: 1s, kp", 1)); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", change, got)
		}
	}
}
