package routetest

import (
	"maps"
	"slices"
	"time"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/sim"
)

// passage is a datagram at a node.
type passage struct {
	datagram uint64
	node     mac.Addr
	link     int
}

// check compares what happened with the contract and the claims.
func (g *graph) check() {
	delivered := map[passage]int{}
	for _, r := range g.records {
		p := passage{r.Pkt, r.Node, wires}
		if delivered[p]++; delivered[p] > 1 {
			g.t.Errorf("datagram %d came to node %d %d times", r.Pkt, r.Node, delivered[p])
		}
	}
	g.checkBooks()
	for _, id := range slices.Sorted(maps.Keys(g.offered)) {
		g.checkArrival(id, g.offered[id])
	}
}

// checkBooks checks that each datagram is in one place, and that none is on its way long after the last.
func (g *graph) checkBooks() {
	s := g.ledger.Close(g.kernel.Now()).PerLink[wires].Packets
	if s.Offered != int64(len(g.offered)) || s.Offered != s.Delivered+s.Dropped.Sum()+s.Lost.Sum()+s.InFlight {
		g.t.Errorf("%d datagrams offered of %d: %d delivered, %v dropped, %v lost, %d in flight", s.Offered, len(g.offered), s.Delivered, s.Dropped, s.Lost, s.InFlight)
	}
	if s.InFlight > 0 || s.Lost.Sum() > 0 {
		g.t.Errorf("long after the last, %d datagrams are on their way and %v lost", s.InFlight, s.Lost)
	}
}

// sends counts a hop: nobody sends a datagram twice on a link, where a protocol does not claim otherwise, and none goes farther than it may.
func (g *graph) sends(link int, from mac.Addr, d *route.Datagram) {
	p := passage{d.ID, from, link}
	if g.sent[p]++; g.sent[p] > 1 && g.stable(d.Created) {
		g.t.Errorf("node %d sends datagram %d on link %d %d times", from, d.ID, link, g.sent[p])
	}
	if most := g.config.Shared().TTL; d.Hops > most {
		g.t.Errorf("datagram %d goes %d hops, and may go %d", d.ID, d.Hops, most)
	}
}

// gets notes by how many hops a datagram has come first.
func (g *graph) gets(to mac.Addr, d *route.Datagram) {
	p := passage{d.ID, to, wires}
	if _, before := g.hops[p]; !before {
		g.hops[p] = d.Hops
	}
}

// down reports whether a node is down at a time.
func (g *graph) down(at sim.Time) bool {
	return g.victim != mac.Everybody && at >= g.from && at < g.to
}

// stable reports whether nothing changes from when routes that are settled must have begun to settle until a datagram must have arrived.
func (g *graph) stable(at sim.Time) bool {
	const arrives = time.Minute
	for _, change := range []sim.Time{g.from, g.to} {
		if g.victim != mac.Everybody && change > at.Add(-g.claims.Settles) && change < at.Add(arrives) {
			return false
		}
	}
	return true
}

// checkArrival checks that a datagram came to whom it could, as far as the protocol claims that, and to nobody else.
func (g *graph) checkArrival(id uint64, o offer) {
	without := mac.Everybody
	if g.down(o.at) {
		without = g.victim
	}
	if !g.stable(o.at) {
		return
	}
	if g.claims.Floods && o.to == mac.Everybody {
		g.checkFlood(id, o.from, without)
	}
	for to := range mac.Addr(len(g.at)) {
		if (o.to == to || o.to == mac.Everybody) && to != o.from {
			g.checkAt(id, o, to, without)
		}
	}
}

// checkAt checks whether a datagram came to one of those that it is for, while one node is out.
func (g *graph) checkAt(id uint64, o offer, to, without mac.Addr) {
	hops, came := g.hops[passage{id, to, wires}]
	fewest := g.distance(o.from, to, without)
	sure := g.claims.Arrives && fewest > 0 && fewest <= g.config.Shared().TTL && (g.claims.Heals || without == mac.Everybody)
	switch {
	case came && fewest == 0:
		g.t.Errorf("datagram %d came from %d to %d, where no way leads", id, o.from, to)
	case !came && sure:
		g.t.Errorf("datagram %d of %v did not come from %d to %d, over %d hops", id, o.at, o.from, to, fewest)
	case came && hops < fewest, came && sure && g.claims.Fewest && hops != fewest:
		g.t.Errorf("datagram %d came from %d to %d by %d hops; the fewest are %d", id, o.from, to, hops, fewest)
	}
}

// checkFlood checks that each node that a way leads to has sent a datagram once on each wire that it is on: n times where all are on one.
func (g *graph) checkFlood(id uint64, from, without mac.Addr) {
	for w := range g.wires {
		for a := range mac.Addr(len(g.at)) {
			want := 0
			if g.on[w][a] && (a == from || g.distance(from, a, without) > 0) {
				want = 1
			}
			if n := g.sent[passage{id, a, w}]; n != want {
				g.t.Errorf("node %d sends datagram %d on link %d %d times, and should %d", a, id, w, n, want)
			}
		}
	}
}
