package scenarios

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/plant/vehicle"
	"halocline/sim/geom"
)

// Pushed along by a constant force, with a pitch of 0.01 degrees at first, a vehicle below the speed comes back to level,
// and one above it swings. The force is the drag at the speed, and the fins are at rest. RexROV is left out: it turns
// broadside first, which its matrices couple with pitch.
func TestUnstableInARun(t *testing.T) {
	for _, name := range []string{"bluerov2-heavy", "modular-six", "remus-100", "taipan-300"} {
		of, err := Standard().LoadVehicle(name)
		if err != nil {
			t.Fatal(err)
		}
		water := vehicle.Water{Density: of.Mass / of.Volume}
		for share, stable := range map[float64]bool{0.9: true, 1.1: false} {
			speed := share * of.Unstable(water.Density, 10)
			in := new(vehicle.Input)
			in[0] = of.Linear[0][0]*speed + of.Quadratic[0][0]*speed*speed
			m, err := vehicle.NewModel(of.Body, []vehicle.Thruster{{Axis: geom.Vec{X: 1}, Max: 1e6, Curve: vehicle.Curve{Ahead: 1e-3}}}, of.Fins)
			if err != nil {
				t.Fatal(err)
			}
			s := vehicle.AtRest(geom.Vec{Z: -100}, 0)
			s.Attitude, s.Velocity[0] = geom.FromEuler(0, 0.01*math.Pi/180, 0), speed
			step, last := m.Stepper(0.01, vehicle.RK4), 0.0
			for i := range 60_000 {
				_ = step.Step(&s, in, &water, nil, 0.01)
				if _, pitch, _ := s.Attitude.Euler(); i > 50_000 {
					last = max(last, math.Abs(pitch)*180/math.Pi)
				}
			}
			if stable && last > 0.005 || !stable && last < 0.1 {
				t.Errorf("%s at %.3f m/s, %g of the speed, swings by %.3g degrees after 500 s", name, speed, share, last)
			}
		}
	}
}

// A box of 100 kg, neutral at 10 m/s2 in the water that scenarios have by default, of 1027.8 kg/m3, with a righting moment of 1000 N x 20 mm = 20 N m. Its
// thruster of 60 N acts 0.4 m above the middle, with 24 N m, or 0.3 m, with 18 N m. Added mass of 50 kg ahead and 150 kg
// down, without linear damping, makes it unstable from sqrt(20 x 250/(100 x 150)) = 0.577 m/s on (see Unstable); of its
// drag, 100 N s2/m2, 60 N are 0.775 m/s and 30 N 0.548 m/s.
const tippy = `name: tippy
mass: 100kg
volume: 0.0973m3
gravity: 10m/s2
inertia: {xx: 5kg.m2, yy: 5kg.m2, zz: 5kg.m2}
centre_of_buoyancy: [0m, 0m, 20mm]
added_mass: [50, 150, 150, 5, 5, 5]
quadratic_damping: [100, 300, 300, 50, 50, 50]
controls: [surge]
thrusters: [{position: [0m, 0m, HEIGHT], axis: [1, 0, 0], max: THRUST}]
`

func TestMotionWarnings(t *testing.T) {
	const planes = "fins: [{position: [-1m, 0m, 0m], hinge: [0, 1, 0], area: 0.01m2, lift_slope: 3, max_angle: 20deg}]\n"
	tips := func(moment string) string {
		return "turns over when its thrusters give all they can along surge: 60 N turn it with " + moment + " N m, which is more than its righting moment of 20"
	}
	// At 0.775 m/s it takes 0.6 x 15000/250 = 36 N m, 1.8 times as much.
	const pushed = "does not keep level from 0.577 m/s on: Munk's moment is too much for its righting moment of 20"
	const swings = pushed + " N m, its thrusters give it up to 0.775 m/s, which takes some 36 N m, and nothing holds its pitch; have it slower, put its centre_of_buoyancy 1.8 times as high"
	for _, row := range []struct {
		height, thrust, more string
		want                 []string // of the vehicle file
		force                string
		pushed               []string // of a node that is pushed, and nobody steers
	}{
		{"0m", "30N", "", nil, "30N", nil},
		{"0m", "60N", "", []string{swings}, "60N", []string{pushed}},
		{"0m", "60N", "", []string{swings}, "30N", nil},
		{"0m", "60N", planes, nil, "60N", []string{"does not keep level from"}},
		{"0.3m", "60N", planes, nil, "30N", nil},
		{"0.4m", "60N", planes, []string{tips("24")}, "60N", []string{"turns over: its force turns it with 24 N m, which is more than its righting moment of 20", "does not keep level from"}},
		{"0.4m", "60N", planes, []string{tips("24")}, "30N", nil},
		{"0.4m", "60N", "centre_of_gravity: [0m, 0m, 40mm]\n" + planes, []string{"capsizes: "}, "60N", []string{"capsizes: "}},
	} {
		text := strings.NewReplacer("HEIGHT", row.height, "THRUST", row.thrust).Replace(tippy) + row.more
		of, err := Standard().CheckVehicleText("tippy.yaml", text, nil)
		check := func(what string, got, want []string) {
			t.Helper()
			if len(got) != len(want) {
				t.Errorf("%s, %s N at %s: %q, want %q", what, row.thrust, row.height, got, want)
				return
			}
			for i := range got {
				if !strings.Contains(got[i], "tippy "+want[i]) && !strings.Contains(got[i], "node auv "+want[i]) {
					t.Errorf("%s, %s at %s: %q, want %q", what, row.thrust, row.height, got[i], want[i])
				}
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		check("vehicle", of, row.want)

		folder := t.TempDir()
		scenario := "name: s\nduration: 1s\nlinks: {x: {channel: ideal, modem: plain, mac: aloha}}\nnodes:\n" +
			"  - {name: auv, at: [0m, 0m, -50m], vehicle: {model: tippy.yaml, force: [" + row.force + ", 0N, 0N]}}\n"
		file := filepath.Join(folder, "s.yaml")
		for name, text := range map[string]string{file: scenario, filepath.Join(folder, "tippy.yaml"): text} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		pushed, err := load(t, file).Check()
		if err != nil {
			t.Fatal(err)
		}
		check("pushed by "+row.force, pushed, row.pushed)
	}
}

// A vehicle that docks, and whose thrusters act on no pitch, is warned of by the same numbers as its file. With a limit of
// 10 N its controller does not get it to the speed: 7.441 v + 76.58 v^2 is 22.9 N at 0.5 m/s.
func TestMotionWarningsOfADocking(t *testing.T) {
	const says = "auv: it does not keep level from 0.4"
	for limit, want := range map[string]bool{"0N": true, "10N": false} {
		warnings, err := load(t, "docking", sets(t, "nodes.auv.vehicle.model=modular-six", "nodes.auv.run.acoustic.limit="+limit)...).Check()
		if err != nil {
			t.Fatal(err)
		}
		if said := slices.ContainsFunc(warnings, func(w string) bool { return strings.HasPrefix(w, says) }); said != want {
			t.Errorf("a limit of %s: %q", limit, warnings)
		}
	}
	for _, model := range []string{"rexrov", "bluerov2-heavy"} { // whose thrusters act on pitch
		warnings, err := load(t, "docking", sets(t, "nodes.auv.vehicle.model="+model)...).Check()
		if err != nil || slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, "keep level") || strings.Contains(w, "turns over") }) {
			t.Errorf("%s: %q, %v", model, warnings, err)
		}
	}
}
