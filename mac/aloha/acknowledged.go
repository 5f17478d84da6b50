package aloha

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// acknowledged is pure ALOHA with acknowledgement at one node.
//
// Acknowledgements go before packets: a node that owes one does not begin to
// send anything else. The sender waits as long as both ways and the
// acknowledgement take by a clock as bad as clock.MaxDrift allows; one that comes
// later counts all the same, until the packet is given up.
type acknowledged struct {
	env      mac.Env
	config   Config
	queue    *mac.Queue
	out      *mac.Outbox
	in       *mac.Inbox
	patience time.Duration // from the end of a packet to that of its acknowledgement, at the longest
	timer    *sim.Timer    // end of the wait for an acknowledgement, or of the backoff
	answer   *sim.Timer    // when to acknowledge
	waiting  bool          // for an acknowledgement
	sending  bool
	frame    phy.Frame
}

func newAcknowledged(c *Config, env mac.Env) *acknowledged {
	a := &acknowledged{env: env, config: *c, queue: c.Queue(env), out: c.Outbox(env), in: c.Inbox(env)}
	a.timer = env.Kernel.NewTimer(sim.Comm, a.wake)
	a.answer = env.Kernel.NewTimer(sim.Comm, a.acknowledge)
	return a
}

// Start finds how long to wait, when all stations are there.
func (a *acknowledged) Start() {
	a.patience = 2*a.config.Longest(a.env) + a.config.Pause + a.env.PHY.Airtime(a.config.AckBits)
	a.patience += a.patience / 1000 // a clock may be off by so much
}

// Send takes a packet in hand, or into the queue while there is another one.
func (a *acknowledged) Send(p *mac.Packet) error {
	if a.sending || a.out.Packet() != nil {
		return a.queue.Push(p)
	}
	a.out.Take(p)
	a.proceed()
	return nil
}

func (a *acknowledged) TxDone(f *phy.Frame) {
	a.sending = false
	if a.out.Ended(f) {
		a.waiting = true
		a.timer.Arm(a.env.After(a.patience))
	}
	a.proceed()
}

func (a *acknowledged) Receive(f *phy.Frame, info phy.RxInfo) {
	switch {
	case f.Kind == mac.DataFrame:
		a.in.Receive(f, info)
	case a.out.Acked(f):
		a.waiting = false
		a.timer.Stop()
	}
	a.proceed()
}

func (a *acknowledged) Collision() {}

// proceed does what is to be done next, unless the radio is sending.
func (a *acknowledged) proceed() {
	if a.sending {
		return
	}
	if a.out.Packet() == nil {
		if p := a.queue.Pop(); p != nil {
			a.out.Take(p)
		}
	}
	if at, due := a.in.Next(); due {
		a.answer.Arm(max(at, a.env.Kernel.Now()))
	} else if a.out.Packet() != nil && !a.timer.Armed() {
		a.sendPacket()
	}
}

// wake is the end of the wait for an acknowledgement, or of the backoff.
func (a *acknowledged) wake(sim.Time) {
	if a.waiting {
		a.waiting = false
		a.fail(trace.NoAnswer, 0)
	}
	a.proceed()
}

// acknowledge sends the acknowledgement that is due.
func (a *acknowledged) acknowledge(sim.Time) {
	a.transmit(a.in.Ack())
	a.proceed()
}

// sendPacket sends the packet in hand, unless it is too late for it. A radio
// that does not take it is a failure like a lost frame, and not asked again at
// the same moment.
func (a *acknowledged) sendPacket() {
	if a.queue.Overdue(a.out.Packet()) {
		a.out.Drop(trace.Expired)
		a.proceed()
		return
	}
	if a.transmit(a.out.Frame(a.config.Header)) {
		a.out.Begun()
		return
	}
	a.fail(trace.RadioBusy, 1)
	a.proceed()
}

// fail waits before the next attempt, if there is one: a random number of frame
// times and some more.
func (a *acknowledged) fail(why trace.Cause, more int) {
	bits := a.out.Packet().Bits + a.config.Header
	if slots, again := a.out.Fail(why); again {
		a.timer.Arm(a.env.After(mac.Slots(int64(slots+more), a.env.PHY.Airtime(bits))))
	}
}

// transmit reports whether the radio took the frame.
func (a *acknowledged) transmit(f phy.Frame) bool {
	a.frame, a.sending = f, true
	a.sending = a.env.PHY.Transmit(&a.frame) == nil
	return a.sending
}
