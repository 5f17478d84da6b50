package ncs

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/program"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// sure is reckoning that takes an update at its word, all but for a 1e10th: a way that
// is wrong by 0.1 m in a second, and updates right to 1 um. It knows of no drift.
func sure(c *vessel) {
	c.Reckoning = new(reckons)
	c.Reckoning.defaults()
	c.Reckoning.Fix, c.Reckoning.Noise, c.Reckoning.Drift, c.Reckoning.Wander = 1e-6, 0.1, 0, 0
	c.Reckoning.DVL = sensor.DefaultDVL()
	c.Reckoning.DVL.Period = 100 * ms
	c.Reckoning.DVL.Velocity, c.Reckoning.DVL.Altitude = sensor.Error{}, sensor.Error{}
	c.Reckoning.DVL.Scale, c.Reckoning.DVL.Mounting = 0, 0
}

// and adds to a change of a configuration.
func and[C any](first, second func(C)) func(C) {
	return func(c C) {
		first(c)
		second(c)
	}
}

// steady is a log that reads 0.5 m/s along x.
func steady(now sim.Time) (sensor.Doppler, bool) {
	return sensor.Doppler{Velocity: geom.Vec{X: 0.5}, Ground: true, Taken: now, Available: now}, true
}

// toldOf has an update arrive by a link at a time: a place that was measured at another
// time, and the reference 3 m along x.
func (b *bridge) toldOf(link int, at, taken time.Duration, place geom.Vec) {
	b.numbers++
	m := program.Mail{Number: b.numbers, Body: &Update{Position: place, Reference: geom.Vec{X: 3}, Taken: sim.Time(taken)}}
	b.kernel.NewTimer(sim.Comm, func(sim.Time) { b.pilot.Receive(link, m) }).Arm(sim.Time(at))
}

// placed checks where the vehicle takes itself to be.
func (b *bridge) placed(t *testing.T, what string, want geom.Vec, within float64) {
	t.Helper()
	if at, ok := b.pilot.Place(b.kernel.Now()); !ok || !(at.Dist(want) <= within) {
		t.Errorf("%s at %v: %v (%v), want %v", what, b.kernel.Now(), at, ok, want)
	}
}

// At x = 0 at time 0 and with 0.5 m/s on, the berth is 3 m - 0.5 m/s t away: the update
// gives 296.2 N when it comes after 76 ms, and each period of 200 ms its own force.
// The orientation task applies them. In RF mode it is the task itself, with 1000 N/m, at
// once when the radio takes over and then every 200 ms.
func TestForceByReckoning(t *testing.T) {
	every := func(c *vessel) { c.Force.Period = 200 * ms }
	b := newReckoning(t, and(sure, every))
	b.addLog(steady)
	b.toldOf(acoustic, 76*ms, 0, geom.Vec{})
	b.run(t, 450*ms)
	b.expect(t, "76 used 1 sound 76")
	same(t, "by sound", b.forces(), []string{"80 296.2", "200 290", "400 280"})
	b.toldOf(radio, 500*ms, 490*ms, geom.Vec{X: 0.245})
	b.run(t, 850*ms)
	b.expect(t, "76 used 1 sound 76", "500 used 2 radio 10", "500 switched radio")
	same(t, "by radio", b.forces()[3:], []string{"500 2750", "600 2700", "800 2600"})
	if b.pilot.lastUsed() != 500e6 || b.pilot.switchedAt() != 500e6 {
		t.Errorf("renewed %v, switched %v", b.pilot.lastUsed(), b.pilot.switchedAt())
	}
	b.pilot.stop(b.kernel.Now())
	b.run(t, 1500*ms)
	same(t, "docked", b.forces()[6:], []string{"850 0"})
}

// Without a period of its own a force has that of the link that steers: 740 ms and 40 ms.
func TestReckoningAtTheSamplingPeriods(t *testing.T) {
	b := newReckoning(t, sure)
	b.addLog(steady)
	b.toldOf(acoustic, 76*ms, 0, geom.Vec{})
	b.toldOf(radio, 1541*ms, 1540*ms, geom.Vec{X: 0.77})
	b.run(t, 1600*ms)
	same(t, "forces", b.forces(), []string{"80 296.2", "740 263", "1480 226", "1541 2229.5", "1560 2220", "1600 2200"})
}

