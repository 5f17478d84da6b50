package ncs

import (
	"math"
	"slices"
	"testing"
	"time"

	"halocline/plant/program"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// asking is a change that lets the vehicle ask over both links: it takes 64 bit, a
// margin of 10 dB, and a step.
func asking(step float64) func(c *VehicleConfig) {
	return func(c *VehicleConfig) {
		for _, s := range []*SteerConfig{&c.Acoustic, &c.RF} {
			s.Request = RequestConfig{Bits: 64, Margin: 10, Step: step}
		}
	}
}

// A vehicle that has heard nothing asks for full power 1.5 periods of 0.74 s after
// the start, and every period from then on. After an update it waits for 1.5 periods
// again, and asks for what the way needs and 10 dB more, or 3 dB more than in the last
// update that came, whichever is more.
func TestRequests(t *testing.T) {
	for _, row := range []struct {
		spare, cut, want float64 // of the way; of the update; that is asked for
	}{
		{25, 20, 15}, // the way asks for more
		{25, 16, 13}, // the step does
		{5, 20, 0},   // never more than full power
		{40, 2, 0},
	} {
		b := newBridge(t, asking(3))
		b.far.spare = func(from, to geom.Vec) float64 {
			if from != (geom.Vec{}) || to != (geom.Vec{X: 9}) {
				t.Errorf("the way from %v to %v", from, to)
			}
			return row.spare
		}
		update := &Update{Position: geom.Vec{X: 9}, Taken: 1900e6, Cut: row.cut}
		b.kernel.NewTimer(sim.Comm, func(sim.Time) { b.pilot.Receive(acoustic, program.Mail{Number: 1, Body: update}) }).Arm(2000e6)
		b.run(t, 4*time.Second)
		same(t, "times", b.far.times(), []float64{1110, 1850, 3110, 3850})
		same(t, "asked for", b.far.asked(), []float64{0, 0, row.want, row.want})
		if n := b.far.sent[0]; n.to != 0 || n.bits != 64 {
			t.Errorf("%+v", n)
		}
		same(t, "sent with", b.far.cuts(), []float64{0, 0, 0, 0}) // full power, whatever they ask for
		same(t, "by radio", len(b.near.sent), 0)
	}
}

// A vehicle asks over the link that steers it: by radio 60 ms after an update, and no
// longer by sound, also if an update by sound comes late.
func TestRequestsOverTheLinkThatSteers(t *testing.T) {
	b := newBridge(t, asking(0))
	b.hears(acoustic, 76*ms, 0, 3)
	b.hears(radio, 100*ms, 99*ms, 2)
	b.hears(acoustic, 130*ms, 90*ms, 2) // was under way
	b.run(t, 250*ms)
	same(t, "by radio", b.near.times(), []float64{160, 200, 240})
	b.hears(acoustic, 251*ms, 220*ms, 2) // back to sound
	b.run(t, 2*time.Second)
	same(t, "by radio", len(b.near.sent), 3)
	same(t, "by sound", b.far.times(), []float64{1361})
	b = newBridge(t, asking(0))
	b.hears(radio, 100*ms, 99*ms, 2)
	b.hears(acoustic, 130*ms, 90*ms, 2)
	b.run(t, 5*time.Second)
	same(t, "by sound", len(b.far.sent), 0)
}

// One that may choose by quality wants updates over both links, and asks on both.
func TestRequestsOverBothLinks(t *testing.T) {
	b := newBridge(t, func(c *VehicleConfig) {
		asking(0)(c)
		c.Choice = ChoiceConfig{By: "quality", Window: 1, Enter: 1, Leave: 0}
	})
	b.hears(radio, 10*ms, 0, 2)
	b.hears(acoustic, 20*ms, 5*ms, 2)
	b.run(t, 1200*ms)
	same(t, "by sound", b.far.times(), []float64{1130})
	if len(b.near.sent) == 0 {
		t.Error("nothing is asked for by radio")
	}
}

// With off it never asks; one that sets out at 10 s waits from then on.
func TestNoRequests(t *testing.T) {
	b := newBridge(t, nil)
	b.run(t, 5*time.Second)
	same(t, "off", len(b.far.sent), 0)
	b = newBridge(t, func(c *VehicleConfig) {
		asking(0)(c)
		c.Start = 10 * time.Second
	})
	b.run(t, 12*time.Second)
	same(t, "later", b.far.times(), []float64{11110, 11850})
}

// A responder knows where it is, (0, 50 m, 0), and counts by its own clock, which is
// fast by 1000 parts per million: 1.5 periods of 1 s are over after 1.5 s / 1.001,
// rounded up to the next nanosecond.
func TestResponder(t *testing.T) {
	k := sim.New(nil)
	fast, err := clock.New(0, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	link := &tape{kernel: k, spare: func(from, to geom.Vec) float64 { return to.Dist(from) }}
	c := DefaultResponder()
	c.Period = time.Second
	r := newResponder(Node{Kernel: k, Clock: fast, Addr: 5}, c, link, 2, geom.Vec{Y: 50}, geom.Vec{})
	k.NewTimer(sim.Comm, func(sim.Time) { r.Receive(program.Mail{Body: "no update"}) }).Arm(1e9)
	run(t, k, 2*time.Second)
	if n := link.sent[0]; n.at != 1_498_501_499 || n.to != 2 || n.message.(*powerRequest).Cut != 0 {
		t.Errorf("%+v", n) // the last update was sent with full power, as far as it knows
	}
	k.NewTimer(sim.Comm, func(sim.Time) {
		r.Receive(program.Mail{Body: &Update{Position: geom.Vec{Y: 40}, Cut: 35}})
	}).Arm(2100e6)
	run(t, k, 3700*ms)
	same(t, "asked for", link.asked(), []float64{0, 30}) // 40 dB less the margin
}

// berthed is a dock with vehicles that move along a line towards their berths.
func berthed(t *testing.T, change func(c *StationConfig)) (*bridge, *dock, *Station) {
	t.Helper()
	b := newBridge(t, asking(0))
	c := DefaultStation()
	change(c)
	s, err := newStation(Node{Kernel: b.kernel, Tracer: &b.told}, c, geom.Vec{}, b.far, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b, newDock(s), s
}

// approach comes from 10 m at 1 m/s, and turns round 0.5 m before the berth.
func approach(t sim.Time) geom.Vec {
	s := t.Seconds()
	return geom.Vec{X: max(10-s, s-9)}
}

// Docked at 10 %, 1 m, at the first look at or after 9 s; looks are every 0.4 s. Or
// within 0.75 m, from 9.25 s on; or not before it has stayed there for half a second.
func TestBerth(t *testing.T) {
	for what, row := range map[string]struct {
		change func(c *BerthConfig)
		at     sim.Time
	}{
		"fraction": {func(c *BerthConfig) {}, 9200e6},
		"metres":   {func(c *BerthConfig) { c.Tolerance, c.Within = 0, 0.75 }, 9600e6},
		"stay":     {func(c *BerthConfig) { c.Dwell = 500 * ms }, 10000e6},
		"too long": {func(c *BerthConfig) { c.Dwell = 1200 * ms }, -1},
	} {
		b, dock, _ := berthed(t, func(c *StationConfig) {
			c.Berth = BerthConfig{Tolerance: 0.1, Check: 400 * ms}
			row.change(&c.Berth)
		})
		b.hull.path = approach
		m := &Docking{Pilot: b.pilot, Hull: b.hull}
		dock.expect(m)
		b.run(t, 12*time.Second)
		if m.Docked != row.at {
			t.Errorf("%s: docked at %v, want %v", what, m.Docked, row.at)
		}
		if row.at > 0 && (b.kernel.Now() != row.at || !b.hull.held) {
			t.Errorf("%s: the run ended at %v, held %v", what, b.kernel.Now(), b.hull.held)
		}
	}
}

// One that comes at 0.5 m/s, or leans over by 0.6 rad, to whatever side, is docked where that is allowed, and one that
// is upside down nowhere but where any tilt is.
func TestBerthOfSpeedAndTilt(t *testing.T) {
	for _, row := range []struct {
		speed, tilt, pitch, roll float64
		docks                    bool
	}{
		{0.49, 0, 0, 0, false},
		{0.51, 0, 0, 0, true},
		{0, 0.59, 0.6, 0, false},
		{0, 0.59, 0, -0.6, false},
		{0, 0.61, 0.6, 0, true},
		{0, 3.1, 0, math.Pi, false},
		{0, 0, 0, math.Pi, true},
	} {
		b, dock, _ := berthed(t, func(c *StationConfig) {
			c.Berth = BerthConfig{Within: 1, Speed: row.speed, Tilt: row.tilt, Check: 400 * ms}
		})
		b.hull.path = approach
		b.hull.state.Velocity = vehicle.Six{0, 0.3, -0.4}
		b.hull.state.Attitude = geom.FromEuler(1, row.pitch, row.roll)
		m := &Docking{Pilot: b.pilot, Hull: b.hull}
		dock.expect(m)
		b.run(t, 12*time.Second)
		if (m.Docked >= 0) != row.docks {
			t.Errorf("%+v: docked at %v", row, m.Docked)
		}
	}
}

// One that goes away has its stay begin anew: within 1 m from 1 s to 1.4 s and from 2 s
// on, it has been there for half a second at 2.5 s.
func TestStayThatIsBroken(t *testing.T) {
	b, dock, _ := berthed(t, func(c *StationConfig) { c.Berth = BerthConfig{Within: 1, Check: 100 * ms, Dwell: 500 * ms} })
	b.hull.path = func(at sim.Time) geom.Vec {
		if at >= 1e9 && at <= 1400e6 || at >= 2e9 {
			return geom.Vec{X: 0.5}
		}
		return geom.Vec{X: 3}
	}
	m := &Docking{Pilot: b.pilot, Hull: b.hull}
	dock.expect(m)
	b.run(t, 5*time.Second)
	if m.Docked != 2500e6 {
		t.Errorf("docked at %v", m.Docked)
	}
}

// The dock takes hold of a vehicle: its thrusters are switched off, it asks for
// nothing more, an update whose force was not applied yet is outdated, as all later
// ones are, and it gets no more of them. With go_on the run goes on.
func TestDocked(t *testing.T) {
	b, dock, station := berthed(t, func(c *StationConfig) {
		c.Berth = BerthConfig{Within: 1, Check: 90 * ms, Go: true}
		c.Acoustic.Offset = 5 * ms
	})
	b.hull.path = func(sim.Time) geom.Vec { return geom.Vec{X: 0.25} }
	station.guide(&guidedVehicle{Addr: 3, Links: []bool{true}, Measure: still(geom.Vec{X: 0.25})})
	dock.expect(&Docking{Pilot: b.pilot, Hull: b.hull})
	b.hears(acoustic, 30*ms, 0, 3)
	b.hears(acoustic, 85*ms, 50*ms, 2)
	b.hears(acoustic, 95*ms, 51*ms, 1)
	b.run(t, 3*time.Second)
	b.expect(t, "40 used 1 sound 40", "90 docked 3 0.25", "90 outdated 2 sound 40", "95 outdated 3 sound 44")
	same(t, "forces", b.forces(), []string{"40 300", "90 0"})
	same(t, "sent", b.far.times(), []float64{5}) // one update, no request
	same(t, "deeds", b.hull.deeds, []string{"hold 90"})
	if last := b.hull.command[len(b.hull.command)-1]; last.at != 90e6 {
		t.Errorf("commands until %v", last.at)
	}
}

// With release it is let be: it is steered on, and gets updates as before.
func TestReleased(t *testing.T) {
	b, dock, station := berthed(t, func(c *StationConfig) { c.Berth = BerthConfig{Within: 1, Check: 90 * ms, Go: true, Release: true} })
	station.guide(&guidedVehicle{Addr: 3, Links: []bool{true}, Measure: still(geom.Vec{})})
	dock.expect(&Docking{Pilot: b.pilot, Hull: b.hull})
	b.hears(acoustic, 95*ms, 51*ms, 1)
	b.run(t, 1*time.Second)
	b.expect(t, "90 docked 3 0", "100 used 1 sound 49")
	same(t, "sent", b.far.times(), []float64{0, 740})
	same(t, "deeds", len(b.hull.deeds), 0)
}

// A vehicle that sets out at 1 s is held until then, and not docked before, however
// near it is. The run ends with the last vehicle.
func TestStartOfAVehicle(t *testing.T) {
	b, dock, _ := berthed(t, func(c *StationConfig) { c.Berth = BerthConfig{Within: 1, Check: 300 * ms} })
	first := &Docking{Pilot: b.pilot, Hull: b.hull, Start: 1e9}
	late := &buoy{kernel: b.kernel, state: vehicle.AtRest(geom.Vec{}, 0)}
	second := &Docking{Pilot: b.pilot, Hull: late, Start: 2e9, Berth: geom.Vec{X: 0.5}}
	dock.expect(first)
	dock.expect(second)
	b.run(t, 5*time.Second)
	same(t, "deeds", b.hull.deeds, []string{"hold 0", "release 1000", "hold 1200"})
	same(t, "deeds", late.deeds, []string{"hold 0", "release 2000", "hold 2100"})
	if first.Docked != 1200e6 || second.Docked != 2100e6 || b.kernel.Now() != 2100e6 {
		t.Errorf("docked at %v and %v, end at %v", first.Docked, second.Docked, b.kernel.Now())
	}
}

// With a spread of 400 ms a vehicle that hears nothing asks 1.5 periods and up to 400 ms
// after the start, and again a period and up to 400 ms later: two vehicles do not ask at
// the same instants, and the waits lie everywhere between.
func TestRequestsSpread(t *testing.T) {
	const spread = 400 * time.Millisecond
	asked := make([][]sim.Time, 2)
	k := sim.New(nil)
	source := rng.New(7)
	for i := range asked {
		link := &stamped{kernel: k, at: &asked[i]}
		c := DefaultResponder()
		c.Request.Spread = spread
		newResponder(Node{Kernel: k, Addr: int32(i), Rand: source.Stream(string(rune('a' + i)))}, c, link, 2, geom.Vec{Y: 50}, geom.Vec{})
	}
	if err := k.Run(t.Context(), sim.Time(200*time.Second)); err != nil {
		t.Fatal(err)
	}
	low, high := spread, time.Duration(0)
	for _, times := range asked {
		last := sim.Time(0).Add(740 * time.Millisecond / 2)
		for _, at := range times {
			wait := at.Sub(last) - 740*time.Millisecond
			low, high = min(low, wait), max(high, wait)
			last = at
		}
	}
	// Of some 400 waits the least lies within a hundredth of the spread from its end
	// with all but a fiftieth of the chances: 0.99^400 = 0.018.
	if n := len(asked[0]) + len(asked[1]); n < 400 || low < 0 || high > spread || low > spread/100 || high < spread-spread/100 {
		t.Errorf("%d requests, waits from %v to %v", n, low, high)
	}
	for _, at := range asked[0] {
		if slices.Contains(asked[1], at) {
			t.Errorf("both ask at %v", at)
		}
	}
}

// stamped is a link that notes when something is sent.
type stamped struct {
	kernel *sim.Kernel
	at     *[]sim.Time
}

func (s *stamped) Send(int32, program.Message) (uint64, error) {
	*s.at = append(*s.at, s.kernel.Now())
	return 0, nil
}

func (*stamped) Number() uint8 { return 0 }

func (*stamped) Handle(string, func(program.Mail)) error { return nil }

func (*stamped) Overhear(string, func(program.Mail)) error { return nil }

func (*stamped) Outcomes(string, func(uint64, program.Outcome)) error { return nil }

func (*stamped) Spare(int32, geom.Vec, geom.Vec) float64 { return 0 }
