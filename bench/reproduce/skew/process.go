package skew

import (
	"fmt"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
)

// Process is the skew over the time of one run: what the controllers' simulator would
// have seen of the plant's clock, less its own. It has the distribution and the
// correlation of a recording because it is one.
//
// With S the skew, what a controller reads at its time t is the plant as it was at
// t + S(t), and what it commands at t acts on the plant at t + S(t). S is negative: the
// controllers are ahead. From a measurement at t1 to the command at t2 that rests on it
// the plant ages by t2 - t1 + S(t2) - S(t1). So a constant skew changes nothing, and
// Stretch is what a loop has to suffer.
type Process struct {
	skew []float64 // at each major step, s
}

// NewProcess draws the skew of a run up to a time. It panics where Validate refuses the
// row, and if the run is not longer than nothing.
func NewProcess(row Row, host Host, rand *rng.Stream, until time.Duration) *Process {
	if until <= 0 {
		panic(fmt.Sprintf("skew: a process of %v", until))
	}
	return &Process{skew: row.record(host, rand, int(until/Major)+1).Skew}
}

// At returns the skew at a time of the controllers' clock, in s: that of the last major
// step. It panics before the start and from a major step after the end of the run.
func (p *Process) At(t sim.Time) float64 {
	i := t.Sub(0) / Major
	if t < 0 || int(i) >= len(p.skew) {
		panic(fmt.Sprintf("skew: the skew at %v is asked for, of a run of %v", t.Sub(0), time.Duration(len(p.skew))*Major))
	}
	return p.skew[i]
}

// Stretch returns by how much the skew makes the time from one instant of the
// controllers' clock to another longer for the plant, in s.
func (p *Process) Stretch(from, to sim.Time) float64 { return p.At(to) - p.At(from) }
