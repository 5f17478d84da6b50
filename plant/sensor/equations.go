package sensor

import (
	"math"
	"time"

	"halocline/sim/equation"
	"halocline/sim/geom"
)

// errorEquations returns the white noise of a reading and the memory of its bias, of the error at a key.
func errorEquations(key, unit string) []equation.Equation {
	return equation.Under(key, []equation.Equation{
		{
			Of: "standard deviation of the noise of a reading", Text: "s = sqrt(n^2 + d^2/T)",
			Source: "J. L. Crassidis, IEEE Trans. Aerosp. Electron. Syst. 42 (2006) 750, appendix",
			Symbols: []equation.Symbol{
				{Name: "s", Unit: unit, Meaning: "standard deviation"},
				{Name: "n", Unit: unit, Key: "noise", Max: 10},
				{Name: "d", Key: "noise_density", Max: 10},
				{Name: "T", Unit: "s", Meaning: "time from one reading to the next", Min: 0.1, Max: 100},
			},
			Code: func(v equation.Values) float64 {
				return Error{Noise: v["n"], Density: v["d"]}.White(time.Duration(math.Round(v["T"] * 1e9)))
			},
			Step: 1e-7,
		},
		{
			Of: "bias", Source: "D. T. Gillespie, Phys. Rev. E 54 (1996) 2084",
			Note: "after a time t it is a b + s sqrt(1 - a^2) n, with a = exp(-t/bias_time), its value b before, the standard deviation s of the key bias and a normal number n",
		},
	})
}

// Equations returns the errors of a place at the surface.
func (*GPSConfig) Equations() []equation.Equation { return errorEquations("horizontal", "m") }

// Equations returns the errors of a rate.
func (*IMUConfig) Equations() []equation.Equation {
	return append(errorEquations("rate", "rad/s"), equation.Equation{
		Of: "specific force", Source: "T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control (2011), chapter 11",
		Note: "f = v' + w x v + w' x r + w x (w x r) - R^T g at the place r in the body frame, with the velocity v, the turn rate w, the attitude R and gravity g",
	})
}

// Equations returns the errors of a velocity.
func (*DVLConfig) Equations() []equation.Equation { return errorEquations("velocity", "m/s") }

// Equations returns the errors of a conductivity.
func (*CTDConfig) Equations() []equation.Equation { return errorEquations("conductivity", "S/m") }

// Equations returns the errors of a slant range.
func (*USBLConfig) Equations() []equation.Equation { return errorEquations("distance", "m") }

// Equations returns the errors of a depth.
func (*DepthConfig) Equations() []equation.Equation { return errorEquations("depth", "m") }

// Equations returns the time and the strength of an echo.
func (*SonarConfig) Equations() []equation.Equation {
	return append(errorEquations("distance", "m"), []equation.Equation{
		{
			Of: "time to an echo", Text: "t = 2 (c r - r v cos(phi))/(c^2 - v^2)", Source: "geometry: c t is the way out and that back to where the sonar has gone", Step: 1e-12,
			Symbols: []equation.Symbol{
				{Name: "t", Unit: "s", Meaning: "time"},
				{Name: "c", Unit: "m/s", Meaning: "speed of sound", Min: 1400, Max: 1600},
				{Name: "r", Unit: "m", Meaning: "distance", Min: 0.1, Max: 1000},
				{Name: "v", Unit: "m/s", Meaning: "speed of the sonar", Min: 0.01, Max: 20},
				{Name: "phi", Unit: "rad", Meaning: "angle between its motion and the beam", Min: 0.01, Max: 3},
			},
			Code: func(v equation.Values) float64 {
				return echoTime(geom.Vec{X: v["r"]}, geom.Vec{X: v["v"] * math.Cos(v["phi"]), Y: v["v"] * math.Sin(v["phi"])}, v["c"])
			},
		},
		{
			Of: "echo over what is detected", Source: "R. J. Urick, Principles of Underwater Sound, 3rd ed. (1983), chapter 2", Note: "It is detected where this is not negative", Step: 1e-9,
			Text: "x = SL - 2 TL + TS - NL + DI - DT\nTL = 20 log10(r) + a r/1000\nTS = S + 10 log10(pi (r tan(h))^2 sin(g))",
			Symbols: []equation.Symbol{
				{Name: "x", Unit: "dB", Meaning: "excess"},
				{Name: "SL", Unit: "dB", Key: "echo.source_level", Max: 300},
				{Name: "NL", Unit: "dB", Key: "echo.noise_level", Max: 200},
				{Name: "DI", Unit: "dB", Key: "echo.directivity", Max: 60},
				{Name: "DT", Unit: "dB", Key: "echo.threshold", Min: -60, Max: 60},
				{Name: "a", Key: "echo.absorption", Max: 1000},
				{Name: "S", Unit: "dB", Key: "echo.strength", Min: -100},
				{Name: "r", Unit: "m", Meaning: "distance", Min: 1, Max: 1000},
				{Name: "h", Unit: "rad", Meaning: "half of the angle of the beam", Min: 0.01, Max: 0.5},
				{Name: "g", Unit: "rad", Meaning: "grazing angle", Min: 0.01, Max: 1.5},
			},
			Code: func(v equation.Values) float64 {
				c := EchoConfig{Source: v["SL"], Noise: v["NL"], Directivity: v["DI"], Threshold: v["DT"], Absorption: v["a"], Strength: v["S"]}
				return c.excess(v["r"], v["g"], v["h"])
			},
		},
	}...)
}
