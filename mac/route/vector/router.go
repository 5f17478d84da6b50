package vector

import (
	"math"
	"time"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/sim"
	"halocline/sim/trace"
)

// router is the router of one node.
type router struct {
	config *config
	node   *route.Node
	table  []entry       // by address
	near   [][]neighbour // by link and address
	own    uint32        // sequence number of what is told of this node
	told   uint32        // number of the last whole table
	soon   *sim.Timer    // for changes
}

var (
	_ route.Starter = (*router)(nil)
	_ route.Talking = (*router)(nil)
	_ route.Told    = (*router)(nil)
	_ route.Waiting = (*router)(nil)
)

// entry is a line of the table: how a node is reached.
type entry struct {
	next    mac.Addr
	link    int
	cost    float64  // infinite where no way is known any more
	number  uint32   // 0: nothing was ever heard of it
	since   sim.Time // when that came, by the node's clock
	changed bool     // and not told yet
}

// neighbour is what is known of who was heard on a link.
type neighbour struct {
	heard   bool
	last    sim.Time // by the node's clock
	number  uint32   // of its last table
	history uint16   // of its last 16 tables: 1 for each that came, the latest lowest
	of      int      // how many of the 16 it has told
	back    float64  // share of ours that it has heard
}

// table is what a node tells.
type table struct {
	number uint32
	whole  bool
	lines  []line
	heard  []share // in a whole table, where that is the cost
}

// line says how a node is reached.
type line struct {
	to     mac.Addr
	cost   float64
	number uint32
}

// share is how much of a neighbour's tables was heard.
type share struct {
	of   mac.Addr
	part float64
}

// Start tells the first table at a random time.
func (r *router) Start() {
	r.soon = r.node.Kernel.NewTimer(sim.Comm, func(sim.Time) { r.tell(false) })
	var next *sim.Timer
	next = r.node.Kernel.NewTimer(sim.Comm, func(sim.Time) {
		r.loseSilent()
		r.own += 2
		r.told++
		r.tell(true)
		next.Arm(r.node.After(time.Duration((0.9 + 0.2*r.node.Rand.Float64()) * float64(r.config.Period))))
	})
	next.Arm(r.node.After(time.Duration(r.node.Rand.Float64() * float64(r.config.Period))))
}

// tell tells the neighbours on all links the table, or what has changed of it.
func (r *router) tell(whole bool) {
	lines := []line{{r.node.Addr, 0, r.own}}
	for a := range r.table {
		if e := &r.table[a]; e.number > 0 && (whole || e.changed) {
			lines = append(lines, line{mac.Addr(a), e.cost, e.number})
			e.changed = false
		}
	}
	for link := range r.node.Ways {
		var heard []share
		if whole && r.config.Metric == etx {
			heard = r.shares(link)
		}
		r.send(link, whole, lines, heard)
	}
}

// send sends a table in as many messages as it takes.
func (r *router) send(link int, whole bool, lines []line, heard []share) {
	for first := true; first || len(lines)+len(heard) > 0; first = false {
		n := min(len(lines), r.config.Lines)
		h := min(len(heard), r.config.Lines-n)
		m := &table{number: r.told, whole: whole && first, lines: lines[:n], heard: heard[:h]}
		r.node.Tell(link, r.config.Header+(n+h)*r.config.Entry, m)
		lines, heard = lines[n:], heard[h:]
	}
}

// shares returns how much was heard of each neighbour.
func (r *router) shares(link int) (all []share) {
	for a := range r.near[link] {
		if n := &r.near[link][a]; n.heard {
			all = append(all, share{mac.Addr(a), n.part()})
		}
	}
	return all
}

// Hear takes what a neighbour tells.
func (r *router) Hear(body any, from mac.Addr, link int, in mac.Arrival) {
	m := body.(*table)
	n := &r.near[link][from]
	n.hear(m, in.Began)
	for _, s := range m.heard {
		if s.of == r.node.Addr {
			n.back = s.part
		}
	}
	way := 1.0
	if r.config.Metric == etx {
		way = 1 / (n.part() * n.back) // infinite until both hear each other
	}
	for _, l := range m.lines {
		r.learn(l, way, from, link, in.Began)
	}
}

// hear notes a table.
func (n *neighbour) hear(m *table, at sim.Time) {
	if !n.heard {
		*n = neighbour{heard: true, number: m.number, of: 1, history: 1}
	}
	n.last = at
	if !m.whole || m.number <= n.number {
		return
	}
	missed := m.number - n.number
	n.history = n.history<<min(missed, 16) | 1
	n.of = int(min(uint32(n.of)+missed, 16))
	n.number = m.number
}

