package trace

import (
	"fmt"
	"math"
	"time"

	"halocline/sim"
)

// Ledger keeps the books of a run from its records alone: what became of every
// packet, what was on the air, delays, and the age of information.
//
// The fate of a packet is Delivered if it was delivered, whatever else is said
// of it (a sender whose acknowledgement got lost drops a packet that arrived).
// Otherwise it is the last Refused or Dropped; otherwise the last RxLost or
// RxMissed at its destination, or Unsent, unless a later TxStart or Requeued gave it
// another chance; otherwise it is in flight. A packet to everybody is delivered
// with its first delivery, and otherwise lost by the last loss at any node that it was
// strong enough for; if there is no such node, because it is below the threshold.
//
// Everything counts from time 0, or from the end of a warm-up: see CountFrom.
//
// A packet that takes a datagram of a network to the next node counts on its link only; one to all neighbours gives no delays. The datagram
// counts on the link of the network, in the totals, and in flows.
//
// Left out: energy, and relays without a network (a loss at a node that is not the destination is no fate). Attempts are not told apart: if the first is lost while a second is
// already in the water, the packet counts as lost until the second arrives.
//
// Memory: 24 bytes for a packet offered and 16 for each delivery, and 24 more for
// each delivery while the books are closed.
//
// Records that cannot be true are programming errors of a model, and panic.
type Ledger struct {
	names      Names
	last       sim.Time       // of the last record
	begin      sim.Time       // the end of the warm-up
	first      uint64         // number of the first packet that was not offered before
	packets    pages[packet]  // by number; the first is not used
	counts     []nodeCounts   // by link * nodes + node
	hops       []packetCounts // the same, of packets that take datagrams on; nil where there are none
	hopping    []uint64       // which these are: a bit for each number
	arrivals   []arrivals     // the same
	common     []common       // the same
	channels   []channel      // by link
	flows      []flow
	routes     routes // by the index of their flows
	deliveries pages[delivery]
}

// packet is what must be remembered of one until the end.
type packet struct {
	bits        float64
	source      int32
	destination int32
	reached     int32 // nodes that have it
	link        uint8
	fate        fate
	cause       Cause // why refused or dropped
	lost        Cause // why lost, while no later attempt is under way
}

// fate is what is known of a packet. Later ones outrank earlier ones, but
// refused and dropped replace each other.
type fate uint8

const (
	unknown fate = iota // never offered
	pending
	refused
	dropped
	delivered
)

// nodeCounts holds the counts of one node on one link.
type nodeCounts struct {
	sent, control, aborted int64
	airtime                time.Duration
	until                  sim.Time // end of the last frame that it sent
	counted                bool     // that frame is one of those sent

	packetCounts
	told broadcastOffers // packets to everybody that it offered
}

// packetCounts holds the counts of packets of one node on one link.
type packetCounts struct {
	requeued, duplicates, copies int64   // of packets that it offered
	arrivedBits, duplicateBits   float64 // of these packets, bit
	taken                        int64   // packets delivered to it
	takenBits                    float64 // bit
}

// broadcastOffers is what a node offered to everybody on a link.
type broadcastOffers struct {
	first  sim.Time // offer of a status packet
	status bool     // there was one
	counts int64    // packets offered that count
}

// channel measures for how long at least one node of a link was on the air.
type channel struct {
	until sim.Time // end of the last of the frames on the air
	mark  sim.Time // busy is known up to here
	busy  time.Duration
}

type route struct{ source, destination int32 }

// A flow of status packets has an age of information from their first offer on.
type flow struct {
	route
	delivered int64
	first     sim.Time // offer of a status packet
	status    bool     // there was one
	offered   int64    // packets to the destination that count
	told      int64    // of these, those to everybody
	heard     bool     // something was delivered in the time that counts
	last      float64  // delay of the last delivery, s
	wander    float64  // sum of the changes of the delay from each delivery to the next, s
	age       age
}

type delivery struct {
	delay float64 // s
	flow  int32   // or noFlow
	link  uint8
}

// noFlow is in place of the flow of a packet that takes a datagram on.
const noFlow = -1

// NewLedger returns the empty books of a run with these nodes and links.
func NewLedger(names Names) *Ledger {
	if len(names.Nodes) > math.MaxInt32 || len(names.Links) > math.MaxUint8+1 {
		panic("trace: more nodes or links than a record can name")
	}
	return &Ledger{
		names:    names,
		packets:  pages[packet]{make([]packet, 1)},
		counts:   make([]nodeCounts, len(names.Nodes)*len(names.Links)),
		arrivals: make([]arrivals, len(names.Nodes)*len(names.Links)),
		common:   make([]common, len(names.Nodes)*len(names.Links)),
		channels: make([]channel, len(names.Links)),
	}
}

