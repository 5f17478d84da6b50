// Package cli is the command line of halocline: flags, files and exit codes. What a
// scenario means is the business of package scenarios, and what is done with many runs
// that of bench.
//
// Begin with Main. Another module makes its own halocline, whose scenarios can name its
// models, with a main function that puts them into the library:
//
//	//go:embed *.go
//	var sources embed.FS
//
//	func main() {
//		l := scenarios.Standard()
//		if err := errors.Join(scenarios.Put(l, "mine", mine.Default), l.AddSources("mine", sources)); err != nil {
//			log.Fatal(err)
//		}
//		cli.Main(l)
//	}
package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"halocline/bench/study/pool"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// The exit codes of every command.
const (
	exitOK     = 0
	exitFailed = 1  // a run failed or was interrupted, or a check did not hold
	exitInput  = 2  // the input is wrong; trying again is no use
	exitRetry  = 75 // try again (EX_TEMPFAIL of sysexits.h)
)

// Main carries out the command line of the process, with what scenarios can name in the
// library, and ends the process.
func Main(lib *scenarios.Library) {
	os.Exit(execute(untilSignal(), lib, os.Args[1:], stdio{os.Stdout, os.Stderr}))
}

// untilSignal returns a context that the first signal to end cancels. By then the second
// one ends the program at once: whoever is told of the first may rely on that.
func untilSignal() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		signal.Stop(signals)
		cancel(fmt.Errorf("%v signal received", s))
	}()
	return ctx
}

// execute runs the command line and returns its exit code.
func execute(ctx context.Context, lib *scenarios.Library, args []string, io stdio) (code int) {
	defer func() {
		if v := recover(); v != nil {
			fmt.Fprintln(io.err, "halocline:", collapse(v, args))
			code = exitFailed
		}
	}()
	out := &page{bufio.NewWriter(io.out), textWidth(io.out), isTerminal(io.out)}
	root := newRoot(lib, stdio{out, io.err})
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if _, rest, lost := root.Find(args); err != nil && lost != nil {
		err = unknownCommand(root, rest)
	}
	if flushed := out.Flush(); flushed != nil {
		err = errors.Join(err, failure{fmt.Errorf("standard output cannot be written: %w; make room, or send it elsewhere", cause(flushed))})
	}
	if err == nil {
		return exitOK
	}
	if told := (reported{}); !errors.As(err, &told) {
		fmt.Fprintln(io.err, "halocline:", describe(err))
	}
	return exitCode(err)
}

// heed does work that does not look at its context, until the context is done: see pool.Until.
// That is no fault of the input then.
func heed[T any](ctx context.Context, work func() (T, error)) (T, error) {
	value, err := pool.Until(ctx, work)
	return value, unlessDone(ctx, err)
}

// unlessDone returns an error of work, or why its context was done before it was.
func unlessDone(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return failure{context.Cause(ctx)}
	}
	return err
}

