// Package vector is distance-vector routing with sequence numbers, as in DSDV (C. Perkins, P. Bhagwat, Highly dynamic destination-sequenced
// distance-vector routing (DSDV) for mobile computers, SIGCOMM 1994). Each node tells its neighbours from time to time which nodes
// it reaches at what cost. The destination numbers what is told of it, in even numbers, and all prefer the newer, and of two that are equally
// new the cheaper: no loop forms. Who loses a neighbour says so of all nodes beyond it, with the next odd number, and waits for the next even one.
//
// A neighbour is lost if nothing was heard of it for a number of periods, or if an access protocol that has packets acknowledged gave up.
//
// The cost is the number of hops, or ETX, the expected number of transmissions 1/(df dr) with the shares of their messages that both ends
// of a way have heard of each other (D. De Couto and others, A high-throughput path metric for multi-hop wireless
// routing, MobiCom 2003).
//
// A route that costs no less than the one in use is taken if that has no newer number for two periods, in place of the settling time of DSDV.
//
// Begin with Default. Left out: delay as a cost.
package vector

import (
	"fmt"
	"time"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/sim/fault"
)

// cost says what makes a route better.
type cost string

// The costs.
const (
	hops cost = "hops"
	etx  cost = "etx"
)

// config describes distance-vector routing.
type config struct {
	Period  time.Duration `yaml:"period" range:"(0,1e9]" doc:"mean time from one table that a node sends to the next; each varies by a tenth, so that neighbours do not keep colliding"`
	Pause   time.Duration `yaml:"pause" range:"[0,1e6]" doc:"longest time until a change is sent to neighbours; the time is uniform"`
	Missed  int           `yaml:"missed" range:"[1,1000]" doc:"periods without a message after which a neighbour counts as lost"`
	Entry   int           `yaml:"entry" unit:"bit" range:"[1,1e6]" doc:"bits of a line of the table in a message, beside the header"`
	Lines   int           `yaml:"lines" range:"[1,1e5]" doc:"largest number of lines in a message; longer tables are several messages"`
	Metric  cost          `yaml:"metric" oneof:"hops|etx" doc:"cost of a route. hops: their number; etx: expected number of transmissions, from the messages that both ends have heard"`
	Waiting time.Duration `yaml:"wait" range:"[0,1e6]" doc:"time after which a node without a route for a datagram looks for one again; 0 to drop it at once"`
	route.Common
}

// Default returns a table in each minute.
func Default() route.Config {
	return &config{Period: time.Minute, Pause: 5 * time.Second, Missed: 3, Entry: 32, Lines: 20, Metric: hops, Waiting: time.Minute, Common: route.Usual()}
}

// About says what the model is.
func (*config) About() string {
	return "distance-vector routing with sequence numbers: nodes send their tables to neighbours, and detect lost routes"
}

// Validate finds changes that are told later than the next table.
func (c *config) Validate() error {
	return fault.Keep(c.Bounds())
}

// Bounds returns what the times keep to.
func (c *config) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "pause", Value: c.Pause.Seconds(), Op: fault.AtMost, Than: "period", Limit: c.Period.Seconds(),
		Why: fmt.Sprintf("changes would be told up to %v later, and the whole table is after %v; make pause shorter", c.Pause, c.Period),
	}}
}

// Longest returns the bits of the longest message of a table of so many nodes.
func (c *config) Longest(nodes int) int { return c.Header + min(nodes, c.Lines)*c.Entry }

// Build makes the router of one node.
func (c *config) Build(n *route.Node) route.Router {
	most := mac.Addr(0)
	for _, a := range n.Stations {
		most = max(most, a)
	}
	r := &router{config: c, node: n, table: make([]entry, most+1), near: make([][]neighbour, len(n.Ways))}
	for i := range r.near {
		r.near[i] = make([]neighbour, most+1)
	}
	return r
}
