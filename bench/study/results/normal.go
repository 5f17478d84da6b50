package results

import (
	"fmt"
	"slices"
	"strings"
)

// normal returns a copy of a run in the form in which it is kept, or says what
// is wrong with it.
func normal(r Run) (Run, error) {
	if r.Status != OK && r.Status != Failed {
		return r, fmt.Errorf("status %q: %q and %q are known", r.Status, OK, Failed)
	}
	r.Reason = readable(r.Reason)
	r.Wall, r.CPU = plain(r.Wall), plain(r.CPU)
	r.Metrics = slices.Clone(r.Metrics)
	for i, m := range r.Metrics {
		r.Metrics[i].Value = plain(m.Value)
	}
	slices.SortFunc(r.Metrics, func(a, b Metric) int { return strings.Compare(a.Name, b.Name) })
	kept := make([]Series, 0, len(r.Series))
	for _, s := range r.Series {
		if len(s.Times) != len(s.Values) {
			return r, fmt.Errorf("series %s: %d times and %d values", s.Name, len(s.Times), len(s.Values))
		}
		s.Times, s.Values = slices.Clone(s.Times), slices.Clone(s.Values)
		for i := range s.Times {
			s.Times[i], s.Values[i] = plain(s.Times[i]), plain(s.Values[i])
			if s.Times[i] != s.Times[i] {
				return r, fmt.Errorf("series %s: time %d is not a number", s.Name, i)
			}
		}
		if len(s.Times) > 0 {
			kept = append(kept, s)
		}
	}
	slices.SortFunc(kept, func(a, b Series) int { return strings.Compare(a.Name, b.Name) })
	r.Series = kept
	return r, nil
}

// enter gives the names of a run, which are in order, their numbers, if all of
// them are right.
func (w *Writer) enter(r Run) (entered, error) {
	e := entered{Run: r, metrics: make([]int64, len(r.Metrics)), series: make([]int64, len(r.Series))}
	for i, m := range r.Metrics {
		if i > 0 && r.Metrics[i-1].Name == m.Name {
			return e, fmt.Errorf("metric %s twice", m.Name)
		}
		if err := w.metrics.check(Name{m.Name, m.Unit, m.Kind}); err != nil {
			return e, err
		}
	}
	for i, s := range r.Series {
		if i > 0 && r.Series[i-1].Name == s.Name {
			return e, fmt.Errorf("series %s twice", s.Name)
		}
		if err := w.series.check(Name{Name: s.Name, Unit: s.Unit}); err != nil {
			return e, err
		}
	}
	for i, m := range r.Metrics {
		e.metrics[i] = w.metrics.put(Name{m.Name, m.Unit, m.Kind})
	}
	for i, s := range r.Series {
		e.series[i] = w.series.put(Name{Name: s.Name, Unit: s.Unit})
	}
	return e, nil
}

// readable returns a text that every format can hold: UTF-8, without zeros,
// its lines ended in one way.
func readable(text string) string {
	if text == "" {
		return ""
	}
	return strings.NewReplacer("\x00", "", "\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\uFFFD"))
}
