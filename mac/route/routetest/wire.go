// Package routetest checks that a routing protocol keeps the contract of networks, on random graphs whose ways lose nothing.
// Datagrams arrive at most once, none goes in a circle, none goes farther than it may, and what became of each is in the books. What a protocol
// claims beyond that is checked where it does: the fewest hops, that everything arrives which has a way, that routes heal.
//
// Begin with Conform.
package routetest

import (
	"time"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/trace"
)

// wire is a link whose ways lose nothing: who is near gets every packet, after its airtime and a tenth of a second.
type wire struct {
	kernel *sim.Kernel
	near   func(a, b mac.Addr) bool
	ends   map[mac.Addr]*end
	order  []mac.Addr
	sends  func(from mac.Addr, d *route.Datagram) // is told of hops
	gets   func(to mac.Addr, d *route.Datagram)
}

// end is the access protocol of a wire at a node: one packet after the other.
type end struct {
	wire  *wire
	addr  mac.Addr
	clock clock.Clock
	up    *mac.Port
	free  sim.Time // when it has sent all that it has
	down  bool
}

const (
	rate = 1000 // bit/s
	way  = 100 * time.Millisecond
)

func (w *wire) join(a mac.Addr, c clock.Clock, port *mac.Port) {
	w.ends[a] = &end{wire: w, addr: a, clock: c, up: port}
	w.order = append(w.order, a)
	port.Bind(w.ends[a])
}

// reaches reports whether a packet gets from one node to another now.
func (w *wire) reaches(from, to mac.Addr) bool {
	return from != to && w.ends[to] != nil && !w.ends[from].down && !w.ends[to].down && w.near(from, to)
}

// Send sends after what it has already.
func (e *end) Send(p *mac.Packet) error {
	k := e.wire.kernel
	if d, ok := p.Payload.(*route.Datagram); ok {
		e.wire.sends(e.addr, d)
	}
	e.free = max(e.free, k.Now()).Add(time.Duration(p.Bits) * time.Second / rate)
	k.NewTimer(sim.Comm, func(now sim.Time) { e.sent(p, now) }).Arm(e.free)
	return nil
}

// sent is the end of a packet. The sender knows whether one to a neighbour has arrived.
func (e *end) sent(p *mac.Packet, now sim.Time) {
	reached := 0
	for _, to := range e.wire.order {
		if !e.wire.reaches(e.addr, to) || p.Dst != mac.Everybody && p.Dst != to {
			continue
		}
		reached++
		there := e.wire.ends[to]
		e.wire.kernel.NewTimer(sim.Comm, func(then sim.Time) {
			if d, ok := p.Payload.(*route.Datagram); ok && !there.down {
				e.wire.gets(to, d)
			}
			if !there.down {
				there.up.Deliver(p, mac.Arrival{Began: there.clock.Local(then), Hop: e.addr})
			}
		}).Arm(now.Add(way))
	}
	if p.Dst != mac.Everybody && reached == 0 {
		e.up.Drop(p, trace.RetriesExhausted)
		return
	}
	e.up.Sent(p, p.Dst != mac.Everybody)
}

// What a protocol has beside Send.
func (e *end) Start()                         {}
func (e *end) Receive(*phy.Frame, phy.RxInfo) {}
func (e *end) TxDone(*phy.Frame)              {}
func (e *end) Collision()                     {}
