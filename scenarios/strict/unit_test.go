package strict

import (
	"math"
	"math/big"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// The decimal that is written and the integer of nanoseconds, side by side.
func TestDurationIsExact(t *testing.T) {
	rows := map[string]time.Duration{
		"0.74s": 740_000_000, "51.2ms": 51_200_000, "0.1s": 100_000_000, "1.1us": 1_100,
		"0.000000001s": 1, "1e-9s": 1, "2.5e3ms": 2_500_000_000, "5min": 300_000_000_000, "2h": 7_200_000_000_000,
		"0.3 ms": 300_000, "1µs": 1_000, "1d": 86_400_000_000_000,
		"9223372036.854775807s": math.MaxInt64, // 2^63-1
	}
	for text, want := range rows {
		equal(t, text, good(t, "name: a\nduration: "+text).Duration, want)
	}
}

// Each row is a quantity in two spellings, or in a spelling and in its base
// unit; the factors are those of the SI Brochure and the nautical mile of 1852 m.
func TestUnits(t *testing.T) {
	rows := []struct{ text, unit, want string }{
		{"100kHz", "Hz", "100000"},
		{"1/s", "/s", "1"},
		{"30/min", "1/s", "0.5"},
		{"10kbps", "bps", "10000"},
		{"10kbit/s", "bps", "10000"},
		{"1kB/s", "bit/s", "8000"},
		{"64B", "bit", "512"},
		{"1KiB", "bit", "8192"},
		{"1kB", "bit", "8000"},
		{"4.5W", "W", "4.5"},
		{"1mW", "W", "0.001"},
		{"5km", "m", "5000"},
		{"1nmi", "m", "1852"},
		{"190dB", "dB", "190"},
		{"36km/h", "m/s", "10"},
		{"18kn", "m/s", "9.26"},
		{"15degC", "K", "288.15"},
		{"15°C", "degC", "15"},
		{"273.15K", "degC", "0"},
		{"-273.15degC", "K", "0"},
		{"0.05psu", "psu", "0.05"},
		{"1.025g/cm3", "kg/m3", "1025"},
		{"1025kg/m³", "kg/m3", "1025"},
		{"40mS/cm", "S/m", "4"},
		{"10dbar", "Pa", "100000"},
		{"1dB/km", "dB/m", "0.001"},
		{"5%", "1", "0.05"},
		{"20ppm", "1", "0.00002"},
		{"1%", "ppm", "10000"},
		{"2kN", "N", "2000"},
		{"3N·m", "N.m", "3"},
		{"3N.m", "N.m", "3"},
		{"1m/s^2", "m/s2", "1"},
		{"1kWh", "MJ", "3.6"},
		{"250mrad", "rad", "0.25"},
		{"2rpm", "deg/s", "12"},
		{"5km", "km", "5"},
	}
	table := newUnits()
	for _, r := range rows {
		num, symbol, ok := split(r.text)
		from, to := table.find(symbol), table.find(r.unit)
		if !ok || from == nil || to == nil || from.dim != to.dim {
			t.Errorf("%s is not a quantity in %s", r.text, r.unit)
			continue
		}
		x, _ := decimal(num)
		if got := convert(x, from, to); got.Cmp(constant(r.want)) != 0 {
			t.Errorf("%s = %s%s, want %s", r.text, got.FloatString(10), r.unit, r.want)
		}
	}
}

// The two irrational factors, against math.Pi and 20/ln 10 = 8.685889638...
func TestIrrationalUnits(t *testing.T) {
	table := newUnits()
	f, _ := convert(big.NewRat(30, 1), table["deg"], table["rad"]).Float64()
	equal(t, "30deg", f, math.Pi/6)
	f, _ = convert(big.NewRat(1, 1), table["Np/m"], table["dB/m"]).Float64()
	equal(t, "1Np/m", f, 20/math.Ln10)
	f, _ = convert(big.NewRat(30, 1), table["rpm"], table["rad/s"]).Float64()
	equal(t, "30rpm", f, math.Pi)
}

// What show writes reads back as the same number, in the unit that suits it.
func TestShow(t *testing.T) {
	table := newUnits()
	rows := []struct {
		x    float64
		unit string
		want string
	}{
		{24, "bit", "24bit"},
		{100e3, "Hz", "100kHz"},
		{0.02, "s", "20ms"},
		{400, "s", "400s"},
		{0, "Hz", "0Hz"},
		{1e9, "Hz", "1GHz"},
		{0.2, "m/s", "0.2m/s"},
		{math.Pi / 6, "rad", "30deg"},
		{1, "rad", "1rad"},
		{-99.825, "m", "-99.825m"},
		{15, "degC", "15degC"},
		{0.00002, "1", "20ppm"},
		{1500, "m/s", "1500m/s"},
		{11e3, "m", "11km"},
		{1e-12, "S/m", "1e-12S/m"},
		{math.Nextafter(0.3, 1), "dB", "0.30000000000000004dB"},
		{5e-7, "s", "500ns"},
		{0.004, "W", "4mW"},
		{10e3, "bps", "10kbps"},
		{1e21, "J", "1e21J"},
		{1e9, "s", "1e9s"},
		{-1e6, "s", "-1e6s"},
		{1e-9, "S/m", "1e-9S/m"},
		{3e8, "m/s", "3e8m/s"},
		{1e12, "bit/s", "1e12bps"},
		{0.0001, "1", "100ppm"},
		{5 * 1852.0 / 3600, "m/s", "5kn"},
		{44714.16432, "s", "12.4206012h"},
		{3600, "s", "3600s"},
		{1e5, "J", "100kJ"},
		{1000 * math.Pi / 180, "rad/s", "1000deg/s"},
	}
	for _, r := range rows {
		x := new(big.Rat)
		x.SetFloat64(r.x)
		got := show(x, table[r.unit])
		equal(t, r.want, got, r.want)
		num, symbol, _ := split(got)
		back, ok := decimal(num)
		if symbol == "" {
			symbol = "1"
		}
		if u := table[symbol]; !ok || u == nil {
			t.Errorf("%s does not read back", got)
		} else if f, _ := convert(back, u, table[r.unit]).Float64(); f != r.x {
			t.Errorf("%s reads back as %v, want %v", got, f, r.x)
		}
	}
}

// The end of a range may be a number without a short form. 1.5707963267948967 is
// half of pi rounded up in its last digit, so that 90deg is inside.
func TestLimits(t *testing.T) {
	lang := newLanguage(nil)
	rows := []struct{ tag, unit, limits, words string }{
		{"[-1.5707963267948967,1.5707963267948967]", "rad", "[-90deg, 90deg]", "at least -90deg and at most 90deg"},
		{"(0,1e9]", "s", "(0s, 1e9s]", "more than 0s and at most 1e9s"},
		{"[0,1e4]", "s", "[0s, 10000s]", "at least 0s and at most 10000s"},
		{"[1,1e6]", "", "[1, 1e6]", "at least 1 and at most 1e6"},
		{"[0.25,inf)", "m", "[250mm, inf)", "at least 250mm"},
		{"(-inf,0.123456789)", "m", "(-inf, 123.456789mm)", "less than 123.456789mm"},
	}
	for _, r := range rows {
		s := &shape{kind: number, within: newInterval(r.tag), unit: lang.units[r.unit]}
		equal(t, r.tag, s.limits(), r.limits)
		equal(t, r.tag, s.within.words(s.unit), r.words)
	}
}

// Every example that a message gives must be right for its dimension, and
// every symbol must survive a round trip through the spellings.
func TestUnitTable(t *testing.T) {
	table := newUnits()
	for symbol, u := range table {
		num, s, ok := split(u.dim.example)
		if _, isNumber := decimal(num); !ok || !isNumber || table.find(s) == nil || table.find(s).dim != u.dim {
			t.Errorf("the example %s of %s is wrong", u.dim.example, symbol)
		}
		if table.find(symbol) != u {
			t.Errorf("%s is not found", symbol)
		}
		if u.factor.Sign() <= 0 {
			t.Errorf("the factor of %s is not positive", symbol)
		}
		if _, s, ok := split("1" + symbol); symbol != "1" && (!ok || s != symbol) {
			t.Errorf("1%s splits into %q", symbol, s)
		}
	}
}

func TestSteps(t *testing.T) {
	got, err := Steps("0m/s", "0.3m/s", "0.1m/s")
	equal(t, "steps", got, []string{"0m/s", "0.1m/s", "0.2m/s", "0.3m/s"})
	equal(t, "error", err, nil)
	got, _ = Steps("1km", "1.5km", "250m")
	equal(t, "steps in the unit of step", got, []string{"1000m", "1250m", "1500m"})
	got, _ = Steps("1", "2", "2")
	equal(t, "plain numbers", got, []string{"1"})
	rows := map[[3]string]string{
		{"1m", "2m", "1s"}:    "1m, 2m and 1s are not of one dimension",
		{"1m", "2m", "0m"}:    "from 1m to 2m by 0m is no series of 1 to 10000 steps",
		{"2m", "1m", "1m"}:    "from 2m to 1m by 1m is no series of 1 to 10000 steps",
		{"0m", "1km", "1um"}:  "from 0m to 1km by 1um is no series of 1 to 10000 steps",
		{"0m", "1foo", "1um"}: `"1foo" is not a number with a known unit; write one such as 2.5 or 20m`,
		{"0m", ".nan", "1um"}: `".nan" is not a number with a known unit; write one such as 2.5 or 20m`,
	}
	for in, want := range rows {
		if _, err := Steps(in[0], in[1], in[2]); err == nil || err.Error() != want {
			t.Errorf("Steps%v: %v, want %s", in, err, want)
		}
	}
}

// The distances are counted by hand.
func TestDistance(t *testing.T) {
	rows := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"alhoa", "aloha", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}, {"µm", "um", 1},
	}
	for _, r := range rows {
		equal(t, r.a+"-"+r.b, distance(r.a, r.b), r.want)
		equal(t, r.b+"-"+r.a, distance(r.b, r.a), r.want)
	}
	if got := Nearest(strings.Repeat("a", 100), []string{strings.Repeat("a", 99)}); got != "" {
		t.Errorf("a key of 100 characters has the neighbour %q", got)
	}
}

