package main

import (
	"context"

	"github.com/spf13/cobra"

	"halocline/bench/speed/costs"
	"halocline/cmd/command"
)

func newCosts(std command.Streams) *cobra.Command {
	var flags speedFlags
	c := &cobra.Command{
		Use:   "costs",
		Short: "Measure what rays, networks, contacts, a recording and its view cost a run",
		Long: "Run scenarios without a part and with it, in turns, and print the processor time of both and what the part does in\n" +
			"the run. Then the same work is done alone: the same paths, hops, contacts, records and blocks. The ratio is what the\n" +
			"part costs the run, over what its work costs alone. The values are medians over the rounds.",
		Example: "  go run ./cmd/speed costs\n  go run ./cmd/speed costs --rounds 11 --json",
		Args:    command.NoArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return measureCosts(c.Context(), std, &flags) },
	}
	flags.add(c, "part")
	return c
}

// measureCosts measures all parts and prints what they cost.
func measureCosts(ctx context.Context, std command.Streams, flags *speedFlags) error {
	if err := command.AtLeastOne("--rounds", flags.rounds); err != nil {
		return err
	}
	rows, err := watched(std, func(told func(string)) ([]costs.Row, error) {
		return costs.Measure(ctx, costs.Parts(), flags.rounds, told)
	})
	if err != nil {
		return err
	}
	if flags.json {
		return command.PrintJSON(std, struct {
			Version string      `json:"version"`
			Parts   []costs.Row `json:"parts"`
		}{command.Version(), rows})
	}
	return costs.Table(std.Out, rows)
}
