package vbf

import (
	"halocline/sim"
	"halocline/sim/equation"
	"halocline/sim/geom"
)

// Equations returns the wait of a node.
func (*config) Equations() []equation.Equation {
	const source = "P. Xie, J.-H. Cui and L. Lao, VBF: vector-based forwarding protocol for underwater sensor networks, Networking (2006)"
	return []equation.Equation{
		{
			Of: "wait before a datagram is sent on", Text: "t = T sqrt(alpha) + max(0, R - d)/c\nalpha = max(0, p/W + (R - x)/R)", Source: source, Step: 4e-9, // of times in whole nanoseconds
			Note: "A node further from the line than W sends nothing on",
			Symbols: []equation.Symbol{
				{Name: "t", Unit: "s", Meaning: "wait; alpha is the desirableness factor"},
				{Name: "T", Unit: "s", Key: "wait", Max: 100},
				{Name: "R", Unit: "m", Key: "range", Min: 100, Max: 1e4},
				{Name: "d", Unit: "m", Meaning: "distance from the last sender", Max: 1e4},
				{Name: "c", Unit: "m/s", Key: "speed", Min: 1400, Max: 1600},
				{Name: "p", Unit: "m", Meaning: "distance from the line of the pipe", Max: 1000},
				{Name: "W", Unit: "m", Key: "width", Min: 10, Max: 1000},
				{Name: "x", Unit: "m", Meaning: "part of the distance from the last sender that is towards the destination", Min: -100, Max: 100},
			},
			Code: func(v equation.Values) float64 {
				c := config{Range: v["R"], Width: v["W"], Wait: sim.Seconds(v["T"]), Speed: v["c"]}
				return c.wait(c.desirableness(&pipe{to: geom.Vec{X: 1}}, geom.Vec{X: v["x"]}, v["p"]), v["d"]).Seconds()
			},
		},
		{Of: "nodes that stay silent", Source: source, Note: "those that heard n copies from others, n > 0, and have a least alpha of critical/2^n or more"},
	}
}
