package trace

import (
	"math"
	"testing"

	"halocline/sim"
)

// update is an update from node 0 to node 1 that is measured and offered at a time,
// delivered later (never at 0), and then used or outdated (neither at 0).
type update struct {
	offered, delivered, settled sim.Time
	kind                        Kind
}

// keep enters updates, in their order of offers and settlements as given.
func keep(l *Loops, updates ...update) {
	for i, u := range updates {
		pkt := uint64(i + 1)
		l.Emit(Record{At: u.offered, Kind: Offered, Node: 0, Peer: 1, Pkt: pkt, Value: 512})
		if u.delivered > 0 {
			l.Emit(Record{At: u.delivered, Kind: Delivered, Node: 1, Peer: 0, Pkt: pkt, Value: (u.delivered - u.offered).Seconds()})
		}
		if u.settled > 0 {
			l.Emit(Record{At: u.settled, Kind: u.kind, Node: 1, Peer: 0, Pkt: pkt, Value: (u.settled - u.offered).Seconds()})
		}
	}
}

// Six updates at 0, 1, 2, 4, 5 and 6 s. Those of 0, 2 and 5 s are used after 0.5, 1 and
// 0.3 s; the one of 1 s is outdated, the one of 4 s is lost, and the last one waits.
//
// The age grows from 0 to 3 s at 3 s, falls to 1 s, grows to 3.3 s at 5.3 s, falls to 0.3 s and grows to
// 3 s at 8 s, where the run ends: the area is 3^2/2 + (1+3.3)/2 2.3 + (0.3+3)/2 2.7 = 13.9 s^2 over
// 8 s. The periods are 2 and 3 s: 2.5 s on average with a deviation of 0.5 s. The
// delays, sorted, are 0.3, 0.5 and 1 s: on average 0.6 s, the middle one 0.5 s.
func TestLoops(t *testing.T) {
	l := NewLoops(3)
	keepSix(l)
	// What goes to others, or comes from others, is none of the loop's.
	l.Emit(Record{At: 7 * second, Kind: Offered, Node: 0, Peer: 2, Pkt: 7})
	l.Emit(Record{At: 7 * second, Kind: Offered, Node: 1, Peer: 0, Pkt: 8})
	l.Emit(Record{At: 7 * second, Kind: Offered, Node: 2, Peer: 1, Pkt: 9})
	l.Emit(Record{At: 8 * second, Kind: Delivered, Node: 1, Peer: 2, Pkt: 9, Value: 1})
	all := l.Close(Names{Nodes: []string{"dock", "auv", "other"}}, 8*second)
	if len(all) != 1 {
		t.Fatalf("%d controllers", len(all))
	}
	s := all[0]
	if s.Node != "auv" || s.Offered != 6 || s.Used != 3 || s.Outdated != 1 || s.NotDelivered != 1 || s.Waiting != 1 {
		t.Errorf("%+v", s)
	}
	if s.Missed() != 0.5 {
		t.Errorf("missed %g", s.Missed())
	}
	for _, row := range []struct {
		what string
		got  Measure
		want float64
	}{
		{"age", s.AgeMean, 13.9 / 8},
		{"peak", s.AgePeak, 3.3},
		{"delay", s.DelayMean, 0.6},
		{"p50", s.DelayP50, 0.5},
		{"p95", s.DelayP95, 1},
		{"p99", s.DelayP99, 1},
		{"longest", s.DelayMax, 1},
		{"period", s.PeriodAvg, 2.5},
		{"shortest", s.PeriodMin, 2},
		{"longest", s.PeriodMax, 3},
		{"jitter", s.Jitter, 0.5},
	} {
		if math.Abs(float64(row.got)-row.want) > 1e-12 {
			t.Errorf("%s: %.15g s, want %.15g s", row.what, row.got, row.want)
		}
	}
}

// A controller that also learns from an update that was overtaken, as one by dead
// reckoning does: measurements at 0, 1, 2 and 4 s, used in the order 0, 2, 1, 4, lie 1, 1
// and 2 s from each other: 4/3 s on average, with a deviation of the root of 2/9 s2.
func TestLoopsWithOvertakenUpdates(t *testing.T) {
	l := NewLoops(2)
	keep(l,
		update{0, second / 2, second / 2, Used},
		update{2 * second, 5 * second / 2, 5 * second / 2, Used},
		update{1 * second, 3 * second, 3 * second, Used},
		update{4 * second, 9 * second / 2, 9 * second / 2, Used},
	)
	s := l.Close(Names{Nodes: []string{"dock", "auv"}}, 5*second)[0]
	if s.PeriodMin != 1 || s.PeriodMax != 2 || math.Abs(float64(s.PeriodAvg)-4./3) > 1e-12 || math.Abs(float64(s.Jitter)-math.Sqrt(2./9)) > 1e-12 {
		t.Errorf("periods of %v to %v s, %v s on average, deviation %v s", s.PeriodMin, s.PeriodMax, s.PeriodAvg, s.Jitter)
	}
}

