package erdemir

import (
	"context"
	"fmt"
	"math"
	"strings"

	"halocline/bench/claim"
	"halocline/bench/figure"
	"halocline/bench/stats"
	"halocline/scenarios/strict"
)

// grid holds the runs against head currents: methods x currents x repetitions.
type grid struct {
	speeds           []float64  // m/s
	hybrid, acoustic [][]*trial // by current
}

// currents are those of figures 5.9 and 5.10, in m/s. The text names 0.2 m/s and the
// ends of the axis; the steps are assumed.
func currents() []float64 { return []float64{0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3} }

// againstCurrent makes the runs of the grid. A repetition has the same seed in all
// cells.
func (l *Lab) againstCurrent(ctx context.Context) (*grid, error) {
	if l.grid != nil {
		return l.grid, nil
	}
	g := &grid{speeds: currents()}
	var all []*trial
	for _, speed := range g.speeds {
		cell := func(name string) []*trial {
			var trials []*trial
			for r := range repetitions {
				trials = append(trials, &trial{
					setup: fmt.Sprintf("%s, %g m/s", name, speed), seed: l.Seed + uint64(r),
					sets: []strict.Set{method(name), set("water.current.speed", fmt.Sprintf("%gm/s", speed)), set("nodes.auv.vehicle.step", coarse)},
				})
			}
			all = append(all, trials...)
			return trials
		}
		g.hybrid, g.acoustic = append(g.hybrid, cell(hybrid)), append(g.acoustic, cell(acoustic))
	}
	if err := l.carryOut(ctx, all); err != nil {
		return nil, err
	}
	l.grid = g
	return g, nil
}

func (g *grid) runs() []claim.Run {
	var runs []claim.Run
	for i := range g.speeds {
		for _, t := range append(append([]*trial{}, g.hybrid[i]...), g.acoustic[i]...) {
			runs = append(runs, t.record())
		}
	}
	return runs
}

// docked returns how many trials docked.
func docked(trials []*trial) int {
	n := 0
	for _, t := range trials {
		if t.docked() {
			n++
		}
	}
	return n
}

// Figure59 is the time to dock against the speed of a head current.
func (l *Lab) Figure59(ctx context.Context) (*claim.Report, error) {
	g, err := l.againstCurrent(ctx)
	if err != nil {
		return nil, err
	}
	const text = section + "5.2.4"
	r := &claim.Report{
		Name: "erdemir-fig5.9", Title: "Time to dock against head current (Figure 5.9)", Runs: g.runs(),
		Assumptions: assumptions("the current is horizontal, against the bearing at the start", "currents in steps of 0.05 m/s", "the vehicle is integrated in steps of "+coarse),
	}
	for i, speed := range g.speeds {
		r.Claims = append(r.Claims, g.faster(i, speed, text))
	}
	slow, fast := docked(g.acoustic[4]), docked(g.acoustic[5])+docked(g.acoustic[6])
	r.Claims = append(r.Claims,
		claim.Statement("acoustic docks at 0.2 m/s", text, "beyond 0.2 m/s it cannot", fmt.Sprintf("%d of %d runs", slow, repetitions), "all runs", slow == repetitions),
		claim.Statement("acoustic does not dock beyond 0.2 m/s", text, "cannot accomplish the docking maneuver within an acceptable time", fmt.Sprintf("%d of %d runs", fast, 2*repetitions), "no run", fast == 0),
		grows("times grow with the current, hybrid", text, g.hybrid),
		grows("times grow with the current, acoustic", text, g.acoustic[:5]),
	)
	r.Figures = []claim.Figure{{Name: "time-to-dock", Figure: figure.Figure{
		X: figure.Axis{Quantity: "Head current", Unit: "m/s"}, Y: figure.Axis{Quantity: "Time to dock", Unit: "s"},
		Layers: []figure.Layer{g.curve("acoustic", g.acoustic, (*trial).time), g.curve("hybrid", g.hybrid, (*trial).time)},
	}}}
	r.Sheets = []claim.Sheet{g.sheet("time-to-dock", "time to dock (s)", (*trial).time)}
	return r, nil
}

// faster compares the methods at one current.
func (g *grid) faster(i int, speed float64, text string) claim.Claim {
	h, a := g.hybrid[i], g.acoustic[i]
	what := fmt.Sprintf("hybrid is faster at %.2f m/s", speed)
	const said = "consistently shorter for the proposed method"
	if docked(a) == 0 {
		found := fmt.Sprintf("%d of %d dock, of acoustic none", docked(h), repetitions)
		return claim.Statement(what, text, said, found, "all runs dock, and of acoustic none", docked(h) == repetitions)
	}
	d := stats.Paired(values(h, (*trial).time), values(a, (*trial).time), 0.95).Difference
	found := fmt.Sprintf("by %.1f s (95 %%: %.1f to %.1f s)", -d.Estimate, -d.High, -d.Low)
	return claim.Statement(what, text, said, found, "the interval of the paired difference lies below 0", d.High < 0 && d.Missing == 0)
}

