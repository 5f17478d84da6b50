package trace

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"halocline/sim"
)

// Loops keeps the books of control loops that are closed over links, from the
// records alone: for each controller what became of the updates that were sent to
// it, and how old what it acted on was.
//
// An update is any packet from the node whose updates a controller uses. Each ends
// in one place:
//
//	Offered = Used + Outdated + NotDelivered + Waiting
//
// where Waiting are those that were delivered and not acted upon when the run
// ended. The age of information at a controller is that of what it acts on, which is
// not what its radio knows. It is counted from the first update that was sent to it, or from
// when the controller began if that is later, until the controller or the run ended: a controller
// that hears nothing has a great age.
//
// Memory: 16 bytes for each update that was used.
type Loops struct {
	begin sim.Time // the end of the warm-up
	first uint64   // number of the first packet that counts
	nodes []controller
	ways  routes
	sent  []packetCount // by the number of their route
}

// packetCount is how many packets went from one node to another.
type packetCount struct{ offered, delivered int64 }

// controller is what is known of one node.
type controller struct {
	used, outdated int64
	peer           int32 // whose updates it uses

	age     age
	awaited bool     // updates were sent to it
	first   sim.Time // the first of these
	delays  []float64
	taken   []sim.Time // when the measurements that were used were made, in the order of their use
}

// NewLoops returns the empty books of a run with so many nodes.
func NewLoops(nodes int) *Loops {
	return &Loops{nodes: make([]controller, nodes)}
}

// Emit enters a record.
func (l *Loops) Emit(r Record) { l.enter(&r) }

func (l *Loops) enter(r *Record) {
	switch r.Kind {
	case Offered, Delivered, Outdated, Used:
		if r.Kind == Offered && r.At < l.begin {
			l.first = r.Pkt + 1
		}
		if r.Pkt >= l.first && r.Note != Hop {
			l.count(r)
		}
	}
}

func (l *Loops) count(r *Record) {
	switch r.Kind {
	case Offered:
		l.sentOn(r.Node, r.Peer).offered++
		if c := l.controller(r.Peer); c != nil && !c.awaited {
			c.awaited, c.first = true, r.At
		}
	case Delivered:
		l.sentOn(r.Peer, r.Node).delivered++
	case Outdated:
		l.nodes[r.Node].outdated++
		l.nodes[r.Node].peer = r.Peer
	case Used:
		l.nodes[r.Node].peer = r.Peer
		l.nodes[r.Node].use(r.At, r.At.Add(-sim.Seconds(r.Value)), r.Value)
	}
}

// sentOn returns the counts of a route.
func (l *Loops) sentOn(from, to int32) *packetCount {
	i := l.ways.of(from, to)
	if i < 0 {
		i = l.ways.add(from, to)
		l.sent = append(l.sent, packetCount{})
	}
	return &l.sent[i]
}

// controller returns what is known of a node; nil for everybody.
func (l *Loops) controller(node int32) *controller {
	if node == None {
		return nil
	}
	return &l.nodes[node]
}

// use enters an update that a controller acts on.
func (c *controller) use(now, taken sim.Time, delay float64) {
	c.used++
	c.taken = append(c.taken, taken)
	c.delays = append(c.delays, delay)
	c.age.deliver(now, taken, 0)
}

// Controller is a node that is known to act on updates, from one time until another.
type Controller struct {
	Node        int32
	From, Until sim.Time
}

// LoopSummary is what Loops know of one controller.
type LoopSummary struct {
	Node         string `json:"node"`
	Offered      int64  `json:"offered"`       // updates sent to it
	Used         int64  `json:"used"`          // of these, acted upon
	Outdated     int64  `json:"outdated"`      // delivered and not acted upon: there was a newer one, or the controller did not listen
	NotDelivered int64  `json:"not_delivered"` // refused, dropped, lost or under way
	Waiting      int64  `json:"waiting"`       // delivered, and not acted upon yet when the run ended

	AgeMean   Measure `json:"age_mean_s"`   // of the information that the controller acts on, over time, s; see Loops
	AgePeak   Measure `json:"age_peak_s"`   // s
	DelayMean Measure `json:"delay_mean_s"` // from measurement to actuation, s
	DelayP50  Measure `json:"delay_p50_s"`
	DelayP95  Measure `json:"delay_p95_s"`
	DelayP99  Measure `json:"delay_p99_s"`
	DelayMax  Measure `json:"delay_max_s"`
	PeriodMin Measure `json:"period_min_s"`  // from one measurement that was used to the next, s
	PeriodAvg Measure `json:"period_mean_s"` // the effective sampling period
	PeriodMax Measure `json:"period_max_s"`
	Jitter    Measure `json:"period_std_s"` // the effective sampling jitter: its standard deviation
}

