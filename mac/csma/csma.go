// Package csma holds the protocols that listen before they send: csma, csma-cd and cw-mac.
//
// csma is carrier sense multiple access after Kleinrock and Tobagi ("Packet switching in radio
// channels: part I", IEEE Trans. Commun. 23(12), 1975). A station whose channel is idle sends at once,
// or in each slot with probability p. One that finds it busy waits for its end (1-persistent,
// p-persistent), or looks again after a random time (non-persistent):
//
//	resting --packet--> looking --idle--> sending --done--> looking, or resting
//	                    looking --busy--> waiting --carrier ends, or time is up--> looking
//
// csma-cd also hears while it sends, stops what collides, and sends it again; see CDConfig. cw-mac
// waits in a contention window as the protocol of that name in ns-3 does; see CWConfig.
//
// A station senses the frames that began to reach it before the present instant: stations that decide
// at one instant collide. So a slot longer than the longest way lets it hear who began in the one before.
//
// Begin with Default and Config, and for the protocol of the paper with Defer: there infinitely many
// stations have a packet each, and here a station has a queue. One with a backlog looks when its own
// frame ends, while the others still wait, and so sends its whole queue in a row, unless it defers.
//
// Left out: acknowledgements. What collides unheard, or is lost to noise, is lost. There is no request
// to send, so hidden stations stay hidden.
package csma

import (
	"fmt"
	"math"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/numeric"
	"halocline/sim/trace"
)

// Persistence says what a station does when it finds the channel busy.
type Persistence string

// The ways.
const (
	OnePersistent Persistence = "1-persistent"   // it sends at the end of the carrier
	NonPersistent Persistence = "non-persistent" // it looks again after a random time
	PPersistent   Persistence = "p-persistent"   // it sends at the end and in each idle slot after it with a probability
)

