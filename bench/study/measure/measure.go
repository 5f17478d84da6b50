// Package measure makes one run of a scenario and returns its results: the fingerprint, what became of
// packets and of the updates of control loops, the paths of vehicles that dock or survey, and the energy
// of radios. The same results are a flat list of named metrics, which studies vary and compare.
//
// Begin with Run, for a plan of package scenarios. The numbers are in the Outcome, and in
// Outcome.Metrics by name; Glossary says what each name means. What counts of a run with a warm-up
// stands with Outcome.
//
// Left out: repetitions and statistics, which belong to a study, and finding out how long a warm-up
// must be, which package steady does.
package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"halocline/bench/study/pool"
	"halocline/bench/study/results"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// Options say how a run is carried out. None of them changes its results.
type Options struct {
	Queue  sim.Queue     // nil for the default
	Tracer trace.Tracer  // gets all records; may be nil
	Watch  time.Duration // between two looks at the vehicles; 0 for ten milliseconds
	Series *Series       // gets the time series; may be nil

	Definitions *Definitions // made once for many runs; nil: they are made for this one

	// Told is called now and then, by the clock on the wall, with how far the run has come; may be nil. A run that Drive carries
	// out tells nothing.
	Told  func(now sim.Time, events uint64)
	spell time.Duration // between two calls of it; 0 for half a second

	// Drive carries the run out in another way than in one go, such as in step with other programs. It starts and closes the
	// simulation; may be nil.
	Drive func(ctx context.Context, s *scenarios.Simulation) (reached sim.Time, stopped error)

	// Built is given the simulation before it runs, for who looks on; may be nil.
	Built func(s *scenarios.Simulation)

	// Computer is asked for an observer of each computer of a node; may be nil.
	Computer func(node string, tasks []string) rtos.Observer
	Readings func(scenarios.Reading) // gets what the instruments of nodes read; may be nil
}

// watch is how often vehicles are looked at for the integrals over their ways.
const watch = 10 * time.Millisecond

// Outcome is what came of a run.
//
// A scenario may have a warm-up, in which a run comes to its steady state and which is
// not counted (deletion of the initial transient; Law, Simulation Modeling and Analysis,
// 5th edition, 2015, section 9.5.1). Without one its end is time 0.
//
//   - What happens counts from the end of the warm-up on, whatever was before. That is a
//     delivery, a repetition, or a frame, as sent and as aborted, if it begins then or later,
//     and an arrival at a radio if its record in the trace is of then or later. Of airtime, the
//     use of a link, and the time of a radio in each state and its energy, the part behind the
//     warm-up counts. Rates are of that, over the time from the end of the warm-up to that of
//     the run, and so is the energy for each bit.
//   - What becomes of packets, their ratio, delays and jitter are of those that are offered
//     at the end of the warm-up or later, and so are the updates of controllers: each ends
//     in one place until the end of the run. Where many still wait then, Unfinished says so.
//   - Of the whole run are the trace, the fingerprint, events, time series, readings of
//     probes, the moment that was reached, and all that is said of the way of a vehicle (its
//     errors, times, distances and motive energy). A way has a beginning of its own and no
//     steady state.
type Outcome struct {
	Scenario    string               `json:"scenario"`
	Seed        uint64               `json:"seed"`
	Duration    float64              `json:"duration_s"`         // as the scenario has it
	Warmup      float64              `json:"warmup_s,omitempty"` // the same
	Reached     float64              `json:"reached_s"`
	Complete    bool                 `json:"complete"`
	Reason      string               `json:"reason,omitempty"` // why it is not complete
	Events      uint64               `json:"events"`
	Fingerprint string               `json:"fingerprint"`
	Changes     []scenarios.Changed  `json:"changes,omitempty"` // by events of the scenario
	Failures    []scenarios.Failed   `json:"failures,omitempty"`
	Summary     trace.Summary        `json:"summary"`
	Loops       []trace.LoopSummary  `json:"loops,omitempty"`
	Programs    Programs             `json:"-"`
	Voyages     []any                `json:"voyages,omitempty"` // reports of vehicles that dock
	Surveys     []any                `json:"surveys,omitempty"` // and of those on surveys
	models      []scenarios.Measured // numbers of models that are no programs
	Others      map[string][]any     `json:"programs,omitempty"` // and of other programs, by their lists
	Tasks       []TaskUse            `json:"tasks,omitempty"`    // of the nodes' computers
	Radios      []scenarios.RadioUse `json:"radios"`
	Energy      trace.Measure        `json:"energy_j"`         // of all radios; NaN where no modem draws any power
	PerBit      trace.Measure        `json:"energy_per_bit_j"` // for each bit that was delivered in the time that counts, J/bit

	definitions *Definitions
	metrics     []results.Metric // once they are known

	Warnings []string `json:"-"`
	unread   []string // instruments that were asked in vain
	strained []string // vehicles that were tilted or driven as far as they can be
	Stopped  error    `json:"-"` // why it is not complete
}

