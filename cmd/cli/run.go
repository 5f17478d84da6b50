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
	seed  uint64
	sets  []string
	trace string
	queue string
	heard string // file of the readings
	json  bool
	many  bool
}

func newRun(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var flags runFlags
	c := &cobra.Command{
		Use:   "run SCENARIO",
		Short: "Run a scenario and print what happened",
		Long:  aboutRun,
		Example: "  halocline run aloha20\n" +
			"  halocline run my.yaml --seed 7 --set links.acoustic.mac.queue=4\n" +
			"  halocline run aloha20 --trace packets.csv --json\n" +
			"  halocline run navigation --set nodes.auv.instruments='[imu, dvl]' --readings readings.csv\n" +
			"  halocline run two-nodes --set nodes.auv.at='[2km, 0m, -75m]' --set probe.period=1s",
		Args: oneScenario,
		RunE: func(c *cobra.Command, args []string) error {
			return run(c.Context(), lib, io, args[0], flags, c.Flags().Changed("seed"))
		},
		ValidArgsFunction: completeScenario(lib),
	}
	overrideFlags(c, &flags.sets, &flags.seed)
	c.Flags().StringVar(&flags.trace, "trace", "", "write every record to a `file`, in the format of its ending: "+strings.Join(record.TraceEndings(), " ")+"; - is text on standard output")
	c.Flags().StringVar(&flags.heard, "readings", "", "write what the instruments of nodes read, and the truth, to a `file`: "+strings.Join(record.ReadingEndings(), " "))
	c.Flags().StringVar(&flags.queue, "queue", "heap", "event `queue`: heap, or gods, which is slower and gives the same results")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	c.Flags().BoolVar(&flags.many, "many", false, manyUsage)
	return c
}

// aboutRun says what the columns of a run mean.
const aboutRun = "Run a scenario, a YAML file or the name of a bundled one, and print what happened to every packet.\n" +
	"The same program gives the same scenario with the same seed the same fingerprint. An interrupted\n" +
	"run prints what was measured until then.\n\n" +
	"A node's packets are counted where they are offered: ratio is delivered to offered, delay the mean\n" +
	"from offer to delivery, p95 the delay that 95 % do not exceed. A packet to everybody is delivered with the\n" +
	"first node that has it, lost if none received it, and in the ratio by the share of the link's other nodes\n" +
	"that have it. Received counts at the receiver. In a flow, jitter is the mean change of the delay from one delivery to the next, and age the mean time since\n" +
	"the newest packet that has arrived was offered, before that since the first offer; requests have none.\n\n" +
	"Of a vehicle that docks, switch is when it first went over to the RF link and dock when it reached its\n" +
	"berth; end is its distance at the end, error the integral of the distance over time, overshoot how far it\n" +
	"was beyond the berth, motive the mechanical energy that its thrusters gave it against the water, and\n" +
	"estimate, of one that reckons where it is, the root mean square of how wrong it was about that. Of a\n" +
	"controller, updates are the packets of its station: used, outdated (not acted on), or lost (not delivered,\n" +
	"for any reason); delay is from measurement to actuation, age that of the information it acts on, period\n" +
	"from one measurement used to the next, and jitter the standard deviation of that.\n\n" +
	"A vehicle that has not docked has drifted away where it ends further from the berth than it began; else it\n" +
	"has lost contact where it acted on no update for the last ten seconds, or for five sampling periods if that\n" +
	"is longer; else it met the time limit, which is the duration. Of a packet, queue-full, radio-busy and\n" +
	"too-long are refused by the protocol; expired (ttl), retries-exhausted, no-answer (to what goes before the\n" +
	"packet), channel-busy (never found free) and superseded (by a newer one, with order) dropped by it; and lost\n" +
	"at the receiver are below-threshold (too weak by its mean power), fading (too weak by that), bit-error,\n" +
	"collision, half-duplex (it was sending), turnaround (it had just sent), doppler, asleep, out-of-range\n" +
	"(beyond the range of the channel), shadow (something stands between), out-of-water (an end is in the air),\n" +
	"and aborted (the sender stopped). An outage (the node or its radio was down) refuses at the sender and loses\n" +
	"at both ends.\n\n" +
	"Of a vehicle on a survey, finished is when it first passed the last point of its path; path is the length of\n" +
	"that seen from above, covered how much of it lies behind, corners that are cut included, and way how far the\n" +
	"vehicle went over ground until the end of the run; cross-track and depth error are root mean squares of its\n" +
	"distance from the path, over the time on it.\n\n" +
	"Of a link, in use is the part of the run in which at least one node was on the air; arrivals are counted\n" +
	"at each radio that a frame reaches: intact; lost, which the radio began to receive in vain; and missed,\n" +
	"which it never began to receive. Collisions are of both, and of frames for anybody. A packet is lost by what befell it last at its\n" +
	"destination. Goodput is the bits that were delivered, each once, over the duration; throughput counts\n" +
	"repetitions too. Jain index is (sum x)^2 / (n sum x^2) of the packets x that each of n nodes got\n" +
	"delivered: 1 if they share alike, 1/n if one has it all.\n\n" +
	"A scenario's warmup is not counted. What happens counts from its end on: deliveries in throughput and\n" +
	"goodput, frames, arrivals, time on the air and energy; rates are over the time from there. Ratios, delays\n" +
	"and fates are of the packets that were offered from there on; where many of them still wait at the end, a\n" +
	"warning says so. The trace, the fingerprint, the events and the ways of vehicles are of the whole run.\n\n" +
	"In a trace, value is bits for offered, the delay in s for delivered and duplicate, the time on the air\n" +
	"in s for tx-start and tx-abort, the ratio of signal to noise and interference in dB for rx-ok, rx-lost\n" +
	"and rx-missed, and the reading for sample, a probe's, with its quantity as note: of a vehicle place, attitude,\n" +
	"velocities along its axes, rates, thrusts, angles of fins, and the current around it. A frame that is unsent\n" +
	"should have gone out while its radio was down, which is from down to up. A digest is what all motion and all\n" +
	"readings so far are reduced to: two runs part in the second in which it differs. A state is one that a\n" +
	"protocol tells of itself, with its name as note.\n\n" +
	"With --readings the instruments that nodes carry, by their key instruments, are read: a line for each\n" +
	"number, with when it was taken and when it is available, what it is without errors, and its unit at the\n" +
	"end of the quantity. Axes are those of the vehicle, x forward, y left and z up; a heading is counted from\n" +
	"the world's x to its y, a positive pitch lowers the bow, and a positive roll the right side. What the\n" +
	"program of a node reads, such as reckoning, are other instruments. A probe says where a vehicle is in truth."

