package erdemir

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"halocline/bench/report/figure"
	"halocline/bench/reproduce/claim"
	"halocline/bench/study/measure"
	"halocline/bench/study/stats"
	"halocline/scenarios/strict"
)

// pair holds the runs in still water, with the plant step of the scenario: ten of
// each method with fading, the first of them with time series, and one of each
// without fading.
type pair struct {
	hybrid, acoustic           []*trial
	hybridStill, acousticStill *trial
}

// readPeriod is from one point of a curve to the next.
const readPeriod = 100 * time.Millisecond

// stillWater makes the runs in still water.
func (l *Lab) stillWater(ctx context.Context) (*pair, error) {
	if l.pair != nil {
		return l.pair, nil
	}
	p := &pair{
		hybridStill:   &trial{setup: "hybrid, no fading", seed: l.Seed, sets: append(still(), method(hybrid))},
		acousticStill: &trial{setup: "acoustic, no fading", seed: l.Seed, sets: append(still(), method(acoustic))},
	}
	all := []*trial{p.hybridStill, p.acousticStill}
	for r := range repetitions {
		seed := l.Seed + uint64(r)
		h := &trial{setup: "hybrid, fading", seed: seed, sets: []strict.Set{method(hybrid)}}
		a := &trial{setup: "acoustic, fading", seed: seed, sets: []strict.Set{method(acoustic)}}
		if r == 0 {
			h.series, a.series = readPeriod, readPeriod
		}
		p.hybrid, p.acoustic = append(p.hybrid, h), append(p.acoustic, a)
		all = append(all, h, a)
	}
	if err := l.carryOut(ctx, all); err != nil {
		return nil, err
	}
	l.pair = p
	return p, nil
}

// runs returns what a report keeps of the runs.
func (p *pair) runs() []claim.Run {
	runs := []claim.Run{p.hybridStill.record(), p.acousticStill.record()}
	for i := range p.hybrid {
		runs = append(runs, p.hybrid[i].record(), p.acoustic[i].record())
	}
	return runs
}

// What the thesis reads from its Figure 5.7, in s: when hybrid changes to the RF link, at 10 m,
// and when each method docks.
const (
	thesisSwitch   = 95.0
	thesisHybrid   = 110.0
	thesisAcoustic = 138.0
)

// figure57 is the distance to the station over time in still water.
func (l *Lab) figure57(ctx context.Context) (*claim.Report, error) {
	p, err := l.stillWater(ctx)
	if err != nil {
		return nil, err
	}
	density, err := l.overDensity(ctx)
	if err != nil {
		return nil, err
	}
	const text, tolerance = section + "5.2.3", 0.05
	times, slow := values(p.hybrid, (*trial).time), values(p.acoustic, (*trial).time)
	faster := stats.Paired(slow, times, 0.95).Difference
	r := &claim.Report{
		Name: "erdemir-fig5.7", Title: "Distance to the docking station in still water (Figure 5.7)", Runs: append(p.runs(), density.runs()...),
		Fitted: fitted(), Assumptions: assumptions(density.sensitivity(),
			fmt.Sprintf("the three times may be off by %g %%, which is our reading of a text that reads its figure with 'about' and 'around'", 100*tolerance)),
		Claims: []claim.Claim{
			claim.Mean("time to the switch at 10 m", "s", text, thesisSwitch, values(p.hybrid, (*trial).toSwitch)).Within(tolerance, ""),
			claim.Mean("time to dock, hybrid", "s", text, thesisHybrid, times).Within(tolerance, ""),
			claim.Mean("time to dock, acoustic", "s", text, thesisAcoustic, slow).Within(tolerance, ""),
			claim.Number("time to dock, hybrid, without fading", "s", text, thesisHybrid, p.hybridStill.time()).Shown("the thesis has fading"),
			claim.Number("time to dock, acoustic, without fading", "s", text, thesisAcoustic, p.acousticStill.time()).Shown("the thesis has fading"),
			claim.Statement("hybrid docks earlier", text, "which is shorter than acoustic-only method which takes around 138s; a 20% improvement",
				fmt.Sprintf("%.1f s earlier (95 %%: %.1f to %.1f s), which is %.1f %%", faster.Estimate, faster.Low, faster.High, 100*faster.Estimate/stats.Mean(slow, 0.95).Estimate),
				"every run docks, and the interval of the paired difference, acoustic less hybrid, lies above 0", faster.Low > 0 && faster.Missing == 0).Resting("s", faster),
		},
	}
	h, a := p.hybrid[0].lines["auv.distance"], p.acoustic[0].lines["auv.distance"]
	r.Figures = []claim.Figure{{Name: "distance", Figure: figure.Figure{
		X: figure.Axis{Quantity: "Time", Unit: "s"}, Y: figure.Axis{Quantity: "Distance to the station", Unit: "m"},
		Layers: append(curves(h, a), published([]float64{thesisSwitch, thesisHybrid, thesisAcoustic}, []float64{10, h.Values[len(h.Values)-1], a.Values[len(a.Values)-1]})),
		Legend: figure.Above,
	}}}
	r.Sheets = []claim.Sheet{density.sheet(), sheet("distance", "distance (m)", h, a)}
	return r, nil
}

