package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"halocline/sim/rng"
)

// upTo returns 1 to n, so that an end of an interval is the rank of the value
// it is.
func upTo(n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = float64(i + 1)
	}
	return values
}

// ranks returns the interval of 95 % whose ends are two of n values, as their ranks
// (Conover, Practical Nonparametric Statistics, 3rd ed. 1999, section 3.2; Hahn and
// Meeker, Statistical Intervals, 1991, section 5.2), and the confidence that it has.
// Quantile interpolates from them inwards.
func ranks(n int, p float64) Interval {
	out := unbounded(math.NaN(), 0, n, 0)
	below, above := 1.0, 1.0 // probability that an end lies on its side of the truth
	if i, _ := lowerBound(n, p, 0.975); i > 0 {
		out.Low, below = float64(i), atLeast(i, n, p)
	}
	if i, _ := lowerBound(n, 1-p, 0.975); i > 0 {
		out.High, above = float64(n+1-i), atLeast(i, n, 1-p)
	}
	out.Confidence = below + above - 1
	return out
}

// The intervals for the median that tables have (Conover 1999, table A3; Hahn
// and Meeker 1991), with the confidence as a sum of binomial coefficients: with
// r values left out on either side it is 1 - 2 sum of C(n,k) over k < r, over
// 2^n.
func TestMedianTable(t *testing.T) {
	for _, c := range []struct {
		n         int
		low, high float64
		exact     float64
	}{
		{6, 1, 6, 1 - 2*1/64.},
		{8, 1, 8, 1 - 2*1/256.},
		{9, 2, 8, 1 - 2*(1+9)/512.},
		{10, 2, 9, 1 - 2*(1+10)/1024.},
		{12, 3, 10, 1 - 2*(1+12+66)/4096.},
		{15, 4, 12, 1 - 2*(1+15+105+455)/32768.},
		{17, 5, 13, 1 - 2*(1+17+136+680+2380)/131072.},
		{20, 6, 15, 1 - 2*(1+20+190+1140+4845+15504)/1048576.},
		{25, 8, 18, 0.9567},
		{30, 10, 21, 0.9572},
		{50, 18, 33, 0.9672},
		{100, 40, 61, 0.9648},
	} {
		got := ranks(c.n, 0.5)
		ends(t, "ranks", got, c.low, c.high, 0)
		near(t, "confidence", got.Confidence, c.exact, 5e-5)
	}
}

// The ranks for any quantile by counting: d is the largest rank with which too
// few values lie below the quantile with probability 0.025 at most, and e
// likewise above. The probabilities are added up term by term.
func TestRanksByAddingUp(t *testing.T) {
	for _, n := range []int{5, 20, 59, 72, 73, 200} {
		for _, p := range []float64{0.05, 0.25, 0.5, 0.9, 0.95} {
			fewer := func(r int) float64 { // P(fewer than r of n lie below)
				sum := 0.0
				for k := range r {
					sum += distuv.Binomial{N: float64(n), P: p}.Prob(float64(k))
				}
				return sum
			}
			low, high := math.Inf(-1), math.Inf(1)
			for r := 1; r <= n; r++ {
				if fewer(r) <= 0.025 {
					low = float64(r)
				}
			}
			for r := n; r >= 1; r-- {
				if 1-fewer(r) <= 0.025 {
					high = float64(r)
				}
			}
			got := ranks(n, p)
			ends(t, "ranks", got, low, high, 0)
			covers := 1.0
			if !math.IsInf(low, 0) {
				covers -= fewer(int(low))
			}
			if !math.IsInf(high, 0) {
				covers -= 1 - fewer(int(high))
			}
			near(t, "confidence", got.Confidence, covers, 1e-9)
		}
	}
}

