package trace

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"halocline/sim"
)

const second = sim.Time(time.Second)

// testNames has the nodes and links of the hand-worked run.
func testNames() Names {
	return Names{Nodes: []string{"dock", "auv", "dummy"}, Links: []string{"acoustic", "rf"}}
}

const (
	dock, auv, dummy = 0, 1, 2
	acoustic, rf     = 0, 1
)

// handWorked is a run of 100 s whose sums are worked by hand in
// TestHandWorkedRun.
func handWorked() []Record {
	at := func(s float64) sim.Time { return sim.Time(s * 1e9) }
	return []Record{
		// 1 arrives.
		{At: at(0), Kind: Offered, Pkt: 1, Node: dock, Peer: auv, Value: 512},
		{At: at(0), Kind: TxStart, Pkt: 1, Node: dock, Peer: auv, Value: 0.5},
		{At: at(1), Kind: RxOK, Pkt: 1, Node: auv, Peer: dock, Value: 12},
		{At: at(1), Kind: Delivered, Pkt: 1, Node: auv, Peer: dock, Value: 1},
		// 2 is lost twice at its destination: the last loss is its fate.
		// That the dummy does not overhear it is no fate.
		{At: at(2), Kind: Offered, Pkt: 2, Node: auv, Peer: dock, Value: 1000},
		{At: at(2), Kind: TxStart, Pkt: 2, Node: auv, Peer: dock, Value: 0.5},
		{At: at(3), Kind: RxLost, Pkt: 2, Node: dock, Peer: auv, Cause: Collision},
		{At: at(4), Kind: TxStart, Pkt: 2, Node: auv, Peer: dock, Value: 0.5},
		{At: at(5), Kind: RxLost, Pkt: 2, Node: dock, Peer: auv, Cause: BitError},
		{At: at(5), Kind: RxMissed, Pkt: 2, Node: dummy, Peer: auv, Cause: BelowThreshold},
		// 3 is refused, 4 expires in the queue, after a loss.
		{At: at(6), Kind: Offered, Pkt: 3, Node: auv, Peer: dock, Value: 1000},
		{At: at(6), Kind: Refused, Pkt: 3, Node: auv, Peer: dock, Cause: QueueFull},
		{At: at(7), Kind: Offered, Pkt: 4, Node: auv, Peer: dock, Value: 1000},
		{At: at(7), Kind: TxStart, Pkt: 4, Node: auv, Peer: dock, Value: 0.5},
		{At: at(8), Kind: RxLost, Pkt: 4, Node: dock, Peer: auv, Cause: Fading},
		{At: at(9), Kind: Dropped, Pkt: 4, Node: auv, Peer: dock, Cause: Expired},
		// 5 is for everybody: the auv gets it, and later the dummy.
		{At: at(10), Kind: Offered, Pkt: 5, Node: dock, Peer: None, Value: 64},
		{At: at(10), Kind: TxStart, Pkt: 5, Node: dock, Peer: None, Value: 0.25},
		{At: at(11), Kind: RxOK, Pkt: 5, Node: auv, Peer: dock},
		{At: at(11), Kind: Delivered, Pkt: 5, Node: auv, Peer: dock, Value: 1},
		{At: at(12), Kind: RxOK, Pkt: 5, Node: dummy, Peer: dock},
		{At: at(12), Kind: Delivered, Pkt: 5, Node: dummy, Peer: dock, Value: 2},
		// 6 is for everybody: one gets it, one loses it, so it is delivered.
		{At: at(13), Kind: Offered, Pkt: 6, Node: dock, Peer: None, Value: 64},
		{At: at(13), Kind: TxStart, Pkt: 6, Node: dock, Peer: None, Value: 0.25},
		{At: at(14), Kind: RxOK, Pkt: 6, Node: auv, Peer: dock},
		{At: at(14), Kind: Delivered, Pkt: 6, Node: auv, Peer: dock, Value: 1},
		{At: at(15), Kind: RxLost, Pkt: 6, Node: dummy, Peer: dock, Cause: Fading},
		// 7 is for everybody and nobody gets it.
		{At: at(16), Kind: Offered, Pkt: 7, Node: dock, Peer: None, Value: 64},
		{At: at(16), Kind: TxStart, Pkt: 7, Node: dock, Peer: None, Value: 0.25},
		{At: at(17), Kind: RxLost, Pkt: 7, Node: auv, Peer: dock, Cause: BitError},
		{At: at(18), Kind: RxMissed, Pkt: 7, Node: dummy, Peer: dock, Cause: HalfDuplex},
		// 8 is lost, but will be tried again.
		{At: at(20), Kind: Offered, Pkt: 8, Node: dock, Peer: auv, Value: 512},
		{At: at(20), Kind: TxStart, Pkt: 8, Node: dock, Peer: auv, Value: 0.5},
		{At: at(21), Kind: RxLost, Pkt: 8, Node: auv, Peer: dock, Cause: Collision},
		{At: at(22), Kind: Requeued, Pkt: 8, Node: dock, Peer: auv},
		// 9 arrives twice over radio, and its sender gives up all the same.
		{At: at(23), Kind: Offered, Pkt: 9, Link: rf, Node: dock, Peer: auv, Value: 2048},
		{At: at(23), Kind: TxStart, Pkt: 9, Link: rf, Node: dock, Peer: auv, Value: 0.5},
		{At: at(26), Kind: RxOK, Pkt: 9, Link: rf, Node: auv, Peer: dock},
		{At: at(26), Kind: Delivered, Pkt: 9, Link: rf, Node: auv, Peer: dock, Value: 3},
		{At: at(27), Kind: TxStart, Pkt: 9, Link: rf, Node: dock, Peer: auv, Value: 0.5},
		{At: at(28), Kind: RxOK, Pkt: 9, Link: rf, Node: auv, Peer: dock},
		{At: at(28), Kind: Duplicate, Pkt: 9, Link: rf, Node: auv, Peer: dock, Value: 5},
		{At: at(29), Kind: Dropped, Pkt: 9, Link: rf, Node: dock, Peer: auv, Cause: RetriesExhausted},
		// Control frames: two that overlap, one of them cut short, and one that
		// the end of the run cuts short.
		{At: at(40), Kind: TxStart, Link: rf, Node: auv, Peer: dock, Value: 2},
		{At: at(41), Kind: TxStart, Link: rf, Node: dummy, Peer: dock, Value: 3},
		{At: at(43), Kind: TxAbort, Link: rf, Node: dummy, Peer: dock, Value: 2},
		{At: at(44), Kind: RxLost, Link: rf, Node: dock, Peer: dummy, Cause: Aborted},
		{At: at(50), Kind: Sample, Node: auv, Note: "depth", Value: 75},
		{At: at(99.5), Kind: TxStart, Link: acoustic, Node: dock, Peer: None, Value: 1},
	}
}

