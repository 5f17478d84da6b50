package ocean

import "math"

// The formulas of this file are those of Fofonoff and Millard, Algorithms for
// computation of fundamental properties of seawater, UNESCO Technical Papers in
// Marine Science 44, 1983, called F&M below. They take temperature on the scale
// of 1968; the scale of 1990 reads 0.024 % lower, at most 0.01 degC, which is
// below what these formulas can tell and is not converted. Pressure is in dbar
// above atmospheric pressure.

// Density returns the density of sea water in kg/m3 at t degC, salinity s psu
// and p dbar: the international equation of state EOS-80, F&M eq. 7 and 13 to
// 19. Valid for -2 to 40 degC, 0 to 42 psu, 0 to 10000 dbar.
func Density(t, s, p float64) float64 {
	p /= 10 // the coefficients are for bar
	root := math.Sqrt(s)

	surface := 999.842594 +
		t*(6.793952e-2+t*(-9.095290e-3+t*(1.001685e-4+t*(-1.120083e-6+t*6.536332e-9)))) +
		s*(8.24493e-1+t*(-4.0899e-3+t*(7.6438e-5+t*(-8.2467e-7+t*5.3875e-9)))+
			root*(-5.72466e-3+t*(1.0227e-4-t*1.6546e-6))+
			s*4.8314e-4)

	k0 := 19652.21 + t*(148.4206+t*(-2.327105+t*(1.360477e-2-t*5.155288e-5))) +
		s*(54.6746+t*(-0.603459+t*(1.09987e-2-t*6.1670e-5))+
			root*(7.944e-2+t*(1.6483e-2-t*5.3009e-4)))
	k1 := 3.239908 + t*(1.43713e-3+t*(1.16092e-4-t*5.77905e-7)) +
		s*(2.2838e-3+t*(-1.0981e-5-t*1.6078e-6)+root*1.91075e-4)
	k2 := 8.50935e-5 + t*(-6.12293e-6+t*5.2787e-8) +
		s*(-9.9348e-7+t*(2.0816e-8+t*9.1697e-10))
	modulus := k0 + p*(k1+p*k2) // secant bulk modulus, bar

	return surface / (1 - p/modulus)
}

func densityLimits() []Limit {
	return []Limit{
		{"temperature", "degC", -2, 40}, {"salinity", "psu", 0, 42}, {"pressure", "dbar", 0, 10000},
	}
}

// Depth returns the depth in metres at which the pressure is p dbar, at a
// latitude in radians: Saunders and Fofonoff, Deep-Sea Research 23, 1976, p.
// 109, refitted to EOS-80 as F&M eq. 25. It stands for a water column of 0 degC
// and 35 psu throughout: a warmer ocean differs by metres in thousands, fresh
// water by 3 %. Valid for 0 to 10000 dbar.
func Depth(p, latitude float64) float64 {
	return p * (9.72659 + p*(-2.2512e-5+p*(2.279e-10-p*1.82e-15))) /
		(gravity(latitude) + 1.092e-6*p)
}

// Pressure returns the pressure in dbar at a depth in metres and a latitude in
// radians. It is the inverse of Depth, found by Newton's method: Depth is so
// nearly straight that three steps leave less than 1e-9 dbar.
func Pressure(depth, latitude float64) float64 {
	g := gravity(latitude)
	p := depth
	for range 3 {
		column := p * (9.72659 + p*(-2.2512e-5+p*(2.279e-10-p*1.82e-15)))
		slope := 9.72659 + p*(-4.5024e-5+p*(6.837e-10-p*7.28e-15))
		weight := g + 1.092e-6*p
		p -= (column - depth*weight) / (slope - depth*1.092e-6)
	}
	return p
}

// gravity returns the acceleration at the surface in m/s2 at a latitude in
// radians, as F&M use it (p. 27; International Association of Geodesy, 1970).
func gravity(latitude float64) float64 {
	sin := math.Sin(latitude)
	x := sin * sin
	return 9.780318 * (1 + x*(5.2788e-3+x*2.36e-5))
}

// standardConductivity is C(35, 15, 0), the conductivity of standard sea water
// in S/m (Culkin and Smith, IEEE J. Oceanic Eng. OE-5, 1980, p. 22).
const standardConductivity = 4.2914

