package scenarios

import (
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/sim/geom"
	"halocline/sim/trace"
)

// samplesOf runs a plan and returns what its probe read of the first node with a vehicle, by
// quantity.
func samplesOf(t *testing.T, plan *Plan) map[string][]float64 {
	t.Helper()
	var log records
	s, err := plan.Build(nil, &log)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	node := slices.IndexFunc(s.nodes, func(n *node) bool { return n.body != nil })
	read := map[string][]float64{}
	for _, r := range log {
		if r.Kind == trace.Sample && int(r.Node) == node {
			read[r.Note] = append(read[r.Note], r.Value)
		}
	}
	return read
}

// What a probe reads of a vehicle that turns and dives, every 10 ms, hangs together: it moves
// along its attitude with its velocity, x' = R(attitude) v, and its heading turns with its rates
// q and r about y and z, psi' = (q sin phi + r cos phi) / cos theta (Fossen 2011, equation 2.28;
// pitch and roll are about the same axes here). The mean of two readings is within a h^2/8.
func TestProbeReadsTheMotion(t *testing.T) {
	read := samplesOf(t, parse(t, `name: turn
duration: 20s
water: {current: {type: uniform, speed: 0.3m/s, toward: 90deg}}
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - name: auv
    at: [0m, 0m, -20m]
    vehicle: {model: remus-100, step: 7ms}
    run: {type: survey-vehicle, navigation: truth, speed: 1.5m/s, path: [[0m, 5m, -21m], [30m, 40m, -28m]]}
probe: {period: 10ms}
`))
	const h = 0.01
	turned := 0.0
	for i := range len(read["x_m"]) - 1 {
		mean := func(name string) float64 { return (read[name][i] + read[name][i+1]) / 2 }
		rate := func(name string) float64 { return (read[name][i+1] - read[name][i]) / h }
		pitch, roll := mean("pitch_rad"), mean("roll_rad")
		v := geom.FromEuler(mean("heading_rad"), pitch, roll).Rotate(geom.Vec{X: mean("surge_mps"), Y: mean("sway_mps"), Z: mean("heave_mps")})
		moved := geom.Vec{X: rate("x_m"), Y: rate("y_m"), Z: rate("z_m")}
		if v.Dist(moved) > 1e-3 {
			t.Fatalf("at %g s it moves with %v and has the velocity %v", float64(i)*h, moved, v)
		}
		turn := (mean("rate_y_radps")*math.Sin(roll) + mean("rate_z_radps")*math.Cos(roll)) / math.Cos(pitch)
		if math.Abs(turn-rate("heading_rad")) > 2e-3 {
			t.Fatalf("at %g s it turns with %g rad/s and has rates for %g rad/s", float64(i)*h, rate("heading_rad"), turn)
		}
		turned = max(turned, math.Abs(turn))
	}
	swings := 0
	for name, values := range read {
		switch {
		case strings.HasPrefix(name, "angle_") && slices.Max(values)-slices.Min(values) > 0.02:
			swings++
		case name == "current_x_mps" && math.Abs(values[9]) > 1e-12, name == "current_y_mps" && math.Abs(values[9]-0.3) > 1e-12, name == "current_z_mps" && values[9] != 0:
			t.Errorf("%s is %g", name, values[9])
		}
	}
	if turned < 0.1 || swings < 2 || len(read["x_m"]) != 2001 {
		t.Errorf("%d readings of a vehicle that turns with %g rad/s at most and moves %d fins", len(read["x_m"]), turned, swings)
	}
}

// A thruster that is asked for 5 N and lags gives n^2 of them, with n = 1 - e^(-t/lag) the share
// of its speed: see TestRotorLag. After 20 lags it gives all.
func TestProbeReadsTheThrust(t *testing.T) {
	plan := parse(t, `name: push
duration: 3s
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes: [{name: auv, at: [0m, 0m, -20m], vehicle: {model: remus-100, force: [5N, 0N, 0N]}}]
probe: {period: 50ms}
`)
	model, err := Standard().LoadVehicle("remus-100")
	if err != nil {
		t.Fatal(err)
	}
	lag := model.Thrusters[0].Lag
	got := samplesOf(t, plan)["thrust_"+model.Thrusters[0].Name+"_n"]
	for i, thrust := range got {
		n := 1 - math.Exp(-float64(i)*0.05/lag)
		if math.Abs(thrust-5*n*n) > 1e-9 {
			t.Errorf("%g N after %d ms, want %g N", thrust, 50*i, 5*n*n)
		}
	}
	if len(got) != 61 || !(lag > 0) || got[60] < 4.99 {
		t.Errorf("%d readings, lag %g s, in the end %v N", len(got), lag, got)
	}
}
