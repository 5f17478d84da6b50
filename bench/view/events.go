package view

import (
	"sort"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/sim/trace"
)

// eventShown is a record of a run, with a sentence.
type eventShown struct {
	Index  int64  `json:"index"`
	T      number `json:"t"`
	Node   int32  `json:"node"`
	Link   int32  `json:"link"`
	Kind   string `json:"kind"`
	Packet int64  `json:"packet"`
	Frame  int64  `json:"frame"`
	Peer   int32  `json:"peer"`
	Cause  string `json:"cause"`
	Value  number `json:"value"` // as in a trace: of a reception in dB
	Note   string `json:"note"`
	Text   string `json:"text"`
}

// rows is what is sent of rows.
type rowsOf[T any] struct {
	Rows []T  `json:"rows"`
	More bool `json:"more,omitempty"`
}

// record returns a row of the records.
func record(b *columns.Block, i int) trace.Record {
	return trace.Record{
		At: simTime(b.Ints[recorder.RecordAt][i]), Pkt: uint64(b.Ints[recorder.RecordPacket][i]), Value: b.Floats[recorder.RecordValue][i],
		Note: b.Text(recorder.RecordNote, i), Node: int32(b.Ints[recorder.RecordNode][i]), Peer: int32(b.Ints[recorder.RecordPeer][i]),
		Frame: uint32(b.Ints[recorder.RecordFrame][i]), Link: uint8(b.Ints[recorder.RecordLink][i]), Kind: trace.Kind(b.Ints[recorder.RecordKind][i]),
		Event: b.Ints[recorder.RecordEvent][i] != 0, Cause: trace.Cause(b.Ints[recorder.RecordCause][i]),
	}
}

// event returns a row of the records, with its sentence.
func (r *run) event(b *columns.Block, i int) eventShown {
	x := record(b, i)
	return eventShown{
		Index: b.Ints[recorder.RecordIndex][i], T: number(x.At.Seconds()), Node: x.Node, Link: int32(x.Link), Kind: x.Kind.String(), Packet: int64(x.Pkt),
		Frame: int64(x.Frame), Peer: x.Peer, Cause: x.Cause.String(), Value: number(x.Written()), Note: x.Note, Text: r.sentence(&x),
	}
}

// wanted says which records are looked for. A field that is less than its least value is open.
type wanted struct {
	node, link, kind, cause int64
	loss, send              bool
	packet                  int64 // 0 for any
}

// may reports whether a block may have such a record.
func (w *wanted) may(m *mark) bool {
	bit := func(set uint64, v, open int64) bool { return v <= open || set>>(v&63)&1 == 1 }
	return bit(m.nodes, w.node, -1) && bit(m.links, w.link, -1) && bit(m.kinds, w.kind, -1) && bit(m.causes, w.cause, -1) &&
		(!w.loss || m.loss) && (!w.send || m.kinds>>trace.TxStart&1 == 1) && (w.packet == 0 || w.packet >= m.low && w.packet <= m.high)
}

// is reports whether a record is one.
func (w *wanted) is(b *columns.Block, i int) bool {
	same := func(column int, v int64) bool { return v < 0 || b.Ints[column][i] == v }
	kind := trace.Kind(b.Ints[recorder.RecordKind][i])
	return same(recorder.RecordNode, w.node) && same(recorder.RecordLink, w.link) &&
		same(recorder.RecordKind, w.kind) && same(recorder.RecordCause, w.cause) &&
		(!w.loss || isLoss(kind, trace.Cause(b.Ints[recorder.RecordCause][i]))) && (!w.send || kind == trace.TxStart) &&
		(w.packet == 0 || b.Ints[recorder.RecordPacket][i] == w.packet)
}

// found is called for a record, and says whether to go on.
type found func(b *columns.Block, i int) bool

// find goes through the records of a window that are wanted, forwards or backwards.
func (r *run) find(w *wanted, from, to int64, dir int, tell found) error {
	infos := r.source.Blocks(records)
	r.lock.RLock()
	marks := r.marks
	r.lock.RUnlock()
	low, high := within(infos[:min(len(infos), len(marks))], from, to)
	for n := range high - low {
		i := low + n
		if dir < 0 {
			i = high - 1 - n
		}
		if !w.may(&marks[i]) {
			continue
		}
		b, err := r.read(records, i)
		if err != nil {
			return err
		}
		if !w.search(b, from, to, dir, tell) {
			return nil
		}
	}
	return nil
}

