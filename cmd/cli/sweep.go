package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"halocline/bench/report/check"
	"halocline/bench/report/input"
	"halocline/bench/report/progress"
	"halocline/bench/report/summary"
	"halocline/bench/report/text"
	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/bench/study/runner"
	"halocline/bench/study/studies"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// sweepFlags are the flags of the command sweep.
type sweepFlags struct {
	output  string
	resume  bool
	again   bool
	reuse   string
	plan    bool
	runs    string
	shard   string
	out     string
	workers int
	many    bool
	engine  string
	array   arrayFlags

	override study.Override
}

func newSweep(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var flags sweepFlags
	c := &cobra.Command{
		Use:   "sweep STUDY",
		Short: "Run a study: many runs of a scenario, into one result file",
		Long: "Run a study, a YAML file or the name of a bundled one, on all processors, and keep the results in one SQLite file.\n" +
			"The file does not depend on the number of workers, on interruptions or on shards. A failed run is kept with its reason.\n\n" +
			"With --precision 5% each cell is repeated until the interval of its mean is ± 5 % of it, or it has --repeat runs;\n" +
			"see halocline explain until.\n\n" +
			"Ctrl-C finishes the runs under way and keeps them; --resume makes those that are missing. It refuses the file of\n" +
			"another study, scenario, release or sources. Killed at any moment, a sweep loses the runs of the last second.\n\n" +
			"After a change of the study, --reuse OLD.db takes the runs that are the same from its earlier file.\n\n" +
			"With --shard I/N one part of the runs goes into the folder --out; merge puts the parts together. Exit code 75 means:\n" +
			"try again later. halocline docs large-studies has more.\n\n" +
			oneRunAgain,
		Example: "  halocline sweep mac-under-current -o results.db\n" +
			"  halocline sweep my-study.yaml --precision 5% --repeat 500\n" +
			"  halocline sweep my-study.yaml --plan\n" +
			"  halocline sweep my-study.yaml --plan --runs 3,0:1\n" +
			"  halocline sweep my-study.yaml -o results.db --resume\n" +
			"  halocline sweep my-study.yaml --shard 2/8 --out shards --resume\n" +
			"  halocline sweep my-study.yaml --engine slurm --shards 20 --out shards -o results.db",
		Args: oneStudy,
		RunE: func(c *cobra.Command, args []string) error { return carryOut(c.Context(), lib, io, args[0], &flags) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return studies.Bundled(), cobra.ShellCompDirectiveDefault
		},
	}
	c.Flags().StringVarP(&flags.output, "output", "o", "", "result `file`; the study's name and .db if left out")
	c.Flags().BoolVar(&flags.resume, "resume", false, "go on with a result file or a shard that is there")
	c.Flags().BoolVar(&flags.again, "retry-failed", false, "with --resume: make the runs that failed once more")
	c.Flags().StringVar(&flags.reuse, "reuse", "", "result `file` of an earlier study, whose runs that are the same are taken")
	c.Flags().BoolVar(&flags.plan, "plan", false, "list the runs and make none")
	c.Flags().StringVar(&flags.runs, "runs", "", "make, or list with --plan, only these `runs`: as in 3,7..9,4:0,5:1..3")
	c.Flags().StringVar(&flags.shard, "shard", "", "make the `part` I of N, as in 2/8")
	c.Flags().StringVar(&flags.out, "out", "", "`folder` of the shards")
	c.Flags().IntVar(&flags.workers, "workers", 0, "`number` of runs side by side; 0 for one per processor")
	c.Flags().BoolVar(&flags.many, "many", false, "allow more than a million runs, or more than 1e10 events in one")
	c.Flags().Var((*input.Share)(&flags.override.Precision), "precision", "repeat each cell up to this half-width, a `share` of its mean: 5%")
	c.Flags().IntVar(&flags.override.Repeat, "repeat", 0, "`number` of runs of each cell, at most with --precision; 0: as in the study")
	c.Flags().StringVar(&flags.engine, "engine", "local", "`where` to run: local, on this machine, or slurm")
	flags.array.add(c)
	return c
}

// oneRunAgain says in the help how a run that a result file holds is made again.
const oneRunAgain = "To make one run again: sweep STUDY --plan --runs CELL:REPETITION prints its command. export has both numbers."

// oneStudy checks the number of arguments.
func oneStudy(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return command.Input(fmt.Errorf("which study? A file, or one of %s; see %s --help", strings.Join(studies.Bundled(), ", "), c.CommandPath()))
	}
	return nil
}

