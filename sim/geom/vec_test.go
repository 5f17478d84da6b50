package geom

import (
	"math"
	"testing"

	"halocline/sim/rng"
)

// The vectors are small integers, so every result is exact and can be checked
// in the head.
func TestVec(t *testing.T) {
	v, w := Vec{1, 2, 3}, Vec{4, -5, 6}
	for _, c := range []struct {
		name      string
		got, want Vec
	}{
		{"sum", v.Add(w), Vec{5, -3, 9}},
		{"difference", v.Sub(w), Vec{-3, 7, -3}},
		{"multiple", v.Scale(-2), Vec{-2, -4, -6}},
		{"product", v.Cross(w), Vec{2*6 + 3*5, 3*4 - 1*6, -1*5 - 2*4}},
		{"x times y", Vec{X: 1}.Cross(Vec{Y: 1}), Vec{Z: 1}},
		{"y times z", Vec{Y: 1}.Cross(Vec{Z: 1}), Vec{X: 1}},
		{"z times x", Vec{Z: 1}.Cross(Vec{X: 1}), Vec{Y: 1}},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"scalar product", v.Dot(w), 4 - 10 + 18},
		{"length", Vec{2, -3, 6}.Norm(), 7}, // 4 + 9 + 36 = 49
		{"distance", Vec{1, 1, -1}.Dist(Vec{3, -2, 5}), 7},
		{"depth under water", Vec{5, 5, -99.825}.Depth(), 99.825},
		{"depth above", Vec{Z: 2}.Depth(), -2},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	if math.Signbit(Vec{}.Depth()) {
		t.Error("the depth of the surface is -0")
	}
}

// Lagrange: |v x w|^2 + (v.w)^2 = |v|^2 |w|^2, and v x w is normal to both.
func TestProductsAgree(t *testing.T) {
	s := rng.New(1).Stream("products")
	for range 1000 {
		v, w := anyVec(s), anyVec(s)
		c := v.Cross(w)
		size := v.Dot(v) * w.Dot(w)
		if got := c.Dot(c) + v.Dot(w)*v.Dot(w); math.Abs(got-size) > 1e-13*size {
			t.Fatalf("v %v, w %v: |v x w|^2 + (v.w)^2 = %v, |v|^2 |w|^2 = %v", v, w, got, size)
		}
		if tiny := 1e-14 * size; math.Abs(c.Dot(v)) > tiny*v.Norm() || math.Abs(c.Dot(w)) > tiny*w.Norm() {
			t.Fatalf("v %v, w %v: the product %v is not normal to both", v, w, c)
		}
	}
}

func TestWrapAngle(t *testing.T) {
	const pi = math.Pi
	for _, c := range []struct{ rad, want float64 }{
		{0, 0},
		{1, 1},
		{-1, -1},
		{pi, pi},
		{-pi, pi},
		{3 * pi, pi},
		{-3 * pi, pi},
		{1.5 * pi, -0.5 * pi},
		{-1.5 * pi, 0.5 * pi},
		{2 * pi, 0},
		{-2 * pi, 0},
		{200.25 * pi, 0.25 * pi},
	} {
		if got := WrapAngle(c.rad); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("WrapAngle(%v) = %v, want %v", c.rad, got, c.want)
		}
	}
	s := rng.New(1).Stream("angles")
	for range 1000 {
		rad := s.Uniform(-50, 50)
		got := WrapAngle(rad)
		turns := (rad - got) / (2 * pi)
		if got <= -pi || got > pi || math.Abs(turns-math.Round(turns)) > 1e-13 {
			t.Fatalf("WrapAngle(%v) = %v", rad, got)
		}
	}
}

// anyVec returns a vector of random direction and some length.
func anyVec(s *rng.Stream) Vec {
	return Vec{s.Normal(), s.Normal(), s.Normal()}.Scale(s.Uniform(0.1, 100))
}
