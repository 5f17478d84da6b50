package mac_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/aloha"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// chain is a run of nodes on links, with a port on each link that a node is on. Sound goes at
// 1500 m/s and modems send 1000 bit/s.
type chain struct {
	t       *testing.T
	kernel  *sim.Kernel
	numbers *mac.Numbers
	records []trace.Record
	starts  []func()
}

func newChain(t *testing.T) *chain {
	return &chain{t: t, kernel: sim.New(nil), numbers: new(mac.Numbers)}
}

// Emit keeps a record.
func (c *chain) Emit(r trace.Record) { c.records = append(c.records, r) }

// link joins nodes, each at so many m, and returns their ports. The first node's clock is
// three hours ahead.
func (c *chain) link(index uint8, config mac.Config, at map[mac.Addr]float64) map[mac.Addr]*mac.Port {
	medium := phy.NewMedium(c.kernel, phy.Ideal{Speed: 1500}, c, index)
	ports := map[mac.Addr]*mac.Port{}
	ahead, err := clock.New(3*time.Hour, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	for addr := range mac.Addr(10) {
		x, there := at[addr]
		if !there {
			continue
		}
		modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff, Turnaround: time.Millisecond}
		radio := medium.Attach(addr, phy.Fixed{X: x}, modem, rng.New(1).Stream(fmt.Sprint(addr)))
		port := mac.NewPort(c.kernel, c.numbers, c, addr, index)
		env := mac.Env{
			Kernel: c.kernel, Rand: rng.New(2).Stream(fmt.Sprint(addr)), PHY: radio, Addr: addr, Up: port,
			MaxDelay: medium.MaxDelay, Tracer: c, Link: index,
		}
		if addr == 0 {
			env.Clock = ahead
		}
		protocol := config.Build(env)
		radio.Listen(protocol)
		port.Bind(protocol)
		ports[addr] = port
		c.starts = append(c.starts, protocol.Start)
	}
	return ports
}

// handle adds a handler that must be free.
func (c *chain) handle(p *mac.Port, service uint16, fn func(*mac.Packet, mac.Arrival)) {
	c.t.Helper()
	if err := p.Handle(service, fn); err != nil {
		c.t.Fatal(err)
	}
}

// at does something at a time.
func (c *chain) at(t time.Duration, fn func()) {
	c.kernel.NewTimer(sim.Comm, func(sim.Time) { fn() }).Arm(sim.Time(t))
}

func (c *chain) run() {
	c.t.Helper()
	for _, start := range c.starts {
		start()
	}
	if err := c.kernel.Run(context.Background(), sim.Time(time.Hour)); err != nil {
		c.t.Fatal(err)
	}
}

// plain is ALOHA without header, with acknowledgements if they are wanted.
func plain(acknowledge bool) mac.Config {
	c := aloha.Default().(*aloha.Config)
	c.Header, c.Acknowledge = 0, acknowledge
	return c
}

