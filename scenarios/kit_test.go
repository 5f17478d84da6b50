package scenarios

import (
	"context"
	"testing"

	"halocline/plant/ncs"
	"halocline/plant/program"

	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/trace"
)

// result is what a run of a plan gives.
type result struct {
	fingerprint string
	summary     trace.Summary
	samples     int
	estimates   int // of these, how wrong a vehicle is about its place
	end         sim.Time
	voyages     int
	states      int // numbers that a probe reads of the states of all vehicles, but their places
}

// Emit counts what a probe reads.
func (r *result) Emit(record trace.Record) {
	if record.Kind == trace.Sample {
		r.samples++
		if record.Note == "estimate_error_m" {
			r.estimates++
		}
	}
}

// run builds a plan and carries it out.
func run(t *testing.T, plan *Plan, queue sim.Queue) *result {
	t.Helper()
	r := new(result)
	fingerprint, ledger := trace.NewFingerprint(), trace.NewLedger(plan.Names())
	simulation, err := plan.Build(queue, trace.Tee(fingerprint, ledger, r))
	if err != nil {
		t.Fatal(err)
	}
	end, err := simulation.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r.end, r.voyages = end, len(reports[ncs.VoyageSummary](simulation))
	for _, n := range simulation.nodes {
		if n.body != nil { // attitude, velocity, current
			r.states += 3 + 6 + 3 + len(n.body.Dynamics().Actuators())
		}
	}
	r.fingerprint, r.summary = fingerprint.Sum(), ledger.Close(end)
	return r
}

// load reads a bundled scenario or a file.
func load(t *testing.T, name string, sets ...strict.Set) *Plan {
	t.Helper()
	plan, err := Standard().Load(name, sets)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// parse reads a scenario that is right.
func parse(t *testing.T, text string, sets ...strict.Set) *Plan {
	t.Helper()
	plan, err := Standard().Parse("a.yaml", text, sets)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// running returns the programs of a type.
func running[T any](s *Simulation) (all []T) {
	for _, p := range s.Programs() {
		if r, ok := p.Running.(T); ok {
			all = append(all, r)
		}
	}
	return all
}

func voyages(s *Simulation) []*ncs.Voyage { return running[*ncs.Voyage](s) }

func surveys(s *Simulation) []*ncs.Survey { return running[*ncs.Survey](s) }

// reports returns what programs report, of a type.
func reports[T any](s *Simulation) (all []T) {
	for _, p := range running[program.Reporting](s) {
		_, report := p.Report(s.Kernel.Now())
		if r, ok := report.(T); ok {
			all = append(all, r)
		}
	}
	return all
}
