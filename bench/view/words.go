package view

import (
	"fmt"
	"strconv"

	"halocline/sim"
	"halocline/sim/trace"
)

func simTime(ns int64) sim.Time { return sim.Time(ns) }

// node returns the name of a node.
func (r *run) node(i int32) string {
	if i < 0 || int(i) >= len(r.head.Nodes) {
		return "everybody"
	}
	return r.head.Nodes[i].Name
}

// link returns the name of a link.
func (r *run) link(i uint8) string {
	if int(i) >= len(r.head.Links) {
		return ""
	}
	return r.head.Links[i].Name
}

// frameName names a frame in a sentence.
func frameName(x *trace.Record) string {
	switch {
	case x.Frame == 0 && x.Pkt == 0:
		return "a frame"
	case x.Frame == 0:
		return fmt.Sprintf("a frame with packet %d", x.Pkt)
	case x.Pkt == 0:
		return fmt.Sprintf("frame %d", x.Frame)
	}
	return fmt.Sprintf("frame %d with packet %d", x.Frame, x.Pkt)
}

// sentence says in words what a record says.
func (r *run) sentence(x *trace.Record) string {
	node, peer := r.node(x.Node), r.node(x.Peer)
	switch x.Kind {
	case trace.Offered, trace.Refused, trace.Dropped, trace.Requeued, trace.Delivered, trace.Duplicate, trace.Unsent:
		return r.ofPacket(x, node, peer)
	case trace.TxStart:
		return fmt.Sprintf("%s begins to send %s to %s, for %s.", node, frameName(x), peer, inTime(x.Value))
	case trace.TxAbort:
		return fmt.Sprintf("%s stops sending %s to %s after %s.", node, frameName(x), peer, inTime(x.Value))
	case trace.RxOK:
		return fmt.Sprintf("%s receives %s of %s%s.", node, frameName(x), peer, ratio(x))
	case trace.RxLost:
		return fmt.Sprintf("%s loses %s of %s, which it was receiving%s: %s.", node, frameName(x), peer, ratio(x), x.Cause)
	case trace.RxMissed:
		return fmt.Sprintf("%s misses %s of %s%s: %s.", node, frameName(x), peer, ratio(x), x.Cause)
	}
	return r.ofNode(x, node, peer)
}

// ofPacket is the sentence of what becomes of a packet.
func (r *run) ofPacket(x *trace.Record, node, peer string) string {
	switch x.Kind {
	case trace.Offered:
		sort := "packet"
		if x.Event {
			sort = "request"
		}
		return fmt.Sprintf("%s has a new %s %d of %s bit for %s.", node, sort, x.Pkt, short(x.Value), peer)
	case trace.Refused:
		return fmt.Sprintf("%s does not take packet %d for %s: %s.", node, x.Pkt, peer, x.Cause)
	case trace.Dropped:
		return fmt.Sprintf("%s gives up packet %d for %s: %s.", node, x.Pkt, peer, x.Cause)
	case trace.Requeued:
		return fmt.Sprintf("%s will send packet %d to %s again.", node, x.Pkt, peer)
	case trace.Delivered:
		return fmt.Sprintf("%s has packet %d of %s, %s after its offer.", node, x.Pkt, peer, inTime(x.Value))
	case trace.Duplicate:
		return fmt.Sprintf("%s has packet %d of %s once more, %s after its offer.", node, x.Pkt, peer, inTime(x.Value))
	}
	return fmt.Sprintf("%s does not send %s to %s: %s.", node, frameName(x), peer, x.Cause)
}

// ofNode is the sentence of what a node, its program or its protocol does.
func (r *run) ofNode(x *trace.Record, node, peer string) string {
	switch x.Kind {
	case trace.Used:
		return fmt.Sprintf("%s acts on a measurement of %s, which is %s old.", node, peer, inTime(x.Value))
	case trace.Outdated:
		return fmt.Sprintf("%s does not act on a measurement of %s, which is %s old.", node, peer, inTime(x.Value))
	case trace.Switched:
		return fmt.Sprintf("%s goes over to what comes on %s.", node, r.link(x.Link))
	case trace.Powered:
		return fmt.Sprintf("%s sends to %s with %s dB less than full power from now on.", node, peer, short(x.Value))
	case trace.Docked:
		return fmt.Sprintf("%s has reached its berth at %s, at a distance of %s m.", node, peer, short(x.Value))
	case trace.Down:
		return fmt.Sprintf("%s is silent on %s from now on: %s.", node, r.link(x.Link), x.Cause)
	case trace.Up:
		return fmt.Sprintf("%s is not silent on %s any more.", node, r.link(x.Link))
	case trace.Digest:
		return "A digest is taken of all motion and readings so far."
	case trace.State:
		return fmt.Sprintf("%s on %s: %s, %s.", node, r.link(x.Link), x.Note, short(x.Value))
	case trace.Fact:
		return fmt.Sprintf("%s tells: %s, %s.", node, x.Note, short(x.Value))
	}
	return fmt.Sprintf("%s: %s %s.", node, x.Kind, short(x.Value))
}

// ratio is the SINR of a reception in a sentence.
func ratio(x *trace.Record) string {
	if !(x.Value > 0) || x.Value > 1e300 {
		return ""
	}
	return fmt.Sprintf(" at a SINR of %.1f dB", x.Written())
}

// short writes a number with at most six digits.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// inTime writes a time in a unit that fits it.
func inTime(s float64) string {
	switch {
	case s == 0:
		return "0 s"
	case s < 1e-3 && s > -1e-3:
		return short(s*1e6) + " µs"
	case s < 1 && s > -1:
		return short(s*1e3) + " ms"
	}
	return short(s) + " s"
}
