package ocean

import (
	"math"
	"slices"

	"halocline/sim"
	"halocline/sim/equation"
	"halocline/sim/geom"
)

// soundTexts returns the formulas of the speed of sound and their sources, by name.
func soundTexts() map[string][2]string {
	return map[string][2]string{
		"mackenzie": {
			"c = 1448.96 + 4.591 T - 5.304e-2 T^2 + 2.374e-4 T^3 + 1.340 (S - 35) + 1.630e-2 D + 1.675e-7 D^2 - 1.025e-2 T (S - 35) - 7.139e-13 T D^3",
			"K. V. Mackenzie, J. Acoust. Soc. Am. 70 (1981) 807",
		},
		"medwin": {
			"c = 1449.2 + 4.6 T - 0.055 T^2 + 0.00029 T^3 + (1.34 - 0.010 T) (S - 35) + 0.016 D",
			"H. Medwin, J. Acoust. Soc. Am. 58 (1975) 1318",
		},
		"leroy": {
			"c = 1402.5 + 5 T - 5.44e-2 T^2 + 2.1e-4 T^3 + 1.33 S - 1.23e-2 S T + 8.7e-5 S T^2 + 1.56e-2 D + 2.55e-7 D^2 - 7.3e-12 D^3 + 1.2e-6 D (abs(phi) - 45) - 9.5e-13 T D^3 + 3e-7 T^2 D + 1.43e-5 S D",
			"C. C. Leroy, S. P. Robinson and M. J. Goldsmith, J. Acoust. Soc. Am. 124 (2008) 2774, equation 2",
		},
		"unesco": {
			"c = C + A S + B S^1.5 + F S^2\n" +
				"C = C_0 + C_1 p + C_2 p^2 + C_3 p^3\nC_0 = 1402.388 + 5.03711 T - 5.80852e-2 T^2 + 3.3420e-4 T^3 - 1.47800e-6 T^4 + 3.1464e-9 T^5\n" +
				"C_1 = 0.153563 + 6.8982e-4 T - 8.1788e-6 T^2 + 1.3621e-7 T^3 - 6.1185e-10 T^4\nC_2 = 3.1260e-5 - 1.7107e-6 T + 2.5974e-8 T^2 - 2.5335e-10 T^3 + 1.0405e-12 T^4\n" +
				"C_3 = -9.7729e-9 + 3.8504e-10 T - 2.3643e-12 T^2\n" +
				"A = A_0 + A_1 p + A_2 p^2 + A_3 p^3\nA_0 = 1.389 - 1.262e-2 T + 7.164e-5 T^2 + 2.006e-6 T^3 - 3.21e-8 T^4\n" +
				"A_1 = 9.4742e-5 - 1.2580e-5 T - 6.4885e-8 T^2 + 1.0507e-8 T^3 - 2.0122e-10 T^4\nA_2 = -3.9064e-7 + 9.1041e-9 T - 1.6002e-10 T^2 + 7.988e-12 T^3\n" +
				"A_3 = 1.100e-10 + 6.649e-12 T - 3.389e-13 T^2\nB = -1.922e-2 - 4.42e-5 T + (7.3637e-5 + 1.7945e-7 T) p\nF = 1.727e-3 - 7.9836e-6 p\np = P/10",
			"C.-T. Chen and F. J. Millero, J. Acoust. Soc. Am. 62 (1977) 1129, in the form of N. P. Fofonoff and R. C. Millard, UNESCO Technical Papers in Marine Science 44 (1983), equations 33 to 37",
		},
	}
}

// Equations returns the speed of sound by each formula, and the density.
func (Config) Equations() []equation.Equation {
	var all []equation.Equation
	texts := soundTexts()
	for _, m := range soundModels() {
		e := equation.Equation{
			Of: "speed of sound", When: "sound_speed: " + m.name, Text: texts[m.name][0], Source: texts[m.name][1],
			Symbols: append([]equation.Symbol{{Name: "c", Unit: "m/s", Meaning: "speed of sound"}}, waterSymbols(m.limits)...),
			Code: func(v equation.Values) float64 {
				return m.speed(v["T"], v["S"], v["D"], v["phi"]*math.Pi/180)
			},
		}
		if m.inDbar {
			e.Code = func(v equation.Values) float64 { return ChenMillero(v["T"], v["S"], v["P"]) }
		}
		if e.Uses("phi") {
			e.Symbols = append(e.Symbols, equation.Symbol{Name: "phi", Unit: "deg", Meaning: "latitude", Min: -90, Max: 90})
		}
		all = append(all, e)
	}
	return append(all, densityEquation(), pressureEquation(), equation.Equation{
		Of: "conductivity", Source: "practical salinity scale PSS-78: N. P. Fofonoff and R. C. Millard (1983), equations 1 to 4; below 2 psu K. D. Hill, T. M. Dauphinee and D. J. Woods, IEEE J. Oceanic Eng. OE-11 (1986) 109",
		Note: "it is found by inverting the scale, which gives salinity by conductivity, temperature and pressure, -2 to 35 degC, 0 to 42 psu, 0 to 10000 dbar",
	})
}