// Emit enters a record.
func (l *Ledger) Emit(r Record) { l.enter(&r) }

func (l *Ledger) enter(r *Record) {
	if r.Kind == Sample || r.Kind == Digest || r.Kind == Fact || r.Kind == State {
		return
	}
	if r.Kind == RxOK || r.Kind == RxLost || r.Kind == RxMissed {
		l.arrive(r)
		return
	}
	if fault := l.fault(r); fault != "" {
		reject(*r, fault)
	}
	l.last = r.At
	counts := r.At >= l.begin
	switch r.Kind {
	case Offered:
		l.offer(r)
		if !counts {
			l.first = max(l.first, r.Pkt+1)
		}
		l.open(r, counts)
	case Refused:
		l.giveUp(r, refused)
	case Dropped:
		l.giveUp(r, dropped)
	case Requeued:
		p := l.packet(r)
		p.lost = NoCause
		if counts {
			l.origin(p, r.Pkt).requeued++
		}
	case Delivered:
		l.deliver(r, counts)
	case Duplicate:
		if p := l.packet(r); counts {
			from := l.origin(p, r.Pkt)
			from.duplicates++
			from.duplicateBits += p.bits
		}
	case TxStart:
		l.start(r)
	case TxAbort:
		l.abort(r)
	case Unsent:
		if r.Pkt != 0 {
			l.packet(r).lost = r.Cause
		}
	}
}

func (l *Ledger) offer(r *Record) {
	const gap = 1 << 16 // more numbers than this are never skipped by a run that counts
	if n := uint64(l.packets.len()); r.Pkt >= n {
		if r.Pkt-n > gap {
			reject(*r, "packet numbers are not dense")
		}
		for ; n <= r.Pkt; n++ {
			l.packets.add(packet{})
		}
	}
	p := l.packets.at(int(r.Pkt))
	if p.fate != unknown {
		reject(*r, "packet offered twice")
	}
	*p = packet{bits: r.Value, source: r.Node, destination: r.Peer, link: r.Link, fate: pending}
}

// open notes that packets go from one node to another, or to everybody.
func (l *Ledger) open(r *Record, counts bool) {
	if r.Note == Hop {
		l.hop(r.Pkt)
		return
	}
	if r.Peer == None {
		to := &l.countsOf(r.Link, r.Node).told
		if !r.Event && !to.status {
			to.first, to.status = r.At, true
		}
		if counts {
			to.counts++
		}
		return
	}
	f := &l.flows[l.flow(r.Node, r.Peer)]
	if !r.Event && !f.status {
		f.first, f.status = r.At, true
	}
	if counts {
		f.offered++
	}
}

func (l *Ledger) giveUp(r *Record, f fate) {
	if p := l.packet(r); p.fate < delivered {
		p.fate, p.cause = f, r.Cause
	}
}

// deliver enters a delivery, which counts unless it lies within the warm-up. Its delay
// counts if the packet was offered behind it.
func (l *Ledger) deliver(r *Record, counts bool) {
	p := l.packet(r)
	if counts {
		from, here := l.origin(p, r.Pkt), l.packetsOf(p, r.Pkt, r.Node)
		if p.fate == delivered {
			from.copies++
		} else {
			from.arrivedBits += p.bits
		}
		here.taken++
		here.takenBits += p.bits
	}
	p.fate = delivered
	p.reached++
	if l.isHop(r.Pkt) {
		if r.Pkt >= l.first && p.destination != None {
			l.deliveries.add(delivery{delay: r.Value, flow: noFlow, link: r.Link})
		}
		return
	}
	i := l.flow(p.source, r.Node)
	f := &l.flows[i]
	f.heard = f.heard || counts
	f.age.deliver(r.At, r.At.Add(-sim.Seconds(r.Value)), l.begin)
	if r.Pkt < l.first {
		return
	}
	if f.delivered > 0 {
		f.wander += math.Abs(r.Value - f.last)
	}
	f.last = r.Value
	f.delivered++
	l.deliveries.add(delivery{delay: r.Value, flow: i, link: r.Link})
}

func (l *Ledger) start(r *Record) {
	here := l.countsOf(r.Link, r.Node)
	here.until, here.counted = r.At.Add(sim.Seconds(r.Value)), r.At >= l.begin
	here.airtime += l.counted(r.At, here.until)
	if here.counted {
		here.sent++
	}
	switch {
	case r.Pkt != 0:
		l.packet(r).lost = NoCause
	case here.counted:
		here.control++
	}
	c := &l.channels[r.Link]
	c.advance(r.At)
	c.until = max(c.until, here.until)
}

