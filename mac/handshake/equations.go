package handshake

import (
	"halocline/sim"
	"halocline/sim/equation"
)

// lone is the mean delay of a lone sender: the wait for a service of the mean b and the variance V, and what the text adds to it.
func lone(text, note string, of ...equation.Symbol) equation.Equation {
	symbols := append([]equation.Symbol{
		{Name: "W", Unit: "s", Meaning: "mean time from the offer of a packet to its delivery"},
		{Name: "r", Unit: "1/s", Meaning: "packets that are offered in a second", Max: 0.001},
	}, of...)
	return equation.Equation{
		Of: "mean delay of a lone sender", Text: "W = r (b^2 + V)/(2 (1 - r b)) + " + text, Measured: true,
		Source:  "M/G/1, Pollaczek and Khinchine: L. Kleinrock, Queueing Systems I (1975), chapter 5",
		Note:    "Packets come at random, and wait in a queue that is long enough. " + note,
		Symbols: symbols,
	}
}

// Symbols of the delays.
func window() equation.Symbol {
	return equation.Symbol{Name: "w", Key: "window", Min: 1, Max: 100, Whole: true}
}

func control() equation.Symbol {
	return equation.Symbol{Name: "c", Unit: "s", Meaning: "time of an RTS or a CTS on the air", Min: 0.001, Max: 1}
}

func airtime() equation.Symbol {
	return equation.Symbol{Name: "t", Unit: "s", Meaning: "time of a packet on the air", Min: 0.001, Max: 10}
}

func way() equation.Symbol {
	return equation.Symbol{Name: "d", Unit: "s", Meaning: "delay to the receiver", Max: 5}
}

func confirmation() equation.Symbol {
	return equation.Symbol{Name: "k", Unit: "s", Meaning: "time of an ACK on the air", Min: 0.001, Max: 1}
}

func farthest() equation.Symbol {
	return equation.Symbol{Name: "D", Unit: "s", Meaning: "longest delay, and the guard", Min: 5, Max: 10}
}

// Equations returns the rule of access, and throughput and delay in theory.
func (*caConfig) Equations() []equation.Equation {
	return []equation.Equation{
		{
			Of: "rule of access", Source: "IEEE Std 802.11-2012, section 9.3",
			Note: "a station asks when the channel was idle for a slot, and for the slots of its back-off, which are counted while the channel is idle; who overhears an exchange is silent until its end",
		},
		{
			Of: "throughput of stations that always have packets", Source: "G. Bianchi, Performance analysis of the IEEE 802.11 distributed coordination function, IEEE J. Sel. Areas Commun. 18(3) (2000)",
			Note: "a station sends in a slot with the chance u, and collides with the chance p, which solve p = 1 - (1 - u)^(n - 1) and u = sum p^i/sum p^i (b_i + 1). There b_i is the mean back-off before try i in slots, and n the number of stations",
		},
		lone("2 (c + d) + t + d\nb = 2 (c + d) + t + d + k + d + s (w + 1)/2\nV = s^2 (w^2 - 1)/12", "Answers come at once, and the first window is drawn from once",
			control(), way(), airtime(), confirmation(), equation.Symbol{Name: "s", Unit: "s", Meaning: "length of a slot", Min: 0.01, Max: 5}, window()),
	}
}

// Equations returns the rule of access, and the delay in theory.
func (*macaUConfig) Equations() []equation.Equation {
	return []equation.Equation{
		{
			Of: "rule of access", Source: "H.-H. Ng, W.-S. Soh and M. Motani, MACA-U: a media access protocol for underwater acoustic networks, GLOBECOM (2008)",
			Note: "a station asks after a random number of slots, without listening; who overhears an RTS or a CTS is silent for the answer over the longest delay",
		},
		lone("b + d\nb = s (w - 1)/2 + 2 (c + d) + t\nV = s^2 (w^2 - 1)/12\ns = c + D", "Answers come at once, and there is no ACK",
			window(), control(), way(), airtime(), farthest()),
	}
}

// Equations returns the rule of access, the wait for warnings, and the delay in theory.
func (*dacapConfig) Equations() []equation.Equation {
	const source = "B. Peleato and M. Stojanovic, Distance aware collision avoidance protocol for ad-hoc underwater acoustic sensor networks, IEEE Communications Letters 11(12) (2007)"
	return []equation.Equation{
		{Of: "rule of access", Source: source, Note: "who has a CTS waits before it sends the data, and defers if it overhears others or is warned meanwhile"},
		{
			Of: "wait for warnings", Text: "T = max(t - 2 U, 2 F - t)\nF = min(D, U + m)", Source: source, Step: 1e-8, // of times in whole nanoseconds
			Note: "A key min_handshake of 0 is 2 D, and a margin of 0 has F be D",
			Symbols: []equation.Symbol{
				{Name: "T", Unit: "s", Meaning: "wait from the CTS to the data"},
				{Name: "t", Unit: "s", Key: "min_handshake", Min: 0.01, Max: 20},
				{Name: "U", Unit: "s", Meaning: "delay to the receiver", Max: 5},
				{Name: "m", Unit: "s", Key: "margin", Min: 0.01, Max: 10},
				farthest(),
			},
			Code: func(v equation.Values) float64 {
				c := dacapConfig{Least: sim.Seconds(v["t"]), Margin: sim.Seconds(v["m"])}
				return c.wait(sim.Seconds(v["U"]), sim.Seconds(v["D"])).Seconds()
			},
		},
		lone("s (w - 1)/2 + 2 (c + d) + T + t + d\nb = s (w - 1)/2 + 2 (c + d) + T + t + d + k + d\nV = s^2 (w^2 - 1)/12\ns = c + D\nT = 2 (D - d)",
			"Answers come at once, and the keys min_handshake and margin are 0", window(), control(), way(), airtime(), confirmation(), farthest()),
	}
}
