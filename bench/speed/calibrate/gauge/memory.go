package gauge

import "runtime"

// HeapBytes returns the memory in use by what the program has made and still reaches.
func HeapBytes() int64 {
	runtime.GC()
	runtime.GC() // what the first one finds out of use, with its finalizers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