// drifting sends a vehicle along x with 0.5 m/s over ground, in a current of 0.2 m/s, and
// has exact updates come every 4 s, each 1 s after its measurement.
func drifting(t *testing.T, change func(*vessel), until time.Duration) *bridge {
	t.Helper()
	b := newReckoning(t, and(sure, change))
	at := func(now sim.Time) geom.Vec { return geom.Vec{X: 0.5 * now.Seconds(), Z: -30} }
	b.hull.motion = func(now sim.Time) vehicle.Motion {
		return vehicle.Motion{Position: at(now), Attitude: geom.FromEuler(0, 0, 0), Velocity: vehicle.Six{0.5}}
	}
	dvl := b.reckons.DVL.New(rng.New(5), "dvl")
	b.addLog(func(now sim.Time) (sensor.Doppler, bool) {
		return dvl.Read(now, &b.hull.At(now).Motion, 60, geom.Vec{X: 0.2})
	})
	for taken := time.Duration(0); taken < until; taken += 4000 * ms {
		b.toldOf(acoustic, taken+1000*ms, taken, at(sim.Time(taken)))
	}
	b.run(t, until)
	return b
}

// Dead reckoning through the water is wrong by the current times the time since the last
// measurement: 0.2 m/s 2.5 s at 22.5 s, after that of 20 s, and 0.2 m/s 4.9 s at 24.9 s, just
// before that of 24 s comes. Over ground it is right. A bias b, which a second log with the
// same random numbers shows, makes b 4.9 s. And where a drift is assumed, the current
// is found from the updates: after ten of them there is 1 % of it left.
func TestDriftBetweenUpdates(t *testing.T) {
	at := func(until time.Duration) geom.Vec { return geom.Vec{X: 0.5 * until.Seconds(), Z: -30} }
	water := func(c *vessel) { c.Reckoning.DVL.Track = "water" }
	for until, off := range map[time.Duration]float64{22500 * ms: 0.5, 24900 * ms: 0.98, 25100 * ms: 0.22} {
		drifting(t, water, until).placed(t, "through the water", at(until).Sub(geom.Vec{X: off}), 1e-6)
		drifting(t, func(*vessel) {}, until).placed(t, "over ground", at(until), 1e-6)
	}
	const until = 24900 * ms
	biased := func(c *vessel) { c.Reckoning.DVL.Velocity.Bias = 0.02 }
	b := drifting(t, biased, until)
	still := &vehicle.Motion{Position: geom.Vec{Z: -30}, Attitude: geom.FromEuler(0, 0, 0)}
	first, _ := b.reckons.DVL.New(rng.New(5), "dvl").Read(0, still, 60, geom.Vec{})
	if first.Velocity.Norm() < 0.005 {
		t.Fatalf("a bias of %v is no test", first.Velocity)
	}
	b.placed(t, "with a bias", at(until).Add(first.Velocity.Scale(4.9)), 1e-6)

	found := drifting(t, and(water, func(c *vessel) { c.Reckoning.Drift = 0.3 }), 44900*ms)
	found.placed(t, "with a drift", at(44900*ms), 0.01*0.98)
}

