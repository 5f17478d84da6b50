package peers

import (
	"testing"

	"halocline/sim"
)

// A pending event has an entry of its queue, a slot of its kernel, and an event with
// a pointer: 24, 24 and 8 bytes, 4 for the heap's index, and what slices keep in
// reserve, which is a quarter at most. The tree adds a node for each.
func TestHoldWeighsEvents(t *testing.T) {
	heap, tree := Hold(sim.NewHeap(), 50_000, 1), Hold(sim.NewTree(), 50_000, 1)
	if heap.Bytes < 60 || heap.Bytes > 60*1.3 {
		t.Errorf("an event of the heap has %v byte", heap.Bytes)
	}
	if tree.Bytes <= heap.Bytes+24 {
		t.Errorf("an event of the tree has %v byte, one of the heap %v", tree.Bytes, heap.Bytes)
	}
}
