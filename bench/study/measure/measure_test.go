package measure

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/plant/ncs"

	"halocline/scenarios"
	"halocline/sim/trace"
)

// Radios of 30 J and 20 J for 400 bits that were delivered: 0.125 J/bit. Without a
// power draw, or with nothing delivered, there is no such number.
func TestEnergyPerBit(t *testing.T) {
	nan := math.NaN()
	for _, row := range []struct {
		radios        []scenarios.RadioUse
		bits          float64
		energy, ratio float64
	}{
		{[]scenarios.RadioUse{{Energy: 30}, {Energy: 20}}, 400, 50, 0.125},
		{[]scenarios.RadioUse{{Energy: 30}, {}}, 0, 30, nan},
		{[]scenarios.RadioUse{{}, {}}, 400, nan, nan},
	} {
		o := Outcome{Radios: row.radios}
		o.Summary.Total.Packets.ArrivedBits = row.bits
		o.chargeEnergy()
		same := func(a trace.Measure, b float64) bool {
			return float64(a) == b || math.IsNaN(float64(a)) && math.IsNaN(b)
		}
		if !same(o.Energy, row.energy) || !same(o.PerBit, row.ratio) {
			t.Errorf("%+v: %g, %g", row, o.Energy, o.PerBit)
		}
	}
}

// The energy of a link and that of a vehicle's radios are sums; where no radio has a
// power draw there is no such number.
func TestEnergyOfSomeRadios(t *testing.T) {
	o := Outcome{Radios: []scenarios.RadioUse{
		{Link: "sound", Node: "auv", Energy: 30}, {Link: "sound", Node: "dock", Energy: 20}, {Link: "radio", Node: "auv"},
	}}
	o.Summary.PerLink = []trace.LinkSummary{{Link: "sound"}, {Link: "radio"}}
	for _, m := range o.Metrics() {
		switch {
		case m.Name == "sound.energy" && m.Value != 50:
			t.Errorf("sound: %g J, want 50", m.Value)
		case m.Name == "radio.energy" && !math.IsNaN(m.Value):
			t.Errorf("radio: %g J, want none", m.Value)
		}
	}
}

// A metric that is infinite is no result, of whatever thing it is; one that is NaN was not
// measured.
func TestOverflow(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, row := range []struct {
		of   Outcome
		want string // nothing for none
	}{
		{Outcome{}, ""},
		{Outcome{Programs: docks(ncs.VoyageSummary{Node: "auv", IAE: 1, TimeToDock: trace.Measure(nan)})}, ""},
		{Outcome{Programs: docks(ncs.VoyageSummary{Node: "auv", ISE: inf})}, "the metric vehicles.ise is +Inf: "},
		{Outcome{Programs: docks(ncs.VoyageSummary{Node: "auv", Way: inf})}, "the metric auv.way is +Inf: "},
		{Outcome{Energy: trace.Measure(-inf)}, "the metric energy.communication is -Inf: "},
	} {
		err := row.of.overflow()
		if (err == nil) != (row.want == "") || err != nil && !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%v, want %q", err, row.want)
		}
	}
}

// Collisions are the arrivals that were lost to others while they were received and those that
// were never begun for them; the least distance of a way is not that at its end.
func TestMetricsAreOfTheirNames(t *testing.T) {
	o := Outcome{Programs: docks(ncs.VoyageSummary{Node: "auv", Final: 7, Least: 5})}
	f := &o.Summary.Total.Frames
	f.Lost[trace.Collision], f.Missed[trace.Collision] = 2, 3
	want := map[string]float64{"frames.collisions": 5, "auv.final_distance": 7, "auv.least_distance": 5}
	for _, metric := range o.Metrics() {
		if w, ok := want[metric.Name]; ok && metric.Value != w {
			t.Errorf("%s is %g, want %g", metric.Name, metric.Value, w)
		}
		delete(want, metric.Name)
	}
	if len(want) > 0 {
		t.Errorf("%v are missing", want)
	}
}

// Two flows, 1 s of frame and 1 s of way. From a to b packets come at 3, 7, 11, 15 and 19 s,
// each 2 s old, of which the first was offered at 1 s: the age grows from 0 to 2 s, is 2 s to 6 s
// over and over, four times, and 2 s to 3 s at the end, (2 + 4 x 16 + 2.5)/19 s. From b to a one
// comes at 13 s, and none later: 0 to 2 s, and 2 s to 9 s, (2 + 38.5)/9 s. A third flow delivers
// nothing from 0 on: 10 s, and 20 s at the end.
func TestAgesOfPackets(t *testing.T) {
	const more = "  - {type: periodic, phase: same, from: b, to: a, start: 11s, stop: 12s, period: 9s, size: 1000bit}\n" +
		"  - {type: periodic, phase: same, from: c, to: a, period: 7s, size: 1000bit}\n"
	lonely := strings.Replace(pair, "traffic:", "  - {name: c, at: [1000000m, 0m, 0m]}\ntraffic:", 1)
	got := metrics(t, mustRun(t, parse(t, lonely+more), Options{}))
	if want := (68.5/19 + 4.5 + 10) / 3; math.Abs(got["packets.age_mean"]-want) > 1e-12 || math.Abs(got["packets.age_peak"]-35.0/3) > 1e-12 || got["packets.silent_flows"] != 1 {
		t.Errorf("mean %.15g and peak %g, want %.15g and 35/3; %g silent", got["packets.age_mean"], got["packets.age_peak"], want, got["packets.silent_flows"])
	}
}

