package study

import "strings"

// OfStacks is the kind of figures of several metrics.
const OfStacks = "stacked"

// Several reports whether a name of a metric is a pattern, which covers several.
func Several(metric string) bool { return strings.ContainsAny(metric, "*?") }

// single checks that a metric is no pattern.
func (r *reader) single(at, name, instead string) {
	if Several(name) {
		r.fault(r.doc.Place(at), "%s covers several metrics; name one, or %s", name, instead)
	}
}

// metric checks that a metric is recorded.
func (r *reader) metric(at, name string) {
	if !r.study.Records(name) {
		r.fault(r.doc.Place(at), "the metric %s is not recorded; add it to metrics of record", name)
	}
}

// measured checks that the horizontal axis of a scatter is a metric that is recorded.
func (r *reader) measured(at, name string) {
	if _, err := r.study.FullName(name); err == nil {
		r.fault(r.doc.Place(at), "%s is swept, and x of a scatter is a metric; name one, or write kind: lines", name)
		return
	}
	r.metric(at, name)
}
