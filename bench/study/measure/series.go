package measure

import (
	"cmp"
	"slices"
	"time"

	"halocline/scenarios"
	"halocline/sim/trace"
)

// Series collects time series of a run: what a probe reads of vehicles and links,
// and what changes at moments of its own: the age of information at a controller
// and the power of updates.
type Series struct {
	Period time.Duration          // of the readings
	Want   func(name string) bool // which series are kept; nil for all
	names  trace.Names
	lines  map[lineKey]*Line
}

// Line is one time series. Where it steps, a value holds until the next one.
type Line struct {
	Name   string // such as auv.distance
	Unit   string
	Times  []float64 // s
	Values []float64

	Sampled bool // read by a probe at its period; otherwise a point for each change
}

// lineKey names a series without making a string for each record.
type lineKey struct {
	note string
	node int32
	link uint8
}

// NewSeries returns a collector for the runs of a scenario.
func NewSeries(plan *scenarios.Plan, period time.Duration, want func(name string) bool) *Series {
	return &Series{Period: period, Want: want, names: plan.Names(), lines: map[lineKey]*Line{}}
}

// probe returns the plan with a probe of the right period.
func (s *Series) probe(plan *scenarios.Plan) *scenarios.Plan {
	probed := *plan
	probed.Probe = &scenarios.Probe{Period: s.Period}
	return &probed
}

// Emit takes a record.
func (s *Series) Emit(r trace.Record) {
	key := lineKey{note: r.Note, node: r.Node}
	switch r.Kind {
	case trace.Sample:
		if r.Node == trace.None {
			key.link = r.Link
		}
		s.add(key, &r, r.Value)
	case trace.Used: // the age falls from what it was to the delay of this update
		key.note = "age_s"
		if l := s.line(key, &r); l != nil {
			if n := len(l.Times); n > 0 {
				l.append(r.At.Seconds(), l.Values[n-1]+r.At.Seconds()-l.Times[n-1])
			}
			l.append(r.At.Seconds(), r.Value)
		}
	case trace.Powered:
		key = lineKey{note: "power_below_full_db", node: r.Peer, link: r.Link}
		s.add(key, &r, r.Value)
	case trace.Switched:
		key.note = "link"
		s.add(key, &r, float64(r.Link))
	}
}

func (s *Series) add(key lineKey, r *trace.Record, value float64) {
	if l := s.line(key, r); l != nil {
		l.append(r.At.Seconds(), value)
	}
}

// line returns the series of a key, or nil if it is not wanted.
func (s *Series) line(key lineKey, r *trace.Record) *Line {
	l, known := s.lines[key]
	if known {
		return l
	}
	name, unit := scenarios.Quantity(key.note)
	owner := s.names.Links[r.Link]
	if key.node != trace.None {
		owner = s.names.Nodes[key.node]
	}
	if r.Kind == trace.Powered {
		name += "." + s.names.Links[r.Link]
	}
	if name = owner + "." + name; s.Want == nil || s.Want(name) {
		l = &Line{Name: name, Unit: unit, Sampled: r.Kind == trace.Sample}
	}
	s.lines[key] = l
	return l
}

func (l *Line) append(t, value float64) {
	l.Times, l.Values = append(l.Times, t), append(l.Values, value)
}

// Lines returns the series, by name.
func (s *Series) Lines() []Line {
	var out []Line
	for _, l := range s.lines {
		if l != nil {
			out = append(out, *l)
		}
	}
	slices.SortFunc(out, func(a, b Line) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
