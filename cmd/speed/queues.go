package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"halocline/bench/speed/peers"
	"halocline/cmd/command"
)

func newQueues(std command.Streams) *cobra.Command {
	var flags peersFlags
	c := &cobra.Command{
		Use:   "queues",
		Short: "Compare event queues: ours, those of ns-3, and SimPy",
		Long: "Compare event queues by the hold model: the number of pending events is constant, and each event that fires\n" +
			"schedules itself again after an exponential time. Times are processor times, medians over the rounds.\n" +
			"Memory is what a pending event takes, with the event itself: for Go and C++ from the books of the allocator,\n" +
			"for SimPy by the growth of the process.\n\n" +
			"ns-3 and a compiler must be there: on Debian, apt-get install libns3-dev g++ pkg-config; SimPy is compared\n" +
			"where python3-simpy3 is installed.",
		Example: "  go run ./cmd/speed queues\n  go run ./cmd/speed queues --pending 1000",
		Args:    command.NoArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return compareQueues(c.Context(), std, &flags) },
	}
	c.Flags().IntSliceVar(&flags.pending, "pending", []int{10, 1000, 100_000, 1_000_000}, "`numbers` of pending events, with commas")
	c.Flags().IntVar(&flags.holds, "holds", 500_000, "`number` of events of a measurement")
	c.Flags().IntVar(&flags.rounds, "rounds", 3, "`number` of measurements of each queue")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	return c
}

// compareQueues holds the hold model on all queues.
func compareQueues(ctx context.Context, std command.Streams, flags *peersFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	folder, self, ns3, err := workshop(ctx, std)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	queues := append(ns3.SchedulersOfNS3(),
		peers.Queue{Name: "halocline heap", Command: []string{self, "side", "hold", "heap"}},
		peers.Queue{Name: "halocline gods", Command: []string{self, "side", "hold", "gods"}},
	)
	simpy, python, ok := peers.SimPy(ctx, folder)
	if ok {
		queues = append(queues, peers.Queue{Name: "SimPy", Command: python, Most: 100_000})
	}
	standings, err := watched(std, func(told func(string)) ([]peers.HoldStanding, error) {
		contest := peers.HoldContest{Pending: flags.pending, Holds: flags.holds, Rounds: flags.rounds, Told: told}
		return contest.Hold(ctx, queues)
	})
	if err != nil {
		return err
	}
	if flags.json {
		return command.PrintJSON(std, struct {
			Version   string               `json:"version"`
			NS3       string               `json:"ns3"`
			SimPy     string               `json:"simpy,omitempty"`
			Standings []peers.HoldStanding `json:"standings"`
		}{command.Version(), ns3.Version, simpy, standings})
	}
	fmt.Fprintf(std.Out, "hold model, events per second of processor time; ns-3 %s, %s\n\n", ns3.Version, orAbsent("SimPy", simpy))
	return peers.QueuesTable(std.Out, standings)
}

func orAbsent(name, version string) string {
	if version == "" {
		return name + " is not installed"
	}
	return name + " " + version
}
