// Package erdemir reproduces the results of O. Erdemir, Design of a co-simulation
// environment for the docking maneuver of an autonomous underwater vehicle using
// radio frequency and acoustic hybrid communication, M.Sc. thesis, 2018. These are the
// figures 5.2 and 5.7 to 5.10, the frame of section 4.4.1.2, and the effect on them of each
// reading of the controller that the text leaves open.
//
// The figures are known from what the text says of them; no number was read off a
// picture. The model behind Table 5.1, the skew of the co-simulation's clocks, is package
// skew.
//
// Begin with Reproductions, each of which makes a claim.Report in a Lab.
//
// Left out: the root locus of figure 5.1, which belongs to the analysis of the linear loop
// (package plant/control/loop).
package erdemir

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"halocline/plant/ncs"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/measure"
	"halocline/bench/study/pool"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
)

// Lab makes the reports. Runs that several of them need are made once.
type Lab struct {
	Seed    uint64 // of the first of the repetitions
	Workers int    // 0 for one per processor
	chances int    // runs with fading of each reading; 0 for five
	grid    *grid
	pair    *pair
}

// Reproduction is a report that a Lab makes.
type Reproduction struct {
	Name, About string
	Make        func(*Lab, context.Context) (*claim.Report, error)
}

// Reproductions returns all of them.
func Reproductions() []Reproduction {
	return []Reproduction{
		{"erdemir-fig5.2", "step response of the linear model and of the simulation (Erdemir 2018)", (*Lab).figure52},
		{"erdemir-fig5.7", "distance over time, acoustic and hybrid (Erdemir 2018)", (*Lab).figure57},
		{"erdemir-fig5.8", "motive power over time (Erdemir 2018)", (*Lab).figure58},
		{"erdemir-fig5.9", "time to dock against head current, ten runs each (Erdemir 2018)", (*Lab).figure59},
		{"erdemir-fig5.10", "cumulative position error against head current (Erdemir 2018)", (*Lab).figure510},
		{"erdemir-table5.1", "the skew of a co-simulation's two clocks, and docking with it (Erdemir 2018)", (*Lab).skew},
		{"erdemir-readings", "what each open reading of the controller does to the times (Erdemir 2018)", (*Lab).readings},
		{"erdemir-tdma-frame", "the acoustic frame, on paper and seen at the controller (Erdemir 2018)", (*Lab).frame},
	}
}

// repetitions is how many runs the thesis averages.
const repetitions = 10

// coarse is the step of the vehicle in ms where many runs are made. Against 2.5 ms it
// changes the time to dock by less than 0.1 s, which a test shows.
const coarse = "5ms"

// The methods, as the scenario names them.
const (
	hybrid   = "hybrid"
	acoustic = "acoustic"
)

const section = "Erdemir 2018, section "

// limit is when a run ends without docking, in s.
const limit = 400

// fitted returns what was chosen because the times of the thesis come out with it.
func fitted() []string {
	return []string{
		"water of 1025 kg/m3 for the vehicle, which is never stated and decides the times; " +
			"at 1028 all takes about a fifth longer, at 1000 the vehicle sinks; the channels have fresh water",
		"I as the trapezium of the last two errors, not accumulated, as equation 4.3 is printed: one that accumulates does not dock; D and I act on the error",
	}
}

// assumptions returns what the thesis leaves open and the scenario docking takes.
func assumptions(more ...string) []string {
	return append([]string{
		"the waypoint is not set beyond the berth: at most 2 m ahead",
		"gains of the attitude are ours; forces that are held turn with the vehicle; a controller that takes over begins anew",
		"the first updates are sent at 6 dB below full power; requests ask for 10 dB more than the distance needs",
		fmt.Sprintf("a run ends without docking after %d s", limit),
	}, more...)
}

// set is one override.
func set(path, value string) strict.Set { return strict.Set{Path: path, Value: value} }

// still switches the fading off.
func still() []strict.Set {
	return []strict.Set{set("links.acoustic.modem.fading", "none"), set("links.rf.modem.fading", "none")}
}

// trial is one run of the scenario docking.
type trial struct {
	setup  string
	seed   uint64
	sets   []strict.Set
	series time.Duration                                // of the time series; 0 for none
	skew   func(*scenarios.Plan) func(sim.Time) float64 // nil for none
	rough  bool                                         // a run that ends before its time is a result too

	*measure.Outcome
	lines map[string]measure.Line
}

// method returns the override that chooses a method.
func method(name string) strict.Set { return set("nodes.dock.run.method", name) }

// carryOut makes trials side by side.
func (l *Lab) carryOut(ctx context.Context, trials []*trial) error {
	return pool.Each(ctx, l.Workers, len(trials), func(ctx context.Context, i int) error { return trials[i].run(ctx) })
}

func (t *trial) run(ctx context.Context) error {
	plan, err := scenarios.Standard().Load("docking", append(t.sets, set("seed", strconv.FormatUint(t.seed, 10))))
	if err != nil {
		return err
	}
	t.disturb(plan)
	options := measure.Options{}
	if t.series > 0 {
		options.Series = measure.NewSeries(plan, t.series, nil)
	}
	if t.Outcome, err = measure.Run(ctx, plan, options); err != nil {
		return err
	}
	if t.series > 0 {
		t.lines = map[string]measure.Line{}
		for _, line := range options.Series.Lines() {
			t.lines[line.Name] = line
		}
	}
	if t.rough && ctx.Err() == nil {
		return nil
	}
	return t.Stopped
}

// docked reports whether the vehicle docked.
func (t *trial) voyage() ncs.VoyageSummary { return measure.Reports[ncs.VoyageSummary](t.Outcome)[0] }

func (t *trial) docked() bool { return t.voyage().Outcome == ncs.OutcomeDocked }

// time returns the time to dock in s, NaN if it did not.
func (t *trial) time() float64 { return float64(t.voyage().TimeToDock) }

// toSwitch returns the time to the switch in s, NaN if there was none.
func (t *trial) toSwitch() float64 { return float64(t.voyage().TimeToSwitch) }

// record is what a report keeps of a trial.
func (t *trial) record() claim.Run {
	return claim.Run{Setup: t.setup, Seed: t.seed, Fingerprint: t.Fingerprint}
}

// records returns what a report keeps of trials.
func records(trials []*trial) []claim.Run {
	runs := make([]claim.Run, len(trials))
	for i, t := range trials {
		runs[i] = t.record()
	}
	return runs
}

// values collects a number of each trial.
func values(trials []*trial, of func(*trial) float64) []float64 {
	out := make([]float64, len(trials))
	for i, t := range trials {
		out[i] = of(t)
	}
	return out
}
