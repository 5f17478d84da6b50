package sfama

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// The frames of the protocol beside data and acknowledgements. Their Seq is how many slots the packet takes.
const (
	rts = mac.OwnFrame + iota
	cts
)

// FrameKinds implements mac.Naming.
func (*config) FrameKinds() []string {
	return []string{mac.DataFrame: "data", mac.AckFrame: "ACK", rts: "RTS", cts: "CTS"}
}

// phase is where a station is in an exchange.
type phase uint8

const (
	resting     phase = iota // none is under way; the timer waits for the edge at which to ask
	asked                    // an RTS is sent; until a CTS should have come
	granted                  // until the edge at which data begins
	sending                  // data is on the air
	unconfirmed              // until an ACK should have come
	answering                // until the edge at which a CTS is sent
	serving                  // until data should have come
	confirming               // until the edge at which the ACK is sent
)

// station is the protocol at one node. All times are those of its own clock.
type station struct {
	env     mac.Env
	config  config
	queue   *mac.Queue
	out     *mac.Outbox
	in      *mac.Inbox
	slot    time.Duration
	control time.Duration // a control frame on the air
	phase   phase
	timer   *sim.Timer
	due     sim.Time // edge for which the timer waits in an exchange

	quiet   sim.Time // until when others are not disturbed
	holder  mac.Addr // whose ACK ends that; mac.Everybody for anybody's, the own one for nobody's
	backoff sim.Time // until when the station does not ask
	waits   bool     // for that, and nothing has been asked since

	askers   []phy.Frame // RTS of this slot
	served   phy.Frame   // the one that is answered
	deadline sim.Time    // edge by which its data has come
	frame    phy.Frame   // on the air
	onAir    bool
}

func newStation(c *config, env mac.Env) *station {
	ack := mac.AckConfig{Acknowledge: true, AckBits: c.Control, Retries: c.Retries, Backoff: mac.Uniform, Window: 1, MaxWindow: 1}
	s := &station{env: env, config: *c, queue: c.Queue(env), out: ack.Outbox(env), in: ack.Inbox(env)}
	s.timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	return s
}

// Start finds the slot, when all stations are there.
func (s *station) Start() {
	s.control = s.env.PHY.Airtime(s.config.Control)
	s.slot = s.config.slot(s.env.MaxDelay(), s.control, s.env.PHY.Turnaround())
}

// Send takes a packet in hand, or into the queue while there is another one.
func (s *station) Send(p *mac.Packet) error {
	if p.Bits > s.config.Size {
		return mac.ErrTooLong
	}
	if s.out.Packet() != nil {
		return s.queue.Push(p)
	}
	s.out.Take(p)
	if s.phase == resting {
		s.rest()
	}
	return nil
}

// now returns the time of the station's clock.
func (s *station) now() sim.Time { return s.env.Clock.Local(s.env.Kernel.Now()) }

// edge returns the first edge of a slot that is not before a time.
func (s *station) edge(t sim.Time) sim.Time {
	n := int64(t) / int64(s.slot)
	if e := sim.Time(n * int64(s.slot)); e >= t {
		return e
	}
	return sim.Time((n + 1) * int64(s.slot))
}

// next returns the first edge after a time.
func (s *station) next(t sim.Time) sim.Time { return s.edge(t + 1) }

// await goes into a phase that lasts until an edge.
func (s *station) await(p phase, until sim.Time) {
	s.phase, s.due = p, until
	s.timer.Arm(max(s.env.Kernel.Now(), s.env.Clock.Kernel(until)))
}

// rest ends an exchange, and waits for the edge at which to ask for the next packet: the first one after a silence or a wait, so
// that there is a slot to listen in if that ends at an edge.
func (s *station) rest() {
	s.phase = resting
	s.timer.Stop()
	if s.out.Packet() == nil {
		if p := s.queue.Pop(); p != nil {
			s.out.Take(p)
		}
	}
	if s.out.Packet() != nil {
		s.await(resting, s.next(max(s.now(), s.quiet, s.backoff)))
	}
}