// Exact updates, late, and an exact log make the estimate exact: a vehicle that speeds
// up by (0.3, -0.2, 0.05) m/s2 and turns by 0.4 rad/s, with the log 2 m before and 1 m
// beside its origin. The velocity is linear in time, as between two readings it is taken
// to be, so the way is exact until the last reading that has come out, 30 ms after it was
// taken, and from there wrong by a t^2/2. Drift and all are free to go wrong.
func TestPerfectReckoning(t *testing.T) {
	a, v0 := geom.Vec{X: 0.3, Y: -0.2, Z: 0.05}, geom.Vec{X: -0.4, Z: -0.1}
	at := func(now sim.Time) geom.Vec {
		s := now.Seconds()
		return geom.Vec{X: 1, Y: 2, Z: -30}.Add(v0.Scale(s)).Add(a.Scale(s * s / 2))
	}
	for _, track := range []string{"bottom", "water"} {
		b := newReckoning(t, and(sure, func(c *vessel) {
			c.Reckoning.Drift, c.Reckoning.Wander = 0.3, 0.01
			c.Reckoning.DVL.Track, c.Reckoning.DVL.Position = track, geom.Vec{X: 2, Y: 1}
			c.Reckoning.DVL.Latency = 30 * ms
		}))
		b.hull.motion = func(now sim.Time) vehicle.Motion {
			m := vehicle.Motion{Position: at(now), Attitude: geom.FromEuler(0.4*now.Seconds(), 0, 0)}
			v := m.Attitude.RotateInverse(v0.Add(a.Scale(now.Seconds())))
			m.Velocity = vehicle.Six{v.X, v.Y, v.Z, 0, 0, 0.4}
			return m
		}
		dvl := b.reckons.DVL.New(rng.New(5), "dvl")
		b.addLog(func(now sim.Time) (sensor.Doppler, bool) {
			return dvl.Read(now, &b.hull.At(now).Motion, 60, geom.Vec{})
		})
		for k := range 12 {
			taken := time.Duration(k)*800*ms + 230*ms
			late := 120*ms + time.Duration(k%2)*900*ms // they overtake each other
			b.toldOf(acoustic, taken+late, taken, at(sim.Time(taken)))
		}
		for _, now := range []time.Duration{1000, 5000, 10000} {
			b.run(t, (now+29)*ms)
			b.placed(t, track, at(sim.Time((now+29)*ms)).Sub(a.Scale(0.129*0.129/2)), 1e-9)
			b.run(t, (now+30)*ms)
			b.placed(t, track, at(sim.Time((now+30)*ms)).Sub(a.Scale(0.03*0.03/2)), 1e-9)
		}
	}
}

// A log whose readings come 450 ms late is behind the updates, which come 120 ms late. What they
// say is put where the way leads when that is known: half a second later the vehicle
// is wrong only by what it does not know of its velocity, a t^2/2 since the last reading that has come out;
// also after a single update, and one from before the log's first reading has come out.
func TestLogThatIsLaterThanUpdates(t *testing.T) {
	a, v0 := geom.Vec{X: 0.3, Y: -0.2, Z: 0.05}, geom.Vec{X: -0.4, Z: -0.1}
	at := func(now sim.Time) geom.Vec {
		s := now.Seconds()
		return geom.Vec{X: 1, Y: 2, Z: -30}.Add(v0.Scale(s)).Add(a.Scale(s * s / 2))
	}
	for _, updates := range []time.Duration{1, 12} {
		b := newReckoning(t, and(sure, func(c *vessel) {
			c.Reckoning.DVL.Latency = 450 * ms
		}))
		b.hull.motion = func(now sim.Time) vehicle.Motion {
			v := v0.Add(a.Scale(now.Seconds()))
			return vehicle.Motion{Position: at(now), Attitude: geom.FromEuler(0, 0, 0), Velocity: vehicle.Six{v.X, v.Y, v.Z}}
		}
		dvl := b.reckons.DVL.New(rng.New(5), "dvl")
		b.addLog(func(now sim.Time) (sensor.Doppler, bool) {
			return dvl.Read(now, &b.hull.At(now).Motion, 60, geom.Vec{})
		})
		for k := range updates {
			taken := k*800*ms + 230*ms
			b.toldOf(acoustic, taken+120*ms, taken, at(sim.Time(taken)))
		}
		for _, now := range []time.Duration{updates*800 + 20, updates*800 + 510, 12310} {
			b.run(t, now*ms)
			known := (now - 450) / 100 * 100
			unknown := (now - known).Seconds() * 1e6 // now is in ms
			b.placed(t, fmt.Sprint(updates), at(sim.Time(now*ms)).Sub(a.Scale(unknown*unknown/2)), 1e-9)
		}
	}
}

