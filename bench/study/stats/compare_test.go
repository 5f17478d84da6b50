package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"halocline/sim/rng"
)

// The additional hours of sleep by two drugs in the same ten patients (Student,
// The probable error of a mean, Biometrika 6, 1908).
func sleep() (a, b []float64) {
	return []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0},
		[]float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
}

// What R's manual prints for these data by t.test(paired = TRUE).
func TestPairedSleep(t *testing.T) {
	a, b := sleep()
	got := Paired(a, b, 0.95)
	near(t, "t", got.T, -4.0621, 5e-5)
	near(t, "degrees of freedom", got.Freedom, 9, 0)
	near(t, "p", got.P, 0.002833, 5e-7)
	near(t, "difference", got.Difference.Estimate, -1.58, 1e-12)
	ends(t, "interval", got.Difference, -2.4598858, -0.7001142, 5e-8)
}

// And by t.test, which is Welch's unless told otherwise.
func TestWelchSleep(t *testing.T) {
	a, b := sleep()
	got := Welch(a, b, 0.95)
	near(t, "t", got.T, -1.8608, 5e-5)
	near(t, "degrees of freedom", got.Freedom, 17.776, 5e-4)
	near(t, "p", got.P, 0.07939, 5e-6)
	near(t, "difference", got.Difference.Estimate, -1.58, 1e-12)
	ends(t, "interval", got.Difference, -3.3654832, 0.2054832, 5e-8)
	back := Welch(b, a, 0.95)
	ends(t, "exchanged", back.Difference, -got.Difference.High, -got.Difference.Low, 1e-12)
	near(t, "exchanged", back.P, got.P, 1e-12)
}

// NIST/SEMATECH e-Handbook, section 1.3.5.3, the data set AUTO83B: miles per
// gallon of 249 American and 79 Japanese cars. T = -12.94627 with 136.8750
// degrees of freedom, from moments to 5 decimals.
func TestWelchHandbook(t *testing.T) {
	got := welch(Summary{Used: 249, Mean: 20.14458, SD: 6.41470}, Summary{Used: 79, Mean: 30.48101, SD: 6.10771}, 0.95)
	near(t, "t", got.T, -12.94627, 5e-5)
	near(t, "degrees of freedom", got.Freedom, 136.8750, 5e-4)
	if !(got.P > 0 && got.P < 1e-20) {
		t.Errorf("p is %v", got.P)
	}
}

// A test at 5 % rejects just where the interval of 95 % leaves out 0.
func TestTestAgreesWithInterval(t *testing.T) {
	stream := rng.New(5).Stream("agree")
	rejected := 0
	for range 300 {
		a := sample(8, stream.Normal)
		b := sample(8, func() float64 { return 1 + 2*stream.Normal() })
		for _, c := range []Comparison{Welch(a, b, 0.95), Paired(a, b, 0.95)} {
			if (c.P < 0.05) == c.Difference.Contains(0) {
				t.Errorf("p is %v and the interval from %v to %v", c.P, c.Difference.Low, c.Difference.High)
			}
			if c.P < 0.05 {
				rejected++
			}
		}
	}
	if rejected < 50 || rejected > 500 {
		t.Errorf("%d of 600 tests rejected: that checks one side only", rejected)
	}
}

// Common random numbers: what pairs share goes out, and the interval shrinks by
// it. With a shared part of deviation 10 and parts of their own of deviation 1
// the differences have a deviation of sqrt(2), and unpaired it is sqrt(202).
func TestPairsShareTheirNoise(t *testing.T) {
	stream := rng.New(6).Stream("crn")
	var a, b []float64
	for range 400 {
		shared := 10 * stream.Normal()
		a, b = append(a, shared+stream.Normal()), append(b, shared+stream.Normal())
	}
	ratio := Welch(a, b, 0.95).Difference.HalfWidth() / Paired(a, b, 0.95).Difference.HalfWidth()
	near(t, "gain", ratio, math.Sqrt(101), 1)
}

// A pair of which one side is missing is left out.
func TestPairsWithGaps(t *testing.T) {
	nan := math.NaN()
	got := Paired([]float64{1, nan, 3, 9, 5}, []float64{0, 1, nan, 4, 2}, 0.95)
	want := Mean([]float64{1, 5, 3}, 0.95)
	want.Missing = 2
	if got.Difference != want || got.Freedom != 2 {
		t.Errorf("got %+v, want %+v", got, want)
	}
	w := Welch([]float64{1, nan, 3, 9, 5}, []float64{nan, nan, 4, 2}, 0.95)
	if w.Difference.Used != 6 || w.Difference.Missing != 3 {
		t.Errorf("%d used and %d missing", w.Difference.Used, w.Difference.Missing)
	}
}

