package scenarios

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
	"halocline/sim/geom"
	"halocline/sim/simtest"
)

func loadVehicle(t *testing.T, name string) *vehicle.Model {
	t.Helper()
	m, err := Standard().LoadVehicle(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.9g, want %.9g within %g", what, got, want, tolerance)
	}
}

// Every vehicle of the library is read and does what its file says it controls,
// and nothing that it does is beyond the numbers.
func TestLibraryOfVehicles(t *testing.T) {
	for _, name := range vehicle.Names() {
		m := loadVehicle(t, name)
		if _, err := vehicle.NewAllocation(m, nil); err != nil || len(m.Controls) == 0 {
			t.Errorf("%s: %v, controls %v", name, err, m.Controls)
		}
		s := vehicle.AtRest(geom.Vec{Z: -20}, 1)
		in := new(vehicle.Input)
		for i := range m.Thrusters {
			in[i] = m.Thrusters[i].Max / 2
		}
		for i := range m.Fins {
			in[len(m.Thrusters)+i] = m.Fins[i].MaxAngle / 2
		}
		step := m.Stepper(0.01, vehicle.RK4)
		for range 6000 {
			_ = step.Step(&s, in, &vehicle.Water{Density: 1025, Current: geom.Vec{X: 0.2}}, nil, 0.01)
		}
		if s.Fault() != "" || s.Velocity[vehicle.Surge] > 10 {
			t.Errorf("%s: %+v after a minute", name, s.Motion)
		}
	}
}

// The file of RexROV against the numbers of UUV Simulator (rexrov.gazebo.xacro),
// some of each row, in its frame and in ours: heave, sway, pitch and yaw turn round.
func TestRexROV(t *testing.T) {
	m := loadVehicle(t, "rexrov")
	for _, c := range []struct {
		row, column int
		want        float64
	}{{0, 0, 779.79}, {0, 1, 6.8773}, {0, 4, 165.54}, {1, 2, 51.29}, {1, 3, -409.44}, {2, 4, -386.42}, {2, 5, 10.7745}, {3, 3, 534.9}, {4, 5, -1.1162}, {5, 0, 7.8033}} {
		within(t, fmt.Sprint("added mass ", c.row, c.column), m.AddedMass[c.row][c.column], c.want, 1e-12)
	}
	within(t, "mass", m.Mass, 1862.87, 0)
	within(t, "damping", m.Linear[2][2]+m.Quadratic[2][2], 728.4+1821.01, 0)
	within(t, "lift in sea water of 1025 kg/m3", (1025*m.Volume-m.Mass)*m.Gravity, 209.1957, 1e-4)
	for i, th := range m.Thrusters {
		within(t, "thruster "+th.Name, th.Max+th.MaxAstern+th.Lag+th.Curve.Ahead+th.Curve.Astern, 4000+0.05+0.00062, 1e-9)
		if th.Name != fmt.Sprint(i) {
			t.Error("thruster", i, "is named", th.Name)
		}
	}
}

// The thrusts of RexROV for (100, -50 ... ): computed in Python from the positions
// and angles of rexrov_actuators.xacro by T^t (T T^t)^-1 and its weighted form,
// solved with Gauss's elimination.
func TestAllocationOfRexROV(t *testing.T) {
	m := loadVehicle(t, "rexrov")
	tau := &vehicle.Six{100, 50, -30, 10, -20, 40}
	plane := []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave, vehicle.Yaw}
	for _, c := range []struct {
		weights []float64
		axes    []vehicle.Axis
		want    []float64
	}{
		{nil, nil, []float64{-3.4970, -29.8991, 8.1085, -5.8401, 43.3384, 31.4007, -1.8883, -72.8508}},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8}, nil, []float64{5.9669, -39.3630, -1.3554, 3.6238, 52.6786, 36.7474, 3.4583, -63.5107}},
		{nil, plane, []float64{-1.9629, 1.5976, -23.3883, -7.3742, 35.0817, 32.1955, -2.6830, -64.5941}},
	} {
		a, err := vehicle.NewAllocation(m, c.weights, c.axes...)
		if err != nil {
			t.Fatal(err)
		}
		var in vehicle.Input
		a.Thrusts(tau, &in)
		for i, want := range c.want {
			within(t, fmt.Sprint("thruster ", i), in[i], want, 2e-4)
		}
	}
}

