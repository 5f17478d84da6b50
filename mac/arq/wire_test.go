package arq

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// wire is an access protocol that sends each packet for a second, and has a test say how long it is
// under way then, or that it is lost. It stands for no water, so that a test chooses what happens.
type wire struct {
	phy.Listener
	net *network
	env mac.Env
}

func (wire) Validate() error { return nil }

// Build makes the wire of one node.
func (w wire) Build(env mac.Env) mac.MAC {
	w.env = env
	w.net.ends[env.Addr] = env.Up
	return w
}

func (wire) Start() {}

// Send sends for a second.
func (w wire) Send(p *mac.Packet) error {
	n := w.net
	s := p.Payload.(*segment)
	n.log = append(n.log, entry{n.kernel.Now(), s.acks, p.ID})
	way, lost := n.fate(s, len(n.log)-1)
	n.kernel.NewTimer(sim.Comm, func(sim.Time) { w.env.Up.Sent(p, false) }).Arm(n.kernel.Now().Add(time.Second))
	if !lost {
		n.kernel.NewTimer(sim.Comm, func(sim.Time) { n.ends[p.Dst].Deliver(p, mac.Arrival{}) }).Arm(n.kernel.Now().Add(time.Second + way))
	}
	return nil
}

// entry is a segment that was sent.
type entry struct {
	at     sim.Time
	ack    bool
	packet uint64
}

// network is two nodes joined by a wire.
type network struct {
	kernel *sim.Kernel
	fate   func(s *segment, n int) (way time.Duration, lost bool)
	ends   map[mac.Addr]mac.Upper
	layers [2]*Layer
	log    []entry
	got    []uint64
	ended  []string
}

// seconds is a modem that sends everything in a second.
type seconds struct{ phy.PHY }

func (seconds) Airtime(int) time.Duration { return time.Second }

// port is what is above a layer.
type port struct{ *network }

func (p port) Deliver(q *mac.Packet, _ mac.Arrival) {
	p.got = append(p.got, q.ID)
	p.network.got = p.got
}

func (p port) Sent(q *mac.Packet, acked bool) {
	p.ended = append(p.ended, fmt.Sprintf("p%d sent %v", q.ID, acked))
}

func (p port) Drop(q *mac.Packet, why trace.Cause) {
	p.ended = append(p.ended, fmt.Sprintf("p%d dropped: %v", q.ID, why))
}
func (p port) Requeue(*mac.Packet) {}

// join makes two nodes; the clock is that of both.
func join(c *Config, own clock.Clock, fate func(s *segment, n int) (time.Duration, bool)) *network {
	n := &network{kernel: sim.New(nil), fate: fate, ends: map[mac.Addr]mac.Upper{}}
	for i := range n.layers {
		n.layers[i] = c.Build(mac.Env{
			Kernel: n.kernel, Clock: own, Rand: rng.New(1).Stream("mac"), PHY: seconds{}, Addr: mac.Addr(i), Up: port{n},
			MaxDelay: func() time.Duration { return time.Second },
		}, wire{net: n})
	}
	return n
}

// send offers packets from node 0 to node 1, at intervals, and plays for a day.
func (n *network) send(t *testing.T, packets int, every time.Duration) {
	t.Helper()
	for i := range packets {
		n.kernel.NewTimer(sim.Comm, func(sim.Time) {
			if err := n.layers[0].Send(&mac.Packet{ID: uint64(i + 1), Dst: 1, Bits: 1000}); err != nil {
				t.Error(err)
			}
		}).Arm(sim.Time(i) * sim.Time(every))
	}
	if err := n.kernel.Run(context.Background(), sim.Time(24*time.Hour)); err != nil {
		t.Fatal(err)
	}
}

// sent returns how many segments with packets were sent.
func (n *network) sent() (count int) {
	for _, e := range n.log {
		if !e.ack {
			count++
		}
	}
	return count
}

func of(kind Kind, change func(*Config)) *Config {
	c := new(Config)
	c.Defaults()
	c.Kind, c.Length = kind, 1000
	change(c)
	return c
}

func both(t *testing.T, f func(t *testing.T, kind Kind)) {
	for _, kind := range []Kind{GoBackN, SelectiveRepeat} {
		t.Run(string(kind), func(t *testing.T) { f(t, kind) })
	}
}

// Where no acknowledgement ever comes back, a packet goes out once and is repeated twice, the receiver takes it once,
// and the sender gives it up.
func TestNoAcknowledgementEver(t *testing.T) {
	both(t, func(t *testing.T, kind Kind) {
		n := join(of(kind, func(c *Config) { c.Retries = 2 }), clock.Clock{}, func(s *segment, _ int) (time.Duration, bool) { return time.Second, s.acks })
		n.send(t, 3, 0)
		want := []string{"p1 dropped: retries-exhausted", "p2 dropped: retries-exhausted", "p3 dropped: retries-exhausted"}
		if !slices.Equal(n.got, []uint64{1, 2, 3}) || !slices.Equal(n.ended, want) || kind == SelectiveRepeat && n.sent() != 9 {
			t.Errorf("delivered %v, %d segments, ended %v", n.got, n.sent(), n.ended)
		}
	})
}

