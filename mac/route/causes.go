package route

import (
	"halocline/sim/equation"
	"halocline/sim/trace"
)

// Causes returns the conditions under which datagrams are dropped by a cause, as far as numbers say it.
func Causes() map[trace.Cause]equation.Equation {
	return map[trace.Cause]equation.Equation{
		trace.HopLimit: {
			Of: "whether it is dropped", Text: "L = 1 if h >= T; 0 otherwise", Source: "definition",
			Symbols: []equation.Symbol{
				{Name: "L", Meaning: "1 where the datagram is dropped instead of sent on, 0 where not"},
				{Name: "h", Meaning: "number of hops that it has gone", Max: 40, Whole: true},
				{Name: "T", Meaning: "key ttl of the network", Min: 1, Max: 40, Whole: true},
			},
			Code: func(v equation.Values) float64 {
				if c := (Common{TTL: int(v["T"])}); c.spent(int(v["h"])) {
					return 1
				}
				return 0
			},
		},
	}
}
