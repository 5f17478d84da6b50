package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/bench/study/results"
	"halocline/bench/study/stats"
	"halocline/sim/fault"
	"halocline/sim/metric"
)

// Until stops the repetitions of a cell when the confidence intervals of means are narrow enough. See
// stats.Precision for the rule, and for how often such intervals cover the truth.
type Until struct {
	Metric     string  `yaml:"metric" doc:"the metric whose mean is to be known; each one whose mean a table or a figure shows, if it is left out"`
	Relative   float64 `yaml:"relative" range:"(0,1)" doc:"half width of the confidence interval, relative to the mean; 0.05 if neither it nor absolute is given"`
	Absolute   float64 `yaml:"absolute" range:"(0,1e30)" doc:"half width of the confidence interval, in the unit of the metric; either one is enough"`
	Confidence float64 `yaml:"confidence" range:"(0,1)" doc:"confidence of the interval"`
	Min        int     `yaml:"min" range:"[2,1e6]" doc:"least number of runs, 15 if it is left out; from there on the interval is looked at each time when there are a tenth more"`
	Max        int     `yaml:"max" range:"[2,1e6]" doc:"largest number of runs; that of repeat if it is left out, or 1000"`
}

// Defaults asks for a confidence of 95 %.
func (u *Until) Defaults() { u.Confidence = 0.95 }

// Validate checks the order of the numbers of runs.
func (u *Until) Validate() error {
	return fault.Keep(u.Bounds())
}

// Bounds returns what the greatest number of runs keeps to.
func (u *Until) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "max", Value: float64(u.Max), Op: fault.AtLeast, Than: "min", Limit: float64(u.Min), Off: u.Max == 0,
		Why: fmt.Sprintf("at most %d runs are less than the least number of %d", u.Max, u.Min),
	}}
}

// String says how narrow the intervals are to be: "± 5 %".
func (u *Until) String() string {
	var parts []string
	if u.Relative > 0 {
		parts = append(parts, fmt.Sprintf("± %.6g %%", 100*u.Relative))
	}
	if u.Absolute > 0 {
		parts = append(parts, fmt.Sprintf("± %g", u.Absolute))
	}
	return strings.Join(parts, " or ")
}

// stops settles the number of repetitions.
func (r *reader) stops() {
	const most = 1000
	s, u := r.study, r.study.Until
	switch {
	case u == nil:
		s.Repeat = max(s.Repeat, 1)
		return
	case u.Max != 0 && s.Repeat != 0:
		r.fault(r.doc.Place("repeat"), "repeat and max of until both give the largest number of runs; leave one of them out")
	case u.Max == 0 && s.Repeat != 0 && s.Repeat < u.Min:
		r.fault(r.doc.Place("repeat"), "at most %d runs are less than the least number of %d of until", s.Repeat, u.Min)
	case u.Max != 0:
		s.Repeat = u.Max
	case s.Repeat == 0:
		s.Repeat = max(most, u.Min)
	}
	if u.Max = s.Repeat; u.Relative == 0 && u.Absolute == 0 {
		u.Relative = 0.05
	}
}

// wanted checks that until has a metric.
func (r *reader) wanted() {
	s := r.study
	switch {
	case s.Until == nil:
	case s.Until.Metric != "":
		r.metric("until.metric", s.Until.Metric)
		r.single("until.metric", s.Until.Metric, "leave it out for all whose means are shown")
	case len(s.Wanted()) == 0:
		r.fault(r.doc.Place("until"), "no table and no figure of the study shows a mean, so that nothing says which metric is to be known; name it, as in until: {metric: packets.delivery_ratio}")
	}
}

