package ranging

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"halocline/sim/geom"
)

// Locate returns the place whose distances from others are nearest to ranges, in the sum of their squares, and the
// horizontal dilution of precision there. With a depth it is at that depth. It begins at a guess, or in the middle of
// the others where that is the origin. It is not ok where the places leave the answer open, as those in a line do.
func Locate(places []geom.Vec, ranges []float64, depth *float64, guess geom.Vec) (at geom.Vec, hdop float64, ok bool) {
	const steps, near = 50, 1e-7 // m
	unknowns := 3
	if at = guess; at == (geom.Vec{}) {
		for _, p := range places {
			at = at.Add(p.Scale(1 / float64(len(places))))
		}
		at = at.Add(geom.Vec{X: 1, Y: 1, Z: -1}) // off a plane of all others, and below it
	}
	if depth != nil {
		unknowns, at.Z = 2, -*depth
	}
	if len(places) < unknowns {
		return at, 0, false
	}
	for range steps {
		normal, right := mat.NewSymDense(unknowns, nil), mat.NewVecDense(unknowns, nil)
		for i, p := range places {
			away := at.Sub(p)
			far := max(away.Norm(), 1e-9)
			row := []float64{away.X / far, away.Y / far, away.Z / far}[:unknowns]
			normal.SymRankOne(normal, 1, mat.NewVecDense(unknowns, row))
			right.AddScaledVec(right, ranges[i]-far, mat.NewVecDense(unknowns, row))
		}
		var c mat.Cholesky
		if !c.Factorize(normal) || c.Cond() > 1e9 {
			return at, 0, false
		}
		var step mat.VecDense
		if c.SolveVecTo(&step, right) != nil {
			return at, 0, false
		}
		at.X += step.AtVec(0)
		at.Y += step.AtVec(1)
		if unknowns == 3 {
			at.Z += step.AtVec(2)
		}
		if mat.Norm(&step, 2) < near {
			var cov mat.SymDense
			if c.InverseTo(&cov) != nil {
				return at, 0, false
			}
			return at, math.Sqrt(cov.At(0, 0) + cov.At(1, 1)), true
		}
	}
	return at, 0, false
}
