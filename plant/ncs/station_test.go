package ncs

import (
	"testing"
	"time"

	"halocline/plant/program"

	"halocline/sim"
	"halocline/sim/geom"
)

// quay is the computer of a station at (0, 0, -1 m), with acoustic updates every
// second and RF updates every 0.1 s from 0.05 s on.
type quay struct {
	told
	kernel    *sim.Kernel
	far, near *tape
	station   *Station
}

func newQuay(t *testing.T, change func(c *StationConfig)) *quay {
	t.Helper()
	k := sim.New(nil)
	q := &quay{kernel: k, far: &tape{kernel: k, number: farLink}, near: &tape{kernel: k, number: nearLink}}
	c := DefaultStation()
	full := PowerConfig{Control: "full"}
	c.Acoustic = SendConfig{Link: "sound", Period: time.Second, Bits: 512, Power: full, Task: program.TaskConfig{Priority: 2}}
	c.RF = SendConfig{Link: "radio", Period: 100 * ms, Offset: 50 * ms, Bits: 500, Power: full, Task: program.TaskConfig{Priority: 1}}
	change(c)
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	var rf program.Link = q.near
	if c.Method == "acoustic" {
		rf = nil
	}
	var err error
	q.station, err = newStation(Node{Kernel: k, Tracer: &q.told}, c, geom.Vec{Z: -1}, q.far, rf)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// still is a measurement of a place.
func still(at geom.Vec) func(sim.Time) (geom.Vec, sim.Time, bool) {
	return func(now sim.Time) (geom.Vec, sim.Time, bool) { return at, now, true }
}

// An instrument that measures every three seconds has the same reading for three updates
// of a second: one update is sent of each.
func TestOneUpdateOfEachMeasurement(t *testing.T) {
	q := newQuay(t, func(c *StationConfig) { c.Method = "acoustic" })
	q.station.guide(&guidedVehicle{Addr: 9, Links: []bool{true}, Measure: func(now sim.Time) (geom.Vec, sim.Time, bool) {
		return geom.Vec{X: 30}, now / 3e9 * 3e9, true
	}})
	run(t, q.kernel, 7500*ms)
	same(t, "sent", q.far.times(), []float64{0, 3000, 6000})
}

// A vehicle goes away from its berth, 0.1 m in each RF period: by radio up to 10 m, and
// with a hysteresis of 0.45 m up to 10.45 m. On its way back, 10.4 m, it is still
// guided by sound until it is within 10 m again.
func TestThresholdAndHysteresis(t *testing.T) {
	for hysteresis, want := range map[float64][2]int{0: {6, 0}, 0.45: {10, 4}} {
		q := newQuay(t, func(c *StationConfig) { c.Hysteresis = hysteresis })
		berth := geom.Vec{Y: 3}
		tick := 0
		q.station.guide(&guidedVehicle{Addr: 9, Links: []bool{true, true}, Berth: berth, Measure: func(now sim.Time) (geom.Vec, sim.Time, bool) {
			tick = int(now / 100e6)
			out := 9.5 + 0.1*float64(tick) // 9.5 m at 50 ms
			if tick >= 15 {
				out = 10.4 - 0.1*float64(tick-15)
			}
			return berth.Add(geom.Vec{X: out}), now, true
		}})
		run(t, q.kernel, 1400*ms)
		if n := len(q.near.sent); n != want[0] {
			t.Errorf("hysteresis %g m: %d updates by radio, want %d", hysteresis, n, want[0])
		}
		same(t, "by sound", q.far.times(), []float64{1000}) // at 0 it is near
		run(t, q.kernel, 2499*ms)
		if back := q.near.sent[want[0]].at; back != 1950e6 { // 10.4 - 0.4 m
			t.Errorf("hysteresis %g m: back at %v", hysteresis, back)
		}
		if n := q.near.sent[0]; n.to != 9 || n.bits != 500 || n.cut != 0 {
			t.Errorf("%+v", n)
		}
		u := q.near.sent[1].message.(*Update)
		if u.Taken != 150e6 || u.Reference != berth || u.Position.Dist(geom.Vec{X: 9.6, Y: 3}) > 1e-9 {
			t.Errorf("%+v", u)
		}
	}
}

// Who gets updates over which links within 2.5 s, three ticks by sound and 25 by
// radio.
func TestWhoGetsUpdates(t *testing.T) {
	for what, row := range map[string]struct {
		change    func(c *StationConfig)
		vehicle   guidedVehicle
		distance  float64
		far, near int
	}{
		"far away":             {func(*StationConfig) {}, guidedVehicle{Links: []bool{true, true}}, 50, 3, 0},
		"near":                 {func(*StationConfig) {}, guidedVehicle{Links: []bool{true, true}}, 10, 0, 25},
		"near, without RF":     {func(*StationConfig) {}, guidedVehicle{Links: []bool{true}}, 5, 3, 0},
		"far away, RF only":    {func(*StationConfig) {}, guidedVehicle{Links: []bool{false, true}}, 50, 0, 25},
		"near, by sound alone": {func(c *StationConfig) { c.Method = "acoustic" }, guidedVehicle{Links: []bool{true, true}}, 5, 3, 0},
		"far away, both":       {func(c *StationConfig) { c.Both = true }, guidedVehicle{Links: []bool{true, true}}, 50, 3, 25},
		"near, both":           {func(c *StationConfig) { c.Both = true }, guidedVehicle{Links: []bool{true, true}}, 5, 3, 25},
		"both, without RF":     {func(c *StationConfig) { c.Both = true }, guidedVehicle{Links: []bool{true}}, 5, 3, 0},
	} {
		q := newQuay(t, row.change)
		row.vehicle.Measure = still(geom.Vec{X: row.distance})
		q.station.guide(&row.vehicle)
		run(t, q.kernel, 2500*ms)
		if len(q.far.sent) != row.far || len(q.near.sent) != row.near {
			t.Errorf("%s: %d by sound and %d by radio", what, len(q.far.sent), len(q.near.sent))
		}
	}
}

// A vehicle that was not found yet gets nothing, nor does one that was dismissed. The
// others go on, in their order.
func TestGuidedVehicles(t *testing.T) {
	q := newQuay(t, func(*StationConfig) {})
	q.station.guide(&guidedVehicle{Addr: 8, Links: []bool{true}, Measure: func(now sim.Time) (geom.Vec, sim.Time, bool) {
		return geom.Vec{X: 50}, now - 5, now >= 1e9
	}})
	q.station.guide(&guidedVehicle{Addr: 2, Links: []bool{true}, Measure: still(geom.Vec{X: 60})})
	q.kernel.NewTimer(sim.Comm, func(sim.Time) { q.station.dismiss(8) }).Arm(1500e6)
	run(t, q.kernel, 2500*ms)
	var to []int32
	for _, n := range q.far.sent {
		to = append(to, n.to)
	}
	same(t, "receivers", to, []int32{2, 8, 2, 2})
	same(t, "times", q.far.times(), []float64{0, 1000, 1000, 2000})
	if u := q.far.sent[1].message.(*Update); u.Taken != 1e9-5 {
		t.Errorf("measured at %v", u.Taken)
	}
}

// request has a vehicle ask for power at a time.
func (q *quay) request(at time.Duration, from int32, cut float64) {
	q.kernel.NewTimer(sim.Comm, func(sim.Time) {
		q.station.Receive(acoustic, program.Mail{From: from, Body: &powerRequest{Cut: cut}})
	}).Arm(sim.Time(at))
}

// With request the first update goes out 20 dB below full power. What is asked for is
// given at the next task, and never less than before; a stranger's request and other
// messages change nothing, and so does a request to the other link's updates.
func TestPowerOnRequest(t *testing.T) {
	q := newQuay(t, func(c *StationConfig) {
		c.Acoustic.Power = PowerConfig{Control: "request", Initial: 20}
		c.RF.Power = PowerConfig{Control: "request", Initial: 30}
		c.Both = true
	})
	q.station.guide(&guidedVehicle{Addr: 8, Links: []bool{true, true}, Measure: still(geom.Vec{X: 50})})
	q.request(500*ms, 8, 12)
	q.request(1500*ms, 8, 15)
	q.request(1600*ms, 7, 1)
	q.station.Receive(acoustic, program.Mail{From: 8, Body: "please"})
	q.request(2500*ms, 8, 9)
	q.request(2501*ms, 8, 4)
	q.request(2502*ms, 8, 9)
	run(t, q.kernel, 3500*ms)
	same(t, "cuts", q.far.cuts(), []float64{20, 12, 12, 4})
	q.expect(t, "1000 powered sound 12", "3000 powered sound 9", "3000 powered sound 4")
	for _, n := range q.far.sent {
		if n.message.(*Update).Cut != n.cut {
			t.Errorf("sent with %g dB, and says %g dB", n.cut, n.message.(*Update).Cut)
		}
	}
	for _, n := range q.near.sent {
		if n.cut != 30 {
			t.Errorf("by radio %g dB", n.cut)
		}
	}
}

// With follow the power is what the way from the station needs, and the margin: the
// link spares 40 dB less 1 dB for each metre. It goes down as well as up, from none to
// at most 100 dB below full power. With full power nothing that is asked for counts.
func TestPowerByDistance(t *testing.T) {
	q := newQuay(t, func(c *StationConfig) { c.Acoustic.Power = PowerConfig{Control: "follow", Margin: 6, Initial: 50} })
	q.far.spare = func(from, to geom.Vec) float64 {
		if from != (geom.Vec{Z: -1}) {
			t.Errorf("from %v", from)
		}
		return 40 - to.X
	}
	places := []float64{20, 12, 30, 50, 30, -200}
	q.station.guide(&guidedVehicle{Addr: 8, Links: []bool{true}, Measure: func(now sim.Time) (geom.Vec, sim.Time, bool) {
		return geom.Vec{X: places[now/1e9]}, now, true
	}})
	q.request(100*ms, 8, 0)
	run(t, q.kernel, 5500*ms)
	same(t, "cuts", q.far.cuts(), []float64{14, 22, 4, 0, 4, 100})
	q.expect(t, "0 powered sound 14", "1000 powered sound 22", "2000 powered sound 4", "3000 powered sound 0", "4000 powered sound 4", "5000 powered sound 100")

	q = newQuay(t, func(c *StationConfig) { c.Acoustic.Power = PowerConfig{Control: "full", Initial: 50} })
	q.station.guide(&guidedVehicle{Addr: 8, Links: []bool{true}, Measure: still(geom.Vec{X: 50})})
	q.request(100*ms, 8, 3)
	run(t, q.kernel, 1500*ms)
	same(t, "cuts", q.far.cuts(), []float64{0, 0})
	q.expect(t)
}

// A task measures when it begins and sends when it has had its processor time: one of
// 30 ms sends what is 30 ms old. At 0 s the acoustic one needs 90 ms and is interrupted
// by the RF one from 50 ms to 80 ms: it sends at 120 ms what it measured at 0.
func TestDemandAtTheStation(t *testing.T) {
	q := newQuay(t, func(c *StationConfig) {
		c.Both = true
		c.Acoustic.Task.Demand, c.RF.Task.Demand = 90*ms, 30*ms
	})
	q.station.guide(&guidedVehicle{Addr: 8, Links: []bool{true, true}, Measure: still(geom.Vec{X: 50})})
	run(t, q.kernel, 290*ms)
	same(t, "by radio", q.near.times(), []float64{80, 180, 280})
	same(t, "by sound", q.far.times(), []float64{120})
	if u := q.far.sent[0].message.(*Update); u.Taken != 0 {
		t.Errorf("measured at %v", u.Taken)
	}
	if u := q.near.sent[1].message.(*Update); u.Taken != 150e6 {
		t.Errorf("measured at %v", u.Taken)
	}
}

// A vehicle that is dismissed while the task works gets nothing any more, and is not
// looked for any more.
func TestDismissedWhileTheTaskWorks(t *testing.T) {
	q := newQuay(t, func(c *StationConfig) { c.Acoustic.Task.Demand = 30 * ms })
	looks := 0
	q.station.guide(&guidedVehicle{Addr: 8, Links: []bool{true}, Measure: func(now sim.Time) (geom.Vec, sim.Time, bool) {
		looks++
		return geom.Vec{X: 50}, now, true
	}})
	q.kernel.NewTimer(sim.Comm, func(sim.Time) { q.station.dismiss(8) }).Arm(1010e6)
	run(t, q.kernel, 3500*ms)
	same(t, "sent", q.far.times(), []float64{30})
	same(t, "looks", looks, 2)
}

// A berth that takes no vehicle is a fault.
func TestStationFaults(t *testing.T) {
	c := DefaultStation()
	c.Berth.Within = 0
	if c.Validate() == nil {
		t.Error("no fault")
	}
	c.Berth.Within = 0.1
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	v := DefaultVehicle()
	v.Choice.Enter, v.Choice.Leave = 0.3, 0.4
	if v.Validate() == nil {
		t.Error("no fault")
	}
	if err := DefaultResponder().Validate(); err != nil {
		t.Error(err)
	}
}