// search is find in a block. It reports whether to go on.
func (w *wanted) search(b *columns.Block, from, to int64, dir int, tell found) bool {
	at := b.Ints[recorder.RecordAt]
	low := sort.Search(b.Rows, func(i int) bool { return at[i] >= from })
	high := sort.Search(b.Rows, func(i int) bool { return at[i] > to })
	for n := range high - low {
		i := low + n
		if dir < 0 {
			i = high - 1 - n
		}
		if w.is(b, i) && !tell(b, i) {
			return false
		}
	}
	return true
}

// filter reads what records are wanted.
func (r *run) filter(q *query) *wanted {
	h := r.head
	w := &wanted{kind: -1, cause: -1}
	w.node = q.whole("node", -1, -1, int64(len(h.Nodes))-1)
	w.link = q.whole("link", -1, -1, int64(len(h.Links))-1)
	numbered := func(name string, all []string) int64 {
		word := q.word(name, "", all)
		for i, a := range all {
			if word != "" && a == word {
				return int64(i)
			}
		}
		return -1
	}
	w.kind, w.cause = numbered("kind", h.Kinds), numbered("cause", h.Causes)
	return w
}

// mostTime is the greatest time that is asked for.
const mostTimeAsked = int64(9e18)

// mostRows bounds the rows of an answer.
const mostRows = 5000

// events answers what happened in a window, both ends included.
func (r *run) events(q *query) (any, error) {
	from, to := q.span(mostTimeAsked)
	w, most, dir := r.filter(q), int(q.whole("most", 200, 1, mostRows)), q.direction()
	if q.err != nil {
		return nil, q.err
	}
	out := rowsOf[eventShown]{Rows: []eventShown{}}
	err := r.find(w, from, to, dir, func(b *columns.Block, i int) bool {
		if out.More = len(out.Rows) == most; out.More {
			return false
		}
		out.Rows = append(out.Rows, r.event(b, i))
		return true
	})
	return out, err
}

// packet answers what became of a packet.
func (r *run) packet(q *query) (any, error) {
	w := &wanted{node: -1, link: -1, kind: -1, cause: -1, packet: q.needed("number", 1, mostNumber)}
	if q.err != nil {
		return nil, q.err
	}
	out := rowsOf[eventShown]{Rows: []eventShown{}}
	err := r.find(w, 0, mostTimeAsked, 1, func(b *columns.Block, i int) bool {
		out.Rows = append(out.Rows, r.event(b, i))
		out.More = len(out.Rows) == mostRows
		return !out.More
	})
	return out, err
}

// next answers which record of a sort is the next one, or the one before.
func (r *run) next(q *query) (any, error) {
	w, dir := r.filter(q), q.direction()
	what := q.word("what", "event", []string{"event", "loss", "send"})
	w.loss, w.send = what == "loss", what == "send"
	index, t := q.whole("index", -1, 0, 1<<60), q.time("t", 0)
	if q.err != nil {
		return nil, q.err
	}
	from, to := t+1, mostTimeAsked
	if dir < 0 {
		from, to = 0, t-1
	}
	if index >= 0 {
		at, err := r.timeOf(index)
		if err != nil {
			return nil, err
		}
		if from, to = at, mostTimeAsked; dir < 0 {
			from, to = 0, at
		}
	}
	var got *eventShown
	err := r.find(w, from, to, dir, func(b *columns.Block, i int) bool {
		if at := b.Ints[recorder.RecordIndex][i]; index >= 0 && (dir > 0 && at <= index || dir < 0 && at >= index) {
			return true
		}
		e := r.event(b, i)
		got = &e
		return false
	})
	return got, err
}

// timeOf returns when the record of a number was, or would be.
func (r *run) timeOf(index int64) (at int64, err error) {
	infos := r.source.Blocks(records)
	low, high := 0, len(infos)-1
	for low < high { // the last block that begins at the index or before it
		middle := (low + high + 1) / 2
		b, err := r.read(records, middle)
		if err != nil {
			return 0, err
		}
		if b.Ints[recorder.RecordIndex][0] <= index {
			low = middle
		} else {
			high = middle - 1
		}
	}
	if len(infos) == 0 {
		return 0, nil
	}
	b, err := r.read(records, low)
	if err != nil {
		return 0, err
	}
	all := b.Ints[recorder.RecordIndex]
	i := sort.Search(len(all), func(i int) bool { return all[i] >= index })
	return b.Ints[recorder.RecordAt][min(i, len(all)-1)], nil
}
