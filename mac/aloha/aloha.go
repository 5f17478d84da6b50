// Package aloha is pure ALOHA (Abramson 1970): a packet is sent at once, without
// a look at the channel. While the radio is busy with the packet before, a new
// one waits in the queue, or is refused where there is no room. What is lost in
// the water is lost.
//
// If it is asked for, the receiver acknowledges at once, in the same band, and
// the sender repeats what is not acknowledged after a random number of frame
// times:
//
//	idle --packet--> sending --done--> waiting --acknowledged--> idle
//	                 sending <--time is up-- backing off <--no acknowledgement-- waiting
//
// Left out: a channel of its own for acknowledgements, which Abramson had, and
// control of the load: with many packets the repetitions can choke the channel.
package aloha

import (
	"math"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/trace"
)

// Config describes pure ALOHA.
type Config struct {
	Header int `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	mac.QueueConfig
	mac.AckConfig
}

// Default returns pure ALOHA with a short queue and without acknowledgement.
func Default() mac.Config {
	return &Config{Header: 24, QueueConfig: mac.DefaultQueue(), AckConfig: mac.DefaultAck()}
}

// About says what the model is.
func (*Config) About() string {
	return "pure ALOHA: send at once; acknowledgement and repetition are optional"
}

// Validate checks the window of the repetitions.
func (c *Config) Validate() error { return c.AckConfig.Validate() }

// Doubts states the cap that waiting for acknowledgements puts on a station, also on a lone one, and
// tells of acknowledgements that come too early for the modem.
func (c *Config) Doubts(at mac.Conditions) []string {
	if !c.Acknowledge {
		return nil
	}
	wait := 2*at.Longest("") + c.Pause + at.Airtime(c.AckBits)
	return append(c.Unheard(at), at.Silent("ack", wait, c.Header, "that is over the longest way; send larger packets, or leave ack out")...)
}

// Pace is that of a frame and, with acknowledgement, of what it waits for.
func (c *Config) Pace(env mac.Env, way func(a, b mac.Addr) time.Duration, to mac.Addr, bits int) time.Duration {
	pace := env.PHY.Airtime(bits + c.Header)
	if c.Acknowledge && to != mac.Everybody {
		pace += 2*way(env.Addr, to) + c.Pause + env.PHY.Airtime(c.AckBits)
	}
	return pace
}

// Peak is that of S = G e^-2G (N. Abramson, The ALOHA system, AFIPS 37, 1970).
func (*Config) Peak() (load, delivered float64) { return 0.5, 0.5 / math.E }

// Build makes the protocol of one node.
func (c *Config) Build(env mac.Env) mac.MAC {
	if c.Acknowledge {
		return newAcknowledged(c, env)
	}
	a := &aloha{up: env.Up, addr: env.Addr, phy: env.PHY, config: c, kernel: env.Kernel}
	if own := env.Clock; own != (clock.Clock{}) {
		a.clock = &own
	}
	return a
}

// aloha is pure ALOHA without acknowledgement at one node. In a large network a packet
// finds neither its sender nor its receivers in the cache, so this is small: one cache
// line for all that happens, and a second one to send.
type aloha struct {
	up      mac.Upper
	addr    mac.Addr
	sending bool
	phy     phy.PHY
	config  *Config
	kernel  *sim.Kernel
	queue   *mac.Queue   // nil until a packet has to wait, as few ever have to
	frame   phy.Frame    // lent to the radio, which copies it
	clock   *clock.Clock // nil: a perfect one
}

func (a *aloha) Start() {}

func (a *aloha) Send(p *mac.Packet) error {
	switch {
	case a.sending && a.config.Length == 0:
		return mac.ErrRadioBusy
	case a.sending:
		return a.wait(p)
	case !a.transmit(p):
		return mac.ErrRadioBusy
	}
	return nil
}

// wait puts a packet into the queue.
func (a *aloha) wait(p *mac.Packet) error {
	if a.queue == nil {
		a.queue = a.config.Queue(mac.Env{Kernel: a.kernel, Up: a.up})
	}
	return a.queue.Push(p)
}

// TxDone goes on with the next packet that the radio takes.
func (a *aloha) TxDone(f *phy.Frame) {
	a.sending = false
	if p, ok := f.Payload.(*mac.Packet); ok {
		a.up.Sent(p, false)
	}
	if a.queue == nil {
		return
	}
	for p := a.queue.Pop(); p != nil; p = a.queue.Pop() {
		if a.transmit(p) {
			return
		}
		a.up.Drop(p, trace.RadioBusy)
	}
}

func (a *aloha) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Dst == a.addr || f.Dst == mac.Everybody {
		var own clock.Clock
		if a.clock != nil {
			own = *a.clock
		}
		a.up.Deliver(f.Payload.(*mac.Packet), mac.NewArrival(own, f, info))
	}
}

func (a *aloha) Collision() {}

// transmit reports whether the radio took the packet.
func (a *aloha) transmit(p *mac.Packet) bool {
	a.frame = phy.Frame{Src: a.addr, Dst: p.Dst, Bits: p.Bits + a.config.Header, Pkt: p.ID, Cut: p.Cut, Payload: p}
	a.sending = a.phy.Transmit(&a.frame) == nil
	a.frame.Payload = nil // which would keep the packet in memory until the next one
	return a.sending
}
