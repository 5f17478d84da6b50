package alohaan

import (
	"halocline/sim"
	"halocline/sim/equation"
)

// Equations returns the rule of access, the lag, and the delay in theory of a station that is alone.
func (*config) Equations() []equation.Equation {
	control := equation.Symbol{Name: "c", Unit: "s", Meaning: "time of a notification on the air", Min: 0.001, Max: 10}
	longest := equation.Symbol{Name: "d", Unit: "s", Meaning: "longest delay between two stations", Max: 10}
	return []equation.Equation{
		{
			Of: "rule of access", Source: "N. Chirdchoo, W.-S. Soh and K. C. Chua, Aloha-based MAC protocols with collision avoidance for underwater acoustic networks, INFOCOM (2007)",
			Note: "a packet is announced, and follows after the lag, unless it would meet a packet that others have announced",
		},
		{
			Of: "lag from a notification to its packet", Text: "L = c + d", Source: "as the rule", Step: 2e-9,
			Note:    "A key lag that is not 0 has it otherwise, but no shorter than a notification",
			Symbols: []equation.Symbol{{Name: "L", Unit: "s", Meaning: "lag"}, control, longest},
			Code: func(v equation.Values) float64 {
				return new(config).lag(sim.Seconds(v["d"]), sim.Seconds(v["c"])).Seconds()
			},
		},
		{
			Of: "mean delay of a lone sender", Text: "W = r b^2/(2 (1 - r b)) + b + d\nb = L + t", Measured: true,
			Source: "M/G/1, Pollaczek and Khinchine: L. Kleinrock, Queueing Systems I (1975), chapter 5",
			Note:   "Packets come at random, and wait in a queue that is long enough",
			Symbols: []equation.Symbol{
				{Name: "W", Unit: "s", Meaning: "mean time from the offer of a packet to its delivery"},
				{Name: "r", Unit: "1/s", Meaning: "packets that are offered in a second", Max: 0.04},
				{Name: "L", Unit: "s", Meaning: "lag", Min: 0.001, Max: 10},
				{Name: "t", Unit: "s", Meaning: "time of a packet on the air", Min: 0.001, Max: 10},
				{Name: "d", Unit: "s", Meaning: "delay to the receiver", Max: 10},
			},
		},
	}
}
