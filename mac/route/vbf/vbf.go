// Package vbf is vector-based forwarding (P. Xie, J. Cui, L. Lao, VBF: vector-based forwarding protocol for underwater
// sensor networks, Networking 2006): a datagram goes through a pipe around the line from its sender to its destination. A node in the pipe
// waits and sends it on: the sooner the nearer it is to the line, and the farther it has come towards the
// destination. Nodes whose copy is no good gain any more stay silent. Nodes know their own places, as they believe them to be, and
// the sender where the destination was put.
//
// The desirableness is alpha = p/W + (R - d cos)/R, and the time sqrt(alpha) T + (R - d)/c. There p is the distance from the
// line and W the width of the pipe, d the distance from the last sender, and R the range. The angle is that at the last sender between the node
// and the destination.
//
// Begin with Default.
package vbf

import (
	"math"
	"time"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// config describes vector-based forwarding.
type config struct {
	Range    float64       `yaml:"range" unit:"m" range:"(0,1e7]" required:"true" doc:"greatest distance at which nodes hear each other, R"`
	Width    float64       `yaml:"width" unit:"m" range:"(0,1e7]" required:"true" doc:"radius of the pipe, W: nodes farther from the line send nothing on"`
	Wait     time.Duration `yaml:"wait" range:"[0,1e6]" doc:"time T; the longest wait is about 1.7 T"`
	Critical float64       `yaml:"critical" range:"[0,3]" doc:"greatest desirableness factor of a node that sends, over 2^n after n copies heard from others while it waited; with 3, a node that heard none always sends"`
	Speed    float64       `yaml:"speed" unit:"m/s" range:"(0,3e8]" doc:"speed of sound from which waits are computed"`
	route.Common
}

// Default returns the protocol without range and width.
func Default() route.Config {
	return &config{Wait: 2 * time.Second, Critical: 3, Speed: 1500, Common: route.Usual()}
}

// About says what the model is.
func (*config) About() string {
	return "vector-based forwarding: datagrams go through a pipe around the line to their destination"
}

// Validate finds nothing.
func (*config) Validate() error { return nil }

// Build makes the router of one node.
func (c *config) Build(n *route.Node) route.Router {
	return &router{c, n, map[uint32]*waiting{}}
}

type router struct {
	config *config
	node   *route.Node
	heard  map[uint32]*waiting // by number, of those that are held
}

// waiting is what is known of a datagram that is held.
type waiting struct {
	copies int     // from others
	last   *pipe   // of the last copy: over several links it comes several times
	least  float64 // desirableness
}

// pipe is what a datagram says: from where to where it goes, and where the node is that has sent it.
type pipe struct{ from, to, last geom.Vec }

// Forward waits with a datagram in whose pipe the node is.
func (r *router) Forward(d *route.Datagram, first bool, _ mac.Arrival) {
	if d.Src == r.node.Addr {
		if first {
			r.begin(d)
		}
		return
	}
	p, ok := d.Header.(*pipe)
	if !ok {
		r.node.Drop(d, trace.NoRoute)
		return
	}
	here := r.node.Place()
	off := distanceToLine(here, p.from, p.to)
	switch alpha, held := r.config.desirableness(p, here, off), r.heard[d.Number]; {
	case held != nil && held.last == p:
	case held != nil:
		held.copies++
		held.last = p
		held.least = min(held.least, alpha)
	case first && off <= r.config.Width:
		r.heard[d.Number] = &waiting{last: p, least: alpha}
		r.node.Hold(d, r.config.wait(alpha, here.Dist(p.last)))
	case first:
		r.node.Drop(d, trace.NoRoute)
	}
}

// begin sends a datagram of this node. One to everybody has no line.
func (r *router) begin(d *route.Datagram) {
	if d.Dst == mac.Everybody {
		r.node.Drop(d, trace.NoRoute)
		return
	}
	here := r.node.Place()
	r.node.Broadcast(d, &pipe{from: here, to: r.node.Site(d.Dst), last: here})
}

// Due sends it on, unless what others have sent is enough.
func (r *router) Due(d *route.Datagram) {
	w := r.heard[d.Number]
	delete(r.heard, d.Number)
	if w.copies > 0 && w.least >= r.config.Critical/math.Exp2(float64(w.copies)) {
		return
	}
	p := *d.Header.(*pipe)
	p.last = r.node.Place()
	r.node.Broadcast(d, &p)
}

// desirableness returns alpha, from 0 to 3 within range and pipe: the less, the better.
func (c *config) desirableness(p *pipe, here geom.Vec, off float64) float64 {
	ahead := here.Sub(p.last).Dot(unit(p.to.Sub(p.last))) // d cos
	return max(0, off/c.Width+(c.Range-ahead)/c.Range)
}

// wait returns how long a node waits.
func (c *config) wait(alpha, d float64) time.Duration {
	return sim.Seconds(math.Sqrt(alpha)*c.Wait.Seconds() + max(0, c.Range-d)/c.Speed)
}

// distanceToLine returns how far a place is from the line through two others.
func distanceToLine(at, from, to geom.Vec) float64 {
	along := unit(to.Sub(from))
	off := at.Sub(from)
	return off.Sub(along.Scale(off.Dot(along))).Norm()
}

// unit returns the direction of a vector; of none, none.
func unit(v geom.Vec) geom.Vec {
	if n := v.Norm(); n > 0 {
		return v.Scale(1 / n)
	}
	return v
}
