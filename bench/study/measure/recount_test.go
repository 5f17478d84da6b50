package measure

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"halocline/sim"
	"halocline/sim/trace"
)

// recount counts a run anew, from all of its records and by the definition of a warm-up in
// the comment of this package: slowly, with a search through the records for each
// packet, and with sums over intervals of time. It keeps no state of a run under way, and
// shares nothing with the books.
type recount struct {
	names      trace.Names
	records    []trace.Record
	begin, end sim.Time
	offered    map[uint64]trace.Record // the offer of each packet
}

// Emit keeps a record.
func (c *recount) Emit(r trace.Record) { c.records = append(c.records, r) }

// span is from one moment to another.
type span struct{ from, to sim.Time }

// behind returns the part of a span that counts.
func (c *recount) behind(s span) span {
	s.from, s.to = max(s.from, c.begin), min(s.to, c.end)
	return span{s.from, max(s.from, s.to)}
}

// seconds is the time that counts.
func (c *recount) seconds() float64 { return c.end.Sub(c.begin).Seconds() }

// summary counts everything.
func (c *recount) summary() trace.Summary {
	c.offered = map[uint64]trace.Record{}
	for _, r := range c.records {
		if r.Kind == trace.Offered {
			c.offered[r.Pkt] = r
		}
	}
	s := trace.Summary{Duration: c.end.Seconds(), Warmup: c.begin.Seconds()}
	all := func(trace.Record) bool { return true }
	s.Total = c.account(all, all)
	for i, name := range c.names.Nodes {
		here := func(r trace.Record) bool { return r.Node == int32(i) }
		node := trace.NodeSummary{Node: name, Account: c.account(here, here)}
		for _, r := range c.happened(all, trace.Delivered) {
			if here(r) {
				node.Received++
				node.ReceivedBits += c.offered[r.Pkt].Value
			}
		}
		s.PerNode = append(s.PerNode, node)
	}
	for k, name := range c.names.Links {
		here := func(r trace.Record) bool { return r.Link == uint8(k) }
		s.PerLink = append(s.PerLink, trace.LinkSummary{Link: name, Account: c.account(here, here), Utilisation: c.use(here)})
	}
	c.flows(&s)
	return s
}

// offers returns the offers that count.
func (c *recount) offers(these func(trace.Record) bool) []trace.Record {
	var out []trace.Record
	for _, r := range c.records {
		if r.Kind == trace.Offered && r.At >= c.begin && these(r) {
			out = append(out, r)
		}
	}
	return out
}

// of returns the records of a packet of some kinds.
func (c *recount) of(offer trace.Record, kinds ...trace.Kind) []trace.Record {
	var out []trace.Record
	for _, r := range c.records {
		if r.Pkt == offer.Pkt && slices.Contains(kinds, r.Kind) {
			out = append(out, r)
		}
	}
	return out
}

// happened returns the records of some kinds that count, of the packets that some offered.
func (c *recount) happened(theirs func(trace.Record) bool, kinds ...trace.Kind) []trace.Record {
	var out []trace.Record
	for _, r := range c.records {
		if r.At >= c.begin && slices.Contains(kinds, r.Kind) && theirs(c.offered[r.Pkt]) {
			out = append(out, r)
		}
	}
	return out
}

// events counts what happened to the packets that some offered, whenever that was.
func (c *recount) events(p *trace.Packets, theirs func(trace.Record) bool) {
	p.Requeued = int64(len(c.happened(theirs, trace.Requeued)))
	for _, r := range c.happened(theirs, trace.Duplicate) {
		p.Duplicates++
		p.DuplicateBits += c.offered[r.Pkt].Value
	}
	for _, r := range c.happened(theirs, trace.Delivered) {
		if c.of(r, trace.Delivered)[0] == r {
			p.ArrivedBits += c.offered[r.Pkt].Value
		} else {
			p.Copies++
		}
	}
	p.Goodput = trace.Measure(p.ArrivedBits / c.seconds())
	p.Throughput = trace.Measure((p.ArrivedBits + p.DuplicateBits) / c.seconds())
}

// account counts the packets that some offered and what some did on the air.
func (c *recount) account(theirs, there func(trace.Record) bool) trace.Account {
	var a trace.Account
	p := &a.Packets
	var delays []float64
	for _, offer := range c.offers(theirs) {
		p.Offered++
		p.OfferedBits += offer.Value
		c.ending(p, offer)
		for _, r := range c.of(offer, trace.Delivered) {
			delays = append(delays, r.At.Sub(offer.At).Seconds())
		}
	}
	p.Accepted = p.Offered - p.Refused.Sum()
	p.ReachedAny = trace.Measure(float64(p.Delivered) / float64(p.Offered))
	p.OfferedRate = trace.Measure(p.OfferedBits / c.seconds())
	c.coverage(p, theirs)
	c.events(p, theirs)
	p.Delay = spread(delays)
	c.air(&a.Frames, there)
	return a
}

