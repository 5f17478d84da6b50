package ncs

import (
	"math"
	"testing"
	"time"

	"halocline/plant/program"

	"halocline/sim/geom"
)

// By sound a force is computed when its update comes, and applied at the next tick
// of 20 ms of the orientation task, and at each one after it.
func TestForceBySound(t *testing.T) {
	b := newBridge(t, nil)
	b.hears(acoustic, 76*ms, 0, 3)
	b.hears(acoustic, 810*ms, 740*ms, 2)
	b.run(t, 900*ms)
	b.expect(t, "80 used 1 sound 80", "820 used 2 sound 80")
	same(t, "forces", b.forces(), []string{"80 300", "820 200"})
	if n := len(b.hull.command); n != 42 { // 80, 100 .. 900
		t.Errorf("%d commands", n)
	}
}

// An update that comes at the very instant of a tick is applied by it: the acoustic
// task has the higher priority. Under EDF it has no deadline, and goes behind.
func TestUpdateAtATick(t *testing.T) {
	for policy, want := range map[string]string{
		"fixed-priority": "80 used 1 sound 80", "edf": "100 used 1 sound 100", "deadline-monotonic": "100 used 1 sound 100",
	} {
		b := newBridge(t, func(c *VehicleConfig) { c.Computer.Scheduling = policy })
		b.hears(acoustic, 80*ms, 0, 3)
		b.run(t, 110*ms)
		b.expect(t, want)
	}
	// With a deadline of its own it is first under EDF and under DM too.
	for _, policy := range []string{"edf", "deadline-monotonic"} {
		b := newBridge(t, func(c *VehicleConfig) {
			c.Computer.Scheduling = policy
			c.Acoustic.Task.Deadline = 5 * ms
		})
		b.hears(acoustic, 80*ms, 0, 3)
		b.run(t, 110*ms)
		b.expect(t, "80 used 1 sound 80")
	}
}

// By radio a force is applied when its update comes, and not between two updates.
func TestForceByRadio(t *testing.T) {
	b := newBridge(t, nil)
	b.hears(radio, 41*ms, 40*ms, 3)
	b.hears(radio, 81*ms, 80*ms, 2)
	b.run(t, 200*ms)
	b.expect(t, "41 switched radio", "41 used 1 radio 1", "81 used 2 radio 1")
	same(t, "commands", len(b.hull.command), 2)
	same(t, "forces", b.forces(), []string{"41 3000", "81 2000"})
	if b.pilot.switchedAt() != 41e6 || b.pilot.lastUsed() != 81e6 || b.pilot.linkNumber() != nearLink || b.pilot.Force() != 2000 {
		t.Errorf("switched %v, renewed %v, mode %d, force %g", b.pilot.switchedAt(), b.pilot.lastUsed(), b.pilot.linkNumber(), b.pilot.Force())
	}
}

// Of two updates before one tick the second is used. One that is older than what was
// used, or as old, is outdated, and so is the one by sound that was under way when
// the radio took over.
func TestOutdated(t *testing.T) {
	b := newBridge(t, nil)
	b.hears(acoustic, 65*ms, 10*ms, 1)
	b.hears(acoustic, 75*ms, 20*ms, 2)
	b.hears(acoustic, 130*ms, 15*ms, 5)
	b.hears(acoustic, 131*ms, 20*ms, 5)
	b.hears(acoustic, 141*ms, 100*ms, 4)
	b.hears(radio, 145*ms, 120*ms, 3)
	b.hears(acoustic, 150*ms, 110*ms, 6)
	b.run(t, 300*ms)
	b.expect(t,
		"75 outdated 1 sound 65", "80 used 2 sound 60",
		"130 outdated 3 sound 115", "131 outdated 4 sound 111",
		"145 outdated 5 sound 45", "145 switched radio", "145 used 6 radio 25",
		"150 outdated 7 sound 40")
	same(t, "forces", b.forces(), []string{"80 200", "145 3000"})
}

// When updates come by sound again the vehicle goes back, and ticks count again.
func TestFallbackByArrival(t *testing.T) {
	b := newBridge(t, nil)
	b.hears(radio, 41*ms, 40*ms, 3)
	b.hears(acoustic, 150*ms, 90*ms, 2)
	b.hears(radio, 201*ms, 200*ms, 1)
	b.run(t, 300*ms)
	b.expect(t, "41 switched radio", "41 used 1 radio 1", "150 switched sound", "160 used 2 sound 70", "201 switched radio", "201 used 3 radio 1")
	same(t, "forces", b.forces(), []string{"41 3000", "160 200", "201 1000"})
	if b.pilot.switchedAt() != 41e6 {
		t.Errorf("first at the radio at %v", b.pilot.switchedAt())
	}
}

