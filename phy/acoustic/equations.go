package acoustic

import "halocline/sim/equation"

// Equations returns the loss on the way, and the absorption by each of the formulas.
func (c *ChannelConfig) Equations() []equation.Equation {
	return append([]equation.Equation{{
		Of:   "transmission loss",
		Text: "TL = 10 k log10(r) + a r/1000",
		Symbols: []equation.Symbol{
			{Name: "TL", Unit: "dB re 1 m", Meaning: "transmission loss"},
			{Name: "k", Key: "spreading", Max: 3},
			{Name: "r", Unit: "m", Meaning: "distance; less than 1 m counts as 1 m", Min: 1, Max: 1e6},
			{Name: "a", Unit: "dB/km", Meaning: "absorption in the middle of the way", Max: 400},
		},
		Source: "R. J. Urick, Principles of Underwater Sound, 3rd ed. (1983), chapter 5",
		Code:   func(v equation.Values) float64 { return PathLoss{v["k"], v["a"]}.At(v["r"]) },
	}, shipEquation()}, absorptionEquations()...)
}

// absorptionTexts returns the formulas of absorption by their names.
func absorptionTexts() map[string]equation.Equation {
	const oneWater = "It is for the sea at 4 degC, 35 psu and pH 8, near the surface to 1 km depth"
	return map[string]equation.Equation{
		"thorp": {
			Text:   "a = 0.11 f^2/(1 + f^2) + 44 f^2/(4100 + f^2) + 2.75e-4 f^2 + 0.003",
			Source: "W. H. Thorp, J. Acoust. Soc. Am. 42 (1967) 270, in metric units as in M. Stojanovic, Mobile Comput. Commun. Rev. 11 (2007) 34", Note: oneWater,
		},
		"thorp-ns3": {
			Text:   "a = a_1 if f < 0.4; a_2 otherwise\na_1 = 0.002 + 0.11 f^2/(1 + f^2) + 0.011 f^2\na_2 = 0.11 f^2/(1 + f^2) + 44 f^2/(4100 + f^2) + 2.75e-4 f^2 + 0.003",
			Source: "UanPropModelThorp of ns-3; below 0.4 kHz as in M. Stojanovic, Mobile Comput. Commun. Rev. 11 (2007) 34", Note: oneWater,
		},
		"thorp2": {
			Text:   "a = 0.11 f^2/(1 + f^2) + 44 f^2/(4100 + f^2)",
			Source: "L. Brekhovskikh and Yu. Lysanov, Fundamentals of Ocean Acoustics, chapter 1", Note: oneWater,
		},
		"sulfate": {
			Text:   "a = 44 f^2/(4100 + f^2)",
			Source: "the term of the magnesium sulfate in W. H. Thorp, J. Acoust. Soc. Am. 42 (1967) 270, as in the simulator Thetis", Note: oneWater,
		},
		"fisher-simmons": {
			Text: "a = 20000/ln(10) * (A_1 f_1 F^2/(F^2 + f_1^2) + A_2 P_2 f_2 F^2/(F^2 + f_2^2) + A_3 P_3 F^2)\nF = 1000 f\n" +
				"A_1 = 1.03e-8 + 2.36e-10 T - 5.22e-12 T^2\nf_1 = 1320 (T + 273.1) exp(-1700/(T + 273.1))\n" +
				"A_2 = 5.62e-8 + 7.52e-10 T\nP_2 = 1 - 10.3e-4 P + 3.7e-7 P^2\nf_2 = 1.55e7 (T + 273.1) exp(-3052/(T + 273.1))\n" +
				"A_3 = (55.9 - 2.37 T + 4.77e-2 T^2 - 3.48e-4 T^3) 1e-15\nP_3 = 1 - 3.84e-4 P + 7.57e-8 P^2\nP = D/10",
			Source: "F. H. Fisher and V. P. Simmons, J. Acoust. Soc. Am. 62 (1977) 558", Note: "It is for 35 psu and pH 8. A depth of 10 m counts as 1 atm",
		},
		"francois-garrison": {
			Text: "a = A_1 f_1 f^2/(f^2 + f_1^2) + A_2 P_2 f_2 f^2/(f^2 + f_2^2) + A_3 P_3 f^2\n" +
				"A_1 = 8.86/c * 10^(0.78 pH - 5)\nf_1 = 2.8 sqrt(S/35) 10^(4 - 1245/(T + 273))\n" +
				"A_2 = 21.44 S/c * (1 + 0.025 T)\nP_2 = 1 - 1.37e-4 D + 6.2e-9 D^2\nf_2 = 8.17 * 10^(8 - 1990/(T + 273))/(1 + 0.0018 (S - 35))\n" +
				"A_3 = 4.937e-4 - 2.59e-5 T + 9.11e-7 T^2 - 1.50e-8 T^3 if T <= 20; 3.964e-4 - 1.146e-5 T + 1.45e-7 T^2 - 6.5e-10 T^3 otherwise\n" +
				"P_3 = 1 - 3.83e-5 D + 4.9e-10 D^2\nc = 1412 + 3.21 T + 1.19 S + 0.0167 D",
			Source: "R. E. Francois and G. R. Garrison, J. Acoust. Soc. Am. 72 (1982), part I, 896, and part II, 1879", Note: "Fresh water has the last term alone",
		},
		"ainslie-mccolm": {
			Text: "a = A_1 f_1 f^2/(f^2 + f_1^2) + A_2 f_2 f^2/(f^2 + f_2^2) + A_3 f^2\n" +
				"A_1 = 0.106 exp((pH - 8)/0.56)\nf_1 = 0.78 sqrt(S/35) exp(T/26)\n" +
				"A_2 = 0.52 (1 + T/43) S/35 * exp(-z/6)\nf_2 = 42 exp(T/17)\nA_3 = 0.00049 exp(-(T/27 + z/17))\nz = D/1000",
			Source: "M. A. Ainslie and J. G. McColm, J. Acoust. Soc. Am. 103 (1998) 1671",
		},
	}
}

