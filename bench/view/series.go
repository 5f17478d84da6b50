package view

import (
	"math"
	"slices"
	"strings"

	"halocline/bench/record/recorder"
	"halocline/sim/trace"
)

// seriesOf is a series in a window. Where there are too many points, low and high are the least and the greatest value of each bin.
type seriesOf struct {
	Name string    `json:"name"`
	Unit string    `json:"unit"`
	T    []float64 `json:"t"`
	Low  []number  `json:"low"`
	High []number  `json:"high"`
}

// Bounds of what is asked for at once.
const (
	mostSeries = 64
	mostPoints = 20_000
)

// series answers how quantities went in a window, with a point before it and one behind.
func (r *run) series(q *query) (any, error) {
	from, to := q.span(r.reached())
	most := int(q.whole("points", 1000, 2, mostPoints))
	names := strings.Split(q.values.Get("names"), ",")
	if len(names) > mostSeries {
		q.fail("%d series are asked for, and at most %d are possible", len(names), mostSeries)
	}
	if q.err != nil {
		return nil, q.err
	}
	h := r.source.Head()
	index := map[string]int64{}
	for i := range h.Series {
		name, _ := seriesName(h, i)
		index[name] = int64(i)
	}
	sampled := map[int64]*thinner{}
	out := struct {
		Series []*seriesOf `json:"series"`
	}{[]*seriesOf{}}
	for _, name := range names {
		s := &seriesOf{Name: name, T: []float64{}, Low: []number{}, High: []number{}}
		t := &thinner{to: s, from: from, until: to, most: most}
		if i, ok := index[name]; ok {
			_, s.Unit = seriesName(h, int(i))
			sampled[i] = t
		} else if !r.stepped(name, t) {
			return nil, fault{"there is no series " + quoted(name)}
		}
		out.Series = append(out.Series, s)
	}
	if err := r.sampled(sampled, from, to); err != nil {
		return nil, err
	}
	return out, nil
}

// sampled reads what a probe has read, with a reading before the window and one behind.
func (r *run) sampled(want map[int64]*thinner, from, to int64) error {
	if len(want) == 0 {
		return nil
	}
	margin := 8 * r.source.Head().Period // readings are taken less often than poses
	margin *= int64(1 + len(r.head.Nodes)/20)
	var err error
	for b, i := range r.rows(readings, from-margin, to+margin, &err) {
		if t := want[b.Ints[recorder.SeriesNumber][i]]; t != nil {
			t.put(b.Ints[recorder.SeriesAt][i], b.Floats[recorder.SeriesValue][i])
		}
	}
	for _, t := range want {
		t.close()
	}
	return err
}

// stepped reads a series that changes at moments of its own, and reports whether there is such a one.
func (r *run) stepped(name string, t *thinner) bool {
	r.lock.RLock()
	defer r.lock.RUnlock()
	for _, l := range r.lines.order {
		if l.name != name {
			continue
		}
		t.to.Unit = l.unit
		low, _ := slices.BinarySearch(l.at, t.from)
		high, _ := slices.BinarySearch(l.at, t.until+1)
		for i := max(low-1, 0); i < min(high+1, len(l.at)); i++ {
			t.put(l.at[i], l.values[i])
		}
		if n := len(l.at); l.kind != trace.Used && n > 0 && high == n { // holds until the end
			t.put(max(t.until, l.at[n-1]), l.values[n-1])
		}
		t.close()
		return true
	}
	return false
}

// thinner puts points into a series: all, or the least and the greatest of each bin.
type thinner struct {
	to          *seriesOf
	from, until int64
	most        int

	at     []int64
	values []float64
}

// put takes a point.
func (t *thinner) put(at int64, value float64) {
	if at < t.from { // only the last of these counts
		t.at, t.values = append(t.at[:0], at), append(t.values[:0], value)
		return
	}
	if n := len(t.at); n > 0 && t.at[n-1] > t.until {
		return
	}
	t.at, t.values = append(t.at, at), append(t.values, value)
}

// close writes the points.
func (t *thinner) close() {
	s := t.to
	add := func(at int64, low, high float64) {
		s.T, s.Low, s.High = append(s.T, seconds(at)), append(s.Low, number(low)), append(s.High, number(high))
	}
	if len(t.at) <= t.most {
		for i, at := range t.at {
			add(at, t.values[i], t.values[i])
		}
		return
	}
	b := binned(t.from, t.until, t.most)
	for i := 0; i < len(t.at); {
		bin, low, high := t.at[i]>>b.shift, math.Inf(1), math.Inf(-1)
		first := t.at[i]
		for ; i < len(t.at) && t.at[i]>>b.shift == bin; i++ {
			low, high = min(low, t.values[i]), max(high, t.values[i])
		}
		add(first, low, high)
	}
}