// With the choice by quality the radio is used from 2 updates in 4 periods of 40 ms
// on, and left below 1. Updates of the other link are outdated, whichever it is.
func TestChoiceByQuality(t *testing.T) {
	b := newBridge(t, func(c *VehicleConfig) { c.Choice = ChoiceConfig{By: "quality", Window: 4, Enter: 0.5, Leave: 0.25} })
	b.hears(acoustic, 30*ms, 10*ms, 1)
	b.hears(radio, 41*ms, 40*ms, 2) // 1 in 4
	b.hears(radio, 81*ms, 80*ms, 3) // 2 in 4: used
	b.hears(acoustic, 90*ms, 85*ms, 4)
	b.hears(acoustic, 240*ms, 230*ms, 5) // the one at 81 ms is 159 ms ago: 1 in 4 is not below
	b.hears(acoustic, 241*ms, 231*ms, 6) // 160 ms ago: 0 in 4
	b.run(t, 300*ms)
	b.expect(t,
		"40 used 1 sound 30", "41 outdated 2 radio 1", "81 switched radio", "81 used 3 radio 1",
		"90 outdated 4 sound 5", "240 outdated 5 sound 10", "241 switched sound", "260 used 6 sound 29")
}

// What becomes of 300 N that no update renews after 76 ms, with 100 ms due and 200 ms
// of patience, at the ticks: kept until 376 ms; dropped from 176 ms on; falling in
// between, so 300 N (1 - (200-76-100)/200) = 264 N at 200 ms. Kept for good without patience.
func TestMissing(t *testing.T) {
	at := func(b *bridge, when time.Duration) float64 {
		x := math.NaN()
		for _, c := range b.hull.command {
			if time.Duration(c.at) <= when {
				x = c.force.X
			}
		}
		return x
	}
	for _, row := range []struct {
		policy   string
		patience time.Duration
		want     map[time.Duration]float64
	}{
		{"hold", 0, map[time.Duration]float64{80: 300, 160: 300, 200: 300, 360: 300, 400: 300, 5000: 300}},
		{"hold", 200 * ms, map[time.Duration]float64{80: 300, 360: 300, 380: 0, 5000: 0}},
		{"zero", 200 * ms, map[time.Duration]float64{80: 300, 160: 300, 180: 0, 5000: 0}},
		{"wane", 200 * ms, map[time.Duration]float64{160: 300, 200: 264, 360: 24, 380: 0, 5000: 0}},
	} {
		b := newBridge(t, func(c *VehicleConfig) {
			c.Missing = MissingConfig{Policy: row.policy, Due: 100 * ms, Patience: row.patience}
		})
		b.hears(acoustic, 76*ms, 0, 3)
		b.run(t, 5000*ms)
		for when, want := range row.want {
			if got := at(b, when*ms); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s for %v: %g N at %d ms, want %g N", row.policy, row.patience, got, when, want)
			}
		}
	}
	// In RF mode too: the orientation task takes it back.
	b := newBridge(t, func(c *VehicleConfig) { c.Missing = MissingConfig{Policy: "zero", Due: 100 * ms} })
	b.hears(radio, 76*ms, 75*ms, 3)
	b.run(t, 1000*ms)
	same(t, "by radio", b.forces(), []string{"76 3000", "180 0"})
}

// A policy that would take every force back at once is a fault.
func TestMissingThatIsNeverDue(t *testing.T) {
	for policy, fault := range map[string]bool{"hold": false, "zero": true, "wane": true} {
		c := DefaultVehicle()
		c.Missing.Policy = policy
		if err := c.Validate(); (err != nil) != fault {
			t.Errorf("%s: %v", policy, err)
		}
	}
}