// wake is the edge at which a phase ends.
func (s *station) wake(sim.Time) {
	switch s.phase {
	case resting:
		s.ask()
	case asked, unconfirmed:
		s.fail(trace.NoAnswer)
	case granted:
		s.send()
	case answering:
		s.answer()
	case serving:
		if s.env.PHY.Busy() && s.due < s.deadline {
			s.await(serving, s.deadline)
			return
		}
		s.interrupt(s.now())
		s.rest()
	case confirming:
		s.confirm()
	}
}

// ask sends an RTS, or a packet to everybody, if the channel is idle; else it waits for the next edge.
func (s *station) ask() {
	p := s.out.Packet()
	s.waits = false
	switch {
	case s.queue.Overdue(p):
		s.out.Drop(trace.Expired)
		s.rest()
	case s.env.PHY.Busy():
		s.await(resting, s.next(s.due))
	case p.Dst == mac.Everybody:
		s.send()
	case s.transmit(phy.Frame{Src: s.env.Addr, Dst: p.Dst, Bits: s.config.Control, Kind: rts, Seq: uint32(s.length(p.Bits + s.config.Header)), Cut: p.Cut}):
		s.await(asked, s.due.Add(2*s.slot))
	default:
		s.fail(trace.RadioBusy)
	}
}

// length returns how many slots a frame of data takes.
func (s *station) length(bits int) int64 {
	return s.config.slots(s.slot, s.env.PHY.Airtime(bits), s.control)
}

// send sends the packet in hand.
func (s *station) send() {
	if !s.transmit(s.out.Frame(s.config.Header)) {
		s.fail(trace.RadioBusy)
		return
	}
	s.out.Begun()
	s.phase = sending
}

// answer sends a CTS to one of those who have asked, drawn at random.
func (s *station) answer() {
	s.served = s.askers[0]
	if n := len(s.askers); n > 1 {
		s.served = s.askers[s.env.Rand.Intn(n)]
	}
	s.askers = s.askers[:0]
	if !s.transmit(phy.Frame{Src: s.env.Addr, Dst: s.served.Src, Bits: s.config.Control, Kind: cts, Seq: s.served.Seq, Cut: s.served.Cut}) {
		s.rest()
		return
	}
	s.deadline = s.due.Add(s.span(int64(s.served.Seq) + 1))
	s.await(serving, s.due.Add(2*s.slot)) // by then data has begun, or it does not come
}

// confirm sends the ACK.
func (s *station) confirm() {
	s.transmit(s.in.Ack()) // one that is not taken will be asked for again
	s.interrupt(s.due.Add(s.slot))
	s.rest()
}

// fail takes note that nothing came of an RTS or a packet, and has the station wait.
func (s *station) fail(why trace.Cause) {
	if _, again := s.out.Fail(why); again {
		s.backoff, s.waits = s.draw(s.now()), true
	}
	s.rest()
}

// draw returns the end of a wait from a time on.
func (s *station) draw(from sim.Time) sim.Time {
	b := &s.config.Backoff
	return from.Add(s.span(int64(b.From + s.env.Rand.Intn(b.To-b.From+1))))
}

// span returns how long so many slots are.
func (s *station) span(n int64) time.Duration { return mac.Slots(n, s.slot) }

// interrupt has a wait begin anew at a time, if one is under way.
func (s *station) interrupt(at sim.Time) {
	if s.waits && s.config.Backoff.Interrupted == redrawn {
		s.backoff = s.draw(at)
	}
}

// transmit reports whether the radio took the frame.
func (s *station) transmit(f phy.Frame) bool {
	s.frame = f
	s.onAir = s.env.PHY.Transmit(&s.frame) == nil
	return s.onAir
}

// TxDone goes on after data.
func (s *station) TxDone(f *phy.Frame) {
	s.onAir = false
	if s.phase != sending || f.Kind != mac.DataFrame {
		return
	}
	over := s.due.Add(s.span(s.length(f.Bits)))
	if s.out.Ended(f) {
		s.await(unconfirmed, over.Add(s.slot))
		return
	}
	s.quiet, s.holder = max(s.quiet, over-1), s.env.Addr // until everybody has it
	s.rest()
}

