package polling

import "halocline/sim/equation"

// Equations returns the mean time of a round in theory.
func (*Config) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "mean time of a round", Text: "C = R/(1 - rho)", Source: "H. Takagi, ACM Computing Surveys 20 (1988) 5", Measured: true,
		Note: "Queues are long enough, and the load is less than 1, however it is spread over the vehicles",
		Symbols: []equation.Symbol{
			{Name: "C", Unit: "s", Meaning: "mean time from one poll of a vehicle to its next"},
			{Name: "R", Unit: "s", Meaning: "time of a round in which nobody has a packet: polls, answers, ways and turnarounds", Min: 0.1, Max: 100},
			{Name: "rho", Meaning: "offered load: time that packets take on the air, in a time", Max: 0.95},
		},
	}}
}
