// Speed measures how fast this machine simulates, and compares that with other simulators. It is
// no part of halocline: run it from a checkout of the module, as go run ./cmd/speed.
package main

import (
	"context"

	"github.com/spf13/cobra"

	"halocline/bench/report/progress"
	"halocline/bench/speed/calibrate"
	"halocline/cmd/command"
)

// speedFlags are the flags of the command.
type speedFlags struct {
	rounds int
	json   bool
}

// add declares the flags, where each of something is measured.
func (f *speedFlags) add(c *cobra.Command, of string) {
	c.Flags().IntVar(&f.rounds, "rounds", 5, "`number` of measurements of each "+of)
	c.Flags().BoolVar(&f.json, "json", false, "print the results as JSON")
}

func main() { command.Main("speed", newRoot) }

// newRoot returns the command line.
func newRoot(std command.Streams) *cobra.Command {
	var flags speedFlags
	c := &cobra.Command{
		Use:   "speed",
		Short: "Measure how fast this machine simulates",
		Long: "Measure how fast this machine does what studies are made of: events of the kernel (hold model), receptions\n" +
			"of frames, steps of a vehicle, a docking, and the runs of a study. Each figure is the median of the rounds,\n" +
			"with the least and the greatest, per second of processor time; that of a study on all processors is by the\n" +
			"clock on the wall. A fixed loop of integer and floating-point arithmetic is timed before every round; the\n" +
			"last column is the work that is done in the time of a million of its steps, which compares figures from\n" +
			"different machines.\n\n" +
			"Commands below this one compare with other simulators, if they are installed.",
		Example: "  go run ./cmd/speed\n  go run ./cmd/speed --rounds 11 --json\n  go run ./cmd/speed peers",
		Args:    command.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return calibration(c.Context(), std, &flags)
		},
	}
	flags.add(c, "figure")
	c.AddCommand(newCosts(std), newGrowth(std), newPeers(std), newPhases(std), newProfile(), newQueues(std), newSide(std))
	c.CompletionOptions.DisableDefaultCmd = true // it has no program of its own that a shell knows
	command.Prepare(c, std, "peers")
	return c
}

// calibration measures all figures and prints them.
func calibration(ctx context.Context, std command.Streams, flags *speedFlags) error {
	if err := command.AtLeastOne("--rounds", flags.rounds); err != nil {
		return err
	}
	sheet, err := watched(std, func(told func(string)) (*calibrate.Sheet, error) {
		return calibrate.Measure(ctx, calibrate.Items(), flags.rounds, told)
	})
	if err != nil {
		return err
	}
	if flags.json {
		return command.PrintJSON(std, struct {
			Version string `json:"version"`
			*calibrate.Sheet
		}{command.Version(), sheet})
	}
	return sheet.Table(std.Out)
}

// watched does work that tells how far it is, and shows that on a terminal until it ends.
func watched[T any](std command.Streams, work func(told func(string)) (T, error)) (T, error) {
	line := progress.NewLine(std.Err)
	made, err := work(line.Show)
	line.Erase()
	if err != nil {
		err = command.Failure(err)
	}
	return made, err
}