// Salinity returns the practical salinity in psu of water whose conductivity is
// c S/m at t degC and p dbar: the scale PSS-78, F&M eq. 1 to 4, and below 2 psu
// its extension to fresh water by Hill, Dauphinee and Woods, IEEE J. Oceanic
// Eng. OE-11, 1986, p. 109. Valid for -2 to 35 degC, 0 to 42 psu, 0 to 10000
// dbar.
func Salinity(c, t, p float64) float64 {
	r := c / standardConductivity
	k := 1 + p*(2.070e-5+p*(-6.370e-10+p*3.989e-15))/
		(1+t*(3.426e-2+t*4.464e-4)+(4.215e-1-3.107e-3*t)*r)
	root := math.Sqrt(r / (k * conductivityAt35(t)))
	if s := practicalSalinity(root, t); s >= lowSalinity {
		return s
	}
	return lowSalinityScale(t) * extendedSalinity(root, t)
}

// Conductivity returns the conductivity in S/m of water of salinity s psu at t
// degC and p dbar: the inverse of Salinity, valid in the same range. Fresh water
// has none.
func Conductivity(t, s, p float64) float64 {
	if s <= 0 {
		return 0
	}
	var root float64
	if s >= lowSalinity {
		root = rootOfRatio(practicalSalinity, s, t)
	} else {
		root = rootOfRatio(extendedSalinity, s/lowSalinityScale(t), t)
	}
	// With x = Rt rt known, R = x (1 + c/(a + b R)) is a quadratic in the ratio R:
	// b R^2 + (a - b x) R - (a + c) x = 0.
	x := root * root * conductivityAt35(t)
	a := 1 + t*(3.426e-2+t*4.464e-4)
	b := 4.215e-1 - 3.107e-3*t
	c := p * (2.070e-5 + p*(-6.370e-10+p*3.989e-15))
	half := (a - b*x) / 2
	return standardConductivity * (math.Sqrt(half*half+b*(a+c)*x) - half) / b
}

func conductivityLimits() []Limit {
	return []Limit{
		{"temperature", "degC", -2, 35}, {"salinity", "psu", 0, 42}, {"pressure", "dbar", 0, 10000},
	}
}

// conductivityAt35 returns C(35,t,0)/C(35,15,0), F&M eq. 3.
func conductivityAt35(t float64) float64 {
	return 0.6766097 + t*(2.00564e-2+t*(1.104259e-4+t*(-6.9698e-7+t*1.0031e-9)))
}

// practicalSalinity returns the salinity in psu of water at t degC, where root
// is the square root of Rt = C(s,t,0)/C(35,t,0): F&M eq. 1 and 2.
func practicalSalinity(root, t float64) float64 {
	f := (t - 15) / (1 + 0.0162*(t-15))
	return 0.0080 + root*(-0.1692+root*(25.3851+root*(14.0941+root*(-7.0261+root*2.7081)))) +
		f*(0.0005+root*(-0.0056+root*(-0.0066+root*(-0.0375+root*(0.0636-root*0.0144)))))
}

// extendedSalinity is practicalSalinity less the two terms of Hill et al., in
// 400 Rt and 100 Rt, that make water without conductivity fresh.
func extendedSalinity(root, t float64) float64 {
	f := (t - 15) / (1 + 0.0162*(t-15))
	x, y := 400*root*root, 10*root
	return practicalSalinity(root, t) - 0.0080/(1+x*(1.5+x)) - 0.0005*f/(1+y*(1+y*(1+y)))
}

// lowSalinity is where the two meet, in psu. They differ there by up to 3e-4
// psu, so the extension is scaled to agree, as the TEOS-10 library does.
const lowSalinity = 2

func lowSalinityScale(t float64) float64 {
	return lowSalinity / extendedSalinity(rootOfRatio(practicalSalinity, lowSalinity, t), t)
}

// rootOfRatio inverts either scale at t degC by bisection, down to rounding.
func rootOfRatio(scale func(root, t float64) float64, s, t float64) float64 {
	low, high := 0.0, 2.0
	for range 54 {
		root := (low + high) / 2
		if scale(root, t) < s {
			low = root
		} else {
			high = root
		}
	}
	return (low + high) / 2
}
