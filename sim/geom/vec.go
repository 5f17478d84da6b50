// Package geom holds positions, directions and attitudes, and states the
// frames that all packages use.
//
// World frame: right-handed, x and y horizontal, z up, in metres. The surface
// of the water is z = 0, so what is under water has z < 0 and its depth is -z.
//
// Body frame: right-handed, x forward, y to the left, z up. Published
// vehicle models use x forward, y to the right, z down. A twist or wrench
// (three linear parts, then three angular parts) changes between the two by
// the signs S = diag(1, -1, -1, 1, -1, -1). A 6x6 matrix M becomes S M S: an
// entry changes its sign if exactly one of its row and column does.
//
// Attitude: the unit quaternion that turns body coordinates into world
// coordinates. Angles are in radians and positive by the right-hand rule.
//
// Geo ties the world frame to latitude and longitude.
//
// Left out: the rotation of the Earth, its curvature but in Geo, and the
// surface's waves and tide.
package geom

import "math"

// Vec is a position or a direction: three coordinates in the world frame or
// the body frame, as its owner says.
type Vec struct{ X, Y, Z float64 }

// Add returns v + w.
func (v Vec) Add(w Vec) Vec { return Vec{v.X + w.X, v.Y + w.Y, v.Z + w.Z} }

// Sub returns v - w.
func (v Vec) Sub(w Vec) Vec { return Vec{v.X - w.X, v.Y - w.Y, v.Z - w.Z} }

// Scale returns v times k.
func (v Vec) Scale(k float64) Vec { return Vec{v.X * k, v.Y * k, v.Z * k} }

// Dot returns the scalar product of v and w.
func (v Vec) Dot(w Vec) float64 { return v.X*w.X + v.Y*w.Y + v.Z*w.Z }

// Cross returns the vector product of v and w, in this order.
func (v Vec) Cross(w Vec) Vec {
	return Vec{
		v.Y*w.Z - v.Z*w.Y,
		v.Z*w.X - v.X*w.Z,
		v.X*w.Y - v.Y*w.X,
	}
}

// Norm returns the length of v. Lengths between 1e-150 and 1e150 are exact to
// rounding.
func (v Vec) Norm() float64 { return math.Sqrt(v.Dot(v)) }

// Dist returns the distance between the points v and w.
func (v Vec) Dist(w Vec) float64 { return v.Sub(w).Norm() }

// Depth returns how far the point v of the world frame lies below the
// surface, in metres; it is negative above.
func (v Vec) Depth() float64 { return 0 - v.Z } // -v.Z would make the surface's depth -0

// WrapAngle returns the angle in (-pi, pi] that has the same direction.
func WrapAngle(rad float64) float64 {
	wrapped := math.Remainder(rad, 2*math.Pi)
	if wrapped == -math.Pi {
		return math.Pi
	}
	return wrapped
}
