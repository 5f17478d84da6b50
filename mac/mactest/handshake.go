package mactest

import (
	"fmt"
	"slices"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// Handshake is what a protocol claims whose stations ask for the channel before they send a packet: RTS, CTS, data and ACK. Data and
// ACK are mac.DataFrame and mac.AckFrame. Whatever a node hears or does not hear, it sends no data without a CTS for it, no CTS
// without an RTS and no ACK without data, each once. The rest is claimed field by field. All times are by the node's own clock.
type Handshake struct {
	// RTS is the kind of the frame that asks for the channel, or announces a packet.
	RTS uint8
	// CTS is the kind of the frame that answers it. 0: none does, and data follows its RTS.
	CTS uint8
	// Warning is the kind of the frame that takes a CTS back. 0: none does.
	Warning uint8
	// Asks reports whether a packet is asked for. Nil: all are but those to everybody.
	Asks func(p *mac.Packet) bool
	// Lag returns how long after the begin of its RTS data begins, where no CTS comes between. Nil claims nothing.
	Lag func(env mac.Env) time.Duration
	// MaxRTS is how many RTS are sent for one packet at most: one for each try. 0 claims nothing.
	MaxRTS int
	// Silent returns when a node keeps silent that has heard a frame: what it kept before, with what the frame adds
	// and without what it ends. Then the node neither asks, nor answers an RTS that came, nor sends what is not asked for. Nil claims
	// nothing.
	Silent func(h Heard, kept []Silence) []Silence
	// Wait returns the longest time between the ends of two frames of one exchange, at either node: how long
	// a node may be in an exchange after the last frame that it sent or that was for it. Without it no
	// node is Free.
	Wait func(env mac.Env) time.Duration
	// Clear claims that no data meets another frame at its receiver where all hear all over equal ways.
	Clear bool
}

// Heard is an intact frame as it has just come to a node.
type Heard struct {
	Env   mac.Env // of the node that hears it
	Frame *phy.Frame
	Began sim.Time // when it began to arrive
	Now   sim.Time
	Free  bool // the node is in no exchange of its own, for sure
}

// Silence is a time in which a node begins no exchange: from its begin to just before its end.
type Silence struct {
	From, Until sim.Time
	For         mac.Addr // whose exchange is not disturbed
}

// exchanges checks a Handshake.
type exchanges struct {
	run   *run
	terms *Handshake
	nodes []exchanger
}

// exchanger is what is known of a node.
type exchanger struct {
	with   []dealing // by address; the last with everybody
	rts    int       // since a packet of the node came to its end
	kept   []Silence
	closed sim.Time // when its exchange is over, for sure
}

// dealing is what is open between a node and another one.
type dealing struct {
	announced bool     // the node has sent an RTS, and no data since
	at        sim.Time // when that began
	granted   bool     // the answer to it came
	asked     bool     // an RTS came, and no CTS was sent since
	inSilence string   // it came while the node kept silent: why that is wrong to answer
	owes      bool     // data came, and no ACK was sent since
}

func newExchanges(r *run) *exchanges {
	x := &exchanges{run: r, terms: r.scene.terms.Handshake, nodes: make([]exchanger, r.scene.nodes())}
	for i := range x.nodes {
		x.nodes[i].with = make([]dealing, r.scene.nodes()+1)
	}
	return x
}

// dealing returns what is open with another node, or with everybody.
func (n *exchanger) dealing(with mac.Addr) *dealing {
	if with == mac.Everybody {
		return &n.with[len(n.with)-1]
	}
	return &n.with[with]
}

// check is the check of all that is claimed.
func (x *exchanges) check(b *book, a *act) string {
	n := &x.nodes[a.node]
	switch a.action {
	case begins:
		return x.begin(n, b, a)
	case ends:
		x.extend(n, a)
	case receives:
		x.hear(n, a)
	case finishes, drops:
		n.rts = 0 // a node that asks has one packet in hand
	}
	return ""
}

// begin is a frame that a node sends.
func (x *exchanges) begin(n *exchanger, b *book, a *act) string {
	f := a.frame
	n.closed = a.at // until it ends a radio is not free anyway
	switch {
	case f.Kind == x.terms.RTS:
		return x.request(n, a)
	case f.Kind == mac.DataFrame && !x.asks(&b.packet(f.Pkt).was):
		return x.silence(n, a, "sends what is not asked for")
	case f.Kind == mac.DataFrame:
		return x.data(n, a)
	}
	d := n.dealing(f.Dst)
	was := *d
	switch {
	case x.terms.CTS != 0 && f.Kind == x.terms.CTS:
		d.asked = false
		if !was.asked {
			return fmt.Sprintf("sends a CTS to node %d, which has sent no RTS since the last one", f.Dst)
		}
		return was.inSilence
	case f.Kind == mac.AckFrame:
		d.owes = false
		if !was.owes {
			return fmt.Sprintf("sends an ACK to node %d, of which no data came since the last one", f.Dst)
		}
	}
	return ""
}

// asks reports whether a packet is asked for.
func (x *exchanges) asks(p *mac.Packet) bool {
	if x.terms.Asks == nil {
		return p.Dst != mac.Everybody
	}
	return x.terms.Asks(p)
}

// request is an RTS that a node sends.
func (x *exchanges) request(n *exchanger, a *act) string {
	n.rts++
	if most := x.terms.MaxRTS; most > 0 && n.rts > most {
		return fmt.Sprintf("sends RTS number %d for one packet, and at most %d are claimed", n.rts, most)
	}
	for i := range n.with {
		n.with[i].announced, n.with[i].granted = false, false
	}
	d := n.dealing(a.frame.Dst)
	d.announced, d.at = true, a.at
	return x.silence(n, a, "sends an RTS")
}

// data is a packet that a node sends, and that is asked for.
func (x *exchanges) data(n *exchanger, a *act) string {
	to := a.frame.Dst
	d := n.dealing(to)
	was := *d
	d.announced, d.granted = false, false
	switch {
	case x.terms.CTS != 0 && !was.granted:
		return fmt.Sprintf("sends data to %s, of which no CTS came since the last RTS", destination(to))
	case !was.announced:
		return fmt.Sprintf("sends data to %s without an RTS", destination(to))
	case x.terms.Lag == nil:
		return ""
	}
	env := x.run.stations[a.node].env
	after, want := env.Clock.Local(a.at).Sub(env.Clock.Local(was.at)), x.terms.Lag(env)
	off := time.Microsecond + want/10_000 // a modem counts its airtime by true time, and clocks are 50 parts per million off at most
	if after < want-off || after > want+off {
		return fmt.Sprintf("sends data to %s %v after its RTS, and %v is claimed", destination(to), after, want)
	}
	return ""
}

// silence returns why a node may not begin something now, or nothing.
func (x *exchanges) silence(n *exchanger, a *act, what string) string {
	now := x.run.stations[a.node].env.Clock.Local(a.at)
	for _, s := range n.kept {
		if s.From <= now && now.Add(time.Microsecond) < s.Until { // a clock may be a little off in either direction
			return fmt.Sprintf("%s when its clock shows %v, and keeps silent for node %d from %v to %v", what, now, s.For, s.From, s.Until)
		}
	}
	return ""
}

// hear is an intact frame that a node receives.
func (x *exchanges) hear(n *exchanger, a *act) {
	f := a.frame
	x.overhear(n, a)
	if f.Dst != a.node {
		return
	}
	d := &n.with[f.Src]
	switch {
	case f.Kind == x.terms.RTS:
		d.asked, d.inSilence = true, x.silence(n, a, "answers an RTS that came")
	case x.terms.CTS != 0 && f.Kind == x.terms.CTS:
		d.granted = d.announced
	case x.terms.Warning != 0 && f.Kind == x.terms.Warning:
		d.granted = false
	case f.Kind == mac.DataFrame:
		d.owes = true
	}
	x.extend(n, a)
}

// overhear has a node keep silent, or not any more.
func (x *exchanges) overhear(n *exchanger, a *act) {
	if x.terms.Silent == nil {
		return
	}
	env := x.run.stations[a.node].env
	now := env.Clock.Local(a.at)
	n.kept = slices.DeleteFunc(n.kept, func(s Silence) bool { return s.Until <= now })
	free := x.terms.Wait != nil && !x.run.book.radio(a).sending && a.at > n.closed
	n.kept = x.terms.Silent(Heard{Env: env, Frame: a.frame, Began: a.in.Began, Now: now, Free: free}, n.kept)
}

// extend takes note that a frame of an exchange of a node has ended.
func (x *exchanges) extend(n *exchanger, a *act) {
	if x.terms.Wait != nil {
		n.closed = a.at.Add(x.terms.Wait(x.run.stations[a.node].env))
	}
}

// collisions checks that no data meets another frame at its receiver: a Tracer, because a node does not know what it did not hear.
type collisions struct{ run *run }

// Emit implements trace.Tracer.
func (c collisions) Emit(r trace.Record) {
	if r.Kind != trace.RxLost && r.Kind != trace.RxMissed {
		return
	}
	if p := c.run.book.packet(r.Pkt); p != nil && p.was.Dst == r.Node {
		c.run.fail("at %v: node %d loses packet %d of node %d: %v, and no collision of data is claimed", r.At, r.Node, r.Pkt, p.node, r.Cause)
	}
}

// share loads nodes that all hear each other over equal ways, without a jammer.
func (s *scene) share(config func() mac.Config) error {
	r := newRun(s, s.names(config()), sim.NewHeap(), true)
	r.served = make([]int, s.nodes())
	err := r.guard(func() {
		r.build(config())
		for _, s := range r.stations {
			s.Start()
		}
		r.load(" over equal ways")
		r.settle()
		r.balance()
	})
	if err != nil {
		return fmt.Errorf("%v: %w", s, err)
	}
	return nil
}

// equalWays makes the scene of a trial anew, with one way between all.
func (s *scene) equalWays() *scene {
	const way = time.Second
	same := newTrial(s.seed, s.terms, false)
	same.water = water{same: way}
	same.at = same.at[:same.nodes()]
	same.traits = []string{fmt.Sprintf("%d nodes, %v from each to each, all under load", same.nodes(), way)}
	same.clear = true
	return same
}
