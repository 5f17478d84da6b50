package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"halocline/bench/report/figure"
	"halocline/bench/report/input"
	"halocline/bench/report/link"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

func newLink(lib *scenarios.Library, io command.Streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "link acoustic|rf",
		Short: "Compute the budget of one link, step by step",
		Long:  "Compute the budget of one link, of sound or of radio, step by step.",
		Example: "  halocline link acoustic --frequency 100kHz --range 50m\n" +
			"  halocline link rf --frequency 10MHz --conductivity 0.01S/m --range 10m --loss friis\n" +
			"  halocline link acoustic --preset plain --sweep range=10m:10km:60log --plot snr.svg\n" +
			"  halocline link acoustic --preset plain --sweep range=1km:5km:5 --sweep wind=0m/s:15m/s:4\n" +
			levelsExample + "\n" + raysExample,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Input(errors.New("which link? acoustic or rf; see halocline link --help"))
			}
			return command.Input(errors.New(strict.Unknown("link", args[0], []string{"acoustic", "rf"})))
		},
	}
	c.AddCommand(
		newBudget(io, link.Acoustic(lib), &cobra.Command{
			Use:     "acoustic",
			Short:   "Compute the budget of an acoustic link",
			Example: "  halocline link acoustic --preset plain --range 1km --bits 512bit --modulation fsk",
		}),
		newBudget(io, link.RF(lib), &cobra.Command{
			Use:   "rf",
			Short: "Compute the budget of a radio link in water",
			Example: "  halocline link rf --frequency 10MHz --conductivity 0.01S/m --range 10m --power 3W \\\n" +
				"    --threshold 0.002W --loss friis\n" +
				"  halocline link rf --frequency 10kHz --temperature 15degC --salinity 35psu \\\n" +
				"    --loss absorption --sweep range=1m:50m:50lin --csv",
		}),
	)
	return c
}

// levelsExample draws the received level and the noise, whose distance is the SNR.
const levelsExample = "  halocline link acoustic --preset plain --sweep range=10m:10km:60log \\\n" +
	"    --show received_level_db,noise_band_db --plot levels.svg"

// raysExample draws the paths of sound that the water bends.
const raysExample = "  halocline link acoustic --rays --profile thermocline.csv --seabed 100m --bottom sand \\\n" +
	"    --depths 8m:60m --range 2km --frequency 25kHz --bandwidth 6kHz --window 2ms --plot rays.svg"

// linkFlags are the flags of a budget beside its inputs.
type linkFlags struct {
	json, csv bool
	plot      string
	rays      bool
	what      string
	arr       string
	sweeps    []string
	show      []string
}

// newBudget completes the command that computes the budget of a link.
func newBudget(io command.Streams, l *link.Link, c *cobra.Command) *cobra.Command {
	var o linkFlags
	f := c.Flags()
	f.SortFlags = false
	addInputs(f, l.Inputs())
	for _, m := range l.Models() {
		f.Var(m, m.Name, m.Doc)
	}
	f.BoolVar(&o.json, "json", false, "print the numbers as JSON; with --sweep a list of them")
	f.BoolVar(&o.csv, "csv", false, "print the numbers as CSV")
	f.StringArrayVar(&o.sweeps, "sweep", nil, "compute for many `values` of a flag: range=1m:5km:60log; two make a grid")
	f.StringSliceVar(&o.show, "show", nil, "`numbers` that a sweep shows, by their names in JSON")
	f.StringVar(&o.plot, "plot", "", "draw the sweep into this `file`: .svg, .png or .pdf")
	if l.Rays != nil {
		f.BoolVar(&o.rays, "rays", false, "trace all rays between two ends, and print their arrivals")
		addInputs(f, l.Rays.Inputs())
		for _, m := range l.Rays.Models() {
			f.Var(m, m.Name, m.Doc)
		}
		f.StringVar(&o.arr, "arr", "", "write the arrivals of --rays into this `file` of Bellhop, an .arr")
		f.StringVar(&o.what, "what", "", "`picture` that --plot draws of --rays: "+strings.Join(link.Pictures(), ", "))
	}
	c.Long, c.Args = l.Help, command.NoArguments
	c.RunE = func(*cobra.Command, []string) error {
		if err := o.check(l); err != nil {
			return command.Input(err)
		}
		if err := l.Prepare(); err != nil {
			return command.Input(err)
		}
		if o.rays {
			return o.trace(io, l.Rays)
		}
		if len(o.sweeps) > 0 {
			return o.sweep(io, l)
		}
		b, err := l.Budget()
		if err != nil {
			return command.Input(err)
		}
		return o.write(io, b, b.Warnings)
	}
	return c
}

