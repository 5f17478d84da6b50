package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"halocline/sim/rng"
)

// near reports a number that is further from the wanted one than allowed.
// Infinities and NaN have to be what they should be.
func near(t *testing.T, what string, got, want, allowed float64) {
	t.Helper()
	switch {
	case math.IsNaN(want) && math.IsNaN(got), got == want:
	case math.Abs(got-want) <= allowed && !math.IsInf(want, 0):
	default:
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

// ends reports an interval whose ends are not the wanted ones.
func ends(t *testing.T, what string, got Interval, low, high, allowed float64) {
	t.Helper()
	near(t, what+", low", got.Low, low, allowed)
	near(t, what+", high", got.High, high, allowed)
}

// sample draws n values.
func sample(n int, draw func() float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = draw()
	}
	return values
}

// mavro is the data set Mavro of NIST's Statistical Reference Datasets.
func mavro() []float64 {
	digits := []float64{
		180, 170, 180, 190, 180, 170, 150, 140, 150, 150, 170, 180, 180, 190, 190, 210, 200, 160, 140, 130,
		130, 150, 150, 160, 150, 140, 130, 140, 150, 140, 150, 160, 150, 160, 190, 200, 200, 210, 220, 230,
		240, 250, 270, 260, 260, 260, 270, 260, 250, 240,
	}
	for i, d := range digits {
		digits[i] = (200000 + d) / 100000
	}
	return digits
}

// pairs is how NIST makes the data sets NumAcc2 to NumAcc4: the first value and
// then 500 pairs around it, of which the mean is the first value and the
// deviation 0.1.
func pairs(first, low, high float64) []float64 {
	values := []float64{first}
	for range 500 {
		values = append(values, low, high)
	}
	return values
}

// The certified values of NIST's Statistical Reference Datasets for univariate
// summary statistics. The allowance is for digits that the data cannot hold as
// binary numbers.
func TestCertifiedMoments(t *testing.T) {
	for _, c := range []struct {
		name          string
		values        []float64
		mean, sd      float64
		allowed, oops float64
	}{
		{"Mavro", mavro(), 2.001856, 0.000429123454003053, 1e-14, 1e-14},
		{"NumAcc1", []float64{10000001, 10000003, 10000002}, 10000002, 1, 0, 0},
		{"NumAcc2", pairs(1.2, 1.1, 1.3), 1.2, 0.1, 1e-14, 1e-14},
		{"NumAcc3", pairs(1000000.2, 1000000.1, 1000000.3), 1000000.2, 0.1, 1e-9, 1e-10},
		{"NumAcc4", pairs(10000000.2, 10000000.1, 10000000.3), 10000000.2, 0.1, 1e-8, 1e-9},
	} {
		s := Summarise(c.values)
		near(t, c.name+": mean", s.Mean, c.mean, c.allowed)
		near(t, c.name+": deviation", s.SD, c.sd, c.oops)
		if s.Used != len(c.values) || s.Missing != 0 {
			t.Errorf("%s: %d used and %d missing of %d", c.name, s.Used, s.Missing, len(c.values))
		}
	}
	if s := Summarise(mavro()); s.Min != 2.0013 || s.Max != 2.0027 {
		t.Errorf("Mavro lies between %v and %v", s.Min, s.Max)
	}
}

// NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.5.2, the data
// set ZARR13: (9.258242, 9.264679) from the moments given there to 6 decimals,
// t = 1.9723.
func TestHandbookInterval(t *testing.T) {
	got := Summary{Used: 195, Mean: 9.261460, SD: 0.022789}.Interval(0.95)
	ends(t, "ZARR13", got, 9.258242, 9.264679, 1e-6)
	near(t, "t of 194 degrees", student(194, 0.95), 1.9723, 5e-5)
}

// Percentage points of Student's law as printed in every table, and closed
// forms: tan(pi c/2) for one degree of freedom, c sqrt(2/(1-c^2)) for two.
func TestStudentTable(t *testing.T) {
	for _, c := range []struct{ freedom, confidence, want float64 }{
		{3, 0.95, 3.182},
		{4, 0.95, 2.776},
		{9, 0.95, 2.262},
		{9, 0.90, 1.833},
		{9, 0.99, 3.250},
		{29, 0.95, 2.045},
		{30, 0.99, 2.750},
		{60, 0.95, 2.000},
		{120, 0.95, 1.980},
		{1e7, 0.95, 1.960},
	} {
		near(t, "table", student(c.freedom, c.confidence), c.want, 5e-4)
	}
	// With many degrees it is the normal law, 1.959963984540054, and just below
	// a million a little more: z(z^2+1)/4n = 2.3723e-6.
	for _, freedom := range []float64{1e9, 1e12, 1e15} {
		near(t, "many degrees", student(freedom, 0.95), 1.959963984540054, 3e-9)
	}
	near(t, "a million", student(1e6, 0.95), 1.959963984540054+2.3723e-6, 1e-9)
	near(t, "over a million", student(1e6+1, 0.95), 1.959963984540054+2.3723e-6, 1e-9)
	for _, c := range []float64{0.5, 0.9, 0.95, 0.999} {
		near(t, "one degree", student(1, c), math.Tan(math.Pi*c/2), 1e-9*math.Tan(math.Pi*c/2))
		near(t, "two degrees", student(2, c), c*math.Sqrt(2/(1-c*c)), 1e-9)
	}
}

// Against the primitives of gonum, another way of computing the same.
func TestMeanAgainstGonum(t *testing.T) {
	stream := rng.New(1).Stream("mean")
	for n := 2; n < 60; n++ {
		values := sample(n, func() float64 { return 40 + 3*stream.Normal() })
		mean, sd := stat.MeanStdDev(values, nil)
		half := distuv.StudentsT{Mu: 0, Sigma: stat.StdErr(sd, float64(n)), Nu: float64(n - 1)}.Quantile(0.95)
		got := Mean(values, 0.9)
		near(t, "mean", got.Estimate, mean, 1e-12)
		ends(t, "interval", got, mean-half, mean+half, 1e-10)
		near(t, "half-width", got.HalfWidth(), half, 1e-10)
	}
}

// The rule for what is missing: it changes nothing but the number missing.
func TestMissingValues(t *testing.T) {
	nan := math.NaN()
	with := Mean([]float64{nan, 1, 2, nan, 4, 7, nan}, 0.95)
	without := Mean([]float64{1, 2, 4, 7}, 0.95)
	without.Missing = 3
	if with != without {
		t.Errorf("with gaps %+v, without %+v", with, without)
	}
	q, r := Quantile([]float64{nan, 1, 2, nan, 4, 7, nan}, 0.4, 0.5), Quantile([]float64{1, 2, 4, 7}, 0.4, 0.5)
	r.Missing = 3
	if q != r {
		t.Errorf("quantile: with gaps %+v, without %+v", q, r)
	}
}

// What too few, equal and infinite values give.
func TestMeanAtTheEdges(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name   string
		values []float64
		want   Interval
	}{
		{"nothing", nil, Interval{-inf, nan, inf, 0.95, 0, 0}},
		{"nothing but gaps", []float64{nan, nan}, Interval{-inf, nan, inf, 0.95, 0, 2}},
		{"one", []float64{3}, Interval{-inf, 3, inf, 0.95, 1, 0}},
		// A tenth has no binary form, and the sum of ten of them is not 1.
		{"equal", sample(10, func() float64 { return 0.1 }), Interval{0.1, 0.1, 0.1, 0.95, 10, 0}},
		{"infinite", []float64{1, inf, 2}, Interval{-inf, inf, inf, 0.95, 3, 0}},
		{"infinite first", []float64{-inf, 1, 2}, Interval{-inf, -inf, inf, 0.95, 3, 0}},
		{"both infinities", []float64{-inf, inf}, Interval{-inf, nan, inf, 0.95, 2, 0}},
	} {
		got := Mean(c.values, 0.95)
		ends(t, c.name, got, c.want.Low, c.want.High, 0)
		near(t, c.name, got.Estimate, c.want.Estimate, 0)
		if got.Used != c.want.Used || got.Missing != c.want.Missing || got.Confidence != 0.95 {
			t.Errorf("%s: got %+v", c.name, got)
		}
		if got.Bounded() != (c.name == "equal") {
			t.Errorf("%s: bounded is %v", c.name, got.Bounded())
		}
	}
	s := Summarise([]float64{5})
	near(t, "deviation of one value", s.SD, nan, 0)
	near(t, "smallest of no value", Summarise(nil).Min, nan, 0)
	near(t, "half-width without bounds", Mean(nil, 0.95).HalfWidth(), inf, 0)
}