// Run builds a scenario and carries it out. An error means that it could not be
// built, or not before ctx was done; a run that ended before its time is an outcome that is not complete.
func Run(ctx context.Context, plan *scenarios.Plan, o Options) (*Outcome, error) {
	names := plan.Names()
	books := trace.NewBooks(names)
	books.CountFrom(sim.Time(plan.Warmup))
	sinks := []trace.Tracer{books, o.Tracer}
	if o.Series != nil {
		plan = o.Series.probe(plan)
		sinks = append(sinks, o.Series)
	}
	simulation, err := pool.Until(ctx, func() (*scenarios.Simulation, error) { return plan.Build(o.Queue, trace.Tee(sinks...)) })
	if err != nil {
		return nil, err
	}
	if o.Watch == 0 {
		o.Watch = watch
	}
	simulation.Watch(o.Watch)
	if o.Built != nil {
		o.Built(simulation)
	}
	busy := computers{also: o.Computer}
	simulation.Observe(busy.observe)
	simulation.Record(o.Readings)
	if o.Drive == nil {
		o.Drive = o.drive
	}
	reached, stopped := o.Drive(ctx, simulation)
	out := &Outcome{
		Scenario:    plan.Name,
		Seed:        plan.Seed,
		Duration:    plan.Duration.Seconds(),
		Warmup:      plan.Warmup.Seconds(),
		Reached:     reached.Seconds(),
		Complete:    true,
		Events:      simulation.Kernel.Fired(),
		Fingerprint: books.Fingerprint.Sum(),
		Changes:     simulation.Changes(),
		Failures:    simulation.Failures(),
		Summary:     books.Ledger.Close(reached),
		Programs:    ProgramsOf(simulation, reached),
		models:      simulation.Measured(),
		Tasks:       busy.uses(),
		Radios:      simulation.Radios(),
		Warnings:    simulation.Warnings(),
		unread:      append(simulation.Unread(), simulation.Undriven()...),
		strained:    simulation.Strained(),
		Stopped:     stopped,
		definitions: o.Definitions,
	}
	out.Loops = books.Loops.Close(names, reached, controllers(simulation, reached)...)
	out.listReports()
	out.chargeEnergy()
	if out.Stopped == nil {
		out.Stopped = out.overflow()
	}
	if out.Stopped != nil {
		out.Complete, out.Reason = false, out.Stopped.Error()
	}
	return out, nil
}

// drive carries a run out in one go or, for who looks on, in spells of the clock on the wall: a run whose timers do nothing leaves
// no records to tell by. In spells a run has the same events.
func (o *Options) drive(ctx context.Context, s *scenarios.Simulation) (sim.Time, error) {
	if o.Told == nil {
		return s.Run(ctx)
	}
	s.Start()
	for {
		spell, end := context.WithTimeout(ctx, cmp.Or(o.spell, time.Second/2))
		_, err := s.RunUntil(spell, sim.Never)
		end()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return s.Close()
		}
		o.Told(s.Kernel.Now(), s.Kernel.Fired())
	}
}

// listReports puts the reports of programs into their lists.
func (o *Outcome) listReports() {
	o.Others = o.Programs.lists()
	o.Voyages, o.Surveys = o.Others["voyages"], o.Others["surveys"]
	delete(o.Others, "voyages")
	delete(o.Others, "surveys")
}

// overflow returns the error of a run in which a metric is infinite: its numbers are no
// results, though each state of each vehicle was still a number.
func (o *Outcome) overflow() error {
	o.metrics = o.Metrics()
	for _, m := range o.metrics {
		if math.IsInf(m.Value, 0) {
			return fmt.Errorf("the metric %s is %+g: what it measures has grown beyond what a number holds, as where a vehicle's step is too long for its damping; "+
				"make the step shorter, or look at the vehicle's file and gains", m.Name, m.Value)
		}
	}
	return nil
}

// chargeEnergy adds up what the radios took.
func (o *Outcome) chargeEnergy() {
	sum := 0.0
	for _, r := range o.Radios {
		sum += r.Energy
	}
	o.Energy, o.PerBit = trace.Measure(sum), trace.Measure(sum/o.Summary.Total.Packets.ArrivedBits)
	if sum == 0 {
		o.Energy = trace.Measure(math.NaN())
	}
	if sum == 0 || o.Summary.Total.Packets.ArrivedBits == 0 {
		o.PerBit = trace.Measure(math.NaN())
	}
}
