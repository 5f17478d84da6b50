package sensor

import (
	"math"
	"testing"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// moving returns an end that moves in the world, level and with its bow along x.
func moving(position, velocity geom.Vec) *vehicle.Motion {
	return &vehicle.Motion{Position: position, Attitude: geom.Quat{W: 1}, Velocity: vehicle.Six{velocity.X, velocity.Y, velocity.Z}}
}

// Sound at 1500 m/s, 10 ms of turnaround. A target that recedes at v from r hears
// after r/(c - v), replies from R = r + v (r/(c - v) + 0.01), which takes R/c; one
// that crosses hears after r/sqrt(c^2 - v^2). A station that advances at v meets
// the reply after w/(c + v), w being its distance when the reply leaves. The
// numbers were computed with Python's fractions.
func TestRoundTripInClosedForm(t *testing.T) {
	still := moving(geom.Vec{}, geom.Vec{})
	for _, c := range []struct {
		name            string
		station, target *vehicle.Motion
		out, back       float64 // s
		distance        float64 // by the times, m
		offset          geom.Vec
	}{
		{"at rest", still, moving(geom.Vec{X: 150}, geom.Vec{}), 0.1, 0.1, 150, geom.Vec{X: 150}},
		{"receding", still, moving(geom.Vec{X: 100}, geom.Vec{X: 2}), 0.06675567423230974, 0.06676900756564308, 100.14351134846461, geom.Vec{X: 100.15351134846462}},
		{"approaching", still, moving(geom.Vec{X: 100}, geom.Vec{X: -2}), 0.06657789613848203, 0.06656456280514869, 99.85684420772304, geom.Vec{X: 99.84684420772304}},
		{"crossing", still, moving(geom.Vec{X: 100}, geom.Vec{Y: 2}), 0.06666672592600494, 0.06666674503711212, 100.00010322233778, geom.Vec{X: 100, Y: 0.15333345185200986}},
		{"station advancing", moving(geom.Vec{}, geom.Vec{X: 1}), moving(geom.Vec{X: 100}, geom.Vec{}), 0.06666666666666667, 0.06657117477237397, 99.92838107928048, geom.Vec{X: 99.85676215856095}},
	} {
		const asked = 5e9
		trip, ok := RoundTrip(asked, c.station, c.target, 10*time.Millisecond, 1500)
		if !ok || trip.Asked != asked {
			t.Fatalf("%s: no trip", c.name)
		}
		near(t, c.name+": way out", trip.Heard.Sub(asked).Seconds(), c.out, 1e-9)
		near(t, c.name+": turnaround", trip.Replied.Sub(trip.Heard).Seconds(), 0.01, 0)
		near(t, c.name+": way back", trip.Back.Sub(trip.Replied).Seconds(), c.back, 2e-9)
		near(t, c.name+": distance", trip.Range(1500), c.distance, 2e-6)
		nearVec(t, c.name+": offset", trip.Offset, c.offset, 5e-9)
	}
	for _, fast := range []*vehicle.Motion{moving(geom.Vec{X: 1}, geom.Vec{X: 1500}), moving(geom.Vec{X: 1}, geom.Vec{Y: 2000})} {
		if _, ok := RoundTrip(0, still, fast, 0, 1500); ok {
			t.Error("a target that outruns the sound replies")
		}
	}
}

// In any geometry the way between the two ends at the two moments takes what the
// times say, to 1.5 um for a nanosecond, and the offset joins them.
func TestRoundTripOfMovingEnds(t *testing.T) {
	s := rng.New(seed).Stream("geometry")
	vec := func(size float64) geom.Vec {
		return geom.Vec{X: s.Uniform(-size, size), Y: s.Uniform(-size, size), Z: s.Uniform(-size, size)}
	}
	for range 1000 {
		attitude := geom.FromEuler(s.Uniform(-3, 3), s.Uniform(-1, 1), s.Uniform(-3, 3))
		station, target := moving(vec(500), vec(30)), moving(vec(500), vec(30))
		station.Attitude = attitude
		vs := attitude.Rotate(geom.Vec{X: station.Velocity[0], Y: station.Velocity[1], Z: station.Velocity[2]})
		vt := geom.Vec{X: target.Velocity[0], Y: target.Velocity[1], Z: target.Velocity[2]}
		trip, _ := RoundTrip(0, station, target, 50*time.Millisecond, 1480)
		place := func(from, v geom.Vec, at sim.Time) geom.Vec { return from.Add(v.Scale(float64(at) / 1e9)) }
		out := place(target.Position, vt, trip.Heard).Dist(station.Position)
		near(t, "way out", out, 1480e-9*float64(trip.Heard), 3e-6)
		replied, back := place(target.Position, vt, trip.Replied), place(station.Position, vs, trip.Back)
		near(t, "way back", replied.Dist(back), 1480e-9*float64(trip.Back-trip.Replied), 3e-6)
		nearVec(t, "offset", back.Add(attitude.Rotate(trip.Offset)), replied, 1e-6)
	}
}

// The receding target of the closed form, asked at 2 s: the fix holds for the
// reply after 66.755674 ms + 10 ms and is there 66.769008 ms + 5 ms later.
func TestFixThroughWater(t *testing.T) {
	c := &USBLConfig{Timing: Timing{Period: time.Second, Latency: 5 * time.Millisecond}, Mode: "round-trip", Turnaround: 10 * time.Millisecond}
	target := moving(geom.Vec{X: 100}, geom.Vec{X: 2})
	fix, ok := c.New(rng.New(1), "usbl").Read(2e9, moving(geom.Vec{}, geom.Vec{}), target, 1500)
	if !ok {
		t.Fatal("no fix")
	}
	near(t, "taken", float64(fix.Taken), 2e9+76755674, 1)
	near(t, "available", float64(fix.Available), 2e9+76755674+66769008+5e6, 2)
	near(t, "distance", fix.Distance, 100.14351134846461, 2e-6)
	c.Mode = "instant"
	fix, _ = c.New(rng.New(1), "usbl").Read(2e9, moving(geom.Vec{}, geom.Vec{}), target, 1500)
	if fix.Taken != 2e9 || fix.Available != 2005e6 || fix.Distance != 100 {
		t.Errorf("an instant fix is %+v", fix)
	}
}

// A target 1500 m away that recedes at 3 m/s hears a question at 1500/(1500 - 3) s, 2.004
// ms after 1 s. Stopped when the next one is asked, 1 ms later, it would hear that at
// 1.001 s, which is earlier: it hears both at once, and the fixes stay in order.
func TestTargetThatStopsShort(t *testing.T) {
	c := &USBLConfig{Timing: Timing{Period: time.Millisecond}, Mode: "round-trip", Distance: Error{Bias: 1, BiasTime: time.Second}}
	u, station := c.New(rng.New(1), "usbl"), moving(geom.Vec{}, geom.Vec{})
	before := sim.Time(0)
	for n, want := range []float64{1500. / 1497, 1500. / 1497, 1500. / 1497, 1.003} {
		target := moving(geom.Vec{X: 1500}, geom.Vec{})
		if n == 0 {
			target.Velocity[vehicle.Surge] = 3
		}
		fix, ok := u.Read(sim.Time(n)*1e6, station, target, 1500)
		if near(t, "taken", fix.Taken.Seconds(), want, 2e-9); !ok || fix.Taken < before {
			t.Errorf("fix %d: %v, %+v", n, ok, fix)
		}
		before = fix.Taken
	}
}

// A station that counts with 1480 m/s in water of 1500 m/s finds 150 m to be 148 m.
func TestWrongSoundSpeed(t *testing.T) {
	for _, mode := range []string{"round-trip", "instant"} {
		c := &USBLConfig{Timing: Timing{Period: time.Second}, Mode: mode, SoundSpeed: 1480}
		fix, _ := c.New(rng.New(1), "usbl").Read(0, moving(geom.Vec{}, geom.Vec{}), moving(geom.Vec{Y: 150}, geom.Vec{}), 1500)
		near(t, mode+": distance", fix.Distance, 148, 1e-9)
		near(t, mode+": bearing", fix.Bearing, math.Pi/2, 0)
	}
}

// A station that is turned left by 90 degrees has what is ahead of it in the world
// on its right; bearing and elevation lead back to the target.
func TestFixIsInTheStationsFrame(t *testing.T) {
	c := &USBLConfig{Timing: Timing{Period: time.Second}, Mode: "instant"}
	u := c.New(rng.New(1), "usbl")
	station := &vehicle.Motion{Position: geom.Vec{X: 1, Y: 2, Z: -50}, Attitude: geom.FromEuler(math.Pi/2, 0, 0)}
	fix, _ := u.Read(0, station, moving(geom.Vec{X: 11, Y: 2, Z: -40}, geom.Vec{}), 1500)
	near(t, "bearing", fix.Bearing, -math.Pi/2, 1e-15)
	near(t, "elevation", fix.Elevation, math.Pi/4, 1e-15)
	nearVec(t, "offset", fix.Offset(), geom.Vec{Y: -10, Z: 10}, 1e-13)
	station.Attitude = geom.FromEuler(1, 0.4, -2)
	fix, _ = u.Read(0, station, moving(geom.Vec{X: 11, Y: 2, Z: -40}, geom.Vec{}), 1500)
	nearVec(t, "place", station.Position.Add(station.Attitude.Rotate(fix.Offset())), geom.Vec{X: 11, Y: 2, Z: -40}, 1e-12)
}

// Behind the station the bearing jumps from pi to -pi, and overhead the elevation
// folds: readings stay in range, and the place they give does not jump.
func TestAnglesStayInRange(t *testing.T) {
	c := &USBLConfig{Timing: Timing{Period: time.Second}, Mode: "instant", Bearing: Error{Noise: 0.05}, Elevation: Error{Noise: 0.05}}
	u := c.New(rng.New(seed), "usbl")
	for _, at := range []geom.Vec{{X: -100}, {Z: 100}, {Z: -100}} {
		for range 1000 {
			fix, _ := u.Read(0, moving(geom.Vec{}, geom.Vec{}), moving(at, geom.Vec{}), 1500)
			if !(math.Abs(fix.Bearing) <= math.Pi && math.Abs(fix.Elevation) <= math.Pi/2) {
				t.Fatalf("%+v is out of range", fix)
			}
			if d := fix.Offset().Dist(at); d > 100*0.05*8 {
				t.Fatalf("the fix of %v is %v m off", at, d)
			}
		}
	}
}

// With an error n of the elevation alone, a target straight above at 100 m is found
// at x = -100 sin n: as often behind the station as ahead.
func TestOverheadFoldsOver(t *testing.T) {
	const n, noise = 10_000, 0.05
	c := &USBLConfig{Timing: Timing{Period: time.Second}, Mode: "instant", Elevation: Error{Noise: noise}}
	u := c.New(rng.New(seed), "usbl")
	sum := 0.0
	for range n {
		fix, _ := u.Read(0, moving(geom.Vec{}, geom.Vec{}), moving(geom.Vec{Z: 100}, geom.Vec{}), 1500)
		sum += fix.Offset().X
	}
	within(t, "mean of x", sum/n, 0, 100*noise/math.Sqrt(n))
}

func TestDistanceIsNeverNegative(t *testing.T) {
	c := &USBLConfig{Timing: Timing{Period: time.Second}, Mode: "instant", Distance: Error{Noise: 1}}
	u := c.New(rng.New(seed), "usbl")
	for range 100 {
		if fix, ok := u.Read(0, moving(geom.Vec{}, geom.Vec{}), moving(geom.Vec{X: 0.1}, geom.Vec{}), 1500); !ok || fix.Distance < 0 {
			t.Fatalf("%v, %+v", ok, fix)
		}
	}
}

// Among n fixes the share p of outliers has the standard error sqrt(p (1-p)/n).
// Without other errors every wrong fix is one. Their excess is exponential, of
// mean m and standard error m/sqrt(k); their directions are even, so that
// coordinates of the unit vector have the mean 0 and the mean square 1/3, of
// variances 1/3 and 1/5 - 1/9 (Archimedes: each is uniform over (-1, 1)).
func TestOutliers(t *testing.T) {
	const n, p = 100_000, 0.05
	c := &USBLConfig{Timing: Timing{Period: time.Second}, Mode: "instant", Outliers: p, Excess: 7}
	u := c.New(rng.New(seed), "usbl")
	var count, excess float64
	var mean, square geom.Vec
	for range n {
		fix, ok := u.Read(0, moving(geom.Vec{}, geom.Vec{}), moving(geom.Vec{X: 30}, geom.Vec{}), 1500)
		if !ok {
			t.Fatal("no fix")
		}
		if fix.Distance == 30 && fix.Bearing == 0 && fix.Elevation == 0 {
			continue
		}
		count++
		excess += fix.Distance - 30
		e := fix.Offset().Scale(1 / fix.Distance)
		mean = mean.Add(e)
		square = square.Add(geom.Vec{X: e.X * e.X, Y: e.Y * e.Y, Z: e.Z * e.Z})
	}
	within(t, "share of outliers", count/n, p, math.Sqrt(p*(1-p)/n))
	within(t, "mean excess", excess/count, 7, 7/math.Sqrt(count))
	for _, x := range []float64{mean.X, mean.Y, mean.Z} {
		within(t, "mean direction", x/count, 0, math.Sqrt(1/3./count))
	}
	for _, x := range []float64{square.X, square.Y, square.Z} {
		within(t, "mean square of a direction", x/count, 1/3., math.Sqrt((1/5.-1/9.)/count))
	}
	t.Logf("seed %d: %v outliers in %d", seed, count, n)
}

func TestTargetOutOfReach(t *testing.T) {
	for _, mode := range []string{"round-trip", "instant"} {
		c := &USBLConfig{Timing: Timing{Period: time.Second}, Mode: mode, Distance: Error{Range: 100}}
		u := c.New(rng.New(1), "usbl")
		for i, distance := range []float64{99.9, 100.1, 99.9} {
			fix, ok := u.Read(sim.Time(i)*1e9, moving(geom.Vec{}, geom.Vec{}), moving(geom.Vec{X: distance}, geom.Vec{}), 1500)
			if ok != (distance < 100) || !ok && fix != (Fix{}) {
				t.Errorf("%s: at %v m there is %v, %+v", mode, distance, ok, fix)
			}
		}
	}
}
