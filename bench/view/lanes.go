package view

import (
	"cmp"
	"slices"

	"halocline/bench/record/recorder"
)

// Bounds of what is asked for at once.
const (
	mostBins  = 4096
	mostMarks = 100_000
	mostDrawn = 1 << 18 // bins times lanes
)

// counted is a row of the counts of a run.
type counted struct {
	Node  int32  `json:"node"`
	Link  int32  `json:"link"`
	Kind  string `json:"kind"`
	Cause string `json:"cause"`
	N     int64  `json:"n"`
}

// counts answers how many records there are of each kind and cause.
func (r *run) counts(*query) (any, error) {
	r.lock.RLock()
	defer r.lock.RUnlock()
	out := rowsOf[counted]{Rows: []counted{}}
	links := max(r.links, 1)
	for kind, by := range r.tally {
		for cause, places := range by {
			for i, n := range places {
				if n > 0 {
					out.Rows = append(out.Rows, counted{int32(i/links) - 1, int32(i % links), r.head.Kinds[kind], r.head.Causes[cause], n})
				}
			}
		}
	}
	slices.SortStableFunc(out.Rows, func(a, b counted) int { return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Link, b.Link)) })
	return out, nil
}

// overviewOf is how many of each class there are in bins of time.
type overviewOf struct {
	From    float64             `json:"from"`
	Width   float64             `json:"width"`
	Bins    int                 `json:"bins"`
	Classes map[string][]uint32 `json:"classes"`
}

// reached returns how far the run has come.
func (r *run) reached() int64 {
	h := r.source.Head()
	end := h.Reached
	if end == 0 {
		for _, t := range []string{records, arrivals, poses} {
			if all := r.source.Blocks(t); len(all) > 0 {
				end = max(end, all[len(all)-1].Last)
			}
		}
	}
	return end
}

// overview answers how many of each class there are in bins of time.
func (r *run) overview(q *query) (any, error) {
	from, to := q.span(r.reached())
	most := int(q.whole("bins", 1000, 1, mostBins))
	if q.err != nil {
		return nil, q.err
	}
	b, sums, err := r.sums(r.total, 0, from, to, most)
	if err != nil {
		return nil, err
	}
	out := overviewOf{From: b.from(), Width: b.width(), Bins: b.number(), Classes: map[string][]uint32{}}
	for class, name := range classNames() {
		all := make([]uint32, b.number())
		for i := range all {
			all[i] = sums[i*classes+class]
		}
		out.Classes[name] = all
	}
	return out, nil
}

// classNames returns the names of the classes that are counted.
func classNames() map[int]string {
	return map[int]string{classReceived: "received", classCollision: "collision", classLost: "lost", classMissed: "missed", classSent: "sent"}
}

// sums returns the counts of a window: from the table, or, where bins are narrower than its, from the blocks.
func (r *run) sums(table *counts, links int, from, to int64, most int) (b bins, sums []uint32, err error) {
	b = binned(from, to, most)
	r.lock.RLock()
	if b.shift >= table.shift {
		defer r.lock.RUnlock()
		return b, table.sum(b), nil
	}
	r.lock.RUnlock()
	sums = make([]uint32, b.number()*table.lanes*classes)
	put := func(at, node, link int64, class int) {
		if bin, ok := b.of(at); ok {
			sums[(bin*table.lanes+int(node)*links+int(link)*min(links, 1))*classes+class]++
		}
	}
	first, last := b.first<<b.shift, (b.last+1)<<b.shift-1
	for s, i := range r.rows(sends, first, last, &err) {
		put(s.Ints[recorder.SendAt][i], s.Ints[recorder.SendNode][i], s.Ints[recorder.SendLink][i], classSent)
	}
	for a, i := range r.rows(arrivals, first, last, &err) {
		if fate := a.Ints[recorder.ArrivalFate][i]; fate != recorder.InFlight {
			put(a.Ints[recorder.ArrivalEnded][i], a.Ints[recorder.ArrivalNode][i], a.Ints[recorder.ArrivalLink][i], int(fate))
		}
	}
	return b, sums, err
}

