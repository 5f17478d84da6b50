package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"halocline/bench/speed/growth"
)

// growthFlags are the flags of the command bench growth.
type growthFlags struct {
	nodes   []int
	hourly  float64
	packets float64
	rounds  int
	json    bool
}

func newBenchGrowth(io stdio) *cobra.Command {
	var flags growthFlags
	c := &cobra.Command{
		Use:   "growth",
		Short: "Measure what a reception costs as a network grows at constant density",
		Long: "Simulate networks of one modem per two square kilometres, with a cutoff, and measure what a reception costs\n" +
			"and what memory a node takes. All sizes have the same density, so both should stay the same. That is done with\n" +
			"a packet of each node in an hour, so that more happens at once in a larger network, and with half a packet per\n" +
			"second of all nodes together, as in bench peers, so that only the network grows. With --hourly 18 both are the\n" +
			"same for 100 nodes. Times are processor times, medians over the rounds with the least and the greatest; all\n" +
			"networks take turns, and small ones are run with many seeds in a round.",
		Example: "  halocline bench growth\n  halocline bench growth --nodes 100,10000 --hourly 18 --rounds 3",
		Args:    noArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return benchGrowth(c.Context(), io, &flags) },
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
	errs := []error{atLeastOne("--rounds", f.rounds)}
	for _, n := range f.nodes {
		if n < 10 || n > 100_000 {
			errs = append(errs, inputError{fmt.Errorf("--nodes has %d; from 10 to 100000 are possible", n)})
		}
	}
	if !(f.packets >= 0.1 && f.packets <= 1000) {
		errs = append(errs, inputError{fmt.Errorf("--packets is %g; from 0.1 to 1000 are possible", f.packets)})
	}
	if !(f.hourly >= 0.01 && f.hourly <= 3600) {
		errs = append(errs, inputError{fmt.Errorf("--hourly is %g; from 0.01 to 3600 are possible", f.hourly)})
	}
	return errors.Join(errs...)
}

func benchGrowth(ctx context.Context, io stdio, flags *growthFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	line := newDisplay(io.err)
	contest := growth.Contest{Nodes: flags.nodes, Loads: growth.Loads(flags.hourly), Packets: flags.packets, Rounds: flags.rounds, Told: line.show}
	standings, err := contest.Hold(ctx)
	line.erase()
	if err != nil {
		return failure{err}
	}
	if flags.json {
		return printJSON(io, struct {
			Version   string            `json:"version"`
			Packets   float64           `json:"packets_per_node"`
			Standings []growth.Standing `json:"standings"`
		}{version(), flags.packets, standings})
	}
	t := newTable(io.out, "packets", "nodes", "runs", "heard by", "ns per reception", "min", "max", "ratio", "s per day", "byte per node")
	for _, s := range standings {
		t.Append([]string{
			s.Load, strconv.Itoa(s.Nodes), strconv.Itoa(s.Runs), fmt.Sprintf("%.1f", s.Heard),
			fmt.Sprintf("%.0f", s.Reception.Median), fmt.Sprintf("%.0f", s.Reception.Low), fmt.Sprintf("%.0f", s.Reception.High),
			significant(s.Ratio), significant(s.Day), fmt.Sprintf("%.0f", s.Bytes),
		})
	}
	return t.Render()
}
