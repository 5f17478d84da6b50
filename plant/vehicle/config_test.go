package vehicle

import (
	"io/fs"
	"slices"
	"testing"
	"time"

	"halocline/sim/geom"
)

// raft returns the description of a vehicle that can be built.
func raft() *Config {
	c := Default()
	c.Name, c.Mass, c.Volume = "raft", 100, 0.1
	c.Inertia = InertiaConfig{XX: 10, YY: 20, ZZ: 25, XY: 1, XZ: 2, YZ: 3}
	for _, p := range []float64{1, -1} {
		t := ThrusterConfig{Position: geom.Vec{Y: p, Z: 0.5}, Axis: geom.Vec{X: 2}, Max: 50}
		t.Defaults()
		t.Lag = 250 * time.Millisecond
		c.Thrusters = append(c.Thrusters, t)
	}
	c.Controls = []string{"surge", "yaw"}
	f := FinConfig{Position: geom.Vec{X: -1, Z: 0.2}, Hinge: geom.Vec{Y: 3}, Area: 0.1, Slope: 3}
	f.Defaults()
	c.Fins = []FinConfig{f}
	return c
}

func TestBuild(t *testing.T) {
	c := raft()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	m, err := c.Build()
	if err != nil {
		t.Fatal(err)
	}
	first := m.Thrusters[0]
	want := Thruster{
		Position: geom.Vec{Y: 1, Z: 0.5}, Axis: geom.Vec{X: 1}, Curve: Curve{Ahead: 1e-4, Astern: 1e-4},
		Lag: 0.25, Max: 50, MaxAstern: 50,
	}
	if first != want {
		t.Errorf("got %+v, want %+v", first, want)
	}
	if !slices.Equal(m.Controls, []Axis{Surge, Yaw}) || m.Gravity != 9.80665 {
		t.Error(m.Controls, m.Gravity)
	}
	if f := m.Fins[0]; f.Hinge != (geom.Vec{Y: 1}) || f.Chord != (geom.Vec{X: 1}) {
		t.Error(f)
	}
	if m.Inertia != [3]geom.Vec{{X: 10, Y: 1, Z: 2}, {X: 1, Y: 20, Z: 3}, {X: 2, Y: 3, Z: 25}} {
		t.Error(m.Inertia)
	}
}

// The same vehicle described with y to the right and z down: half a turn about x
// changes the signs of y and z of every vector and of the elements xy and xz of the
// inertia, and leaves yz. A matrix may have axes of its own.
func TestFrames(t *testing.T) {
	full := Matrix{}
	for i := range full {
		full[i][i] = 10
	}
	full[1][3], full[3][1], full[1][5], full[5][1] = 2, 2, 0.5, 0.5
	up, down := raft(), raft()
	up.AddedMass.Matrix, up.Weight, up.Buoyancy = &full, geom.Vec{X: 0.01, Y: 0.02, Z: 0.03}, geom.Vec{Z: 0.4}
	down.Frame = "frd"
	down.Weight, down.Buoyancy = geom.Vec{X: 0.01, Y: -0.02, Z: -0.03}, geom.Vec{Z: -0.4}
	down.Inertia.XY, down.Inertia.XZ = -1, -2
	down.AddedMass.Matrix, down.AddedMass.Frame = &full, "flu"
	for i := range down.Thrusters {
		p := &down.Thrusters[i].Position
		p.Y, p.Z = -p.Y, -p.Z
	}
	down.Fins[0].Position.Z, down.Fins[0].Hinge.Y = -0.2, -3
	a, err := up.Build()
	if err != nil {
		t.Fatal(err)
	}
	b, err := down.Build()
	if err != nil {
		t.Fatal(err)
	}
	same := func() bool {
		return a.Body == b.Body && slices.Equal(a.Thrusters, b.Thrusters) && slices.Equal(a.Fins, b.Fins)
	}
	if !same() {
		t.Errorf("got %+v, want %+v", b, a)
	}
	turned := full // sway against roll changes its sign, sway against yaw does not
	turned[1][3], turned[3][1] = -2, -2
	down.AddedMass.Matrix, down.AddedMass.Frame = &turned, "file"
	if b, err = down.Build(); err != nil || !same() {
		t.Errorf("got %+v, want %+v: %v", b, a, err)
	}
}

