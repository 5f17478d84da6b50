package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/paper"
	tables "halocline/bench/table"
)

func newReportCommand(io stdio) *cobra.Command {
	var dir string
	var options paper.Options
	c := &cobra.Command{
		Use:   "report FILE -o DIR",
		Short: "Write all tables and figures of a study into a folder",
		Long: "Write every table that a study names as text, CSV and LaTeX, every figure as SVG and PDF, and report.md, which\n" +
			"shows them all. What cannot be made is said there and on standard error, and the rest is written.",
		Example: "  halocline report results.db -o out",
		Args:    oneResult,
		RunE: func(c *cobra.Command, args []string) error {
			if dir == "" {
				return inputError{fmt.Errorf("name the folder with -o; see %s --help", c.CommandPath())}
			}
			p, closed, err := openPaper(c, args)
			if err != nil {
				return err
			}
			defer closed()
			return writeReport(io, p, dir, options)
		},
	}
	c.Flags().StringVarP(&dir, "output", "o", "", "the `folder`, which is made if need be")
	c.Flags().Float64Var(&options.Confidence, "confidence", 0.95, "confidence of the intervals")
	return c
}

// report is a folder that is being filled.
type report struct {
	*paper.Paper
	dir     string
	index   bytes.Buffer
	options paper.Options
	faults  []error
	written int
}

// writeReport writes all tables and figures.
func writeReport(io stdio, p *paper.Paper, dir string, o paper.Options) error {
	if len(p.Tables)+len(p.Figures) == 0 {
		return inputError{errors.New("the study names no tables and no figures; add some to it, or use halocline table and plot")}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return inputError{fmt.Errorf("-o: %w", err)}
	}
	r := &report{Paper: p, dir: dir, options: o}
	fmt.Fprintf(&r.index, "# %s\n", p.Name)
	if p.Description != "" {
		fmt.Fprintf(&r.index, "\n%s.\n", strings.TrimSuffix(capital(p.Description), "."))
	}
	fmt.Fprintf(&r.index, "\n%s\n", p.State())
	if err := r.fill(); err != nil {
		return failure{err}
	}
	fmt.Fprintf(io.err, "%d files written to %s\n", r.written, dir)
	if len(r.faults) > 0 {
		return inputError{errors.Join(r.faults...)}
	}
	return nil
}

// fill writes all files, the index last.
func (r *report) fill() error {
	if len(r.Tables) > 0 {
		r.index.WriteString("\n## Tables\n")
	}
	for i := range r.Tables {
		if err := r.table(i); err != nil {
			return err
		}
	}
	if len(r.Figures) > 0 {
		r.index.WriteString("\n## Figures\n")
	}
	for i := range r.Figures {
		if err := r.figure(i); err != nil {
			return err
		}
	}
	if err := r.write("study.yaml", []byte(r.Text)); err != nil {
		return err
	}
	r.index.WriteString("\nThe study: [study.yaml](study.yaml)\n")
	return r.write("report.md", r.index.Bytes())
}

// table writes one table in all formats. An error of a table goes to the faults.
func (r *report) table(i int) error {
	name := r.Tables[i].Name
	fmt.Fprintf(&r.index, "\n### %s\n\n", name)
	made, err := r.Table(r.Tables[i], r.options)
	if err != nil {
		r.fault(err)
		return nil
	}
	var links []string
	for _, f := range []struct {
		format tables.Format
		ending string
	}{{tables.Text, ".txt"}, {tables.CSV, ".csv"}, {tables.LaTeX, ".tex"}} {
		var text bytes.Buffer
		if err := made.Write(&text, f.format, tables.Options{}); err != nil {
			return err
		}
		if err := r.write(name+f.ending, text.Bytes()); err != nil {
			return err
		}
		links = append(links, linked(name+f.ending))
	}
	if err := made.Write(&r.index, tables.Markdown, tables.Options{}); err != nil {
		return err
	}
	fmt.Fprintf(&r.index, "\n%s\n", strings.Join(links, " "))
	return nil
}

// figure draws one figure in all formats.
func (r *report) figure(i int) error {
	f := r.Figures[i]
	fmt.Fprintf(&r.index, "\n### %s\n\n", f.Name)
	made, err := r.Figure(f, r.options)
	if err != nil {
		r.fault(err)
		return nil
	}
	for _, format := range []string{"svg", "pdf"} {
		var picture bytes.Buffer
		if err := made.Write(&picture, format); err != nil {
			r.fault(fmt.Errorf("figure %s: %w", f.Name, err))
			return nil
		}
		if err := r.write(f.Name+"."+format, picture.Bytes()); err != nil {
			return err
		}
	}
	fmt.Fprintf(&r.index, "![%s](%s.svg)\n\n", f.Name, f.Name)
	if f.Caption != "" {
		fmt.Fprintf(&r.index, "%s\n\n", f.Caption)
	}
	for _, note := range made.Notes {
		fmt.Fprintf(&r.index, "- %s\n", note)
	}
	fmt.Fprintf(&r.index, "\n%s %s\n", linked(f.Name+".svg"), linked(f.Name+".pdf"))
	return nil
}

// linked returns a link to a file of the folder.
func linked(name string) string { return fmt.Sprintf("[%s](%s)", name, name) }

// fault notes what could not be made.
func (r *report) fault(err error) {
	r.faults = append(r.faults, err)
	fmt.Fprintf(&r.index, "Not made: %v\n", err)
}

// write writes a file of the folder.
func (r *report) write(name string, text []byte) error {
	r.written++
	return os.WriteFile(filepath.Join(r.dir, name), text, 0o666)
}
