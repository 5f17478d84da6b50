package handshake

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// The frames of the protocols beside data and acknowledgements. Their Seq is how many bits the data has, with its header.
const (
	rts = mac.OwnFrame + iota
	cts
	warning // that others may disturb the data; of dacap
)

// FrameKinds implements mac.Naming.
func (*exchange) FrameKinds() []string {
	return []string{mac.DataFrame: "data", mac.AckFrame: "ACK", rts: "RTS", cts: "CTS", warning: "warning"}
}

// phase is where a station is in an exchange.
type phase uint8

const (
	resting     phase = iota // none is under way; the timer waits for when to ask
	asked                    // an RTS is sent; until a CTS should have come
	granted                  // until data is sent
	sending                  // data is on the air
	unconfirmed              // until an ACK should have come
	answering                // until a CTS or an ACK is sent
	serving                  // a CTS is sent; until data should have begun to come
	receiving                // until it should have come
	confirming               // an ACK is on the air
)

// rules are what one of the protocols has for itself.
type rules interface {
	// contend asks for the packet in hand, or has the timer wait for when to ask. It may be called again at any time
	// while the station rests.
	contend()
	// turn is when the timer has waited for that.
	turn()
	// backOff has the station wait so many slots before it asks again.
	backOff(slots int)
	// open reports whether an RTS is answered that comes now.
	open() bool
	// wait returns how long after a CTS data is sent.
	wait() time.Duration
	// overhear takes a frame for another station.
	overhear(f *phy.Frame)
}

// station is what the protocols of this package share: one packet in hand, and the exchange that is under way. All times are
// those of its own clock.
type station struct {
	env    mac.Env
	config *exchange
	rules  rules
	queue  *mac.Queue
	out    *mac.Outbox
	in     *mac.Inbox
	times  times
	timer  *sim.Timer
	phase  phase
	rested sim.Time      // when the last exchange ended
	reply  phy.Frame     // that is sent when the pause is over
	data   time.Duration // on the air, that a CTS was sent for
	frame  phy.Frame
	onAir  bool
}

func newStation(c *exchange, env mac.Env) station {
	return station{env: env, config: c, queue: c.Queue(env), out: c.Outbox(env), in: c.Inbox(env)}
}

// Start finds the times, when all stations are there.
func (s *station) Start() { s.times = s.config.times(s.env) }

// Send takes a packet in hand, or into the queue while there is another one.
func (s *station) Send(p *mac.Packet) error {
	if s.out.Packet() != nil {
		return s.queue.Push(p)
	}
	s.out.Take(p)
	if s.phase == resting {
		s.rules.contend()
	}
	return nil
}

// now returns the time of the station's clock.
func (s *station) now() sim.Time { return s.env.Clock.Local(s.env.Kernel.Now()) }

// await goes into a phase that lasts so long.
func (s *station) await(p phase, d time.Duration) { s.until(p, s.now().Add(d)) }

// until goes into a phase that lasts until a time.
func (s *station) until(p phase, t sim.Time) {
	s.phase = p
	s.timer.Arm(max(s.env.Kernel.Now(), s.env.Clock.Kernel(t)))
}

// rest ends an exchange, and contends for the next packet.
func (s *station) rest() {
	s.phase, s.rested = resting, s.now()
	s.timer.Stop()
	if s.out.Packet() == nil {
		if p := s.queue.Pop(); p != nil {
			s.out.Take(p)
		}
	}
	if s.out.Packet() != nil {
		s.rules.contend()
	}
}

// wake is when a phase has lasted for its time.
func (s *station) wake(sim.Time) {
	switch s.phase {
	case resting:
		s.rules.turn()
	case asked, unconfirmed:
		s.fail(trace.NoAnswer)
	case granted:
		s.send()
	case answering:
		s.answer()
	case serving:
		if s.env.PHY.Busy() {
			s.await(receiving, s.data)
			return
		}
		s.rest()
	case receiving:
		s.rest()
	}
}

