package mactest

import (
	"errors"
	"fmt"

	"halocline/mac"
	"halocline/sim/trace"
)

// check looks at an act before it is entered into the book. It returns what
// the protocol does wrong, as the rest of a sentence that begins with the node,
// or nothing. A check that needs a memory beyond the book is a method of it.
type check func(b *book, a *act) string

// checks returns what is checked in every act.
func checks() []check {
	return []check{
		untouchedPackets, // the others take the number of a packet as it is
		oneFrameAtATime,
		soundFrames,
		framesOfOwnPackets,
		framesAsLoudAsTheirPackets,
		patience,
		soundAnswers,
		deliveriesOfPackets,
		deliveriesByFrames,
		arrivalsOfFrames,
		soundEnds,
		soundDrops,
		soundRequeues,
		soundRepeats,
		boundedQueue,
	}
}

// oneFrameAtATime: a protocol asks for a transmission only after the TxDone of
// the one before.
func oneFrameAtATime(b *book, a *act) string {
	if a.action == requests && b.radio(a).sending {
		return "transmits before its last transmission has ended with TxDone"
	}
	return ""
}

// soundFrames: a frame has bits, its sender's address, and a destination.
func soundFrames(b *book, a *act) string {
	if a.action != requests {
		return ""
	}
	switch f := a.frame; {
	case f.Bits <= 0:
		return fmt.Sprintf("transmits a frame of %d bits", f.Bits)
	case f.Src != a.node:
		return fmt.Sprintf("transmits a frame with the source address %d", f.Src)
	case f.Dst < mac.Everybody || int(f.Dst) >= b.nodes:
		return fmt.Sprintf("transmits a frame to the address %d, which no node has", f.Dst)
	case f.Cut < 0:
		return fmt.Sprintf("transmits a frame %g dB above full power", -f.Cut)
	}
	return ""
}

// framesOfOwnPackets: the packet of a frame was offered at this node, and is
// neither refused nor dropped.
func framesOfOwnPackets(b *book, a *act) string {
	if a.action != requests || a.frame.Pkt == 0 {
		return ""
	}
	switch p := b.packet(a.frame.Pkt); {
	case p == nil:
		return fmt.Sprintf("transmits packet %d, which nobody offered", a.frame.Pkt)
	case p.node != a.node:
		return fmt.Sprintf("transmits packet %d, which was offered to node %d", a.frame.Pkt, p.node)
	case p.refused:
		return fmt.Sprintf("transmits packet %d, which it refused", a.frame.Pkt)
	case p.dropped:
		return fmt.Sprintf("transmits packet %d, which it dropped", a.frame.Pkt)
	case p.finished:
		return fmt.Sprintf("transmits packet %d, which it reported as sent", a.frame.Pkt)
	}
	return ""
}

// framesAsLoudAsTheirPackets: a frame that carries a packet goes out with the power
// that the packet asks for, or with more if it is for others too.
func framesAsLoudAsTheirPackets(b *book, a *act) string {
	if a.action != requests || a.frame.Pkt == 0 {
		return ""
	}
	p := b.packet(a.frame.Pkt)
	if shared := a.frame.Dst == mac.Everybody && p.was.Dst != mac.Everybody; a.frame.Cut > p.was.Cut || a.frame.Cut < p.was.Cut && !shared {
		return fmt.Sprintf("transmits packet %d %g dB below full power; %g dB is asked for (is the packet's Cut copied into the frame?)", a.frame.Pkt, a.frame.Cut, p.was.Cut)
	}
	return ""
}

// patience: a protocol does not ask a radio that refuses over and over again
// without letting time go by.
func patience(b *book, a *act) string {
	const most = 10_000
	r := b.radio(a)
	if a.action == denies && r.denied == a.at && r.denials >= most {
		return fmt.Sprintf("has asked a radio that refuses %d times at one instant", r.denials)
	}
	return ""
}

