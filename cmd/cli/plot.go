package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"halocline/bench/report/check"
	"halocline/bench/report/figure"
	"halocline/bench/report/input"
	"halocline/bench/report/paper"
	"halocline/bench/study"
	"halocline/bench/study/measure"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// plotFlags are the flags of the command plot.
type plotFlags struct {
	study.Figure
	paper.Options
	output string
	height input.Input
	many   bool // of a scenario

	what     []string
	sets     []string
	from, to time.Duration
	link     string
	nodes    []string
	format   string
	at       string // address of a view
}

func newPlotCommand(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var flags plotFlags
	c := &cobra.Command{
		Use:   "plot FILE.db [NAME] | plot SCENARIO",
		Short: "Draw the results of a study, or one run of a scenario",
		Long: "Draw figures of a result file: those that its study names, one of them, or one that flags describe. A flag\n" +
			"beside NAME changes that figure. Of a scenario one run is made and drawn; --what chooses its pictures.\n\n" +
			"The ending of -o tells the format. If several pictures are made, it is their folder. halocline docs output has more.",
		Example: "  halocline plot results.db\n" +
			"  halocline plot results.db --kind lines --x speed --y auv.time_to_dock --by mac \\\n" +
			"    --where \"method == 'hybrid'\" -o dock.pdf\n" +
			"  halocline plot aloha20 --what space-time --from 10s --to 20s -o waves.svg\n" +
			"  halocline plot docking --what distance,track -o pictures",
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return command.Input(fmt.Errorf("what is to be drawn? A result file or a scenario; see %s --help", c.CommandPath()))
			case len(args) > 2 || len(args) == 2 && !isResult(args[0]):
				return command.Input(fmt.Errorf("%d arguments are given; write a result file and a name, or a scenario; see %s --help", len(args), c.CommandPath()))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := flags.check(c, isResult(args[0])); err != nil {
				return command.Input(err)
			}
			if err := checkOptions(c, &flags.Options); err != nil {
				return err
			}
			var err error
			if flags.View, err = viewAt(flags.at); err != nil {
				return err
			}
			if isResult(args[0]) {
				return plotResults(c, io, args, &flags)
			}
			return plotRun(c.Context(), lib, io, args[0], &flags)
		},
		ValidArgsFunction: completeScenario(lib),
	}
	flags.add(c.Flags())
	return c
}

// add adds the flags.
func (p *plotFlags) add(f *pflag.FlagSet) {
	f.StringVarP(&p.output, "output", "o", "", "`file`, or folder of several; this folder if left out")
	f.StringVar(&p.format, "format", "svg", "`form` of pictures in a folder: svg, pdf or png")
	f.StringVar(&p.Width, "width", "", "`width` of a picture: column, 8.6 cm, or page, 17.8 cm; chosen if left out")
	new(input.List).Add(&p.height, "height", "", "how high a picture is, such as 5cm, up to 30cm; chosen if left out", input.Quantity("m", "[0.03,0.3]"))
	f.Var(&p.height, "height", p.height.Doc)
	f.StringVar(&p.Kind, "kind", "lines", "results: `form`: lines, stacked, box, ecdf, heat, scatter or boundary")
	f.StringVar(&p.X, "x", "", "results: `path` or variable of the x axis; of a scatter, a metric")
	f.StringVar(&p.Y, "y", "", "results: `metric` that is shown; of stacked several, as in 'fates.*'")
	f.StringVar(&p.By, "by", "", "results: `path` or variable of the curves; of a heat map, the y axis")
	f.StringVar(&p.Where, "where", "", "results: `condition` that cells must meet")
	f.StringVar(&p.Facet, "facet", "", "results: `path` or variable with a panel for each value")
	f.StringVar(&p.XScale, "xscale", "linear", "results: `scale` of the x axis: linear or log")
	f.StringVar(&p.YScale, "yscale", "linear", "results: `scale` of the y axis: linear or log")
	addOptions(f, &p.Options)
	f.StringVar(&p.at, "view", "", "results: `address` of a view, such as 7410, to which an SVG links")
	f.StringSliceVar(&p.what, "what", nil, "scenario: `pictures`: "+strings.Join(paper.Pictures(), ", ")+"; all if left out")
	f.StringArrayVar(&p.sets, "set", nil, overrideUsage)
	f.BoolVar(&p.many, "many", false, manyUsage)
	f.DurationVar(&p.from, "from", 0, "scenario: `time` at which the pictures begin, such as 10s")
	f.DurationVar(&p.to, "to", 0, "scenario: `time` at which they end; 2s of a schedule if left out")
	f.StringVar(&p.link, "link", "", "space-time: `link` that is drawn; the first with a frame if left out")
	f.StringSliceVar(&p.nodes, "node", nil, "schedule: `nodes` whose computers are drawn; all if left out")
}

