package scenarios

import (
	"context"
	"testing"

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
	r.end, r.voyages = end, len(simulation.Voyages())
	for _, n := range simulation.nodes {
		if n.body != nil { // attitude, velocity, current
			r.states += 3 + 6 + 3 + len(n.model.Thrusters) + len(n.model.Fins)
		}
	}
	r.fingerprint, r.summary = fingerprint.Sum(), ledger.Close(end)
	return r
}

// load reads a bundled scenario or a file.
func load(t *testing.T, name string, sets ...strict.Set) *Plan {
	t.Helper()
	plan, err := Load(name, sets)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// parse reads a scenario that is right.
func parse(t *testing.T, text string, sets ...strict.Set) *Plan {
	t.Helper()
	plan, err := Parse("a.yaml", text, sets)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}
