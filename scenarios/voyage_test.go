package scenarios

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/plant/ncs"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// cove is a station and a vehicle 11 m away from it and 1 m below, in water in which
// it weighs next to nothing: 1862.87 kg and 1.838 m3.
const cove = `
name: cove
duration: 100s
water: {density: 1013.5kg/m3}
links:
  sound: {channel: {type: acoustic, absorption: francois-garrison, noise: none}, modem: {type: evologics-s2c-48-78, fading: none}, mac: {type: aloha, header: 0bit}}
  radio: {channel: {type: rf, conductivity: 0.01S/m}, modem: {type: wfs-seatooth-s300, fading: none}, mac: csma-cd}
nodes:
  - {name: dock, at: [0m, 0m, -50m], run: {type: docking-station, acoustic: {link: sound}, rf: {link: radio}}}
  - {name: auv, at: [11m, 0m, -51m], vehicle: {model: rexrov, step: 10ms}, run: {type: docking-vehicle, navigation: truth, station: dock, acoustic: {link: sound}, rf: {link: radio}}}
`

// Each of the outcomes. In 2 m/s RexROV, whose linear and quadratic damping there are more than 140 N and
// 2900 N, is swept away before its I has grown to that. With a bit rate that cannot bring an update in time it
// has no contact.
func TestOutcomes(t *testing.T) {
	for want, set := range map[string][]string{
		ncs.OutcomeDocked:  nil,
		ncs.OutcomeLimit:   {"duration=12s"},
		ncs.OutcomeDrifted: {"water.current={type: uniform, speed: 2m/s, toward: 0deg}", "duration=40s"},
		ncs.OutcomeLost:    {"links.sound.modem.budget.threshold=1W", "duration=20s"},
	} {
		p := pass(t, parse(t, cove, sets(t, set...)...))
		v := p.voyages[0]
		if v.Outcome != want {
			t.Errorf("%s: %+v", want, v)
		}
		if docked := !math.IsNaN(float64(v.TimeToDock)); docked != (want == ncs.OutcomeDocked) || docked != (p.end < 100e9 && len(set) == 0) {
			t.Errorf("%s: time to dock %g s, end %v", want, v.TimeToDock, p.end)
		}
	}
	// Updates that are due every 4 s are missed for 20 s before the contact is lost.
	for duration, want := range map[string]string{"duration=19s": ncs.OutcomeLimit, "duration=21s": ncs.OutcomeLost} {
		set := sets(t, "links.sound.modem.budget.threshold=1W", "nodes.auv.run.acoustic.period=4s", duration)
		if v := pass(t, parse(t, cove, set...)).voyages[0]; v.Outcome != want {
			t.Errorf("%s: %+v", want, v)
		}
	}
	// Nobody watches: no integrals, the same outcome.
	s, err := parse(t, cove).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v := reports[ncs.VoyageSummary](s)[0]; v.Outcome != ncs.OutcomeDocked || v.IAE != 0 {
		t.Errorf("%+v", v)
	}
}

// The berth lies 1 m above the station, and the vehicle comes to it and not to the
// station: what is docked within 0.3 m of the one is 0.7 m from the other at least.
func TestBerthBesideTheStation(t *testing.T) {
	p := pass(t, parse(t, cove, sets(t, "nodes.auv.run.berth=[0m, 0m, 1m]", "nodes.dock.run.berth.within=0.3m", "probe.period=10ms")...))
	if v := p.voyages[0]; v.Outcome != ncs.OutcomeDocked || v.Final > 0.3 || math.Abs(v.First-math.Hypot(11, 2)) > 1e-9 {
		t.Errorf("%+v", v)
	}
	z := math.NaN()
	for _, r := range p.log {
		if r.Node == 1 && r.Note == "z_m" {
			z = r.Value
		}
	}
	if z < -49.3 || z > -48.7 {
		t.Errorf("docked at z = %g m", z)
	}
}