// REMUS 100 at its published working point: 1500/min hold 1.54 m/s (Prestero 2001),
// and the greatest thrust 2.5 m/s (Fossen's MSS).
func TestSpeedOfREMUS(t *testing.T) {
	m := loadVehicle(t, "remus-100")
	for speed, rotor := range map[float64]float64{1.54: 50 * math.Pi, 2.5: math.Sqrt(18.375 / 2.825e-4)} {
		s := vehicle.AtRest(geom.Vec{}, 0)
		s.Velocity[vehicle.Surge], s.Inner[0] = speed, rotor
		a := m.Acceleration(&s, &vehicle.Water{Density: 1030})
		within(t, fmt.Sprint("acceleration at ", speed), a[vehicle.Surge], 0, 1e-3)
	}
}

// Forces on REMUS 100 at 2 m/s and small angles in water of 1030 kg/m3, against the
// published derivatives (Prestero 2001), from (M_RB + M_A) v' - what weight does:
// Y_uv -28.6, N_uv -24.0, Z_uw -28.6, M_uw 24.0, Y_uudr 9.64, N_uudr -6.15. In
// forward, left, up the signs of sway and yaw both turn, and so do heave and pitch.
func TestDerivativesOfREMUS(t *testing.T) {
	m := loadVehicle(t, "remus-100")
	w := &vehicle.Water{Density: 1030}
	force := func(s vehicle.State) vehicle.Six {
		rest := vehicle.AtRest(geom.Vec{}, 0)
		a, still := m.Acceleration(&s, w), m.Acceleration(&rest, w)
		for i := range a {
			a[i] -= still[i]
		}
		var f vehicle.Six
		for i := range f {
			for j := range f {
				f[i] += m.AddedMass[i][j] * a[j]
			}
		}
		linear, angular := geom.Vec{X: a[0], Y: a[1], Z: a[2]}, geom.Vec{X: a[3], Y: a[4], Z: a[5]}
		push := linear.Add(angular.Cross(m.Weight)).Scale(m.Mass)
		turn := m.Weight.Cross(linear).Scale(m.Mass)
		for i, v := range []float64{push.X, push.Y, push.Z, turn.X, turn.Y, turn.Z} {
			f[i] += v
		}
		for i, row := range m.Inertia {
			f[i+3] += row.Dot(angular)
		}
		return f
	}
	const u, small = 2.0, 1e-5
	ahead := vehicle.AtRest(geom.Vec{}, 0)
	ahead.Velocity[vehicle.Surge] = u
	side, up, rudder := ahead, ahead, ahead
	side.Velocity[vehicle.Sway], up.Velocity[vehicle.Heave], rudder.Inner[vehicle.MaxThrusters] = small, small, small
	for _, c := range []struct {
		what      string
		s         vehicle.State
		axis      vehicle.Axis
		want, tol float64
	}{
		{"Y_uv", side, vehicle.Sway, -28.6, 0.02},
		{"N_uv", side, vehicle.Yaw, -24.0, 0.02},
		{"Z_uw", up, vehicle.Heave, -28.6, 0.02},
		{"M_uw", up, vehicle.Pitch, 24.0, 0.02},
		{"Y_uudr", rudder, vehicle.Sway, -9.64 * u, 0.02},
		{"N_uudr", rudder, vehicle.Yaw, 6.15 * u, 0.02},
	} {
		f := force(c.s)[c.axis] - force(ahead)[c.axis]
		within(t, c.what, f/(u*small), c.want, c.tol)
	}
}

