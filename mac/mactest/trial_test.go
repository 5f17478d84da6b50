package mactest

import (
	"math"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/simtest"
)

// turns is a protocol in which nodes take turns on their own clocks: a turn lasts
// for a packet of 512 bits, its way, and a guard. It keeps one packet.
type turns struct {
	guard time.Duration
	late  time.Duration // how long after the beginning of its turn a node sends
}

func (*turns) Validate() error { return nil }

func (c *turns) Build(env mac.Env) mac.MAC {
	n := &turn{turns: c, env: env}
	n.timer = env.Kernel.NewTimer(sim.Comm, n.send)
	return n
}

// slot returns how long a turn lasts.
func (c *turns) slot(env mac.Env) time.Duration {
	return env.PHY.Airtime(512) + env.MaxDelay() + c.guard
}

type turn struct {
	*turns
	env   mac.Env
	timer *sim.Timer
	p     *mac.Packet
	busy  bool
	frame phy.Frame
}

func (n *turn) Start() {}

func (n *turn) Send(p *mac.Packet) error {
	if n.p != nil {
		return mac.ErrQueueFull
	}
	n.p = p
	n.await()
	return nil
}

// await waits for the node's next turn, more than a turn from now.
func (n *turn) await() {
	slot := int64(n.slot(n.env))
	number := int64(n.env.Clock.Local(n.env.Kernel.Now()))/slot + 2
	for number%int64(len(n.env.Stations)) != int64(n.env.Addr) {
		number++
	}
	n.timer.Arm(n.env.Clock.Kernel(sim.Time(number * slot)).Add(n.late))
}

func (n *turn) send(sim.Time) {
	n.frame = phy.Frame{Src: n.env.Addr, Dst: n.p.Dst, Bits: n.p.Bits, Pkt: n.p.ID, Payload: n.p}
	if n.busy || n.env.PHY.Transmit(&n.frame) != nil {
		n.await()
		return
	}
	n.p, n.busy = nil, true
}

func (n *turn) TxDone(f *phy.Frame) {
	n.busy = false
	n.env.Up.Sent(f.Payload.(*mac.Packet), false)
}

func (n *turn) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Dst == n.env.Addr || f.Dst == mac.Everybody {
		n.env.Up.Deliver(f.Payload.(*mac.Packet), mac.NewArrival(n.env.Clock, f, info))
	}
}

func (n *turn) Collision() {}

// tried returns what the trials say.
func tried(c mac.Config, terms Terms) *recorder {
	r := new(recorder)
	terms.MaxBits = 512
	endure(r, func() mac.Config { return c }, terms.filled(), 1, trials)
	return r
}

// Claims that hold are believed, and others are not: nodes that take turns need a
// guard as long as clocks are apart, and never send together where they have one.
func TestClaims(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const ms = time.Millisecond
	flawed := func(flaw string) mac.Config { return &config{flaw: flaw, shared: new(shared)} }
	on := &turns{guard: 50 * ms}
	for name, c := range map[string]struct {
		config mac.Config
		terms  Terms
		want   string // "": nothing
	}{
		"no flaw":           {flawed(""), Terms{MinJain: 0.9}, ""},
		"turns":             {on, Terms{MinJain: 0.95, Slot: on.slot, Exclusive: true, ClockTolerance: 50 * ms}, ""},
		"turns, no guard":   {&turns{}, Terms{Exclusive: true}, ""},
		"too much claimed":  {on, Terms{ClockTolerance: 120 * ms}, " packets are lost, with clocks that agree 0"},
		"no guard for way":  {&turns{guard: -400 * ms}, Terms{Exclusive: true, ClockTolerance: 300 * ms}, "and exclusive use is claimed"},
		"late":              {&turns{late: 1}, Terms{Slot: on.slot}, "which is not the beginning of a slot of "},
		"not slotted":       {flawed(""), Terms{Slot: on.slot}, "which is not the beginning of a slot of "},
		"together":          {flawed(""), Terms{Exclusive: true}, "does, and exclusive use is claimed"},
		"starves":           {flawed("starves the first"), Terms{}, "node 0 gets no packet delivered in 4h0m0s, and all nodes "},
		"favours":           {flawed("favours the first"), Terms{}, "at least 0.5 is claimed; if the protocol prefers some of them by design, claim less in Terms.MinJain"},
		"favours, admitted": {flawed("favours the first"), Terms{MinJain: 0.1}, ""},
		"dead after a jam":  {flawed("does not outlast a jam"), Terms{}, " gets no packet delivered in 4h0m0s, after a jam of 1m0s, and all nodes "},
	} {
		t.Run(name, func(t *testing.T) {
			r := tried(c.config, c.terms)
			switch {
			case c.want == "" && (len(r.errors) > 0 || len(r.logs) != 1):
				t.Errorf("%q, %q", r.errors, r.logs)
			case c.want != "" && (len(r.errors) != 1 || !strings.Contains(r.errors[0], c.want)):
				t.Errorf("found %q, not %q", r.errors, c.want)
			}
		})
	}
}

// Trials are symmetric: every node has the others at the same distances, and the
// jammer is as far from all. Clocks are apart by the tolerance, and by no more.
func TestTrials(t *testing.T) {
	terms := Terms{ClockTolerance: time.Second}.filled()
	for seed := uint64(1); seed <= trials; seed++ {
		s := newTrial(seed, terms, true)
		n := s.nodes()
		least, most := time.Hour, -time.Hour
		for i := range n {
			ahead := s.clocks[i].Local(0).Sub(0)
			least, most = min(least, ahead), max(most, ahead)
			for step := 1; step <= n; step++ {
				between := func(i, k int) float64 { return s.at[i].Position(0).Dist(s.at[k].Position(0)) }
				if step < n && math.Abs(between(i, (i+step)%n)-between(0, step)) > 1e-6 || math.Abs(between(i, n)-between(0, n)) > 1e-6 {
					t.Errorf("seed %d: node %d is better or worse off", seed, i)
				}
			}
		}
		if most-least != time.Second {
			t.Errorf("seed %d: clocks are %v apart", seed, most-least)
		}
		if newTrial(seed, terms, false).clocks[0].Local(5) != 5 {
			t.Errorf("seed %d: the clocks of the first trial are off", seed)
		}
	}
}

// Of 1, 2 and 3 packets the index is 6^2/(3*14) = 6/7; of nothing it is 0.
func TestJain(t *testing.T) {
	if got := (&run{served: []int{1, 2, 3}}).jain(); math.Abs(got-6.0/7) > 1e-12 {
		t.Errorf("%g", got)
	}
	if got := (&run{served: []int{0, 0}}).jain(); got != 0 {
		t.Errorf("%g of nothing", got)
	}
}
