package mactest

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// claimed is how many packets a flawed protocol claims to hold at most. It holds
// one that it sends, two in its queue, and another one that it may forget.
const claimed = 4

// flawed is a protocol that sends at once and keeps a short queue. It keeps the
// contract but for one flaw, which its name says.
type flawed struct {
	flaw   string
	shared *shared
	env    mac.Env
	queue  []*mac.Packet
	frame  phy.Frame
	timer  *sim.Timer
	busy   bool
	dead   bool        // or did it once
	last   *mac.Packet // sent last
	seen   map[uint64]bool
	since  sim.Time // that the channel has been busy or free
}

// shared is what the nodes of a flawed protocol should not share.
type shared struct {
	nodes   []*flawed
	refused *mac.Packet
	runs    int
}

// config describes a flawed protocol.
type config struct {
	flaw   string
	shared *shared
}

func (c *config) Validate() error {
	if c.flaw == "invalid" {
		return errors.New("never valid")
	}
	return nil
}

func (c *config) Build(env mac.Env) mac.MAC {
	if c.flaw == "panics in Build" {
		panic("mactest: no protocol today")
	}
	f := &flawed{flaw: c.flaw, env: env, shared: c.shared, seen: map[uint64]bool{}}
	f.timer = env.Kernel.NewTimer(phaseOf(c.flaw), f.wake)
	if env.Addr == 0 {
		*c.shared = shared{runs: c.shared.runs + 1}
	}
	c.shared.nodes = append(c.shared.nodes, f)
	return f
}

// phaseOf returns the phase of the timers of a flawed protocol.
func phaseOf(flaw string) sim.Phase {
	for _, p := range []sim.Phase{sim.Plant, sim.Ending, sim.Control, sim.Probe} {
		if strings.HasSuffix(flaw, "in phase "+p.String()) {
			return p
		}
	}
	return sim.Comm
}

func (f *flawed) Start() {
	if strings.HasPrefix(f.flaw, "starts in phase") {
		f.timer.Arm(1)
	}
	switch f.flaw {
	case "wakes up too often":
		f.timer.Arm(0)
	case "stands still":
		f.timer.Arm(0)
	}
}

func (f *flawed) wake(now sim.Time) {
	switch f.flaw {
	case "wakes up too often":
		f.timer.Arm(now + 10_000)
	case "stands still":
		f.timer.Arm(now)
	case "drops much later":
		f.env.Up.Drop(f.last, trace.Expired)
		f.send(f.last)
	case "repeats for ever":
		if !f.busy {
			f.send(f.last)
		}
	}
}

func (f *flawed) Send(p *mac.Packet) error {
	if err, flawed := f.sendFlawed(p); flawed {
		return err
	}
	switch {
	case !f.busy && f.send(p):
		return nil
	case !f.busy:
		return mac.ErrRadioBusy
	case len(f.queue) < claimed-2 || f.flaw == "unbounded":
		f.queue = append(f.queue, p)
		return nil
	}
	f.shared.refused = p
	return mac.ErrQueueFull
}

