package scenarios

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/plant/control/loop"
	"halocline/plant/ncs"
	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
)

// ownGains takes the thesis's controllers out of the scenario docking: what is left are the defaults.
func ownGains(texts ...string) []string {
	return append([]string{"nodes.auv.run.acoustic=null", "nodes.auv.run.rf=null", "nodes.auv.run.handover=null", stepPath + "=5ms"}, texts...)
}

// Default gains leave updates two periods to be late by, as the key kp says, on every axis that a vehicle of the library
// can be pushed along: bow on, broadside and up, at rest, where the drag is least. A loop of a second at least has
// as much at any shorter period.
func TestMarginsOfDefaultGains(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	docks := 0
	for _, name := range vehicle.Names() {
		m, err := Standard().LoadVehicle(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, period := range []time.Duration{40e6, 370e6, 740e6, 1480e6, 2960e6, 10e9} {
			c := ncs.DefaultVehicle()
			c.Acoustic.Period = period
			s := c.Fitted(m).Acoustic
			for _, a := range []struct {
				axis       vehicle.Axis
				kp, ki, kd float64
			}{{vehicle.Surge, s.Kp.X, s.Ki.X, s.Kd.X}, {vehicle.Sway, s.Kp.Y, s.Ki.Y, s.Kd.Y}, {vehicle.Heave, s.Kp.Z, s.Ki.Z, s.Kd.Z}} {
				if len(m.Fins) > 0 { // it does not dock by its thrusters
					continue
				}
				docks++
				l := loop.Sampled{Plant: loop.Plant(m.Mass+m.AddedMass[a.axis][a.axis], m.Linear[a.axis][a.axis]), Period: period.Seconds()}
				l.Controller = loop.PIDSeries(a.kp, a.kd/a.kp, a.ki/a.kp, l.Period)
				if got := l.Margins(); !got.Stable || got.Delay < 2*l.Period {
					t.Errorf("%s, %v, every %v: a margin of %.3g periods, %+v", name, a.axis, period, got.Delay/l.Period, got)
				}
			}
		}
	}
	if docks < 4*6*3 {
		t.Error(docks)
	}
}

// The default gains of the attitude stand a delay of 0.1 s, about each axis that a vehicle of the library
// is turned about, with the lag of its slowest thruster: by the closed forms of a lag of 0.05 s it is
// 0.157 s for roll and pitch, and 0.587 s for yaw, less half a period of 20 ms for the difference of D.
func TestMarginsOfAttitude(t *testing.T) {
	turned := 0
	for _, name := range vehicle.Names() {
		m, err := Standard().LoadVehicle(name)
		if err != nil {
			t.Fatal(err)
		}
		lag := 0.0
		for _, th := range m.Thrusters {
			lag = max(lag, th.Lag)
		}
		c := ncs.DefaultVehicle().Fitted(m).Attitude
		for _, a := range []struct {
			axis            vehicle.Axis
			inertia, kp, kd float64
		}{{vehicle.Roll, m.Inertia[0].X, c.Kp.X, c.Kd.X}, {vehicle.Pitch, m.Inertia[1].Y, c.Kp.Y, c.Kd.Y}, {vehicle.Yaw, m.Inertia[2].Z, c.Kp.Z, c.Kd.Z}} {
			if len(m.Fins) > 0 || len(m.Controls) > 0 && !slices.Contains(m.Controls, a.axis) {
				continue
			}
			turned++
			plant := loop.Plant(a.inertia+m.AddedMass[a.axis][a.axis], m.Linear[a.axis][a.axis]).Times(loop.Transfer{Num: loop.Poly{1}, Den: loop.Poly{1, lag}})
			l := loop.Sampled{Plant: plant, Period: c.Period.Seconds(), Controller: loop.PIDSampled(a.kp, a.kd/a.kp, 0, c.Period.Seconds(), false)}
			if got := l.Margins(); !got.Stable || got.Delay < 0.1 {
				t.Errorf("%s, %v: %+v", name, a.axis, got)
			}
		}
	}
	if turned < 7 {
		t.Error(turned)
	}
}

// A vehicle with default gains comes to its berth to 10 cm and stays there for half a minute, by sound alone and with
// radio, in still water and against currents: its I takes what the current takes. It takes no longer than 60 s
// more than the 113 s that 34 m take at 0.3 m/s: the gains of the thesis need 56 s more at 0.2 m/s, and do not get there at 0.4.
func TestDefaultGainsHoldAgainstACurrent(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, method := range []string{"acoustic", "hybrid"} {
		for _, speed := range []string{"0m/s", "0.2m/s", "0.3m/s", "0.4m/s"} {
			v := sail(t, ownGains(methodPath+"="+method, currentPath+"="+speed, "nodes.dock.run.berth={within: 0.1m, dwell: 30s}", "nodes.auv.run.attitude.heading=kept")...).voyages[0]
			if v.Outcome != ncs.OutcomeDocked || float64(v.TimeToDock) > 113+30+60 || v.Overshoot > 0.3 {
				t.Errorf("%s, %s: %s after %.1f s, %.3f m beyond, at the end %.3f m off", method, speed, v.Outcome, v.TimeToDock, v.Overshoot, v.Final)
			}
		}
	}
}

// What docked means does not hang on the start: from 1 cm, 5 m, 34 m or 100 m it is 0.5 m off at the most, no faster than
// 0.5 m/s and upright; and one that begins where it would be docked is told of, and does not drift away by a centimetre.
func TestDockedIsTheSameFromEverywhere(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, at := range []string{"[0m, 0.01m, -99.825m]", "[-3m, 4m, -99.825m]", "[-20m, 20m, -75m]", "[-80m, 60m, -99.825m]"} {
		texts := ownGains(methodPath+"=acoustic", "nodes.auv.at="+at, "water.current=null", "duration=600s")
		without := append([]string{"nodes.dock.run.berth={dwell: 3600s}"}, texts...)
		texts = append(texts, "nodes.dock.run.berth={dwell: 1s}")
		v := sail(t, texts...).voyages[0]
		if v.Outcome != ncs.OutcomeDocked || v.Final > 0.5 {
			t.Errorf("from %s: %s, %.3f m off", at, v.Outcome, v.Final)
		}
		said, err := load(t, "docking", sets(t, texts...)...).Check()
		if warned := strings.Contains(fmt.Sprint(said), "from its berth, and within 0.5 m it is docked"); err != nil || warned != (v.First < 0.5) {
			t.Errorf("from %s: %v, %v", at, said, err)
		}
		if v := sail(t, without...).voyages[0]; v.Outcome != ncs.OutcomeLimit {
			t.Errorf("from %s, without end: %s, %.3f m off", at, v.Outcome, v.Final)
		}
	}
}

// A slow network does not help: updates that come half as often do not bring a vehicle to its dock sooner. With the
// thesis's I for each sample, which is a gain of ki times the period, they do.
func TestSlowUpdatesDoNotDockSooner(t *testing.T) {
	dock := func(period string, more ...string) float64 {
		p := []string{methodPath + "=acoustic", stepPath + "=5ms", "nodes.dock.run.acoustic.period=" + period}
		return float64(sail(t, append(append(noFading(), p...), more...)...).voyages[0].TimeToDock)
	}
	last := 0.0
	for _, period := range []string{"0.37s", "0.74s", "1.48s", "2.96s"} {
		at := dock(period, "nodes.auv.run.acoustic={period: "+period+"}", "nodes.auv.run.rf=null")
		if !(at >= last) || at > 250 {
			t.Errorf("every %s: docked after %.2f s, twice as often after %.2f s", period, at, last)
		}
		last = at
	}
	const period = "nodes.auv.run.acoustic.period="
	if fast, slow := dock("0.74s", period+"0.74s"), dock("2.96s", period+"2.96s"); !(slow < fast) {
		t.Errorf("per sample: every 2.96 s docked after %.2f s, every 0.74 s after %.2f s", slow, fast)
	}
}

// A vehicle whose position loop is unstable is warned of. The thesis's gains, added up, are by Routh's criterion (see
// TestWhichAxisAnAccumulatedIntegralUpsets), and with those of its radio (74.82 + 270) 155 < 2642.66 * 195 says the same.
// A point of 150 kg has no such trouble with gains of its own.
func TestSwingingVehicles(t *testing.T) {
	const (
		far  = "auv: its acoustic controller may swing about the berth without end: along x, with the 2643 kg of its surge, added mass included, as the vehicle may turn to any heading, thrusters that lag by 0.05 s, integral: accumulated"
		near = "auv: its rf controller may swing about the berth without end: along x, with the 2643 kg of its surge"
	)
	warnsOf(t, map[string]string{
		"nodes.auv.run.acoustic.integral=accumulated":                                              far,
		"nodes.auv.run.acoustic.integral=series":                                                   "--a 2643 --b 74.82 --kp 75 --nd 0.8667 --ni 0.1333 --lag 0.05s --delay 0.0512s --sampled 0.74s --integral series shows the loop",
		"nodes.auv.run.rf.integral=accumulated":                                                    near,
		"nodes.auv.run.acoustic=null":                                                              "",
		"nodes.auv.run.acoustic={kp: [75, 75, 225]}":                                               "",
		"nodes.auv.run.acoustic.ki=[1, 1, 1]":                                                      "",
		"nodes.dock.run.usbl={latency: 4s}":                                                        "positions every 740ms that are 4.0512s old at least, its loop is unstable; lower acoustic.kp, ki and kd, or give the vehicle navigation: reckoning, or the key smith, ",
		"nodes.auv.run.acoustic.zones=[{within: 2m, kp: [1, 1, 1], ki: [9, 9, 9], kd: [1, 1, 1]}]": "",
	})
	plan := load(t, "docking", strict.Set{Path: "nodes.dock.run.method", Value: "acoustic"}, strict.Set{Path: "nodes.auv.run.rf.integral", Value: "accumulated"})
	if said, err := plan.Check(); err != nil || len(said) > 0 {
		t.Errorf("a radio that is not used: %v, %v", said, err)
	}
}

// Gains below 0 are warned of, each of the three, of positions and of the attitude; 0 is none.
func TestGainsBelowZero(t *testing.T) {
	warnsOf(t, map[string]string{
		"nodes.auv.run.acoustic={kp: [75, -75, 225]}":                     "auv: acoustic.kp is [75, -75, 225]: a gain below 0 pushes it away",
		"nodes.auv.run.acoustic={kp: [-75, -75, -225], ki: [-1, -1, -1]}": "auv: acoustic.kp is [-75, -75, -225]",
		"nodes.auv.run.rf.ki=[195, 195, -195]":                            "auv: rf.ki is [195, 195, -195]: a gain below 0 pushes it away from where it is to be, more and more",
		"nodes.auv.run.acoustic.kd=[-65, 65, 55]":                         "auv: acoustic.kd is [-65, 65, 55]: a gain below 0 pushes it the way that it moves",
		"nodes.auv.run.attitude.kp=[1000, 1000, -900]":                    "auv: attitude.kp is [1000, 1000, -900]",
		"nodes.auv.run.acoustic.ki=[0, 0, 0]":                             "",
	})
}

// The time of a message on the air counts as a delay. With P alone, a mass m with linear drag b has its crossover at w with m w2 = kp, as
// long as m w is far above b. Its phase margin there is b/(m w), so that it takes a delay of b/(m w2) = b/kp. Half a period of 0.74 s,
// the lag of the thrusters of 0.05 s, a delay at such w, and 512 bit at 10 kbit/s are 0.471 s. RexROV, with 74.82 and 69.48 kg/s along
// surge and sway, takes 0.434 s at the least with 160 N/m, which is more than the 0.42 s without the time on the air, and 0.496 s with 140 N/m.
func TestTimeOnTheAirUpsetsALoop(t *testing.T) {
	const set = "nodes.auv.run.acoustic={kp: [%[1]d, %[1]d, 225], ki: [0, 0, 0], kd: [0, 0, 500]}"
	warnsOf(t, map[string]string{
		fmt.Sprintf(set, 160): "positions every 740ms that are 51.2ms old at least, its loop is unstable",
		fmt.Sprintf(set, 140): "",
	})
}

// Vehicles of a group have berths of their own on a ring, as they start on one.
func TestBerthRing(t *testing.T) {
	s, err := load(t, "fleet", sets(t, "nodes.auv.count=8")...).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range voyages(s) {
		angle := float64(i) * math.Pi / 4
		sin, cos := math.Sincos(angle)
		b := v.Berth
		if math.Hypot(b.X-5*cos, b.Y-5*sin) > 1e-12 || b.Z != -99.825 {
			t.Errorf("%s: its berth is at %v", s.nodes[v.Pilot.Addr].name, b)
		}
	}
	if len(voyages(s)) != 8 {
		t.Error(len(voyages(s)))
	}
}

// Periods at which an I for each sample is computed, for those who vary them.
func TestPerSamplePeriods(t *testing.T) {
	for set, want := range map[string]string{
		"nodes.auv.run.acoustic.period=1s":        "map[nodes.auv.run.acoustic:1s nodes.auv.run.rf:40ms]",
		"nodes.auv.run.acoustic.sampling=elapsed": "map[nodes.auv.run.acoustic:740ms nodes.auv.run.rf:40ms]",
		"nodes.auv.run.acoustic=null":             "map[nodes.auv.run.rf:40ms]",
		"nodes.auv.run.rf.ki=[0, 0, 0]":           "map[nodes.auv.run.acoustic:740ms]",
		"nodes.dock.run.acoustic.period=3s":       "map[nodes.auv.run.acoustic:740ms nodes.auv.run.rf:40ms]",
	} {
		if got := fmt.Sprint(load(t, "docking", sets(t, set)...).PerSamplePeriods()); got != want {
			t.Errorf("%s: %s, want %s", set, got, want)
		}
	}
	both := sets(t, "nodes.auv.run.acoustic.sampling=elapsed", "nodes.dock.run.acoustic.period=3s")
	if got := fmt.Sprint(load(t, "docking", both...).PerSamplePeriods()); !strings.Contains(got, "acoustic:3s") {
		t.Errorf("%s", got)
	}
	if got := load(t, "survey").PerSamplePeriods(); len(got) > 0 {
		t.Errorf("%v", got)
	}
}
