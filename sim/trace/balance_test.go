package trace

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"halocline/sim"
)

// randomRun returns records in order of time in which anything may follow
// anything, likely or not, for the packets offered so far.
func randomRun(rnd *rand.Rand, names Names, length int) []Record {
	nodes := int32(len(names.Nodes))
	var records []Record
	var now sim.Time
	var packets uint64
	for range length {
		now += sim.Time(rnd.IntN(3)) * second / 7
		r := Record{
			At: now, Kind: Kind(rnd.IntN(int(Sample))) + 1, Node: rnd.Int32N(nodes), Peer: rnd.Int32N(nodes+1) - 1,
			Link: uint8(rnd.IntN(len(names.Links))), Value: float64(rnd.IntN(100)) / 8,
		}
		if r.Kind == Duplicate && rnd.IntN(2) == 0 {
			r.Kind = Unsent
		}
		switch r.Kind {
		case Offered:
			packets++
			r.Pkt = packets
		case TxAbort:
			continue // needs a frame on the air
		case Sample:
		case TxStart, RxOK, RxLost, RxMissed, Unsent:
			r.Pkt = rnd.Uint64N(packets + 1)
		default:
			if packets == 0 {
				continue
			}
			r.Pkt = 1 + rnd.Uint64N(packets)
		}
		switch r.Kind {
		case Refused, Dropped, RxLost, RxMissed, Unsent:
			if r.Cause = Cause(1 + rnd.IntN(causes-1)); r.Cause == InFlight {
				r.Cause = ChannelBusy
			}
		}
		records = append(records, r)
	}
	return records
}

// fateOf reads the fate of one packet off the records, by looking for each
// possible end in turn, which the Ledger never does.
func fateOf(records []Record, offered Record) (Kind, Cause) {
	lastOf := func(wanted func(Record) bool) int {
		for i := len(records) - 1; i >= 0; i-- {
			if records[i].Pkt == offered.Pkt && wanted(records[i]) {
				return i
			}
		}
		return -1
	}
	if lastOf(func(r Record) bool { return r.Kind == Delivered }) >= 0 {
		return Delivered, NoCause
	}
	if i := lastOf(func(r Record) bool { return r.Kind == Dropped || r.Kind == Refused }); i >= 0 {
		return records[i].Kind, records[i].Cause
	}
	lossBy := func(near bool) int {
		return lastOf(func(r Record) bool {
			there := (r.Kind == RxLost || r.Kind == RxMissed) && (offered.Peer == None || r.Node == offered.Peer)
			return (there || r.Kind == Unsent) && !(r.Kind != Unsent && near && r.Cause == BelowThreshold)
		})
	}
	loss := lossBy(false)
	again := lastOf(func(r Record) bool { return r.Kind == TxStart || r.Kind == Requeued })
	if near := lossBy(true); offered.Peer == None && near > again {
		loss = near // where it was strong enough counts first
	}
	if loss > again {
		return RxLost, records[loss].Cause
	}
	return Offered, InFlight
}

func tallyOf(records []Record, counted func(offered Record) bool) Packets {
	var want Packets
	for _, r := range records {
		if r.Kind != Offered || !counted(r) {
			continue
		}
		want.Offered++
		want.OfferedBits += r.Value
		switch kind, cause := fateOf(records, r); kind {
		case Delivered:
			want.Delivered++
			want.DeliveredBits += r.Value
		case Refused:
			want.Refused[cause]++
		case Dropped:
			want.Dropped[cause]++
		case RxLost:
			want.Lost[cause]++
		default:
			want.InFlight++
		}
	}
	want.Accepted = want.Offered - want.Refused.Sum()
	return want
}

