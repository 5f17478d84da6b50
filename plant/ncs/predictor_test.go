package ncs

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// foreseeing is a vehicle with a Smith predictor of its own mass, 100 kg, without drag.
func foreseeing(c *VehicleConfig) { c.Smith = &SmithConfig{Drag: &geom.Vec{}} }

// 300 N from 80 ms on move 100 kg by 1.5 m/s2 (t - 0.08 s)^2: from 740 ms to 1100 ms by
// 1.5606 m - 0.6534 m = 0.9072 m. So of 2 m 1.0928 m are left when the update comes.
// Twice the mass moves half as far, and a drag of 100 N s/m on 100 kg lets it move by 3 m/s (tau - (1 - exp(-tau / 1 s)) 1 s), 0.90060 m less 0.38056 m.
func TestForceBySmithPredictor(t *testing.T) {
	for name, row := range map[string]struct {
		smith SmithConfig
		want  string
	}{
		"own":   {SmithConfig{}, "1100 109.28"},
		"heavy": {SmithConfig{Mass: &geom.Vec{X: 200, Y: 1, Z: 1}}, "1100 154.64"},
		"drag":  {SmithConfig{Drag: &geom.Vec{X: 100}}, "1100 " + number(200-300*(1.02-0.66+math.Exp(-1.02)-math.Exp(-0.66)))},
	} {
		if row.smith.Drag == nil {
			row.smith.Drag = &geom.Vec{}
		}
		b := newBridge(t, func(c *VehicleConfig) { c.Smith = &row.smith })
		b.hears(acoustic, 76*ms, 0, 3)
		b.hears(acoustic, 1100*ms, 740*ms, 2)
		b.run(t, 1150*ms)
		same(t, name, b.forces(), []string{"80 300", row.want})
	}
}

// The model goes on whatever is lost, and over a hand-over: the radio's first update is of
// 2000 ms and comes at 2500 ms. The model is at 1.5 (1.92 s)^2 = 5.5296 m and 8.7846 m then,
// and the vehicle asks for 1000 N/m (4 m - 3.255 m). D counts from one moment of action to the
// next, 2420 ms with what elapsed: 10 N s/m (0.745 m - 3 m)/2.42 s = -9.318 N, where the
// controllers know of each other.
func TestSmithPredictorOverAHandover(t *testing.T) {
	b := newBridge(t, and(foreseeing, func(c *VehicleConfig) {
		c.Handover, c.RF.Sampling, c.RF.Kd = "carried", "elapsed", &geom.Vec{X: 10}
	}))
	b.hears(acoustic, 80*ms, 0, 3)
	b.hears(radio, 2500*ms, 2000*ms, 4)
	b.run(t, 2600*ms)
	same(t, "forces", b.forces(), []string{"80 300", "2500 " + number(745-22.55/2.42)})
}

// A force along the world's x is to the right of a vehicle that points along y, where it
// has 400 kg, and -1.5 m/s2/4 of its y. The limit of an axis is known to the model, what has
// waned too: 120 N until 1076 ms, and then none.
func TestSmithPredictorKnowsTheForce(t *testing.T) {
	b := newBridge(t, func(c *VehicleConfig) { c.Smith = &SmithConfig{Mass: &geom.Vec{X: 1, Y: 400, Z: 1}, Drag: &geom.Vec{}} })
	b.hull.state.Attitude = geom.FromEuler(math.Pi/2, 0, 0)
	b.hears(acoustic, 80*ms, 0, 3)
	b.hears(acoustic, 1100*ms, 740*ms, 2)
	b.run(t, 1150*ms)
	if f := b.hull.command[len(b.hull.command)-1].force; math.Abs(f.Y+200-0.25*90.72) > 1e-9 {
		t.Errorf("%v", f)
	}
	b = newBridge(t, and(foreseeing, func(c *VehicleConfig) {
		c.Acoustic.Limit = 120
		c.Missing = MissingConfig{Policy: "zero", Due: 1000 * ms}
	}))
	b.hears(acoustic, 76*ms, 0, 3)
	b.hears(acoustic, 2080*ms, 2000*ms, 1)
	b.run(t, 2100*ms)
	// 1.2 m/s2 for 1 s, until the tick of 1080 ms: 1.2 m/s, for 80 ms.
	same(t, "limited", b.forces(), []string{"80 120", "1080 0", "2080 90.4"})
}

