package fdma

import "halocline/sim/equation"

// Equations returns the width of a band, and delay and loss in theory.
func (*Config) Equations() []equation.Equation {
	return []equation.Equation{
		{
			Of: "share of a band", Text: "w = s (1 - g (n - 1))/S", Source: "definition", Note: "The bit rate of a band is this part of the modem's",
			Symbols: []equation.Symbol{
				{Name: "w", Meaning: "width of the band of a node over that of the modem"},
				{Name: "s", Meaning: "share of the node", Min: 0.1, Max: 1},
				{Name: "g", Key: "guard", Max: 0.05},
				{Name: "n", Meaning: "number of nodes", Min: 3, Max: 20, Whole: true},
				{Name: "S", Meaning: "sum of the shares of all nodes", Min: 1.5, Max: 10},
			},
			Code: func(v equation.Values) float64 {
				c := Config{Guard: v["g"], Shares: []float64{v["s"], (v["S"] - v["s"]) / (v["n"] - 1)}}
				return c.Bands(int(v["n"]))[0].Width
			},
		},
		{
			Of: "mean delay of a station", Text: "W = r b^2/(2 (1 - r b)) + b + d", Measured: true,
			Source: "M/D/1: D. Bertsekas and R. Gallager, Data Networks, 2nd ed. (1992), section 3.5.1",
			Note:   "Packets come at random, and wait in a queue that is long enough",
			Symbols: []equation.Symbol{
				{Name: "W", Unit: "s", Meaning: "mean time from the offer of a packet to its delivery"},
				{Name: "r", Unit: "1/s", Meaning: "packets that the station is offered in a second", Max: 0.09},
				{Name: "b", Unit: "s", Meaning: "time of a packet on the air, at the bit rate of the band", Min: 0.001, Max: 10},
				{Name: "d", Unit: "s", Meaning: "delay to the receiver", Max: 10},
			},
		},
		{
			Of: "chance that a node which sends receives", When: "shared_transducer: true", Text: "P = exp(-x)/(1 + x)", Source: "alternating renewal process of the receiver", Measured: true,
			Note: "Its packets come at random, and have no queue",
			Symbols: []equation.Symbol{
				{Name: "P", Meaning: "chance that a packet from another node is received"}, {Name: "x", Meaning: "packets that the receiver is offered itself, per frame time", Max: 4},
			},
		},
	}
}