// An update counts at the time of its measurement. At 3 s the vehicle is where it was at
// 1 s, 7 m, and 0.5 m/s 2 s further. One that was overtaken corrects too, and the order
// in which they come does not matter, to the bit; a measurement that comes again, by the
// other link, is outdated, and so is one from before the first, or from before what is
// remembered: 2 s.
func TestLateUpdates(t *testing.T) {
	brief := func(c *vessel) { c.Reckoning.Memory = 2000 * ms }
	b := newReckoning(t, and(sure, brief))
	b.addLog(steady)
	b.toldOf(acoustic, 3000*ms, 1000*ms, geom.Vec{X: 7})
	b.run(t, 3000*ms)
	b.placed(t, "late", geom.Vec{X: 8}, 1e-9)
	b.toldOf(acoustic, 3100*ms, 900*ms, geom.Vec{X: 7})
	b.toldOf(acoustic, 4000*ms, 3900*ms, geom.Vec{X: 8.45})
	b.toldOf(acoustic, 4100*ms, 3800*ms, geom.Vec{X: 8.4})
	b.toldOf(radio, 4200*ms, 3800*ms, geom.Vec{X: 8.4})
	b.toldOf(acoustic, 9000*ms, 6700*ms, geom.Vec{X: 7})
	b.run(t, 9000*ms)
	b.expect(t, "3000 used 1 sound 2000", "3100 outdated 2 sound 2200", "4000 used 3 sound 100",
		"4100 used 4 sound 300", "4200 outdated 5 radio 400", "9000 outdated 6 sound 2300")
	b.placed(t, "at last", geom.Vec{X: 11}, 1e-9)

	loose := func(c *vessel) { c.Reckoning.Fix, c.Reckoning.Drift, c.Reckoning.Wander = 0.1, 0.3, 0.01 }
	var places []geom.Vec
	for _, order := range [][]int{{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}} {
		b := newReckoning(t, and(sure, loose))
		b.addLog(steady)
		for i, k := range order {
			taken := time.Duration(k+1) * 500 * ms
			b.toldOf(acoustic, 2500*ms+time.Duration(i)*ms, taken, geom.Vec{X: 0.6 * float64(k), Y: float64(k * k)})
		}
		b.run(t, 4000*ms)
		at, _ := b.pilot.Place(b.kernel.Now())
		places = append(places, at)
	}
	if places[0] != places[1] || places[0] != places[2] {
		t.Errorf("by order: %v", places)
	}
}

// Without a log, two exact updates, of 0 m at 0 s and of 1 m at 2 s, show 0.5 m/s; at 5 s
// it is at 2.5 m. A vehicle that has had no update is nowhere.
func TestReckoningWithoutALog(t *testing.T) {
	b := newReckoning(t, and(sure, func(c *vessel) { c.Reckoning.DVL, c.Reckoning.Drift, c.Reckoning.Noise = nil, 10, 0 }))
	b.toldOf(acoustic, 100*ms, 0, geom.Vec{})
	b.toldOf(acoustic, 2100*ms, 2000*ms, geom.Vec{X: 1})
	if at, ok := b.pilot.Place(0); ok {
		t.Errorf("%v before the first update", at)
	}
	b.run(t, 2000*ms)
	b.placed(t, "at rest", geom.Vec{}, 1e-9)
	b.run(t, 5000*ms)
	b.placed(t, "going on", geom.Vec{X: 2.5}, 1e-6)
	if at, ok := newBridge(t, nil).pilot.Place(0); ok {
		t.Errorf("%v without reckoning", at)
	}
}

// The log begins at 1 s over ground with 0.5 m/s, and turns to the water at 3 s, where it
// reads 0.3 m/s, its reading before holding until then. An update of 1 m at 1.5 s so makes
// 1.75 m at 3 s and 2.05 m at 4 s. From then on the current of 0.2 m/s is a drift that is
// not known: updates at 3.5 s and 5.5 s show it, whatever was known before, and at 7 s
// they are 0.5 m/s 1.5 s back.
func TestLogTurnsToTheWater(t *testing.T) {
	drift := func(c *vessel) { c.Reckoning.Drift, c.Reckoning.Noise = 10, 0 }
	for name, change := range map[string]func(*vessel){"sure": func(*vessel) {}, "drift": drift} {
		b := newReckoning(t, and(sure, change))
		b.addLog(func(now sim.Time) (sensor.Doppler, bool) {
			d := sensor.Doppler{Velocity: geom.Vec{X: 0.5}, Ground: true, Taken: now, Available: now}
			if now >= sim.Time(3000*ms) {
				d.Velocity.X, d.Ground = 0.3, false
			}
			return d, now >= sim.Time(1000*ms)
		})
		b.toldOf(acoustic, 1600*ms, 1500*ms, geom.Vec{X: 1})
		if name == "drift" { // what is known of no drift over ground is of no use later
			b.toldOf(acoustic, 2600*ms, 2500*ms, geom.Vec{X: 1.5})
		}
		b.run(t, 3000*ms)
		b.placed(t, name+", turning", geom.Vec{X: 1.75}, 1e-6)
		b.run(t, 4000*ms)
		b.placed(t, name+", through the water", geom.Vec{X: 2.05}, 1e-6)
		b.toldOf(acoustic, 4100*ms, 3500*ms, geom.Vec{X: 2})
		b.toldOf(acoustic, 5600*ms, 5500*ms, geom.Vec{X: 3})
		b.run(t, 7000*ms)
		if name == "drift" {
			b.placed(t, name+", at last", geom.Vec{X: 3.75}, 1e-5)
		} else {
			b.placed(t, name+", at last", geom.Vec{X: 3.45}, 1e-5)
		}
	}
}

