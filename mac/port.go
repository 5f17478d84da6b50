package mac

import (
	"errors"
	"fmt"
	"slices"

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
	shared  *services   // nil: there are none
}

// services are those who share a port. They stand apart: most ports of a large network have none.
type services struct {
	list  []service
	tell  *sim.Timer // nil: nobody wants to be told of outcomes
	ended []ending   // to be told at this instant
}

// service is one of those who share a port.
type service struct {
	number  uint16
	deliver func(*Packet, Arrival) // nil: nobody wants its packets
	outcome func(*Packet, Outcome) // nil: nobody wants to know
}

// ending is a packet and what became of it.
type ending struct {
	packet *Packet
	how    Outcome
}

// Outcome is what became of a packet that the protocol had accepted.
type Outcome struct {
	Sent         bool
	Acknowledged bool        // the next node has it; without, it may or may not
	Why          trace.Cause // why it was given up, where it was not sent
}

// ErrDown says that the node is down.
var ErrDown = errors.New("the node is down")

// Occasional is a payload that is sent on an event, such as a request. Nobody waits for the
// next one, so that it has no age of information.
type Occasional interface{ Occasional() }

// Carrier is the payload of a packet that takes something of a network to the next node. Such a packet counts on its link only.
type Carrier interface {
	// Carries returns from whom it comes and for whom it is in the end: in a queue it takes the place of what goes the same way to
	// the same next node, and of nothing else. What comes from Everybody is no datagram, and takes the place of nothing.
	Carries() (from, to Addr)
}

// Numbers gives out the packet numbers of a run.
type Numbers struct{ last uint64 }

// NewPort returns a port without a protocol; see Bind.
func NewPort(k *sim.Kernel, numbers *Numbers, tracer trace.Tracer, addr Addr, link uint8) *Port {
	return &Port{kernel: k, tracer: tracer, numbers: numbers, addr: addr, link: link}
}

// Bind names the protocol below the port.
func (p *Port) Bind(m MAC) { p.mac = m }

// Handle names the function that gets the packets of a service for this node. Packets of a
// service without one are recorded and forgotten. Service 0 is that of all who ask for none.
func (p *Port) Handle(number uint16, fn func(*Packet, Arrival)) error {
	s := p.service(number)
	if s.deliver != nil {
		return fmt.Errorf("service %d of node %d on link %d has a handler already; each service has one", number, p.addr, p.link)
	}
	s.deliver = fn
	return nil
}

// OnOutcome names the function that is told, once for each packet of a service that this
// node has sent and the protocol has accepted, what became of it. It is told at the same
// instant, in an event of its own, so that it may send. What is refused the sender knows.
func (p *Port) OnOutcome(number uint16, fn func(*Packet, Outcome)) error {
	s := p.service(number)
	if s.outcome != nil {
		return fmt.Errorf("service %d of node %d on link %d is told of outcomes already; each service has one function for that", number, p.addr, p.link)
	}
	s.outcome = fn
	if p.shared.tell == nil {
		p.shared.tell = p.kernel.NewTimer(sim.Comm, p.shared.tellOutcomes)
	}
	return nil
}

// service returns the entry of a service, which is made if there is none.
func (p *Port) service(number uint16) *service {
	if p.shared == nil {
		p.shared = new(services)
	}
	s := p.shared.find(number)
	if s == nil {
		p.shared.list = append(p.shared.list, service{number: number})
		s = &p.shared.list[len(p.shared.list)-1]
	}
	return s
}

// find returns the entry of a service, or nil.
func (s *services) find(number uint16) *service {
	if s == nil {
		return nil
	}
	for i := range s.list {
		if s.list[i].number == number {
			return &s.list[i]
		}
	}
	return nil
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
	return p.SendFor(0, dst, bits, cut, payload)
}

// SendFor is SendWith for a service, which gets the packet at its destination.
func (p *Port) SendFor(service uint16, dst Addr, bits int, cut float64, payload any) (number uint64, err error) {
	if bits <= 0 {
		panic("mac: packet without bits")
	}
	if !(cut >= 0) {
		panic("mac: packet with more than full power")
	}
	p.numbers.last++
	_, event := payload.(Occasional)
	packet := &Packet{ID: p.numbers.last, Src: p.addr, Dst: dst, Bits: bits, Created: p.kernel.Now(), Cut: cut, Payload: payload, Service: service}
	if p.tracer != nil {
		p.tracer.Emit(trace.Record{
			At: p.kernel.Now(), Link: p.link, Node: p.addr, Peer: dst,
			Kind: trace.Offered, Pkt: packet.ID, Value: float64(bits), Event: event, Note: noteOf(payload),
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
func (p *Port) Deliver(packet *Packet, in Arrival) {
	if p.tracer != nil {
		p.tracer.Emit(trace.Record{
			At: p.kernel.Now(), Link: p.link, Node: p.addr, Peer: packet.Src,
			Kind: trace.Delivered, Pkt: packet.ID, Value: p.kernel.Now().Sub(packet.Created).Seconds(), Note: noteOf(packet.Payload),
		})
	}
	if s := p.shared.find(packet.Service); s != nil && s.deliver != nil {
		s.deliver(packet, in)
	}
}

// Sent implements Upper.
func (p *Port) Sent(packet *Packet, acknowledged bool) {
	p.end(packet, Outcome{Sent: true, Acknowledged: acknowledged})
}

// Drop implements Upper.
func (p *Port) Drop(packet *Packet, why trace.Cause) {
	p.emit(trace.Dropped, packet, packet.Dst, 0, why)
	p.end(packet, Outcome{Why: why})
}

// noteOf returns what is noted of a packet with a payload.
func noteOf(payload any) string {
	if _, hop := payload.(Carrier); hop {
		return trace.Hop
	}
	return ""
}

// end has the sender of a packet be told of its outcome at this instant, but not from within
// the protocol. A relay of a network, which drops the packets of others, is told of none.
func (p *Port) end(packet *Packet, how Outcome) {
	s := p.shared
	if told := s.find(packet.Service); packet.Src != p.addr || told == nil || told.outcome == nil {
		return
	}
	if len(s.ended) == 0 {
		s.tell.Arm(p.kernel.Now())
	}
	s.ended = append(s.ended, ending{packet, how})
}

// tellOutcomes tells of the packets that have ended. Those that end meanwhile have another
// event, so that the kernel ends a run in which one drop leads to the next for ever.
func (s *services) tellOutcomes(now sim.Time) {
	n := len(s.ended)
	for i := range n {
		e := s.ended[i]
		s.find(e.packet.Service).outcome(e.packet, e.how)
	}
	s.ended = slices.Delete(s.ended, 0, n)
	if len(s.ended) > 0 {
		s.tell.Arm(now)
	}
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