// sendFlawed handles the packets that are treated badly at once.
func (f *flawed) sendFlawed(p *mac.Packet) (err error, flawed bool) {
	switch f.flaw {
	case "sends while sending":
		if !f.send(p) {
			return mac.ErrRadioBusy, true
		}
		return nil, true
	case "unknown refusal":
		return errors.New("not today"), f.busy
	case "two refusals":
		return errors.Join(mac.ErrQueueFull, mac.ErrRadioBusy), f.busy
	case "refuses what it sent":
		if !f.busy && f.send(p) {
			return mac.ErrQueueFull, true
		}
	case "refuses what it dropped":
		f.env.Up.Drop(p, trace.Superseded)
		return mac.ErrQueueFull, true
	case "sends what it refused":
		if f.busy && f.last != nil {
			f.last = p
			return mac.ErrQueueFull, true
		}
	case "forgets":
		if f.busy && !f.dead {
			f.dead = true
			return nil, true
		}
	case "drops what it refused":
		if f.busy {
			f.last = p
			return mac.ErrQueueFull, true
		}
	case "drops everything":
		f.env.Up.Drop(p, trace.Expired)
		return nil, true
	case "drops without cause":
		if f.busy {
			f.env.Up.Drop(p, trace.NoCause)
			return nil, true
		}
	case "drops twice":
		if f.busy {
			f.env.Up.Drop(p, trace.Expired)
			f.env.Up.Drop(p, trace.Expired)
			return nil, true
		}
	case "requeues the unsent":
		if f.busy {
			f.env.Up.Requeue(p)
		}
	case "changes the number":
		if f.busy {
			p.ID += 10_000
		}
	case "changes the size":
		p.Bits++
	case "tells others":
		for _, other := range f.shared.nodes {
			if other.env.Addr == p.Dst {
				other.env.Up.Deliver(p, mac.Arrival{})
			}
		}
	case "gives up on its radio":
		if f.dead {
			return mac.ErrRadioBusy, true
		}
	case "starves the first":
		if f.env.Addr == 0 {
			f.env.Up.Drop(p, trace.Expired)
			return nil, true
		}
	case "favours the first":
		if f.env.Addr > 0 && p.ID%19 > 0 {
			f.env.Up.Drop(p, trace.Expired)
			return nil, true
		}
	case "does not outlast a jam":
		if f.dead {
			f.env.Up.Drop(p, trace.Expired)
			return nil, true
		}
	}
	return nil, false
}

// send reports whether the radio took the packet.
func (f *flawed) send(p *mac.Packet) bool {
	f.frame = phy.Frame{Src: f.env.Addr, Dst: p.Dst, Bits: p.Bits + 24, Pkt: p.ID, Cut: p.Cut, Payload: p}
	switch f.flaw {
	case "empty frames":
		f.frame.Bits = 0
	case "foreign source":
		f.frame.Src++
	case "nobody's address":
		f.frame.Dst = 99
	case "too loud":
		f.frame.Cut = -3
	case "whispers":
		f.frame.Cut = 30
	case "forgets the cut":
		f.frame.Cut = 0
	case "invented packet":
		f.frame.Pkt += 10_000
	case "packet of others":
		if p.ID > 1 {
			f.frame.Pkt = 1
		}
	case "header only":
		f.frame.Bits = 4
	case "talks over others":
		f.since = f.env.Kernel.Now() // its own carrier is none of others
	case "nameless frames":
		f.frame.Pkt = 0
	case fmt.Sprint("differs in run ", f.shared.runs):
		f.frame.Seq = 1
	case fmt.Sprint("fails in run ", f.shared.runs):
		f.frame.Bits = 0
	}
	err := f.env.PHY.Transmit(&f.frame)
	for err != nil && f.flaw == "hangs on a busy radio" {
		err = f.env.PHY.Transmit(&f.frame)
	}
	if err != nil {
		return f.denied(p)
	}
	f.busy = true
	f.last = p
	if f.flaw == "aborts and forgets" && p.ID%7 == 0 {
		f.env.PHY.Abort()
	}
	return true
}

// denied is what happens when the radio does not take a packet.
func (f *flawed) denied(p *mac.Packet) bool {
	switch f.flaw {
	case "panics on a busy radio":
		panic("mactest: " + phy.ErrBusy.Error())
	case "waits for a TxDone that never comes":
		f.queue = append(f.queue, p)
		f.busy = true
		return true
	case "gives up on its radio":
		f.dead = true
	}
	return false
}

func (f *flawed) TxDone(frame *phy.Frame) {
	f.busy = false
	f.doneFlawed()
	f.tell(frame)
	for len(f.queue) > 0 && !f.busy {
		p := f.queue[0]
		f.queue = f.queue[1:]
		if !f.send(p) {
			f.env.Up.Drop(p, trace.RadioBusy)
		}
	}
}

