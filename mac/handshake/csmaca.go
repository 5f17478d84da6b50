package handshake

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// caConfig describes CSMA/CA, carrier sense multiple access with collision avoidance, after the distributed coordination
// function of IEEE 802.11 (IEEE Std 802.11-2012, 9.3), with times that follow from the ways.
//
// A station whose channel has been idle for a slot asks at once. One that finds it busy, one that has sent, and one that had no
// answer, each draw a number of slots, and ask when the channel has been idle for one slot more. They count the slots down
// while the channel is idle, and go on where they were after it was busy. A slot lasts as long as the longest way and the
// turnaround of the modem, so that stations that have drawn different numbers hear each other.
//
// The channel is busy as well while the exchange of others lasts that was overheard (the network allocation vector, NAV):
// each frame of it says how long its data is, from which follows when the last answer has come over the longest way. That of an
// RTS ends when no carrier was heard by the time at which data should have come: the request was in vain. After a frame that was
// lost a station is silent for an answer to it (the extended interframe space).
//
// Other than in 802.11 a first repetition draws from the same window as the first try.
type caConfig struct {
	Threshold int `yaml:"rts_threshold" unit:"bit" range:"[0,1e9]" doc:"bits of the smallest packet for which an RTS is sent, without header; smaller ones are sent at once when the channel is idle. 0: an RTS for every packet"`
	exchange
}

// DefaultCA returns CSMA/CA that asks for all packets.
func DefaultCA() mac.Config { return &caConfig{exchange: defaultExchange()} }

// About says what the model is.
func (*caConfig) About() string {
	return "carrier sense with collision avoidance: RTS, CTS, NAV, and a back-off that grows"
}

// Doubts tells of what the settings hardly do on a link.
func (c *caConfig) Doubts(at mac.Conditions) []string {
	if at.Bits > 0 && at.Bits < c.Threshold {
		at.Bits = 0 // nothing is asked for
	}
	return append(c.doubts(at), c.kept(at, 0)...)
}

// asks reports whether a packet is asked for.
func (c *caConfig) asks(to mac.Addr, bits int) bool {
	return to != mac.Everybody && bits >= c.Threshold
}

// slot is how long one lasts: enough to hear who began in the one before.
func (*caConfig) slot(t *times, radio phy.PHY) time.Duration {
	return max(t.longest+radio.Turnaround(), radio.Airtime(1))
}

// Pace is that of an exchange, of a slot, and of those of half the window.
func (c *caConfig) Pace(env mac.Env, way func(a, b mac.Addr) time.Duration, to mac.Addr, bits int) time.Duration {
	t, data := c.times(env), env.PHY.Airtime(bits+c.Header)
	if to != mac.Everybody {
		data = t.alone(way(env.Addr, to), data, c.asks(to, bits))
	}
	slot := c.slot(&t, env.PHY)
	return data + slot + time.Duration(c.Window-1)*slot/2
}

// Build makes the protocol of one node.
func (c *caConfig) Build(env mac.Env) mac.MAC {
	own := *c
	s := &avoiding{station: newStation(&own.exchange, env), config: &own}
	s.rules = s
	s.timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	return s
}

// avoiding is CSMA/CA at one node.
type avoiding struct {
	station
	config  *caConfig
	slot    time.Duration
	left    int64 // slots to count down
	drawn   bool  // they count; otherwise the channel was busy after they were over
	carrier bool
	heard   sim.Time // when the carrier came or went last
	quiet   sim.Time // NAV: until when an exchange of others lasts
	vector  sim.Time // until when one will last if it comes about
}

// Start finds the slot; the channel has been idle for long.
func (s *avoiding) Start() {
	s.station.Start()
	s.slot = s.config.slot(&s.times, s.env.PHY)
	s.heard = s.now().Add(-s.slot)
	s.quiet, s.vector, s.rested = s.heard, s.heard, s.heard
}

// Send draws a back-off, if the channel is busy.
func (s *avoiding) Send(p *mac.Packet) error {
	if s.out.Packet() == nil && !s.drawn && (s.carrier || s.now() < s.ready()) {
		s.backOff(s.draw())
	}
	return s.station.Send(p)
}

// backOff has so many slots counted down, from when the channel is idle.
func (s *avoiding) backOff(slots int) { s.left, s.drawn = int64(slots), true }

// idle returns since when the channel is idle, or from when on it will be, where no carrier is heard.
func (s *avoiding) idle() sim.Time { return max(s.heard, s.quiet, s.rested) }

// ready returns when the station may ask if the channel stays idle.
func (s *avoiding) ready() sim.Time { return s.idle().Add(mac.Slots(1+s.left, s.slot)) }

// contend asks when the channel has been idle for long enough. The end of a carrier calls it again.
func (s *avoiding) contend() {
	switch ready := s.ready(); {
	case s.senses():
		s.timer.Stop()
	case s.now() >= ready:
		s.turn()
	default:
		s.until(resting, ready)
	}
}

// senses is the carrier sense: stations that decide at one instant do not hear each other.
func (s *avoiding) senses() bool { return s.carrier && s.heard < s.now() }

// turn asks, unless a carrier has come.
func (s *avoiding) turn() {
	if s.senses() {
		return
	}
	s.drawn, s.left = false, 0
	p := s.out.Packet()
	s.ask(s.config.asks(p.Dst, p.Bits))
}

// open reports whether an RTS is answered: not within another exchange, of this station or of others.
func (s *avoiding) open() bool { return s.phase == resting && s.now() >= s.quiet }

// Carrier stops the count of slots, or goes on with it. What an RTS has announced comes about if a carrier comes.
func (s *avoiding) Carrier(busy bool) {
	if busy {
		s.count()
		if s.now() < s.quiet {
			s.quiet = max(s.quiet, s.vector)
		}
	}
	s.carrier, s.heard = busy, s.now()
	if !busy && s.phase == resting && s.out.Packet() != nil {
		s.contend()
	}
}

// count takes away the slots that have passed idle, the first one not among them. The time to ask may be this very instant.
func (s *avoiding) count() {
	if s.phase != resting {
		return
	}
	now := s.now()
	if s.ready() <= now {
		s.left, s.drawn = 0, s.drawn && s.out.Packet() != nil
		return
	}
	if passed := int64(now.Sub(s.idle())/s.slot) - 1; passed > 0 {
		s.left -= passed
	}
	s.timer.Stop()
}

// overhear keeps silence until the exchange is over.
func (s *avoiding) overhear(f *phy.Frame) {
	t, now, data := &s.times, s.now(), s.env.PHY.Airtime(int(f.Seq))
	silence := t.silence(f.Kind, data)
	if f.Kind == rts {
		s.vector = max(s.vector, now.Add(t.afterRTS(data)))
		silence += t.pause
	}
	s.keep(now.Add(silence))
}

// keep has the station be silent until a time.
func (s *avoiding) keep(until sim.Time) {
	s.quiet = max(s.quiet, until)
	if s.phase == resting && s.out.Packet() != nil {
		s.contend()
	}
}

var (
	_ phy.CarrierListener   = (*avoiding)(nil)
	_ phy.ReceptionListener = (*avoiding)(nil)
)

// Began is no business of the station, which hears the carrier.
func (*avoiding) Began() {}

// Lost has the station be silent for the answer to what the frame may have been.
func (s *avoiding) Lost(trace.Cause) {
	s.keep(s.now().Add(s.times.answer(max(s.times.rts, s.times.ack))))
}
