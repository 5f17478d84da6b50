package geom

import "math"

// Quat is the unit quaternion W + X i + Y j + Z k (Hamilton's product,
// ij = k). As an attitude it turns body coordinates into world coordinates.
// No rotation is Quat{W: 1}; the zero value is not a rotation.
type Quat struct{ W, X, Y, Z float64 }

// FromAxisAngle returns the rotation by rad about axis, right-handed. The
// axis need not have unit length; an axis without a direction panics.
func FromAxisAngle(axis Vec, rad float64) Quat {
	n := axis.Norm()
	if !(n > 0) || math.IsInf(n, 1) {
		panic("geom: the axis of a rotation has no direction")
	}
	sin, cos := math.Sincos(rad / 2)
	u := axis.Scale(sin / n)
	return Quat{cos, u.X, u.Y, u.Z}
}

// FromEuler returns the attitude of a body that starts aligned with the world
// and turns by yaw about its z axis, then by pitch about its new y axis, then
// by roll about its new x axis, in radians.
//
// With y to the left and z up, positive yaw turns the bow to the left, positive
// pitch lowers the bow, and positive roll lowers the right side.
func FromEuler(yaw, pitch, roll float64) Quat {
	sy, cy := math.Sincos(yaw / 2)
	sp, cp := math.Sincos(pitch / 2)
	sr, cr := math.Sincos(roll / 2)
	return Quat{
		W: cy*cp*cr + sy*sp*sr,
		X: cy*cp*sr - sy*sp*cr,
		Y: cy*sp*cr + sy*cp*sr,
		Z: sy*cp*cr - cy*sp*sr,
	}
}

// Euler returns the angles that FromEuler takes: yaw and roll in (-pi, pi],
// pitch in [-pi/2, pi/2]. With the bow straight down or up only the sum or the
// difference of yaw and roll is defined; then roll is 0.
//
// From the four products in FromEuler, with h = pitch/2 + pi/4,
//
//	W + Y = sqrt2 sin h cos((yaw-roll)/2)    Z - X = sqrt2 sin h sin((yaw-roll)/2)
//	W - Y = sqrt2 cos h cos((yaw+roll)/2)    Z + X = sqrt2 cos h sin((yaw+roll)/2)
//
// which loses no digits anywhere, unlike the arc sine of a matrix element
// (compare Bernardes and Viollet, Quaternion to Euler angles conversion, PLoS
// ONE 17(11), 2022).
func (q Quat) Euler() (yaw, pitch, roll float64) {
	sin := math.Hypot(q.W+q.Y, q.Z-q.X)
	cos := math.Hypot(q.W-q.Y, q.Z+q.X)
	pitch = 2*math.Atan2(sin, cos) - math.Pi/2

	const locked = 1e-12 // about the angle from the vertical in radians, where rounding hides the rest
	halfDiff := math.Atan2(q.Z-q.X, q.W+q.Y)
	halfSum := math.Atan2(q.Z+q.X, q.W-q.Y)
	switch {
	case cos < locked:
		return WrapAngle(2 * halfDiff), pitch, 0
	case sin < locked:
		return WrapAngle(2 * halfSum), pitch, 0
	}
	return WrapAngle(halfSum + halfDiff), pitch, WrapAngle(halfSum - halfDiff)
}

// Mul returns the rotation p followed by q, both about world axes; the same
// is q followed by p about the axes of the body.
func (q Quat) Mul(p Quat) Quat {
	return Quat{
		W: q.W*p.W - q.X*p.X - q.Y*p.Y - q.Z*p.Z,
		X: q.W*p.X + q.X*p.W + q.Y*p.Z - q.Z*p.Y,
		Y: q.W*p.Y - q.X*p.Z + q.Y*p.W + q.Z*p.X,
		Z: q.W*p.Z + q.X*p.Y - q.Y*p.X + q.Z*p.W,
	}
}

// Conj returns the conjugate, which is the opposite rotation.
func (q Quat) Conj() Quat { return Quat{q.W, -q.X, -q.Y, -q.Z} }

// Rotate turns v: with an attitude, from body coordinates into world
// coordinates. It is q v q* written as v + 2W(u x v) + 2u x (u x v), where u is
// the vector part, and holds for unit quaternions only.
func (q Quat) Rotate(v Vec) Vec {
	u := Vec{q.X, q.Y, q.Z}
	t := u.Cross(v).Scale(2)
	return v.Add(t.Scale(q.W)).Add(u.Cross(t))
}

// RotateInverse undoes Rotate: with an attitude, from world coordinates into
// body coordinates.
func (q Quat) RotateInverse(v Vec) Vec { return q.Conj().Rotate(v) }

// Normalize returns q with length 1, to take out the rounding of many steps.
// Where the length is zero or not finite the result is NaN throughout, so that
// whoever checks a state for finite numbers notices.
func (q Quat) Normalize() Quat {
	n := math.Sqrt(q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z)
	if n == 0 || math.IsInf(n, 1) {
		n = math.NaN()
	}
	return Quat{q.W / n, q.X / n, q.Y / n, q.Z / n}
}
