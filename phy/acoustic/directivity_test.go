package acoustic

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"halocline/sim/geom"
)

// Textbook points of the two patterns (Kinsler et al., sections 7.3, 7.4 and 7.6):
// the first side lobe of a line at u = 4.4934 and -13.26 dB, of a piston at x =
// 5.1356 and -17.57 dB; 3.01 dB down at u = 1.39156 and x = 1.61634; first nulls at
// u = pi and x = 3.8317. Ten wavelengths, so u = 10 pi cos, x = 10 pi sin.
func TestPatternLandmarks(t *testing.T) {
	line, piston := Line{Length: 10, Wavelength: 1}, Piston{Diameter: 10, Wavelength: 1}
	across := func(u float64) float64 { return line.Gain(math.Acos(u / (10 * math.Pi))) }
	off := func(x float64) float64 { return piston.Gain(math.Asin(x / (10 * math.Pi))) }
	half := 10 * math.Log10(0.5)
	near(t, "line, half power", across(1.39155737825), half, 1e-9)
	near(t, "line, side lobe", across(4.49340945791), -13.261458884, 1e-9)
	near(t, "line, main beam", line.Gain(math.Pi/2), 0, 1e-12)
	near(t, "piston, half power", off(1.61633994831), half, 1e-9)
	near(t, "piston, side lobe", off(5.13562230184), -17.5701499343, 1e-9)
	near(t, "piston, main beam", piston.Gain(0), 0, 0)
	for what, got := range map[string]float64{
		"line": across(math.Pi), "piston": off(3.83170597020751), "behind": piston.Gain(91 * degree),
	} {
		if got > -200 {
			t.Errorf("%s: null of %g dB, want silence", what, got)
		}
	}
}

// Computed with mpmath from the formulas.
func TestPatternValues(t *testing.T) {
	for _, c := range []struct{ angle, size, line, piston float64 }{
		{80, 5, -16.6266651597, math.NaN()},
		{60, 5, -17.9017976273, math.NaN()},
		{0, 0.7, -8.68580536245, 0},
		{45, 0.7, -3.83574077282, math.NaN()},
		{5, 5, math.NaN(), -2.12127361535},
		{20, 5, math.NaN(), -17.8051696816},
		{45, 0.5, math.NaN(), -1.37578733907},
		{89, 2, math.NaN(), -23.38936354},
	} {
		const wavelength = 0.05
		if !math.IsNaN(c.line) {
			near(t, "line", Line{c.size * wavelength, wavelength}.Gain(c.angle*degree), c.line, 1e-8)
		}
		if !math.IsNaN(c.piston) {
			near(t, "piston", Piston{c.size * wavelength, wavelength}.Gain(c.angle*degree), c.piston, 1e-8)
		}
	}
}

// The indices computed with mpmath, twice: from the closed form and from the mean
// of the pattern over the sphere. Long lines tend to 2 L/lambda, small pistons to
// the 3.01 dB of half a sphere.
func TestIndexValues(t *testing.T) {
	for _, c := range []struct{ size, line, piston float64 }{
		{0.5, 1.11430204201, 4.79057546907},
		{1, 3.45427220719, 9.6588977318},
		{2, 6.24364117876, 15.8580778293},
		{50, 20.0088093965, math.NaN()},
		{20, math.NaN(), 35.9601303457},
		{0.01, math.NaN(), 3.01101434243},
		{0.003, math.NaN(), 3.01036425136}, // by the series, in fractions
	} {
		if !math.IsNaN(c.line) {
			near(t, "line", Line{c.size, 1}.Index(), c.line, 1e-9)
		}
		if !math.IsNaN(c.piston) {
			near(t, "piston", Piston{c.size, 1}.Index(), c.piston, 1e-7)
		}
	}
	// A point in a baffle sends into half a sphere, a short line everywhere.
	for _, size := range []float64{1e-3, 1e-7, 1e-12} {
		near(t, "small piston", Piston{size, 1}.Index(), 10*math.Log10(2), 1e-5)
		near(t, "short line", Line{size, 1}.Index(), 0, 1e-5)
	}
}

// What the index means, for every pattern: the mean power over the sphere times
// the index is one.
func TestIndexIsInverseMean(t *testing.T) {
	for name, p := range map[string]Pattern{
		"short line": Line{0.3, 1}, "line": Line{4.2, 1},
		"small piston": Piston{0.4, 1}, "piston": Piston{3.7, 1}, "table": lamp(t),
	} {
		mean := 0.0
		for a := 0.0; a < 180; a += 10 { // the table's kinks lie on whole tens
			mean += quad.Fixed(func(x float64) float64 { return math.Pow(10, p.Gain(x)/10) * math.Sin(x) / 2 },
				a*degree, (a+10)*degree, 60, quad.Legendre{}, 0)
		}
		near(t, name, p.Index(), -10*math.Log10(mean), 1e-8)
	}
}

// lamp is a table whose index, with mpmath, is 10.5060742773 dB.
func lamp(t *testing.T) Table {
	t.Helper()
	table, err := NewTable([]Sample{{0, 0}, {30 * degree, -3}, {90 * degree, -20}, {180 * degree, -40}})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestTable(t *testing.T) {
	table := lamp(t)
	for _, c := range []struct{ angle, want float64 }{
		{0, 0}, {10, -1}, {30, -3}, {60, -11.5}, {90, -20}, {135, -30}, {180, -40},
	} {
		near(t, "gain", table.Gain(c.angle*degree), c.want, 1e-12)
	}
	near(t, "index", table.Index(), 10.5060742773, 1e-9)
	two, err := NewTable([]Sample{{0, 0}, {math.Pi, -18}})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "two rows", two.Gain(math.Pi/2), -9, 1e-12)
}