// tell says that the packet of a frame was sent, if it has one and nothing else was said.
func (f *flawed) tell(frame *phy.Frame) {
	p, ok := frame.Payload.(*mac.Packet)
	switch {
	case !ok, frame.Pkt != p.ID:
	case f.flaw == "drops much later", f.flaw == "repeats for ever", f.flaw == "never tells":
	case f.flaw == "requeues and stops" && p.ID == 1, f.flaw == "aborts and forgets" && p.ID%7 == 0:
	case f.flaw == "acknowledges for others":
		f.env.Up.Sent(p, true)
	case f.flaw == "tells twice":
		f.env.Up.Sent(p, false)
		fallthrough
	default:
		f.env.Up.Sent(p, false)
	}
}

// doneFlawed does what should not be done after a transmission.
func (f *flawed) doneFlawed() {
	p := f.last
	switch f.flaw {
	case "sends what it refused":
		if p.ID != f.frame.Pkt {
			f.send(p)
		}
	case "drops what it refused":
		if p.ID != f.frame.Pkt {
			f.env.Up.Drop(p, trace.Expired)
		}
	case "drops much later":
		f.timer.Arm(f.env.Kernel.Now().Add(1))
	case "repeats for ever":
		f.timer.Arm(f.env.Kernel.Now().Add(10e9))
	case "requeues and stops":
		if p.ID == 1 {
			f.env.Up.Requeue(p)
		}
	case "changes what it sent":
		p.Bits = 1
	case "goes on in phase ending":
		f.timer.Arm(f.env.Kernel.Now().Add(1e9))
	}
}

func (f *flawed) Receive(frame *phy.Frame, info phy.RxInfo) {
	p, _ := frame.Payload.(*mac.Packet) // nil in what talks over others
	mine := frame.Dst == f.env.Addr || frame.Dst == mac.Everybody
	switch f.flaw {
	case "delivers what it overhears":
		mine = true
	case "keeps what it receives":
		mine = mine && p.ID%5 != 0
	case "changes lent frames":
		frame.Seq++
	case "delivers a copy of another size":
		c := *p
		c.Bits /= 2
		p = &c
	case "invents deliveries":
		c := *p
		c.ID = 1e9
		p = &c
	case "changes the sender's":
		c := *p
		if mine {
			p.Created++
		}
		p = &c
	case "delivers the refused":
		if f.shared.refused != nil {
			p = f.shared.refused
		}
	case "drops what others sent":
		f.env.Up.Drop(p, trace.Superseded)
	case "drops the invented":
		f.env.Up.Drop(&mac.Packet{ID: 1e9}, trace.Superseded)
	case "requeues what others sent":
		f.env.Up.Requeue(p)
	case "reports first arrivals as copies":
		f.env.Up.(mac.Auditor).Duplicate(p)
	case "repeats for ever":
		mine = mine && !f.seen[p.ID]
		f.seen[p.ID] = true
	case "delivers its own":
		if f.last != nil {
			f.env.Up.Deliver(f.last, mac.Arrival{})
		}
	}
	if !mine {
		return
	}
	in := mac.NewArrival(f.env.Clock, frame, info)
	if f.flaw == "tells true time" {
		in.Began = info.Began
	}
	f.env.Up.Deliver(p, in)
	switch f.flaw {
	case "delivers twice":
		f.env.Up.Deliver(p, in)
	case "changes what it delivered":
		p.Dst = mac.Everybody
	}
}

// Carrier is where a protocol that listens acts.
func (f *flawed) Carrier(busy bool) {
	if f.flaw == "does not outlast a jam" {
		now := f.env.Kernel.Now()
		f.dead = f.dead || !busy && now.Sub(f.since).Seconds() > 30
		f.since = now
	}
	if now := f.env.Kernel.Now(); f.flaw == "talks over others" && busy && !f.busy && now.Sub(f.since).Seconds() > 10 {
		f.since = now
		f.frame = phy.Frame{Src: f.env.Addr, Dst: f.env.Addr, Bits: 24}
		f.busy = f.env.PHY.Transmit(&f.frame) == nil
	}
	if f.flaw == "does not await TxDone" && !busy && len(f.queue) > 0 {
		p := f.queue[0]
		f.queue = f.queue[1:]
		f.send(p)
	}
}

func (f *flawed) Collision() {}

// counting declares metrics. What it builds has no values, or one too many.
type counting struct{ mac.Config }