// A controller to which everything comes too late has books, and an age since the first offer: 3 s
// at 4 s, and half of that on average. One update that is used, when the books close, has a delay and no period. One
// to which nothing was sent knows nothing.
func TestLoopsWithLittle(t *testing.T) {
	l := NewLoops(2)
	keep(l, update{1 * second, 2 * second, 2 * second, Outdated}, update{2 * second, 3 * second, 0, 0})
	s := l.Close(Names{Nodes: []string{"dock", "auv"}}, 4*second)[0]
	if s.Offered != 2 || s.Outdated != 1 || s.Waiting != 1 || s.Missed() != 1 || s.AgeMean != 1.5 || s.AgePeak != 3 {
		t.Errorf("%+v", s)
	}
	for i, m := range []Measure{s.DelayMean, s.DelayP50, s.DelayMax, s.PeriodMin, s.PeriodAvg, s.PeriodMax, s.Jitter} {
		if !math.IsNaN(float64(m)) {
			t.Errorf("measure %d: %g", i, m)
		}
	}
	l = NewLoops(2)
	keep(l, update{1 * second, 2 * second, 2 * second, Used})
	s = l.Close(Names{Nodes: []string{"dock", "auv"}}, 2*second)[0]
	if s.DelayMean != 1 || s.AgePeak != 1 || s.AgeMean != 0.5 || !math.IsNaN(float64(s.PeriodAvg)) || !math.IsNaN(float64(s.Jitter)) {
		t.Errorf("%+v", s)
	}
	if l := NewLoops(2).Close(Names{Nodes: []string{"dock", "auv"}}, second); l != nil {
		t.Errorf("%+v", l)
	}
	// One to which nothing came has books if it is known for a controller.
	l = NewLoops(2)
	keep(l, update{1 * second, 0, 0, 0}, update{2 * second, 0, 0, 0}, update{3 * second, 4 * second, 0, 0})
	s = NewLoops(2).Close(Names{Nodes: []string{"dock", "auv"}}, 10*second, Controller{Node: 1, From: 2 * second, Until: 10 * second})[0]
	if s.Offered != 0 || s.AgeMean != 4 || s.AgePeak != 8 { // nothing was sent to it since it began at 2 s
		t.Errorf("%+v", s)
	}
	s = l.Close(Names{Nodes: []string{"dock", "auv"}}, 10*second, Controller{Node: 1, Until: 10 * second})[0]
	if s.Node != "auv" || s.Offered != 3 || s.NotDelivered != 2 || s.Waiting != 1 || s.Missed() != 1 || !math.IsNaN(float64(s.DelayMean)) {
		t.Errorf("%+v", s)
	}
}

// A vehicle that its dock lets go is steered on after it docked, and its age counts until it docked. Updates of 1, 2 and 3 s
// are used a second later: from 1 s on the age is 0 to 1, then 1 to 2 and, until 3.5 s, 1 to 1.5. That is 0.5 + 1.5 + 0.625 in
// 2.5 s.
func TestLoopsAfterDocking(t *testing.T) {
	l := NewLoops(2)
	for made := second; made <= 3*second; made += second {
		keep(l, update{made, made + second, made + second, Used})
	}
	dock := Controller{Node: 1, Until: 7 * second / 2}
	s := l.Close(Names{Nodes: []string{"dock", "auv"}}, 10*second, dock)[0]
	if math.Abs(float64(s.AgeMean)-2.625/2.5) > 1e-12 || s.AgePeak != 2 || s.Used != 3 {
		t.Errorf("%+v", s)
	}
	dock.Until = 3 * second / 2 // before any was used
	if s = l.Close(Names{Nodes: []string{"dock", "auv"}}, 10*second, dock)[0]; s.AgeMean != 0.25 || s.AgePeak != 0.5 {
		t.Errorf("%+v", s)
	}
}

// The updates of a controller are those of the node that it got one from, which was
// outdated here.
func TestLoopsKnowTheirSource(t *testing.T) {
	l := NewLoops(3)
	l.Emit(Record{At: second, Kind: Offered, Node: 2, Peer: 1, Pkt: 1})
	l.Emit(Record{At: 2 * second, Kind: Delivered, Node: 1, Peer: 2, Pkt: 1, Value: 1})
	l.Emit(Record{At: 2 * second, Kind: Outdated, Node: 1, Peer: 2, Pkt: 1, Value: 1})
	if s := l.Close(Names{Nodes: []string{"dock", "auv", "pier"}}, 10*second)[0]; s.Offered != 1 || s.Outdated != 1 || s.NotDelivered != 0 {
		t.Errorf("%+v", s)
	}
}

// Updates every 0.74 s that are used 80 ms later: the age runs from 0.08 to 0.82 s, so
// it is 0.45 s on average, after the first 80 ms, and the measurements are exactly 0.74 s apart.
func TestLoopsOfAPeriodicController(t *testing.T) {
	l := NewLoops(2)
	for k := range sim.Time(1001) {
		at := k * 740_000_000
		keep(l, update{at, at + 76_000_000, at + 80_000_000, Used})
	}
	s := l.Close(Names{Nodes: []string{"dock", "auv"}}, 1000*740_000_000+80_000_000)[0]
	if math.Abs(float64(s.AgeMean)-(740*0.45+0.08*0.08/2)/740.08) > 1e-12 || s.AgePeak != 0.82 || s.DelayP99 != 0.08 || s.PeriodMin != 0.74 || s.PeriodMax != 0.74 || s.Jitter > 1e-12 {
		t.Errorf("%+v", s)
	}
}

// keepSix keeps six updates, three of which are used.
func keepSix(l *Loops) {
	keep(l,
		update{0, second / 4, second / 2, Used},
		update{1 * second, 5 * second / 2, 5 * second / 2, Outdated},
		update{2 * second, 5 * second / 2, 3 * second, Used},
		update{4 * second, 0, 0, 0},
		update{5 * second, 51 * second / 10, 53 * second / 10, Used},
		update{6 * second, 61 * second / 10, 0, 0},
	)
}
