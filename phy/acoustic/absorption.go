// Package acoustic is the acoustic channel: it models absorption, geometric spreading, ambient noise,
// the directivity of the transducers, and, as an option, the echoes between a flat surface and a flat
// bottom. Other channels of this package replay measured impulse responses. Each formula names its source.
// Levels are in dB re 1 uPa, losses in dB re 1 m, noise densities in dB re 1 uPa^2/Hz; frequencies are
// in Hz. Formulas that are printed for kHz convert inside and say so.
//
// Begin with Budget, which computes one link without a simulation, with DefaultChannel, whose Build
// makes a phy.Channel, or with a preset such as MicroModemFHFSK, whose Build makes a phy.Modem. The
// formulas stand by themselves too: Thorp, FrancoisGarrison and the other Absorptions, Wenz, PathLoss,
// Layer.
//
// Left out: the bending of rays by the sound-speed profile, for which see package ray; scattering by the rough surface and by
// bubbles; the dependence of a reflection on its angle; the change of loss and of beam width across a
// signal's band; and the transport of sound by a current. A current w along the path makes the travel
// time shorter by w/c, 0.02 % for 0.3 m/s, and that of the way back longer by as much.
package acoustic

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/sim/ocean"
)

// Conditions are the properties of the water on which absorption depends.
type Conditions struct {
	Temperature float64 // degC
	Salinity    float64 // psu; 0 in fresh water
	Depth       float64 // m below the surface, at least 0
	PH          float64 // acidity; 8 in the open sea
}

// Absorption is one published formula for the absorption of sound in water.
type Absorption struct {
	Name string
	// DBPerKm is the absorption in dB/km at a frequency above 0 Hz. It computes
	// outside the limits too.
	DBPerKm func(hz float64, w Conditions) float64
	// Limits are the ranges of frequency in kHz, temperature, salinity, depth and
	// pH over which the formula is said to hold, in this order.
	Limits []ocean.Limit
	// OneWater is set where the formula does not look at the conditions.
	OneWater bool
}

// Outside returns one sentence for each input that lies outside the limits in one of
// the waters, with the value that lies the farthest outside.
func (a Absorption) Outside(hz float64, waters ...Conditions) []string {
	var worst []float64
	for _, w := range waters {
		inputs := []float64{hz / 1000, w.Temperature, w.Salinity, w.Depth, w.PH}
		if worst == nil {
			worst = inputs
		}
		for i, l := range a.Limits {
			if v := inputs[i]; max(l.Min-v, v-l.Max) > max(l.Min-worst[i], worst[i]-l.Max) {
				worst[i] = v
			}
		}
	}
	if worst == nil || a.Limits == nil {
		return nil
	}
	return ocean.Outside(a.Name, a.Limits, worst...)
}

// Absorptions returns every formula of the package.
//
// The Thorp family and Fisher-Simmons know one kind of water only: salinity 35
// psu, pH 8 and, for the Thorp family, 4 degC at 1 km depth (Thorp 1967; NPL and
// Tsuchiya, range of validity). The authors give no tolerance. The windows here
// are ours: within each of them, the others at their centre, the absorption
// after Francois and Garrison changes by at most 16 % from 10 to 100 kHz.
func Absorptions() []Absorption {
	inf := math.Inf(1)
	return []Absorption{
		// Above a few hundred Hz (Stojanovic 2007), below 50 kHz (Etter 2003).
		{"thorp", Thorp, limits(0.4, 50, 0, 8, 32, 38, 2000, 7.7, 8.3), true},
		{"thorp-ns3", ThorpNS3, limits(0, 50, 0, 8, 32, 38, 2000, 7.7, 8.3), true},
		// Brekhovskikh and Lysanov give another formula above 3 kHz.
		{"thorp2", Thorp2, limits(0.1, 3, 0, 8, 32, 38, 2000, 7.7, 8.3), true},
		// Where the other terms of Thorp's formula make up less than 15 %.
		{"sulfate", Sulfate, limits(10, 100, 0, 8, 32, 38, 2000, -inf, inf), true},
		// 10 to 400 kHz and up to 500 atm from the authors' abstract, 0 to 30 degC
		// from Kinsler et al., Fundamentals of Acoustics, who reprint it.
		{"fisher-simmons", FisherSimmons, limits(10, 400, 0, 30, 32, 38, 5000, 7.7, 8.3), false},
		// All oceanic conditions from 0.2 kHz to 1 MHz. The 5 % that the authors
		// claim hold for -2 to 22 degC, 30 to 35 psu and 3.5 km where the sulfate
		// dominates (10 to 500 kHz), for 0 to 30 degC, 0 to 40 psu and 10 km where
		// the water itself does: above 500 kHz, and in fresh water.
		{"francois-garrison", FrancoisGarrison, limits(0.2, 1000, -2, 30, 0, 40, 5000, 7.7, 8.3), false},
		// Within 10 % of Francois-Garrison, one of these varied at a time.
		{"ainslie-mccolm", AinslieMcColm, limits(0.1, 1000, -6, 35, 5, 50, 7000, 7.7, 8.3), false},
	}
}

