package static

import "halocline/sim/equation"

// Equations returns the rule of routes that are not given by hand.
func (*config) Equations() []equation.Equation {
	return []equation.Equation{{Of: "routes that are not given by hand", Source: "definition", Note: "those of the fewest hops between nodes that hear each other at the start"}}
}
