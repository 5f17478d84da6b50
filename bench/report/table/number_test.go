package table

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// symmetric returns a cell with an interval of that half-width.
func symmetric(estimate, half float64) Cell {
	return Cell{Estimate: estimate, Low: estimate - half, High: estimate + half}
}

// written returns a cell as it is written by itself.
func written(c Cell, s Style, o Options) string { return figures([]Cell{c}, s, o)[0].write(plain()) }

// The examples are of the Particle Data Group (Review of Particle Physics,
// Introduction, 5.3 Rounding) and of a program that follows it (pdground 0.1.4,
// README: 12.2135); the others stand at the ends of its ranges: 100 to 354, 355
// to 949, 950 to 999.
func TestParticleData(t *testing.T) {
	for _, tt := range []struct {
		estimate, half float64
		want           string
	}{
		{0.827, 0.119, "0.83 ± 0.12"},
		{0.827, 0.367, "0.8 ± 0.4"},
		{12.2135, 0.03215, "12.214 ± 0.032"},
		{12.2135, 0.06515, "12.21 ± 0.07"},
		{5, 0.100, "5.00 ± 0.10"},
		{5, 0.354, "5.00 ± 0.35"},
		{5, 0.355, "5.0 ± 0.4"},
		{5, 0.949, "5.0 ± 0.9"},
		{5, 0.950, "5.0 ± 1.0"},
		{5, 0.999, "5.0 ± 1.0"},
		{5, 0.0949, "5.00 ± 0.09"},
		{5, 0.0951, "5.00 ± 0.10"},
		{1234, 367, "1200 ± 400"},
		{1234, 119, "1230 ± 120"},
	} {
		got := written(symmetric(tt.estimate, tt.half), Style{Interval: Symmetric}, Options{Rounding: ParticleData})
		if got != tt.want {
			t.Errorf("%v ± %v: got %q, want %q", tt.estimate, tt.half, got, tt.want)
		}
	}
}

// Published: JCGM 100:2008, 7.2.4 (a mass standard, in g) and 7.2.6 (ohm, with
// 27 mohm; 28.05 kHz); CODATA 2018 for the constant of gravitation and the mass
// of the electron, whose last digits (15) and (28) are the uncertainty. The
// others by hand.
func TestTwoDigits(t *testing.T) {
	for _, tt := range []struct {
		estimate, half float64
		want           string
	}{
		{100.02147, 0.00079, "100.02147 ± 0.00079"},
		{10.05762, 0.027, "10.058 ± 0.027"},
		{100, 28.05, "100 ± 28"},
		{6.67430e-11, 0.00015e-11, "(6.67430 ± 0.00015)×10⁻¹¹"},
		{9.1093837015e-31, 0.0000000028e-31, "(9.1093837015 ± 0.0000000028)×10⁻³¹"},
		{0.827, 0.367, "0.83 ± 0.37"},
		{1, 0.994, "1.00 ± 0.99"},
		{1, 0.0994, "1.000 ± 0.099"},
		{1, 0.0996, "1.00 ± 0.10"}, // two digits of 0.0996 are 0.10
		{56789, 1234, "56800 ± 1200"},
		{0, 0.5, "0.00 ± 0.50"},
		{-3.14159, 0.25, "-3.14 ± 0.25"},
		{-0.001, 0.25, "0.00 ± 0.25"}, // no negative zero
		{2.675, 0.25, "2.68 ± 0.25"},  // binary 2.67499999999999982
		{-2.675, 0.25, "-2.68 ± 0.25"},
		{0.0012, 0.0005, "0.00120 ± 0.00050"},
		{0.0002, 0.00005, "(2.00 ± 0.50)×10⁻⁴"},
		{0.0001, 500, "0 ± 500"},
		{999960, 120, "999960 ± 120"},
		{999996, 120, "(1.00000 ± 0.00012)×10⁶"},
		{12345678, 2345, "(1.23457 ± 0.00023)×10⁷"}, // 0.0002345 to two digits, 1.2345678 to as many places
		{1.5e300, 2e299, "(1.50 ± 0.20)×10³⁰⁰"},
		{4e-320, 2e-320, "(4.0 ± 2.0)×10⁻³²⁰"},
	} {
		if got := written(symmetric(tt.estimate, tt.half), Style{Interval: Symmetric}, Options{}); got != tt.want {
			t.Errorf("%v ± %v: got %q, want %q", tt.estimate, tt.half, got, tt.want)
		}
	}
}