func TestHandWorkedRun(t *testing.T) {
	l := NewLedger(testNames())
	for _, r := range handWorked() {
		l.Emit(r)
	}
	s := l.Close(100 * second)

	// Delays: 1 (packet 1), 1 and 2 (5), 1 (6), 3 (9); mean 8/5. Sorted
	// 1 1 1 2 3: half of five is reached by the third, 95 % by the fifth.
	// Bits offered: 512 + 3*1000 + 3*64 + 512 + 2048 = 6264; delivered by 1, 5,
	// 6 and 9: 512 + 64 + 64 + 2048 = 2688. The second copy of 9 is throughput and
	// no goodput: (2688 + 2048)/100. Of the packets to everybody, which are for two nodes, 5
	// reached both, 6 one and 7 none: 1.5 of 3, and with 1 and 9 it is 3.5 of all.
	want := Packets{
		Offered: 9, Refused: Tally{QueueFull: 1}, Accepted: 8, Delivered: 4,
		Dropped: Tally{Expired: 1}, Lost: Tally{BitError: 1, HalfDuplex: 1}, InFlight: 1,
		Requeued: 1, Duplicates: 1, Copies: 1,
		OfferedBits: 6264, DeliveredBits: 2688, ArrivedBits: 2688, DuplicateBits: 2048, DeliveryRatio: Measure(3.5 / 9), ReachedAny: Measure(4.0 / 9), Coverage: 0.5, OfferedRate: 62.64, Throughput: 47.36, Goodput: 26.88,
		Delay: Delay{1.6, 1, 3, 3, 3},
	}
	equal(t, "total", s.Total.Packets, want)

	// The dock offers 1, 5, 6, 7, 8, 9; the auv 2, 3, 4; the dummy nothing.
	equal(t, "dock", s.PerNode[dock].Packets, Packets{
		Offered: 6, Accepted: 6, Delivered: 4, Lost: Tally{HalfDuplex: 1}, InFlight: 1,
		Requeued: 1, Duplicates: 1, Copies: 1,
		OfferedBits: 3264, DeliveredBits: 2688, ArrivedBits: 2688, DuplicateBits: 2048, DeliveryRatio: Measure(3.5 / 6), ReachedAny: Measure(4.0 / 6), Coverage: 0.5, OfferedRate: 32.64, Throughput: 47.36, Goodput: 26.88,
		Delay: Delay{1.6, 1, 3, 3, 3},
	})
	none := Measure(math.NaN())
	nothing := Delay{none, none, none, none, none}
	equal(t, "auv", s.PerNode[auv].Packets, Packets{
		Offered: 3, Refused: Tally{QueueFull: 1}, Accepted: 2,
		Dropped: Tally{Expired: 1}, Lost: Tally{BitError: 1}, OfferedBits: 3000, Coverage: none, OfferedRate: 30, Delay: nothing,
	})
	equal(t, "dummy", s.PerNode[dummy].Packets, Packets{DeliveryRatio: none, ReachedAny: none, Coverage: none, Delay: nothing})
	equal(t, "rf", s.PerLink[rf].Packets, Packets{
		Offered: 1, Accepted: 1, Delivered: 1, Duplicates: 1, OfferedBits: 2048, DeliveredBits: 2048, ArrivedBits: 2048, DuplicateBits: 2048,
		DeliveryRatio: 1, ReachedAny: 1, Coverage: none, OfferedRate: 20.48, Throughput: 40.96, Goodput: 20.48, Delay: Delay{3, 3, 3, 3, 3},
	})

	// Received: the auv 1, 5, 6, 9 = 512 + 64 + 64 + 2048 bit; the dummy 5.
	for n, want := range []NodeSummary{{}, {Received: 4, ReceivedBits: 2688}, {Received: 1, ReceivedBits: 64}} {
		equal(t, "received", NodeSummary{Received: s.PerNode[n].Received, ReceivedBits: s.PerNode[n].ReceivedBits}, want)
	}

	// Acoustic airtime: the dock 0.5 + 3*0.25 + 0.5 and 0.5 of the last frame,
	// the auv 3*0.5; they never overlap: 3.75 s. Radio: the dock 2*0.5, the auv
	// 2, the dummy 2 until it stops: 5 s, of which [41, 42) is double: 4 s.
	equal(t, "acoustic frames", s.PerLink[acoustic].Frames, Frames{
		Sent: 9, Control: 1, Received: 4, Airtime: 3.75, Load: 0.0375,
		Lost: Tally{Collision: 2, BitError: 2, Fading: 2}, Missed: Tally{BelowThreshold: 1, HalfDuplex: 1},
	})
	equal(t, "rf frames", s.PerLink[rf].Frames, Frames{
		Sent: 4, Control: 2, Aborted: 1, Received: 2, Lost: Tally{Aborted: 1}, Airtime: 5, Load: 0.05,
	})
	equal(t, "dock frames", s.PerNode[dock].Frames, Frames{
		Sent: 8, Control: 1, Airtime: 2.25 + 1, Load: 0.0325,
		Lost: Tally{Collision: 1, BitError: 1, Fading: 1, Aborted: 1},
	})
	equal(t, "all frames", s.Total.Frames, Frames{
		Sent: 13, Control: 3, Aborted: 1, Received: 6, Airtime: 8.75, Load: 0.0875,
		Lost: Tally{Collision: 2, BitError: 2, Fading: 2, Aborted: 1}, Missed: Tally{BelowThreshold: 1, HalfDuplex: 1},
	})
	equal(t, "utilisation", []Measure{s.PerLink[acoustic].Utilisation, s.PerLink[rf].Utilisation}, []Measure{0.0375, 0.04})

	// Three flows, to each of which the three packets to everybody of the dock belong: 4 of 6, 1 of 3
	// and 0 of 3 delivered, (2/3 + 1/3)^2/(3 (4/9 + 1/9)).
	equal(t, "fairness", s.Jain, Measure(0.6))

	// Age at the auv about the dock: deliveries at 1, 11, 14, 26 s, generated
	// at 0, 10, 13, 23 s. Ages just before and after: 1; 11, 1; 4, 1; 13, 3; at
	// the end 77. Area 10*(1+11)/2 + 3*(1+4)/2 + 12*(1+13)/2 + 74*(3+77)/2
	// = 60 + 7.5 + 84 + 2960 = 3111.5, and 0.5 before the first: over 100 s. At the dummy, for
	// which the first was offered at 10 s: 0 to 2 at 12 s, 2 to 90 at 100 s: (2 + 4048)/90 s. At
	// the dock nothing was heard of the auv, whose first is of 2 s: 0 to 98. Delays at the auv in
	// the order of the deliveries: 1, 1, 1, 3; they change by 0, 0 and 2, by 2/3 on
	// average, and no other flow has two.
	equal(t, "jitter", s.Jitter, Measure(2.0/3))
	equal(t, "flows", s.PerFlow, []FlowSummary{
		{Source: "dock", Destination: "auv", Offered: 6, Delivered: 4, Delay: Delay{1.5, 1, 3, 3, 3}, Jitter: Measure(2.0 / 3), AgeMean: 31.12, AgePeak: 77},
		{Source: "dock", Destination: "dummy", Offered: 3, Delivered: 1, Delay: Delay{2, 2, 2, 2, 2}, Jitter: none, AgeMean: 45, AgePeak: 90},
		{Source: "auv", Destination: "dock", Offered: 3, Delay: nothing, Jitter: none, AgeMean: 49, AgePeak: 98},
	})
}