// Four vehicles that set out 7 s after one another: until then each stays where it is.
func TestStaggeredGroup(t *testing.T) {
	text := strings.Replace(cove, "{name: auv, at: [11m, 0m, -51m]", "{name: auv, count: 3, at: [0m, 0m, -51m], place: {type: ring, radius: 11m}", 1)
	p := pass(t, parse(t, text, sets(t, "nodes.auv.run.start=5s", "nodes.auv.run.stagger=7s", "nodes.auv.run.berth_ring=4m", "probe.period=500ms")...))
	for i, v := range p.voyages {
		start := 5 + 7*float64(i)
		if v.Start != start || v.Node != fmt.Sprintf("auv%d", i+1) || v.Outcome != ncs.OutcomeDocked {
			t.Errorf("%+v", v)
		}
		var before, after int
		for _, r := range p.log {
			if r.Kind == trace.Sample && r.Note == "speed_mps" && int(r.Node) == i+1 {
				switch {
				case r.At.Seconds() <= start && r.Value != 0:
					before++
				case r.At.Seconds() > start && r.Value != 0:
					after++
				}
			}
		}
		if before > 0 || after == 0 {
			t.Errorf("auv%d moves at %d looks before its start, and at %d after it", i+1, before, after)
		}
	}
}

// A USBL that takes 0.5 s to come out and measures every 2 s from 1 s on: what the
// vehicle hears by sound every 0.74 s was measured at 1, 3, 5 .. s, the newest that was
// out when it was sent; a fix that it has used already is outdated.
func TestUSBL(t *testing.T) {
	p := pass(t, parse(t, cove, sets(t, "duration=8s", "nodes.dock.run.method=acoustic",
		"nodes.dock.run.usbl={mode: instant, period: 2s, start: 1s, latency: 0.5s, distance: {noise: 0m, resolution: 0m}, bearing: {noise: 0deg, resolution: 0deg}, elevation: {noise: 0deg, resolution: 0deg}}")...))
	var used, sent []string
	for _, r := range p.log {
		switch {
		case r.Kind == trace.Offered && r.Node == 0:
			sent = append(sent, fmt.Sprint(r.At.Seconds()))
		case r.Kind == trace.Used:
			used = append(used, fmt.Sprintf("%v at %v", taken(r).Seconds(), r.At.Seconds()))
		}
	}
	// Sent at 2.22 s, the first after 1.5 s; 3 s is out at 3.5 s and sent at 3.7 s, 5 s at
	// 5.92 s, 7 s at 7.4 s... and used at the tick after 51.2 ms and some 7.3 ms.
	if got, want := strings.Join(used, ", "), "1 at 2.28, 3 at 3.76, 5 at 5.98"; !strings.HasPrefix(got, want) {
		t.Errorf("used: %s, want %s", got, want)
	}
	if len(sent) == 0 || sent[0] != "2.22" {
		t.Errorf("sent at %v", sent)
	}
}

// What is left out of a USBL is usual: it measures every second, and the position is
// that of the reply, 10 ms after the question has come: 17.363 ms after the start over
// 11.045 m. It is sent at 0.74 s and used at the next tick after 58.6 ms.
func TestUsualUSBL(t *testing.T) {
	p := pass(t, parse(t, cove, sets(t, "duration=1s", "nodes.dock.run.usbl={}")...))
	used := p.kind(trace.Used, 1, 0)
	want := math.Sqrt(122)/soundSpeed + 0.010
	if len(used) != 1 || used[0].At != 800e6 || math.Abs(taken(used[0]).Seconds()-want) > 1e-5 {
		t.Errorf("%+v, want one measured at %.6f s", used, want)
	}
}

