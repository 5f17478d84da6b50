package ncs

import (
	"math"
	"slices"
	"testing"
	"time"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// inertial adds a unit without errors that reads every 100 ms.
func inertial(c *vessel) {
	c.Reckoning.IMU = &sensor.IMUConfig{Timing: sensor.Timing{Period: 100 * ms}}
}

// fitted is a bridge whose vehicle makes a motion, with a log and the unit of its
// configuration, whose errors come from a seed.
func fitted(t *testing.T, seed uint64, change func(*vessel), motion func(now sim.Time) vehicle.Motion) *bridge {
	t.Helper()
	b := newReckoning(t, and(and(sure, inertial), change))
	b.hull.motion = motion
	streams := rng.New(seed)
	dvl := b.reckons.DVL.New(streams, "dvl")
	b.addLog(func(now sim.Time) (sensor.Doppler, bool) {
		return dvl.Read(now, &b.hull.At(now).Motion, 60, geom.Vec{})
	})
	imu := b.reckons.IMU.New(streams, "imu")
	b.addIMU(func(now sim.Time) (sensor.Inertial, bool) {
		return imu.Read(now, &b.hull.At(now).Motion, new(vehicle.Six))
	})
	return b
}

// ahead goes straight on along x with 0.5 m/s.
func ahead(now sim.Time) vehicle.Motion {
	return vehicle.Motion{Position: geom.Vec{X: 0.5 * now.Seconds()}, Attitude: geom.FromEuler(0, 0, 0), Velocity: vehicle.Six{0.5}}
}

// firstReading is what a twin of the unit of a configuration reads at the origin, at rest.
func firstReading(c *sensor.IMUConfig, seed uint64) sensor.Inertial {
	r, _ := c.New(rng.New(seed), "imu").Read(0, &vehicle.Motion{Attitude: geom.FromEuler(0, 0, 0)}, new(vehicle.Six))
	return r
}

// On a straight leg of length L a heading that is wrong by b leads L sin b to the side and
// L (1 - cos b) short, and a pitch that is wrong by p, the bow taken to be too low,
// L sin p too deep.
func TestAngleThatIsWrongOnALeg(t *testing.T) {
	const seed, length = 7, 20. // 40 s
	heading := func(c *vessel) { c.Reckoning.IMU.Heading.Bias = 0.1 }
	tilt := func(c *vessel) { c.Reckoning.IMU.Tilt.Bias = 0.1 }
	for name, change := range map[string]func(*vessel){"heading": heading, "tilt": tilt} {
		b := fitted(t, seed, change, ahead)
		b.toldOf(acoustic, 0, 0, geom.Vec{})
		b.run(t, 40*time.Second)
		r := firstReading(b.reckons.IMU, seed)
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
	const n, s = 250, 0.01
	for _, tau := range []float64{2, 1e6} {
		sum := 0.0
		for seed := range uint64(n) {
			b := fitted(t, seed, func(c *vessel) {
				c.Attitude.Period, c.Acoustic.Period = time.Second, time.Second // there is nothing to steer
				c.Reckoning.IMU.Heading = sensor.Error{Bias: s, BiasTime: time.Duration(tau * 1e9)}
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
// where both are of one instant, whichever of the two reads more often; before the first
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
		b := fitted(t, 1, func(v *vessel) {
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
	b := fitted(t, seed, func(c *vessel) {
		c.Reckoning.IMU.Rate.Bias, c.Reckoning.DVL.Position = 0.01, r
	}, func(sim.Time) vehicle.Motion { return vehicle.Motion{Attitude: geom.FromEuler(0, 0, 0)} })
	b.toldOf(acoustic, 0, 0, geom.Vec{})
	b.run(t, 10*time.Second)
	w := firstReading(b.reckons.IMU, seed).Rate
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
			b := fitted(t, seed, func(c *vessel) {
				c.Reckoning.IMU.Heading.Bias, c.Attitude.Kp.Z, c.Frame = 0.1, 10, frame
			}, func(sim.Time) vehicle.Motion { return vehicle.Motion{Attitude: geom.FromEuler(0, 0, 0)} })
			b.toldOf(link, 10*ms, 5*ms, geom.Vec{})
			b.run(t, 20*ms)
			off := firstReading(b.reckons.IMU, seed).Heading
			force := geom.Vec{X: 3 * gain * math.Cos(off), Y: -3 * gain * math.Sin(off)}
			c := b.hull.command
			if len(c) == 0 || c[len(c)-1].force.Dist(force) > 1e-6 || math.Abs(c[len(c)-1].yaw+10*off) > 1e-9 {
				t.Errorf("%s, link %d: %+v, want %v and %g N m", frame, link, c, force, -10*off)
			}
		}
	}
}

// D of the attitude takes the rates of the gyroscopes: of a vehicle that turns with 0.1 rad/s about z
// it is -100 N m for 1000 N m s/rad, however noisy the heading of the unit is.
func TestGyroscopesDamp(t *testing.T) {
	b := fitted(t, 3, func(c *vessel) {
		c.Reckoning.IMU.Heading.Noise, c.Attitude.Kd.Z = 0.5, 1000
	}, func(now sim.Time) vehicle.Motion {
		return vehicle.Motion{Attitude: geom.FromEuler(0.1*now.Seconds(), 0, 0), Velocity: vehicle.Six{5: 0.1}}
	})
	b.toldOf(acoustic, 0, 0, geom.Vec{})
	b.run(t, time.Second)
	turned := 0
	for _, c := range b.hull.command {
		if c.yaw == 0 {
			continue // before the first reading
		}
		if turned++; math.Abs(c.yaw+100) > 1e-9 {
			t.Fatalf("%g N m, want -100 N m", c.yaw)
		}
	}
	if turned < 10 {
		t.Errorf("%d moments", turned)
	}
}

// A reading that does not come leaves the one before it: the vehicle turns faster than its
// gyroscopes measure for the second half of the time.
func TestUnitThatFails(t *testing.T) {
	b := fitted(t, 1, func(c *vessel) { c.Reckoning.IMU.Rate.Range = 1 }, func(now sim.Time) vehicle.Motion {
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

// sounding is a bridge whose vehicle makes a motion, with a log and the gauge of its
// configuration, which reads every 100 ms, and whose errors come from a seed.
func sounding(t *testing.T, seed uint64, change func(*vessel), motion func(now sim.Time) vehicle.Motion) *bridge {
	t.Helper()
	b := newReckoning(t, and(and(sure, func(c *vessel) {
		c.Reckoning.Depth = &sensor.DepthConfig{Timing: sensor.Timing{Period: 100 * ms}}
		c.Reckoning.Level = 1e-6
	}), change))
	b.hull.motion = motion
	streams := rng.New(seed)
	if c := b.reckons.DVL; c != nil {
		dvl := c.New(streams, "dvl")
		b.addLog(func(now sim.Time) (sensor.Doppler, bool) {
			return dvl.Read(now, &b.hull.At(now).Motion, 1000, geom.Vec{})
		})
	}
	gauge := b.reckons.Depth.New(streams, "depth")
	b.addGauge(func(now sim.Time) (sensor.Depth, bool) { return gauge.Read(now, &b.hull.At(now).Motion) })
	return b
}

// diving goes down with 0.5 m/s and along x with 0.3 m/s, from 20 m, with the bow 0.3 rad
// down and rolled by 0.2 rad.
func diving(now sim.Time) vehicle.Motion {
	m := vehicle.Motion{Position: geom.Vec{X: 0.3 * now.Seconds(), Z: -20 - 0.5*now.Seconds()}, Attitude: geom.FromEuler(0.4, 0.3, 0.2)}
	v := m.Attitude.RotateInverse(geom.Vec{X: 0.3, Z: -0.5})
	m.Velocity = vehicle.Six{v.X, v.Y, v.Z}
	return m
}

// Updates that are 2 m too high and not sure, and a gauge that is: the vertical is that of the gauge, at
// the time of its measurement and wherever it sits, and the horizontal that of the updates. A reading
// that comes 330 ms late says as much, and so does one from a log that is later still, but for
// nothing: the velocity is constant.
func TestDepthByAGauge(t *testing.T) {
	for name, change := range map[string]func(*vessel){
		"at once": func(*vessel) {},
		"late":    func(c *vessel) { c.Reckoning.Depth.Latency = 330 * ms },
		"split":   func(c *vessel) { c.Reckoning.Depth.Split = 3 },
		"log":     func(c *vessel) { c.Reckoning.DVL.Latency = 450 * ms },
		"mounted": func(c *vessel) { c.Reckoning.Depth.Position = geom.Vec{X: 2, Y: 1, Z: -0.5} },
	} {
		b := sounding(t, 1, and(change, func(c *vessel) { c.Reckoning.Fix = 1 }), diving)
		for k := range time.Duration(5) {
			at := diving(sim.Time(k * 1000 * ms)).Position.Add(geom.Vec{Y: 3, Z: 2})
			b.toldOf(acoustic, (k*1000+150)*ms, k*1000*ms, at)
		}
		b.run(t, 7040*ms)
		b.placed(t, name, diving(sim.Time(7040*ms)).Position.Add(geom.Vec{Y: 3}), 1e-5)
	}
}

// What comes out late is known late: of a dive with 0.5 m/s that the log does not see the vehicle knows
// at 7.04 s what was measured at 7.0 s; with a latency of 330 ms, at 6.7 s; and split over three periods,
// so that it begins each 300 ms and comes out after as much, at 6.6 s. Without a log a filter that is
// free to find the speed has it from two readings, and is right however late they are.
func TestDepthThatIsLate(t *testing.T) {
	sinking := func(now sim.Time) vehicle.Motion {
		return vehicle.Motion{Position: geom.Vec{Z: -20 - 0.5*now.Seconds()}, Attitude: geom.FromEuler(0, 0, 0)}
	}
	late := func(c *vessel) { c.Reckoning.Depth.Latency = 330 * ms }
	split := func(c *vessel) { c.Reckoning.Depth.Split = 3 }
	loose := func(c *vessel) { c.Reckoning.DVL, c.Reckoning.Drift, c.Reckoning.Noise = nil, 10, 0 }
	for name, row := range map[string]struct {
		change func(*vessel)
		known  float64 // s
	}{
		"at once": {func(*vessel) {}, 7.0}, "late": {late, 6.7}, "split": {split, 6.6},
		"without a log": {loose, 7.04}, "late without a log": {and(late, loose), 7.04},
	} {
		b := sounding(t, 1, row.change, sinking)
		b.toldOf(acoustic, 10*ms, 0, geom.Vec{Z: -20})
		b.run(t, 7040*ms)
		b.placed(t, name, geom.Vec{Z: -20 - 0.5*row.known}, 1e-5)
	}
}

// Between readings of variance R the vertical is wrong by a random walk, which adds q to its
// variance; the steady state of what the filter makes of it solves the scalar Riccati equation
// p = (p + q) R / (p + q + R),
//
//	p = (sqrt(q^2 + 4 q R) - q) / 2
//
// (Bar-Shalom, Li and Kirubarajan, Estimation with Applications to Tracking and Navigation, 2001,
// section 5.2.5). That is what it says of itself right after a reading, and what is true for a
// vehicle that heaves in such steps, which the log does not see. The errors are an
// autoregression of first order with a = R / (p + q + R); their mean square over n readings
// has the standard error p sqrt(2/n (1 + a^2)/(1 - a^2)).
func TestSteadyDepth(t *testing.T) {
	const n, r, w = 20_000, 0.05 * 0.05, 0.06 // m2, m/sqrt(s)
	q := w * w * 0.1
	p := (math.Sqrt(q*q+4*q*r) - q) / 2
	heave, heaves := make([]float64, n+2), rng.New(9).Stream("heave")
	for k := range n + 1 {
		heave[k+1] = heave[k] + math.Sqrt(q)*heaves.Normal()
	}
	b := sounding(t, 4, func(c *vessel) {
		c.Reckoning.Fix, c.Reckoning.Level, c.Reckoning.Noise = 1, 0.05, w
		c.Reckoning.Depth.Depth.Noise = 0.05
	}, func(now sim.Time) vehicle.Motion {
		return vehicle.Motion{Position: geom.Vec{Z: -500 + heave[now/sim.Time(100*ms)]}, Attitude: geom.FromEuler(0, 0, 0)}
	})
	b.toldOf(acoustic, 10*ms, 0, geom.Vec{Z: -500})
	sum := 0.0
	b.kernel.Every(sim.Probe, sim.Time(100*ms), 100*ms, func(now sim.Time) {
		at, _ := b.pilot.Place(now)
		e := at.Z - b.hull.At(now).Position.Z
		sum += e * e
	})
	b.run(t, n*100*ms)
	a := r / (p + q + r)
	if off := 3 * p * math.Sqrt(2./n*(1+a*a)/(1-a*a)); !(math.Abs(sum/n-p) < off) {
		t.Errorf("the errors have a mean square of %.4g m2, want %.4g m2 within %.2g", sum/n, p, off)
	}
	doubt, _ := b.pilot.estimate.Covariance(b.kernel.Now())
	if got := doubt[2][2]; !(math.Abs(got-p) < 1e-9*p) {
		t.Errorf("it takes itself to be right to %.12g m2, want %.12g m2", got, p)
	}
}

// How often anybody asks where the vehicle is does not change where it takes itself to be, to
// the bit, with readings that come late and a velocity that changes.
func TestLookingChangesNothing(t *testing.T) {
	weaving := func(now sim.Time) vehicle.Motion {
		s := now.Seconds()
		return vehicle.Motion{
			Position: geom.Vec{Z: -20 + math.Sin(s)}, Attitude: geom.FromEuler(0.3*s, 0.1*math.Sin(s), 0),
			Velocity: vehicle.Six{0.5 * math.Cos(2*s), 0.2, math.Cos(s), 0, 0, 0.3},
		}
	}
	places := func(often bool) (all []geom.Vec) {
		imu := &sensor.IMUConfig{Timing: sensor.Timing{Period: 70 * ms, Latency: 20 * ms}, Heading: sensor.Error{Noise: 0.1}}
		b := sounding(t, 1, func(c *vessel) {
			c.Reckoning.IMU = imu
			c.Reckoning.Fix, c.Reckoning.Level, c.Reckoning.Drift, c.Reckoning.Wander = 0.1, 0.1, 0.3, 0.01
			c.Reckoning.DVL.Period, c.Reckoning.DVL.Latency, c.Reckoning.Depth.Latency = 143*ms, 95*ms, 30*ms
			c.Reckoning.Depth.Depth.Noise, c.Reckoning.DVL.Velocity.Noise = 0.1, 0.1
		}, weaving)
		unit := imu.New(rng.New(2), "imu")
		b.addIMU(func(now sim.Time) (sensor.Inertial, bool) {
			return unit.Read(now, &b.hull.At(now).Motion, new(vehicle.Six))
		})
		for k := range time.Duration(9) {
			b.toldOf(acoustic, (k*1000+150+k*37)*ms, k*1000*ms, geom.Vec{X: float64(k), Z: -20})
		}
		if often {
			b.kernel.Every(sim.Comm, 0, ms, func(now sim.Time) { b.pilot.Place(now) })
		}
		b.kernel.Every(sim.Probe, 0, 777*ms, func(now sim.Time) {
			at, _ := b.pilot.Place(now)
			all = append(all, at)
		})
		b.run(t, 10*time.Second)
		return all
	}
	if seldom, often := places(false), places(true); !slices.Equal(seldom, often) {
		t.Errorf("%v, and often asked %v", seldom, often)
	}
}

// A gauge that reads nothing tells nothing, and so does one whose readings are from before the
// first update.
func TestNoDepth(t *testing.T) {
	b := sounding(t, 1, func(c *vessel) { c.Reckoning.Depth.Depth.Range = 19 }, diving)
	b.toldOf(acoustic, 950*ms, 900*ms, geom.Vec{Z: -5})
	b.run(t, 1900*ms)
	b.placed(t, "beyond its range", geom.Vec{X: 0.3, Z: -5.5}, 1e-5)
	b = sounding(t, 1, func(c *vessel) { c.Reckoning.DVL = nil }, diving)
	b.run(t, 1900*ms)
	b = sounding(t, 1, func(c *vessel) { c.Reckoning.Depth.Timing = sensor.Timing{Period: time.Hour} }, diving)
	b.toldOf(acoustic, 950*ms, 900*ms, geom.Vec{Z: -5})
	b.run(t, 1900*ms)
	b.placed(t, "only before the first update", geom.Vec{X: 0.3, Z: -5.5}, 1e-5)
}