// An update from before the log turned, the first that comes, begins reckoning as if it
// had come before.
func TestFirstUpdateFromBeforeTheTurn(t *testing.T) {
	b := newReckoning(t, and(sure, func(c *vessel) { c.Reckoning.Drift = 10 }))
	b.addLog(func(now sim.Time) (sensor.Doppler, bool) {
		return sensor.Doppler{Velocity: geom.Vec{X: 0.5}, Ground: now < sim.Time(3000*ms), Taken: now, Available: now}, true
	})
	b.toldOf(acoustic, 4000*ms, 1000*ms, geom.Vec{})
	b.run(t, 4000*ms)
	// Forgotten at 3 s, the drift has a variance of 100 and none in common with the place.
	// With q = 0.1^2 of the log's noise, the variance of the place then grows by q dt + 100 dt^2: by 100.01 m2 in a second, by 400.02 m2 in two.
	at := func(s time.Duration) float64 {
		doubt, _ := b.pilot.estimate.Covariance(sim.Time(s * time.Second))
		return doubt[0][0]
	}
	if one, two := at(5)-at(4), at(6)-at(4); math.Abs(one-(100*(4-1)+0.01)) > 1e-6 || math.Abs(two-(100*(9-1)+0.02)) > 1e-6 {
		t.Errorf("%g m2 and %g m2", one, two)
	}
}

// A log that turns with each reading, as at the edge of its bottom lock, turns five times
// between the measurement of an update and its coming, and the update counts all the same:
// at 8 s the vehicle is where it was at 7.45 s, 5 m, and 0.5 m/s 0.55 s further. Of 2 s of
// updates every 740 ms two are remembered.
func TestLogTurnsWithEachReading(t *testing.T) {
	b := newReckoning(t, and(sure, func(c *vessel) { c.Reckoning.Memory, c.RF.Period = 2000*ms, 740*ms }))
	b.addLog(func(now sim.Time) (sensor.Doppler, bool) {
		d, _ := steady(now)
		d.Ground = now/sim.Time(100*ms)%2 == 0
		return d, true
	})
	b.toldOf(acoustic, 600*ms, 50*ms, geom.Vec{})
	b.toldOf(acoustic, 8000*ms, 7450*ms, geom.Vec{X: 5})
	b.run(t, 8000*ms)
	b.expect(t, "600 used 1 sound 550", "8000 used 2 sound 550")
	b.placed(t, "turning", geom.Vec{X: 5.275}, 1e-6)
}

// The log reads 0.5 m/s until 10 s, nothing until 20 s and then 0. The vehicle stopped at
// 10 s at 5 m, as exact updates each second say: their drift of -0.5 m/s has it there all
// the time, and it stays there when the log reads again, without that drift.
func TestGapOfTheLog(t *testing.T) {
	b := newReckoning(t, and(sure, func(c *vessel) { c.Reckoning.Drift, c.Reckoning.Noise = 10, 0 }))
	b.addLog(func(now sim.Time) (sensor.Doppler, bool) {
		d, _ := steady(now)
		if now > sim.Time(10000*ms) {
			d.Velocity.X = 0
		}
		return d, now <= sim.Time(10000*ms) || now >= sim.Time(20000*ms)
	})
	for k := range time.Duration(20) {
		b.toldOf(acoustic, k*1000*ms+100*ms, k*1000*ms, geom.Vec{X: min(5, 0.5*float64(k))})
	}
	b.run(t, 10050*ms)
	b.placed(t, "before the gap", geom.Vec{X: 5.025}, 1e-5)
	b.run(t, 20500*ms)
	b.placed(t, "after it", geom.Vec{X: 5}, 1e-5)
	b.run(t, 22000*ms)
	b.placed(t, "long after it", geom.Vec{X: 5}, 1e-5)
}

