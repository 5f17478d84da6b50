package sim

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// A queue by itself may be asked for more than a kernel asks: entries before
// the last one taken out, limits that lie in the past, removal between a pop
// and the next push.
func TestQueuesAgree(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 3))
		data := make([]byte, 3000)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		if seed%2 == 1 {
			data = crowdFront(r)
		}
		compareQueues(t, data)
	}
}

// crowdFront returns a script in which little comes and goes at the front of a queue
// of entries that are far away.
func crowdFront(r *rand.Rand) (data []byte) {
	for range 100 {
		data = append(data, push, byte(200+r.IntN(50)), byte(r.IntN(5)))
	}
	for range 800 {
		switch n := r.IntN(100); {
		case n < 48:
			data = append(data, pop, 255)
		case n < 50:
			data = append(data, remove, byte(r.Uint32()))
		default:
			data = append(data, push, byte(r.IntN(12)), byte(r.IntN(5)))
		}
	}
	return data
}

func FuzzQueue(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{push, 5, 0, push, 5, 4, push, 3, 2, pop, 255, remove, 0, pop, 255})
	f.Add([]byte{push, 1, 0, pop, 255, push, 0, 0, pop, 0, push, 0, 1, remove, 0})
	f.Add([]byte{push, 9, 1, push, 8, 1, push, 7, 1, pop, 8, pop, 8, remove, 0, pop, 9})
	f.Fuzz(func(t *testing.T, data []byte) { compareQueues(t, data) })
}

// The operations of a script of bytes. Pushes are three in five, so that random
// bytes grow queues of some hundred entries.
const (
	push = iota
	pushToo
	pushAgain
	pop
	remove
	operations
)

// compareQueues plays a script on both queues: push (moment, phase),
// pop (limit), remove (which). It ends by taking out what is left.
func compareQueues(t *testing.T, data []byte) {
	d := newDuel(t)
	next := func() int {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return int(b)
	}
	for len(data) > 0 {
		switch op := next() % operations; {
		case op <= pushAgain:
			d.push(moment(next()), Phase(next()%5))
		case op == pop:
			d.pop(moment(next()))
		case op == remove && len(d.inside) > 0:
			d.remove(next() % len(d.inside))
		}
	}
	drain(t, len(d.inside), d.take)
}

// moment spreads a byte over the time that there is: three bits and where they stand.
func moment(b int) Time { return Time(b%8) << (b / 8 * 15 / 8) }

// duel plays on both queues at once and compares them after each step.
type duel struct {
	t            *testing.T
	heap         *Heap
	tree         *Tree
	inside, free []uint32 // slots
	index        []int    // by slot: where it is in inside
	made         uint64
	deepest      int // the most entries that were behind the horizon
}

func newDuel(t *testing.T) *duel { return &duel{t: t, heap: NewHeap(), tree: NewTree()} }

// push adds an entry in the slot that came free last.
func (d *duel) push(at Time, p Phase) {
	slot := uint32(len(d.index))
	if n := len(d.free) - 1; n >= 0 {
		slot, d.free = d.free[n], d.free[:n]
	} else {
		d.index = append(d.index, 0)
	}
	e := Entry{At: at, Order: order(p, d.made), Slot: slot}
	d.made++
	d.heap.Push(e)
	d.tree.Push(e)
	d.index[slot] = len(d.inside)
	d.inside = append(d.inside, slot)
	d.deepest = max(d.deepest, d.heap.far.count)
	d.count()
}

// pop takes out the first entry, if it is not after limit.
func (d *duel) pop(limit Time) (Entry, bool) {
	e, ok := d.take(limit)
	if ok {
		d.drop(d.index[e.Slot])
	}
	d.count()
	return e, ok
}

// remove takes out an entry that is inside.
func (d *duel) remove(i int) {
	d.heap.Remove(d.inside[i])
	d.tree.Remove(d.inside[i])
	d.drop(i)
	d.count()
}

