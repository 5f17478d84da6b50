package aloha

import "halocline/sim/equation"

// load is the offered load as a symbol.
func load() equation.Symbol {
	return equation.Symbol{Name: "G", Meaning: "offered load, frames per frame time of all senders", Min: 0.01, Max: 4}
}

// Equations returns the throughput in theory.
func (*Config) Equations() []equation.Equation {
	s := equation.Symbol{Name: "S", Meaning: "throughput, frames per frame time"}
	const note = "It is without ack, where overlapping frames are lost"
	return []equation.Equation{
		{
			Of: "throughput of n senders", Text: "S = n x/(1 + x) * (exp(-x)/(1 + x))^(n - 1)\nx = G/n", Measured: true, Note: note + ", and a sender refuses packets while it sends",
			Source:  "alternating renewal process of each sender",
			Symbols: []equation.Symbol{s, load(), {Name: "n", Meaning: "number of senders", Min: 2, Max: 100, Whole: true}},
		},
		{
			Of: "throughput of many senders", Text: "S = G exp(-2 G)", Source: "N. Abramson, The ALOHA system, AFIPS FJCC (1970)", Measured: true, Note: note,
			Symbols: []equation.Symbol{s, load()},
		},
	}
}
