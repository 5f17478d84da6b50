package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"halocline/bench/study"
	"halocline/bench/study/measure"
	"halocline/bench/study/results"
	"halocline/plant/ncs"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// glimpse is how much of a run is simulated to see what it measures, or what about
// mostEvents take, where that is less.
const (
	glimpse    = time.Second
	mostEvents = 1e6
)

// beginning returns how much of a run is simulated.
func beginning(plan *scenarios.Plan) time.Duration {
	seen := min(plan.Duration, glimpse)
	if share := mostEvents / plan.Size().Events; share < seen.Seconds()/plan.Duration.Seconds() {
		seen = max(1, time.Duration(share*float64(plan.Duration)))
	}
	return seen
}

// Vet looks into the beginnings of a study's cells, as many as it takes, for the
// metrics and series that the study asks for. What none of them has is an error that
// wraps ErrUnknown. It returns the metrics that it saw.
func Vet(ctx context.Context, s *study.Study) ([]results.Name, error) {
	wanted := wants(s)
	var seen []results.Name
	var metrics, series []string
	for _, cell := range s.Checklist() {
		if len(wanted) == 0 || ctx.Err() != nil {
			return seen, nil
		}
		plan, err := s.Plan(cell, 0)
		if err != nil {
			return nil, err
		}
		plan.Duration = beginning(plan)
		lines := measure.NewSeries(plan, glimpse, nil)
		out, err := measure.Run(ctx, plan, measure.Options{Series: lines})
		if err != nil {
			return nil, err
		}
		metrics, series = nil, []string{"age", "link"} // what only changes at moments of its own
		for _, name := range mayHave(out) {
			metrics = append(metrics, name.Name)
			if !slices.Contains(seen, name) {
				seen = append(seen, name)
			}
		}
		for _, l := range lines.Lines() {
			_, quantity, _ := strings.Cut(l.Name, ".")
			series = append(series, l.Name, quantity)
		}
		for _, link := range plan.Names().Links {
			series = append(series, "power_below_full."+link)
		}
		for _, v := range measure.Reports[ncs.VoyageSummary](out) { // the first update may come later
			node := v.Node
			series = append(series, "estimate_error", node+".estimate_error", node+".age", node+".link")
		}
		wanted = slices.DeleteFunc(wanted, func(w want) bool { return w.met(metrics, series) })
	}
	var faults strict.Faults
	for _, w := range wanted {
		known := metrics
		hint := " (halocline list metrics says what there is)"
		if w.kind == "series" {
			slices.Sort(series)
			known, hint = slices.Compact(series), ""
		}
		faults = append(faults, strict.Fault{Place: s.Place(w.path...), Msg: w.key() + ": " + w.unknown(known) + hint})
	}
	if len(faults) == 0 {
		return seen, nil
	}
	return nil, unmet{faults}
}

// mayHave returns the metrics of the beginning of a run, and the parts of a whole that it may have later.
func mayHave(out *measure.Outcome) []results.Name {
	var all []results.Name
	for _, m := range out.Metrics() {
		if m.Kind != metric.Part {
			all = append(all, results.Name{Name: m.Name, Unit: m.Unit, Kind: m.Kind})
		}
	}
	for _, d := range trace.FateMetrics() {
		if d.Kind == metric.Part {
			all = append(all, results.Name{Name: "fates." + d.Name, Unit: d.Unit, Kind: d.Kind})
		}
	}
	return all
}

// unmet are the faults of what a study asks for and its runs do not have.
type unmet struct{ strict.Faults }

// Is reports whether an error is the one that says so.
func (unmet) Is(target error) bool { return target == ErrUnknown }

// Unwrap returns the faults.
func (u unmet) Unwrap() error { return u.Faults }

// want is something that a study asks for: by a pattern in record, elsewhere by its name.
type want struct {
	kind, pattern string
	path          []string // keys of the study, one below the other
}

// key writes the path as one.
func (w want) key() string { return strings.ReplaceAll(strings.Join(w.path, "."), ".[", "[") }

// unknown says that there is no such thing, and what may have been meant: what goes on
// where the name ends, as delay_mean does for delay, what ends so, as packets.goodput does with
// goodput, what a term of the field means, or else the nearest.
func (w want) unknown(known []string) string {
	that := func(is func(name string) bool) []string {
		return slices.DeleteFunc(slices.Clone(known), func(name string) bool { return !is(name) })
	}
	ways := [][]string{
		that(func(name string) bool { return strings.HasPrefix(name, w.pattern+"_") }),
		that(func(name string) bool { return strings.HasSuffix(name, "."+w.pattern) }),
	}
	for _, t := range measure.Terms() {
		if t.Is(w.pattern) {
			ways = append(ways, that(func(name string) bool { return slices.Contains(t.Metrics, name) }))
		}
	}
	for _, meant := range ways {
		if len(meant) > 0 {
			return fmt.Sprintf("unknown %s %q; did you mean %s?", w.kind, w.pattern, strings.Join(meant, " or "))
		}
	}
	if w.kind == "metric" && strict.Nearest(w.pattern, known) == "" {
		return fmt.Sprintf("unknown metric %q", w.pattern)
	}
	return strict.Unknown(w.kind, w.pattern, known)
}

// wants returns what a study asks for.
func wants(s *study.Study) []want {
	var all []want
	for _, pattern := range s.Record.Metrics {
		all = append(all, want{"metric", pattern, []string{"record", "metrics"}})
	}
	if s.Boundary != nil {
		all = append(all, want{"metric", s.Boundary.Metric, []string{"boundary", "metric"}})
	}
	if s.Until != nil && s.Until.Metric != "" {
		all = append(all, want{"metric", s.Until.Metric, []string{"until", "metric"}})
	}
	for i, t := range s.Tables {
		if t.Statistic == study.OfBoundaries {
			continue // of the metric of the boundary
		}
		path := []string{"tables", fmt.Sprintf("[%d]", i), "metric"}
		if s.Sensitivity != nil { // a table of each metric that it is of
			path = []string{"sensitivity", "of", path[1]}
		}
		all = append(all, want{"metric", t.Metric, path})
	}
	for i, f := range s.Figures {
		if s.Sensitivity != nil {
			break // of the metrics of tables
		}
		if f.Kind == study.OfBoundaries {
			continue
		}
		all = append(all, want{"metric", f.Y, []string{"figures", fmt.Sprintf("[%d]", i), "y"}})
		if f.Kind == "scatter" {
			all = append(all, want{"metric", f.X, []string{"figures", fmt.Sprintf("[%d]", i), "x"}})
		}
	}
	for _, l := range s.Labels {
		if _, err := s.FullName(l.Name); err != nil {
			all = append(all, want{"metric", l.Name, []string{"labels", l.Name}})
		}
	}
	for _, series := range s.Record.Series {
		all = append(all, want{"series", series.Name, []string{"record", "series"}})
	}
	return all
}

// met reports whether there is such a thing.
func (w want) met(metrics, series []string) bool {
	names := metrics
	if w.kind == "series" {
		names = series
	}
	return slices.ContainsFunc(names, func(name string) bool { return study.Matches(w.pattern, name) })
}
