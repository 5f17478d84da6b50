//go:build !linux

// Package gauge says what this process has used of its machine.
package gauge

import "time"

// ProcessorTime returns the time of the clock on the wall, since a fixed moment.
// It stands for the processor time where that is not told.
func ProcessorTime() time.Duration { return time.Since(time.Unix(0, 0)) }

// PeakBytes returns 0: the memory of the process is not told.
func PeakBytes() int64 { return 0 }