// coverage counts for each node that packets are for whether it got them. All nodes are on
// all links.
func (c *recount) coverage(p *trace.Packets, theirs func(trace.Record) bool) {
	var ratios, covered []float64
	for _, offer := range c.offers(theirs) {
		got, meant := 0.0, 0.0
		for n := range c.names.Nodes {
			if offer.Peer == int32(n) || offer.Peer == trace.None && offer.Node != int32(n) {
				meant++
				if slices.ContainsFunc(c.of(offer, trace.Delivered), func(r trace.Record) bool { return r.Node == int32(n) }) {
					got++
				}
			}
		}
		ratios = append(ratios, got/meant)
		if offer.Peer == trace.None {
			covered = append(covered, got/meant)
		}
	}
	p.DeliveryRatio, p.Coverage = trace.Measure(stat.Mean(ratios, nil)), trace.Measure(stat.Mean(covered, nil))
}

// ending puts a packet where it ended.
func (c *recount) ending(p *trace.Packets, offer trace.Record) {
	last := func(kinds ...trace.Kind) (at int, found trace.Record) {
		for i, r := range c.records {
			own := r.Kind != trace.RxLost && r.Kind != trace.RxMissed || offer.Peer == trace.None || r.Node == offer.Peer
			if r.Pkt == offer.Pkt && slices.Contains(kinds, r.Kind) && own {
				at, found = i+1, r
			}
		}
		return at, found
	}
	loss, lost := last(trace.RxLost, trace.RxMissed, trace.Unsent)
	attempt, _ := last(trace.TxStart, trace.Requeued)
	for i, r := range c.records { // of a packet to everybody, a loss where it was strong enough counts first
		there := r.Kind == trace.RxLost || r.Kind == trace.RxMissed
		if offer.Peer == trace.None && r.Pkt == offer.Pkt && there && r.Cause != trace.BelowThreshold && i >= attempt {
			loss, lost = i+1, r
		}
	}
	given, up := last(trace.Refused, trace.Dropped)
	arrived, _ := last(trace.Delivered)
	switch {
	case arrived > 0:
		p.Delivered++
		p.DeliveredBits += offer.Value
	case given > 0 && up.Kind == trace.Refused:
		p.Refused[up.Cause]++
	case given > 0:
		p.Dropped[up.Cause]++
	case loss > attempt:
		p.Lost[lost.Cause]++
	default:
		p.InFlight++
	}
}

// frames returns the frames of some as spans.
func (c *recount) frames(these func(trace.Record) bool) (starts []trace.Record, spans []span, aborted []bool) {
	for i, r := range c.records {
		if r.Kind != trace.TxStart || !these(r) {
			continue
		}
		s, cut := span{r.At, r.At.Add(sim.Seconds(r.Value))}, false
		for _, later := range c.records[i+1:] {
			if later.Node == r.Node && later.Link == r.Link && (later.Kind == trace.TxStart || later.Kind == trace.TxAbort) {
				if later.Kind == trace.TxAbort {
					s.to, cut = later.At, true
				}
				break
			}
		}
		starts, spans, aborted = append(starts, r), append(spans, s), append(aborted, cut)
	}
	return starts, spans, aborted
}

// air counts what some did on the air.
func (c *recount) air(f *trace.Frames, these func(trace.Record) bool) {
	starts, spans, aborted := c.frames(these)
	for i, r := range starts {
		part := c.behind(spans[i])
		f.Airtime += part.to.Sub(part.from).Seconds()
		if r.At < c.begin {
			continue
		}
		f.Sent++
		if r.Pkt == 0 {
			f.Control++
		}
		if aborted[i] {
			f.Aborted++
		}
	}
	f.Load = trace.Measure(f.Airtime / c.seconds())
	for _, r := range c.records {
		if r.At < c.begin || !these(r) {
			continue
		}
		switch r.Kind {
		case trace.RxOK:
			f.Received++
		case trace.RxLost:
			f.Lost[r.Cause]++
		case trace.RxMissed:
			f.Missed[r.Cause]++
		}
	}
}