// D at the first update by radio: from 3 m to 2.5 m in a period of 40 ms it is
// 10 (2.5 - 3)/0.04 = -125 N where the last error of the other controller is known, and
// none where the controller begins anew. Then from 2.5 m to 2 m -125 N either way.
func TestHandover(t *testing.T) {
	for handover, want := range map[string][]string{
		"fresh": {"40 300", "50 2500", "90 1875"}, "carried": {"40 300", "50 2375", "90 1875"},
	} {
		b := newBridge(t, func(c *VehicleConfig) {
			c.Handover = handover
			c.RF.Kd.X = 10
		})
		b.hears(acoustic, 30*ms, 0, 3)
		b.hears(radio, 50*ms, 49*ms, 2.5)
		b.hears(radio, 90*ms, 89*ms, 2)
		b.run(t, 100*ms)
		same(t, handover, b.forces(), want)
	}
}

// A controller that has steered before knows nothing of that when it takes over anew:
// its error then was 3 m.
func TestHandoverBack(t *testing.T) {
	b := newBridge(t, func(c *VehicleConfig) { c.RF.Kd.X = 10 })
	b.hears(radio, 50*ms, 49*ms, 3)
	b.hears(acoustic, 90*ms, 60*ms, 2)
	b.hears(radio, 130*ms, 129*ms, 1)
	b.run(t, 140*ms)
	same(t, "forces", b.forces(), []string{"50 3000", "100 200", "130 1000"})
}

// D over 0.74 s whatever was lost, or over the 1.48 s between two measurements:
// 74 (1 - 2)/0.74 = -100 N, or -50 N.
func TestSampling(t *testing.T) {
	for sampling, want := range map[string][]string{"nominal": {"80 200", "1600 0"}, "elapsed": {"80 200", "1600 50"}} {
		b := newBridge(t, func(c *VehicleConfig) {
			c.Acoustic.Sampling = sampling
			c.Acoustic.Kd.X = 74
		})
		b.hears(acoustic, 76*ms, 0, 2)
		b.hears(acoustic, 1590*ms, 1480*ms, 1) // later than the first one was
		b.run(t, 1600*ms)
		same(t, sampling, b.forces(), want)
	}
}

// A waypoint is 2 m ahead: 100 N/m make 200 N from afar. From 0.5 m the berth itself
// is aimed at, or, as equation 4.13 is printed, a point 1.5 m beyond it.
func TestWaypoint(t *testing.T) {
	for _, row := range []struct {
		beyond bool
		x      float64
		want   string
	}{{false, 30, "80 200"}, {true, 30, "80 200"}, {false, 0.5, "80 50"}, {true, 0.5, "80 200"}, {true, 0, "80 0"}} {
		b := newBridge(t, func(c *VehicleConfig) { c.Acoustic.Waypoint, c.Acoustic.Beyond = new(2.0), row.beyond })
		b.hears(acoustic, 76*ms, 0, row.x)
		b.run(t, 90*ms)
		same(t, "force", b.forces(), []string{row.want})
	}
}

// Beyond what there is not is a fault.
func TestBeyondWithoutAWaypoint(t *testing.T) {
	c := DefaultVehicle()
	c.Acoustic.Beyond = true
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	c.RF.Beyond, c.RF.Waypoint = true, new(0.0)
	if err := c.Validate(); err == nil || err.(interface{ Field() string }).Field() != "rf.beyond" {
		t.Errorf("%v", err)
	}
}

// The vehicle points along y when an update comes at 76 ms, and along -x from 90 ms
// on. A force of 300 N along the world's x is then 300 N to its right, -y of the body,
// and later astern; computed once, it stays to its right.
func TestFrameOfTheForce(t *testing.T) {
	for frame, want := range map[string]geom.Vec{"applied": {X: -300}, "computed": {Y: -300}} {
		b := newBridge(t, func(c *VehicleConfig) { c.Frame = frame })
		b.hull.state.Attitude = geom.FromEuler(math.Pi/2, 0, 0)
		b.hears(acoustic, 76*ms, 0, 3)
		b.run(t, 85*ms)
		if f := b.hull.command[0].force; f.Dist(geom.Vec{Y: -300}) > 1e-9 {
			t.Errorf("%s: %v", frame, f)
		}
		b.hull.state.Attitude = geom.FromEuler(math.Pi, 0, 0)
		b.run(t, 100*ms)
		if f := b.hull.command[1].force; f.Dist(want) > 1e-9 {
			t.Errorf("%s: %v, want %v", frame, f, want)
		}
	}
}

