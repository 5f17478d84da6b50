// Package command is what all command lines of this module share: where they write, their exit
// codes, the way that faults of flags are told, help texts, and signals.
//
// A command is built from commands of cobra and goes through Prepare; Run carries it out.
package command

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"halocline/bench/report/text"
	"halocline/bench/study/pool"
	"halocline/scenarios/strict"
)

// Streams are where a command writes: standard output and standard error.
type Streams struct{ Out, Err io.Writer }

// Main carries out the command line of the process and ends it. A command is made for the
// streams that it writes to.
func Main(name string, build func(Streams) *cobra.Command) {
	os.Exit(Run(untilSignal(), name, build, os.Args[1:], Streams{os.Stdout, os.Stderr}))
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

// Run runs a command line of a program and returns its exit code.
func Run(ctx context.Context, name string, build func(Streams) *cobra.Command, args []string, std Streams) (code int) {
	defer func() {
		if v := recover(); v != nil {
			fmt.Fprintf(std.Err, "%s: %s\n", name, collapse(name, v, args))
			code = Failed
		}
	}()
	out := &page{bufio.NewWriter(std.Out), text.Width(std.Out), text.Columns(std.Out)}
	root := build(Streams{out, std.Err})
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if _, rest, lost := root.Find(args); err != nil && lost != nil {
		err = unknownCommand(root, rest)
	}
	if flushed := out.Flush(); flushed != nil {
		err = errors.Join(err, failure{fmt.Errorf("standard output cannot be written: %w; make room, or send it elsewhere", Cause(flushed))})
	}
	if err == nil {
		return OK
	}
	if told := (reported{}); !errors.As(err, &told) {
		fmt.Fprintf(std.Err, "%s: %s\n", name, Describe(err))
	}
	return ExitCode(err)
}

// Prepare has a program of finished commands write where it should, tell of faults of flags in
// plain words, and fit its help texts. The help of help shows one of its commands.
func Prepare(root *cobra.Command, std Streams, shown string) {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return emptyFlag(c) }
	root.SetOut(std.Out)
	root.SetErr(std.Err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return inputError{fmt.Errorf("%w; see %s --help", flagFault(c, err), c.CommandPath())}
	})
	exemplify(root, shown)
	fitHelp(root)
}

// Until does work that does not look at its context, until the context is done: see pool.Until.
// That is no fault of the input then.
func Until[T any](ctx context.Context, work func() (T, error)) (T, error) {
	value, err := pool.Until(ctx, work)
	return value, UnlessDone(ctx, err)
}

// UnlessDone returns an error of work, or why its context was done before it was.
func UnlessDone(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return failure{context.Cause(ctx)}
	}
	return err
}

// collapse says of a panic, which is a fault of the program, how it is reported: with a file
// that has where it happened. The author of a model of another module is told the place.
func collapse(name string, v any, args []string) string {
	p := pool.Recovered(v)
	said := "this is a fault of the program and not of the input: " + p.Text
	if p.Own {
		said += ", at " + p.At
	}
	f, err := os.CreateTemp("", name+"-fault-*.txt")
	if err != nil {
		return said
	}
	defer f.Close()
	fmt.Fprintf(f, "%s\n%s %s/%s\n%s %q\n%s, at %s\n\n%s", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, name, args, p.Text, p.At, p.Stack)
	if p.Own {
		return fmt.Sprintf("%s; the stack is in %s", said, f.Name())
	}
	return fmt.Sprintf("%s; please send %s, and the files that the command read, to whoever you have halocline from", said, f.Name())
}

// page is standard output while a command runs. Where it cannot be written,
// Flush says so, and nobody before, so that it is said once.
type page struct {
	*bufio.Writer
	width   int // characters of a line of text: see text.Width
	columns int // of a terminal; 0 of what is none
}

// OnTerminal reports whether somebody looks at what a command prints.
func OnTerminal(w io.Writer) bool {
	p, ok := w.(*page)
	return ok && p.columns > 0
}

func (p *page) Write(b []byte) (int, error) {
	p.Writer.Write(b)
	return len(b), nil
}

// WriteString is Write of a text.
func (p *page) WriteString(s string) (int, error) { return p.Write([]byte(s)) }

// Width returns how many characters fit into a line: see text.Width.
func (p *page) Width() int { return p.width }

// Columns returns how many characters a line of the terminal has: see text.Columns.
func (p *page) Columns() int { return p.columns }

// unknownCommand names the nearest command, or tells where one went that an annotation of the
// program has.
func unknownCommand(root *cobra.Command, words []string) error {
	for _, w := range words {
		if moved := root.Annotations[w]; moved != "" {
			return inputError{errors.New(moved)}
		}
		if !strings.HasPrefix(w, "-") {
			return inputError{errors.New(strict.Unknown("command", w, NamesBelow(root)) + "; see " + root.Name() + " --help")}
		}
	}
	return inputError{fmt.Errorf("no command is given; see %s --help", root.Name())}
}

// PrintJSON writes a result for programs.
func PrintJSON(std Streams, v any) error {
	e := json.NewEncoder(std.Out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return failure{err}
	}
	return nil
}
