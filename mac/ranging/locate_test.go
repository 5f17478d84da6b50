package ranging

import (
	"math"
	"testing"

	"halocline/sim/geom"
)

// ring returns k places around the origin, at a horizontal distance and a depth.
func ring(k int, radius, depth float64) (places []geom.Vec) {
	for i := range k {
		a := 2 * math.Pi * float64(i) / float64(k)
		places = append(places, geom.Vec{X: radius * math.Cos(a), Y: radius * math.Sin(a), Z: -depth})
	}
	return places
}

func rangesTo(at geom.Vec, places []geom.Vec) (ranges []float64) {
	for _, p := range places {
		ranges = append(ranges, at.Dist(p))
	}
	return ranges
}

// In the middle of k places around it whose rows of the geometry are (cos a cos e, sin a cos e), the normal matrix is k/2 cos^2 e
// times the identity, so that HDOP is 2/(sqrt(k) cos e): 2/sqrt(3) for three at the same depth, 1 for four, and where four are as
// far above as away, e = 45 degrees, sqrt(2).
func TestHDOP(t *testing.T) {
	for _, c := range []struct {
		k           int
		above, want float64
	}{{3, 0, 2 / math.Sqrt(3)}, {4, 0, 1}, {16, 0, 0.5}, {4, 1000, math.Sqrt2}} {
		depth := 2000.0
		places := ring(c.k, 1000, depth-c.above)
		at, hdop, ok := Locate(places, rangesTo(geom.Vec{Z: -depth}, places), &depth, geom.Vec{X: 50, Y: -30, Z: -depth})
		if !ok || math.Abs(hdop-c.want) > 1e-9 || at.Dist(geom.Vec{Z: -depth}) > 1e-6 {
			t.Errorf("%d places %g m above: HDOP %.9f at %v, %v; want %.9f at the middle", c.k, c.above, hdop, at, ok, c.want)
		}
	}
}

// An error of 1 m in all ranges alike cancels in the middle of a ring, and one of 1 m in one range of four, at the same depth, moves the
// place by 1/2 m towards or away from that: the least squares give it the weight 2/k.
func TestErrorsOfRanges(t *testing.T) {
	depth := 100.0
	places := ring(4, 1000, depth)
	alike, one := rangesTo(geom.Vec{Z: -depth}, places), rangesTo(geom.Vec{Z: -depth}, places)
	for i := range alike {
		alike[i]++
	}
	one[0]++
	if at, _, ok := Locate(places, alike, &depth, geom.Vec{}); !ok || math.Hypot(at.X, at.Y) > 1e-6 {
		t.Errorf("alike: %v", at)
	}
	if at, _, ok := Locate(places, one, &depth, geom.Vec{}); !ok || math.Abs(at.X+0.5) > 1e-3 || math.Abs(at.Y) > 1e-6 {
		t.Errorf("one: %v", at)
	}
}

// Without a depth four places that are not in a plane tell all three coordinates, and places in a line, or fewer than
// three with a depth, tell none.
func TestLocate(t *testing.T) {
	want := geom.Vec{X: 320, Y: -150, Z: -480}
	places := append(ring(3, 1000, 10), geom.Vec{X: 100, Y: 100, Z: -900})
	if at, _, ok := Locate(places, rangesTo(want, places), nil, geom.Vec{}); !ok || at.Dist(want) > 1e-5 {
		t.Errorf("%v, %v; want %v", at, ok, want)
	}
	depth := 480.0
	inLine := []geom.Vec{{X: 0}, {X: 500}, {X: 1000}}
	if at, _, ok := Locate(inLine, rangesTo(geom.Vec{X: 100, Z: -480}, inLine), &depth, geom.Vec{X: 90, Z: -480}); ok {
		t.Errorf("places in a line give %v", at)
	}
	if at, _, ok := Locate(places[:1], []float64{1}, &depth, geom.Vec{}); ok {
		t.Errorf("one range gives %v", at)
	}
}
