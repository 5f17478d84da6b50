package flood

import "halocline/sim/equation"

// Equations returns the rule of flooding.
func (*config) Equations() []equation.Equation {
	return []equation.Equation{{Of: "nodes that send a datagram on", Source: "definition", Note: "each that has not received it before, once, after a time that is uniform from 0 to jitter"}}
}
