package ncs

import (
	"fmt"
	"math"

	"halocline/sim"
	"halocline/sim/equation"
)

// integral is one of the way of a vehicle, from look to look.
func integral(of, text, unit string, value func(*VoyageSummary) float64) equation.Equation {
	return equation.Equation{
		Of: of, Text: text, Source: "definition, by the trapezoidal rule", Step: 0.1, // times are whole nanoseconds
		Symbols: []equation.Symbol{
			{Name: "I", Unit: unit, Meaning: "integral"},
			{Name: "n", Meaning: "number of steps of the vehicle until it docked, or to the end", Min: 1, Max: math.Inf(1), Whole: true},
			{Name: "h_i", Unit: "s", Meaning: "length of a step", Min: 0.01, Max: 1},
			{Name: "a_i", Unit: "m", Meaning: "distance to the berth at its beginning", Max: 1000},
			{Name: "b_i", Unit: "m", Meaning: "distance at its end", Max: 1000},
		},
		Code: func(v equation.Values) float64 {
			voyage, at := &Voyage{Docking: new(Docking)}, sim.Time(0)
			for i := range int(v["n"]) {
				of := func(name string) float64 { return v[fmt.Sprintf("%s_%d", name, i+1)] }
				to := at.Add(sim.Seconds(of("h")))
				voyage.add(&snapshot{At: at, Distance: of("a")}, &snapshot{At: to, Distance: of("b")})
				at = to
			}
			return value(&voyage.sums)
		},
	}
}

// voyageEquations returns how metrics of a docking vehicle are computed, by name.
func voyageEquations() map[string]equation.Equation {
	return map[string]equation.Equation{
		"iae": integral("integral of the error", "I = sum(i, 1, n, h_i (a_i + b_i)/2)", "m.s", func(s *VoyageSummary) float64 { return s.IAE }),
		"ise": integral("integral of the squared error", "I = sum(i, 1, n, h_i (a_i^2 + b_i^2)/2)", "m2.s", func(s *VoyageSummary) float64 { return s.ISE }),
	}
}