func TestComparisonsAtTheEdges(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name                       string
		a, b                       []float64
		low, estimate, high, tt, p float64
	}{
		{"nothing", nil, nil, -inf, nan, inf, nan, nan},
		{"one pair", []float64{3}, []float64{1}, -inf, 2, inf, nan, nan},
		{"no spread", []float64{3, 3}, []float64{1, 1}, 2, 2, 2, inf, 0},
		{"no spread nor difference", []float64{3, 3}, []float64{3, 3}, 0, 0, 0, 0, 1},
		{"infinite", []float64{inf, 1}, []float64{2, 1}, -inf, inf, inf, nan, nan},
	} {
		for kind, got := range map[string]Comparison{"paired": Paired(c.a, c.b, 0.95), "Welch": Welch(c.a, c.b, 0.95)} {
			name := c.name + ", " + kind
			ends(t, name, got.Difference, c.low, c.high, 0)
			near(t, name, got.Difference.Estimate, c.estimate, 0)
			near(t, name+", t", got.T, c.tt, 0)
			near(t, name+", p", got.P, c.p, 0)
			near(t, name+", degrees of freedom", got.Freedom, nan, 0)
		}
	}
	// One side without spread leaves the test of the other's mean.
	a, _ := sleep()
	got, want := Welch(a, []float64{1, 1, 1}, 0.9), Mean(a, 0.9)
	ends(t, "one side", got.Difference, want.Low-1, want.High-1, 1e-12)
	near(t, "degrees of freedom", got.Freedom, 9, 1e-12)
	// Deviations whose fourth powers are too small for a number.
	got = Welch([]float64{1e-100, 2e-100, 4e-100}, []float64{2e-100, 3e-100, 3e-100}, 0.9)
	want2 := Welch([]float64{1, 2, 4}, []float64{2, 3, 3}, 0.9)
	near(t, "tiny: degrees of freedom", got.Freedom, want2.Freedom, 1e-9)
}

// With equal n and equal variances Welch's test is the pooled one: gonum gives
// the variances.
func TestWelchOfEqualVariances(t *testing.T) {
	a, b := []float64{1, 4, 5, 9, 2}, []float64{11, 14, 15, 19, 12}
	got := Welch(a, b, 0.95)
	near(t, "degrees of freedom", got.Freedom, 8, 1e-12)
	near(t, "t", got.T, -10/math.Sqrt(2*stat.Variance(a, nil)/5), 1e-12)
}

// The 15 comparisons of Benjamini and Hochberg (Controlling the false discovery
// rate, J. R. Statist. Soc. B 57, 1995, section 3.2), as R's p.adjust(method =
// "holm") gives them; by hand: 15 x 0.0001, 14 x 0.0004, 13 x 0.0019, 12 x
// 0.0095, 11 x 0.0201, 10 x 0.0278, 9 x 0.0298 = 0.2682 below the one before,
// and so on.
func TestHolm(t *testing.T) {
	p := []float64{
		0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
		0.4262, 0.5719, 0.6528, 0.7590, 1.000,
	}
	want := []float64{0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1, 1, 1, 1, 1, 1}
	for i, got := range Holm(p) {
		near(t, "Holm", got, want[i], 1e-12)
	}
	// In another order, with a test that was not made: 4 x 0.005, 3 x 0.01, 2 x
	// 0.03, and 1 x 0.04 below the one before.
	mixed := []float64{0.01, 0.04, math.NaN(), 0.03, 0.005}
	for i, want := range []float64{0.03, 0.06, math.NaN(), 0.06, 0.02} {
		near(t, "Holm in another order", Holm(mixed)[i], want, 1e-15)
	}
	if mixed[1] != 0.04 || len(Holm(nil)) != 0 {
		t.Error("the argument was changed, or nothing became something")
	}
	near(t, "one test", Holm([]float64{0.2})[0], 0.2, 0)
}

// What the adjustment is for: among 20 true hypotheses the smallest adjusted
// value is below 0.05 in at most 5 % of studies; for independent ones it is 1 -
// (1 - 0.05/20)^20 = 4.88 %. Four standard deviations of 4,000 studies are 1.4
// %.
func TestHolmKeepsFalseAlarmsRare(t *testing.T) {
	stream := rng.New(7).Stream("holm")
	alarms := 0
	const studies = 4000
	for range studies {
		for _, p := range Holm(sample(20, stream.Float64)) {
			if p < 0.05 {
				alarms++
				break
			}
		}
	}
	near(t, "false alarms", float64(alarms)/studies, 0.0488, 0.014)
}
