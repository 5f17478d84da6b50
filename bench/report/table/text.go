package table

import (
	"bytes"
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"halocline/bench/report/text"
)

// text writes the table for a terminal. Columns that would go beyond the width
// stand in blocks below each other, and words go into further lines. The source does not: it is a command.
func (l *layout) text(width int) (string, error) {
	var out strings.Builder
	l.once()
	if l.caption != "" {
		fmt.Fprintf(&out, "%s\n\n", text.Fold(l.caption, width))
	}
	if l.quantity != "" {
		fmt.Fprintf(&out, "%s\n\n", text.Fold(l.quantity, width))
	}
	block, err := l.block(0, len(l.heads), l.corner())
	fits := func() bool { return width == 0 || widest(block) <= width }
	corner := l.corner()
	if !fits() && l.across != "" { // in one line it would take the room of columns, in each block
		corner = l.across + " /\n" + l.down
	}
	for from := 0; from < len(l.heads) && err == nil; {
		to := len(l.heads)
		block, err = l.block(from, to, corner)
		for ; err == nil && !fits() && to > from+1; block, err = l.block(from, to, corner) {
			to--
		}
		out.WriteString(block + "\n")
		from = to
	}
	if err != nil {
		return "", err
	}
	for _, n := range l.notes {
		out.WriteString(text.Fold(parenthesised(n.letter, " ")+n.text, width) + "\n")
	}
	out.WriteString(l.source + "\n")
	return out.String(), nil
}

// block writes some of the columns.
func (l *layout) block(from, to int, corner string) (string, error) {
	heads := []string{corner}
	for _, h := range l.heads[from:to] {
		heads = append(heads, strings.TrimPrefix(h.group+"\n"+h.label, "\n"))
	}
	var rows [][]string
	for i, label := range l.rows {
		row := []string{label}
		for j := from; j < to; j++ {
			mark := l.cells[i][j].textMark()
			room := l.markWidth(j) - utf8.RuneCountInString(mark)
			row = append(row, l.cells[i][j].figure.write(plain())+mark+strings.Repeat(" ", room))
		}
		rows = append(rows, row)
	}
	all, err := render(heads, rows,
		tablewriter.WithSymbols(tw.NewSymbols(tw.StyleLight)),
		tablewriter.WithRendition(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Separators: tw.Separators{BetweenColumns: tw.Off}},
		}),
		tablewriter.WithPadding(tw.Padding{Right: "  ", Overwrite: true}),
	)
	var out strings.Builder
	for line := range strings.Lines(all) {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return out.String(), err
}

// textMark returns the marks of a cell as they stand in text.
func (e entry) textMark() string { return e.stars + parenthesised(e.letter, "") }

// parenthesised returns a letter in parentheses and what comes behind it, or
// nothing if there is none.
func parenthesised(letter, behind string) string {
	if letter == "" {
		return ""
	}
	return "(" + letter + ")" + behind
}

// markWidth returns the room that the marks of a column need. All its numbers
// end before it, so that they stand below each other.
func (l *layout) markWidth(j int) int {
	width := 0
	for _, row := range l.cells {
		width = max(width, utf8.RuneCountInString(row[j].textMark()))
	}
	return width
}

// widest returns the length of the longest line.
func widest(text string) int {
	width := 0
	for line := range strings.Lines(text) {
		width = max(width, utf8.RuneCountInString(strings.TrimRight(line, "\n")))
	}
	return width
}

// render writes heads and rows by way of tablewriter, which is kept from
// changing words, breaking lines and taking blanks away.
func render(heads []string, rows [][]string, options ...tablewriter.Option) (string, error) {
	align := tw.CellAlignment{PerColumn: make([]tw.Align, len(heads))}
	for i := range heads {
		align.PerColumn[i] = tw.AlignRight
	}
	align.PerColumn[0] = tw.AlignLeft
	var out bytes.Buffer
	t := tablewriter.NewTable(&out, append([]tablewriter.Option{
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithTrimTab(tw.Off),
		tablewriter.WithEastAsian(tw.Off), // whatever the locale
		tablewriter.WithHeaderAlignmentConfig(align),
		tablewriter.WithRowAlignmentConfig(align),
	}, options...)...)
	t.Header(heads)
	for _, row := range rows {
		if err := t.Append(row); err != nil {
			return "", err
		}
	}
	if err := t.Render(); err != nil {
		return "", err
	}
	return out.String(), nil
}

