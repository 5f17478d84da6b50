package sync

import (
	"math"
	"time"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/trace"
)

// node keeps the clock of one node, or answers for the master.
type node struct {
	env    Env
	config *Config
	timer  *sim.Timer
	round  uint32
	sent   int // beacons of this round
	line   line
}

// Start has a node keep its clock from now on, or be the master. Nodes begin at random times within
// the first period, so that they do not all ask at once.
func (c *Config) Start(env Env) error {
	n := &node{env: env, config: c}
	if err := env.Port.Handle(service, n.receive); err != nil {
		return err
	}
	master := env.Port.Addr() == env.Master
	switch {
	case master && c.Kind == tshl:
		n.timer = env.Kernel.NewTimer(sim.Comm, n.beacon)
		n.timer.Arm(env.Kernel.Now())
	case !master:
		n.timer = env.Kernel.NewTimer(sim.Comm, n.ask)
		n.wait(time.Duration(env.Rand.Float64() * float64(n.pause())))
	}
	return nil
}

// pause is the time from one request to the next. With TSHL one follows each round of beacons, and the
// next one comes earlier, unless beacons do not.
func (n *node) pause() time.Duration {
	if n.config.Kind == tshl {
		return 2 * n.config.Period
	}
	return n.config.Period
}

// wait arms the timer for when the node's clock will have gone on by d.
func (n *node) wait(d time.Duration) {
	own, now := n.env.Clock, n.env.Kernel.Now()
	n.timer.Arm(max(now, own.Kernel(own.Local(now).Add(d))))
}

// beacon sends a beacon.
func (n *node) beacon(sim.Time) {
	if n.sent == 0 {
		n.round++
	}
	n.sent++
	n.send(mac.Everybody, &message{kind: beacon, round: n.round, last: n.sent == n.config.Beacons})
	if n.sent < n.config.Beacons {
		n.wait(n.config.Spacing)
		return
	}
	n.wait(n.config.Period - time.Duration(n.sent-1)*n.config.Spacing)
	n.sent = 0
}

// ask asks the master for the time.
func (n *node) ask(sim.Time) {
	n.round++
	n.send(n.env.Master, &message{kind: request, round: n.round})
	n.wait(n.pause())
}

// send offers a message. One that is refused is one that was lost.
func (n *node) send(to mac.Addr, m *message) {
	_, _ = n.env.Port.SendFor(service, to, n.config.Size, 0, m)
}

// receive takes a message.
func (n *node) receive(p *mac.Packet, in mac.Arrival) {
	m, ok := p.Payload.(*message)
	master := n.env.Port.Addr() == n.env.Master
	switch {
	case !ok:
	case m.kind == request && master:
		n.send(p.Src, &message{kind: answer, round: m.round, asked: m.sent, arrived: in.Began})
	case m.kind == answer && !master && m.round == n.round:
		n.set(m.asked, m.arrived, m.sent, in.Began)
	case m.kind == beacon && !master:
		n.learn(m, in.Began)
	}
}

// set sets the clock by a two-way exchange: half of the sum is by what it is behind.
func (n *node) set(left, came, back, returned sim.Time) {
	behind := (came.Sub(left) + back.Sub(returned)) / 2
	n.round++ // of an answer that comes twice the second is none
	n.steer("clock step", behind, n.env.Clock.Rate(), behind.Seconds())
}

// learn takes a beacon. The last one of a round ends it. Where that is lost, the round is; of the others any may be,
// but for two.
func (n *node) learn(m *message, came sim.Time) {
	if n.line.round != m.round {
		n.line = line{round: m.round}
	}
	n.line.add(came, m.sent)
	if !m.last || n.line.n < 2 {
		return
	}
	// The clock goes on at (1 + rate) of its oscillator, and the master's at slope of the clock.
	rate := (1+float64(n.env.Clock.Rate())/1e9)*n.line.slope() - 1
	n.steer("clock rate", 0, int64(math.Round(rate*1e9)), rate*1e6)
	n.ask(n.env.Kernel.Now())
}

// steer steers the clock, and records by how much.
func (n *node) steer(what string, step time.Duration, rate int64, value float64) {
	now := n.env.Kernel.Now()
	n.env.Clock.Steer(now, step, rate)
	n.line = line{} // what came before came by another clock
	if n.env.Tracer != nil {
		n.env.Tracer.Emit(trace.Record{At: now, Link: n.env.Link, Node: n.env.Port.Addr(), Peer: n.env.Master, Kind: trace.State, Note: what, Value: value})
	}
}

// line is the line of least squares through when beacons came and when they left, from the first one on.
type line struct {
	round        uint32
	n            int
	came, left   sim.Time // of the first one
	x, y, xx, xy float64  // sums, s
}

// add takes a point.
func (l *line) add(came, left sim.Time) {
	if l.n == 0 {
		l.came, l.left = came, left
	}
	x, y := came.Sub(l.came).Seconds(), left.Sub(l.left).Seconds()
	l.n++
	l.x += x
	l.y += y
	l.xx += x * x
	l.xy += x * y
}

// slope is how far the sender's clock goes on while the receiver's goes on by one.
func (l *line) slope() float64 {
	n := float64(l.n)
	return (n*l.xy - l.x*l.y) / (n*l.xx - l.x*l.x)
}
