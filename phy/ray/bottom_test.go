package ray

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"
	"testing"
)

// sea is the water at the bottom of the tests.
func sea() Env {
	return Env{Speed: 1500, Frequency: 25e3, Wind: math.NaN(), Steepest: 1}
}

// degrees returns the sine of an angle.
func degrees(t float64) float64 { return math.Sin(t * math.Pi / 180) }

func build(t *testing.T, c BottomConfig, env Env) Reflector {
	t.Helper()
	r, err := c.Build(env)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// equal compares two coefficients.
func equal(t *testing.T, what string, got, want complex128, within float64) {
	t.Helper()
	if !(cmplx.Abs(got-want) <= within) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// table13 is table 1.3 of Jensen et al.: speed and density over those of water, attenuation in dB per wavelength.
func table13() map[string][3]float64 {
	return map[string][3]float64{
		"clay": {1.00, 1.5, 0.2}, "silt": {1.05, 1.7, 1.0}, "sand": {1.1, 1.9, 0.8}, "gravel": {1.2, 2.0, 0.6},
		"moraine": {1.3, 2.1, 0.4}, "chalk": {1.6, 2.2, 0.2}, "limestone": {2.0, 2.4, 0.1}, "basalt": {3.5, 2.7, 0.1},
	}
}

// rayleigh is the coefficient by Snell's law and impedances: of angles from the normal, with the complex wave number
// k2 = 2 pi/l + i a whose wave loses the attenuation in dB over one wavelength l, amplitude e^-al = 10^(-dB/20).
func rayleigh(grazing, c1, c2, density, attenuation, hz float64) complex128 {
	omega := complex(2*math.Pi*hz, 0)
	l := c2 / hz
	k1, k2 := omega/complex(c1, 0), complex(2*math.Pi/l, attenuation/(20*math.Log10(math.E))/l)
	in := complex(math.Pi/2-grazing, 0)
	k2z := cmplx.Sqrt(k2*k2 - k1*k1*cmplx.Sin(in)*cmplx.Sin(in)) // Snell: both have the same part along the bottom
	if imag(k2z) < 0 {
		k2z = -k2z
	}
	z1 := complex(c1, 0) / cmplx.Cos(in)
	z2 := complex(density, 0) * omega / k2z
	return (z2 - z1) / (z2 + z1)
}

func TestSedimentsReflectAsImpedancesDo(t *testing.T) {
	angles := []float64{0.5, 1, 3, 5, 10, 15, 20, 24, 25, 30, 40, 50, 60, 75, 90}
	for name, row := range table13() {
		r := build(t, Bottoms()[name](), sea())
		own := build(t, &halfSpace{Speed: row[0] * 1500, Density: row[1], Attenuation: row[2]}, sea())
		for _, a := range angles {
			// The frequency drops out, since the attenuation is by the wavelength.
			want := rayleigh(a*math.Pi/180, 1500, row[0]*1500, row[1], row[2], 137)
			what := fmt.Sprintf("%s at %g deg", name, a)
			equal(t, what, r.Reflect(degrees(a)), want, 1e-9)
			equal(t, what+" by its own numbers", own.Reflect(degrees(a)), want, 1e-9)
			if cmplx.Abs(want) > 1 {
				t.Errorf("%s: a bottom gives more than it gets", what)
			}
		}
		equal(t, name+" level", r.Reflect(0), -1, 1e-15)
	}
}

// BOUNCE of the Acoustics Toolbox writes what half a space of 1590 m/s, 1.2 times as dense as water of 1500 m/s, and
// with 0.5 dB per wavelength reflects at 250 Hz, under 1 m of that water (tests/SedAtten/calibBounce.env and .brc). The
// water adds 2 k sin t 1 m to the phase. Its sign is that of exp(+i w t). It has the attenuation in the speed, c (1 - i d)
// with d = 0.5 ln 10/(40 pi), where the textbook has it in the wave number, w (1 + i d)/c: that is c (1 + d^2) there.
func TestHalfSpaceReflectsAsInBOUNCE(t *testing.T) {
	const d = 0.009161738
	r := build(t, &halfSpace{Speed: 1590 * (1 + d*d), Density: 1.2, Attenuation: 0.5}, sea())
	for _, row := range [][3]float64{
		{18.267655292743168, 0.73469820233462624, 0.59591928118436521},
		{23.480509031030184, 0.36653276630378911, -36.679227339771771},
		{37.517326726566544, 0.17764917867069305, -68.194416292467935},
		{55.617117243111501, 0.13456703057129729, -96.047886997309078},
		{89.999999999999801, 0.11982646418403345, -117.84054440525655},
	} {
		sin := degrees(row[0])
		there := cmplx.Rect(1, 2*2*math.Pi*250/1500*sin)
		equal(t, fmt.Sprintf("%g deg", row[0]), r.Reflect(sin)*there, cmplx.Rect(row[1], -row[2]*math.Pi/180), 1e-6)
	}
}

// Without attenuation, sand reflects all below arccos(1/1.1) = 24.62 deg and loses above.
func TestCriticalAngleOfSand(t *testing.T) {
	r := build(t, &halfSpace{Speed: 1650, Density: 1.9}, sea())
	for a := 0.05; a < 90; a += 0.1 {
		switch got := cmplx.Abs(r.Reflect(degrees(a))); {
		case a < 24.61 && math.Abs(got-1) > 1e-12:
			t.Errorf("%.2f deg: got %g, want 1", a, got)
		case a > 24.63 && !(got < 0.99):
			t.Errorf("%.2f deg: got %g, want a loss", a, got)
		}
	}
	// With its attenuation it loses at all angles, most near to the critical one.
	lossy := build(t, Bottoms()["sand"](), sea())
	if got := cmplx.Abs(lossy.Reflect(degrees(10))); !(got < 0.99 && got > 0.8) {
		t.Errorf("lossy sand at 10 deg: got %g", got)
	}
}

func TestHalfSpaceAtItsLimits(t *testing.T) {
	reflect := func(speed, density, attenuation, a float64) complex128 {
		return build(t, &halfSpace{speed, density, attenuation}, sea()).Reflect(degrees(a))
	}
	for _, a := range []float64{2, 30, 90} {
		equal(t, "no mass: the pressure vanishes", reflect(1500, 1e-12, 0, a), -1, 1e-9)
		equal(t, "endless mass: the wall is rigid", reflect(1500, 1e12, 0, a), 1, 1e-9)
		equal(t, "the water itself", reflect(1500, 1, 0, a), 0, 1e-15)
		// Equal speeds: (m - 1)/(m + 1) at all angles, 1/3 for m = 2.
		equal(t, "twice the mass", reflect(1500, 2, 0, a), 1./3, 1e-12)
	}
	equal(t, "twice the mass, level", reflect(1500, 2, 0, 0), 1./3, 0)
	// At right angles (z2 - z1)/(z2 + z1): (1.9 1650 - 1500)/(1.9 1650 + 1500) = 1635/4635.
	equal(t, "sand from above", reflect(1650, 1.9, 0, 90), 1635./4635, 1e-12)
	// A slower bottom without loss takes all in at the angle of intromission, where m sin t = w:
	// sin^2 t = (n^2 - 1)/(m^2 - 1) = (100/81 - 1)/(2.25 - 1) for 0.9 times the speed and 1.5 times the mass.
	sin := math.Sqrt((100./81 - 1) / 1.25)
	equal(t, "intromission", build(t, &halfSpace{1350, 1.5, 0}, sea()).Reflect(sin), 0, 1e-12)
}

func TestRockWarnsOfShear(t *testing.T) {
	for name, fresh := range Bottoms() {
		limited, ok := fresh().(Limited)
		warns := ok && len(limited.Warnings(sea())) > 0
		if rock := name == "chalk" || name == "limestone" || name == "basalt"; warns != rock {
			t.Errorf("%s: warns %v", name, warns)
		}
	}
}

func TestFixedLossAndNone(t *testing.T) {
	for _, a := range []float64{0, 20, 90} {
		equal(t, "bottom", build(t, &FixedLoss{Loss: 20}, sea()).Reflect(degrees(a)), 0.1, 1e-15)
	}
	if r := build(t, &NoReflection{}, sea()); r != nil {
		t.Errorf("none is %v", r)
	}
	surface := Surfaces()["loss"]() // 1 dB: 10^-0.05
	equal(t, "surface", build(t, surface, sea()).Reflect(0.5), -0.891250938133746, 1e-15)
}

// reading reads a table of a text.
func reading(text string) (Reflector, error) {
	env := sea()
	env.Open = func(string) ([]byte, error) { return []byte(text), nil }
	return (&bottomTable{File: "x.brc"}).Build(env)
}

func TestTableOfBellhop(t *testing.T) {
	r, err := reading(" 4 ! rows\n 0.0 1.0D0 180.0\n\n 30.0, 0.5, 90.0\r\n45 0.3 -150\n 90.0 0.1 -150.0\n")
	if err != nil {
		t.Fatal(err)
	}
	turn := func(amplitude, deg float64) complex128 { return cmplx.Rect(amplitude, deg*math.Pi/180) }
	for _, c := range []struct {
		angle float64
		want  complex128
	}{
		{0, -1},
		{15, turn(0.75, -135)}, // linear between, and the sign of exp(-i w t)
		{30, turn(0.5, -90)},
		{37.5, turn(0.4, -150)}, // 90 to -150 deg is 120 deg forward
		{45, turn(0.3, 150)},
		{60, turn(0.3-0.2/3, 150)},
		{90, turn(0.1, 150)},
	} {
		equal(t, fmt.Sprintf("%g deg", c.angle), r.Reflect(degrees(c.angle)), c.want, 1e-9)
	}
}

// What BOUNCE writes begins with many rows of 0 deg and ends a little below 90 deg.
func TestTableOfBOUNCE(t *testing.T) {
	r, err := reading("4\n 0.00000000 1.000000 180.00\n 0.0000000 1.00000 180.0\n 40.0 1.0000001 0.0\n 89.9999999999998 0.11982646 -117.84\n")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "level", r.Reflect(0), -1, 1e-15)
	equal(t, "half way", r.Reflect(degrees(20)), cmplx.Rect(1, -math.Pi/2), 1e-12)
	equal(t, "vertical", r.Reflect(1), cmplx.Rect(0.11982646, 117.84*math.Pi/180), 1e-12)
	equal(t, "vertical, rounded up", r.Reflect(1+1e-16), r.Reflect(1), 0)
}

func TestWrongTables(t *testing.T) {
	const ends = "write their number in the first line, and then as many"
	for _, c := range []struct{ text, want string }{
		{"", "x.brc:0: the file ends after 0 rows; " + ends},
		{"2\n0 1 180\n", "x.brc:2: the file ends after 1 rows; " + ends},
		{"2\n0 1 180\n90 1 180\n90 1 180\n", "x.brc:4: there are more than the 2 rows that the first line counts; correct it"},
		{"0 1 180\n90 1 0\n", `x.brc:1: "0 1 180" is no number of rows, at least 2; the first line of a .brc file holds nothing else`},
		{"1\n0 1 180\n", `x.brc:1: "1" is no number of rows, at least 2; the first line of a .brc file holds nothing else`},
		{"2\n0 1\n90 1 0\n", "x.brc:2: the row has 2 numbers; write angle in deg, amplitude, and phase in deg"},
		{"2\n0 1 NaN\n90 1 0\n", `x.brc:2: phase "NaN" is not a number; write one such as 1.5`},
		{"2\n0 one 0\n90 1 0\n", `x.brc:2: amplitude "one" is not a number; write one such as 1.5`},
		{"2\n-1 1 0\n90 1 0\n", "x.brc:2: an angle of -1 deg is not allowed; grazing angles are 0 to 90 deg"},
		{"2\n0 1 0\n91 1 0\n", "x.brc:3: an angle of 91 deg is not allowed; grazing angles are 0 to 90 deg"},
		{"3\n0 1 0\n50 1 0\n40 1 0\n", "x.brc:4: an angle of 40 deg is below that of the row before; sort the rows"},
		{"2\n0 1 0\n90 1.1 0\n", "x.brc:3: an amplitude of 1.1 is not allowed; a bottom reflects 0 to 1 of the pressure"},
		{"2\n0 -1 0\n90 1 0\n", "x.brc:2: an amplitude of -1 is not allowed; a bottom reflects 0 to 1 of the pressure"},
		{"2\n10 1 0\n45 1 0\n", "x.brc:3: the angles are 10 to 45 deg; a table goes from 0 to 90 deg, so add rows"},
	} {
		if _, err := reading(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := (&bottomTable{File: "x.brc"}).Build(sea()); err == nil || !strings.Contains(err.Error(), "cannot be read here") {
		t.Errorf("without files: %v", err)
	}
	if (&bottomTable{}).Validate() == nil {
		t.Error("a table without a file passes")
	}
}

func TestBoundariesAllocateNothing(t *testing.T) {
	table, err := reading("2\n0 1 180\n90 0.1 0\n")
	if err != nil {
		t.Fatal(err)
	}
	all := []Reflector{table, build(t, Bottoms()["sand"](), sea()), build(t, windy(coates, 5), sea())}
	if n := testing.AllocsPerRun(100, func() {
		for _, r := range all {
			_ = r.Reflect(0.3)
		}
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