// equal compares field by field; NaN equals NaN, and fractions may differ in
// the last bits.
func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !same(reflect.ValueOf(got), reflect.ValueOf(want)) {
		t.Errorf("%s:\ngot  %+v\nwant %+v", what, got, want)
	}
}

func same(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float64:
		x, y := a.Float(), b.Float()
		return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-12*math.Abs(y)
	case reflect.Struct:
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	}
	return a.Interface() == b.Interface()
}

func TestLastAttemptDecides(t *testing.T) {
	offered := Record{Kind: Offered, Pkt: 1, Node: dock, Peer: auv}
	everybody := Record{Kind: Offered, Pkt: 1, Node: dock, Peer: None}
	start := Record{Kind: TxStart, Pkt: 1, Node: dock, Peer: auv}
	lost := func(node int32, c Cause) Record {
		return Record{Kind: RxLost, Pkt: 1, Node: node, Peer: dock, Cause: c}
	}
	missed := Record{Kind: RxMissed, Pkt: 1, Node: auv, Peer: dock, Cause: HalfDuplex}
	requeued := Record{Kind: Requeued, Pkt: 1, Node: dock, Peer: auv}
	dropped := Record{Kind: Dropped, Pkt: 1, Node: dock, Peer: auv, Cause: RetriesExhausted}
	delivered := Record{Kind: Delivered, Pkt: 1, Node: auv, Peer: dock}
	for name, c := range map[string]struct {
		records []Record
		want    Packets
	}{
		"never sent":              {[]Record{offered}, Packets{InFlight: 1}},
		"in the water":            {[]Record{offered, start}, Packets{InFlight: 1}},
		"overheard badly":         {[]Record{offered, start, lost(dummy, Fading)}, Packets{InFlight: 1}},
		"lost":                    {[]Record{offered, start, lost(auv, Fading), lost(dummy, Collision)}, Packets{Lost: Tally{Fading: 1}}},
		"missed":                  {[]Record{offered, start, missed}, Packets{Lost: Tally{HalfDuplex: 1}}},
		"lost and sent again":     {[]Record{offered, start, lost(auv, Fading), start}, Packets{InFlight: 1}},
		"lost and requeued":       {[]Record{offered, start, lost(auv, Fading), requeued}, Packets{InFlight: 1, Requeued: 1}},
		"lost twice":              {[]Record{offered, start, lost(auv, Fading), start, lost(auv, Collision)}, Packets{Lost: Tally{Collision: 1}}},
		"lost and dropped":        {[]Record{offered, start, lost(auv, Fading), dropped}, Packets{Dropped: Tally{RetriesExhausted: 1}}},
		"dropped, then lost":      {[]Record{offered, start, dropped, lost(auv, Fading)}, Packets{Dropped: Tally{RetriesExhausted: 1}}},
		"dropped, then delivered": {[]Record{offered, start, dropped, delivered}, Packets{Delivered: 1}},
		"delivered, then dropped": {[]Record{offered, start, delivered, dropped}, Packets{Delivered: 1}},
		"delivered, then lost":    {[]Record{offered, start, delivered, start, lost(auv, Fading)}, Packets{Delivered: 1}},
		"everybody, last loss":    {[]Record{everybody, start, lost(auv, Fading), lost(dummy, Collision)}, Packets{Lost: Tally{Collision: 1}}},
		"everybody, one got it":   {[]Record{everybody, start, delivered, lost(dummy, Collision)}, Packets{Delivered: 1}},
	} {
		l := NewLedger(testNames())
		for _, r := range c.records {
			l.Emit(r)
		}
		got := l.Close(second).Total.Packets
		equal(t, name, Packets{
			Delivered: got.Delivered, Dropped: got.Dropped, Lost: got.Lost, InFlight: got.InFlight, Requeued: got.Requeued,
		}, c.want)
	}
}