// What can be wrong in a vehicle file, with its place.
func TestVehicleFaults(t *testing.T) {
	const raft = "name: raft\nmass: 100kg\nvolume: 0.1m3\ninertia: {xx: 10kg.m2, yy: 20kg.m2, zz: 25kg.m2}\n"
	const motors = "thrusters:\n  - {position: [0m, 1m, 0m], axis: [1, 0, 0], max: 50N}\n  - {position: [0m, -1m, 0m], axis: [1, 0, 0], max: 50N}\n"
	rows := []struct{ what, text, want string }{
		{"nothing", raft, "<nil>"},
		{"motors", raft + motors + "controls: [surge, yaw]\n", "<nil>"},
		{"negative mass", strings.Replace(raft, "100kg", "-100kg", 1), "2:7: -100kg is out of range; write more than 0kg and at most 1e9kg"},
		{"no unit", strings.Replace(raft, "100kg", "100", 1), "2:7: 100 has no unit; write a mass such as 50kg"},
		{"another unit", strings.Replace(raft, "0.1m3", "0.1m2", 1), "3:9: 0.1m2 is an area; write a volume such as 2m3"},
		{"no inertia", "name: raft\nmass: 100kg\nvolume: 0.1m3\n", `1:1: key "inertia" is missing; write a mapping, as in {xx: ...}`},
		{"half an inertia", "name: raft\nmass: 100kg\nvolume: 0.1m3\ninertia: {xx: 10kg.m2, yy: 20kg.m2}\n", `4:10: key "zz" is missing; write a moment of inertia such as 8kg.m2`},
		{"indefinite inertia", strings.Replace(raft, "zz: 25kg.m2", "zz: 25kg.m2, xy: 15kg.m2", 1), "4:10: the inertia is not positive definite about the centre of gravity; no body of 100 kg has it"},
		{"short diagonal", raft + "added_mass: [1, 2, 3]\n", "5:13: 3 elements are given; write a list of 6 elements"},
		{"negative damping", raft + "linear_damping: [-1, 2, 3, 4, 5, 6]\n", "5:18: -1 is given for surge, and needs to be at least 0; " + signs("X_udot, X_u or X_u|u|")},
		{"negative added mass", raft + "added_mass: {diagonal: [0, 2, 3, 4, -5, -6]}\n", "5:37: -5 is given for pitch, and needs to be at least 0; " + signs("M_qdot, M_q or M_q|q|")},
		{"negative element", raft + "added_mass: " + matrix("[-3, 1, 0, 0, 0, 0]", "[1, -3, 0, 0, 0, 0]"), "5:24: -3 is given for surge, and needs to be at least 0; " + signs("X_udot, X_u or X_u|u|")},
		{"not symmetric", raft + "frame: frd\nadded_mass: " + matrix("[9, 0, 0, 0, 0, 0]", "[0, 9, 0, 3, 0, 0]"), "6:87: the matrix is not symmetric: 0 in row 4, column 2, but 3 across the diagonal; write the same in both"},
		// Body and added mass are 100 + 10 kg in sway and heave each, and sqrt(110 x 110) = 110.
		{"coupled", raft + "added_mass: " + matrix("[9, 0, 0, 0, 0, 0]", "[0, 10, 120, 0, 0, 0]", "[0, 120, 10, 0, 0, 0]"), "5:51: " + coupled("sway and heave, by 120", "110 and 110", "110")},
		// With the centre of gravity 0.3 m ahead the body itself couples sway and yaw by
		// 100 x 0.3 = 30 kg m, which the added mass makes 70; sqrt(104 x 25) = 50.99.
		{"coupled with the body", raft + "centre_of_gravity: [0.3m, 0m, 0m]\nadded_mass: " + matrix("[9, 0, 0, 0, 0, 0]", "[0, 4, 0, 0, 0, 40]", "[0, 0, 0, 0, 0, 0]", "[0, 0, 0, 0, 0, 0]", "[0, 0, 0, 0, 0, 0]", "[0, 40, 0, 0, 0, 0]"), "6:59: " + coupled("sway and yaw, by 70", "104 and 25", "50.99")},
		// Correlations of -0.6, -0.6 and -0.7 have the determinant 1 - 2 x 0.252 - 0.36 - 0.36
		// - 0.49 = -0.714, though no two of the axes are coupled too much for themselves.
		{"coupled in a ring", raft + "added_mass: " + matrix("[0, -60, -60, 0, 0, 0]", "[-60, 0, -70, 0, 0, 0]", "[-60, -70, 0, 0, 0, 0]"), "5:56: " + coupled("sway and heave, by 70", "100 and 100", "100")},
		// sqrt(100 x 10) = 31.62, in kg m; 60 kg of at most 100 kg are less.
		{"coupled most for its size", raft + "added_mass: " + matrix("[0, 0, 0, 40, 0, 0]", "[0, 0, 60, 0, 0, 0]", "[0, 60, 0, 0, 0, 0]", "[40, 0, 0, 0, 0, 0]"), "5:33: " + coupled("surge and roll, by 40", "100 and 10", "31.62")},
		// The body's roll and pitch are coupled more, 13 of at most 14.14, but not by the added mass.
		{"coupled beside the body", strings.Replace(raft, "zz: 25kg.m2", "zz: 29kg.m2, xy: 13kg.m2", 1) + "added_mass: " + matrix("[0, 0, 0, 15, 0, 0]", "[0, 0, 0, 0, 0, 0]", "[0, 0, 0, 0, 0, 0]", "[15, 0, 0, 0, 0, 0]"), "5:33: " + coupled("surge and roll, by 15", "100 and 10", "31.62")},
		{"short matrix", raft + "added_mass: {matrix: [[1, 2, 3, 4, 5, 6]]}\n", "5:22: 1 element is given; write a list of 6 elements"},
		{"unknown key", raft + "added_mas: [1, 2, 3, 4, 5, 6]\n", `5:1: unknown key "added_mas"; did you mean "added_mass"?`},
		{"frame", raft + "frame: ned\n", `5:8: unknown word "ned"; known: flu, frd`},
		{"no axis", raft + "thrusters: [{position: [0m, 0m, 0m], axis: [0, 0, 0], max: 5N}]\n", "5:44: the axis has no direction"},
		{"no thrust", raft + "thrusters: [{position: [0m, 0m, 0m], axis: [1, 0, 0]}]\n", `5:13: key "max" is missing; write a force such as 40N`},
		{"rank", raft + motors + "controls: [surge, heave]\n", "8:11: the thrusters cannot give heave; leave out of controls what they cannot give, or add a thruster"},
		{"thruster names", raft + strings.ReplaceAll(motors, "- {", "- {name: m, "), `7:12: thruster 1 is named "m" already; give each a name of its own`},
		{"impossible inertia", strings.Replace(raft, "zz: 25", "zz: 250", 1), "4:10: one principal moment is more than the two others together, which no body has; look at units and exponents"},
		{"control", raft + motors + "controls: [forward]\n", `8:12: unknown word "forward"; known: surge, sway, heave, roll, pitch, yaw`},
		{"twice", raft + motors + "controls: [surge, surge]\n", "8:19: surge is there already"},
		{"chord", raft + "fins: [{position: [0m, 0m, 0m], hinge: [1, 0, 0], area: 1m2, lift_slope: 3}]\n", "5:8: the chord is not at right angles to the hinge"},
		{
			"damping", raft + "linear_damping: {matrix: [[1,3,0,0,0,0],[3,1,0,0,0,0],[0,0,1,0,0,0],[0,0,0,1,0,0],[0,0,0,0,1,0],[0,0,0,0,0,1]]}\n",
			"5:17: the damping would drive the vehicle; the symmetric part of the matrix must have no negative eigenvalue",
		},
	}
	file := filepath.Join(t.TempDir(), "raft.yaml")
	for _, r := range rows {
		if err := os.WriteFile(file, []byte(r.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Standard().LoadVehicle(file)
		if got := strings.TrimPrefix(fmt.Sprint(err), file+":"); got != r.want {
			t.Errorf("%s:\n got %s\nwant %s", r.what, got, r.want)
		}
	}
}

// matrix writes a matrix of which some rows are given, and the others are zero.
func matrix(rows ...string) string {
	for len(rows) < 6 {
		rows = append(rows, "[0, 0, 0, 0, 0, 0]")
	}
	return "{matrix: [" + strings.Join(rows, ", ") + "]}\n"
}

// signs is what is said of numbers that have the signs of derivatives.
func signs(derivatives string) string {
	return "every element is minus the derivative of the books, here " + derivatives + ", so turn the signs of those that are not"
}

// coupled is what is said of a mass matrix that some push accelerates backwards.
func coupled(axes, diagonal, most string) string {
	return "the mass matrix, body and added mass together, is not positive definite: it couples axes too much, most of all " + axes +
		" where its diagonal, " + diagonal + ", allows less than " + most + " for these two alone; look at signs, units and exponents"
}

// A vehicle alone is warned of as a node of a scenario is that leaves its water out: sea
// water of 4 degC and 35 psu, which at the surface has 1027.79 kg/m3 (EOS-80, UNESCO 1983,
// calculated by itself). 0.09 m3 of it are 92.501 kg.
func TestVehicleAlone(t *testing.T) {
	const ball = "name: ball\nmass: 100kg\nvolume: VOLUME\ngravity: 10m/s2\ninertia: {xx: 3kg.m2, yy: 3kg.m2, zz: 3kg.m2}\n"
	const text = "name: sink\nduration: 1s\nlinks:\n  sound: {channel: {type: ideal}, modem: plain, mac: aloha}\nnodes:\n  - {name: auv, vehicle: ball.yaml}\n"
	folder := t.TempDir()
	file, scenario := filepath.Join(folder, "ball.yaml"), filepath.Join(folder, "sink.yaml")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(scenario, text)
	for volume, want := range map[string]string{
		"0.0973m3": "",
		"0.09m3":   "ball weighs 74.99 N more than it displaces, and its thrusters give at most 0 N up; look at mass and volume in FILE, and at water.density, here 1028 kg/m3",
		"0.11m3":   "ball displaces 130.6 N more than it weighs, and its thrusters give at most 0 N down; look at mass and volume in FILE, and at water.density, here 1028 kg/m3",
		"0m3":      "ball weighs 1000 N more than it displaces",
	} {
		write(file, strings.Replace(ball, "VOLUME", volume, 1))
		alone, err := Standard().CheckVehicle(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want = strings.Replace(want, "FILE", file, 1); want == "" && len(alone) > 0 || want != "" && (len(alone) != 1 || !strings.HasPrefix(alone[0], "vehicle "+want)) {
			t.Errorf("%s: warnings %q, want %q", volume, alone, want)
		}
		among, err := load(t, scenario).Check()
		if err != nil {
			t.Fatal(err)
		}
		got := strings.ReplaceAll(strings.ReplaceAll(strings.Join(alone, "\n"), file, "ball.yaml"), "vehicle ball", "node auv")
		if want := strings.Join(among, "\n"); got != want {
			t.Errorf("%s: alone %q, in a scenario %q", volume, got, want)
		}
	}
	for _, name := range vehicle.Names() {
		warnings, err := Standard().CheckVehicle(name, nil)
		if name == "modular-six" && len(warnings) == 1 && strings.HasPrefix(warnings[0], "vehicle modular-six does not keep level from ") {
			continue // its file says why
		}
		if err != nil || len(warnings) > 0 {
			t.Errorf("%s: %q, %v", name, warnings, err)
		}
	}
	warnings, err := Standard().CheckVehicle("point", []strict.Set{{Path: "gravity", Value: "10m/s2"}, {Path: "mass", Value: "900kg"}})
	if err != nil || len(warnings) != 1 || !strings.HasPrefix(warnings[0], "vehicle point weighs 7997 N more than it displaces, and its thrusters give at most 200 N up") { // 9000 - 0.097561 x 10277.9
		t.Errorf("overrides: %q, %v", warnings, err)
	}
	if _, err := Standard().CheckVehicle("point", []strict.Set{{Path: "thrusters.z.max", Value: "0N"}}); fmt.Sprint(err) != "--set thrusters.z.max: 0N is out of range; write more than 0N and at most 1e9N" {
		t.Error(err)
	}
}

// What is a vehicle, and what is none or cannot be told.
func TestIsVehicle(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	folder := t.TempDir()
	for _, row := range []struct {
		file, text string
		want       bool
	}{
		{"whole.yaml", "name: v\nmass: 1kg\nvolume: 1m3\n", true},
		{"faulty.yaml", "description: v\nmas: 3\nthrusters: []\n", true},
		{"flow.yaml", `{"name": "v", "fins": []}`, true},
		{"named.yaml", "name: v\nbase: rexrov\n", true},
		{"with-ending.yaml", "base: rexrov.yaml\n", true},
		{"chain.yaml", "name: v\nbase: named.yaml\n", true},
		{"lost.yaml", "base: rexrow\nmass: 3kg\n", true},
		{"anchor.yaml", "x-a: &a {mass: 3kg}\n<<: *a\nname: v\n", true},

		{"absent.yaml", "", false},
		{"name.yaml", "name: v\n", false},
		{"broken.yaml", "mass: [\n", false},
		{"list.yaml", "- mass: 3kg\n", false},
		{"inner.yaml", "node:\n  mass: 3kg\n", false},
		{"scenario.yaml", "name: s\nduration: 1s\nmass: 3kg\nvolume: 1m3\ninertia: {}\nthrusters: []\n", false},
		{"extended.yaml", "base: docking\nmass: 3kg\n", false},
		{"more.yaml", "base: docking.yaml\nmass: 3kg\n", false},
		{"twice.yaml", "base: more.yaml\nfins: []\n", false},
		{"study.yaml", "name: s\nbase: docking\nset: {nodes.auv.vehicle.mass: 3kg}\n", false},
	} {
		file := filepath.Join(folder, row.file)
		if row.text != "" {
			if err := os.WriteFile(file, []byte(row.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := Standard().IsVehicle(file); got != row.want {
			t.Errorf("%s: %v, want %v", row.file, got, row.want)
		}
	}
	for _, name := range vehicle.Names() {
		text, err := fs.ReadFile(vehicle.Library(), name+".yaml")
		if err != nil {
			t.Fatal(err)
		}
		tellsVehicle(t, name, string(text), true)
	}
	for _, name := range Standard().Bundled() {
		text, err := Standard().Text(name)
		if err != nil {
			t.Fatal(err)
		}
		tellsVehicle(t, name, string(text), false)
	}
}

// tellsVehicle checks that something bundled is told to be a vehicle, or not, by its name
// and by its text.
func tellsVehicle(t *testing.T, name, text string, want bool) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "copy.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if Standard().IsVehicle(name) != want || Standard().IsVehicle(file) != want {
		t.Errorf("%s: %v, its text: %v, want %v", name, Standard().IsVehicle(name), Standard().IsVehicle(file), want)
	}
}

// A file can extend a vehicle of the library, and a name that is neither is refused.
func TestVehicleNames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heavy.yaml")
	if err := os.WriteFile(file, []byte("base: rexrov.yaml\nmass: 1900kg\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := loadVehicle(t, file)
	if m.Mass != 1900 || m.Volume != 1.83826 || len(m.Thrusters) != 8 {
		t.Error(m.Mass, m.Volume, len(m.Thrusters))
	}
	if err := os.WriteFile(file, []byte("base: rexrov\nmass: 1901kg\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if m = loadVehicle(t, file); m.Mass != 1901 || m.Volume != 1.83826 {
		t.Error(m.Mass, m.Volume)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("box.yaml", []byte("name: box\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Standard().LoadVehicle("box"); fmt.Sprint(err) != "there is no file box; did you mean box.yaml?" {
		t.Error(err)
	}
	_, err := Standard().LoadVehicle("rexrow")
	if want := `no file and no bundled vehicle is named "rexrow"; did you mean "rexrov"?`; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Every key has a line for the listings, and defaults show as what they are.
func TestVehicleKeys(t *testing.T) {
	params := strict.Describe(vehicle.Default(), strict.Models{})
	for _, p := range params {
		if p.Doc == "" {
			t.Error(p.Key, "has no doc")
		}
	}
	at := slices.IndexFunc(params, func(p strict.Param) bool { return p.Key == "thrusters[].max_astern" })
	if at < 0 || params[at].Default != "" {
		t.Error("max_astern has a default that no file can give")
	}
}

// A T200 takes 390 W for 5.25 kgf at 16 V (Blue Robotics, data sheet), and BlueROV2 Heavy has eight of them.
func TestPowerOfBlueROV2(t *testing.T) {
	m, err := Standard().LoadVehicle("bluerov2-heavy")
	if err != nil {
		t.Fatal(err)
	}
	for _, thruster := range m.Thrusters {
		if watts := thruster.Power * math.Pow(5.25*9.80665, 1.5); math.Abs(watts-390) > 1 {
			t.Errorf("thruster %s: %.1f W", thruster.Name, watts)
		}
	}
	if len(m.Thrusters) != 8 {
		t.Error(len(m.Thrusters))
	}
}

// A hull of 1 m x 0.4 m x 0.25 m is 0.1 m3 about a centre of buoyancy 0.1 m above the origin. A thruster may be half a metre away
// from it: at 1 m ahead, 0.125 m up are 0.025 m, and 0.75 m up are 0.75 - 0.1 - 0.125 = 0.525 m.
func TestSizeWarnings(t *testing.T) {
	const hull = "name: ball\nmass: 100kg\nvolume: VOLUME\nsize: [1m, 0.4m, 0.25m]\ngravity: 10m/s2\ncentre_of_buoyancy: [0m, 0m, 0.1m]\ninertia: {xx: 3kg.m2, yy: 3kg.m2, zz: 3kg.m2}\n" +
		"controls: [surge]\nthrusters: [{name: main, position: [1m, 0m, HEIGHTm], axis: [1, 0, 0], max: 20N}]\n"
	for _, row := range []struct{ volume, height, want string }{
		{"0.0975m3", "0.125", ""},
		{"0.0975m3", "0.724", ""},
		{"0.0975m3", "0.75", "has its thruster main 0.525 m away from its hull, which is 1 m x 0.4 m x 0.25 m about its centre of buoyancy; look at its position, and at size, in FILE"},
		{"0.0975m3", "-0.6", "has its thruster main 0.575 m away"},
		{"0.102m3", "0", "displaces 0.102 m3, and its hull of 1 m x 0.4 m x 0.25 m has room for 0.1 m3; look at size and volume in FILE"},
	} {
		file := filepath.Join(t.TempDir(), "ball.yaml")
		text := strings.NewReplacer("VOLUME", row.volume, "HEIGHT", row.height).Replace(hull)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		warnings, err := Standard().CheckVehicle(file, nil)
		var of []string
		for _, w := range warnings {
			if strings.Contains(w, "hull") {
				of = append(of, w)
			}
		}
		if err != nil || len(of) > 1 || len(of) == 1 != (row.want != "") || len(of) == 1 && !strings.HasPrefix(of[0], "vehicle ball "+strings.ReplaceAll(row.want, "FILE", file)) {
			t.Errorf("%s, %s m: %v, %v", row.volume, row.height, warnings, err)
		}
	}
}

// Thrusters that push one way only give nothing to what they would do the other way, and then nothing to what else is asked of
// them. A propeller that acts on surge alone is as it is meant to be, and so are twin thrusters with some thrust astern.
func TestOneWayThrusters(t *testing.T) {
	const text = "name: twin\nmass: 100kg\nvolume: 0.0975m3\ninertia: {xx: 3kg.m2, yy: 3kg.m2, zz: 3kg.m2}\ncentre_of_buoyancy: [0m, 0m, 0.1m]\ncontrols: [CONTROLS]\nthrusters:\n" +
		"  - {position: [0m, 0.5m, 0m], axis: [1, 0, 0], max: 20N, max_astern: ASTERN}\n  - {position: [0m, -0.5m, 0m], axis: [1, 0, 0], max: 20N, max_astern: ASTERN}\n"
	for _, row := range []struct{ controls, astern, want string }{
		{"surge, yaw", "0N", "vehicle twin gets nothing one way along surge, yaw, since 2 of its 2 thrusters push one way only"},
		{"surge, yaw", "1N", ""},
		{"surge", "0N", ""},
	} {
		warnings, err := Standard().CheckVehicleText("twin.yaml", strings.NewReplacer("CONTROLS", row.controls, "ASTERN", row.astern).Replace(text), nil)
		said := strings.Join(warnings, "\n")
		if err != nil || strings.Contains(said, "one way") != (row.want != "") || !strings.Contains(said, row.want) {
			t.Errorf("%s, %s astern: %v, %v", row.controls, row.astern, warnings, err)
		}
	}
}
