package handshake

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// MACAUConfig describes MACA-U after Ng, Soh and Motani ("MACA-U: A media access protocol for underwater acoustic networks",
// IEEE GLOBECOM, 2008): Karn's MACA with rules for ways that are longer than a frame. A station does not listen before it
// asks. From when it has a packet it waits a random number of slots, each as long as an RTS and the longest way, and goes on
// with those that are left after a silence or an exchange; the window is doubled when no answer comes, and is the first one
// again after a packet.
//
// With t for the longest way, what a station hears from others has it
//
//	resting, or silent      be silent 2 t + CTS after an RTS, and 2 t + data after a CTS; the longer silence counts
//	asked                   go on waiting after an RTS, and give up and be silent after a CTS
//	granted to confirming   go on
//
// An RTS for the station itself is answered while it rests, and otherwise not. With acknowledgements, which the paper
// leaves out, those who hear a CTS or data are silent for the ACK too.
//
// Left out: the paper's order of packets that a station relays and those of its own; a packet here is that of its sender.
type MACAUConfig struct{ exchange }

// DefaultMACAU returns MACA-U without acknowledgements, as in the paper.
func DefaultMACAU() mac.Config {
	c := &MACAUConfig{exchange: defaultExchange()}
	c.Acknowledge = false
	return c
}

// About says what the model is.
func (*MACAUConfig) About() string {
	return "MACA for water: RTS and CTS, silences and waits from the longest way; on request with acknowledgement"
}

// Doubts tells of what the settings hardly do on a link.
func (c *MACAUConfig) Doubts(at mac.Conditions) []string { return c.doubts(at) }

// Pace is that of an exchange, and of half the window.
func (c *MACAUConfig) Pace(env mac.Env, way func(a, b mac.Addr) time.Duration, to mac.Addr, bits int) time.Duration {
	t, data := c.times(env), env.PHY.Airtime(bits+c.Header)
	if to != mac.Everybody {
		data = t.alone(way(env.Addr, to), data, true)
	}
	return data + time.Duration(c.Window-1)*t.round()/2
}

// round is how long a slot of the back-off of those is that do not listen: an RTS has come everywhere.
func (t *times) round() time.Duration { return t.rts + t.longest }

// Build makes the protocol of one node.
func (c *MACAUConfig) Build(env mac.Env) mac.MAC {
	own := *c
	s := &maca{station: newStation(&own.exchange, env)}
	s.rules = s
	s.timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	return s
}

// maca is MACA-U at one node.
type maca struct {
	station
	slots int64    // of the back-off that are to pass yet
	began sim.Time // when they began to, if the station was not busy or silent then
	quiet sim.Time // until when others are not disturbed
}

// Start draws the first back-off.
func (s *maca) Start() {
	s.station.Start()
	s.slots = int64(s.draw())
}

// Send begins the back-off of a packet.
func (s *maca) Send(p *mac.Packet) error {
	if s.out.Packet() == nil {
		s.began = s.now()
	}
	return s.station.Send(p)
}

// backOff sets the number of slots.
func (s *maca) backOff(slots int) { s.slots = int64(slots) }

// contend has the timer wait for the end of the back-off.
func (s *maca) contend() {
	s.until(resting, s.from().Add(mac.Slots(s.slots, s.times.round())))
}

// from is when the slots that are left begin to pass.
func (s *maca) from() sim.Time { return max(s.began, s.rested, s.quiet) }

// count takes away the slots that have passed.
func (s *maca) count() {
	if s.phase != resting || s.out.Packet() == nil {
		return
	}
	from, slot := s.from(), s.times.round()
	if passed := min(int64(s.now().Sub(from)/slot), s.slots); passed > 0 {
		s.slots -= passed
		s.began = from.Add(mac.Slots(passed, slot))
	}
}

// Receive counts the slots up to a frame, which may end their count.
func (s *maca) Receive(f *phy.Frame, info phy.RxInfo) {
	s.count()
	s.station.Receive(f, info)
}

// turn asks.
func (s *maca) turn() { s.ask(true) }

// open reports whether an RTS is answered.
func (s *maca) open() bool { return s.phase == resting && s.now() >= s.quiet }

// overhear is silent, as the phase has it.
func (s *maca) overhear(f *phy.Frame) {
	switch {
	case s.phase == resting:
	case s.phase == asked && f.Kind == cts:
	default:
		return
	}
	s.quiet = max(s.quiet, s.now().Add(s.times.silence(f.Kind, s.env.PHY.Airtime(int(f.Seq)))))
	switch {
	case s.phase == asked:
		s.fail(trace.NoAnswer)
	case s.out.Packet() != nil:
		s.contend()
	}
}