// The commonest counts hold 65,536 and are carried over then, twice here.
func TestManyArrivals(t *testing.T) {
	l := NewLedger(testNames())
	const intact, faint, deaf = 140_000, 200_000, 3
	emit := func(n int, r Record) {
		for range n {
			l.Emit(r)
		}
	}
	emit(intact, Record{Kind: RxOK, Node: auv, Peer: dock, Link: rf})
	emit(faint, Record{Kind: RxMissed, Node: auv, Peer: dock, Link: rf, Cause: BelowThreshold})
	emit(deaf, Record{Kind: RxMissed, Node: auv, Peer: dock, Link: rf, Cause: HalfDuplex})
	emit(1, Record{Kind: RxOK, Node: dummy, Peer: dock, Link: acoustic})
	s := l.Close(second)
	f, other := s.PerLink[rf].Frames, s.PerLink[acoustic].Frames
	if f.Received != intact || f.Missed[BelowThreshold] != faint || f.Missed[HalfDuplex] != deaf {
		t.Errorf("%+v", f)
	}
	if other.Received != 1 {
		t.Errorf("%+v", other)
	}
}

func TestImpossibleRecordsPanic(t *testing.T) {
	offered := Record{At: 5, Kind: Offered, Pkt: 1, Node: dock, Peer: auv}
	for fault, r := range map[string]Record{
		"earlier than":        {At: 4, Kind: RxOK, Node: auv, Peer: dock},
		"no such node":        {At: 5, Kind: RxOK, Node: 3, Peer: dock},
		"no such peer":        {At: 5, Kind: RxOK, Node: auv, Peer: -2},
		"no such link":        {At: 5, Kind: RxOK, Node: auv, Peer: dock, Link: 2},
		"unknown kind":        {At: 5},
		"without a number":    {At: 5, Kind: Offered, Node: dock, Peer: auv},
		"offered twice":       offered,
		"not dense":           {At: 5, Kind: Offered, Pkt: 1 << 40, Node: dock, Peer: auv},
		"never offered":       {At: 5, Kind: Delivered, Pkt: 2, Node: auv, Peer: dock},
		"no cause":            {At: 5, Kind: Dropped, Pkt: 1, Node: auv, Peer: dock},
		"neither positive":    {At: 5, Kind: Delivered, Pkt: 1, Node: auv, Peer: dock, Value: math.NaN()},
		"nor zero: duplicate": {At: 5, Kind: Duplicate, Pkt: 1, Node: auv, Peer: dock, Value: -1e-9},
		"nor zero: offered":   {At: 5, Kind: Offered, Pkt: 2, Node: auv, Peer: dock, Value: math.Inf(1)},
		"nothing on the air":  {At: 5, Kind: TxAbort, Node: auv, Peer: dock},
		"after the end":       {At: 11, Kind: RxOK, Node: auv, Peer: dock},
		"no cause: rx-lost":   {At: 5, Kind: RxLost, Node: auv, Peer: dock, Cause: InFlight},
		"never offered: tx-s": {At: 5, Kind: TxStart, Pkt: 7, Node: auv, Peer: dock},
	} {
		func() {
			defer func() {
				got, _ := recover().(string)
				if !strings.HasPrefix(got, "trace: ") || !strings.Contains(got, fault) {
					t.Errorf("panic %q, want one that says %q", got, fault)
				}
			}()
			l := NewLedger(testNames())
			l.Emit(offered)
			l.Emit(r)
			if fault == "after the end" {
				l.Close(10)
			}
		}()
	}
}

