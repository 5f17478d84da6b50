// Package metric declares what is measured: each number that a run comes to has one
// declaration, and lists, explanations, checks of studies, tables and means over
// vehicles follow from it.
//
// Begin with Def. Who knows a quantity declares it: a summary has a List, in which
// each Def stands with how its value is taken. A model whose numbers no summary here has declares
// them by itself, as a Config, and what is built of it gives the values, as a Source.
//
// Left out: the values of many runs and their statistics, which are the business of
// bench/study/results and bench/report/paper.
package metric

import (
	"math"
	"slices"

	"halocline/sim/equation"
)

// Def is a metric without the thing that it is measured of: "iae", not "auv.iae". Its
// doc says what it is, when it is none, and of a share what is counted as 1.
type Def struct {
	Name, Unit, Doc string // the unit is empty for counts and shares
	Kind            Kind
	Group           string             // things of which a mean is derived, such as Vehicles; or nothing
	Of              string             // what these things are, in the plural, such as "docking vehicles"
	Better          Better             // which values are
	Equation        *equation.Equation // how it is computed, where the doc does not say all; nil for none
}

// Better says which values of a metric are the better ones; it is empty where that depends, as of a
// delay, which is only that of what was delivered.
type Better string

// The directions.
const (
	Higher Better = "higher"
	Lower  Better = "lower"
)

// Kind is what a metric is: it decides what statistics may be made of the values of runs.
type Kind string

// The kinds.
const (
	Mean        Kind = "mean"          // of something over time, packets or nodes, within the run
	Share       Kind = "share"         // 1 if it is so in the run and 0 if not: a mean over runs is a share of runs
	Count       Kind = "count"         // of things, in the run
	Total       Kind = "total"         // a sum or an integral over the run
	Rate        Kind = "rate"          // by time
	Maximum     Kind = "maximum"       // the greatest value in the run, or a high quantile
	TimeToEvent Kind = "time-to-event" // none if the run ended before: that is later than any
	Part        Kind = "part"          // of a whole, within the run; one that a run does not have is 0 there
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Mean, Share, Count, Total, Rate, Maximum, TimeToEvent, Part} }

// Meaning says what follows from a kind.
func (k Kind) Meaning() string {
	switch k {
	case Mean:
		return "mean within a run"
	case Share:
		return "1 or 0 in a run; the mean over runs is a share of runs"
	case Count:
		return "count in a run"
	case Total:
		return "sum or integral over a run"
	case Rate:
		return "by time, within a run"
	case Maximum:
		return "greatest value in a run, or a high quantile"
	case TimeToEvent:
		return "time to an event; a run without it counts as later than all others"
	case Part:
		return "part of a whole within a run; 0 in a run without it"
	}
	return "unknown"
}

// Vehicles is the group of metrics of which the mean over the vehicles of a run is one
// more metric.
const Vehicles = "vehicles"

// Config is a configuration that has metrics of its own.
type Config interface{ Metrics() []Def }

// Source is what was built of a Config: it gives the value of each of its definitions, by
// their order. The subject is empty or the name of the thing itself that the source was built for, such as a node; no
// other is measured yet. Values that are given of one definition are combined, as Def.Combine says. NaN, or no value, is nothing to
// measure.
type Source interface {
	Values(put func(def int, subject string, v float64))
}

// Of is a definition with the way in which its value is taken from a T.
type Of[T any] struct {
	Def
	Value func(*T) float64
}

// List is all that is declared of a T.
type List[T any] []Of[T]

// Add declares a metric.
func (l *List[T]) Add(name, unit string, kind Kind, doc string, value func(*T) float64) {
	*l = append(*l, Of[T]{Def{Name: name, Unit: unit, Kind: kind, Doc: doc}, value})
}

// AddWithMean declares a metric of a vehicle of which the mean over the vehicles is one too.
func (l *List[T]) AddWithMean(name, unit string, kind Kind, doc string, value func(*T) float64) {
	*l = append(*l, Of[T]{Def{Name: name, Unit: unit, Kind: kind, Doc: doc, Group: Vehicles}, value})
}

// Higher says of metrics that higher values are better.
func (l List[T]) Higher(names ...string) { l.mark(Higher, names) }

// Lower says of metrics that lower values are better.
func (l List[T]) Lower(names ...string) { l.mark(Lower, names) }

func (l List[T]) mark(better Better, names []string) {
	for _, name := range names {
		l[l.index(name)].Better = better
	}
}

// Computed says how metrics are computed, by their names.
func (l List[T]) Computed(by map[string]equation.Equation) {
	for name, e := range by {
		l[l.index(name)].Equation = &e
	}
}

// index returns which metric has a name.
func (l List[T]) index(name string) int {
	i := slices.IndexFunc(l, func(d Of[T]) bool { return d.Name == name })
	if i < 0 {
		panic("metric: " + name + " is not declared")
	}
	return i
}

// Within returns what is declared of a part of a T as declared of the T.
func Within[T, Part any](part func(*T) *Part, all List[Part]) List[T] {
	out := make(List[T], len(all))
	for i, d := range all {
		out[i] = Of[T]{d.Def, func(t *T) float64 { return d.Value(part(t)) }}
	}
	return out
}

// Defs returns what is declared, without the way in which values are taken.
func (l List[T]) Defs() []Def {
	defs := make([]Def, len(l))
	for i := range l {
		defs[i] = l[i].Def
	}
	return defs
}

// Put gives the values of a T, of a subject, to who asks a Source for them.
func (l List[T]) Put(of *T, subject string, put func(def int, subject string, v float64)) {
	for i := range l {
		put(i, subject, l[i].Value(of))
	}
}

// Derive returns the metric of a group that is the mean over its things.
func (d Def) Derive() Def {
	which := " that have it"
	if d.Kind == TimeToEvent {
		which = ", none if one of them has none"
	}
	d.Doc += ". Mean over the " + d.Of + which
	return d
}

// Combine makes one value of those of several sources, such as the protocol's at each node of a link: the sum of
// counts and totals, the greatest of maxima, and else the mean, see Over.
func (d Def) Combine(values []float64) float64 {
	switch d.Kind {
	case Count, Total, Maximum:
	default:
		return d.Over(values)
	}
	all := math.NaN()
	for _, v := range values {
		switch {
		case math.IsNaN(v):
		case math.IsNaN(all):
			all = v
		case d.Kind == Maximum:
			all = max(all, v)
		default:
			all += v
		}
	}
	return all
}

// Over returns the derived mean of values. Those that are NaN are left out, but a time to an
// event that has not happened leaves the mean unknown: a mean of the others would be that
// of the fast ones.
func (d Def) Over(values []float64) float64 {
	sum, n := 0.0, 0.0
	for _, v := range values {
		switch {
		case !math.IsNaN(v):
			sum, n = sum+v, n+1
		case d.Kind == TimeToEvent:
			return math.NaN()
		}
	}
	return sum / n // NaN of nothing
}
