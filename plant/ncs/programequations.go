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