// Before the log begins, at 1 s, updates show 0.5 m/s. Then it is the log that does, and
// nothing is left of that: at 2 s the vehicle is at 1 m, not at 1.5 m.
func TestLogBegins(t *testing.T) {
	b := newReckoning(t, and(sure, func(c *vessel) { c.Reckoning.Drift, c.Reckoning.Noise = 10, 0 }))
	b.addLog(func(now sim.Time) (sensor.Doppler, bool) {
		d, _ := steady(now)
		return d, now >= sim.Time(1000*ms)
	})
	b.toldOf(acoustic, 100*ms, 0, geom.Vec{})
	b.toldOf(acoustic, 600*ms, 500*ms, geom.Vec{X: 0.25})
	b.run(t, 1000*ms)
	b.placed(t, "before", geom.Vec{X: 0.5}, 1e-6)
	b.run(t, 2000*ms)
	b.placed(t, "after", geom.Vec{X: 1}, 1e-6)
}

// What is not known grows, after a fix of 0.1 m, in 4 s: 0.1^2 + 0.3^2 4^2 for the drift,
// 0.02^2 4^3/3 for its changes and 0.05^2 4 for the noise of the log.
func TestDoubtOfReckoning(t *testing.T) {
	b := newReckoning(t, and(sure, func(c *vessel) {
		c.Reckoning.Fix, c.Reckoning.Drift, c.Reckoning.Wander, c.Reckoning.Noise = 0.1, 0.3, 0.02, 0.05
	}))
	b.addLog(steady)
	b.toldOf(acoustic, 500*ms, 0, geom.Vec{})
	b.run(t, 1000*ms)
	doubt, _ := b.pilot.estimate.Covariance(sim.Time(4000 * ms))
	for i := range doubt {
		if want := 0.01 + 1.44 + 0.0004*64/3 + 0.01; math.Abs(doubt[i][i]-want) > 1e-12 {
			t.Errorf("%g m2, want %g m2", doubt[i][i], want)
		}
	}
}

// An update by sound that the radio has overtaken corrects, and no more: the vehicle goes
// on by radio, and waits for nothing by sound. 80 ms of updates by radio lie between, more
// than a vehicle without the radio would remember. The same by sound that was there by radio
// is outdated, and is waited for no more either.
func TestOvertakenBySound(t *testing.T) {
	for taken, want := range map[time.Duration]string{60: "140 used 4 sound 80", 125: "140 outdated 4 sound 15"} {
		b := newReckoning(t, and(sure, func(c *vessel) {
			c.Reckoning.Memory = 120 * ms // three of 40 ms
			c.Acoustic.Request.Off = false
		}))
		b.addLog(steady)
		b.toldOf(acoustic, 40*ms, 0, geom.Vec{})
		b.toldOf(radio, 50*ms, 45*ms, geom.Vec{})
		b.toldOf(radio, 130*ms, 125*ms, geom.Vec{X: 0.04})
		b.toldOf(acoustic, 140*ms, taken*ms, geom.Vec{X: 5})
		b.run(t, 3000*ms)
		b.expect(t, "40 used 1 sound 40", "50 used 2 radio 5", "50 switched radio", "130 used 3 radio 5", want)
		if b.pilot.linkNumber() != nearLink || len(b.far.sent) > 0 {
			t.Errorf("mode %d, and by sound %v", b.pilot.linkNumber(), b.far.sent)
		}
	}
}

