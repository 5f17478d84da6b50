package erdemir

import (
	"context"
	"fmt"
	"time"

	"halocline/bench/reproduce/claim"
	"halocline/bench/reproduce/skew"
	"halocline/bench/study/stats"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/rng"
)

// fine is how often the dock looks whether the vehicle has docked, so that times to
// dock are told apart to resolution, in s.
const (
	fine       = "1ms"
	resolution = 0.001
)

// harmless is by how much the skew may change the time to dock, in s.
const harmless = 0.1

// skew is the skew of the co-simulation's clocks, Table 5.1, and what it does to the
// docking: the same runs with it between measurement and actuation and without.
func (l *Lab) skew(ctx context.Context) (*claim.Report, error) {
	r, err := skew.Report(ctx, l.Seed, l.Workers)
	if err != nil {
		return nil, err
	}
	r.Name = "erdemir-table5.1"
	r.Fitted = append(r.Fitted, fitted()...)
	r.Assumptions = append(r.Assumptions,
		"in the docking, the skew from a measurement to the actuation, 80 ms later by sound, displaces the measurement by as much of the vehicle's way; "+
			"here there is one clock and no skew. Updates by radio are displaced by the same, though they act after 0.2 ms, over which the skew hardly changes: for hybrid it is more than there was",
		"for the docking, the vehicle is integrated in steps of "+coarse+", and whether it has docked is looked at every "+fine+", with the skew and without")
	sheet := claim.Sheet{Name: "docking", Shown: true, Columns: []string{"update rate (Hz)", "hybrid docks later by (s)", "95 %", "acoustic docks later by (s)", "95 %"}}
	var lines [][]string
	for _, row := range skew.Table() {
		lines = append(lines, []string{fmt.Sprint(row.Rate)})
	}
	for _, name := range []string{hybrid, acoustic} {
		plain, err := l.skewed(ctx, name, nil)
		if err != nil {
			return nil, err
		}
		r.Runs = append(r.Runs, records(plain)...)
		for i, row := range skew.Table() {
			trials, err := l.skewed(ctx, name, &row)
			if err != nil {
				return nil, err
			}
			r.Runs = append(r.Runs, records(trials)...)
			d := stats.Paired(values(trials, (*trial).time), values(plain, (*trial).time), 0.95).Difference
			lines[i] = append(lines[i], later(d)...)
			if row.Rate == chosenRate {
				r.Claims = append(r.Claims, unchanged(name, d))
			}
		}
	}
	sheet.Rows = lines
	r.Sheets = append(r.Sheets, sheet)
	return r, nil
}

// skewed makes the runs of a method with the skew of a row, or with none.
func (l *Lab) skewed(ctx context.Context, name string, row *skew.Row) ([]*trial, error) {
	trials := make([]*trial, repetitions)
	for i := range trials {
		t := &trial{
			setup: name + ", fading, no skew", seed: l.Seed + uint64(i),
			sets: []strict.Set{method(name), set("nodes.auv.vehicle.step", coarse), set("nodes.dock.run.berth.check", fine)},
		}
		if row != nil {
			t.setup, t.skew = fmt.Sprintf("%s, fading, skew of %g Hz", name, row.Rate), stretch(*row, t.seed)
		}
		trials[i] = t
	}
	return trials, l.carryOut(ctx, trials)
}

// unchanged judges by how much the skew changes the time to dock.
func unchanged(name string, d stats.Interval) claim.Claim {
	found := "time to dock changes by less than the 1 ms resolution"
	if !unresolved(d) {
		found = fmt.Sprintf("time to dock changes by %+.4f s (95 %%: %+.4f to %+.4f s)", d.Estimate, d.Low, d.High)
	}
	return claim.Statement("docking with the skew of 4000 Hz, "+name, section+"5.2.1", "not expected to significantly change the control system characteristics",
		found, fmt.Sprintf("every run docks, and the interval lies within %g s", harmless), d.Missing == 0 && max(-d.Low, d.High) < harmless).Resting("s", d)
}

// later writes a difference and its interval.
func later(d stats.Interval) []string {
	if unresolved(d) {
		return []string{"less than 1 ms", "less than the 1 ms resolution"}
	}
	return []string{fmt.Sprintf("%+.4f", d.Estimate), fmt.Sprintf("%+.4f to %+.4f", d.Low, d.High)}
}

// unresolved tells whether all of an interval is less than what can be told apart.
func unresolved(d stats.Interval) bool { return max(-d.Low, d.High) < resolution }

// chosenRate is the update rate in Hz that the thesis settles for.
const chosenRate = 4000

// stretch returns what the skew of a row adds to the time from a measurement to its
// actuation. The delay is that of the acoustic link, and updates by radio get the same:
// theirs is a fraction of a millisecond, over which the skew hardly changes.
func stretch(row skew.Row, seed uint64) func(*scenarios.Plan) func(sim.Time) float64 {
	const delay = 80 * time.Millisecond
	return func(plan *scenarios.Plan) func(sim.Time) float64 {
		process := skew.NewProcess(row, skew.LateClock().Host(), rng.New(seed).Stream("skew"), plan.Duration+time.Second)
		return func(now sim.Time) float64 { return process.Stretch(now, now.Add(delay)) }
	}
}

// disturb gives the plan of a trial its skew.
func (t *trial) disturb(plan *scenarios.Plan) {
	if t.skew != nil {
		plan.Skew = t.skew(plan)
	}
}
