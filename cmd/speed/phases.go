package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"halocline/bench/speed/peers"
	"halocline/cmd/command"
)

func newPhases(std command.Streams) *cobra.Command {
	var flags peersFlags
	c := &cobra.Command{
		Use:   "phases",
		Short: "Measure what the parts of a run cost: start, reading, building, paths, events, books, report",
		Long: "Run the crowds of speed peers phase by phase, and print what each phase takes, in ms of processor time.\n" +
			"Process is what the command run takes from its start to its end. Each phase is measured by itself, in a process\n" +
			"of its own for each round. So their sum is near that of the process and not the same: the paths are those\n" +
			"between all nodes, and a run finds those of the nodes that send. The values are medians over the rounds.",
		Example: "  go run ./cmd/speed phases\n  go run ./cmd/speed phases --nodes 75 --receptions 2e5",
		Args:    command.NoArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return measurePhases(c.Context(), std, &flags) },
	}
	flags.seeds = 1
	c.Flags().IntSliceVar(&flags.nodes, "nodes", []int{10, 100, 1000}, "`sizes` of the crowd, with commas")
	c.Flags().IntVar(&flags.rounds, "rounds", 5, "measurements of each size")
	c.Flags().Float64Var(&flags.receptions, "receptions", 1.6e6, "`number` of receptions of a run, about")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	return c
}

// measurePhases measures crowds phase by phase and prints what they cost.
func measurePhases(ctx context.Context, std command.Streams, flags *peersFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return command.Failure(err)
	}
	standings, err := watched(std, func(told func(string)) ([]peers.PhaseStanding, error) {
		contest := peers.PhaseContest{Nodes: flags.nodes, Rounds: flags.rounds, Receptions: flags.receptions, Told: told}
		return contest.Hold(ctx, []string{self, "side", "phases"}, peers.Side{Name: "run", Command: []string{self, "side", "run"}})
	})
	if err != nil {
		return err
	}
	if flags.json {
		return command.PrintJSON(std, struct {
			Version   string                `json:"version"`
			Standings []peers.PhaseStanding `json:"standings"`
		}{command.Version(), standings})
	}
	return peers.PhasesTable(std.Out, standings)
}
