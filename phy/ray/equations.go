package ray

import (
	"math"

	"halocline/sim/equation"
)

// lossOf returns the loss of a reflection in dB.
func lossOf(r Reflector, sin float64) float64 {
	return -20 * math.Log10(math.Abs(real(r.Reflect(sin))))
}

// Equations returns the coefficient of Rayleigh.
func (*sediment) Equations() []equation.Equation { return rayleighEquations() }

// Equations returns the coefficient of Rayleigh.
func (*halfSpace) Equations() []equation.Equation { return rayleighEquations() }

// rayleighEquations returns the coefficient where it is real, of a bottom that does not attenuate and in which sound is slower.
func rayleighEquations() []equation.Equation {
	return []equation.Equation{{
		Of: "ratio of the reflected pressure to that which comes", Text: "R = (m sin(t) - w)/(m sin(t) + w)\nw = sqrt(n^2 - cos(t)^2)",
		Source: "F. B. Jensen et al., Computational Ocean Acoustics, 2nd ed., chapter 1",
		Note:   "It is written here for a bottom without attenuation in which sound is slower; with an attenuation of a dB per wavelength, n is multiplied by 1 + i a ln(10)/(40 pi), and R is complex",
		Symbols: []equation.Symbol{
			{Name: "R", Meaning: "ratio"},
			{Name: "m", Meaning: "density of the bottom over that of the water", Min: 0.5, Max: 20},
			{Name: "n", Meaning: "speed in the water over that in the bottom", Min: 1, Max: 3},
			{Name: "t", Unit: "rad", Meaning: "grazing angle", Min: 0.01, Max: 1.57},
		},
		Code: func(v equation.Values) float64 { return real(newFluid(1/v["n"], v["m"], 0).Reflect(math.Sin(v["t"]))) },
		Step: 1e-12,
	}}
}

// Equations returns the ratio of the pressures.
func (l *FixedLoss) Equations() []equation.Equation {
	sign := ""
	if l.turns {
		sign = "-"
	}
	return []equation.Equation{{
		Of: "ratio of the reflected pressure to that which comes", Text: "R = " + sign + "10^(-L/20)", Source: "definition of the loss",
		Symbols: []equation.Symbol{{Name: "R", Meaning: "ratio"}, {Name: "L", Unit: "dB", Key: "loss", Max: 100}},
		Code: func(v equation.Values) float64 {
			r, err := (&FixedLoss{Loss: v["L"], turns: l.turns}).Build(Env{})
			if err != nil {
				return math.NaN()
			}
			return real(r.Reflect(1))
		},
	}}
}

// Equations returns the loss of a reflection by the law of the surface.
func (s *windySurface) Equations() []equation.Equation {
	wind := equation.Symbol{Name: "u", Unit: "m/s", Key: "wind", Min: 0.5, Max: 30}
	result := equation.Symbol{Name: "L", Unit: "dB", Meaning: "loss of a reflection"}
	angle := equation.Symbol{Name: "t", Unit: "rad", Meaning: "grazing angle", Min: 0.01, Max: 1.57}
	e := equation.Equation{Of: "loss of a reflection", Step: 1e-9}
	switch s.law {
	case apl:
		e.Text = "L = min(b/sin(t), 15)\nb = 1.26e-3 f^0.85 max(u, 6)^1.57 exp(min(1.2 (u - 6), 0))"
		e.Source, e.Note = "APL-UW High-Frequency Ocean Environmental Acoustic Models Handbook, TR 9407 (1994), page II-21", "The bound of 15 dB is a choice"
		e.Symbols = []equation.Symbol{result, {Name: "f", Unit: "kHz", Meaning: "frequency", Min: 10, Max: 100}, wind, angle}
		e.Code = func(v equation.Values) float64 { return lossOf(newBubbles(v["u"], 1e3*v["f"]), math.Sin(v["t"])) }
	case coates:
		angle.Max = math.Pi / 3
		e.Text = "L = 10 log10((1 + x^2)/(1 + x^2/10)) + (1 + (90 - w)/60) 36 t^2/pi^2\nx = f w^2/378\nw = 3600 u/1852"
		e.Source = "R. Coates, IEEE Trans. UFFC 35 (1988) 522, after Beckmann and Spizzichino"
		e.Symbols = []equation.Symbol{result, {Name: "f", Unit: "kHz", Meaning: "frequency", Min: 1, Max: 100}, wind, angle}
		e.Code = func(v equation.Values) float64 { return lossOf(newScattering(v["u"], 1e3*v["f"]), math.Sin(v["t"])) }
	default:
		e.Of, e.Text = "share of its power that a wave keeps", "p = exp(-(2 k h sin(t))^2)\nk = 2 pi f/c\nh = 0.21 u^2/(4 g)\ng = 9.80665"
		e.Source = "C. Eckart, J. Acoust. Soc. Am. 25 (1953) 566; waves of W. J. Pierson and L. Moskowitz, J. Geophys. Res. 69 (1964) 5181"
		result = equation.Symbol{Name: "p", Meaning: "share of the power that keeps its phase"}
		wind.Max = 10
		e.Symbols = []equation.Symbol{result, {Name: "f", Unit: "Hz", Meaning: "frequency", Min: 10, Max: 5000}, wind, angle, {Name: "c", Unit: "m/s", Meaning: "speed of sound at the surface", Min: 1400, Max: 1600}}
		e.Code = func(v equation.Values) float64 { return coherent(math.Sin(v["t"]), v["f"], v["c"], v["u"]) }
		e.Step = 0
	}
	return []equation.Equation{e}
}
