package csma

import "halocline/sim/equation"

// way is the longest delay as a symbol.
func way() equation.Symbol {
	return equation.Symbol{Name: "a", Meaning: "longest delay over the time of a frame on the air", Min: 0.001, Max: 5}
}

// Equations returns the throughput in theory.
func (*Config) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "throughput of many stations that do not wait", Text: "S = G exp(-a G)/(G (1 + 2 a) + exp(-a G))", Measured: true,
		Source: "L. Kleinrock and F. A. Tobagi, IEEE Trans. Commun. 23 (1975) 1400, non-persistent CSMA",
		Note:   "All ways are equally long",
		Symbols: []equation.Symbol{
			{Name: "S", Meaning: "throughput, frames per frame time"}, {Name: "G", Meaning: "looks at the channel per frame time, of all stations", Min: 0.01, Max: 50}, way(),
		},
	}}
}

// Equations returns the efficiency in theory.
func (*CDConfig) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "efficiency of q stations with the ideal backoff", Measured: true,
		Text:   "E = A/(A (1 + a) + 2 a B + (1 - A - B) (min(1, a) + a))\nA = (1 - 1/q)^(q - 1)\nB = (1 - 1/q)^q",
		Source: "after R. M. Metcalfe and D. R. Boggs, Commun. ACM 19 (1976) 395, with the last bits of frames and of collisions counted",
		Note:   "All stations always have a packet, and all ways are equally long. A slot of the contention is acquired with the chance A and idle with B",
		Symbols: []equation.Symbol{
			{Name: "E", Meaning: "part of the time in which packets are sent that arrive"}, {Name: "q", Meaning: "number of stations", Min: 2, Max: 100, Whole: true}, way(),
		},
	}}
}
