package sim

import (
	"math/rand/v2"
	"slices"
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
	heap, tree := NewHeap(), NewTree()
	var inside, free []uint32 // slots
	var made uint64
	next := func() int {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return int(b)
	}
	take := func(limit Time) (Entry, bool) {
		first, any := heap.Peek()
		if second, also := tree.Peek(); first != second || any != also || any != (heap.Len() > 0) {
			t.Fatalf("the first of the heap is %v %t, of the tree %v %t", first, any, second, also)
		}
		a, ok := heap.PopUntil(limit)
		b, also := tree.PopUntil(limit)
		if a != b || ok != also {
			t.Fatalf("until %d: heap %v %t, tree %v %t", limit, a, ok, b, also)
		}
		return a, ok
	}
	drop := func(i int) {
		free = append(free, inside[i])
		inside[i] = inside[len(inside)-1]
		inside = inside[:len(inside)-1]
	}
	for len(data) > 0 {
		switch op := next() % operations; {
		case op <= pushAgain:
			slot := uint32(made)
			if len(free) > 0 {
				slot = free[len(free)-1]
				free = free[:len(free)-1]
			}
			e := Entry{At: Time(next()), Order: order(Phase(next()%5), made), Slot: slot}
			made++
			heap.Push(e)
			tree.Push(e)
			inside = append(inside, slot)
		case op == pop:
			if e, ok := take(Time(next())); ok {
				drop(slices.Index(inside, e.Slot))
			}
		case op == remove && len(inside) > 0:
			i := next() % len(inside)
			heap.Remove(inside[i])
			tree.Remove(inside[i])
			drop(i)
		}
		if heap.Len() != len(inside) || tree.Len() != len(inside) {
			t.Fatalf("of %d entries the heap counts %d, the tree %d", len(inside), heap.Len(), tree.Len())
		}
	}
	drain(t, len(inside), take)
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

// Two cache lines hold two pending events: 24 bytes for the slot, 24 for the
// entry and 4 for its place.
func TestPendingEventIsSmall(t *testing.T) {
	var h Heap
	if n := unsafe.Sizeof(slot{}) + unsafe.Sizeof(Entry{}) + unsafe.Sizeof(h.place[0]); n > 64 {
		t.Errorf("a pending event takes %d bytes, at most 64 are allowed", n)
	}
}
