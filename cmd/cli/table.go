package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"halocline/bench/report/check"
	"halocline/bench/report/input"
	"halocline/bench/report/paper"
	tables "halocline/bench/report/table"
	"halocline/bench/report/text"
	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/cmd/command"
	"halocline/scenarios/strict"
)

// tableFlags are the flags of the command table.
type tableFlags struct {
	study.Table
	baseline string
	format   string
	json     bool
	width    int
	paper.Options
	layout tables.Options
}

func newTableCommand(io command.Streams) *cobra.Command {
	var flags tableFlags
	c := &cobra.Command{
		Use:   "table FILE [NAME]",
		Short: "Print tables of the results of a study, with intervals",
		Long: "Print tables of a result file: those that its study names, one of them, or one that flags describe. A flag\n" +
			"beside NAME changes that table. A parameter that neither rows nor columns show is fixed by --where, or averaged\n" +
			"over with --average. Means, quantiles and shares have intervals.\n\n" +
			"halocline docs output says which intervals these are, and how --baseline, --difference, --effect and --precision\n" +
			"compare. " + oneRunAgain,
		Example: "  halocline table results.db\n" +
			"  halocline table results.db time-to-dock --format latex\n" +
			"  halocline table results.db --rows mac --columns speed --metric auv.time_to_dock \\\n" +
			"    --where \"method == 'hybrid'\" --baseline tdma-docking\n" +
			"  halocline table results.db age --difference",
		Args: resultAndName,
		RunE: func(c *cobra.Command, args []string) error { return printTables(c, io, args, &flags) },
	}
	f := c.Flags()
	f.StringVar(&flags.Rows, "rows", "", "`path` or variable that changes from row to row")
	f.StringVar(&flags.Columns, "columns", "", "`path` or variable that changes from column to column")
	f.StringVar(&flags.Metric, "metric", "", "`metric` that is shown, such as auv.age_mean, or several, as in 'fates.*'")
	f.StringVar(&flags.Statistic, "statistic", "mean", "`what` is shown: mean, median, sd, min, max, p5, p25, p75, p95, count, boundary")
	f.StringVar(&flags.Where, "where", "", "`condition` that cells must meet, as in where of a study")
	f.StringVar(&flags.baseline, "baseline", "", "`value` of a row or column with which the others are compared")
	f.BoolVar(&flags.Difference, "difference", false, "show differences from the baseline")
	f.BoolVar(&flags.Effect, "effect", false, "show differences from the baseline as Hedges' g")
	f.Var((*input.Share)(&flags.Precision), "precision", "tell how many runs a half-width of this `share` of the mean takes: 5%")
	f.StringVar(&flags.Caption, "caption", "", "`text` above the table")
	f.StringVar(&flags.format, "format", "text", "`form`: text, markdown, csv, html, latex or json")
	f.BoolVar(&flags.json, "json", false, "print a list of tables as JSON, as --format json does")
	f.IntVar(&flags.width, "width", 0, "text: put columns beyond so many `characters` below the others; 0 for any width; that of a terminal, and any elsewhere, if left out")
	addOptions(f, &flags.Options)
	f.IntVar(&flags.Digits, "digits", 4, "`number` of significant digits without an interval")
	f.BoolVar(&flags.layout.Stars, "stars", false, starsUsage)
	f.BoolVar(&flags.layout.Page, "page", false, pageUsage)
	f.BoolVar(&flags.layout.Transpose, "transpose", false, "make columns of the rows")
	f.BoolVar(&flags.layout.Standalone, "standalone", false, "html and latex: a whole document")
	return c
}

// starsUsage describes the flag --stars.
const starsUsage = "mark cells that differ: *, **, *** for p up to 0.05, 0.01, 0.001"

// pageUsage describes the flag --page.
const pageUsage = "latex: as wide as a page with two columns, whatever width of a study's table says"

// addOptions adds the flags that tables and figures share.
func addOptions(f *pflag.FlagSet, o *paper.Options) {
	f.Float64Var(&o.Confidence, "confidence", 0.95, "confidence of intervals, a `fraction`")
	f.StringSliceVar(&o.Average, "average", nil, "`paths` of parameters that are averaged over")
}