// What comes twice is known to have come for as long as it is remembered.
func TestUpdatesThatComeTwice(t *testing.T) {
	b := newReckoning(t, and(sure, func(c *vessel) { c.Reckoning.Memory = 120 * ms }))
	b.addLog(steady)
	for k := range time.Duration(5) {
		b.toldOf(radio, (41+40*k)*ms, (40+40*k)*ms, geom.Vec{})
	}
	for k := range time.Duration(3) {
		b.toldOf(acoustic, (202+k)*ms, (120+40*k)*ms, geom.Vec{})
	}
	b.run(t, 300*ms)
	b.expect(t, "41 used 1 radio 1", "41 switched radio", "81 used 2 radio 1", "121 used 3 radio 1", "161 used 4 radio 1",
		"201 used 5 radio 1", "202 outdated 6 sound 82", "203 outdated 7 sound 43", "204 outdated 8 sound 4")
}

// Also the first of four comes in vain once more, where three are remembered: the filter
// begins with it.
func TestOldestUpdateComesTwice(t *testing.T) {
	b := newReckoning(t, and(sure, func(c *vessel) { c.Reckoning.DVL, c.Reckoning.Memory = nil, 120*ms }))
	for k := range time.Duration(4) {
		b.toldOf(radio, (41+40*k)*ms, (40+40*k)*ms, geom.Vec{})
	}
	b.toldOf(acoustic, 162*ms, 40*ms, geom.Vec{})
	b.run(t, 300*ms)
	b.expect(t, "41 used 1 radio 1", "41 switched radio", "81 used 2 radio 1", "121 used 3 radio 1", "161 used 4 radio 1",
		"162 outdated 5 sound 122")
}

// How far back updates are taken is a time, whatever period the vehicle reckons with: fifty
// updates by radio, each 40 ms, leave room for one by sound from before 35 of them.
func TestMemoryIsNoNumberOfUpdates(t *testing.T) {
	b := newReckoning(t, and(sure, func(c *vessel) {
		c.Reckoning.DVL, c.Reckoning.Memory, c.RF.Period = nil, 2000*ms, 740*ms
	}))
	for k := range time.Duration(50) {
		b.toldOf(radio, (41+40*k)*ms, (40+40*k)*ms, geom.Vec{})
	}
	b.toldOf(acoustic, 2010*ms, 610*ms, geom.Vec{})
	b.run(t, 2050*ms)
	if last := b.lines[len(b.lines)-1]; !strings.HasSuffix(last, " used 51 sound 1400") {
		t.Error(last)
	}
}

// By radio the task that computes the force turns the vehicle too: to a berth to its left
// with 10 N m/rad.
func TestTurnByReckoning(t *testing.T) {
	b := newReckoning(t, and(sure, func(c *vessel) { c.Attitude.Heading, c.Attitude.Kp.Z = "berth", 10 }))
	b.toldOf(radio, 41*ms, 40*ms, geom.Vec{X: 3, Y: -4})
	b.run(t, 45*ms)
	if c := b.hull.command; len(c) != 1 || math.Abs(c[0].yaw-5*math.Pi) > 1e-9 {
		t.Errorf("%+v, want %g N m", c, 5*math.Pi)
	}
}

// A force is as old as the last update: with 100 ms due, dead reckoning drops it 100 ms
// after that, also in RF mode.
func TestMissingWithReckoning(t *testing.T) {
	for link, want := range map[int][]string{acoustic: {"80 296.2", "180 0"}, radio: {"76 2962", "80 2960", "120 2940", "160 2920", "180 0"}} {
		b := newReckoning(t, and(sure, func(c *vessel) { c.Missing = MissingConfig{Policy: "zero", Due: 100 * ms} }))
		b.addLog(steady)
		b.toldOf(link, 76*ms, 0, geom.Vec{})
		b.run(t, 500*ms)
		same(t, fmt.Sprint(link), b.forces(), want)
	}
}

// With the choice by quality an update of the link that does not steer corrects too. The
// vehicle steers by sound on it, and leaves none outdated.
func TestReckoningByQuality(t *testing.T) {
	b := newReckoning(t, and(sure, func(c *vessel) { c.Choice = ChoiceConfig{By: "quality", Window: 4, Enter: 0.5, Leave: 0.25} }))
	b.addLog(steady)
	b.toldOf(radio, 41*ms, 40*ms, geom.Vec{X: 1}) // 1 in 4
	b.toldOf(radio, 81*ms, 80*ms, geom.Vec{X: 1}) // 2 in 4: it steers
	b.toldOf(acoustic, 90*ms, 85*ms, geom.Vec{X: 2})
	b.run(t, 130*ms)
	b.expect(t, "41 used 1 radio 1", "81 used 2 radio 1", "81 switched radio", "90 used 3 sound 5")
	// 3 m - 1.0005 m at 41 ms, applied at 60 ms, and 1.0005 m at 81 ms.
	same(t, "forces", b.forces()[:2], []string{"60 199.95", "81 1999.5"})
	b.placed(t, "by sound", geom.Vec{X: 2.0225}, 1e-6)
}

