package control

import (
	"math"
	"testing"

	"halocline/sim/geom"
)

func near(a, b geom.Vec) bool { return a.Dist(b) <= 1e-12*(1+b.Norm()) }

// On the line of direction (2, 3, 6)/7.
func TestWaypoint(t *testing.T) {
	from := geom.Vec{X: 1, Y: 1, Z: -10}
	target := geom.Vec{X: 3, Y: 4, Z: -4}
	if got, want := Waypoint(from, target, 3.5), (geom.Vec{X: 2, Y: 2.5, Z: -7}); !near(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, ahead := range []float64{7, 8} {
		if got := Waypoint(from, target, ahead); got != target {
			t.Errorf("%v, want the target", got)
		}
	}
	if got := Waypoint(target, target, 0); got != target {
		t.Errorf("%v at the target", got)
	}
}

// Quarters and eighths of a circle; the series turns once about in eighths and
// must reach a full turn more.
func TestHeading(t *testing.T) {
	for _, c := range []struct{ x, y, last, want float64 }{
		{1, 1, 0, math.Pi / 4},
		{-1, 1, 0, 3 * math.Pi / 4},
		{-1, -1, 0, -3 * math.Pi / 4},
		{-1, -1, math.Pi, 5 * math.Pi / 4},
		{-1, 1, -math.Pi, -5 * math.Pi / 4}, // across +-pi
		{1, 0, 4 * math.Pi, 4 * math.Pi},
		{0, 0, 1.25, 1.25},
	} {
		if got := Heading(geom.Vec{X: 5, Y: 5}, geom.Vec{X: 5 + c.x, Y: 5 + c.y, Z: 3}, c.last); !close2(got, c.want) {
			t.Errorf("to %g, %g after %g: %g, want %g", c.x, c.y, c.last, got, c.want)
		}
	}
	heading := 0.0
	for k := range 17 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 8)
		heading = Heading(geom.Vec{}, geom.Vec{X: cos, Y: sin}, heading)
	}
	if !close2(heading, 2*math.Pi) {
		t.Errorf("%g after a turn", heading)
	}
}

// A leg along (4, 3)/5 m. 5 m to its left at 10 m along: (8, 6) + 5 (-3, 4)/5. Looking 5 m ahead is
// a turn of pi/4 to the right. From the other side it is to the left.
func TestLineOfSight(t *testing.T) {
	leg := Leg{geom.Vec{X: 1, Y: 1}, geom.Vec{X: 41, Y: 31, Z: 7}}
	alpha := math.Atan2(3, 4)
	left, right := geom.Vec{X: 1 + 8 - 3, Y: 1 + 6 + 4, Z: 2}, geom.Vec{X: 1 + 8 + 3, Y: 1 + 6 - 4}
	along, off := leg.Offset(left)
	if !close2(along, 10) || !close2(off, 5) {
		t.Errorf("%g m along, %g m to the left", along, off)
	}
	for _, c := range []struct {
		at   geom.Vec
		last float64
		want float64
	}{{left, 0, alpha - math.Pi/4}, {right, 0, alpha + math.Pi/4}, {leg.From, 0, alpha}, {right, 7, alpha + math.Pi/4 + 2*math.Pi}} {
		if got := leg.LineOfSight(c.at, 5, c.last); !close2(got, c.want) {
			t.Errorf("%v: %g, want %g", c.at, got, c.want)
		}
	}
	// Westward, and 1e-3 m to either side: the heading lies on either side of pi
	// and differs by 2 atan 1e-3 only.
	west := Leg{geom.Vec{}, geom.Vec{X: -10}}
	first := west.LineOfSight(geom.Vec{X: -1, Y: 1e-3}, 1, math.Pi) // north of it is to its right
	second := west.LineOfSight(geom.Vec{X: -1, Y: -1e-3}, 1, first)
	if !close2(first, math.Pi+math.Atan(1e-3)) || !close2(second, math.Pi-math.Atan(1e-3)) {
		t.Errorf("%g and %g", first, second)
	}
}

// Triangles of sides 3, 4, 5: 3 m off a leg, 5 m ahead is 4 m along it.
func TestPursue(t *testing.T) {
	path := Path{{}, {X: 10}, {X: 10, Y: 20}}
	for _, c := range []struct {
		leg  int
		at   geom.Vec
		aim  geom.Vec
		next int
	}{
		{0, geom.Vec{X: 2, Y: 3}, geom.Vec{X: 6}, 0},
		{0, geom.Vec{X: 2, Y: 0, Z: 3}, geom.Vec{X: 6}, 0},
		{0, geom.Vec{X: 2, Y: 9}, geom.Vec{X: 2}, 0},                 // too far: the foot
		{0, geom.Vec{X: -9}, geom.Vec{}, 0},                          // before the beginning
		{0, geom.Vec{X: 7}, geom.Vec{X: 10, Y: 4}, 1},                // 3 m before the corner
		{1, geom.Vec{X: 13, Y: 10}, geom.Vec{X: 10, Y: 14}, 1},       // from the right
		{1, geom.Vec{X: 10, Y: 18}, geom.Vec{X: 10, Y: 20}, 1},       // the end
		{1, geom.Vec{X: 10, Y: 30}, geom.Vec{X: 10, Y: 20}, 1},       // past the end
		{0, geom.Vec{X: 10, Y: 3, Z: 0}, geom.Vec{X: 10, Y: 8}, 1},   // leaves the first leg behind
		{1, geom.Vec{X: 10, Y: -9}, geom.Vec{X: 10, Y: 0}, 1},        // before its leg
		{0, geom.Vec{X: 2, Y: 5}, geom.Vec{X: 2}, 0},                 // touches
		{1, geom.Vec{X: 10 - 3, Y: 1}, geom.Vec{X: 10, Y: 1 + 4}, 1}, // from the left
	} {
		if aim, on := path.Pursue(c.leg, c.at, 5); !near(aim, c.aim) || on != c.next {
			t.Errorf("%v: %v on %d, want %v on %d", c.at, aim, on, c.aim, c.next)
		}
	}
}

// A leg of 50 m along (4, 3)/5 that rises by 10 m, a fifth: at 10 m along it is 2 m up, before
// its beginning and beyond its end it has their heights. 3 m before its beginning and 4 m aside a
// place is 4 m beside its line.
func TestHeightAndDistanceOfALeg(t *testing.T) {
	leg := Leg{geom.Vec{X: 1, Y: 1, Z: -30}, geom.Vec{X: 41, Y: 31, Z: -20}}
	at := func(along, left float64) geom.Vec {
		return geom.Vec{X: 1 + 0.8*along - 0.6*left, Y: 1 + 0.6*along + 0.8*left, Z: 7}
	}
	for _, c := range []struct{ along, left, z, beside float64 }{{10, 0, -28, 0}, {10, 3, -28, 3}, {10, -3, -28, 3}, {-3, 4, -30, 4}, {62, -5, -20, 5}} {
		z, slope := leg.Height(at(c.along, c.left))
		if beside := leg.Across(at(c.along, c.left)); !close2(z, c.z) || !close2(slope, 0.2) || math.Abs(beside-c.beside) > 1e-12 {
			t.Errorf("%g m along, %g m aside: %g m high, slope %g, %g m beside it; want %+v", c.along, c.left, z, slope, beside, c)
		}
	}
	if !close2(leg.Length(), 50) {
		t.Errorf("%g m long", leg.Length())
	}
}