// take is pop without the books.
func (d *duel) take(limit Time) (Entry, bool) {
	first, any := d.heap.Peek()
	if second, also := d.tree.Peek(); first != second || any != also || any != (d.heap.Len() > 0) {
		d.t.Fatalf("the first of the heap is %v %t, of the tree %v %t", first, any, second, also)
	}
	a, ok := d.heap.PopUntil(limit)
	b, also := d.tree.PopUntil(limit)
	if a != b || ok != also {
		d.t.Fatalf("until %d: heap %v %t, tree %v %t", limit, a, ok, b, also)
	}
	return a, ok
}

// drop takes a slot out of the books.
func (d *duel) drop(i int) {
	last := len(d.inside) - 1
	d.free = append(d.free, d.inside[i])
	d.inside[i] = d.inside[last]
	d.index[d.inside[i]] = i
	d.inside = d.inside[:last]
}

func (d *duel) count() {
	if d.heap.Len() != len(d.inside) || d.tree.Len() != len(d.inside) {
		d.t.Fatalf("of %d entries the heap counts %d, the tree %d", len(d.inside), d.heap.Len(), d.tree.Len())
	}
}

// spreads are ways in which events lie in time, as the span from now to the next one.
func spreads(r *rand.Rand) map[string]func() Time {
	falling := Time(1 << 40)
	return map[string]func() Time{
		"one instant":      func() Time { return 1 << 30 },
		"few instants":     func() Time { return Time(r.IntN(4)) << 30 },
		"exponential":      func() Time { return Time(r.ExpFloat64() * 1e9) },
		"now":              func() Time { return Time(r.IntN(3)) },
		"moments or hours": func() Time { return Time(r.ExpFloat64()*1e6) + Time(r.IntN(2))*3_600e9 },
		"any magnitude":    func() Time { return Time(r.Uint64() >> (2 + r.IntN(62))) },
		"falling":          func() Time { falling -= 1_000_003; return falling },
		"often never": func() Time {
			if r.IntN(3) == 0 {
				return Never
			}
			return Time(r.IntN(1_000_000))
		},
	}
}

// Thousands of entries come and go as in a run, where nothing is scheduled before now,
// in spreads that suit buckets and in such that do not. In between a slot is
// armed anew, and the queue is let run down to nothing.
func TestQueuesAgreeOnThousands(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for name, span := range spreads(r) {
		d := newDuel(t)
		var now Time
		next := func() Time {
			if s := span(); s < Never-now {
				return now + s
			}
			return Never
		}
		for _, pending := range []int{3000, 40, 1000} {
			for len(d.inside) < pending {
				d.push(next(), Phase(r.IntN(5)))
			}
			for range 10_000 {
				switch n := r.IntN(10); {
				case n < 3 && len(d.inside) > 0:
					d.remove(r.IntN(len(d.inside)))
					d.push(next(), Phase(r.IntN(5)))
				case n < 5:
					d.push(next(), Phase(r.IntN(5)))
				case n == 5 && len(d.inside) > 0:
					d.remove(r.IntN(len(d.inside)))
				default:
					if e, ok := d.pop(next()); ok {
						now = e.At
					}
				}
			}
			for len(d.inside) > pending/100 {
				e, _ := d.pop(Never)
				now = e.At
			}
		}
		drain(t, len(d.inside), d.take)
		if name != "one instant" && name != "now" && d.deepest < 500 {
			t.Errorf("%s: never more than %d entries were in the buckets", name, d.deepest)
		}
	}
}