func (counting) Metrics() []metric.Def {
	return []metric.Def{{Name: "one", Kind: metric.Count}, {Name: "two", Kind: metric.Count}}
}

func (c counting) Build(env mac.Env) mac.MAC {
	if c.Config.(*config).flaw != "counts" {
		return c.Config.Build(env)
	}
	return counted{c.Config.Build(env)}
}

type counted struct{ mac.MAC }

func (counted) Values(put func(def int, subject string, v float64)) { put(0, "", 5); put(2, "", 7) }

// demanding is a protocol without a flaw that asks for all that a link can give,
// and keeps what it got of the last run.
type demanding struct {
	config
	got *[]mac.Env
}

func (d *demanding) Build(env mac.Env) mac.MAC {
	if env.Addr == 0 {
		*d.got = nil
	}
	*d.got = append(*d.got, env)
	env.PHY = env.Bands[env.Addr]
	return d.config.Build(env)
}

func (d *demanding) Station() string { return "boss" }

func (d *demanding) FullDuplex() bool { return true }

func (d *demanding) Bands(stations int) []mac.Part {
	parts := make([]mac.Part, stations)
	for i := range parts {
		parts[i] = mac.Part{From: float64(i) / float64(stations), Width: 1 / float64(stations)}
	}
	return parts
}

func (d *demanding) SharedTransducer() bool { return true }

// The frames of a protocol that asks.
const (
	flawedRTS = mac.OwnFrame + iota
	flawedCTS
)

// asking is a protocol that asks for the channel, or announces its packets. It does what is claimed of a handshake but for one flaw,
// which its name says. It keeps one packet.
type asking struct {
	flaw      string
	announces bool // data comes a lag after its RTS, and there is no CTS
}

func (*asking) Validate() error { return nil }

func (c *asking) Build(env mac.Env) mac.MAC {
	ack := mac.AckConfig{Acknowledge: !c.announces, AckBits: 24, Retries: 3, Backoff: mac.Uniform, Window: 8, MaxWindow: 8}
	if c.flaw == "asks too often" {
		ack.Retries = 8
	}
	s := &asker{asking: c, env: env, out: ack.Outbox(env), in: ack.Inbox(env)}
	s.timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	s.replies = env.Kernel.NewTimer(sim.Comm, func(sim.Time) { s.replying = false; s.transmit(s.reply) })
	return s
}

// way is how long all waits have room for, with one for the drift of the nodes.
func (*asking) way(env mac.Env) time.Duration { return env.MaxDelay() + 5*time.Second }

// wait is how long is waited for an answer, which may be data.
func (c *asking) wait(env mac.Env) time.Duration { return 2*c.way(env) + 2*time.Second }

// silence is how long a station is silent after a frame for another one; what is claimed is less, because clocks differ.
func (c *asking) silence(env mac.Env) time.Duration { return 3 * c.wait(env) }

func (c *asking) handshake() *Handshake {
	h := &Handshake{RTS: flawedRTS, CTS: flawedCTS, MaxRTS: 4, Wait: func(env mac.Env) time.Duration { return 2 * c.wait(env) }}
	h.Silent = func(h Heard, kept []Silence) []Silence {
		if h.Frame.Dst == h.Env.Addr || h.Frame.Dst == mac.Everybody || !h.Free {
			return kept
		}
		return append(kept, Silence{From: h.Now, Until: h.Now.Add(c.silence(h.Env) - time.Second), For: h.Frame.Src})
	}
	if c.announces {
		h.CTS, h.Lag = 0, c.wait
	}
	return h
}

// asker is it at one node.
type asker struct {
	*asking
	env            mac.Env
	out            *mac.Outbox
	in             *mac.Inbox
	timer, replies *sim.Timer
	phase          string // "" is rest
	frame, reply   phy.Frame
	replying, busy bool
	quiet          sim.Time // until when it neither asks nor answers
}

func (s *asker) Start() {}

func (s *asker) Send(p *mac.Packet) error {
	if s.out.Packet() != nil {
		return mac.ErrQueueFull
	}
	s.out.Take(p)
	s.rest(0)
	return nil
}

