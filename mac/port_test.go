package mac

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
	"unsafe"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// stub is a protocol that answers as it is told.
type stub struct {
	answer error
	sent   []*Packet
}

func (s *stub) Send(p *Packet) error {
	s.sent = append(s.sent, p)
	return s.answer
}

func (*stub) Start()                         {}
func (*stub) TxDone(*phy.Frame)              {}
func (*stub) Receive(*phy.Frame, phy.RxInfo) {}
func (*stub) Collision()                     {}

// records is a tracer that keeps everything.
type records []trace.Record

func (r *records) Emit(record trace.Record) { *r = append(*r, record) }

// at calls fn at a time.
func at(t *testing.T, k *sim.Kernel, when sim.Time, fn func()) {
	t.Helper()
	k.NewTimer(sim.Comm, func(sim.Time) { fn() }).Arm(when)
	if err := k.Run(context.Background(), when); err != nil {
		t.Fatal(err)
	}
}

// A hundred years of 365 days are 3,153,600,000 s.
func TestSlots(t *testing.T) {
	const century = 3_153_600_000 * time.Second
	for _, c := range []struct {
		n            int64
		length, want time.Duration
	}{
		{0, time.Second, 0},
		{3, 2 * time.Second, 6 * time.Second},
		{-3, 2 * time.Second, -6 * time.Second},
		{5, 0, 0},
		{1, century, century},
		{3_153_600_000, time.Second, century},
		{3_153_599_999, time.Second, century - time.Second},
		{1e6, 1e6 * time.Second, century}, // 10^12 s; in 64 bits of nanoseconds they wrap around
		{1 << 30, 1e6 * time.Second, century},
		{math.MaxInt64, 1, century},
	} {
		if got := Slots(c.n, c.length); got != c.want {
			t.Errorf("%d slots of %v are %v, not %v", c.n, c.length, got, c.want)
		}
	}
}

// Everything that passes a port is recorded, with the node, the other end and
// the link, and nothing else is.
func TestPortRecords(t *testing.T) {
	k, got, protocol := sim.New(nil), new(records), new(stub)
	port := NewPort(k, new(Numbers), got, 4, 2)
	port.Bind(protocol)
	if port.Addr() != 4 {
		t.Errorf("address %d", port.Addr())
	}
	var delivered []*Packet
	if err := port.Handle(0, func(p *Packet, in Arrival) {
		if in.Hop != 3 {
			t.Errorf("%+v", in)
		}
		delivered = append(delivered, p)
	}); err != nil {
		t.Fatal(err)
	}

	payload := new(int)
	at(t, k, 1e9, func() {
		if err := port.Send(7, 512, payload); err != nil {
			t.Error(err)
		}
	})
	sent := protocol.sent[0]
	if want := (Packet{ID: 1, Src: 4, Dst: 7, Bits: 512, Created: 1e9, Payload: payload}); *sent != want {
		t.Errorf("sent %+v, not %+v", *sent, want)
	}
	at(t, k, 2e9, func() {
		protocol.answer = ErrQueueFull
		port.Send(Everybody, 8, nil)
		protocol.answer = fmt.Errorf("in the middle of a frame: %w", ErrRadioBusy)
		if err := port.Send(7, 8, nil); err != protocol.answer {
			t.Errorf("Send returns %v, not the protocol's own refusal", err)
		}
		protocol.answer = ErrTooLong
		port.Send(7, 9, nil)
	})
	at(t, k, 3e9, func() {
		port.Requeue(sent)
		port.Drop(sent, trace.RetriesExhausted)
	})
	foreign := &Packet{ID: 9, Src: 1, Dst: 4, Bits: 64, Created: 1_500_000_000}
	at(t, k, 4e9, func() { port.Deliver(foreign, Arrival{Hop: 3}) })
	at(t, k, 5e9, func() { port.Duplicate(foreign) })

	want := []trace.Record{
		{At: 1e9, Link: 2, Node: 4, Peer: 7, Kind: trace.Offered, Pkt: 1, Value: 512},
		{At: 2e9, Link: 2, Node: 4, Peer: trace.None, Kind: trace.Offered, Pkt: 2, Value: 8},
		{At: 2e9, Link: 2, Node: 4, Peer: trace.None, Kind: trace.Refused, Pkt: 2, Cause: trace.QueueFull},
		{At: 2e9, Link: 2, Node: 4, Peer: 7, Kind: trace.Offered, Pkt: 3, Value: 8},
		{At: 2e9, Link: 2, Node: 4, Peer: 7, Kind: trace.Refused, Pkt: 3, Cause: trace.RadioBusy},
		{At: 2e9, Link: 2, Node: 4, Peer: 7, Kind: trace.Offered, Pkt: 4, Value: 9},
		{At: 2e9, Link: 2, Node: 4, Peer: 7, Kind: trace.Refused, Pkt: 4, Cause: trace.TooLong},
		{At: 3e9, Link: 2, Node: 4, Peer: 7, Kind: trace.Requeued, Pkt: 1},
		{At: 3e9, Link: 2, Node: 4, Peer: 7, Kind: trace.Dropped, Pkt: 1, Cause: trace.RetriesExhausted},
		{At: 4e9, Link: 2, Node: 4, Peer: 1, Kind: trace.Delivered, Pkt: 9, Value: 2.5},
		{At: 5e9, Link: 2, Node: 4, Peer: 1, Kind: trace.Duplicate, Pkt: 9, Value: 3.5},
	}
	if !slices.Equal(*got, want) {
		t.Errorf("records %+v\nnot %+v", *got, want)
	}
	if !slices.Equal(delivered, []*Packet{foreign}) {
		t.Errorf("delivered %v", delivered)
	}
}

