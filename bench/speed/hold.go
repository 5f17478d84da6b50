// Package speed holds one instrument: Hold, the model by which queues of pending
// events are compared.
// Packages calibrate, peers and growth below it measure how fast the program is: today
// against a machine's own speed, against other simulators, and with more and more nodes.
package speed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
)

// Hold is the hold model of a queue of pending events (Jones, An empirical
// comparison of priority-queue and event-set implementations, CACM 29(4),
// 1986): the number of pending events is constant, and each event that fires
// schedules itself again after a random time. One such step, a pop and a push,
// is a hold.
//
// The increments are exponential with a mean of one second. That distribution
// has no memory, so the queue is in its steady state from the start. A hold
// pays for its random number and for the kernel around the queue, and for
// nothing else: no model does any work, nothing is cancelled, and ties are
// rare.
type Hold struct {
	kernel *sim.Kernel
	stream *rng.Stream
	gaps   []time.Duration // increments, once and again; nil: they are drawn
	gap    int             // the next of them
	jobs   []job
	left   int
	stop   context.CancelFunc
}

// job is one of the pending events.
type job struct{ model *Hold }

// NewHold fills q, which is empty, with the given number of pending events.
func NewHold(q sim.Queue, pending int, seed uint64) *Hold {
	if pending <= 0 {
		panic("speed: the hold model needs a pending event")
	}
	h := &Hold{kernel: sim.New(q), stream: rng.New(seed).Stream("hold"), jobs: make([]job, pending)}
	for i := range h.jobs {
		h.jobs[i].model = h
		h.kernel.At(h.next(0), sim.Comm, &h.jobs[i])
	}
	return h
}

// SetGaps makes all further increments those of a list, once and again. Then a hold
// does not pay for random numbers, and other programs can do the same holds.
func (h *Hold) SetGaps(gaps []time.Duration) { h.gaps, h.gap = gaps, 0 }

// Run does so many holds and returns how many it did in a second. It goes on
// where the last call stopped.
func (h *Hold) Run(holds int) float64 {
	if holds <= 0 {
		panic("speed: the hold model needs a hold to do")
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	h.left, h.stop = holds, stop
	begin := time.Now()
	err := h.kernel.Run(ctx, sim.Never)
	elapsed := time.Since(begin)
	if !errors.Is(err, context.Canceled) {
		panic(fmt.Sprintf("speed: the hold model came to an end: %v", err))
	}
	return float64(holds) / elapsed.Seconds()
}

// Fire does one hold.
func (j *job) Fire(now sim.Time) {
	h := j.model
	h.kernel.At(h.next(now), sim.Comm, j)
	if h.left--; h.left == 0 {
		h.stop()
	}
}

// next returns the time of the next event of the job that fires now.
func (h *Hold) next(now sim.Time) sim.Time {
	if h.gaps != nil {
		d := h.gaps[h.gap]
		if h.gap++; h.gap == len(h.gaps) {
			h.gap = 0
		}
		return now.Add(d)
	}
	return now.Add(sim.Seconds(h.stream.Exp()))
}