// What does not fit together is a fault, once for a group, at its key.
func TestFaultsOfPrograms(t *testing.T) {
	group := func(s string) string {
		return strings.Replace(s, "{name: auv, ", "{name: auv, count: 3, place: {type: ring, radius: 11m}, ", 1)
	}
	for _, row := range []struct{ from, to, want string }{
		{"at: [0m, 0m, -50m], run", "at: [0m, 0m, -50m], velocity: [1m/s, 0m/s, 0m/s], run", "a docking station stays where it is"},
		{"at: [0m, 0m, -50m], run", "at: [0m, 0m, -50m], vehicle: rexrov, run", "a docking station stays where it is"},
		{"rf: {link: radio}}}\n  - {name: auv", "rf: {link: sound}}}\n  - {name: auv", `"sound" is the acoustic link already`},
		{"station: dock, acoustic: {link: sound}, rf: {link: radio}", "station: dock, acoustic: {link: sound}, rf: {link: sound}", `"sound" is the acoustic link already`},
		{"station: dock, acoustic: {link: sound}", "station: dock, acoustic: {link: radio}", `link "radio" is given; the station sends on "sound"`},
		{"station: dock, acoustic: {link: sound}", "station: dock, acoustic: {link: soud}", `did you mean "sound"`},
		{"station: dock, acoustic", "station: auv1, acoustic", `"auv1" is the node itself; name another one`},
		{"station: dock, acoustic", "station: duck, acoustic", `did you mean "dock"`},
		{"at: [11m, 0m, -51m], vehicle", "at: [11m, 0m, -51m], links: [radio], vehicle", `has no radio for link "sound"`},
		{"at: [11m, 0m, -51m], vehicle: {model: rexrov, step: 10ms}", "at: [11m, 0m, -51m]", "is no vehicle"},
		{"acoustic: {link: sound}, rf: {link: radio}}}\n", "acoustic: {link: sound}, rf: {link: rad}}}\n", `unknown link "rad"; known: sound, radio`},
	} {
		text := strings.Replace(group(cove), row.from, row.to, 1)
		if text == group(cove) {
			t.Fatalf("%q is not in the text", row.from)
		}
		plan, err := Standard().Parse("a.yaml", text, nil)
		if err == nil {
			_, err = plan.Check()
		}
		if err == nil || strings.Count(err.Error(), row.want) != 1 || strings.Count(err.Error(), "\n") > 0 {
			t.Errorf("%q: %v", row.to, err)
		}
	}
	// A vehicle that begins at its berth never comes to a fraction of no distance.
	for tolerance, fault := range map[string]bool{"0.02": true, "0": false} {
		_, err := parse(t, cove, sets(t, "nodes.auv.at=[0m, 0m, -50m]", "nodes.dock.run.berth.tolerance="+tolerance)...).Check()
		if (err != nil) != fault || fault && !strings.Contains(err.Error(), "begins at its berth") {
			t.Errorf("tolerance %s: %v", tolerance, err)
		}
	}
}

// A vehicle without an RF radio docks by sound, whatever the station can.
func TestVehicleWithoutRF(t *testing.T) {
	text := strings.Replace(cove, "at: [11m, 0m, -51m], vehicle", "at: [11m, 0m, -51m], links: [sound], vehicle", 1)
	text = strings.Replace(text, "station: dock, acoustic: {link: sound}, rf: {link: radio}", "station: dock, acoustic: {link: sound}", 1)
	p := pass(t, parse(t, text))
	if v := p.voyages[0]; v.Outcome != ncs.OutcomeDocked || !math.IsNaN(float64(v.TimeToSwitch)) || len(p.kind(trace.Offered, 0, 1)) > 0 {
		t.Errorf("%+v", v)
	}
}

// crowd is eight vehicles around a station, which all dock. Full power has 18 dB to spare
// at 11 m; 12 dB less lose a fifth of the updates to fading, and vehicles ask for more.
const crowd = `
name: crowd
duration: 25s
water: {density: 1013.5kg/m3}
links:
  sound: {channel: {type: acoustic, spreading: 1.5, absorption: francois-garrison, noise: none}, modem: evologics-s2c-48-78, mac: aloha}
  radio: {channel: {type: rf, conductivity: 0.01S/m}, modem: wfs-seatooth-s300, mac: {type: csma-cd, order: newest}}
nodes:
  - name: dock
    at: [0m, 0m, -50m]
    run: {type: docking-station, berth: {within: 2m, go_on: true}, acoustic: {link: sound, period: 1s, power: {control: request, initial: 12dB}}, rf: {link: radio}}
  - name: auv
    count: 8
    at: [0m, 0m, -48m]
    place: {type: ring, radius: 11m}
    vehicle: {model: rexrov, step: 20ms}
    run: {type: docking-vehicle, navigation: truth, station: dock, acoustic: {link: sound, period: 1s}, rf: {link: radio}}
`

// tally is what a packet or an update can come to, counted a second time from the raw
// records, with nothing of the books.
type tally struct {
	offered, delivered, used, outdated int64
	causes                             map[string]int64 // of those that were not delivered
}

