package scenarios

import (
	"fmt"
	"slices"

	"halocline/mac"
	"halocline/mac/ranging"
	"halocline/mac/sync"
	"halocline/sim/clock"
)

// clockOf returns the clock of a node of a group, which the node can steer where a link of it keeps clocks.
func (p *Plan) clockOf(group *Node, own clock.Clock) clock.Clock {
	if slices.ContainsFunc(p.Links, func(l Link) bool { return l.Sync != nil && group.on(l.Name) }) {
		return clock.Steerable(own)
	}
	return own
}

// keepClocks starts the service that keeps the clocks of the stations together, if there is one. It reports whether
// it fits the link.
func (l *linkBuilder) keepClocks() bool {
	if l.Sync == nil {
		return true
	}
	if !l.isStation(l.Sync.Master) {
		l.plan.doc.Fault(l.key+".sync.master", "%s", unknownStation(l.Sync.Master, l))
		return false
	}
	for _, addr := range l.stations {
		n := l.nodes[addr]
		if other := n.steeredBy; other != "" && n.name != l.Sync.Master {
			l.plan.doc.Fault(l.key+".sync", "the clock of node %s is kept on link %s already; leave out one of the two", n.name, other)
			return false
		}
		if n.name != l.Sync.Master {
			n.steeredBy = l.Name
		}
		err := l.Sync.Start(sync.Env{
			Kernel: l.Kernel, Clock: n.clock, Rand: l.streams.Stream(n.name + "/" + l.Name + "/sync"), Port: n.ports[l.index],
			Master: l.named[l.Sync.Master], Tracer: l.tracer, Link: l.index,
		})
		if l.plan.doc.FaultFrom(l.key+".sync", err) {
			return false
		}
	}
	return true
}

// measureRanges starts the service that measures ranges from anchors, if there is one. It reports whether it fits the link.
func (l *linkBuilder) measureRanges() bool {
	if l.Ranging == nil {
		return true
	}
	var anchors []mac.Addr
	for i, a := range l.Ranging.Anchors {
		if !l.isStation(a.Node) {
			l.plan.doc.Fault(fmt.Sprintf("%s.ranging.anchors[%d].node", l.key, i), "%s", unknownStation(a.Node, l))
			return false
		}
		anchors = append(anchors, l.named[a.Node])
	}
	for _, addr := range l.stations {
		n := l.nodes[addr]
		_, err := l.Ranging.Start(ranging.Env{
			Kernel: l.Kernel, Clock: n.clock, Rand: l.streams.Stream(n.name + "/" + l.Name + "/ranging"), Port: n.ports[l.index],
			Anchors: anchors, Tracer: l.tracer, Link: l.index,
		})
		if l.plan.doc.FaultFrom(l.key+".ranging", err) {
			return false
		}
	}
	return true
}
