package rf

import (
	"math"
	"math/cmplx"
	"testing"
	"time"
)

// The expected values were computed in Python with complex arithmetic from the
// formulas as printed, with CODATA 2018's measured mu0 and eps0 (1.25663706212e-6
// H/m, 8.8541878128e-12 F/m) in place of the package's exact ones.
func TestPropagation(t *testing.T) {
	for _, c := range []struct {
		freq, sigma, epsR                                                    float64
		alpha, alphaDB, beta, speed, wavelength, skin, tangent, etaRe, etaIm float64
	}{
		{10e6, 0.01, 80, 0.2092981467, 1.817940604, 1.886228724, 33310834.62, 3.331083462, 4.777873171, 0.2246887948, 41.350506, 4.5883006},
		{10e3, 4, 80, 0.39738132, 3.45161029, 0.3973857415, 158113.0033, 15.81130033, 2.516474604, 89875.51792, 0.099346435, 0.09934533},
		{1e6, 0.05, 80, 0.4249732487, 3.691270738, 0.4644812084, 13527318.64, 13.52731864, 2.35308929, 11.23443974, 9.2530399, 8.4659925},
		{433e6, 0.05, 80, 1.052904658, 9.145413662, 81.17617629, 33514996.18, 0.07740183875, 0.9497536097, 0.02594558831, 42.109102, 0.54618081},
		{1e9, 1e-4, 80, 0.002105986476, 0.01829236611, 187.4580776, 33517815.76, 0.03351781576, 474.8368574, 2.246887948e-05, 42.11973, 0.00047319156},
	} {
		w := Propagation(c.freq, c.sigma, c.epsR)
		near(t, "attenuation", w.Attenuation, c.alpha, 5e-9)
		near(t, "attenuation in dB", w.AttenuationDB, c.alphaDB, 5e-9)
		near(t, "phase", w.Phase, c.beta, 5e-9)
		near(t, "speed", w.Speed, c.speed, 5e-9)
		near(t, "wavelength", w.Wavelength, c.wavelength, 5e-9)
		near(t, "skin depth", w.SkinDepth, c.skin, 5e-9)
		near(t, "loss tangent", w.LossTangent, c.tangent, 5e-9)
		near(t, "resistance", real(w.Impedance), c.etaRe, 5e-8)
		near(t, "reactance", imag(w.Impedance), c.etaIm, 5e-8)
		if w.Frequency != c.freq {
			t.Errorf("frequency %v, want %v", w.Frequency, c.freq)
		}
	}
}

// Hayt and Buck, Engineering Electromagnetics, 8th ed., p. 391: sea water of 4 S/m
// and eps_r 81 at 1 MHz has a loss tangent of 8.9e2, a skin depth of 25 cm, a
// wavelength of 1.6 m and a phase velocity of 1.6e6 m/s (good-conductor forms, two
// digits). At 10 Hz the skin depth is 80 m and the wavelength 500 m.
func TestSeaWaterOfATextbook(t *testing.T) {
	w := Propagation(1e6, 4, 81)
	near(t, "loss tangent", w.LossTangent, 8.9e2, 0.01)
	near(t, "skin depth", w.SkinDepth, 0.25, 0.01)
	near(t, "wavelength", w.Wavelength, 1.6, 0.02)
	near(t, "speed", w.Speed, 1.6e6, 0.02)
	w = Propagation(10, 4, 81)
	near(t, "skin depth", w.SkinDepth, 80, 0.01)
	near(t, "wavelength", w.Wavelength, 500, 0.01)
}

// Without conductivity the wave is the textbook's: speed c/sqrt(eps_r), no loss,
// impedance mu0 c / sqrt(eps_r) = 376.730313 ohm / sqrt(eps_r).
func TestPerfectDielectric(t *testing.T) {
	for _, epsR := range []float64{1, 80} {
		w := Propagation(10e6, 0, epsR)
		near(t, "speed", w.Speed, 299792458/math.Sqrt(epsR), 1e-14)
		near(t, "resistance", real(w.Impedance), 376.730313/math.Sqrt(epsR), 1e-8)
		if w.Attenuation != 0 || !math.IsInf(w.SkinDepth, 1) || w.AbsorptionLoss(1e6) != 0 {
			t.Errorf("eps_r %v: a perfect dielectric absorbs: %+v", epsR, w)
		}
	}
}

// For a small loss tangent alpha tends to (sigma/2) sqrt(mu/eps), 42.11973 ohm for
// eps_r 80, so 1e-12 S/m gives 2.1059865e-11 Np/m. A square root that subtracts
// nearly equal numbers would return 0.
func TestAttenuationOfPureWaterKeepsItsDigits(t *testing.T) {
	near(t, "attenuation", Propagation(10e6, 1e-12, 80).Attenuation, 0.5e-12*42.11973, 1e-7)
}