// What a vehicle remembers of its log is bounded, and so is how often it computes a force.
func TestReckoningFaults(t *testing.T) {
	hull := &buoy{}
	hull.state = vehicle.AtRest(geom.Vec{}, 0)
	said := func(c *reckons) string {
		_, err := c.build(hull)
		if f, ok := err.(interface{ Field() string }); err != nil && (!ok || f.Field() != "memory") {
			t.Errorf("%v", err)
		}
		return fmt.Sprint(err)
	}
	c := &reckons{DVL: sensor.DefaultDVL()}
	c.defaults()
	for _, row := range []struct {
		period, latency time.Duration
		split           int
		want            string
	}{
		{100 * time.Microsecond, 0, 0, "<nil>"}, // 100,000 readings
		{99 * time.Microsecond, 0, 0, "10s are 101010 readings of the log, and at most 100000 are remembered; shorten memory, or lengthen the period of the log"},
		{100 * ms, 9900 * ms, 0, "<nil>"},
		{100 * ms, 9900 * ms, 1, "10s are remembered, and what the log measures is known after up to 10.1s; lengthen memory, or shorten the latency of the log"},
	} {
		c.DVL.Timing = sensor.Timing{Period: row.period, Latency: row.latency, Split: row.split}
		if got := said(c); got != row.want {
			t.Errorf("%s, want %s", got, row.want)
		}
	}
	c.DVL, c.Depth = nil, sensor.DefaultDepth()
	for _, row := range []struct {
		period, latency time.Duration
		split           int
		want            string
	}{
		{2 * ms, 0, 0, "<nil>"}, // 5000 readings
		{1999 * time.Microsecond, 0, 0, "10s are 5002 readings of the pressure gauge, and at most 5000 are remembered; shorten memory, or lengthen the period of the gauge"},
		{2 * ms, 10 * time.Second, 0, "<nil>"},
		{2 * ms, 10 * time.Second, 1, "10s are remembered, and what the pressure gauge measures is known after 10.002s; lengthen memory, or shorten the latency of the gauge"},
	} {
		c.Depth.Timing = sensor.Timing{Period: row.period, Latency: row.latency, Split: row.split}
		if got := said(c); got != row.want {
			t.Errorf("%s, want %s", got, row.want)
		}
	}
	v := DefaultVehicle()
	for period, want := range map[time.Duration]string{
		0: "<nil>", ms: "<nil>", ms - 1: "999.999µs is less than 1ms; write 0 for the sampling period of the link that steers, or 1ms and more",
	} {
		v.Force.Period = period
		if err := v.Validate(); fmt.Sprint(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Reading the log, the gauge and the unit, correcting and reckoning do not allocate, however long they go on.
func TestReckoningDoesNotAllocate(t *testing.T) {
	c := &reckons{DVL: sensor.DefaultDVL(), IMU: sensor.DefaultIMU(), Depth: sensor.DefaultDepth()}
	c.defaults()
	c.Memory = 500 * ms
	hull := &buoy{}
	hull.state = vehicle.AtRest(geom.Vec{}, 0)
	made, err := c.build(hull)
	if err != nil {
		t.Fatal(err)
	}
	by, now := made.(navigation.Estimating), sim.Time(0)
	values, fix := make([]float64, 9), new(navigation.PositionFix)
	hundred := func() {
		for range 100 {
			now = now.Add(100 * ms)
			for source := range 3 {
				by.Read(source, now, now.Add(50*ms), values)
			}
			fix.At = now.Add(-50 * ms)
			if !by.Fix(now, fix) {
				t.Fatal("refused")
			}
			by.Motion(now)
		}
	}
	hundred()
	if n := testing.AllocsPerRun(10, hundred); n != 0 {
		t.Errorf("%g allocations in a hundred steps", n)
	}
}