// rest waits for some slots, and for the end of a silence.
func (s *asker) rest(slots int) {
	s.phase = ""
	s.timer.Stop()
	p := s.out.Packet()
	if p == nil {
		return
	}
	from := s.env.Kernel.Now()
	if s.flaw != "asks in a silence" && (s.flaw != "sends to all in a silence" || p.Dst != mac.Everybody) {
		from = max(from, s.quiet)
	}
	s.timer.Arm(from.Add(time.Duration(slots) * s.way(s.env)))
}

func (s *asker) wake(sim.Time) {
	switch {
	case s.phase == "granted", s.phase == "asked" && s.announces:
		s.send()
	case s.phase != "":
		s.fail()
	case s.out.Packet().Dst == mac.Everybody, s.flaw == "does not ask":
		s.send()
	default:
		p := s.out.Packet()
		s.ask(phy.Frame{Src: s.env.Addr, Dst: p.Dst, Bits: 24, Kind: flawedRTS, Cut: p.Cut})
	}
}

func (s *asker) ask(f phy.Frame) {
	if !s.transmit(f) {
		s.fail()
		return
	}
	wait := s.wait(s.env)
	if s.flaw == "is early" {
		wait -= 100 * time.Millisecond
	}
	s.phase = "asked"
	s.timer.Arm(s.env.Clock.Kernel(s.env.Clock.Local(s.env.Kernel.Now()).Add(wait)))
}

func (s *asker) send() {
	if !s.transmit(s.out.Frame(24)) {
		s.fail()
		return
	}
	s.phase = "sending"
	s.out.Begun()
}

func (s *asker) fail() {
	slots, _ := s.out.Fail(trace.NoAnswer)
	s.rest(1 + slots)
}

func (s *asker) transmit(f phy.Frame) bool {
	if s.busy {
		return false
	}
	s.frame = f
	s.busy = s.env.PHY.Transmit(&s.frame) == nil
	return s.busy
}

// answer sends a frame when the other one hears again.
func (s *asker) answer(f phy.Frame) {
	s.reply, s.replying = f, true
	s.replies.Arm(s.env.Kernel.Now().Add(s.env.PHY.Turnaround() + time.Millisecond))
}

func (s *asker) TxDone(f *phy.Frame) {
	s.busy = false
	switch {
	case f.Kind == flawedCTS && s.flaw == "answers twice", f.Kind == mac.AckFrame && s.flaw == "acknowledges twice":
		s.flaw = ""
		s.answer(*f)
	case f.Kind != mac.DataFrame:
	case s.out.Ended(f):
		s.phase = "unconfirmed"
		s.timer.Arm(s.env.Kernel.Now().Add(s.wait(s.env)))
	default:
		s.rest(1)
	}
}

func (s *asker) Receive(f *phy.Frame, info phy.RxInfo) {
	now := s.env.Kernel.Now()
	switch {
	case f.Kind == mac.DataFrame && (f.Dst == s.env.Addr || f.Dst == mac.Everybody):
		s.in.Receive(f, info)
		if _, due := s.in.Next(); due {
			s.answer(s.in.Ack())
		}
	case f.Dst != s.env.Addr && f.Dst != mac.Everybody:
		s.quiet = max(s.quiet, now.Add(s.silence(s.env)))
		if s.phase == "" {
			s.rest(1)
		}
	case f.Kind == flawedRTS && !s.announces:
		if s.phase == "" && !s.replying && (now >= s.quiet || s.flaw == "answers in a silence") {
			s.quiet = now.Add(s.wait(s.env)) // for its data
			s.rest(1)
			s.answer(phy.Frame{Src: s.env.Addr, Dst: f.Src, Bits: 24, Kind: flawedCTS, Cut: f.Cut})
		}
	case f.Kind == flawedCTS:
		if s.phase == "asked" && f.Src == s.out.Packet().Dst {
			s.phase = "granted"
			s.timer.Arm(now.Add(s.env.PHY.Turnaround() + time.Millisecond))
		}
	case f.Kind == mac.AckFrame:
		if s.phase == "unconfirmed" && s.out.Acked(f) {
			s.rest(1)
		}
	}
}

func (s *asker) Collision() {}
