package sensor

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/solid"
)

// basin is water at rest with solids in it, and sound of 1500 m/s.
type basin []solid.Solid

func (basin) Density(geom.Vec) float64                { return 1025 }
func (basin) Current(geom.Vec, sim.Time) geom.Vec     { return geom.Vec{} }
func (basin) Seabed(geom.Vec) float64                 { return math.Inf(1) }
func (basin) Conductivity(geom.Vec) float64           { return 4 }
func (basin) Temperature(geom.Vec) float64            { return 10 }
func (basin) SoundSpeed(geom.Vec) float64             { return 1500 }
func (basin) Peer(int32, sim.Time) (m vehicle.Motion) { return m }

func (w basin) Cast(from, dir geom.Vec, most float64, _ sim.Time) (best Hit, met bool) {
	for _, s := range w {
		if h, ok := s.Cast(from, dir, most); ok {
			best, met, most = Hit{Distance: h.Distance, Normal: h.Normal}, true, h.Distance
		}
	}
	return best, met
}

// at returns the scene of a sonar at a place with a heading and a velocity over ground.
func (w basin) at(place geom.Vec, heading float64, velocity geom.Vec) *Scene {
	m := vehicle.Motion{Position: place, Attitude: geom.FromEuler(heading, 0, 0)}
	v := m.Attitude.RotateInverse(velocity)
	m.Velocity = vehicle.Six{v.X, v.Y, v.Z}
	return &Scene{Motion: m, Water: w, World: w}
}

