package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/progress"
	"halocline/bench/speed/peers"
	"halocline/cmd/command"
)

// peersFlags are the flags of the commands that compare with other simulators.
type peersFlags struct {
	nodes      []int
	seeds      int
	receptions float64
	pending    []int
	holds      int
	rounds     int
	json       bool
}

func newPeers(std command.Streams) *cobra.Command {
	var flags peersFlags
	c := &cobra.Command{
		Use:   "peers",
		Short: "Do the same work here and in ns-3, and compare counts, time and memory",
		Long: "Let a crowd of modems send at random to a sink, in ns-3's underwater module and here, on the same places\n" +
			"and packets, in turns. The counts of all runs must be equal; the exit code is 1 where they are not. Times are\n" +
			"processor times, medians over the rounds with the least and the greatest.\n\n" +
			"Here the crowd is run three times: counted as ns-3 counts it, with the fingerprint and the books that a run\n" +
			"keeps, and as halocline run from its start to its end.\n\n" +
			"ns-3 and a compiler must be there: on Debian, apt-get install libns3-dev g++ pkg-config.",
		Example: "  go run ./cmd/speed peers\n  go run ./cmd/speed peers --nodes 100,1000 --rounds 9",
		Args:    command.NoArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return comparePeers(c.Context(), std, &flags) },
	}
	c.Flags().IntSliceVar(&flags.nodes, "nodes", []int{10, 50, 100, 200, 500, 1000}, "`sizes` of the crowd, with commas")
	c.Flags().IntVar(&flags.seeds, "seeds", 3, "`number` of seeds, from 1 on; each round takes the next")
	c.Flags().IntVar(&flags.rounds, "rounds", 5, "`number` of runs of each side with each size")
	c.Flags().Float64Var(&flags.receptions, "receptions", 1.6e6, "`number` of receptions of a run, about")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	return c
}

// check finds flags out of range.
func (f *peersFlags) check() error {
	errs := []error{command.AtLeastOne("--rounds", f.rounds)}
	for _, n := range f.nodes {
		if n < 2 || n > 10_000 {
			errs = append(errs, command.Input(fmt.Errorf("--nodes has %d; from 2 to 10000 are possible", n)))
		}
	}
	for _, n := range f.pending {
		errs = append(errs, command.AtLeastOne("--pending", n))
	}
	if f.pending != nil {
		errs = append(errs, command.AtLeastOne("--holds", f.holds))
	} else {
		errs = append(errs, command.AtLeastOne("--seeds", f.seeds))
		if !(f.receptions >= 1 && f.receptions <= 1e9) {
			errs = append(errs, command.Input(fmt.Errorf("--receptions is %g; from 1 to 1e9 are possible", f.receptions)))
		}
	}
	return errors.Join(errs...)
}

// workshop builds ns-3's programs in a folder that the caller removes.
func workshop(ctx context.Context, std command.Streams) (folder, self string, ns3 *peers.NS3, err error) {
	if self, err = os.Executable(); err != nil {
		return "", "", nil, command.Failure(err)
	}
	if folder, err = os.MkdirTemp("", "halocline-peers"); err != nil {
		return "", "", nil, command.Failure(err)
	}
	line := progress.NewLine(std.Err)
	defer line.Erase()
	line.Show("compiling the programs for ns-3")
	if ns3, err = peers.BuildNS3(ctx, folder); err != nil {
		os.RemoveAll(folder)
		return "", "", nil, command.Failure(err)
	}
	return folder, self, ns3, nil
}

// comparePeers does the same work in ns-3 and here.
func comparePeers(ctx context.Context, std command.Streams, flags *peersFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	folder, self, ns3, err := workshop(ctx, std)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	sides := []peers.Side{
		{Name: "ns-3", Command: []string{ns3.Crowd}},
		{Name: "halocline, counts", Command: []string{self, "side", "counts"}},
		{Name: "halocline, books", Command: []string{self, "side", "books"}},
		{Name: "halocline run", Command: []string{self, "side", "run"}},
	}
	trials, err := watched(std, func(told func(string)) ([]peers.Trial, error) {
		contest := peers.Contest{Nodes: flags.nodes, Seeds: flags.seeds, Rounds: flags.rounds, Receptions: flags.receptions, Told: told}
		return contest.Hold(ctx, sides)
	})
	if err != nil {
		return err
	}
	differences := peers.Differences(sides, trials)
	if err := printPeers(std, flags, ns3, sides, trials, differences); err != nil {
		return err
	}
	if len(differences) > 0 {
		return command.Failure(fmt.Errorf("the counts differ\n%s", strings.Join(differences, "\n")))
	}
	return nil
}

// printPeers writes the comparison.
func printPeers(std command.Streams, flags *peersFlags, ns3 *peers.NS3, sides []peers.Side, trials []peers.Trial, differences []string) error {
	standings := peers.Standings(sides, trials)
	if flags.json {
		return command.PrintJSON(std, struct {
			Version     string           `json:"version"`
			NS3         string           `json:"ns3"`
			Trials      []peers.Trial    `json:"trials"`
			Standings   []peers.Standing `json:"standings"`
			Differences []string         `json:"differences"`
		}{command.Version(), ns3.Version, trials, standings, differences})
	}
	verdict := "equal in all"
	if len(differences) > 0 {
		verdict = "NOT EQUAL in"
	}
	fmt.Fprintf(std.Out, "counts of ns-3 %s and of halocline, %s %d runs\n\n", ns3.Version, verdict, len(sides)*len(trials))
	if err := peers.CountsTable(std.Out, trials); err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "\nreceptions per second of processor time, and times ns-3 round by round\n\n")
	return peers.StandingsTable(std.Out, standings)
}
