package mactest

import (
	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// act is one thing that passes between a protocol and what is above or below
// it.
type act struct {
	at     sim.Time
	node   mac.Addr
	band   int // of requests to receives
	action action
	packet *mac.Packet // of offers to requeues
	frame  *phy.Frame  // of requests to receives
	in     mac.Arrival // of receives and delivers
	acked  bool        // of finishes
	cause  trace.Cause // of drops
	err    error       // of answers
}

// action says what passes.
type action uint8

const (
	offers   action = iota // an application calls Send
	answers                // the protocol returns from Send
	delivers               // the protocol calls Deliver
	finishes               // the protocol calls Sent
	drops                  // the protocol calls Drop
	requeues               // the protocol calls Requeue
	repeats                // the protocol calls Duplicate
	requests               // the protocol calls Transmit
	denies                 // the radio does not take the frame
	begins                 // the radio takes it
	aborts                 // the protocol calls Abort
	ends                   // the radio calls TxDone
	receives               // the radio calls Receive
)

// book is what is known of a run from its acts.
type book struct {
	nodes   int
	maxHeld int
	packets []trackedPacket // by number of the packet, from 1
	held    []int           // by node: packets that are held
	radios  [][]radio       // by node and band
	carried int             // frames with a packet that were begun
}

// trackedPacket is a packet and what became of it.
type trackedPacket struct {
	packet   *mac.Packet
	was      mac.Packet // as it was offered
	node     mac.Addr   // where it was offered
	answered bool
	refused  bool
	finished bool                     // reported as sent
	came     map[mac.Addr]mac.Arrival // by node: of the last intact frame that brought it
	dropped  bool
	cause    trace.Cause // of the drop
	held     bool        // see hold
	bits     int         // in all frames that carried it
	arrived  nodes       // to which a frame brought it intact
	reached  nodes       // to which it was delivered
}

// radio is what one radio is doing.
type radio struct {
	sending bool
	aborted bool
	denials int // at one instant
	denied  sim.Time
}

// nodes is a set of nodes.
type nodes uint32

func (n nodes) has(a mac.Addr) bool { return n>>a&1 == 1 }

func (n *nodes) add(a mac.Addr) { *n |= 1 << a }

func newBook(nodes, maxHeld int) *book {
	return &book{nodes: nodes, maxHeld: maxHeld, held: make([]int, nodes), radios: make([][]radio, nodes)}
}

// radio returns the radio that an act is about.
func (b *book) radio(a *act) *radio {
	for len(b.radios[a.node]) <= a.band {
		b.radios[a.node] = append(b.radios[a.node], radio{})
	}
	return &b.radios[a.node][a.band]
}

// packet returns the packet of a number, or nil.
func (b *book) packet(number uint64) *trackedPacket {
	if number == 0 || number > uint64(len(b.packets)) {
		return nil
	}
	return &b.packets[number-1]
}

// isFor reports whether the packet is for a node.
func (p *trackedPacket) isFor(a mac.Addr) bool {
	return a != p.node && (p.was.Dst == a || p.was.Dst == mac.Everybody)
}

// enter takes an act into the book. It has passed all checks.
func (b *book) enter(a *act) {
	var p *trackedPacket
	switch {
	case a.action == offers:
		b.packets = append(b.packets, trackedPacket{packet: a.packet, was: *a.packet, node: a.node})
		return
	case a.packet != nil:
		p = b.packet(a.packet.ID)
	case a.frame != nil:
		p = b.packet(a.frame.Pkt)
	}
	switch a.action {
	case answers:
		p.answered, p.refused = true, a.err != nil
		b.hold(p, !p.refused && !p.dropped)
	case delivers:
		p.reached.add(a.node)
		b.hold(p, p.held)
	case finishes:
		p.finished = true
	case drops:
		p.dropped, p.cause = true, a.cause
		b.hold(p, false)
	case requeues:
		b.hold(p, true)
	default:
		b.enterFrame(a, p)
	}
}

// enterFrame takes an act of a radio into the book; of a frame with a packet, if there is one.
func (b *book) enterFrame(a *act, p *trackedPacket) {
	r := b.radio(a)
	switch a.action {
	case denies:
		if r.denied != a.at {
			r.denied, r.denials = a.at, 0
		}
		r.denials++
	case begins:
		r.sending, r.aborted = true, false
		if p != nil {
			b.carried++
			p.bits += a.frame.Bits
			b.hold(p, p.answered)
		}
	case aborts:
		r.aborted = r.sending
	case ends:
		r.sending = false
		if p != nil && !r.aborted {
			b.hold(p, false)
		}
	case receives:
		if p != nil {
			p.arrived.add(a.node)
			if p.came == nil {
				p.came = map[mac.Addr]mac.Arrival{}
			}
			p.came[a.node] = a.in
		}
	}
}

// settled reports whether a packet has reached its only destination. Its sender
// may still repeat it, or has heard by now that it need not: nobody can tell.
func (p *trackedPacket) settled() bool { return p.reached != 0 && p.was.Dst != mac.Everybody }

// hold changes whether a packet is held by its node: whether it was neither sent
// nor dropped since it was accepted or requeued. One that has arrived does not
// count.
func (b *book) hold(p *trackedPacket, held bool) {
	held = held && !p.settled()
	switch {
	case held && !p.held:
		b.held[p.node]++
	case !held && p.held:
		b.held[p.node]--
	}
	p.held = held
}

// open returns the first packet that is still held, or nil.
func (b *book) open() *trackedPacket {
	for i := range b.packets {
		if p := &b.packets[i]; p.held {
			return p
		}
	}
	return nil
}

// unended returns the first packet that was accepted and of which nobody has said what
// became of it, or nil.
func (b *book) unended() *trackedPacket {
	for i := range b.packets {
		if p := &b.packets[i]; p.answered && !p.refused && !p.finished && !p.dropped {
			return p
		}
	}
	return nil
}

// totals counts packets by their ends.
func (b *book) totals() totals {
	t := totals{offered: int64(len(b.packets))}
	for i := range b.packets {
		switch p := &b.packets[i]; {
		case p.refused:
			t.refused++
		case p.reached != 0:
			t.delivered++
		case p.dropped:
			t.dropped++
		case !p.held:
			t.lost++
		}
	}
	return t
}

// totals is how many packets ended how.
type totals struct{ offered, refused, delivered, dropped, lost int64 }
