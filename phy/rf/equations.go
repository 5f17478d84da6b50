package rf

import (
	"slices"
	"strings"

	"halocline/sim/equation"
)

// Equations returns the wave, what it loses in the water and at the surface, and the noise.
func (*ChannelConfig) Equations() []equation.Equation {
	return append(waveEquations(), noiseEquations()...)
}

// constants are lines that the equations of waves share.
const constants = "\nomega = 2 pi f\nmu = 4e-7 pi\nepsilon = epsilon_r/(mu 299792458^2)"

// attenuation gives alpha by conductivity and permittivity.
const attenuation = "\nalpha = omega sqrt(mu epsilon/2 * (sqrt(1 + (sigma/(omega epsilon))^2) - 1))"

// phase gives beta.
const phase = "\nbeta = omega sqrt(mu epsilon/2 * (sqrt(1 + (sigma/(omega epsilon))^2) + 1))"

const hayt = "W. H. Hayt and J. A. Buck, Engineering Electromagnetics, 8th ed., "

// waveEquations returns what follows from the constant of propagation.
func waveEquations() []equation.Equation {
	in := func(result equation.Symbol, more ...equation.Symbol) []equation.Symbol {
		return append([]equation.Symbol{
			result,
			{Name: "f", Unit: "Hz", Meaning: "frequency", Min: 1e3, Max: 1e9},
			{Name: "sigma", Unit: "S/m", Key: "conductivity", Min: 0.005, Max: 20},
			{Name: "epsilon_r", Key: "permittivity", Min: 1, Max: 100},
		}, more...)
	}
	wave := func(v equation.Values) Wave { return Propagation(v["f"], v["sigma"], v["epsilon_r"]) }
	loss := equation.Symbol{Name: "L", Unit: "dB", Meaning: "loss"}
	r := equation.Symbol{Name: "r", Unit: "m", Meaning: "distance", Min: 0.01, Max: 1000}
	return []equation.Equation{
		{
			Of: "path loss", When: "loss: absorption", Text: "L = 20 alpha r/ln(10)" + attenuation + constants,
			Source: hayt + "section 11.2; O. Erdemir's thesis (2018), equation 2.7", Note: "alpha is the attenuation in Np/m",
			Symbols: in(loss, r), Code: func(v equation.Values) float64 { return wave(v).AbsorptionLoss(v["r"]) },
		},
		{
			Of: "path loss", When: "loss: friis", Text: "L = 20 log10(max(2 beta r, 1)) + 20 alpha r/ln(10)" + attenuation + phase + constants,
			Source:  "H. T. Friis, Proc. IRE 34 (1946) 254, equation 1, in a lossy medium as in I. F. Akyildiz, Z. Sun and M. C. Vuran, Physical Communication 2 (2009) 167",
			Symbols: in(loss, r), Code: func(v equation.Values) float64 { return wave(v).FriisLoss(v["r"]) },
			Note: "It holds in the far field, r > 1/beta, where alpha is the attenuation in Np/m and beta the phase constant in rad/m",
		},
		{
			Of: "phase velocity", Text: "v = omega/beta" + phase + constants, Source: hayt + "section 11.2",
			Symbols: in(equation.Symbol{Name: "v", Unit: "m/s", Meaning: "velocity, by which the delay goes"}),
			Code:    func(v equation.Values) float64 { return wave(v).Speed },
		},
		{
			Of: "loss at the surface", Source: hayt + "section 12.1",
			Text: "L = -10 log10(4 eta_0 R/((R + eta_0)^2 + X^2))\nR = omega mu beta/(alpha^2 + beta^2)\nX = omega mu alpha/(alpha^2 + beta^2)\neta_0 = mu 299792458" +
				attenuation + phase + constants,
			Symbols: in(equation.Symbol{Name: "L", Unit: "dB", Meaning: "loss where one end is in air; R + j X is the impedance of the water"}),
			Code:    func(v equation.Values) float64 { return wave(v).InterfaceLoss() }, Step: 1e-9,
		},
		{
			Of: "conductivity that relaxation adds", Text: "sigma_r = 2.4e-19 f^2", Source: "U. Kaatze, J. Chem. Eng. Data 34 (1989) 371",
			Note: "It is added with relaxation: true, and is 3 % too large at 4 GHz",
			Symbols: []equation.Symbol{
				{Name: "sigma_r", Unit: "S/m", Meaning: "conductivity"}, {Name: "f", Unit: "Hz", Meaning: "frequency", Min: 1e3, Max: 4e9},
			},
			Code: func(v equation.Values) float64 { return relaxation(v["f"]) },
		},
	}
}

// noiseEquations returns the external noise figure at each kind of place, and the heat.
func noiseEquations() []equation.Equation {
	const source = "Recommendation ITU-R P.372-16"
	var all []equation.Equation
	for place, text := range map[Place]string{
		city: "F = max(76.8 - 27.7 log10(f), 0)", residential: "F = max(72.5 - 27.7 log10(f), 0)", rural: "F = max(67.2 - 27.7 log10(f), 0)",
		quietRural: "F = max(53.6 - 28.6 log10(f), 0)", galaxy: "F = max(52 - 23 log10(f), 0)",
	} {
		_, _, within := place.median()
		all = append(all, equation.Equation{
			Of: "external noise figure", When: "noise.place: " + string(place), Text: text, Source: source,
			Symbols: []equation.Symbol{
				{Name: "F", Unit: "dB", Meaning: "median over k T B, with 290 K"},
				{Name: "f", Unit: within.Unit, Meaning: "frequency", Min: within.Min, Max: within.Max},
			},
			Code: func(v equation.Values) float64 { return (&NoiseConfig{Place: place}).figure(1e6 * v["f"]) },
		})
	}
	slices.SortFunc(all, func(a, b equation.Equation) int { return strings.Compare(a.When, b.When) })
	return all
}