// absorptionEquations returns the formulas of absorption, for the key absorption. Their ranges are those of Absorptions.
func absorptionEquations() []equation.Equation {
	inputs := []equation.Symbol{
		{Name: "f", Meaning: "frequency"},
		{Name: "T", Meaning: "temperature"},
		{Name: "S", Meaning: "salinity"},
		{Name: "D", Meaning: "depth"},
		{Name: "pH", Meaning: "acidity"},
	}
	texts := absorptionTexts()
	var all []equation.Equation
	for _, a := range Absorptions() {
		e := texts[a.Name]
		e.Of, e.When = "absorption", "absorption: "+a.Name
		e.Symbols = []equation.Symbol{{Name: "a", Unit: "dB/km", Meaning: "absorption"}}
		for i, s := range inputs {
			s.Unit, s.Min, s.Max = a.Limits[i].Unit, a.Limits[i].Min, a.Limits[i].Max
			if e.Uses(s.Name) {
				e.Symbols = append(e.Symbols, s)
			}
		}
		e.Code = func(v equation.Values) float64 {
			return a.DBPerKm(1000*v["f"], Conditions{v["T"], v["S"], v["D"], v["pH"]})
		}
		all = append(all, e)
	}
	return all
}

// Equations returns the sources of noise, and their sum.
func (*WenzNoise) Equations() []equation.Equation {
	density := func(name, meaning string) equation.Symbol {
		return equation.Symbol{Name: name, Unit: "dB re 1 uPa2/Hz", Meaning: meaning}
	}
	f := equation.Symbol{Name: "f", Unit: "kHz", Meaning: "frequency", Min: 0.001, Max: 200}
	const source = "G. M. Wenz, J. Acoust. Soc. Am. 34 (1962) 1936, in the form of R. Coates, Underwater Acoustic Systems (1989)"
	return []equation.Equation{
		{
			Of: "noise density", Source: source, Note: "Rain adds the fit of C. Torres and C. Costa (INTER-NOISE 2019), as a power",
			Text: "N = 10 log10(10^(N_t/10) + 10^(N_s/10) + 10^(N_w/10) + 10^(N_h/10))\n" +
				"N_t = 17 - 30 log10(f)\nN_s = 40 + 20 (s - 0.5) + 26 log10(f) - 60 log10(f + 0.03)\n" +
				"N_w = 50 + 7.5 sqrt(w) + 20 log10(f) - 40 log10(f + 0.4)\nN_h = -15 + 20 log10(f)",
			Symbols: []equation.Symbol{
				density("N", "density, of turbulence N_t, ships N_s, wind N_w and heat N_h"), f,
				{Name: "s", Key: "shipping", Max: 1},
				{Name: "w", Unit: "m/s", Key: "wind", Max: 60},
			},
			Code: func(v equation.Values) float64 { return Wenz{Shipping: v["s"], Wind: v["w"]}.Density(1000 * v["f"]) },
		},
		{
			Of: "noise in the band", When: "band: centre", Source: source, Text: "NL = N + 10 log10(B)",
			Note: "With band: integral, the density is integrated over the band",
			Symbols: []equation.Symbol{
				{Name: "NL", Unit: "dB re 1 uPa", Meaning: "noise level"},
				{Name: "N", Unit: "dB re 1 uPa2/Hz", Meaning: "density at the centre", Min: -100, Max: 200},
				{Name: "B", Unit: "Hz", Meaning: "bandwidth", Min: 1, Max: 1e6},
			},
			Code: func(v equation.Values) float64 { return Flat{v["N"]}.BandLevel(1, v["B"]) },
		},
	}
}

