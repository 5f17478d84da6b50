package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"halocline/bench/cosim"
	"halocline/bench/report/page"
	"halocline/bench/report/paper"
	tables "halocline/bench/report/table"
	"halocline/bench/study/output"
	"halocline/cmd/command"
	"halocline/scenarios"
)

func newReportCommand(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var dir, view string
	var options paper.Options
	layout := tables.Options{Aligned: true}
	c := &cobra.Command{
		Use:   "report FILE -o DIR",
		Short: "Write all tables and figures of a study into a folder",
		Long: "Write every table that a study names as text, CSV and LaTeX, every figure as SVG and PDF, and report.md. This\n" +
			"shows them all, with the runs that failed, the slowest ones, and the commands that make these again. report.html\n" +
			"is the same in one file that needs no other. What cannot be made is said there and on standard error, and the\n" +
			"rest is written.\n\n" +
			oneRunAgain,
		Example: "  halocline report results.db -o out",
		Args:    oneResult,
		RunE: func(c *cobra.Command, args []string) error {
			if dir == "" {
				return command.Input(fmt.Errorf("name the folder with -o; see %s --help", c.CommandPath()))
			}
			if err := checkOptions(c, &options); err != nil {
				return err
			}
			address, err := viewAt(view)
			if err != nil {
				return err
			}
			layout.View, options.View = address, address
			p, closed, err := openPaper(c, args)
			if err != nil {
				return err
			}
			defer closed()
			return writeReport(c.Context(), io, &page.Report{Paper: p, Library: lib, Folder: dir, Options: options, Layout: layout, Results: args[0], Listen: view})
		},
	}
	c.Flags().StringVarP(&dir, "output", "o", "", "the `folder`, which is made if need be")
	c.Flags().Float64Var(&options.Confidence, "confidence", 0.95, "confidence of the intervals, a `fraction` between 0 and 1")
	c.Flags().BoolVar(&layout.Stars, "stars", false, starsUsage)
	c.Flags().BoolVar(&layout.Page, "page", false, pageUsage)
	c.Flags().StringVar(&view, "view", "", "`address` of a view of the results, as in 7410: in report.html each cell of a table and each point of a figure is a link to one of its runs there")
	return c
}

// viewAt returns the address of a view of results, or nothing where none is named.
func viewAt(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	at, err := cosim.Access{}.Address(address)
	if err != nil {
		return "", command.Input(fmt.Errorf("--view: %w", err))
	}
	return "http://" + at + "/", nil
}

// writeReport writes a report into its folder, and says how many files that were.
func writeReport(ctx context.Context, io command.Streams, r *page.Report) error {
	if len(r.Tables)+len(r.Figures) == 0 {
		return command.Input(errors.New("the study names no tables and no figures; add some to it, or use halocline table and plot"))
	}
	folder, err := output.OpenFolder(r.Folder)
	if err != nil {
		return command.Unwritten("-o", r.Folder, err)
	}
	defer folder.Close()
	written := 0
	r.Put = func(file string, text []byte) error {
		written++
		if err := folder.Write(file, text); err != nil {
			return command.Unwritten("-o", filepath.Join(r.Folder, file), err)
		}
		return nil
	}
	faults, err := r.Write(ctx)
	if err != nil {
		return command.UnlessInput(err)
	}
	fmt.Fprintf(io.Err, "%d files written to %s\n", written, r.Folder)
	if faults != nil {
		return command.Input(faults)
	}
	return nil
}
