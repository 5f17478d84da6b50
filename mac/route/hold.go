package route

import (
	"slices"
	"time"

	"halocline/sim"
)

// holding is a datagram that waits at a node.
type holding struct {
	node  *Node
	what  *Datagram
	until sim.Time
	timer *sim.Timer
}

// Hold has a datagram wait at the node, by its clock. The router is told by Due.
func (n *Node) Hold(d *Datagram, wait time.Duration) {
	var h *holding
	if last := len(n.free) - 1; last >= 0 {
		h, n.free = n.free[last], n.free[:last]
	} else {
		h = &holding{node: n}
		h.timer = n.Kernel.NewTimer(sim.Comm, h.due)
	}
	h.what = d
	n.keep(d)
	n.held = append(n.held, h)
	h.until = n.After(wait)
	h.timer.Arm(h.until)
}

// due ends a wait.
func (h *holding) due(sim.Time) {
	n, d := h.node, h.what
	n.release(slices.Index(n.held, h))
	n.router.(Waiting).Due(d)
	n.done(d)
}

// release takes a datagram out of those that wait.
func (n *Node) release(i int) {
	h := n.held[i]
	h.timer.Stop()
	h.what = nil
	n.held = slices.Delete(n.held, i, i+1)
	n.free = append(n.free, h)
}

// Held returns the copy of a datagram that waits here, and how long yet, or nil.
func (n *Node) Held(d *Datagram) (copy *Datagram, left time.Duration) {
	for _, h := range n.held {
		if h.what.Number == d.Number {
			return h.what, h.until.Sub(n.Kernel.Now())
		}
	}
	return nil, 0
}

// Forget ends the wait of a copy, which is not sent on.
func (n *Node) Forget(d *Datagram) {
	i := slices.IndexFunc(n.held, func(h *holding) bool { return h.what.Number == d.Number })
	if i >= 0 {
		held := n.held[i].what
		n.release(i)
		n.done(held)
	}
}