// Thesis link: 1.8179406 dB/m over 10 m. The spreading terms are
// 20 log10(4 pi r / wavelength) with the wavelengths of TestPropagation, in Python.
func TestLossLaws(t *testing.T) {
	for _, c := range []struct {
		freq, sigma, r    float64
		absorption, friis float64
	}{
		{10e6, 0.01, 10, 18.17940604, 49.71189304},
		{10e6, 0.01, 1, 1.817940604, 13.35042760},
		{10e3, 4, 5, 17.25805145, 29.24229705},
		{433e6, 0.05, 2, 18.29082732, 68.52059896},
	} {
		w := Propagation(c.freq, c.sigma, WaterPermittivity)
		near(t, "absorption loss", w.AbsorptionLoss(c.r), c.absorption, 5e-9)
		near(t, "Friis loss", w.FriisLoss(c.r), c.friis, 5e-9)
	}
}

// The gains are the losses as ratios, 10^(-loss/10), near and far.
func TestGainsAreTheLosses(t *testing.T) {
	w := Propagation(10e6, 0.01, 80)
	for _, r := range []float64{0, 0.1, 0.265, 0.266, 1, 10, 123.4} {
		loss := w.FriisLoss(r)
		near(t, "absorption", w.AbsorptionGain(r), math.Pow(10, -w.AbsorptionLoss(r)/10), 2e-15+loss*0x1p-52)
		near(t, "Friis", w.FriisGain(r), math.Pow(10, -loss/10), 2e-15+loss*0x1p-52)
	}
}

// The spreading turns into a gain below wavelength / 4 pi = 0.26508 m; there, and
// at no distance at all, absorption alone is left.
func TestFriisLossIsNoGainNearby(t *testing.T) {
	w := Propagation(10e6, 0.01, 80)
	for _, r := range []float64{0, 0.1, 0.265} {
		if got, want := w.FriisLoss(r), w.AbsorptionLoss(r); got != want {
			t.Errorf("at %v m: %v dB, want %v", r, got, want)
		}
	}
	if got := w.FriisLoss(0.266) - w.AbsorptionLoss(0.266); !(got > 0 && got < 0.04) {
		t.Errorf("spreading just beyond the limit is %v dB", got)
	}
}

func TestInterfaceLoss(t *testing.T) {
	// In Python, from the reflection coefficient as printed.
	for _, c := range []struct{ freq, sigma, epsR, want float64 }{
		{10e6, 0.01, 80, 4.480014044},
		{10e3, 4, 80, 29.7704734},
		{1e6, 4, 81, 19.78868139},
		{2.4e9, 4, 80, 4.587468781},
	} {
		near(t, "interface loss", Propagation(c.freq, c.sigma, c.epsR).InterfaceLoss(), c.want, 5e-9)
	}

	// Refractive index 9: 1 - (8/10)^2 = 0.36 passes.
	near(t, "interface loss", Propagation(1e6, 0, 81).InterfaceLoss(), -10*math.Log10(0.36), 1e-12)

	// Air to air loses nothing.
	if got := Propagation(1e6, 0, 1).InterfaceLoss(); math.Abs(got) > 1e-12 {
		t.Errorf("air to air loses %v dB", got)
	}

	// A published classroom solution (plane wave from air onto earth of eps_r 10 and
	// 0.1 S/m at 200 MHz): impedance 95.934 + j 36.776 ohm, 35.7 % reflected.
	earth := Propagation(200e6, 0.1, 10)
	if d := cmplx.Abs(earth.Impedance - (95.934 + 36.776i)); d > 1e-3 {
		t.Errorf("impedance of the earth is %v", earth.Impedance)
	}
	near(t, "reflected part", 1-math.Pow(10, -earth.InterfaceLoss()/10), 0.357, 1e-3)
}

// 10 m at 33310834.62 m/s are 300.2026 ns; 5 m of sea water at 10 kHz and
// 158113.0033 m/s are 31622.95 ns; 299.792458 m of air are 1 us.
func TestDelayIsThePhaseDelay(t *testing.T) {
	for _, c := range []struct {
		freq, sigma, epsR, r float64
		want                 time.Duration
	}{
		{10e6, 0.01, 80, 10, 300},
		{10e3, 4, 80, 5, 31623},
		{10e6, 0, 1, 299.792458, time.Microsecond},
		{10e6, 0.01, 80, 0, 0},
	} {
		if got := Propagation(c.freq, c.sigma, c.epsR).Delay(c.r); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestImpossibleArgumentsPanic(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range [][3]float64{
		{0, 1, 80},
		{-1, 1, 80},
		{nan, 1, 80},
		{inf, 1, 80},
		{1e6, -1, 80},
		{1e6, nan, 80},
		{1e6, inf, 80},
		{1e6, 1, 0.5},
		{1e6, 1, nan},
		{1e6, 1, inf},
	} {
		mustPanic(t, c, func() { Propagation(c[0], c[1], c[2]) })
	}
	w := Propagation(1e6, 1, 80)
	for _, r := range []float64{-1, nan} {
		mustPanic(t, r, func() { w.AbsorptionLoss(r) })
		mustPanic(t, r, func() { w.FriisLoss(r) })
		mustPanic(t, r, func() { w.FriisGain(r) })
		mustPanic(t, r, func() { w.Delay(r) })
	}
}

func near(t *testing.T, name string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s: got %.12g, want %.12g", name, got, want)
	}
}

func mustPanic(t *testing.T, args any, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%v: no panic", args)
		}
	}()
	f()
}
