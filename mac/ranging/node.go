package ranging

import (
	"slices"
	"time"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// Node measures, or is an anchor.
type Node struct {
	env    Env
	config *Config
	timer  *sim.Timer
	round  uint32
	next   int       // anchor to be asked
	ranges []float64 // of this round, by anchor, m; negative where there is none yet
	fix    Fix
	fixed  bool
}

// Start has a node measure from now on, or be an anchor. Nodes begin at random times within the first period, so that
// they do not all ask at once.
func (c *Config) Start(env Env) (*Node, error) {
	n := &Node{env: env, config: c, ranges: make([]float64, len(c.Anchors))}
	if err := env.Port.Handle(service, n.receive); err != nil {
		return nil, err
	}
	n.forget()
	anchor := slices.Contains(env.Anchors, env.Port.Addr())
	switch {
	case anchor && c.Kind == oneWay:
		n.timer = env.Kernel.NewTimer(sim.Comm, n.beacon)
	case !anchor && c.Kind == twoWay:
		n.timer = env.Kernel.NewTimer(sim.Comm, n.ask)
	default:
		return n, nil
	}
	n.wait(time.Duration(env.Rand.Float64() * float64(c.Period)))
	return n, nil
}

// Fix returns where the node takes itself to be, once it can.
func (n *Node) Fix() (Fix, bool) { return n.fix, n.fixed }

// forget begins a round.
func (n *Node) forget() {
	for i := range n.ranges {
		n.ranges[i] = -1
	}
}

// wait arms the timer for when the node's clock will have gone on by d.
func (n *Node) wait(d time.Duration) {
	own, now := n.env.Clock, n.env.Kernel.Now()
	n.timer.Arm(max(now, own.Kernel(own.Local(now).Add(d))))
}

// ask asks the next anchor.
func (n *Node) ask(sim.Time) {
	if n.next == 0 {
		n.forget()
	}
	n.round++
	n.send(n.env.Anchors[n.next], &message{kind: request, round: n.round})
	n.next = (n.next + 1) % len(n.env.Anchors)
	n.wait(n.config.Period / time.Duration(len(n.env.Anchors)))
}

// beacon sends a beacon.
func (n *Node) beacon(sim.Time) {
	n.send(mac.Everybody, &message{kind: beacon})
	n.wait(n.config.Period)
}

// send offers a message. One that is refused is one that was lost.
func (n *Node) send(to mac.Addr, m *message) {
	_, _ = n.env.Port.SendFor(service, to, n.config.Size, 0, m)
}

// receive takes a message.
func (n *Node) receive(p *mac.Packet, in mac.Arrival) {
	m, ok := p.Payload.(*message)
	if !ok {
		return
	}
	from := slices.Index(n.env.Anchors, p.Src)
	anchor := slices.Contains(n.env.Anchors, n.env.Port.Addr())
	switch {
	case m.kind == request && anchor:
		n.send(p.Src, &message{kind: answer, round: m.round, asked: m.sent, came: in.Began})
	case from < 0 || anchor:
	case m.kind == answer && m.round == n.round:
		n.round++ // of an answer that comes twice the second is none
		n.take(from, (in.Began.Sub(m.asked)-m.sent.Sub(m.came))/2)
	case m.kind == beacon:
		n.take(from, in.Began.Sub(m.sent))
	}
}

// take takes how long the way from an anchor is. One below zero comes of clocks that do not agree.
func (n *Node) take(anchor int, way time.Duration) {
	far := n.config.Speed * way.Seconds()
	n.tell("range", n.env.Anchors[anchor], far)
	if far < 0 {
		return
	}
	n.ranges[anchor] = far
	var places []geom.Vec
	var ranges []float64
	for i, r := range n.ranges {
		if r >= 0 {
			places, ranges = append(places, n.config.Anchors[i].At), append(ranges, r)
		}
	}
	if len(ranges) < n.config.least() {
		return
	}
	at, hdop, ok := Locate(places, ranges, n.config.Depth, n.fix.At)
	if !ok {
		return
	}
	n.fix, n.fixed = Fix{At: at, HDOP: hdop, Ranges: len(ranges), Known: n.env.Clock.Local(n.env.Kernel.Now())}, true
	for _, v := range []struct {
		what  string
		value float64
	}{{"fix x", at.X}, {"fix y", at.Y}, {"fix z", at.Z}, {"fix HDOP", hdop}} {
		n.tell(v.what, trace.None, v.value)
	}
}

// tell records what a node has found.
func (n *Node) tell(what string, peer mac.Addr, value float64) {
	if n.env.Tracer != nil {
		n.env.Tracer.Emit(trace.Record{At: n.env.Kernel.Now(), Link: n.env.Link, Node: n.env.Port.Addr(), Peer: peer, Kind: trace.State, Note: what, Value: value})
	}
}