// ask sends an RTS, or the packet itself if it is for everybody, or not to be asked for.
func (s *station) ask(first bool) {
	p := s.out.Packet()
	s.phase = asked
	switch {
	case s.queue.Overdue(p):
		s.out.Drop(trace.Expired)
		s.rest()
	case p.Dst == mac.Everybody || !first:
		s.send()
	case s.transmit(phy.Frame{Src: s.env.Addr, Dst: p.Dst, Bits: s.config.Control, Kind: rts, Seq: uint32(p.Bits + s.config.Header), Cut: p.Cut}):
		s.await(asked, s.times.rts+s.times.answer(s.times.rts))
	default:
		s.fail(trace.RadioBusy)
	}
}

// wait has data sent as soon as the other one hears again.
func (s *station) wait() time.Duration { return s.times.pause }

// send sends the packet in hand.
func (s *station) send() {
	s.phase = sending
	if !s.transmit(s.out.Frame(s.config.Header)) {
		s.fail(trace.RadioBusy)
		return
	}
	s.out.Begun()
}

// answer sends the reply: a CTS, after which data comes, or an ACK.
func (s *station) answer() {
	switch {
	case !s.transmit(s.reply):
		s.rest() // it will be asked for again
	case s.reply.Kind == cts:
		s.data = s.env.PHY.Airtime(int(s.reply.Seq))
		s.await(serving, s.times.rts+s.times.answer(0)+s.times.hold+s.times.late)
	default:
		s.phase = confirming
	}
}

// fail takes note that nothing came of an RTS or a packet, and has the station wait.
func (s *station) fail(why trace.Cause) {
	slots, again := s.out.Fail(why)
	if !again {
		slots = s.draw()
	}
	s.rules.backOff(slots)
	s.rest()
}

// succeed ends an exchange of which the packet in hand is rid.
func (s *station) succeed() {
	s.rules.backOff(s.draw())
	s.rest()
}

// draw returns a number of slots from the first window.
func (s *station) draw() int { return s.env.Rand.Intn(s.config.Window) }

// transmit reports whether the radio took the frame.
func (s *station) transmit(f phy.Frame) bool {
	if s.onAir {
		return false // a radio that hears while it sends may be asked for an answer
	}
	s.frame = f
	s.onAir = s.env.PHY.Transmit(&s.frame) == nil
	return s.onAir
}

// TxDone goes on after data and after an ACK.
func (s *station) TxDone(f *phy.Frame) {
	s.onAir = false
	switch {
	case s.phase == confirming:
		s.rest()
	case s.phase != sending:
	case s.out.Ended(f):
		s.await(unconfirmed, s.times.confirmation())
	default:
		s.succeed()
	}
}

// Receive takes what is for this station.
func (s *station) Receive(f *phy.Frame, info phy.RxInfo) {
	switch mine := f.Dst == s.env.Addr; {
	case f.Dst == mac.Everybody:
		s.in.Receive(f, info)
	case !mine:
		s.rules.overhear(f)
	case f.Kind == rts:
		if s.rules.open() {
			s.reply = phy.Frame{Src: s.env.Addr, Dst: f.Src, Bits: s.config.Control, Kind: cts, Seq: f.Seq, Cut: f.Cut}
			s.await(answering, s.times.pause)
		}
	case f.Kind == cts:
		if s.phase == asked && f.Src == s.out.Packet().Dst {
			s.await(granted, s.rules.wait())
		}
	case f.Kind == mac.AckFrame:
		if s.out.Acked(f) && s.waits() {
			s.succeed()
		}
	case f.Kind == mac.DataFrame:
		s.take(f, info)
	}
}

// waits reports whether the station waits on behalf of the packet in hand, which an ACK ends, also a late one.
func (s *station) waits() bool {
	return s.phase == resting || s.phase == asked || s.phase == granted || s.phase == unconfirmed
}

// take takes data for this station, and acknowledges it, but not within an exchange of its own: then the data comes again.
func (s *station) take(f *phy.Frame, info phy.RxInfo) {
	free := s.phase == resting || s.phase == serving || s.phase == receiving
	if free {
		s.phase = answering // what is offered meanwhile waits
		s.timer.Stop()
	}
	s.in.Receive(f, info)
	_, due := s.in.Next()
	switch {
	case due && free:
		s.reply = s.in.Ack()
		s.await(answering, s.times.pause)
	case due:
		s.in.Ack()
	case free:
		s.rest()
	}
}

// Collision is no business of a half-duplex radio.
func (*station) Collision() {}
