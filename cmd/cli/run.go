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
	"halocline/bench/record/pcapng"
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
			"  halocline run aloha20 --trace packets.csv --json\n" +
			"  halocline run navigation --readings readings.csv\n" +
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
	c.Flags().StringVar(&flags.trace, "trace", "", "write every record to a `file`, in the format of its ending: "+strings.Join(record.TraceEndings(), " ")+"; - is text on standard output")
	c.Flags().StringVar(&flags.heard, "readings", "", "write what the instruments of nodes read, and the truth, to a `file`: "+strings.Join(record.ReadingEndings(), " "))
	recordFlags(c, &flags)
	c.Flags().StringVar(&flags.replay, "replay", "", "bring in what came into a session of halocline serve, from its journal, a `file`")
	c.Flags().StringVar(&flags.queue, "queue", "heap", "event `queue`: heap, or gods, which is slower and gives the same results")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	c.Flags().BoolVar(&flags.many, "many", false, manyUsage)
	return c
}

// aboutRun says what the columns of a run mean.
const aboutRun = `Run a scenario, a YAML file or the name of a bundled one, and print what happened to every packet.
The same program gives the same scenario with the same seed the same fingerprint. An interrupted
run prints what was measured until then.

Packets are counted where they are offered:

  ratio        packets delivered to packets offered; one to everybody counts by the share of the
               link's other nodes that received it
  delay        mean time from offer to delivery
  p95          delay that 95 % of the packets do not exceed
  received     packets that the node received; it counts at the receiver
  jitter       of a flow: mean change of the delay from one delivery to the next
  age          of a flow: mean time since the newest received packet was created, before that since
               the first was; requests have none

A packet to everybody is delivered with the first node that receives it, and lost if none does.
Packets that are not delivered have a cause:

  refused by the protocol
    queue-full, radio-busy, too-long
  dropped by the protocol
    expired            older than ttl
    retries-exhausted  too many repetitions
    no-answer          no answer to what goes before the packet
    channel-busy       the channel was never found free
    superseded         replaced by a newer packet, by the key order
  lost at the receiver
    below-threshold    too weak by its mean power
    fading             too weak by fading
    bit-error, collision, doppler, asleep
    half-duplex        the receiver was sending
    turnaround         the receiver had just sent
    out-of-range       beyond the range of the channel
    shadow             something stands between
    out-of-water       an end is in the air
    out-of-view        an end looks another way
    echo               it would have been received without its own echoes
    aborted            the sender stopped
  refused at the sender, or lost at either end
    outage             the node or its radio was down
    battery-empty      the battery of the node was empty
  dropped by a network
    no-route           no way to the destination is known
    hop-limit          it has gone over as many hops as it may (ttl)
    died-out           nobody sends a copy on any more, and none has arrived

A vehicle that docks has these columns:

  switch       time of its first change to the RF link
  dock         time at which it reached its berth
  end          distance to the berth at the end
  error        integral of the distance to the berth over time
  overshoot    greatest distance beyond the berth
  motive       mechanical energy that its thrusters gave it against the water
  estimate     error of the position by navigation: reckoning or filter, root mean square
  navigation   way in which vehicles find out where they are, below the table

A vehicle that has not docked has one of these outcomes:

  drifted away  it ended further from the berth than it began
  lost contact  otherwise, if it acted on no update for the last ten seconds, or for five sampling
                periods if that is longer
  time limit    otherwise: it met the duration of the run

The controller of a vehicle has these columns:

  used, outdated, lost  updates of its station that it acted on, that came and that it did not act
                        on, and that did not come, for any reason
  delay                 time from measurement to actuation
  age                   age of the information that it acts on
  period                time from one measurement used to the next
  jitter                standard deviation of the period

A vehicle on a survey has these columns:

  finished      time at which it first passed the last point of its path
  path          length of its path seen from above
  covered       length of the path behind it, corners that are cut included
  way           length of its way over ground until the end of the run
  cross-track, depth error  distance from the path, root mean square over the time on it
  estimate      error of the position by navigation: reckoning or filter, root mean square

A link has these columns:

  in use        part of the run in which at least one node was on the air
  arrivals      frames, counted at each radio that they reach
  intact, lost  arrivals that the radio received, and that it began to receive in vain
  missed        arrivals that the radio never began to receive
  collisions    arrivals of frames, for any node, lost or missed by the overlap with others
  goodput       bits of delivered packets, each packet once, over the duration
  throughput    the same with repetitions
  Jain index    (sum x)^2 / (n sum x^2) of the packets x that each of n nodes got delivered: 1 if
                all shares are equal, 1/n if one node has all

The cause of a lost packet is that of its last frame at its destination.

A scenario's warmup is not counted. What happens counts from its end on: deliveries in throughput
and goodput, frames, arrivals, time on the air and energy. Rates are over the time from there.
Ratios, delays and causes are of the packets that were offered from there on. If many of them still
wait at the end, a warning says so. The trace, the fingerprint, the events and the ways of vehicles
are of the whole run.

The value of a record in a trace depends on its kind:

  offered               bits
  delivered, duplicate  delay in s
  tx-start, tx-abort    time on the air in s
  rx-ok, rx-lost, rx-missed  ratio of signal to noise and interference in dB
  sample                reading of a probe, with its quantity as note: of a vehicle its position,
                        attitude, velocities along its axes, rates, thrusts, angles of fins, and
                        the current around it
  unsent                none: the frame should have gone out while its radio was down, which is from
                        down to up
  digest                digest of all motion and all readings so far; two runs part in the second in
                        which it differs
  state                 state that a protocol tells of itself, with its name as note

With --record the run is taken down, for halocline view and for other programs: frames that are sent
and how each comes to each radio, with its power and noise; where vehicles are and take themselves to
be, 20 times a second, in long runs as often as makes 25,000 rows of all; readings, half as often; the
schedule of computers; all records but readings; and the command that repeats the run. The results
are the same, and the number of events is not.

With --pcap the frames at all radios are written: each as it begins to be sent, and as it ends to
arrive, with the cause as comment where it is not received. A packet has the link type 147 and these
fields, in network byte order:

` + pcapng.Layout + `

With --readings the instruments of nodes, which the key instruments gives them, are read. There is a
line for each number: when it was taken and when it is available, its value and that without errors,
and its unit at the end of the quantity. Axes are those of the vehicle, x forward, y left and z up.
A heading is counted from the world's x to its y, a positive pitch lowers the bow, and a positive
roll the right side. A probe tells the true motion of a vehicle.`

