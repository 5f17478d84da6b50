package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"halocline/bench/report/text"
	"halocline/bench/study/results"
	"halocline/cmd/command"
)

func newMerge(io command.Streams) *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "merge FILE|FOLDER... -o FILE",
		Short: "Put the shards of a study together",
		Long: "Put the shards of a study together into one result file, which is the same as if the study had been\n" +
			"made in one piece. A run that two shards have must be the same in both. Runs that no shard has are\n" +
			"listed, and the exit code is 1; the result can be resumed to make them, or merged again later.",
		Example: "  halocline merge shards -o results.db",
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return command.Input(fmt.Errorf("which shards? Files or folders; see %s --help", c.CommandPath()))
			case output == "":
				return command.Input(fmt.Errorf("name the result file with -o; see %s --help", c.CommandPath()))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			m, err := results.Merge(c.Context(), output, args...)
			if c.Context().Err() != nil && err != nil {
				return command.Failure(context.Cause(c.Context()))
			}
			if err != nil {
				return storeFault(err)
			}
			fmt.Fprintf(io.Err, "%s, %s, %d of them more than once\n", text.Plural(m.Files, "file"), text.Plural(m.Runs, "run"), m.Duplicates)
			for _, name := range m.Unchecked {
				warnUnchecked(io.Err, name)
			}
			for _, draft := range m.Drafts {
				fmt.Fprintf(io.Err, "warning: %s is not complete and was left out\n", draft)
			}
			if len(m.Missing) > 0 {
				k := m.Missing[0]
				return command.Failure(fmt.Errorf("%d runs are missing, the first of them repetition %d of cell %d; make them with sweep --resume -o %s, or merge again when all shards are there", len(m.Missing), k.Repetition, k.Cell, output))
			}
			return nil
		},
	}
	c.Flags().StringVarP(&output, "output", "o", "", "the result `file`")
	return c
}

// twoFiles compares a metric of two result files, for the shell.
const twoFiles = `"ATTACH 'new.db' AS new;
    SELECT cell, count(*), avg(b.value - a.value) FROM metrics a JOIN new.metrics b
    USING (cell, seed, name) WHERE name = 'packets.delay_mean' GROUP BY cell"`

func newExport(std command.Streams) *cobra.Command {
	var format, output string
	long := "Write a result file as something else:\n"
	var names []string
	for _, e := range results.Exports() {
		long += fmt.Sprintf("\n  %-8s %s", e.Name, e.About)
		names = append(names, e.Name)
	}
	c := &cobra.Command{
		Use:   "export FILE",
		Short: "Write a result file as CSV, JSON lines or Parquet",
		Long: long + "\n\nStudy is what was simulated rather than what came of it: where tar unpacks it, halocline sweep makes the\n" +
			"runs again. Of a file that an earlier version made without, it has the text of the study alone.\n\n" +
			"A result file is an SQLite file as well: any client can query its views runs, metrics, params, cells and points.\n" +
			"So two files of the same cells and seeds are compared in pairs of runs, here by how much more the second has:\n\n" +
			"  sqlite3 old.db " + twoFiles,
		Example: "  halocline export results.db --format long -o results.csv\n" +
			"  halocline export results.db -o results.parquet\n" +
			"  halocline export results.db --format study -o study.tar",
		Args: oneResult,
		RunE: func(c *cobra.Command, args []string) error {
			if info, err := os.Stat(output); err == nil && info.Mode().IsRegular() && results.IsFile(output) {
				return command.Input(fmt.Errorf("-o: %s holds results of a study, and an export would take their place; name another file", output))
			}
			what, err := results.ExportOf(format, output)
			if err != nil {
				return command.Input(err)
			}
			if output == "" && !what.Text && command.OnTerminal(std.Out) {
				return command.Input(fmt.Errorf("--format %s is no text, and standard output is a terminal; write it into a file, as with -o results%s", what.Name, what.Ending))
			}
			return export(c.Context(), std, args[0], output, what.Write)
		},
	}
	c.Flags().StringVar(&format, "format", "", "`what` is written: "+strings.Join(names, ", ")+"; left out, the ending of the file's name tells it, and without a file it is csv")
	c.Flags().StringVarP(&output, "output", "o", "", "the `file`; standard output where it is left out")
	return c
}

// oneResult checks the number of arguments.
func oneResult(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return command.Input(fmt.Errorf("which result file? One that halocline sweep made; see %s --help", c.CommandPath()))
	case len(args) > 1:
		return command.Input(fmt.Errorf("%d result files are given, and %s takes one; see %s --help", len(args), c.Name(), c.CommandPath()))
	}
	return nil
}

// export writes a result file as something else.
func export(ctx context.Context, std command.Streams, from, to string, write func(*results.File, io.Writer) error) error {
	f, err := openResults(ctx, std.Err, from)
	if err != nil {
		return err
	}
	defer f.Close()
	if to == "" {
		if err := write(f, interruptible{ctx, std.Out}); err != nil {
			return command.Failure(err)
		}
		return nil
	}
	err = writeExport(f, to, func(f *results.File, w io.Writer) error { return write(f, interruptible{ctx, w}) })
	switch {
	case errors.Is(err, errInterrupted):
		return command.Failure(fmt.Errorf("%s: %w; give the command again", to, err))
	case err != nil:
		return command.Unwritten("-o", to, err)
	}
	return nil
}

// errInterrupted is that somebody pressed Ctrl-C.
var errInterrupted = errors.New("interrupted before all was written")

// interruptible is a writer that refuses when the context is done.
type interruptible struct {
	ctx context.Context
	io.Writer
}

func (w interruptible) Write(b []byte) (int, error) {
	if w.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return w.Writer.Write(b)
}

// writeExport writes into a draft that takes the place of the file when it is done. What
// is no file, such as a pipe, is written to as it is.
func writeExport(f *results.File, to string, write func(*results.File, io.Writer) error) error {
	draft := to
	info, err := os.Stat(to)
	switch {
	case err == nil && info.IsDir():
		return syscall.EISDIR
	case err != nil || info.Mode().IsRegular():
		draft += ".part"
	}
	out, err := createFile(draft)
	if err != nil {
		return err
	}
	err = errors.Join(write(f, out), out.Close())
	if draft == to {
		return err
	}
	if err == nil {
		err = os.Rename(draft, to)
	}
	if err != nil {
		return errors.Join(err, os.Remove(draft))
	}
	return nil
}

// createFile is os.Create, but waits for the reader of a pipe. That opens a pipe for reading
// as well, and what nobody reads in time is lost.
func createFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}
