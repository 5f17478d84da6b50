package csma

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
)

// CWConfig describes the protocol CW-MAC of ns-3's UAN module, which is the
// distributed coordination of IEEE 802.11 with a constant window (Parrish, Tracy,
// Roy, Arabshahi and Fox, "System design considerations for undersea networks:
// link and multiple access protocols", IEEE J. Sel. Areas Commun. 26(9), 2008).
//
// A packet whose turn comes while the channel is idle is sent at once. One whose
// turn comes while it is busy, by the station's own frame as well, draws a
// waiting time of 0 to Window-1 slots. The time runs while the channel is idle
// and stands still while it is busy; what is left of a slot is kept. When it has
// run down the packet is sent:
//
//	resting --packet, idle--> sending --done--> resting, or frozen
//	resting --packet, busy--> frozen <--busy, idle--> counting --> sending
//
// With a queue of one packet this is ns-3's, whose states are called idle, busy,
// running and tx, and which refuses packets while one waits.
//
// Left out: acknowledgements, and a window that grows.
type CWConfig struct {
	Window int           `yaml:"cw" range:"[1,1e6]" doc:"contention window: a waiting time is drawn from 0 to this less one, in slots"`
	Slot   time.Duration `yaml:"slot" range:"(0,1e6]" doc:"length of a slot"`
	Header int           `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	mac.QueueConfig
}

// DefaultCW returns CW-MAC with the window, the slot and the header of ns-3.
func DefaultCW() mac.Config {
	return &CWConfig{Window: 10, Slot: 20 * time.Millisecond, Header: 24, QueueConfig: mac.DefaultQueue()}
}

// About says what the model is.
func (*CWConfig) About() string {
	return "CW-MAC of ns-3: a waiting time from a constant window, which pauses while the channel is busy"
}

// Validate checks the queue.
func (c *CWConfig) Validate() error { return checkQueue(c.QueueConfig) }

// Doubts states the cap that the window puts on a station, also on a lone one, as a packet that has
// waited for its own frame draws a waiting time too.
func (c *CWConfig) Doubts(at mac.Conditions) []string {
	return at.Silent("cw", c.silence(), c.Header, "make cw or slot smaller")
}

// silence is the waiting time on average.
func (c *CWConfig) silence() time.Duration {
	return time.Duration(float64(c.Window-1) / 2 * float64(c.Slot))
}

// Pace is that of a frame and the waiting time of the next.
func (c *CWConfig) Pace(env mac.Env, _ func(a, b mac.Addr) time.Duration, _ mac.Addr, bits int) time.Duration {
	return env.PHY.Airtime(bits+c.Header) + c.silence()
}

// Build makes the protocol of one node.
func (c *CWConfig) Build(env mac.Env) mac.MAC {
	w := &windowed{station: newStation(env, c.Header, c.QueueConfig), window: c.Window, slot: c.Slot}
	w.timer = env.Kernel.NewTimer(sim.Comm, w.expire)
	return w
}

// windowed is CW-MAC at one node.
type windowed struct {
	station
	window int
	slot   time.Duration
	state  windowState
	left   time.Duration // frozen: what is left to wait
	due    sim.Time      // counting: when it will be over, by the node's clock
	timer  *sim.Timer
}

type windowState uint8

const (
	idle     windowState = iota // nothing to send
	frozen                      // the channel is busy
	counting                    // the channel is idle and the time runs
	onAir
)

func (w *windowed) Start() {}

func (w *windowed) Send(p *mac.Packet) error {
	if err := w.queue.Push(p); err != nil {
		return err
	}
	switch {
	case w.state != idle:
	case w.hears():
		w.draw()
	default:
		w.send()
	}
	return nil
}

// draw draws a waiting time for a packet that finds the channel busy.
func (w *windowed) draw() {
	w.left = mac.Slots(int64(w.env.Rand.Intn(w.window)), w.slot)
	w.state = frozen
}

// wait lets the time run as soon as the channel is idle.
func (w *windowed) wait() {
	w.state = frozen
	if !w.env.PHY.Busy() {
		w.count()
	}
}

// count lets the time run.
func (w *windowed) count() {
	w.state = counting
	w.due = w.env.Clock.Local(w.env.Kernel.Now()).Add(w.left)
	w.timer.Arm(w.env.After(w.left))
}

func (w *windowed) expire(sim.Time) { w.send() }

// send sends the packet whose turn it is. A radio that refuses is asked again a
// slot later.
func (w *windowed) send() {
	w.state = onAir
	switch {
	case !w.take(): // what was waiting is overdue
		w.state = idle
	case !w.transmit():
		w.left = w.slot
		w.wait()
	}
}

var _ phy.CarrierListener = (*windowed)(nil)

// Carrier stops the time, or lets it run. A time that is just over stays so: the
// carrier that comes at that instant is too late to be heard.
func (w *windowed) Carrier(busy bool) {
	w.watch(busy)
	switch {
	case busy && w.state == counting:
		if left := w.due.Sub(w.env.Clock.Local(w.env.Kernel.Now())); left > 0 {
			w.timer.Stop()
			w.left, w.state = left, frozen
		}
	case !busy && w.state == frozen:
		w.count()
	}
}

// TxDone goes on with the next packet, which has found the channel busy.
func (w *windowed) TxDone(*phy.Frame) {
	w.sent()
	w.state = idle
	if w.queue.Len() == 0 {
		return
	}
	w.draw()
	w.wait()
}

// Collision is no business of a station that does not detect them.
func (w *windowed) Collision() {}
