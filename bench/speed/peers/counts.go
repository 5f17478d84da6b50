package peers

import (
	"context"
	"fmt"

	"halocline/bench/speed/calibrate/gauge"
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
func (c *Counts) Emit(r trace.Record) { c.Take(&r) }

// Take counts.
func (c *Counts) Take(r *trace.Record) {
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

// CountsOf returns the counts of a run from its books. What the sink heard it was
// sent: nobody sends to anybody else.
func CountsOf(s *trace.Summary) Counts {
	frames := s.Total.Frames
	return Counts{
		Attempts:   s.Total.Packets.Offered,
		Sent:       frames.Sent,
		Receptions: frames.Received + frames.Lost.Sum() + frames.Missed.Sum(),
		OK:         frames.Received,
		Errors:     frames.Lost[trace.Collision],
		Sink:       s.PerNode[0].Received,
	}
}

// Report is what a program says of its run of a workload.
type Report struct {
	Counts
	Events int64   `json:"events"`
	Loop   float64 `json:"loop_s"`     // processor time of the event loop
	Total  float64 `json:"total_s"`    // processor time of the process
	Peak   int64   `json:"peak_bytes"` // most memory that it held

	Fingerprint string `json:"fingerprint,omitempty"` // of a run with books
}

// Run carries out a plan and counts. With books the counts are those of what a run of
// the program keeps: the fingerprint and the books of packets and loops.
func Run(ctx context.Context, plan *scenarios.Plan, books bool) (Report, error) {
	var report Report
	var kept *trace.Books
	tracer := trace.Tracer(&report.Counts)
	if books {
		kept = trace.NewBooks(plan.Names())
		tracer = kept
	}
	simulation, err := plan.Build(nil, tracer)
	if err != nil {
		return report, err
	}
	begun := gauge.ProcessorTime()
	reached, err := simulation.Run(ctx)
	if err != nil {
		return report, fmt.Errorf("the run stopped: %w", err)
	}
	report.Loop = (gauge.ProcessorTime() - begun).Seconds()
	report.Events = int64(simulation.Kernel.Fired())
	if books {
		summary := kept.Ledger.Close(reached)
		report.Counts, report.Fingerprint = CountsOf(&summary), kept.Fingerprint.Sum()
	}
	return report, nil
}

// RunFile carries out the scenario of a file, as Run does.
func RunFile(ctx context.Context, file string, books bool) (Report, error) {
	plan, err := scenarios.Standard().Load(file, nil)
	if err != nil {
		return Report{}, err
	}
	return Run(ctx, plan, books)
}

// Close completes a report at the end of its process.
func (r *Report) Close() {
	r.Total, r.Peak = gauge.ProcessorTime().Seconds(), gauge.PeakBytes()
}
