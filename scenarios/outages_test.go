package scenarios

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/plant/ncs"
	"halocline/sim/simtest"

	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/trace"
)

// ferry is a packet each second from a to b, or to b and to c, without delay. Frames last
// 0.1 s, and the last packet is under way when the run ends.
const ferry = `name: ferry
duration: 10s
links: {r: {channel: {type: ideal, speed: 0m/s}, modem: {type: plain, rate: 1kbps, draw: {transmit: 4W, receive: 2W, idle: 1W}}, mac: {type: aloha, header: 0bit}}}
nodes: [{name: a}, {name: b}, {name: c}]
traffic: [{type: periodic, phase: same, from: a, to: b, period: 1s, size: 100bit, start: %gs}]
outages: %s
`

// Of the packets at 0, 1 ... 10 s those at 3, 4 and 5 s meet an outage from 3 to 6 s: at
// the receiver and at the sender's radio they are lost, and a sender that is down refuses
// them. Offered 0.05 s earlier, the third is on the air when the outage begins, and those at
// 5.95 s and later are under way when it ends, with too little of them left.
func TestOutageAtGivenTimes(t *testing.T) {
	for _, row := range []struct {
		outages       string
		start         float64
		lost, refused int64
	}{
		{"[{node: b, from: 3s, to: 6s}]", 0, 3, 0},
		{"[{node: b, link: r, from: 3s, to: 6s}]", 0, 3, 0},
		{"[{node: a, from: 3s, to: 6s}]", 0, 0, 3},
		{"[{node: a, link: r, from: 3s, to: 6s}]", 0, 3, 0},
		{"[{node: b, from: 3s, to: 6s}]", 0.95, 4, 0},          // at 2.95, 3.95, 4.95 and 5.95 s
		{"[{node: a, from: 3s, to: 6s}]", 0.95, 1, 3},          // the one at 2.95 s stops short
		{"[{node: a, link: r, from: 3s, to: 6s}]", 0.95, 4, 0}, // and the others are not sent
		{"[{node: b, from: 3s, to: 5s}, {node: b, link: r, from: 4s, to: 6s}]", 0, 3, 0},
		{"[{node: b, link: r, from: 4s, to: 5s}, {node: b, from: 3s, to: 6s}]", 0, 3, 0},
		{"[{node: b, to: 3s}]", 0, 3, 0}, // 0, 1 and 2 s
		{"[{node: a, to: 3s}]", 0, 0, 3},
		{"[{node: b, from: 3s}]", 0, 7, 0}, // 3 to 9 s; and that at 10 s is under way
		{"[{node: c, from: 3s}]", 0, 0, 0},
	} {
		p := run(t, parse(t, fmt.Sprintf(ferry, row.start, row.outages)), nil).summary.Total.Packets
		if p.Lost[trace.Outage] != row.lost || p.Refused[trace.Outage] != row.refused || p.Lost.Sum() != row.lost ||
			p.Delivered+p.InFlight+row.lost+row.refused != p.Offered {
			t.Errorf("%s from %g s on: %+v", row.outages, row.start, p)
		}
	}
}

// A radio that is down takes nothing: of 10 s at 1 W while it listens, 2 W while it receives
// and nothing from 3 to 6 s, with 7 frames of 0.1 s received, are 6.3 + 1.4 = 7.7 J.
func TestOutageTakesNoEnergy(t *testing.T) {
	simulation, err := parse(t, fmt.Sprintf(ferry, 0.0, "[{node: b, from: 3s, to: 6s}]")).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := simulation.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := simulation.Radios()[1]
	if math.Abs(b.Energy-7.7) > 1e-9 || math.Abs(b.Off-3) > 1e-9 || math.Abs(b.Receive-0.7) > 1e-9 || math.Abs(b.Idle-6.3) > 1e-9 {
		t.Errorf("%+v", b)
	}
}

// A node that works for 900 s and is down for 100 s in the mean is down for a tenth of the
// time. In 10^6 s there are some 1000 of both; the share then has a deviation of 0.1 x 0.9 x
// sqrt(2/1000) = 0.004 (of a ratio of two sums of exponential times), and four are allowed.
// The nodes of a group fail by themselves, and one more outage changes no other.
func TestOutagesAtRandom(t *testing.T) {
	const text = "name: s\nduration: 1000000s\nlinks: {r: {channel: ideal, modem: plain, mac: aloha}}\n" +
		"nodes: [{name: n, count: 3}, {name: m}]\noutages: [{node: n, mttf: 900s, mttr: 100s}%s]\n"
	off := func(more string) (shares []float64) {
		simulation, err := parse(t, fmt.Sprintf(text, more)).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := simulation.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, r := range simulation.Radios() {
			shares = append(shares, r.Off/1e6)
		}
		return shares
	}
	few, more := off(""), off(", {node: m, mttf: 10000s}")
	for i, share := range few[:3] {
		if math.Abs(share-0.1) > 0.016 || i > 0 && share == few[0] || share != more[i] {
			t.Errorf("n%d is down for %g of the time, and for %g where another node fails", i+1, share, more[i])
		}
	}
	if few[3] != 0 || more[3] < 0.5 { // e^-50 for no failure within half of the time
		t.Errorf("m is down for %g of the time, and where it fails for good for %g", few[3], more[3])
	}
}