func TestContains(t *testing.T) {
	i := Interval{Low: 1, Estimate: 2, High: 3}
	for x, want := range map[float64]bool{0.9: false, 1: true, 2: true, 3: true, 3.1: false} {
		if i.Contains(x) != want {
			t.Errorf("%v in the interval: %v", x, !want)
		}
	}
	if i.Contains(math.NaN()) {
		t.Error("the interval contains NaN")
	}
}

// The arguments are left as they were, and a second call gives the same bits.
func TestFunctionsArePure(t *testing.T) {
	stream := rng.New(2).Stream("pure")
	a, b := sample(60, stream.Normal), sample(60, stream.Exp)
	a[7] = math.NaN()
	before := [2][]float64{append([]float64{}, a...), append([]float64{}, b...)}
	all := func() []float64 {
		m, q := Mean(a, 0.9), Quantile(a, 0.3, 0.9)
		w, p, bm := Welch(a, b, 0.9), Paired(a, b, 0.9), BatchMeans(a, 6, 0.9)
		return []float64{
			m.Low, m.High, q.Low, q.High, w.P, p.P, bm.P,
			HedgesG(a, b), MSER5(a).Error, Holm(b[:3:3])[0],
		}
	}
	for i := range b[:3] {
		b[i] = math.Mod(b[i], 1) // p-values
		before[1][i] = b[i]
	}
	first, second := all(), all()
	for i := range first {
		if math.Float64bits(first[i]) != math.Float64bits(second[i]) {
			t.Errorf("result %d is %v once and %v then", i, first[i], second[i])
		}
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(before[0][i]) || b[i] != before[1][i] {
			t.Fatalf("value %d was changed", i)
		}
	}
}

