package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/cosim"
	"halocline/bench/record"
	"halocline/bench/report/progress"
	"halocline/bench/report/summary"
	"halocline/bench/study/measure"
	"halocline/bench/study/results"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// runFlags are the flags of the command run.
type runFlags struct {
	scenario string // as it was given
	seed     uint64
	sets     timed
	trace    string
	queue    string
	heard    string // file of the readings
	record   string // file of a recording
	pcap     string // file of a capture
	talking  bool   // something else writes to the terminal
	replay   string // file of a journal
	served   bool   // by halocline serve
	json     bool
	many     bool
}

func newRun(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var flags runFlags
	c := &cobra.Command{
		Use:   "run SCENARIO",
		Short: "Run a scenario and print what happened",
		Long:  aboutRun,
		Example: "  halocline run aloha20\n" +
			"  halocline run my.yaml --seed 7 --set links.acoustic.mac.queue=4\n" +
			"  halocline run navigation --readings readings.csv --trace packets.csv\n" +
			"  halocline run docking --record docking.mcap --pcap docking.pcapng\n" +
			"  halocline run two-nodes --set nodes.auv.at='[2km, 0m, -75m]' --set probe.period=1s\n" +
			"  halocline run docking --at 60s --set water.current.speed=0.3m/s",
		Args: oneScenario,
		RunE: func(c *cobra.Command, args []string) error {
			return run(c.Context(), lib, io, args[0], flags, c.Flags().Changed("seed"))
		},
		ValidArgsFunction: completeScenario(lib),
	}
	seedFlag(c, &flags.seed)
	timedFlags(c, &flags.sets)
	c.Flags().StringVar(&flags.trace, "trace", "", "write every record to a `file`: "+strings.Join(record.TraceEndings(), " ")+"; - for standard output")
	c.Flags().StringVar(&flags.heard, "readings", "", "write the readings of instruments to a `file`: "+strings.Join(record.ReadingEndings(), " "))
	recordFlags(c, &flags)
	c.Flags().StringVar(&flags.replay, "replay", "", "repeat a session of halocline serve from its journal, a `file`")
	c.Flags().StringVar(&flags.queue, "queue", "heap", "event `queue`: heap, or gods, slower with the same results")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	c.Flags().BoolVar(&flags.many, "many", false, manyUsage)
	return c
}

// aboutRun says where the meaning of what a run prints is found.
const aboutRun = `Run a scenario, a YAML file or the name of a bundled one, and print what happened to every packet.
The same program, scenario and seed give the same results. After Ctrl-C a run prints what was
measured until then.

halocline explain WORD tells what a column, a cause of loss or an outcome means, as in explain p95,
explain superseded or explain lost contact. halocline docs output says what is counted, and
halocline docs recordings what the files hold.`

// outcome is what a run prints.
type outcome struct {
	Version string          `json:"version"` // of the program
	Program results.Session `json:"program"`
	Queue   string          `json:"queue"`
	*measure.Outcome
	Session *cosim.Report `json:"session,omitempty"` // with programs outside
	Metrics summary.Own   `json:"metrics,omitempty"` // of programs and models, as the table has them

	description string
}

func run(ctx context.Context, lib *scenarios.Library, io command.Streams, name string, flags runFlags, seeded bool) error {
	queue, err := command.Queue(flags.queue)
	if err != nil {
		return err
	}
	if flags.json && flags.trace == "-" {
		return command.Input(errors.New("--trace - and --json would both write to standard output; name a file for the trace"))
	}
	plan, warnings, err := flags.plan(ctx, lib, name, seeded, flags.many)
	if err != nil {
		return err
	}
	options, done := measure.Options{Queue: queue}, func(*outcome) error { return nil }
	if flags.replay != "" {
		journal, err := replayed(flags.replay, plan)
		if err != nil {
			return err
		}
		options.Drive = journal.Drive
		done = func(o *outcome) error {
			if w := journal.Warning(o.Fingerprint); w != "" {
				warn(io, []string{"--replay " + flags.replay + ": " + w})
			}
			return nil
		}
	}
	warn(io, warnings)
	return runPlan(ctx, lib, io, plan, &flags, options, done)
}

