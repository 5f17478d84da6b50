package gauge

import (
	"runtime"
	"testing"
)

// What is made and kept counts, and no longer when nothing reaches it. The rest of a
// test takes far less than the block.
func TestHeapBytes(t *testing.T) {
	const size = 64 << 20
	before := HeapBytes()
	block := make([]byte, size)
	during := HeapBytes() - before
	runtime.KeepAlive(block)
	after := HeapBytes() - before
	if during < size*99/100 || during > size*101/100 {
		t.Errorf("%d byte more with a block of %d", during, size)
	}
	if after > size/100 {
		t.Errorf("%d byte more without the block", after)
	}
}
