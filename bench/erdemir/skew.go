package erdemir

import (
	"context"
	"fmt"
	"time"

	"halocline/bench/claim"
	"halocline/bench/cosim"
	"halocline/bench/stats"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/rng"
)

// Skew is the skew of the co-simulation's clocks, Table 5.1, and what it does to the
// docking: the same runs with it between measurement and actuation and without.
func (l *Lab) Skew(ctx context.Context) (*claim.Report, error) {
	r, err := cosim.Report(ctx, l.Seed, l.Workers)
	if err != nil {
		return nil, err
	}
	p, err := l.stillWater(ctx)
	if err != nil {
		return nil, err
	}
	r.Name = "erdemir-table5.1"
	r.Assumptions = append(r.Assumptions, "in the docking, the skew from a measurement to the actuation, 80 ms later by sound and 0.2 ms later by radio, displaces the measurement by as much of the vehicle's way; here there is one clock and no skew")
	sheet := claim.Sheet{Name: "docking", Shown: true, Columns: []string{"update rate (Hz)", "hybrid docks later by (s)", "95 %", "acoustic docks later by (s)", "95 %"}}
	for _, row := range cosim.Table() {
		line := []string{fmt.Sprint(row.Rate)}
		for _, m := range []struct {
			name  string
			plain []*trial
		}{{hybrid, p.hybrid}, {acoustic, p.acoustic}} {
			skewed := make([]*trial, repetitions)
			for i := range skewed {
				skewed[i] = &trial{setup: fmt.Sprintf("%s, fading, skew of %g Hz", m.name, row.Rate), seed: l.Seed + uint64(i), sets: m.plain[i].sets, skew: stretch(row, l.Seed+uint64(i))}
			}
			if err := l.carryOut(ctx, skewed); err != nil {
				return nil, err
			}
			d := stats.Paired(values(skewed, (*trial).time), values(m.plain, (*trial).time), 0.95).Difference
			line = append(line, fmt.Sprintf("%+.3f", d.Estimate), fmt.Sprintf("%+.3f to %+.3f", d.Low, d.High))
			for _, t := range skewed {
				r.Runs = append(r.Runs, t.record())
			}
			if row.Rate == chosenRate {
				r.Claims = append(r.Claims, claim.Statement("docking with the skew of 4000 Hz, "+m.name, section+"5.2.1", "not expected to significantly change the control system characteristics",
					fmt.Sprintf("time to dock changes by %+.3f s (95 %%: %+.3f to %+.3f s)", d.Estimate, d.Low, d.High), "less than 1 % of the time to dock", max(-d.Low, d.High) < 0.01*stats.Mean(values(m.plain, (*trial).time), 0.95).Estimate))
			}
		}
		sheet.Rows = append(sheet.Rows, line)
	}
	r.Sheets = append(r.Sheets, sheet)
	return r, nil
}

// chosenRate is the update rate in Hz that the thesis settles for.
const chosenRate = 4000

// stretch returns what the skew of a row adds to the time from a measurement to its
// actuation. The delay is that of the acoustic link; by radio it is a fraction of a
// millisecond, over which the skew does not change.
func stretch(row cosim.Row, seed uint64) func(*scenarios.Plan) func(sim.Time) float64 {
	const delay = 80 * time.Millisecond
	return func(plan *scenarios.Plan) func(sim.Time) float64 {
		process := cosim.NewProcess(row, cosim.LateClock().Host(), rng.New(seed).Stream("skew"), plan.Duration+time.Second)
		return func(now sim.Time) float64 { return process.Stretch(now, now.Add(delay)) }
	}
}

// disturb gives the plan of a trial its skew.
func (t *trial) disturb(plan *scenarios.Plan) {
	if t.skew != nil {
		plan.Skew = t.skew(plan)
	}
}
