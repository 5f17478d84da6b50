// Package gauge says what this process has used of its machine.
//
// Left out: single threads and single functions, which are the business of a
// profiler.
package gauge

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// ProcessorTime returns the processor time that the process has used so far, user
// and system, with that of all its threads. Linux counts the sum exactly, and
// divides it into user and system by samples: so it is the sum that is
// told. What else the machine does costs it little, in shared caches and cores.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// PeakBytes returns the most memory that the process held at once, or 0 where it
// cannot be told. The figure of getrusage would not do: a process inherits it
// from the one that started it.
func PeakBytes() int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, text, _ = bytes.Cut(text, []byte("VmHWM:"))
	fields := bytes.Fields(text)
	if len(fields) == 0 {
		return 0
	}
	kib, err := strconv.ParseInt(string(fields[0]), 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}
