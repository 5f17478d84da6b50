package calibrate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"halocline/bench/speed"
	"halocline/bench/speed/peers"
	"halocline/bench/study"
	"halocline/bench/study/measure"
	"halocline/bench/study/results"
	"halocline/bench/study/runner"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/geom"
)

// round does a piece of work; see Item.
type round = func(context.Context) (work float64, took time.Duration, err error)

// Items returns what is measured. Each round of each takes a few
// tenths of a second.
func Items() []Item {
	return []Item{
		kernel(1_000), kernel(100_000),
		medium(100), medium(1000),
		vehicleStep(), docking(),
		studyRuns(1), studyRuns(0),
	}
}

// kernel is the hold model of package bench.
func kernel(pending int) Item {
	const holds = 500_000
	return Item{
		Name: fmt.Sprintf("kernel, %d pending events", pending), Unit: "events",
		Prepare: func() (round, error) {
			h := speed.NewHold(sim.NewHeap(), pending, 1)
			h.Run(pending)
			return func(context.Context) (float64, time.Duration, error) {
				h.Run(holds)
				return holds, 0, nil
			}, nil
		},
	}
}

// medium is the crowd of package peers: a run from its beginning, in which the paths
// between all nodes are calculated too.
func medium(nodes int) Item {
	return Item{
		Name: fmt.Sprintf("medium, %d nodes", nodes), Unit: "receptions",
		Prepare: func() (round, error) {
			plan, err := peers.Sized(nodes, 500_000, 1).Plan()
			if err != nil {
				return nil, err
			}
			return func(ctx context.Context) (float64, time.Duration, error) {
				report, err := peers.Run(ctx, plan, false)
				return float64(report.Receptions), time.Duration(report.Loop * 1e9), err
			}, nil
		},
	}
}

// vehicleStep is RexROV with all thrusters at work, in steps of the classical
// Runge-Kutta method.
func vehicleStep() Item {
	const steps = 200_000
	return Item{
		Name: "vehicle, RexROV with RK4", Unit: "steps",
		Prepare: func() (round, error) {
			m, err := scenarios.Standard().LoadVehicle("rexrov")
			if err != nil {
				return nil, err
			}
			stepper := m.Stepper(1e-3, vehicle.RK4)
			state := vehicle.AtRest(geom.Vec{Z: -20}, 0)
			in, water := &vehicle.Input{}, &vehicle.Water{Density: 1025, Current: geom.Vec{X: 0.1}}
			return func(context.Context) (float64, time.Duration, error) {
				for n := range steps {
					for i := range m.Thrusters {
						in[i] = float64(100 + n%2)
					}
					if err := stepper.Step(&state, in, water, nil, 1e-3); err != nil {
						return 0, 0, err
					}
				}
				if fault := state.Fault(); fault != "" {
					return 0, 0, errors.New(fault)
				}
				return steps, 0, nil
			}, nil
		},
	}
}

// docking is the bundled scenario of a vehicle that docks, with all that is kept of a
// run. It goes on when the vehicle has docked, so that the work does not depend on
// when that is.
func docking() Item {
	const duration = 150
	return Item{
		Name: "docking, 150 s", Unit: "simulated seconds",
		Prepare: func() (round, error) {
			plan, err := scenarios.Standard().Load("docking", []strict.Set{
				{Path: "duration", Value: fmt.Sprintf("%ds", duration)},
				{Path: "nodes.dock.run.berth.go_on", Value: "true"},
			})
			if err != nil {
				return nil, err
			}
			return func(ctx context.Context) (float64, time.Duration, error) {
				out, err := measure.Run(ctx, plan, measure.Options{})
				if err == nil {
					err = out.Stopped
				}
				return duration, 0, err
			}, nil
		},
	}
}

// tiny is a study of short runs: what is measured is what a run costs beside its
// events.
const tiny = `name: tiny
base: two-nodes
sweep: {links.acoustic.mac: [aloha, csma, tdma, slotted-aloha]}
repeat: 25
`

// studyRuns is that study, into a result file. With one worker it is measured by
// processor time, with one per processor, 0, by the clock on the wall.
func studyRuns(workers int) Item {
	name := "study, one worker"
	if workers == 0 {
		name = fmt.Sprintf("study, %d workers", runtime.GOMAXPROCS(0))
	}
	return Item{
		Name: name, Unit: "runs", Wall: workers == 0,
		Prepare: func() (round, error) {
			s, err := study.Parse(scenarios.Standard(), "tiny.yaml", tiny)
			if err != nil {
				return nil, err
			}
			return func(ctx context.Context) (float64, time.Duration, error) {
				return carryOut(ctx, s, workers)
			}, nil
		},
	}
}

// carryOut makes all runs of a study, into a file that is then thrown away.
func carryOut(ctx context.Context, s *study.Study, workers int) (runs float64, took time.Duration, err error) {
	folder, err := os.MkdirTemp("", "halocline-bench")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(folder)
	out, err := results.Create(ctx, filepath.Join(folder, "tiny.db"), s.Identity("bench"), s.Cells())
	if err != nil {
		return 0, 0, err
	}
	state, err := runner.Run(ctx, s, out, runner.Options{Workers: workers})
	if err = errors.Join(err, out.Close()); err == nil && state.Failed > 0 {
		err = fmt.Errorf("%d of %d runs of the study failed", state.Failed, state.Done)
	}
	return float64(state.Done), 0, err
}