func TestTableFaults(t *testing.T) {
	for _, c := range []struct {
		samples []Sample
		fault   string
	}{
		{nil, "at least 2 rows"},
		{[]Sample{{0, 0}}, "at least 2 rows"},
		{[]Sample{{0, 0}, {math.Pi, math.NaN()}}, "row 2"},
		{[]Sample{{0, 0}, {math.NaN(), 0}, {math.Pi, 0}}, "row 2"},
		{[]Sample{{0, math.Inf(-1)}, {math.Pi, 0}}, "row 1"},
		{[]Sample{{0, 0}, {1, 0}, {1, -3}, {math.Pi, 0}}, "row 3"},
		{[]Sample{{0, 0}, {2, 0}, {1, -3}, {math.Pi, 0}}, "row 3"},
		{[]Sample{{0.1, 0}, {math.Pi, 0}}, "from 5.7"},
		{[]Sample{{0, 0}, {math.Pi / 2, 0}}, "to 90 degrees"},
	} {
		if _, err := NewTable(c.samples); err == nil || !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%v: error %v, want %q", c.samples, err, c.fault)
		}
	}
}

// A table does not change with the slice that it was made from.
func TestTableIsACopy(t *testing.T) {
	samples := []Sample{{0, 0}, {math.Pi, -20}}
	table, err := NewTable(samples)
	if err != nil {
		t.Fatal(err)
	}
	samples[1].Gain = 0
	near(t, "gain", table.Gain(math.Pi), -20, 0)
}

// A transducer that looks ahead, on a body that turns. With x forward, y to the
// left and z up, a yaw of 90 degrees points the bow to y, and a positive pitch
// lowers it.
func TestTransducerAttitude(t *testing.T) {
	table, err := NewTable([]Sample{{0, 0}, {math.Pi, -180}}) // 1 dB per degree
	if err != nil {
		t.Fatal(err)
	}
	ahead := Transducer{Pattern: table, Axis: geom.Vec{X: 2}}
	down := Transducer{Pattern: table, Axis: geom.Vec{Z: -1}}
	level := geom.Quat{W: 1}
	for _, c := range []struct {
		what      string
		transd    Transducer
		attitude  geom.Quat
		direction geom.Vec
		degrees   float64
	}{
		{"ahead", ahead, level, geom.Vec{X: 30}, 0},
		{"astern", ahead, level, geom.Vec{X: -30}, 180},
		{"above ahead", ahead, level, geom.Vec{X: 5, Z: 5}, 45},
		{"yaw", ahead, geom.FromEuler(math.Pi/2, 0, 0), geom.Vec{Y: 7}, 0},
		{"yaw, straight on", ahead, geom.FromEuler(math.Pi/2, 0, 0), geom.Vec{X: 7}, 90},
		{"pitch", ahead, geom.FromEuler(0, 30*degree, 0), geom.Vec{X: math.Sqrt(3), Z: -1}, 0},
		{"pitch, level", ahead, geom.FromEuler(0, 30*degree, 0), geom.Vec{X: 1}, 30},
		{"roll", down, geom.FromEuler(0, 0, 20*degree), geom.Vec{Z: -1}, 20},
		{"yaw about the axis", down, geom.FromEuler(1, 0, 0), geom.Vec{Z: -3}, 0},
		{"no direction", ahead, level, geom.Vec{}, 0},
		{"a hair beside the axis", ahead, level, geom.Vec{X: 1, Y: 1e-9}, 1e-9 / degree},
	} {
		near(t, c.what, c.transd.Gain(c.attitude, c.direction), -c.degrees, 1e-12*(1+c.degrees))
	}
}

// Turning the whole world, body and other end alike, changes nothing.
func TestTransducerIsFrameFree(t *testing.T) {
	tr := Transducer{Pattern: Piston{Diameter: 0.1, Wavelength: 0.05}, Axis: geom.Vec{X: 1, Y: 0.2, Z: -0.4}}
	attitude, direction := geom.FromEuler(0.3, -0.2, 0.1), geom.Vec{X: 50, Y: 12, Z: -30}
	want := tr.Gain(attitude, direction)
	if math.IsInf(want, 0) {
		t.Fatal("the other end lies behind the baffle")
	}
	for _, turn := range []geom.Quat{geom.FromEuler(1, 2, 3), geom.FromAxisAngle(geom.Vec{X: 1, Y: -1, Z: 2}, 2.5)} {
		near(t, "turned", tr.Gain(turn.Mul(attitude), turn.Rotate(direction)), want, 1e-12)
	}
}

func TestTransducerDoesNotAllocate(t *testing.T) {
	for name, p := range map[string]Pattern{
		"line": Line{1, 1}, "piston": Piston{1, 1}, "table": lamp(t),
	} {
		tr := Transducer{Pattern: p, Axis: geom.Vec{X: 1}}
		attitude := geom.FromEuler(0.3, 0.2, 0.1)
		n := testing.AllocsPerRun(100, func() { tr.Gain(attitude, geom.Vec{X: 1, Y: 2, Z: 3}) })
		if n != 0 {
			t.Errorf("%s allocates %g times", name, n)
		}
	}
}