// result is a budget, or the rays of a link.
type result interface {
	Write(w io.Writer, f link.Format) error
	NotComputed() []string
}

// write prints a result with its warnings.
func (o *linkFlags) write(io command.Streams, r result, warnings []string) error {
	warn(io, warnings)
	if err := r.Write(io.Out, o.format()); err != nil {
		return command.Failure(err)
	}
	if lacking := r.NotComputed(); len(lacking) > 0 && o.format() != link.Text {
		fmt.Fprintf(io.Err, "not computed %s\n", strings.Join(lacking, "; "))
	}
	return nil
}

// trace prints the rays of a link, and draws them.
func (o *linkFlags) trace(io command.Streams, r *link.Rays) error {
	traced, err := r.Trace()
	if err != nil {
		return command.Input(err)
	}
	if o.plot != "" {
		picture, err := traced.Picture(cmp.Or(o.what, link.Eigenrays))
		if err != nil {
			return command.Input(err)
		}
		if err := writeFigure(o.plot, picture); err != nil {
			return err
		}
	}
	if o.arr != "" {
		var file bytes.Buffer
		if err := traced.WriteArr(&file); err != nil {
			return command.Failure(err)
		}
		if err := command.WriteFile("--arr", o.arr, file.Bytes()); err != nil {
			return err
		}
	}
	return o.write(io, traced, traced.Warnings)
}

// addInputs makes inputs flags, but for some.
func addInputs(f *pflag.FlagSet, inputs input.List, but ...string) {
	for _, in := range inputs {
		if !slices.Contains(but, in.Name) {
			f.Var(in, in.Name, in.Doc)
		}
	}
}

// check finds flags that do not go together.
func (o *linkFlags) check(l *link.Link) error {
	if l.Rays != nil && !o.rays {
		switch name := l.Rays.Given(); {
		case name != "":
			return fmt.Errorf("--%s is one of rays; give --rays", name)
		case o.what != "":
			return errors.New("--what is one of rays; give --rays")
		case o.arr != "":
			return errors.New("--arr is one of rays; give --rays")
		}
	}
	switch {
	case o.rays && len(o.sweeps)+len(o.show) > 0:
		return errors.New("--sweep and --show are of budgets; leave them out, or --rays")
	case o.what != "" && o.plot == "":
		return errors.New("--what chooses what --plot draws; give --plot, such as --plot rays.svg")
	case o.rays:
		return o.forms()
	case o.plot != "" && len(o.sweeps) == 0:
		return errors.New("--plot draws a sweep; give --sweep, such as --sweep range=1m:5km:60log")
	case len(o.show) > 0 && len(o.sweeps) == 0:
		return errors.New("--show chooses what a sweep shows; give --sweep, such as --sweep range=1m:5km:60log")
	}
	return o.forms()
}

// forms finds two forms of output.
func (o *linkFlags) forms() error {
	if o.json && o.csv {
		return errors.New("--json and --csv are two forms of the same; give one of them")
	}
	return nil
}

func (o *linkFlags) format() link.Format {
	switch {
	case o.json:
		return link.JSON
	case o.csv:
		return link.CSV
	}
	return link.Text
}

// sweep computes the budgets of a sweep, and draws and writes them.
func (o *linkFlags) sweep(io command.Streams, l *link.Link) error {
	s, err := l.Sweep(o.sweeps...)
	if err != nil {
		return command.Input(err)
	}
	if o.plot != "" {
		f, err := s.Figure(o.show)
		if err != nil {
			return command.Input(err)
		}
		if err := writeFigure(o.plot, f); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	if err := s.Write(&text, o.format(), o.show); err != nil {
		return command.Input(err)
	}
	if _, err := io.Out.Write(text.Bytes()); err != nil {
		return command.Failure(err)
	}
	warn(io, s.Warnings)
	return nil
}

// writeFigure draws a figure into the file of --plot, in the format that the file's
// ending asks for.
func writeFigure(file string, f link.Picture) error {
	format, err := figure.Format(file)
	if err != nil {
		return command.Input(fmt.Errorf("--plot %s: %w", file, err))
	}
	var picture bytes.Buffer
	if err := f.Write(&picture, format); err != nil {
		return command.Input(fmt.Errorf("--plot: %w", err))
	}
	return command.WriteFile("--plot", file, picture.Bytes())
}
