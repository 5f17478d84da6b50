package stats

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"halocline/sim/rng"
)

// spatial is the sample A of the spatial test data of Efron and Tibshirani, An
// Introduction to the Bootstrap, 1993, table 14.1, and the statistic is its
// variance by n.
func spatial() ([]float64, Statistic) {
	values := []float64{
		48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6,
		0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41,
	}
	return values, func(v []float64) float64 { return stat.PopVariance(v, nil) }
}

// Their table 14.2, at 90 %, with 2,000 resamples: the estimate is 171.5,
// percentiles (100.8, 233.9), BCa (115.8, 259.6), with an acceleration of 0.061
// and a bias of 0.146. Their resamples are others than ours. The deviation of a
// percentile of B of them is sqrt(0.05 x 0.95/B) over the density there, about
// 1.9 for 2,000 below and 3 above (the deviation of the resamples is 41), and
// half as much again for BCa.
func TestSpatialData(t *testing.T) {
	values, variance := spatial()
	boot := Bootstrap{20000, rng.New(11).Stream("spatial")}
	percentile := boot.Percentile(values, variance, 0.9)
	near(t, "estimate", percentile.Estimate, 171.5, 0.05)
	near(t, "percentile, low", percentile.Low, 100.8, 4)
	near(t, "percentile, high", percentile.High, 233.9, 6)
	bca := boot.BCa(values, variance, 0.9)
	near(t, "BCa, low", bca.Low, 115.8, 6)
	near(t, "BCa, high", bca.High, 259.6, 9)
	near(t, "acceleration", acceleration(values, variance), 0.061, 5e-4)
	replicates, _ := boot.replicate(values, variance, 0.9)
	near(t, "bias", medianBias(replicates, percentile.Estimate), 0.146, 0.06)
	if percentile.Confidence != 0.9 || percentile.Used != 26 {
		t.Errorf("got %+v", percentile)
	}
}

// The acceleration of a mean in closed form: leaving out x moves it by
// -(x-m)/(n-1), so a is sum (x-m)^3 / (6 (sum (x-m)^2)^1.5). For 0, 0, 3:
// deviations -1, -1, 2, sums 6 and 6.
func TestAccelerationOfTheMean(t *testing.T) {
	mean := func(v []float64) float64 { return stat.Mean(v, nil) }
	near(t, "acceleration", acceleration([]float64{0, 3, math.NaN(), 0}, mean), 6/(6*math.Pow(6, 1.5)), 1e-12)
	near(t, "symmetric", acceleration([]float64{1, 2, 3}, mean), 0, 1e-12)
	near(t, "equal", acceleration([]float64{1, 1, 1}, mean), 0, 0)
}

// cycle is a generator whose numbers the test chooses.
type cycle struct {
	numbers []int
	at      int
}

func (c *cycle) Intn(int) int {
	n := c.numbers[c.at%len(c.numbers)]
	c.at++
	return n
}

// Of two values 0 and 8 the four resamples 00, 01, 10, 11 have the means 0, 4,
// 4, 8. At 20 % the ends are in the places 0.4 x 5 = 2 and 0.6 x 5 = 3, and at
// 60 % in 1 and 4; at 50 % in 1.25 and 3.75; at 70 % the places 0.75 and 4.25
// are none. One mean lies below the estimate and two at it, so the bias is 0,
// as is the acceleration: BCa is the same.
func TestBootstrapByHand(t *testing.T) {
	mean := func(v []float64) float64 { return (v[0] + v[len(v)-1]) / 2 }
	for confidence, want := range map[float64][2]float64{
		0.2: {4, 4}, 0.6: {0, 8}, 0.5: {1, 7}, 0.7: {math.Inf(-1), math.Inf(1)},
	} {
		boot := Bootstrap{4, &cycle{numbers: []int{0, 0, 0, 1, 1, 0, 1, 1}}}
		got := boot.Percentile([]float64{0, math.NaN(), 8}, mean, confidence)
		ends(t, "percentile", got, want[0], want[1], 1e-12)
		ends(t, "BCa", boot.BCa([]float64{0, 8}, mean, confidence), want[0], want[1], 1e-9)
		if got.Used != 2 || got.Missing != 1 || got.Estimate != 4 {
			t.Errorf("got %+v", got)
		}
	}
	// 19 resamples have both ends at 90 %: 0.05 x 20 is 1, though not in binary
	// numbers.
	few := Bootstrap{19, &cycle{numbers: []int{0, 0, 0, 1, 1, 0, 1, 1}}}.Percentile([]float64{0, 8}, mean, 0.9)
	ends(t, "19 resamples", few, 0, 8, 0)
	// Means 8, 8, 8, 0 leave one below and none at 4: the bias is the quartile
	// of the normal law.
	near(t, "bias", medianBias([]float64{0, 8, 8, 8}, 4), -0.674490, 1e-6)
	near(t, "bias with ties", medianBias([]float64{0, 4, 4, 8, 8, 8, 8, 8}, 4), -0.674490, 1e-6)
}

