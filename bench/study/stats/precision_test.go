package stats

import (
	"math"
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
	if got := Repetitions(sd, 0.25, 0.90); got != 16 {
		t.Errorf("%d repetitions for the absolute half-width, want 16", got)
	}
	if got := Repetitions(sd, 2.03*0.1/1.1, 0.90); got != 27 {
		t.Errorf("%d repetitions for the relative one, want 27", got)
	}
}

// The number is the smallest: it fits, and one less does not. By the t of
// gonum.
func TestRepetitionsAreTheFewest(t *testing.T) {
	for _, confidence := range []float64{0.5, 0.9, 0.95, 0.999} {
		for _, ratio := range []float64{0.01, 0.1, 0.5, 1, 3, 11, 40} {
			n := Repetitions(ratio, 1, confidence)
			half := func(n int) float64 {
				return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Quantile((1+confidence)/2) * ratio / math.Sqrt(float64(n))
			}
			if n < 2 || half(n) > 1 || n > 2 && half(n-1) <= 1 {
				t.Errorf("deviation %v, confidence %v: %d repetitions", ratio, confidence, n)
			}
			if scaled := Repetitions(1e-6*ratio, 1e-6, confidence); scaled != n {
				t.Errorf("%d repetitions in another unit, %d in this", scaled, n)
			}
		}
	}
	// 384.1 by the normal law, (1.95996 x 10)^2, and a little more by
	// Student's: t(386) = 1.96613 gives 386.6.
	if got := Repetitions(10, 1, 0.95); got != 387 {
		t.Errorf("%d repetitions, want 387", got)
	}
	for _, sd := range []float64{math.NaN(), math.Inf(1), 1e200, 1e8} {
		if got := Repetitions(sd, 1, 0.95); got != math.MaxInt {
			t.Errorf("deviation %v: %d repetitions", sd, got)
		}
	}
	// (1.959963984540054e6)^2 = 3841458820694.1, and Student's share of it: t^2
	// is larger than z^2 by z^2(z^2+1)/2n, which makes (z^2+1)/2 = 2.42
	// repetitions more, and one degree less than n does not show.
	if got := Repetitions(1e6, 1, 0.95); math.Abs(float64(got)-3841458820696.5) > 1.5 {
		t.Errorf("%d repetitions for a half-width of a millionth of the deviation", got)
	}
	if got := Repetitions(0, 1, 0.95); got != 2 {
		t.Errorf("without spread %d repetitions", got)
	}
}

// Half-widths at 95 % of the first n of the values 9, 11, 9, 11, ... with the
// mean 10 for even n: t s/sqrt(n), s^2 = n/(n-1). With 4 it is 3.182 x 1.1547/2
// = 1.837, with 6 2.571 x 1.0954/2.449 = 1.150, with 8 2.365 x 1.0690/2.828 =
// 0.894.
func TestStopByHand(t *testing.T) {
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
		if n, decided := c.p.Stop(values); n != c.want || !decided {
			t.Errorf("%s: stops at %d (%v), want %d", c.name, n, decided, c.want)
		}
		if n, decided := c.p.Stop(values[:c.want-1]); n != 0 || decided {
			t.Errorf("%s: %d values decide for %d", c.name, c.want-1, n)
		}
		if n, decided := c.p.Stop(values[:c.want]); n != c.want || !decided {
			t.Errorf("%s: %d values decide for %d (%v)", c.name, c.want, n, decided)
		}
	}
}

// Stop is Met of every beginning in turn, and what came after does not matter.
// Met is held against gonum's moments.
func TestStopIsTheFirstThatMet(t *testing.T) {
	stream := rng.New(10).Stream("stop")
	p := Precision{Relative: 0.1, Confidence: 0.9, Min: 3, Max: 60}
	early := 0
	for range 100 {
		a := sample(60, func() float64 { return 5 + stream.Normal() })
		b := sample(60, func() float64 { return -8 + 2*stream.Normal() })
		want := 60
		for n := 3; n < 60; n++ {
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
		if got, decided := p.Stop(a, b); got != want || !decided {
			t.Errorf("stops at %d (%v), want %d", got, decided, want)
		}
	}
	if early < 50 {
		t.Errorf("only %d of 100 stop before the maximum", early)
	}
}

// All metrics have to be precise, and one that has nothing to measure never is.
func TestStopWithGaps(t *testing.T) {
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
		if n, decided := p.Stop(c.rows...); n != c.want || !decided {
			t.Errorf("%s: stops at %d (%v), want %d", c.name, n, decided, c.want)
		}
	}
	if n, decided := p.Stop(); n != 0 || decided {
		t.Error("no metric decides")
	}
	zero := Precision{Relative: 0.1, Confidence: 0.95, Min: 3, Max: 6}
	if n, _ := zero.Stop([]float64{0, 0, 0, 0}); n != 3 {
		t.Errorf("a metric that is always 0 stops at %d, want 3", n)
	}
	if _, decided := zero.Stop([]float64{-1, 0, 1}); decided {
		t.Error("a mean of 0 with a spread is relatively precise")
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
