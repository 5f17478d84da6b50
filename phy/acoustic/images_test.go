package acoustic

import (
	"math"
	"testing"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// Lengths by Pythagoras: 40 m apart at depths of 10 and 20 m in 36 m of water the
// echo of the surface climbs 30 m (30, 40, 50) and that of the bottom 42 m (40,
// 42, 58); with two bounces 62 and 82 m.
func TestEchoLengths(t *testing.T) {
	l := Layer{Depth: 36, Speed: 1500, MaxBounces: 2}
	tx, rx := geom.Vec{X: 5, Y: 7, Z: -10}, geom.Vec{X: 29, Y: 39, Z: -20} // 24, 32, 40
	want := []ray.Arrival{
		{Length: math.Sqrt(1700)},
		{Length: 50, Surface: 1},
		{Length: 58, Bottom: 1},
		{Length: math.Hypot(40, 62), Surface: 1, Bottom: 1},
		{Length: math.Hypot(40, 82), Surface: 1, Bottom: 1},
	}
	got := l.Arrivals(nil, tx, rx, PathLoss{Spreading: 2})
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
	still, err := ocean.Default().Build(ocean.Site{})
	if err != nil {
		t.Fatal(err)
	}
	for _, ends := range [][2]geom.Vec{
		{{Z: -10}, {X: 300, Y: -40, Z: -75}},
		{{X: 3, Z: -40}, {X: 3, Y: 25, Z: -40}},
		{{Z: -79}, {Z: -2}}, // one above the other
	} {
		tx, rx := ends[0], ends[1]
		for _, e := range l.Arrivals(nil, tx, rx, PathLoss{Spreading: 2}) {
			w := (&sea{water: still}).way(tx, rx)
			pos, dir, last := tx, w.at(e.Leave), w.at(e.Arrive)
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
			near(t, "arrival", dir.Dot(last), 1, 1e-12)
			if surface != e.Surface || bottom != e.Bottom {
				t.Errorf("ray bounced %d and %d times, the image says %d and %d", surface, bottom, e.Surface, e.Bottom)
			}
		}
	}
}

// powers sums up arrivals in dB as powers.
func powers(arrivals []ray.Arrival) float64 {
	sum := 0.0
	for i := range arrivals {
		sum += arrivals[i].Pressure() * arrivals[i].Pressure()
	}
	return decibel(sum)
}

// tone sums up arrivals in dB as pressures of one frequency.
func tone(arrivals []ray.Arrival, hz float64) float64 {
	return decibel(ray.NewGatherer(ray.CoherentSum, phy.Band{Centre: hz, Width: 1e-9}).Gather(arrivals, phy.Window{}).Gain)
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
		echoes := c.layer.Arrivals(nil, c.tx, c.rx, PathLoss{Spreading: 2, Absorption: c.absorption})
		if len(echoes) != c.paths {
			t.Errorf("%d paths, want %d", len(echoes), c.paths)
		}
		near(t, "power", powers(echoes), c.power, 1e-9)
		near(t, "coherent", tone(echoes, c.hz), c.coherent, c.within)
	}
}

// With both ends at half depth the images stand H apart, and without loss the sum
// of 1/(x^2 + n^2 H^2) over all n is pi/(x H) coth(pi x/H): for 100 m in 50 m of
// water -32.0182 dB. What lies beyond 4000 bounces is worth 0.0014 dB.
func TestPowerOfAllImages(t *testing.T) {
	l := Layer{Depth: 50, Speed: 1500, MaxBounces: 4000}
	echoes := l.Arrivals(nil, geom.Vec{Z: -25}, geom.Vec{X: 100, Z: -25}, PathLoss{Spreading: 2})
	near(t, "power", powers(echoes), -32.01817103, 0.0016)
}

// The surface cancels what a source just below it sends; a source on the bottom is
// heard twice as strong, which is 6.02 dB, at any frequency.
func TestCoherentBoundaries(t *testing.T) {
	loss := PathLoss{Spreading: 2}
	l := Layer{Depth: 40, Speed: 1500, MaxBounces: 1}
	surface := l.Arrivals(nil, geom.Vec{}, geom.Vec{X: 60, Z: -11}, loss)[:2] // direct, surface
	if got := tone(surface, 12345); got > -250 {
		t.Errorf("source at the surface: %g dB, want silence", got)
	}
	bottom := l.Arrivals(nil, geom.Vec{Z: -40}, geom.Vec{X: 60, Z: -11}, loss)[:2] // direct, bottom
	near(t, "source on the bottom", tone(bottom, 12345),
		-10*math.Log10(60*60+29*29)+20*math.Log10(2), 1e-9)
}

// The receiver turns down the first of two arrivals by its pattern, so that both have equal power.
func TestEchoGain(t *testing.T) {
	l := Layer{Depth: 36, Speed: 1500, MaxBounces: 1}
	echoes := l.Arrivals(nil, geom.Vec{Z: -10}, geom.Vec{X: 40, Z: -20}, PathLoss{Spreading: 2})[1:] // 50 m and 58 m
	echoes[0].Gain = 20 * math.Log10(50.0/58)
	near(t, "power", powers(echoes), -20*math.Log10(58)+10*math.Log10(2), 1e-9)
}
