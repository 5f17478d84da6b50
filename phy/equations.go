package phy

import (
	"halocline/sim"
	"halocline/sim/equation"
)

// Equations returns how long a frame is on the air.
func (*ModemConfig) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "time of a frame on the air", Text: "t = T_p + n/R", Source: "definition", Step: 1e-9,
		Symbols: []equation.Symbol{
			{Name: "t", Unit: "s", Meaning: "time on the air, rounded to 1 ns"},
			{Name: "T_p", Unit: "s", Key: "preamble", Max: 10},
			{Name: "n", Unit: "bit", Meaning: "length of the frame", Min: 1, Max: 1e5, Whole: true},
			{Name: "R", Unit: "bit/s", Key: "rate", Min: 10, Max: 1e7},
		},
		Code: func(v equation.Values) float64 {
			m := Modem{Rate: v["R"], Preamble: sim.Seconds(v["T_p"])}
			return m.Airtime(int(v["n"])).Seconds()
		},
	}}
}

// Equations returns the delay.
func (*IdealConfig) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "delay", Text: "t = r/c", Source: "definition", Note: "Nothing is lost on the way", Step: 1e-9,
		Symbols: []equation.Symbol{
			{Name: "t", Unit: "s", Meaning: "delay, rounded to 1 ns"},
			{Name: "r", Unit: "m", Meaning: "distance", Max: 1e6},
			{Name: "c", Unit: "m/s", Key: "speed", Min: 1, Max: 299792458},
		},
		Code: func(v equation.Values) float64 { return Ray{Time: v["r"] / v["c"]}.Delay().Seconds() },
	}}
}

// Equations returns the level as a power.
func (*Decibels) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "transmitted power", Text: "P = 10^(SL/10)", Source: "definition of the level",
		Note: "Losses and gains of the channel multiply it, and noise and interference add as powers",
		Symbols: []equation.Symbol{
			{Name: "P", Unit: "uPa2 at 1 m", Meaning: "power"}, {Name: "SL", Unit: "dB", Key: "source_level", Max: 260},
		},
		Code: func(v equation.Values) float64 {
			m := new(Modem)
			(&Decibels{SourceLevel: v["SL"]}).Apply(m)
			return m.Power
		},
	}}
}

// Equations returns the level as a power.
func (*PowerLevels) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "transmitted power", Text: "P = 10^((p - 30)/10)", Source: "definition of the level: 0 dBm is 1 mW",
		Symbols: []equation.Symbol{
			{Name: "P", Unit: "W", Meaning: "power"}, {Name: "p", Unit: "dBm", Key: "power", Min: -100, Max: 60},
		},
		Code: func(v equation.Values) float64 { return watts(v["p"]) },
	}}
}

// power is the symbol of what fading models give.
func power() equation.Symbol {
	return equation.Symbol{Name: "g", Meaning: "received power over its mean"}
}

// normal is a symbol that stands for a normal number of mean 0 and variance 1.
func normal(name string) equation.Symbol {
	return equation.Symbol{Name: name, Meaning: "normal number of mean 0 and variance 1, drawn by chance", Min: -6, Max: 6}
}

const proakis = "J. G. Proakis and M. Salehi, Digital Communications, 5th ed. (2008)"

// Equations returns the law of the power.
func (RayleighFading) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "received power over its mean", Text: "g = x^2/2 + y^2/2", Source: proakis + ", section 13.1",
		Note:    "So it is distributed exponentially: it is less than z with the chance 1 - exp(-z)",
		Symbols: []equation.Symbol{power(), normal("x"), normal("y")},
		Code:    func(v equation.Values) float64 { return newRician(0).power(v["x"], v["y"]) },
	}}
}

// ricianEquation is the power of a direct wave with scattered ones.
func ricianEquation() equation.Equation {
	return equation.Equation{
		Of: "received power over its mean", Source: proakis + ", sections 2.3 and 13.1",
		Text:    "g = (sqrt(K/(K + 1)) + s x)^2 + (s y)^2\ns = sqrt(1/(2 (K + 1)))\nK = 10^(k/10)",
		Symbols: []equation.Symbol{power(), {Name: "k", Unit: "dB", Key: "k", Min: -20, Max: 60}, normal("x"), normal("y")},
		Code:    func(v equation.Values) float64 { return newRician(fromDB(v["k"])).power(v["x"], v["y"]) },
	}
}

// Equations returns the power.
func (*RicianFading) Equations() []equation.Equation { return []equation.Equation{ricianEquation()} }

// logNormalEquation is the power in shadows.
func logNormalEquation() equation.Equation {
	return equation.Equation{
		Of: "received power over its mean", Text: "g = exp(s n - s^2/2)\ns = sigma ln(10)/10",
		Source:  "P. Qarabaqi and M. Stojanovic, IEEE J. Oceanic Eng. 38 (2013) 701",
		Symbols: []equation.Symbol{power(), {Name: "sigma", Unit: "dB", Key: "sigma", Max: 20}, normal("n")},
		Code: func(v equation.Values) float64 {
			return (&LogNormalFading{Sigma: v["sigma"]}).Build().(logNormal).power(v["n"])
		},
	}
}

// Equations returns the power.
func (*LogNormalFading) Equations() []equation.Equation {
	return []equation.Equation{logNormalEquation()}
}

// Equations returns the power, and how that of neighbours is alike.
func (*ShadowFading) Equations() []equation.Equation {
	e := logNormalEquation()
	e.Source = "M. Gudmundson, Electronics Letters 27 (1991) 2145"
	e.Note = "Where one end moves by d, the numbers n correlate by exp(-d/D), with the key distance as D"
	return []equation.Equation{e}
}