// part returns the share of its last tables that were heard.
func (n *neighbour) part() float64 {
	came := 0
	for h := n.history; h != 0; h &= h - 1 {
		came++
	}
	return float64(came) / float64(n.of)
}

// learn takes a line of a neighbour's table. A newer number may come by a longer way first: that way is not taken until the one in use
// is known to stay behind.
func (r *router) learn(l line, way float64, from mac.Addr, link int, now sim.Time) {
	cost := l.cost + way
	if l.to == r.node.Addr {
		r.answer(l.number)
		return
	}
	e := &r.table[l.to]
	newer, lost, other := l.number > e.number, math.IsInf(cost, 1), e.next != from || e.link != link
	switch {
	case e.number == 0 && lost:
	case lost && other: // it has lost its way, and this node has another one, which is no loop: costs fall along it
	case e.number > 0 && newer && cost >= e.cost && other && now.Sub(e.since) < 2*r.config.Period:
	case newer || l.number == e.number && cost < e.cost:
		r.set(e, from, link, cost, l.number)
		e.since = now
	}
}

// answer takes a number of this node that a neighbour has in its table. Where it is newer than the node's
// own, somebody has lost this node, which is here.
func (r *router) answer(number uint32) {
	if number > r.own {
		r.own = number + number%2
		r.change(nil)
	}
}

// set takes a route into the table. That a node is reached again, or is not any more, is told soon; that it is reached at another cost
// can wait for the next table: each new number may come by a longer way first.
func (r *router) set(e *entry, next mac.Addr, link int, cost float64, number uint32) {
	turned := e.number == 0 || math.IsInf(e.cost, 1) != math.IsInf(cost, 1)
	if turned || e.next != next || e.link != link {
		r.node.Changed()
	}
	*e = entry{next: next, link: link, cost: cost, number: number, since: e.since, changed: e.changed}
	if turned {
		r.change(e)
	}
}

// change has a change be told soon.
func (r *router) change(e *entry) {
	if e != nil {
		e.changed = true
	}
	if !r.soon.Armed() {
		r.soon.Arm(r.node.After(time.Duration(r.node.Rand.Float64() * float64(r.config.Pause))))
	}
}

// loseSilent loses the neighbours that have been silent for too long.
func (r *router) loseSilent() {
	limit := time.Duration(r.config.Missed) * r.config.Period
	now := r.node.Clock.Local(r.node.Kernel.Now())
	for link := range r.near {
		for a := range r.near[link] {
			if n := &r.near[link][a]; n.heard && now.Sub(n.last) > limit {
				r.lose(mac.Addr(a), link)
			}
		}
	}
}

// lose takes out a neighbour, and all routes by way of it.
func (r *router) lose(next mac.Addr, link int) {
	r.near[link][next] = neighbour{}
	for a := range r.table {
		if e := &r.table[a]; e.number > 0 && e.next == next && e.link == link && !math.IsInf(e.cost, 1) {
			r.set(e, next, link, math.Inf(1), e.number+1)
		}
	}
}

// Failed loses a neighbour that did not acknowledge.
func (r *router) Failed(d *route.Datagram, next mac.Addr, link int, why trace.Cause) {
	if why != trace.RetriesExhausted && why != trace.NoAnswer {
		r.node.Drop(d, why)
		return
	}
	r.lose(next, link)
	r.Forward(d, true, mac.Arrival{})
}

// Forward sends a datagram by the table.
func (r *router) Forward(d *route.Datagram, first bool, _ mac.Arrival) {
	switch {
	case d.Dst == mac.Everybody:
		if first {
			r.node.Broadcast(d, nil)
		}
	case r.known(d.Dst):
		r.node.SendTo(d, r.table[d.Dst].next, r.table[d.Dst].link, nil)
	case r.config.Waiting > 0:
		r.node.Hold(d, r.config.Waiting)
	default:
		r.node.Drop(d, trace.NoRoute)
	}
}

// Due looks once more for a route.
func (r *router) Due(d *route.Datagram) {
	if !r.known(d.Dst) {
		r.node.Drop(d, trace.NoRoute)
		return
	}
	r.node.SendTo(d, r.table[d.Dst].next, r.table[d.Dst].link, nil)
}

// known reports whether a way to a node is known.
func (r *router) known(to mac.Addr) bool {
	e := &r.table[to]
	return e.number > 0 && !math.IsInf(e.cost, 1)
}
