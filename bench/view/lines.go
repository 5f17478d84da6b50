package view

import (
	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/sim"
	"halocline/sim/trace"
)

// lines are the series that change at moments of their own, as package measure has them: the age of information at controllers, by
// how much senders are below full power, and the link that controllers listen to.
type lines struct {
	head  *recorder.Head
	by    map[lineID]*line
	order []*line
}

type lineID struct {
	kind trace.Kind
	node int32
	link uint8
}

// line is such a series.
type line struct {
	kind       trace.Kind
	name, unit string
	at         []int64 // ns
	values     []float64
}

func (l *lines) begin(h *recorder.Head) { l.head, l.by = h, map[lineID]*line{} }

// take takes a record in.
func (l *lines) take(kind trace.Kind, b *columns.Block, row int) {
	id := lineID{kind: kind, node: int32(b.Ints[recorder.RecordNode][row])}
	at, value, link := b.Ints[recorder.RecordAt][row], b.Floats[recorder.RecordValue][row], b.Ints[recorder.RecordLink][row]
	switch kind {
	case trace.Powered:
		id.node, id.link = int32(b.Ints[recorder.RecordPeer][row]), uint8(link)
	case trace.Switched:
		value = float64(link)
	}
	if id.node < 0 {
		return
	}
	to := l.by[id]
	if to == nil {
		to = &line{kind: kind, name: l.head.Nodes[id.node].Name}
		switch kind {
		case trace.Used:
			to.name, to.unit = to.name+".age", "s"
		case trace.Powered:
			to.name, to.unit = to.name+".power_below_full."+l.head.Links[link].Name, "dB"
		case trace.Switched:
			to.name += ".link"
		}
		l.by[id] = to
		l.order = append(l.order, to)
	}
	if n := len(to.at); kind == trace.Used && n > 0 { // the age rises until it falls to that of this update
		to.put(at, to.values[n-1]+sim.Time(at).Seconds()-sim.Time(to.at[n-1]).Seconds())
	}
	to.put(at, value)
}

func (l *line) put(at int64, value float64) {
	l.at, l.values = append(l.at, at), append(l.values, value)
}
