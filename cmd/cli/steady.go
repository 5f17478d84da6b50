package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"halocline/bench/report/progress"
	"halocline/bench/report/summary"
	"halocline/bench/study/measure"
	"halocline/bench/study/steady"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/sim"
)

// steadyFlags are the flags of the command steady.
type steadyFlags struct {
	seed uint64
	sets []string
	what string
	link string
	flow string
	json bool
	many bool
}

func newSteady(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var flags steadyFlags
	c := &cobra.Command{
		Use:   "steady SCENARIO",
		Short: "Find the warm-up and the steady state of one long run",
		Long: "Make one run of a scenario and look for its steady state: how much of the beginning is warm-up, by MSER-5\n" +
			"(White, 1997), and the mean behind that, with a 95 % interval from the means of 10 to 30 batches. What is found\n" +
			"can be written as the key warmup of the scenario. That key is ignored here: the whole run is looked at.\n\n" +
			"The delay is that of packets from offer to delivery, in the order of their offers. The age is the time since\n" +
			"the newest received packet of one flow was created, as means over thousandths of the run.\n\n" +
			"A warning says where the run is too short to tell: the end of the warm-up would lie in its second half, too\n" +
			"few observations are left, or the means of neighbouring batches are correlated. Equal values at the\n" +
			"end of a run are not taken for its steady state, unless they fill half of it; delays are equal where hardly a\n" +
			"packet has to wait. Nearly equal values may be taken for it, and then nothing is found.",
		Example: "  halocline steady fdma8\n" +
			"  halocline steady tdma8 --what age --flow auv1:station --json\n" +
			"  halocline steady aloha20 --set duration=3h --seed 2",
		Args: oneScenario,
		RunE: func(c *cobra.Command, args []string) error {
			return findSteady(c.Context(), lib, io, args[0], flags, c.Flags().Changed("seed"))
		},
		ValidArgsFunction: completeScenario(lib),
	}
	overrideFlags(c, &flags.sets, &flags.seed)
	c.Flags().StringVar(&flags.what, "what", "delay", "`quantity`: delay or age")
	c.Flags().StringVar(&flags.link, "link", "", "packets of this `link` only")
	c.Flags().StringVar(&flags.flow, "flow", "", "packets of one flow only, as `from:to`, the names of two nodes")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	c.Flags().BoolVar(&flags.many, "many", false, manyUsage)
	return c
}

func findSteady(ctx context.Context, lib *scenarios.Library, io command.Streams, name string, flags steadyFlags, seeded bool) error {
	sets, err := seededSets(flags.sets, flags.seed, seeded)
	if err != nil {
		return err
	}
	plan, warnings, err := checked(ctx, lib, name, sets, flags.many)
	if err != nil {
		return err
	}
	link, err := linkNamed(flags.link, plan.Names())
	if err != nil {
		return command.Input(err)
	}
	series, err := steady.Observe(flags.what, link, flags.flow, plan.Names())
	if err != nil {
		return command.Input(fmt.Errorf("--%w", err))
	}
	warn(io, warnings)
	line := progress.NewLine(io.Err)
	measured, err := measure.Run(ctx, plan, measure.Options{Tracer: series, Told: line.Run(io.Err, plan.Duration)})
	if err != nil {
		return command.UnlessDone(ctx, err)
	}
	line.Erase()
	observations := series.Series(sim.Time(0).Add(sim.Seconds(measured.Reached)))
	if len(observations) == 0 {
		return errors.Join(command.Input(fmt.Errorf("there is no %s to look at: no such packet was delivered in %g s", flags.what, measured.Reached)), interrupted(measured.Stopped))
	}
	result := summary.SteadyState{
		Scenario: measured.Scenario, Version: command.Version(), Seed: measured.Seed, Reached: measured.Reached, Fingerprint: measured.Fingerprint,
		What: flags.what, Link: flags.link, Flow: flags.flow,
		Analysis: steady.Analyse(observations, 0.95), Written: measured.Warmup,
	}
	warn(io, result.Warnings)
	if flags.json {
		return errors.Join(command.PrintJSON(io, &result), interrupted(measured.Stopped))
	}
	result.Write(io.Out)
	return interrupted(measured.Stopped)
}