// memory is how the gain is carried from one reception to the next.
func memory() equation.Equation {
	return equation.Equation{
		Of: "scattered gain at a reception", Text: "h = rho p + sqrt(1 - rho^2) n\nrho = exp(-t/T)",
		Source: "D. T. Gillespie, Phys. Rev. E 54 (1996) 2084", Note: "Each of the two quadratures has it, which are x and y above",
		Symbols: []equation.Symbol{
			{Name: "h", Meaning: "gain"},
			{Name: "p", Meaning: "gain at the reception before", Min: -6, Max: 6},
			{Name: "t", Unit: "s", Meaning: "time since then", Min: 1e-3, Max: 100},
			{Name: "T", Unit: "s", Key: "coherence", Min: 0.1, Max: 1000},
			normal("n"),
		},
		Code: func(v equation.Values) float64 { return carried(v["p"], v["n"], v["t"]/v["T"]) },
		Step: 1e-12,
	}
}

// Equations returns the power and its memory.
func (*BlockRayleighFading) Equations() []equation.Equation {
	return append(RayleighFading{}.Equations(), memory())
}

// Equations returns the power and its memory.
func (*BlockRicianFading) Equations() []equation.Equation {
	return []equation.Equation{ricianEquation(), memory()}
}

// spreading is the time over which Clarke's fading stays alike.
func spreading() equation.Equation {
	return equation.Equation{
		Of: "time over which the gain stays alike", Text: "t = 9/(16 pi f)", Source: "T. Rappaport, Wireless Communications, 2nd ed., section 5.4.3; R. H. Clarke, Bell Syst. Tech. J. 47 (1968) 957",
		Note: "The gain is that of 32 scattered waves, and correlates by J0(2 pi f t)", Step: 1e-9,
		Symbols: []equation.Symbol{
			{Name: "t", Unit: "s", Meaning: "time in which the correlation of the gain falls to 0.7"},
			{Name: "f", Unit: "Hz", Key: "doppler_spread", Min: 1e-3, Max: 1e4},
		},
		Code: func(v equation.Values) float64 { return newClarke(0, v["f"]).Steady().Seconds() },
	}
}

// Equations returns the time over which the gain stays alike.
func (*ClarkeFading) Equations() []equation.Equation { return []equation.Equation{spreading()} }

// Equations returns the power, and the time over which the gain stays alike.
func (*ClarkeRicianFading) Equations() []equation.Equation {
	return []equation.Equation{ricianEquation(), spreading()}
}

// Equations returns the chance of a frame.
func (*ThresholdErrors) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "chance that a frame is intact", Text: "P = 1 if 10 log10(s) >= t; 0 otherwise", Source: "UanPhyPerGenDefault of ns-3",
		Symbols: []equation.Symbol{
			{Name: "P", Meaning: "chance"}, {Name: "s", Meaning: "least ratio of signal to interference and noise", Min: 1e-6, Max: 1e6}, {Name: "t", Unit: "dB", Key: "sinr", Min: -60, Max: 60},
		},
		Code: func(v equation.Values) float64 { return threshold(fromDB(v["t"])).Success(v["s"], 1) },
	}}
}

// Equations returns the chance of a frame.
func (c *BitErrors) Equations() []equation.Equation {
	bit := map[Modulation]string{BPSK: "0.5 erfc(sqrt(g))", QPSK: "0.5 erfc(sqrt(g))", FSK: "0.5 exp(-g/2)", DPSK: "0.5 exp(-g)"}
	return []equation.Equation{{
		Of: "chance that a piece of a frame is intact", Text: "P = (1 - p)^n\np = " + bit[c.Modulation] + "\ng = s B/R", Source: proakis + ", chapter 4",
		Note: "A piece is what has one ratio; that of a frame is the product over its pieces",
		Symbols: []equation.Symbol{
			{Name: "P", Meaning: "chance; p is that of a wrong bit, and g the energy of a bit over the noise density"},
			{Name: "n", Unit: "bit", Meaning: "length of the piece", Min: 1, Max: 1000, Whole: true},
			{Name: "s", Meaning: "ratio of signal to interference and noise", Min: 0.01, Max: 10},
			{Name: "B", Unit: "Hz", Meaning: "bandwidth of the modem", Min: 1e3, Max: 1e5},
			{Name: "R", Unit: "bit/s", Meaning: "bit rate of the modem", Min: 1e3, Max: 1e5},
		},
		Code: func(v equation.Values) float64 {
			m, err := c.Build(ErrorEnv{Bandwidth: v["B"], BitRate: v["R"]})
			if err != nil {
				panic("phy: " + err.Error()) // the range has no such values
			}
			return m.Success(v["s"], v["n"])
		},
	}}
}

// Equations returns the chance of a bit, and the rule for a frame.
func (*CodedErrors) Equations() []equation.Equation {
	return []equation.Equation{
		{
			Of: "chance that a coded bit is wrong", When: "scatter: rayleigh", Text: "p = 0.5 (1 - sqrt(g/(1 + g)))", Source: proakis + ", section 13.3",
			Note: "It is that of coherent phases; fsk has 1/(2 + g), and dpsk 0.5/(1 + g)",
			Symbols: []equation.Symbol{
				{Name: "p", Meaning: "chance"}, {Name: "g", Meaning: "mean energy of a coded bit over the noise density", Min: 0.01, Max: 1000},
			},
			Code: func(v equation.Values) float64 { return scatteredError(v["g"], BPSK) },
		},
		{
			Of: "chance that a frame is intact", Source: proakis + ", sections 8.2, 11.1 and 13.4",
			Note: "it is (1 - min(1, b))^n, where b is the union bound: the sum, over all wrong words of the code, of the chance that one is taken for the right one",
		},
	}
}
