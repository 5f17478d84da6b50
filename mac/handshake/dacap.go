package handshake

import (
	"fmt"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
)

// dacapConfig describes DACAP after Peleato and Stojanovic ("Distance aware collision avoidance protocol for ad-hoc underwater
// acoustic sensor networks", IEEE Communications Letters 11(12), 2007). A station that has a CTS waits before it
// sends the data. If it overhears an RTS or a CTS meanwhile, it defers. The one that has sent the CTS may overhear one
// too, and then sends a warning, after which the first one defers as well.
//
// With U for the way between the two, which the asking one measures by the time from its RTS to the CTS, the wait is
//
//	T_w(U) = max(t_min - 2 U, 2 F - t_min)
//
// From CTS to data at least t_min goes by, the least handshake. One that sends an RTS before it hears this CTS, and is F
// away, hears it before it sends data of its own if F is t_min after the RTS or less. Otherwise its RTS has come by 2 F - t_min,
// early enough for a warning. F is the farthest way from where others disturb: U and a margin (the paper's Delta D over the speed of
// sound), and no more than the longest way T. For t_min = 2 T none is needed where all control frames are heard.
//
// The text of the paper was not at hand: T_w is worked from these two conditions. DESERT's implementation (F. Guerra, 2015) has the
// same two terms, but neither limits U and the margin to T, nor goes below twice the margin, and has another wait with
// acknowledgements.
//
// Airtimes of control frames are left out of T_w. The wait before an RTS is that of maca-u. Who overhears an
// RTS is silent until the exchange could be over, with the longest wait, as in DESERT.
type dacapConfig struct {
	Least   time.Duration `yaml:"min_handshake" range:"[0,1e4]" doc:"least time from a CTS to the data, where both take no time on the air: short ones leave more to warnings; 0 for the longest way there and back, with which none is needed"`
	Margin  time.Duration `yaml:"margin" range:"[0,1e4]" doc:"greatest delay, beyond that of the packet, of a frame that is strong enough to disturb the packet; 0 if every frame that is heard disturbs"`
	Warning int           `yaml:"warning" unit:"bit" range:"[1,1e6]" doc:"bits of a warning, all included"`
	exchange
}

// DefaultDACAP returns DACAP with acknowledgements and handshakes that need no warnings.
func DefaultDACAP() mac.Config { return &dacapConfig{Warning: 24, exchange: defaultExchange()} }

// About says what the model is.
func (*dacapConfig) About() string {
	return "distance-aware handshake: data waits for warnings, longer if nodes farther away can disturb it"
}

// Doubts tells of what the settings hardly do on a link.
func (c *dacapConfig) Doubts(at mac.Conditions) []string {
	doubts := c.doubts(at)
	longest := at.Longest("")
	if c.Delay > 0 {
		longest = c.Delay
	}
	if most := 2 * (longest + c.Guard); longest > 0 && c.Least > most {
		doubts = append(doubts, fmt.Sprintf("min_handshake: %v is longer than the longest way there and back, by which all control frames have come; make it %v or less", c.Least, most.Round(time.Microsecond)))
	}
	return append(doubts, c.kept(at, max(0, c.wait(longest, longest)-at.Turnaround))...)
}

// least returns the least handshake.
func (c *dacapConfig) least(longest time.Duration) time.Duration {
	if c.Least == 0 {
		return 2 * longest
	}
	return c.Least
}

// wait is T_w for the other one so far away.
func (c *dacapConfig) wait(way, longest time.Duration) time.Duration {
	least, far := c.least(longest), longest
	if c.Margin > 0 {
		far = min(longest, way+c.Margin)
	}
	return max(least-2*way, 2*far-least)
}

// Pace is that of an exchange with its wait, and of half the window.
func (c *dacapConfig) Pace(env mac.Env, way func(a, b mac.Addr) time.Duration, to mac.Addr, bits int) time.Duration {
	t, pace := c.times(env), env.PHY.Airtime(bits+c.Header)
	if to != mac.Everybody {
		u := way(env.Addr, to)
		pace = t.alone(u, pace, true) + max(0, c.wait(u, t.longest)-t.pause)
	}
	return pace + time.Duration(c.Window-1)*t.round()/2
}

// Build makes the protocol of one node.
func (c *dacapConfig) Build(env mac.Env) mac.MAC {
	own := *c
	s := &dacap{backingOff: backingOff{station: newStation(&own.exchange, env)}, config: &own}
	s.rules = s
	s.timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	return s
}

// dacap is DACAP at one node.
type dacap struct {
	backingOff
	config *dacapConfig
	asking sim.Time // when the last RTS began
	warned bool     // the one to whom the last CTS went
}

// Start finds the longest wait. A handshake takes 2 U + T_w, at most t_min or 4 T - t_min, of which others have 2 T already. Data that
// comes t_min after a CTS, as it does from near and far alike, must find its receiver waiting yet, whose clock may be off by a thousandth.
func (s *dacap) Start() {
	s.backingOff.Start()
	t := &s.times
	least := s.config.least(t.longest)
	t.hold, t.late = (least - 2*t.longest).Abs(), least/1000
}

// turn notes when the station asks.
func (s *dacap) turn() {
	s.asking = s.now()
	s.backingOff.turn()
}

// wait is T_w for the way that RTS and CTS have taken.
func (s *dacap) wait() time.Duration {
	t := &s.times
	ways := s.now().Sub(s.asking) - t.rts - t.pause - t.rts
	return max(t.pause, s.config.wait(max(0, ways)/2, t.longest))
}

// open reports whether an RTS is answered. Who asks has not been warned yet.
func (s *dacap) open() bool {
	if !s.backingOff.open() {
		return false
	}
	s.warned = false
	return true
}

// Receive defers after a warning.
func (s *dacap) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Kind == warning && f.Dst == s.env.Addr {
		if s.phase == granted && f.Src == s.out.Packet().Dst {
			s.keep(0)
		}
		return
	}
	s.backingOff.Receive(f, info)
}

// overhear is silent, defers, or warns.
func (s *dacap) overhear(f *phy.Frame) {
	control := f.Kind == rts || f.Kind == cts
	switch {
	case s.phase == serving && control && !s.warned:
		s.warned = s.transmit(phy.Frame{Src: s.env.Addr, Dst: s.reply.Dst, Bits: s.config.Warning, Kind: warning, Cut: s.reply.Cut})
	case s.phase == resting, s.phase == asked && f.Kind == cts, s.phase == granted && control:
		s.keep(s.silence(f))
	}
}

// silence is how long others are not to be disturbed after a frame of theirs: until the exchange could be over.
func (s *dacap) silence(f *phy.Frame) time.Duration {
	data := s.env.PHY.Airtime(int(f.Seq))
	if f.Kind == rts {
		return s.times.afterRTS(data)
	}
	return s.times.silence(f.Kind, data)
}
