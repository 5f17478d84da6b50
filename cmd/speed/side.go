package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"halocline/bench/speed/peers"
	"halocline/bench/study/measure"
	"halocline/cmd/cli"
	"halocline/cmd/command"
	"halocline/scenarios"
)

// newSide is the command that peers and queues start as their own
// sides.
func newSide(std command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "side HOW ARGUMENT...",
		Short: "Run one side of a comparison",
		Long: "Run one side of a comparison, in a process of its own, and print one line of JSON: counts, processor\n" +
			"times and the most memory that was held. The sides counts and books run the workload in a folder; phases does so\n" +
			"phase by phase; run does the same as the command run; hold is the hold model on an event queue.",
		Hidden:  true,
		Example: "  go run ./cmd/speed side counts FOLDER DURATION\n  go run ./cmd/speed side hold heap PENDING HOLDS",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 3 || len(args) < 4 && args[0] == "hold" {
				return command.Input(fmt.Errorf("arguments are missing; see %s --help", c.CommandPath()))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			report, err := carryOut(c.Context(), args)
			if err != nil {
				return err
			}
			return json.NewEncoder(std.Out).Encode(report)
		},
	}
}

// carryOut does the work of one side and reports it.
func carryOut(ctx context.Context, args []string) (any, error) {
	file := filepath.Join(args[1], peers.ScenarioFile)
	switch args[0] {
	case "counts", "books":
		report, err := peers.RunFile(ctx, file, args[0] == "books")
		if err != nil {
			return nil, command.Failure(err)
		}
		report.Close()
		return report, nil
	case "phases":
		phases, err := peers.MeasurePhases(ctx, file)
		if err != nil {
			return nil, command.Failure(err)
		}
		return phases, nil
	case "run":
		return runWhole(ctx, file)
	case "hold":
		queue, err := command.Queue(args[1])
		if err != nil {
			return nil, err
		}
		pending, errP := strconv.Atoi(args[2])
		holds, errH := strconv.Atoi(args[3])
		if errP != nil || errH != nil || pending < 1 || holds < 1 {
			return nil, command.Input(fmt.Errorf("%s and %s are not two numbers of at least 1", args[2], args[3]))
		}
		return peers.Hold(queue, pending, holds), nil
	}
	return nil, command.Input(fmt.Errorf("%q is not one of counts, books, phases, run, hold", args[0]))
}

// runWhole is the command run, in this process.
func runWhole(ctx context.Context, file string) (any, error) {
	var out, diagnostics bytes.Buffer
	if code := cli.Run(ctx, scenarios.Standard(), []string{"run", file, "--json"}, command.Streams{Out: &out, Err: &diagnostics}); code != command.OK {
		return nil, command.Failure(fmt.Errorf("halocline run ended with %d: %s", code, diagnostics.Bytes()))
	}
	var came measure.Outcome
	if err := json.Unmarshal(out.Bytes(), &came); err != nil {
		return nil, command.Failure(err)
	}
	report := peers.Report{Counts: peers.CountsOf(&came.Summary), Events: int64(came.Events), Fingerprint: came.Fingerprint}
	report.Close()
	return report, nil
}
