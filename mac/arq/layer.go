package arq

import (
	"halocline/mac"
	"halocline/sim"
	"halocline/sim/trace"
)

// Layer is the repetition at one node. To the port it is the protocol, and to the protocol the port. The
// radio listens to the protocol itself.
type Layer struct {
	mac.MAC // the access protocol
	env     mac.Env
	config  *Config
	largest int
	queue   *mac.Queue
	flows   []*flow // in the order in which their receivers were first sent to
	to      map[mac.Addr]*flow
	inboxes []*inbox
	from    map[mac.Addr]*inbox
	turn    int        // the flow that goes next
	below   int        // segments that the access protocol has
	busy    bool       // handing down
	batch   []*outward // memory of dispatch
	again   *sim.Timer // goes on handing down
}

// Build makes the layer of one node over an access protocol. Radios listen to its Below.
func (c *Config) Build(env mac.Env, below mac.Config) *Layer {
	l := &Layer{env: env, config: c, largest: c.Largest(below), queue: c.Queue(env), to: map[mac.Addr]*flow{}, from: map[mac.Addr]*inbox{}}
	l.again = env.Kernel.NewTimer(sim.Comm, func(sim.Time) { l.proceed() })
	env.Up = l
	l.MAC = below.Build(env)
	return l
}

// Below returns the access protocol, to which radios listen.
func (l *Layer) Below() mac.MAC { return l.MAC }

// Send takes a packet into the queue, until the window has room for it.
func (l *Layer) Send(p *mac.Packet) error {
	switch {
	case p.Dst == mac.Everybody:
		return l.MAC.Send(p)
	case p.Bits > l.largest:
		return mac.ErrTooLong
	}
	if l.to[p.Dst] == nil {
		f := newFlow(l, p.Dst)
		l.to[p.Dst] = f
		l.flows = append(l.flows, f)
	}
	if err := l.queue.Push(p); err != nil {
		return err
	}
	l.proceed()
	return nil
}

// proceed hands down what may go: acknowledgements first, then the segments of each flow in turn.
func (l *Layer) proceed() {
	if l.busy {
		return
	}
	l.busy = true
	taken := l.acknowledge()
	for i := 0; taken && i < len(l.flows); i++ {
		taken = l.flows[(l.turn+i)%len(l.flows)].dispatch()
	}
	if len(l.flows) > 0 {
		l.turn = (l.turn + 1) % len(l.flows)
	}
	l.busy = false
	if !taken && l.below == 0 {
		l.again.Arm(l.env.After(l.env.PHY.Airtime(l.config.acknowledgement())))
	}
}

// acknowledge hands down the acknowledgements that are due.
func (l *Layer) acknowledge() (taken bool) {
	for _, b := range l.inboxes {
		if !b.due || b.below {
			continue
		}
		s := &segment{acks: true, number: b.next, bitmap: b.have, answers: b.asked, try: b.try}
		s.carrier = mac.Packet{Src: l.env.Addr, Dst: b.from, Bits: l.config.acknowledgement(), Created: l.env.Kernel.Now(), Payload: s}
		b.due, b.below = false, true
		if l.hand(s) != nil {
			b.due, b.below = true, false
			return false
		}
	}
	return true
}

// hand gives a segment to the access protocol.
func (l *Layer) hand(s *segment) error {
	l.below++
	err := l.MAC.Send(&s.carrier)
	if err != nil {
		l.below--
	}
	return err
}

// Deliver implements mac.Upper.
func (l *Layer) Deliver(p *mac.Packet, in mac.Arrival) {
	s, ok := p.Payload.(*segment)
	if !ok {
		l.env.Up.Deliver(p, in)
		return
	}
	if !s.acks {
		l.inbox(p.Src).take(s, in)
	} else if f := l.to[p.Src]; f != nil {
		f.acknowledged(s)
	}
	l.proceed()
}

// inbox returns what is known of the packets of a node.
func (l *Layer) inbox(from mac.Addr) *inbox {
	b := l.from[from]
	if b == nil {
		b = &inbox{layer: l, from: from}
		l.from[from] = b
		l.inboxes = append(l.inboxes, b)
	}
	return b
}

// Sent implements mac.Upper.
func (l *Layer) Sent(p *mac.Packet, acknowledged bool) {
	s, ok := p.Payload.(*segment)
	if !ok {
		l.env.Up.Sent(p, acknowledged)
		return
	}
	l.ended(s, trace.NoCause)
}

// Drop implements mac.Upper: a segment that is dropped is one that was lost.
func (l *Layer) Drop(p *mac.Packet, why trace.Cause) {
	s, ok := p.Payload.(*segment)
	if !ok {
		l.env.Up.Drop(p, why)
		return
	}
	l.ended(s, why)
}

// ended takes note that the access protocol has done with a segment.
func (l *Layer) ended(s *segment, why trace.Cause) {
	l.below--
	if s.acks {
		l.from[s.carrier.Dst].below = false
	} else {
		l.to[s.carrier.Dst].ended(s, why)
	}
	l.again.Arm(l.env.Kernel.Now()) // not from within the access protocol
}

// Requeue implements mac.Upper.
func (l *Layer) Requeue(p *mac.Packet) {
	s, ok := p.Payload.(*segment)
	switch {
	case !ok:
		l.env.Up.Requeue(p)
	case !s.acks:
		l.env.Up.Requeue(s.packet)
	}
}

// Duplicate implements mac.Auditor. Copies of segments are those of the access protocol alone.
func (l *Layer) Duplicate(p *mac.Packet) {
	if _, ok := p.Payload.(*segment); !ok {
		l.duplicate(p)
	}
}

// duplicate tells who wants to know that a packet came once more.
func (l *Layer) duplicate(p *mac.Packet) {
	if up, ok := l.env.Up.(mac.Auditor); ok {
		up.Duplicate(p)
	}
}
