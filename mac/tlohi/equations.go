package tlohi

import (
	"halocline/sim"
	"halocline/sim/equation"
)

// Equations returns the rule of access, the length of a round, and contention and delay in theory.
func (*config) Equations() []equation.Equation {
	const (
		source = "A. A. Syed, W. Ye and J. Heidemann, T-Lohi: a new class of MAC protocols for underwater acoustic sensor networks, INFOCOM (2008)"
		random = "Packets come at random, and wait in a queue that is long enough"
	)
	delay := []equation.Symbol{
		{Name: "W", Unit: "s", Meaning: "mean time from the offer of a packet to its delivery"},
		{Name: "r", Unit: "1/s", Meaning: "packets that are offered in a second", Max: 0.01},
		{Name: "T", Unit: "s", Meaning: "length of a round", Min: 0.1, Max: 10},
		{Name: "t", Unit: "s", Meaning: "time of a packet on the air", Min: 0.1, Max: 10},
		{Name: "d", Unit: "s", Meaning: "delay to the receiver, and the longest delay", Max: 10},
	}
	return []equation.Equation{
		{Of: "rule of access", Source: source, Note: "a station sends a tone and listens for a round: who hears no other tone sends its packet, and who has counted N contenders contends again after up to N - 1 rounds"},
		{
			Of: "length of a round", Text: "T = k d + b + g", Source: source, Step: 4e-9, // of times in whole nanoseconds
			Symbols: []equation.Symbol{
				{Name: "T", Unit: "s", Meaning: "length"},
				{Name: "k", Meaning: "2 with kind: conservative, and 1 otherwise", Min: 1, Max: 2, Whole: true},
				{Name: "d", Unit: "s", Meaning: "longest delay", Max: 10},
				{Name: "b", Unit: "s", Key: "tone", Min: 0.001, Max: 1},
				{Name: "g", Unit: "s", Key: "guard", Max: 10},
			},
			Code: func(v equation.Values) float64 {
				c := config{Kind: synchronized, Length: sim.Seconds(v["b"]), Guard: sim.Seconds(v["g"])}
				if v["k"] == 2 {
					c.Kind = conservative
				}
				return c.round(sim.Seconds(v["d"])).Seconds()
			},
		},
		{
			Of: "mean number of rounds until one of n contenders is alone", Source: "recursion over the contenders",
			Note: "E(1) = 1 and E(n) = 1 + sum over j and k from 1 to n of p (j - 1 + E(k)). There k of n draw the first round j that anybody draws, with the chance p = C(n, k) (n - j)^(n - k)/n^n",
		},
		{
			Of: "mean delay of a lone sender in rounds at the same time", When: "kind: synchronized", Measured: true,
			Text:    "W = r b^2/(2 (1 - r b)) + 1.5 T + t + d\nb = T (1 + ceil((t + d)/T))",
			Source:  "M/G/1 with vacations of a round: D. Bertsekas and R. Gallager, Data Networks, 2nd ed. (1992), section 3.5.1",
			Note:    random,
			Symbols: delay,
		},
		{
			Of: "mean delay of a lone sender in rounds of its own", Text: "W = r b^2/(2 (1 - r b)) + b\nb = T + t + d", Measured: true,
			Source:  "M/G/1, Pollaczek and Khinchine: L. Kleinrock, Queueing Systems I (1975), chapter 5",
			Note:    random + ", with kind: aggressive or conservative, and recontend: 0s",
			Symbols: delay,
		},
	}
}
