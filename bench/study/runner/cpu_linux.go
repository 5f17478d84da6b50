package runner

import (
	"syscall"
	"time"
)

// processorTime returns the calling thread, and the processor time that it has used.
func processorTime() (thread int, used time.Duration) {
	const ofThread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if syscall.Getrusage(ofThread, &u) != nil {
		return 0, 0
	}
	return syscall.Gettid(), time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
