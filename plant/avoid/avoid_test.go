package avoid

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"halocline/sim/geom"
	"halocline/sim/simtest"
)

// disc is something round in the water.
type disc struct{ x, y, r float64 }

// scan returns what beams all around a place read of discs, each the nearest.
func scan(discs []disc, at geom.Vec, beams int) []Reading {
	out := make([]Reading, beams)
	for k := range out {
		bearing := 2 * math.Pi * float64(k) / float64(beams)
		sin, cos := math.Sincos(bearing)
		out[k] = Reading{bearing, math.NaN()}
		for _, d := range discs {
			dx, dy := d.x-at.X, d.y-at.Y
			along, across := dx*cos+dy*sin, dy*cos-dx*sin
			if half := d.r*d.r - across*across; along > 0 && half >= 0 {
				if r := along - math.Sqrt(half); !(out[k].Distance <= r) {
					out[k].Distance = r
				}
			}
		}
	}
	return out
}

// swim has a point go from a place to a goal by 5 cm a step, and returns its way and the least distance to a disc; it gives up after 4000 steps.
func swim(c Config, discs []disc, from, goal geom.Vec) (way []geom.Vec, clearance float64, there bool) {
	a := New(c)
	at, heading := from, math.Atan2(goal.Y-from.Y, goal.X-from.X)
	clearance = math.Inf(1)
	for range 4000 {
		way = append(way, at)
		for _, d := range discs {
			clearance = min(clearance, math.Hypot(d.x-at.X, d.y-at.Y)-d.r)
		}
		if at.Dist(goal) < 0.1 {
			return way, clearance, true
		}
		if d, ok := a.Step(scan(discs, at, 360), heading, math.Atan2(goal.Y-at.Y, goal.X-at.X), at.Dist(goal)); ok {
			heading = d
			sin, cos := math.Sincos(d)
			at = at.Add(geom.Vec{X: 0.05 * cos, Y: 0.05 * sin})
		}
	}
	return way, clearance, false
}

// A free way is straight, to the last bit of the direction, also where something lies beside it or beyond the goal.
func TestFreeWay(t *testing.T) {
	for _, discs := range [][]disc{nil, {{3, 0.6 + 1, 1}}, {{12, 0, 1}}} {
		way, _, there := swim(Default(), discs, geom.Vec{}, geom.Vec{X: 10})
		for _, at := range way {
			if math.Abs(at.Y) > 1e-9 {
				t.Fatalf("%v: at %v", discs, at)
			}
		}
		if !there {
			t.Errorf("%v: it did not come there", discs)
		}
	}
}

// A disc whose middle lies to the left of the way is passed on its right, and the reverse.
func TestShorterSide(t *testing.T) {
	for _, y := range []float64{0.1, 0.5, -0.1, -0.5} {
		way, clearance, there := swim(Default(), []disc{{6, y, 1}}, geom.Vec{}, geom.Vec{X: 12})
		side := 0.0
		for _, at := range way {
			if math.Abs(at.X-6) < 0.1 {
				side = at.Y
			}
		}
		if !there || side*y >= 0 || clearance < 0.25 {
			t.Errorf("disc at %g: passed at %g, clearance %g, %t", y, side, clearance, there)
		}
	}
}

// wall returns a wall across the way at x = 5 with a gap of a width around y = 0: the ends are exact, by discs of no size.
func wall(gap float64) []Reading {
	var out []Reading
	for n := range 2001 {
		y := gap/2 + 10*float64(n)/2000
		for _, y := range []float64{y, -y} {
			out = append(out, Reading{math.Atan2(y, 4), math.Hypot(4, y)})
		}
	}
	return out
}

// An end of a gap of a width w that is D ahead blocks up to asin(R/d) with d = sqrt(D^2 + w^2/4), which leaves the middle free iff
// sin = (w/2)/d > R/d: iff w > 2 R, with R the radius and the safety together, at any D.
func TestGaps(t *testing.T) {
	c := Default() // 2 R is 1 m
	for gap, want := range map[float64]bool{0.5: false, 0.99: false, 0.9999: false, 1.0001: true, 1.01: true, 3: true} {
		direction, ok := New(c).Step(wall(gap), 0, 0, 100)
		if got := ok && direction == 0; got != want {
			t.Errorf("a gap of %g m: %g, %t", gap, direction, ok)
		}
	}
}