// A packet that is sent with less power says so, and its number comes back, also
// where it is refused. Send is full power.
func TestPortSendWith(t *testing.T) {
	k, protocol := sim.New(nil), new(stub)
	port := NewPort(k, &Numbers{last: 41}, nil, 4, 2)
	port.Bind(protocol)
	number, err := port.SendWith(7, 512, 12.5, "payload")
	if want := (Packet{ID: 42, Src: 4, Dst: 7, Bits: 512, Cut: 12.5, Payload: "payload"}); err != nil || number != 42 || *protocol.sent[0] != want {
		t.Errorf("number %d, error %v, packet %+v", number, err, *protocol.sent[0])
	}
	protocol.answer = ErrQueueFull
	if number, err := port.SendWith(7, 512, 3, nil); number != 43 || !errors.Is(err, ErrQueueFull) {
		t.Errorf("number %d, error %v", number, err)
	}
	protocol.answer = nil
	if err := port.Send(7, 8, nil); err != nil || protocol.sent[2].Cut != 0 {
		t.Errorf("error %v, %g dB", err, protocol.sent[2].Cut)
	}
	for _, cut := range []float64{-0.1, math.NaN()} {
		func() {
			defer func() {
				if got := recover(); got != "mac: packet with more than full power" {
					t.Errorf("%g dB: panics with %v", cut, got)
				}
			}()
			port.SendWith(7, 8, cut, nil)
		}()
	}
}

// Packets are numbered from 1 without gaps over all ports of a run, refused ones
// included.
func TestPortNumbers(t *testing.T) {
	k, numbers, protocol := sim.New(nil), new(Numbers), new(stub)
	var ports []*Port
	for addr := range Addr(3) {
		port := NewPort(k, numbers, nil, addr, 0)
		port.Bind(protocol)
		ports = append(ports, port)
	}
	for i := range 30 {
		protocol.answer = nil
		if i%4 == 0 {
			protocol.answer = ErrQueueFull
		}
		ports[i*i%3].Send(Everybody, 1, nil)
	}
	for i, p := range protocol.sent {
		if p.ID != uint64(i+1) {
			t.Errorf("packet %d has number %d", i+1, p.ID)
		}
	}
	if len(protocol.sent) != 30 {
		t.Errorf("%d packets", len(protocol.sent))
	}
}

// Without a tracer and without an application a port still works.
func TestPortAlone(t *testing.T) {
	port := NewPort(sim.New(nil), new(Numbers), nil, 0, 0)
	protocol := new(stub)
	port.Bind(protocol)
	if err := port.Send(1, 8, nil); err != nil {
		t.Error(err)
	}
	port.Deliver(protocol.sent[0], Arrival{})
	port.Requeue(protocol.sent[0])
	port.Drop(protocol.sent[0], trace.Expired)
}

// Mistakes of whoever calls panic and say what is wrong.
func TestPortMistakes(t *testing.T) {
	for _, c := range []struct {
		name   string
		bits   int
		answer error
		want   string
	}{
		{"no bits", 0, nil, "mac: packet without bits"},
		{"less than none", -1, nil, "mac: packet without bits"},
		{
			"unknown refusal", 8, errors.New("not today"),
			`mac: a protocol refused a packet with "not today", which is not ErrQueueFull, ErrRadioBusy or ErrTooLong`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			port := NewPort(sim.New(nil), new(Numbers), nil, 0, 0)
			port.Bind(&stub{answer: c.answer})
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("panics with %v, not %q", got, c.want)
				}
			}()
			port.Send(1, c.bits, nil)
		})
	}
}

// A port lies in one cache line, of 64 bytes: in a large network each packet finds the
// ports of its sender and of its receivers in memory and not in the cache.
func TestPortCacheLine(t *testing.T) {
	if size := unsafe.Sizeof(Port{}); size > 64 {
		t.Errorf("%d bytes", size)
	}
}
