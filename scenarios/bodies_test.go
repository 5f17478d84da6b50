package scenarios

import (
	"math"
	"strings"
	"testing"

	"halocline/sim/trace"
)

// pushed is a vehicle in still water that a constant force pushes ahead. The
// point vehicle has no couplings that would turn it.
const pushed = `
name: pushed
duration: 200s
water: {density: 1025kg/m3}
links:
  sound: {channel: {type: ideal}, modem: plain, mac: aloha}
nodes:
  - {name: auv, at: [0m, 0m, -50m], heading: 90deg, vehicle: {model: MODEL, step: 10ms, force: [FORCE]}}
probe: {period: 200s}
`

// lastPosition runs a scenario and returns the last reading of a coordinate.
func lastPosition(t *testing.T, text, coordinate string) float64 {
	t.Helper()
	plan, err := Parse("body.yaml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	var last lastSample
	last.quantity = coordinate
	s, err := plan.Build(nil, &last)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return last.value
}

type lastSample struct {
	quantity string
	value    float64
}

func (l *lastSample) Emit(r trace.Record) {
	if r.Kind == trace.Sample && r.Note == l.quantity {
		l.value = r.Value
	}
}

// The lift of RexROV in water of 1025 kg/m3 is (1025*1.83826 - 1862.87) 9.8 =
// 209.1 N. Left alone it rises at the speed that solves 209.1 = 728.4 w + 1821 w^2,
// w = 0.1937 m/s: in 200 s, less what it takes to get going, some 38 m.
func TestVehicleRisesInAScenario(t *testing.T) {
	text := strings.NewReplacer("MODEL", "rexrov", "FORCE", "0N, 0N, 0N").Replace(pushed)
	z := lastPosition(t, text, "z_m")
	if rise := z + 50; rise < 0.1937*200*0.9 || rise > 0.1937*200 {
		t.Errorf("it rose by %.3f m, want a little less than %.3f", rise, 0.1937*200)
	}
}

// The body frame turns with the heading: pushed ahead with its bow along y,
// the vehicle moves along y.
func TestForceIsInTheBodyFrame(t *testing.T) {
	text := strings.NewReplacer("MODEL", "rexrov", "FORCE", "400N, 0N, -209N", "200s", "6s").Replace(pushed)
	x, y := lastPosition(t, text, "x_m"), lastPosition(t, text, "y_m")
	if y < 1 || math.Abs(x) > 0.1*y {
		t.Errorf("it is at x = %.3f m, y = %.3f m", x, y)
	}
}

// With one of the four horizontal thrusters gone a quarter of the push along the
// bow is gone; in the first seconds, before drag matters, so is a quarter of the
// way.
func TestFailureOfAThruster(t *testing.T) {
	text := strings.NewReplacer("MODEL", "rexrov", "FORCE", "400N, 0N, -209N", "200s", "2s").Replace(pushed)
	whole := lastPosition(t, text, "y_m")
	lame := lastPosition(t, strings.Replace(text, "step: 10ms", `step: 10ms, failures: [{thruster: "4", at: 0s}]`, 1), "y_m")
	if math.Abs(lame/whole-0.75) > 0.03 {
		t.Errorf("%.4f m with all thrusters, %.4f m with one gone", whole, lame)
	}
}

func TestFaultsOfVehiclesInScenarios(t *testing.T) {
	for _, row := range []struct{ vehicle, want string }{
		{"rexrow", `body.yaml:8:`},
		{"rexrow", `did you mean "rexrov"`},
		{"{model: rexrov, step: 0s}", "out of range"},
		{"{model: rexrov, failures: [{thruster: X, at: 1s}]}", `unknown thruster "X"; known: 0, 1, 2`},
		{"{model: remus-100, force: [1N, 1N, 0N]}", "body.yaml:8:"},
	} {
		text := "name: bad\nduration: 1s\nlinks:\n  sound: {channel: {type: ideal}, modem: plain, mac: aloha}\n\n\nnodes:\n  - {name: auv, vehicle: " + row.vehicle + "}\n"
		plan, err := Parse("body.yaml", text, nil)
		if err == nil {
			_, err = plan.Check()
		}
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: error %v, want %s", row.vehicle, err, row.want)
		}
	}
	moving := "name: bad\nduration: 1s\nlinks:\n  sound: {channel: {type: ideal}, modem: plain, mac: aloha}\nnodes:\n  - {name: auv, velocity: [1m/s, 0m/s, 0m/s], vehicle: rexrov}\n"
	plan, err := Parse("body.yaml", moving, nil)
	if err == nil {
		_, err = plan.Check()
	}
	if err == nil || !strings.Contains(err.Error(), "body.yaml:6:27: a vehicle moves by its equations") {
		t.Errorf("velocity of a vehicle: error %v", err)
	}
}