// checkOptions checks what tables and figures share, before any is made. Zero stands for
// the default below this package.
func checkOptions(c *cobra.Command, o *paper.Options) error {
	if c.Flags().Changed("confidence") && !(o.Confidence > 0 && o.Confidence < 1) {
		return command.Input(fmt.Errorf("--confidence: %g is given; it lies between 0 and 1, such as 0.95", o.Confidence))
	}
	if c.Flags().Changed("digits") && (o.Digits < 1 || o.Digits > 15) {
		return command.Input(fmt.Errorf("--digits: %d is given; write at least 1 and at most 15", o.Digits))
	}
	return nil
}

// resultAndName checks the number of arguments.
func resultAndName(c *cobra.Command, args []string) error {
	if len(args) > 2 {
		return command.Input(fmt.Errorf("%d arguments are given, and %s takes a file and a name; see %s --help", len(args), c.Name(), c.CommandPath()))
	}
	return oneResult(c, args[:min(len(args), 1)])
}

// printTables prints the tables that are asked for.
func printTables(c *cobra.Command, io command.Streams, args []string, flags *tableFlags) error {
	if flags.json && c.Flags().Changed("format") && flags.format != string(tables.JSON) {
		return command.Input(fmt.Errorf("--json and --format %s are two forms of the same; give one of them", flags.format))
	}
	if flags.json {
		flags.format = string(tables.JSON)
	}
	format := tables.Format(flags.format)
	if !slices.Contains(tables.Formats(), format) {
		if meant := map[string]string{"md": "markdown", "tex": "latex", "txt": "text"}[flags.format]; meant != "" { // a file's ending
			return command.Input(fmt.Errorf("--format: unknown format %q; did you mean %q?", flags.format, meant))
		}
		var known []string
		for _, f := range tables.Formats() {
			known = append(known, string(f))
		}
		return command.Input(fmt.Errorf("--format: %s", strict.Unknown("format", flags.format, known)))
	}
	if err := errors.Join(command.NotNegative("--width", flags.width), checkOptions(c, &flags.Options)); err != nil {
		return err
	}
	p, closed, err := openPaper(c, args)
	if err != nil {
		return err
	}
	defer closed()
	list, err := flags.chosen(c, args, p)
	if err != nil {
		return err
	}
	if format == tables.CSV && len(list) > 1 {
		var names []string
		for _, t := range list {
			names = append(names, t.Name)
		}
		return command.Input(fmt.Errorf("--format csv: the study has %d tables, and a CSV file holds one; name one of %s", len(list), strings.Join(names, ", ")))
	}
	if flags.layout.Width, flags.layout.Aligned = flags.width, true; !c.Flags().Changed("width") {
		flags.layout.Width = text.Columns(io.Out)
	}
	return flags.print(c.Context(), io, p, list)
}

// print writes tables, as JSON a list of them. Those that cannot be made are the fault of
// the input, and do not keep the others from being printed.
func (t *tableFlags) print(ctx context.Context, io command.Streams, p *paper.Paper, list []study.Table) error {
	var faults []error
	begin, between, end := "", "\n\n", "\n"
	if tables.Format(t.format) == tables.JSON {
		begin, between, end = "[\n", ",\n", "\n]\n"
	}
	for i, of := range list {
		made, err := command.Until(ctx, func() (tables.Table, error) { return p.Table(of, t.Options) })
		switch {
		case ctx.Err() != nil:
			return command.Failure(context.Cause(ctx))
		case err != nil && len(list) == 1:
			return command.Input(err)
		case err != nil:
			faults = append(faults, command.Input(fmt.Errorf("not made: %w", err)))
			continue
		}
		var text bytes.Buffer
		if err := made.Write(&text, tables.Format(t.format), t.layout); err != nil {
			return command.Failure(err)
		}
		if i > len(faults) {
			begin = between
		}
		fmt.Fprint(io.Out, begin, strings.TrimSuffix(text.String(), "\n"))
	}
	if len(faults) < len(list) {
		fmt.Fprint(io.Out, end)
	}
	return errors.Join(faults...)
}

