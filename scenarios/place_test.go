package scenarios

import (
	"math"
	"testing"

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
