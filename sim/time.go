package sim

import (
	"fmt"
	"math"
	"time"
)

// Time is simulated time in nanoseconds since the start of the run. It
// advances only in the Kernel and is handed to whoever needs it. Durations are
// time.Duration, so that a moment and a span cannot be mixed up.
//
// The range is 292 years, which leaves room for any mission.
type Time int64

// Never lies after every moment of a run.
const Never Time = math.MaxInt64

// Add returns the moment d after t.
func (t Time) Add(d time.Duration) Time { return t + Time(d) }

// Sub returns the span from u to t.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t - u) }

// Seconds returns t in seconds, for formulas and output. It divides, because
// 1e-9 has no exact float64 and 1e9 has: 300 ms are 0.3 s and not
// 0.30000000000000004 s.
func (t Time) Seconds() float64 { return float64(t) / 1e9 }

// String writes t in seconds with all nine decimals, so that two moments that
// differ also look different.
func (t Time) String() string {
	sign := ""
	n := uint64(t)
	if t < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%09ds", sign, n/1e9, n%1e9)
}

// Seconds returns the span of s seconds, rounded to the nearest nanosecond.
func Seconds(s float64) time.Duration {
	return time.Duration(math.Round(s * 1e9))
}

// Phase orders the events of one instant: first the plant is brought up to
// now; then what ends at this instant ends; then packets begin to move and
// protocols act; then sampled controllers act; then read-only probes look. Last comes what
// is given from outside, so that a run that waits at an instant for a command has done all
// else of that instant, and one that knows the command beforehand does the same.
//
// Endings come before beginnings because intervals are half-open: a frame that
// starts exactly when another ends does not overlap it, and a slot may be
// filled the moment the one before it is over.
type Phase uint8

// The phases of one instant, in the order in which they run.
const (
	Plant Phase = iota
	Ending
	Comm
	Control
	Probe
	Input
)

// String returns the name of the phase.
func (p Phase) String() string {
	names := [...]string{Plant: "plant", Ending: "ending", Comm: "comm", Control: "control", Probe: "probe", Input: "input"}
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("phase(%d)", uint8(p))
}
