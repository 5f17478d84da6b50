package tdma

import (
	"fmt"
	"sort"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
)

// node is the protocol of one node. While packets wait its timer is armed for its
// next slot, also while it is still sending in the one before.
type node struct {
	env    mac.Env
	header int // bit
	queue  *mac.Queue
	timing Timing
	plan   func(mac.Env) frame

	period time.Duration // length of the frame
	slots  []slot        // its own, by start
	most   int           // bits of the largest packet that one of them takes

	timer  *sim.Timer
	next   *slot    // the one that the timer is armed for
	begin  sim.Time // of next, on the node's clock
	unused sim.Time // on the node's clock: no slot has begun at this time or later

	slot    *slot // the one that has begun last
	left    int   // packets that may still be sent in it
	sending bool
	frame   phy.Frame
}

func newNode(env mac.Env, t Timing, plan func(mac.Env) frame) *node {
	n := &node{env: env, header: t.Header, queue: t.Queue(env), timing: t, plan: plan}
	n.timer = env.Kernel.NewTimer(sim.Comm, n.enter)
	return n
}

// Start looks up the node's slots.
func (n *node) Start() {
	f := n.plan(n.env)
	if f.seconds > longest {
		n.env.Kernel.Fail(fmt.Errorf("tdma: a frame lasts %.3g s, longer than any run", f.seconds))
		return
	}
	n.period = f.length
	n.unused = n.env.Clock.Local(n.env.Kernel.Now())
	for _, s := range f.slots {
		if s.owner == n.env.Addr {
			n.slots = append(n.slots, s)
			n.most = max(n.most, s.bits)
		}
	}
	n.env.Clock.OnSteer(n.replan)
	if n.timing.Sleep {
		n.sleep(&f, &n.timing)
	}
}

func (n *node) Send(p *mac.Packet) error {
	if p.Bits > n.most {
		return mac.ErrTooLong
	}
	err := n.queue.Push(p)
	n.wait()
	return err
}

// wait arms the timer for the next slot, if packets wait.
func (n *node) wait() {
	if n.queue.Len() == 0 || n.timer.Armed() {
		return
	}
	now := n.env.Kernel.Now()
	n.find(max(n.unused, n.env.Clock.Local(now)))
	n.timer.Arm(max(now, n.env.Clock.Kernel(n.begin)))
}

// replan waits for the next slot by a clock that was steered. A slot that has begun once does not
// begin again, unless the clock was set back by more than a frame: then the time has gone on elsewhere.
func (n *node) replan() {
	local := n.env.Clock.Local(n.env.Kernel.Now())
	if n.unused.Sub(local) > n.period {
		n.unused = local
	}
	n.timer.Stop()
	n.wait()
}

// find finds the first slot that begins at a time of the node's clock or later.
func (n *node) find(local sim.Time) {
	period := sim.Time(n.period)
	first := local / period * period // beginning of the frame
	if first > local {
		first -= period // the quotient of a negative time was rounded up
	}
	i := sort.Search(len(n.slots), func(i int) bool { return first.Add(n.slots[i].start) >= local })
	if i == len(n.slots) {
		i, first = 0, first+period
	}
	n.next, n.begin = &n.slots[i], first.Add(n.slots[i].start)
}

// enter begins a slot. On a clock that gains, slots of one node without a pause between
// them begin while it is still sending in the one before; the first frame follows then.
func (n *node) enter(sim.Time) {
	if n.queue.Len() == 0 {
		return // the slot stays unused, for a packet that comes at this instant
	}
	n.unused = n.begin + 1
	n.slot, n.left = n.next, n.next.packets
	if !n.sending {
		n.transmit()
	}
	n.wait()
}

// transmit sends the packet whose turn it is, if there is one and the radio takes
// it. The timer is armed already for what stays in the queue.
func (n *node) transmit() {
	p := n.pick()
	if p == nil {
		return
	}
	if p.Bits > n.slot.bits {
		n.queue.Return(p) // until a larger slot
		return
	}
	n.left--
	n.frame = phy.Frame{Src: n.env.Addr, Dst: p.Dst, Bits: p.Bits + n.header, Pkt: p.ID, Cut: p.Cut, Payload: p}
	n.sending = true
	if n.env.PHY.Transmit(&n.frame) != nil {
		n.sending = false
		n.queue.Return(p)
	}
}

// pick takes the packet whose turn it is in the slot out of the queue.
func (n *node) pick() *mac.Packet {
	if n.slot.to == anybody {
		return n.queue.Pop()
	}
	if p := n.queue.PopTo(n.slot.to); p != nil {
		return p
	}
	return n.queue.PopTo(mac.Everybody)
}

// TxDone goes on with the next packet that the slot has room for. The frame of
// another user of the radio has nothing to do with the slot.
func (n *node) TxDone(f *phy.Frame) {
	if !n.sending {
		return
	}
	n.sending = false
	if p, ok := f.Payload.(*mac.Packet); ok {
		n.env.Up.Sent(p, false)
	}
	if n.left > 0 {
		n.transmit()
	}
}

func (n *node) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Dst == n.env.Addr || f.Dst == mac.Everybody {
		n.env.Up.Deliver(f.Payload.(*mac.Packet), mac.NewArrival(n.env.Clock, f, info))
	}
}

func (n *node) Collision() {}
