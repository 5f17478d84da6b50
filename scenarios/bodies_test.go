package scenarios

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/plant/vehicle"
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
	plan, err := Standard().Parse("body.yaml", text, nil)
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
		plan, err := Standard().Parse("body.yaml", text, nil)
		if err == nil {
			_, err = plan.Check()
		}
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: error %v, want %s", row.vehicle, err, row.want)
		}
	}
	moving := "name: bad\nduration: 1s\nlinks:\n  sound: {channel: {type: ideal}, modem: plain, mac: aloha}\nnodes:\n  - {name: auv, velocity: [1m/s, 0m/s, 0m/s], vehicle: rexrov}\n"
	plan, err := Standard().Parse("body.yaml", moving, nil)
	if err == nil {
		_, err = plan.Check()
	}
	if err == nil || !strings.Contains(err.Error(), "body.yaml:6:27: a vehicle moves by its equations") {
		t.Errorf("velocity of a vehicle: error %v", err)
	}
}

// A ball of 100 kg with thrusters of 20 N up and 10 N down, in water of 1000 kg/m3 at
// 10 m/s2: each litre of its volume lifts 10 N, and what is less than 2 % of its weight,
// 20 N, is trim.
func TestWeightWarnings(t *testing.T) {
	const ball = "name: ball\nmass: 100kg\nvolume: VOLUME\ngravity: 10m/s2\ninertia: {xx: 3kg.m2, yy: 3kg.m2, zz: 3kg.m2}\n"
	const motor = "thrusters: [{position: [0m, 0m, 0m], axis: [1, 0, 2], max: 22.36068N, max_astern: 11.18034N}]\n" // 2/sqrt 5 of each
	const fin = "fins: [{position: [0m, 0m, 0m], hinge: [0, 1, 0], area: 1m2, lift_slope: 3}]\n"
	folder := t.TempDir()
	for i, row := range []struct{ text, want string }{
		{strings.Replace(ball, "VOLUME", "0.1m3", 1), ""},
		{strings.Replace(ball, "VOLUME", "0.0981m3", 1), ""},
		{strings.Replace(ball, "VOLUME", "0.0975m3", 1), "weighs 25 N more than it displaces, and its thrusters give at most 0 N up"},
		{strings.Replace(ball, "VOLUME", "0.0975m3", 1) + motor, "weighs 25 N more than it displaces, and its thrusters give at most 20 N up"},
		{strings.Replace(ball, "VOLUME", "0.0975m3", 1) + strings.ReplaceAll(motor, "22.36", "33.54"), ""},
		{strings.Replace(ball, "VOLUME", "0.1025m3", 1) + motor, "displaces 25 N more than it weighs, and its thrusters give at most 10 N down"},
		{strings.Replace(ball, "VOLUME", "0.1025m3", 1) + strings.Replace(motor, "2]", "-2]", 1), "displaces 25 N more than it weighs, and its thrusters give at most 20 N down"},
		{strings.Replace(ball, "VOLUME", "0.0975m3", 1) + fin, ""},
		{strings.Replace(ball, "VOLUME", "0.075m3", 1) + fin, "weighs 250 N more than it displaces, and its thrusters give at most 0 N up"},
		{strings.Replace(ball, "VOLUME", "58.5m3", 1) + motor, "displaces 5.84e+05 N more than it weighs, and its thrusters give at most 10 N down; look at mass and volume in ball.yaml, and at water.density, here 1000 kg/m3"},
		{strings.Replace(ball, "VOLUME", "2m3", 1) + strings.ReplaceAll(motor, "11.18", "99999"), "node auv has 100 kg in 2 m3, which is 50 kg/m3; look at mass and volume in ball.yaml"},
		{strings.NewReplacer("VOLUME", "2m3", "10m/s2", "0m/s2").Replace(ball), ""},
		{strings.Replace(ball, "VOLUME", "0.1m3", 1) + "centre_of_gravity: [0m, 0m, -20mm]\n", ""},
		{strings.Replace(ball, "VOLUME", "0.1m3", 1) + "centre_of_gravity: [0m, 0m, 20mm]\n", "node auv capsizes: with nothing that holds it, it comes to rest at a tilt of 180 degrees, turned by up to 20 N m"}, // 1000 N x 20 mm
		{strings.Replace(ball, "VOLUME", "0.1m3", 1) + "frame: frd\ncentre_of_gravity: [0m, 0m, 20mm]\n", ""},
		{strings.Replace(ball, "VOLUME", "0.1m3", 1) + "centre_of_buoyancy: [10mm, 0m, 0m]\n", "tilt of 90 degrees, turned by up to 10 N m"},
	} {
		text := "name: sink\nduration: 1s\nwater: {density: 1000kg/m3}\nlinks:\n  sound: {channel: {type: ideal}, modem: plain, mac: aloha}\nnodes:\n  - {name: auv, count: 3, at: [0m, 0m, -5m], place: {type: ring, radius: 50m}, vehicle: ball.yaml}\n"
		file := filepath.Join(folder, "sink.yaml")
		for name, text := range map[string]string{file: text, filepath.Join(folder, "ball.yaml"): row.text} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		warnings, err := load(t, file).Check()
		if err != nil {
			t.Fatal(err)
		}
		if row.want == "" && len(warnings) > 0 || row.want != "" && (len(warnings) != 1 || !strings.Contains(warnings[0], row.want)) {
			t.Errorf("row %d: warnings %q, want %q", i, warnings, row.want)
		}
	}
}

// No vehicle of the library is worth a warning in the sea or in fresh water.
func TestLibraryWithoutWarnings(t *testing.T) {
	for _, name := range vehicle.Names() {
		for _, density := range []string{"998", "1030"} {
			text := strings.NewReplacer("MODEL", name, "FORCE", "0N, 0N, 0N", "1025", density).Replace(pushed)
			if warnings, err := parse(t, text).Check(); err != nil || len(warnings) > 0 {
				t.Errorf("%s in %s kg/m3: %q, %v", name, density, warnings, err)
			}
		}
	}
}
