package external

import "halocline/sim/equation"

// Equations returns what becomes of the value of a port.
func (*Config) Equations() []equation.Equation {
	return equation.Under("drive", []equation.Equation{{
		Of: "force that a value of a port asks for", Text: "F = max(-L, min(L, x))", Source: "definition", Note: "With limit: 0 it is x",
		Symbols: []equation.Symbol{
			{Name: "F", Unit: "N", Meaning: "force"}, {Name: "L", Unit: "N", Key: "limit", Min: 1, Max: 1000}, {Name: "x", Unit: "N", Meaning: "value of the port", Min: -2000, Max: 2000},
		},
		Code: func(v equation.Values) float64 { return limited(v["x"], v["L"]) },
	}})
}
