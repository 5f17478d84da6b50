package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"halocline/bench/cosim"
	"halocline/bench/record/mcap"
	"halocline/bench/record/recorder"
	"halocline/bench/report/check"
	"halocline/bench/report/progress"
	"halocline/bench/report/showing"
	"halocline/bench/report/text"
	"halocline/bench/study"
	"halocline/bench/study/measure"
	"halocline/bench/study/results"
	"halocline/bench/view"
	"halocline/cmd/command"
	page "halocline/cmd/view"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// viewFlags are the flags of the command view.
type viewFlags struct {
	runFlags
	with      withTexts // values that a second run has besides
	listen    string
	access    cosim.Access
	noBrowser bool
	live      bool
	rate      float64
	seeded    bool
}

func newView(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var flags viewFlags
	c := &cobra.Command{
		Use:   "view SCENARIO|FILE.mcap|RESULTS.db [SECOND]",
		Short: "Show a run in a browser, or two side by side",
		Long:  aboutView,
		Example: "  halocline view docking\n" +
			"  halocline view aloha20 --seed 7 --set links.acoustic.mac.queue=4\n" +
			"  halocline view docking --with links.acoustic.mac.order=oldest\n" +
			"  halocline view run.mcap other.mcap --listen 8080 --no-browser\n" +
			"  halocline view results.db --listen 7410",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 2 {
				return command.Input(fmt.Errorf("%d runs are given, and view shows two at most; see %s --help", len(args), c.CommandPath()))
			}
			return someScenarios(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			flags.seeded = c.Flags().Changed("seed")
			if c.Flags().Changed("rate") && !flags.live {
				return command.Input(errors.New("--rate is of a run that goes on by the clock on the wall; add --live"))
			}
			return flags.show(c.Context(), lib, io, args)
		},
		ValidArgsFunction: completeScenario(lib),
	}
	seedFlag(c, &flags.seed)
	timedFlags(c, &flags.sets)
	f := c.Flags()
	f.StringArrayVar((*[]string)(&flags.with), "with", nil, "compare with a run with this value, as `path=value`; may be repeated")
	f.StringVar(&flags.listen, "listen", "0", "`address` of the page; 0 for any free port")
	f.BoolVar(&flags.access.Remote, "remote", false, "also listen on addresses beyond this machine")
	f.StringVar(&flags.access.Token, "token", "", "`secret` that browsers elsewhere give: http://.../?token=SECRET")
	f.BoolVar(&flags.live, "live", false, "show the run while it goes on, by the wall clock")
	f.Float64Var(&flags.rate, "rate", 1, "`ratio` of simulated to wall time, with --live")
	f.BoolVar(&flags.noBrowser, "no-browser", false, "leave the browser closed")
	f.BoolVar(&flags.many, "many", false, manyUsage)
	return c
}

// aboutView says what there is to be seen.
const aboutView = `Show a run in a browser: a scenario, a recording of halocline run --record, or any run of a result file. The page is served to this
machine until Ctrl-C, and it can change nothing.

With --with, a second scenario or a second file, two runs stand side by side. Scenarios then have the same seed, and the page shows
where the runs first differ. With --live the run goes on by the wall clock while it is shown.

halocline docs tutorial-view shows how to read the page. What others see with --remote is not encrypted.`

// fits refuses flags that do not fit what is to be shown.
func (f *viewFlags) fits(names []string) error {
	switch {
	case len(f.with) > 0 && len(names) > 1:
		return command.Input(errors.New("--with makes a second run of the first scenario, and a second one is given; leave out one or the other"))
	case len(f.with) > 0 && check.IsRecording(names[0]):
		return command.Input(errors.New("--with runs a scenario a second time, and a recording has been run; name the scenario instead"))
	case f.changes() && !slices.ContainsFunc(names, func(name string) bool { return !check.IsRecording(name) }):
		return command.Input(errors.New("a recording is shown as it was run; leave out --set, --at and --seed, or name the scenario instead"))
	case f.seeded && check.IsRecording(names[0]):
		return command.Input(errors.New("what is compared with a recording has its seed; leave out --seed"))
	}
	_, err := overrides("--with", f.with)
	return err
}

