// Package dbr is depth-based routing (H. Yan, Z. Shi, J. Cui, DBR: depth-based routing for underwater sensor networks,
// Networking 2008): datagrams rise. A node sends on what comes from deeper down, after a time that is the shorter the more they rise, and
// stays silent if it hears the datagram from above meanwhile. It knows its depth, as a pressure gauge tells it, and of others nothing.
//
// With the gain in depth g of a node over the one before, and tau = R/c, the time is (2 tau/delta) (R - g). Of two nodes whose gains
// differ by delta or more, the second hears the first in time.
//
// Begin with Default. Left out: several sinks for one datagram. It goes to one node, near the surface.
package dbr

import (
	"time"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/sim"
	"halocline/sim/trace"
)

// config describes depth-based routing.
type config struct {
	Range     float64 `yaml:"range" unit:"m" range:"(0,1e7]" required:"true" doc:"greatest distance at which nodes hear each other, R"`
	Threshold float64 `yaml:"threshold" unit:"m" range:"[-1e7,1e7]" doc:"least decrease in depth at which a node forwards a datagram; a negative value also forwards those of slightly higher nodes"`
	Delta     float64 `yaml:"delta" unit:"m" range:"(0,1e7]" doc:"difference in depth at which the deeper of two nodes hears the other first; a small one makes waits long"`
	Speed     float64 `yaml:"speed" unit:"m/s" range:"(0,3e8]" doc:"speed of sound from which waits are computed"`
	route.Common
}

// Default returns the protocol without a range.
func Default() route.Config {
	return &config{Delta: 50, Speed: 1500, Common: route.Usual()}
}

// About says what the model is.
func (*config) About() string {
	return "depth-based routing: datagrams go up, and the highest node that received one forwards it first"
}

// Validate finds nothing.
func (*config) Validate() error { return nil }

// wait returns how long a node waits that gains so many m.
func (c *config) wait(gain float64) time.Duration {
	tau := c.Range / c.Speed
	return sim.Seconds(max(0, 2*tau/c.Delta*(c.Range-gain)))
}

// Build makes the router of one node.
func (c *config) Build(n *route.Node) route.Router { return &router{c, n} }

type router struct {
	config *config
	node   *route.Node
}

// depth is what a datagram says: how deep the node is that has sent it, m.
type depth float64

// Forward waits with a datagram that comes from deeper down.
func (r *router) Forward(d *route.Datagram, first bool, _ mac.Arrival) {
	if d.Src == r.node.Addr {
		if first {
			r.Due(d)
		}
		return
	}
	from, ok := d.Header.(depth)
	gain := float64(from) - r.depth()
	held, left := r.node.Held(d)
	switch rises := ok && gain > r.config.Threshold; {
	case held == nil && first && rises:
		r.node.Hold(d, r.config.wait(gain))
	case held == nil && first:
		r.node.Drop(d, trace.NoRoute)
	case held != nil && !rises:
		r.node.Forget(d) // somebody above has sent it
	case held != nil && r.config.wait(gain) < left:
		r.node.Forget(d)
		r.node.Hold(held, r.config.wait(gain))
	}
}

// Due sends it.
func (r *router) Due(d *route.Datagram) { r.node.Broadcast(d, depth(r.depth())) }

// depth returns how deep the node believes to be, m.
func (r *router) depth() float64 { return r.node.Place().Depth() }