// waterSymbols returns the inputs with the ranges of limits, which are in the order of temperature, salinity, and depth or pressure.
func waterSymbols(limits []Limit) []equation.Symbol {
	names := map[string]string{"temperature": "T", "salinity": "S", "depth": "D", "pressure": "P"}
	var all []equation.Symbol
	for _, l := range limits {
		all = append(all, equation.Symbol{Name: names[l.Name], Unit: l.Unit, Meaning: l.Name, Min: l.Min, Max: l.Max})
	}
	return all
}

// densityEquation is the equation of state.
func densityEquation() equation.Equation {
	return equation.Equation{
		Of: "density, where the key density is left out",
		Text: "rho = rho_0/(1 - p/K)\np = P/10\n" +
			"rho_0 = 999.842594 + 6.793952e-2 T - 9.095290e-3 T^2 + 1.001685e-4 T^3 - 1.120083e-6 T^4 + 6.536332e-9 T^5 + S (8.24493e-1 - 4.0899e-3 T + 7.6438e-5 T^2 - 8.2467e-7 T^3 + 5.3875e-9 T^4) + S^1.5 (-5.72466e-3 + 1.0227e-4 T - 1.6546e-6 T^2) + 4.8314e-4 S^2\n" +
			"K = K_0 + K_1 p + K_2 p^2\n" +
			"K_0 = 19652.21 + 148.4206 T - 2.327105 T^2 + 1.360477e-2 T^3 - 5.155288e-5 T^4 + S (54.6746 - 0.603459 T + 1.09987e-2 T^2 - 6.1670e-5 T^3) + S^1.5 (7.944e-2 + 1.6483e-2 T - 5.3009e-4 T^2)\n" +
			"K_1 = 3.239908 + 1.43713e-3 T + 1.16092e-4 T^2 - 5.77905e-7 T^3 + S (2.2838e-3 - 1.0981e-5 T - 1.6078e-6 T^2) + 1.91075e-4 S^1.5\n" +
			"K_2 = 8.50935e-5 - 6.12293e-6 T + 5.2787e-8 T^2 + S (-9.9348e-7 + 2.0816e-8 T + 9.1697e-10 T^2)",
		Source:  "equation of state EOS-80: N. P. Fofonoff and R. C. Millard, UNESCO Technical Papers in Marine Science 44 (1983), equations 7 and 13 to 19",
		Symbols: append([]equation.Symbol{{Name: "rho", Unit: "kg/m3", Meaning: "density"}}, waterSymbols(densityLimits())...),
		Code:    func(v equation.Values) float64 { return Density(v["T"], v["S"], v["P"]) },
	}
}

// pressureEquation is how depth follows from pressure.
func pressureEquation() equation.Equation {
	return equation.Equation{
		Of:   "depth by pressure, whose inverse gives the pressure at a depth",
		Text: "D = (9.72659 P - 2.2512e-5 P^2 + 2.279e-10 P^3 - 1.82e-15 P^4)/(g + 1.092e-6 P)\ng = 9.780318 (1 + 5.2788e-3 sin(phi)^2 + 2.36e-5 sin(phi)^4)",
		Symbols: []equation.Symbol{
			{Name: "D", Unit: "m", Meaning: "depth"},
			{Name: "P", Unit: "dbar", Meaning: "pressure above that of the air", Min: 1, Max: 10000},
			{Name: "phi", Unit: "rad", Key: "latitude", Min: -1.5, Max: 1.5},
		},
		Source: "P. M. Saunders and N. P. Fofonoff, Deep-Sea Research 23 (1976) 109, refitted as in N. P. Fofonoff and R. C. Millard (1983), equation 25",
		Code:   func(v equation.Values) float64 { return Depth(v["P"], v["phi"]) },
	}
}

// seconds is the time of the run as a symbol.
func seconds() equation.Symbol {
	return equation.Symbol{Name: "t", Unit: "s", Meaning: "time", Max: 1e5}
}

