package geom

import (
	"math"
	"testing"

	"halocline/sim/rng"
)

const quarter = math.Pi / 2 // of a full turn

// A quarter turn takes basis vectors to basis vectors. With Rz: x to y, y to
// -x; Ry: z to x, x to -z; Rx: y to z, z to -y, the rows with several angles are
// the product Rz(yaw) Ry(pitch) Rx(roll), worked out from the right.
func TestQuarterTurns(t *testing.T) {
	x, y, z := Vec{X: 1}, Vec{Y: 1}, Vec{Z: 1}
	minusX, minusY, minusZ := Vec{X: -1}, Vec{Y: -1}, Vec{Z: -1}
	for _, c := range []struct {
		name          string
		q             Quat
		ofX, ofY, ofZ Vec
	}{
		{"none", Quat{W: 1}, x, y, z},
		{"about x", FromAxisAngle(x, quarter), x, z, minusY},
		{"about y", FromAxisAngle(y, quarter), minusZ, y, x},
		{"about z", FromAxisAngle(z, quarter), y, minusX, z},
		{"about x, backwards", FromAxisAngle(x, -quarter), x, minusZ, y},
		{"about a long z", FromAxisAngle(Vec{Z: 1e3}, quarter), y, minusX, z},
		{"a third about the diagonal", FromAxisAngle(Vec{1, 1, 1}, 2*math.Pi/3), y, z, x},
		{"to the published body frame", FromAxisAngle(x, math.Pi), x, minusY, minusZ},
		{"yaw: bow to the left", FromEuler(quarter, 0, 0), y, minusX, z},
		{"pitch: bow down", FromEuler(0, quarter, 0), minusZ, y, x},
		{"roll: left side up", FromEuler(0, 0, quarter), x, z, minusY},
		{"yaw and pitch", FromEuler(quarter, quarter, 0), minusZ, minusX, y},
		{"yaw and roll", FromEuler(quarter, 0, quarter), y, z, x},
		{"pitch and roll", FromEuler(0, quarter, quarter), minusZ, x, minusY},
		{"all three", FromEuler(quarter, quarter, quarter), minusZ, y, x},
	} {
		for _, r := range []struct{ from, to Vec }{{x, c.ofX}, {y, c.ofY}, {z, c.ofZ}} {
			if got := c.q.Rotate(r.from); !(got.Dist(r.to) <= 1e-15) {
				t.Errorf("%s: %v goes to %v, want %v", c.name, r.from, got, r.to)
			}
			if got := c.q.RotateInverse(r.to); !(got.Dist(r.from) <= 1e-15) {
				t.Errorf("%s: %v comes from %v, want %v", c.name, r.to, got, r.from)
			}
		}
	}
}

// The columns of Rz(yaw) Ry(pitch) Rx(roll) as printed by Fossen, Handbook of
// Marine Craft Hydrodynamics and Motion Control, 2011, eq. (2.18).
func TestFromEulerIsThePublishedMatrix(t *testing.T) {
	s := rng.New(1).Stream("angles")
	for range 1000 {
		yaw, pitch, roll := s.Uniform(-4, 4), s.Uniform(-4, 4), s.Uniform(-4, 4)
		sy, cy := math.Sincos(yaw)
		sp, cp := math.Sincos(pitch)
		sr, cr := math.Sincos(roll)
		q := FromEuler(yaw, pitch, roll)
		for _, c := range []struct{ of, want Vec }{
			{Vec{X: 1}, Vec{cy * cp, sy * cp, -sp}},
			{Vec{Y: 1}, Vec{-sy*cr + cy*sp*sr, cy*cr + sr*sp*sy, cp * sr}},
			{Vec{Z: 1}, Vec{sy*sr + cy*cr*sp, -cy*sr + sp*sy*cr, cp * cr}},
		} {
			if got := q.Rotate(c.of); !(got.Dist(c.want) <= 1e-14) {
				t.Fatalf("yaw %v, pitch %v, roll %v: %v goes to %v, want %v", yaw, pitch, roll, c.of, got, c.want)
			}
		}
	}
}

func TestEulerUndoesFromEuler(t *testing.T) {
	s := rng.New(2).Stream("angles")
	for range 1000 {
		yaw, pitch, roll := s.Uniform(-math.Pi, math.Pi), s.Uniform(-1.57, 1.57), s.Uniform(-math.Pi, math.Pi)
		q := FromEuler(yaw, pitch, roll)
		if s.Intn(2) == 0 {
			q = Quat{-q.W, -q.X, -q.Y, -q.Z} // the same attitude
		}
		gotYaw, gotPitch, gotRoll := q.Euler()
		// 1.57 is 8e-4 short of the vertical, which costs yaw and roll three digits.
		if !(math.Abs(gotYaw-yaw) < 1e-12 && math.Abs(gotPitch-pitch) < 1e-14 && math.Abs(gotRoll-roll) < 1e-12) {
			t.Fatalf("yaw %v, pitch %v, roll %v come back as %v, %v, %v", yaw, pitch, roll, gotYaw, gotPitch, gotRoll)
		}
	}
}

