package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/progress"
	"halocline/bench/report/text"
	"halocline/bench/reproduce/claim"
	"halocline/bench/reproduce/contract"
	"halocline/bench/reproduce/erdemir"
	"halocline/bench/reproduce/hunt"
	"halocline/bench/reproduce/platform"
	"halocline/bench/reproduce/theory"
	mission "halocline/bench/reproduce/thetis"
	"halocline/bench/reproduce/unet"
	"halocline/bench/reproduce/vehicles"
	"halocline/cmd/command"
	"halocline/scenarios/strict"
)

// reproduction is a set of results of others that this program can produce
// again.
type reproduction struct {
	name, about string
	run         func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error)
}

// reproductions is the list of them.
func reproductions() []reproduction {
	var list []reproduction
	for _, r := range erdemir.Reproductions() {
		list = append(list, reproduction{r.Name, r.About, func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error) {
			return r.Make(lab, ctx)
		}})
	}
	return append(list,
		reproduction{
			"thetis-range", "range of a modem in the simulator Thetis (Parodi et al. 2008)",
			func(context.Context, *erdemir.Lab) (*claim.Report, error) { return mission.Range(), nil },
		},
		reproduction{
			"thetis-messages", "three messages to a vehicle that passes (Parodi et al. 2008)",
			func(ctx context.Context, _ *erdemir.Lab) (*claim.Report, error) { return mission.Messages(ctx) },
		},
		reproduction{
			"thetis-trial", "two set-points of Taipan 300 in a lake, a trial at sea (Parodi et al. 2009)",
			func(ctx context.Context, _ *erdemir.Lab) (*claim.Report, error) { return mission.Trial(ctx) },
		},
		reproduction{
			"mac-theory", "access protocols against the theory of their throughput, delay and age",
			func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error) {
				return theory.Report(ctx, lab.Seed, lab.Workers)
			},
		},
		reproduction{
			"unet-s-fama", "throughput of slotted FAMA on the network of UnetStack's implementation",
			func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error) {
				return unet.Report(ctx, lab.Seed, lab.Workers, unet.Runs)
			},
		},
		reproduction{
			"contract-period", "what irregular periods do to Euler's method (ContrACT, Tables 2 and 3)",
			func(context.Context, *erdemir.Lab) (*claim.Report, error) { return contract.Report(), nil },
		},
		reproduction{
			"contract-fig10", "the position error over time with irregular periods (ContrACT, Figure 10)",
			func(context.Context, *erdemir.Lab) (*claim.Report, error) { return contract.Drift(), nil },
		},
		reproduction{
			"platform-tour", "a path among obstacles and a tour of stations (Zhang et al. 2022)",
			func(ctx context.Context, _ *erdemir.Lab) (*claim.Report, error) { return platform.Report(ctx) },
		},
		reproduction{
			"platform-hunt", "two hunts of a target by four vehicles (Zhang et al. 2022)",
			func(ctx context.Context, lab *erdemir.Lab) (*claim.Report, error) {
				return hunt.Report(ctx, lab.Seed, hunt.Runs)
			},
		},
		reproduction{
			"library-vehicles", "speeds, drag and turning circles of the vehicles of the library",
			func(context.Context, *erdemir.Lab) (*claim.Report, error) { return vehicles.Report() },
		},
	)
}

// short returns a name without its first word, such as fig5.9 of erdemir-fig5.9.
func short(name string) string {
	_, rest, _ := strings.Cut(name, "-")
	return rest
}

// fullName returns the reproduction that a name stands for, long or short; "" for none.
func fullName(name string) string {
	for _, r := range reproductions() {
		if name == r.name || name == short(r.name) {
			return r.name
		}
	}
	return ""
}

// unknownResult says that a name stands for no reproduction, and which is nearest.
func unknownResult(name string, names []string) string {
	known := slices.Clone(names)
	for _, full := range names {
		if s := short(full); s != "" {
			known = append(known, s)
		}
	}
	if strict.Nearest(name, known) == "" {
		known = names
	}
	return strict.Unknown("result", name, known)
}

// reproduceFlags are the flags of the command.
type reproduceFlags struct {
	lab      erdemir.Lab
	json     bool
	markdown bool
	summary  bool
	out      string
}

// everything is the name that stands for all reproductions.
const everything = "all"

