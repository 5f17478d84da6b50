package trace

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"halocline/sim"
)

// The run that is worked by hand in TestHandWorkedRun, counted from 20 s on. Packet 8 is
// offered at that moment, requeued and in flight; 9 arrives after 3 s and once more.
// Over radio nothing comes before. In sound the dock's frames from 20 s to 20.5 s and
// from 99.5 s to the end count, and the loss at 21 s. What the auv knows at 20 s is of
// 13 s: its age grows from 7 to 13 s at 26 s and, with what was made at 23 s, from 3 to 77 s.
func TestHandWorkedRunAfterAWarmup(t *testing.T) {
	l := NewLedger(testNames())
	l.CountFrom(20 * second)
	for _, r := range handWorked() {
		l.Emit(r)
	}
	s := l.Close(100 * second)
	none := Measure(math.NaN())
	nothing := Delay{none, none, none, none, none}
	equal(t, "time", []float64{s.Duration, s.Warmup}, []float64{100, 20})
	equal(t, "total", s.Total.Packets, Packets{
		Offered: 2, Accepted: 2, Delivered: 1, InFlight: 1, Requeued: 1, Duplicates: 1,
		OfferedBits: 2560, DeliveredBits: 2048, ArrivedBits: 2048, DuplicateBits: 2048, DeliveryRatio: 0.5, ReachedAny: 0.5, Coverage: none, OfferedRate: 32, Throughput: 51.2, Goodput: 25.6,
		Delay: Delay{3, 3, 3, 3, 3},
	})
	equal(t, "auv", s.PerNode[auv].Packets, Packets{DeliveryRatio: none, ReachedAny: none, Coverage: none, Delay: nothing})
	equal(t, "received", []int64{s.PerNode[dock].Received, s.PerNode[auv].Received, s.PerNode[dummy].Received}, []int64{0, 1, 0})
	equal(t, "acoustic frames", s.PerLink[acoustic].Frames, Frames{Sent: 2, Control: 1, Lost: Tally{Collision: 1}, Airtime: 1, Load: 1.0 / 80})
	equal(t, "rf frames", s.PerLink[rf].Frames, Frames{Sent: 4, Control: 2, Aborted: 1, Received: 2, Lost: Tally{Aborted: 1}, Airtime: 5, Load: 5.0 / 80})
	equal(t, "utilisation", []Measure{s.PerLink[acoustic].Utilisation, s.PerLink[rf].Utilisation}, []Measure{1.0 / 80, 4.0 / 80})
	equal(t, "fairness and jitter", []Measure{s.Jain, s.Jitter}, []Measure{1, none})
	equal(t, "flows", s.PerFlow, []FlowSummary{
		{Source: "dock", Destination: "auv", Offered: 2, Delivered: 1, Delay: Delay{3, 3, 3, 3, 3}, Jitter: none, AgeMean: 37.75, AgePeak: 77},
	})
}

// The same counted from 41.5 s on, in the middle of two frames over radio: that of the
// auv from 40 to 42 s and that of the dummy, which begins at 41 s and stops at 43 s. Both
// were begun before, so none is sent or aborted, but 0.5 s and 1.5 s of them count, and
// the link is in use for 1.5 s of 58.5 s. The arrival that is lost at 44 s counts.
func TestWarmupEndsWithinFrames(t *testing.T) {
	l := NewLedger(testNames())
	l.CountFrom(41*second + second/2)
	for _, r := range handWorked() {
		l.Emit(r)
	}
	s := l.Close(100 * second)
	equal(t, "rf frames", s.PerLink[rf].Frames, Frames{Lost: Tally{Aborted: 1}, Airtime: 2, Load: Measure(2 / 58.5)})
	equal(t, "utilisation", s.PerLink[rf].Utilisation, Measure(1.5/58.5))
	if s.Total.Packets.Offered != 0 || len(s.PerFlow) != 0 {
		t.Errorf("%+v", s.Total.Packets)
	}
}

// Frames [1, 10), aborted at 3, and [4, 10) with a warm-up of 6 s and an end at 2, 5, 8
// and 12 s: of the first nothing counts, of the second what lies between 6 s and the end. A
// run that ends within its warm-up has no rates.
func TestRunEndsAroundItsWarmup(t *testing.T) {
	for _, row := range []struct {
		end     float64
		airtime float64
		use     float64
	}{{2, 0, math.NaN()}, {5, 0, math.NaN()}, {8, 2, 1}, {12, 4, 4.0 / 6}} {
		l := NewLedger(testNames())
		l.CountFrom(6 * second)
		for _, r := range []Record{
			{At: 1 * second, Kind: TxStart, Node: dock, Value: 9},
			{At: 3 * second, Kind: TxAbort, Node: dock, Value: 2},
			{At: 4 * second, Kind: TxStart, Node: auv, Value: 6},
		} {
			if r.At.Seconds() <= row.end {
				l.Emit(r)
			}
		}
		s := l.Close(sim.Time(row.end * 1e9))
		equal(t, "airtime", s.Total.Frames, Frames{Airtime: row.airtime, Load: ratio(row.airtime, max(0, row.end-6))})
		equal(t, "utilisation", s.PerLink[acoustic].Utilisation, Measure(row.use))
		equal(t, "throughput", math.IsNaN(float64(s.Total.Packets.Throughput)), math.IsNaN(row.use))
	}
}