// Each of five values is a fifth of what is drawn: 2,000 times in 2,000 resamples of
// five, with a standard deviation of sqrt(10,000 x 0.2 x 0.8) = 40; the sample itself
// comes once more.
func TestEachValueIsDrawnAsOften(t *testing.T) {
	var seen [5]int
	count := func(values []float64) float64 {
		for _, x := range values {
			seen[int(x)]++
		}
		return values[0]
	}
	Bootstrap{2000, rng.New(21).Stream("often")}.Percentile([]float64{0, 1, 2, 3, 4}, count, 0.9)
	for x, n := range seen {
		near(t, fmt.Sprintf("draws of value %d", x+1), float64(n), 2001, 200)
	}
}

// The percentages of BCa from the formula (Efron and Tibshirani, eq. 14.10),
// with the replicates 1 to 999 so that a percentage is a place.
func TestBCaMovesThePercentages(t *testing.T) {
	values, variance := spatial()
	boot := Bootstrap{999, rng.New(12).Stream("bca")}
	replicates, out := boot.replicate(values, variance, 0.9)
	z0, a := medianBias(replicates, out.Estimate), acceleration(values, variance)
	moved := func(z float64) float64 { return distuv.UnitNormal.CDF(z0 + (z0+z)/(1-a*(z0+z))) }
	low, high := 1000*moved(-1.644854), 1000*moved(1.644854)
	again := Bootstrap{999, rng.New(12).Stream("bca")}.BCa(values, variance, 0.9)
	for _, c := range []struct{ place, end float64 }{{low, again.Low}, {high, again.High}} {
		i := int(c.place)
		if c.end < replicates[i-1] || c.end > replicates[i] {
			t.Errorf("end %v is not between the replicates %d and %d", c.end, i, i+1)
		}
	}
}

// One value in fifty is not 0: the acceleration is nearly 1/6, the most there
// is, and where z is larger than 6 the transformation has no more percentages
// above.
func TestBCaBeyondItsReach(t *testing.T) {
	values := make([]float64, 50)
	values[7] = 1
	mean := func(v []float64) float64 { return stat.Mean(v, nil) }
	if a := acceleration(values, mean); a < 0.15 || a > 1./6 {
		t.Fatalf("acceleration of %v", a)
	}
	boot := Bootstrap{500, rng.New(19).Stream("reach")}
	ends(t, "beyond reach", boot.BCa(values, mean, 1-1e-12), math.Inf(-1), math.Inf(1), 0)
}

func TestBootstrapAtTheEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	mean := func(v []float64) float64 { return Summarise(v).Mean }
	largest := func(v []float64) float64 { return slices.Max(v) }
	never := func([]float64) float64 { return nan }
	for _, c := range []struct {
		name                string
		values              []float64
		of                  Statistic
		low, estimate, high float64
	}{
		{"nothing", nil, mean, -inf, nan, inf},
		{"one", []float64{4}, mean, -inf, 4, inf},
		{"equal", []float64{0.1, 0.1, 0.1}, mean, 0.1, 0.1, 0.1},
		{"no value", []float64{1, 2, 3}, never, -inf, nan, inf},
		{"sometimes no value", []float64{1, 2, 3}, func(v []float64) float64 {
			if v[0] == v[1] {
				return nan
			}
			return v[0]
		}, -inf, 1, inf},
	} {
		boot := Bootstrap{200, rng.New(13).Stream("edges")}
		for name, got := range map[string]Interval{
			"percentile": boot.Percentile(c.values, c.of, 0.9), "BCa": boot.BCa(c.values, c.of, 0.9),
		} {
			ends(t, c.name+", "+name, got, c.low, c.high, 0)
			near(t, c.name+", "+name, got.Estimate, c.estimate, 0)
		}
	}
	// No resample exceeds the largest value, so the bias is that of ties alone;
	// where there are none BCa has nothing to go by.
	shrunk := func(v []float64) float64 {
		return largest(v) - 5*float64(len(slices.Compact(slices.Sorted(slices.Values(v)))))
	}
	boot := Bootstrap{50, &cycle{numbers: []int{0, 1, 1}}}
	ends(t, "one side", boot.BCa([]float64{1, 2, 3}, shrunk, 0.9), -inf, inf, 0)
}

// A statistic may sort what it gets: neither sample nor resamples suffer.
func TestStatisticMaySort(t *testing.T) {
	values, _ := spatial()
	before := slices.Clone(values)
	sorting := func(v []float64) float64 { slices.Sort(v); return v[len(v)/2] }
	careful := func(v []float64) float64 { return sorting(slices.Clone(v)) }
	a := Bootstrap{300, rng.New(14).Stream("sort")}.BCa(values, sorting, 0.9)
	b := Bootstrap{300, rng.New(14).Stream("sort")}.BCa(values, careful, 0.9)
	if a != b || !slices.Equal(values, before) {
		t.Errorf("sorting in place gives %+v, on a copy %+v", a, b)
	}
}