// Config describes CSMA without collision detection.
type Config struct {
	Persistence Persistence   `yaml:"persistence" oneof:"1-persistent|non-persistent|p-persistent" doc:"what a station does when it finds the channel busy. 1-persistent: send when the channel becomes idle; non-persistent: look again after a random time; p-persistent: wait until the channel is idle, and then send in each slot with probability p"`
	P           float64       `yaml:"p" range:"(0,1]" doc:"probability that the packet is sent in an idle slot, for p-persistent"`
	Slot        time.Duration `yaml:"slot" range:"[0,1e6]" doc:"length of a slot, for p-persistent; 0 for a little more than the longest delay between two stations"`
	Backoff     time.Duration `yaml:"backoff" range:"[0,1e6]" doc:"longest time until the next look at the channel, for non-persistent; the time is uniform from 0 to this. 0 for ten times the packet's time on the air"`
	Defer       bool          `yaml:"defer" doc:"whether a station also waits a random time after each frame of its own, for non-persistent, as in the protocol of the literature, where a packet that comes during a frame finds the channel busy. With false, a station with a backlog looks when its own frame ends, while the others still wait, and sends frame after frame. Under load more packets then arrive than in theory, and stations take long turns"`
	Attempts    int           `yaml:"attempts" range:"[0,1e6]" doc:"number of times that a packet may find the channel busy before it is dropped, for non-persistent; 0 for no limit"`
	Header      int           `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	mac.QueueConfig
}

// Default returns non-persistent CSMA.
func Default() mac.Config {
	return &Config{
		Persistence: NonPersistent,
		P:           0.1,
		Header:      24,
		QueueConfig: mac.DefaultQueue(),
	}
}

// About says what the model is.
func (*Config) About() string {
	return "carrier sense: listen before you send; 1-, non- or p-persistent"
}

// Validate checks the queue.
func (c *Config) Validate() error { return checkQueue(c.QueueConfig) }

// Doubts tells of waits that leave a station less than an even share, and of a load at which stations that
// do not defer to their own frames differ from those of the literature.
func (c *Config) Doubts(at mac.Conditions) []string {
	longest := func() time.Duration { return at.Longest("") }
	switch {
	case c.Persistence == PPersistent:
		return at.Silent("p", c.silence(0, longest, at.Airtime(1)), c.Header, "raise p or make slot shorter")
	case c.Persistence == NonPersistent && c.Defer && at.Bits > 0:
		return at.Silent("defer", c.silence(at.Airtime(at.Bits+c.Header), longest, 0), c.Header, "make backoff shorter")
	case c.Persistence != NonPersistent || c.Defer || at.Bits == 0 || c.Supersedes():
		return nil
	}
	most := capacity(longest().Seconds() / at.Airtime(at.Bits+c.Header).Seconds())
	if at.Load <= most {
		return nil
	}
	return []string{fmt.Sprintf("defer: all nodes are to send %.3g frames in the time of one, and the non-persistent CSMA of the literature delivers %.2g at most over ways as long as the longest; here a station with a backlog sends its whole queue in a row, while the others wait, and more may arrive; for the protocol of the literature write defer: true",
		at.Load, most)}
}

// capacity returns what non-persistent CSMA delivers at most, in frames per frame time, where all ways are a frame
// times long. Kleinrock and Tobagi's throughput, S = g e^-ag / (g (1 + 2a) + e^-ag) with g looks per frame time, is
// largest where g^2 e^ag = 1 / (a (1 + 2a)). Over long ways to listen tells nothing: then 1 / 2e of ALOHA is more.
func capacity(a float64) float64 {
	if a <= 0 {
		return 1
	}
	peak := 1 / (a * (1 + 2*a))
	g, _ := numeric.Bisect(0, math.Sqrt(peak), 60, func(g float64) bool { return g*g*math.Exp(a*g) < peak })
	return max(1/((1+2*a)*math.Exp(a*g)+1/g), 0.5/math.E)
}

// silence is how long a station that always has a packet is silent between two of its frames on
// average, if the channel is idle. The longest way and the airtime of a bit make its slot.
func (c *Config) silence(frame time.Duration, longest func() time.Duration, bit time.Duration) time.Duration {
	switch {
	case c.Persistence == PPersistent:
		slot := c.Slot
		if slot == 0 {
			slot = max(longest()+time.Nanosecond, bit)
		}
		return time.Duration(float64(slot) * (1 - c.P) / c.P)
	case c.Persistence == NonPersistent && c.Defer && c.Backoff > 0:
		return c.Backoff / 2
	case c.Persistence == NonPersistent && c.Defer:
		return backoffFrames * frame / 2
	}
	return 0
}

// Pace is that of a frame and the silence after it.
func (c *Config) Pace(env mac.Env, _ func(a, b mac.Addr) time.Duration, _ mac.Addr, bits int) time.Duration {
	frame := env.PHY.Airtime(bits + c.Header)
	return frame + c.silence(frame, env.MaxDelay, env.PHY.Airtime(1))
}

// Build makes the protocol of one node.
func (c *Config) Build(env mac.Env) mac.MAC {
	s := &sensing{station: newStation(env, c.Header, c.QueueConfig), config: *c}
	s.timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	return s
}

// sensing is CSMA at one node.
type sensing struct {
	station
	config Config
	slot   time.Duration
	state  sensingState
	looked *mac.Packet // whose turn it was at the last look that counted
	looks  int         // of it that found the channel busy
	timer  *sim.Timer
}

type sensingState uint8

const (
	resting   sensingState = iota // nothing to send
	listening                     // for the end of the carrier
	pausing                       // until the timer fires
	sending
)

// Start finds the slot, when all stations are there.
func (s *sensing) Start() {
	s.slot = s.config.Slot
	if s.slot == 0 {
		s.slot = max(s.env.MaxDelay()+time.Nanosecond, s.env.PHY.Airtime(1))
	}
}

func (s *sensing) Send(p *mac.Packet) error {
	if err := s.queue.Push(p); err != nil {
		return err
	}
	if s.state == resting {
		s.look()
	}
	return nil
}

// look looks at the channel for the packet whose turn it is.
func (s *sensing) look() {
	s.state = listening
	for s.queue.Len() > 0 || s.packet != nil {
		switch {
		case !s.hears():
			s.contend()
			return
		case s.config.Persistence != NonPersistent: // the end of the carrier will be noticed
			return
		case s.tryLater():
			return
		}
	}
	s.state = resting
}

// contend is what happens when the channel is idle.
func (s *sensing) contend() {
	if s.config.Persistence == PPersistent && s.env.Rand.Float64() >= s.config.P {
		s.pause(s.slot)
		return
	}
	s.state = sending
	switch {
	case !s.take(): // what was waiting is overdue
		s.state = resting
	case !s.transmit():
		s.pause(s.slot)
	}
}

// tryLater has a non-persistent station look again after a random time. It
// reports whether the packet waits for that; else it is dropped.
func (s *sensing) tryLater() bool {
	if s.config.Attempts == 0 || s.count() < s.config.Attempts {
		s.pause(max(time.Duration(s.env.Rand.Float64()*float64(s.backoff())), time.Nanosecond))
		return true
	}
	if s.take() {
		s.env.Up.Drop(s.packet, trace.ChannelBusy)
		s.packet = nil
	}
	return false
}

// next returns the packet whose turn it is.
func (s *sensing) next() *mac.Packet {
	if s.packet != nil {
		return s.packet
	}
	return s.queue.Peek()
}

// backoffFrames is the longest time until the next look where none is given, in frame times: two
// stations seldom look in the same one.
const backoffFrames = 10

// backoff returns the longest time until the next look.
func (s *sensing) backoff() time.Duration {
	if s.config.Backoff > 0 {
		return s.config.Backoff
	}
	return backoffFrames * s.env.PHY.Airtime(s.next().Bits+s.header)
}

// count returns how often the packet whose turn it is has found the channel busy.
func (s *sensing) count() int {
	p := s.next()
	if p != s.looked {
		s.looked, s.looks = p, 0
	}
	s.looks++
	return s.looks
}

func (s *sensing) pause(d time.Duration) {
	s.state = pausing
	s.timer.Arm(s.env.After(d))
}

func (s *sensing) wake(sim.Time) { s.look() }

var _ phy.CarrierListener = (*sensing)(nil)

// Carrier goes on when the channel falls idle.
func (s *sensing) Carrier(busy bool) {
	s.watch(busy)
	if !busy && s.state == listening {
		s.look()
	}
}

// TxDone goes on with the next packet. A station reschedules what finds the channel busy by
// others (Kleinrock and Tobagi), and by its own frame only where it is told to.
func (s *sensing) TxDone(*phy.Frame) {
	s.sent()
	s.state = listening
	if s.config.Defer && s.config.Persistence == NonPersistent {
		for s.queue.Len() > 0 {
			if s.tryLater() {
				return
			}
		}
	}
	s.look()
}

// Collision is no business of a station that does not detect them.
func (s *sensing) Collision() {}
