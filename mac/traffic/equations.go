package traffic

import (
	"halocline/sim"
	"halocline/sim/equation"
)

// Equations returns when packets come, with each phase.
func (*Periodic) Equations() []equation.Equation {
	when := func(phase Phase, text string, share ...equation.Symbol) equation.Equation {
		return equation.Equation{
			Of: "time of a packet", When: "phase: " + string(phase), Text: text, Source: "definition", Step: 1e-6, // n times the rounding to 1 ns
			Note: "The key jitter delays each packet by a uniform number from 0 to it",
			Symbols: append([]equation.Symbol{
				{Name: "t", Unit: "s", Meaning: "time of packet n of a node"},
				{Name: "b", Unit: "s", Key: "start", Max: 1000},
				{Name: "n", Meaning: "number of the packet, from 0", Max: 50, Whole: true},
				{Name: "T", Unit: "s", Key: "period", Min: 0.1, Max: 1000},
			}, share...),
			Code: func(v equation.Values) float64 {
				p := &Periodic{Source: Source{Begin: sim.Seconds(v["b"])}, Period: sim.Seconds(v["T"]), Phase: phase}
				first := p.into(v["U"])
				if phase != Random {
					first = p.phase(Env{Place: int(v["i"]) - 1, Of: int(v["N"])})
				}
				return (&periodic{config: p, first: sim.Time(p.Begin).Add(first), n: int64(v["n"])}).due().Seconds()
			},
		}
	}
	return []equation.Equation{
		when(Random, "t = b + (U + n) T", equation.Symbol{Name: "U", Meaning: "uniform number, drawn for each node", Max: 1}),
		when(Same, "t = b + n T"),
		when(Spread, "t = b + ((i - 1)/N + n) T",
			equation.Symbol{Name: "i", Meaning: "number of the node among those of from, from 1", Min: 1, Max: 100, Whole: true},
			equation.Symbol{Name: "N", Meaning: "number of these nodes", Min: 1, Max: 100, Whole: true}),
	}
}

// Equations returns the time between two packets.
func (*Poisson) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "time from one packet to the next", Text: "w = E/r", Source: "definition of a Poisson process",
		Note: "So it is longer than x with the chance exp(-r x), whatever has been before",
		Symbols: []equation.Symbol{
			{Name: "w", Unit: "s", Meaning: "time"}, {Name: "E", Meaning: "exponential number of mean 1, drawn by chance", Max: 10}, {Name: "r", Unit: "1/s", Key: "rate", Min: 0.001, Max: 1000},
		},
		Code: func(v equation.Values) float64 { return (&Poisson{Rate: v["r"]}).wait(v["E"]) },
	}}
}