// Wanted returns the metrics whose means decide how often a cell is repeated.
func (s *Study) Wanted() []string {
	switch {
	case s.Boundary != nil:
		return []string{s.Boundary.Metric}
	case s.Until == nil:
		return nil
	case s.Until.Metric != "":
		return []string{s.Until.Metric}
	}
	var out []string
	for _, t := range s.Tables {
		if t.Statistic == "mean" {
			out = append(out, t.Metric)
		}
	}
	for _, f := range s.Figures {
		switch f.Kind {
		case "scatter":
			out = append(out, f.X, f.Y)
		case "lines", "heat":
			out = append(out, f.Y)
		}
	}
	slices.Sort(out)
	return slices.Compact(slices.DeleteFunc(out, Several))
}

// Rule returns when the runs of a cell are enough.
func (s *Study) Rule() stats.Precision {
	const least = 15 // runs; see stats.Precision for why
	u := s.Until
	return stats.Precision{Relative: u.Relative, Absolute: u.Absolute, Confidence: u.Confidence, Min: cmp.Or(u.Min, min(least, s.Repeat)), Max: s.Repeat}
}

// Known is what has come of the runs of a study so far: a file of results, or its writer.
type Known interface {
	Metrics() []results.Name
	Values(cell int, metric string) ([]results.Value, error)
}

// Samples returns the values of the first n repetitions of a cell that decide how often it is repeated.
// One that failed is missing.
func (s *Study) Samples(of Known, cell, n int) ([]stats.Sample, error) {
	names := of.Metrics()
	var out []stats.Sample
	for _, name := range s.Wanted() {
		found, err := of.Values(cell, name)
		if err != nil {
			return nil, err
		}
		sample := stats.Sample{Values: make([]float64, n)}
		sample.Share = isShare(names, name)
		for i := range sample.Values {
			sample.Values[i] = math.NaN()
		}
		for _, v := range found {
			if v.Repetition < n {
				sample.Values[v.Repetition] = v.Value
			}
		}
		out = append(out, sample)
	}
	return out, nil
}

// isShare tells whether a metric is 1 or 0 in a run.
func isShare(names []results.Name, name string) bool {
	return slices.ContainsFunc(names, func(m results.Name) bool { return m.Name == name && m.Kind == metric.Share })
}

// Imprecise says which of some cells, all of whose runs are made, do not know their means as well as
// until asks, or nothing.
func (s *Study) Imprecise(of Known, cells []int) (string, error) {
	const most = 5 // cells that are named
	rule, wanted := s.Rule(), s.Wanted()
	var named []string
	found := 0
	for _, cell := range cells {
		samples, err := s.Samples(of, cell, s.Repeat)
		if err != nil {
			return "", err
		}
		if rule.Met(s.Repeat, samples...) {
			continue
		}
		if found++; found > most {
			continue
		}
		var wide []string
		for i, sample := range samples {
			if !rule.Met(s.Repeat, sample) {
				wide = append(wide, estimated(s.Title(wanted[i]), unitOf(of.Metrics(), wanted[i]), sample.Interval(rule.Confidence)))
			}
		}
		named = append(named, strings.TrimPrefix(s.Varied(cell)+": ", ": ")+strings.Join(wide, ", "))
	}
	if found == 0 {
		return "", nil
	}
	if found > most {
		named = append(named, fmt.Sprintf("and %d more", found-most))
	}
	return fmt.Sprintf("%d of %d cells have all %d runs that they may have, and are not known to %v: %s",
		found, s.Count(), s.Repeat, s.Until, strings.Join(named, "; ")), nil
}

// unitOf returns the unit of a metric.
func unitOf(names []results.Name, name string) string {
	for _, m := range names {
		if m.Name == name {
			return m.Unit
		}
	}
	return ""
}

// estimated writes a metric with its mean and the half-width of the interval.
func estimated(name, unit string, i stats.Interval) string {
	switch {
	case i.Used == 0:
		return name + " has no value"
	case !i.Bounded():
		return strings.TrimSpace(fmt.Sprintf("%s %.3g %s", name, i.Estimate, unit)) + " without an interval"
	}
	return strings.TrimSpace(fmt.Sprintf("%s %.3g ± %.2g %s", name, i.Estimate, i.HalfWidth(), unit))
}