// AbsorptionByName returns the formula with that name. The error lists the
// known names.
func AbsorptionByName(name string) (Absorption, error) {
	all := Absorptions()
	if i := slices.IndexFunc(all, func(a Absorption) bool { return a.Name == name }); i >= 0 {
		return all[i], nil
	}
	var known []string
	for _, a := range all {
		known = append(known, a.Name)
	}
	return Absorption{}, fmt.Errorf("no absorption formula %q; known are %s", name, strings.Join(known, ", "))
}

// Thorp is Thorp's formula with four terms, in dB/km, f in kHz:
//
//	a = 0.11 f^2/(1+f^2) + 44 f^2/(4100+f^2) + 2.75e-4 f^2 + 0.003
//
// W. H. Thorp, J. Acoust. Soc. Am. 42 (1967) 270, in metric units as in M.
// Stojanovic, On the relationship between capacity and distance in an underwater
// acoustic communication channel, Mobile Comput. Commun. Rev. 11 (2007) 34. It
// knows one water only, the sea at 4 degC: fresh water absorbs about a tenth of
// that at 100 kHz and less below.
func Thorp(hz float64, _ Conditions) float64 {
	f2 := squaredKHz(hz)
	return boric(f2) + sulfate(f2) + 2.75e-4*f2 + 0.003
}

// ThorpNS3 is Thorp's formula as ns-3 uses it (UanPropModelThorp): below 0.4 kHz
// it changes, with a step of 0.001 dB/km, to
//
//	a = 0.002 + 0.11 f^2/(1+f^2) + 0.011 f^2
//
// in dB/km with f in kHz, which Stojanovic (2007) gives for low frequencies.
func ThorpNS3(hz float64, w Conditions) float64 {
	if hz >= 400 {
		return Thorp(hz, w)
	}
	f2 := squaredKHz(hz)
	return 0.002 + boric(f2) + 0.011*f2
}

// Thorp2 is Thorp's formula with two terms, in dB/km, f in kHz:
//
//	a = 0.11 f^2/(1+f^2) + 44 f^2/(4100+f^2)
//
// L. Brekhovskikh and Yu. Lysanov, Fundamentals of Ocean Acoustics, chapter 1.
func Thorp2(hz float64, _ Conditions) float64 {
	f2 := squaredKHz(hz)
	return boric(f2) + sulfate(f2)
}

// Sulfate is the second term of Thorp's formula alone, 44 f^2/(4100+f^2) in dB/km
// with f in kHz: the part of the magnesium sulfate, which is most of the
// absorption from 10 to 100 kHz. The Thetis simulator uses it.
func Sulfate(hz float64, _ Conditions) float64 { return sulfate(squaredKHz(hz)) }

func boric(f2 float64) float64   { return 0.11 * f2 / (1 + f2) }
func sulfate(f2 float64) float64 { return 44 * f2 / (4100 + f2) }

// FisherSimmons is the formula of F. H. Fisher and V. P. Simmons, Sound absorption
// in sea water, J. Acoust. Soc. Am. 62 (1977) 558, for water of 35 psu and pH 8:
// it uses temperature and depth only. The paper gives Np/m for Hz and
// atmospheres. As NPL's calculator does, a depth of 10 m counts as 1 atm and the
// air's own pressure, which is worth 0.1 %, is left out.
func FisherSimmons(hz float64, w Conditions) float64 {
	t, p := w.Temperature, w.Depth/10
	kelvin := t + 273.1

	a1 := 1.03e-8 + 2.36e-10*t - 5.22e-12*t*t // boric acid
	f1 := 1.32e3 * kelvin * math.Exp(-1700/kelvin)

	a2 := 5.62e-8 + 7.52e-10*t // magnesium sulfate
	p2 := 1 - 10.3e-4*p + 3.7e-7*p*p
	f2 := 1.55e7 * kelvin * math.Exp(-3052/kelvin)

	a3 := (55.9 - 2.37*t + 4.77e-2*t*t - 3.48e-4*t*t*t) * 1e-15 // water
	p3 := 1 - 3.84e-4*p + 7.57e-8*p*p

	const dBPerKm = 1000 * 20 / math.Ln10 // in 1 Np/m
	return dBPerKm * (relaxation(hz, a1, f1) + relaxation(hz, a2*p2, f2) + a3*p3*hz*hz)
}