// afterData is how many slots a station is silent after data for another one, if it does not hear the ACK: one for that, and two
// more, as in UnetStack's implementation. Without these two, stations that do not hear the ACK ask before those that do.
const afterData = 3

// after returns the edge so many slots after the one in which a frame was sent that began to arrive at a time, though
// the sender's clock may be ahead or behind by half of the guard.
func (s *station) after(began sim.Time, n int64) sim.Time {
	sent := s.edge(began.Add(s.config.Guard/2 + 1)).Add(-s.slot)
	return max(sent.Add(s.span(n)), s.next(s.now()))
}

// Receive takes what is for this station, and is silent after what is not.
func (s *station) Receive(f *phy.Frame, info phy.RxInfo) {
	mine, began := f.Dst == s.env.Addr, s.env.Clock.Local(info.Began)
	switch {
	case f.Kind == rts && mine:
		s.request(f, began)
	case f.Kind == rts:
		if s.phase != asked { // who gets the CTS is not decided then
			s.overhear(s.now().Add(2*s.slot), mac.Everybody)
		}
	case f.Kind == cts && mine:
		if s.phase == asked && f.Src == s.out.Packet().Dst {
			s.await(granted, s.after(began, 1))
		}
	case f.Kind == cts:
		s.overhear(s.after(began, int64(f.Seq)+2), f.Src)
		if s.phase == asked {
			s.fail(trace.NoAnswer)
		}
	case f.Kind == mac.AckFrame && mine:
		// One that comes late, after a step of the clock, ends what has begun for the same packet again.
		if s.phase != sending && s.out.Acked(f) && (s.phase <= granted || s.phase == unconfirmed) {
			s.rest()
		}
	case f.Kind == mac.AckFrame:
		s.release(f.Src)
	case mine:
		s.take(f, info, s.after(began, s.length(f.Bits)))
	default:
		s.in.Receive(f, info) // of everybody
		if f.Dst != mac.Everybody {
			s.overhear(s.after(began, s.length(f.Bits)+afterData), f.Dst)
		}
	}
}

// request takes note of an RTS, which is answered at the next edge, unless others are not to be disturbed.
func (s *station) request(f *phy.Frame, began sim.Time) {
	switch {
	case s.phase != resting && s.phase != answering || s.now() < s.quiet:
		return
	case s.phase == resting:
		s.askers = s.askers[:0]
		s.await(answering, s.after(began, 1))
	}
	s.askers = append(s.askers, *f)
}

// take takes data for this station, which is acknowledged at an edge. In another exchange it does not: the data comes again.
func (s *station) take(f *phy.Frame, info phy.RxInfo, answer sim.Time) {
	if s.phase == serving || s.phase == resting || s.phase == answering {
		s.in.Receive(f, info)
		s.await(confirming, answer)
	}
}

// overhear has the station be silent until a time, unless it has the channel. The ACK of a holder ends that, or
// any ACK if that is everybody.
func (s *station) overhear(until sim.Time, holder mac.Addr) {
	if s.phase != resting && s.phase != answering && s.phase != asked {
		return
	}
	if until >= s.quiet {
		s.quiet, s.holder = until, holder
	}
	s.interrupt(s.quiet)
	if s.phase != asked {
		s.rest()
	}
}

// release ends the silence with the ACK for which it was kept.
func (s *station) release(from mac.Addr) {
	if s.phase != resting || s.now() >= s.quiet || s.holder != mac.Everybody && s.holder != from {
		return
	}
	s.quiet = s.now()
	s.interrupt(s.quiet)
	s.rest()
}

var _ phy.ReceptionListener = (*station)(nil)

// Began is no business of the station, which looks at the carrier at the edges of slots.
func (*station) Began() {}

// Lost has the station be silent as after a CTS, which the frame may have been. No ACK ends that: whose would it be?
func (s *station) Lost(trace.Cause) {
	s.overhear(s.next(s.now()).Add(s.span(s.length(s.config.Size+s.config.Header)+1)), s.env.Addr)
}

// Collision is no business of a half-duplex radio.
func (*station) Collision() {}
