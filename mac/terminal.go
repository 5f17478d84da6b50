package mac

import (
	"halocline/phy"
	"halocline/sim"
)

// Terminal is what the nodes of a protocol with a station have in common: frames that
// carry a packet beside what is the protocol's own, or none.
type Terminal struct {
	Env   Env
	Timer *sim.Timer
	Rest  *Rest // nil: the radio does not sleep

	frame phy.Frame
}

// NewTerminal returns the terminal of a node, whose radio may be asked to sleep. Its timer is
// the protocol's to make.
func NewTerminal(env Env, sleeps bool) Terminal {
	t := Terminal{Env: env}
	if sleeps {
		t.Rest = NewRest(env)
	}
	return t
}

// Transmit sends a frame with a packet of the queue, or with none. A frame without a payload
// has the packet as its payload; with less than full power it is sent only if both are for
// the same node. It reports whether the radio took it; if not, the packet is in the queue again.
func (t *Terminal) Transmit(f phy.Frame, p *Packet, queue *Queue) bool {
	f.Src = t.Env.Addr
	if p != nil {
		f.Bits += p.Bits
		f.Pkt = p.ID
		if f.Dst == p.Dst { // a beacon is for all, however near the receiver of its packet is
			f.Cut = p.Cut
		}
		if f.Payload == nil {
			f.Payload = p
		}
	}
	t.frame = f
	if t.Env.PHY.Transmit(&t.frame) == nil {
		return true
	}
	if p != nil {
		queue.Return(p)
	}
	return false
}

// PacketOf returns the packet of a frame: its payload, or what that returns by a method
// Carried; nil if there is none.
func PacketOf(f *phy.Frame) *Packet {
	switch payload := f.Payload.(type) {
	case *Packet:
		return payload
	case interface{ Carried() *Packet }:
		return payload.Carried()
	}
	return nil
}

// Innermost returns the packet of an application in a frame: that of PacketOf, or one that it carries itself, as that of a layer
// over the protocol does.
func Innermost(f *phy.Frame) *Packet {
	p := PacketOf(f)
	for p != nil {
		layer, ok := p.Payload.(interface{ Carried() *Packet })
		if !ok {
			break
		}
		p = layer.Carried()
	}
	return p
}

// TxDone tells that the packet of a frame was sent, if it has one.
func (t *Terminal) TxDone(f *phy.Frame) {
	if p := PacketOf(f); p != nil {
		t.Env.Up.Sent(p, false)
	}
}

// Deliver hands up the packet of a frame, if there is one and it is for this node.
func (t *Terminal) Deliver(f *phy.Frame, info phy.RxInfo) {
	if p := PacketOf(f); p != nil && (p.Dst == t.Env.Addr || p.Dst == Everybody) {
		t.Env.Up.Deliver(p, NewArrival(t.Env.Clock, f, info))
	}
}

// Local returns what the node's clock shows.
func (t *Terminal) Local() sim.Time { return t.Env.Clock.Local(t.Env.Kernel.Now()) }