// Time-outs are set anew again and again and never fire. All that a queue keeps for
// them is what so many entries need, and at most one chunk for each bucket.
func TestQueueDoesNotGrowByRemoval(t *testing.T) {
	const pending = 5000
	r := rand.New(rand.NewPCG(1, 5))
	h := NewHeap()
	var seq uint64
	arm := func(slot uint32, at Time) {
		h.Push(Entry{At: at, Order: order(Comm, seq), Slot: slot})
		seq++
	}
	for slot := range uint32(pending) {
		arm(slot, Time(r.ExpFloat64()*1e9))
	}
	for n := range Time(300_000) {
		slot := uint32(r.IntN(pending))
		h.Remove(slot)
		arm(slot, n*1_000_000+Time(r.ExpFloat64()*60e9))
	}
	if most := pending/chunkRoom + levels*fanout; h.Len() != pending || len(h.far.chunks) > most {
		t.Errorf("%d entries in %d chunks, want %d in %d at most", h.Len(), len(h.far.chunks), pending, most)
	}
	if len(h.place) != pending || cap(h.entries) > 4*heapRoom {
		t.Errorf("%d places, room for %d in the heap", len(h.place), cap(h.entries))
	}
}

// A moment is filed so that the buckets stand in the order of time: between the first
// moment of one and its end there is nothing of another.
func TestBucketsFollowEachOtherInTime(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	for range 300 {
		b := buckets{horizon: Time(r.Uint64() >> (2 + r.IntN(62)))}
		n := 0
		for slot := range uint32(100) {
			if at := Time(r.Uint64() >> (1 + r.IntN(63))); at > b.horizon {
				b.file(Entry{At: at, Slot: slot}, make([]uint32, 100))
				n++
			}
		}
		before := b.horizon
		for b.count > 0 {
			i := b.first()
			least, end := b.least(i), b.end(i)
			content := b.cut(i)
			for k := range content.count {
				if at := b.chunks[content.last].entry(k).At; content.count <= chunkRoom && (at < least || at > end) {
					t.Fatalf("%d in a bucket from %d to %d", at, least, end)
				}
			}
			if least <= before || end < least {
				t.Fatalf("a bucket from %d to %d comes after %d", least, end, before)
			}
			before, n = end, n-int(content.count)
		}
		if n != 0 {
			t.Fatalf("%d entries are missing", n)
		}
	}
}

// Buckets from which everything was removed are as good as new: none is said to have
// entries, and all chunks are free.
func TestRemovalEmptiesBuckets(t *testing.T) {
	const n = 1000
	r := rand.New(rand.NewPCG(1, 7))
	var b buckets
	place := make([]uint32, n)
	for slot := range uint32(n) {
		b.file(Entry{At: 1 + Time(r.IntN(5_000)), Slot: slot}, place)
	}
	for _, slot := range r.Perm(n) {
		b.remove(uint32(slot), place)
	}
	free := 0
	for id := b.free; id != 0; id = b.chunks[id-1].before {
		free++
	}
	if b.count != 0 || b.levels != 0 || b.digits != [levels]uint32{} || free != len(b.chunks) {
		t.Errorf("%d entries, levels %b, %d of %d chunks free", b.count, b.levels, free, len(b.chunks))
	}
}

// drain takes out the n entries that are left, in their order.
func drain(t *testing.T, n int, take func(Time) (Entry, bool)) {
	last := Entry{At: -1}
	for range n {
		e, ok := take(Never)
		if !ok {
			t.Fatal("a queue is empty that should not be")
		}
		if e.At < last.At || e.At == last.At && e.Order <= last.Order {
			t.Fatalf("%v after %v", e, last)
		}
		last = e
	}
	if e, ok := take(Never); ok {
		t.Fatalf("%v is left", e)
	}
}

// Two cache lines hold two pending events and more: 24 bytes for the slot, 20 for the
// entry and half of one for its chunk, and 4 for its place.
func TestPendingEventIsSmall(t *testing.T) {
	var h Heap
	chunked := float64(unsafe.Sizeof(block{})+unsafe.Sizeof(chunk{})) / chunkRoom
	if n := float64(unsafe.Sizeof(slot{})+unsafe.Sizeof(h.place[0])) + chunked; n > 49 {
		t.Errorf("a pending event takes %v bytes, at most 49 are allowed", n)
	}
}
