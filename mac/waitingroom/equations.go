package waitingroom

import "halocline/sim/equation"

// Equations returns the rule of access, and the delay in theory.
func (*Config) Equations() []equation.Equation {
	return []equation.Equation{
		{
			Of: "rule of access", Source: "definition of this model, after an idea of O. Erdemir, Design of a co-simulation environment for the docking maneuver of an autonomous underwater vehicle (M.Sc. thesis, 2018)",
			Note: "vehicles register at a door; some of them have a slot in every frame, and the others have one now and then",
		},
		{
			Of: "mean delay of a vehicle that is alone", Text: "W = r F^2/(2 (1 - r F)) + F/2 + u + t + d", Measured: true,
			Source: "M/G/1 with vacations of a frame: D. Bertsekas and R. Gallager, Data Networks, 2nd ed. (1992), section 3.5.1",
			Note:   "Packets come at random, and wait in a queue that is long enough",
			Symbols: []equation.Symbol{
				{Name: "W", Unit: "s", Meaning: "mean time from the offer of a packet to its delivery at the station"},
				{Name: "r", Unit: "1/s", Meaning: "packets that the vehicle is offered in a second", Max: 0.009},
				{Name: "F", Unit: "s", Meaning: "length of a frame with a beacon, a door and one slot", Min: 0.1, Max: 100},
				{Name: "u", Unit: "s", Meaning: "time of a report without a packet on the air", Max: 5},
				{Name: "t", Unit: "s", Meaning: "time of a packet on the air", Min: 0.001, Max: 5},
				{Name: "d", Unit: "s", Meaning: "delay to the station", Max: 5},
			},
		},
	}
}
