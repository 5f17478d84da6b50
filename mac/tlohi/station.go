package tlohi

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// phase is what a station does.
type phase uint8

const (
	resting    phase = iota // the timer waits for the time at which to contend
	contending              // a tone is sent; until the round ends
	sending                 // data is on the air
)

// station is the protocol at one node. All times are those of its own clock.
type station struct {
	env    mac.Env
	config config
	queue  *mac.Queue
	out    *mac.Outbox
	in     *mac.Inbox

	longest time.Duration
	round   time.Duration
	phase   phase
	timer   *sim.Timer
	due     sim.Time // for which the timer waits
	tones   int      // heard in the own round, or since first while not contending
	first   sim.Time // of the tones of others
	quiet   sim.Time // until when others have the channel, or the back-off lasts
	passed  sim.Time // when the data that was heard last has passed everywhere
	frame   phy.Frame
}

func newStation(c *config, env mac.Env) *station {
	ack := mac.AckConfig{}
	s := &station{env: env, config: *c, queue: c.Queue(env), out: ack.Outbox(env), in: ack.Inbox(env)}
	s.timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	return s
}

// Start finds the length of a round, when all stations are there.
func (s *station) Start() {
	s.longest = s.config.longest(s.env.MaxDelay())
	s.round = s.config.round(s.longest)
}

// Send takes a packet in hand, or into the queue while there is another one.
func (s *station) Send(p *mac.Packet) error {
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

// edge returns the first edge between rounds that is not before a time.
func (s *station) edge(t sim.Time) sim.Time {
	n := int64(t) / int64(s.round)
	if e := sim.Time(n * int64(s.round)); e >= t {
		return e
	}
	return sim.Time((n + 1) * int64(s.round))
}

// await goes into a phase that lasts until a time.
func (s *station) await(p phase, until sim.Time) {
	s.phase, s.due = p, until
	s.timer.Arm(max(s.env.Kernel.Now(), s.env.Clock.Kernel(until)))
}

// rest waits for the time at which to contend for the packet whose turn it is.
func (s *station) rest() {
	s.phase = resting
	s.timer.Stop()
	if s.out.Packet() == nil {
		if p := s.queue.Pop(); p != nil {
			s.out.Take(p)
		}
	}
	if s.out.Packet() == nil {
		return
	}
	at := max(s.now(), s.quiet)
	if s.config.Kind == synchronized {
		at = s.edge(at)
	}
	s.await(resting, at)
}

// wake is the end of a rest or of a round.
func (s *station) wake(sim.Time) {
	switch {
	case s.env.PHY.Busy(): // the end of the carrier will be noticed
		s.phase = resting
	case s.phase == resting:
		s.contend()
	case s.tones > 0:
		s.backOff()
	default:
		s.send()
	}
}

// contend sends a tone and listens for a round.
func (s *station) contend() {
	if p := s.out.Packet(); s.queue.Overdue(p) {
		s.out.Drop(trace.Expired)
		s.rest()
		return
	}
	s.tones = 0
	s.env.Emit("tone", s.config.Length.Seconds())
	s.env.Tones.Tone()
	s.await(contending, s.due.Add(s.round))
}

// backOff draws from as many rounds as there are contenders.
func (s *station) backOff() {
	contenders := s.tones + 1
	s.env.Emit("contenders", float64(contenders))
	s.quiet = s.due.Add(mac.Slots(int64(s.env.Rand.Intn(contenders)), s.round))
	s.rest()
}

// send sends the packet in hand. Where the radio does not take it, the station contends again.
func (s *station) send() {
	s.phase = sending
	s.frame = s.out.Frame(s.config.Header)
	if s.env.PHY.Transmit(&s.frame) != nil {
		s.rest()
		return
	}
	s.out.Begun()
}

// TxDone goes on when the data has passed everywhere: only then others know that it is over.
func (s *station) TxDone(f *phy.Frame) {
	s.out.Ended(f)
	s.quiet = s.now().Add(s.longest + s.pause())
	s.rest()
}

// pause draws how long a station waits after data, so that those that the end of it comes to one after the other do not
// begin to contend each when the tone of the one before comes.
func (s *station) pause() time.Duration {
	if s.config.Kind == synchronized || s.config.Recontend == 0 {
		return 0
	}
	return time.Duration(s.env.Rand.Float64() * float64(s.config.Recontend))
}

var _ phy.ToneListener = (*station)(nil)

// ToneHeard counts a tone: that of another contender, or of those who have the channel.
func (s *station) ToneHeard() {
	now := s.now()
	if s.phase != resting {
		s.tones++
		return
	}
	if now.Sub(s.first) > s.round || s.tones == 0 {
		s.first, s.tones = now, 0
	}
	s.tones++
	s.quiet = max(s.quiet, now.Add(mac.Slots(int64(s.tones)+1, s.round)))
	s.rest()
}

var _ phy.CarrierListener = (*station)(nil)

// Carrier gives up a round in which data comes. That is what the tones before it were for; those that come meanwhile are for
// what follows.
func (s *station) Carrier(busy bool) {
	switch {
	case s.phase == sending:
	case busy:
		s.phase, s.tones, s.quiet = resting, 0, s.now()
		s.timer.Stop()
	default:
		s.quiet = max(s.quiet, s.passed, s.now().Add(s.pause()))
		s.rest()
	}
}

// Receive hands up what is for this node. Where rounds are synchronized, all know by the edge at which it was sent when it has
// passed everywhere, and contend again together.
func (s *station) Receive(f *phy.Frame, info phy.RxInfo) {
	s.in.Receive(f, info)
	if s.config.Kind == synchronized {
		began := s.env.Clock.Local(info.Began)
		sent := s.edge(began.Add(s.config.Guard/2 + 1)).Add(-s.round)
		s.passed = sent.Add(s.now().Sub(began) + s.longest)
	}
}

// Collision is no business of a half-duplex radio.
func (*station) Collision() {}
