package peers

import (
	"context"
	"fmt"
	"time"

	"halocline/bench/calibrate/gauge"
	"halocline/bench/measure"
	"halocline/scenarios"
	"halocline/sim/trace"
)

// Counts is what came of a workload.
type Counts struct {
	Attempts   int64 `json:"attempts"`   // packets that were made
	Sent       int64 `json:"sent"`       // of these, the ones that the modem was free for
	Receptions int64 `json:"receptions"` // arrivals that were looked at, at all nodes
	OK         int64 `json:"ok"`         // of these, intact frames
	Errors     int64 `json:"errors"`     // frames that a modem began to receive, and that others spoiled
	Sink       int64 `json:"sink"`       // intact frames at the sink
}

// Emit counts, where Counts is a tracer.
func (c *Counts) Emit(r trace.Record) {
	switch r.Kind {
	case trace.Offered:
		c.Attempts++
	case trace.TxStart:
		c.Sent++
	case trace.RxOK:
		c.Receptions++
		c.OK++
		if r.Node == 0 {
			c.Sink++
		}
	case trace.RxLost:
		c.Receptions++
		if r.Cause == trace.Collision {
			c.Errors++
		}
	case trace.RxMissed:
		c.Receptions++
	}
}

// CountsOf returns the counts of a run that was measured. What the sink heard it
// was sent: nobody sends to anybody else.
func CountsOf(o *measure.Outcome) Counts {
	frames := o.Summary.Total.Frames
	return Counts{
		Attempts:   o.Summary.Total.Packets.Offered,
		Sent:       frames.Sent,
		Receptions: frames.Received + frames.Lost.Sum() + frames.Missed.Sum(),
		OK:         frames.Received,
		Errors:     frames.Lost[trace.Collision],
		Sink:       o.Summary.PerNode[0].Received,
	}
}

// Report is what a program says of its run of a workload.
type Report struct {
	Counts
	Events int64   `json:"events"`
	Loop   float64 `json:"loop_s"`     // processor time of the event loop
	Total  float64 `json:"total_s"`    // processor time of the process
	Peak   int64   `json:"peak_bytes"` // most memory that it held
}

// Run carries out a plan and counts. With books it also keeps what a run of the
// program keeps: the fingerprint and the books of packets and loops.
func Run(ctx context.Context, plan *scenarios.Plan, books bool) (Report, error) {
	var report Report
	tracer := trace.Tracer(&report.Counts)
	names := plan.Names()
	if books {
		tracer = trace.Tee(&report.Counts, trace.NewFingerprint(), trace.NewLedger(names), trace.NewLoops(len(names.Nodes)))
	}
	simulation, err := plan.Build(nil, tracer)
	if err != nil {
		return report, err
	}
	begun := gauge.ProcessorTime()
	if _, err := simulation.Run(ctx); err != nil {
		return report, fmt.Errorf("the run stopped: %w", err)
	}
	report.Loop = seconds(gauge.ProcessorTime() - begun)
	report.Events = int64(simulation.Kernel.Fired())
	return report, nil
}

// RunFile carries out the scenario of a file, as Run does.
func RunFile(ctx context.Context, file string, books bool) (Report, error) {
	plan, err := scenarios.Load(file, nil)
	if err != nil {
		return Report{}, err
	}
	return Run(ctx, plan, books)
}

// Close completes a report at the end of its process.
func (r *Report) Close() {
	r.Total, r.Peak = seconds(gauge.ProcessorTime()), gauge.PeakBytes()
}

func seconds(d time.Duration) float64 { return d.Seconds() }