func (l *Ledger) abort(r *Record) {
	here := l.countsOf(r.Link, r.Node)
	if here.until < r.At {
		reject(*r, "nothing on the air to abort")
	}
	if here.counted {
		here.aborted++
	}
	here.airtime -= l.counted(r.At, here.until)
	here.until = r.At
	c := &l.channels[r.Link]
	c.advance(r.At)
	c.until = r.At
	for n := range l.names.Nodes {
		c.until = max(c.until, l.countsOf(r.Link, int32(n)).until)
	}
}

func (l *Ledger) lose(r *Record) {
	if r.Pkt == 0 {
		return
	}
	p := l.packet(r)
	switch {
	case p.destination == r.Node,
		p.destination == None && (r.Cause != BelowThreshold || p.lost == NoCause):
		p.lost = r.Cause
	}
}

// advance counts the time on the air until now.
func (c *channel) advance(now sim.Time) {
	if busy := min(c.until, now); busy > c.mark {
		c.busy += busy.Sub(c.mark)
	}
	c.mark = max(c.mark, now) // which begins at the end of the warm-up
}

// packet returns the packet of a record, which must have been offered.
func (l *Ledger) packet(r *Record) *packet {
	if r.Pkt < uint64(l.packets.len()) {
		if p := l.packets.at(int(r.Pkt)); p.fate != unknown {
			return p
		}
	}
	reject(*r, "packet never offered")
	return nil
}

// index returns the index of the counts and of the arrivals of a node on a link.
func (l *Ledger) index(link uint8, node int32) int { return int(link)*len(l.names.Nodes) + int(node) }

func (l *Ledger) countsOf(link uint8, node int32) *nodeCounts { return &l.counts[l.index(link, node)] }

// origin returns the counts of the node and the link where p was offered.
func (l *Ledger) origin(p *packet, number uint64) *packetCounts {
	return l.packetsOf(p, number, p.source)
}

// packetsOf returns the counts of a node in which p is.
func (l *Ledger) packetsOf(p *packet, number uint64, node int32) *packetCounts {
	i := l.index(p.link, node)
	if l.isHop(number) {
		return &l.hops[i]
	}
	return &l.counts[i].packetCounts
}

// hop notes that a packet takes a datagram on.
func (l *Ledger) hop(number uint64) {
	if l.hops == nil {
		l.hops = make([]packetCounts, len(l.counts))
	}
	for uint64(len(l.hopping)) <= number/64 {
		l.hopping = append(l.hopping, 0)
	}
	l.hopping[number/64] |= 1 << (number % 64)
}

// isHop reports whether a packet takes a datagram on.
func (l *Ledger) isHop(number uint64) bool {
	word := number / 64
	return word < uint64(len(l.hopping)) && l.hopping[word]>>(number%64)&1 == 1
}

// flow returns the index of a flow, which is opened if it is new.
func (l *Ledger) flow(source, destination int32) int32 {
	i := l.routes.of(source, destination)
	if i < 0 {
		i = l.routes.add(source, destination)
		l.flows = append(l.flows, flow{route: route{source, destination}})
	}
	return i
}

// fault says what makes a record impossible, whatever came before except its
// time.
func (l *Ledger) fault(r *Record) string {
	nodes := int32(len(l.names.Nodes))
	switch {
	case r.At < l.last:
		return "earlier than the record before"
	case r.Node < 0 || r.Node >= nodes:
		return "no such node"
	case r.Peer < None || r.Peer >= nodes:
		return "no such peer"
	case int(r.Link) >= len(l.names.Links):
		return "no such link"
	}
	switch r.Kind {
	case Offered:
		if r.Pkt == 0 {
			return "packet without a number"
		}
		return badQuantity(r.Value)
	case Delivered, Duplicate, TxStart, TxAbort:
		return badQuantity(r.Value)
	case Refused, Dropped, RxLost, RxMissed, Unsent, Down:
		if !r.Cause.OfLoss() {
			return "no cause"
		}
	case Requeued, RxOK, Switched, Powered, Docked, Up:
	case Used, Outdated:
		return badQuantity(r.Value)
	default:
		return "unknown kind"
	}
	return ""
}

func badQuantity(x float64) string {
	if x >= 0 && x <= math.MaxFloat64 {
		return ""
	}
	return "bits or seconds neither positive nor zero"
}

func reject(r Record, fault string) {
	panic(fmt.Sprintf("trace: %s: %s %+v", fault, r.Kind, r))
}
