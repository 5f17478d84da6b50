package alohaan

import (
	"slices"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// notification is the frame of the protocol beside data. Its Seq is the bits of the packet.
const notification = mac.OwnFrame

// FrameKinds implements mac.Naming.
func (*config) FrameKinds() []string {
	return []string{mac.DataFrame: "data", mac.AckFrame: "ACK", notification: "notification"}
}

// news is what a notification carries.
type news struct{ ways ways }

// phase is what a station does.
type phase uint8

const (
	resting  phase = iota // the timer waits for the next try, if there is a packet
	notified              // until the packet begins
	sending               // the packet is on the air
)

// station is the protocol at one node. All times are those of its own clock.
type station struct {
	env    mac.Env
	config config
	queue  *mac.Queue
	out    *mac.Outbox
	in     *mac.Inbox

	control time.Duration // a notification on the air
	lag     time.Duration
	own     news
	phase   phase
	timer   *sim.Timer
	due     sim.Time
	mine    flight   // the packet that was announced
	table   []flight // those of others, one of each sender
	frame   phy.Frame
}

func newStation(c *config, env mac.Env) *station {
	ack := mac.AckConfig{Retries: c.Deferrals, Backoff: mac.Uniform, Window: 1, MaxWindow: 1}
	s := &station{env: env, config: *c, queue: c.Queue(env), out: ack.Outbox(env), in: mac.AckConfig{}.Inbox(env)}
	s.timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	return s
}

// Start finds the ways and the lag, when all stations are there.
func (s *station) Start() {
	s.control = s.env.PHY.Airtime(s.config.Control)
	s.lag = s.config.lag(s.env.MaxDelay(), s.control)
	s.own.ways = make(ways, slices.Max(s.env.Stations)+1)
	for i := range s.own.ways {
		s.own.ways[i] = -1
	}
	for _, a := range s.env.Stations {
		if way, reached := s.env.Delay(a); reached && a != s.env.Addr {
			s.own.ways[a] = way
		}
	}
}

// Send takes a packet in hand, or into the queue while there is another one.
func (s *station) Send(p *mac.Packet) error {
	if s.out.Packet() != nil {
		return s.queue.Push(p)
	}
	s.out.Take(p)
	if s.phase == resting {
		s.rest(0)
	}
	return nil
}

// now returns the time of the station's clock.
func (s *station) now() sim.Time { return s.env.Clock.Local(s.env.Kernel.Now()) }

// rest waits for a time, and then tries to send the packet whose turn it is.
func (s *station) rest(wait time.Duration) {
	s.phase = resting
	s.timer.Stop()
	if s.out.Packet() == nil {
		if p := s.queue.Pop(); p != nil {
			s.out.Take(p)
		}
	}
	if s.out.Packet() != nil {
		s.await(s.now().Add(wait))
	}
}

// await sets the timer.
func (s *station) await(until sim.Time) {
	s.due = until
	s.timer.Arm(max(s.env.Kernel.Now(), s.env.Clock.Kernel(until)))
}

// wake is the end of a wait.
func (s *station) wake(sim.Time) {
	if s.phase == notified {
		s.send()
	} else {
		s.notify()
	}
}

// notify announces the packet in hand, unless its notification would meet another packet at any station, or the packet one where
// either is for.
func (s *station) notify() {
	p := s.out.Packet()
	if s.queue.Overdue(p) {
		s.out.Drop(trace.Expired)
		s.rest(0)
		return
	}
	bits := p.Bits + s.config.Header
	notice := flight{from: s.env.Addr, to: mac.Everybody, start: s.due, length: s.control, ways: s.own.ways}
	s.mine = flight{from: s.env.Addr, to: p.Dst, start: s.due.Add(s.lag), length: s.env.PHY.Airtime(bits), ways: s.own.ways}
	s.frame = phy.Frame{Src: s.env.Addr, Dst: p.Dst, Bits: s.config.Control, Kind: notification, Seq: uint32(bits), Cut: p.Cut, Payload: &s.own}
	switch {
	case s.env.PHY.Busy() || s.clashes(&notice) || s.clashes(&s.mine):
		s.putOff(trace.ChannelBusy)
	case s.env.PHY.Transmit(&s.frame) != nil:
		s.putOff(trace.RadioBusy)
	default:
		s.phase = notified // the lag is waited for once this is done
	}
}

// clashes reports whether a frame is in the way of one that others have announced, or the other way round. Those that have passed
// are forgotten.
func (s *station) clashes(f *flight) bool {
	now := s.now()
	s.table = slices.DeleteFunc(s.table, func(other flight) bool { return other.passed(now) })
	for i := range s.table {
		if clash(f, &s.table[i], s.env.Stations) {
			return true
		}
	}
	return false
}

// putOff has the packet in hand wait for a random time.
func (s *station) putOff(why trace.Cause) {
	wait := time.Duration(0)
	if _, again := s.out.Fail(why); again {
		b := s.config.Backoff
		wait = mac.Slots(int64(b.From+s.env.Rand.Intn(b.To-b.From+1)), s.mine.length)
	}
	s.rest(wait)
}

// send sends the packet in hand.
func (s *station) send() {
	s.phase = sending
	s.frame = s.out.Frame(s.config.Header)
	if s.env.PHY.Transmit(&s.frame) != nil {
		s.putOff(trace.RadioBusy)
		return
	}
	s.out.Begun()
}

// TxDone goes on after a notification or a packet.
func (s *station) TxDone(f *phy.Frame) {
	switch {
	case f.Kind == mac.DataFrame:
		s.out.Ended(f)
		s.rest(0)
	case s.phase == notified:
		s.await(s.mine.start)
	}
}

// Receive hands up what is for this node, and notes what others announce.
func (s *station) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Kind == mac.DataFrame {
		s.in.Receive(f, info)
		return
	}
	way, reached := s.own.ways.to(f.Src)
	if !reached {
		return // who was out of reach at the start
	}
	sent := s.env.Clock.Local(info.Began).Add(-way)
	other := flight{from: f.Src, to: f.Dst, start: sent.Add(s.lag), length: s.env.PHY.Airtime(int(f.Seq)), ways: f.Payload.(*news).ways}
	if s.phase == notified && clash(&s.mine, &other, s.env.Stations) {
		if s.mine.start < other.start || s.mine.start == other.start && s.env.Addr < f.Src {
			return // the other one will hear of it, and try again
		}
		s.putOff(trace.ChannelBusy)
	}
	s.note(other)
}

// note keeps what a station has announced in place of what it had before.
func (s *station) note(other flight) {
	for i := range s.table {
		if s.table[i].from == other.from {
			s.table[i] = other
			return
		}
	}
	s.table = append(s.table, other)
}

// Collision is no business of a half-duplex radio.
func (*station) Collision() {}