// check finds flags that do not belong together.
func (p *plotFlags) check(c *cobra.Command, results bool) error {
	others, of := []string{"kind", "x", "y", "by", "where", "facet", "xscale", "yscale", "average", "confidence", "view"}, "a result file"
	if results {
		others, of = []string{"what", "set", "from", "to", "link", "node"}, "a scenario"
	}
	for _, name := range others {
		if c.Flags().Changed(name) {
			return fmt.Errorf("--%s goes with %s", name, of)
		}
	}
	if _, err := figure.Format("." + p.format); err != nil {
		return fmt.Errorf("--format: %w", err)
	}
	for flag, scale := range map[string]string{"xscale": p.XScale, "yscale": p.YScale} {
		if scale != "linear" && scale != "log" {
			return fmt.Errorf("--%s: %s", flag, strict.Unknown("scale", scale, []string{"linear", "log"}))
		}
	}
	if widths := []string{"column", "page"}; p.Width != "" && !slices.Contains(widths, p.Width) {
		return fmt.Errorf("--width: %s", strict.Unknown("width", p.Width, widths))
	}
	for _, name := range p.what {
		if !slices.Contains(paper.Pictures(), name) {
			return fmt.Errorf("--what: %s", strict.Unknown("picture", name, paper.Pictures()))
		}
	}
	if p.to != 0 && p.to <= p.from || p.from < 0 {
		return fmt.Errorf("the window from %v to %v has no extent; --to is after --from", p.from, p.to)
	}
	return p.checkOutput()
}

// checkOutput finds a file or a folder that could not be written, before anything is read or run.
func (p *plotFlags) checkOutput() error {
	if p.output == "" {
		return nil
	}
	if _, err := figure.Format(p.output); err != nil {
		if info, missing := os.Stat(p.output); filepath.Ext(p.output) != "" && (missing != nil || !info.IsDir()) {
			return fmt.Errorf("-o %s: %w", p.output, err)
		}
		return nil // a folder, which is made where it is missing
	}
	if _, err := os.Stat(filepath.Dir(p.output)); err != nil {
		return command.Unwritten("-o", p.output, err)
	}
	return nil
}

// isResult tells whether an argument is a result file rather than a scenario.
func isResult(name string) bool { return strings.HasSuffix(name, ".db") || check.HoldsResults(name) }

// plotResults draws figures of a result file.
func plotResults(c *cobra.Command, io command.Streams, args []string, flags *plotFlags) error {
	p, closed, err := openPaper(c, args)
	if err != nil {
		return err
	}
	defer closed()
	list, err := flags.chosen(c, args, p)
	if err != nil {
		return command.Input(err)
	}
	var pictures []paper.Picture
	for _, f := range list {
		made, err := command.Until(c.Context(), func() (paper.Figure, error) { return p.Figure(f, flags.Options) })
		if c.Context().Err() != nil {
			return command.Failure(context.Cause(c.Context()))
		}
		if err != nil {
			return command.Input(err)
		}
		pictures = append(pictures, paper.Picture{Name: f.Name, Drawing: made})
		for _, note := range made.Notes {
			fmt.Fprintf(io.Err, "%s: %s\n", f.Name, note)
		}
	}
	return flags.write(io, pictures)
}

// noFigures is said where a figure is asked for and the study has none.
const noFigures = "the study names no figures; describe one, as in --kind lines --x speed --y auv.age_mean"