// recount counts the packets that pass a test.
func recount(log records, of func(from, to int32) bool) tally {
	type fate struct {
		from, to      int32
		delivered     bool
		kind          trace.Kind // last word about it
		cause         trace.Cause
		used, outdate int64
	}
	fates := map[uint64]*fate{}
	for _, r := range log {
		f := fates[r.Pkt]
		switch {
		case r.Pkt == 0:
		case r.Kind == trace.Offered:
			fates[r.Pkt] = &fate{from: r.Node, to: r.Peer, kind: r.Kind}
		case r.Kind == trace.Used:
			f.used++
		case r.Kind == trace.Outdated:
			f.outdate++
		case r.Kind == trace.Delivered:
			f.delivered = true
		case r.Kind == trace.Refused || r.Kind == trace.Dropped || (r.Kind == trace.RxLost || r.Kind == trace.RxMissed) && r.Node == f.to:
			f.kind, f.cause = r.Kind, r.Cause
		case r.Kind == trace.TxStart || r.Kind == trace.Requeued: // another attempt is under way
			f.kind, f.cause = r.Kind, trace.NoCause
		}
	}
	t := tally{causes: map[string]int64{}}
	for _, f := range fates {
		if !of(f.from, f.to) {
			continue
		}
		t.offered++
		t.used += f.used
		t.outdated += f.outdate
		switch {
		case f.delivered:
			t.delivered++
		case f.kind == trace.Refused || f.kind == trace.Dropped:
			t.causes[f.kind.String()+" "+f.cause.String()]++
		case f.cause != trace.NoCause:
			t.causes["lost "+f.cause.String()]++
		default:
			t.causes["in flight"]++
		}
		if f.used+f.outdate > 1 || f.used+f.outdate == 1 && !f.delivered {
			panic(fmt.Sprintf("an update was used %d times and outdated %d times, delivered %v", f.used, f.outdate, f.delivered))
		}
	}
	return t
}

// causes lists a ledger's tallies as recount does.
func causes(p *trace.Packets) map[string]int64 {
	all := map[string]int64{}
	for i := range p.Dropped {
		c := trace.Cause(i)
		for kind, n := range map[string]int64{"refused": p.Refused[c], "dropped": p.Dropped[c], "lost": p.Lost[c]} {
			if n > 0 {
				all[kind+" "+c.String()] = n
			}
		}
	}
	if p.InFlight > 0 {
		all["in flight"] = p.InFlight
	}
	return all
}

// Under any protocol, with fading and eight vehicles that ask for power at once, every
// packet ends in one place, and every update to a vehicle is used, outdated, not
// delivered for a cause, or waiting at the end; counted twice.
func TestBooksUnderContention(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	seen := map[string]bool{}
	for _, protocol := range []string{
		"{type: aloha}", "{type: aloha, order: newest}", "{type: csma, order: newest}", "{type: slotted-aloha, size: 512bit, order: newest}",
		"{type: fdma, order: newest}", "{type: polling, station: dock, order: newest}", "{type: waiting-room, station: dock, room: 3, size: 512bit}",
		"{type: cw-mac, order: newest}", "{type: csma-cd, assume_full_duplex: true}", "{type: tdma, size: 512bit}",
		"{type: tdma-docking, station: dock, downstream: 512bit, upstream: 64bit, order: newest}",
	} {
		for _, seed := range []string{"1", "2"} {
			p := pass(t, parse(t, crowd, sets(t, "links.sound.mac="+protocol, "seed="+seed)...))
			name := protocol + ", seed " + seed
			all := recount(p.log, func(int32, int32) bool { return true })
			sum := &p.summary.Total.Packets
			if all.offered != sum.Offered || all.delivered != sum.Delivered || fmt.Sprint(all.causes) != fmt.Sprint(causes(sum)) {
				t.Errorf("%s: %+v, in the books %d of %d delivered and %v", name, all, sum.Delivered, sum.Offered, causes(sum))
			}
			if sum.Offered != sum.Delivered+sum.Refused.Sum()+sum.Dropped.Sum()+sum.Lost.Sum()+sum.InFlight {
				t.Errorf("%s: packets are missing: %+v", name, sum)
			}
			if len(p.loops) != 8 {
				t.Errorf("%s: %d controllers", name, len(p.loops))
			}
			for _, l := range p.loops {
				to := int32(l.Node[len("auv")] - '0')
				mine := recount(p.log, func(from, node int32) bool { return from == 0 && node == to })
				undelivered := mine.offered - mine.delivered
				if l.Offered != mine.offered || l.Used != mine.used || l.Outdated != mine.outdated || l.NotDelivered != undelivered ||
					l.Waiting != mine.delivered-mine.used-mine.outdated || l.Offered != l.Used+l.Outdated+l.NotDelivered+l.Waiting {
					t.Errorf("%s, %s: %+v, counted again %+v", name, l.Node, l, mine)
				}
				if l.Waiting < 0 || l.Waiting > 1 { // at most the one that the next tick would apply
					t.Errorf("%s, %s: %d updates wait", name, l.Node, l.Waiting)
				}
			}
			for cause := range all.causes {
				seen[strings.Fields(cause)[0]] = true
			}
		}
	}
	for _, kind := range []string{"dropped", "lost", "in"} {
		if !seen[kind] {
			t.Errorf("no packet was ever %s: the crowd is no test", kind)
		}
	}
}