func TestMisusePanics(t *testing.T) {
	for name, misuse := range map[string]func(){
		"confidence of 95":   func() { Mean(nil, 95) },
		"confidence of NaN":  func() { Quantile(nil, 0.5, math.NaN()) },
		"quantile 1":         func() { Quantile(nil, 1, 0.95) },
		"too many successes": func() { Proportion(4, 3, 0.95) },
		"negative successes": func() { Proportion(-1, 3, 0.95) },
		"no pairs":           func() { Paired(make([]float64, 2), make([]float64, 3), 0.95) },
		"p-value of 2":       func() { Holm([]float64{2}) },
		"half-width of 0":    func() { repetitions(1, 0, 0.95) },
		"no precision":       func() { Precision{Confidence: 0.95, Min: 2, Max: 3}.Need() },
		"minimum of 1":       func() { Precision{Relative: 1, Confidence: 0.95, Min: 1, Max: 3}.Need() },
		"maximum below":      func() { Precision{Relative: 1, Confidence: 0.95, Min: 5, Max: 4}.Need() },
		"metrics of other run": func() {
			Precision{Relative: 1, Confidence: 0.95, Min: 2, Max: 4}.Need(Sample{Values: []float64{1}}, Sample{})
		},
		"one batch": func() { BatchMeans(nil, 1, 0.95) },
	} {
		func() {
			defer func() {
				text, _ := recover().(string)
				if len(text) < 7 || text[:7] != "stats: " {
					t.Errorf("%s: panics with %q", name, text)
				}
			}()
			misuse()
		}()
	}
}