// soundAnswers: Send returns nothing or one of the refusals, and what is refused
// was not touched.
func soundAnswers(b *book, a *act) string {
	if a.action != answers || a.err == nil {
		return ""
	}
	reasons := 0
	for _, refusal := range []error{mac.ErrQueueFull, mac.ErrRadioBusy, mac.ErrTooLong} {
		if errors.Is(a.err, refusal) {
			reasons++
		}
	}
	switch p := b.packet(a.packet.ID); {
	case reasons != 1:
		return fmt.Sprintf("refuses packet %d with %q, which is not exactly one of mac.ErrQueueFull, mac.ErrRadioBusy and mac.ErrTooLong", a.packet.ID, a.err)
	case p.bits > 0:
		return fmt.Sprintf("refuses packet %d, which it has transmitted", a.packet.ID)
	case p.dropped:
		return fmt.Sprintf("refuses packet %d, which it has dropped", a.packet.ID)
	}
	return ""
}

// deliveriesOfPackets: what is delivered was accepted, is for this node, and
// was not delivered to it before.
func deliveriesOfPackets(b *book, a *act) string {
	if a.action != delivers {
		return ""
	}
	id := a.packet.ID
	switch p := b.packet(id); {
	case p == nil:
		return fmt.Sprintf("delivers packet %d, which nobody offered", id)
	case p.refused:
		return fmt.Sprintf("delivers packet %d, which was refused", id)
	case !p.isFor(a.node):
		return fmt.Sprintf("delivers packet %d, which goes from node %d to %s", id, p.node, destination(p.was.Dst))
	case p.reached.has(a.node):
		return fmt.Sprintf("delivers packet %d twice", id)
	}
	return ""
}

// deliveriesByFrames: what is delivered came in frames, and they were as long as
// the packet.
func deliveriesByFrames(b *book, a *act) string {
	if a.action != delivers {
		return ""
	}
	p := b.packet(a.packet.ID)
	switch {
	case !p.arrived.has(a.node):
		return fmt.Sprintf("delivers packet %d, which no intact frame has brought (does the frame name it in Pkt?)", a.packet.ID)
	case p.bits < p.was.Bits:
		return fmt.Sprintf("delivers packet %d of %d bits after frames of %d bits in all", a.packet.ID, p.was.Bits, p.bits)
	}
	return ""
}

// arrivalsOfFrames: what is said of how a packet came is what the node knows of the frame
// that brought it.
func arrivalsOfFrames(b *book, a *act) string {
	if a.action != delivers {
		return ""
	}
	if came := b.packet(a.packet.ID).came[a.node]; a.in != came {
		return fmt.Sprintf("delivers packet %d as %+v, and its frame came as %+v (mac.NewArrival makes it, by the node's own clock)", a.packet.ID, a.in, came)
	}
	return ""
}

// soundEnds: what is reported as sent was sent by the node that accepted it, is reported
// once, and is acknowledged only if it has arrived.
func soundEnds(b *book, a *act) string {
	if a.action != finishes {
		return ""
	}
	id := a.packet.ID
	switch p := b.packet(id); {
	case p == nil || p.node != a.node || p.refused || p.dropped:
		return fmt.Sprintf("reports packet %d as sent, which it does not have", id)
	case p.finished:
		return fmt.Sprintf("reports packet %d as sent twice", id)
	case p.bits == 0:
		return fmt.Sprintf("reports packet %d as sent, which it never sent", id)
	case a.acked && (p.was.Dst == mac.Everybody || !p.reached.has(p.was.Dst)):
		return fmt.Sprintf("reports packet %d as acknowledged, which %s did not get", id, destination(p.was.Dst))
	}
	return ""
}

// untouchedPackets: a packet is what it was when it was offered.
func untouchedPackets(b *book, a *act) string {
	if a.packet == nil || a.action == offers {
		return ""
	}
	p := b.packet(a.packet.ID)
	switch {
	case p == nil && a.action == answers:
		return fmt.Sprintf("has changed the number of a packet to %d", a.packet.ID)
	case p == nil: // another check tells
	case *a.packet != p.was:
		return fmt.Sprintf("has changed packet %d from %+v to %+v", a.packet.ID, p.was, *a.packet)
	case *p.packet != p.was:
		return fmt.Sprintf("has changed packet %d of its sender from %+v to %+v", a.packet.ID, p.was, *p.packet)
	}
	return ""
}

