// Package solid holds the shapes of things in the water: where a ray meets them, and how
// near a point is to them. Sonars cast rays, contacts ask for distances.
//
// All shapes are exact: a ray is met by the roots of a quadratic at most, and no shape is
// cut into triangles. Begin with Solid. The bottom is no solid but a surface over a plane,
// which is sim/ocean's.
//
// Left out: shapes by a file of triangles, and what a thing is made of.
package solid

import (
	"math"

	"halocline/sim/geom"
)

// Solid is a shape that stays where it is.
type Solid interface {
	// Cast follows a ray, whose direction has the length 1, to the first point of the surface within
	// so many m, from outside or from inside.
	Cast(from, dir geom.Vec, most float64) (Hit, bool)
	// Near returns how far a point is from the surface in m, negative inside, the direction in which that
	// distance grows, and the side that is nearest.
	Near(at geom.Vec) (distance float64, away geom.Vec, side int)
	// Beyond returns the same of one side alone, as if it went on without an end: so a point that
	// has come in through one side of a thin wall is driven back by it, wherever it is.
	Beyond(side int, at geom.Vec) (distance float64, away geom.Vec)
	// Bounds returns a box along the axes of the world that holds the solid.
	Bounds() (least, most geom.Vec)
}

// Hit is a point at which a ray meets a surface.
type Hit struct {
	Distance float64  // along the ray, m
	Normal   geom.Vec // of the surface, against the ray, of length 1
	Side     int      // of the solid
}

// hit returns the hit of a ray at a distance, with a normal of either direction.
func hit(distance float64, normal, dir geom.Vec, side int) Hit {
	if normal.Dot(dir) > 0 {
		normal = normal.Scale(-1)
	}
	return Hit{distance, normal, side}
}

// roots returns the real roots of a t^2 + 2 b t + c, the smaller one first. The larger in size is found
// without a difference of near numbers, and the other by their product c/a.
func roots(a, b, c float64) (first, second float64, ok bool) {
	d := b*b - a*c
	if !(d >= 0) || a == 0 {
		return 0, 0, false
	}
	q := -(b + math.Copysign(math.Sqrt(d), b))
	first, second = q/a, q/a
	if q != 0 {
		second = c / q
	}
	return min(first, second), max(first, second), true
}

// unit returns v with the length 1, or another direction where v has none.
func unit(v, other geom.Vec) geom.Vec {
	if n := v.Norm(); n > 0 {
		return v.Scale(1 / n)
	}
	return other
}

// normalTo returns some direction across an axis.
func normalTo(axis geom.Vec) geom.Vec {
	other := geom.Vec{X: 1}
	if math.Abs(axis.X) > 0.7 {
		other = geom.Vec{Y: 1}
	}
	return unit(axis.Cross(other), other)
}
