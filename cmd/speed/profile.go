package main

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"halocline/bench/speed/peers"
	"halocline/cmd/command"
)

func newProfile() *cobra.Command {
	during := time.Minute
	c := &cobra.Command{
		Use:   "profile FILE",
		Short: "Write where the processor is in runs, for the compiler",
		Long: "Run the crowds of speed peers, with books, and write a profile of the processor into a file. make build and\n" +
			"make release give the one in bench/speed to the compiler, which then puts often called functions in line.\n" +
			"No result on amd64 depends on it. On arm64, and with GOAMD64=v3, the compiler joins a product and a sum that\n" +
			"come to stand in one function, and last bits may differ.",
		Example: "  go run ./cmd/speed profile bench/speed/run.pprof",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return command.Input(errors.New("into which file? Name one, such as bench/speed/run.pprof"))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return writeProfile(c.Context(), args[0], during) },
	}
	c.Flags().DurationVar(&during, "during", during, "`time` that the runs take")
	return c
}

// writeProfile makes a file with a profile.
func writeProfile(ctx context.Context, name string, during time.Duration) error {
	f, err := os.Create(name)
	if err != nil {
		return command.Unwritten("", name, err)
	}
	err = peers.Profile(ctx, f, during)
	if err = errors.Join(err, f.Close()); err != nil {
		return command.Failure(err)
	}
	return nil
}