// maxRuns is the size of a study that is not made without being asked for.
const maxRuns = 1_000_000

// carryOut carries out a study here or on a cluster, or lists its runs.
func carryOut(ctx context.Context, lib *scenarios.Library, io command.Streams, name string, flags *sweepFlags) error {
	s, err := readStudy(ctx, lib, name, flags.override)
	if err != nil {
		return err
	}
	return flags.carryOut(ctx, lib, io, name, s)
}

// carryOut carries out a study that is read.
func (f *sweepFlags) carryOut(ctx context.Context, lib *scenarios.Library, io command.Streams, name string, s *study.Study) error {
	if err := f.check(s); err != nil {
		return command.Input(err)
	}
	warn(io, check.BesideBase(lib, name, s))
	warnings, err := check.Cells(ctx, progress.NewLine(io.Err), s, f.workers, f.many)
	if warn(io, warnings); err != nil {
		return command.UnlessDone(ctx, err)
	}
	switch {
	case f.plan:
		if err := f.planned(ctx, lib, io, s); err != nil {
			return err
		}
		return listRuns(lib, io, s, f.runs)
	case f.engine == "slurm":
		return sweepOnSlurm(ctx, lib, io, name, s, f)
	}
	return sweepHere(ctx, lib, io, s, f)
}

// planned says how many runs of a plan the file has that they would go into, or why it would be refused.
func (f *sweepFlags) planned(ctx context.Context, lib *scenarios.Library, io command.Streams, s *study.Study) error {
	name := f.path(s)
	if _, err := os.Stat(name); err != nil || !f.resume || f.engine == "slurm" {
		return nil
	}
	program, err := thisProgram(lib)
	if err != nil {
		return command.Failure(err)
	}
	file, err := openResults(ctx, io.Err, name)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := file.Resumable(s.Identity(command.Release()+" "+program.Sources), s.Cells()); err != nil {
		return storeFault(err)
	}
	runs, _, err := file.Count()
	if err != nil {
		return storeFault(err)
	}
	fmt.Fprintf(io.Err, "%s holds %s of these; --resume makes the others\n", name, text.Plural(runs, "run"))
	return nil
}

// path returns the name of the result file.
func (f *sweepFlags) path(s *study.Study) string { return cmp.Or(f.output, s.Definition.Name+".db") }

// listRuns lists the cells with the numbers of their runs, or tells of a selection of runs.
func listRuns(lib *scenarios.Library, io command.Streams, s *study.Study, selected string) error {
	if selected == "" {
		return summary.Cells(io.Out, s)
	}
	only, err := s.Select(selected)
	if err != nil {
		return command.Input(fmt.Errorf("--runs: %w", err))
	}
	if err := summary.Commands(io.Out, lib, s, only); err != nil {
		return command.Failure(err)
	}
	return nil
}

// readStudy reads a study. What is given in its place is told where it is known.
func readStudy(ctx context.Context, lib *scenarios.Library, name string, o study.Override) (*study.Study, error) {
	s, err := command.Until(ctx, func() (*study.Study, error) { return studies.LoadWith(ctx, lib, name, o) })
	switch {
	case err == nil || ctx.Err() != nil:
		return s, err
	case check.HoldsResults(name):
		return nil, command.Input(check.ResultGiven(name))
	case check.IsRecording(name):
		return nil, command.Input(check.RecordingGiven(name))
	case check.IsVehicle(lib, name):
		return nil, command.Input(fmt.Errorf("%s is a vehicle: halocline new study mine begins a study of a docking, and nodes.auv.vehicle.model: %s in its set makes this vehicle dock", name, name))
	case check.IsScenario(lib, name):
		return nil, command.Input(fmt.Errorf("%s is a scenario, which halocline run runs once; halocline new study mine --base %s begins a study of it", name, name))
	}
	return nil, err
}