// The books balance whatever the models emit, and every packet has the fate
// that its records say.
func TestBooksBalance(t *testing.T) {
	names := Names{Nodes: []string{"a", "b", "c", "d", "e"}, Links: []string{"x", "y"}}
	for seed := range uint64(60) {
		records := randomRun(rand.New(rand.NewPCG(seed, 1)), names, 40+10*int(seed))
		l := NewLedger(names)
		for _, r := range records {
			l.Emit(r)
		}
		s := l.Close(records[len(records)-1].At + second)
		check := func(what string, got Packets, counted func(Record) bool) {
			t.Helper()
			ends := got.Refused.Sum() + got.Delivered + got.Dropped.Sum() + got.Lost.Sum() + got.InFlight
			if ends != got.Offered || got.Accepted+got.Refused.Sum() != got.Offered {
				t.Errorf("seed %d, %s: %d ends for %d packets", seed, what, ends, got.Offered)
			}
			got = Packets{
				Offered: got.Offered, Refused: got.Refused, Accepted: got.Accepted, Delivered: got.Delivered, Dropped: got.Dropped,
				Lost: got.Lost, InFlight: got.InFlight, OfferedBits: got.OfferedBits, DeliveredBits: got.DeliveredBits,
			}
			equal(t, what, got, tallyOf(records, counted))
		}
		check("total", s.Total.Packets, func(Record) bool { return true })
		for n := range s.PerNode {
			check(s.PerNode[n].Node, s.PerNode[n].Packets, func(r Record) bool { return int(r.Node) == n })
		}
		for k := range s.PerLink {
			check(s.PerLink[k].Link, s.PerLink[k].Packets, func(r Record) bool { return int(r.Link) == k })
		}
		var deliveries, received, flows, events int64
		for _, r := range records {
			if r.Kind == Delivered {
				deliveries++
			}
			if r.Kind == RxOK || r.Kind == RxLost || r.Kind == RxMissed {
				events++
			}
		}
		for _, n := range s.PerNode {
			received += n.Received
		}
		for _, f := range s.PerFlow {
			flows += f.Delivered
		}
		if received != deliveries || flows != deliveries || s.Total.Packets.Delivered+s.Total.Packets.Copies != deliveries {
			t.Errorf("seed %d: %d deliveries, but %d received, %d in flows, %d + %d counted", seed, deliveries, received, flows,
				s.Total.Packets.Delivered, s.Total.Packets.Copies)
		}
		if got := s.Total.Frames.Received + s.Total.Frames.Lost.Sum() + s.Total.Frames.Missed.Sum(); got != events {
			t.Errorf("seed %d: %d receptions, want %d", seed, got, events)
		}
	}
}

// Delays of 1, 2, ... 100 s in any order: the mean is 50.5 s and the quantile p
// is the sample number 100 p.
func TestDelayQuantiles(t *testing.T) {
	l := NewLedger(testNames())
	for i, k := range rand.New(rand.NewPCG(3, 0)).Perm(100) {
		l.Emit(Record{At: 200 * second, Kind: Offered, Pkt: uint64(i + 1), Node: dock, Peer: auv})
		l.Emit(Record{At: 200 * second, Kind: Delivered, Pkt: uint64(i + 1), Node: auv, Peer: dock, Value: float64(k + 1)})
	}
	equal(t, "delay", l.Close(200*second).Total.Packets.Delay, Delay{50.5, 50, 95, 99, 100})
}

// Delays of 4, 1, 3 and 8 s on one flow change by 3, 2 and 5 s, those of 2 and
// 2.5 s on another by 0.5 s, although they come in between: 10/3 s, 0.5 s, and
// 10.5/4 s over both.
func TestJitter(t *testing.T) {
	l := NewLedger(testNames())
	for i, d := range []struct {
		from  int32
		delay float64
	}{{dock, 4}, {auv, 2}, {dock, 1}, {dock, 3}, {auv, 2.5}, {dock, 8}} {
		l.Emit(Record{At: 10 * second, Kind: Offered, Pkt: uint64(i + 1), Node: d.from, Peer: dummy})
		l.Emit(Record{At: 10 * second, Kind: Delivered, Pkt: uint64(i + 1), Node: dummy, Peer: d.from, Value: d.delay})
	}
	s := l.Close(20 * second)
	equal(t, "jitter", []Measure{s.PerFlow[0].Jitter, s.PerFlow[1].Jitter, s.Jitter}, []Measure{10.0 / 3, 0.5, 10.5 / 4})
}

// Three flows with 1/3, 2/3 and 3/3 of their packets delivered: 2^2/(3*14/9) = 6/7. One in which
// nothing was offered does not count, one that gets nothing through does, with a row or without.
func TestJain(t *testing.T) {
	flow := func(offered, delivered int64) FlowSummary {
		return FlowSummary{Offered: offered, Delivered: delivered}
	}
	for name, c := range map[string]struct {
		flows []FlowSummary
		none  int
		want  float64
	}{
		"one two three":   {[]FlowSummary{flow(9, 3), flow(3, 2), flow(3, 3), flow(0, 0)}, 0, 6.0 / 7},
		"equal shares":    {[]FlowSummary{flow(1000, 500), flow(2, 1)}, 0, 1},
		"one of four":     {[]FlowSummary{flow(1, 1), flow(1, 0), flow(1, 0)}, 1, 0.25},
		"nobody delivers": {[]FlowSummary{flow(1, 0)}, 0, math.NaN()},
		"nobody offers":   {[]FlowSummary{flow(0, 0)}, 0, math.NaN()},
	} {
		equal(t, name, jain(c.flows, c.none), Measure(c.want))
	}
}