// facts are the records of a run.
type facts []trace.Record

// Emit keeps a record.
func (f *facts) Emit(r trace.Record) { *f = append(*f, r) }

// within counts the records of a node with a peer, of a kind, from one time to another.
func (f facts) within(node, peer int32, kind trace.Kind, from, to float64) (n int) {
	for _, r := range f {
		if r.Node == node && r.Peer == peer && r.Kind == kind && r.At >= sim.Time(from*1e9) && r.At < sim.Time(to*1e9) {
			n++
		}
	}
	return n
}

// A computer that is down does nothing: a docking station sends no update from 20 to 40 s,
// which would be 27 with a period of 0.74 s, and the vehicle uses none but what is in the
// water; then both go on. Down itself, the vehicle is neither found nor steered: its
// thrusters run down, it comes no closer, and it docks later.
func TestOutageOfComputers(t *testing.T) {
	const dock, auv = 0, 1
	docking := func(set string) (facts, float64) {
		var sets []strict.Set
		if set != "" {
			sets = append(sets, strict.Set{Path: "outages", Value: set})
		}
		var all facts
		simulation, err := load(t, "docking", sets...).Build(nil, &all)
		if err != nil {
			t.Fatal(err)
		}
		simulation.Watch(100e6)
		if _, err := simulation.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		return all, float64(reports[ncs.VoyageSummary](simulation)[0].TimeToDock)
	}
	_, undisturbed := docking("")
	for _, node := range []string{"dock", "auv"} {
		all, docked := docking("[{node: " + node + ", from: 20s, to: 40s}]")
		if n := all.within(dock, auv, trace.Offered, 20, 40); n > 0 {
			t.Errorf("%s is down: the station offers %d updates", node, n)
		}
		if n := all.within(auv, dock, trace.Used, 20.5, 40); n > 0 {
			t.Errorf("%s is down: the vehicle uses %d updates", node, n)
		}
		if n := all.within(dock, auv, trace.Offered, 40, 60); n < 20 {
			t.Errorf("%s was down: the station offers %d updates afterwards", node, n)
		}
		if !(docked > undisturbed) || node == "auv" && !(docked > undisturbed+10) {
			t.Errorf("%s is down for 20 s: docked at %.4g s, and at %.4g s undisturbed", node, docked, undisturbed)
		}
	}
}

// Thrusters without power push nothing: a vehicle that is asked for a force moves as one that
// is not, slows down, and speeds up again when the power is back.
func TestOutageOfThrusters(t *testing.T) {
	const text = "name: s\nduration: 30s\nlinks: {r: {channel: ideal, modem: plain, mac: aloha}}\n" +
		"nodes: [{name: v, at: [0m, 0m, -50m], vehicle: {model: rexrov, force: [%gN, 0N, 0N]}}]\nprobe: {period: 1s}\noutages: %s\n"
	forward := func(force float64, outages string) (x [31]float64) {
		var all facts
		simulation, err := parse(t, fmt.Sprintf(text, force, outages)).Build(nil, &all)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := simulation.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			if r.Note == "x_m" {
				x[r.At/1e9] = r.Value
			}
		}
		return x
	}
	if dark, unforced := forward(500, "[{node: v, to: 31s}]"), forward(0, "[]"); dark != unforced {
		t.Errorf("without power at %v, where no force is asked for at %v", dark, unforced)
	}
	x := forward(500, "[{node: v, from: 3s, to: 6s}]")
	step := func(second int) float64 { return x[second] - x[second-1] }
	if on := forward(500, "[]"); x[3] != on[3] || !(step(6) < step(4) && step(8) > step(6) && step(6) < on[6]-on[5]) {
		t.Errorf("with power always at %v, without it from 3 to 6 s at %v", on, x)
	}
}