// sweepHere makes the runs on this machine, into a result file or a shard.
func sweepHere(ctx context.Context, lib *scenarios.Library, io command.Streams, s *study.Study, flags *sweepFlags) error {
	options := runner.Options{Workers: flags.workers}
	if flags.runs != "" {
		only, err := s.Select(flags.runs)
		if err != nil {
			return command.Input(fmt.Errorf("--runs: %w", err))
		}
		options.Only = func(k results.Key) bool { return only.Has(k.Cell*s.Repeat + k.Repetition) }
	}
	program, err := thisProgram(lib)
	if err != nil {
		return command.Failure(err)
	}
	version := command.Release() + " " + program.Sources
	if options.Earlier, err = flags.earlier(ctx, lib, s, version); err != nil {
		return err
	}
	defer options.Earlier.Close()
	writer, err := flags.open(ctx, s, version, program)
	if errors.Is(err, results.ErrComplete) {
		fmt.Fprintln(io.Err, err)
		return nil
	}
	if err != nil {
		return storeFault(err)
	}
	if writer.Unchecked() {
		warnUnchecked(io.Err, writer.Name())
	}
	if flags.again {
		if _, err := writer.DropFailed(); err != nil {
			return storeFault(errors.Join(err, writer.Close()))
		}
	}
	state, err := makeRuns(ctx, io, s, writer, options)
	return flags.finish(io, writer, state, err)
}

// makeRuns makes runs and shows how far they are. The first signal lets those under way end.
func makeRuns(ctx context.Context, io command.Streams, s *study.Study, writer *results.Writer, options runner.Options) (runner.Progress, error) {
	collectSeldom()
	meter := progress.NewMeter(io.Err, s.Definition.Name, s.Most())
	defer meter.Close()
	options.Told = meter.Told
	quiet := context.AfterFunc(ctx, func() {
		meter.Say("finishing the runs under way, to keep them; a second Ctrl-C ends at once")
	})
	defer quiet()
	return runner.Run(ctx, s, writer, options)
}

// collectSeldom lets garbage grow to twice of what is in use before it is
// collected: a run leaves some hundred kB behind. More makes a sweep 4 % faster, and 10^5 runs take
// 90 MB so. GOGC says otherwise, where it is set.
func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
}

// finish closes the file and says what it holds. A shard that holds its runs is
// complete, whether some of them failed or not: the cluster has nothing to repeat.
func (f *sweepFlags) finish(io command.Streams, writer *results.Writer, state runner.Progress, err error) error {
	path := writer.Name()
	left := len(writer.Missing())
	runs, failed, counted := writer.Count()
	closed := errors.Join(counted, writer.Close())
	taken, total := "", ""
	if f.reuse != "" {
		taken = fmt.Sprintf(", %d taken from %s", state.Taken, f.reuse)
	}
	if left > 0 {
		total = fmt.Sprintf(", %d are missing", left)
	}
	fmt.Fprintf(io.Err, "%s made%s; %s holds %d%s, %d failed\n", text.Plural(state.Done-state.Taken, "run"), taken, path, runs, total, failed)
	if state.Imprecise != "" {
		warn(io, []string{state.Imprecise + "; sweep --resume with a larger --repeat adds runs to these"})
	}
	if state.Uncounted > 0 {
		warn(io, []string{fmt.Sprintf("%d of these runs were over before the end of their warm-up, so that nothing in them is counted; make warmup shorter", state.Uncounted)})
	}
	switch {
	case err != nil && errors.Is(err, runner.ErrInterrupted) && f.shard != "":
		return command.Retry(errors.Join(err, closed)) // a cluster takes its node away, and may start the shard again
	case err != nil && errors.Is(err, runner.ErrInterrupted):
		return command.Failure(errors.Join(err, closed))
	case err != nil:
		return storeFault(err)
	case closed != nil:
		return storeFault(closed)
	case failed > 0 && f.shard == "":
		return command.Failure(errors.New(progress.Failures(failed, state)))
	}
	return nil
}

// check finds flags that do not belong together.
func (f *sweepFlags) check(s *study.Study) error {
	if f.shard != "" {
		if _, _, err := results.ReadShard(f.shard); err != nil {
			return fmt.Errorf("--shard %w", err)
		}
	}
	if err := errors.Join(command.NotNegative("--workers", f.workers), command.NotNegative("--repeat", f.override.Repeat), command.NotNegative("--at-once", f.array.atOnce), command.NotNegativeTime("--poll", f.array.poll)); err != nil {
		return err
	}
	if err := f.checkPlaces(); err != nil {
		return err
	}
	return f.checkRuns(s)
}