// plan reads and checks the scenario under what the flags change of it.
func (f *runFlags) plan(ctx context.Context, lib *scenarios.Library, name string, seeded, many bool) (plan *scenarios.Plan, warnings []string, err error) {
	f.scenario = name
	sets, later, err := f.sets.read()
	if err == nil {
		sets, err = withSeed(sets, f.seed, seeded)
	}
	if err != nil {
		return nil, nil, err
	}
	return checked(ctx, lib, name, sets, many, later...)
}

// runPlan carries a run out and prints what came of it.
func runPlan(ctx context.Context, lib *scenarios.Library, io command.Streams, plan *scenarios.Plan, flags *runFlags, o measure.Options, done func(*outcome) error) error {
	readings, err := openReadings(flags.heard, plan)
	if err != nil {
		return err
	}
	sinks, err := openSinks(flags.trace, plan.Names(), io.Out)
	if err != nil {
		return err
	}
	taken, err := openRecordings(flags, plan)
	if err != nil {
		return err
	}
	var line *progress.Line
	o.Tracer = trace.Tee(o.Tracer, sinks.tracer())
	if !flags.talking {
		line = progress.NewLine(io.Err)
		o.Told = line.Run(io.Err, plan.Duration)
	}
	if take := readings.take(); take != nil {
		o.Readings = take
	}
	taken.join(&o)
	measured, err := measure.Run(ctx, plan, o)
	if err != nil {
		return command.UnlessDone(ctx, err)
	}
	line.Erase()
	written := errors.Join(sinks.close(), readings.close(), taken.close(measured))
	program, err := thisProgram(lib)
	if err != nil {
		return command.Failure(err)
	}
	result := outcome{Version: program.Version, Program: program, Queue: flags.queue, Outcome: measured, description: plan.Description}
	warn(io, measured.Doubts())
	for _, at := range plan.ChangesAt() {
		if at.Seconds() > measured.Reached {
			warn(io, []string{fmt.Sprintf("the change at %.6g s never came: the run ended at %.6g s", at.Seconds(), measured.Reached)})
		}
	}
	written = errors.Join(written, done(&result))
	return errors.Join(result.print(io, flags.json), written, interrupted(measured.Stopped))
}

// checked reads a scenario that is to be run. The warnings are for who looks on.
func checked(ctx context.Context, lib *scenarios.Library, name string, sets []strict.Set, many bool, later ...scenarios.Later) (plan *scenarios.Plan, warnings []string, err error) {
	load := func() (*scenarios.Plan, error) { return lib.Load(name, sets, later...) }
	if plan, err = command.Until(ctx, load); err != nil {
		return nil, nil, unlessStudy(lib, name, err)
	}
	if err := unlessMany(name, plan.Size(), many); err != nil {
		return nil, nil, err
	}
	warnings, err = command.Until(ctx, plan.Check)
	return plan, warnings, err
}

// linkNamed returns the number of the link that --link names, and -1 for none.
func linkNamed(name string, names trace.Names) (int, error) {
	i := slices.Index(names.Links, name)
	if i < 0 && name != "" {
		return i, fmt.Errorf("--link: %s", strict.Unknown("link", name, names.Links))
	}
	return i, nil
}

// warn says what is allowed and hardly meant.
func warn(io command.Streams, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintln(io.Err, "warning:", w)
	}
}

// interrupted makes the error of a run that did not reach its end.
func interrupted(stopped error) error {
	if stopped == nil {
		return nil
	}
	return command.Failure(stopped)
}

// print writes the outcome.
func (o *outcome) print(io command.Streams, asJSON bool) error {
	if asJSON {
		o.Metrics = summary.OwnOf(o.Outcome)
		return command.PrintJSON(io, o)
	}
	return command.UnlessInput(summary.Write(io.Out, o.Outcome, o.description))
}