// Whatever the models emit, the packets that were offered in time, and no others, have
// the fates that their records say, and the books balance. Deliveries, repetitions and
// arrivals count if they happen in time, whatever the packet.
func TestBooksBalanceAfterAWarmup(t *testing.T) {
	names := Names{Nodes: []string{"a", "b", "c", "d", "e"}, Links: []string{"x", "y"}}
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		records := randomRun(rnd, names, 40+10*int(seed))
		last := records[len(records)-1].At
		begin := records[rnd.IntN(len(records))].At // records at this very moment are frequent
		l := NewLedger(names)
		l.CountFrom(begin)
		var frames, requeued, duplicates, deliveries int64
		bits, sizes, arrived := 0.0, map[uint64]float64{}, map[uint64]bool{}
		for _, r := range records {
			l.Emit(r)
			if r.Kind == Offered {
				sizes[r.Pkt] = r.Value
			}
			if r.At >= begin && r.Kind == Delivered && !arrived[r.Pkt] {
				bits += sizes[r.Pkt]
			}
			arrived[r.Pkt] = arrived[r.Pkt] || r.Kind == Delivered
			switch {
			case r.At < begin:
			case r.Kind == Requeued:
				requeued++
			case r.Kind == Duplicate:
				duplicates++
			case r.Kind == Delivered:
				deliveries++
			case r.Kind == TxStart || r.Kind == RxOK || r.Kind == RxLost || r.Kind == RxMissed:
				frames++
			}
		}
		s := l.Close(last + second)
		p := s.Total.Packets
		if ends := p.Refused.Sum() + p.Delivered + p.Dropped.Sum() + p.Lost.Sum() + p.InFlight; ends != p.Offered {
			t.Errorf("seed %d: %d ends for %d packets", seed, ends, p.Offered)
		}
		want := tallyOf(records, func(r Record) bool { return r.At >= begin })
		equal(t, "total", Packets{
			Offered: p.Offered, Refused: p.Refused, Accepted: p.Accepted, Delivered: p.Delivered, Dropped: p.Dropped,
			Lost: p.Lost, InFlight: p.InFlight, OfferedBits: p.OfferedBits, DeliveredBits: p.DeliveredBits,
		}, want)
		if f := s.Total.Frames; f.Sent+f.Received+f.Lost.Sum()+f.Missed.Sum() != frames || p.Requeued != requeued || p.Duplicates != duplicates ||
			received(s) != deliveries || p.ArrivedBits != bits || math.Abs(float64(p.Goodput)*(last+second).Sub(begin).Seconds()-bits) > 1e-9 {
			t.Errorf("seed %d: %+v and %+v, want %d frames and arrivals, %d requeued, %d duplicates, %d deliveries of %g bits", seed, f, p, frames, requeued, duplicates, deliveries, bits)
		}
	}
}

// received adds up what all nodes got.
func received(s Summary) (sum int64) {
	for i := range s.PerNode {
		sum += s.PerNode[i].Received
	}
	return sum
}

// The updates that are worked by hand in TestLoops, counted from 2 s on: those of 0 and
// 1 s are left out, although the second one is outdated at 2.5 s. Of the others those of
// 2 and 5 s are used at 3 and 5.3 s, that of 4 s is lost and that of 6 s waits. The age
// grows from 0 at 2 s to 3.3 s at 5.3 s, falls to 0.3 s and grows to 1.3 s at the end at 6.3 s: in the mean it is
// (3.3^2/2 + (0.3 + 1.3)/2)/4.3 s. There is one period, of 3 s.
func TestLoopsAfterAWarmup(t *testing.T) {
	l := NewLoops(3)
	l.CountFrom(2 * second)
	keepSix(l)
	s := l.Close(Names{Nodes: []string{"dock", "auv", "other"}}, 63*second/10)[0]
	if s.Offered != 4 || s.Used != 2 || s.Outdated != 0 || s.NotDelivered != 1 || s.Waiting != 1 {
		t.Errorf("%+v", s)
	}
	equal(t, "times", []Measure{s.AgeMean, s.AgePeak, s.DelayMean, s.PeriodAvg, s.PeriodMin, s.Jitter}, []Measure{(3.3*3.3/2 + 0.8) / 4.3, 3.3, 0.65, 3, 3, 0})
}

// A warm-up of no time is none: the books are the same to the last bit. One that is told
// of too late is a mistake.
func TestNoWarmup(t *testing.T) {
	plain, told := NewBooks(testNames()), NewBooks(testNames())
	told.CountFrom(0)
	for _, r := range handWorked() {
		plain.Emit(r)
		told.Emit(r)
	}
	want := text(t, plain.Ledger.Close(100*second))
	if got := text(t, told.Ledger.Close(100*second)); got != want || strings.Contains(got, "warmup") {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	defer func() {
		if got, _ := recover().(string); !strings.HasPrefix(got, "trace: ") {
			t.Errorf("panic %q", got)
		}
	}()
	told.CountFrom(second)
}

// What lies within a warm-up does not allocate either, but for the packets.
func TestWarmupDoesNotAllocate(t *testing.T) {
	l := NewLedger(testNames())
	l.CountFrom(1 << 62)
	number := uint64(0)
	next := func() { number++; onePacket(l, number) }
	for range 1000 {
		next()
	}
	if n := testing.AllocsPerRun(20_000, next); n != 0 {
		t.Errorf("%v allocations per packet, want 0", n)
	}
	if s := l.Close(1 << 62); s.Total.Packets.Offered != 0 || s.Total.Frames.Sent != 0 || len(s.PerFlow) != 0 {
		t.Errorf("%+v", s.Total)
	}
}
