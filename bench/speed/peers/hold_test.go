package peers

import (
	"testing"

	"halocline/sim"
	"halocline/sim/simtest"
)

// A pending event has a slot of its kernel, an entry of its queue, and an event with
// a pointer: 24, 20 and 8 bytes, 4 for the index by slot and half of one for the chunk
// of the entry. Of the slots an eighth is in reserve at most, and of the index a
// quarter, which makes 60.5; the last chunks of some dozens of buckets are not full. The
// sizes are such that the reserves are small and great. The tree adds a node for each.
func TestHoldWeighsEvents(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, pending := range []int{10_000, 12_000, 50_000} {
		heap, tree := Hold(sim.NewHeap(), pending, 1), Hold(sim.NewTree(), pending, 1)
		if heap.Bytes < 56.5 || heap.Bytes > 64 {
			t.Errorf("an event of the heap has %v byte with %d pending", heap.Bytes, pending)
		}
		if tree.Bytes <= heap.Bytes+24 {
			t.Errorf("an event of the tree has %v byte, one of the heap %v", tree.Bytes, heap.Bytes)
		}
	}
}
