package view

import (
	"container/list"
	"fmt"
	"iter"
	"sort"
	"sync"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

// mostKept bounds the blocks of a recording that are kept as they are read, in bytes.
const mostKept = 192 << 20

// cache reads blocks, and keeps those that were asked for last. A block that it gives out is sound: its rows stand in the order of
// time, and its numbers are of nodes, links and words that there are.
type cache struct {
	source recorder.Source

	mutex sync.Mutex
	order *list.List // of *kept, the last asked for first
	at    map[place]*list.Element
	bytes int
}

// place is where a block is.
type place struct {
	table string
	i     int
}

// kept is a block in a cache.
type kept struct {
	place
	block *columns.Block
	bytes int
}

func newCache(s recorder.Source) *cache {
	return &cache{source: s, order: list.New(), at: map[place]*list.Element{}}
}

// read returns a block.
func (c *cache) read(table string, i int) (*columns.Block, error) {
	where := place{table, i}
	c.mutex.Lock()
	if e := c.at[where]; e != nil {
		c.order.MoveToFront(e)
		c.mutex.Unlock()
		return e.Value.(*kept).block, nil
	}
	c.mutex.Unlock()
	b, err := c.load(where)
	if err != nil {
		return nil, err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if e := c.at[where]; e != nil { // somebody else was faster
		return e.Value.(*kept).block, nil
	}
	k := &kept{where, b, sizeOf(b)}
	c.at[where] = c.order.PushFront(k)
	for c.bytes += k.bytes; c.bytes > mostKept && c.order.Len() > 1; {
		last := c.order.Remove(c.order.Back()).(*kept)
		delete(c.at, last.place)
		c.bytes -= last.bytes
	}
	return b, nil
}

// load reads a block from the source, and looks at it.
func (c *cache) load(where place) (*columns.Block, error) {
	b, err := c.source.Read(where.table, where.i)
	if err == nil {
		err = c.source.Head().Check(b)
	}
	if err != nil {
		return nil, fmt.Errorf("block %d: %w", where.i, err)
	}
	return b, nil
}

// sizeOf returns about how many bytes a block takes.
func sizeOf(b *columns.Block) int {
	n := 64
	for i, c := range b.Table.Columns {
		n += 8 * b.Rows
		if c.Type == columns.Short {
			n -= 4 * b.Rows
		}
		for _, w := range b.Words[i] {
			n += 16 + len(w)
		}
	}
	return n
}

// within returns the indexes of the blocks that may have rows of a span of time, both ends included.
func within(infos []recorder.Info, from, to int64) (low, high int) {
	low = sort.Search(len(infos), func(i int) bool { return infos[i].Last >= from })
	high = sort.Search(len(infos), func(i int) bool { return infos[i].First > to })
	return low, max(low, high)
}

// rows goes through the rows of a table of a span of time, both ends included. A fault of reading ends it, and is put into err.
func (c *cache) rows(table string, from, to int64, err *error) iter.Seq2[*columns.Block, int] {
	return func(yield func(*columns.Block, int) bool) {
		infos := c.source.Blocks(table)
		low, high := within(infos, from, to)
		for i := low; i < high; i++ {
			b, fault := c.read(table, i)
			if fault != nil {
				*err = fault
				return
			}
			at := b.Ints[0]
			first := sort.Search(b.Rows, func(k int) bool { return at[k] >= from })
			for k := first; k < b.Rows && at[k] <= to; k++ {
				if !yield(b, k) {
					return
				}
			}
		}
	}
}

// size returns how many rows a table has.
func (c *cache) size(table string) (n int64) {
	for _, i := range c.source.Blocks(table) {
		n += int64(i.Rows)
	}
	return n
}

// Names of the tables of a recording.
const (
	records  = "records"
	sends    = "sends"
	arrivals = "arrivals"
	poses    = "poses"
	readings = "series"
	schedule = "schedule"
	noises   = "disturbances"
)