// overrides reads the values of --set, or of a flag like it.
func overrides(flag string, texts []string) ([]strict.Set, error) {
	var sets []strict.Set
	for _, t := range texts {
		path, value, ok := strings.Cut(t, "=")
		if !ok || path == "" {
			return nil, command.Input(fmt.Errorf("%s %q: write path=value, as in %s water.salinity=5psu", flag, t, flag))
		}
		sets = append(sets, strict.Set{Path: path, Value: value})
	}
	return sets, nil
}

// overrideUsage is what --set says of itself.
const overrideUsage = "change a value, as `path=value`; path=null removes it; may be repeated"

// overrideFlags gives a command --set and --seed, which seededSets reads.
func overrideFlags(c *cobra.Command, sets *[]string, seed *uint64) {
	seedFlag(c, seed)
	c.Flags().StringArrayVar(sets, "set", nil, overrideUsage)
}

// seedFlag gives a command --seed.
func seedFlag(c *cobra.Command, seed *uint64) {
	c.Flags().Uint64Var(seed, "seed", 1, "`number` from which all random streams begin")
}

// seededSets reads the values of --set, and adds that of --seed where it is given.
func seededSets(texts []string, seed uint64, seeded bool) ([]strict.Set, error) {
	sets, err := overrides("--set", texts)
	if err != nil {
		return nil, err
	}
	return withSeed(sets, seed, seeded)
}

// withSeed adds the value of --seed where it is given.
func withSeed(sets []strict.Set, seed uint64, seeded bool) ([]strict.Set, error) {
	if !seeded {
		return sets, nil
	}
	if i := slices.IndexFunc(sets, func(s strict.Set) bool { return s.Path == "seed" }); i >= 0 {
		return nil, command.Input(fmt.Errorf("--seed %d and --set seed=%s both give the seed; give one of them", seed, sets[i].Value))
	}
	return append(sets, strict.Set{Path: "seed", Value: fmt.Sprint(seed)}), nil
}

// sinks are where the records of a run go.
type sinks struct {
	name   string // of the file
	file   io.Closer
	writer record.TraceSink
}

// openSinks makes the sinks of a run, and the trace file if there is to be one.
func openSinks(file string, names trace.Names, stdout io.Writer) (*sinks, error) {
	switch file {
	case "":
		return &sinks{}, nil
	case "-":
		return &sinks{writer: trace.NewText(stdout, names)}, nil
	}
	f, writer, err := openSink(file, names, record.NewTrace, ".txt")
	if err != nil {
		return nil, command.Unwritten("--trace", file, err)
	}
	return &sinks{name: file, file: f, writer: writer}, nil
}

// openSink makes a file, and what writes into it in the format that its name tells. A device
// or a pipe, whose name tells none, gets the usual one.
func openSink[S any](name string, names trace.Names, choose func(string) (func(io.Writer, trace.Names) S, error), usual string) (io.Closer, S, error) {
	var none S
	sink, unknown := choose(toldBy(name, usual))
	if unknown != nil && !isFolder(name) {
		return nil, none, command.Input(unknown)
	}
	f, err := createFile(name)
	if err != nil {
		return nil, none, err
	}
	return f, sink(f, names), nil
}

// toldBy returns the name that tells the format of a file: of a device or a pipe the usual one.
func toldBy(name, usual string) string {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return usual
	}
	return name
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// tracer returns the sink of all records, or nil.
func (s *sinks) tracer() trace.Tracer {
	if s.writer == nil {
		return nil
	}
	return s.writer
}

// close writes out what is buffered. A trace that could not be written is a
// failure of the run.
func (s *sinks) close() error {
	var err error
	if s.writer != nil {
		err = s.writer.Flush()
	}
	if s.file != nil {
		err = errors.Join(err, s.file.Close())
	}
	if err != nil && s.file != nil {
		return command.Failure(command.Unwritten("--trace", s.name, err))
	}
	if err != nil {
		return command.Failure(err)
	}
	return nil
}