// use is the part of the time in which any of these frames is on the air.
func (c *recount) use(these func(trace.Record) bool) trace.Measure {
	_, spans, _ := c.frames(these)
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	known, used := c.begin, 0.0
	for _, s := range spans {
		s = c.behind(s)
		if from := max(s.from, known); s.to > from {
			used += s.to.Sub(from).Seconds()
			known = s.to
		}
	}
	return trace.Measure(used / c.seconds())
}

// flows counts what went from each node to each other one.
func (c *recount) flows(s *trace.Summary) {
	var wander, changes, shares, squares, flows float64
	var means, peaks []float64
	for from, source := range c.names.Nodes {
		for to, destination := range c.names.Nodes {
			f := trace.FlowSummary{Source: source, Destination: destination}
			var delays []float64
			var made, at []sim.Time
			first := sim.Time(-1)
			for _, r := range c.records {
				offer, ok := c.offered[r.Pkt]
				if !ok || offer.Node != int32(from) {
					continue
				}
				if r.Kind == trace.Offered && (r.Peer == int32(to) || r.Peer == trace.None && from != to) {
					if r.At >= c.begin {
						f.Offered++
					}
					if first < 0 && !r.Event {
						first = r.At
					}
				}
				if r.Kind != trace.Delivered || r.Node != int32(to) {
					continue
				}
				made, at = append(made, offer.At), append(at, r.At)
				if offer.At >= c.begin {
					delays = append(delays, r.At.Sub(offer.At).Seconds())
				}
			}
			if f.Offered == 0 {
				continue
			}
			f.Delivered = int64(len(delays))
			x := float64(f.Delivered) / float64(f.Offered)
			shares, squares, flows = shares+x, squares+x*x, flows+1
			sum := 0.0
			for i := 1; i < len(delays); i++ {
				sum += math.Abs(delays[i] - delays[i-1])
			}
			f.Jitter = trace.Measure(math.NaN())
			if len(delays) > 1 {
				f.Jitter = trace.Measure(sum / float64(len(delays)-1))
				wander, changes = wander+sum, changes+float64(len(delays)-1)
			}
			f.AgeMean, f.AgePeak = trace.Measure(math.NaN()), trace.Measure(math.NaN())
			if first >= 0 {
				f.AgeMean, f.AgePeak = c.sawtooth(at, made, first)
				means, peaks = append(means, float64(f.AgeMean)), append(peaks, float64(f.AgePeak))
				if !slices.ContainsFunc(at, func(t sim.Time) bool { return t >= c.begin }) {
					s.Silent++
				}
			}
			f.Delay = spread(delays)
			s.PerFlow = append(s.PerFlow, f)
		}
	}
	s.Jitter = trace.Measure(wander / changes)
	s.Jain = trace.Measure(shares * shares / (flows * squares))
	s.AgeMean, s.AgePeak = trace.Measure(stat.Mean(means, nil)), trace.Measure(stat.Mean(peaks, nil))
}

// sawtooth returns mean and peak of the age of what arrives at some moments and was made
// at others, in the time that counts, and where the first is known that was ever offered.
func (c *recount) sawtooth(at, made []sim.Time, first sim.Time) (mean, peak trace.Measure) {
	area, newest, since := 0.0, first, first
	for i := range len(at) + 1 {
		until := c.end
		if i < len(at) {
			until = at[i]
		}
		if from := max(since, c.begin); until >= from {
			low, high := from.Sub(newest).Seconds(), until.Sub(newest).Seconds()
			area += (high*high - low*low) / 2
			peak = max(peak, trace.Measure(high))
		}
		if i < len(at) {
			newest, since = max(newest, made[i]), at[i]
		}
	}
	return trace.Measure(area / c.end.Sub(max(first, c.begin)).Seconds()), peak
}

// spread describes delays.
func spread(delays []float64) trace.Delay {
	none := trace.Measure(math.NaN())
	if len(delays) == 0 {
		return trace.Delay{DelayMean: none, DelayP50: none, DelayP95: none, DelayP99: none, DelayMax: none}
	}
	sorted, sum := slices.Sorted(slices.Values(delays)), 0.0
	for _, d := range delays {
		sum += d
	}
	least := func(percent int) trace.Measure { // that so many percent of the delays do not exceed
		return trace.Measure(sorted[(len(sorted)*percent+99)/100-1])
	}
	return trace.Delay{
		DelayMean: trace.Measure(sum / float64(len(delays))),
		DelayP50:  least(50), DelayP95: least(95), DelayP99: least(99), DelayMax: least(100),
	}
}
