package paper

import (
	"cmp"
	"math"
	"slices"

	"halocline/bench/report/figure"
	"halocline/sim/geom"
	"halocline/sim/solid"
)

// outline is what a solid covers seen from above: the convex hull of its corners and rims. It is empty of a kind of
// solid that is not known.
func outline(s solid.Solid) figure.Footprint {
	var points []geom.Vec
	switch s := s.(type) {
	case solid.Box:
		for n := range 8 {
			side := func(bit int, half float64) float64 { return float64(n>>bit&1*2-1) * half }
			points = append(points, s.Centre.Add(s.Attitude.Rotate(geom.Vec{X: side(0, s.Half.X), Y: side(1, s.Half.Y), Z: side(2, s.Half.Z)})))
		}
	case solid.Sphere:
		points = rim(s.Centre, geom.Vec{Z: 1}, s.Radius)
	case solid.Revolved:
		for _, p := range s.Profile {
			points = append(points, rim(s.Base.Add(s.Axis.Scale(p.Along)), s.Axis, p.Out)...)
		}
	}
	var out figure.Footprint
	for _, p := range hull(points) {
		out.X, out.Y = append(out.X, p.X), append(out.Y, p.Y)
	}
	return out
}

// rim returns points of a circle about an axis of length 1.
func rim(centre, axis geom.Vec, radius float64) []geom.Vec {
	const points = 72
	other := geom.Vec{X: 1}
	if math.Abs(axis.X) > 0.7 {
		other = geom.Vec{Y: 1}
	}
	u := axis.Cross(other)
	u = u.Scale(1 / u.Norm())
	v := axis.Cross(u)
	var out []geom.Vec
	for k := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / points)
		out = append(out, centre.Add(u.Scale(radius*cos)).Add(v.Scale(radius*sin)))
	}
	return out
}

// hull returns the corners of the convex hull of points in the plane, counterclockwise (Andrew, Another efficient algorithm for
// convex hulls in two dimensions, Information Processing Letters 9, 1979).
func hull(points []geom.Vec) []geom.Vec {
	slices.SortFunc(points, func(a, b geom.Vec) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	var out []geom.Vec
	for range 2 { // the lower side, then the upper one backwards
		begin := len(out)
		for _, p := range points {
			for len(out) > begin+1 && out[len(out)-1].Sub(out[len(out)-2]).Cross(p.Sub(out[len(out)-2])).Z <= 0 {
				out = out[:len(out)-1]
			}
			out = append(out, p)
		}
		out = out[:max(0, len(out)-1)] // the other side begins with it
		slices.Reverse(points)
	}
	return out
}