// show shows one run, or two.
func (f *viewFlags) show(ctx context.Context, lib *scenarios.Library, io command.Streams, names []string) error {
	if err := f.fits(names); err != nil {
		return err
	}
	listener, err := f.access.Listen(ctx, f.listen)
	if err != nil {
		return command.Input(fmt.Errorf("--listen: %w", err))
	}
	defer listener.Close()
	if check.HoldsResults(names[0]) {
		handler, err := f.study(ctx, lib, io, names)
		if err != nil {
			return err
		}
		return command.UnlessInput(f.page(io, listener).ServeHandler(ctx, handler))
	}
	if f.live {
		return f.follow(ctx, lib, io, names, listener)
	}
	sources, err := f.sources(ctx, lib, io, names)
	for _, s := range sources {
		if file, ok := s.(*mcap.File); ok {
			defer file.Close()
		}
	}
	if err != nil {
		return err
	}
	if err := f.page(io, listener).Serve(ctx, sources...); err != nil {
		return command.Failure(err)
	}
	return nil
}

// follow shows a run while it goes on, and afterwards.
func (f *viewFlags) follow(ctx context.Context, lib *scenarios.Library, io command.Streams, names []string, listener net.Listener) error {
	config, err := (&serveFlags{rate: f.rate, step: liveStep, late: string(cosim.Catch)}).config()
	switch {
	case err != nil:
		return command.Input(err)
	case len(names) > 1 || len(f.with) > 0 || check.IsRecording(names[0]):
		return command.Input(errors.New("--live shows one scenario that runs now; leave out SECOND, --with and recordings"))
	}
	plan, warnings, err := f.plan(ctx, lib, names[0], f.seeded, f.many)
	if err != nil {
		return err
	}
	warn(io, warnings)
	session, err := cosim.New(config, plan)
	if err != nil {
		return command.Input(err)
	}
	live := showing.NewLive(*f.page(io, listener))
	if err := live.Follow(ctx, session, plan, func(h *recorder.Head) { recipe(h, "view", names[0], &f.sets) }); err != nil {
		return command.Failure(err)
	}
	return nil
}

// liveStep is the simulated time between two boundaries of a run that is followed.
const liveStep = 20 * time.Millisecond

// page returns what shows runs.
func (f *viewFlags) page(io command.Streams, listener net.Listener) *showing.Page {
	return &showing.Page{Version: command.Version(), Files: page.Files(), Access: f.access, Listener: listener, Browse: !f.noBrowser, Tell: io.Err}
}

// changes reports whether flags change what is run.
func (f *viewFlags) changes() bool { return f.seeded || len(f.sets.texts)+len(f.sets.later) > 0 }

// sources returns the recordings that are to be shown.
func (f *viewFlags) sources(ctx context.Context, lib *scenarios.Library, io command.Streams, names []string) (all []recorder.Source, err error) {
	if len(f.with) > 0 {
		names = append(names, names[0])
	}
	for i, name := range names {
		if check.IsJournal(name) {
			return all, command.Input(check.RecordingGiven(name))
		}
		if check.IsRecording(name) {
			file, err := mcap.Open(name)
			if err != nil {
				return all, command.Input(err)
			}
			all = append(all, file)
			continue
		}
		own := *f
		if i > 0 {
			own.second(all[0].Head().Seed)
		}
		source, err := own.carryOut(ctx, lib, io, name)
		if err != nil {
			return all, own.with.named(err)
		}
		all = append(all, source)
	}
	return all, nil
}

// second makes the flags those of a second run: the values of --with stand beside those of --set, or for them where they are of the same
// path, and the seed is that of the first run unless these give one.
func (f *viewFlags) second(seed uint64) {
	replaced := func(text string) bool {
		path, _, _ := strings.Cut(text, "=")
		return slices.ContainsFunc(f.with, func(w string) bool { return strings.HasPrefix(w, path+"=") })
	}
	f.sets.texts = append(slices.DeleteFunc(slices.Clone(f.sets.texts), replaced), f.with...)
	f.seed, f.seeded = seed, !hasSeed(f.sets.texts)
}

// withTexts are the values of --with.
type withTexts []string

// named names --with in the faults of its values, which are read as those of --set.
func (w withTexts) named(err error) error {
	var faults strict.Faults
	if len(w) == 0 || !errors.As(err, &faults) {
		return err
	}
	faults = slices.Clone(faults)
	for i := range faults {
		path, set := strings.CutPrefix(faults[i].File, "--set ")
		if own := func(t string) bool { p, _, _ := strings.Cut(t, "="); return strings.HasPrefix(path, p) }; set && slices.ContainsFunc(w, own) {
			faults[i].File = "--with " + path
		}
	}
	return command.Input(faults)
}

