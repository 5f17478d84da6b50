package vehicle

import (
	"math"
	"testing"
	"time"

	"halocline/sim/geom"
)

// With a lag T the velocity is v (1 - exp(-t/T)), and the way v (t - T (1 - exp(-t/T))); a current adds to both. A step is
// exact: one of 3 s is 3000 of 1 ms.
func TestPointFollows(t *testing.T) {
	d := &point{&PointConfig{Lag: 2 * time.Second}}
	in, w := &Input{1, -2, 0.5}, &Water{Current: geom.Vec{X: 0.3}}
	for _, steps := range []int{1, 3000} {
		s := State{Motion: Motion{Attitude: geom.FromEuler(0.7, 0, 0)}}
		for range steps {
			if err := d.Step(&s, in, w, nil, 3/float64(steps)); err != nil {
				t.Fatal(err)
			}
		}
		share := 1 - math.Exp(-1.5)
		v := geom.Vec{X: 1, Y: -2, Z: 0.5}
		way := v.Scale(3 - 2*share).Add(geom.Vec{X: 0.9})
		if got := s.Position.Dist(way); got > 1e-12 {
			t.Errorf("%d steps: off by %g m", steps, got)
		}
		if got := s.Attitude.Rotate(geom.Vec{X: s.Velocity[0], Y: s.Velocity[1], Z: s.Velocity[2]}).Dist(v.Scale(share).Add(geom.Vec{X: 0.3})); got > 1e-12 {
			t.Errorf("%d steps: velocity off by %g m/s", steps, got)
		}
	}
}

// Without a lag it is an integrator, and it does not leave the water.
func TestPointWithoutLag(t *testing.T) {
	d := &point{&PointConfig{}}
	s := State{Motion: Motion{Position: geom.Vec{Z: -1}, Attitude: geom.FromEuler(0, 0, 0)}}
	if err := d.Step(&s, &Input{1, 0, 2, 0.5}, &Water{Free: true}, nil, 1); err != nil {
		t.Fatal(err)
	}
	heading, _, _ := s.Attitude.Euler()
	if s.Position != (geom.Vec{X: 1}) || math.Abs(heading-0.5) > 1e-15 {
		t.Errorf("%v, heading %g", s.Position, heading)
	}
}
