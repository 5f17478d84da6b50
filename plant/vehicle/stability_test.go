package vehicle

import (
	"math"
	"testing"

	"halocline/sim/geom"
)

// A body that floats with W = B = 1862.87 kg x 9.8 m/s2 = 18256.126 N has the moment of W times
// the distance of the centres. It is left alone, tilted by a degree about both axes, and comes
// to rest at the tilt that is told.
func TestRest(t *testing.T) {
	for _, c := range []struct {
		gravity, buoyancy geom.Vec
		tilt, moment      float64 // degrees, N m
	}{
		{geom.Vec{}, geom.Vec{Z: 0.3}, 0, 5476.838},
		{geom.Vec{Z: -0.1}, geom.Vec{}, 0, 1825.6126},
		{geom.Vec{Z: 0.1}, geom.Vec{}, 180, 1825.6126},
		{geom.Vec{}, geom.Vec{Z: -0.3}, 180, 5476.838},
		{geom.Vec{X: 0.1}, geom.Vec{}, 90, 1825.6126},
		{geom.Vec{X: 0.3}, geom.Vec{Z: 0.4}, 36.86990, 9128.063}, // 3, 4, 5
	} {
		b := simple()
		b.Weight, b.Buoyancy = c.gravity, c.buoyancy
		tilt, moment := b.Rest(1000)
		near(t, "tilt", tilt*180/math.Pi, c.tilt, 1e-4)
		near(t, "moment", moment, c.moment, 1e-3)

		m := build(t, b, nil, nil)
		s := AtRest(geom.Vec{Z: -50}, 0)
		s.Attitude = geom.FromEuler(0, math.Pi/180, math.Pi/180)
		sail(m, &s, new(Input), still(), 0.02, RK4, 20_000)
		up := s.Attitude.Rotate(geom.Vec{Z: 1})
		near(t, "tilt after 400 s", math.Atan2(math.Hypot(up.X, up.Y), up.Z)*180/math.Pi, c.tilt, 0.5)
	}
}
