// Package theory holds simulation against theory: for each access protocol a
// few set-ups for which somebody has worked out the answer, and the answer.
//
// A row is exact where its theory holds for the set-up as it is simulated; it
// then has to agree within three standard errors. An approximation is shown with
// its deviation and is not judged, unless it states how far it may be off.
//
// Begin with Rows, each of which is a set-up and its answer, and Row.Run; Report does
// them all. Erasure and Freshness hold boundaries and optima against theory, each of
// which is searched along a range of set-ups.
//
// Left out: rows for which only another simulation is known.
package theory

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"halocline/bench/reproduce/claim"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/equation"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// Row is one set-up and its theory.
type Row struct {
	Protocol     string
	Setup        string // the set-up, in a few words
	Quantity     string // what is compared, with its unit
	Theory       float64
	Law          string  // equation of the protocol that gives the theory, by what it gives; empty where the manual has none
	Source       string  // formula and where it is from
	Approximate  bool    // the theory is an approximation of the set-up
	Allowed      float64 // of an approximation: greatest relative deviation; 0: it does not say how good it is
	Replications int
	// Measure simulates one replication with a seed.
	Measure func(ctx context.Context, seed uint64) (float64, error)
}

// by takes the theory of a row from an equation that its protocol shows in the manual. What the row has already has to agree.
func (r Row) by(law string, at equation.Values) Row {
	config, _ := scenarios.Protocols()[r.Protocol]().(equation.Config)
	for _, e := range config.Equations() {
		if e.Of == law && e.Measured {
			theory, err := e.Value(at)
			if err != nil {
				panic("theory: " + err.Error()) // modeltest reads all equations
			}
			if r.Theory != 0 && math.Abs(theory/r.Theory-1) > 1e-9 {
				panic(fmt.Sprintf("theory: %s, %s: the law of %s gives %g, and the row has %g", r.Protocol, r.Setup, law, theory, r.Theory))
			}
			r.Law, r.Theory = law, theory
			return r
		}
	}
	panic("theory: " + r.Protocol + " has no law of " + law)
}

// Result is a row that was simulated.
type Result struct {
	Row
	Mean      float64
	StdErr    float64 // of the mean
	Deviation float64 // relative to the theory
	Verdict   claim.Verdict
}

// Rows returns every row.
func Rows() []Row {
	var rows []Row
	for _, family := range [][]Row{alohaRows(), csmaRows(), dcfRows(), fdmaRows(), pollingRows(), tdmaRows(), salohaRows(), repeatRows(), arqRows(), lineRows(), hopRows(), tlohiRows(), loneRows(), hiddenRows()} {
		rows = append(rows, family...)
	}
	return rows
}

// Run simulates a row. The seeds of its replications follow from seed.
func (r Row) Run(ctx context.Context, seed uint64) (Result, error) {
	if r.Replications < 2 {
		panic("theory: a standard error needs two replications at least")
	}
	values := make([]float64, r.Replications)
	for i := range values {
		v, err := r.Measure(ctx, replicationSeed(seed, r.Protocol+r.Setup, i))
		if err != nil {
			return Result{}, fmt.Errorf("%s, %s: %w", r.Protocol, r.Setup, err)
		}
		values[i] = v
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	result := Result{
		Row:       r,
		Mean:      mean,
		StdErr:    stat.StdErr(deviation, float64(len(values))),
		Deviation: mean/r.Theory - 1,
	}
	result.Verdict = result.judge()
	return result, nil
}

// replicationSeed gives every replication of every row a seed of its own, so that
// neighbouring seeds share no runs.
func replicationSeed(seed uint64, row string, i int) uint64 {
	return rng.New(seed).Stream(row + "/" + strconv.Itoa(i)).Uint64()
}

// judge compares within three standard errors, and an approximation within what
// is allowed and three standard errors.
func (r Result) judge() claim.Verdict {
	switch {
	case !r.Approximate && math.Abs(r.Mean-r.Theory) <= 3*r.StdErr+1e-12*math.Abs(r.Theory):
		return claim.Holds
	case !r.Approximate:
		return claim.Differs
	case r.Allowed == 0:
		return claim.NotComparable
	case math.Abs(r.Deviation) <= r.Allowed+3*r.StdErr/math.Abs(r.Theory):
		return claim.Holds
	}
	return claim.Differs
}

// simulate runs a scenario that is given as text and returns its books.
func simulate(ctx context.Context, text string, seed uint64, sets ...strict.Set) (trace.Summary, error) {
	plan, err := scenarios.Standard().Parse(file, text, seeded(seed, sets))
	if err != nil {
		return trace.Summary{}, err
	}
	return carryOut(ctx, plan)
}

// file is the name of a scenario that is given as text.
const file = "theory.yaml"

// seeded adds the seed to overrides.
func seeded(seed uint64, sets []strict.Set) []strict.Set { return append(sets, set("seed", seed)) }

// carryOut runs a plan, shows its records to those who look on, and returns its books.
func carryOut(ctx context.Context, plan *scenarios.Plan, others ...trace.Tracer) (trace.Summary, error) {
	ledger := trace.NewLedger(plan.Names())
	run, err := plan.Build(sim.NewHeap(), trace.Tee(append(others, ledger)...))
	if err != nil {
		return trace.Summary{}, err
	}
	reached, err := run.Run(ctx)
	if err != nil {
		return trace.Summary{}, err
	}
	return ledger.Close(reached), nil
}

// set is one override.
func set(path string, value any) strict.Set {
	return strict.Set{Path: path, Value: fmt.Sprint(value)}
}
