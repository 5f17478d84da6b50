package ray

import (
	"math"
	"math/cmplx"

	"halocline/sim/equation"
)

// Equations returns amplitude and phase between two rows.
func (*bottomTable) Equations() []equation.Equation {
	angle := equation.Symbol{Name: "t", Unit: "rad", Meaning: "grazing angle", Max: math.Pi / 2}
	amplitude := equation.Symbol{Name: "A", Meaning: "amplitude of the ratio of the pressures", Min: 0.01, Max: 1}
	phase := equation.Symbol{Name: "phi", Unit: "rad", Meaning: "phase of it", Min: -3, Max: 3}
	read := func(before, after, at float64, amplitudes, phases []float64) complex128 {
		return (&reflections{[]float64{before, after}, amplitudes, phases}).Reflect(math.Sin(at))
	}
	return []equation.Equation{
		equation.Interpolation("amplitude of the reflection", amplitude, angle, func(before, after, at, first, second float64) float64 {
			return cmplx.Abs(read(before, after, at, []float64{first, second}, []float64{0, 0}))
		}),
		equation.Interpolation("phase of the reflection", phase, angle, func(before, after, at, first, second float64) float64 {
			return cmplx.Phase(read(before, after, at, []float64{1, 1}, []float64{first, second}))
		}),
	}
}
