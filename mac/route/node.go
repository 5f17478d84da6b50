package route

import (
	"errors"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim/trace"
)

// Node is the network at one node: what its Router acts through, and what is below the network's port there.
type Node struct {
	Env
	config *Common
	router Router
	seen   []uint32 // by number modulo its length: the greatest number of a datagram that has been here
	held   []*holding
	free   []*holding
	passed int64 // hop packets with datagrams of others
}

// message is what routers tell each other.
type message struct{ body any }

// Carries says that it is of a network, and that each counts: a table may be several messages.
func (*message) Carries() (from, to mac.Addr) { return mac.Everybody, mac.Everybody }

// Occasional says that nobody waits for the next one.
func (*message) Occasional() {}

// NewNode makes the network at a node, and its router.
func NewNode(config Config, env Env) (*Node, error) {
	n := &Node{Env: env, config: config.Shared(), seen: make([]uint32, config.Shared().Memory)}
	n.router = config.Build(n)
	for i, w := range n.Ways {
		err := w.Port.Handle(service, func(p *mac.Packet, in mac.Arrival) { n.receive(p, i, in) })
		if err == nil {
			err = w.Port.OnOutcome(service, func(p *mac.Packet, how mac.Outcome) { n.outcome(p, i, how) })
		}
		if err != nil {
			return nil, err
		}
	}
	n.Net.nodes = append(n.Net.nodes, n)
	return n, nil
}

// Start implements mac.MAC.
func (n *Node) Start() {
	if s, ok := n.router.(Starter); ok {
		s.Start()
	}
}

// Receive implements phy.Listener: a network has no radio of its own.
func (n *Node) Receive(*phy.Frame, phy.RxInfo) {}

// TxDone implements phy.Listener.
func (n *Node) TxDone(*phy.Frame) {}

// Collision implements phy.Listener.
func (n *Node) Collision() {}

// Send implements mac.MAC: a datagram begins here.
func (n *Node) Send(p *mac.Packet) error {
	d := n.Net.begin(p, n)
	n.remember(d)
	n.forward(d, true, mac.Arrival{Hop: n.Addr})
	return nil
}

// receive takes a packet of a link.
func (n *Node) receive(p *mac.Packet, link int, in mac.Arrival) {
	switch m := p.Payload.(type) {
	case *Datagram:
		n.arrive(m, in)
	case *message:
		if t, ok := n.router.(Talking); ok {
			t.Hear(m.body, p.Src, link, in)
		}
	}
}

// arrive takes a copy of a datagram. Whom it is for gets it once.
func (n *Node) arrive(d *Datagram, in mac.Arrival) {
	first := n.remember(d)
	if !first {
		n.Net.count(func(c *counts) { c.repeated++ })
	}
	if (d.Dst == n.Addr || d.Dst == mac.Everybody) && d.Src != n.Addr && first {
		n.Net.arrived(d)
		n.Up.Deliver(d.Packet, in)
	}
	if d.Dst != n.Addr {
		n.forward(d, first, in)
	}
}

// remember notes that a datagram has been here. It reports whether that is the first time. Of one that is older than what the
// node remembers nobody knows, and it counts as a copy.
func (n *Node) remember(d *Datagram) (first bool) {
	newest := &n.seen[d.Number%uint32(len(n.seen))]
	first = d.Number > *newest
	*newest = max(*newest, d.Number)
	return first
}

// forward has the router decide.
func (n *Node) forward(d *Datagram, first bool, in mac.Arrival) {
	n.keep(d)
	n.router.Forward(d, first, in)
	n.done(d)
}

// SendTo sends a datagram to a neighbour on one of the links, with what the routing protocol writes in it.
func (n *Node) SendTo(d *Datagram, next mac.Addr, link int, header any) {
	if n.config.spent(d.Hops) {
		n.Drop(d, trace.HopLimit)
		return
	}
	hop := &Datagram{Packet: d.Packet, Number: d.Number, Hops: d.Hops + 1, Header: header, life: d.life, was: d}
	n.keep(hop)
	if _, err := n.Ways[link].Port.SendFor(service, next, d.Bits+n.config.Header, 0, hop); err != nil {
		n.failed(d, next, link, causeOf(err))
		n.done(hop)
	}
}

// Broadcast sends a datagram to all neighbours on all links.
func (n *Node) Broadcast(d *Datagram, header any) {
	d.life.spread = true
	for link := range n.Ways {
		n.SendTo(d, mac.Everybody, link, header)
	}
}

// Tell tells the routers of all neighbours on a link something.
func (n *Node) Tell(link, bits int, body any) {
	if _, err := n.Ways[link].Port.SendFor(service, mac.Everybody, bits, 0, &message{body}); err == nil {
		n.Net.count(func(c *counts) { c.control++; c.controlBits += float64(bits) })
	}
}

// Drop gives a copy of a datagram up. Where there may be others, it is dropped when none is left.
func (n *Node) Drop(d *Datagram, why trace.Cause) {
	l := d.life
	l.why = why
	if !l.spread && !l.over() {
		l.dropped = true
		n.Up.Drop(d.Packet, why)
	}
}

// causeOf returns the cause of a refusal.
func causeOf(err error) trace.Cause {
	switch {
	case errors.Is(err, mac.ErrQueueFull):
		return trace.QueueFull
	case errors.Is(err, mac.ErrRadioBusy):
		return trace.RadioBusy
	case errors.Is(err, mac.ErrTooLong):
		return trace.TooLong
	}
	return trace.Outage
}

// failed has the router find another way, or gives the copy up.
func (n *Node) failed(d *Datagram, next mac.Addr, link int, why trace.Cause) {
	if t, ok := n.router.(Told); ok && next != mac.Everybody {
		t.Failed(d, next, link, why)
		return
	}
	n.Drop(d, why)
}

// outcome takes what became of a packet of a link.
func (n *Node) outcome(p *mac.Packet, link int, how mac.Outcome) {
	d, ok := p.Payload.(*Datagram)
	if !ok {
		return
	}
	if how.Sent {
		d.life.last = n.Kernel.Now()
		n.Net.count(func(c *counts) {
			c.sent++
			if d.Src != n.Addr {
				n.passed++
			}
		})
		n.tellSent(d)
	} else {
		n.failed(d.was, p.Dst, link, how.Why)
	}
	n.done(d)
}

// tellSent tells the sender that its datagram is on its way, once.
func (n *Node) tellSent(d *Datagram) {
	if l := d.life; d.Src == n.Addr && !l.told && !l.dropped {
		l.told = true
		n.Up.Sent(d.Packet, false)
	}
}

// keep notes that one more copy of a datagram is at a node.
func (n *Node) keep(d *Datagram) { d.life.copies++ }

// done notes that one is not any more. The sender hears of it when none is at its node and none was sent.
func (n *Node) done(d *Datagram) {
	l := d.life
	if l.copies--; l.copies == 0 && !l.told && d.Src == n.Addr && !l.over() {
		l.dropped = true
		if l.why == trace.NoCause {
			l.why = trace.NoRoute
		}
		n.Up.Drop(d.Packet, l.why)
	}
}
