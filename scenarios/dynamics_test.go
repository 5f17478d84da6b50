package scenarios

import (
	"math"
	"strings"
	"testing"
	"time"

	"halocline/sim"
)

const cruising = `name: cruising
duration: 60s
water: {current: {type: uniform, speed: 0.2m/s, toward: 90deg}}
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - name: auv
    at: [10m, 0m, -20m]
    heading: 90deg
    vehicle: {dynamics: {type: kinematic, speed: 1.5m/s, speed_lag: 0s, turn: 6deg/s, turn_lag: 0s}, step: 10ms}
    instruments: [{type: dvl, track: water}]
`

// A vehicle of three equations swims a round of 2 pi 1.5 m/s/(0.1047 rad/s) = 90 m in 60 s through water that carries it by
// 12 m along y. Its log reads its own speed through the water, and no current.
func TestVehicleByOtherEquations(t *testing.T) {
	s, err := parse(t, cruising).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	s.Record(func(r Reading) {
		if r.Name == "water_x_mps" && r.Taken > 0 {
			if read++; math.Abs(r.Truth-1.5) > 1e-9 {
				t.Errorf("%+v", r)
			}
		}
	})
	if _, err := s.Run(t.Context()); err != nil || read < 400 {
		t.Fatal(err, read)
	}
	if at := s.nodes[0].body.At(sim.Time(60 * time.Second)).Position; math.Hypot(at.X-10, at.Y-12) > 1e-3 || at.Z != -20 {
		t.Errorf("after a round at %v", at)
	}
}

// A vehicle has a model or dynamics, what asks for more than these can do is a fault at its key, and what they cannot
// fail of is unknown.
func TestVehicleByOneThing(t *testing.T) {
	for set, want := range map[string]string{
		"vehicle.model=rexrov":                        "a.yaml:9:25: the vehicle has a model, which is its dynamics; leave one of the two out; null takes out what a base has",
		"vehicle={}":                                  "a vehicle has no model; write one of the library, as in vehicle: rexrov, the name of a vehicle file, or dynamics",
		"vehicle.force=[1N,0N,0N]":                    "these dynamics do not share a force out among their actuators; leave it out",
		"vehicle.failures=[{thruster: sped, at: 1s}]": `unknown thruster "sped"; did you mean "speed"?`,
		"run={type: survey-vehicle, navigation: truth, path: [[0m, 0m, 0m], [99m, 0m, 0m]], speed: 1m/s}": "a survey-vehicle needs a vehicle with a model",
	} {
		plan, err := Standard().Parse("a.yaml", cruising, sets(t, "nodes.auv."+set))
		if err == nil {
			_, err = plan.Check()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", set, err, want)
		}
	}
}