// Two services share a port. Each gets its own packets and nobody else's, with how they
// came: 1500 m away a packet of 500 bit that is sent at 1 s begins to arrive at 2 s, which
// is 3 h and 2 s by a clock that is three hours ahead.
func TestTwoServicesShareAPort(t *testing.T) {
	c := newChain(t)
	ports := c.link(0, plain(false), map[mac.Addr]float64{0: 0, 1: 1500})
	var got []string
	note := func(who string) func(*mac.Packet, mac.Arrival) {
		return func(p *mac.Packet, in mac.Arrival) {
			got = append(got, fmt.Sprintf("%s gets %v, service %d, begun %v, from %d, shift %g", who, p.Payload, p.Service, in.Began, in.Hop, in.Doppler))
		}
	}
	c.handle(ports[0], 0, note("the program"))
	c.handle(ports[0], 7, note("time sync"))
	c.at(time.Second, func() { ports[1].SendFor(7, 0, 500, 0, "a stamp") })
	c.at(5*time.Second, func() { ports[1].Send(0, 500, "a report") })
	c.at(9*time.Second, func() { ports[1].SendFor(8, 0, 500, 0, "a letter to nobody") })
	c.run()
	want := []string{
		"time sync gets a stamp, service 7, begun 10802.000000000s, from 1, shift 1",
		"the program gets a report, service 0, begun 10806.000000000s, from 1, shift 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	delivered := 0
	for _, r := range c.records {
		if r.Kind == trace.Delivered {
			delivered++
		}
	}
	if delivered != 3 {
		t.Errorf("%d deliveries are recorded: also a packet that nobody handles has arrived", delivered)
	}
	err := ports[0].Handle(7, note("another"))
	if err == nil || err.Error() != "service 7 of node 0 on link 0 has a handler already; each service has one" {
		t.Errorf("a second handler: %v", err)
	}
	if err := ports[0].OnOutcome(7, func(*mac.Packet, mac.Outcome) {}); err != nil {
		t.Error(err)
	}
	if err := ports[0].OnOutcome(7, func(*mac.Packet, mac.Outcome) {}); err == nil || !strings.Contains(err.Error(), "service 7") {
		t.Errorf("a second teller: %v", err)
	}
}

// A sender is told what became of each packet that was accepted, once and when it is so, and
// may send from there: without an acknowledgement at the end of the frame, with one when it
// has come (1500 m and 24 bit on the air later), or when the protocol gives up.
func TestOutcomes(t *testing.T) {
	for _, acknowledge := range []bool{false, true} {
		c := newChain(t)
		ports := c.link(0, plain(acknowledge), map[mac.Addr]float64{0: 0, 1: 1500})
		var got []string
		again := 0
		if err := ports[0].OnOutcome(3, func(p *mac.Packet, how mac.Outcome) {
			got = append(got, fmt.Sprintf("%v %d to %d: sent %v, acknowledged %v, %v", c.kernel.Now(), p.ID, p.Dst, how.Sent, how.Acknowledged, how.Why))
			if again++; again == 1 {
				ports[0].SendFor(3, 1, 500, 0, nil)
			}
		}); err != nil {
			t.Fatal(err)
		}
		c.at(time.Second, func() {
			ports[0].SendFor(3, 1, 500, 0, nil)
			ports[0].Send(1, 500, nil) // of somebody who does not ask
		})
		c.at(50*time.Second, func() { ports[0].SendFor(3, 5, 500, 0, nil) }) // who is not there
		c.run()
		want := []string{
			"1.500000000s 1 to 1: sent true, acknowledged false, ",
			"2.500000000s 3 to 1: sent true, acknowledged false, ",
			"50.500000000s 4 to 5: sent true, acknowledged false, ",
		}
		if acknowledge {
			want = []string{ // 0.5 s on the air, 1 s there, 0.024 s and 1 s back
				"3.524000000s 1 to 1: sent true, acknowledged true, ",
				"8.572000000s 3 to 1: sent true, acknowledged true, ",
			}
			if last := got[len(got)-1]; !strings.HasSuffix(last, "4 to 5: sent false, acknowledged false, retries-exhausted") {
				t.Errorf("of the one that nobody acknowledges: %s", last)
			}
			got = got[:len(got)-1]
		}
		if !slices.Equal(got, want) {
			t.Errorf("acknowledged %v: %q, want %q", acknowledge, got, want)
		}
	}
}

// Who sends again what its own sending has displaced would do so for ever: the run ends with an
// error instead.
func TestOutcomesForEver(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	c := newChain(t)
	config := plain(false).(*aloha.Config)
	config.Order = mac.Newest
	ports := c.link(0, config, map[mac.Addr]float64{0: 0, 1: 1500})
	again := func(p *mac.Packet, how mac.Outcome) {
		if !how.Sent {
			ports[0].SendFor(3, 1, 500, 0, nil)
		}
	}
	if err := ports[0].OnOutcome(3, again); err != nil {
		t.Fatal(err)
	}
	c.at(time.Second, func() {
		for range 3 {
			ports[0].SendFor(3, 1, 500, 0, nil)
		}
	})
	if err := c.kernel.Run(context.Background(), sim.Time(time.Hour)); !errors.Is(err, sim.ErrCrowded) {
		t.Errorf("the run ends with %v", err)
	}
}

// letter is a datagram: where it goes, whatever the hop.
type letter struct {
	from, to mac.Addr
	text     string
}

// A relay is an application on two ports: node 1 is on the link of node 0 and on that of node
// 2, and hands datagrams on. Each hop is a packet of its own; the number of hops is that of
// the links, and the way takes 0.1 s and 1 s on the first, 0.1 s and 2 s on the second.
func TestRelayBetweenTwoLinks(t *testing.T) {
	const routing = 1
	c := newChain(t)
	near := c.link(0, plain(false), map[mac.Addr]float64{0: 0, 1: 1500})
	far := c.link(1, plain(false), map[mac.Addr]float64{1: 1500, 2: 4500})
	hand := func(out *mac.Port, here mac.Addr) func(*mac.Packet, mac.Arrival) {
		return func(p *mac.Packet, in mac.Arrival) {
			if d := p.Payload.(*letter); d.to != here {
				if _, err := out.SendFor(routing, d.to, p.Bits, 0, d); err != nil {
					t.Error(err)
				}
			}
		}
	}
	c.handle(near[1], routing, hand(far[1], 1))
	c.handle(far[1], routing, hand(near[1], 1))
	var got []string
	for node, port := range map[mac.Addr]*mac.Port{0: near[0], 2: far[2]} {
		c.handle(port, routing, func(p *mac.Packet, in mac.Arrival) {
			d := p.Payload.(*letter)
			got = append(got, fmt.Sprintf("%v node %d gets %q of node %d from node %d in packet %d", c.kernel.Now(), node, d.text, d.from, in.Hop, p.ID))
		})
	}
	c.at(0, func() { near[0].SendFor(routing, 1, 100, 0, &letter{0, 2, "hello"}) })
	c.at(10*time.Second, func() { far[2].SendFor(routing, 1, 100, 0, &letter{2, 0, "well met"}) })
	c.run()
	want := []string{
		`3.200000000s node 2 gets "hello" of node 0 from node 1 in packet 2`,
		`13.200000000s node 0 gets "well met" of node 2 from node 1 in packet 4`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// A protocol tells of its states. Nobody has to listen, and the fingerprint of the run is the same.
func TestStates(t *testing.T) {
	k := sim.New(nil)
	silent := mac.Env{Kernel: k, Addr: 4, Link: 2}
	silent.Emit("contending", 3)
	if n := testing.AllocsPerRun(100, func() { silent.Emit("contending", 3) }); n != 0 {
		t.Errorf("%v allocations where nobody listens", n)
	}
	var c chain
	heard := silent
	heard.Tracer = &c
	heard.Emit("contending", 3)
	want := trace.Record{Node: 4, Peer: trace.None, Link: 2, Kind: trace.State, Note: "contending", Value: 3}
	if len(c.records) != 1 || c.records[0] != want {
		t.Errorf("%+v", c.records)
	}
	f, ledger := trace.NewFingerprint(), trace.NewLedger(trace.Names{Nodes: make([]string, 5), Links: make([]string, 3)})
	f.Emit(want)
	ledger.Emit(want)
	if f.Sum() != trace.NewFingerprint().Sum() {
		t.Error("the fingerprint hangs on it")
	}
}
