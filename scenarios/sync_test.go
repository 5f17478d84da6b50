package scenarios

import (
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// states keeps the records of states of a name.
type states struct {
	name    string
	records []trace.Record
	sends   []trace.Record
}

// Emit keeps one.
func (s *states) Emit(r trace.Record) {
	switch {
	case r.Kind == trace.State && r.Note == s.name:
		s.records = append(s.records, r)
	case r.Kind == trace.TxStart:
		s.sends = append(s.sends, r)
	}
}

// follow runs a plan and returns its summary and the states of a name.
func follow(t *testing.T, plan *Plan, name string) (trace.Summary, *states) {
	t.Helper()
	s, ledger := &states{name: name}, trace.NewLedger(plan.Names())
	simulation, err := plan.Build(nil, trace.Tee(ledger, s))
	if err != nil {
		t.Fatal(err)
	}
	end, err := simulation.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return ledger.Close(end), s
}

// The two senders drift apart by 100 us/s. They are 0.5 s from the station and 1060.66 m / 1500 m/s = 0.7071 s apart,
// which with the guard of 20 ms is the silent part of a slot: their frames first overlap at the station after
// 0.7271 s / 100e-6 = 7271 s, since the slot of the fast one follows that of the slow one. With an exchange in 120 s a clock is off by 6.25 ms at most, less than the guard. Clocks
// that are hours apart are set in the first 400 s, one of them back; until then requests are lost too.
func TestSyncFeedsTDMA(t *testing.T) {
	const acoustic = "links.acoustic."
	free := []strict.Set{{Path: acoustic + "sync", Value: "null"}}
	for _, c := range []struct {
		name  string
		sets  []strict.Set
		loses bool
	}{
		{"none", free, true},
		{"none, until they meet", append(slices.Clone(free), strict.Set{Path: "duration", Value: "7260s"}), false},
		{"two-way", nil, false},
		{"tshl", []strict.Set{{Path: acoustic + "sync.kind", Value: "tshl"}, {Path: acoustic + "sync.period", Value: "600s"}}, false},
		{"two-way, hours ahead", []strict.Set{{Path: "nodes.fast.clock.offset", Value: "3h"}, {Path: "nodes.slow.clock.offset", Value: "-7h"}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := follow(t, load(t, "sync", c.sets...), "")
			p := s.Total.Packets
			lost := p.Lost.Sum()
			if strings.Contains(c.name, "hours") {
				start, _ := follow(t, load(t, "sync", append(c.sets, strict.Set{Path: "duration", Value: "400s"})...), "")
				lost -= start.Total.Packets.Lost.Sum()
			}
			if c.loses != (lost > 0) || p.Delivered < 500 {
				t.Errorf("%d packets delivered, %d lost", p.Delivered, lost)
			}
			t.Logf("%d packets delivered, %d lost", p.Delivered, lost)
		})
	}
}

// A master that is down from 1800 s on answers nobody. Clocks go on as they are, so that frames overlap 7271 s later at
// the latest, and the run goes on.
func TestSyncMasterDies(t *testing.T) {
	const text = `
name: dies
base: sync
nodes:
  - {name: station}
  - {name: buoy, at: [0m, 0m, 0m]}
  - {name: fast, at: [750m, 0m, 0m], clock: {drift: 50ppm}}
  - {name: slow, at: [0m, 750m, 0m], clock: {drift: -50ppm}}
links: {acoustic: {mac: {type: tdma, size: 512bit, guard: 20ms, slots: [buoy, slow, fast]}, sync: {master: buoy}}}
outages: [{node: buoy, from: 1800s, to: 21600s}]
`
	s, steps := follow(t, parse(t, text), "clock step")
	for _, r := range steps.records {
		if r.At.Seconds() > 1810 {
			t.Fatalf("the clock of node %d is set at %v by a master that is down", r.Node, r.At)
		}
	}
	if p := s.Total.Packets; len(steps.records) < 20 || p.Lost.Sum() == 0 || p.InFlight > 60 {
		t.Errorf("%d steps, lost %d, in flight %d", len(steps.records), p.Lost.Sum(), p.InFlight)
	}
}

// moving is a master and a node with a perfect clock that moves away at 1 m/s.
const moving = `
name: moving
duration: 1000s
links:
  acoustic:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps}
    mac: aloha
    sync: {kind: tshl, master: station, period: 400s, size: 100bit}
nodes:
  - {name: station}
  - {name: auv, at: [300m, 0m, 0m], velocity: [1m/s, 0m/s, 0m/s]}
`

// What is sent at s and arrives at a = s + (300 m + v a)/c arrives at s/(1 - v/c) and a constant, so that the slope of
// departures over arrivals is 1 - v/c and the clock is taken to be v/c = 666.7 ppm too fast. It then loses 0.6667 ms/s:
// 400 s later, when the next round ends, the way is corrected by that and once more.
func TestTSHLUnderMotion(t *testing.T) {
	_, rates := follow(t, parse(t, moving), "clock rate")
	if len(rates.records) != 3 {
		t.Fatalf("%d rates", len(rates.records))
	}
	if got, want := rates.records[0].Value, -1e6/1500; math.Abs(got-want) > 0.01 {
		t.Errorf("a perfect clock is steered by %.3f ppm; v/c is %.3f", got, want)
	}
	_, steps := follow(t, parse(t, moving), "clock step")
	// Between the second and the third step, a period apart, nothing else is wrong.
	if got, want := steps.records[len(steps.records)-1].Value, 400.0/1500; math.Abs(got-want) > 0.003 {
		t.Errorf("after another 400 s the clock is set by %.4f s; v/c makes %.4f", got, want)
	}
	_, still := follow(t, parse(t, moving, strict.Set{Path: "nodes.auv.velocity", Value: "[0m/s, 0m/s, 0m/s]"}), "clock rate")
	if got := still.records[0].Value; math.Abs(got) > 1e-3 {
		t.Errorf("where nobody moves a perfect clock is steered by %g ppm", got)
	}
}

// A node that moves away at 1 m/s sends its request over 299.5 m or so and has the answer over more: half of the difference
// of the ways is what the clock is wrong by afterwards. The request leaves at T1 and arrives at T2 = T1 + d/c, where d is
// the distance at T1. The answer leaves 0.124 s later, as long as the 124 bit of the request take, and arrives at T4 where the node is then:
// d' = d + v (T4 - T1). So the clock is set by ((T2-T1) - (T4-T3))/2 = -v (T4-T1)/(2c), T4 - T1 = (2 d/c + 0.124 s)/(1 - v/c).
func TestTwoWayErrorIsHalfTheAsymmetry(t *testing.T) {
	_, s := follow(t, parse(t, moving, strict.Set{Path: "links.acoustic.sync.kind", Value: "two-way"}), "clock step")
	if len(s.records) < 2 {
		t.Fatalf("%d steps", len(s.records))
	}
	var asked float64
	for _, r := range s.sends {
		if r.Node == 1 && r.At < s.records[0].At {
			asked = r.At.Seconds()
		}
	}
	d := 300 + asked
	want := -(2*d/1500 + 0.124) / (1 - 1.0/1500) / 1500 / 2
	if got := s.records[0].Value; math.Abs(got-want) > 1e-8 {
		t.Errorf("a perfect clock is set by %.9f s; half the asymmetry is %.9f s", got, want)
	}
}

// Nodes that all are elsewhere, with clocks that show hours more, do the same at the same times: a node knows its
// own clock, and neither true time nor its place. The first step is the difference of the clocks.
func TestSyncReadsNoTruth(t *testing.T) {
	for _, kind := range []string{"two-way", "tshl"} {
		set := strict.Set{Path: "links.acoustic.sync.kind", Value: kind}
		_, here := follow(t, parse(t, moving, set), "clock step")
		_, there := follow(t, parse(t, moving, set,
			strict.Set{Path: "nodes.station.at", Value: "[5km, 0m, 0m]"}, strict.Set{Path: "nodes.auv.at", Value: "[5300m, 0m, 0m]"},
			strict.Set{Path: "nodes.station.clock.offset", Value: "5h"}, strict.Set{Path: "nodes.auv.clock.offset", Value: "-9h"}), "clock step")
		if len(here.records) < 2 || len(here.records) != len(there.records) {
			t.Fatalf("%s: %d and %d steps", kind, len(here.records), len(there.records))
		}
		for i, a := range here.records {
			b := there.records[i]
			more := 0.0
			if i == 0 {
				more = 14 * 3600
			}
			if a.At.Sub(b.At).Abs() > 1000 || math.Abs(a.Value+more-b.Value) > 1e-6 {
				t.Errorf("%s: step %d of %.9f s at %v, and of %.9f s at %v", kind, i, a.Value, a.At, b.Value, b.At)
			}
		}
	}
}

func TestSyncFaults(t *testing.T) {
	for want, sets := range map[string][]strict.Set{
		`unknown node on link acoustic "boat"`: {{Path: "links.acoustic.sync.master", Value: "boat"}},
		"make period longer than that":         {{Path: "links.acoustic.sync.kind", Value: "tshl"}, {Path: "links.acoustic.sync.period", Value: "60s"}},
		"make beacons 2 or more":               {{Path: "links.acoustic.sync.kind", Value: "tshl"}, {Path: "links.acoustic.sync.beacons", Value: "1"}},
	} {
		plan, err := Standard().Load("sync", sets)
		if err == nil {
			_, err = plan.Build(nil, nil)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
}