// How many values it takes to bound a quantile: p^n <= 0.025 and (1-p)^n <=
// 0.025.
func TestTooFewValues(t *testing.T) {
	for _, c := range []struct {
		n          int
		p          float64
		low, above bool
	}{
		{0, 0.5, false, false},
		{1, 0.5, false, false},
		{5, 0.5, false, false},
		{6, 0.5, true, true},
		{35, 0.9, true, false},
		{36, 0.9, true, true}, // 0.9^35 = 0.02503
		{71, 0.95, true, false},
		{72, 0.95, true, true},
		{71, 0.05, false, true}, // 0.95^72 = 0.02489
		{1, 0.98, true, false},
		{1, 0.97, false, false},
		{1, 0.02, false, true},
		{1, 0.03, false, false},
	} {
		if got := Quantile(upTo(c.n), c.p, 0.95); finite(got.Low) != c.low || finite(got.High) != c.above {
			t.Errorf("%v of %d values: from %v to %v", c.p, c.n, got.Low, got.High)
		}
	}
}

// The example of Hoehle, Better confidence intervals for quantiles (2016),
// computed there in R by the package quantileCI: 25 values, the 0.8-quantile,
// 95 %.
func TestPublishedInterpolation(t *testing.T) {
	values := []float64{
		-1.44090165, -1.40318433, -1.21953433, -0.95029549, -0.90398754, -0.66095890, -0.47801787,
		-0.43976149, -0.36174823, -0.34116984, -0.33047704, -0.31576897, -0.28904542, -0.03789851,
		-0.03764990, -0.03377687, 0.22121130, 0.30331291, 0.43716773, 0.47435054, 0.60897987,
		0.64611097, 1.20086374, 1.52483138, 2.67862782,
	}
	slices.Reverse(values)                      // the order does not matter
	ends(t, "ranks", ranks(25, 0.8), 16, 25, 0) // of -0.03377687 and 2.67862782
	ends(t, "interpolated", Quantile(values, 0.8, 0.95), 0.07894831, 1.54608644, 1e-8)
}

// Hettmansperger and Sheather's own form for the median: with the confidences
// g(k) of (X(k), X(n+1-k)), I = (g(k) - g)/(g(k) - g(k+1)) and w = (n-k)I / (k
// + (n-2k)I).
func TestMedianWeight(t *testing.T) {
	for n := 6; n < 80; n++ {
		k, w := lowerBound(n, 0.5, 0.975)
		g := func(k int) float64 { return 1 - 2*distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(k-1)) }
		if g(k) < 0.95 || g(k+1) >= 0.95 {
			t.Fatalf("%d values: the confidence of rank %d is %v", n, k, g(k))
		}
		i := (g(k) - 0.95) / (g(k) - g(k+1))
		near(t, "weight", w, float64(n-k)*i/(float64(k)+float64(n-2*k)*i), 1e-9)
		got := Median(upTo(n), 0.95) // values are ranks, so the ends are k+w and its mirror
		ends(t, "median", got, float64(k)+w, float64(n+1-k)-w, 1e-12)
	}
}

// law is a continuous law by its distribution function and its quantiles.
type law struct {
	cdf, quantile func(float64) float64
}

// misses is the probability that the interpolated lower end of the p-quantile q
// lies above it, that is, (1-w) X(i) + w X(i+1) > q, without drawing anything.
// U = F(X(i)) is beta(i, n+1-i). Given X(i) = x, the n-i values above it are
// independent, so with y = x + (q-x)/w
//
//	P(miss) = P(U > p) + integral over u < p of ((1-F(y)) / (1-u))^(n-i) dBeta(u)
func (l law) misses(n int, p float64) float64 {
	i, w := lowerBound(n, p, 0.975)
	if i == 0 {
		return 0
	}
	beta := distuv.Beta{Alpha: float64(i), Beta: float64(n + 1 - i)}
	q := l.quantile(p)
	return 1 - beta.CDF(p) + quad.Fixed(func(u float64) float64 {
		if w == 0 {
			return 0
		}
		x := l.quantile(u)
		return math.Pow((1-l.cdf(x+(q-x)/w))/(1-u), float64(n-i)) * beta.Prob(u)
	}, 0, p, 200, nil, 0)
}

