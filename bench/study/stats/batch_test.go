package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"halocline/sim/rng"
)

// autoregressive returns n values with X' = phi X + noise in their steady
// state, mean 0.
func autoregressive(stream *rng.Stream, n int, phi float64) []float64 {
	x := stream.Normal() / math.Sqrt(1-phi*phi)
	return sample(n, func() float64 {
		x = phi*x + stream.Normal()
		return x
	})
}

// By hand: 11 values and 3 batches of 3, so two are dropped at the beginning;
// the means are 2, 5 and 11. Their mean is 6, deviations -4, -1, 5 with squares
// 42 and products 4 - 5 = -1; steps 3 and 6 with squares 45; s^2 = 21.
func TestBatchMeansByHand(t *testing.T) {
	got := BatchMeans([]float64{100, math.NaN(), 200, 1, 2, 3, 5, 5, 5, 10, 12, 11}, 3, 0.9)
	want := Mean([]float64{2, 5, 11}, 0.9)
	want.Missing = 1
	if got.Mean != want || got.Size != 3 || got.Dropped != 2 {
		t.Errorf("got %+v, want the mean %+v", got, want)
	}
	near(t, "half-width", got.Mean.HalfWidth(), 2.919986*math.Sqrt(21./3), 1e-5) // t of 2 degrees
	near(t, "lag 1", got.Lag1, -1./42, 1e-12)
	near(t, "von Neumann", got.VonNeumann, 45./42, 1e-12)
	// C = 1 - 45/84 = 0.46429, times sqrt(8/1) = 1.31320; the normal tail
	// beyond is 0.09456.
	near(t, "p", got.P, 0.09456, 1e-5)
}

// The lag-1 correlation of NIST's data set Mavro is certified as
// 0.937989183438248, with the values themselves as batches. The two measures of
// correlation are tied: sum of squared steps = (2 - 2 lag1) S - d(1)^2 -
// d(k)^2.
func TestCertifiedCorrelation(t *testing.T) {
	values := mavro()
	got := BatchMeans(values, len(values), 0.95)
	near(t, "lag 1", got.Lag1, 0.937989183438248, 1e-11)
	mean, sd := stat.MeanStdDev(values, nil)
	first, last := values[0]-mean, values[len(values)-1]-mean
	s := sd * sd * float64(len(values)-1)
	near(t, "von Neumann", got.VonNeumann, 2-2*got.Lag1-(first*first+last*last)/s, 1e-9)
	if got.P > 1e-9 {
		t.Errorf("p of a series that wanders is %v", got.P)
	}
}

func TestBatchesAtTheEdges(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name          string
		series        []float64
		size, dropped int
		low, high     float64
	}{
		{"nothing", nil, 0, 0, -inf, inf},
		{"fewer values than batches", []float64{1, 2}, 0, 2, -inf, inf},
		{"equal", []float64{0.1, 0.1, 0.1, 0.1}, 1, 1, 0.1, 0.1},
		{"infinite", []float64{1, inf, 2}, 1, 0, -inf, inf},
	} {
		got := BatchMeans(c.series, 3, 0.95)
		ends(t, c.name, got.Mean, c.low, c.high, 0)
		if got.Size != c.size || got.Dropped != c.dropped {
			t.Errorf("%s: %d values in a batch, %d dropped", c.name, got.Size, got.Dropped)
		}
		near(t, c.name+": lag 1", got.Lag1, nan, 0)
		near(t, c.name+": p", got.P, nan, 0)
	}
	two := BatchMeans([]float64{1, 2, 3, 4}, 2, 0.95)
	near(t, "two batches", two.Mean.Estimate, 2.5, 0)
	near(t, "two batches: p", two.P, nan, 0)
	near(t, "two batches: lag 1", two.Lag1, nan, 0)
}

// Independent values: P is uniform, so it is below 0.1 in 10 % of studies (four
// standard deviations of 3,000 are 2.2 %). Correlated batches are found out:
// with batches of one value and a correlation of 0.5 nearly always, and with
// batches of 200 no more than by chance.
func TestVonNeumannFindsShortBatches(t *testing.T) {
	stream := rng.New(15).Stream("neumann")
	below := func(studies, n, batches int, phi float64) float64 {
		found := 0
		for range studies {
			if BatchMeans(autoregressive(stream, n, phi), batches, 0.95).P < 0.1 {
				found++
			}
		}
		return float64(found) / float64(studies)
	}
	near(t, "independent", below(3000, 40, 20, 0), 0.1, 0.022)
	near(t, "correlated", below(300, 50, 50, 0.5), 1, 0.05)
	near(t, "long batches", below(500, 4000, 20, 0.5), 0.1, 0.06)
}

// fives returns each value five times, so that the batches of MSER-5 have these
// means.
func fives(means ...float64) []float64 {
	var out []float64
	for _, m := range means {
		out = append(out, m, m, m-1, m+1, m)
	}
	return out
}

// By hand, for the batch means 9, 5, 1, 3, 1, 3, 1, 3, 1, 3: with the first two
// left out the squares are 8 x 1 over 8^2 = 0.125; with one left out they are
// 65 - 21^2/9 = 16 over 9^2 = 0.1975; with three 39 - 15^2/7 = 6.857 over 7^2 =
// 0.1399; with four 6 over 6^2 = 0.1667; with five 29 - 11^2/5 = 4.8 over 5^2 =
// 0.192.
func TestMSERByHand(t *testing.T) {
	series := fives(9, 5, 1, 3, 1, 3, 1, 3, 1, 3)
	got := MSER5(series)
	if got.Discard != 10 || !got.Found {
		t.Errorf("got %+v, want 10 values to leave out", got)
	}
	near(t, "statistic", got.Error, 0.125, 1e-12)
	// What fills no batch at the end is not looked at; gaps move the place and
	// nothing else.
	gaps := append([]float64{math.NaN(), 9}, series[1:]...)
	gaps = append(gaps, 1000, 1000, math.NaN())
	if got := MSER5(gaps); got.Discard != 11 || !got.Found {
		t.Errorf("with a gap got %+v, want 11", got)
	}
}