// lanesOf answers what is drawn in lanes of time: all frames and arrivals of a window, or, where they are too many, their counts.
func (r *run) lanesOf(q *query) (any, error) {
	from, to := q.span(r.reached())
	bins, most := int(q.whole("bins", 1000, 1, mostBins)), int(q.whole("most", 4000, 0, mostMarks))
	if q.err != nil {
		return nil, q.err
	}
	m, err := r.exact(from, to, most)
	if err != nil {
		return nil, err
	}
	if m != nil {
		return &columnsAnswer{m.header(map[string]any{"exact": true}), m.tables()}, nil
	}
	for lanes := max(r.nodes*r.links, 1); bins > 1 && bins*lanes > mostDrawn; {
		bins /= 4
	}
	b, sums, err := r.sums(r.lanes, r.links, from, to, max(bins, 1))
	if err != nil {
		return nil, err
	}
	header := map[string]any{"exact": false, "from": b.from(), "width": b.width(), "bins": b.number()}
	return &columnsAnswer{header, []*table{r.drawn(sums, b.number())}}, nil
}

// drawn returns the bins that are not empty.
func (r *run) drawn(sums []uint32, bins int) *table {
	var node, link, bin []int32
	var n [classes][]int32
	lanes := r.lanes.lanes
	for b := range bins {
		for lane := range lanes {
			cell := sums[(b*lanes+lane)*classes:][:classes]
			if slices.Max(cell) == 0 {
				continue
			}
			node, link, bin = append(node, int32(lane/r.links)), append(link, int32(lane%r.links)), append(bin, int32(b))
			for class, v := range cell {
				n[class] = append(n[class], int32(v))
			}
		}
	}
	t := &table{name: "bins", rows: len(bin)}
	t.i32("node", node)
	t.i32("link", link)
	t.i32("bin", bin)
	for _, class := range []int{classReceived, classCollision, classLost, classMissed, classSent} {
		t.i32(classNames()[class], n[class])
	}
	return t
}

// exact returns all frames and arrivals that have a part in a window, or nil where there are more than so many.
func (r *run) exact(from, to int64, most int) (*marksOf, error) {
	r.lock.RLock()
	span, after, airtime := r.span, r.longest(), int64(0)
	for i := range r.of {
		airtime = max(airtime, r.of[i].airtime)
	}
	r.lock.RUnlock()
	if r.inside(sends, from, to)+r.inside(arrivals, from, to) > most {
		return nil, nil
	}
	m, n := r.newMarks(), 0
	var err error
	for b, i := range r.rows(sends, from-airtime, to, &err) {
		if length, _ := r.airtimeOf(sendID(b, i), b.Ints[recorder.SendAirtime][i]); b.Ints[recorder.SendAt][i]+length < from {
			continue
		}
		if n++; n > most {
			return nil, err
		}
		m.send(b, i)
	}
	for b, i := range r.rows(arrivals, from, to+max(span, after), &err) {
		m.outlast(b, i)
		if b.Ints[recorder.ArrivalBegan][i] > to {
			continue
		}
		if n++; n > most {
			return nil, err
		}
		m.arrive(b, i)
	}
	return m, err
}

// airtimeOf is airtime for who has no lock.
func (r *run) airtimeOf(id frameID, planned int64) (int64, bool) {
	r.lock.RLock()
	defer r.lock.RUnlock()
	return r.airtime(id, planned)
}

// inside returns how many rows there are in the blocks of a table that lie in a window as a whole.
func (r *run) inside(table string, from, to int64) (n int) {
	infos := r.source.Blocks(table)
	low, high := within(infos, from, to)
	for _, i := range infos[low:high] {
		if i.First >= from && i.Last <= to {
			n += i.Rows
		}
	}
	return n
}