// A difference of 2 mK is one of 0.002 degC, while a temperature of 2 mK is one of -273.148
// degC. Listings show differences as differences, in the unit of the code.
func TestDifferences(t *testing.T) {
	type thermometer struct {
		Noise float64 `yaml:"noise" as:"difference" unit:"degC" range:"[0,5]"`
		Bias  float64 `yaml:"bias" as:"difference" unit:"degC"`
		Most  float64 `yaml:"most" unit:"degC"`
	}
	var v thermometer
	file := fstest.MapFS{"a.yaml": {Data: []byte("noise: 0.002K\nbias: 1degC\nmost: 308.15K")}}
	if _, err := Read(FS(file), "a.yaml", nil, &v, nil); err != nil {
		t.Fatal(err)
	}
	equal(t, "read", v, thermometer{0.002, 1, 35})
	equal(t, "described", Describe(&thermometer{1e-4, -2, 35}, nil), []Param{
		{Key: "noise", Type: "temperature difference", Unit: "degC", Default: "0.0001degC", Range: "[0degC, 5degC]"},
		{Key: "bias", Type: "temperature difference", Unit: "degC", Default: "-2degC"},
		{Key: "most", Type: "temperature", Unit: "degC", Default: "35degC"},
	})
	for text, want := range map[string]string{
		"6K": "6K is out of range; write at least 0degC and at most 5degC",
		"2m": "2m is a length; write a temperature difference of at least 0degC and at most 5degC",
	} {
		file["a.yaml"].Data = []byte("noise: " + text)
		if _, err := Read(FS(file), "a.yaml", nil, &v, nil); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// A struct has the unit of the field that holds it, in tags and in what it says: two of one type are in different ones, as
// is one within another. Lengths have no differences of their own, as all their units begin at 0.
func TestUnitOfAStruct(t *testing.T) {
	type errors struct {
		Noise float64 `yaml:"noise" as:"difference" unit:"$unit" range:"[0,5]" doc:"noise in $unit"`
		Range float64 `yaml:"range" unit:"$unit"`
	}
	type instrument struct {
		Depth       errors `yaml:"depth" unit:"m"`
		Temperature errors `yaml:"temperature" unit:"degC"`
		All         struct {
			errors `yaml:",inline"`
		} `yaml:"all" unit:"m/s"`
	}
	var v instrument
	file := fstest.MapFS{"a.yaml": {Data: []byte("depth: {noise: 10mm, range: 1km}\ntemperature: {noise: 1K, range: 300.15K}\nall: {noise: 1cm/s}")}}
	if _, err := Read(FS(file), "a.yaml", nil, &v, nil); err != nil {
		t.Fatal(err)
	}
	equal(t, "depth", v.Depth, errors{0.01, 1000})
	equal(t, "temperature", v.Temperature, errors{1, 27})
	equal(t, "all", v.All.errors, errors{0.01, 0})
	equal(t, "described", Describe(&instrument{}, nil)[1:3], []Param{
		{Key: "depth.noise", Type: "length", Unit: "m", Default: "0m", Range: "[0m, 5m]", Doc: "noise in m"},
		{Key: "depth.range", Type: "length", Unit: "m", Default: "0m"},
	})
	file["a.yaml"].Data = []byte("depth: {noise: 1m/s}")
	if _, err := Read(FS(file), "a.yaml", nil, &v, nil); err == nil || !strings.HasSuffix(err.Error(), "1m/s is a speed; write a length of at least 0m and at most 5m") {
		t.Error(err)
	}
}

// The factors are those of the SI prefixes, worked by hand: 1 J/bit is 1000 mJ/bit and
// 1000 J/kbit; 1 m2.s is 1e-6 km2.s, and 1e4 cm2.s.
func TestFactor(t *testing.T) {
	for pair, want := range map[[2]string]string{
		{"J/bit", "mJ/bit"}:  "1000",
		{"J/bit", "J/kbit"}:  "1000",
		{"J/bit", "kJ/Mbit"}: "1000",
		{"J/bit", "J/B"}:     "8",
		{"m2.s", "km2.s"}:    "1/1000000",
		{"m2.s", "cm2.s"}:    "10000",
		{"m·s", "m.s"}:       "1",
		{"m.s", "km.min"}:    "1/60000",
		{"m.s2", "m.h2"}:     "1/12960000",
		{"bit/s", "kbps"}:    "1/1000",
		{"", "%"}:            "100",
		{"", "ppm"}:          "1000000",
		{"s", "ms"}:          "1000",
		{"J/bit", "J"}:       "no",
		{"J/bit", "J/s"}:     "no",
		{"J/bit", "bit/J"}:   "no",
		{"J/bit", "mJ/"}:     "no",
		{"J/bit", "/bit"}:    "no",
		{"m.s", "m/s"}:       "no",
		{"s", "m"}:           "no",
		{"", "s"}:            "no",
		{"K", "degC"}:        "no",
		{"J/bit", "J/bit/s"}: "no",
		{"s", "furlong"}:     "no",
	} {
		got, ok := NewUnits().Factor(pair[0], pair[1])
		text := "no"
		if ok {
			text = got.RatString()
		}
		equal(t, pair[0]+" in "+pair[1], text, want)
	}
}