// The interpolation is exact for no law, and good for all of these: where both
// ends are finite, the coverage is what the comment of Quantile says. An upper
// end is the lower end of the negative values.
func TestInterpolatedCoverageByIntegration(t *testing.T) {
	uniform := law{func(x float64) float64 { return math.Min(1, math.Max(0, x)) }, func(u float64) float64 { return u }}
	normal := law{distuv.UnitNormal.CDF, distuv.UnitNormal.Quantile}
	exponential := law{func(x float64) float64 { return -math.Expm1(-x) }, func(u float64) float64 { return -math.Log1p(-u) }}
	negative := law{func(x float64) float64 { return math.Exp(math.Min(x, 0)) }, math.Log}
	for name, pair := range map[string][2]law{
		"uniform": {uniform, uniform}, "normal": {normal, normal}, "exponential": {exponential, negative},
	} {
		checked := 0
		for n := 6; n <= 200; n += 1 + n/9 {
			for _, p := range []float64{0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95} {
				low, high := pair[0].misses(n, p), pair[1].misses(n, 1-p)
				if low == 0 || high == 0 {
					continue
				}
				checked++
				if covers := 1 - low - high; covers < 0.942 || covers > 0.952 {
					t.Errorf("%s, %d values: the interval for the %v-quantile covers with %.4f", name, n, p, covers)
				}
			}
		}
		if checked < 100 {
			t.Errorf("%s: only %d intervals were checked", name, checked)
		}
	}
}

// Definition 7 of Hyndman and Fan, and an example that R prints: quantile(1:10)
// is 1, 3.25, 5.5, 7.75, 10.
func TestQuantileEstimate(t *testing.T) {
	for p, want := range map[float64]float64{0.25: 3.25, 0.5: 5.5, 0.75: 7.75} {
		near(t, "quantile", Quantile(upTo(10), p, 0.95).Estimate, want, 1e-12)
	}
	near(t, "of one", Quantile([]float64{4}, 0.3, 0.95).Estimate, 4, 0)
	near(t, "of none", Quantile(nil, 0.3, 0.95).Estimate, math.NaN(), 0)
}

// An infinite value, a delay that never ended, is larger than all others and no
// more.
func TestQuantilesTakeInfiniteValues(t *testing.T) {
	values := upTo(20)
	values[18], values[19] = math.Inf(1), math.Inf(1)
	ends(t, "median", Median(values, 0.95), Median(upTo(20), 0.95).Low, Median(upTo(20), 0.95).High, 0)
	near(t, "0.97-quantile", Quantile(values, 0.97, 0.95).Estimate, math.Inf(1), 0)
	values[0] = math.Inf(-1)
	near(t, "0.02-quantile", Quantile(values, 0.02, 0.95).Estimate, math.Inf(-1), 0)
	equal := sample(30, func() float64 { return 0.1 })
	ends(t, "equal", Quantile(equal, 0.3, 0.95), 0.1, 0.1, 0)
}

// A quantile goes with a shift and a scale, and turns over with the sign.
func TestQuantileSymmetry(t *testing.T) {
	stream := rng.New(4).Stream("symmetry")
	values := sample(47, stream.Exp)
	turned, moved := slices.Clone(values), slices.Clone(values)
	for i, x := range values {
		turned[i], moved[i] = -x, 2+4*x
	}
	a, b, c := Quantile(values, 0.3, 0.9), Quantile(turned, 0.7, 0.9), Quantile(moved, 0.3, 0.9)
	ends(t, "turned over", b, -a.High, -a.Low, 1e-12)
	near(t, "turned over", b.Estimate, -a.Estimate, 1e-12)
	ends(t, "moved", c, 2+4*a.Low, 2+4*a.High, 1e-12)
}
