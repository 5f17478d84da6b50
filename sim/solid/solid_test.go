package solid

import (
	"math"
	"math/rand/v2"
	"testing"

	"halocline/sim/geom"
)

// Rays meet each shape where the geometry of a drawing says: a ray along x at y = 3 past a circle
// of radius 5 about (10, 0) enters it at 10 - sqrt(25 - 9) = 6, and leaves it at 14.
func TestRays(t *testing.T) {
	ahead := geom.Vec{X: 1}
	lean := geom.Vec{X: 0.8, Z: 0.6} // each m ahead is 1.25 m of the ray
	at := geom.Vec{Y: 3}
	pile := NewCylinder(geom.Vec{X: 10, Z: -20}, geom.Vec{X: 10, Z: 20}, 5)
	rows := []struct {
		name      string
		s         Solid
		from, dir geom.Vec
		want      float64 // m; -1 is none
		normal    geom.Vec
	}{
		{"sphere", Sphere{geom.Vec{X: 10}, 5}, at, ahead, 6, geom.Vec{X: -0.8, Y: 0.6}},
		{"sphere from inside", Sphere{geom.Vec{X: 10}, 5}, geom.Vec{X: 10, Y: 3}, ahead, 4, geom.Vec{X: -0.8, Y: -0.6}},
		{"beside a sphere", Sphere{geom.Vec{X: 10}, 5}, geom.Vec{Y: 5.000001}, ahead, -1, geom.Vec{}},
		{"behind", Sphere{geom.Vec{X: -10}, 5}, at, ahead, -1, geom.Vec{}},
		{"pile", pile, at, ahead, 6, geom.Vec{X: -0.8, Y: 0.6}},
		{"pile, rising", pile, at, lean, 6 * 1.25, geom.Vec{X: -0.8, Y: 0.6}},
		{"pile from inside", pile, geom.Vec{X: 10, Y: 3}, ahead, 4, geom.Vec{X: -0.8, Y: -0.6}},
		{"pile from above", pile, geom.Vec{X: 11, Z: 30}, geom.Vec{Z: -1}, 10, geom.Vec{Z: 1}},
		{"over the pile", pile, geom.Vec{Z: 20.000001}, ahead, -1, geom.Vec{}},
		// A cone of 45 degrees with its tip at (10, 0, 0) and its axis ahead: at z = 2 it begins 2 m behind the tip.
		{"cone", NewCone(geom.Vec{X: 10}, geom.Vec{X: 15}, 0, 5), geom.Vec{Z: 2}, ahead, 12, geom.Vec{X: -1, Z: 1}.Scale(math.Sqrt2 / 2)},
		{"cone along its slope", NewCone(geom.Vec{X: 10}, geom.Vec{X: 15}, 0, 5), geom.Vec{X: 20, Z: 3}, geom.Vec{X: -1, Z: -1}.Scale(math.Sqrt2 / 2), 5 * math.Sqrt2, geom.Vec{X: 1}},
		// A funnel from 2 m to 1 m over 4 m, wall 0.1 m: at z = 1.5 its inside is met halfway, and the outside of the wall is 0.4 m behind it.
		{"funnel", NewFunnel(geom.Vec{X: 10}, ahead, 4, 2, 1, 0.1), geom.Vec{Z: 1.5}, ahead, 12, geom.Vec{X: -1, Z: -4}.Scale(1 / math.Sqrt(17))},
		{"through the funnel", NewFunnel(geom.Vec{X: 10}, ahead, 4, 2, 1, 0.1), geom.Vec{Z: 0.9}, ahead, -1, geom.Vec{}},
		// Capsules: the tube is that of a pile, and the ends are balls.
		{"capsule", Capsule{geom.Vec{X: 10, Z: -20}, geom.Vec{X: 10, Z: 20}, 5}, at, lean, 6 * 1.25, geom.Vec{X: -0.8, Y: 0.6}},
		{"capsule's end", Capsule{geom.Vec{X: 10}, geom.Vec{X: 30}, 5}, at, ahead, 6, geom.Vec{X: -0.8, Y: 0.6}},
		{"capsule from inside", Capsule{geom.Vec{X: 10}, geom.Vec{X: 30}, 5}, geom.Vec{X: 10, Y: 3}, ahead, 24, geom.Vec{X: -0.8, Y: -0.6}},
		// A cube of 2 m that is turned by 45 degrees about z shows an edge, sqrt 2 before its centre; at y = 0.5 it is met 0.5 m behind that.
		{"box", Box{geom.Vec{X: 10}, geom.FromEuler(math.Pi/4, 0, 0), geom.Vec{X: 1, Y: 1, Z: 1}}, geom.Vec{Y: 0.5}, ahead, 10 - math.Sqrt2 + 0.5, geom.Vec{X: -1, Y: 1}.Scale(math.Sqrt2 / 2)},
		{"box from inside", Box{geom.Vec{X: 10}, geom.Quat{W: 1}, geom.Vec{X: 1, Y: 2, Z: 3}}, geom.Vec{X: 10}, ahead, 1, geom.Vec{X: -1}},
		{"along a box's side", Box{geom.Vec{X: 10}, geom.Quat{W: 1}, geom.Vec{X: 1, Y: 2, Z: 3}}, geom.Vec{Y: 2.5}, ahead, -1, geom.Vec{}},
	}
	for _, r := range rows {
		h, ok := r.s.Cast(r.from, r.dir, 100)
		switch {
		case ok != (r.want >= 0):
			t.Errorf("%s: %v, %v", r.name, h, ok)
		case ok && (math.Abs(h.Distance-r.want) > 1e-9 || h.Normal.Dist(r.normal) > 1e-9):
			t.Errorf("%s: %.12g with normal %v, want %.12g with %v", r.name, h.Distance, h.Normal, r.want, r.normal)
		}
		if _, ok := r.s.Cast(r.from, r.dir, r.want-1e-6); ok {
			t.Errorf("%s: met beyond the end of the ray", r.name)
		}
	}
}

