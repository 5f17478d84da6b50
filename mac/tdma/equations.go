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

// Equations returns the length of the frame, and the delay in theory.
func (*Docking) Equations() []equation.Equation {
	return []equation.Equation{
		{
			Of: "rule of access", Source: "O. Erdemir, Design of a co-simulation environment for the docking maneuver of an autonomous underwater vehicle (M.Sc. thesis, 2018), section 4.4.1.2",
			Note: "a frame has the slots of the station, one to each vehicle and back to back, and then one slot of each vehicle",
		},
		{
			Of: "mean delay of a vehicle that is alone", Text: "W = r F^2/(2 (1 - r F)) + F/2 + t + d\nF = n (u + t + p + g) + T", Measured: true,
			Source: "M/G/1 with vacations of a frame: D. Bertsekas and R. Gallager, Data Networks, 2nd ed. (1992), section 3.5.1",
			Note:   "Packets come at random, and wait in a queue that is long enough. The frame lasts F, with multiple: 0s",
			Symbols: []equation.Symbol{
				{Name: "W", Unit: "s", Meaning: "mean time from the offer of a packet to its delivery at the station"},
				{Name: "r", Unit: "1/s", Meaning: "packets that the vehicle is offered in a second", Max: 0.001},
				{Name: "n", Meaning: "vehicles that the frame has slots for", Min: 1, Max: 20, Whole: true},
				{Name: "u", Unit: "s", Meaning: "time of a packet to a vehicle on the air", Min: 0.001, Max: 5},
				{Name: "t", Unit: "s", Meaning: "time of a packet to the station on the air", Min: 0.001, Max: 5},
				{Name: "p", Unit: "s", Key: "propagation", Max: 5},
				{Name: "g", Unit: "s", Key: "guard", Max: 5},
				{Name: "T", Unit: "s", Key: "turn", Max: 5},
				{Name: "d", Unit: "s", Meaning: "delay to the station", Max: 5},
			},
		},
	}
}