// markdown writes the table as GitHub's Markdown has it.
func (l *layout) markdown() (string, error) {
	l.once()
	heads := []string{EscapeMarkdown(l.corner())}
	for _, h := range l.heads {
		heads = append(heads, EscapeMarkdown(h.name()))
	}
	table, err := render(heads, l.lines(func(e entry) string {
		return EscapeMarkdown(e.figure.write(plain()) + e.textMark())
	}, EscapeMarkdown), tablewriter.WithRenderer(renderer.NewMarkdown()))
	if err != nil {
		return "", err
	}
	var out strings.Builder
	if l.caption != "" {
		fmt.Fprintf(&out, "%s\n\n", EscapeMarkdown(l.caption))
	}
	if l.quantity != "" {
		fmt.Fprintf(&out, "%s\n\n", EscapeMarkdown(l.quantity))
	}
	out.WriteString(table)
	for _, n := range l.notes {
		fmt.Fprintf(&out, "\n%s\n", EscapeMarkdown(parenthesised(n.letter, " ")+n.text))
	}
	fmt.Fprintf(&out, "\n%s\n", EscapeMarkdown(l.source))
	return out.String(), nil
}

// lines returns the rows with their labels.
func (l *layout) lines(cell func(entry) string, label func(string) string) [][]string {
	var rows [][]string
	for i, name := range l.rows {
		row := []string{label(name)}
		for _, e := range l.cells[i] {
			row = append(row, cell(e))
		}
		rows = append(rows, row)
	}
	return rows
}

// EscapeMarkdown returns text in one line, with a backslash before all that Markdown could
// take for a sign of its own.
func EscapeMarkdown(text string) string {
	text = clean(text)
	var out strings.Builder
	for i, r := range text {
		if strings.ContainsRune("\\`*_[]<>|~#&$!", r) || listMarker(text, i) {
			out.WriteByte('\\')
		}
		out.WriteRune(r)
	}
	return out.String()
}

// listMarker tells whether the sign at i would make the text an item of a list,
// or the line above it a heading.
func listMarker(text string, i int) bool {
	switch text[i] {
	case '-', '+', '=':
		return i == 0
	case '.', ')':
		return i > 0 && strings.Trim(text[:i], digits) == "" && (i+1 == len(text) || text[i+1] == ' ')
	}
	return false
}

// html writes the table as a figure with its notes.
func (l *layout) html(standalone bool) (string, error) {
	l.once()
	heads := []string{html.EscapeString(l.corner())}
	for _, h := range l.heads {
		label := html.EscapeString(h.label)
		if h.group != "" {
			label = html.EscapeString(h.group) + "<br/>" + label
		}
		heads = append(heads, label)
	}
	table, err := render(heads, l.lines(func(e entry) string {
		text := html.EscapeString(e.figure.write(plain()))
		if e.link != "" && text != "" {
			text = fmt.Sprintf("<a href=\"%s\">%s</a>", html.EscapeString(e.link), text)
		}
		return text + raisedHTML(e.stars+e.letter)
	}, html.EscapeString), tablewriter.WithRenderer(renderer.NewHTML(renderer.HTMLConfig{}))) // escaped above
	if err != nil {
		return "", err
	}
	var out strings.Builder
	if standalone {
		fmt.Fprintf(&out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/><title>%s</title>\n<style>td + td { white-space: nowrap; }</style></head>\n<body>\n",
			html.EscapeString(l.caption)) // no line ends in an interval
	}
	fmt.Fprintf(&out, "<figure id=\"tab-%s\">\n", l.name)
	if l.caption != "" {
		fmt.Fprintf(&out, "<figcaption>%s</figcaption>\n", html.EscapeString(l.caption))
	}
	if l.quantity != "" {
		fmt.Fprintf(&out, "<p class=\"quantity\">%s</p>\n", html.EscapeString(l.quantity))
	}
	out.WriteString(table)
	for _, n := range l.notes {
		fmt.Fprintf(&out, "<p class=\"note\">%s%s</p>\n", raisedHTML(n.letter), html.EscapeString(n.text))
	}
	fmt.Fprintf(&out, "<p class=\"source\">%s</p>\n</figure>\n", html.EscapeString(l.source))
	if standalone {
		out.WriteString("</body>\n</html>\n")
	}
	return out.String(), nil
}

// raisedHTML returns marks as they stand in HTML.
func raisedHTML(marks string) string {
	if marks == "" {
		return ""
	}
	return "<sup>" + marks + "</sup>"
}