// A zone of 2 m with 300 N/m, where it is 100 N/m beyond, and a jump that fades by 1/e in a
// period. At the sample of the switch the force is that of the gains before, 200 N of 600 N, and
// the 400 N too little are 147.15 N a period later. 2.4 m is within the hysteresis of 0.5 m; at
// 2.6 m the force is what it would have been, 780 N less 400/e^3, and from there it falls
// to 260 N. Without a fade the force jumps. The other axes have their own gains.
func TestZones(t *testing.T) {
	at := func(k, x float64) string { return number(740*k+80) + " " + number(x) }
	e := math.Exp
	for fade, want := range map[time.Duration][]string{
		740 * ms: {at(0, 300), at(1, 200), at(2, 600-400*e(-1)), at(3, 720-400*e(-2)), at(4, 780-400*e(-3)), at(5, 260+(520-400*e(-3))*e(-1))},
		0:        {at(0, 300), at(1, 600), at(3, 720), at(4, 260)},
	} {
		b := newBridge(t, func(c *VehicleConfig) {
			c.Acoustic.Zones = []ZoneConfig{{Within: 2, Kp: geom.Vec{X: 300, Y: 7}}}
			c.Acoustic.Hysteresis, c.Acoustic.Fade = 0.5, fade
		})
		for k, x := range []float64{3, 2, 2, 2.4, 2.6, 2.6} {
			taken := time.Duration(k) * 740 * ms
			b.hears(acoustic, taken+76*ms, taken, x)
		}
		b.run(t, 4000*ms)
		same(t, fade.String(), b.forces(), want)
	}
}

// What the gains of a zone are, and what all zones of a link have in common.
func TestGainsOfZones(t *testing.T) {
	c := DefaultVehicle().Fitted(cross(t)).RF
	c.Ki = &geom.Vec{X: 195, Y: 195, Z: 195}
	c.Zones = []ZoneConfig{{Within: 2, Kp: geom.Vec{X: 1, Y: 2, Z: 3}, Ki: geom.Vec{X: 4, Y: 5, Z: 6}, Kd: geom.Vec{X: 7, Y: 8, Z: 9}}}
	c.Limit, c.Clamp, c.Filter, c.Integral, c.Derivative = 100, 50, time.Second, "accumulated", "measurement"
	for i, bank := range c.controllers() {
		x := float64(i)
		inner, outer := bank.Sets[0], bank.Sets[1]
		same(t, "gains", []float64{inner.Kp, inner.Ki, inner.Kd}, []float64{1 + x, 4 + x, 7 + x})
		inner.Kp, inner.Ki, inner.Kd = outer.Kp, outer.Ki, outer.Kd
		if inner != outer || len(bank.Sets) != 2 || outer.Ki != 195 || outer.Low != -100 || outer.Clamp != 50 {
			t.Errorf("%+v and %+v", inner, outer)
		}
	}
}

// The gains of a zone are of one link: the radio, which has none, and the acoustic link
// again, in the zone that it comes back to, without memory of where it was and without a
// switch to fade. Each zone has its own.
func TestZonesAndHandover(t *testing.T) {
	for _, handover := range []string{"fresh", "carried"} {
		b := newBridge(t, func(c *VehicleConfig) {
			c.Acoustic.Zones = []ZoneConfig{{Within: 1, Kp: geom.Vec{X: 500}}, {Within: 2, Kp: geom.Vec{X: 300}}}
			c.Acoustic.Hysteresis, c.Acoustic.Fade, c.Handover = 0.5, time.Second, handover
		})
		b.hears(acoustic, 80*ms, 0, 1)
		b.hears(radio, 100*ms, 90*ms, 1)
		b.hears(acoustic, 120*ms, 110*ms, 1.4) // not 500 N/m
		b.hears(radio, 140*ms, 130*ms, 1)
		b.hears(acoustic, 160*ms, 150*ms, 2.4) // nor 300 N/m
		b.run(t, 170*ms)
		same(t, handover, b.forces(), []string{"80 500", "100 1000", "120 420", "140 1000", "160 240"})
	}
}

