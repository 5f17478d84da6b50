package trace

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"halocline/sim"
)

// Close balances the books of a run that ended at end. Nothing may be emitted
// afterwards.
func (l *Ledger) Close(end sim.Time) Summary {
	if end < l.last {
		panic("trace: a record lies after the end of the run")
	}
	s := Summary{
		Duration: end.Seconds(),
		Warmup:   l.begin.Seconds(),
		PerNode:  make([]NodeSummary, len(l.names.Nodes)),
		PerLink:  make([]LinkSummary, len(l.names.Links)),
	}
	for n := range s.PerNode {
		s.PerNode[n].Node = l.names.Nodes[n]
	}
	for k := range s.PerLink {
		c := &l.channels[k]
		c.advance(end)
		s.PerLink[k].Link = l.names.Links[k]
		s.PerLink[k].Utilisation = ratio(c.busy.Seconds(), l.counted(0, end).Seconds())
	}
	l.closeCounts(&s, end)
	l.closePackets(&s)
	l.closeDeliveries(&s, end)
	return s
}

func (l *Ledger) closeCounts(s *Summary, end sim.Time) {
	for k := range s.PerLink {
		for n := range s.PerNode {
			i := l.index(uint8(k), int32(n))
			p, in := &l.counts[i], l.arrivalsAt(i)
			if p.until > end { // the rest of the frame lies after the run
				p.airtime -= l.counted(end, p.until)
				p.until = end
			}
			for _, a := range []*Account{&s.Total, &s.PerNode[n].Account, &s.PerLink[k].Account} {
				a.add(p)
				a.Frames.addArrivals(&in)
			}
			if l.hops != nil {
				s.PerLink[k].Packets.add(&l.hops[i])
			}
			s.PerNode[n].Received += p.taken
			s.PerNode[n].ReceivedBits += p.takenBits
		}
	}
}

// arrivalsAt returns all arrivals at a node on a link, which have an index together.
func (l *Ledger) arrivalsAt(i int) arrivals {
	all := l.arrivals[i]
	for fate, n := range l.common[i] {
		*all.of(fate) += int64(n)
	}
	return all
}

func (l *Ledger) closePackets(s *Summary) {
	var total reach
	nodes, links := make([]reach, len(s.PerNode)), make([]reach, len(s.PerLink))
	all := uint64(l.packets.len())
	for i := min(l.first, all); i < all; i++ {
		p := l.packets.at(int(i))
		if p.fate == unknown {
			continue
		}
		receivers := 1
		if p.destination == None {
			receivers = l.names.receivers(int(p.link))
		}
		s.PerLink[p.link].Packets.count(p)
		links[p.link].count(p, receivers)
		if l.isHop(i) {
			continue
		}
		s.Total.Packets.count(p)
		total.count(p, receivers)
		s.PerNode[p.source].Packets.count(p)
		nodes[p.source].count(p, receivers)
	}
	total.finish(&s.Total.Packets)
	for n := range nodes {
		nodes[n].finish(&s.PerNode[n].Packets)
	}
	for k := range links {
		links[k].finish(&s.PerLink[k].Packets)
	}
}

func (l *Ledger) closeDeliveries(s *Summary, end sim.Time) {
	all := l.deliveries.all()
	slices.SortFunc(all, func(a, b delivery) int { return cmp.Compare(a.delay, b.delay) })
	samples := make([]float64, len(all))
	total := delays(all, samples, 1, func(d delivery) int { return min(0, int(d.flow)) })
	perNode := delays(all, samples, len(s.PerNode), func(d delivery) int {
		if d.flow == noFlow {
			return noFlow
		}
		return int(l.flows[d.flow].source)
	})
	perLink := delays(all, samples, len(s.PerLink), func(d delivery) int { return int(d.link) })
	perFlow := delays(all, samples, len(l.flows), func(d delivery) int { return int(d.flow) })

	counted := l.counted(0, end).Seconds()
	s.Total.finish(counted, total[0])
	for n := range s.PerNode {
		s.PerNode[n].finish(counted, perNode[n])
	}
	for k := range s.PerLink {
		s.PerLink[k].finish(counted, perLink[k])
	}
	l.openBroadcastFlows()
	l.closeFlows(s, end, perFlow)
}

