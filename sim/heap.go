package sim

// Heap is the default queue: a 4-ary heap of entries with an index by slot, so
// that cancelling takes the entry out at once. A binary heap is twice as deep;
// four children are 96 neighbouring bytes, two or three cache lines.
//
// An event that re-arms itself is the common case, so a pop leaves a hole at
// the root and the next push fills it with one sift instead of two. The hole
// is closed by whoever meets it first.
type Heap struct {
	entries []Entry
	place   []uint32 // by slot: index into entries
	hole    bool     // entries[0] was popped and not yet replaced
}

// NewHeap returns an empty Heap.
func NewHeap() *Heap { return &Heap{} }

// Len returns the number of entries.
func (h *Heap) Len() int {
	if h.hole {
		return len(h.entries) - 1
	}
	return len(h.entries)
}

// Push adds an entry.
func (h *Heap) Push(e Entry) {
	for int(e.Slot) >= len(h.place) {
		h.place = append(h.place, 0)
	}
	if h.hole {
		h.hole = false
		h.down(0, e)
		return
	}
	h.entries = append(h.entries, e)
	h.up(len(h.entries)-1, e)
}

// PopUntil takes out and returns the first entry that is not after limit.
func (h *Heap) PopUntil(limit Time) (Entry, bool) {
	if h.hole {
		h.fill()
	}
	if len(h.entries) == 0 || h.entries[0].At > limit {
		return Entry{}, false
	}
	h.hole = true
	return h.entries[0], true
}

// Remove takes out the entry of slot.
func (h *Heap) Remove(slot uint32) {
	if h.hole {
		h.fill()
	}
	i := int(h.place[slot])
	last := h.cut()
	if i == len(h.entries) {
		return
	}
	if i > 0 && last.Before(h.entries[(i-1)/4]) {
		h.up(i, last)
	} else {
		h.down(i, last)
	}
}

// fill closes the hole at the root with the last entry.
func (h *Heap) fill() {
	h.hole = false
	last := h.cut()
	if len(h.entries) > 0 {
		h.down(0, last)
	}
}

// cut takes the last entry off the array.
func (h *Heap) cut() Entry {
	n := len(h.entries) - 1
	last := h.entries[n]
	h.entries = h.entries[:n]
	return last
}

// up puts e at index i or at the ancestor where it belongs.
func (h *Heap) up(i int, e Entry) {
	for i > 0 {
		parent := (i - 1) / 4
		if !e.Before(h.entries[parent]) {
			break
		}
		h.set(i, h.entries[parent])
		i = parent
	}
	h.set(i, e)
}

// down puts e at index i or at the descendant where it belongs.
func (h *Heap) down(i int, e Entry) {
	n := len(h.entries)
	for {
		first := 4*i + 1
		if first >= n {
			break
		}
		least := first
		for c := first + 1; c < min(first+4, n); c++ {
			if h.entries[c].Before(h.entries[least]) {
				least = c
			}
		}
		if !h.entries[least].Before(e) {
			break
		}
		h.set(i, h.entries[least])
		i = least
	}
	h.set(i, e)
}

func (h *Heap) set(i int, e Entry) {
	h.entries[i] = e
	h.place[e.Slot] = uint32(i)
}
