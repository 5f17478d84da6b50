package mac

import (
	"fmt"
	"math"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/trace"
)

// The kinds of frame of a protocol that acknowledges. One with frames of its own
// numbers them from OwnFrame on.
const (
	DataFrame uint8 = iota
	AckFrame
	OwnFrame
)

// Growth says how the window of a back-off goes on after a failure.
type Growth string

// The ways to go on.
const (
	Exponential Growth = "exponential" // it is doubled
	Uniform     Growth = "uniform"     // it stays
)

// AckConfig describes acknowledgement by stop and wait: a sender has one packet
// under way and repeats it until it is acknowledged. Protocols embed it. Its zero
// value is no acknowledgement.
//
// The wait before a repetition is a number of slots, drawn uniformly from 0 to
// one less than the window; how long a slot is, the protocol says. The window
// either stays or is doubled with each failure up to a limit, as in Ethernet
// (Metcalfe and Boggs, Ethernet: distributed packet switching for local computer
// networks, CACM 19(7), 1976).
//
// Left out: several packets under way at once, acknowledgements that ride on
// data, and timeouts that are learnt.
type AckConfig struct {
	Acknowledge bool          `yaml:"ack" doc:"whether receivers acknowledge packets and senders repeat those without acknowledgement; a packet to everybody has none"`
	AckBits     int           `yaml:"ack_size" unit:"bit" range:"[1,1e6]" doc:"bits of an acknowledgement, all included"`
	Pause       time.Duration `yaml:"ack_pause" range:"[0,1e4]" doc:"least time from the end of a frame to its acknowledgement; give the turnaround of a modem that has one"`
	Retries     int           `yaml:"retries" range:"[0,1e6]" doc:"number of repetitions of a packet before it is dropped"`
	Backoff     Growth        `yaml:"backoff" oneof:"exponential|uniform" doc:"growth of the window. exponential: it doubles with each failure, up to max_window, and each packet begins with the smallest. Under load, stations that have just delivered then send more than others; uniform: it stays the same"`
	Window      int           `yaml:"window" range:"[1,1e6]" doc:"number of slots from which that of the first repetition is drawn; 1 to repeat at once"`
	MaxWindow   int           `yaml:"max_window" range:"[1,1e6]" doc:"largest window, with exponential"`
	Delay       time.Duration `yaml:"max_delay" range:"[0,1e4]" doc:"longest travel time of a frame that is allowed for; 0 for the longest between two stations at the start of the run"`
}

// DefaultAck returns acknowledgement that is switched off; where it is switched
// on, a packet is sent six times at most, with a growing window.
func DefaultAck() AckConfig {
	return AckConfig{AckBits: 24, Retries: 5, Backoff: Exponential, Window: 4, MaxWindow: 64}
}

// Validate checks that the window can grow.
func (c AckConfig) Validate() error {
	return fault.Keep(c.Bounds())
}

// Bounds returns what the largest window keeps to.
func (c AckConfig) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "max_window", Value: float64(c.MaxWindow), Op: fault.AtLeast, Than: "window", Limit: float64(c.Window), When: "with backoff: exponential", Off: c.Backoff != Exponential,
		Why: fmt.Sprintf("the largest window of %d slots is smaller than the first one of %d", c.MaxWindow, c.Window),
	}}
}

// Acknowledges reports whether packets are acknowledged.
func (c AckConfig) Acknowledges() bool { return c.Acknowledge }

// Unheard tells of acknowledgements that begin before the modem of the sender hears again.
func (c AckConfig) Unheard(at Conditions) []string {
	if !c.Acknowledge {
		return nil
	}
	return at.Deaf("ack_pause", c.Pause, c.Pause, "", 2)
}

// Longest returns the longest way that is allowed for.
func (c AckConfig) Longest(env Env) time.Duration {
	if c.Delay > 0 {
		return c.Delay
	}
	return env.MaxDelay()
}

// window returns from how many slots the wait is drawn after so many failures.
func (c AckConfig) window(failures int) int {
	if c.Backoff != Exponential {
		return c.Window
	}
	doublings := min(failures-1, 30) // beyond all limits
	return min(c.Window<<doublings, c.MaxWindow)
}

// Outbox is the sender's half: the packet in hand. It stays there until it was
// sent, where nobody acknowledges, or was acknowledged, or is given up. When to
// send, and how long to wait, is the protocol's business.
type Outbox struct {
	config   AckConfig
	env      Env
	packet   *Packet // in hand; nil for none
	number   uint32  // of the packet in hand, or the one before; from 1
	failures int     // of the packet in hand
	sent     bool    // at least once
}

// Outbox makes the outbox of one node.
func (c AckConfig) Outbox(env Env) *Outbox { return &Outbox{config: c, env: env} }

// Packet returns the packet in hand, or nil.
func (o *Outbox) Packet() *Packet { return o.packet }

// Take takes a packet in hand. The hand must be empty.
func (o *Outbox) Take(p *Packet) {
	if o.packet != nil {
		panic("mac: a second packet in one hand")
	}
	if o.number == math.MaxUint32 {
		o.number = 0 // which no packet has
	}
	o.number++
	o.packet, o.failures, o.sent = p, 0, false
}

