package acoustic

import "math"

// Noise is the ambient noise of the water.
type Noise interface {
	// Density is the noise spectral density at a frequency above 0 Hz, in dB re 1
	// uPa^2/Hz.
	Density(hz float64) float64
	// BandLevel is the noise level in a band, in dB re 1 uPa. Centre and width are
	// in Hz; the whole band lies above 0 Hz.
	BandLevel(centre, width float64) float64
}

var (
	_ Noise = Wenz{}
	_ Noise = Thetis{}
	_ Noise = Flat{}
)

// Wenz is the ambient noise of the sea after G. M. Wenz, Acoustic ambient noise in
// the ocean: spectra and sources, J. Acoust. Soc. Am. 34 (1962) 1936, in the form
// of R. Coates, Underwater Acoustic Systems (1989). Wenz's measurements cover 1 Hz
// to 20 kHz; the noise of the water's own heat, which takes over near 100 kHz, is
// theory. Rain is added to it, see rainDensity. Ice, animals and the attenuation of surface noise on its way down
// are left out.
type Wenz struct {
	Shipping float64 // density of ships, 0 (none) to 1 (heavy)
	Wind     float64 // m/s, at least 0
	Rain     float64 // mm/h, at least 0
	// AtCentre takes the density at the centre of a band for all of it, as many
	// papers do, where the default integrates. The two differ by 0.17 dB from 20
	// to 30 kHz, and by as much as you like in a band that is wide enough.
	AtCentre bool
}

// Components returns the densities of the four sources, in dB re 1 uPa^2/Hz. The
// formulas are printed for kHz.
func (n Wenz) Components(hz float64) (turbulence, shipping, wind, thermal float64) {
	f := hz / 1000
	lg := math.Log10(f)
	turbulence = 17 - 30*lg
	shipping = 40 + 20*(n.Shipping-0.5) + 26*lg - 60*math.Log10(f+0.03)
	wind = 50 + 7.5*math.Sqrt(n.Wind) + 20*lg - 40*math.Log10(f+0.4)
	thermal = -15 + 20*lg
	return turbulence, shipping, wind, thermal
}

// Density returns the sum of the four sources, and of rain, as powers.
func (n Wenz) Density(hz float64) float64 {
	turbulence, shipping, wind, thermal := n.Components(hz)
	if n.Rain > 0 {
		return AddLevels(turbulence, shipping, wind, thermal, rainDensity(hz, n.Rain))
	}
	return AddLevels(turbulence, shipping, wind, thermal)
}

// rainDensity returns the noise of rain of a rate in mm/h, in dB re 1 uPa^2/Hz, by the fit of C. Torres and C. Costa
// (Underwater ambient noise: an estimation methodology, INTER-NOISE 2019) to published curves of 1, 5, 10 and 100 mm/h: a
// cubic in f up to 7 kHz, f in kHz. Above it falls by 5 dB an octave, as Defence R&D Canada extends the fit.
// At other rates it is linear in decibel over the logarithm of the rate. That slope is 15 dB for ten times the rate of
// light rain, and goes on below 1 mm/h. The peak of drizzle in calm weather, near 15 kHz, is left out.
func rainDensity(hz, rate float64) float64 {
	const highest = 7 // kHz
	fits := [...]struct{ lg, r0, r1, r2, r3 float64 }{
		{0, 51.0769, 1.4687, -0.5232, 0.0335},
		{math.Log10(5), 61.5358, 1.0147, -0.4255, 0.0277},
		{1, 65.1107, 0.8226, -0.3825, 0.0251},
		{2, 74.3464, 1.0131, -0.4258, 0.0277},
	}
	lg, f := math.Log10(rate), min(hz/1000, highest)
	i := 0
	for i < len(fits)-2 && lg > fits[i+1].lg {
		i++
	}
	level := func(i int) float64 { r := &fits[i]; return r.r0 + f*(r.r1+f*(r.r2+f*r.r3)) }
	low, high := level(i), level(i+1)
	return low + (high-low)*(lg-fits[i].lg)/(fits[i+1].lg-fits[i].lg) - 5*math.Log2(max(hz/1000, highest)/highest)
}

// BandLevel integrates the density over the band. The substitution f = e^x makes
// the integrand smooth at every scale; Gauss's rule on panels of at most half a
// unit of x then leaves an error below 1e-9 dB.
func (n Wenz) BandLevel(centre, width float64) float64 {
	if n.AtCentre {
		return n.Density(centre) + decibel(width)
	}
	return bandLevel(n.Density, centre, width)
}

