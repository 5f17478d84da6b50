package sim

import (
	"math"
	"math/bits"
)

const (
	// heapRoom is how many entries the heap has before it is looked at whether some
	// can go to the buckets.
	heapRoom = 32
	// fewEntries need no buckets.
	fewEntries = 16
)

// draw brings entries from the buckets to the list and the heap, which are empty: all
// if there are few, otherwise those of the first moment at least. It returns false if
// there are none.
func (h *Heap) draw() bool {
	if h.far.count == 0 {
		return false
	}
	h.most = math.MaxInt // nothing goes back meanwhile
	for h.advance() {
	}
	h.most = max(heapRoom, 2*len(h.entries))
	return true
}

// advance moves the horizon over the next bucket, or into it if that is too much for
// the list. It returns false if there is enough in the list.
func (h *Heap) advance() bool {
	f := &h.far
	if f.count == 0 {
		return false
	}
	i := f.first()
	switch {
	case f.count <= fewEntries:
		f.horizon = Never
	case h.listed+int(f.buckets[i].count) <= listRoom:
		f.horizon = f.end(i)
	case h.listed == 0:
		f.horizon = f.least(i)
	default:
		return false
	}
	h.refile(i)
	return true
}

// refile moves the content of a bucket to where it belongs since the horizon moved.
func (h *Heap) refile(i uint32) {
	f := &h.far
	for rest := f.cut(i); rest.count > 0; {
		from := f.chunks[rest.last].block
		n := rest.ofLast()
		for k := range n {
			h.Push(from.entry(k))
		}
		rest.count -= n
		f.shorten(&rest)
	}
}

// spill moves the horizon into the heap, which is crowded, and what is behind it to the
// buckets. It leaves the heap alone if most of its entries are of one moment, or if more
// entries of the buckets than the heap has would have to be filed anew. Then the
// next attempt is made when the heap has twice as many, so that a push pays for
// a few moves in any case.
func (h *Heap) spill() {
	if h.hole {
		h.fill()
	}
	h.most = 2 * len(h.entries)
	horizon, ok := h.middle()
	if !ok {
		return
	}
	f := &h.far
	level := f.level(horizon)
	if f.below(level) > len(h.entries) {
		return
	}
	f.horizon = horizon
	for f.count > 0 && f.first() < level*fanout {
		h.refile(f.first())
	}
	all := h.entries
	h.entries = h.entries[:0]
	for _, e := range all {
		if e.At > horizon {
			f.file(e, h.place)
		} else {
			h.append(e)
		}
	}
	h.most = max(heapRoom, 2*len(h.entries))
}

// middle returns a moment that parts the heap, and false if the quartiles of a sample
// are equal. Of the moments between them it is the one that ends with the most ones
// in binary. What is behind it differs from it in some digit before those, so the
// lower levels stay empty, and the next spill has nothing to file anew.
func (h *Heap) middle() (Time, bool) {
	var sample [16]Time
	for n := range len(sample) {
		at := h.entries[n*len(h.entries)/len(sample)].At
		for ; n > 0 && sample[n-1] > at; n-- {
			sample[n] = sample[n-1]
		}
		sample[n] = at
	}
	early, late := sample[len(sample)/4], sample[len(sample)*3/4]
	if early == late {
		return 0, false
	}
	ones := bits.Len64(uint64(early^late)) - 1
	return late>>ones<<ones - 1, true
}
