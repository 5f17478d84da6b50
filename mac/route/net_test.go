package route

import (
	"context"
	"testing"
	"time"

	"halocline/mac"
	"halocline/sim"
)

// at carries out what happens at some seconds of a run.
func at(t *testing.T, k *sim.Kernel, deeds map[int]func()) {
	t.Helper()
	for s, deed := range deeds {
		k.NewTimer(sim.Comm, func(sim.Time) { deed() }).Arm(sim.Time(s) * sim.Time(time.Second))
	}
	if err := k.Run(context.Background(), sim.Time(time.Hour)); err != nil {
		t.Fatal(err)
	}
}

// Of four datagrams to everybody, offered at 0, 10, 20 and 30 s, the first arrives at two nodes at 31 and 32 s, and the last at 40 s. The second, which
// never does, was offered 30 s before.
func TestHealing(t *testing.T) {
	k := sim.New(nil)
	net := NewNet(k, 0, nil, nil)
	var all []*Datagram
	offer := func() {
		all = append(all, net.begin(&mac.Packet{Src: 1, Dst: mac.Everybody, Bits: 1, Created: k.Now()}, nil))
	}
	first := func() { net.arrived(all[0]) }
	at(t, k, map[int]func(){0: offer, 10: offer, 20: offer, 30: offer, 31: first, 32: first, 40: func() { net.arrived(all[3]) }})
	if got := net.counts.healing; got != 30 {
		t.Errorf("%v s", got)
	}
}

// What a node passes on within the warm-up of 100 s is not counted, in any measure.
func TestPassedInWarmUp(t *testing.T) {
	k := sim.New(nil)
	net := NewNet(k, sim.Time(100*time.Second), nil, nil)
	n := &Node{Env: Env{Net: net, Kernel: k, Addr: 2}}
	hop := &mac.Packet{Payload: net.begin(&mac.Packet{Src: 1, Dst: 3}, nil)}
	sent := func() { n.outcome(hop, 0, mac.Outcome{Sent: true}) }
	at(t, k, map[int]func(){50: sent, 99: sent, 100: sent})
	if n.passed != 1 || net.counts.sent != 1 {
		t.Errorf("%d passed on, %d sent", n.passed, net.counts.sent)
	}
}
