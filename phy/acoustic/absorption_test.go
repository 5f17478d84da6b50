package acoustic

import (
	"math"
	"strings"
	"testing"

	"halocline/sim/rng"
)

// The tolerance of a printed value is half a unit of its last digit. Values
// marked "mpmath" were computed from the formulas as printed in the papers with
// Python's mpmath at 30 digits, by a program written apart from this package.
func TestAbsorptionValues(t *testing.T) {
	const calc = 1e-9 // relative, for values from mpmath
	sea := Conditions{Temperature: 10, Salinity: 35, PH: 8}
	at := func(temp, sal, depth, ph float64) Conditions { return Conditions{temp, sal, depth, ph} }
	for _, c := range []struct {
		model  string
		kHz    float64
		water  Conditions
		want   float64
		within float64 // dB/km; calc means relative
	}{
		// 1.187 and 34.069 are quoted for this form of the formula; the rest mpmath.
		{"thorp", 10, sea, 1.187, 0.0005},
		{"thorp", 100, sea, 34.069, 0.0005},
		{"thorp", 0.4, sea, 0.0199334199587, calc},
		{"thorp", 1, sea, 0.0690040904657, calc},
		{"thorp", 30, sea, 8.28037791343, calc},

		// By hand below the switch; 0.2 kHz: 0.002 + 0.0044/1.04 + 0.00044.
		{"thorp-ns3", 0.2, sea, 0.002 + 0.0044/1.04 + 0.00044, calc},
		{"thorp-ns3", 0.4 - 1e-9, sea, 0.0189324, 1e-7},
		{"thorp-ns3", 0.4, sea, 0.0199334, 1e-7},
		{"thorp-ns3", 100, sea, 34.069, 0.0005},

		// By hand: 0.11/2 + 44/4101; 11/101 + 4400/4200; 1100/10001 + 440000/14100.
		{"thorp2", 1, sea, 0.055 + 44.0/4101, calc},
		{"thorp2", 10, sea, 11.0/101 + 4400.0/4200, calc},
		{"thorp2", 100, sea, 1100.0/10001 + 440000.0/14100, calc},

		// By hand: half of 44 at the relaxation frequency sqrt(4100); 33^2 = 1089.
		{"sulfate", math.Sqrt(4100), sea, 22, calc},
		{"sulfate", 33, sea, 44 * 1089.0 / 5189, calc},
		{"sulfate", 10, sea, 4400.0 / 4200, calc},

		// Fisher and Simmons 1977, table IV, at 4 degC and 1 and 500 atm, as the R
		// package oce and its tests quote it.
		{"fisher-simmons", 10, at(4, 35, 0, 8), 0.83, 0.005},
		{"fisher-simmons", 10, at(4, 35, 5000, 8), 0.52, 0.005},
		{"fisher-simmons", 100, at(4, 35, 5000, 8), 17.5, 0.05},
		// NPL's calculator, as quoted in a public repository together with
		// Francois-Garrison's 1.706 below.
		{"fisher-simmons", 15, at(3, 35, 2500, 8), 1.392, 0.0005},
		{"fisher-simmons", 25, at(4, 35, 2000, 8), 3.58105324279, calc},
		{"fisher-simmons", 100, at(20, 35, 1000, 8), 28.7748198876, calc},
		{"fisher-simmons", 400, at(30, 35, 0, 8), 134.772181162, calc},

		// Francois and Garrison 1982, part II: the nine check values that G. Jimenez
		// Arranz's SEAWATER_PROPERTIES quotes.
		{"francois-garrison", 1, at(0, 30, 0, 8), 0.061, 0.0005},
		{"francois-garrison", 1, at(0, 35, 0, 8), 0.064, 0.0005},
		{"francois-garrison", 1, at(10, 35, 0, 8), 0.060, 0.0005},
		{"francois-garrison", 10, at(0, 30, 0, 8), 1.12, 0.005},
		{"francois-garrison", 10, at(0, 35, 0, 8), 1.29, 0.005},
		{"francois-garrison", 10, at(10, 35, 0, 8), 0.963, 0.0005},
		{"francois-garrison", 100, at(0, 30, 0, 8), 21.0, 0.05},
		{"francois-garrison", 100, at(0, 35, 0, 8), 23.4, 0.05},
		{"francois-garrison", 100, at(10, 35, 0, 8), 33.6, 0.05},
		// The same paper, table IV, as the tests of J. M. Requena Plens's phonometry
		// transcribe it; both water polynomials, and 20 degC itself.
		{"francois-garrison", 0.4, at(10, 30, 0, 8), 0.015, 0.0005},
		{"francois-garrison", 2, at(10, 35, 0, 8), 0.123, 0.0005},
		{"francois-garrison", 10, at(30, 35, 0, 8), 0.606, 0.0005},
		{"francois-garrison", 10, at(-1.8, 35, 0, 8), 1.36, 0.005},
		{"francois-garrison", 14, at(20, 35, 0, 8), 1.29, 0.005},
		{"francois-garrison", 20, at(-1.8, 35, 0, 8), 4.40, 0.005},
		{"francois-garrison", 20, at(10, 35, 0, 8), 3.35, 0.005},
		{"francois-garrison", 40, at(4, 35, 0, 8), 11.5, 0.05},
		{"francois-garrison", 50, at(20, 35, 0, 8), 13.0, 0.05},
		{"francois-garrison", 60, at(-1.8, 30, 0, 8), 13.6, 0.05},
		{"francois-garrison", 80, at(16, 35, 0, 8), 28.6, 0.05},
		{"francois-garrison", 140, at(25, 35, 0, 8), 58.4, 0.05},
		{"francois-garrison", 200, at(0, 35, 0, 8), 40.6, 0.05},
		{"francois-garrison", 200, at(30, 30, 0, 8), 79.3, 0.05},
		{"francois-garrison", 300, at(10, 35, 0, 8), 73.1, 0.05},
		{"francois-garrison", 500, at(10, 35, 0, 8), 125, 0.5},
		{"francois-garrison", 700, at(4, 35, 0, 8), 228, 0.5},
		{"francois-garrison", 1000, at(0, 30, 0, 8), 513, 0.5},
		{"francois-garrison", 1000, at(30, 35, 0, 8), 344, 0.5},
		{"francois-garrison", 15, at(3, 35, 2500, 8), 1.706, 0.0005}, // NPL, see above
		// Fresh water, by hand: 1e4 (4.937 - 2.59 + 0.911 - 0.15)e-4.
		{"francois-garrison", 100, at(10, 0, 0, 8), 3.108, calc},
		// Depth and acidity, warm and brackish water: mpmath.
		{"francois-garrison", 25, at(4, 35, 2000, 7.7), 4.25044164919, calc},
		{"francois-garrison", 100, at(15, 0.05, 100, 8), 2.64047406709, calc},
		{"francois-garrison", 1000, at(25, 38, 500, 8.2), 319.510744092, calc},
		{"francois-garrison", 1, at(2, 34, 4000, 7.9), 0.0475432717319, calc},

		// NPL's calculator at 50 m, as quoted in a public echo sounder tool.
		{"ainslie-mccolm", 38, at(10, 35, 50, 8), 10.298, 0.0005},
		{"ainslie-mccolm", 125, at(10, 35, 50, 8), 40.583, 0.0005},
		{"ainslie-mccolm", 200, at(10, 35, 50, 8), 55.674, 0.0005},
		{"ainslie-mccolm", 455, at(10, 35, 50, 8), 116.741, 0.0005},
		// Ainslie, Principles of Sonar Performance Modelling (2010), page 78.
		{"ainslie-mccolm", 0.3, sea, 0.0086, 0.00005},
		{"ainslie-mccolm", 25, at(4, 35, 2000, 7.7), 4.21292407376, calc},
		{"ainslie-mccolm", 1000, at(25, 38, 500, 8.2), 334.099246696, calc},
		{"ainslie-mccolm", 1, at(2, 34, 4000, 7.9), 0.0496783751336, calc},
	} {
		formula, err := AbsorptionByName(c.model)
		if err != nil {
			t.Fatal(err)
		}
		within := c.within
		if within == calc {
			within *= c.want
		}
		if got := formula.DBPerKm(c.kHz*1000, c.water); !(math.Abs(got-c.want) <= within) {
			t.Errorf("%s at %g kHz in %+v: %.9g dB/km, want %.9g within %g",
				c.model, c.kHz, c.water, got, c.want, within)
		}
	}
}

