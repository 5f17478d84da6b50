package paper

import (
	"math"
	"testing"

	"halocline/bench/report/figure"
	"halocline/sim/geom"
	"halocline/sim/solid"
)

// area returns that of a polygon, by the shoelace formula.
func area(f figure.Footprint) float64 {
	sum := 0.0
	for i := range f.X {
		j := (i + 1) % len(f.X)
		sum += f.X[i]*f.Y[j] - f.X[j]*f.Y[i]
	}
	return sum / 2
}

// By hand: a box of 6 m x 8 m covers 48 m2 however it is turned about the vertical, with four corners, and stood on
// its side 8 m x 10 m; a pile of 3 m covers a polygon of 72 corners, 36 sin(5 deg) 9 m2; lying it is a rectangle of
// 10 m x 6 m; a ball is as the pile.
func TestOutline(t *testing.T) {
	disc := 36 * math.Sin(5*math.Pi/180) * 9
	at := geom.Vec{X: 100, Y: -20, Z: -5}
	half := geom.Vec{X: 3, Y: 4, Z: 5}
	for name, c := range map[string]struct {
		solid   solid.Solid
		area    float64
		corners int
	}{
		"box":        {solid.Box{Centre: at, Attitude: geom.FromEuler(0, 0, 0), Half: half}, 48, 4},
		"turned box": {solid.Box{Centre: at, Attitude: geom.FromEuler(0.7, 0, 0), Half: half}, 48, 4},
		"fallen box": {solid.Box{Centre: at, Attitude: geom.FromEuler(0, math.Pi/2, 0), Half: half}, 80, 4},
		"pile":       {solid.NewCylinder(at, at.Add(geom.Vec{Z: 10}), 3), disc, 72},
		"pipe":       {solid.NewCylinder(at, at.Add(geom.Vec{Y: 10}), 3), 60, 0},
		"ball":       {solid.Sphere{Centre: at, Radius: 3}, disc, 72},
		"capsule":    {solid.Capsule{}, 0, 0},
	} {
		got := outline(c.solid)
		if a := area(got); math.Abs(a-c.area) > 1e-3 || c.corners > 0 && len(got.X) != c.corners {
			t.Errorf("%s: %g m2 and %d corners, want %g and %d", name, a, len(got.X), c.area, c.corners)
		}
	}
}
