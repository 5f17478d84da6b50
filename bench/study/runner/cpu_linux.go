package runner

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the calling thread has used.
func processorTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if syscall.Getrusage(thread, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