// bandLevel returns the level of a band of a smooth density, by the integral over it.
func bandLevel(density func(hz float64) float64, centre, width float64) float64 {
	lo, hi := math.Log(centre-width/2), math.Log(centre+width/2)
	power := integrate(func(x float64) float64 {
		f := math.Exp(x)
		return f * ratio(density(f))
	}, lo, hi, 0.5)
	return decibel(power)
}

// Thetis is the ambient noise of the simulator Thetis (O. Parodi, L. Lapierre and
// B. Jouvencel), after Wenz: one straight line for each stretch of the spectrum,
// f in Hz,
//
//	below 10        turbulence  107 - 30 log f
//	10 to 500       traffic     76 - 20 (log f/30)^2 + 5 (I - 4)
//	200 to 1000     wind        44 + sqrt(21) v + 17 (3 - log f)(log f - 2)
//	1000 to 100000  wind        95 + sqrt(21) v - 17 log f
//	above           thermal     -75 + 20 log f
//
// in dB re 1 uPa^2/Hz, and the density at the centre of a band for all of it.
// Where two stretches overlap the two are added as powers. The stretches do not
// meet at their ends. The root is printed so that it might cover v as well; only
// as written here does it give the range of 1900 m that the authors state. It
// makes the wind term grow by 4.6 dB per knot: use it for a breeze.
type Thetis struct {
	Traffic float64 // I, from 1 (low) to 7 (strong)
	Wind    float64 // v, knots
}

// Density returns the density of the source, or of the two sources, that make up
// the spectrum at that frequency.
func (n Thetis) Density(hz float64) float64 {
	lg := math.Log10(hz)
	gust := math.Sqrt(21) * n.Wind
	switch {
	case hz < 10:
		return 107 - 30*lg
	case hz > 100e3:
		return -75 + 20*lg
	case hz > 1000:
		return 95 + gust - 17*lg
	}
	traffic, wind := math.Inf(-1), math.Inf(-1)
	if hz <= 500 {
		peak := math.Log10(hz / 30)
		traffic = 76 - 20*peak*peak + 5*(n.Traffic-4)
	}
	if hz >= 200 {
		wind = 44 + gust + 17*(3-lg)*(lg-2)
	}
	return AddLevels(traffic, wind)
}

// BandLevel returns the density at the centre times the width.
func (n Thetis) BandLevel(centre, width float64) float64 {
	return n.Density(centre) + decibel(width)
}

// Flat is noise of one density at all frequencies, for a measured value or a
// check of everything else.
type Flat struct {
	Level float64 // dB re 1 uPa^2/Hz
}

// Density returns the level.
func (n Flat) Density(float64) float64 { return n.Level }

// BandLevel returns the level times the width.
func (n Flat) BandLevel(_, width float64) float64 { return n.Level + decibel(width) }

// AddLevels returns the level of independent sounds together, such as the ambient
// noise in a band and what the vehicle's thrusters put into it. The sum of the
// powers is taken, so -Inf stands for silence.
func AddLevels(dB ...float64) float64 {
	power := 0.0
	for _, l := range dB {
		power += ratio(l)
	}
	return decibel(power)
}

func decibel(power float64) float64 { return 10 * math.Log10(power) }

func ratio(dB float64) float64 { return math.Pow(10, dB/10) }

// integrate returns the integral of f from a to b by Gauss's rule of five points
// on equal panels, each at most panel wide (Abramowitz and Stegun, 25.4.29).
func integrate(f func(float64) float64, a, b, panel float64) float64 {
	x1 := math.Sqrt(5-2*math.Sqrt(10.0/7)) / 3
	x2 := math.Sqrt(5+2*math.Sqrt(10.0/7)) / 3
	w1 := (322 + 13*math.Sqrt(70)) / 900
	w2 := (322 - 13*math.Sqrt(70)) / 900
	const w0 = 128.0 / 225

	panels := math.Max(1, math.Ceil((b-a)/panel))
	h := (b - a) / panels / 2
	sum := 0.0
	for i := 0.0; i < panels; i++ {
		mid := a + (2*i+1)*h
		sum += w0*f(mid) + w1*(f(mid-x1*h)+f(mid+x1*h)) + w2*(f(mid-x2*h)+f(mid+x2*h))
	}
	return h * sum
}