// solids returns one of each shape, turned anyhow.
func solids(rnd *rand.Rand) map[string]Solid {
	v := func() geom.Vec {
		return geom.Vec{X: 4*rnd.Float64() - 2, Y: 4*rnd.Float64() - 2, Z: 4*rnd.Float64() - 2}
	}
	size := func() float64 { return 0.2 + rnd.Float64() }
	return map[string]Solid{
		"sphere":   Sphere{v(), size()},
		"capsule":  Capsule{v(), v(), size()},
		"cylinder": NewCylinder(v(), v(), size()),
		"cone":     NewCone(v(), v(), size(), size()),
		"tip":      NewCone(v(), v(), size(), 0),
		"funnel":   NewFunnel(v(), v(), size(), 1+size(), size(), 0.3*size()),
		"box":      Box{v(), geom.FromEuler(6*rnd.Float64(), rnd.Float64(), 6*rnd.Float64()), geom.Vec{X: size(), Y: size(), Z: size()}},
	}
}

// Rays and distances are worked out in different ways, and agree: where a ray meets a solid the distance is
// 0 and grows along the normal, and before that its sign does not change.
func TestRaysAgreeWithDistances(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	met := map[string]int{}
	for range 5000 {
		from := geom.Vec{X: 6*rnd.Float64() - 3, Y: 6*rnd.Float64() - 3, Z: 6*rnd.Float64() - 3}
		dir := unit(geom.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}, geom.Vec{X: 1})
		for name, s := range solids(rnd) {
			start, _, _ := s.Near(from)
			h, ok := s.Cast(from, dir, 20)
			end := 20.0
			if ok {
				met[name]++
				end = h.Distance
				d, away, _ := s.Near(from.Add(dir.Scale(h.Distance)))
				back, _ := s.Beyond(h.Side, from.Add(dir.Scale(h.Distance)))
				if math.Abs(d) > 1e-9 || math.Abs(back) > 1e-9 || math.Abs(h.Normal.Norm()-1) > 1e-9 || h.Normal.Dot(dir) > 1e-9 {
					t.Fatalf("%s: met at a distance of %g from it, normal %v", name, d, h.Normal)
				}
				// Off the surface the distance grows as the step along the normal, but at edges.
				const step = 1e-6
				side := math.Copysign(1, start)
				near, _, _ := s.Near(from.Add(dir.Scale(h.Distance)).Add(h.Normal.Scale(step)))
				if math.Abs(away.Norm()-1) > 1e-9 || math.Abs(near-side*step) > 1e-2*step && math.Abs(near) > 1.5*step {
					t.Fatalf("%s: %g off its surface is at %g", name, step, near)
				}
			}
			for k := range 40 {
				d, _, _ := s.Near(from.Add(dir.Scale(end * float64(k) / 40)))
				if d*start < 0 && math.Abs(d) > 1e-9 {
					t.Fatalf("%s: the ray %v %v passes its surface before %g, at %g of it", name, from, dir, end, float64(k)/40)
				}
			}
		}
	}
	for name, n := range met {
		if n < 100 {
			t.Errorf("%s was met by %d rays", name, n)
		}
	}
}