// soundDrops: a packet is dropped once, by the node that accepted it, for a
// reason.
func soundDrops(b *book, a *act) string {
	if a.action != drops {
		return ""
	}
	id := a.packet.ID
	switch p := b.packet(id); {
	case p == nil:
		return fmt.Sprintf("drops packet %d, which nobody offered", id)
	case p.node != a.node:
		return fmt.Sprintf("drops packet %d, which was offered to node %d", id, p.node)
	case p.refused:
		return fmt.Sprintf("drops packet %d, which it refused", id)
	case p.dropped:
		return fmt.Sprintf("drops packet %d twice", id)
	case p.finished:
		return fmt.Sprintf("drops packet %d, which it reported as sent", id)
	case !a.cause.OfLoss():
		return fmt.Sprintf("drops packet %d without a cause", id)
	}
	return ""
}

// soundRequeues: only what was sent, and is not given up, is sent again.
func soundRequeues(b *book, a *act) string {
	if a.action != requeues {
		return ""
	}
	id := a.packet.ID
	switch p := b.packet(id); {
	case p == nil || p.node != a.node || p.refused || p.dropped || p.finished:
		return fmt.Sprintf("requeues packet %d, which it does not have", id)
	case p.bits == 0:
		return fmt.Sprintf("requeues packet %d, which it never sent", id)
	}
	return ""
}

// soundRepeats: a copy is one of a packet that was delivered here.
func soundRepeats(b *book, a *act) string {
	if a.action != repeats {
		return ""
	}
	if p := b.packet(a.packet.ID); p == nil || !p.reached.has(a.node) {
		return fmt.Sprintf("reports a copy of packet %d, which it has not delivered", a.packet.ID)
	}
	return ""
}

// boundedQueue: a node holds no more packets than it claims.
func boundedQueue(b *book, a *act) string {
	more := 0
	switch a.action {
	case answers:
		if p := b.packet(a.packet.ID); a.err == nil && !p.held && !p.dropped {
			more = 1
		}
	case requeues:
		if p := b.packet(a.packet.ID); !p.held && !p.settled() {
			more = 1
		}
	case begins:
		if p := b.packet(a.frame.Pkt); p != nil && p.answered && !p.held && !p.settled() {
			more = 1
		}
	}
	if held := b.held[a.node] + more; more > 0 && held > b.maxHeld {
		return fmt.Sprintf("holds %d packets, and at most %d are claimed: send one, drop it by Upper.Drop or refuse it, or claim more", held, b.maxHeld)
	}
	return ""
}

// undelivered says, when all is quiet, which packet arrived but was kept from
// its application, or was changed since; or nothing.
func undelivered(b *book) string {
	for i := range b.packets {
		p := &b.packets[i]
		if *p.packet != p.was {
			return fmt.Sprintf("packet %d was changed from %+v to %+v", i+1, p.was, *p.packet)
		}
		for node := range mac.Addr(b.nodes) {
			if p.arrived.has(node) && p.isFor(node) && !p.reached.has(node) {
				return fmt.Sprintf("node %d never delivers packet %d, which an intact frame from node %d has brought", node, i+1, p.node)
			}
		}
	}
	return ""
}

// unbalanced says where the books of the run, which were kept from its trace,
// do not add up or are not those of the kit, or nothing.
func unbalanced(b *book, s trace.Packets) string {
	t := b.totals()
	switch {
	case s.Accepted != s.Delivered+s.Dropped.Sum()+s.Lost.Sum()+s.InFlight:
		return fmt.Sprintf("the trace does not balance: accepted %d, delivered %d, dropped %d, lost %d, in flight %d",
			s.Accepted, s.Delivered, s.Dropped.Sum(), s.Lost.Sum(), s.InFlight)
	case s.InFlight != 0:
		return fmt.Sprintf("%d packets of the trace come to no end", s.InFlight)
	case t != totals{s.Offered, s.Refused.Sum(), s.Delivered, s.Dropped.Sum(), s.Lost.Sum()}:
		return fmt.Sprintf("the trace tells %d packets offered, %d refused, %d delivered, %d dropped and %d lost, but what passed was %+v",
			s.Offered, s.Refused.Sum(), s.Delivered, s.Dropped.Sum(), s.Lost.Sum(), t)
	}
	return ""
}

// destination names an address.
func destination(a mac.Addr) string {
	if a == mac.Everybody {
		return "everybody"
	}
	return fmt.Sprintf("node %d", a)
}