// Frame returns the frame that carries the packet in hand behind a header of so
// many bits.
func (o *Outbox) Frame(header int) phy.Frame {
	p := o.packet
	return phy.Frame{Src: o.env.Addr, Dst: p.Dst, Bits: p.Bits + header, Kind: DataFrame, Seq: o.number, Pkt: p.ID, Cut: p.Cut, Payload: p}
}

// Begun takes note that the radio has begun to send the packet in hand.
func (o *Outbox) Begun() {
	if o.sent {
		o.env.Up.Requeue(o.packet) // not before: until now it could have been acknowledged
	}
	o.sent = true
}

// Ended takes note that a frame of this node was sent. It reports whether an
// acknowledgement is to be waited for; if the frame needs none, its packet is
// out of hand.
func (o *Outbox) Ended(f *phy.Frame) (wait bool) {
	switch {
	case o.packet == nil || f.Kind != DataFrame || f.Seq != o.number:
		return false
	case o.config.Acknowledge && f.Dst != Everybody:
		return true
	}
	p := o.packet
	o.packet = nil
	o.env.Up.Sent(p, false)
	return false
}

// Acked reports whether a frame acknowledges the packet in hand, which then is
// out of it.
func (o *Outbox) Acked(f *phy.Frame) bool {
	if o.packet == nil || f.Kind != AckFrame || f.Dst != o.env.Addr || f.Src != o.packet.Dst || f.Seq != o.number {
		return false
	}
	p := o.packet
	o.packet = nil
	o.env.Up.Sent(p, true)
	return true
}

// Fail takes note that a try of the packet in hand came to nothing, and why:
// trace.NoAnswer, to the packet or to what the protocol sends before it, or
// trace.RadioBusy where the radio did not take it. It reports whether the packet is to
// be tried again, and after how many slots; if not, it was dropped. The last why is the
// cause of that only where the packet was never sent.
func (o *Outbox) Fail(why trace.Cause) (slots int, again bool) {
	o.failures++
	switch {
	case o.config.exhausted(o.failures) && o.sent:
		o.Drop(trace.RetriesExhausted)
		return 0, false
	case o.config.exhausted(o.failures):
		o.Drop(why)
		return 0, false
	}
	return o.env.Rand.Intn(o.config.window(o.failures)), true
}

// exhausted reports whether a packet is not to be tried again after so many failures.
func (c AckConfig) exhausted(failures int) bool { return failures > c.Retries }

// Drop gives up the packet in hand.
func (o *Outbox) Drop(why trace.Cause) {
	p := o.packet
	o.packet = nil
	o.env.Up.Drop(p, why)
}

// Auditor is an Upper that also wants to know of copies.
type Auditor interface {
	// Duplicate says that a packet arrived once more after it was delivered.
	Duplicate(p *Packet)
}

// Inbox is the receiver's half: it hands up each packet once and keeps the
// acknowledgements that are due.
//
// A sender has one packet under way, and its frames arrive in their order, so
// that a copy has the number of the packet that came last.
type Inbox struct {
	config AckConfig
	env    Env
	last   map[Addr]uint32 // number of the last packet from each sender
	due    []reply         // in the order in which they became due
}

// reply is an acknowledgement that is due.
type reply struct {
	to     Addr
	number uint32
	at     sim.Time // not earlier
}

// Inbox makes the inbox of one node.
func (c AckConfig) Inbox(env Env) *Inbox {
	return &Inbox{config: c, env: env, last: make(map[Addr]uint32)}
}

// Receive takes an intact data frame, whoever it is for.
func (i *Inbox) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Dst != i.env.Addr && f.Dst != Everybody {
		return
	}
	if !i.config.Acknowledge {
		i.env.Up.Deliver(f.Payload.(*Packet), NewArrival(i.env.Clock, f, info))
		return
	}
	if f.Dst != Everybody {
		i.owe(f)
	}
	again := i.last[f.Src] == f.Seq
	i.last[f.Src] = f.Seq
	if !again {
		i.env.Up.Deliver(f.Payload.(*Packet), NewArrival(i.env.Clock, f, info))
	} else if up, ok := i.env.Up.(Auditor); ok {
		up.Duplicate(f.Payload.(*Packet))
	}
}

// owe notes that a frame is to be acknowledged, which settles what is still due
// to its sender.
func (i *Inbox) owe(f *phy.Frame) {
	for k := range i.due {
		if i.due[k].to == f.Src {
			i.drop(k)
			break
		}
	}
	i.due = append(i.due, reply{to: f.Src, number: f.Seq, at: i.env.Kernel.Now().Add(i.config.Pause)})
}

// Next returns when the next acknowledgement may be sent, if one is due: a moment to come or one that is past, if the node had
// something else to send then. Arm a timer with the later of that and of now, because a timer refuses the past.
func (i *Inbox) Next() (at sim.Time, due bool) {
	if len(i.due) == 0 {
		return 0, false
	}
	return i.due[0].at, true
}

// Ack returns the acknowledgement that is due next. It counts as sent: if the
// radio does not take it, its packet will come again.
func (i *Inbox) Ack() phy.Frame {
	r := i.due[0]
	i.drop(0)
	return phy.Frame{Src: i.env.Addr, Dst: r.to, Bits: i.config.AckBits, Kind: AckFrame, Seq: r.number}
}

// drop removes an entry without giving up the room.
func (i *Inbox) drop(k int) {
	copy(i.due[k:], i.due[k+1:])
	i.due = i.due[:len(i.due)-1]
}
