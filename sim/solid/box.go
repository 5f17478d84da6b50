package solid

import (
	"math"

	"halocline/sim/geom"
)

// Box is a box that may be turned.
type Box struct {
	Centre   geom.Vec
	Attitude geom.Quat // of its axes
	Half     geom.Vec  // half its length, width and height, m
}

// Cast implements Solid: the ray is inside where it is between all three pairs of planes.
func (b Box) Cast(from, dir geom.Vec, most float64) (Hit, bool) {
	p, d, half := parts(b.local(from)), parts(b.Attitude.RotateInverse(dir)), parts(b.Half)
	enter, leave := math.Inf(-1), math.Inf(1)
	var in, out int
	for i := range p {
		if d[i] == 0 {
			if math.Abs(p[i]) > half[i] {
				return Hit{}, false
			}
			continue
		}
		first, second, side := (-half[i]-p[i])/d[i], (half[i]-p[i])/d[i], 2*i // it enters by the side that it comes from
		if first > second {
			first, second, side = second, first, side+1
		}
		if first > enter {
			enter, in = first, side
		}
		if second < leave {
			leave, out = second, side^1
		}
	}
	at, side := enter, in
	if at < 0 {
		at, side = leave, out
	}
	if enter > leave || at < 0 || at > most {
		return Hit{}, false
	}
	return hit(at, b.outward(side), dir, side), true
}

// Near implements Solid.
func (b Box) Near(at geom.Vec) (distance float64, away geom.Vec, side int) {
	p, half := parts(b.local(at)), parts(b.Half)
	distance = math.Inf(-1)
	var out [3]float64
	outside := false
	for i := range p {
		beyond := math.Abs(p[i]) - half[i]
		if beyond > distance {
			distance, side = beyond, 2*i
			if p[i] > 0 {
				side++
			}
		}
		if beyond > 0 {
			outside = true
			out[i] = math.Copysign(beyond, p[i])
		}
	}
	if !outside {
		return distance, b.outward(side), side
	}
	v := geom.Vec{X: out[0], Y: out[1], Z: out[2]}
	return v.Norm(), b.Attitude.Rotate(unit(v, v)), side
}

// Beyond implements Solid.
func (b Box) Beyond(side int, at geom.Vec) (distance float64, away geom.Vec) {
	away = b.outward(side)
	return at.Sub(b.Centre).Dot(away) - parts(b.Half)[side/2], away
}

// outward returns the normal of a side: those of an axis are numbered from its lower end.
func (b Box) outward(side int) geom.Vec {
	axis := [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}[side/2]
	if side%2 == 0 {
		axis = axis.Scale(-1)
	}
	return b.Attitude.Rotate(axis)
}

func (b Box) local(at geom.Vec) geom.Vec { return b.Attitude.RotateInverse(at.Sub(b.Centre)) }

func parts(v geom.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// Bounds implements Solid.
func (b Box) Bounds() (least, most geom.Vec) {
	x, y, z := b.Attitude.Rotate(geom.Vec{X: b.Half.X}), b.Attitude.Rotate(geom.Vec{Y: b.Half.Y}), b.Attitude.Rotate(geom.Vec{Z: b.Half.Z})
	h := geom.Vec{
		X: math.Abs(x.X) + math.Abs(y.X) + math.Abs(z.X),
		Y: math.Abs(x.Y) + math.Abs(y.Y) + math.Abs(z.Y),
		Z: math.Abs(x.Z) + math.Abs(y.Z) + math.Abs(z.Z),
	}
	return b.Centre.Sub(h), b.Centre.Add(h)
}
