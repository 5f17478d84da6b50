package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"halocline/sim/rng"
)

// bank is the average delay of customers, in minutes, in 10 replications of the
// bank of Law, Simulation Modeling and Analysis, 5th ed. 2015, section 9.4.1.
func bank() []float64 {
	return []float64{1.53, 1.66, 1.24, 2.34, 2.00, 1.69, 2.69, 2.86, 1.70, 2.60}
}

// The interval of 90 % is 2.03 +- 0.32. For a half-width of 0.25 it takes 16
// replications of the variance 0.31, and for a relative error of 0.10, which is
// a relative half-width of 0.1/1.1, it takes 27.
func TestRepetitionsOfTheBank(t *testing.T) {
	s := Summarise(bank())
	near(t, "mean", s.Mean, 2.03, 0.005)
	near(t, "variance", s.SD*s.SD, 0.31, 0.005)
	near(t, "half-width", s.Interval(0.9).HalfWidth(), 0.32, 0.005)
	sd := s.SD
	if got := repetitions(sd, 0.25, 0.90); got != 16 {
		t.Errorf("%d repetitions for the absolute half-width, want 16", got)
	}
	if got := repetitions(sd, 2.03*0.1/1.1, 0.90); got != 27 {
		t.Errorf("%d repetitions for the relative one, want 27", got)
	}
}

// The number is the smallest: it fits, and one less does not. By the t of
// gonum.
func TestRepetitionsAreTheFewest(t *testing.T) {
	for _, confidence := range []float64{0.5, 0.9, 0.95, 0.999} {
		for _, ratio := range []float64{0.01, 0.1, 0.5, 1, 3, 11, 40} {
			n := repetitions(ratio, 1, confidence)
			half := func(n int) float64 {
				return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Quantile((1+confidence)/2) * ratio / math.Sqrt(float64(n))
			}
			if n < 2 || half(n) > 1 || n > 2 && half(n-1) <= 1 {
				t.Errorf("deviation %v, confidence %v: %d repetitions", ratio, confidence, n)
			}
			if scaled := repetitions(1e-6*ratio, 1e-6, confidence); scaled != n {
				t.Errorf("%d repetitions in another unit, %d in this", scaled, n)
			}
		}
	}
	// 384.1 by the normal law, (1.95996 x 10)^2, and a little more by
	// Student's: t(386) = 1.96613 gives 386.6.
	if got := repetitions(10, 1, 0.95); got != 387 {
		t.Errorf("%d repetitions, want 387", got)
	}
	for _, sd := range []float64{math.NaN(), math.Inf(1), 1e200, 1e8} {
		if got := repetitions(sd, 1, 0.95); got != math.MaxInt {
			t.Errorf("deviation %v: %d repetitions", sd, got)
		}
	}
	// (1.959963984540054e6)^2 = 3841458820694.1, and Student's share of it: t^2
	// is larger than z^2 by z^2(z^2+1)/2n, which makes (z^2+1)/2 = 2.42
	// repetitions more, and one degree less than n does not show.
	if got := repetitions(1e6, 1, 0.95); math.Abs(float64(got)-3841458820696.5) > 1.5 {
		t.Errorf("%d repetitions for a half-width of a millionth of the deviation", got)
	}
	if got := repetitions(0, 1, 0.95); got != 2 {
		t.Errorf("without spread %d repetitions", got)
	}
}

// Half-widths at 95 % of the first n of the values 9, 11, 9, 11, ... with the
// mean 10 for even n: t s/sqrt(n), s^2 = n/(n-1). With 4 it is 3.182 x 1.1547/2
// = 1.837, with 6 2.571 x 1.0954/2.449 = 1.150, with 8 2.365 x 1.0690/2.828 =
// 0.894.
func TestNeedByHand(t *testing.T) {
	values := sample(40, func() float64 { return 9 })
	for i := 1; i < len(values); i += 2 {
		values[i] = 11
	}
	for _, c := range []struct {
		name string
		p    Precision
		want int
	}{
		{"absolute", Precision{Absolute: 1.84, Confidence: 0.95, Min: 4, Max: 40}, 4},
		{"absolute, 6", Precision{Absolute: 1.16, Confidence: 0.95, Min: 4, Max: 40}, 6},
		{"relative, 8", Precision{Relative: 0.09, Confidence: 0.95, Min: 4, Max: 40}, 8},
		{"either", Precision{Relative: 0.01, Absolute: 1.84, Confidence: 0.95, Min: 4, Max: 40}, 4},
		{"at least", Precision{Absolute: 1.84, Confidence: 0.95, Min: 30, Max: 40}, 30},
		{"at most", Precision{Absolute: 0.01, Confidence: 0.95, Min: 4, Max: 20}, 20},
	} {
		for known, want := range map[int]bool{40: true, c.want: true, c.want - 1: false} {
			if n, enough := c.p.Need(Sample{Values: values[:known]}); n != c.want || enough != want {
				t.Errorf("%s: of %d values %d are needed (%v), want %d (%v)", c.name, known, n, enough, c.want, want)
			}
		}
	}
}

