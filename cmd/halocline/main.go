// Halocline simulates control loops that are closed through water.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"halocline/scenarios/strict"
)

// The exit codes of every command.
const (
	exitOK     = 0
	exitFailed = 1  // a run failed or was interrupted, or a check did not hold
	exitInput  = 2  // the input is wrong; trying again is no use
	exitRetry  = 75 // try again (EX_TEMPFAIL of sysexits.h)
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := execute(ctx, os.Args[1:], stdio{os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// execute runs the command line and returns its exit code.
func execute(ctx context.Context, args []string, io stdio) int {
	root := newRoot(io)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(io.err, "halocline:", describe(err))
	return exitCode(err)
}

// newRoot returns the command line.
func newRoot(io stdio) *cobra.Command {
	root := &cobra.Command{
		Use:   "halocline",
		Short: "Simulate control loops that are closed through water",
		Long: "Halocline is a discrete-event simulator of nodes and vehicles that talk through water.\n" +
			"Results go to standard output, everything else to standard error.\n\n" +
			"Exit codes: 0 ok; 1 a run failed or was interrupted, or a check did not hold;\n" +
			"2 the input is wrong; 75 try again.",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetOut(io.out)
	root.SetErr(io.err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return inputError{fmt.Errorf("%w; see halocline %s --help", err, c.Name())}
	})
	root.AddCommand(newRun(io), newCheck(io), newSchema(io), newList(io), newVersion(io))
	return root
}

// failure is an error of a run rather than of the input.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// inputError is an error of the input that has no place in a file.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

// exitCode tells what an error means for whoever called. What is not known to
// be the fault of a run is taken for a fault of the input, as cobra's own
// complaints about arguments are.
func exitCode(err error) int {
	var f failure
	if errors.As(err, &f) {
		return exitFailed
	}
	return exitInput
}

// describe puts the faults of a file below each other.
func describe(err error) string {
	var faults strict.Faults
	if errors.As(err, &faults) && len(faults) > 1 {
		return fmt.Sprintf("%d faults\n%v", len(faults), err)
	}
	return err.Error()
}