// NoLoop returns what is known of a controller to which nothing was sent.
func NoLoop() LoopSummary {
	var s LoopSummary
	s.AgeMean, s.AgePeak = Measure(math.NaN()), Measure(math.NaN())
	s.delays(nil)
	s.periods(nil)
	return s
}

// Close returns the books of all nodes that used an update or had one delivered
// that was outdated, and of the given controllers, to which perhaps nothing came, of a run
// that ended at end.
func (l *Loops) Close(names Names, end sim.Time, controllers ...Controller) []LoopSummary {
	var out []LoopSummary
	for i := range l.nodes {
		c := &l.nodes[i]
		var m packetCount
		if k := l.ways.of(c.peer, int32(i)); k >= 0 {
			m = l.sent[k]
		}
		from, until := c.first, end
		known := slices.IndexFunc(controllers, func(k Controller) bool { return k.Node == int32(i) })
		if known >= 0 {
			from, until = max(from, controllers[known].From), controllers[known].Until
		}
		if c.used+c.outdated == 0 {
			if known < 0 {
				continue
			}
			m = l.sentTo(int32(i))
		}
		s := LoopSummary{
			Node: names.Nodes[i], Offered: m.offered, Used: c.used, Outdated: c.outdated,
			NotDelivered: m.offered - m.delivered, Waiting: m.delivered - c.used - c.outdated,
		}
		s.AgeMean, s.AgePeak = Measure(math.NaN()), Measure(math.NaN())
		if (c.awaited || known >= 0) && until >= from {
			s.AgeMean, s.AgePeak = c.age.whole(from, l.begin, until)
		}
		s.delays(c.delays)
		s.periods(c.taken)
		out = append(out, s)
	}
	return out
}

// sentTo returns what was sent to a node, by whomever.
func (l *Loops) sentTo(node int32) (sum packetCount) {
	for k, m := range l.sent {
		if l.ways.all[k].destination == node {
			sum.offered += m.offered
			sum.delivered += m.delivered
		}
	}
	return sum
}

// Missed returns the fraction of the updates that were not acted upon.
func (s *LoopSummary) Missed() float64 { return float64(s.Offered-s.Used) / float64(s.Offered) }

func (s *LoopSummary) delays(x []float64) {
	sorted := slices.Sorted(slices.Values(x))
	quantile := func(p float64) Measure {
		if len(sorted) == 0 {
			return Measure(math.NaN())
		}
		return Measure(stat.Quantile(p, stat.Empirical, sorted, nil))
	}
	s.DelayMean = Measure(stat.Mean(x, nil)) // NaN of nothing
	s.DelayP50, s.DelayP95, s.DelayP99, s.DelayMax = quantile(0.5), quantile(0.95), quantile(0.99), quantile(1)
}

// periods takes the measurements in the order of time, which is not that of their use
// where a controller also learns from one that was overtaken.
func (s *LoopSummary) periods(taken []sim.Time) {
	nan := Measure(math.NaN())
	s.PeriodMin, s.PeriodAvg, s.PeriodMax, s.Jitter = nan, nan, nan, nan
	if len(taken) < 2 {
		return
	}
	sorted := slices.Sorted(slices.Values(taken))
	x := make([]float64, len(sorted)-1)
	for i := range x {
		x[i] = sorted[i+1].Sub(sorted[i]).Seconds()
	}
	s.PeriodMin, s.PeriodMax = Measure(slices.Min(x)), Measure(slices.Max(x))
	s.PeriodAvg, s.Jitter = Measure(stat.Mean(x, nil)), Measure(stat.PopStdDev(x, nil))
}
