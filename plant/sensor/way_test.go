package sensor

import (
	"math"
	"testing"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// A log on a straight way of D = 1 km at v = 1 m/s over ground. With a relative error s, a mounting
// turned by a about the vertical and a bias b of each component that stay for the run, the way that it
// adds up is off by D s + D b/v along and D a + D b/v across, in the mean square
//
//	D^2 (s^2 + a^2 + 2 (b/v)^2)
//
// The default log has s = 0.2 %, a = 0.2 degrees and b = 1 mm/s: 4.27 m, within the 0.1 % to 1 % of
// the way that makers state. Noise of 3 mm/s adds 3 mm/s sqrt(D/(7 v)/s) / 7 = 36 mm. Of 400 logs
// the root mean square has a standard deviation of 1/sqrt(1600) = 2.5 % about, and a half of it more for
// unequal parts.
func TestWayOfALog(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, c := range []struct {
		what string
		of   func(*DVLConfig)
		want float64 // m
	}{
		{"default", func(*DVLConfig) {}, 1000 * math.Sqrt(0.002*0.002+math.Pow(0.2*math.Pi/180, 2)+2*0.001*0.001)},
		{"scale", func(c *DVLConfig) { c.Velocity.Bias, c.Mounting = 0, 0 }, 2},
		{"mounting", func(c *DVLConfig) { c.Velocity.Bias, c.Scale = 0, 0 }, 1000 * 0.2 * math.Pi / 180},
	} {
		const logs, way = 400, 1000.0
		sum := 0.0
		for seed := range uint64(logs) {
			config := DefaultDVL()
			c.of(config)
			off := wayOf(config, rng.New(seed+1), way).Sub(geom.Vec{X: way})
			sum += off.X*off.X + off.Y*off.Y
		}
		if got := math.Sqrt(sum / logs); math.Abs(got-c.want) > 0.12*c.want {
			t.Errorf("%s: off by %.3f m in the root mean square, want %.3f m", c.what, got, c.want)
		}
	}
	exact := DefaultDVL()
	exact.Velocity, exact.Scale, exact.Mounting = Error{}, 0, 0
	if off := wayOf(exact, rng.New(1), 1000).Sub(geom.Vec{X: 1000}).Norm(); off > 1e-9 {
		t.Errorf("without errors: %g m", off)
	}
}

// wayOf returns what a log adds up on a way in m along x at 1 m/s, 20 m over the bottom.
func wayOf(c *DVLConfig, streams *rng.Source, way float64) geom.Vec {
	dvl := c.New(streams, "dvl")
	m := &vehicle.Motion{Position: geom.Vec{Z: -10}, Attitude: geom.FromEuler(0, 0, 0), Velocity: vehicle.Six{1}}
	var sum geom.Vec
	n := int(way / c.Interval().Seconds())
	for k := range n {
		r, ok := dvl.Read(sim.Time(k)*sim.Time(c.Interval()), m, 30, geom.Vec{})
		if !ok {
			panic("no reading")
		}
		sum = sum.Add(r.Velocity.Scale(way / float64(n)))
	}
	return sum
}