// Equations returns the speed over time.
func (TidalConfig) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "speed of the current along its direction", Text: "u = a cos(2 pi t/T + phi)", Source: "one constituent of the tide, as in A. T. Doodson and H. D. Warburg, Admiralty Manual of Tides (1941)",
		Symbols: []equation.Symbol{
			{Name: "u", Unit: "m/s", Meaning: "speed"},
			{Name: "a", Unit: "m/s", Key: "amplitude", Max: 10},
			seconds(),
			{Name: "T", Unit: "s", Key: "period", Min: 3600, Max: 1e5},
			{Name: "phi", Unit: "rad", Key: "phase", Min: -3, Max: 3},
		},
		Code: func(v equation.Values) float64 {
			c := tidal{geom.Vec{X: v["a"]}, sim.Seconds(v["T"]), v["phi"]}
			return c.Velocity(geom.Vec{}, sim.Time(0).Add(sim.Seconds(v["t"]))).X
		},
		Step: 1e-8,
	}}
}

// Equations returns the surface and the motion of the water below it.
func (SwellConfig) Equations() []equation.Equation {
	symbols := []equation.Symbol{
		{Name: "H", Unit: "m", Key: "height", Min: 0.01, Max: 4},
		{Name: "k", Unit: "rad/m", Meaning: "wave number", Min: 0.005, Max: 0.2},
		{Name: "x", Unit: "m", Meaning: "place along the way of the waves", Max: 1000},
		{Name: "omega", Unit: "rad/s", Meaning: "2 pi over the period", Min: 0.2, Max: 3},
		{Name: "t", Unit: "s", Meaning: "time", Max: 1000},
	}
	waves := func(v equation.Values) *Waves {
		return &Waves{along: geom.Vec{X: 1}, depth: math.Inf(1), parts: []wave{{v["H"] / 2, v["omega"], v["k"], 0}}}
	}
	at := func(v equation.Values) (geom.Vec, sim.Time) {
		return geom.Vec{X: v["x"], Z: v["z"]}, sim.Time(0).Add(sim.Seconds(v["t"]))
	}
	const dean = "R. G. Dean and R. A. Dalrymple, Water Wave Mechanics for Engineers and Scientists (1991), "
	return []equation.Equation{
		{
			Of: "height of the surface", Text: "eta = H/2 * cos(k x - omega t)", Source: dean + "chapter 3", Step: 1e-7,
			Symbols: append([]equation.Symbol{{Name: "eta", Unit: "m", Meaning: "height over that of still water"}}, symbols...),
			Code:    func(v equation.Values) float64 { return waves(v).Surface(at(v)) },
		},
		{
			Of: "velocity of the water along the way of the waves", Text: "u = H omega/2 * exp(k z) cos(k x - omega t)", Source: dean + "chapter 4", Step: 1e-7,
			Note:    "It is written here for deep water; elsewhere cosh(k (z + h))/sinh(k h) stands for the exponential, with the depth h",
			Symbols: slices.Concat([]equation.Symbol{{Name: "u", Unit: "m/s", Meaning: "velocity"}, {Name: "z", Unit: "m", Meaning: "height over still water", Min: -50, Max: -0.01}}, symbols),
			Code:    func(v equation.Values) float64 { return waves(v).Velocity(at(v)).X },
		},
		{
			Of: "relation of period and wave number, from which the wave number is found", Text: "omega = sqrt(g k tanh(k h))\ng = 9.80665", Source: dean + "chapter 3",
			Symbols: []equation.Symbol{
				{Name: "omega", Unit: "rad/s", Meaning: "2 pi over the period"}, {Name: "k", Unit: "rad/m", Meaning: "wave number", Min: 0.01, Max: 2}, {Name: "h", Unit: "m", Meaning: "depth of the bottom", Min: 1, Max: 100},
			},
			Code: func(v equation.Values) float64 {
				omega := math.Sqrt(standardGravity * v["k"] * math.Tanh(v["k"]*v["h"]))
				return omega * v["k"] / waveNumber(omega, v["h"])
			},
		},
	}
}

// Equations returns the spectrum, as a rule.
func (JonswapConfig) Equations() []equation.Equation {
	return append(SwellConfig{}.Equations()[2:], equation.Equation{
		Of: "spectrum of the surface", Source: "K. Hasselmann et al. (1973); DNV-RP-C205, section 3.5.5",
		Note: "it goes by w^-5 exp(-5/4 (p/w)^4) peak^r, with r = exp(-(w/p - 1)^2/(2 s^2)), s = 0.07 below the frequency p of the peak and 0.09 above it, scaled to the variance (height/4)^2",
	})
}

// Equations returns how speed and direction wander.
func (GaussMarkovConfig) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "speed and direction", Source: "D. T. Gillespie, Phys. Rev. E 54 (1996) 2084",
		Note: "each is its mean plus a deviation d, which a step later is r d + sqrt(1 - r^2) s n, with r = exp(-step/time), the standard deviation s and a normal number n",
	}}
}