// openPaper opens a result file for tables and figures.
func openPaper(c *cobra.Command, args []string) (*paper.Paper, func(), error) {
	file, err := openResults(c.Context(), c.ErrOrStderr(), args[0])
	if err != nil {
		return nil, nil, err
	}
	closed := func() {
		if c.Context().Err() == nil { // else it may still be read from, until the program ends
			file.Close()
		}
	}
	p, err := command.Until(c.Context(), func() (*paper.Paper, error) { return paper.Open(file, commandLine(c, args)) })
	if err != nil {
		closed()
		if c.Context().Err() != nil {
			return nil, nil, err
		}
		return nil, nil, command.Input(fmt.Errorf("%s: %w", args[0], err))
	}
	return p, closed, nil
}

// openResults opens a result file, and warns of one that cannot be checked.
func openResults(ctx context.Context, diagnostics io.Writer, name string) (*results.File, error) {
	if name == "" {
		return nil, command.Input(errors.New("the name of the result file is empty"))
	}
	file, err := command.Until(ctx, func() (*results.File, error) { return results.Open(name) })
	if err != nil {
		if other := check.NoResults(name); other != nil {
			return nil, command.Input(other)
		}
		return nil, storeFault(err)
	}
	if file.Unchecked() {
		warnUnchecked(diagnostics, name)
	}
	return file, nil
}

// warnUnchecked says of a result file that nobody can tell whether it is damaged.
func warnUnchecked(diagnostics io.Writer, name string) {
	fmt.Fprintf(diagnostics, "warning: %s was written by an earlier version, without digests: damage to its numbers cannot be found\n", name)
}

// commandLine returns the command as it could be given again, but for the format.
func commandLine(c *cobra.Command, args []string) string {
	words := append(strings.Fields(c.CommandPath()), args...)
	c.Flags().Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			value = strings.Join(list.GetSlice(), ",")
		}
		switch {
		case f.Name == "format", f.Name == "json":
		case f.Name == "output":
			words = append(words, "-o", value)
		case f.Value.Type() == "bool" && value == "true":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name+"="+value)
		}
	})
	return text.Shell(words...)
}

// noTables is said where a table is asked for and the study has none.
const noTables = "the study names no tables; describe one, as in --rows mac --metric auv.age_mean"

// chosen returns the tables that name and flags ask for.
func (t *tableFlags) chosen(c *cobra.Command, args []string, p *paper.Paper) ([]study.Table, error) {
	described := slices.ContainsFunc([]string{"rows", "columns", "metric", "statistic", "where", "baseline", "caption"}, c.Flags().Changed)
	switch {
	case len(args) == 2:
		var names []string
		for _, known := range p.Tables {
			if names = append(names, known.Name); known.Name == args[1] {
				return []study.Table{t.over(c, known)}, nil
			}
		}
		if len(names) == 0 {
			return nil, command.Input(errors.New(noTables))
		}
		return nil, command.Input(errors.New(strict.Unknown("table", args[1], names)))
	case described && t.Statistic != "boundary" && (t.Rows == "" || t.Metric == ""):
		return nil, command.Input(errors.New("write --rows and --metric to describe a table; or name one of the study, which flags then change"))
	case described:
		return []study.Table{t.over(c, study.Table{})}, nil
	case len(p.Tables) == 0:
		return nil, command.Input(errors.New(noTables))
	}
	return p.Tables, nil
}

// over returns a table of the study as the flags change it.
func (t *tableFlags) over(c *cobra.Command, of study.Table) study.Table {
	for name, value := range map[string]struct{ to, from *string }{
		"rows": {&of.Rows, &t.Rows}, "columns": {&of.Columns, &t.Columns}, "metric": {&of.Metric, &t.Metric},
		"statistic": {&of.Statistic, &t.Statistic}, "where": {&of.Where, &t.Where}, "caption": {&of.Caption, &t.Caption},
	} {
		if c.Flags().Changed(name) {
			*value.to = *value.from
		}
	}
	if c.Flags().Changed("baseline") {
		of.Baseline = strict.Raw(t.baseline)
	}
	return of
}
