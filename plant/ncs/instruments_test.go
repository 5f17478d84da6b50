package ncs

import (
	"math"
	"testing"
	"time"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// inertial adds a unit without errors that reads every 100 ms.
func inertial(c *VehicleConfig) {
	c.Reckoning.IMU = &IMUConfig{Timing: sensor.Timing{Period: 100 * ms}}
}

// fitted is a bridge whose vehicle makes a motion, with a log and the unit of its
// configuration, whose errors come from a seed.
func fitted(t *testing.T, seed uint64, change func(*VehicleConfig), motion func(now sim.Time) vehicle.Motion) *bridge {
	t.Helper()
	b := newBridge(t, and(and(sure, inertial), change))
	b.hull.motion = motion
	streams := rng.New(seed)
	dvl := b.config.Reckoning.DVL.Build(streams, "dvl")
	b.pilot.Fit(func(now sim.Time) (sensor.Doppler, bool) {
		return dvl.Sample(now, &b.hull.State().Motion, 60, geom.Vec{})
	})
	imu := b.config.Reckoning.IMU.Build(streams, "imu")
	b.pilot.FitIMU(func(now sim.Time) (sensor.Inertial, bool) {
		return imu.Sample(now, &b.hull.State().Motion, new(vehicle.Six))
	})
	return b
}

// ahead goes straight on along x with 0.5 m/s.
func ahead(now sim.Time) vehicle.Motion {
	return vehicle.Motion{Position: geom.Vec{X: 0.5 * now.Seconds()}, Attitude: geom.FromEuler(0, 0, 0), Velocity: vehicle.Six{0.5}}
}

// firstReading is what a twin of the unit of a configuration reads at the origin, at rest.
func firstReading(c *IMUConfig, seed uint64) sensor.Inertial {
	r, _ := c.Build(rng.New(seed), "imu").Sample(0, &vehicle.Motion{Attitude: geom.FromEuler(0, 0, 0)}, new(vehicle.Six))
	return r
}

// On a straight leg of length L a heading that is wrong by b leads L sin b to the side and
// L (1 - cos b) short, and a pitch that is wrong by p, the bow taken to be too low,
// L sin p too deep.
func TestAngleThatIsWrongOnALeg(t *testing.T) {
	const seed, length = 7, 20. // 40 s
	heading := func(c *VehicleConfig) { c.Reckoning.IMU.Heading.Bias = 0.1 }
	tilt := func(c *VehicleConfig) { c.Reckoning.IMU.Tilt.Bias = 0.1 }
	for name, change := range map[string]func(*VehicleConfig){"heading": heading, "tilt": tilt} {
		b := fitted(t, seed, change, ahead)
		b.toldOf(acoustic, 0, 0, geom.Vec{})
		b.run(t, 40*time.Second)
		r := firstReading(b.config.Reckoning.IMU, seed)
		want := geom.Vec{X: length * math.Cos(r.Heading), Y: length * math.Sin(r.Heading)}
		if name == "tilt" {
			want = geom.Vec{X: length * math.Cos(r.Pitch), Z: -length * math.Sin(r.Pitch)}
		}
		if off := want.Dist(geom.Vec{X: length}); off < 0.5 {
			t.Fatalf("%s: %g m are no test", name, off)
		}
		b.placed(t, name, want, 1e-9)
	}
}

// A heading whose error is a first-order Gauss-Markov process of deviation s and correlation
// time tau leads to the side by v times its integral over T, whose variance is
//
//	2 v^2 s^2 tau^2 (T/tau - 1 + exp(-T/tau))
//
// (Papoulis, Probability, Random Variables, and Stochastic Processes, 1991, section 10-1, for
// the covariance s^2 exp(-|t|/tau)); with tau of 1e6 s it is a constant, (v s T)^2. Angles of
// some 0.01 are their own sines to 1e-4. The mean of n squares is off by sqrt(2/n) of it.
func TestHeadingThatWanders(t *testing.T) {
	const n, s = 400, 0.01
	for _, tau := range []float64{2, 1e6} {
		sum := 0.0
		for seed := range uint64(n) {
			b := fitted(t, seed, func(c *VehicleConfig) {
				c.Reckoning.IMU.Heading = sensor.AngleError{Bias: s, BiasTime: time.Duration(tau * 1e9)}
			}, ahead)
			b.toldOf(acoustic, 0, 0, geom.Vec{})
			b.run(t, 20*time.Second)
			at, _ := b.pilot.Place(b.kernel.Now())
			sum += at.Y * at.Y
		}
		x := 20 / tau
		want := 2 * 0.25 * s * s * tau * tau * (x + math.Expm1(-x))
		if math.Abs(sum/n-want) > 3*want*math.Sqrt(2./n) {
			t.Errorf("correlation time %g s: a variance of %g m2, want %g m2", tau, sum/n, want)
		}
	}
}

// A vehicle that turns by 0.4 rad/s goes 0.5 m/s ahead all the time. Each reading of its log is
// turned by the last reading of the unit that has come out when the log measures, also
// where both are of one instant, whichever of the two reads the oftener; before the first
// one it is turned as it was made, by 0. Between two readings of the log the velocity
// is linear, which makes the way a sum.
func TestLogIsTurnedByTheLastReading(t *testing.T) {
	turning := func(now sim.Time) vehicle.Motion {
		return vehicle.Motion{Attitude: geom.FromEuler(1+0.4*now.Seconds(), 0, 0), Velocity: vehicle.Six{0.5, 0, 0, 0, 0, 0.4}}
	}
	for name, c := range map[string]struct{ log, unit, start, latency, split int64 }{ // ms
		"slow unit": {100, 1000, 0, 0, 1}, "slow log": {1000, 100, 0, 0, 1}, "late": {100, 1000, 0, 300, 1}, "later than its period": {100, 100, 50, 250, 1},
		"begins late": {100, 100, 2000, 0, 1}, "split": {100, 500, 0, 500, 5},
	} {
		b := fitted(t, 1, func(v *VehicleConfig) {
			v.Reckoning.DVL.Period = time.Duration(c.log) * ms
			v.Reckoning.IMU.Timing = sensor.Timing{Period: time.Duration(c.unit/c.split) * ms, Start: time.Duration(c.start) * ms, Latency: time.Duration(c.latency) * ms}
			if c.split > 1 { // a reading comes out when its last part is taken
				v.Reckoning.IMU.Split, v.Reckoning.IMU.Latency = int(c.split), 0
			}
		}, turning)
		b.toldOf(acoustic, 0, 0, geom.Vec{})
		b.run(t, 10*time.Second)
		velocity := func(at int64) geom.Vec {
			yaw := 0.
			if known := at - c.start - c.latency; known >= 0 {
				yaw = 1 + 0.4*float64(c.start+known/c.unit*c.unit)/1000
			}
			return geom.Vec{X: 0.5 * math.Cos(yaw), Y: 0.5 * math.Sin(yaw)}
		}
		var want geom.Vec
		for at := int64(0); at < 10_000; at += c.log {
			want = want.Add(velocity(at).Add(velocity(at + c.log)).Scale(float64(c.log) / 2000))
		}
		b.placed(t, name, want, 1e-9)
	}
}

// A log 2 m before and 1 m beside the origin reads nothing of a vehicle that is at rest.
// What its gyroscopes read, w, is taken for a motion -w x r of the origin, for 10 s.
func TestTurnRateThatIsWrong(t *testing.T) {
	const seed = 3
	r := geom.Vec{X: 2, Y: 1}
	b := fitted(t, seed, func(c *VehicleConfig) {
		c.Reckoning.IMU.Rate.Bias, c.Reckoning.DVL.Position = 0.01, r
	}, func(sim.Time) vehicle.Motion { return vehicle.Motion{Attitude: geom.FromEuler(0, 0, 0)} })
	b.toldOf(acoustic, 0, 0, geom.Vec{})
	b.run(t, 10*time.Second)
	w := firstReading(b.config.Reckoning.IMU, seed).Rate
	want := geom.Vec{X: w.Z, Y: -2 * w.Z, Z: 2*w.Y - w.X}.Scale(10) // -(w x r)
	if want.Norm() < 0.05 {
		t.Fatalf("%v m are no test", want)
	}
	b.placed(t, "at rest", want, 1e-9)
}

// The orientation task sees the heading of the unit, and a force goes where that leads: with
// 10 N m/rad and a heading that is b too large the moment is -10 b, and 300 N along the world's x
// are cos b of that ahead and sin b to the right, applied or computed. By radio it is the same.
func TestControllersSeeTheUnit(t *testing.T) {
	const seed = 7
	for _, frame := range []string{"applied", "computed"} {
		for link, gain := range map[int]float64{acoustic: 100, radio: 1000} {
			b := fitted(t, seed, func(c *VehicleConfig) {
				c.Reckoning.IMU.Heading.Bias, c.Attitude.Kp.Z, c.Frame = 0.1, 10, frame
			}, func(sim.Time) vehicle.Motion { return vehicle.Motion{Attitude: geom.FromEuler(0, 0, 0)} })
			b.toldOf(link, 10*ms, 5*ms, geom.Vec{})
			b.run(t, 20*ms)
			off := firstReading(b.config.Reckoning.IMU, seed).Heading
			force := geom.Vec{X: 3 * gain * math.Cos(off), Y: -3 * gain * math.Sin(off)}
			c := b.hull.command
			if len(c) == 0 || c[len(c)-1].force.Dist(force) > 1e-6 || math.Abs(c[len(c)-1].yaw+10*off) > 1e-9 {
				t.Errorf("%s, link %d: %+v, want %v and %g N m", frame, link, c, force, -10*off)
			}
		}
	}
}

// A reading that does not come leaves the one before it: the vehicle turns faster than its
// gyroscopes measure for the second half of the time.
func TestUnitThatFails(t *testing.T) {
	b := fitted(t, 1, func(c *VehicleConfig) { c.Reckoning.IMU.Rate.Range = 1 }, func(now sim.Time) vehicle.Motion {
		m := vehicle.Motion{Attitude: geom.FromEuler(0.1, 0, 0), Velocity: vehicle.Six{0.5}}
		if now > sim.Time(time.Second) {
			m.Attitude, m.Velocity[3] = geom.FromEuler(2, 0, 0), 1.1
		}
		return m
	})
	b.toldOf(acoustic, 0, 0, geom.Vec{})
	b.run(t, 2*time.Second)
	b.placed(t, "at last", geom.Vec{X: math.Cos(0.1), Y: math.Sin(0.1)}, 1e-9)
}

// What is left out of a unit is the usual one, but for its accelerometers.
func TestUsualUnit(t *testing.T) {
	c, d := new(IMUConfig), sensor.DefaultIMU()
	c.Defaults()
	if c.Timing != d.Timing || c.Rate != d.Rate || c.Tilt != d.Tilt || c.Heading != d.Heading {
		t.Errorf("%+v, want %+v", c, d)
	}
	still := &vehicle.Motion{Attitude: geom.FromEuler(0.3, 0, 0)}
	a, _ := c.Build(rng.New(1), "imu").Sample(0, still, new(vehicle.Six))
	b, _ := d.Build(rng.New(1), "imu").Sample(0, still, new(vehicle.Six))
	if a.Rate != b.Rate || a.Heading != b.Heading || a.Pitch != b.Pitch || a.Roll != b.Roll {
		t.Errorf("%+v, want %+v", a, b)
	}
}