// study returns what serves the runs of a study. What a flag would change of them is refused.
func (f *viewFlags) study(ctx context.Context, lib *scenarios.Library, io command.Streams, names []string) (http.Handler, error) {
	if len(names) > 1 || len(f.with) > 0 || f.live || f.changes() {
		return nil, command.Input(errors.New("the results of a study are shown alone, and with the values and seeds that they have; leave out SECOND, --with, --live, --set, --at and --seed"))
	}
	file, err := results.Open(names[0])
	if err != nil {
		return nil, command.Input(err)
	}
	of := file.Study()
	if err := file.Close(); err != nil {
		return nil, command.Failure(err)
	}
	s, err := study.Reopen(ctx, lib, of)
	if err != nil {
		return nil, command.Input(err)
	}
	shown := &view.Study{Study: s, Version: command.Version(), Files: page.Files(), Access: f.access}
	shown.Carry = func(ctx context.Context, cell, repetition int) (recorder.Source, error) {
		plan, err := s.Plan(cell, repetition)
		if err != nil {
			return nil, err
		}
		kept, err := f.take(ctx, io, plan, func(h *recorder.Head) { h.Command = text.Shell(s.RunCommand(s.Base, cell, plan.Seed)...) })
		if err == nil {
			f.warnOther(io, names[0], results.Key{Cell: cell, Repetition: repetition}, kept.Head().Fingerprint)
		}
		return kept, err
	}
	handler, err := shown.Handler()
	if err != nil {
		return nil, command.Failure(err)
	}
	return handler, nil
}

// warnOther warns where a run is another one now than that of the results.
func (f *viewFlags) warnOther(io command.Streams, name string, k results.Key, fingerprint string) {
	file, err := results.Open(name)
	if err != nil {
		warn(io, []string{err.Error()})
		return
	}
	defer file.Close()
	if was, found, err := file.Run(k); err == nil && found && was.Fingerprint != fingerprint {
		warn(io, []string{fmt.Sprintf("run %d:%d has the fingerprint %s now, and %s in the results, which version %s made", k.Cell, k.Repetition, fingerprint, was.Fingerprint, file.Study().Version)})
	}
}

// carryOut runs a scenario, and takes the run down.
func (f *viewFlags) carryOut(ctx context.Context, lib *scenarios.Library, io command.Streams, name string) (*view.Memory, error) {
	plan, warnings, err := f.plan(ctx, lib, name, f.seeded, f.many)
	if err != nil {
		return nil, unlessShown(name, err)
	}
	warn(io, warnings)
	return f.take(ctx, io, plan, func(h *recorder.Head) { recipe(h, "view", name, &f.sets) })
}

// unlessShown says what can be shown, where a file is not named as a scenario is and cannot be read as one.
func unlessShown(name string, err error) error {
	var faults strict.Faults
	if ending := filepath.Ext(name); !errors.As(err, &faults) || slices.Contains([]string{".yaml", ".yml"}, ending) || faults[0].File != name {
		return err
	}
	return command.Input(fmt.Errorf("%s: it is no scenario in YAML, no recording (.mcap) and no result file, of which halocline view shows runs; name one of these", name))
}

// take runs a plan, and takes the run down. Its recipe is what repeats it.
func (f *viewFlags) take(ctx context.Context, io command.Streams, plan *scenarios.Plan, recipe func(h *recorder.Head)) (*view.Memory, error) {
	line := progress.NewLine(io.Err)
	kept, out, err := showing.Run(ctx, plan, measure.Options{Told: line.Run(io.Err, plan.Duration)}, recipe)
	line.Erase()
	switch {
	case err != nil:
		return nil, command.UnlessDone(ctx, err)
	case ctx.Err() != nil:
		return nil, interrupted(out.Stopped)
	case out.Stopped != nil:
		warn(io, []string{"the run ended before its time: " + out.Reason})
	}
	warn(io, out.Doubts())
	return kept, nil
}

// openLive opens the page of a session.
func openLive(ctx context.Context, access cosim.Access, address string) (cosim.Adapter, error) {
	listener, err := access.Listen(ctx, address)
	if err != nil {
		return nil, err
	}
	return showing.NewLive(showing.Page{Version: command.Version(), Files: page.Files(), Access: access, Listener: listener}), nil
}