// built makes an instrument without errors.
func built(t *testing.T, c Config) Sensor {
	t.Helper()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	s, err := c.Build(Site{Streams: rng.New(1), Name: "auv/sonar", Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An echo comes when the way out and the way back to where the sonar is by then are as long as sound gets in that time. The
// root of that is found by halving, in 200 random cases, and agrees to 1 ns.
func TestEchoTime(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		r := geom.Vec{X: 100 * rnd.NormFloat64(), Y: 100 * rnd.NormFloat64(), Z: 100 * rnd.NormFloat64()}
		v := geom.Vec{X: 5 * rnd.NormFloat64(), Y: 5 * rnd.NormFloat64(), Z: 5 * rnd.NormFloat64()}
		c := 1400 + 200*rnd.Float64()
		low, high := 0.0, 1e3
		for range 100 {
			half := (low + high) / 2
			if c*half < r.Norm()+r.Sub(v.Scale(half)).Norm() {
				low = half
			} else {
				high = half
			}
		}
		if got := echoTime(r, v, c); math.Abs(got-low) > 1e-9 {
			t.Errorf("%v at %v: %.12g s, want %.12g s", r, v, got, low)
		}
	}
	// Straight towards a wall 15 m off at 3 m/s: it meets its echo, t = 2 15/(1500 + 3) s; away from it t = 2 15/(1500 - 3) s.
	for v, want := range map[float64]float64{3: 30 / 1503.0, -3: 30 / 1497.0, 0: 0.02} {
		if got := echoTime(geom.Vec{X: 15}, geom.Vec{X: v}, 1500); math.Abs(got-want) > 1e-15 {
			t.Errorf("at %g m/s: %.12g s, want %.12g s", v, got, want)
		}
	}
}

// The distances to shapes as a drawing has them: from (0, 3, 0), ahead, to a ball and a pile of radius 5 about (10, 0), 6 m; to
// a box that begins at x = 4 m, 4 m; along the diagonal in the plane of x and y to a wall at x = 7 m, 7 sqrt 2 m.
func TestRangesToShapes(t *testing.T) {
	box := solid.Box{Centre: geom.Vec{X: 5, Y: 3}, Attitude: geom.Quat{W: 1}, Half: geom.Vec{X: 1, Y: 1, Z: 1}}
	wall := solid.Box{Centre: geom.Vec{X: 7.05}, Attitude: geom.Quat{W: 1}, Half: geom.Vec{X: 0.05, Y: 100, Z: 20}}
	for _, r := range []struct {
		what    string
		solid   solid.Solid
		heading float64
		want    float64
	}{
		{"ball", solid.Sphere{Centre: geom.Vec{X: 10, Z: -20}, Radius: 5}, 0, 6},
		{"pile", solid.NewCylinder(geom.Vec{X: 10, Z: -40}, geom.Vec{X: 10}, 5), 0, 6},
		{"box", move(box, -20), 0, 4},
		{"wall, slanting", move(wall, -20), math.Pi / 4, 7 * math.Sqrt2},
	} {
		c := DefaultAltimeter()
		c.Axis, c.HalfAngle = geom.Vec{X: 3}, 0
		w := basin{r.solid}
		out := []float64{0}
		known, ok := built(t, c).Sample(0, w.at(geom.Vec{Y: 3, Z: -20}, r.heading, geom.Vec{}), out)
		if flight := 2 * r.want / 1500; !ok || math.Abs(out[0]-r.want) > 1e-7 || math.Abs(known.Seconds()-flight) > 1e-9 {
			t.Errorf("%s: %v, %.9g m, known after %v; want %.9g m after %.9g s", r.what, ok, out[0], known, r.want, flight)
		}
	}
}

// move returns a box at another height.
func move(b solid.Box, z float64) solid.Solid { b.Centre.Z += z; return b }

// A wide beam hears the nearest of its seven rays: over a level plate 10 m down, with the sonar tilted by 20 degrees and a half
// angle of 20, the middle ray is 10/cos 20 long. The six around it are off by 0.7 20 = 14 degrees, and the two that go down most
// lie 30 degrees beside the plane of the tilt: they go down by cos 20 cos 14 + sin 20 sin 14 cos 30 of their length.
func TestWideBeam(t *testing.T) {
	rad := math.Pi / 180
	plate := basin{solid.Box{Centre: geom.Vec{Z: -31}, Attitude: geom.Quat{W: 1}, Half: geom.Vec{X: 100, Y: 100, Z: 1}}}
	sin, cos := math.Sincos(20 * rad)
	for _, r := range []struct{ half, want float64 }{{0, 10 / math.Cos(20*rad)}, {20 * rad, 10 / (cos*math.Cos(14*rad) + sin*math.Sin(14*rad)*math.Cos(30*rad))}} {
		c := DefaultAltimeter()
		c.Axis, c.HalfAngle = geom.Vec{X: sin, Z: -cos}, r.half
		out := []float64{0}
		built(t, c).Sample(0, plate.at(geom.Vec{Z: -20}, 0, geom.Vec{}), out)
		if math.Abs(out[0]-r.want) > 1e-9 {
			t.Errorf("half angle %g: %g m, want %g m", r.half, out[0], r.want)
		}
	}
}

// The beams of a fan from -45 to 45 degrees go to a wall 10 m ahead: 10/cos of each angle.
func TestFanAndScanner(t *testing.T) {
	wall := basin{solid.Box{Centre: geom.Vec{X: 10.5}, Attitude: geom.Quat{W: 1}, Half: geom.Vec{X: 0.5, Y: 100, Z: 100}}}
	fan := DefaultFan()
	fan.HalfAngle = 0
	out := make([]float64, 9)
	s := built(t, fan)
	known, _ := s.Sample(0, wall.at(geom.Vec{Z: -20}, 0, geom.Vec{}), out)
	for k, got := range out {
		if want := 10 / math.Cos((-45+11.25*float64(k))*math.Pi/180); math.Abs(got-want) > 1e-9 {
			t.Errorf("beam %d: %.9g m, want %.9g m", k+1, got, want)
		}
	}
	if want := 2 * 10 * math.Sqrt2 / 1500; len(s.Quantities()) != 9 || math.Abs(known.Seconds()-want) > 1e-9 {
		t.Errorf("%d quantities, known after %v; want the time of the longest echo, %g s", len(s.Quantities()), known, want)
	}
	// A scanner reads the first beam with its angle; a profiler has all 9 after the ninth ping, the last from 1 m nearer.
	scanner := &ScannerConfig{BeamsConfig: fan.BeamsConfig}
	one := built(t, scanner)
	if _, ok := one.Sample(0, wall.at(geom.Vec{Z: -20}, 0, geom.Vec{}), out[:2]); !ok || math.Abs(out[0]-10*math.Sqrt2) > 1e-9 || math.Abs(out[1]+math.Pi/4) > 1e-12 {
		t.Errorf("scanner: %v m at %v rad", out[0], out[1])
	}
	scanner.Whole = true
	all := built(t, scanner)
	for k := range 9 {
		x := 0.0
		if k == 8 {
			x = 1
		}
		_, ok := all.Sample(sim.Time(k), wall.at(geom.Vec{X: x, Z: -20}, 0, geom.Vec{}), out)
		if ok != (k == 8) {
			t.Errorf("part %d: known %v", k+1, ok)
		}
	}
	if math.Abs(out[0]-10*math.Sqrt2) > 1e-9 || math.Abs(out[8]-9*math.Sqrt2) > 1e-9 {
		t.Errorf("profile from %g m to %g m", out[0], out[8])
	}
}

// A scan of four pings all around takes, in the open, four times the 2 30/1500 = 40 ms of its reach and the dead time of 5 ms,
// 180 ms. Between walls 6 m ahead and 9 m astern, with nothing abeam, it takes 2 (6 + 9)/1500 s = 20 ms for these two, 80 ms
// abeam, and 4 times 5 ms: 120 ms.
func TestScanTimes(t *testing.T) {
	c := DefaultScanner()
	c.Beams, c.Sector, c.HalfAngle, c.Reach, c.Dead = 4, 1.5*math.Pi, 0, 30, 5*time.Millisecond
	wall := func(x float64) solid.Solid {
		return solid.Box{Centre: geom.Vec{X: x, Z: -20}, Attitude: geom.Quat{W: 1}, Half: geom.Vec{X: 1, Y: 3, Z: 30}}
	}
	// The first beam is at -135 degrees; a heading of 135 has it look ahead along x.
	for want, w := range map[time.Duration]basin{180 * time.Millisecond: {}, 120 * time.Millisecond: {wall(7), wall(-10)}} {
		s := built(t, c)
		now := sim.Time(0)
		for range 4 {
			s.Sample(now, w.at(geom.Vec{Z: -20}, 0.75*math.Pi, geom.Vec{}), make([]float64, 2))
			now = s.(Paced).Next(now)
		}
		if d := time.Duration(now) - want; d < -10 || d > 10 {
			t.Errorf("a scan takes %v, want %v", time.Duration(now), want)
		}
	}
}

// The sonar equation with SL 200, NL 60, DI 20, DT 10, no absorption, a half angle of 1 degree and Lambert's -27 dB: straight at a
// plate 100 m off TL is 40 dB and the area pi (100 tan 1)^2 = 9.57 m2, 9.81 dB, so 200 - 80 - 27 + 9.81 - 60 + 20 - 10 =
// 52.8 dB are to spare. TL and area together fall with 20 lg d: at d m there are 52.8 - 20 lg(d/100), 0 at 43.7 km; with
// 50 dB/km of absorption, 100 dB per km there and back, 52.8 - 20 lg(d/100) - (d/10), 0 at 405 m.
func TestSonarEquation(t *testing.T) {
	c := &EchoConfig{Source: 200, Noise: 60, Directivity: 20, Threshold: 10, Strength: -27}
	h := math.Pi / 180
	if got := c.excess(100, math.Pi/2, h); math.Abs(got-52.81) > 0.01 {
		t.Errorf("%.2f dB to spare at 100 m, want 52.81 dB", got)
	}
	if got := c.excess(43.7e3, math.Pi/2, h); math.Abs(got) > 0.02 {
		t.Errorf("%.2f dB to spare at 43.7 km, want 0", got)
	}
	// At 30 degrees the strength falls by sin^2 and the area grows by 1/sin: -3.01 dB.
	if got := c.excess(100, math.Pi/6, h); math.Abs(got-52.81+3.01) > 0.01 {
		t.Errorf("%.2f dB to spare at 30 degrees, want 49.80 dB", got)
	}
	c.Absorption = 50
	if got := c.excess(405, math.Pi/2, h); math.Abs(got) > 0.25 {
		t.Errorf("%.2f dB to spare at 405 m, want 0", got)
	}
	// An altimeter with that reads nothing where the equation says so.
	for reach, want := range map[float64]bool{400: true, 410: false} {
		a := DefaultAltimeter()
		a.Axis, a.HalfAngle, a.Reach, a.Echo = geom.Vec{X: 1}, 0, 1000, c
		a.Echo.Absorption = 50
		w := basin{solid.Box{Centre: geom.Vec{X: reach + 1, Z: -20}, Attitude: geom.Quat{W: 1}, Half: geom.Vec{X: 1, Y: 50, Z: 50}}}
		c2 := *c
		a.Echo = &c2
		out := []float64{0}
		// One ray counts as half a degree, a quarter of the area: 6.02 dB less.
		c2.Source += 6.02
		if _, ok := built(t, a).Sample(0, w.at(geom.Vec{Z: -20}, 0, geom.Vec{}), out); ok != want {
			t.Errorf("at %g m: heard %v", reach, ok)
		}
	}
}

// Of 20,000 pings at a wall as many drop out, and as many read an echo before it, as the probabilities say: with dropout 0.1 and
// false echoes 0.05, evenly from 0 to 40 m, half of which before a wall at 20 m, 0.025 are too near. Of those that drop out 0.05
// have a false echo, so 0.095 read nothing.
func TestDropoutsAndFalseEchoes(t *testing.T) {
	c := DefaultAltimeter()
	c.Axis, c.HalfAngle, c.Reach, c.Least, c.Dropout, c.FalseEcho, c.Distance = geom.Vec{X: 1}, 0, 40, 0, 0.1, 0.05, Error{}
	s, err := c.Build(Site{Streams: rng.New(1), Name: "sonar"})
	if err != nil {
		t.Fatal(err)
	}
	w := basin{solid.Box{Centre: geom.Vec{X: 21, Z: -20}, Attitude: geom.Quat{W: 1}, Half: geom.Vec{X: 1, Y: 50, Z: 50}}}
	scene := w.at(geom.Vec{Z: -20}, 0, geom.Vec{})
	const n = 20_000
	none, near := 0.0, 0.0
	out := []float64{0}
	for k := range n {
		if _, ok := s.Sample(sim.Time(k), scene, out); !ok {
			none++
		} else if out[0] < 20-1e-9 {
			near++
		}
	}
	for _, r := range []struct{ got, want float64 }{{none / n, 0.095}, {near / n, 0.025}} {
		if dev := 4 * math.Sqrt(r.want*(1-r.want)/n); math.Abs(r.got-r.want) > dev {
			t.Errorf("a share of %g, want %g +- %g", r.got, r.want, dev)
		}
	}
	// In the air there is no echo at all.
	if _, ok := s.Sample(n, w.at(geom.Vec{Z: 1}, 0, geom.Vec{}), out); ok {
		t.Error("it hears in the air")
	}
}
