package steady

import (
	"cmp"
	"slices"

	"halocline/sim"
	"halocline/sim/trace"
)

// way says which packets are looked at.
type way struct {
	Link     int   // index of the link; -1: all
	From, To int32 // nodes of the flow; trace.None: all
}

// covers reports whether a delivery is on the way.
func (w way) covers(r *trace.Record) bool {
	return r.Kind == trace.Delivered &&
		(w.Link < 0 || int(r.Link) == w.Link) &&
		(w.From == trace.None || r.Peer == w.From) &&
		(w.To == trace.None || r.Node == w.To)
}

// delays is a tracer that collects the delays of packets, from offer to delivery. A packet
// to everybody has one for each node that it reaches.
type delays struct {
	way
	series []Observation
}

// Emit takes a record.
func (d *delays) Emit(r trace.Record) {
	if d.covers(&r) {
		d.series = append(d.series, Observation{At: offered(&r).Seconds(), Value: r.Value})
	}
}

// Series returns the delays in the order in which the packets were offered.
func (d *delays) Series(sim.Time) []Observation {
	slices.SortStableFunc(d.series, func(a, b Observation) int { return cmp.Compare(a.At, b.At) })
	return d.series
}

// offered returns when a packet was offered that is delivered.
func offered(r *trace.Record) sim.Time { return r.At.Add(-sim.Seconds(r.Value)) }

// ages is a tracer that follows the age of information at the end of one flow: the time
// since the offer of the newest packet that has come. See trace.FlowSummary.
type ages struct {
	way
	news []news
}

// news is a packet that is newer than all before.
type news struct{ at, made sim.Time }

// Emit takes a record.
func (a *ages) Emit(r trace.Record) {
	if !a.covers(&r) {
		return
	}
	if made := offered(&r); len(a.news) == 0 || made > a.news[len(a.news)-1].made {
		a.news = append(a.news, news{r.At, made})
	}
}

// spans is into how many equal parts a run is cut for the means of its age: they are
// observations of equal weight, and fine enough to see the end of a warm-up.
const spans = 1000

// Series returns the mean age in each of a thousand equal parts of a run that ended at
// end, from the first part on in which it is known throughout.
func (a *ages) Series(end sim.Time) []Observation {
	var out []Observation
	span := end / spans
	if len(a.news) == 0 || span == 0 {
		return nil
	}
	next := 0 // of the news
	for from := sim.Time(0); len(out) < spans && from+span <= end; from += span {
		if from < a.news[0].at {
			continue
		}
		to, area := from+span, 0.0
		for at := from; at < to; {
			for next < len(a.news) && a.news[next].at <= at {
				next++
			}
			until := to
			if next < len(a.news) {
				until = min(until, a.news[next].at)
			}
			made := a.news[next-1].made
			area += until.Sub(at).Seconds() * (at.Sub(made) + until.Sub(made)).Seconds() / 2
			at = until
		}
		out = append(out, Observation{At: from.Seconds(), Value: area / span.Seconds()})
	}
	return out
}
