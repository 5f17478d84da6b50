package saloha

import (
	"math"
	"time"

	"halocline/sim/equation"
)

// Equations returns the length of a slot, and the throughput in theory.
func (*Config) Equations() []equation.Equation {
	s := equation.Symbol{Name: "S", Meaning: "throughput, frames per frame time"}
	load := equation.Symbol{Name: "G", Meaning: "offered load, frames per slot of all senders", Min: 0.01, Max: 2}
	senders := equation.Symbol{Name: "n", Meaning: "number of senders", Min: 3, Max: 100, Whole: true}
	return []equation.Equation{
		{
			Of: "length of a slot", Text: "T = t (1 + b) + k d", Source: "A. A. Syed, W. Ye, J. Heidemann and B. Krishnamachari, WUWNet (2007)", Step: 2e-8,
			Symbols: []equation.Symbol{
				{Name: "T", Unit: "s", Meaning: "length"},
				{Name: "t", Unit: "s", Meaning: "time of the largest frame on the air", Min: 0.001, Max: 10},
				{Name: "b", Key: "guard", Max: 10},
				{Name: "k", Key: "tolerance", Max: 10},
				{Name: "d", Unit: "s", Key: "max_delay", Max: 10},
			},
			Code: func(v equation.Values) float64 {
				c := Config{Guard: v["b"], Tolerance: v["k"]}
				return c.length(time.Duration(math.Round(v["t"]*1e9)), time.Duration(math.Round(v["d"]*1e9))).Seconds()
			},
		},
		{
			Of: "throughput of n senders", Text: "S = G (1 - G/n)^(n - 1)/(1 + b)", Source: "N. Abramson, Packet switching with satellites, AFIPS NCC (1973)", Measured: true,
			Note:    "It is without ack, for equal ways, or for ways that differ by less than the guard",
			Symbols: []equation.Symbol{s, load, senders, {Name: "b", Key: "guard", Max: 10}},
		},
		{
			Of: "throughput of many senders", Text: "S = G exp(-G)", Source: "L. G. Roberts, ALOHA packet system with and without slots and capture (1972), printed in Comput. Commun. Rev. 5(2) (1975) 28", Measured: true,
			Note: "It is that for equal ways", Symbols: []equation.Symbol{s, load},
		},
		{
			Of: "throughput with unequal ways and no guard", Text: "S = G (1 - G/n)^(2 (n - 1))", Source: "A. A. Syed, W. Ye, J. Heidemann and B. Krishnamachari, WUWNet (2007), who show it by simulation", Measured: true,
			Note: "A frame meets two slots of each other sender, so that many senders have the throughput of pure ALOHA", Symbols: []equation.Symbol{s, load, senders},
		},
	}
}
