// Package page writes a report of a study into a folder: every table as text, CSV and LaTeX, every
// figure as SVG and PDF, report.md, which shows them all, and report.html, which needs no other file.
package page

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"path/filepath"
	"slices"
	"strings"

	"halocline/bench/report/paper"
	tables "halocline/bench/report/table"
	"halocline/bench/report/text"
	"halocline/bench/study/pool"
	"halocline/scenarios"
)

// Report is a report that is to be written into a folder.
type Report struct {
	*paper.Paper
	Library *scenarios.Library
	Folder  string // as the commands of the report name it
	Options paper.Options
	Layout  tables.Options
	Results string                               // file of the results; for links into a view, with Listen and Layout.View
	Listen  string                               // address of the view
	Put     func(file string, text []byte) error // writes a file of the folder

	index  bytes.Buffer // report.md
	page   bytes.Buffer // report.html
	faults []error
}

// Write writes all tables and figures. What cannot be made is among the faults, and said in the
// report.
func (r *Report) Write(ctx context.Context) (faults error, err error) {
	r.begin()
	err = r.fill(ctx)
	return errors.Join(r.faults...), err
}

// begin writes what stands above tables and figures.
func (r *Report) begin() {
	fmt.Fprintf(&r.page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/><title>%s</title>\n%s</head>\n<body>\n", html.EscapeString(r.Name), pageStyle)
	r.heading(1, r.Name)
	if r.Description != "" {
		r.paragraph(strings.TrimSuffix(text.Capital(r.Description), ".") + ".")
	}
	r.paragraph(r.State())
	if r.Layout.View != "" {
		fmt.Fprintf(&r.page, "<p>Each cell of a table and each point of a figure is a link to one of its runs, whose value is nearest to what is shown. This has to run then:</p>\n<pre>%s</pre>\n",
			html.EscapeString(text.Shell("halocline", "view", r.Results, "--listen", r.Listen)))
	}
}

// pageStyle is how report.html looks.
const pageStyle = `<style>
body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; } td, th { padding: 0.15em 0.7em; text-align: right; border-bottom: 1px solid #ccc; } td + td { white-space: nowrap; }
td:first-child, th:first-child { text-align: left; } figure { margin: 1em 0; overflow-x: auto; }
figcaption { font-weight: bold; margin-bottom: 0.5em; } .note, .source { font-size: 85%; margin: 0.2em 0; }
pre { overflow-x: auto; background: #f4f4f4; padding: 0.5em; } img, svg { max-width: 100%; height: auto; }
</style>
`

// heading writes a heading of a level into both reports.
func (r *Report) heading(level int, text string) {
	space := "\n"
	if level == 1 {
		space = ""
	}
	fmt.Fprintf(&r.index, "%s%s %s\n", space, strings.Repeat("#", level), tables.EscapeMarkdown(text))
	fmt.Fprintf(&r.page, "<h%d>%s</h%d>\n", level, html.EscapeString(text), level)
}

// paragraph writes a paragraph into both.
func (r *Report) paragraph(text string) {
	fmt.Fprintf(&r.index, "\n%s\n", tables.EscapeMarkdown(text))
	fmt.Fprintf(&r.page, "<p>%s</p>\n", html.EscapeString(text))
}

// listing writes a line of a shell into both.
func (r *Report) listing(line string) {
	fmt.Fprintf(&r.index, "\n    %s\n", strings.ReplaceAll(line, "\n", "\n    "))
	fmt.Fprintf(&r.page, "<pre>%s</pre>\n", html.EscapeString(line))
}

// runs writes which runs failed and which took longest.
func (r *Report) runs() error {
	const slowest = 5
	base, err := r.base()
	if err != nil {
		return err
	}
	notable, err := r.Notable(slowest)
	if err != nil {
		return err
	}
	if len(notable.Failed) > 0 {
		r.heading(2, "Runs that failed")
		for _, run := range notable.Failed {
			r.paragraph(fmt.Sprintf("Cell %d, repetition %d: %s", run.Cell, run.Repetition, text.OneLine(run.Reason)))
			r.listing(text.Shell(r.RunCommand(base, run.Cell, run.Seed)...))
		}
	}
	if len(notable.Slowest) > 0 {
		r.heading(2, "Slowest runs")
	}
	for _, run := range notable.Slowest {
		r.paragraph(fmt.Sprintf("Cell %d, repetition %d: %.3g s, fingerprint %s", run.Cell, run.Repetition, run.Wall, run.Fingerprint))
		r.listing(text.Shell(r.RunCommand(base, run.Cell, run.Seed)...))
	}
	return nil
}

// base returns the scenario of the study as halocline run takes it in the folder of this
// process. Unless it is a bundled one and names no file, that is a copy in the folder of the
// report, which gets all files that the study was read from.
func (r *Report) base() (string, error) {
	files := r.Sources()
	if len(files) < 2 || len(files) == 2 && slices.Contains(r.Library.Bundled(), r.Base) {
		return r.Base, nil
	}
	for _, f := range files {
		if !filepath.IsLocal(f.Name) {
			return "", fmt.Errorf("the result file has a file %s of its study, which lies outside of any folder; it was not made by this program", f.Name)
		}
		if err := r.Put(filepath.Join("source", f.Name), []byte(f.Text)); err != nil {
			return "", err
		}
	}
	return filepath.Join(r.Folder, "source", files[1].Name), nil
}

// fill writes all files, the index last.
func (r *Report) fill(ctx context.Context) error {
	if len(r.Tables) > 0 {
		r.heading(2, "Tables")
	}
	for i := range r.Tables {
		if err := r.table(ctx, i); err != nil {
			return err
		}
	}
	if len(r.Figures) > 0 {
		r.heading(2, "Figures")
	}
	for i := range r.Figures {
		if err := r.figure(ctx, i); err != nil {
			return err
		}
	}
	if err := r.Put("study.yaml", []byte(r.Text)); err != nil {
		return err
	}
	if err := r.runs(); err != nil {
		return err
	}
	r.index.WriteString("\nThe study: [study.yaml](study.yaml)\n")
	fmt.Fprintf(&r.page, "<h2>The study</h2>\n<pre>%s</pre>\n</body>\n</html>\n", html.EscapeString(r.Text))
	return errors.Join(r.Put("report.md", r.index.Bytes()), r.Put("report.html", r.page.Bytes()))
}

// table writes one table in all formats. An error of a table goes to the faults.
func (r *Report) table(ctx context.Context, i int) error {
	name := r.Tables[i].Name
	r.heading(3, name)
	r.index.WriteString("\n")
	made, err := pool.Until(ctx, func() (tables.Table, error) { return r.Table(r.Tables[i], r.Options) })
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
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
		if err := made.Write(&text, f.format, r.Layout); err != nil {
			return err
		}
		if err := r.Put(name+f.ending, text.Bytes()); err != nil {
			return err
		}
		links = append(links, linked(name+f.ending))
	}
	if err := made.Write(&r.index, tables.Markdown, r.Layout); err != nil {
		return err
	}
	fmt.Fprintf(&r.index, "\n%s\n", strings.Join(links, " "))
	return made.Write(&r.page, tables.HTML, r.Layout)
}

