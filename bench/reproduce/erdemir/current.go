package erdemir

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/bench/report/figure"
	"halocline/bench/reproduce/claim"
	"halocline/bench/study/stats"
	"halocline/scenarios/strict"
)

// grid holds the runs against head currents: methods x currents x repetitions.
type grid struct {
	speeds           []float64  // m/s
	hybrid, acoustic [][]*trial // by current
	beyond           [][]*trial // acoustic, by the currents of limits
}

// reach is the current in m/s up to which, by the text, the acoustic method docks.
const reach = 0.2

// limits are the currents in m/s among which the greatest is sought against which the
// acoustic method docks.
func limits() []float64 { return []float64{0.21, 0.22, 0.23, 0.24} }

// attempts is how many runs are made at each of them.
const attempts = 3

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
		h, a := l.against(speed, hybrid, repetitions), l.against(speed, acoustic, repetitions)
		g.hybrid, g.acoustic = append(g.hybrid, h), append(g.acoustic, a)
		all = slices.Concat(all, h, a)
	}
	for _, speed := range limits() {
		g.beyond = append(g.beyond, l.against(speed, acoustic, attempts))
	}
	all = slices.Concat(all, slices.Concat(g.beyond...))
	if err := l.carryOut(ctx, all); err != nil {
		return nil, err
	}
	l.grid = g
	return g, nil
}

// against returns the runs of a method against a current, which are still to be made.
func (l *Lab) against(speed float64, name string, runs int) []*trial {
	trials := make([]*trial, runs)
	for i := range trials {
		trials[i] = &trial{
			setup: fmt.Sprintf("%s, %g m/s", name, speed), seed: l.Seed + uint64(i),
			sets: []strict.Set{method(name), set("water.current.speed", fmt.Sprintf("%gm/s", speed)), set("nodes.auv.vehicle.step", coarse)},
		}
	}
	return trials
}

func (g *grid) runs() []claim.Run {
	var runs []claim.Run
	for i := range g.speeds {
		runs = slices.Concat(runs, records(g.hybrid[i]), records(g.acoustic[i]))
	}
	return runs
}