// With the bow straight down, turning left and lowering the left side are one
// and the same, so only yaw - roll is left; with the bow straight up, yaw + roll.
func TestGimbalLock(t *testing.T) {
	for _, c := range []struct{ yaw, pitch, roll, wantYaw float64 }{
		{0.7, quarter, 0.2, 0.5},
		{0.7, -quarter, 0.2, 0.9},
		{-3, quarter, 1, 2*math.Pi - 4},
		{3, -quarter, 1, 4 - 2*math.Pi},
		{0, quarter, 0, 0},
	} {
		yaw, pitch, roll := FromEuler(c.yaw, c.pitch, c.roll).Euler()
		if !(math.Abs(yaw-c.wantYaw) < 8e-15 && math.Abs(pitch-c.pitch) < 1e-15 && roll == 0) {
			t.Errorf("yaw %v, pitch %v, roll %v come back as %v, %v, %v, want yaw %v and no roll", c.yaw, c.pitch, c.roll, yaw, pitch, roll, c.wantYaw)
		}
	}
}

// Whatever the attitude, and however close to the vertical, the angles that
// Euler returns are those of the same attitude.
func TestEulerNearTheVertical(t *testing.T) {
	s := rng.New(3).Stream("attitudes")
	for range 1000 {
		short := math.Pow(10, s.Uniform(-16, 0)) // radians from the vertical
		pitch := math.Copysign(quarter-short, s.Uniform(-1, 1))
		q := FromEuler(s.Uniform(-4, 4), pitch, s.Uniform(-4, 4))
		yaw, pitch, roll := q.Euler()
		v := anyVec(s)
		if got, want := FromEuler(yaw, pitch, roll).Rotate(v), q.Rotate(v); !(got.Dist(want) <= 4e-12*v.Norm()) {
			t.Fatalf("%v: the angles %v, %v, %v take %v to %v, want %v", q, yaw, pitch, roll, v, got, want)
		}
	}
}

func TestRotationProperties(t *testing.T) {
	s := rng.New(4).Stream("attitudes")
	for range 1000 {
		q, p, v, w := anyQuat(s), anyQuat(s), anyVec(s), anyVec(s)
		tiny := 1e-14 * (v.Norm() + w.Norm())
		for _, c := range []struct {
			name      string
			got, want Vec
		}{
			{"the inverse undoes it", q.RotateInverse(q.Rotate(v)), v},
			{"the conjugate undoes it", q.Conj().Rotate(q.Rotate(v)), v},
			{"the product is p, then q", q.Mul(p).Rotate(v), q.Rotate(p.Rotate(v))},
			{"sums stay sums", q.Rotate(v.Add(w)), q.Rotate(v).Add(q.Rotate(w))},
			{"no reflection", q.Rotate(v.Scale(1 / v.Norm()).Cross(w)), q.Rotate(v.Scale(1 / v.Norm())).Cross(q.Rotate(w))},
		} {
			if !(c.got.Dist(c.want) <= tiny) {
				t.Fatalf("%s: got %v, want %v (q %v, p %v, v %v, w %v)", c.name, c.got, c.want, q, p, v, w)
			}
		}
		if got, want := q.Rotate(v).Norm(), v.Norm(); math.Abs(got-want) > tiny {
			t.Fatalf("a length of %v becomes %v", want, got)
		}
	}
}

// Turns about one axis add their angles: 1000 steps make one turn of 1000
// angles. And the axis itself stays.
func TestTurnsAboutOneAxisAdd(t *testing.T) {
	axis := Vec{1, -2, 2}
	step, sum := FromAxisAngle(axis, 0.01), Quat{W: 1}
	for range 1000 {
		sum = step.Mul(sum).Normalize()
	}
	want := FromAxisAngle(axis, 10)
	for _, v := range []Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		if got := sum.Rotate(v); !(got.Dist(want.Rotate(v)) <= 1e-12) {
			t.Errorf("%v goes to %v, want %v", v, got, want.Rotate(v))
		}
	}
	if got := want.Rotate(axis); !(got.Dist(axis) <= 1e-14) {
		t.Errorf("the axis %v goes to %v", axis, got)
	}
}

// Hamilton, 1843: i^2 = j^2 = k^2 = ijk = -1, and so ij = k.
func TestMulOnUnits(t *testing.T) {
	i, j, k, minus := Quat{X: 1}, Quat{Y: 1}, Quat{Z: 1}, Quat{W: -1}
	for _, c := range []struct {
		name      string
		got, want Quat
	}{
		{"ii", i.Mul(i), minus},
		{"jj", j.Mul(j), minus},
		{"kk", k.Mul(k), minus},
		{"ijk", i.Mul(j).Mul(k), minus},
		{"ij", i.Mul(j), k},
		{"jk", j.Mul(k), i},
		{"ki", k.Mul(i), j},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestNormalize(t *testing.T) {
	// 1 + 4 + 16 + 4 = 25
	if got, want := (Quat{1, 2, -4, 2}).Normalize(), (Quat{0.2, 0.4, -0.8, 0.4}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, q := range []Quat{{}, {W: 1e-200}, {W: 1e200}, {W: 1, X: math.Inf(1)}, {W: math.NaN()}} {
		n := q.Normalize()
		for _, part := range []float64{n.W, n.X, n.Y, n.Z} {
			if !math.IsNaN(part) {
				t.Errorf("%v becomes %v, which does not show that it is no attitude", q, n)
			}
		}
	}
}

func TestAxisWithoutDirectionPanics(t *testing.T) {
	for _, axis := range []Vec{{}, {X: math.NaN()}, {Y: math.Inf(1)}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("axis %v: no panic", axis)
				}
			}()
			FromAxisAngle(axis, 1)
		}()
	}
}

// anyQuat returns an attitude, all being equally likely: four normal numbers
// have no preferred direction.
func anyQuat(s *rng.Stream) Quat {
	return Quat{s.Normal(), s.Normal(), s.Normal(), s.Normal()}.Normalize()
}