// collapse says of a panic, which is a fault of the program, how it is reported: with a file
// that has where it happened.
func collapse(v any, args []string) string {
	first, _, _ := strings.Cut(fmt.Sprint(v), "\n") // below it may be the stack of another goroutine
	said := "this is a fault of the program and not of the input: " + first
	f, err := os.CreateTemp("", "halocline-fault-*.txt")
	if err != nil {
		return said
	}
	defer f.Close()
	fmt.Fprintf(f, "%s\n%s %s/%s\nhalocline %q\n%v\n\n%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, args, v, debug.Stack())
	return fmt.Sprintf("%s; please send %s, and the files that the command read, to whoever you have halocline from", said, f.Name())
}

// page is standard output while a command runs. Where it cannot be written,
// Flush says so, and nobody before, so that it is said once.
type page struct {
	*bufio.Writer
	width    int // characters that fit into a line
	terminal bool
}

// onTerminal reports whether somebody looks at what a command prints.
func onTerminal(w io.Writer) bool {
	p, ok := w.(*page)
	return ok && p.terminal
}

func (p *page) Write(b []byte) (int, error) {
	p.Writer.Write(b)
	return len(b), nil
}

// textWidth returns how many characters a line of a text may have that is broken into lines:
// 100, or as many as a narrower terminal has, but 60 at least.
func textWidth(w io.Writer) int {
	const usual, least = 100, 60
	if p, ok := w.(*page); ok {
		return p.width
	}
	if isTerminal(w) {
		return max(least, min(columns(int(w.(*os.File).Fd())), usual))
	}
	return usual
}

// newRoot returns the command line.
func newRoot(lib *scenarios.Library, io stdio) *cobra.Command {
	root := &cobra.Command{
		Use:     "halocline",
		Short:   "Simulate control loops that are closed through water",
		Example: "  halocline list\n  halocline run aloha20\n  halocline check my.yaml",
		Long: "Halocline is a discrete-event simulator of nodes and vehicles that talk through water.\n" +
			"Results go to standard output, everything else to standard error.\n\n" +
			"Exit codes: 0 ok; 1 a run failed or was interrupted, or a check did not hold;\n" +
			"2 the input is wrong; 75 try again.",
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			return emptyFlag(c)
		},
	}
	root.SetOut(io.out)
	root.SetErr(io.err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return inputError{fmt.Errorf("%w; see %s --help", flagFault(c, err), c.CommandPath())}
	})
	root.AddCommand(newRun(lib, io), newSteady(lib, io), newCheck(lib, io), newSchema(lib, io), newList(lib, io), newShow(lib, io), newReproduce(io), newSweep(lib, io), newMerge(io), newExport(io), newTableCommand(io), newPlotCommand(lib, io), newReportCommand(lib, io), newBench(io), newExplain(lib, io), newLink(lib, io), newLoop(io), newNew(lib, io), newVersion(lib, io))
	completeFlags(lib, root)
	exemplify(root)
	fitHelp(root)
	return root
}

// unknownCommand names the nearest command.
func unknownCommand(root *cobra.Command, words []string) error {
	for _, w := range words {
		if !strings.HasPrefix(w, "-") {
			return inputError{errors.New(strict.Unknown("command", w, namesBelow(root)) + "; see halocline --help")}
		}
	}
	return inputError{errors.New("no command is given; see halocline --help")}
}

// someScenarios and oneScenario check the number of arguments.
func someScenarios(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return inputError{fmt.Errorf("which scenario? A file, or the name of a bundled one; see %s --help", c.CommandPath())}
	}
	return nil
}

func oneScenario(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return inputError{fmt.Errorf("%d scenarios are given, and %s takes one; see %s --help", len(args), c.Name(), c.CommandPath())}
	}
	return someScenarios(c, args)
}

// failure is an error of a run rather than of the input.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// retry is an error that may not come again.
type retry struct{ error }

func (r retry) Unwrap() error { return r.error }

// inputError is an error of the input that has no place in a file.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

// reported is an error that standard output tells of already.
type reported struct{ error }

func (r reported) Unwrap() error { return r.error }

// exitCode tells what an error means for whoever called. What is not known to
// be the fault of a run is taken for a fault of the input, as cobra's own
// complaints about arguments are.
func exitCode(err error) int {
	var f failure
	var again retry
	switch {
	case errors.As(err, &again):
		return exitRetry
	case errors.As(err, &f):
		return exitFailed
	}
	return exitInput
}

// describe writes one fault on one line, and several below their number.
func describe(err error) string {
	if n := faults(err); n > 1 {
		return fmt.Sprintf("%d faults\n%v", n, err)
	}
	return err.Error()
}

// faults returns the number of faults that an error stands for.
func faults(err error) int {
	var list strict.Faults
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		n := 0
		for _, e := range many.Unwrap() {
			n += faults(e)
		}
		return n
	}
	if errors.As(err, &list) {
		return len(list)
	}
	return 1
}
