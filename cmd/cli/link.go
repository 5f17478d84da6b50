package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
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
			levelsExample,
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
			Use:   "acoustic",
			Short: "Compute the budget of an acoustic link",
			Example: "  halocline link acoustic --frequency 100kHz --range 50m --power 4.5W --threshold 0.0019W \\\n" +
				"    --fading rayleigh\n" +
				"  halocline link acoustic --frequency 33kHz --bandwidth 6kHz --source-level 177dB --threshold 15dB \\\n" +
				"    --absorption sulfate --spreading 2 --noise thetis --wind 5kn\n" +
				"  halocline link acoustic --preset plain --bits 512bit --sweep range=10m:10km:60log --plot snr.svg\n" +
				levelsExample,
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

// linkFlags are the flags of a budget beside its inputs.
type linkFlags struct {
	json, csv bool
	plot      string
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
	f.StringArrayVar(&o.sweeps, "sweep", nil, "compute for many values of a flag, `flag=from:to:count`, with log behind it for even ratios: range=1m:5km:60log; two make a grid")
	f.StringSliceVar(&o.show, "show", nil, "`numbers` that a sweep tabulates and draws, by their names in JSON, with commas")
	f.StringVar(&o.plot, "plot", "", "draw the sweep into this `file`, a .svg, .png or .pdf: --show, or else "+strings.Join(l.Drawn(), " or "))
	c.Long, c.Args = l.Help, command.NoArguments
	c.RunE = func(*cobra.Command, []string) error {
		if err := o.check(); err != nil {
			return command.Input(err)
		}
		if err := l.Prepare(); err != nil {
			return command.Input(err)
		}
		if len(o.sweeps) > 0 {
			return o.sweep(io, l)
		}
		b, err := l.Budget()
		if err != nil {
			return command.Input(err)
		}
		warn(io, b.Warnings)
		if err := b.Write(io.Out, o.format()); err != nil {
			return command.Failure(err)
		}
		if lacking := b.NotComputed(); len(lacking) > 0 && o.format() != link.Text {
			fmt.Fprintf(io.Err, "not computed %s\n", strings.Join(lacking, "; "))
		}
		return nil
	}
	return c
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
func (o *linkFlags) check() error {
	switch {
	case o.json && o.csv:
		return errors.New("--json and --csv are two forms of the same; give one of them")
	case o.plot != "" && len(o.sweeps) == 0:
		return errors.New("--plot draws a sweep; give --sweep, such as --sweep range=1m:5km:60log")
	case len(o.show) > 0 && len(o.sweeps) == 0:
		return errors.New("--show chooses what a sweep shows; give --sweep, such as --sweep range=1m:5km:60log")
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
func writeFigure(file string, f figure.Figure) error {
	format, err := figure.Format(file)
	if err != nil {
		return command.Input(fmt.Errorf("--plot %s: %w", file, err))
	}
	var picture bytes.Buffer
	if err := f.Write(&picture, format); err != nil {
		return command.Input(fmt.Errorf("--plot: %w", err))
	}
	if err := os.WriteFile(file, picture.Bytes(), 0o666); err != nil {
		return command.Unwritten("--plot", file, err)
	}
	return nil
}
