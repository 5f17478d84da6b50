package route

import (
	"cmp"
	"math"
	"slices"
	"time"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// Net is the network of a run: the numbers of its datagrams, and what is counted of them. No router sees it.
type Net struct {
	kernel  *sim.Kernel
	begins  sim.Time             // the end of the warm-up
	longest func() time.Duration // longest way of a packet from one node to another
	nodes   []*Node
	last    uint32
	open    []*life // of datagrams that may be on their way, in the order of their numbers
	counts  counts
	flows   map[flow][]offered // those of a flow that were offered after the latest that has arrived
	bits    map[flow]float64   // that have arrived of a flow
	chart   chart
}

// flow is from whom to whom datagrams go.
type flow struct{ from, to mac.Addr }

// offered is a datagram that was offered.
type offered struct {
	number uint32
	at     sim.Time
}

// NewNet returns a network without nodes. What happens before begins is not counted. Reaches says who hears whom at the start on one of the links of
// a node.
func NewNet(k *sim.Kernel, begins sim.Time, longest func() time.Duration, reaches func(from, to mac.Addr, link int) bool) *Net {
	return &Net{kernel: k, begins: begins, longest: longest, flows: map[flow][]offered{}, bits: map[flow]float64{}, chart: chart{reaches: reaches}}
}

// life is what becomes of a datagram, whose copies share it.
type life struct {
	packet  *mac.Packet
	node    *Node // that sent it
	copies  int   // at nodes
	last    sim.Time
	spread  bool // it goes to several nodes at a time
	told    bool // its sender knows that it was sent
	arrived bool
	dropped bool
	why     trace.Cause // why a copy was given up
}

// over reports whether what became of a datagram is in the books.
func (l *life) over() bool { return l.arrived || l.dropped }

// begin makes a datagram of a packet.
func (t *Net) begin(p *mac.Packet, at *Node) *Datagram {
	t.last++
	l := &life{packet: p, node: at}
	if len(t.open) == cap(t.open) {
		t.open = slices.DeleteFunc(t.open, (*life).over)
	}
	t.open = append(t.open, l)
	of := flow{p.Src, p.Dst}
	t.flows[of] = append(t.flows[of], offered{t.last, p.Created})
	t.count(func(c *counts) { c.begun++ })
	return &Datagram{Packet: p, Number: t.last, life: l}
}

// arrived counts a datagram that has arrived.
func (t *Net) arrived(d *Datagram) {
	d.life.arrived = true
	of := flow{d.Src, d.Dst}
	waiting := t.flows[of]
	passed, waits := slices.BinarySearchFunc(waiting, d.Number, func(o offered, n uint32) int { return cmp.Compare(o.number, n) })
	t.count(func(c *counts) {
		t.bits[of] += float64(d.Bits)
		c.arrived++
		c.hops += float64(d.Hops)
		if waits && passed > 0 && waiting[0].at >= t.begins {
			c.healing = max(c.healing, t.kernel.Now().Sub(waiting[0].at).Seconds())
		}
	})
	if waits { // and no later one has arrived, nor this one at another node
		t.flows[of] = slices.Delete(waiting, 0, passed+1)
	}
}

// Close drops the datagrams of which no copy is at a node any more, nor can be in the water, and none has arrived.
func (t *Net) Close() {
	now := t.kernel.Now()
	for _, l := range t.open {
		if l.over() || l.copies > 0 || l.last.Add(t.longest()) >= now {
			continue
		}
		l.dropped = true
		if l.why == trace.NoCause {
			l.why = trace.DiedOut
		}
		l.node.Up.Drop(l.packet, l.why)
	}
	t.open = nil
}

// counts are what is counted of a network.
type counts struct {
	begun, arrived, sent, repeated, control, changes int64
	hops, controlBits                                float64
	healing                                          float64 // s
	fairness, least                                  float64
}

// count counts something, unless it happens within the warm-up.
func (t *Net) count(do func(*counts)) {
	if t.kernel.Now() >= t.begins {
		do(&t.counts)
	}
}

// measured declares what is measured of a network, beside what is measured of its packets as of those of any link.
func measured() metric.List[counts] {
	var all metric.List[counts]
	all.Add("hops_mean", "", metric.Mean, "hops of a datagram that arrived, mean over such datagrams", func(c *counts) float64 { return c.hops / float64(c.arrived) })
	all.Add("hops_sent", "", metric.Count, "packets that links sent for datagrams", func(c *counts) float64 { return float64(c.sent) })
	all.Add("hops_per_datagram", "", metric.Mean, "packets that links sent for a datagram, mean over the datagrams that were accepted", func(c *counts) float64 { return float64(c.sent) / float64(c.begun) })
	all.Add("repeated", "", metric.Count, "copies of datagrams at nodes that had already received one", func(c *counts) float64 { return float64(c.repeated) })
	all.Add("control_packets", "", metric.Count, "packets of the routing protocol's own that were offered to links", func(c *counts) float64 { return float64(c.control) })
	all.Add("control_bits", "bit", metric.Total, "bits of these", func(c *counts) float64 { return c.controlBits })
	all.Add("route_changes", "", metric.Count, "changes of the next hop towards a node, over all nodes", func(c *counts) float64 { return float64(c.changes) })
	all.Add("relay_fairness", "", metric.Mean, "fairness index among the nodes that passed on packets of others, by how many: 1 if all did as much; none if nobody did", func(c *counts) float64 { return c.fairness })
	all.Add("least_goodput", "bit/s", metric.Rate, "goodput of the flow with the least, for packets to one node. Times the number of flows, it is the utilisation that the fair-access bound limits", func(c *counts) float64 { return c.least })
	all.Add("healing_max", "s", metric.Maximum, "longest time from the offer of a datagram that was lost or overtaken until a later one of its flow arrived; after a relay fails, it is the time until there is another route. None if all arrived in order", func(c *counts) float64 { return orNone(c.healing) })
	return all
}

// orNone returns NaN for 0.
func orNone(x float64) float64 {
	if x == 0 {
		return math.NaN()
	}
	return x
}

// Values implements metric.Source.
func (t *Net) Values(put func(def int, subject string, v float64)) {
	c := t.counts
	sum, squares, n := 0.0, 0.0, 0.0
	for _, node := range t.nodes {
		if x := float64(node.passed); x > 0 {
			sum, squares, n = sum+x, squares+x*x, n+1
		}
	}
	c.fairness = sum * sum / (n * squares) // NaN of nobody
	c.least = t.least()
	measured().Put(&c, "", put)
}

// least returns how much arrives of the flow of which the least arrives, bit/s.
func (t *Net) least() float64 {
	least := math.NaN()
	for of := range t.flows {
		if bits := t.bits[of]; of.to != mac.Everybody && !(bits >= least) {
			least = bits
		}
	}
	return least / t.kernel.Now().Sub(t.begins).Seconds()
}

// Changed counts a change of a route.
func (n *Node) Changed() { n.Net.count(func(c *counts) { c.changes++ }) }