// The heading is that of the berth, atan2 of equation 4.14, or the one of the start:
// with 10 N m/rad the berth to the left makes 10 pi/2 N m, and the other way none.
func TestHeading(t *testing.T) {
	for heading, want := range map[string]float64{"berth": 10 * math.Pi / 2, "kept": 0} {
		b := newBridge(t, func(c *VehicleConfig) { c.Attitude.Heading, c.Attitude.Kp.Z = heading, 10 })
		b.hearsVec(acoustic, 76*ms, 0, geom.Vec{Y: 4})
		b.run(t, 85*ms)
		if c := b.hull.command[0]; math.Abs(c.yaw-want) > 1e-9 {
			t.Errorf("%s: %g N m, want %g N m", heading, c.yaw, want)
		}
	}
}

// Limits of each axis, and of I.
func TestLimits(t *testing.T) {
	b := newBridge(t, func(c *VehicleConfig) { c.Acoustic.Limit = 120 })
	b.hearsVec(acoustic, 76*ms, 0, geom.Vec{X: 3, Y: -2, Z: 1})
	b.run(t, 85*ms)
	if f := b.hull.command[0].force; f.Dist(geom.Vec{X: 120, Y: -120, Z: 100}) > 1e-9 {
		t.Errorf("%v", f)
	}
	// I alone: 100 N/(m s) 3 m 0.74 s = 222 N at each update, accumulated up to 300 N.
	b = newBridge(t, func(c *VehicleConfig) {
		c.Acoustic.Kp, c.Acoustic.Ki = new(geom.Vec), &geom.Vec{X: 100}
		c.Acoustic.Integral, c.Acoustic.Clamp = "accumulated", 300
	})
	b.hears(acoustic, 20*ms, 0, 3)
	b.hears(acoustic, 40*ms, 30*ms, 3)
	b.hears(acoustic, 60*ms, 50*ms, 3)
	b.run(t, 85*ms)
	same(t, "accumulated", b.forces(), []string{"20 222", "40 300"})
}

// A vehicle that sets out at 1 s uses no update before.
func TestUpdatesBeforeTheStart(t *testing.T) {
	b := newBridge(t, func(c *VehicleConfig) { c.Start = time.Second })
	b.hears(acoustic, 999*ms, 940*ms, 3)
	b.hears(acoustic, 1000*ms, 941*ms, 2)
	b.run(t, 1100*ms)
	b.expect(t, "999 outdated 1 sound 59", "1000 used 2 sound 59")
}

// The acoustic task needs 7 ms of the processor: a job that is released at 70 ms ends
// at 77 ms, in time for the tick of 80 ms. The one of 75 ms ends at 82 ms, and the tick
// of 80 ms, of lower priority, runs after it, with its force. A job of the RF task is
// acted upon 3 ms later.
func TestDemand(t *testing.T) {
	for at, want := range map[time.Duration]string{70: "80 used 1 sound 80", 75: "82 used 1 sound 82"} {
		b := newBridge(t, func(c *VehicleConfig) { c.Acoustic.Task.Demand = 7 * ms })
		b.hears(acoustic, at*ms, 0, 3)
		b.run(t, 110*ms)
		b.expect(t, want)
	}
	b := newBridge(t, func(c *VehicleConfig) { c.RF.Task.Demand = 3 * ms })
	b.hears(radio, 70*ms, 69*ms, 3)
	b.hears(radio, 71*ms, 70*ms, 3) // waits for the first
	b.run(t, 110*ms)
	b.expect(t, "73 switched radio", "73 used 1 radio 4", "76 used 2 radio 6")
	// The orientation task, 5 ms long, and a context switch of 1 ms.
	b = newBridge(t, func(c *VehicleConfig) { c.Attitude.Task.Demand, c.Computer.Switch = 5*ms, ms })
	b.hears(acoustic, 70*ms, 0, 3)
	b.run(t, 95*ms)
	b.expect(t, "86 used 1 sound 86")
}

// What is no update is none of the control's business.
func TestOtherMessages(t *testing.T) {
	b := newBridge(t, nil)
	b.pilot.Receive(acoustic, program.Mail{Number: 1, Body: "hello"})
	b.pilot.Receive(radio, program.Mail{Number: 2})
	b.run(t, 100*ms)
	b.expect(t)
	if len(b.hull.command) > 0 || b.pilot.lastUsed() != -1 || b.pilot.switchedAt() != -1 || b.pilot.linkNumber() != farLink {
		t.Error("a message without an update steers")
	}
}

