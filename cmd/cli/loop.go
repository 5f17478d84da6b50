package cli

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"halocline/bench/report/loop"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

const loopHelp = "Analyse the linear loop of a plant 1/(a s^2 + b s), or num/den, a PID controller\n" +
	"Kp (nd s^2 + s + ni)/s and a delay: poles, zeros, margins and the answer to a step.\n\n" +
	"The delay is exact, or with --pade a quotient of polynomials. With --sampled the\n" +
	"controller is a computer whose output is held between samples, and the poles are in z.\n" +
	"--derivative says what D is of. That changes the answer, not the margins; in scenarios D\n" +
	"is of the measurement, unless derivative: error is given.\n\n" +
	"Of a scenario it prints the margins of its vehicles' loops, and the command of each.\n\n" +
	"--at adds samples of the answer to a unit step, exact between the controller's samples too.\n" +
	"--csv prints these alone, or without --at the whole curve until --until."

func newLoop(lib *scenarios.Library, io command.Streams) *cobra.Command {
	d := loop.New()
	var o loopFlags
	c := &cobra.Command{
		Use:   "loop [SCENARIO]",
		Short: "Analyse a control loop with a delay",
		Long:  loopHelp,
		Example: "  halocline loop docking --set nodes.auv.run.acoustic.integral=series\n" +
			"  halocline loop --a 3659.9 --b 728.4 --kp 995 --nd 2.65 --ni 0.0094 --delay 0.74s --pade 1\n" +
			"  halocline loop --a 3659.9 --b 728.4 --kp 995 --nd 2.65 --delay 0.1s --sampled 0.74s --json\n" +
			"  halocline loop --num 1 --den 1,2,0 --kp 3 --delay 0.2s --pade 2 --plot locus.svg --show locus\n" +
			"  halocline loop --num 1 --den 1,2,0 --kp 3 --at 1s,2s,5s --csv",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return o.ofScenario(c, lib, io, args)
			}
			if err := o.check(d); err != nil {
				return command.Input(err)
			}
			a, err := d.Analyse()
			if err != nil {
				return command.Input(err)
			}
			if o.plot != "" {
				if err := o.draw(a); err != nil {
					return err
				}
			}
			return o.write(io, a)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	plant, rest := d.Inputs[:2], d.Inputs[2:]
	addInputs(f, plant)
	f.StringVar(&d.Num, "num", "", "`coefficients` of another numerator, from the highest power of s down")
	f.StringVar(&d.Den, "den", "", "`coefficients` of its denominator")
	for _, in := range rest {
		f.Var(in, in.Name, in.Doc)
		if in.Name == "path" {
			f.IntVar(&d.Pade, "pade", 0, "`order` of the Pade approximation of the delay, 1 to 4; 0 for none")
		}
	}
	f.StringSliceVar(&d.At, "at", nil, "`times` at which the step response is printed: 1s,2s,5s")
	f.BoolVar(&o.json, "json", false, "print the numbers as JSON")
	f.BoolVar(&o.csv, "csv", false, "print the step response as CSV")
	f.StringVar(&o.plot, "plot", "", "draw what --show says into this `file`: .svg, .png or .pdf")
	f.StringVar(&o.show, "show", "", "`what` --plot draws: step, which is the default, or locus")
	f.StringArrayVar(&o.sets, "set", nil, overrideUsage)
	c.ValidArgsFunction = completeScenario(lib)
	return c
}

// ofScenario prints the loops of a scenario.
func (o *loopFlags) ofScenario(c *cobra.Command, lib *scenarios.Library, io command.Streams, args []string) error {
	if err := oneScenario(c, args); err != nil {
		return err
	}
	name := args[0]
	var other error
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Name != "set" {
			other = fmt.Errorf("--%s: beside a scenario only --set is taken; what it prints has a command for each loop, which takes --%s", f.Name, f.Name)
		}
	})
	if other != nil {
		return command.Input(other)
	}
	sets, err := overrides("--set", o.sets)
	if err != nil {
		return err
	}
	plan, err := command.Until(c.Context(), func() (*scenarios.Plan, error) { return lib.Load(name, sets) })
	if err != nil {
		return unlessStudy(lib, name, err)
	}
	loops, warnings, err := plan.Loops()
	if err != nil {
		return err
	}
	warn(io, warnings)
	if len(loops) == 0 {
		return command.Input(fmt.Errorf("no program of %s steers by a linear controller of positions; docking-vehicle does", name))
	}
	return loop.WriteSteered(io.Out, loops)
}

// loopFlags are the flags of a loop beside its design.
type loopFlags struct {
	json, csv  bool
	sets       []string
	plot, show string
}

// check finds flags that do not go together.
func (o *loopFlags) check(d *loop.Design) error {
	switch {
	case len(o.sets) > 0:
		return errors.New("--set: it changes a scenario, and none is given")
	case o.show != "" && o.plot == "":
		return errors.New("--show: only a figure takes it; give --plot, such as --plot locus.svg")
	case o.show != "" && o.show != "step" && o.show != "locus":
		return errors.New("--show: " + strict.Unknown("figure", o.show, []string{"step", "locus"}))
	case o.show == "locus" && d.Locus() != nil:
		return fmt.Errorf("--show: %w", d.Locus())
	case o.json && o.csv:
		return errors.New("--json and --csv are two forms of the same; give one of them")
	case d.Until():
		return o.checkUntil(d)
	}
	return nil
}

// checkUntil finds flags that do not go with --until.
func (o *loopFlags) checkUntil(d *loop.Design) error {
	switch {
	case o.csv && len(d.At) > 0:
		return errors.New("--until: --csv prints the times of --at, and no more; leave out one of the two")
	case !o.csv && (o.plot == "" || o.show == "locus"):
		return errors.New("--until: only the figure of a step response and --csv take it; give --plot, such as --plot step.svg")
	}
	return nil
}

// draw writes the figure that --show asks for.
func (o *loopFlags) draw(a *loop.Analysis) error {
	if o.show == "locus" {
		return writeFigure(o.plot, a.Locus())
	}
	f, err := a.Response()
	if err != nil {
		return command.Input(fmt.Errorf("--plot: %w", err))
	}
	return writeFigure(o.plot, f)
}

// write prints the analysis.
func (o *loopFlags) write(io command.Streams, a *loop.Analysis) error {
	write := a.Write
	switch {
	case o.json:
		write = a.WriteJSON
	case o.csv:
		write = a.WriteCSV
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return command.Input(err)
	}
	if _, err := io.Out.Write(text.Bytes()); err != nil {
		return command.Failure(err)
	}
	return nil
}
