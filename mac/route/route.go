// Package route is the contract of networks: packets go from any node to any other, over as many hops and links as it
// takes. Each routing protocol is a package below this one; route/routetest checks that one keeps the contract.
//
// A network is one more link to those who send: it has a mac.Port at each node, through which applications and programs
// send and get packets, and do not know that there are relays. Below that port is a Node, which takes part as an access
// protocol does. It sits on the ports of all links of its node. A packet of the network is a Datagram there; each hop is a packet of a
// link, with its own number and the bits of the datagram and of a header. What becomes of datagrams is in the books of the
// network's link: at any time all that were accepted have arrived, were dropped, or are on their way.
//
// A queue that keeps the newest packet for each receiver keeps that of each flow through the network, and all that routers tell each other.
//
// Node does what is common: numbers, hops, copies that come twice, what is waiting. The routing protocol of a node, its
// Router, decides where a datagram goes next. It knows what its node knows: its clock, its place as it believes it to be, who is how
// far away only by what it was told.
//
// Begin with Config, Router and Node. Left out: acknowledgements from end to end, fragments, and multicast to groups.
package route

import (
	"time"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/metric"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// service is the number of the service on the ports of links through which datagrams go.
const service uint16 = 0xffe0

// Config describes a routing protocol.
type Config interface {
	// Validate reports the first fault. An error with a method Field() string names the key at fault.
	Validate() error
	// Shared returns what all of them have.
	Shared() *Common
	// Fit reports why it does not fit these nodes, by their names, and keeps nothing. Meet says whether two of them are on one link.
	Fit(named map[string]mac.Addr, meet func(a, b mac.Addr) bool) error
	// Build makes the router of one node, which acts through n.
	Build(n *Node) Router
}

// Common is what every routing protocol has.
type Common struct {
	Links  []string `yaml:"links" doc:"links that the network goes over; all, if left out"`
	TTL    int      `yaml:"ttl" range:"[1,10000]" doc:"hops that a datagram may go"`
	Header int      `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the network adds to each datagram on each hop"`
	Memory int      `yaml:"memory" range:"[1,1e6]" doc:"number of the latest datagrams that a node remembers, to recognise copies of them"`
}

// spent reports whether a datagram has gone over as many hops as it may.
func (c *Common) spent(hops int) bool { return hops >= c.TTL }

// Usual returns the usual numbers.
func Usual() Common { return Common{TTL: 16, Header: 48, Memory: 256} }

// Shared implements Config.
func (c *Common) Shared() *Common { return c }

// Fit finds nothing.
func (*Common) Fit(map[string]mac.Addr, func(a, b mac.Addr) bool) error { return nil }

// Metrics implements metric.Config.
func (*Common) Metrics() []metric.Def { return measured().Defs() }

// Router is the routing protocol of one node. The rest of what it can do is in the interfaces below.
type Router interface {
	// Forward decides on a datagram: one that this node sends, or one that has come and is for others, or for others too.
	// First says that the node has not seen another copy of it. It may Send, Broadcast, Hold or Drop the datagram,
	// or do nothing, which ends this copy.
	Forward(d *Datagram, first bool, in mac.Arrival)
}

// The following are what a Router has if it needs it.
type (
	// Starter is begun once, before the first event.
	Starter interface{ Start() }
	// Waiting is told when a datagram has been held for as long as it said.
	Waiting interface{ Due(d *Datagram) }
	// Told is told that a datagram was not taken over by the next hop, as far as the access protocol knows, in
	// place of its being dropped.
	Told interface {
		Failed(d *Datagram, next mac.Addr, link int, why trace.Cause)
	}
	// Talking gets what routers tell each other.
	Talking interface {
		Hear(m any, from mac.Addr, link int, in mac.Arrival)
	}
)

// Datagram is a copy of what goes through the network. It is shared by all who hear it, so that nobody changes it.
type Datagram struct {
	*mac.Packet        // what was sent: from whom, to whom, how long
	Number      uint32 // of the datagram in the network, from 1, the same in all copies
	Hops        int    // that the copy has gone, with the one that it is on
	Header      any    // of the routing protocol; nil at the node that sends it
	life        *life
	was         *Datagram // of a copy that is sent: as it came to the node
}

// Carries says that a packet with this payload takes a datagram on, and which way that goes in all.
func (d *Datagram) Carries() (from, to mac.Addr) { return d.Src, d.Dst }

// Way is a link that the network goes over, at one node.
type Way struct {
	Port *mac.Port
	Name string
	Has  func(a mac.Addr) bool // whether a node has a radio for it
}

// Env is what the network at a node is built from.
type Env struct {
	Net      *Net
	Kernel   *sim.Kernel
	Clock    clock.Clock
	Rand     *rng.Stream
	Addr     mac.Addr
	Up       mac.Upper // the network's port
	Ways     []Way
	Stations []mac.Addr                // of the network, in their order
	Named    map[string]mac.Addr       // the same by name
	Place    func() geom.Vec           // where the node believes to be
	Site     func(a mac.Addr) geom.Vec // where another one was put at the start, as everybody knows
	Tracer   trace.Tracer              // nil: nobody wants to know
	Link     uint8                     // of the network
}

// After returns the kernel time at which the node's clock will have gone on by d.
func (e *Env) After(d time.Duration) sim.Time {
	now := e.Kernel.Now()
	return max(now, e.Clock.Kernel(e.Clock.Local(now).Add(d)))
}
