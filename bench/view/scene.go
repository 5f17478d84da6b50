package view

import (
	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

// Bounds of a scene.
const (
	mostFrames = 20_000
	mostWaves  = 100_000
	mostRead   = 1_000_000 // arrivals that are looked at
	mostPoses  = 60_000
)

// scene answers what there is in the water in a window, and how what moves does so.
func (r *run) scene(q *query) (any, error) {
	from, to := q.span(r.reached())
	if q.err != nil {
		return nil, q.err
	}
	m, partial, err := r.inWater(from, to)
	if err != nil {
		return nil, err
	}
	moving, thinned, err := r.posesOf(from, to)
	if err != nil {
		return nil, err
	}
	return &columnsAnswer{m.header(map[string]any{"partial": partial || thinned}), append(m.tables(), moving)}, nil
}

// inWater returns all frames of which anything is in the water in a window, with all of their arrivals.
func (r *run) inWater(from, to int64) (m *marksOf, partial bool, err error) {
	r.lock.RLock()
	after := r.longest()
	r.lock.RUnlock()
	all := r.newMarks() // that were sent early enough
	for b, i := range r.rows(sends, from-after, to, &err) {
		if partial = len(all.s.link) == mostFrames; partial {
			break
		}
		all.send(b, i)
	}
	read := 0
	for b, i := range r.rows(arrivals, from-after, to+after, &err) {
		if read++; read > mostRead {
			partial = true
			break
		}
		all.outlast(b, i)
	}
	if err != nil {
		return nil, false, err
	}
	m = r.newMarks()
	for b, i := range r.rows(sends, from-after, to, &err) {
		row, ok := all.row[sendID(b, i)]
		if !ok || all.s.last[row] < seconds(from) {
			continue
		}
		m.send(b, i)
		m.s.last[len(m.s.last)-1] = all.s.last[row]
	}
	read = 0
	for b, i := range r.rows(arrivals, from-after, to+after, &err) {
		if read++; read > mostRead || len(m.a.link) == mostWaves {
			partial = true
			break
		}
		if _, ok := m.row[arrivalID(b, i)]; ok {
			m.arrive(b, i)
		}
	}
	return m, partial, err
}

// track is how one node moves: the rows of a window, one before and one after.
type track struct {
	before, after spot
	inside        []spot
}

// spot is a row of the poses.
type spot struct {
	b *columns.Block
	i int
}

// posesOf returns how what moves does so in a window.
func (r *run) posesOf(from, to int64) (*table, bool, error) {
	period := max(r.head.Period, 1)
	var order []int64
	tracks := map[int64]*track{}
	var err error
	n := 0
	for b, i := range r.rows(poses, from-2*period, to+2*period, &err) {
		node, at := b.Ints[recorder.PoseNode][i], b.Ints[recorder.PoseAt][i]
		t := tracks[node]
		if t == nil {
			t = &track{}
			tracks[node], order = t, append(order, node)
		}
		switch here := (spot{b, i}); {
		case at < from:
			t.before = here
		case at <= to:
			t.inside = append(t.inside, here)
			n++
		case t.after.b == nil:
			t.after = here
		}
	}
	step := n/mostPoses + 1
	var rows []spot
	for _, node := range order {
		t := tracks[node]
		if t.before.b != nil {
			rows = append(rows, t.before)
		}
		for i, s := range t.inside {
			if i%step == 0 || i == len(t.inside)-1 {
				rows = append(rows, s)
			}
		}
		if t.after.b != nil {
			rows = append(rows, t.after)
		}
	}
	return poseTable(rows), step > 1, err
}

// poseTable returns rows of poses as they are sent.
func poseTable(rows []spot) *table {
	t := &table{name: "poses", rows: len(rows)}
	ints := func(column int) (all []int64) {
		for _, s := range rows {
			all = append(all, s.b.Ints[column][s.i])
		}
		return all
	}
	wide := func(name string, column int) {
		var all []float64
		for _, s := range rows {
			all = append(all, s.b.Floats[column][s.i])
		}
		t.f64(name, all)
	}
	narrow := func(name string, column int) {
		var all []float32
		for _, s := range rows {
			all = append(all, s.b.Shorts[column][s.i])
		}
		t.f32(name, all)
	}
	var nodes []int32
	var times []float64
	var knows []uint8
	for _, v := range ints(recorder.PoseNode) {
		nodes = append(nodes, int32(v))
	}
	for _, v := range ints(recorder.PoseAt) {
		times = append(times, seconds(v))
	}
	for _, v := range ints(recorder.PoseKnows) {
		knows = append(knows, uint8(v))
	}
	t.i32("node", nodes)
	t.f64("t", times)
	for i, name := range []string{"x", "y", "z"} {
		wide(name, recorder.PoseX+i)
	}
	for i, name := range []string{"qw", "qx", "qy", "qz"} {
		narrow(name, recorder.PoseQW+i)
	}
	t.u8("believed", knows)
	for i, name := range []string{"bx", "by", "bz"} {
		wide(name, recorder.PoseBelievedX+i)
	}
	for i, name := range []string{"bw", "bqx", "bqy", "bqz"} {
		narrow(name, recorder.PoseBelievedQW+i)
	}
	for i, name := range []string{"surge", "sway", "heave"} {
		narrow(name, recorder.PoseSurge+i)
	}
	return t
}