func newReproduce(io command.Streams) *cobra.Command {
	var flags reproduceFlags
	long := "Simulate published results again and compare: every published number or statement beside ours, with a\n" +
		"confidence interval of 95 %, the deviation, a verdict, and what had to be assumed because the source leaves\n" +
		"it open. The exit code is 1 where something differs.\n"
	names := []string{everything}
	for _, r := range reproductions() {
		long += fmt.Sprintf("\n  %-20s %s", r.name, r.about)
		names = append(names, r.name)
	}
	long += fmt.Sprintf("\n  %-20s %s", everything, "each of them")
	long += "\n\nThe first word of a name may be left out: fig5.9 is erdemir-fig5.9.\n" +
		"Erdemir 2018 is O. Erdemir, Design of a co-simulation environment for the docking maneuver of an autonomous\n" +
		"underwater vehicle using radio frequency and acoustic hybrid communication, M.Sc. thesis, 2018."
	c := &cobra.Command{
		Use:   "reproduce NAME...",
		Short: "Simulate published results again and compare",
		Long:  long,
		Example: "  halocline reproduce erdemir-fig5.7 --out figures\n" +
			"  halocline reproduce fig5.9 fig5.10\n" +
			"  halocline reproduce mac-theory\n" +
			"  halocline reproduce all --markdown\n" +
			"  halocline reproduce all --summary",
		ValidArgs: names,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Input(fmt.Errorf("which result? %s; see %s --help", strings.Join(names, ", "), c.CommandPath()))
			}
			for _, name := range args {
				if name == everything || fullName(name) != "" {
					continue
				}
				return command.Input(errors.New(unknownResult(name, names)))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return reproduce(c.Context(), io, args, &flags) },
	}
	c.Flags().Uint64Var(&flags.lab.Seed, "seed", 1, "seed of the first repetition")
	c.Flags().IntVar(&flags.lab.Workers, "workers", 0, "runs side by side; 0 for one per processor")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	c.Flags().BoolVar(&flags.markdown, "markdown", false, "print them as Markdown")
	c.Flags().BoolVar(&flags.summary, "summary", false, "print one line per result: how many claims it has, and how many of them hold")
	c.Flags().StringVar(&flags.out, "out", "", "write claims, runs and data as CSV and figures as SVG, PDF and PNG into this `folder`")
	c.MarkFlagsMutuallyExclusive("json", "markdown")
	c.MarkFlagsMutuallyExclusive("json", "summary")
	return c
}

// reproduce makes the reports of the names and prints them.
func reproduce(ctx context.Context, io command.Streams, names []string, flags *reproduceFlags) error {
	var reports []*claim.Report
	differs := 0
	line := progress.NewLine(io.Err)
	for _, r := range reproductions() {
		if !slices.ContainsFunc(names, func(name string) bool { return fullName(name) == r.name }) && !slices.Contains(names, everything) {
			continue
		}
		line.Show(r.name)
		report, err := r.run(ctx, &flags.lab)
		line.Erase()
		if err != nil {
			return command.Failure(fmt.Errorf("%s: %w", r.name, err))
		}
		differs += report.Failed()
		reports = append(reports, report)
		if err := show(io, report, flags); err != nil {
			return command.Failure(err)
		}
	}
	if err := showAll(io, reports, flags); err != nil {
		return command.Failure(err)
	}
	if differs > 0 {
		return command.Failure(fmt.Errorf("%d claims differ by more than they may", differs))
	}
	return nil
}

// show prints a report and writes its files.
func show(io command.Streams, r *claim.Report, flags *reproduceFlags) error {
	if flags.out != "" {
		if err := r.WriteFiles(flags.out); err != nil {
			return err
		}
	}
	switch {
	case flags.json, flags.summary:
		return nil
	case flags.markdown:
		return r.WriteMarkdown(io.Out)
	}
	if err := r.WriteText(io.Out); err != nil {
		return err
	}
	for i := range r.Sheets {
		if !r.Sheets[i].Shown {
			continue
		}
		fmt.Fprintln(io.Out)
		if err := showSheet(io, &r.Sheets[i], 1); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(io.Out)
	return err
}

// showAll prints what is said of all reports together.
func showAll(io command.Streams, reports []*claim.Report, flags *reproduceFlags) error {
	if flags.json {
		return command.PrintJSON(io, reports)
	}
	if !flags.summary {
		return nil
	}
	sheet := claim.Summary(reports, func(name string) string {
		all := reproductions()
		return all[slices.IndexFunc(all, func(r reproduction) bool { return r.name == name })].about
	})
	if flags.markdown {
		return sheet.WriteMarkdown(io.Out)
	}
	return showSheet(io, &sheet, 2)
}

// showSheet prints a sheet, the first columns of which are words.
func showSheet(io command.Streams, s *claim.Sheet, words int) error {
	t := text.NewMixedTable(io.Out, func(column int) bool { return column < words }, s.Columns...)
	for _, row := range s.Rows {
		t.Append(row)
	}
	return t.Render()
}
