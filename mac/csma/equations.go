package csma

import (
	"halocline/sim"
	"halocline/sim/equation"
)

// way is the longest delay as a symbol.
func way() equation.Symbol {
	return equation.Symbol{Name: "a", Meaning: "longest delay over the time of a frame on the air", Min: 0.001, Max: 5}
}

// Equations returns the throughput in theory.
func (*Config) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "throughput of many stations that do not wait", Text: "S = G exp(-a G)/(G (1 + 2 a) + exp(-a G))", Measured: true,
		Source: "L. Kleinrock and F. A. Tobagi, IEEE Trans. Commun. 23 (1975) 1400, non-persistent CSMA",
		Note:   "All ways are equally long",
		Symbols: []equation.Symbol{
			{Name: "S", Meaning: "throughput, frames per frame time"}, {Name: "G", Meaning: "looks at the channel per frame time, of all stations", Min: 0.01, Max: 50}, way(),
		},
	}}
}

// Equations returns the efficiency in theory.
func (*CDConfig) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "efficiency of q stations with the ideal backoff", Measured: true,
		Text:   "E = A/(A (1 + a) + 2 a B + (1 - A - B) (min(1, a) + a))\nA = (1 - 1/q)^(q - 1)\nB = (1 - 1/q)^q",
		Source: "after R. M. Metcalfe and D. R. Boggs, Commun. ACM 19 (1976) 395, with the last bits of frames and of collisions counted",
		Note:   "All stations always have a packet, and all ways are equally long. A slot of the contention is acquired with the chance A and idle with B",
		Symbols: []equation.Symbol{
			{Name: "E", Meaning: "part of the time in which packets are sent that arrive"}, {Name: "q", Meaning: "number of stations", Min: 2, Max: 100, Whole: true}, way(),
		},
	}}
}

// Equations returns the rule of access, the wait, and delay and loss in theory.
func (*CWConfig) Equations() []equation.Equation {
	rate := equation.Symbol{Name: "r", Unit: "1/s", Meaning: "packets that a station is offered in a second", Max: 0.01}
	airtime := equation.Symbol{Name: "t", Unit: "s", Meaning: "time of a packet on the air", Min: 0.001, Max: 10}
	slot := equation.Symbol{Name: "s", Unit: "s", Key: "slot", Min: 0.001, Max: 1}
	window := equation.Symbol{Name: "n", Key: "cw", Min: 1, Max: 100, Whole: true}
	return []equation.Equation{
		{
			Of: "rule of access", Source: "N. Parrish, L. Tracy, S. Roy, P. Arabshahi and W. L. J. Fox, System design considerations for undersea networks: link and multiple access protocols, IEEE J. Sel. Areas Commun. 26(9) (2008)",
			Note: "a packet is sent at once if the channel is idle; otherwise it waits for a random number of slots, which are counted while the channel is idle",
		},
		{
			Of: "mean wait of a packet that has to wait", Text: "w = s (n - 1)/2", Source: "mean of a uniform number of slots from 0 to n - 1", Step: 1e-7, // a slot is whole nanoseconds
			Note:    "The time in which the channel is busy is not counted",
			Symbols: []equation.Symbol{{Name: "w", Unit: "s", Meaning: "mean wait"}, slot, window},
			Code: func(v equation.Values) float64 {
				c := CWConfig{Window: int(v["n"]), Slot: sim.Seconds(v["s"])}
				return c.silence().Seconds()
			},
		},
		{
			Of: "mean delay of a lone sender", Measured: true,
			Text:   "W = r m/(2 (1 - r b)) + r (t^2 - m)/(2 (1 - r (b - t))) + p t + (1 - p) b + d\nm = b^2 + s^2 (n^2 - 1)/12\nb = t + s (n - 1)/2\np = (1 - r b)/(1 - r b + r t)",
			Source: "M/G/1 with another service of the first: P. D. Welch, Operations Research 12(5) (1964)",
			Note:   "Packets come at random, and wait in a queue that is long enough. A packet that has waited takes b, another one takes t, and there is none with the chance p",
			Symbols: []equation.Symbol{
				{Name: "W", Unit: "s", Meaning: "mean time from the offer of a packet to its delivery"}, rate, airtime, slot, window, {Name: "d", Unit: "s", Meaning: "delay to the receiver", Max: 10},
			},
		},
		{
			Of: "chance of a frame beside a hidden station", Text: "P = exp(-r t) (1 - r b)/(1 - r b + r t)\nb = t + s (n - 1)/2", Source: "alternating renewal process of the hidden station", Measured: true,
			Note:    "Two stations that do not hear each other have the same load, and a receiver hears both",
			Symbols: []equation.Symbol{{Name: "P", Meaning: "chance that a frame is received"}, rate, airtime, slot, window},
		},
	}
}
