//go:build unix

package cosim

import "syscall"

// processorTime returns the processor time that the process has taken so far, s.
func processorTime() (float64, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9, true
}