// FrancoisGarrison is the formula of R. E. Francois and G. R. Garrison, Sound
// absorption based on ocean measurements, J. Acoust. Soc. Am. 72 (1982): part I,
// 896, for magnesium sulfate and water, part II, 1879, for boric acid and the
// sum. It uses all conditions, and takes the sound speed from its own formula.
// At salinity 0 the term of the water is left: the formula for fresh water.
//
// The polynomial of the water's term changes at 20 degC. The two do not meet:
// there is a step of 1e-7 f^2 dB/km, f in kHz.
func FrancoisGarrison(hz float64, w Conditions) float64 {
	f := hz / 1000 // kHz
	t, s, d := w.Temperature, w.Salinity, w.Depth
	kelvin := t + 273
	c := 1412 + 3.21*t + 1.19*s + 0.0167*d // sound speed, m/s

	a1 := 8.86 / c * math.Pow(10, 0.78*w.PH-5) // boric acid
	f1 := 2.8 * math.Sqrt(s/35) * math.Pow(10, 4-1245/kelvin)

	a2 := 21.44 * s / c * (1 + 0.025*t) // magnesium sulfate
	p2 := 1 - 1.37e-4*d + 6.2e-9*d*d
	f2 := 8.17 * math.Pow(10, 8-1990/kelvin) / (1 + 0.0018*(s-35))

	a3 := 4.937e-4 - 2.59e-5*t + 9.11e-7*t*t - 1.50e-8*t*t*t // water
	if t > 20 {
		a3 = 3.964e-4 - 1.146e-5*t + 1.45e-7*t*t - 6.5e-10*t*t*t
	}
	p3 := 1 - 3.83e-5*d + 4.9e-10*d*d

	return relaxation(f, a1, f1) + relaxation(f, a2*p2, f2) + a3*p3*f*f
}

// AinslieMcColm is the formula of M. A. Ainslie and J. G. McColm, A simplified
// formula for viscous and chemical absorption in sea water, J. Acoust. Soc. Am.
// 103 (1998) 1671. It uses all conditions. The paper gives it for depths in km.
func AinslieMcColm(hz float64, w Conditions) float64 {
	f := hz / 1000 // kHz
	t, s, z := w.Temperature, w.Salinity, w.Depth/1000

	a1 := 0.106 * math.Exp((w.PH-8)/0.56) // boric acid
	f1 := 0.78 * math.Sqrt(s/35) * math.Exp(t/26)

	a2 := 0.52 * (1 + t/43) * (s / 35) * math.Exp(-z/6) // magnesium sulfate
	f2 := 42 * math.Exp(t/17)

	a3 := 0.00049 * math.Exp(-(t/27 + z/17)) // water
	return relaxation(f, a1, f1) + relaxation(f, a2, f2) + a3*f*f
}

// relaxation is the absorption at frequency f by a process of strength a whose
// relaxation frequency is fr, in the unit of f.
func relaxation(f, a, fr float64) float64 { return a * fr * f * f / (f*f + fr*fr) }

func squaredKHz(hz float64) float64 { return hz / 1000 * (hz / 1000) }

// limits returns the range of a formula: in kHz, degC, psu, m from the surface down, and
// on the pH scale.
func limits(fMin, fMax, tMin, tMax, sMin, sMax, dMax, phMin, phMax float64) []ocean.Limit {
	return []ocean.Limit{
		{Name: "frequency", Unit: "kHz", Min: fMin, Max: fMax},
		{Name: "temperature", Unit: "degC", Min: tMin, Max: tMax},
		{Name: "salinity", Unit: "psu", Min: sMin, Max: sMax},
		{Name: "depth", Unit: "m", Min: 0, Max: dMax},
		{Name: "pH", Min: phMin, Max: phMax},
	}
}