// split returns how many of the currents the text calls those up to which both dock.
func (g *grid) split() int {
	n := 0
	for n < len(g.speeds) && g.speeds[n] <= reach {
		n++
	}
	return n
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

// figure59 is the time to dock against the speed of a head current.
func (l *Lab) figure59(ctx context.Context) (*claim.Report, error) {
	g, err := l.againstCurrent(ctx)
	if err != nil {
		return nil, err
	}
	r := &claim.Report{
		Name: "erdemir-fig5.9", Title: "Time to dock against head current (Figure 5.9)", Runs: append(g.runs(), records(slices.Concat(g.beyond...))...),
		Fitted: fitted(), Assumptions: assumptions("the current is horizontal, against the bearing at the start", "currents in steps of 0.05 m/s", "the vehicle is integrated in steps of "+coarse,
			fmt.Sprintf("a run that does not dock counts with %d s where times are compared, which favours the method that fails", limit)),
	}
	for i, speed := range g.speeds {
		r.Claims = append(r.Claims, faster(speed, g.hybrid[i], g.acoustic[i]))
	}
	n := g.split()
	r.Claims = append(r.Claims,
		docks(slices.Concat(g.acoustic[:n]...)), fails(slices.Concat(g.acoustic[n:]...)), g.utmost(),
		grows("times grow with the current, hybrid", g.hybrid), grows("times grow with the current, acoustic, up to 0.2 m/s", g.acoustic[:n]),
	)
	r.Figures = []claim.Figure{{Name: "time-to-dock", Figure: figure.Figure{
		X: figure.Axis{Quantity: "Head current", Unit: "m/s"}, Y: figure.Axis{Quantity: "Time to dock", Unit: "s"},
		Layers: g.layers((*trial).time, published([]float64{0, 0}, []float64{thesisAcoustic, thesisHybrid})), Legend: figure.Above,
	}}}
	r.Sheets = []claim.Sheet{g.sheet("time-to-dock", "time to dock (s)", (*trial).time)}
	return r, nil
}

const currentText = section + "5.2.4"

// beyondReach is what the text says of the acoustic method.
const beyondReach = "beyond a water current velocity exceeding 0.2m/s, the acoustic only method cannot accomplish the docking maneuver within an acceptable time period"

// faster compares the methods at one current.
func faster(speed float64, h, a []*trial) claim.Claim {
	d := stats.Paired(values(a, (*trial).lasted), values(h, (*trial).lasted), 0.95).Difference
	found := fmt.Sprintf("by %.1f s (95 %%: %.1f to %.1f s); %d of %d dock, of acoustic %d of %d", d.Estimate, d.Low, d.High, docked(h), len(h), docked(a), len(a))
	return claim.Statement(fmt.Sprintf("hybrid is faster at %.2f m/s", speed), currentText,
		"the time to dock is consistently shorter for the proposed method under different water current strengths", found,
		"all runs of hybrid dock, and the interval of the paired difference, acoustic less hybrid, lies above 0", docked(h) == len(h) && d.Low > 0).Resting("s", d)
}

// lasted returns the time to dock in s, or the limit if the vehicle did not dock.
func (t *trial) lasted() float64 {
	if t.docked() {
		return t.time()
	}
	return limit
}

// docks judges that acoustic does where the text implies it.
func docks(trials []*trial) claim.Claim {
	return claim.Statement("acoustic docks up to 0.2 m/s", currentText, "implied: only beyond 0.2 m/s it cannot",
		fmt.Sprintf("%d of %d runs", docked(trials), len(trials)), "all runs", len(trials) > 0 && docked(trials) == len(trials)).InOurWords()
}

// fails judges that acoustic does not dock where the text says so.
func fails(trials []*trial) claim.Claim {
	return claim.Statement("acoustic does not dock at 0.25 and 0.3 m/s", currentText, beyondReach,
		fmt.Sprintf("%d of %d runs dock", docked(trials), len(trials)), "no run docks", len(trials) > 0 && docked(trials) == 0)
}

// utmost shows up to which current acoustic docks.
func (g *grid) utmost() claim.Claim {
	utmost, cells := reach, make([]string, len(g.beyond))
	for i, trials := range g.beyond {
		if docked(trials) == len(trials) {
			utmost = limits()[i]
		}
		cells[i] = fmt.Sprintf("%d of %d at %g m/s", docked(trials), len(trials), limits()[i])
	}
	return claim.Number("greatest current against which acoustic docks", "m/s", currentText, reach, utmost).
		Shown("the text says beyond 0.2 m/s; runs that dock: " + strings.Join(cells, ", "))
}

// grows checks that all runs dock, and that the mean time rises from each current to
// the next.
func grows(what string, cells [][]*trial) claim.Claim {
	var means []string
	last, rising := math.Inf(-1), len(cells) > 1
	for _, trials := range cells {
		m := stats.Mean(values(trials, (*trial).time), 0.95)
		rising = rising && m.Estimate > last && m.Missing == 0
		last = m.Estimate
		means = append(means, fmt.Sprintf("%.1f", m.Estimate))
	}
	return claim.Statement(what, currentText, "The reason for selecting the head current is to consider the worst-case conditions.", strings.Join(means, ", ")+" s",
		"all runs dock, and each mean is above the one before", rising)
}

// figure510 is the cumulative position error against the speed of a head current.
func (l *Lab) figure510(ctx context.Context) (*claim.Report, error) {
	g, err := l.againstCurrent(ctx)
	if err != nil {
		return nil, err
	}
	r := &claim.Report{
		Name: "erdemir-fig5.10", Title: "Cumulative position error against head current (Figure 5.10)", Runs: g.runs(),
		Fitted: fitted(), Assumptions: assumptions(fmt.Sprintf("the error is the integral of the distance over time until the vehicle docks, or %d s; beyond 0.2 m/s, where acoustic does not dock, the advantage of hybrid grows with that time limit", limit),
			"the current is horizontal, against the bearing at the start", "currents in steps of 0.05 m/s", "the vehicle is integrated in steps of "+coarse),
	}
	n := g.split()
	shares := g.shares()
	for i, speed := range g.speeds {
		c := similar(speed, shares[i])
		if i >= n {
			c = better(speed, shares[i], shares[:n])
		}
		c.Found += fmt.Sprintf("; %d of %d runs of acoustic dock", docked(g.acoustic[i]), len(g.acoustic[i]))
		r.Claims = append(r.Claims, c)
	}
	r.Figures = []claim.Figure{{Name: "cumulative-error", Figure: figure.Figure{
		X: figure.Axis{Quantity: "Head current", Unit: "m/s"}, Y: figure.Axis{Quantity: "Cumulative position error", Unit: "m s"},
		Layers: g.layers(iae), Legend: figure.Above,
	}}}
	r.Sheets = []claim.Sheet{g.shareSheet(shares), g.sheet("cumulative-error", "cumulative error (m s)", iae)}
	return r, nil
}

// iae returns the cumulative position error of a trial in m s.
func iae(t *trial) float64 { return t.voyage().IAE }

// shares returns, by current and repetition, the cumulative error of hybrid over that
// of acoustic with the same seed.
func (g *grid) shares() [][]float64 {
	shares := make([][]float64, len(g.speeds))
	for i := range shares {
		for k := range g.hybrid[i] {
			shares[i] = append(shares[i], iae(g.hybrid[i][k])/iae(g.acoustic[i][k]))
		}
	}
	return shares
}

// alike is how far from one the ratio of two similar errors may be.
const alike = 0.15

// similar judges that the ratio of the errors at a current is near one.
func similar(speed float64, shares []float64) claim.Claim {
	m := stats.Mean(shares, 0.95)
	return claim.Statement(fmt.Sprintf("similar errors at %.2f m/s", speed), currentText, "although the two methods have similar performances",
		share(m), fmt.Sprintf("the interval of the ratio lies within %g %% of 1, which is our reading of similar", 100*alike),
		m.Low >= 1-alike && m.High <= 1+alike).Resting("", m)
}

// better judges that the ratio of the errors at a current lies below the mean ratio of
// the lower ones: seed by seed, since the same numbers are drawn at all currents.
func better(speed float64, shares []float64, lower [][]float64) claim.Claim {
	means := make([]float64, len(shares))
	for k := range means {
		for _, l := range lower {
			means[k] += l[k] / float64(len(lower))
		}
	}
	m, d := stats.Mean(shares, 0.95), stats.Paired(shares, means, 0.95).Difference
	found := fmt.Sprintf("%s, %+.4f (95 %%: %+.4f to %+.4f) against the mean up to 0.2 m/s", share(m), d.Estimate, d.Low, d.High)
	return claim.Statement(fmt.Sprintf("hybrid is better at %.2f m/s", speed), currentText, "at higher water current velocities, the proposed method performs better",
		found, fmt.Sprintf("the ratio lies below 1, and below the mean ratio of the currents up to 0.2 m/s, both by their intervals; the advantage grows with the time limit of %d s", limit),
		m.High < 1 && d.High < 0).Resting("", m)
}

// share writes a ratio of errors.
func share(m stats.Interval) string {
	return fmt.Sprintf("hybrid has %.4f (95 %%: %.4f to %.4f) of the error of acoustic", m.Estimate, m.Low, m.High)
}

// shareSheet lists the ratios.
func (g *grid) shareSheet(shares [][]float64) claim.Sheet {
	s := claim.Sheet{Name: "ratio", Shown: true, Columns: []string{"head current (m/s)", "error hybrid/acoustic", "95 %", "hybrid docked", "acoustic docked"}}
	for i, speed := range g.speeds {
		m := stats.Mean(shares[i], 0.95)
		s.Rows = append(s.Rows, []string{number(speed), fmt.Sprintf("%.4f", m.Estimate), fmt.Sprintf("%.4f to %.4f", m.Low, m.High), fmt.Sprint(docked(g.hybrid[i])), fmt.Sprint(docked(g.acoustic[i]))})
	}
	return s
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

// layers draws both methods, with crosses at currents against which not all runs dock.
func (g *grid) layers(of func(*trial) float64, more ...figure.Layer) []figure.Layer {
	var out []figure.Layer
	for _, m := range []struct {
		name  string
		cells [][]*trial
	}{{"acoustic", g.acoustic}, {"hybrid", g.hybrid}} {
		out = append(out, g.curve(m.name, m.cells, of))
		absent := figure.Absent{Name: m.name, Meaning: "runs that did not dock"}
		for i, trials := range m.cells {
			if docked(trials) < len(trials) {
				absent.X = append(absent.X, g.speeds[i])
			}
		}
		if len(absent.X) > 0 {
			out = append(out, absent)
		}
	}
	return append(out, more...)
}

// published draws what the thesis says in numbers.
func published(x, y []float64) figure.Layer {
	return figure.Curve{Name: "thesis", X: x, Y: y, Join: figure.Apart, Marker: figure.Ring}
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