// figure58 is the motive power over time in still water.
func (l *Lab) figure58(ctx context.Context) (*claim.Report, error) {
	p, err := l.stillWater(ctx)
	if err != nil {
		return nil, err
	}
	const text = section + "5.2.4"
	h, a := p.hybrid[0].lines["auv.asked_motive_power"], p.acoustic[0].lines["auv.asked_motive_power"]
	differ, before, after := power(h, a, p.hybrid[0].toSwitch())
	energy := func(t *trial) float64 { return t.voyage().Asked }
	more := stats.Paired(values(p.hybrid, energy), values(p.acoustic, energy), 0.95).Difference
	r := &claim.Report{
		Name: "erdemir-fig5.8", Title: "Motive power in still water (Figure 5.8)", Runs: p.runs(),
		Fitted: fitted(), Assumptions: assumptions(
			"motive power is u / 1.17 v with u the length of the force that the controller wants and v the length of the velocity over ground. They are lengths, not the scalar product, "+
				"so that no power is negative, and holding a place costs none",
			"the curves and the powers are those of the first of the ten runs, the energies those of all"),
		Claims: []claim.Claim{
			claim.Statement("both methods are the same until the switch", text, "At the beginning, for both controllers, the motive power has almost the same values until the vehicle is in RF range.",
				fmt.Sprintf("they differ by %g W at most", differ), "no difference at all", differ == 0),
			claim.Statement("hybrid uses more power after the switch", text, "When the vehicle enters the RF range, motive power rises due to high forces because of the high control gains.",
				fmt.Sprintf("%.0f W at most, %.0f W before", after, before), "the greatest power comes after the switch", after > before),
			claim.Statement("hybrid uses more motive energy", text, "the proposed hybrid system outperforms the acoustic-only at the expense of higher motive energy",
				fmt.Sprintf("%.1f kJ more (95 %%: %.1f to %.1f kJ)", more.Estimate/1e3, more.Low/1e3, more.High/1e3),
				"the interval of the paired difference lies above 0", more.Low > 0).Resting("J", more),
		},
	}
	r.Figures = []claim.Figure{{Name: "motive-power", Figure: figure.Figure{
		X: figure.Axis{Quantity: "Time", Unit: "s"}, Y: figure.Axis{Quantity: "Motive power", Unit: "W"},
		Layers: curves(h, a), Legend: figure.Above,
	}}}
	r.Sheets = []claim.Sheet{sheet("motive-power", "motive power (W)", h, a)}
	return r, nil
}

// power returns, in W, by how much the series of both methods differ at most until a
// time in s, and the greatest value of the first one before that and after.
func power(h, a measure.Line, turn float64) (differ, before, after float64) {
	for i, t := range h.Times {
		switch {
		case t < turn && i < len(a.Values):
			differ = max(differ, math.Abs(h.Values[i]-a.Values[i]))
			before = max(before, h.Values[i])
		case t >= turn:
			after = max(after, h.Values[i])
		}
	}
	return differ, before, after
}

// curves draws a series of both methods.
func curves(h, a measure.Line) []figure.Layer {
	return []figure.Layer{
		figure.Curve{Name: "acoustic", X: a.Times, Y: a.Values},
		figure.Curve{Name: "hybrid", X: h.Times, Y: h.Values},
	}
}

// sheet puts a series of both methods side by side. The longer one goes on alone.
func sheet(name, quantity string, h, a measure.Line) claim.Sheet {
	s := claim.Sheet{Name: name, Columns: []string{"time (s)", "acoustic " + quantity, "hybrid " + quantity}}
	for i := range max(len(h.Times), len(a.Times)) {
		row := []string{"", "", ""}
		if i < len(a.Times) {
			row[0], row[1] = number(a.Times[i]), number(a.Values[i])
		}
		if i < len(h.Times) {
			row[0], row[2] = number(h.Times[i]), number(h.Values[i])
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// number writes a number for a file, and nothing where there is none.
func number(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
