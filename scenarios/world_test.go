package scenarios

import (
	"math"
	"testing"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/trace"
)

// waterOver returns water over a bottom, which is given as a grid; "" is none.
func waterOver(t *testing.T, grid string) *ocean.Water {
	t.Helper()
	c := ocean.Default()
	if grid != "" {
		c.Seabed = &ocean.SeabedConfig{File: "bottom.csv", Values: "depth"}
	}
	water, err := c.Build(ocean.Site{Open: func(string) ([]byte, error) { return []byte(grid), nil }})
	if err != nil {
		t.Fatal(err)
	}
	return water
}

// A ray from 20 m to a bottom at 60 m is 40 m long straight down, and 40 m/sin 30 = 80 m at 30 degrees below
// the level. On a bottom at 60 m + x/2 it is 40 m long straight down too, and along x at 45 degrees it meets the
// bottom where 20 + x = 60 + x/2, which is 80 m off, 80 sqrt 2 along the ray. The normal there leans downhill:
// across (2, 0, -1), it is (1/2, 0, 1) over its length.
func TestCast(t *testing.T) {
	flat := waterOver(t, "y\\x, -1000, 1000\n-10, 60, 60\n10, 60, 60\n")
	slope := waterOver(t, "y\\x, -100, 1000\n-10, 10, 560\n10, 10, 560\n")
	half, up, leaning := math.Sqrt(0.5), geom.Vec{Z: 1}, geom.Vec{X: 1 / math.Sqrt(5), Z: 2 / math.Sqrt(5)}
	for _, c := range []struct {
		what   string
		water  *ocean.Water
		dir    geom.Vec
		most   float64
		want   float64 // 0: nothing is met
		normal geom.Vec
	}{
		{"down", flat, geom.Vec{Z: -1}, 100, 40, up},
		{"down, just in reach", flat, geom.Vec{Z: -1}, 40.001, 40, up},
		{"down, out of reach", flat, geom.Vec{Z: -1}, 39.999, 0, up},
		{"slanting", flat, geom.Vec{X: math.Sqrt(3) / 2, Z: -0.5}, 100, 80, up},
		{"level", flat, geom.Vec{X: 1}, math.Inf(1), 0, up},
		{"up", flat, geom.Vec{Z: 1}, 100, 20, geom.Vec{Z: -1}},
		{"no bottom", waterOver(t, ""), geom.Vec{Z: -1}, math.Inf(1), 0, up},
		{"to a slope", slope, geom.Vec{Z: -1}, 100, 40, leaning},
		{"along a slope", slope, geom.Vec{X: half, Z: -half}, 200, 80 * math.Sqrt2, leaning},
		{"up a slope", slope, geom.Vec{X: -1}, 200, 80, leaning},
	} {
		w := &world{run: &Simulation{}, water: c.water}
		hit, ok := w.Cast(geom.Vec{Z: -20}, c.dir, c.most, 0)
		if ok != (c.want > 0) || math.Abs(hit.Distance-c.want) > 1e-9 || ok && (hit.Normal.Dist(c.normal) > 1e-9 || hit.Node != trace.None) {
			t.Errorf("%s: %v, %+v, want %g m", c.what, ok, hit, c.want)
		}
	}
	if _, ok := (&world{run: &Simulation{}, water: flat}).Cast(geom.Vec{Z: -61}, up, 100, 0); ok {
		t.Error("a ray from within the bottom meets it")
	}
}

// A node that goes straight on at 1.5 m/s along x with its bow along y moves to its own right.
func TestPeer(t *testing.T) {
	s, err := parse(t, still).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := s.instruments[0].scene.World.Peer(1, sim.Time(2e9))
	want := vehicle.Six{0, -1.5}
	for i := range want {
		if math.Abs(got.Velocity[i]-want[i]) > 1e-12 {
			t.Errorf("velocity %v, want %v", got.Velocity, want)
			break
		}
	}
	if at := (geom.Vec{X: 3, Z: -20}); got.Position.Dist(at) > 1e-12 {
		t.Errorf("position %v, want %v", got.Position, at)
	}
}
