package ncs

import (
	"slices"

	"halocline/plant/control"
	"halocline/sim/equation"
)

// Equations returns the law of the force, the point that it steers to, and what the predictor adds.
func (*VehicleConfig) Equations() []equation.Equation {
	law := append(control.PIDEquations(), control.WaypointEquation())
	for i := range law {
		if law[i].Note != "" {
			law[i].Note += ". "
		}
		law[i].Note += "Other links have the same keys"
	}
	return slices.Concat(equation.Under("acoustic", law), equation.Under("smith", control.SmithEquations()))
}

// Equations returns the course.
func (*SurveyConfig) Equations() []equation.Equation {
	sight := control.SightEquation()
	pursuit, _ := control.PursuitEquations()
	sight.When, pursuit.When = "guidance: line-of-sight", "guidance: pursuit"
	return []equation.Equation{sight, pursuit}
}

// Equations returns the power that is asked for.
func (*ResponderConfig) Equations() []equation.Equation {
	return equation.Under("request", []equation.Equation{{
		Of: "level below full power that is asked for", Text: "C = max(0, min(s - m, c - d))", Source: "definition, after " + erdemir + ", section 4.4.4",
		Note: "A request goes out where an update is half a period late, plus the random delay of the key spread",
		Symbols: []equation.Symbol{
			{Name: "C", Unit: "dB", Meaning: "level below full power"},
			{Name: "s", Unit: "dB", Meaning: "how much more than needed arrives over the distance at full power", Min: -60, Max: 100},
			{Name: "m", Unit: "dB", Key: "margin", Min: -60, Max: 100},
			{Name: "c", Unit: "dB", Meaning: "that of the last update that came", Max: 100},
			{Name: "d", Unit: "dB", Key: "step", Max: 100},
		},
		Code: func(v equation.Values) float64 {
			return (&RequestConfig{Margin: v["m"], Step: v["d"]}).cut(v["s"], v["c"])
		},
	}})
}

// Equations returns when a vehicle is docked.
func (*StationConfig) Equations() []equation.Equation {
	return equation.Under("berth", []equation.Equation{
		{
			Of: "whether a vehicle can be taken hold of: 1 for yes", Text: "D = 1 if d <= w and v <= V and a <= A; 0 otherwise", Source: "definition",
			Note: "It is docked when this has held for dwell. With speed: 0 or tilt: 0 their conditions do not count; with a cone, its stop stands in place of the distance",
			Symbols: []equation.Symbol{
				{Name: "D", Meaning: "1 or 0"},
				{Name: "d", Unit: "m", Meaning: "distance to the berth", Max: 10},
				{Name: "w", Unit: "m", Key: "within", Max: 10},
				{Name: "v", Unit: "m/s", Meaning: "speed over ground", Max: 2},
				{Name: "V", Unit: "m/s", Key: "speed", Min: 0.01, Max: 2},
				{Name: "a", Unit: "rad", Meaning: "angle between its own vertical and the true one", Max: 3},
				{Name: "A", Unit: "rad", Key: "tilt", Min: 0.01, Max: 3},
			},
			Code: func(v equation.Values) float64 {
				if c := (BerthConfig{Within: v["w"], Speed: v["V"], Tilt: v["A"]}); v["d"] <= c.near(0) && c.calm(v["v"], v["a"]) {
					return 1
				}
				return 0
			},
		},
		{
			Of: "distance at which it is docked, with a tolerance", Text: "w = f d", Source: erdemir,
			Symbols: []equation.Symbol{
				{Name: "w", Unit: "m", Meaning: "distance"}, {Name: "f", Key: "tolerance", Min: 0.001, Max: 1}, {Name: "d", Unit: "m", Meaning: "distance to the berth when it sets out", Max: 1000},
			},
			Code: func(v equation.Values) float64 { return (&BerthConfig{Within: 1, Tolerance: v["f"]}).near(v["d"]) },
		},
	})
}

const erdemir = "O. Erdemir, Design of a co-simulation environment for the docking maneuver of an autonomous underwater vehicle (M.Sc. thesis, 2018)"
