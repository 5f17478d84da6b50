package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"halocline/bench/measure"
	"halocline/bench/study"
	"halocline/scenarios/strict"
)

// glimpse is how much of a run is simulated to see what it measures.
const glimpse = time.Second

// Vet looks into the beginnings of a study's cells, as many as it takes, for the
// metrics and series that the study asks for. What none of them has is an error that
// wraps ErrUnknown.
func Vet(ctx context.Context, s *study.Study) error {
	wanted := wants(s)
	var metrics, series []string
	for _, cell := range s.Checklist() {
		if len(wanted) == 0 || ctx.Err() != nil {
			return nil
		}
		plan, err := s.Plan(cell, 0)
		if err != nil {
			return err
		}
		plan.Duration = min(plan.Duration, glimpse)
		lines := measure.NewSeries(plan, glimpse, nil)
		out, err := measure.Run(ctx, plan, measure.Options{Series: lines})
		if err != nil {
			return err
		}
		metrics, series = nil, []string{"age", "link"} // what only changes at moments of its own
		for _, m := range out.Metrics() {
			metrics = append(metrics, m.Name)
		}
		for _, l := range lines.Lines() {
			_, quantity, _ := strings.Cut(l.Name, ".")
			series = append(series, l.Name, quantity)
		}
		for _, link := range plan.Names().Links {
			series = append(series, "power_below_full."+link)
		}
		for i := range out.Voyages { // the first update may come later
			node := out.Voyages[i].Node
			series = append(series, "estimate_error", node+".estimate_error", node+".age", node+".link")
		}
		wanted = slices.DeleteFunc(wanted, func(w want) bool { return w.met(metrics, series) })
	}
	if len(wanted) == 0 {
		return nil
	}
	w := wanted[0]
	known := metrics
	if w.kind == "series" {
		slices.Sort(series)
		known = slices.Compact(series)
	}
	hint := ""
	if w.kind == "metric" {
		hint = " (halocline list metrics says what each is)"
	}
	return fmt.Errorf("%w: %s: %s: %s%s", ErrUnknown, s.File, w.key, w.unknown(known), hint)
}

// want is something that a study asks for: by a pattern in record, elsewhere by its name.
type want struct{ key, kind, pattern string }

// unknown says that there is no such thing, and what may have been meant: what goes on
// where the name ends, as delay_mean does for delay, or else the nearest.
func (w want) unknown(known []string) string {
	longer := slices.DeleteFunc(slices.Clone(known), func(name string) bool { return !strings.HasPrefix(name, w.pattern+"_") })
	if len(longer) == 0 {
		return strict.Unknown(w.kind, w.pattern, known)
	}
	return fmt.Sprintf("unknown %s %q; did you mean %s?", w.kind, w.pattern, strings.Join(longer, " or "))
}

// wants returns what a study asks for.
func wants(s *study.Study) []want {
	var all []want
	for _, pattern := range s.Record.Metrics {
		all = append(all, want{"record.metrics", "metric", pattern})
	}
	if s.Until != nil {
		all = append(all, want{"until.metric", "metric", s.Until.Metric})
	}
	for i, t := range s.Tables {
		all = append(all, want{fmt.Sprintf("tables[%d].metric", i), "metric", t.Metric})
	}
	for i, f := range s.Figures {
		all = append(all, want{fmt.Sprintf("figures[%d].y", i), "metric", f.Y})
	}
	for _, series := range s.Record.Series {
		all = append(all, want{"record.series", "series", series.Name})
	}
	return all
}

// met reports whether there is such a thing.
func (w want) met(metrics, series []string) bool {
	names := metrics
	if w.kind == "series" {
		names = series
	}
	if !strings.HasPrefix(w.key, "record.") {
		return slices.Contains(names, w.pattern)
	}
	return slices.ContainsFunc(names, func(name string) bool { return study.Matches(w.pattern, name) })
}