// chosen returns the figures that name and flags ask for.
func (p *plotFlags) chosen(c *cobra.Command, args []string, of *paper.Paper) ([]study.Figure, error) {
	described := slices.ContainsFunc([]string{"kind", "x", "y", "by", "where", "facet", "xscale", "yscale"}, c.Flags().Changed)
	switch {
	case len(args) == 2:
		var names []string
		for _, f := range of.Figures {
			if names = append(names, f.Name); f.Name == args[1] {
				return []study.Figure{p.over(c, f)}, nil
			}
		}
		if len(names) == 0 {
			return nil, errors.New(noFigures)
		}
		return nil, errors.New(strict.Unknown("figure", args[1], names))
	case described:
		f := p.over(c, study.Figure{Kind: p.Kind})
		f.Name = strings.NewReplacer("/", "-", ".*", "", "*", "", "?", "").Replace(f.Y)
		if f.Y == "" {
			return nil, errors.New("--y is missing; it is the metric that is shown, such as packets.delay_mean")
		}
		return []study.Figure{f}, nil
	case len(of.Figures) == 0:
		return nil, errors.New(noFigures)
	}
	var all []study.Figure
	for _, f := range of.Figures {
		all = append(all, p.over(c, f))
	}
	return all, nil
}

// over returns a figure of the study as the flags change it.
func (p *plotFlags) over(c *cobra.Command, f study.Figure) study.Figure {
	for name, value := range map[string]struct{ to, from *string }{
		"kind": {&f.Kind, &p.Kind}, "x": {&f.X, &p.X}, "y": {&f.Y, &p.Y}, "by": {&f.By, &p.By}, "where": {&f.Where, &p.Where},
		"facet": {&f.Facet, &p.Facet}, "width": {&f.Width, &p.Width}, "xscale": {&f.XScale, &p.XScale}, "yscale": {&f.YScale, &p.YScale},
	} {
		if c.Flags().Changed(name) {
			*value.to = *value.from
		}
	}
	if p.height.Given() {
		f.Height = p.height.Value
	}
	return f
}

// plotRun makes a run of a scenario and draws it.
func plotRun(ctx context.Context, lib *scenarios.Library, io command.Streams, name string, flags *plotFlags) error {
	sets, err := overrides("--set", flags.sets)
	if err != nil {
		return err
	}
	plan, warnings, err := checked(ctx, lib, name, sets, flags.many)
	if err != nil {
		return err
	}
	warn(io, warnings)
	view := paper.View{What: flags.what, Nodes: flags.nodes, From: flags.from, To: flags.to, Size: paper.Size{Width: flags.Width}}
	if flags.height.Given() {
		view.Height = flags.height.Value
	}
	if view.Link, err = linkNamed(flags.link, plan.Names()); err != nil {
		return command.Input(err)
	}
	watched, err := view.Watch(plan)
	if err != nil {
		return command.Input(fmt.Errorf("--%w", err))
	}
	out, err := measure.Run(ctx, plan, watched.Options())
	if err != nil {
		return command.UnlessDone(ctx, err)
	}
	pictures, err := watched.Pictures(out)
	if err != nil {
		return command.Input(fmt.Errorf("--%w", err))
	}
	return errors.Join(flags.write(io, pictures), interrupted(out.Stopped))
}

// write writes pictures into a file or a folder.
func (p *plotFlags) write(io command.Streams, pictures []paper.Picture) error {
	if len(pictures) == 0 {
		return command.Input(errors.New("there is nothing to draw: the run sends nothing and steers nothing; add traffic, or a node with vehicle and run"))
	}
	format, err := figure.Format(p.output)
	oneFile := err == nil
	if oneFile && len(pictures) > 1 {
		var names []string
		for _, picture := range pictures {
			names = append(names, picture.Name)
		}
		return command.Input(fmt.Errorf("-o %s: one file cannot hold %d pictures: %s; choose one of them, or name a folder", p.output, len(names), strings.Join(names, ", ")))
	}
	if !oneFile {
		format = p.format
		if p.output != "" {
			if err := os.MkdirAll(p.output, 0o777); err != nil {
				return command.Unwritten("-o", p.output, err)
			}
		}
	}
	for _, picture := range pictures {
		file := p.output
		if !oneFile {
			file = filepath.Join(p.output, picture.Name+"."+format)
		}
		var image bytes.Buffer
		if err := picture.Write(&image, format); err != nil {
			return command.Input(fmt.Errorf("%s: %w", picture.Name, err))
		}
		if err := command.WriteFile("-o", file, image.Bytes()); err != nil {
			return err
		}
		fmt.Fprintln(io.Err, file)
	}
	return nil
}
