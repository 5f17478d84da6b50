package phy

import (
	"fmt"
	"math"
	"testing"

	"halocline/sim/geom"
	"halocline/sim/simtest"
)

// shadowOf returns the normal number of a shadow of 4 dB with a distance of 100 m, in a water: the gain is
// exp(s n - s^2/2).
func shadowOf(f Reciprocal, water int, a, b geom.Vec) float64 {
	const s = 0.4 * math.Ln10
	return (math.Log(f.Gain(Pair{Water: uint64(water), Ends: [2]geom.Vec{a, b}}, 0)) + s*s/2) / s
}

// Over many waters the shadows of two pairs correlate by exp(-d/100) for each end that is d away from the
// other pair's, in whatever direction: Gudmundson's law, by the distance of one end. So it is where the two ends
// are near each other, too: there C(ab, a'b') = (e^-(aa'+bb')/D + e^-(ab'+ba')/D)/sqrt((1+e^-2ab/D)(1+e^-2a'b'/D)).
func TestShadowsCorrelateByDistance(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const n = 6_000
	f := (&ShadowFading{Sigma: 4, Distance: 100}).Build().(Reciprocal)
	a, b := geom.Vec{X: 10, Y: -20, Z: -30}, geom.Vec{X: 5000, Z: -80}
	near := geom.Vec{X: 60, Y: -20, Z: -30}
	cases := []struct {
		name         string
		a, b, a2, b2 geom.Vec
		want         float64
	}{
		{"variance", a, b, a, b, 1},
		{"variance, near", a, near, a, near, 1},
		{"variance, touching", a, a, a, a, 1},
		{"one end by 30 m", a, b, a.Add(geom.Vec{X: 30}), b, math.Exp(-0.3)},
		{"one end by 100 m", a, b, a, b.Add(geom.Vec{Y: 60, Z: -80}), math.Exp(-1)},
		{"both by 50 m", a, b, a.Add(geom.Vec{Z: 50}), b.Add(geom.Vec{X: 50}), math.Exp(-1)},
		{"one end by 600 m", a, b, a.Add(geom.Vec{Y: 600}), b, math.Exp(-6)},
		{
			"near, by 50 m", a, near, a.Add(geom.Vec{X: -50}), near,
			(math.Exp(-0.5) + math.Exp(-1.5)) / math.Sqrt((1+math.Exp(-1))*(1+math.Exp(-2))),
		},
	}
	sums, squares := make([]float64, len(cases)), make([]float64, len(cases))
	for water := range n {
		for i, c := range cases {
			x := shadowOf(f, water, c.a, c.b) * shadowOf(f, water, c.a2, c.b2)
			sums[i] += x
			squares[i] += x * x
		}
	}
	for i, c := range cases {
		mean := sums[i] / n
		within(t, c.name, mean, c.want, 4*math.Sqrt((squares[i]/n-mean*mean)/n))
	}
}

// Over waters the power has the mean 1, and its decibels are normal: the points of TestFadingDistributions for 4 dB, the
// median of -(ln 10/20) 16 = -1.8421 dB and 15.866 and 97.725 % from there.
func TestShadowDistribution(t *testing.T) {
	simtest.SkipShort(t, "it draws ten thousand waters, in 5 s")
	const n = 10_000
	f := (&ShadowFading{Sigma: 4, Distance: 100}).Build().(Reciprocal)
	want := map[float64]float64{-1.8421 - 4: 0.15866, -1.8421: 0.5, -1.8421 + 8: 0.97725}
	sum, below := 0.0, map[float64]int{}
	for water := range n {
		p := f.Gain(Pair{Water: uint64(water), Ends: [2]geom.Vec{{X: 3}, {Y: 1000}}}, 0)
		sum += p
		for db := range want {
			if 10*math.Log10(p) < db {
				below[db]++
			}
		}
	}
	s := 0.4 * math.Ln10
	within(t, "mean", sum/n, 1, 4*math.Sqrt((math.Exp(s*s)-1)/n))
	for db, p := range want {
		within(t, fmt.Sprintf("share below %.4g dB", db), float64(below[db])/n, p, 4*math.Sqrt(p*(1-p)/n))
	}
}

// Both directions have the same bits, and a place that is nowhere has no shadow.
func TestShadowsBothWays(t *testing.T) {
	f := (&ShadowFading{Sigma: 4, Distance: 100}).Build().(Reciprocal)
	for i := range 1000 {
		a := geom.Vec{X: float64(i), Y: float64(-i * i % 97), Z: -3.7}
		b := geom.Vec{X: 331.7, Y: 12.3, Z: float64(-i) / 7}
		if forth, back := shadowOf(f, 1, a, b), shadowOf(f, 1, b, a); forth != back {
			t.Fatalf("%v and %v", forth, back)
		}
	}
	nowhere := geom.Vec{X: math.NaN(), Y: math.NaN(), Z: math.NaN()}
	if got := f.Gain(Pair{Ends: [2]geom.Vec{nowhere, {}}}, 0); got != 1 {
		t.Errorf("nowhere: %v", got)
	}
}

func TestReciprocalFaults(t *testing.T) {
	for _, c := range []struct {
		config FadingConfig
		fault  string
	}{
		{&ClarkeFading{Spread: 1e4}, ""},
		{&ClarkeFading{}, "0 Hz is given, allowed are above 0 to 1e+04 Hz"},
		{&ClarkeRicianFading{K: 61, Spread: 1}, "k is 61 dB"},
		{&ClarkeRicianFading{K: 6, Spread: math.NaN()}, "NaN Hz is given"},
		{&ShadowFading{Sigma: -1, Distance: 1}, "sigma is -1 dB"},
		{&ShadowFading{Sigma: 1}, "distance is 0 m, allowed are 0.1 to 100000 m"},
		{&ProductFading{}, "it is empty; give fadings"},
		{&ProductFading{Of: []FadingConfig{nil}}, "it is empty; name a fading"},
		{&ProductFading{Of: []FadingConfig{&ClarkeFading{}}}, "0 Hz is given"},
		{&ProductFading{Of: []FadingConfig{&RayleighFading{}}}, "this fading is drawn for each reception"},
		{&ProductFading{Of: []FadingConfig{&NoFading{}}}, "this fading is drawn"},
	} {
		checkFault(t, c.config, c.config.Validate(), c.fault)
	}
}

// A product has the gain of its factors, and changes as fast as the fastest.
func TestProductOfFadings(t *testing.T) {
	of := []FadingConfig{&ShadowFading{Sigma: 4, Distance: 100}, &ClarkeFading{Spread: 2}, &ClarkeRicianFading{K: 3, Spread: 8}}
	p := Pair{Keys: [2]uint64{3, 9}, Water: 4, Ends: [2]geom.Vec{{X: 3}, {Y: 1000}}}
	want := 1.0
	for _, part := range of {
		want *= part.Build().(Reciprocal).Gain(p, 5e9)
	}
	f := (&ProductFading{Of: of}).Build().(Reciprocal)
	if got := f.Gain(p, 5e9); got != want {
		t.Errorf("gain %v, want %v", got, want)
	}
	within(t, "steady for", f.Steady().Seconds(), 0.17905/8, 1e-6)
}
