package scenarios

import (
	"math"
	"testing"

	"halocline/sim"
	"halocline/sim/rng"
)

// All parts of a disc are equally likely: 10 rings, bounded by R sqrt(k/10), times
// 8 sectors make 80 parts of one size. Pearson's sum over them has 79 degrees of
// freedom; it exceeds 124 with probability 0.001.
func TestDiscIsEven(t *testing.T) {
	const points, rings, sectors, radius = 80_000, 10, 8, 300.0
	d, rand := &Disc{Radius: radius}, rng.New(1).Stream("place")
	var count [rings][sectors]float64
	for i := range points {
		p := d.Position(i, points, rand)
		part := (p.X*p.X + p.Y*p.Y) / (radius * radius) * rings
		angle := (math.Atan2(p.Y, p.X)/math.Pi + 1) / 2 * sectors
		if p.Z != 0 || part >= rings {
			t.Fatalf("%v is not on the disc", p)
		}
		count[int(part)][int(angle)%sectors]++
	}
	const mean = points / (rings * sectors)
	sum := 0.0
	for _, ring := range count {
		for _, n := range ring {
			sum += (n - mean) * (n - mean) / mean
		}
	}
	if sum > 124 {
		t.Errorf("chi-squared %.1f", sum)
	}
}

// A clock that shows 2 ms at the start and runs 100 ppm too fast shows 10.003 s after 10 s.
func TestClockOfANode(t *testing.T) {
	s, err := parse(t, cove, sets(t, "nodes.auv.clock={offset: 2ms, drift: 100ppm}")...).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []sim.Time{10e9, 10_003_000_000} {
		if got := s.nodes[i].clock.Local(10e9); got != want {
			t.Errorf("%s: %v, want %v", s.nodes[i].name, got, want)
		}
	}
}