// A run of no length has no rates.
func TestEmptyRun(t *testing.T) {
	s := NewLedger(testNames()).Close(0)
	for name, m := range map[string]Measure{
		"throughput": s.Total.Packets.Throughput, "utilisation": s.PerLink[rf].Utilisation,
		"goodput": s.Total.Packets.Goodput, "jitter": s.Jitter,
		"ratio": s.Total.Packets.DeliveryRatio, "delay": s.Total.Packets.DelayMax, "fairness": s.Jain,
	} {
		if !math.IsNaN(float64(m)) {
			t.Errorf("%s = %v, want NaN", name, m)
		}
	}
}

// Frames [0, 2), [1, 4) and [2, 3) overlap, [10, 13) is aborted at 11 while
// [10, 12) of another node goes on, and [19, 25) runs over the end at 20: the
// link is in use for 4 + 2 + 1 of 20 s, and nodes are on the air for
// 2 + 3 + 1 + 1 + 2 + 1 s.
func TestUtilisation(t *testing.T) {
	l := NewLedger(testNames())
	for _, r := range []Record{
		{At: 0, Kind: TxStart, Node: dock, Value: 2},
		{At: 1 * second, Kind: TxStart, Node: auv, Value: 3},
		{At: 2 * second, Kind: TxStart, Node: dummy, Value: 1},
		{At: 10 * second, Kind: TxStart, Node: dock, Value: 3},
		{At: 10 * second, Kind: TxStart, Node: dummy, Value: 2},
		{At: 11 * second, Kind: TxAbort, Node: dock, Value: 1},
		{At: 19 * second, Kind: TxStart, Node: auv, Value: 6},
	} {
		l.Emit(r)
	}
	s := l.Close(20 * second)
	equal(t, "utilisation", s.PerLink[acoustic].Utilisation, 7.0/20)
	equal(t, "airtime", s.PerLink[acoustic].Frames.Airtime, 10)
}

// The sizes that the documentation of Ledger states.
func TestLedgerMemory(t *testing.T) {
	if p, d := reflect.TypeFor[packet]().Size(), reflect.TypeFor[delivery]().Size(); p != 24 || d != 16 {
		t.Errorf("%d bytes for a packet and %d for a delivery, want 24 and 16", p, d)
	}
}

// onePacket emits all that a packet gives rise to.
func onePacket(l *Ledger, number uint64) {
	now := sim.Time(number) * second
	l.Emit(Record{At: now, Kind: Offered, Pkt: number, Node: dock, Peer: auv, Value: 512})
	l.Emit(Record{At: now, Kind: TxStart, Pkt: number, Node: dock, Peer: auv, Value: 0.1})
	l.Emit(Record{At: now, Kind: RxLost, Pkt: number, Node: dummy, Peer: dock, Cause: Fading})
	l.Emit(Record{At: now, Kind: RxOK, Pkt: number, Node: auv, Peer: dock})
	l.Emit(Record{At: now, Kind: Delivered, Pkt: number, Node: auv, Peer: dock, Value: 0.5})
}

// The tables grow now and then; spread over the packets that is nothing.
func TestLedgerDoesNotAllocate(t *testing.T) {
	l := NewLedger(testNames())
	number := uint64(0)
	next := func() { number++; onePacket(l, number) }
	for range 1000 {
		next()
	}
	if n := testing.AllocsPerRun(20_000, next); n != 0 {
		t.Errorf("%v allocations per packet, want 0", n)
	}
}

func BenchmarkLedger(b *testing.B) {
	b.ReportAllocs()
	l := NewLedger(testNames())
	number := uint64(0)
	for b.Loop() {
		number++
		onePacket(l, number)
	}
}

func BenchmarkLedgerClose(b *testing.B) {
	b.ReportAllocs()
	const packets = 1_000_000
	l := NewLedger(testNames())
	rnd := rand.New(rand.NewPCG(1, 0))
	for number := uint64(1); number <= packets; number++ {
		l.Emit(Record{Kind: Offered, Pkt: number, Node: dock, Peer: auv, Value: 512})
		l.Emit(Record{Kind: Delivered, Pkt: number, Node: auv, Peer: dock, Value: rnd.ExpFloat64()})
	}
	for b.Loop() {
		l.Close(second)
	}
}