// By hand, for the batch means 9, then 1 and 3 five times, then 3 five times more: a ones
// and b threes have the squares 4ab/(a+b), so that the statistic is, from one left out on,
// 4ab/(a+b)^3 = 200/15^3 = 0.0593, 160/14^3 = 0.0583, 144/13^3 = 0.0655, 108/12^3 = 0.0625,
// 96/11^3 = 0.0721 and 64/10^3 = 0.064, where 4 batches and the 6 equal ones are left. That
// of the equal ones alone is 0.
//
// Where the first half varies and the second does not, that is the steady state. Where a fall
// ends in 9 equal values of 20 the statistic falls up to the last place: nothing is found.
func TestMSERWithEqualValuesAtTheEnd(t *testing.T) {
	got := MSER5(fives(9, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 3, 3, 3, 3, 3))
	if got.Discard != 10 || !got.Found {
		t.Errorf("got %+v, want 10 values to leave out", got)
	}
	near(t, "statistic", got.Error, 160.0/(14*14*14), 1e-12)
	if got := MSER5(fives(5, 1, 3, 1, 5, 3, 3, 3, 3, 3)); got.Discard != 25 || !got.Found || got.Error != 0 {
		t.Errorf("steady from the middle on: %+v, want 25", got)
	}
	fall := fives(20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 9, 9, 9, 9, 9, 9, 9, 9)
	if got := MSER5(fall); got.Found {
		t.Errorf("a fall that ends in the second half: %+v", got)
	}
}

// The definition, place by place, with gonum's variance: S/(k-d)^2 is var/(k-d)
// less a degree.
func TestMSERByDefinition(t *testing.T) {
	stream := rng.New(16).Stream("mser")
	found := 0
	for range 200 {
		height := 10 * stream.Float64()
		at := 0.0
		series := sample(50+stream.Intn(400), func() float64 {
			at++
			return height*math.Exp(-at/40) + stream.Normal()
		})
		var means []float64
		for i := 0; i+5 <= len(series); i += 5 {
			means = append(means, stat.Mean(series[i:i+5], nil))
		}
		best, smallest := 0, math.Inf(1)
		for d := 0; len(means)-d >= 5; d++ {
			e := stat.PopVariance(means[d:], nil) / float64(len(means)-d)
			if e < smallest*(1-1e-12) {
				best, smallest = d, e
			}
		}
		got := MSER5(series)
		if got.Discard != 5*best || got.Found != (best <= len(means)/2) {
			t.Fatalf("%d values: got %+v, want %d", len(series), got, 5*best)
		}
		near(t, "statistic", got.Error, smallest, 1e-10)
		if got.Found {
			found++
		}
	}
	if found < 100 || found == 200 {
		t.Errorf("%d of 200 found: that checks one case only", found)
	}
}

func TestMSERAtTheEdges(t *testing.T) {
	short := MSER5(make([]float64, 49))
	if short.Found || short.Discard != 0 || !math.IsNaN(short.Error) {
		t.Errorf("9 batches: %+v", short)
	}
	equal := MSER5(make([]float64, 50))
	if !equal.Found || equal.Discard != 0 || equal.Error != 0 {
		t.Errorf("equal values: %+v", equal)
	}
	// A ramp has no end: the fewer are left, the smaller the statistic.
	ramp := MSER5(upTo(500))
	if ramp.Found {
		t.Errorf("ramp: %+v", ramp)
	}
	infinite := make([]float64, 60)
	infinite[59] = math.Inf(1)
	if got := MSER5(infinite); got.Found {
		t.Errorf("infinite: %+v", got)
	}
	late := fives(3, 3, 3, 3, 3, 3, 3, 3, 3, 3)
	for i := range late[:10] {
		late[i] = math.NaN()
	}
	if got := MSER5(append(late, fives(3, 3)...)); got.Discard != 0 || !got.Found {
		t.Errorf("gaps before a steady state: %+v", got)
	}
}

// A warm-up that dies out with exp(-i/50) from 10: without it the mean is 0. It
// shifts the mean of 2,000 values by 0.25 (10 x 50/2000). Cut at the place
// found, what is left of the shift is less than the noise of one run,
// 1/sqrt(2000) = 0.022; that is what the rule trades off.
func TestMSERTakesTheBiasOut(t *testing.T) {
	stream := rng.New(17).Stream("warm-up")
	var whole, cut []float64
	for range 100 {
		at := 0.0
		series := sample(2000, func() float64 {
			at++
			return 10*math.Exp(-at/50) + stream.Normal()
		})
		got := MSER5(series)
		if !got.Found || got.Discard < 100 || got.Discard > 1000 {
			t.Errorf("got %+v", got)
		}
		whole, cut = append(whole, Summarise(series).Mean), append(cut, Summarise(series[got.Discard:]).Mean)
	}
	near(t, "mean of the whole", Summarise(whole).Mean, 0.25, 0.01)
	near(t, "mean after the warm-up", Summarise(cut).Mean, 0, 0.022)
}