// 50 random fields of discs, between each two of which there is room, are crossed, and nothing comes nearer than the radius of the vehicle.
func TestFields(t *testing.T) {
	simtest.SkipShort(t, "it crosses fifty fields, in 6 s")
	r := rand.New(rand.NewPCG(14, 1))
	c := Default()
	for n := range 50 {
		var discs []disc
		for tries := 0; len(discs) < 25 && tries < 5000; tries++ {
			d := disc{2 + 16*r.Float64(), -8 + 16*r.Float64(), 0.3 + 0.9*r.Float64()}
			room := true
			for _, o := range discs {
				room = room && math.Hypot(d.x-o.x, d.y-o.y)-d.r-o.r > 2*(c.Radius+c.Safety)+0.2
			}
			if room {
				discs = append(discs, d)
			}
		}
		way, clearance, there := swim(c, discs, geom.Vec{}, geom.Vec{X: 20})
		if !there || clearance <= c.Radius || len(discs) < 15 {
			t.Errorf("field %d of %d discs: clearance %g m, %d steps, there %t", n, len(discs), clearance, len(way), there)
		}
	}
}

// U returns a U of discs that opens against the way.
func u() []disc {
	var all []disc
	for k := range 13 {
		all = append(all, disc{8, -3 + 0.5*float64(k), 0.3}, disc{4 + 0.333*float64(k), 3, 0.3}, disc{4 + 0.333*float64(k), -3, 0.3})
	}
	return all
}

// A U is a dead end: the method has no memory and does not leave it.
func TestDeadEnd(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	way, clearance, there := swim(Default(), u(), geom.Vec{}, geom.Vec{X: 14})
	if last := way[len(way)-1]; there || clearance <= 0.25 {
		t.Errorf("at %v, clearance %g, there %t", last, clearance, there)
	}
}

// With a turning circle of 2 m nothing is left of what lies on the circle: a reading 2 m to the left and 2 m ahead is 2 m from its centre,
// so that directions more than 45 deg to the left are not reached; one 6 m ahead and 5 m to the left is sqrt(36 + 9) m away from it.
func TestTurningCircle(t *testing.T) {
	c := Default()
	c.Turn, c.Reach = 2, 10
	a := New(c)
	at := func(x, y float64) []Reading { return []Reading{{math.Atan2(y, x), math.Hypot(x, y)}} }
	a.Step(at(2, 2), 0, 0, 100)
	if a.left != math.Pi/4 || a.right != math.Pi {
		t.Errorf("left %g, right %g", a.left, a.right)
	}
	a.Step(at(6, 5), 0, 0, 100)
	if a.left != math.Pi {
		t.Errorf("left %g", a.left)
	}
	a.Step(at(2, -2), 0, 0, 100)
	if a.right != math.Pi/4 {
		t.Errorf("right %g", a.right)
	}
}

// Where something is all around, there is no direction.
func TestAllBlocked(t *testing.T) {
	var all []Reading
	for k := range 360 {
		all = append(all, Reading{2 * math.Pi * float64(k) / 360, 0.6})
	}
	if d, ok := New(Default()).Step(all, 1, 0, 100); ok || d != 1 {
		t.Error(d, ok)
	}
}

// Turned as a whole, everything turns.
func TestTurned(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 2))
	for range 200 {
		var all, turned []Reading
		by := 2 * math.Pi * float64(r.IntN(72)) / 72
		for range 20 {
			d := Reading{2 * math.Pi * r.Float64(), 0.6 + 6*r.Float64()}
			all, turned = append(all, d), append(turned, Reading{d.Bearing + by, d.Distance})
		}
		heading, goal := 2*math.Pi*r.Float64(), 2*math.Pi*r.Float64()
		a, ok := New(Default()).Step(all, heading, goal, 100)
		b, too := New(Default()).Step(turned, heading+by, goal+by, 100)
		if ok != too || ok && math.Abs(geom.WrapAngle(b-a-by)) > 1e-9 {
			t.Fatalf("%g %t, %g %t turned by %g", a, ok, b, too, by)
		}
	}
}

// It does not allocate once it has seen as much.
func TestDoesNotAllocate(t *testing.T) {
	a, all := New(Default()), scan(u(), geom.Vec{X: 5}, 360)
	if n := testing.AllocsPerRun(100, func() { a.Step(all, 0, 0, 10) }); n > 0 {
		t.Errorf("%g allocations", n)
	}
}

// A bearing or a heading that is no number does no harm: the next step is as if it had not been.
func TestNoNumber(t *testing.T) {
	a := New(Default())
	a.Step(nil, math.NaN(), 0, 10)
	if d, ok := a.Step([]Reading{{math.NaN(), 1}, {math.Inf(1), 1}}, 0.5, 1, 10); !ok || d != 1 {
		t.Errorf("%g, %t; want the goal", d, ok)
	}
}

// Faults are at their keys.
func TestFaults(t *testing.T) {
	c := Default()
	c.Reach = 0.4
	if err := c.Validate(); !strings.Contains(fmt.Sprint(err), "give it more reach") {
		t.Error(err)
	}
	c = Default()
	c.Weights = [3]float64{1, 1, 1}
	if err := c.Validate(); !strings.Contains(fmt.Sprint(err), "is to be more than the others") {
		t.Error(err)
	}
	c = Default()
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}
