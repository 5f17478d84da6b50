package view

import (
	"cmp"
	"slices"
	"sort"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/sim/trace"
)

// state is a state that a protocol tells of, from its time on.
type state struct {
	Node  int32  `json:"node"`
	Link  int32  `json:"link"`
	T     number `json:"t"`
	Name  string `json:"name"`
	Value number `json:"value"`
}

// states answers in which states protocols were in a window, with those that held at its beginning.
func (r *run) states(q *query) (any, error) {
	from, to := q.span(r.reached())
	most := int(q.whole("most", 2000, 1, mostRows))
	if q.err != nil {
		return nil, q.err
	}
	out := rowsOf[state]{Rows: []state{}}
	r.lock.RLock()
	told := map[stateID][]int32{}
	for id, blocks := range r.told {
		told[id] = blocks
	}
	r.lock.RUnlock()
	for id, blocks := range told {
		s, ok, err := r.holding(id, blocks, from)
		if err != nil {
			return nil, err
		}
		if ok {
			out.Rows = append(out.Rows, s)
		}
	}
	slices.SortFunc(out.Rows, func(a, b state) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Link, b.Link), cmp.Compare(a.Name, b.Name))
	})
	w := &wanted{node: -1, link: -1, kind: int64(trace.State), cause: -1}
	err := r.find(w, from, to, 1, func(b *columns.Block, i int) bool {
		if out.More = len(out.Rows) >= most; !out.More {
			out.Rows = append(out.Rows, stateOf(b, i))
		}
		return !out.More
	})
	return out, err
}

func stateOf(b *columns.Block, i int) state {
	return state{
		int32(b.Ints[recorder.RecordNode][i]), int32(b.Ints[recorder.RecordLink][i]), number(seconds(b.Ints[recorder.RecordAt][i])),
		b.Text(recorder.RecordNote, i), number(b.Floats[recorder.RecordValue][i]),
	}
}

// holding returns the state of a name that holds just before a time, by the blocks that have it.
func (r *run) holding(id stateID, blocks []int32, t int64) (s state, ok bool, err error) {
	infos := r.source.Blocks(records)
	for k := sort.Search(len(blocks), func(k int) bool { return infos[blocks[k]].First >= t }) - 1; k >= 0; k-- {
		b, err := r.read(records, int(blocks[k]))
		if err != nil {
			return s, false, err
		}
		at := b.Ints[recorder.RecordAt]
		for i := sort.Search(b.Rows, func(i int) bool { return at[i] >= t }) - 1; i >= 0; i-- {
			if trace.Kind(b.Ints[recorder.RecordKind][i]) == trace.State && b.Ints[recorder.RecordNode][i] == int64(id.node) &&
				b.Ints[recorder.RecordLink][i] == int64(id.link) && b.Text(recorder.RecordNote, i) == id.name {
				return stateOf(b, i), true, nil
			}
		}
	}
	return s, false, nil
}