// The zone is that of the berth, not of the waypoint, and of the place that the vehicle
// takes itself to be at: with reckoning, one that it comes to between updates.
func TestZoneOfTheBerth(t *testing.T) {
	zones := func(c *VehicleConfig) {
		c.Acoustic.Zones = []ZoneConfig{{Within: 2.5, Kp: geom.Vec{X: 300}}}
		c.Acoustic.Waypoint = new(1.0)
	}
	b := newBridge(t, zones)
	b.hears(acoustic, 76*ms, 0, 3)
	b.hears(acoustic, 816*ms, 740*ms, 2)
	b.run(t, 900*ms)
	same(t, "waypoint", b.forces(), []string{"80 100", "820 300"})
	// 0.5 m/s: 2.5 m away at 1 s; the force comes at 1.2 s.
	b = newReckoning(t, and(sure, func(c *vessel) {
		zones(c.VehicleConfig)
		c.Force.Period = 400 * ms
	}))
	b.addLog(steady)
	b.toldOf(acoustic, 76*ms, 0, geom.Vec{})
	for _, row := range []struct {
		until time.Duration
		want  float64
	}{{1150 * ms, 100}, {1250 * ms, 300}} {
		b.run(t, row.until)
		if f := b.pilot.Force(); math.Abs(f-row.want) > 1e-9 {
			t.Errorf("at %v: %g N, want %g N", row.until, f, row.want)
		}
	}
}

// Zones that do not lie around each other, and what only zones need.
func TestZoneFaults(t *testing.T) {
	for field, change := range map[string]func(c *VehicleConfig){
		"acoustic.zones[2].within": func(c *VehicleConfig) { c.Acoustic.Zones = []ZoneConfig{{Within: 1}, {Within: 2}, {Within: 2}} },
		"rf.zones[1].within":       func(c *VehicleConfig) { c.RF.Zones = []ZoneConfig{{Within: 3}, {Within: 2}} },
		"rf.hysteresis":            func(c *VehicleConfig) { c.RF.Hysteresis = 1 },
		"acoustic.fade":            func(c *VehicleConfig) { c.Acoustic.Fade = time.Second },
		"":                         func(c *VehicleConfig) { c.RF.Zones, c.RF.Fade = []ZoneConfig{{Within: 3}, {Within: 4}}, time.Second },
	} {
		c := DefaultVehicle()
		change(c)
		err := c.Validate()
		if field == "" && err != nil || field != "" && (err == nil || err.(interface{ Field() string }).Field() != field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// number writes a number as forces does.
func number(x float64) string { return fmt.Sprintf("%g", math.Round(x*1e6)/1e6) }

// Whatever comes, when, how late, in which order and over which link: the force is that of
// where the updates and the commands so far say that the vehicle is, worked out anew from all of
// them for each update, with v = F/b + (v0 - F/b) exp(-bt/a) for 100 kg and 50 N s/m.
func TestSmithPredictorOfManyUpdates(t *testing.T) {
	for seed := range uint64(5) {
		draw := rng.New(seed).Stream("updates")
		b := newBridge(t, func(c *VehicleConfig) {
			c.Smith = &SmithConfig{Drag: &geom.Vec{X: 50, Y: 50, Z: 50}}
			c.Missing = MissingConfig{Policy: "wane", Due: 300 * ms, Patience: 400 * ms}
		})
		way := func(from, now sim.Time) float64 {
			var x, v, f, start float64
			var last sim.Time
			to := func(t sim.Time) {
				dt := t.Sub(last).Seconds()
				end, rest := f/50, (v-f/50)*math.Exp(-dt/2)
				x, v, last = x+end*dt+2*(v-end-rest), end+rest, t
			}
			passed := false
			for _, c := range append(slices.Clone(b.hull.command), push{at: now}) {
				if !passed && c.at >= from {
					to(from)
					start, passed = x, true
				}
				to(c.at)
				f = c.force.X
			}
			return x - start
		}
		newest, used := sim.Time(-1), 0
		for range 150 {
			link, at := draw.Intn(2), time.Duration(draw.Intn(20_000))*ms+time.Duration(draw.Intn(1_000_000))
			taken := max(0, at-time.Duration(draw.Intn(2000))*ms)
			x := draw.Float64()*10 - 5
			kp := [2]float64{100, 1000}[link]
			var want float64
			b.kernel.NewTimer(sim.Comm, func(now sim.Time) { want = kp * (x - way(sim.Time(taken), now)) }).Arm(sim.Time(at))
			b.hears(link, at, taken, x)
			b.kernel.NewTimer(sim.Probe, func(sim.Time) {
				if sim.Time(taken) <= newest {
					return
				}
				newest, used = sim.Time(taken), used+1
				if got := b.pilot.force.X; math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
					t.Errorf("seed %d: at %v, %v old: %.9g N, want %.9g N", seed, at, at-taken, got, want)
				}
			}).Arm(sim.Time(at))
		}
		b.run(t, 25*time.Second)
		if used < 30 {
			t.Errorf("seed %d: %d updates", seed, used)
		}
	}
}
