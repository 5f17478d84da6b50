package sfama

import (
	"halocline/sim"
	"halocline/sim/equation"
)

// Equations returns the rule of access, the length of a slot, and the delay in theory of a station that is alone.
func (*config) Equations() []equation.Equation {
	const source = "M. Molins and M. Stojanovic, Slotted FAMA: a MAC protocol for underwater acoustic networks, OCEANS Asia Pacific (2006)"
	control := equation.Symbol{Name: "c", Unit: "s", Meaning: "time of a control frame on the air", Min: 0.001, Max: 1}
	return []equation.Equation{
		{Of: "rule of access", Source: source, Note: "RTS, CTS, the packet and ACK begin at the edges of slots; who overhears one is silent until the exchange could be over"},
		{
			Of: "length of a slot", Text: "s = c + max(d, q) + g", Source: source, Step: 4e-9, // of times in whole nanoseconds
			Symbols: []equation.Symbol{
				{Name: "s", Unit: "s", Meaning: "length"},
				control,
				{Name: "d", Unit: "s", Key: "max_delay", Min: 0.001, Max: 10},
				{Name: "q", Unit: "s", Meaning: "turnaround of the modem", Max: 1},
				{Name: "g", Unit: "s", Key: "guard", Max: 10},
			},
			Code: func(v equation.Values) float64 {
				c := config{Delay: sim.Seconds(v["d"]), Guard: sim.Seconds(v["g"])}
				return c.slot(0, sim.Seconds(v["c"]), sim.Seconds(v["q"])).Seconds()
			},
		},
		{
			Of: "mean delay of a lone sender", Text: "W = r b^2/(2 (1 - r b)) + 2.5 s + t + d\nb = s (3 + ceil((t + s - c)/s))", Measured: true,
			Source: "M/G/1 with vacations of a slot: D. Bertsekas and R. Gallager, Data Networks, 2nd ed. (1992), section 3.5.1",
			Note:   "Packets come at random, and wait in a queue that is long enough. Each takes b: one slot for RTS, CTS and ACK each, and those of the packet and its way",
			Symbols: []equation.Symbol{
				{Name: "W", Unit: "s", Meaning: "mean time from the offer of a packet to its delivery"},
				{Name: "r", Unit: "1/s", Meaning: "packets that are offered in a second", Max: 0.005},
				{Name: "s", Unit: "s", Meaning: "length of a slot", Min: 1, Max: 10},
				{Name: "t", Unit: "s", Meaning: "time of a packet on the air", Min: 1, Max: 10},
				control,
				{Name: "d", Unit: "s", Meaning: "delay to the receiver", Max: 10},
			},
		},
	}
}