// Equations returns the stretches of the spectrum.
func (*ThetisNoise) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "noise density",
		Text: "N = 107 - 30 log10(f) if f < 10; 10 log10(p + q) if f <= 1000; 95 + sqrt(21) w - 17 log10(f) if f <= 100000; -75 + 20 log10(f) otherwise\n" +
			"p = 10^(N_p/10) if f <= 500; 0 otherwise\nq = 10^(N_q/10) if f >= 200; 0 otherwise\n" +
			"N_p = 76 - 20 log10(f/30)^2 + 5 (i - 4)\nN_q = 44 + sqrt(21) w + 17 (3 - log10(f)) (log10(f) - 2)",
		Symbols: []equation.Symbol{
			{Name: "N", Unit: "dB re 1 uPa2/Hz", Meaning: "density: of turbulence, of ships p and wind q as powers, of wind, of heat"},
			{Name: "f", Unit: "Hz", Meaning: "frequency", Min: 1, Max: 1e6},
			{Name: "i", Key: "traffic", Min: 1, Max: 7},
			{Name: "w", Unit: "kn", Key: "wind", Max: 58},
		},
		Source: "O. Parodi, L. Lapierre and B. Jouvencel, the simulator Thetis, after Wenz",
		Note:   "The stretches do not meet at their ends. The band has the density of its centre",
		Code:   func(v equation.Values) float64 { return Thetis{v["i"], v["w"]}.Density(v["f"]) },
	}}
}

// Equations returns the level in a band.
func (*FlatNoise) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "noise in the band", Text: "NL = N + 10 log10(B)",
		Symbols: []equation.Symbol{
			{Name: "NL", Unit: "dB re 1 uPa", Meaning: "noise level"},
			{Name: "N", Unit: "dB", Key: "level", Min: -100, Max: 200},
			{Name: "B", Unit: "Hz", Meaning: "bandwidth", Min: 1, Max: 1e6},
		},
		Source: "R. J. Urick, Principles of Underwater Sound, 3rd ed. (1983), chapter 2",
		Code:   func(v equation.Values) float64 { return Flat{v["N"]}.BandLevel(1, v["B"]) },
	}}
}
