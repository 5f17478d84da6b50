package acoustic

import (
	"math"
	"testing"

	"halocline/sim/geom"
)

// Lengths by Pythagoras: 40 m apart at depths of 10 and 20 m in 36 m of water the
// echo of the surface climbs 30 m (30, 40, 50) and that of the bottom 42 m (40,
// 42, 58); with two bounces 62 and 82 m.
func TestEchoLengths(t *testing.T) {
	l := Layer{Depth: 36, Speed: 1500, MaxBounces: 2}
	tx, rx := geom.Vec{X: 5, Y: 7, Z: -10}, geom.Vec{X: 29, Y: 39, Z: -20} // 24, 32, 40
	want := []Echo{
		{Length: math.Sqrt(1700)},
		{Length: 50, Surface: 1},
		{Length: 58, Bottom: 1},
		{Length: math.Hypot(40, 62), Surface: 1, Bottom: 1},
		{Length: math.Hypot(40, 82), Surface: 1, Bottom: 1},
	}
	got := l.Echoes(nil, tx, rx)
	if len(got) != len(want) {
		t.Fatalf("%d paths, want %d", len(got), len(want))
	}
	for i := range want {
		near(t, "length", got[i].Length, want[i].Length, 1e-12)
		if got[i].Surface != want[i].Surface || got[i].Bottom != want[i].Bottom {
			t.Errorf("path %d: %d and %d bounces, want %d and %d",
				i, got[i].Surface, got[i].Bottom, want[i].Surface, want[i].Bottom)
		}
	}
}

// A ray that is followed from bounce to bounce arrives at the receiver after the
// length, with the bounces and in the direction that the images say.
func TestEchoesFollowedAsRays(t *testing.T) {
	l := Layer{Depth: 80, Speed: 1480, MaxBounces: 9}
	for _, ends := range [][2]geom.Vec{
		{{Z: -10}, {X: 300, Y: -40, Z: -75}},
		{{X: 3, Z: -40}, {X: 3, Y: 25, Z: -40}},
		{{Z: -79}, {Z: -2}}, // one above the other
	} {
		tx, rx := ends[0], ends[1]
		for _, e := range l.Echoes(nil, tx, rx) {
			pos, dir := tx, e.Leave.Scale(1/e.Leave.Norm())
			surface, bottom, left := 0, 0, e.Length
			for {
				to := math.Inf(1) // path to the next boundary
				if dir.Z > 0 {
					to = -pos.Z / dir.Z
				} else if dir.Z < 0 {
					to = (-l.Depth - pos.Z) / dir.Z
				}
				if to > left {
					break
				}
				pos = pos.Add(dir.Scale(to))
				left -= to
				if dir.Z > 0 {
					surface++
				} else {
					bottom++
				}
				dir.Z = -dir.Z
			}
			pos = pos.Add(dir.Scale(left))
			near(t, "miss distance", pos.Dist(rx), 0, 1e-9)
			near(t, "arrival", dir.Dot(e.Arrive)/e.Arrive.Norm(), 1, 1e-12)
			if surface != e.Surface || bottom != e.Bottom {
				t.Errorf("ray bounced %d and %d times, the image says %d and %d", surface, bottom, e.Surface, e.Bottom)
			}
		}
	}
}

// Gains computed with mpmath from the four families of images in
// Jensen et al.
func TestEchoSums(t *testing.T) {
	for _, c := range []struct {
		layer           Layer
		tx, rx          geom.Vec
		absorption, hz  float64
		paths           int
		power, coherent float64 // dB
		within          float64 // of the coherent gain
	}{
		{
			Layer{36, 1500, 0.5, 6, 4},
			geom.Vec{Z: -10},
			geom.Vec{X: 40, Z: -20},
			5, 25e3,
			9, -29.7831863159, -31.6916153019, 1e-7,
		},
		{
			Layer{100, 1480, 1, 10, 7},
			geom.Vec{Z: -99.825},
			geom.Vec{X: -20, Y: 20, Z: -75},
			1.25, 63e3,
			15, -30.9908325159, -28.8013247762, 1e-7,
		},
	} {
		echoes := c.layer.Echoes(nil, c.tx, c.rx)
		loss := PathLoss{Spreading: 2, Absorption: c.absorption}
		if len(echoes) != c.paths {
			t.Errorf("%d paths, want %d", len(echoes), c.paths)
		}
		near(t, "power", c.layer.PowerGain(echoes, loss), c.power, 1e-9)
		near(t, "coherent", c.layer.CoherentGain(echoes, loss, c.hz), c.coherent, c.within)
	}
}

// With both ends at half depth the images stand H apart, and without loss the sum
// of 1/(x^2 + n^2 H^2) over all n is pi/(x H) coth(pi x/H): for 100 m in 50 m of
// water -32.0182 dB. What lies beyond 4000 bounces is worth 0.0014 dB.
func TestPowerOfAllImages(t *testing.T) {
	l := Layer{Depth: 50, Speed: 1500, MaxBounces: 4000}
	echoes := l.Echoes(nil, geom.Vec{Z: -25}, geom.Vec{X: 100, Z: -25})
	near(t, "power", l.PowerGain(echoes, PathLoss{Spreading: 2}), -32.01817103, 0.0016)
}

// The surface cancels what a source just below it sends; a source on the bottom is
// heard twice as strong, which is 6.02 dB, at any frequency.
func TestCoherentBoundaries(t *testing.T) {
	loss := PathLoss{Spreading: 2}
	l := Layer{Depth: 40, Speed: 1500, MaxBounces: 1}
	surface := l.Echoes(nil, geom.Vec{}, geom.Vec{X: 60, Z: -11})[:2] // direct, surface
	if got := l.CoherentGain(surface, loss, 12345); got > -250 {
		t.Errorf("source at the surface: %g dB, want silence", got)
	}
	all := l.Echoes(nil, geom.Vec{Z: -40}, geom.Vec{X: 60, Z: -11})
	bottom := []Echo{all[0], all[2]} // direct, bottom
	near(t, "source on the bottom", l.CoherentGain(bottom, loss, 12345),
		-10*math.Log10(60*60+29*29)+20*math.Log10(2), 1e-9)
}

// The receiver turns down the first of two arrivals by its pattern, so that both have equal power.
func TestEchoGain(t *testing.T) {
	l := Layer{Depth: 36, Speed: 1500, MaxBounces: 1}
	loss := PathLoss{Spreading: 2}
	echoes := l.Echoes(nil, geom.Vec{Z: -10}, geom.Vec{X: 40, Z: -20})[1:] // 50 m and 58 m
	echoes[0].Gain = 20 * math.Log10(50.0/58)
	near(t, "power", l.PowerGain(echoes, loss), -20*math.Log10(58)+10*math.Log10(2), 1e-9)
}

func TestEchoesDoNotAllocate(t *testing.T) {
	l := Layer{Depth: 36, Speed: 1500, MaxBounces: 3}
	loss := PathLoss{Spreading: 2, Absorption: 5}
	buf := make([]Echo, 0, 7)
	n := testing.AllocsPerRun(100, func() {
		buf = l.Echoes(buf[:0], geom.Vec{Z: -10}, geom.Vec{X: 40, Z: -20})
		l.PowerGain(buf, loss)
		l.CoherentGain(buf, loss, 25e3)
	})
	if n != 0 {
		t.Errorf("the echoes of a path allocate %g times", n)
	}
}