// Each fault names its key.
func TestConfigFaults(t *testing.T) {
	skew := func(a, b float64) *Matrix {
		m := Diagonal(Six{10, 10, 10, 10, 10, 10})
		m[1][5], m[5][1] = a, b
		return &m
	}
	rows := []struct {
		key   string
		spoil func(*Config)
	}{
		{"inertia", func(c *Config) { c.Inertia.XY = 15 }},
		{"inertia", func(c *Config) { c.Weight = geom.Vec{Z: 0.4} }}, // 100 x 0.4^2 = 16 > 10
		{"inertia", func(c *Config) { c.Inertia = InertiaConfig{XX: 10, YY: 20, ZZ: 31} }},
		// The principal moments are 20 + 15, 20 - 15 and 28: 35 > 5 + 28.
		{"inertia", func(c *Config) { c.Inertia = InertiaConfig{XX: 20, YY: 20, ZZ: 28, XY: 15} }},
		{"added_mass.matrix[5][1]", func(c *Config) { c.AddedMass.Matrix = skew(3, -3) }},
		{"added_mass.matrix[1][5]", func(c *Config) { c.AddedMass.Matrix = skew(100, 100) }},
		{"linear_damping", func(c *Config) { m := Diagonal(Six{1, 1, -1, 1, 1, 1}); c.Linear.Matrix = &m }},
		{"linear_damping", func(c *Config) { c.Linear.Matrix = skew(11, 11) }},
		{"thrusters[1].name", func(c *Config) { c.Thrusters[0].Name, c.Thrusters[1].Name = "port", "port" }},
		{"thrusters", func(c *Config) { c.Thrusters = make([]ThrusterConfig, MaxThrusters+1) }},
		{"fins", func(c *Config) { c.Fins = make([]FinConfig, MaxFins+1) }},
		{"controls", func(c *Config) { c.Controls = []string{"surge", "sway"} }},
		{"controls", func(c *Config) { c.Thrusters = nil }},
		{"controls[2]", func(c *Config) { c.Controls = []string{"surge", "yaw", "surge"} }},
	}
	for _, r := range rows {
		c := raft()
		r.spoil(c)
		if got := keysOf(c.Validate()); !slices.Equal(got, []string{r.key}) {
			t.Errorf("got faults at %q, want one at %s", got, r.key)
		}
	}
	c := raft()
	c.Linear.Matrix = skew(9, 9) // damps in every direction
	c.AddedMass.Matrix = skew(3, 3.1)
	c.Inertia = InertiaConfig{XX: 0.3, YY: 14, ZZ: 14.4} // a slender hull, rounded
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}

// Faults of the parts.
func TestPartFaults(t *testing.T) {
	thruster := func(spoil func(*ThrusterConfig)) error {
		c := raft().Thrusters[0]
		spoil(&c)
		return c.Validate()
	}
	fin := func(spoil func(*FinConfig)) error {
		c := raft().Fins[0]
		spoil(&c)
		return c.Validate()
	}
	both := MatrixConfig{Diagonal: Six{1}, Matrix: &Matrix{}}
	zero, short := MatrixConfig{}, MatrixConfig{Diagonal: Six{1, 1, -1, 1, -1, 1}}
	full := MatrixConfig{Matrix: &Matrix{5: {5: -1}, 4: {5: -1}}}
	beside := MatrixConfig{Matrix: &Matrix{4: {5: -1}}} // only the diagonal has a sign
	for _, r := range []struct {
		key string
		err error
	}{
		{"", thruster(func(c *ThrusterConfig) {})},
		{"axis", thruster(func(c *ThrusterConfig) { c.Axis = geom.Vec{} })},
		{"dead_zone", thruster(func(c *ThrusterConfig) { c.DeadZone = 50 })},
		{"", fin(func(c *FinConfig) {})},
		{"hinge", fin(func(c *FinConfig) { c.Hinge = geom.Vec{} })},
		{"chord", fin(func(c *FinConfig) { c.Chord = geom.Vec{} })},
		{"chord", fin(func(c *FinConfig) { c.Chord = geom.Vec{X: 1, Y: 0.1} })},
		{"diagonal", both.Validate()},
		{"", zero.Validate()},
		{"diagonal[2]", short.Validate()},
		{"matrix[5][5]", full.Validate()},
		{"", beside.Validate()},
	} {
		keys := keysOf(r.err)
		if r.key == "" && len(keys) != 0 || r.key != "" && !slices.Equal(keys, []string{r.key}) {
			t.Errorf("got faults at %q, want %q", keys, r.key)
		}
	}
}

// keysOf returns the keys that the faults of an error name.
func keysOf(err error) []string {
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		var keys []string
		for _, inner := range e.Unwrap() {
			keys = append(keys, keysOf(inner)...)
		}
		return keys
	case interface{ Field() string }:
		return []string{e.Field()}
	}
	return nil
}

// The library has a file for each name, and the other way round.
func TestNames(t *testing.T) {
	want := []string{"asv", "bluerov2-heavy", "modular-seven", "modular-six", "point", "remus-100", "rexrov", "taipan-300"}
	if got := Names(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, name := range want {
		if text, err := fs.ReadFile(Library(), name+".yaml"); err != nil || len(text) == 0 {
			t.Error(name, err)
		}
	}
}