// D of the attitude is over the period of the task that works: 20 ms by sound, the
// 40 ms of the link by radio. The berth moves from ahead to the left: 0.01 N m s/rad make
// 0.01 (pi/2)/0.02 = 0.785 N m, or 0.393 N m.
func TestTurningByPeriods(t *testing.T) {
	for link, want := range map[int]float64{acoustic: 0.25 * math.Pi, radio: 0.125 * math.Pi} {
		b := newBridge(t, func(c *VehicleConfig) { c.Attitude.Heading, c.Attitude.Kd.Z = "berth", 0.01 })
		b.hearsVec(link, 20*ms, 1*ms, geom.Vec{X: 4})
		b.hearsVec(link, 40*ms, 2*ms, geom.Vec{Y: 4})
		b.run(t, 41*ms)
		if c := b.hull.command[1]; len(b.hull.command) != 2 || math.Abs(c.yaw-want) > 1e-9 {
			t.Errorf("link %d: %g N m, want %g N m", link, c.yaw, want)
		}
	}
}

// Each axis of the attitude has its own gain, and the bow takes the short way round: from
// 175 deg to a berth at -170 deg it is 15 deg to the left. Roll and pitch are levelled.
func TestAttitude(t *testing.T) {
	const deg = math.Pi / 180
	for _, link := range []int{acoustic, radio} {
		b := newBridge(t, func(c *VehicleConfig) {
			c.Attitude.Heading, c.Attitude.Kp = "berth", &geom.Vec{X: 1000, Y: 2000, Z: 3000}
		})
		b.hull.state.Attitude = geom.FromEuler(175*deg, 3*deg, -5*deg)
		sin, cos := math.Sincos(-170 * deg)
		b.hearsVec(link, 15*ms, 1*ms, geom.Vec{X: 4 * cos, Y: 4 * sin})
		b.run(t, 21*ms)
		want := geom.Vec{X: 1000 * 5 * deg, Y: -2000 * 3 * deg, Z: 3000 * 15 * deg}
		if got := b.pilot.moment; got.Dist(want) > 1e-9 {
			t.Errorf("link %d: %v N m, want %v N m", link, got, want)
		}
	}
}

// With the time that has elapsed D of the attitude is over that by radio too: from a
// measurement at 1 ms to one at 101 ms it is 0.01 (pi/2)/0.1 = 0.157 N m.
func TestTurningByElapsedTime(t *testing.T) {
	b := newBridge(t, func(c *VehicleConfig) {
		c.Attitude.Heading, c.Attitude.Kd.Z, c.RF.Sampling = "berth", 0.01, "elapsed"
	})
	b.hearsVec(radio, 20*ms, 1*ms, geom.Vec{X: 4})
	b.hearsVec(radio, 120*ms, 101*ms, geom.Vec{Y: 4})
	b.run(t, 121*ms)
	if c := b.hull.command[1]; len(b.hull.command) != 2 || math.Abs(c.yaw-0.05*math.Pi) > 1e-9 {
		t.Errorf("%g N m, want %g N m", c.yaw, 0.05*math.Pi)
	}
}

// The numbers of Table 5.3 of the thesis and of its sections 4.2.2, 4.4.3 and 5.1.2 that are defaults:
// frame times, 512 and 64 bit, 10 m, and 20 ms for the orientation task. The gains, and 2 % for a
// docked vehicle, are in the scenario docking.
func TestNumbersOfTheThesis(t *testing.T) {
	v, s, r := DefaultVehicle(), DefaultStation(), DefaultResponder()
	if v.Acoustic.Period != 740*ms || v.Acoustic.Request.Bits != 64 || v.RF.Period != 40*ms || v.RF.Request.Bits != 64 {
		t.Errorf("%+v, %+v", v.Acoustic, v.RF)
	}
	if v.Attitude.Period != 20*ms || s.Threshold != 10 || r.Period != 740*ms || r.Request.Bits != 64 {
		t.Errorf("%v, %g m, %v, %d bit", v.Attitude.Period, s.Threshold, r.Period, r.Request.Bits)
	}
	if s.Acoustic.Period != 740*ms || s.RF.Period != 40*ms || s.Acoustic.Bits != 512 || s.RF.Bits != 512 {
		t.Errorf("%+v, %+v", s.Acoustic, s.RF)
	}
	for _, p := range []program.Program{v, s, r} {
		if err := p.Validate(); err != nil {
			t.Error(err)
		}
	}
}
