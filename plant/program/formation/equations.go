package formation

import (
	"halocline/sim/equation"
	"halocline/sim/geom"
)

// Equations returns the speeds of the potential field.
func (*Config) Equations() []equation.Equation {
	const zhang = "Zhang et al., A modular simulation platform for underwater vehicles (2022), section 4.1, equations 6 to 9"
	return []equation.Equation{
		{
			Of: "speed towards the vehicle's point", Text: "v = a d", Source: zhang, Note: "The velocities towards the point and away from all other vehicles are added up",
			Symbols: []equation.Symbol{
				{Name: "v", Unit: "m/s", Meaning: "speed"}, {Name: "a", Unit: "1/s", Key: "field.attract", Max: 10}, {Name: "d", Unit: "m", Meaning: "distance to the point", Max: 1000},
			},
			Code: func(v equation.Values) float64 {
				f := FieldConfig{Attract: v["a"]}
				return f.velocity(geom.Vec{}, &geom.Vec{X: v["d"]}, nil).X
			},
		},
		{
			Of: "speed away from another vehicle", Source: zhang + ", repaired",
			Text: "v = B - C\nB = b (1/r - 1/d)/r^2 if r < d; 0 otherwise\nC = 0 if r < R/2; c min(r, R) otherwise",
			Note: "B is minus the gradient of the potential b (1/r - 1/d)^2/2. With field.beyond: drop, a vehicle further away than R does not count",
			Symbols: []equation.Symbol{
				{Name: "v", Unit: "m/s", Meaning: "speed"},
				{Name: "r", Unit: "m", Meaning: "distance of the other vehicle", Min: 1, Max: 100},
				{Name: "b", Key: "field.repel", Max: 1000},
				{Name: "d", Unit: "m", Key: "field.within", Min: 1, Max: 100},
				{Name: "c", Unit: "1/s", Key: "field.cohere", Max: 10},
				{Name: "R", Unit: "m", Key: "field.range", Min: 1, Max: 200},
			},
			Code: func(v equation.Values) float64 {
				f := FieldConfig{Repel: v["b"], Within: v["d"], Cohere: v["c"], Range: v["R"], Beyond: keep}
				return f.velocity(geom.Vec{X: v["r"]}, nil, []other{{counts: true}}).X
			},
		},
		{
			Of: "greatest speed", Text: "v = s (1 - g (1 - d/D))", Source: "definition",
			Symbols: []equation.Symbol{
				{Name: "v", Unit: "m/s", Meaning: "greatest speed over ground"},
				{Name: "s", Unit: "m/s", Key: "field.speed", Min: 0.01, Max: 10},
				{Name: "g", Key: "field.balance", Max: 1},
				{Name: "d", Unit: "m", Meaning: "distance to the vehicle's point", Max: 100},
				{Name: "D", Unit: "m", Meaning: "distance of the known vehicle that is furthest from its point", Min: 100, Max: 1000},
			},
			Code: func(v equation.Values) float64 {
				f := FieldConfig{Speed: v["s"], Balance: v["g"]}
				return f.limit(v["d"], v["D"])
			},
		},
	}
}
