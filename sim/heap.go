package sim

// Heap is the default queue: a 4-ary heap of entries with an index by slot, so
// that cancelling takes the entry out at once. A binary heap is twice as deep;
// four children are 96 neighbouring bytes, two or three cache lines.
//
// An event that re-arms itself is the common case, so a pop leaves a hole at
// the root and the next push fills it with one sift instead of two. The hole
// is closed by whoever meets it first.
//
// Wave fronts that pass many receivers re-arm themselves for a moment before all
// else, again and again. So the first few entries stand before the heap in a list
// in their order, where a push and a pop move no more than the list. A push that
// goes to the heap while the list is short brings the first of the heap to the list
// and takes its place at the root: that is the sift which a pop would have cost.
//
// A heap is good for some dozens of entries. Where there are more, those behind a
// horizon lie in buckets, and the heap is empty most of the time: the next few come
// from the buckets to the list.
type Heap struct {
	entries []Entry
	place   []uint32 // by slot: index into entries, or inBucket; anything for an entry in the list
	hole    bool     // entries[0] was popped and not yet replaced
	lead    int      // index of the first entry while there is a hole; 0 until it is known
	list    [listRoom]Entry
	listed  int // entries in the list, the last of which is the first of all
	most    int // entries that the heap may have without spilling
	far     buckets
}

const (
	// listRoom is how many entries stand before the heap at most.
	listRoom = 8
	// listShort is below how many the heap gives one to the list.
	listShort = 4
)

// NewHeap returns an empty Heap.
func NewHeap() *Heap { return &Heap{most: heapRoom, far: buckets{horizon: Never}} }

// Len returns the number of entries.
func (h *Heap) Len() int {
	n := len(h.entries) + h.listed + h.far.count
	if h.hole {
		n--
	}
	return n
}

// Push adds an entry.
func (h *Heap) Push(e Entry) {
	for int(e.Slot) >= len(h.place) {
		h.place = append(h.place, 0)
	}
	if e.At > h.far.horizon {
		h.far.file(e, h.place)
		return
	}
	if h.listed > 0 && e.Before(h.list[0]) {
		h.enlist(e)
		return
	}
	if !h.hole && h.listed < listShort && len(h.entries) > 0 && h.entries[0].Before(e) {
		h.enlist(h.entries[0])
		h.hole, h.lead = true, 0
	}
	first := h.first()
	switch {
	case h.listed < listRoom && (first < 0 || e.Before(h.entries[first])):
		h.enlist(e)
	case !h.hole:
		h.append(e)
	case first < 0 || e.Before(h.entries[first]):
		h.hole = false
		h.set(0, e)
	default:
		h.hole = false
		h.set(0, h.entries[first])
		h.down(first, e)
	}
}

// PopUntil takes out and returns the first entry that is not after limit.
func (h *Heap) PopUntil(limit Time) (Entry, bool) {
	if n := h.listed - 1; n >= 0 {
		if h.list[n].At > limit {
			return Entry{}, false
		}
		h.listed = n
		return h.list[n], true
	}
	if h.hole {
		h.fill()
	}
	if len(h.entries) == 0 {
		if h.draw() {
			return h.PopUntil(limit)
		}
		return Entry{}, false
	}
	if h.entries[0].At > limit {
		return Entry{}, false
	}
	h.hole, h.lead = true, 0
	return h.entries[0], true
}

// Peek returns the first entry and leaves it there.
func (h *Heap) Peek() (Entry, bool) {
	if h.listed > 0 {
		return h.list[h.listed-1], true
	}
	if i := h.first(); i >= 0 {
		return h.entries[i], true
	}
	if h.draw() {
		return h.Peek()
	}
	return Entry{}, false
}

// Remove takes out the entry of slot.
func (h *Heap) Remove(slot uint32) {
	if h.delist(slot) {
		return
	}
	if h.place[slot]&inBucket != 0 {
		h.far.remove(slot, h.place)
		return
	}
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

// enlist puts an entry that is before the heap into the list. The last of a full
// list goes to the heap, of which it becomes the first.
func (h *Heap) enlist(e Entry) {
	if h.listed == listRoom {
		last := h.list[0]
		copy(h.list[:], h.list[1:])
		h.listed--
		if h.hole {
			h.hole = false
			h.set(0, last)
		} else {
			h.append(last)
		}
	}
	i := h.listed
	for i > 0 && h.list[i-1].Before(e) {
		h.list[i] = h.list[i-1]
		i--
	}
	h.list[i] = e
	h.listed++
}

// delist takes the entry of a slot out of the list, if it is there.
func (h *Heap) delist(slot uint32) bool {
	for i := range h.list[:h.listed] {
		if h.list[i].Slot == slot {
			copy(h.list[i:h.listed], h.list[i+1:h.listed])
			h.listed--
			return true
		}
	}
	return false
}

// first returns the index of the first entry of the heap, which is among the
// children of the root where that is a hole. It is -1 if there is none.
func (h *Heap) first() int {
	n := len(h.entries)
	switch {
	case !h.hole && n > 0:
		return 0
	case n < 2:
		return -1
	case h.lead == 0:
		h.lead = h.least(1)
	}
	return h.lead
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

// append adds an entry at the end of the array.
func (h *Heap) append(e Entry) {
	h.entries = append(h.entries, e)
	h.up(len(h.entries)-1, e)
	if len(h.entries) > h.most {
		h.spill()
	}
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
	for 4*i+1 < len(h.entries) {
		least := h.least(4*i + 1)
		if !h.entries[least].Before(e) {
			break
		}
		h.set(i, h.entries[least])
		i = least
	}
	h.set(i, e)
}

// least returns the index of the first of up to four siblings.
func (h *Heap) least(first int) int {
	least := first
	for c := first + 1; c < min(first+4, len(h.entries)); c++ {
		if h.entries[c].Before(h.entries[least]) {
			least = c
		}
	}
	return least
}

func (h *Heap) set(i int, e Entry) {
	h.entries[i] = e
	h.place[e.Slot] = uint32(i)
}
