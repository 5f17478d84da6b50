// Package rf models radio in water: a plane wave in a uniform, conductive, non-magnetic medium.
//
// It gives the propagation constant and what follows from it, two loss laws (absorption alone;
// absorption with spreading), the loss at a calm surface between water and air, and the delay. The
// sources are textbooks, and Erdemir's thesis (2018); each function names its own.
//
// Begin with Propagation, which gives the Wave of a frequency, and says up to which frequencies the
// model of water holds; with Budget, which computes one link without a simulation; or with
// DefaultChannel, whose Build makes a phy.Channel.
//
// Left out: the fall of the permittivity towards its relaxation frequency, reflections from surface
// and bottom, the lateral wave that runs along the surface, oblique incidence, the antenna (its gain
// and its mismatch in water) and the near field of loop antennas.
package rf

import (
	"fmt"
	"math"
	"math/cmplx"
	"time"

	"halocline/sim"
)

// WaterPermittivity is the relative permittivity of water that is used when
// nothing better is known.
const WaterPermittivity = 80.0

const (
	lightSpeed   = 299792458.0                                  // m/s, exact
	permeability = 4e-7 * math.Pi                               // H/m; the measured value differs by 6e-10 of it
	permittivity = 1 / (permeability * lightSpeed * lightSpeed) // F/m
)

// Wave is a plane wave of one frequency in one medium.
type Wave struct {
	Frequency     float64    // Hz
	Attenuation   float64    // of the amplitude, Np/m
	AttenuationDB float64    // dB/m
	Phase         float64    // phase constant, rad/m
	Speed         float64    // phase velocity, m/s
	Wavelength    float64    // m
	SkinDepth     float64    // depth at which the amplitude is 1/e, m; +Inf without conductivity
	LossTangent   float64    // conduction current over displacement current
	Impedance     complex128 // intrinsic impedance, ohm
}

// Propagation returns the wave of a frequency freq (Hz, positive) in a medium
// of conductivity sigma (S/m, not negative) and relative permittivity epsR (at
// least 1). Its propagation constant is
//
//	gamma = alpha + j beta = sqrt(j w mu (sigma + j w eps))
//
// with w = 2 pi freq (Hayt and Buck, Engineering Electromagnetics, 8th ed.,
// sec. 11.2; the factor of the loss in eq. 2.7 of Erdemir's thesis, 2018), and
// its intrinsic impedance j w mu / gamma (ibid., eq. 48). Both are exact for the
// medium. Other arguments are a programming error and panic.
//
// The permittivity of water is one real number, about 80 (85.8 at
// 5 degC, 78.4 at 25 degC, a few per cent less in the sea). A Debye model would
// let it fall and turn complex towards the relaxation frequency, 17 GHz at
// 20 degC (Kaatze, J. Chem. Eng. Data 34, 1989, pp. 371-374). That relaxation
// absorbs like a conductivity of about 2.4e-19 S/m f^2, f in Hz: 2.4e-5 S/m at
// 10 MHz, 0.01 S/m (a fresh water's own) at 200 MHz, 4 S/m (the sea's own) at
// 4 GHz. A channel adds that where Relaxation is set; without it, and in a Budget,
// losses are good well below the frequency at which it equals the water's
// conductivity, and too small above.
func Propagation(freq, sigma, epsR float64) Wave {
	if !(freq > 0 && sigma >= 0 && epsR >= 1) || math.IsInf(freq, 0) || math.IsInf(sigma, 0) || math.IsInf(epsR, 0) {
		panic(fmt.Sprintf("rf: no wave of %g Hz in a medium of %g S/m and relative permittivity %g", freq, sigma, epsR))
	}
	w := 2 * math.Pi * freq
	eps := epsR * permittivity
	series := complex(0, w*permeability)
	gamma := cmplx.Sqrt(series * complex(sigma, w*eps))
	alpha, beta := real(gamma), imag(gamma)
	return Wave{
		Frequency:     freq,
		Attenuation:   alpha,
		AttenuationDB: alpha * 20 / math.Ln10,
		Phase:         beta,
		Speed:         w / beta,
		Wavelength:    2 * math.Pi / beta,
		SkinDepth:     1 / alpha,
		LossTangent:   sigma / (w * eps),
		Impedance:     series / gamma,
	}
}