// The first packet is under way for 10 s and the others for 1 s. Selective repeat delivers them as they come,
// go-back-N in their order; each once, though the first one is repeated meanwhile.
func TestReordering(t *testing.T) {
	both(t, func(t *testing.T, kind Kind) {
		n := join(of(kind, func(c *Config) { c.Timeout = 5 * time.Second }), clock.Clock{}, func(s *segment, n int) (time.Duration, bool) {
			if n == 0 {
				return 10 * time.Second, false
			}
			return time.Second, false
		})
		n.send(t, 3, 0)
		want := []uint64{2, 3, 1}
		if kind == GoBackN {
			want = []uint64{1, 2, 3}
		}
		if !slices.Equal(n.got, want) || len(n.ended) != 3 {
			t.Errorf("delivered %v, not %v; ended %v", n.got, want, n.ended)
		}
	})
}

// Numbers go on from 2^32-1 to 0, also where every third segment is lost.
func TestNumbersWrap(t *testing.T) {
	both(t, func(t *testing.T, kind Kind) {
		n := join(of(kind, func(c *Config) { c.Retries = 1000 }), clock.Clock{}, func(_ *segment, n int) (time.Duration, bool) { return time.Second, n%3 == 2 })
		const last = math.MaxUint32 - 4
		f := newFlow(n.layers[0], 1)
		f.oldest = last
		n.layers[0].to[1], n.layers[0].flows = f, []*flow{f}
		n.layers[1].inbox(0).next = last
		n.send(t, 40, 0)
		slices.Sort(n.got)
		if len(n.got) != 40 || len(slices.Compact(n.got)) != 40 || len(n.ended) != 40 {
			t.Errorf("delivered %v, ended %v", n.got, n.ended)
		}
		if f.oldest != 40-5 {
			t.Errorf("the next number is %d, not 35", f.oldest)
		}
	})
}

// Each packet is under way 0.1 s longer than the one before, as to a vehicle that leaves, up to 20 times the first way.
// The learnt time-out grows with it: nothing is repeated.
func TestGrowingDelay(t *testing.T) {
	both(t, func(t *testing.T, kind Kind) {
		n := join(of(kind, func(*Config) {}), clock.Clock{}, func(s *segment, n int) (time.Duration, bool) {
			return time.Second + time.Duration(n)*50*time.Millisecond, false
		})
		n.send(t, 200, 10*time.Second)
		if n.sent() != 200 || len(n.got) != 200 {
			t.Errorf("%d segments for 200 packets, of which %d came", n.sent(), len(n.got))
		}
	})
}

// The first packet never comes through. It is given up after two repetitions, and those behind it are delivered.
func TestReceiverPassesOverWhatIsGivenUp(t *testing.T) {
	both(t, func(t *testing.T, kind Kind) {
		n := join(of(kind, func(c *Config) { c.Retries = 2 }), clock.Clock{}, func(s *segment, _ int) (time.Duration, bool) {
			return time.Second, s.carrier.ID == 1
		})
		n.send(t, 5, 0)
		if !slices.Equal(n.got, []uint64{2, 3, 4, 5}) || !slices.Contains(n.ended, "p1 dropped: retries-exhausted") || len(n.ended) != 5 {
			t.Errorf("delivered %v, ended %v", n.got, n.ended)
		}
	})
}

// With one packet under way both kinds send the same segments at the same times.
func TestWindowOfOneIsStopAndWait(t *testing.T) {
	play := func(kind Kind) []entry {
		n := join(of(kind, func(c *Config) { c.Window = 1 }), clock.Clock{}, func(_ *segment, n int) (time.Duration, bool) { return time.Second, n%5 == 3 })
		n.send(t, 50, 0)
		return n.log
	}
	back, selective := play(GoBackN), play(SelectiveRepeat)
	if !slices.Equal(back, selective) || len(back) < 100 {
		t.Errorf("go-back-N sends %v,\nselective repeat %v", back, selective)
	}
	for i := 1; i < len(back); i++ {
		if !back[i].ack && !back[i-1].ack && back[i].packet != back[i-1].packet {
			t.Errorf("packet %d follows packet %d, which nobody has acknowledged", back[i].packet, back[i-1].packet)
		}
	}
}

// A second after the end of a packet and its way of 1 s the acknowledgement begins, which takes 1 s and 1 s. So the
// first round trip is 3 s, by a clock that runs 1000 ppm fast 3.003 s.
func TestRoundTripIsByTheOwnClock(t *testing.T) {
	fast, err := clock.New(7*time.Hour, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	n := join(of(SelectiveRepeat, func(*Config) {}), fast, func(*segment, int) (time.Duration, bool) { return time.Second, false })
	n.send(t, 1, 0)
	if got, want := n.layers[0].to[1].wait.smoothed, 3003*time.Millisecond; got != want {
		t.Errorf("the round trip takes %v by the sender's clock, not %v", got, want)
	}
}