// grows checks that the mean time rises from each current to the next.
func grows(what, text string, cells [][]*trial) claim.Claim {
	var means []string
	last, rising := math.Inf(-1), true
	for _, trials := range cells {
		m := stats.Mean(values(trials, (*trial).time), 0.95)
		rising = rising && m.Estimate > last && m.Missing == 0
		last = m.Estimate
		means = append(means, fmt.Sprintf("%.1f", m.Estimate))
	}
	return claim.Statement(what, text, "performance with respect to the current", strings.Join(means, ", ")+" s", "each mean is above the one before", rising)
}

// Figure510 is the cumulative position error against the speed of a head current.
func (l *Lab) Figure510(ctx context.Context) (*claim.Report, error) {
	g, err := l.againstCurrent(ctx)
	if err != nil {
		return nil, err
	}
	const text = section + "5.2.4"
	r := &claim.Report{
		Name: "erdemir-fig5.10", Title: "Cumulative position error against head current (Figure 5.10)", Runs: g.runs(),
		Assumptions: assumptions("the error is the integral of the distance over time until the vehicle docks, or 400 s", "the current is horizontal, against the bearing at the start",
			"currents in steps of 0.05 m/s", "the vehicle is integrated in steps of "+coarse),
	}
	iae := func(t *trial) float64 { return t.Voyages[0].IAE }
	for _, i := range []int{0, 1, 2} {
		d := stats.Mean(ratios(g.hybrid[i], g.acoustic[i], iae), 0.95)
		r.Claims = append(r.Claims, claim.Statement(fmt.Sprintf("similar errors at %.2f m/s", g.speeds[i]), text, "the two methods have similar performances",
			fmt.Sprintf("hybrid has %.3f of the error of acoustic", d.Estimate), "within 15 %, which is our reading of similar", math.Abs(d.Estimate-1) <= 0.15))
	}
	for _, i := range []int{5, 6} {
		d := stats.Paired(values(g.hybrid[i], iae), values(g.acoustic[i], iae), 0.95).Difference
		if docked(g.acoustic[i]) == 0 {
			r.Claims = append(r.Claims, claim.Statement(fmt.Sprintf("hybrid is better at %.2f m/s", g.speeds[i]), text, "at higher current velocities the proposed method performs better",
				fmt.Sprintf("by %.0f m s (95 %%: %.0f to %.0f m s), and acoustic does not dock", -d.Estimate, -d.High, -d.Low), "the interval of the paired difference lies below 0", d.High < 0))
		}
	}
	r.Figures = []claim.Figure{{Name: "cumulative-error", Figure: figure.Figure{
		X: figure.Axis{Quantity: "Head current", Unit: "m/s"}, Y: figure.Axis{Quantity: "Cumulative position error", Unit: "m s"},
		Layers: []figure.Layer{g.curve("acoustic", g.acoustic, iae), g.curve("hybrid", g.hybrid, iae)},
	}}}
	r.Sheets = []claim.Sheet{g.sheet("cumulative-error", "cumulative error (m s)", iae)}
	return r, nil
}

// ratios returns a quantity of one trial over that of the other.
func ratios(a, b []*trial, of func(*trial) float64) []float64 {
	out := make([]float64, len(a))
	for i := range out {
		out[i] = of(a[i]) / of(b[i])
	}
	return out
}

// curve draws means with intervals. A cell of which no run has a value is a gap.
func (g *grid) curve(name string, cells [][]*trial, of func(*trial) float64) figure.Curve {
	c := figure.Curve{Name: name, X: g.speeds}
	for _, trials := range cells {
		m := stats.Mean(values(trials, of), 0.95)
		c.Y, c.Low, c.High = append(c.Y, m.Estimate), append(c.Low, m.Low), append(c.High, m.High)
	}
	return c
}

// sheet lists means with intervals of both methods.
func (g *grid) sheet(name, quantity string, of func(*trial) float64) claim.Sheet {
	s := claim.Sheet{Name: name, Columns: []string{"head current (m/s)", "method", "runs", "docked", quantity, "low", "high"}}
	for i, speed := range g.speeds {
		for _, m := range []struct {
			name   string
			trials []*trial
		}{{acoustic, g.acoustic[i]}, {hybrid, g.hybrid[i]}} {
			mean := stats.Mean(values(m.trials, of), 0.95)
			s.Rows = append(s.Rows, []string{number(speed), m.name, fmt.Sprint(len(m.trials)), fmt.Sprint(docked(m.trials)), number(mean.Estimate), number(mean.Low), number(mean.High)})
		}
	}
	return s
}
