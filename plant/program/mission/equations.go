package mission

import (
	"halocline/plant/control"
	"halocline/sim/equation"
)

// Equations returns how it steers to the point ahead.
func (*Config) Equations() []equation.Equation {
	aim, arc := control.PursuitEquations()
	arc.When = "guidance: curvature"
	return []equation.Equation{aim, arc}
}