// AbsorptionLoss returns the loss in dB over r metres from conduction alone:
// alpha r 20 / ln 10. This is the law of Erdemir's thesis (2018, eq. 2.7, where
// ln(10) is to be read in the denominator). A wave that does not spread loses
// nothing else, so the law flatters a real antenna by all of its spreading.
func (w Wave) AbsorptionLoss(r float64) float64 {
	checkDistance(r)
	return w.AttenuationDB * r
}

// FriisLoss returns the loss in dB over r metres from conduction and from
// spreading between isotropic antennas, transmitted over received power:
//
//	20 log(4 pi r / wavelength) + alpha r 20 / ln 10
//
// with the wavelength in the water, so the first term is 20 log(2 beta r). It is
// Friis' formula (Proc. IRE 34, 1946, pp. 254-256, eq. 1, with the area
// wavelength^2 / 4 pi of an isotropic antenna) carried into a lossy medium, as Akyildiz, Sun and Vuran do for soil (Physical Communication 2, 2009,
// pp. 167-183; they round 20 log 2 = 6.02 dB to 6.4 dB). Spreading of
// 20 log r re 1 m is the same slope, but it takes the transmitted power for the
// power at 1 m; Friis leads from watts to watts, as a power budget needs.
//
// It is a law of the far field, r beyond wavelength / 2 pi: 0.53 m at 10 MHz in
// fresh water, 2.5 m at 10 kHz in the sea. Nearer, where the first term would
// turn into a gain (r below wavelength / 4 pi), spreading counts as none.
func (w Wave) FriisLoss(r float64) float64 {
	checkDistance(r)
	spreading := 0.0
	if x := 2 * w.Phase * r; x > 1 {
		spreading = 20 * math.Log10(x)
	}
	return spreading + w.AttenuationDB*r
}

// AbsorptionGain returns received over sent power where AbsorptionLoss is what is lost,
// e^(-2 alpha r), without the way through dB.
func (w Wave) AbsorptionGain(r float64) float64 {
	checkDistance(r)
	return math.Exp(-2 * w.Attenuation * r)
}

// FriisGain returns received over sent power where FriisLoss is what is lost.
func (w Wave) FriisGain(r float64) float64 {
	gain := w.AbsorptionGain(r)
	if x := 2 * w.Phase * r; x > 1 {
		gain /= x * x
	}
	return gain
}

// InterfaceLoss returns the loss in dB where a wave passes between air and this
// medium through a calm surface at normal incidence, -10 log(1 - |G|^2), with the
// reflection coefficient G = (eta - eta0) / (eta + eta0) of the two intrinsic
// impedances (Hayt and Buck, 8th ed., sec. 12.1). It counts once for a link with
// one end in air.
//
// The fraction is exact from air into water. Upwards, in a good conductor, the
// incident and the reflected wave do not carry power separately, and the
// fraction depends on how the incident power is counted (by up to 3 dB); a link
// is reciprocal, so both ways take the same value.
func (w Wave) InterfaceLoss() float64 {
	// 1 - |G|^2 = 4 eta0 Re(eta) / |eta + eta0|^2, without the cancellation.
	const air = permeability * lightSpeed
	sum := cmplx.Abs(w.Impedance + air)
	return -10 * math.Log10(4*air*real(w.Impedance)/(sum*sum))
}

// Delay returns the time in which the wave's phase travels r metres. The
// envelope of a signal travels at the group velocity, the same where the loss
// tangent is small and up to twice as fast in a good conductor.
func (w Wave) Delay(r float64) time.Duration {
	checkDistance(r)
	return sim.Seconds(r / w.Speed)
}

func checkDistance(r float64) {
	if !(r >= 0) {
		panic(fmt.Sprintf("rf: a distance of %g m", r))
	}
}