// outcome is what a run prints.
type outcome struct {
	Version string          `json:"version"` // of the program
	Program results.Session `json:"program"`
	Queue   string          `json:"queue"`
	*measure.Outcome
	Session *cosim.Report `json:"session,omitempty"` // with programs outside

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
			return nil, command.Input(fmt.Errorf("--set %q: write path=value, as in --set water.salinity=5psu", t))
		}
		sets = append(sets, strict.Set{Path: path, Value: value})
	}
	return sets, nil
}

// overrideUsage is what --set says of itself.
const overrideUsage = "override one value, as `path=value`, or take it out, as path=null; may be repeated"

// overrideFlags gives a command --set and --seed, which seededSets reads.
func overrideFlags(c *cobra.Command, sets *[]string, seed *uint64) {
	seedFlag(c, seed)
	c.Flags().StringArrayVar(sets, "set", nil, overrideUsage)
}

// seedFlag gives a command --seed.
func seedFlag(c *cobra.Command, seed *uint64) {
	c.Flags().Uint64Var(seed, "seed", 1, "`number` that all random streams begin with, instead of the scenario's seed")
}

// seededSets reads the values of --set, and adds that of --seed where it is given.
func seededSets(texts []string, seed uint64, seeded bool) ([]strict.Set, error) {
	sets, err := overrides(texts)
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
