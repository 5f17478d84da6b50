package handshake

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
)

// macaUConfig describes MACA-U after Ng, Soh and Motani ("MACA-U: A media access protocol for underwater acoustic networks",
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
// The text of the paper was not at hand: these are its rules as they were remembered, and how long a slot is, what a silence does
// to the back-off, and that giving up after a CTS counts as a try without an answer, are choices of this implementation.
//
// Left out: the paper's order of packets that a station relays and those of its own; a packet here is that of its sender.
type macaUConfig struct{ exchange }

// DefaultMACAU returns MACA-U without acknowledgements, as in the paper.
func DefaultMACAU() mac.Config {
	c := &macaUConfig{exchange: defaultExchange()}
	c.Acknowledge = false
	return c
}

// About says what the model is.
func (*macaUConfig) About() string {
	return "MACA for water: RTS and CTS, with silences and waits from the longest delay; acknowledgement is optional"
}

// Doubts tells of what the settings hardly do on a link.
func (c *macaUConfig) Doubts(at mac.Conditions) []string {
	return append(c.doubts(at), c.kept(at, 0)...)
}

// Pace is that of an exchange, and of half the window.
func (c *macaUConfig) Pace(env mac.Env, way func(a, b mac.Addr) time.Duration, to mac.Addr, bits int) time.Duration {
	t, data := c.times(env), env.PHY.Airtime(bits+c.Header)
	if to != mac.Everybody {
		data = t.alone(way(env.Addr, to), data, true)
	}
	return data + time.Duration(c.Window-1)*t.round()/2
}

// Build makes the protocol of one node.
func (c *macaUConfig) Build(env mac.Env) mac.MAC {
	own := *c
	s := &maca{backingOff{station: newStation(&own.exchange, env)}}
	s.rules = s
	s.timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	return s
}

// maca is MACA-U at one node.
type maca struct{ backingOff }

// overhear is silent, as the phase has it.
func (s *maca) overhear(f *phy.Frame) {
	switch {
	case s.phase == resting:
	case s.phase == asked && f.Kind == cts:
	default:
		return
	}
	s.keep(s.times.silence(f.Kind, s.env.PHY.Airtime(int(f.Seq))))
}
