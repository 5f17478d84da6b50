package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"halocline/bench/speed/growth"
	"halocline/cmd/command"
)

// growthFlags are the flags of the command growth.
type growthFlags struct {
	nodes   []int
	hourly  float64
	packets float64
	rounds  int
	json    bool
}

func newGrowth(std command.Streams) *cobra.Command {
	var flags growthFlags
	c := &cobra.Command{
		Use:   "growth",
		Short: "Measure what a reception costs as a network grows at constant density",
		Long: "Simulate networks of one modem per two square kilometres, with a cutoff, and measure what a reception costs\n" +
			"and what memory a node takes. All sizes have the same density, so both should stay the same. It does so with\n" +
			"a packet of each node in an hour, where more happens at once in a larger network. It also does so with half a packet\n" +
			"per second of all nodes together, as in speed peers, where only the network grows. With --hourly 18 both are the\n" +
			"same for 100 nodes. Times are processor times, medians over the rounds with the least and the greatest; all\n" +
			"networks take turns, and small ones are run with many seeds in a round.",
		Example: "  go run ./cmd/speed growth\n  go run ./cmd/speed growth --nodes 100,10000 --hourly 18 --rounds 3",
		Args:    command.NoArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return measureGrowth(c.Context(), std, &flags) },
	}
	c.Flags().IntSliceVar(&flags.nodes, "nodes", []int{100, 1000, 10_000, 100_000}, "sizes of the network, in nodes")
	c.Flags().Float64Var(&flags.hourly, "hourly", 1, "`number` of packets of each node in an hour, under the first load")
	c.Flags().Float64Var(&flags.packets, "packets", 24, "`number` of packets of a node in each run, on average")
	c.Flags().IntVar(&flags.rounds, "rounds", 5, "measurements of each size")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	return c
}

// check finds flags out of range.
func (f *growthFlags) check() error {
	errs := []error{command.AtLeastOne("--rounds", f.rounds)}
	for _, n := range f.nodes {
		if n < 10 || n > 100_000 {
			errs = append(errs, command.Input(fmt.Errorf("--nodes has %d; from 10 to 100000 are possible", n)))
		}
	}
	if !(f.packets >= 0.1 && f.packets <= 1000) {
		errs = append(errs, command.Input(fmt.Errorf("--packets is %g; from 0.1 to 1000 are possible", f.packets)))
	}
	if !(f.hourly >= 0.01 && f.hourly <= 3600) {
		errs = append(errs, command.Input(fmt.Errorf("--hourly is %g; from 0.01 to 3600 are possible", f.hourly)))
	}
	return errors.Join(errs...)
}

// measureGrowth measures networks and prints what they cost.
func measureGrowth(ctx context.Context, std command.Streams, flags *growthFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	standings, err := watched(std, func(told func(string)) ([]growth.Standing, error) {
		contest := growth.Contest{Nodes: flags.nodes, Loads: growth.Loads(flags.hourly), Packets: flags.packets, Rounds: flags.rounds, Told: told}
		return contest.Hold(ctx)
	})
	if err != nil {
		return err
	}
	if flags.json {
		return command.PrintJSON(std, struct {
			Version   string            `json:"version"`
			Packets   float64           `json:"packets_per_node"`
			Standings []growth.Standing `json:"standings"`
		}{command.Version(), flags.packets, standings})
	}
	return growth.Table(std.Out, standings)
}