// outcome is what a run prints.
type outcome struct {
	Version string          `json:"version"` // of the program
	Program results.Session `json:"program"`
	Queue   string          `json:"queue"`
	*measure.Outcome

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
	sets, err := seededSets(flags.sets, flags.seed, seeded)
	if err != nil {
		return err
	}
	plan, warnings, err := checked(ctx, lib, name, sets, flags.many)
	if err != nil {
		return err
	}
	readings, err := openReadings(flags.heard, plan)
	if err != nil {
		return err
	}
	sinks, err := openSinks(flags.trace, plan.Names(), io.Out)
	if err != nil {
		return err
	}
	line := progress.NewLine(io.Err)
	warn(io, warnings)
	measured, err := measure.Run(ctx, plan, measure.Options{Queue: queue, Tracer: sinks.tracer(), Told: line.Run(plan.Duration), Readings: readings.take()})
	if err != nil {
		return command.UnlessDone(ctx, err)
	}
	line.Erase()
	written := errors.Join(sinks.close(), readings.close())
	program, err := thisProgram(lib)
	if err != nil {
		return command.Failure(err)
	}
	result := outcome{Version: program.Version, Program: program, Queue: flags.queue, Outcome: measured, description: plan.Description}
	warn(io, measured.Doubts())
	return errors.Join(result.print(io, flags.json), written, interrupted(measured.Stopped))
}

// checked reads a scenario that is to be run. The warnings are for who looks on.
func checked(ctx context.Context, lib *scenarios.Library, name string, sets []strict.Set, many bool) (plan *scenarios.Plan, warnings []string, err error) {
	load := func() (*scenarios.Plan, error) { return lib.Load(name, sets) }
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
		return command.PrintJSON(io, o)
	}
	return command.UnlessInput(summary.Write(io.Out, o.Outcome, o.description))
}

// overrides reads the values of --set.
func overrides(texts []string) ([]strict.Set, error) {
	var sets []strict.Set
	for _, t := range texts {
		path, value, ok := strings.Cut(t, "=")
		if !ok || path == "" {
			return nil, command.Input(fmt.Errorf("--set %q: path=value is due, as in --set water.salinity=5psu", t))
		}
		sets = append(sets, strict.Set{Path: path, Value: value})
	}
	return sets, nil
}

// overrideUsage is what --set says of itself.
const overrideUsage = "override one value, as `path=value`, or take it out, as path=null; may be repeated"

// overrideFlags gives a command --set and --seed, which seededSets reads.
func overrideFlags(c *cobra.Command, sets *[]string, seed *uint64) {
	c.Flags().Uint64Var(seed, "seed", 1, "`number` that all random streams begin with, instead of the scenario's seed")
	c.Flags().StringArrayVar(sets, "set", nil, overrideUsage)
}

// seededSets reads the values of --set, and adds that of --seed where it is given.
func seededSets(texts []string, seed uint64, seeded bool) ([]strict.Set, error) {
	sets, err := overrides(texts)
	if err != nil || !seeded {
		return sets, err
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
	told := name
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		told = usual
	}
	sink, unknown := choose(told)
	if info, err := os.Stat(name); unknown != nil && !(err == nil && info.IsDir()) {
		return nil, none, command.Input(unknown)
	}
	f, err := createFile(name)
	if err != nil {
		return nil, none, err
	}
	return f, sink(f, names), nil
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