// checkPlaces finds flags that do not belong together of those that say where runs are made and
// where they are kept.
func (f *sweepFlags) checkPlaces() error {
	switch {
	case f.engine != "local" && f.engine != "slurm":
		return fmt.Errorf("--engine: %s", strict.Unknown("engine", f.engine, []string{"local", "slurm"}))
	case f.shard != "" && f.out == "":
		return errors.New("--shard: the folder of the shards is missing; name it with --out")
	case f.shard != "" && f.output != "":
		return errors.New("--shard: a shard goes into the folder --out; the result file comes from halocline merge, so leave -o out")
	case f.array.shards < 1:
		return fmt.Errorf("--shards: %d is given; write at least 1", f.array.shards)
	case f.engine == "slurm" && f.out == "":
		return errors.New("--engine slurm: name a folder with --out that all nodes of the cluster see")
	case f.out != "" && f.shard == "" && f.engine == "local":
		return errors.New("--out is the folder of the shards; without --shard the result goes into one file, -o")
	case f.shard != "" && f.engine == "slurm":
		return errors.New("--shard: the cluster deals out the shards by itself; leave it out")
	}
	return nil
}

// checkRuns finds flags that do not belong together of those that say which runs are made.
func (f *sweepFlags) checkRuns(s *study.Study) error {
	switch {
	case f.reuse != "" && f.engine == "slurm":
		return errors.New("--reuse is for a sweep on this machine; leave it out")
	case f.again && !f.resume:
		return errors.New("--retry-failed goes with --resume; add it")
	case f.runs != "" && (s.Until != nil || s.Boundary != nil) && !f.plan:
		return errors.New("--runs: the runs of this study decide which others are made (until, boundary); leave --runs out")
	case f.plan && f.shard != "":
		return errors.New("--plan lists all runs of the study; leave --shard out")
	case s.Most() > maxRuns && !f.many && !f.plan:
		return fmt.Errorf("%s has %d cells and %d runs; add --many to allow that", s.File, s.Count(), s.Most())
	}
	return nil
}

// open opens the file that the runs go into, and notes which program writes to it.
func (f *sweepFlags) open(ctx context.Context, s *study.Study, version string, program results.Session) (*results.Writer, error) {
	writer, err := f.openFor(ctx, s, version)
	if err != nil {
		return nil, err
	}
	if err := writer.Sign(program); err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	return writer, nil
}

// earlier opens the file whose runs are taken, if there is one.
func (f *sweepFlags) earlier(ctx context.Context, lib *scenarios.Library, s *study.Study, version string) (*runner.Earlier, error) {
	if f.reuse == "" {
		return nil, nil
	}
	e, err := runner.OpenEarlier(ctx, lib, f.reuse, s, version)
	if err != nil {
		return nil, command.UnlessDone(ctx, command.Input(fmt.Errorf("--reuse %w", err)))
	}
	return e, nil
}

// openFor opens the file for a version of the program.
func (f *sweepFlags) openFor(ctx context.Context, s *study.Study, version string) (*results.Writer, error) {
	identity := s.Identity(version)
	cells, err := command.Until(ctx, func() ([]results.Cell, error) { return s.Cells(), nil })
	if err != nil {
		return nil, err
	}
	if f.shard != "" {
		i, n, err := results.ReadShard(f.shard)
		if err != nil {
			return nil, err
		}
		if err := os.MkdirAll(f.out, 0o777); err != nil {
			return nil, command.Unwritten("--out", f.out, err)
		}
		part := s.Part(i, n)
		return results.Shard(ctx, results.ShardPath(f.out, part), identity, cells, part)
	}
	path := f.path(s)
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return nil, command.Unwritten("-o", path, syscall.EISDIR)
	case err == nil && f.resume:
		return results.Resume(ctx, path, identity, cells)
	}
	w, err := results.Create(ctx, path, identity, cells)
	if errors.Is(err, results.ErrExists) {
		return nil, command.Input(fmt.Errorf("-o %s: the file exists; add --resume to go on with it, or name another file", path))
	}
	return w, err
}

// storeFault says what an error of the result file means for whoever called: trying
// again helps where the disk is full or another program has the file.
func storeFault(err error) error {
	is := func(kinds ...error) bool {
		return slices.ContainsFunc(kinds, func(kind error) bool { return errors.Is(err, kind) })
	}
	switch {
	case is(results.ErrInUse, results.ErrFull):
		return command.Retry(err)
	case is(results.ErrExists, results.ErrOther, results.ErrFormat, results.ErrConflict, results.ErrNoShard,
		fs.ErrNotExist, fs.ErrPermission, syscall.EISDIR, syscall.ENOTDIR):
		return command.Input(err)
	}
	return command.UnlessInput(err)
}
