package acoustic

import (
	"halocline/sim/equation"
)

const kinsler = "L. E. Kinsler et al., Fundamentals of Acoustics, 4th ed., "

// antennaSymbols are the results and inputs of a gain.
func antennaSymbols(name, key string) []equation.Symbol {
	return []equation.Symbol{
		{Name: "G", Unit: "dB", Meaning: "gain over that of the main beam"},
		{Name: name, Unit: "m", Key: key, Min: 0.01, Max: 1},
		{Name: "lambda", Unit: "m", Meaning: "wavelength", Min: 0.01, Max: 1},
		{Name: "phi", Unit: "rad", Meaning: "angle from the axis", Min: 0.01, Max: 1.5},
	}
}

// Equations returns the gain.
func (*LineArray) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "gain", Text: "G = 20 log10(abs(sin(u)/u))\nu = pi L cos(phi)/lambda", Source: kinsler + "section 7.3", Step: 1e-9,
		Note:    "The directivity index is that of this gain, by the mean over all directions",
		Symbols: antennaSymbols("L", "length"),
		Code:    func(v equation.Values) float64 { return Line{v["L"], v["lambda"]}.Gain(v["phi"]) },
	}}
}

// Equations returns the gain and the directivity index.
func (*CircularPiston) Equations() []equation.Equation {
	of := antennaSymbols("D", "diameter")
	return []equation.Equation{
		{
			Of: "gain", Text: "G = 20 log10(abs(2 J_1(x)/x))\nx = pi D sin(phi)/lambda", Source: kinsler + "section 7.4", Step: 1e-9,
			Note: "Behind the baffle there is silence", Symbols: of,
			Code: func(v equation.Values) float64 { return Piston{v["D"], v["lambda"]}.Gain(v["phi"]) },
		},
		{
			Of: "directivity index", Text: "DI = 10 log10(a^2/(1 - J_1(2 a)/a))\na = pi D/lambda", Source: kinsler + "section 7.6", Step: 1e-9,
			Symbols: append([]equation.Symbol{{Name: "DI", Unit: "dB", Meaning: "directivity index"}}, of[1:3]...),
			Code:    func(v equation.Values) float64 { return Piston{v["D"], v["lambda"]}.Index() },
		},
	}
}

// Equations returns the absorption along each ray, and how rays are found.
func (*RaysConfig) Equations() []equation.Equation {
	return append([]equation.Equation{{
		Of: "paths of rays", Source: "F. B. Jensen et al., Computational Ocean Acoustics, 2nd ed., chapter 3",
		Note: "each layer of the water has a constant gradient of the speed of sound, in which a ray is an arc of a circle. Its loss is that of the width of its tube, of absorption along it, and of its reflections",
	}}, absorptionEquations()...)
}

// Equations returns the absorption.
func (*ArrivalsConfig) Equations() []equation.Equation { return absorptionEquations() }

// shipEquation returns the source level of a ship.
func shipEquation() equation.Equation {
	return equation.Equation{
		Of: "source density of a ship", Source: "A. MacGillivray and C. de Jong, J. Mar. Sci. Eng. 9 (2021) 369",
		Text: "S = 191 - 20 log10(f_1) - 10 log10((1 - f/f_1)^2 + 9) + 60 log10(V/V_c) + 20 log10(l/91.44)\nf_1 = 480/V_c\nV_c = 7.4",
		Note: "It is written here for class: other; V_c is the speed that the key class has, and for cruise ships 16 stands in place of 9. The standard deviation is 6 dB",
		Symbols: []equation.Symbol{
			{Name: "S", Unit: "dB re 1 uPa2/Hz at 1 m", Meaning: "source density"},
			{Name: "f", Unit: "Hz", Meaning: "frequency", Min: 10, Max: 31500},
			{Name: "V", Unit: "kn", Key: "ships[].speed", Min: 0.1, Max: 50},
			{Name: "l", Unit: "m", Key: "ships[].length", Min: 1, Max: 500},
		},
		Code: func(v equation.Values) float64 {
			c := ShipConfig{Speed: v["V"] * knot, Length: v["l"]}
			c.Defaults()
			return c.density(v["f"])
		},
		Step: 1e-9,
	}
}