// The precision is looked at from Min on each time when there are a tenth more, rounded up, and what came
// after does not matter. It is held against gonum's moments.
func TestNeedIsTheFirstThatMet(t *testing.T) {
	stream := rng.New(10).Stream("stop")
	p := Precision{Relative: 0.1, Confidence: 0.9, Min: 8, Max: 60}
	looks := []int{8, 9, 10, 11, 13, 15, 17, 19, 21, 24, 27, 30, 33, 37, 41, 46, 51, 57, 60}
	early := 0
	for range 100 {
		a := sample(60, func() float64 { return 5 + stream.Normal() })
		b := sample(60, func() float64 { return -8 + 2*stream.Normal() })
		want := 60
		for _, n := range looks[:len(looks)-1] {
			met := true
			for _, v := range [][]float64{a[:n], b[:n]} {
				mean, sd := stat.MeanStdDev(v, nil)
				met = met && student(float64(n-1), 0.9)*stat.StdErr(sd, float64(n)) <= 0.1*math.Abs(mean)
			}
			if met {
				want, early = n, early+1
				break
			}
		}
		if got, enough := p.Need(Sample{Values: a}, Sample{Values: b}); got != want || !enough {
			t.Errorf("%d are needed (%v), want %d", got, enough, want)
		}
	}
	if early < 50 {
		t.Errorf("only %d of 100 stop before the maximum", early)
	}
	for known := range 60 {
		want := looks[slices.IndexFunc(looks, func(n int) bool { return n > known })]
		if n, enough := p.Need(Sample{Values: make([]float64, known), Share: true}); n != want || enough {
			t.Errorf("with %d values %d are needed (%v), want %d", known, n, enough, want)
		}
	}
}

// All metrics have to be precise, and one that has nothing to measure never is.
func TestNeedWithGaps(t *testing.T) {
	nan := math.NaN()
	p := Precision{Absolute: 1, Confidence: 0.95, Min: 3, Max: 6}
	equal := []float64{1, 1, 1, 1, 1, 1, 1}
	for _, c := range []struct {
		name string
		rows [][]float64
		want int
	}{
		{"equal", [][]float64{equal}, 3},
		{"gaps", [][]float64{equal, {nan, 2, nan, 2, 2, 2, 2}}, 5},
		{"nothing", [][]float64{equal, {nan, nan, nan, nan, nan, nan, nan}}, 6},
		{"infinite", [][]float64{{1, math.Inf(1), 1, 1, 1, 1, 1}}, 6},
	} {
		var samples []Sample
		for _, row := range c.rows {
			samples = append(samples, Sample{Values: row})
		}
		if n, enough := p.Need(samples...); n != c.want || !enough {
			t.Errorf("%s: %d are needed (%v), want %d", c.name, n, enough, c.want)
		}
	}
	if n, enough := p.Need(); n != 3 || enough {
		t.Errorf("without a metric %d are needed (%v)", n, enough)
	}
	zero := Precision{Relative: 0.1, Confidence: 0.95, Min: 3, Max: 6}
	if n, enough := zero.Need(Sample{Values: []float64{0, 0, 0, 0}}); n != 3 || !enough {
		t.Errorf("of a metric that is always 0, %d are needed (%v), want 3", n, enough)
	}
	if _, enough := zero.Need(Sample{Values: []float64{-1, 0, 1}}); enough {
		t.Error("a mean of 0 with a spread is relatively precise")
	}
}

// A share has the interval of Wilson: with n successes of n it goes from n/(n + z^2) to 1, so that half of it
// is z^2/2(n + z^2). With z^2 = 3.8415 that is 5 % of 1 from n = 34.6 on, and the first number from there on
// at which it is looked at is 37 (see above). Where other values are among them it is no share.
func TestNeedOfShares(t *testing.T) {
	ones := sample(60, func() float64 { return 1 })
	p := Precision{Relative: 0.05, Confidence: 0.95, Min: 8, Max: 60}
	if n, enough := p.Need(Sample{ones, true}); n != 37 || !enough {
		t.Errorf("of 1, 1, 1 ... %d are needed (%v), want 37", n, enough)
	}
	if n, enough := p.Need(Sample{ones, false}); n != 8 || !enough {
		t.Errorf("of a metric that is always 1, %d are needed (%v), want 8", n, enough)
	}
	if n, enough := p.Need(Sample{sample(60, func() float64 { return 0.5 }), true}); n != 8 || !enough {
		t.Errorf("of a metric that is always 1/2, %d are needed (%v), want 8", n, enough)
	}
}

func TestForecast(t *testing.T) {
	p := Precision{Absolute: 0.25, Confidence: 0.90, Min: 5, Max: 100}
	gaps := func(n int) []float64 { return append(sample(n, math.NaN), bank()...) }
	for _, c := range []struct {
		name   string
		values []float64
		want   int
	}{
		{"bank", bank(), 16},
		{"half missing", gaps(10), 32},
		{"a third missing", gaps(5), 24},
		{"one missing", gaps(1), 18}, // 17.6
		{"nothing", nil, 100},
		{"one", []float64{3}, 100},
		{"equal", []float64{3, 3}, 5},
		{"wide", []float64{0, 100}, 100},
		{"infinite", []float64{0, math.Inf(1), 1}, 100},
	} {
		if got := p.Forecast(c.values); got != c.want {
			t.Errorf("%s: forecast of %d, want %d", c.name, got, c.want)
		}
	}
	relative := Precision{Relative: 0.1 / 1.1, Confidence: 0.90, Min: 5, Max: 100}
	if got := relative.Forecast(bank()); got != 27 {
		t.Errorf("forecast of %d for a relative half-width, want 27", got)
	}
	if got := relative.Forecast([]float64{-1, 1}); got != 100 {
		t.Errorf("forecast of %d for a mean of 0, want 100", got)
	}
}
