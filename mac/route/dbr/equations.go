package dbr

import "halocline/sim/equation"

// Equations returns the wait of a node.
func (*config) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "wait before a datagram is sent on", Text: "t = max(0, 2 R (R - g)/(c D))", Step: 1e-9,
		Source: "H. Yan, Z. J. Shi and J.-H. Cui, DBR: depth-based routing for underwater sensor networks, Networking (2008)",
		Symbols: []equation.Symbol{
			{Name: "t", Unit: "s", Meaning: "wait"},
			{Name: "R", Unit: "m", Key: "range", Min: 10, Max: 1e4},
			{Name: "g", Unit: "m", Meaning: "how much higher the node is than the one before", Min: -100, Max: 1e4},
			{Name: "c", Unit: "m/s", Key: "speed", Min: 1400, Max: 1600},
			{Name: "D", Unit: "m", Key: "delta", Min: 1, Max: 1e4},
		},
		Code: func(v equation.Values) float64 {
			c := config{Range: v["R"], Delta: v["D"], Speed: v["c"]}
			return c.wait(v["g"]).Seconds()
		},
	}}
}
