// Package flood has every node send each datagram on once, so that it reaches every node that a way leads to, and dies out there.
//
// Begin with Default. Left out: to stay silent where enough others have sent it on.
package flood

import (
	"time"

	"halocline/mac"
	"halocline/mac/route"
)

// config describes flooding.
type config struct {
	Jitter time.Duration `yaml:"jitter" range:"[0,1e6]" doc:"longest time that a node waits before it forwards a datagram; the time is uniform, so that neighbours do not send at once"`
	route.Common
}

// Default returns flooding with a wait of up to two seconds.
func Default() route.Config { return &config{Jitter: 2 * time.Second, Common: route.Usual()} }

// About says what the model is.
func (*config) About() string { return "flooding: every node forwards each datagram once" }

// Validate finds nothing.
func (*config) Validate() error { return nil }

// Build makes the router of one node.
func (c *config) Build(n *route.Node) route.Router { return &router{c, n} }

type router struct {
	config *config
	node   *route.Node
}

// Forward sends a datagram on that has not been here.
func (r *router) Forward(d *route.Datagram, first bool, _ mac.Arrival) {
	switch wait := time.Duration(0); {
	case !first:
	case d.Src == r.node.Addr || r.config.Jitter == 0:
		r.Due(d)
	default:
		wait = time.Duration(r.node.Rand.Float64() * float64(r.config.Jitter))
		r.node.Hold(d, wait)
	}
}

// Due sends it.
func (r *router) Due(d *route.Datagram) { r.node.Broadcast(d, nil) }
