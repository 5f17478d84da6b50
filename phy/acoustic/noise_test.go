package acoustic

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %.12g, want %.12g within %g", what, got, want, within)
	}
}

// The four sources and their sum, computed from the formulas with Python's
// mpmath. Those that have no frequency but 1 kHz or 10 Hz in them can be checked
// by eye: 17, 77, -15, -55.
func TestWenzComponents(t *testing.T) {
	for _, c := range []struct {
		hz, shipping, wind float64
		want               [5]float64 // turbulence, shipping, wind, thermal, sum
	}{
		{10, 0.5, 0, [5]float64{77, 71.8764005203, 25.4886457312, -55, 78.163958236}},
		{100, 0.5, 5, [5]float64{47, 67.1633988616, 58.8117096578, -35, 67.792194225}},
		{1000, 1, 10, [5]float64{17, 49.2297665177, 67.8719610241, -15, 67.9309636549}},
		{25e3, 0, 5, [5]float64{-24.9382002602, -17.561210751, 38.5359613399, 12.9588001734, 38.5479818407}},
		{100e3, 0.5, 0, [5]float64{-43, -28.0078161283, 9.93065148764, 25, 25.1331215602}},
	} {
		n := Wenz{Shipping: c.shipping, Wind: c.wind}
		turbulence, shipping, wind, thermal := n.Components(c.hz)
		for i, got := range []float64{turbulence, shipping, wind, thermal, n.Density(c.hz)} {
			what := []string{"turbulence", "shipping", "wind", "thermal", "sum"}[i]
			near(t, what, got, c.want[i], 1e-8)
		}
	}
}

// Mellen's thermal noise in closed form is -14.7 + 20 log f, f in kHz, re 1
// uPa^2/Hz (Ainslie, Principles of Sonar Performance Modelling, eq. 9.153);
// Coates rounds it to -15. In a calm sea without ships at 300 kHz it is all there
// is: the next strongest source, the wind's, lies 24 dB lower.
func TestWenzThermalFloor(t *testing.T) {
	near(t, "calm at 300 kHz", Wenz{}.Density(300e3), -14.7+20*math.Log10(300), 0.35)
}

// Band levels integrated with mpmath's adaptive rule at 30 digits over the
// frequency itself, and the level of the centre's density over the whole band.
func TestWenzBandLevel(t *testing.T) {
	for _, c := range []struct {
		lo, hi, shipping, wind float64
		integral, centre       float64
	}{
		{20e3, 30e3, 0.5, 5, 78.7138368747, 78.5480775827}, // 0.17 dB apart
		{20e3, 30e3, 0, 5, 78.7137348965, 78.5479818407},
		{30e3, 36e3, 0.5, 2.5, 69.2044663598, 69.1706967519},
		{48e3, 78e3, 1, 0, 66.6456611202, 66.5365366754},
		{1, 200e3, 0.5, 7, 105.424709781, 84.0327927649},
		{10, 1000, 1, 3, 102.447914322, 91.6563222093},
		{99e3, 101e3, 0, 10, 67.214234959, 67.2138414955},
	} {
		n := Wenz{Shipping: c.shipping, Wind: c.wind}
		centre, width := (c.lo+c.hi)/2, c.hi-c.lo
		near(t, "integral", n.BandLevel(centre, width), c.integral, 1e-9)
		n.AtCentre = true
		near(t, "centre", n.BandLevel(centre, width), c.centre, 1e-9)
	}
}

// The accuracy in the comment of BandLevel, against a rule of 200 points per
// octave, for bands from a tenth of their centre to five decades.
func TestWenzBandLevelQuadrature(t *testing.T) {
	n := Wenz{Shipping: 0.7, Wind: 4}
	for _, band := range [][2]float64{{1, 1e5}, {7, 9}, {20, 60}, {300, 600}, {5e3, 80e3}, {24e3, 26.5e3}, {60e3, 500e3}} {
		power := 0.0
		for lo := band[0]; lo < band[1]; lo *= 2 {
			power += quad.Fixed(func(hz float64) float64 { return math.Pow(10, n.Density(hz)/10) },
				lo, math.Min(2*lo, band[1]), 200, quad.Legendre{}, 0)
		}
		got := n.BandLevel((band[0]+band[1])/2, band[1]-band[0])
		near(t, "quadrature", got, 10*math.Log10(power), 1e-9)
	}
}

// Computed with mpmath from the printed formula, one value in each stretch, two
// where stretches overlap. At 30 Hz the traffic peaks: 76 + 15.
func TestThetisDensity(t *testing.T) {
	for _, c := range []struct{ hz, traffic, wind, want float64 }{
		{5, 4, 5, 86.0308998699},
		{10, 4, 5, 76 - 20*0.4771212547196624*0.4771212547196624},
		{30, 7, 5, 91},
		{100, 1, 5, 55.5319563547},
		{300, 4, 5, 71.2845494674}, // 56 of traffic and 71.154 of wind
		{700, 4, 3, 59.9731519121},
		{33e3, 4, 5, 41.0981414969},
		{200e3, 4, 5, 31.0205999133},
	} {
		near(t, "density", Thetis{Traffic: c.traffic, Wind: c.wind}.Density(c.hz), c.want, 1e-8)
	}
}

