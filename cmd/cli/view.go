package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/cosim"
	"halocline/bench/record/mcap"
	"halocline/bench/record/recorder"
	"halocline/bench/report/progress"
	"halocline/bench/study/measure"
	"halocline/bench/view"
	"halocline/cmd/command"
	page "halocline/cmd/view"
	"halocline/scenarios"
	"halocline/sim"
)

// viewFlags are the flags of the command view.
type viewFlags struct {
	runFlags
	with      []string // values that a second run has besides
	listen    string
	access    cosim.Access
	noBrowser bool
	seeded    bool
}

func newView(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var flags viewFlags
	c := &cobra.Command{
		Use:   "view SCENARIO|FILE.mcap [SECOND]",
		Short: "Show a run in a browser, or two side by side",
		Long:  aboutView,
		Example: "  halocline view docking\n" +
			"  halocline view aloha20 --seed 7 --set links.acoustic.mac.queue=4\n" +
			"  halocline view docking --with links.acoustic.mac.order=oldest\n" +
			"  halocline view run.mcap other.mcap --listen 8080 --no-browser",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 2 {
				return command.Input(fmt.Errorf("%d runs are given, and view shows two at most; see %s --help", len(args), c.CommandPath()))
			}
			return someScenarios(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			flags.seeded = c.Flags().Changed("seed")
			return flags.show(c.Context(), lib, io, args)
		},
		ValidArgsFunction: completeScenario(lib),
	}
	seedFlag(c, &flags.seed)
	timedFlags(c, &flags.sets)
	f := c.Flags()
	f.StringArrayVar(&flags.with, "with", nil, "run the scenario a second time with one more value, as `path=value`, and compare; may be repeated")
	f.StringVar(&flags.listen, "listen", "0", "`address` to serve the page on; 0 is any free port of this machine")
	f.BoolVar(&flags.access.Remote, "remote", false, "listen on other addresses than those of this machine too")
	f.StringVar(&flags.access.Token, "token", "", "`secret` that browsers on other machines must give, as http://.../?token=SECRET")
	f.BoolVar(&flags.noBrowser, "no-browser", false, "leave the browser closed")
	f.BoolVar(&flags.many, "many", false, manyUsage)
	return c
}

// aboutView says what there is to be seen.
const aboutView = `Carry a scenario out, or read a recording of halocline run --record, and show it in a browser: the water with all that is in it,
frames over time, why each reception came to what it did, computers, protocols and quantities, all at one moment.

The page is served to this machine alone until the command is stopped with Ctrl-C. It asks for nothing from elsewhere, and its address
says what is shown: copied, it shows the same again while the page is served. What is shown is read only.

With --with, or with a second scenario or file, two runs stand side by side. Scenarios have the same seed. The first record in which
the runs differ is told.

Others may look on with --remote, --token and --listen; what they see is not encrypted.`

// show shows one run, or two.
func (f *viewFlags) show(ctx context.Context, lib *scenarios.Library, io command.Streams, names []string) error {
	switch {
	case len(f.with) > 0 && len(names) > 1:
		return command.Input(errors.New("--with makes a second run of the first scenario, and a second one is given; leave out one or the other"))
	case len(f.with) > 0 && isRecording(names[0]):
		return command.Input(errors.New("--with runs a scenario a second time, and a recording has been run; name the scenario instead"))
	}
	listener, err := f.access.Listen(ctx, f.listen)
	if err != nil {
		return command.Input(fmt.Errorf("--listen: %w", err))
	}
	defer listener.Close()
	sources, err := f.sources(ctx, lib, io, names)
	for _, s := range sources {
		if file, ok := s.(*mcap.File); ok {
			defer file.Close()
		}
	}
	if err != nil {
		return err
	}
	data, err := view.New(command.Version(), sources...)
	if err != nil {
		return command.Failure(err)
	}
	handler, err := view.Page(page.Files(), f.access, data)
	if err != nil {
		return command.Failure(err)
	}
	address := fmt.Sprintf("http://%v/", listener.Addr())
	fmt.Fprintf(io.Out, "%s\n", address)
	fmt.Fprintln(io.Err, "Open this address in a browser; Ctrl-C ends the page.")
	if !f.noBrowser {
		view.Browse(ctx, address)
	}
	if err := view.Serve(ctx, listener, handler); err != nil {
		return command.Failure(err)
	}
	return nil
}

// isRecording reports whether a name is that of a recording.
func isRecording(name string) bool { return strings.HasSuffix(name, ".mcap") }

// sources returns the recordings that are to be shown.
func (f *viewFlags) sources(ctx context.Context, lib *scenarios.Library, io command.Streams, names []string) (all []recorder.Source, err error) {
	if len(f.with) > 0 {
		names = append(names, names[0])
	}
	for i, name := range names {
		if isRecording(name) {
			file, err := mcap.Open(name)
			if err != nil {
				return all, command.Input(err)
			}
			all = append(all, file)
			continue
		}
		own := *f
		if i > 0 {
			own.sets.texts = append(own.sets.texts[:len(own.sets.texts):len(own.sets.texts)], f.with...)
			own.seed, own.seeded = all[0].Head().Seed, true
		}
		source, err := own.carryOut(ctx, lib, io, name)
		if err != nil {
			return all, err
		}
		all = append(all, source)
	}
	return all, nil
}

// carryOut runs a scenario, and takes the run down.
func (f *viewFlags) carryOut(ctx context.Context, lib *scenarios.Library, io command.Streams, name string) (*view.Memory, error) {
	plan, warnings, err := f.plan(ctx, lib, name, f.seeded, f.many)
	if err != nil {
		return nil, err
	}
	warn(io, warnings)
	kept := view.NewMemory()
	taken := recorder.New(plan, kept)
	recipe(&taken.Head, "view", name, &f.sets)
	line := progress.NewLine(io.Err)
	out, err := measure.Run(ctx, plan, measure.Options{Told: line.Run(plan.Duration), Tracer: taken, Built: taken.Attach, Computer: taken.Computer})
	if err != nil {
		return nil, command.UnlessDone(ctx, err)
	}
	line.Erase()
	if ctx.Err() != nil {
		return nil, interrupted(out.Stopped)
	}
	warn(io, out.Doubts())
	if out.Stopped != nil {
		warn(io, []string{"the run ended before its time: " + out.Reason})
	}
	taken.Close(sim.Time(sim.Seconds(out.Reached)))
	resultOf(&taken.Head, out)
	kept.Know(taken.Head)
	return kept, nil
}
