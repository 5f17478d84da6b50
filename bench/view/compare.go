package view

import (
	"math"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

// firstShown is the first record in which two runs differ. One is nil where its run had no more.
type firstShown struct {
	T     number      `json:"t"`
	Index int64       `json:"index"` // of the record of the first run, or else of the second
	A     *eventShown `json:"a"`
	B     *eventShown `json:"b"`
}

// differ finds the first record in which two runs differ, in whatever but its number, or nil where there is none.
func differ(a, b *run) (*firstShown, error) {
	one, other := cursor{run: a}, cursor{run: b}
	for {
		x, i, err := one.next()
		if err != nil {
			return nil, err
		}
		y, k, err := other.next()
		if err != nil {
			return nil, err
		}
		if x == nil && y == nil {
			return nil, nil
		}
		if x != nil && y != nil && same(x, i, y, k) {
			continue
		}
		out := &firstShown{T: number(math.Inf(1)), Index: -1}
		if y != nil {
			e := b.event(y, k)
			out.B, out.T, out.Index = &e, e.T, e.Index
		}
		if x != nil {
			e := a.event(x, i)
			out.A, out.T, out.Index = &e, min(out.T, e.T), e.Index
		}
		return out, nil
	}
}

// cursor goes through the records of a run.
type cursor struct {
	run   *run
	block int
	row   int
	b     *columns.Block
}

// next returns the next record, or nil.
func (c *cursor) next() (b *columns.Block, row int, err error) {
	for c.b == nil || c.row == c.b.Rows {
		if c.block == len(c.run.source.Blocks(records)) {
			return nil, 0, nil
		}
		if c.b, err = c.run.load(place{records, c.block}); err != nil {
			return nil, 0, err
		}
		c.block, c.row = c.block+1, 0
	}
	c.row++
	return c.b, c.row - 1, nil
}

// same reports whether two records are the same but for their numbers.
func same(a *columns.Block, i int, b *columns.Block, k int) bool {
	for _, column := range [...]int{
		recorder.RecordAt, recorder.RecordNode, recorder.RecordLink, recorder.RecordKind, recorder.RecordPacket, recorder.RecordFrame,
		recorder.RecordPeer, recorder.RecordCause, recorder.RecordEvent,
	} {
		if a.Ints[column][i] != b.Ints[column][k] {
			return false
		}
	}
	v, w := a.Floats[recorder.RecordValue][i], b.Floats[recorder.RecordValue][k]
	return math.Float64bits(v) == math.Float64bits(w) && a.Text(recorder.RecordNote, i) == b.Text(recorder.RecordNote, k)
}
