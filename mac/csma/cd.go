package csma

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/trace"
)

// Backoff says how a station waits after a collision.
type Backoff string

// The ways.
const (
	BinaryBackoff Backoff = "binary" // for a number of slots from a range that doubles each time
	IdealBackoff  Backoff = "ideal"  // it sends in each slot with probability 1/contenders
)

// CDConfig describes CSMA with collision detection: Ethernet on a shared cable
// (Metcalfe and Boggs, "Ethernet: distributed packet switching for local computer
// networks", CACM 19(7), 1976; IEEE Std 802.3, clause 4).
//
// A station with a packet waits until it has heard nothing for the gap, and
// sends. If it hears another frame while it sends, it goes on for the length of
// the jam, so that all others hear it too, stops, and tries again a gap and a
// random number of slots later: after the n-th collision of a packet one of 0 to
// 2^n-1, from the tenth on of 0 to 1023. After the 16th it drops the packet:
//
//	idle --packet--> deferring --quiet for the gap--> sending --done--> idle, or deferring
//	                 deferring <--time is up-- backing off <--collision-- sending
//
// A packet whose turn has come stays in hand until it is through or is given up: none that
// comes later takes its place, in whatever order others wait.
//
// A station that has got its packet through begins again at one slot, while the
// others have doubled their times: one can hold the channel for a while (the
// capture effect).
//
// With the backoff called ideal, the stations follow the model by which Metcalfe
// and Boggs compute the efficiency instead: from when the channel has fallen
// idle at the farthest station on, time is divided into slots, and each station
// that has a packet sends in each slot with probability 1/Q, until one is alone.
// All see the same slots where all ways are equally long; elsewhere it is nearly
// the model.
//
// A collision is only heard while the frame is on the air. If it is shorter than
// twice the way, the sender may be done by then: the packet is lost and nobody
// knows. Ethernet forbids such frames; water is full of them.
//
// Left out: frames that are padded to a slot, the second part of Ethernet's gap,
// which ignores the carrier, its slots that run during the gap already, and a
// treatment of its own for late collisions.
type CDConfig struct {
	AssumeFullDuplex bool          `yaml:"assume_full_duplex" doc:"whether half-duplex radios are treated as full-duplex ones, to compare with the literature"`
	Gap              int           `yaml:"gap" unit:"bit" range:"[0,1e6]" doc:"silence before a frame, in bits of the modem's rate"`
	Jam              int           `yaml:"jam" unit:"bit" range:"[0,1e6]" doc:"bits that a station goes on to send after it has heard a collision"`
	Slot             time.Duration `yaml:"slot" range:"[0,1e6]" doc:"unit of the backoff; 0 for twice the longest delay between two stations and the jam"`
	Backoff          Backoff       `yaml:"backoff" oneof:"binary|ideal" doc:"choice of the slot in which a station sends. binary: after a collision, one drawn from a range that doubles each time; ideal: each slot of an idle channel with probability 1/contenders"`
	Limit            int           `yaml:"backoff_limit" range:"[0,30]" doc:"collisions after which the range no longer doubles, for binary"`
	Contenders       int           `yaml:"contenders" range:"[0,1e6]" doc:"number of stations that have packets, for ideal; 0 for all of the link"`
	Attempts         int           `yaml:"attempts" range:"[1,1e6]" doc:"collisions after which a packet is dropped"`
	Header           int           `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	mac.QueueConfig
}

// DefaultCD returns the numbers of Ethernet, with a header for a modem.
func DefaultCD() mac.Config {
	return &CDConfig{
		Gap:         96,
		Jam:         32,
		Backoff:     BinaryBackoff,
		Limit:       10,
		Attempts:    16,
		Header:      24,
		QueueConfig: mac.DefaultQueue(),
	}
}

// About says what the model is.
func (*CDConfig) About() string {
	return "CSMA/CD, as Ethernet on a shared cable: listen, detect collisions, back off; needs a full-duplex radio"
}

// Validate checks the queue.
func (c *CDConfig) Validate() error {
	if c.Backoff == IdealBackoff && c.Contenders == 1 {
		return fault.In("contenders", "one station alone does not contend; 2 at least, or 0 for all stations of the link")
	}
	return checkQueue(c.QueueConfig)
}

// FullDuplex reports whether half-duplex radios are taken for full-duplex ones.
func (c *CDConfig) FullDuplex() (assumed bool) { return c.AssumeFullDuplex }

// Doubts states the cap that the gap, or slots in which it does not send, put on a station, also on
// a lone one.
func (c *CDConfig) Doubts(at mac.Conditions) []string {
	longest := func() time.Duration { return at.Longest("") }
	silence := c.silence(longest, at.Airtime, at.Stations)
	if c.Backoff != IdealBackoff {
		return at.Silent("gap", silence, c.Header, "make it shorter")
	}
	return at.Silent("backoff", silence, c.Header, "ideal is for as many stations that always have packets as contenders says; lower that, or write binary")
}

// silence is how long a station that always has a packet is silent between two of its frames on
// average, if the channel is idle: for the gap, and with the ideal backoff for the longest way before
// it, and for as many slots after it as go by on average before one in which it sends.
func (c *CDConfig) silence(longest func() time.Duration, airtime func(bits int) time.Duration, stations int) time.Duration {
	bits := func(n int) time.Duration { return airtime(n+1) - airtime(1) }
	if c.Backoff != IdealBackoff {
		return bits(c.Gap)
	}
	slot, contenders := c.Slot, c.Contenders
	if slot == 0 {
		slot = max(2*longest()+bits(c.Jam), airtime(1))
	}
	if contenders == 0 {
		contenders = stations
	}
	return longest() + bits(c.Gap) + mac.Slots(int64(contenders-1), slot)
}

// Pace is that of a frame and the silence after it.
func (c *CDConfig) Pace(env mac.Env, _ func(a, b mac.Addr) time.Duration, _ mac.Addr, bits int) time.Duration {
	return env.PHY.Airtime(bits+c.Header) + c.silence(env.MaxDelay, env.PHY.Airtime, len(env.Stations))
}

// Build makes the protocol of one node.
func (c *CDConfig) Build(env mac.Env) mac.MAC {
	d := &detecting{station: newStation(env, c.Header, c.QueueConfig), config: *c}
	d.timer = env.Kernel.NewTimer(sim.Comm, d.wake)
	d.jammed = env.Kernel.NewTimer(sim.Comm, d.stop)
	return d
}

// detecting is CSMA/CD at one node.
type detecting struct {
	station
	config     CDConfig
	gap, jam   time.Duration
	slot       time.Duration
	way        time.Duration // longest, between two stations; where the backoff is ideal
	contenders int

	state      cdState
	timer      *sim.Timer // while deferring, the end of the gap or of a slot; the end of the backoff
	jammed     *sim.Timer // the end of the jam
	quiet      sim.Time   // since then the channel is idle; where the backoff is ideal, at the farthest station
	txEnd      sim.Time   // of the frame on the air, unless it is stopped
	collided   bool       // so is the frame on the air
	collisions int        // of the packet in hand
}

type cdState uint8

const (
	inactive  cdState = iota // nothing to send
	deferring                // until the channel was idle for the gap
	backingOff
	onCable
)

// Start finds the lengths of time, when all stations are there.
func (d *detecting) Start() {
	d.gap, d.jam = d.bitTimes(d.config.Gap), d.bitTimes(d.config.Jam)
	d.slot = d.config.Slot
	if d.slot == 0 {
		d.slot = max(2*d.env.MaxDelay()+d.jam, d.env.PHY.Airtime(1))
	}
	if d.config.Backoff == IdealBackoff {
		d.way = d.env.MaxDelay()
	}
	d.contenders = d.config.Contenders
	if d.contenders == 0 {
		d.contenders = len(d.env.Stations)
	}
	d.quiet = d.env.Kernel.Now().Add(-d.gap)
}

func (d *detecting) Send(p *mac.Packet) error {
	if err := d.queue.Push(p); err != nil {
		return err
	}
	if d.state == inactive {
		d.next()
	}
	return nil
}

// next begins with the packet whose turn it is.
func (d *detecting) next() {
	d.collisions = 0
	if !d.take() {
		d.state = inactive
		return
	}
	d.deferTo()
}

// deferTo waits for the moment to send: now, the end of the gap, or when the
// carrier has gone.
func (d *detecting) deferTo() {
	d.state = deferring
	if d.hears() {
		return
	}
	ready := d.ready()
	if ready > d.env.Kernel.Now() || d.config.Backoff == IdealBackoff {
		d.timer.Arm(ready)
		return
	}
	d.send()
}

// ready returns the next moment at which the station may send if the channel
// stays idle.
func (d *detecting) ready() sim.Time {
	now, clock := d.env.Kernel.Now(), d.env.Clock
	from := clock.Local(d.quiet).Add(d.gap)
	if late := clock.Local(now).Sub(from); d.config.Backoff == IdealBackoff && late > 0 {
		slots := (late + d.slot - 1) / d.slot
		from = from.Add(slots * d.slot)
	}
	return max(now, clock.Kernel(from))
}

// wake is the end of a gap, a slot or a backoff.
func (d *detecting) wake(sim.Time) {
	switch {
	case d.state == backingOff:
		d.deferTo()
	case d.hears(): // its end will be noticed
	case d.config.Backoff == IdealBackoff && d.env.Rand.Intn(d.contenders) != 0:
		d.timer.Arm(d.env.After(d.slot))
	default:
		d.send()
	}
}

// send puts the packet in hand on the cable, unless it is too late for it. A radio that
// refuses is asked again a slot later.
func (d *detecting) send() {
	if d.queue.Overdue(d.packet) {
		d.giveUp(trace.Expired)
		return
	}
	d.state, d.collided = onCable, false
	d.txEnd = d.env.Kernel.Now().Add(d.env.PHY.Airtime(d.packet.Bits + d.header))
	if !d.transmit() {
		d.state = backingOff
		d.timer.Arm(d.env.After(d.slot))
	}
}

// Collision goes on for the length of the jam. The frame is spoiled in any case:
// it stops short of its end.
func (d *detecting) Collision() {
	if d.state != onCable || d.collided {
		return
	}
	d.collided = true
	now := d.env.Kernel.Now()
	if end := min(d.env.After(d.jam), d.txEnd.Add(-time.Nanosecond)); end > now {
		d.jammed.Arm(end)
		return
	}
	d.stop(now)
}

// stop ends the jam.
func (d *detecting) stop(sim.Time) { d.env.PHY.Abort() }

// TxDone goes on with the next packet, or with the same after a backoff.
func (d *detecting) TxDone(*phy.Frame) {
	d.quiet = max(d.quiet, d.env.Kernel.Now().Add(d.way))
	switch {
	case !d.collided:
		d.sent()
		d.next()
	case d.collisions+1 >= d.config.Attempts:
		d.giveUp(trace.RetriesExhausted)
	default:
		d.collisions++
		d.env.Up.Requeue(d.packet)
		d.backOff()
	}
}

// giveUp drops the packet in hand and goes on with the next one.
func (d *detecting) giveUp(why trace.Cause) {
	d.env.Up.Drop(d.packet, why)
	d.packet = nil
	d.next()
}

// backOff waits for a random number of slots. They are counted from the end of
// the gap, so that different numbers make different times however short a slot
// is. With the ideal backoff the slots are the same for all and come by
// themselves.
func (d *detecting) backOff() {
	if d.config.Backoff == IdealBackoff {
		d.deferTo()
		return
	}
	slots := d.env.Rand.Intn(1 << min(d.collisions, d.config.Limit))
	d.state = backingOff
	d.timer.Arm(d.env.After(d.gap + mac.Slots(int64(slots), d.slot)))
}

// Receive begins the gap before it hands the packet up: who answers from within the
// delivery waits for it too, and the carrier ends only after that.
func (d *detecting) Receive(f *phy.Frame, info phy.RxInfo) {
	d.quiet = max(d.quiet, d.env.Kernel.Now())
	d.station.Receive(f, info)
}

var _ phy.CarrierListener = (*detecting)(nil)

// Carrier begins the gap when the channel falls idle.
func (d *detecting) Carrier(busy bool) {
	d.watch(busy)
	if busy {
		return
	}
	d.quiet = max(d.quiet, d.env.Kernel.Now())
	if d.state == deferring {
		d.deferTo()
	}
}
