package ocean

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"halocline/sim/geom"
	"halocline/sim/simtest"
)

// meets checks one ray against a distance that a drawing gives, -1 for none.
func meets(t *testing.T, what string, g *Grid, from, dir geom.Vec, want float64, up geom.Vec) {
	t.Helper()
	dir = dir.Scale(1 / dir.Norm())
	at, normal, ok := g.cast(from, dir, math.Inf(1))
	if ok != (want >= 0) || ok && (math.Abs(at-want) > 1e-9 || normal.Dist(up.Scale(1/up.Norm())) > 1e-9) {
		t.Errorf("%s: %.12g, %v, %v; want %.12g and %v", what, at, normal, ok, want, up)
	}
	if at, _, ok := g.cast(from, dir, want-1e-6); ok {
		t.Errorf("%s: met at %g, beyond the end of the ray", what, at)
	}
}

// Rays meet planes where triangles say, and a saddle where a quadratic does.
func TestRaysMeetTheBottom(t *testing.T) {
	level := geom.Vec{Z: 1}
	meets(t, "flat, straight down", flat(30), geom.Vec{X: 7, Z: -10}, geom.Vec{Z: -1}, 20, level)
	meets(t, "flat, aslant", flat(30), geom.Vec{Z: -10}, geom.Vec{X: 3, Z: -4}, 25, level)
	meets(t, "flat, level", flat(30), geom.Vec{Z: -10}, geom.Vec{X: 1}, -1, level)
	meets(t, "flat, upwards", flat(30), geom.Vec{Z: -10}, geom.Vec{X: 1, Z: 1}, -1, level)
	meets(t, "from below the bottom", flat(30), geom.Vec{Z: -31}, geom.Vec{X: 1, Z: 1}, 0, level)

	// Depth 10 + x/2 between x = 0 and 100, and 10 and 60 beyond: a level ray at 35 m ahead to smaller x comes to it
	// at x = 50; one that falls 1 in 4 from (0, -5) meets 10 + x/2 = 5 + x/4 at no positive x.
	slope := grid([]float64{0, 30, 100}, []float64{-10, 10}, func(x, _ float64) float64 { return 10 + x/2 })
	up := geom.Vec{X: 0.5, Z: 1}
	meets(t, "slope, level", slope, geom.Vec{X: 100, Y: 3, Z: -35}, geom.Vec{X: -1}, 50, up)
	meets(t, "slope, from beyond its edges", slope, geom.Vec{X: 150, Y: 300, Z: -35}, geom.Vec{X: -1}, 100, up)
	// Down 1 in 1 from (0, -5): 10 + x/2 = 5 + x at x = 10, after 10 sqrt 2 m.
	meets(t, "slope, down", slope, geom.Vec{Z: -5}, geom.Vec{X: 1, Z: -1}, 10*math.Sqrt2, up)
	// Beyond the shallow edge it is 10 m deep for ever.
	meets(t, "beyond the edge", slope, geom.Vec{X: -1000, Y: -2000, Z: -4}, geom.Vec{X: -3, Z: -4}, 7.5, level)

	// A saddle of 20 + x y/100 over a square of 100 m: along its diagonal the depth is 20 + s^2/200 for s = sqrt 2 x.
	// A ray from (0, 0, -10) that falls 1 in 2 along it meets 20 + x^2/100 = 10 + x sqrt 2/2: x^2 - 50 sqrt 2 x + 1000 = 0,
	// so x = 25 sqrt 2 - sqrt(1250 - 1000) = 19.5439.
	saddle := grid([]float64{0, 100}, []float64{0, 100}, func(x, y float64) float64 { return 20 + x*y/100 })
	x := 25*math.Sqrt2 - math.Sqrt(250)
	meets(t, "saddle", saddle, geom.Vec{Z: -10}, geom.Vec{X: math.Sqrt2, Y: math.Sqrt2, Z: -1}, x*math.Sqrt(2.5), geom.Vec{X: x / 100, Y: x / 100, Z: 1})
}

// grid returns a grid of a depth by place.
func grid(x, y []float64, depth func(x, y float64) float64) *Grid {
	g := &Grid{x: x, y: y}
	for _, v := range y {
		for _, u := range x {
			g.depth = append(g.depth, depth(u, v))
		}
	}
	g.index()
	return g
}

