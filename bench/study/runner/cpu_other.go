//go:build !linux

package runner

import "time"

// processorTime returns 0: the processor time of a thread is known on Linux only.
func processorTime() (thread int, used time.Duration) { return 0, 0 }
