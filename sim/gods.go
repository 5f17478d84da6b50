package sim

import "github.com/emirpasic/gods/trees/redblacktree"

// Tree is the second queue: a red-black tree of gods. It shares no code with
// Heap and is slower; it is there to show that no result depends on the queue.
type Tree struct {
	tree   *redblacktree.Tree
	bySlot map[uint32]Entry
}

// NewTree returns an empty Tree.
func NewTree() *Tree {
	return &Tree{
		tree:   redblacktree.NewWith(compareEntries),
		bySlot: make(map[uint32]Entry),
	}
}

// Len returns the number of entries.
func (t *Tree) Len() int { return t.tree.Size() }

// Push adds an entry.
func (t *Tree) Push(e Entry) {
	t.tree.Put(e, nil)
	t.bySlot[e.Slot] = e
}

// PopUntil takes out and returns the first entry that is not after limit.
func (t *Tree) PopUntil(limit Time) (Entry, bool) {
	first := t.tree.Left()
	if first == nil {
		return Entry{}, false
	}
	e := first.Key.(Entry)
	if e.At > limit {
		return Entry{}, false
	}
	t.Remove(e.Slot)
	return e, true
}

// Peek returns the first entry and leaves it there.
func (t *Tree) Peek() (Entry, bool) {
	first := t.tree.Left()
	if first == nil {
		return Entry{}, false
	}
	return first.Key.(Entry), true
}

// Remove takes out the entry of slot.
func (t *Tree) Remove(slot uint32) {
	t.tree.Remove(t.bySlot[slot])
	delete(t.bySlot, slot)
}

func compareEntries(a, b any) int {
	e, f := a.(Entry), b.(Entry)
	switch {
	case e.Before(f):
		return -1
	case f.Before(e):
		return 1
	}
	return 0
}
