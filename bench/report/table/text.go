package table

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"

	"halocline/bench/report/text"
)

// text writes the table for a terminal. Columns that would go beyond the width
// stand in blocks below each other.
func (l *layout) text(width int) (string, error) {
	var out strings.Builder
	l.once()
	if l.caption != "" {
		fmt.Fprintf(&out, "%s\n\n", l.caption)
	}
	if l.quantity != "" {
		fmt.Fprintf(&out, "%s\n\n", l.quantity)
	}
	for from := 0; from < len(l.heads); {
		to := len(l.heads)
		block, err := l.block(from, to)
		for ; err == nil && width > 0 && widest(block) > width && to > from+1; block, err = l.block(from, to) {
			to--
		}
		if err != nil {
			return "", err
		}
		out.WriteString(block + "\n")
		from = to
	}
	for _, n := range l.notes {
		out.WriteString(parenthesised(n.letter, " ") + n.text + "\n")
	}
	out.WriteString(l.source + "\n")
	return out.String(), nil
}

// block writes some of the columns.
func (l *layout) block(from, to int) (string, error) {
	heads := []string{l.corner()}
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
	var out strings.Builder
	t := text.NewTable(&out, heads...)
	t.Exact()
	for _, row := range rows {
		t.Append(row)
	}
	err := t.Render()
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

// markdownTable writes heads and rows as GitHub's Markdown has them, in columns that line up.
func markdownTable(heads []string, rows [][]string) string {
	widths := make([]int, len(heads))
	for _, row := range append([][]string{heads}, rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], displaywidth.String(cell))
		}
	}
	var out strings.Builder
	write := func(row []string) {
		for i, cell := range row {
			out.WriteString("| " + text.Aligned(cell, widths[i], i == 0) + " ")
		}
		out.WriteString("|\n")
	}
	write(heads)
	for i, w := range widths {
		if line := strings.Repeat("-", w+1); i == 0 {
			out.WriteString("|:" + line)
		} else {
			out.WriteString("|" + line + ":")
		}
	}
	out.WriteString("|\n")
	for _, row := range rows {
		write(row)
	}
	return out.String()
}

// htmlTable writes heads and rows, which are HTML already.
func htmlTable(heads []string, rows [][]string) string {
	var out strings.Builder
	write := func(kind string, row []string) {
		out.WriteString("  <tr>")
		for i, cell := range row {
			side := "right"
			if i == 0 {
				side = "left"
			}
			fmt.Fprintf(&out, "<%s style=\"text-align: %s;\">%s</%s>", kind, side, cell, kind)
		}
		out.WriteString("</tr>\n")
	}
	out.WriteString("<table>\n<thead>\n")
	write("th", heads)
	out.WriteString("</thead>\n<tbody>\n")
	for _, row := range rows {
		write("td", row)
	}
	out.WriteString("</tbody>\n</table>\n")
	return out.String()
}

// markdown writes the table as GitHub's Markdown has it.
func (l *layout) markdown() (string, error) {
	l.once()
	heads := []string{EscapeMarkdown(l.corner())}
	for _, h := range l.heads {
		heads = append(heads, EscapeMarkdown(h.name()))
	}
	table := markdownTable(heads, l.lines(func(e entry) string {
		return EscapeMarkdown(e.figure.write(plain()) + e.textMark())
	}, EscapeMarkdown))
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
	table := htmlTable(heads, l.lines(func(e entry) string {
		text := html.EscapeString(e.figure.write(plain()))
		if e.link != "" && text != "" {
			text = fmt.Sprintf("<a href=\"%s\">%s</a>", html.EscapeString(e.link), text)
		}
		return text + raisedHTML(e.stars+e.letter)
	}, html.EscapeString))
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