// hills returns a grid of so many lines each way, 1 to 3 m apart, with a rough bottom.
func hills(lines int, rnd *rand.Rand) *Grid {
	axis := func() []float64 {
		at := make([]float64, lines)
		for i := range at {
			at[i] = 1 + 2*rnd.Float64()
			if i > 0 {
				at[i] += at[i-1]
			}
		}
		return at
	}
	return grid(axis(), axis(), func(x, y float64) float64 { return 50 + 20*math.Sin(x/17)*math.Cos(y/23) + 3*rnd.Float64() })
}

// On a rough bottom rays meet what a walk in steps of 2 mm comes to.
func TestRaysOverHills(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	g := hills(100, rnd)
	met := 0
	for range 400 {
		from := geom.Vec{X: 300*rnd.Float64() - 50, Y: 300*rnd.Float64() - 50, Z: -60 * rnd.Float64()}
		dir := geom.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: 0.3 * rnd.NormFloat64()}
		dir = dir.Scale(1 / dir.Norm())
		height := func(s float64) float64 {
			p := from.Add(dir.Scale(s))
			return p.Z + g.At(p.X, p.Y)
		}
		const step, most = 2e-3, 100.0
		s := 0.0
		for s < most && height(s) > 0 {
			s += step
		}
		at, normal, ok := g.cast(from, dir, most)
		switch {
		case !ok && s < most-step:
			t.Fatalf("%v %v: no bottom, and it is at %g", from, dir, s)
		case ok && at > 0 && (math.Abs(height(at)) > 1e-7 || at > s+1e-9):
			t.Fatalf("%v %v: met at %g, %g over it; by steps at %g", from, dir, at, height(at), s)
		case ok && at < s-step: // where steps have passed it by
			if height(at-1e-6) < 0 || height(at+1e-6) > 0 {
				t.Fatalf("%v %v: met at %g, where it does not pass; by steps at %g", from, dir, at, s)
			}
		}
		if ok {
			met++
			if math.Abs(normal.Norm()-1) > 1e-12 || normal.Z <= 0 {
				t.Fatalf("normal %v", normal)
			}
		}
	}
	if met < 100 {
		t.Errorf("%d rays came to the bottom", met)
	}
}

// Rays over a large grid pass what lies below them in blocks: the time of one is shown.
// A ray over 1000 x 1000 cells costs at most 4000 steps of a loop of xorshift on the same machine. 3.0 us, which is 0.3 s for 10^5 rays,
// where a step took 1.6 ns are 1900. The quickest of several rounds counts, since a machine may be busy with something else.
func TestRaysAreCheap(t *testing.T) {
	simtest.SkipShort(t, "measures time")
	rnd := rand.New(rand.NewPCG(9, 10))
	g := hills(1000, rnd)
	quickest := func(n int, do func()) float64 {
		best := math.Inf(1)
		for range 20 {
			begin := time.Now()
			do()
			best = min(best, time.Since(begin).Seconds()/float64(n))
		}
		return best
	}
	x := uint64(88172645463325252)
	step := quickest(1_000_000, func() {
		for range 1_000_000 {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
		}
	})
	ray := quickest(1000, func() {
		for range 1000 {
			dir := geom.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: -0.05 - 0.3*rnd.Float64()}
			g.cast(geom.Vec{X: 2000 * rnd.Float64(), Y: 2000 * rnd.Float64(), Z: -5}, dir.Scale(1/dir.Norm()), 2000)
		}
	})
	t.Logf("a ray takes %.3g us, %.0f steps of %.3g ns (%d)", 1e6*ray, ray/step, 1e9*step, x&1)
	if ray > 4000*step {
		t.Errorf("a ray takes %.0f steps", ray/step)
	}
}

func BenchmarkRay(b *testing.B) {
	rnd := rand.New(rand.NewPCG(9, 10))
	g := hills(1000, rnd)
	b.ReportAllocs()
	for b.Loop() {
		dir := geom.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: -0.05 - 0.3*rnd.Float64()}
		g.cast(geom.Vec{X: 2000 * rnd.Float64(), Y: 2000 * rnd.Float64(), Z: -5}, dir.Scale(1/dir.Norm()), 2000)
	}
}
