package ray

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"
	"testing"
)

func windy(l law, wind float64) *windySurface { return &windySurface{Wind: &wind, law: l} }

// The losses in dB at 25 kHz by hand, of winds of 2, 5, 6, 10 and 15 m/s (rows) at 1, 5, 10, 30 and 60 deg. Worked:
//
//	apl, 10 m/s, 30 deg: 1.26e-3/0.5 10^1.57 25^0.85 = 1.26e-3/0.5 37.15352 15.42585 = 1.444274
//	apl, 5 m/s, 30 deg: 1.26e-3/0.5 6^1.57 15.42585 exp(-1.2) = 0.0025200 16.66086 15.42585 0.3011942 = 0.1950714
//	apl, 6 m/s, 1 deg: 1.26e-3/0.01745241 16.66086 15.42585 = 18.6 dB, which is more than 15
//	coates, 10 m/s = 19.43844 kn: f2 = 378/377.8530 = 1.000389 kHz, f1 = 3.163509 kHz,
//	10 log((1 + 624.5138)/(1 + 62.45138)) = 9.93796; at 30 deg 1 + 70.56156/60 = 2.176026 more, 12.11398
//	eckart, 5 m/s, 30 deg: k = 2 pi 25e3/1500 = 104.7198, h = 0.21 25/(4 9.80665) = 0.1338377 m,
//	8.685890 2 k^2 h^2 0.25 = 8.685890 98.2168 = 853.10
func TestLossesOfTheSurface(t *testing.T) {
	winds, angles := []float64{2, 5, 6, 10, 15}, []float64{1, 5, 10, 30, 60}
	for name, want := range map[law][5][5]float64{
		apl: {
			{0.1527032, 0.03057789, 0.01534735, 0.005330077, 0.003077321},
			{5.588668, 1.119097, 0.5616858, 0.1950714, 0.1126245},
			{15, 3.715532, 1.864862, 0.6476599, 0.3739266},
			{15, 8.285592, 4.158621, 1.444274, 0.8338519},
			{15, 15, 7.85982, 2.729687, 1.575985},
		},
		coates: {
			{2.597698, 2.662637, 2.865571, 5.030198, 12.33581},
			{9.121878, 9.184225, 9.379059, 11.45729, 18.47133},
			{9.549957, 9.61144, 9.803574, 11.85301, 18.76986},
			{9.940376, 9.998403, 10.17974, 12.11398, 18.64206},
			{9.989896, 10.0436, 10.21144, 12.0017, 18.04381},
		},
		eckart: {
			{0.02660783, 0.6635762, 2.634142, 21.8393, 65.51791},
			{1.039368, 25.92094, 102.8962, 853.0978, 2559.293},
			{2.155234, 53.74967, 213.3655, 1768.984, 5306.951},
			{16.62989, 414.7351, 1646.339, 13649.56, 40948.69},
			{84.18883, 2099.597, 8334.591, 69100.92, 207302.8},
		},
	} {
		for i, u := range winds {
			r := build(t, windy(name, u), sea())
			for j, a := range angles {
				got := r.Reflect(degrees(a))
				wanted := -math.Pow(10, -want[i][j]/20) // the sign turns
				if math.Abs(real(got)-wanted) > 1e-12-1e-5*wanted || imag(got) != 0 {
					t.Errorf("%s, %g m/s, %g deg: got %v, want %g", name, u, a, got, wanted)
				}
			}
		}
	}
}

func TestSurfaceAtItsLimits(t *testing.T) {
	loss := func(l law, wind, a float64) float64 {
		return -20 * math.Log10(cmplx.Abs(build(t, windy(l, wind), sea()).Reflect(degrees(a))))
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"apl has no step at 6 m/s", loss(apl, 6-1e-12, 30), loss(apl, 6, 30)},
		{"apl of level rays", loss(apl, 3, 0), 15},
		{"coates without wind: 2.5 (t/30)^2", loss(coates, 0, 45), 2.5 * 2.25},
		{"coates without wind, level", loss(coates, 0, 0), 0},
		{"coates in a storm: 10 log 10", loss(coates, 60, 0), 10},
		{"eckart without wind", loss(eckart, 0, 60), 0},
	} {
		if !(math.Abs(c.got-c.want) < 1e-4) {
			t.Errorf("%s: got %g dB, want %g dB", c.name, c.got, c.want)
		}
	}
}

// At 25 kHz and 5 m/s: k = 104.7198, h = 0.1338377 m, 4 k^2 h^2 = 785.734; times sin^2 of 2 deg, 0.00121797, it is
// 0.957003, and exp(-0.957003) = 0.384043. The amplitude of eckart is the root of that.
func TestCoherentShare(t *testing.T) {
	got := coherent(degrees(2), 25e3, 1500, 5)
	if math.Abs(got-0.384043) > 1e-5 {
		t.Errorf("got %g", got)
	}
	r := build(t, windy(eckart, 5), sea()).Reflect(degrees(2))
	if math.Abs(real(r)*real(r)-got) > 1e-15 {
		t.Errorf("eckart keeps %g of the power, the share is %g", real(r)*real(r), got)
	}
	if coherent(0.7, 25e3, 1500, 0) != 1 || coherent(0, 25e3, 1500, 9) != 1 {
		t.Error("a flat surface, or a level ray, is not coherent")
	}
}

func TestWindOfTheNoise(t *testing.T) {
	env := sea()
	if _, err := (&windySurface{law: apl}).Build(env); err == nil || !strings.Contains(err.Error(), "needs a wind, and the ambient noise knows none") {
		t.Errorf("no wind: %v", err)
	}
	env.Wind = 7
	if got, want := build(t, &windySurface{law: apl}, env).Reflect(0.4), build(t, windy(apl, 7), env).Reflect(0.4); got != want {
		t.Errorf("the wind of the noise makes %v, the same wind of its own %v", got, want)
	}
}

func TestWarningsOfTheSurface(t *testing.T) {
	at := func(hz, wind, steepest float64) Env {
		return Env{Speed: 1500, Frequency: hz, Wind: wind, Steepest: degrees(steepest)}
	}
	for _, c := range []struct {
		name string
		law  law
		env  Env
		want string // of the one warning; "" for none
	}{
		{"inside", apl, at(10e3, 5, 80), ""},
		{"inside", apl, at(100e3, math.NaN(), 80), ""},
		{"below", apl, at(9e3, 5, 80), "holds from 10 to 100 kHz, and the band is at 9 kHz"},
		{"above", apl, at(101e3, 5, 80), "holds from 10 to 100 kHz, and the band is at 101 kHz"},
		{"inside", coates, at(1e3, 5, 60), ""},
		{"steep", coates, at(1e3, 5, 80), "holds up to 60 deg from the horizontal, and paths are as steep as 80 deg"},
		{"inside", eckart, at(1e3, 5, 80), ""},
		{"two winds", eckart, at(1e3, 1, 80), "the wind at the surface is 5 m/s, and that of the ambient noise is 1 m/s"},
	} {
		got := windy(c.law, 5).Warnings(c.env)
		if fmt.Sprint(len(got) == 0) != fmt.Sprint(c.want == "") || len(got) > 1 || len(got) == 1 && !strings.Contains(got[0], c.want) {
			t.Errorf("%s, %s: got %q", c.law, c.name, got)
		}
	}
}