// The step between the two water polynomials at 20 degC. By hand, cold 2.201e-4
// and warm 2.200e-4 dB/km/kHz^2, so at 1 MHz 0.1 dB/km; 1e-9 degC changes nothing.
func TestFrancoisGarrisonWarmWater(t *testing.T) {
	cold := FrancoisGarrison(1e6, Conditions{Temperature: 20})
	warm := FrancoisGarrison(1e6, Conditions{Temperature: 20 + 1e-9})
	if math.Abs(cold-220.1) > 1e-6 || math.Abs(warm-220.0) > 1e-6 {
		t.Errorf("fresh water at 1 MHz: %.7g at 20 degC and %.7g above, want 220.1 and 220.0", cold, warm)
	}
}

// Ainslie and McColm state that they are within 10 % of Francois and Garrison from
// 100 Hz to 1 MHz; the four seas are those of their table I.
func TestAinslieMcColmAgainstFrancoisGarrison(t *testing.T) {
	for _, sea := range []struct {
		name  string
		water Conditions
	}{
		{"Pacific", Conditions{4, 34, 1000, 7.7}},
		{"Red Sea", Conditions{22, 40, 200, 8.2}},
		{"Arctic", Conditions{-1.5, 30, 0, 8.2}},
		{"Baltic", Conditions{4, 8, 0, 7.9}},
	} {
		for hz := 100.0; hz <= 1e6; hz *= 1.1 {
			fg, am := FrancoisGarrison(hz, sea.water), AinslieMcColm(hz, sea.water)
			if math.Abs(am/fg-1) > 0.10 {
				t.Errorf("%s at %.4g Hz: %.4g and %.4g dB/km differ by more than 10 %%", sea.name, hz, am, fg)
			}
		}
	}
}