// Parodi et al. state 1900 m as the range of the Tapac modem: 177 dB, 6 kHz around
// 33 kHz, 15 dB over the noise of a wind of 5 knots, spherical spreading and the
// sulfate's absorption. The noise: 95 + 5 sqrt(21) - 17 log 33000 + 10 log 6000 =
// 78.880 dB.
func TestThetisRange(t *testing.T) {
	noise := Thetis{Traffic: 4, Wind: 5}.BandLevel(33e3, 6e3)
	near(t, "noise", noise, 78.8796540007, 1e-8)
	loss := PathLoss{Spreading: 2, Absorption: Sulfate(33e3, Conditions{})}
	near(t, "range", loss.MaxRange(177-noise-15), 1900, 1)
}

func TestFlatNoise(t *testing.T) {
	n := Flat{Level: 40}
	near(t, "density", n.Density(12345), 40, 0)
	near(t, "1 kHz", n.BandLevel(30e3, 1000), 70, 1e-12)
}

// Closed forms: two equal levels are 10 log 2 above one; 10 and 20 dB are powers of
// 10 and 100; silence adds nothing.
func TestAddLevels(t *testing.T) {
	near(t, "equal", AddLevels(60, 60), 60+10*math.Log10(2), 1e-12)
	near(t, "unequal", AddLevels(10, 20), 10*math.Log10(110), 1e-12)
	near(t, "silence", AddLevels(55, math.Inf(-1)), 55, 1e-12)
	if got := AddLevels(); !math.IsInf(got, -1) {
		t.Errorf("nothing: %g, want -Inf", got)
	}
}

func TestNoiseDoesNotAllocate(t *testing.T) {
	n := Wenz{Shipping: 0.5, Wind: 5, Rain: 5}
	if got := testing.AllocsPerRun(100, func() { AddLevels(n.BandLevel(25e3, 10e3), 60) }); got != 0 {
		t.Errorf("a band level allocates %g times", got)
	}
}

// The fit of Torres and Costa, by hand. At 5 kHz and 10 mm/h: 65.1107 + 4.1130 - 9.5625 + 3.1375 = 62.7987. At 1 kHz and 1 mm/h:
// 51.0769 + 1.4687 - 0.5232 + 0.0335. At 7 kHz and 100 mm/h: 74.3464 + 7.0917 - 20.8642 + 9.5011 = 70.0750, and 5 dB less
// at 14 kHz, 10 dB less at 28 kHz. Half way from 10 to 100 mm/h on the scale of logarithms, at 31.6228 mm/h: at 1 kHz the mean of
// 65.5759 and 74.9614. Likewise at 2.2361 mm/h, half way from 1 to 5.
// At 0.1 mm/h as far below 1 mm/h as ten times the way to 5 mm/h is above, of which the logarithm
// is 0.698970: 52.0559 - (62.1527 - 52.0559)/0.698970 = 37.6106.
func TestRain(t *testing.T) {
	for _, c := range []struct{ hz, rate, want float64 }{
		{5e3, 10, 62.7987},
		{1e3, 1, 52.0559},
		{1e3, 5, 62.1527},
		{1e3, 10, 65.5759},
		{1e3, 100, 74.9614},
		{7e3, 100, 70.0750},
		{14e3, 100, 65.0750},
		{28e3, 100, 60.0750},
		{1e3, math.Sqrt(5), 57.1043},
		{1e3, math.Sqrt(1000), 70.26865},
		{1e3, 0.1, 37.6106},
	} {
		near(t, "rain", rainDensity(c.hz, c.rate), c.want, 1e-4)
	}
}

// The key rain moves one number: in heavy rain the noise at 28 kHz, without wind and ships, is that of the rain. At the centre
// of the band the cubic of 10 mm/h is 65.1107 + 5.7582 - 18.7425 + 8.6093 = 60.7357 at 7 kHz, 50.7357 two octaves above, and
// over 1 kHz 80.7357 dB; the wind's 23.2 dB/Hz and the heat's 13.9 add 0.003 dB. Without rain the noise is what it was.
func TestRainOfANoise(t *testing.T) {
	dry := &WenzNoise{Band: "centre"}
	wet := &WenzNoise{Band: "centre", Rain: 10}
	near(t, "heavy rain", wet.Noise().BandLevel(28e3, 1e3), 80.7357, 0.01)
	if got, want := dry.Noise().BandLevel(28e3, 1e3), (Wenz{AtCentre: true}).BandLevel(28e3, 1e3); got != want {
		t.Errorf("without rain %g, want %g", got, want)
	}
	near(t, "sum", Wenz{Wind: 5, Shipping: 1, Rain: 3}.Density(20e3),
		AddLevels(Wenz{Wind: 5, Shipping: 1}.Density(20e3), rainDensity(20e3, 3)), 1e-12)
}
