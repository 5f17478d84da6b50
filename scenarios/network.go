package scenarios

import (
	"slices"
	"time"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/phy"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/geom"
)

// NetworkLink is the name of the network among the links: who sends on this link sends over as many hops as it takes.
const NetworkLink = "network"

// network makes the network of a run, which is one more link to those who send.
type network struct {
	*builder
	index uint8
	links []*linkBuilder // that it goes over
	net   *route.Net
}

// buildNetwork makes the network, if there is one.
func (b *builder) buildNetwork() {
	config := b.plan.Network
	if config == nil {
		return
	}
	w := &network{builder: b, index: uint8(len(b.plan.Links))}
	for _, l := range b.linked {
		if names := config.Shared().Links; names == nil || slices.Contains(names, l.Name) {
			w.links = append(w.links, l)
		}
	}
	w.net = route.NewNet(b.Kernel, sim.Time(b.warmup), w.longest, w.reaches)
	named, stations := map[string]mac.Addr{}, []mac.Addr{}
	for i, n := range b.nodes {
		if n.ports = append(n.ports, nil); w.on(n) {
			named[n.name] = mac.Addr(i)
			stations = append(stations, mac.Addr(i))
		}
	}
	if b.plan.doc.FaultFrom("network", config.Fit(named, w.meet)) {
		return
	}
	for _, addr := range stations {
		if b.plan.doc.FaultFrom("network", w.join(config, addr, named, stations)) {
			return
		}
	}
	b.net, b.network = w.net, w
	if c, ok := config.(interface{ Longest(nodes int) int }); ok {
		for _, l := range w.links {
			w.builder.warnLength("network", c.Longest(len(stations)), l.Link)
		}
	}
	b.measure(OfLink, NetworkLink, config, w.net)
}

// checkNetwork finds links that the network is to go over and that are not there.
func (p *Plan) checkNetwork() {
	if p.Network == nil {
		return
	}
	var links []string
	for _, l := range p.Links {
		links = append(links, l.Name)
	}
	for _, name := range p.Network.Shared().Links {
		if !slices.Contains(links, name) {
			p.doc.Fault("network.links", "%s", strict.Unknown("link", name, links))
		}
	}
}

// on reports whether a node is in the network.
func (w *network) on(n *node) bool {
	return slices.ContainsFunc(w.links, func(l *linkBuilder) bool { return n.ports[l.index] != nil })
}

// meet reports whether two nodes are on one link of the network.
func (w *network) meet(a, b mac.Addr) bool {
	return slices.ContainsFunc(w.links, func(l *linkBuilder) bool { return w.nodes[a].ports[l.index] != nil && w.nodes[b].ports[l.index] != nil })
}

// join makes the network at a node.
func (w *network) join(config route.Config, addr mac.Addr, named map[string]mac.Addr, stations []mac.Addr) error {
	n := w.nodes[addr]
	port := mac.NewPort(w.Kernel, w.numbers, w.tracer, addr, w.index)
	env := route.Env{
		Net: w.net, Kernel: w.Kernel, Clock: n.clock, Rand: w.streams.Stream(n.name + "/" + NetworkLink), Addr: addr, Up: port,
		Stations: stations, Named: named, Place: w.place(addr), Site: w.site, Tracer: w.tracer, Link: w.index,
	}
	for _, l := range w.linksOf(n) {
		env.Ways = append(env.Ways, route.Way{Port: n.ports[l.index], Name: l.Name, Has: func(a mac.Addr) bool { return w.nodes[a].ports[l.index] != nil }})
		w.used[l.index] = true
	}
	below, err := route.NewNode(config, env)
	if err != nil {
		return err
	}
	port.Bind(below)
	n.ports[w.index] = port
	w.macs = append(w.macs, protocol{below, w.index})
	return nil
}

// linksOf returns the links of the network that a node is on.
func (w *network) linksOf(n *node) (links []*linkBuilder) {
	for _, l := range w.links {
		if n.ports[l.index] != nil {
			links = append(links, l)
		}
	}
	return links
}

// site returns where a node was put.
func (w *network) site(a mac.Addr) geom.Vec { return w.nodes[a].at.Position(0) }

// place returns where a node believes to be: as its program's navigation has it, and otherwise where it was put. One that
// drifts away does not know.
func (w *network) place(addr mac.Addr) func() geom.Vec {
	put, run := w.site(addr), w.Simulation
	return func() geom.Vec {
		if e := run.nodes[addr].estimator; e != nil {
			if m, ok := e.Motion(run.Kernel.Now()); ok {
				return m.Position
			}
		}
		return put
	}
}

// longest returns the longest way between two nodes that hear each other at the start, of all links.
func (w *network) longest() (longest time.Duration) {
	for _, l := range w.links {
		longest = max(longest, l.longest())
	}
	return longest
}

// reaches reports whether one node reaches another on one of its links, at the start.
func (w *network) reaches(from, to mac.Addr, link int) bool {
	l := w.linksOf(w.nodes[from])[link]
	radio := func(a mac.Addr) *phy.Radio { return l.radios[slices.Index(l.stations, a)][0] }
	_, reached := radio(from).Delay(to)
	return reached && radio(from).SpareTo(radio(to), w.site(from), w.site(to)) >= 0
}

// networked reports whether the nodes of a group are in the network.
func (p *Plan) networked(group *Node) bool {
	names := p.Network.Shared().Links
	return slices.ContainsFunc(p.Links, func(l Link) bool { return group.on(l.Name) && (names == nil || slices.Contains(names, l.Name)) })
}

// warnLength says that links of the network refuse the datagrams of a source.
func (w *network) warnLength(source string, bits int) {
	for _, l := range w.links {
		w.builder.warnLength(source, bits+w.plan.Network.Shared().Header, l.Link)
	}
}
