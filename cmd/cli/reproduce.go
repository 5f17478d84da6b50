package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/progress"
	"halocline/bench/report/text"
	"halocline/bench/reproduce"
	"halocline/bench/reproduce/claim"
	"halocline/bench/reproduce/erdemir"
	"halocline/cmd/command"
)

// reproduceFlags are the flags of the command.
type reproduceFlags struct {
	lab      erdemir.Lab
	json     bool
	markdown bool
	summary  bool
	out      string
}

func newReproduce(io command.Streams) *cobra.Command {
	var flags reproduceFlags
	long := "Simulate published results again and compare: every published number or statement beside ours, with a\n" +
		"confidence interval of 95 %, the deviation, a verdict, and what had to be assumed because the source leaves\n" +
		"it open. The exit code is 1 where something differs.\n"
	names := []string{reproduce.Everything}
	for _, r := range reproduce.All() {
		long += fmt.Sprintf("\n  %-20s %s", r.Name, r.About)
		names = append(names, r.Name)
	}
	long += fmt.Sprintf("\n  %-20s %s", reproduce.Everything, "each of them but docking-capacity, which is a study of our own")
	long += "\n\nThe first word of a name may be left out: fig5.9 is erdemir-fig5.9. halocline docs reproductions has the sources.\n" +
		"Together they take a minute or two, docking-capacity alone some minutes. Only a terminal shows how far one is, before its results."
	c := &cobra.Command{
		Use:   "reproduce NAME...",
		Short: "Simulate published results again and compare",
		Long:  long,
		Example: "  halocline reproduce erdemir-fig5.7 --out figures\n" +
			"  halocline reproduce fig5.9 mac-theory\n" +
			"  halocline reproduce all --summary",
		ValidArgs: names,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Input(fmt.Errorf("which result? %s; see %s --help", strings.Join(names, ", "), c.CommandPath()))
			}
			for _, name := range args {
				if name == reproduce.Everything || reproduce.FullName(name) != "" {
					continue
				}
				return command.Input(errors.New(reproduce.Unknown(name, names)))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := command.NotNegative("--workers", flags.lab.Workers); err != nil {
				return err
			}
			return makeReports(c.Context(), io, args, &flags)
		},
	}
	c.Flags().Uint64Var(&flags.lab.Seed, "seed", 1, "seed of the first repetition, a `number`")
	c.Flags().IntVar(&flags.lab.Workers, "workers", 0, "`number` of runs side by side; 0 for one per processor")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	c.Flags().BoolVar(&flags.markdown, "markdown", false, "print them as Markdown")
	c.Flags().BoolVar(&flags.summary, "summary", false, "print one line per result: how many claims it has, and how many hold")
	c.Flags().StringVar(&flags.out, "out", "", "`folder` for claims, runs and data as CSV and figures as SVG, PDF and PNG")
	c.MarkFlagsMutuallyExclusive("json", "markdown")
	c.MarkFlagsMutuallyExclusive("json", "summary")
	return c
}

// makeReports makes the reports of the names and prints them.
func makeReports(ctx context.Context, io command.Streams, names []string, flags *reproduceFlags) error {
	var reports []*claim.Report
	differs := 0
	line := progress.NewLine(io.Err)
	for _, r := range reproduce.Chosen(names) {
		line.Show(r.Name)
		report, err := r.Make(ctx, &flags.lab)
		line.Erase()
		if err != nil {
			return command.Failure(fmt.Errorf("%s: %w", r.Name, err))
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
	sheet := claim.Summary(reports, reproduce.About)
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