func (l *Ledger) closeFlows(s *Summary, end sim.Time, delays []Delay) {
	var wander, changes float64
	var ages ages
	s.PerFlow = make([]FlowSummary, 0, len(l.flows))
	for _, i := range l.flowOrder() {
		f := &l.flows[i]
		offered := f.offered + f.told
		if offered == 0 && f.delivered == 0 {
			continue
		}
		sum := FlowSummary{
			Source:      l.names.Nodes[f.source],
			Destination: l.names.Nodes[f.destination],
			Offered:     offered,
			Delivered:   f.delivered,
			Delay:       describe(nil),
			Jitter:      Measure(math.NaN()),
			AgeMean:     Measure(math.NaN()),
			AgePeak:     Measure(math.NaN()),
		}
		if i < len(delays) {
			sum.Delay = delays[i]
		}
		if f.delivered > 1 {
			sum.Jitter = Measure(f.wander / float64(f.delivered-1))
			wander += f.wander
			changes += float64(f.delivered - 1)
		}
		if f.status {
			sum.AgeMean, sum.AgePeak = f.age.whole(f.first, l.begin, end)
			ages.add(sum.AgeMean, sum.AgePeak, f.heard, 1)
		}
		s.PerFlow = append(s.PerFlow, sum)
	}
	l.addSilentFlows(&ages, end)
	s.Jain = jain(s.PerFlow, l.flowsWithoutRow())
	s.Jitter = ratio(wander, changes)
	s.AgeMean, s.AgePeak, s.Silent = ratio(ages.mean, ages.flows), ratio(ages.peak, ages.flows), ages.silent
}

// flowOrder returns the indexes of the flows, sorted by source and destination.
func (l *Ledger) flowOrder() []int {
	order := make([]int, len(l.flows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := l.flows[i].route, l.flows[j].route
		return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.destination, b.destination))
	})
	return order
}

// delays describes the delays of each group of deliveries, which are sorted by
// delay, so that the samples of a group come out sorted too. Those of noFlow are left out. There
// is memory for all samples.
func delays(deliveries []delivery, samples []float64, groups int, group func(delivery) int) []Delay {
	ends := make([]int, groups+1)
	for _, d := range deliveries {
		if g := group(d); g != noFlow {
			ends[g+1]++
		}
	}
	for g := range groups {
		ends[g+1] += ends[g]
	}
	// Here ends[g] is where group g begins; filling moves it to its end.
	for _, d := range deliveries {
		if g := group(d); g != noFlow {
			samples[ends[g]] = d.delay
			ends[g]++
		}
	}
	out := make([]Delay, groups)
	begin := 0
	for g := range out {
		out[g] = describe(samples[begin:ends[g]])
		begin = ends[g]
	}
	return out
}

// describe returns mean and quantiles of sorted samples.
func describe(sorted []float64) Delay {
	if len(sorted) == 0 {
		none := Measure(math.NaN())
		return Delay{none, none, none, none, none}
	}
	quantile := func(p float64) Measure {
		return Measure(stat.Quantile(p, stat.Empirical, sorted, nil))
	}
	return Delay{
		DelayMean: Measure(stat.Mean(sorted, nil)),
		DelayP50:  quantile(0.50),
		DelayP95:  quantile(0.95),
		DelayP99:  quantile(0.99),
		DelayMax:  Measure(sorted[len(sorted)-1]),
	}
}

// jain returns the fairness index (sum x)^2 / (n sum x^2) of the share x of its packets that was
// delivered of each of the n flows in which any were offered, and so many more of which
// none was: 1 if all have the same share, 1/n if one alone gets anything through (Jain, Chiu and
// Hawe, DEC-TR-301, 1984). So a station that has more to say than others is no unfairness.
func jain(flows []FlowSummary, none int) Measure {
	n, sum, squares := float64(none), 0.0, 0.0
	for i := range flows {
		f := &flows[i]
		if f.Offered == 0 {
			continue
		}
		x := float64(f.Delivered) / float64(f.Offered)
		n++
		sum += x
		squares += x * x
	}
	return ratio(sum*sum, n*squares)
}