func TestSummaryInJSON(t *testing.T) {
	l := NewLedger(testNames())
	for _, r := range handWorked() {
		l.Emit(r)
	}
	s := l.Close(100 * second)
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	packets := tree["total"].(map[string]any)["packets"].(map[string]any)
	for key, want := range map[string]any{
		"offered": 9.0, "throughput_bps": 47.36, "goodput_bps": 26.88, "delay_mean_s": 1.6, "delay_p99_s": 3.0, "offered_bits": 6264.0,
	} {
		if packets[key] != want {
			t.Errorf("%s = %v, want %v", key, packets[key], want)
		}
	}
	if got := packets["lost"]; !reflect.DeepEqual(got, map[string]any{"bit-error": 1.0, "half-duplex": 1.0}) {
		t.Errorf("lost = %v", got)
	}
	silent := tree["per_node"].([]any)[dummy].(map[string]any)
	if v, ok := silent["packets"].(map[string]any)["delivery_ratio"]; !ok || v != nil || silent["node"] != "dummy" {
		t.Errorf("delivery ratio of a node that offered nothing: %v, want null", v)
	}

	var back Summary
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	equal(t, "read back", back, s)
	if err := json.Unmarshal([]byte(`{"mermaids": 1}`), new(Tally)); err == nil || !strings.Contains(err.Error(), "mermaids") {
		t.Errorf("unknown cause: %v", err)
	}
}

// Every cause has a name of its own; otherwise two would share a line in JSON.
func TestCauseNamesDiffer(t *testing.T) {
	var t1 Tally
	for c := range t1 {
		t1[c] = int64(c) + 1
	}
	text, err := json.Marshal(t1)
	if err != nil {
		t.Fatal(err)
	}
	var t2 Tally
	if err := json.Unmarshal(text, &t2); err != nil || t2 != t1 {
		t.Errorf("%v reads back as %v, %v", t1, t2, err)
	}
}
