// Package static has routes that are set before the run, by hand or as the ways of the fewest hops at the start, and never change.
//
// Begin with Default.
package static

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/sim/fault"
	"halocline/sim/trace"
)

// config describes static routes.
type config struct {
	Routes []line `yaml:"routes" doc:"routes given by hand; if left out, those of the fewest hops between nodes that hear each other at the start"`
	route.Common
}

// line is one line of the table of a node.
type line struct {
	At  string `yaml:"at" required:"true" doc:"node that has the route"`
	To  string `yaml:"to" doc:"destination; if left out, all destinations without a route of their own there"`
	Via string `yaml:"via" required:"true" doc:"next node on the way"`
}

// Default returns shortest routes.
func Default() route.Config { return &config{Common: route.Usual()} }

// About says what the model is.
func (*config) About() string {
	return "routes that never change: given by hand, or those of the fewest hops at the start"
}

// Validate finds two routes to the same node, and routes by way of themselves.
func (c *config) Validate() error {
	if c.Routes != nil && len(c.Routes) == 0 {
		return fault.In("routes", "the list is empty, so that nothing goes anywhere; leave it out for the fewest hops, or write a route")
	}
	lines := map[[2]string]int{}
	for i, r := range c.Routes {
		if before, twice := lines[[2]string{r.At, r.To}]; twice {
			return fault.In(fmt.Sprintf("routes[%d]", i), "routes[%d] is from %s to the same node; leave one of them out", before, r.At)
		}
		lines[[2]string{r.At, r.To}] = i
		if r.At == r.Via || r.At == r.To {
			return fault.In(fmt.Sprintf("routes[%d]", i), "the route of %s leads to itself; name another node", r.At)
		}
	}
	return nil
}

// Fit finds nodes that are not there, next nodes that share no link, and loops.
func (c *config) Fit(named map[string]mac.Addr, meet func(a, b mac.Addr) bool) error {
	for i, r := range c.Routes {
		for _, of := range []struct{ key, name string }{{"at", r.At}, {"to", r.To}, {"via", r.Via}} {
			if _, known := named[of.name]; !known && (of.name != "" || of.key != "to") {
				return fault.In(fmt.Sprintf("routes[%d].%s", i, of.key), "%q is no node of the network; it has %s", of.name, strings.Join(slices.Sorted(maps.Keys(named)), ", "))
			}
		}
		if !meet(named[r.At], named[r.Via]) {
			return fault.In(fmt.Sprintf("routes[%d].via", i), "%s and %s are on no link together; name a node that %[1]s sends to directly", r.At, r.Via)
		}
	}
	for i, r := range c.Routes {
		for _, to := range slices.Sorted(maps.Keys(named)) {
			if way := c.follow(r.At, to); (r.To == to || r.To == "") && way != nil {
				return fault.In(fmt.Sprintf("routes[%d]", i), "what goes from %s to %s comes back: %s; break the loop", r.At, to, strings.Join(way, ", "))
			}
		}
	}
	return nil
}

// follow returns the way from one node towards another if it comes back to a node, and otherwise nil.
func (c *config) follow(at, to string) (loop []string) {
	way := []string{at}
	for at != to {
		if at = c.via(at, to); at == "" {
			return nil
		}
		again := slices.Contains(way, at)
		way = append(way, at)
		if again {
			return way
		}
	}
	return nil
}

// via returns the next node on the way from one to another; nothing where there is no route.
func (c *config) via(at, to string) (next string) {
	for _, r := range c.Routes {
		switch {
		case r.At == at && r.To == to:
			return r.Via
		case r.At == at && r.To == "":
			next = r.Via
		}
	}
	return next
}

// Build makes the router of one node.
func (c *config) Build(n *route.Node) route.Router {
	r := &router{node: n}
	if c.Routes != nil {
		r.table = map[mac.Addr]mac.Addr{}
		here := ""
		for name, addr := range n.Named {
			if addr == n.Addr {
				here = name
			}
		}
		for name, addr := range n.Named {
			if next := c.via(here, name); next != "" && name != here {
				r.table[addr] = n.Named[next]
			}
		}
	}
	return r
}

// router is the router of one node.
type router struct {
	node  *route.Node
	table map[mac.Addr]mac.Addr // by destination; nil for the fewest hops
}

// Start looks who hears whom before anything fails.
func (r *router) Start() {
	if r.table == nil {
		r.node.Shortest(r.node.Addr)
	}
}

// Forward sends a datagram to the next node of its route.
func (r *router) Forward(d *route.Datagram, first bool, _ mac.Arrival) {
	switch next, link, known := r.next(d.Dst); {
	case d.Dst == mac.Everybody:
		if first {
			r.node.Broadcast(d, nil)
		}
	case known:
		r.node.SendTo(d, next, link, nil)
	default:
		r.node.Drop(d, trace.NoRoute)
	}
}

// next returns the next node on the way to another.
func (r *router) next(to mac.Addr) (next mac.Addr, link int, known bool) {
	switch {
	case to == mac.Everybody:
		return 0, 0, false
	case r.table == nil:
		return r.node.Shortest(to)
	}
	if next, known = r.table[to]; !known {
		return 0, 0, false
	}
	for link, w := range r.node.Ways {
		if w.Has(next) {
			return next, link, true
		}
	}
	return 0, 0, false
}