// The distance grows by its own direction: a step of 1 mm away from a solid makes it 1 mm more, outside of it.
func TestAway(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		at := geom.Vec{X: 6*rnd.Float64() - 3, Y: 6*rnd.Float64() - 3, Z: 6*rnd.Float64() - 3}
		for name, s := range solids(rnd) {
			d, away, side := s.Near(at)
			if _, holed := s.(Revolved); d <= 0 || holed && d < 0.002 {
				continue
			}
			if far, _ := s.Beyond(side, at); far > d+1e-9 {
				t.Fatalf("%s: %g from it, and %g from its nearest side", name, d, far)
			}
			further, _, _ := s.Near(at.Sub(away.Scale(d / 2)))
			if math.Abs(further-d/2) > 1e-9 {
				t.Fatalf("%s: halfway to it from %g is %g", name, d, further)
			}
			least, most := s.Bounds()
			foot := at.Sub(away.Scale(d))
			if foot.X < least.X-1e-9 || foot.Y < least.Y-1e-9 || foot.Z < least.Z-1e-9 || foot.X > most.X+1e-9 || foot.Y > most.Y+1e-9 || foot.Z > most.Z+1e-9 {
				t.Fatalf("%s: its nearest point %v is not within its bounds %v, %v", name, foot, least, most)
			}
		}
	}
}

// Two capsules are as far apart as the nearest of many points of their lines, less their radii.
func TestBetween(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	v := func() geom.Vec { return geom.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()} }
	for i := range 500 {
		a, b := Capsule{v(), v(), 0.1}, Capsule{v(), v(), 0.2}
		switch i % 5 {
		case 1:
			b.To = b.From.Add(a.To.Sub(a.From).Scale(0.7)) // parallel
		case 2:
			b.To = b.From
		}
		d, at, away := Between(a, b)
		best := math.Inf(1)
		const n = 400
		for k := range n + 1 {
			p := a.From.Add(a.To.Sub(a.From).Scale(float64(k) / n))
			best = min(best, p.Dist(b.nearest(p))-a.Radius-b.Radius)
		}
		if d > best+1e-9 || d < best-1e-2 {
			t.Fatalf("%d: %v %v: %g, and %g by trying", i, a, b, d, best)
		}
		fromA, _, _ := a.Near(at)
		fromB, _, _ := b.Near(at)
		if math.Abs(away.Norm()-1) > 1e-9 || d > -0.1 && (math.Abs(fromA-d/2) > 1e-9 || math.Abs(fromB-d/2) > 1e-9) {
			t.Fatalf("%d: halfway is %g and %g, of %g", i, fromA, fromB, d)
		}
	}
}