// Instruments without power read nothing: of 10 readings a second in 10 s those from 3 s
// to before 6 s are missing.
func TestOutageOfInstruments(t *testing.T) {
	const text = "name: s\nduration: 9.99s\nlinks: {r: {channel: ideal, modem: plain, mac: aloha}}\n" +
		"nodes: [{name: n, at: [0m, 0m, -5m], instruments: [{type: depth, period: 0.1s}]}]\noutages: [{node: n, from: 3s, to: 6s}]\n"
	simulation, err := parse(t, text).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	all, dark := 0, 0
	simulation.Record(func(r Reading) {
		all++
		if r.Taken >= 3e9 && r.Taken < 6e9 {
			dark++
		}
	})
	if _, err := simulation.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if all != 70 || dark != 0 {
		t.Errorf("%d readings, of which %d in the outage", all, dark)
	}
}

// What makes no outage is refused at its place, and one that nobody will see is warned of.
func TestOutageFaults(t *testing.T) {
	for value, want := range map[string]string{
		"[{node: a}]":                                "nothing says when a is down; give from, to or both, or mttf",
		"[{node: x, from: 1s}]":                      `a.yaml:6:18: unknown node "x"; known: a, b, c`,
		"[{node: a, link: q, from: 1s}]":             `a.yaml:6:27: unknown link "q"; known: r`,
		"[{node: a, from: 3s, to: 3s}]":              "the outage ends at 3s and begins at 3s; to must be later than from",
		"[{node: a, mttr: 3s}]":                      "a mean time to repair is given without a mean time to failure, mttf",
		"[{node: a, mttf: 3s, from: 1s}]":            "from and to are given beside mttf",
		"[{node: a, mttf: 0.00000004s, mttr: 10ns}]": "every 50ns in a run of 10s is 200000000 times, and at most 100000000 are possible",
	} {
		if got := faultOf("a.yaml", fmt.Sprintf(ferry, 0.0, value)); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
	warnings, err := parse(t, fmt.Sprintf(ferry, 0.0, "[{node: a, from: 10s}]")).Check()
	if want := "outages[0]: a goes down at 10s, and the run ends at 10s"; err != nil || len(warnings) != 1 || warnings[0] != want {
		t.Errorf("%q, %v", warnings, err)
	}
}

// With the method acoustic nothing goes over radio, so the radios of that link are off and
// take nothing.
// With hybrid they take what they are said to, 4.5 W at all times.
func TestUnusedRadiosAreOff(t *testing.T) {
	energy := func(method string) (sound, radio float64) {
		simulation, err := load(t, "docking", strict.Set{Path: "nodes.dock.run.method", Value: method}).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		end, err := simulation.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range simulation.Radios() {
			if r.Link == "rf" {
				radio += r.Energy / end.Seconds()
			} else {
				sound += r.Energy
			}
		}
		return sound, radio
	}
	if sound, radio := energy("acoustic"); radio != 0 || !(sound > 0) {
		t.Errorf("sound only: %g J for sound and %g W for radio", sound, radio)
	}
	if _, radio := energy("hybrid"); !(radio >= 2*4.5 && radio < 2*4.6) {
		t.Errorf("hybrid: %g W for the two radios", radio)
	}
}

// Every bundled scenario, so every protocol and every program, gets on with nodes and radios
// that fail at random, all of them and often: each packet has one fate, the run is the same
// with either queue, and packets are lost by it.
func TestOutagesInEveryScenario(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, name := range Standard().Bundled() {
		plan := load(t, name)
		plan.Duration, plan.Warmup = min(plan.Duration, 150*time.Second), 0
		plan.Outages = nil
		for i := range plan.Nodes {
			group := plan.Nodes[i].Name
			plan.Outages = append(plan.Outages, Outage{Node: group, MTTF: plan.Duration / 4, MTTR: plan.Duration / 10})
			if plan.Nodes[i].Links == nil {
				plan.Outages = append(plan.Outages, Outage{Node: group, Link: plan.Links[0].Name, MTTF: plan.Duration / 3, MTTR: plan.Duration / 30})
			}
		}
		got := run(t, plan, sim.NewHeap())
		if again := run(t, plan, sim.NewTree()); again.fingerprint != got.fingerprint {
			t.Errorf("%s: %s with a heap, %s with a tree", name, got.fingerprint, again.fingerprint)
		}
		p := got.summary.Total.Packets
		if p.Offered != p.Refused.Sum()+p.Delivered+p.Dropped.Sum()+p.Lost.Sum()+p.InFlight {
			t.Errorf("%s: %+v", name, p)
		}
		if p.Offered > 20 && p.Refused[trace.Outage]+p.Lost[trace.Outage] == 0 {
			t.Errorf("%s: no packet is lost by an outage of %d", name, p.Offered)
		}
	}
}