// What an interval looks like that is narrow on one side, open, empty, or not
// there. The Wilson intervals of 95 % for 0, 29 and 30 of 30 are from the
// formula of Wilson (1927, equation 1) with z = 1.96: 0 to 0.1135, 0.8333 to
// 0.9941 and 0.8865 to 1.
func TestKinds(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	bounds, sym := Style{Interval: Bounds}, Style{Interval: Symmetric}
	for _, tt := range []struct {
		name  string
		cell  Cell
		style Style
		want  string
	}{
		{"none of 30", Cell{Estimate: 0, Low: 0, High: 0.1135}, bounds, "0.00 [0.00, 0.11]"},
		{"none of 30, with noise", Cell{Estimate: 0, Low: 1.4e-17, High: 0.1135}, bounds, "0.00 [0.00, 0.11]"},
		{"29 of 30", Cell{Estimate: 29. / 30, Low: 0.8333, High: 0.9941}, bounds, "0.967 [0.833, 0.994]"},
		{"30 of 30", Cell{Estimate: 1, Low: 0.8865, High: 1}, bounds, "1.00 [0.89, 1.00]"},
		{"29 of 30 in per cent", Cell{Estimate: 29. / 30, Low: 0.8333, High: 0.9941}, Style{Interval: Bounds, Percent: true}, "96.7 [83.3, 99.4]"},
		{"arms 9 % apart: their mean, 0.1", Cell{Estimate: 1, Low: 0.9045, High: 1.1045}, bounds, "1.00 [0.90, 1.10]"},
		{"arms 11 % apart: the narrow one, 0.0944", Cell{Estimate: 1, Low: 0.9056, High: 1.1056}, bounds, "1.000 [0.906, 1.106]"},
		{"arm under a hundredth", Cell{Estimate: 1, Low: 0.9951, High: 1.5}, bounds, "1.00 [1.00, 1.50]"},
		{"arm of a hundredth", Cell{Estimate: 1, Low: 0.995, High: 1.49}, bounds, "1.0000 [0.9950, 1.4900]"},
		{"estimate outside", Cell{Estimate: 3, Low: 1, High: 2}, bounds, "3.00 [1.00, 2.00]"},
		{"negative", Cell{Estimate: -1.5, Low: -2.25, High: -1.25}, bounds, "-1.50 [-2.25, -1.25]"},
		{"large", Cell{Estimate: 2e7, Low: 1.5e7, High: 3e7}, bounds, "(2.00 [1.50, 3.00])×10⁷"},
		{"open above", Cell{Estimate: 3.21, Low: 2.1, High: inf}, bounds, "3.2 [2.1, ∞]"},
		{"open on both sides", Cell{Estimate: 3.21, Low: -inf, High: inf}, bounds, "3.21 [-∞, ∞]"},
		{"infinite estimate", Cell{Estimate: inf, Low: 5.25, High: inf}, bounds, "∞ [5.25, ∞]"},
		{"empty, of equal values", Cell{Estimate: 0.74, Low: 0.74, High: 0.74}, bounds, "0.74 [0.74, 0.74]"},
		{"zero width", symmetric(0.74, 0), sym, "0.74 ± 0"},
		{"zero width at zero", symmetric(0, 0), sym, "0 ± 0"},
		{"zero width with noise", Cell{Estimate: 0.7400000000000001, Low: 0.74, High: 0.7400000000000002}, sym, "0.74 ± 0"},
		{"zero width, digits without end", symmetric(1./3, 0), sym, "0.3333 ± 0"},
		{"infinite half-width", Cell{Estimate: 2.5, Low: -inf, High: inf}, sym, "2.5 ± ∞"},
		{"infinite mean", Cell{Estimate: inf, Low: inf, High: inf}, sym, "∞"},
		{"no interval", Cell{Estimate: 12.3456, Low: nan, High: nan, N: 1}, sym, "12.35"},
		{"half an interval", Cell{Estimate: 12.3456, Low: 1, High: nan}, bounds, "12.35"},
		{"nothing", Cell{Estimate: nan, Low: nan, High: nan}, sym, "n/a"},
		{"nothing to count", Cell{Estimate: nan}, Style{Interval: Count}, "n/a"},
		{"count", Cell{Estimate: 123456789}, Style{Interval: Count}, "123456789"},
		{"negative count", Cell{Estimate: -12}, Style{Interval: Count}, "-12"},
		{"bare", Cell{Estimate: 0.123456}, Style{}, "0.1235"},
		{"bare, two digits", Cell{Estimate: 0.123456}, Style{Digits: 2}, "0.12"},
		{"bare, one digit", Cell{Estimate: 0.97}, Style{Digits: 1}, "1"},
		{"bare, short", Cell{Estimate: 0.5}, Style{}, "0.5"},
		{"bare, whole", Cell{Estimate: 123456}, Style{}, "123456"},
		{"bare, just under a million", Cell{Estimate: 999999.7}, Style{}, "1×10⁶"},
		{"bare, large", Cell{Estimate: -1.23456e12}, Style{}, "-1.235×10¹²"},
		{"bare, small", Cell{Estimate: 1e-9}, Style{}, "1×10⁻⁹"},
		{"bare, infinite", Cell{Estimate: -inf}, Style{}, "-∞"},
		{"bare, largest", Cell{Estimate: math.MaxFloat64}, Style{}, "1.798×10³⁰⁸"},
		{"bare, smallest", Cell{Estimate: math.SmallestNonzeroFloat64}, Style{}, "4.941×10⁻³²⁴"},
		{"bare, per cent", Cell{Estimate: 0.29}, Style{Percent: true}, "29"},
		{"bare, per cent, small", Cell{Estimate: 0.000123}, Style{Percent: true}, "0.0123"},
		{"bare, bounds are not read", Cell{Estimate: 2, Low: 9, High: 1}, Style{}, "2"},
	} {
		if got := written(tt.cell, tt.style, Options{}); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Aligned, all cells of a metric have one power of ten, and the fewest decimals that one of
// them has, if each interval keeps the digits of the Particle Data Group: two of 0.12, of
// 0.0134 and of 0.0106, one of 0.0086, which is above 0.00355. Of 0.12 and 0.0015 it keeps two.
func TestAligned(t *testing.T) {
	nan := math.NaN()
	for _, tt := range []struct {
		name  string
		cells []Cell
		style Style
		want  string
	}{
		{
			"decimals",
			[]Cell{symmetric(123.456, 3.356), symmetric(9.5, 0.12), symmetric(0.741, 0), {Estimate: nan}},
			Style{Interval: Symmetric},
			"123.46 ± 3.36; 9.50 ± 0.12; 0.74 ± 0; n/a",
		},
		{
			"between",
			[]Cell{symmetric(0.4329, 0.0134), symmetric(0.4371, 0.0086), symmetric(0.4431, 0.0106)},
			Style{Interval: Symmetric},
			"0.433 ± 0.013; 0.437 ± 0.009; 0.443 ± 0.011",
		},
		{
			"two digits",
			[]Cell{symmetric(2.5, 0.12), symmetric(3.25, 0.0015)},
			Style{Interval: Symmetric},
			"2.5000 ± 0.1200; 3.2500 ± 0.0015",
		},
		{
			"as wide as each other",
			[]Cell{symmetric(2.5, 0.86), symmetric(3.25, 0.55)},
			Style{Interval: Symmetric},
			"2.50 ± 0.86; 3.25 ± 0.55",
		},
		{
			"as two of one table",
			[]Cell{symmetric(110.0652, 0.0231), {Estimate: 110.1, Low: 110.1, High: 110.1}},
			Style{Interval: Symmetric},
			"110.065 ± 0.023; 110.100 ± 0",
		},
		{
			"one power",
			[]Cell{symmetric(2e7, 1e6), symmetric(500, 2e5)},
			Style{Interval: Symmetric},
			"(2.000 ± 0.100)×10⁷; (0.000 ± 0.020)×10⁷",
		},
		{
			"four digits too many",
			[]Cell{symmetric(2e9, 1e8), symmetric(2e5, 1e4)},
			Style{Interval: Symmetric},
			"(2.000000 ± 0.100000)×10⁹; (0.000200 ± 0.000010)×10⁹",
		},
		{
			"five digits too many, so not aligned",
			[]Cell{symmetric(2e9, 1e8), symmetric(2e4, 1e3)},
			Style{Interval: Symmetric},
			"(2.00 ± 0.10)×10⁹; 20000 ± 1000",
		},
		{"bare", []Cell{{Estimate: 0.5}, {Estimate: 0.333333}}, Style{}, "0.5000; 0.3333"},
		{"nothing", []Cell{{Estimate: nan}, {Estimate: nan}}, Style{}, "n/a; n/a"},
		{"counts", []Cell{{Estimate: 7}, {Estimate: 1e9}}, Style{Interval: Count}, "7; 1000000000"},
	} {
		var got []string
		for _, f := range figures(tt.cells, tt.style, Options{Aligned: true}) {
			got = append(got, f.write(plain()))
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, s, tt.want)
		}
	}
}

// A second implementation: strconv rounds the half-width to two digits, which
// gives the number of decimals, and then the estimate to these. It rounds binary
// numbers, so halves are left out; none of the random numbers is one.
func TestTwoDigitsAgainstStrconv(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5_000 {
		half := math.Exp(r.Float64()*10 - 6) // 0.0025 to 55
		estimate := (r.Float64() - 0.5) * 1e5
		if math.Abs(estimate) < 1 {
			continue
		}
		c := symmetric(estimate, half)
		half = (c.High - c.Low) / 2
		two := strconv.FormatFloat(half, 'e', 1, 64)
		exponent, err := strconv.Atoi(two[4:]) // d.de±dd
		if err != nil {
			t.Fatal(err)
		}
		decimals := max(1-exponent, 0)
		want := fmt.Sprintf("%.*f ± %.*f", decimals, estimate, decimals, half)
		if got := written(c, Style{Interval: Symmetric}, Options{}); got != want {
			t.Fatalf("%v ± %v: got %q, want %q", estimate, half, got, want)
		}
	}
}

// Per cent is exact in decimal: as many digits, and the point two places on.
func TestPercent(t *testing.T) {
	for i := range 10_001 {
		x, err := strconv.ParseFloat(fmt.Sprintf("%d.%04d", i/10_000, i%10_000), 64)
		if err != nil {
			t.Fatal(err)
		}
		want, err := strconv.ParseFloat(fmt.Sprintf("%d.%02d", i/100, i%100), 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := percent(x); got != want {
			t.Fatalf("%v: got %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{math.Inf(1), math.Inf(-1), 0} {
		if got := percent(x); got != x {
			t.Errorf("%v per cent: got %v", x, got)
		}
	}
	if got := percent(-1e307); !math.IsInf(got, -1) {
		t.Errorf("per cent beyond the largest double: got %v", got)
	}
	if got := percent(math.NaN()); !math.IsNaN(got) {
		t.Errorf("per cent of NaN: got %v", got)
	}
}
