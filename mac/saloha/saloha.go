// Package saloha is slotted ALOHA (Roberts, ALOHA packet system with and without slots and capture,
// ACM SIGCOMM CCR 5(2), 1975). Time is divided into slots by each node's own clock, and a packet is
// sent at the beginning of one, without a look at the channel:
//
//	idle --packet--> ready --slot begins--> sending --done--> idle
//
// With a persistence below one, a node that is ready sends in each slot with that probability. If
// acknowledgement is asked for, the receiver answers at the beginning of a slot too, in the same band,
// and the sender repeats what is not acknowledged after a random number of slots:
//
//	sending --done--> waiting --acknowledged--> idle
//	ready <--slots are over-- backing off <--no acknowledgement-- waiting
//
// Begin with Default and Config, which says how long a slot should be under water.
//
// Left out: slots that agree at the receiver, which senders could bring about that know their
// distances; packets that fill several slots; keeping the clocks in step; and control of the load by
// what is heard.
package saloha

import (
	"fmt"
	"math"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/trace"
)

// Config describes slotted ALOHA.
//
// Slots agree at the senders. Under water the ways differ, so that frames of one slot reach into the
// next at the receiver. Any spread of delays, however small, makes two frames of neighbouring slots
// overlap, and the throughput falls to that of pure ALOHA. A slot that is longer than a frame by a
// guard prevents that in part or, with a guard as long as the spread, altogether. This is
// propagation-delay tolerant ALOHA (Syed, Ye, Krishnamachari and Heidemann, Understanding
// spatio-temporal uncertainty in medium access with ALOHA protocols, WUWNet 2007; Ahn, Syed,
// Krishnamachari and Heidemann, Design and analysis of a propagation delay tolerant ALOHA protocol
// for underwater networks, Ad Hoc Networks 9(5), 2011). How much pays is a matter of the spread: at
// delays from none to one frame, half a frame is about best.
//
// Airtime is true time. On a clock that gains, a frame that fills its slot ends after the next slot
// has begun, and that one is lost to its node. Where clocks drift and nodes send in slots one after
// the other, a small guard is needed.
type Config struct {
	Header      int     `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	Size        int     `yaml:"size" unit:"bit" range:"[1,1e9]" doc:"largest packet that fits into a slot, without the header; longer ones are refused"`
	Guard       float64 `yaml:"guard" range:"[0,1e3]" doc:"time by which a slot exceeds the largest frame, in multiples of that frame"`
	Tolerance   float64 `yaml:"tolerance" range:"[0,1e3]" doc:"time added to guard, as a fraction of max_delay; 1 keeps neighbouring slots apart"`
	Persistence float64 `yaml:"persistence" range:"(0,1]" doc:"probability that a packet which could be sent is sent in a slot"`
	mac.QueueConfig
	mac.AckConfig
}

// Default returns slotted ALOHA without guard and acknowledgement.
func Default() mac.Config {
	return &Config{Header: 24, Size: 512, Persistence: 1, QueueConfig: mac.DefaultQueue(), AckConfig: mac.DefaultAck()}
}

// About says what the model is.
func (*Config) About() string {
	return "slotted ALOHA: send when a slot begins; acknowledgement and repetition are optional; without guard times, delays make it pure ALOHA"
}

// Largest returns what a slot has room for.
func (c *Config) Largest() int { return c.Size }

// Validate checks the queue and what must fit into a slot.
func (c *Config) Validate() error {
	return fault.Keep(c.Bounds())
}

// Bounds returns what the queue and acknowledgements keep to.
func (c *Config) Bounds() []fault.Bound {
	return append([]fault.Bound{c.Holds("a packet waits for its slot in the queue; its length must be 1 at least"), {
		Key: "ack_size", Value: float64(c.AckBits), Op: fault.AtMost, Than: "size + header", Limit: float64(c.Size + c.Header), When: "with ack", Off: !c.Acknowledge,
		Why: fmt.Sprintf("an acknowledgement of %d bits does not fit into a slot for %d bits, header included", c.AckBits, c.Size+c.Header),
	}}, c.AckConfig.Bounds()...)
}

// Doubts states the cap that slots put on a station, also on a lone one: those that are longer than
// its frames, that it leaves empty, or in which it waits for an acknowledgement, and those that a
// frame fills by true time while they are shorter by the station's clock.
func (c *Config) Doubts(at mac.Conditions) []string {
	way := c.Delay
	if way == 0 {
		way = at.Longest("")
	}
	fit := at.Airtime(c.Size + c.Header)
	slot := c.length(fit, way)
	if c.Acknowledge {
		return at.Silent("ack", c.acknowledged(fit, way, at.Airtime(c.AckBits), slot)-fit, c.Header, "that is over the longest way; send larger packets, or leave ack out")
	}
	doubts := at.Roomy("size", c.Size, c.Header)
	if c.Persistence < 1 {
		doubts = append(doubts, at.Silent("persistence", time.Duration(float64(slot)/c.Persistence)-fit, c.Header, "raise it")...)
	} else {
		doubts = append(doubts, at.Silent("guard", slot-fit, c.Header, "make guard or tolerance smaller")...)
	}
	if largest := at.Airtime(at.Bits + c.Header); at.Bits > 0 && at.Bits <= c.Size && largest.Seconds()*(1+at.Gain) > slot.Seconds() {
		doubts = append(doubts, fmt.Sprintf("guard: the fastest clock gains %.3g ppm, so that a frame that fills a slot ends after the next one has begun, and its station, also a lone one, sends in every other slot at most; make it %g or more", 1e6*at.Gain, 2*at.Gain))
	}
	return doubts
}

// Build makes the protocol of one node.
func (c *Config) Build(env mac.Env) mac.MAC {
	s := &saloha{
		env: env, config: *c, queue: c.Queue(env), out: c.Outbox(env), in: c.Inbox(env),
		decided: first - 1,
	}
	s.timer = env.Kernel.NewTimer(sim.Comm, s.decide)
	return s
}

// saloha is slotted ALOHA at one node. All that it decides, it decides when a
// slot begins. Slot n begins when the node's clock shows n times the length of a
// slot.
type saloha struct {
	env     mac.Env
	config  Config
	queue   *mac.Queue
	out     *mac.Outbox
	in      *mac.Inbox
	slot    time.Duration // length of a slot
	way     time.Duration // longest of a frame; where it matters
	timer   *sim.Timer    // beginning of slot next
	next    int64
	decided int64 // last slot for which it was decided
	from    int64 // slot from which on the packet in hand may be sent or, while waiting, counts as lost
	waiting bool  // for an acknowledgement
	sending bool
	frame   phy.Frame
}

// first and never are before and after all slots.
const (
	first = math.MinInt64 / 2
	never = math.MaxInt64
)

// longest is the longest guard, in ns. No run is as long.
const longest = 3e18

// Start finds the length of a slot, when all stations are there.
func (s *saloha) Start() {
	c := &s.config
	if c.Acknowledge || c.Tolerance > 0 {
		s.way = c.Longest(s.env)
	}
	s.slot = c.length(s.env.PHY.Airtime(c.Size+c.Header), s.way)
}

// length returns how long a slot is.
func (c *Config) length(frame, way time.Duration) time.Duration {
	guard := c.Guard*float64(frame) + c.Tolerance*float64(way)
	return frame + time.Duration(min(math.Round(guard), longest))
}

// acknowledged is how long it takes from the beginning of a packet's slot to that of the first one in
// which its acknowledgement has come, which is sent at the beginning of a slot too.
func (c *Config) acknowledged(frame, way, ack, slot time.Duration) time.Duration {
	answer := after(frame+way+c.Pause, slot)
	return mac.Slots(after(mac.Slots(answer, slot)+ack+way, slot), slot)
}

// Pace is that of the slots in which a node dares to send, and of those in which it waits for the
// acknowledgement.
func (c *Config) Pace(env mac.Env, way func(a, b mac.Addr) time.Duration, to mac.Addr, bits int) time.Duration {
	longest := time.Duration(0)
	if c.Tolerance > 0 {
		longest = c.Longest(env)
	}
	slot := c.length(env.PHY.Airtime(c.Size+c.Header), longest)
	pace := time.Duration(float64(slot) / c.Persistence)
	if c.Acknowledge && to != mac.Everybody {
		pace += c.acknowledged(env.PHY.Airtime(bits+c.Header), way(env.Addr, to), env.PHY.Airtime(c.AckBits), slot) - slot
	}
	return pace
}

// Peak is that of S = G e^-G (L. Roberts, ALOHA packet system with and without slots and capture, 1972).
func (*Config) Peak() (load, delivered float64) { return 1, 1 / math.E }

// Send puts a packet into the queue.
func (s *saloha) Send(p *mac.Packet) error {
	if p.Bits > s.config.Size {
		return mac.ErrTooLong
	}
	if err := s.queue.Push(p); err != nil {
		return err
	}
	s.await()
	return nil
}

func (s *saloha) TxDone(f *phy.Frame) {
	s.sending = false
	if s.out.Ended(f) {
		s.waiting = true
		s.from = s.acknowledged()
	}
	s.await()
}

func (s *saloha) Receive(f *phy.Frame, info phy.RxInfo) {
	switch {
	case f.Kind == mac.DataFrame:
		s.in.Receive(f, info)
	case s.out.Acked(f):
		s.waiting = false
	}
	s.await()
}

func (s *saloha) Collision() {}

// await sets the timer to the next slot in which there may be something to do.
func (s *saloha) await() {
	if s.sending {
		return
	}
	now := s.env.Kernel.Now()
	next := int64(never)
	if at, due := s.in.Next(); due {
		next = s.slotAt(max(at, now))
	}
	if s.out.Packet() != nil {
		next = min(next, s.from)
	} else if s.queue.Len() > 0 {
		next = first
	}
	if next == never {
		s.timer.Stop()
		return
	}
	next = max(next, s.slotAt(now), s.decided+1)
	if next != s.next || !s.timer.Armed() {
		s.next = next
		s.timer.Arm(s.env.Clock.Kernel(s.begin(next)))
	}
}

// decide is the beginning of a slot.
func (s *saloha) decide(now sim.Time) {
	s.decided = s.next
	if s.waiting && s.decided >= s.from {
		s.waiting = false
		if slots, again := s.out.Fail(trace.NoAnswer); again {
			s.from = s.decided + int64(slots)
		}
	}
	if at, due := s.in.Next(); due && at <= now {
		s.transmit(s.in.Ack())
	} else if s.ready() && s.dares() {
		s.sendPacket()
	}
	s.await()
}

// ready reports whether there may be a packet to be sent in this slot.
func (s *saloha) ready() bool {
	if s.out.Packet() != nil {
		return !s.waiting && s.decided >= s.from
	}
	return s.queue.Len() > 0
}

// dares draws whether a packet is sent in this slot.
func (s *saloha) dares() bool {
	return s.config.Persistence == 1 || s.env.Rand.Float64() < s.config.Persistence
}

// sendPacket sends the packet in hand, or one from the queue. If the radio does
// not take it, the next slot may.
func (s *saloha) sendPacket() {
	if p := s.out.Packet(); p != nil && s.queue.Overdue(p) {
		s.out.Drop(trace.Expired)
	}
	if s.out.Packet() == nil {
		p := s.queue.Pop()
		if p == nil {
			return
		}
		s.out.Take(p)
		s.from = s.decided
	}
	if s.transmit(s.out.Frame(s.config.Header)) {
		s.out.Begun()
	}
}

// transmit reports whether the radio took the frame.
func (s *saloha) transmit(f phy.Frame) bool {
	s.frame, s.sending = f, true
	s.sending = s.env.PHY.Transmit(&s.frame) == nil
	return s.sending
}

// acknowledged returns the slot at whose beginning a packet that was just sent
// would be acknowledged at the latest: by a receiver as far away as can be, in
// its next slot, if it owes nobody else an acknowledgement.
func (s *saloha) acknowledged() int64 {
	arrival := s.env.Clock.Local(s.env.Kernel.Now()).Add(s.way + s.config.Pause)
	answer := s.begin(s.notBefore(arrival))
	return s.notBefore(answer.Add(s.env.PHY.Airtime(s.config.AckBits) + s.way))
}

// slotAt returns the first slot that begins at a kernel time or later.
func (s *saloha) slotAt(t sim.Time) int64 {
	n := floor(s.env.Clock.Local(t), s.slot)
	if s.env.Clock.Kernel(s.begin(n)) < t {
		n++
	}
	return n
}

// notBefore returns the first slot that begins at a time of the node's clock or
// later.
func (s *saloha) notBefore(local sim.Time) int64 { return after(time.Duration(local), s.slot) }

// after returns the first slot of a length that begins at a time or later.
func after(t, slot time.Duration) int64 { return -floor(-sim.Time(t), slot) }

// begin returns what the node's clock shows when a slot begins.
func (s *saloha) begin(n int64) sim.Time { return sim.Time(mac.Slots(n, s.slot)) }

// floor returns how many times d, which is positive, goes into t, rounded down.
func floor(t sim.Time, d time.Duration) int64 {
	n := int64(t) / int64(d)
	if int64(t)%int64(d) < 0 {
		n--
	}
	return n
}