// The windows of the formulas that know one water only are as wide as their
// comment says: at most 16 % in absorption after Francois and Garrison.
func TestAbsorptionWindows(t *testing.T) {
	home := Conditions{4, 35, 1000, 8}
	for hz := 10e3; hz <= 100e3; hz += 5e3 {
		want := FrancoisGarrison(hz, home)
		for _, w := range []Conditions{
			{0, 35, 1000, 8},
			{8, 35, 1000, 8},
			{4, 32, 1000, 8},
			{4, 38, 1000, 8},
			{4, 35, 0, 8},
			{4, 35, 2000, 8},
			{4, 35, 1000, 7.7},
			{4, 35, 1000, 8.3},
		} {
			if got := FrancoisGarrison(hz, w); math.Abs(got/want-1) > 0.16 {
				t.Errorf("%+v at %g Hz: %.4g dB/km, at home %.4g", w, hz, got, want)
			}
		}
	}
}

func TestAbsorptionNames(t *testing.T) {
	want := []string{"thorp", "thorp-ns3", "thorp2", "sulfate", "fisher-simmons", "francois-garrison", "ainslie-mccolm"}
	var got []string
	for _, a := range Absorptions() {
		got = append(got, a.Name)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("formulas %v, want %v", got, want)
	}
	_, err := AbsorptionByName("thorpe")
	if err == nil || !strings.Contains(err.Error(), `"thorpe"`) || !strings.Contains(err.Error(), "thorp-ns3") {
		t.Errorf("error for an unknown name: %v; it should quote the name and list the known ones", err)
	}
}

// Every formula accepts its own water and finds fault with fresh water, but for
// the one to use there.
func TestAbsorptionLimits(t *testing.T) {
	lake := Conditions{Temperature: 8, Salinity: 0.05, Depth: 20, PH: 8}
	deep := Conditions{Temperature: 4, Salinity: 35, Depth: 1000, PH: 8}
	for _, a := range Absorptions() {
		hz := 20e3
		if a.Name == "thorp2" {
			hz = 2e3
		}
		if got := a.Outside(hz, deep); len(got) != 0 {
			t.Errorf("%s in the deep sea: %q, want no fault", a.Name, got)
		}
		got := a.Outside(hz, lake)
		if a.Name == "francois-garrison" {
			if len(got) != 0 {
				t.Errorf("%s in a lake: %q, want no fault", a.Name, got)
			}
			continue
		}
		if len(got) != 1 || !strings.Contains(got[0], "salinity 0.05 psu") {
			t.Errorf("%s in a lake: %q, want the salinity", a.Name, got)
		}
	}
	thorp, _ := AbsorptionByName("thorp")
	if got := thorp.Outside(100e3, deep); len(got) != 1 || !strings.Contains(got[0], "frequency 100 kHz") {
		t.Errorf("thorp at 100 kHz: %q, want the frequency", got)
	}
}

func TestAbsorptionDoesNotAllocate(t *testing.T) {
	w := Conditions{Temperature: 25, Salinity: 35, Depth: 100, PH: 8}
	for _, a := range Absorptions() {
		if n := testing.AllocsPerRun(100, func() { a.DBPerKm(30e3, w) }); n != 0 {
			t.Errorf("%s allocates %g times", a.Name, n)
		}
	}
}

// Where a formula says so it gives the same in any water, and where it does not it does
// not.
func TestOneWater(t *testing.T) {
	draw := rng.New(4).Stream("water")
	for _, a := range Absorptions() {
		same := true
		for range 50 {
			w := Conditions{draw.Uniform(0, 30), draw.Uniform(0, 40), draw.Uniform(0, 5000), draw.Uniform(7, 9)}
			hz := draw.Uniform(100, 1e6)
			same = same && a.DBPerKm(hz, w) == a.DBPerKm(hz, Conditions{})
		}
		if same != a.OneWater {
			t.Errorf("%s: one water %t, and the same in any water %t", a.Name, a.OneWater, same)
		}
	}
}