// Ten frames of 0.1 s in 10 s, and one more that begins as the run ends, at 4 W to transmit,
// 2 W to receive and 1 W to listen: the sender takes 4 J and 9 J, the receiver, which is down
// from 3 to 6 s, 1.4 J for the seven that it gets and 6.3 J: 20.7 J, and 2.07 W for 10 s. With
// a warm-up of 5 s, of which it is down for one more, it is 5 frames, 2 J, and 4.5 J, and 4
// frames, 0.8 J, and 3.6 J: 10.9 J and 2.18 W.
func TestEnergyByState(t *testing.T) {
	const text = "name: s\nduration: 10s\nwarmup: %s\nlinks: {r: {channel: {type: ideal, speed: 0m/s}, " +
		"modem: {type: plain, rate: 1kbps, draw: {transmit: 4W, receive: 2W, idle: 1W}}, mac: {type: aloha, header: 0bit}}}\n" +
		"nodes: [{name: a}, {name: b}]\ntraffic: [{type: periodic, phase: same, from: a, to: b, period: 1s, size: 100bit}]\noutages: [{node: b, from: 3s, to: 6s}]\n"
	for warmup, want := range map[string]map[string]float64{
		"0s": {"energy.communication": 20.7, "energy.transmit": 4, "energy.receive": 1.4, "energy.idle": 15.3, "energy.sleep": 0, "energy.power": 2.07, "r.power": 2.07},
		"5s": {"energy.communication": 10.9, "energy.transmit": 2, "energy.receive": 0.8, "energy.idle": 8.1, "energy.sleep": 0, "energy.power": 2.18, "r.power": 2.18},
	} {
		plan, err := scenarios.Standard().Parse("a.yaml", fmt.Sprintf(text, warmup), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := metrics(t, mustRun(t, plan, Options{}))
		for name, x := range want {
			if math.Abs(got[name]-x) > 1e-9 {
				t.Errorf("warm-up of %s: %s is %g, want %g", warmup, name, got[name], x)
			}
		}
	}
}

// A packet to everybody is for the nodes that have a radio for its link: b, which is one
// second away, and d, which is so far off that the run is over first. So each reaches half
// of them, although each has reached somebody. Of the five packets of 1000 bit in 20 s,
// 250 bit/s, that to b alone arrives: the ratio is (4/2 + 1)/5. Each is 1 s on the air: G is 5/20.
func TestPacketsToEverybody(t *testing.T) {
	text := strings.NewReplacer(
		"traffic:", "  - {name: c, links: [other]}\n  - {name: d, at: [1000000m, 0m, 0m], links: [water]}\ntraffic:",
		"from: a, to: b,", "link: water, from: a, to: everybody, start: 5s,", "start: 1s, ", "",
		"nodes:", "  other:\n    channel: {type: ideal}\n    modem: {type: plain}\n    mac: {type: aloha}\nnodes:",
	).Replace(pair) + "  - {type: periodic, phase: same, link: water, from: a, to: b, period: 1h, size: 1000bit}\n"
	got := metrics(t, mustRun(t, parse(t, text), Options{}))
	for name, want := range map[string]float64{
		"water.offered": 5, "water.delivered": 5, "water.delivery_ratio": 0.6, "water.reached_anybody": 1, "water.coverage": 0.5,
		"water.offered_rate": 250, "packets.offered_rate": 250, "water.offered_load": 0.25, "frames.offered_load": 0.25,
	} {
		if math.Abs(got[name]-want) > 1e-12 {
			t.Errorf("%s is %g, want %g", name, got[name], want)
		}
	}
}

// A vehicle that is moved out of reach delivers nothing, and its age is that of its first
// offer: no mean improves by that.
func TestAgeOutOfReach(t *testing.T) {
	age := func(x string) (mean, peak, silent float64) {
		got := metrics(t, mustRun(t, parse(t, strings.Replace(pair, "traffic:", "  - {name: c, at: ["+x+", 0m, 0m]}\ntraffic:", 1)+
			"  - {type: periodic, phase: same, from: b, to: everybody, start: 3s, period: 4s, size: 1000bit}\n"), Options{}))
		return got["packets.age_mean"], got["packets.age_peak"], got["packets.silent_flows"]
	}
	near, nearPeak, none := age("3000m")
	far, farPeak, one := age("1000000m")
	if !(far > near) || !(farPeak > nearPeak) || none != 0 || one != 1 {
		t.Errorf("age %g and %g at most near by, %g and %g out of reach; %g and %g silent", near, nearPeak, far, farPeak, none, one)
	}
}

// docks returns what came of vehicles that dock.
func docks(all ...ncs.VoyageSummary) Programs {
	p := Program{Type: "docking-vehicle", Defs: new(ncs.VehicleConfig).Metrics()}
	for i := range all {
		at := ProgramAt{Node: all[i].Node, List: "voyages", Report: all[i], Values: make([]float64, len(p.Defs))}
		ncs.VoyageMetrics().Put(&all[i], "", func(def int, _ string, v float64) { at.Values[def] = v })
		p.Nodes = append(p.Nodes, at)
	}
	return Programs{p}
}
