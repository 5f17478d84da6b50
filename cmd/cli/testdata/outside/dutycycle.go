package main

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// DutyCycle is ALOHA for a band in which nobody may send for more than a share of the time, as
// rules for radios without a licence ask. After a frame of length T a node is silent for
// T (1/share - 1), and then for a random part of spread times that, or two nodes that have once
// met would meet with every frame:
//
//	ready --packet--> sending --done--> silent --time is up, queue empty--> ready
//	                  sending <--time is up, a packet waits-- silent
//
// Left out: a budget that is saved over an hour, and acknowledgements.
type DutyCycle struct {
	Header int     `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	Share  float64 `yaml:"share" range:"[0.001,1]" doc:"largest share of the time that a node sends"`
	Spread float64 `yaml:"spread" range:"[0,10]" doc:"how much longer than it must a node is silent at most, as a part of that"`
	mac.QueueConfig
}

// DefaultDutyCycle returns a share of a tenth, up to twice the silence, and a short queue.
func DefaultDutyCycle() mac.Config {
	return &DutyCycle{Header: 24, Share: 0.1, Spread: 1, QueueConfig: mac.DefaultQueue()}
}

// About says what the model is.
func (*DutyCycle) About() string { return "ALOHA whose nodes send for a limited share of the time" }

// Validate finds nothing that the ranges do not.
func (c *DutyCycle) Validate() error { return nil }

// Pace is that of a frame and the mean silence behind it.
func (c *DutyCycle) Pace(env mac.Env, _ func(a, b mac.Addr) time.Duration, _ mac.Addr, bits int) time.Duration {
	frame := env.PHY.Airtime(bits + c.Header)
	return frame + c.silence(frame, 0.5)
}

// silence returns how long a node is silent after a frame; chance lies between 0 and 1.
func (c *DutyCycle) silence(frame time.Duration, chance float64) time.Duration {
	return time.Duration(float64(frame) * (1/c.Share - 1) * (1 + chance*c.Spread))
}

// Build makes the protocol of one node.
func (c *DutyCycle) Build(env mac.Env) mac.MAC {
	d := &dutyCycle{env: env, config: c, queue: c.Queue(env)}
	d.timer = env.Kernel.NewTimer(sim.Comm, func(sim.Time) { d.next() })
	return d
}

// dutyCycle is the protocol at one node.
type dutyCycle struct {
	env    mac.Env
	config *DutyCycle
	queue  *mac.Queue // packets that wait
	frame  phy.Frame
	timer  *sim.Timer // of the silence
	busy   bool       // sending, or silent after it
}

func (d *dutyCycle) Start() {}

func (d *dutyCycle) Send(p *mac.Packet) error {
	if d.busy {
		return d.queue.Push(p)
	}
	return d.transmit(p)
}

func (d *dutyCycle) TxDone(f *phy.Frame) {
	d.env.Up.Sent(f.Payload.(*mac.Packet), false)
	d.timer.Arm(d.env.Kernel.Now().Add(d.config.silence(d.env.PHY.Airtime(f.Bits), d.env.Rand.Float64())))
}

// next sends the packet that has waited longest.
func (d *dutyCycle) next() {
	d.busy = false
	for p := d.queue.Pop(); p != nil; p = d.queue.Pop() {
		if d.transmit(p) == nil {
			return
		}
		d.env.Up.Drop(p, trace.RadioBusy)
	}
}

func (d *dutyCycle) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Dst == d.env.Addr || f.Dst == mac.Everybody {
		d.env.Up.Deliver(f.Payload.(*mac.Packet), mac.NewArrival(d.env.Clock, f, info))
	}
}

func (d *dutyCycle) Collision() {}

func (d *dutyCycle) transmit(p *mac.Packet) error {
	d.frame = phy.Frame{Src: d.env.Addr, Dst: p.Dst, Bits: p.Bits + d.config.Header, Pkt: p.ID, Cut: p.Cut, Payload: p}
	if d.env.PHY.Transmit(&d.frame) != nil {
		return mac.ErrRadioBusy
	}
	d.busy = true
	return nil
}
