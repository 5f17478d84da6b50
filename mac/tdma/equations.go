package tdma

import "halocline/sim/equation"

// Equations returns what slots of one packet each give in theory.
func (*Config) Equations() []equation.Equation {
	airtime := equation.Symbol{Name: "t", Unit: "s", Meaning: "time of a frame on the air", Min: 0.001, Max: 10}
	way := equation.Symbol{Name: "d", Unit: "s", Meaning: "delay to the receiver", Max: 5}
	length := equation.Symbol{Name: "F", Unit: "s", Meaning: "length of what repeats, with one slot for the node", Min: 0.1, Max: 100}
	return []equation.Equation{
		{
			Of: "utilisation", Text: "U = t/(t + d + g)", Source: "definition", Measured: true, Note: "All slots are full, of one packet of the largest size",
			Symbols: []equation.Symbol{
				{Name: "U", Meaning: "part of the time in which somebody sends"},
				airtime,
				{Name: "d", Unit: "s", Key: "propagation", Max: 10},
				{Name: "g", Unit: "s", Key: "guard", Max: 10},
			},
		},
		{
			Of: "mean delay", Text: "W = F/(2 (1 - rho)) + t + d", Measured: true, Note: "Packets come at random, and wait in a queue that is long enough",
			Source: "M/D/1 with vacations: S. Lam, IEEE Trans. Commun. 25 (1977) 1489",
			Symbols: []equation.Symbol{
				{Name: "W", Unit: "s", Meaning: "mean time from the offer of a packet to its delivery"}, length, {Name: "rho", Meaning: "share of the slots that are used", Max: 0.99}, airtime, way,
			},
		},
		{
			Of: "mean age of information", Text: "A = w + t + d + F (1/p - 0.5)", Measured: true, Note: "A status is made once in each F",
			Source: "mean over geometric gaps: R. D. Yates et al., IEEE J. Sel. Areas Commun. 39 (2021) 1183",
			Symbols: []equation.Symbol{
				{Name: "A", Unit: "s", Meaning: "mean age of the newest status at the receiver"},
				{Name: "w", Unit: "s", Meaning: "time from a status to its slot", Max: 100},
				airtime, way, length,
				{Name: "p", Meaning: "chance that a frame is received", Min: 0.05, Max: 1},
			},
		},
	}
}
