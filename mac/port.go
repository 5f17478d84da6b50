package mac

import (
	"errors"
	"fmt"

	"halocline/sim"
	"halocline/sim/trace"
)

// Port is where the applications of a node meet its access protocol. It numbers
// the packets and records what becomes of them, so that no protocol has to.
type Port struct {
	kernel  *sim.Kernel
	tracer  trace.Tracer // nil: nobody wants to know
	numbers *Numbers
	mac     MAC
	addr    Addr
	link    uint8
	down    trace.Cause // why the node takes no packets; NoCause while it does
	deliver func(*Packet)
}

// ErrDown says that the node is down.
var ErrDown = errors.New("the node is down")

// Occasional is a payload that is sent on an event, such as a request. Nobody waits for the
// next one, so that it has no age of information.
type Occasional interface{ Occasional() }

// Numbers gives out the packet numbers of a run.
type Numbers struct{ last uint64 }

// NewPort returns a port without a protocol; see Bind.
func NewPort(k *sim.Kernel, numbers *Numbers, tracer trace.Tracer, addr Addr, link uint8) *Port {
	return &Port{kernel: k, tracer: tracer, numbers: numbers, addr: addr, link: link}
}

// Bind names the protocol below the port.
func (p *Port) Bind(m MAC) { p.mac = m }

// OnDeliver names the function that gets the packets for this node. Without one
// they are recorded and forgotten.
func (p *Port) OnDeliver(fn func(*Packet)) {
	if p.deliver != nil {
		panic("mac: a port has one function that gets its packets")
	}
	p.deliver = fn
}

// Down has the port refuse all packets, for a cause, until Up.
func (p *Port) Down(why trace.Cause) { p.down = why }

// Up has the port take packets again.
func (p *Port) Up() { p.down = trace.NoCause }

// Addr returns the address of the node.
func (p *Port) Addr() Addr { return p.addr }

// Send makes a packet and offers it to the protocol, to be sent with full power.
// The error is the protocol's refusal, or ErrDown.
func (p *Port) Send(dst Addr, bits int, payload any) error {
	_, err := p.SendWith(dst, bits, 0, payload)
	return err
}

// SendWith is Send with the packet's frames cut by so many dB below full power.
// It returns the number of the packet too.
func (p *Port) SendWith(dst Addr, bits int, cut float64, payload any) (number uint64, err error) {
	if bits <= 0 {
		panic("mac: packet without bits")
	}
	if !(cut >= 0) {
		panic("mac: packet with more than full power")
	}
	p.numbers.last++
	_, event := payload.(Occasional)
	packet := &Packet{ID: p.numbers.last, Src: p.addr, Dst: dst, Bits: bits, Created: p.kernel.Now(), Cut: cut, Payload: payload}
	if p.tracer != nil {
		p.tracer.Emit(trace.Record{
			At: p.kernel.Now(), Link: p.link, Node: p.addr, Peer: dst,
			Kind: trace.Offered, Pkt: packet.ID, Value: float64(bits), Event: event,
		})
	}
	if p.down != trace.NoCause {
		p.emit(trace.Refused, packet, dst, 0, p.down)
		return packet.ID, ErrDown
	}
	err = p.mac.Send(packet)
	switch {
	case err == nil:
	case errors.Is(err, ErrQueueFull):
		p.emit(trace.Refused, packet, dst, 0, trace.QueueFull)
	case errors.Is(err, ErrRadioBusy):
		p.emit(trace.Refused, packet, dst, 0, trace.RadioBusy)
	case errors.Is(err, ErrTooLong):
		p.emit(trace.Refused, packet, dst, 0, trace.TooLong)
	default:
		panic(fmt.Sprintf("mac: a protocol refused a packet with %q, which is not ErrQueueFull, ErrRadioBusy or ErrTooLong", err))
	}
	return packet.ID, err
}

// Deliver implements Upper.
func (p *Port) Deliver(packet *Packet) {
	p.emit(trace.Delivered, packet, packet.Src, p.kernel.Now().Sub(packet.Created).Seconds(), trace.NoCause)
	if p.deliver != nil {
		p.deliver(packet)
	}
}

// Drop implements Upper.
func (p *Port) Drop(packet *Packet, why trace.Cause) {
	p.emit(trace.Dropped, packet, packet.Dst, 0, why)
}

// Requeue implements Upper.
func (p *Port) Requeue(packet *Packet) {
	p.emit(trace.Requeued, packet, packet.Dst, 0, trace.NoCause)
}

// Duplicate implements Auditor.
func (p *Port) Duplicate(packet *Packet) {
	p.emit(trace.Duplicate, packet, packet.Src, p.kernel.Now().Sub(packet.Created).Seconds(), trace.NoCause)
}

func (p *Port) emit(kind trace.Kind, packet *Packet, peer Addr, value float64, why trace.Cause) {
	if p.tracer != nil {
		p.tracer.Emit(trace.Record{
			At: p.kernel.Now(), Link: p.link, Node: p.addr, Peer: peer,
			Kind: kind, Pkt: packet.ID, Value: value, Cause: why,
		})
	}
}