// figure draws one figure in all formats.
func (r *Report) figure(ctx context.Context, i int) error {
	f := r.Figures[i]
	r.heading(3, f.Name)
	r.index.WriteString("\n")
	made, err := pool.Until(ctx, func() (paper.Figure, error) { return r.Figure(f, r.Options) })
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
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
		if err := r.Put(f.Name+"."+format, picture.Bytes()); err != nil {
			return err
		}
		if _, links, ok := bytes.Cut(picture.Bytes(), []byte("<svg ")); ok && format == "svg" && r.Layout.View != "" { // an image's links do not work
			fmt.Fprintf(&r.page, "<figure><svg role=\"img\" aria-label=\"%s\" %s</figure>\n", html.EscapeString(f.Name), links)
		} else if format == "svg" {
			fmt.Fprintf(&r.page, "<figure><img alt=\"%s\" src=\"data:image/svg+xml;base64,%s\"/></figure>\n",
				html.EscapeString(f.Name), base64.StdEncoding.EncodeToString(picture.Bytes()))
		}
	}
	if f.Caption != "" {
		fmt.Fprintf(&r.page, "<p>%s</p>\n", html.EscapeString(f.Caption))
	}
	for _, note := range made.Notes {
		fmt.Fprintf(&r.page, "<p class=\"note\">%s</p>\n", html.EscapeString(note))
	}
	fmt.Fprintf(&r.index, "![%s](%s.svg)\n\n", tables.EscapeMarkdown(f.Name), f.Name)
	if f.Caption != "" {
		fmt.Fprintf(&r.index, "%s\n\n", tables.EscapeMarkdown(f.Caption))
	}
	for _, note := range made.Notes {
		fmt.Fprintf(&r.index, "- %s\n", tables.EscapeMarkdown(note))
	}
	fmt.Fprintf(&r.index, "\n%s %s\n", linked(f.Name+".svg"), linked(f.Name+".pdf"))
	return nil
}

// linked returns a link to a file of the folder.
func linked(name string) string { return fmt.Sprintf("[%s](%s)", tables.EscapeMarkdown(name), name) }

// fault notes what could not be made.
func (r *Report) fault(err error) {
	r.faults = append(r.faults, err)
	fmt.Fprintf(&r.index, "Not made: %s\n", tables.EscapeMarkdown(err.Error()))
	fmt.Fprintf(&r.page, "<p>Not made: %s</p>\n", html.EscapeString(err.Error()))
}
