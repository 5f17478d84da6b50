//go:build race

package simtest

// Race tells whether the race detector is at work. What it adds to a program allocates now
// and then, so that tests which count allocations show nothing under it.
const Race = true
