package phy

import "halocline/sim/equation"

// Equations returns the chance between two rows, and that of frames of another length.
func (*TableErrors) Equations() []equation.Equation {
	per := equation.Symbol{Name: "p", Key: "per", Meaning: "chance that a frame is wrong", Min: 1e-6, Max: 1}
	ratio := equation.Symbol{Name: "x", Unit: "dB", Key: "ratio", Meaning: "ratio of signal to interference and noise, or that of by", Min: -20, Max: 20}
	read := func(logarithmic bool) func(before, after, at, first, second float64) float64 {
		return func(before, after, at, first, second float64) float64 {
			t := &ErrorTable{ratio: []float64{before, after}, per: []float64{first, second}, logarithmic: logarithmic}
			return t.frameError(at)
		}
	}
	linear := equation.Interpolation("chance that a frame of the table is wrong", per, ratio, read(false))
	linear.When, linear.Note = "between: linear", "Beyond the first and the last row it stays"
	log := equation.Interpolation(linear.Of, per, ratio, read(true))
	log.When, log.Source = "between: log", "definition: the logarithm is linear between two rows of the table"
	log.Text = "p = p_0 (p_1/p_0)^h\nh = (x - x_0)/(x_1 - x_0)"
	log.Note = "Next to a row of 0 it is linear. Beyond the first and the last row it stays"
	return []equation.Equation{linear, log, {
		Of: "chance that a frame is intact", Text: "P = (1 - p)^(n/N)", Source: "definition: bits fail independently", Step: 1e-12,
		Symbols: []equation.Symbol{
			{Name: "P", Meaning: "chance"},
			{Name: "p", Meaning: "chance that a frame of the table is wrong, at this ratio", Max: 0.999},
			{Name: "n", Unit: "bit", Meaning: "length of the frame", Min: 1, Max: 1e5, Whole: true},
			{Name: "N", Unit: "bit", Key: "bits", Min: 1, Max: 1e5},
		},
		Code: func(v equation.Values) float64 {
			t := &ErrorTable{ratio: []float64{0, 1}, per: []float64{v["p"], v["p"]}, bits: v["N"]}
			return t.Success(1, v["n"])
		},
	}}
}

// Equations returns what becomes of the powers.
func (*Watts) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "received power", Source: "definition",
		Note: "it is power, times the loss of the channel and the gains of antennas and fading. Noise and interference add as powers, and what is below threshold is not received",
	}}
}

// Equations returns the product.
func (*ProductFading) Equations() []equation.Equation {
	return []equation.Equation{{Of: "received power over its mean", Source: "definition", Note: "it is the product of those of all its fadings, which are independent"}}
}
