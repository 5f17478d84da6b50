package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// latex writes the table as a float with its caption and label. It needs the
// packages booktabs and graphicx and nothing else: columns that do not fit into one column of
// a page stand below the others, and what is still too wide is made smaller. Text is read in
// any encoding of fonts, and all that is not ASCII, letters aside, becomes a command.
func (l *layout) latex(o Options) (string, error) {
	p := new(page)
	if o.Standalone {
		p.line("\\documentclass{article}")
		p.line("\\usepackage{booktabs,graphicx}")
		p.line("\\begin{document}")
	} else {
		p.line("%% needs \\usepackage{booktabs,graphicx}")
	}
	float, room := "table", columnWidth
	if o.Page {
		float, room = "table*", 2*columnWidth
	}
	p.line("\\begin{%s}[htbp]", float)
	p.line("\\centering")
	if l.caption != "" {
		p.line("\\caption{%s}", p.escape(l.caption))
	}
	p.line("\\label{tab:%s}", l.name)
	p.line("\\footnotesize")
	if l.quantity != "" {
		p.line("%s\\par\\smallskip", p.escape(l.quantity))
	}
	for from, most := 0, l.balanced(room); from < len(l.heads); {
		part := l.fitting(from, room, most)
		p.line("\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%%")
		p.line("\\begin{tabular}{l%s}", strings.Repeat("r", len(part.heads)))
		part.tabular(p)
		p.line("\\end{tabular}}")
		p.line("\\par\\smallskip")
		from += len(part.heads)
	}
	p.below(l)
	p.line("\\end{%s}", float)
	if o.Standalone {
		p.line("\\end{document}")
	}
	return p.out.String(), p.err
}

// below writes the notes, and where the numbers come from as a comment: a paper has no room for it.
func (p *page) below(l *layout) {
	if len(l.notes) > 0 {
		p.line("\\begin{minipage}{\\linewidth}\\footnotesize\\raggedright")
		for _, n := range l.notes {
			p.line("%s%s\\par", raisedTeX(n.letter), p.escape(n.text))
		}
		p.line("\\end{minipage}")
	}
	p.line("%% %s", l.source)
}

// columnWidth is how many characters fit beside each other into one column of a page in two:
// some 50 in the size of the text, and half as many more in that of notes.
const columnWidth = 75

// balanced returns how many columns each part has where it takes no more parts for it: parts of one width are made smaller alike.
func (l *layout) balanced(room int) int {
	parts := 0
	for from := 0; from < len(l.heads); parts++ {
		from += len(l.fitting(from, room, len(l.heads)).heads)
	}
	return (len(l.heads) + parts - 1) / max(1, parts)
}

// fitting returns the part of the table with the columns from one on that fit into so many
// characters, at most so many of them and one at least.
func (l *layout) fitting(from, room, columns int) *layout {
	width := utf8.RuneCountInString(l.corner())
	if l.across != "" && !l.grouped() { // it stands above the columns
		width = utf8.RuneCountInString(l.down)
	}
	for _, row := range l.rows {
		width = max(width, utf8.RuneCountInString(row))
	}
	to := from
	for ; to < min(from+columns, len(l.heads)); to++ {
		most := utf8.RuneCountInString(l.heads[to].label)
		for _, row := range l.cells {
			most = max(most, utf8.RuneCountInString(row[to].figure.write(plain()))+utf8.RuneCountInString(row[to].stars+row[to].letter))
		}
		if width += most + 2; width > room && to > from {
			break
		}
	}
	part := *l
	part.heads, part.cells = l.heads[from:to], nil
	for _, row := range l.cells {
		part.cells = append(part.cells, row[from:to])
	}
	return &part
}

// page is LaTeX being written, and the first thing that could not be.
type page struct {
	out strings.Builder
	err error
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }

// row writes a row of a table.
func (p *page) row(cells []string) { p.line("%s \\\\", strings.Join(cells, " & ")) }

// tabular writes head and body.
func (l *layout) tabular(p *page) {
	p.line("\\toprule")
	corner := l.corner()
	switch {
	case l.grouped():
		l.spans(p)
	case l.across != "":
		p.line("& \\multicolumn{%d}{c}{%s} \\\\", len(l.heads), p.escape(l.across))
		p.line("\\cmidrule(lr){2-%d}", 1+len(l.heads))
		corner = l.down
	}
	cells := []string{p.escape(corner)}
	for _, h := range l.heads {
		cells = append(cells, p.escape(h.label))
	}
	p.row(cells)
	p.line("\\midrule")
	for i, label := range l.rows {
		cells := []string{p.escape(label)}
		for j, e := range l.cells[i] {
			cells = append(cells, e.latex(l.widestMark(j)))
		}
		p.row(cells)
	}
	p.line("\\bottomrule")
}

// spans writes what neighbouring columns share above them.
func (l *layout) spans(p *page) {
	var rules []string
	cells := []string{""}
	for from := 0; from < len(l.heads); {
		group, to := l.heads[from].group, from+1
		for to < len(l.heads) && l.heads[to].group == group {
			to++
		}
		cells = append(cells, fmt.Sprintf("\\multicolumn{%d}{c}{%s}", to-from, p.escape(group)))
		if group != "" {
			rules = append(rules, fmt.Sprintf("\\cmidrule(lr){%d-%d}", from+2, to+1))
		}
		from = to
	}
	p.row(cells)
	p.line("%s", strings.Join(rules, " "))
}

// latex writes a cell. Its marks take the room of the widest in the column, so
// that numbers stand below each other.
func (e entry) latex(widest string) string {
	number := e.figure.write(mathematics())
	if !math.IsNaN(e.figure.estimate) && !e.figure.word() {
		number = "$" + number + "$"
	}
	if e.figure.word() {
		number = new(page).escape(number)
	}
	if widest == "" {
		return number
	}
	if marks := e.stars + e.letter; marks != "" {
		number += "\\rlap{" + raisedTeX(marks) + "}"
	}
	return number + "\\phantom{" + raisedTeX(widest) + "}"
}

// widestMark returns the longest marks of a column.
func (l *layout) widestMark(j int) string {
	widest := ""
	for _, row := range l.cells {
		if marks := row[j].stars + row[j].letter; len(marks) > len(widest) {
			widest = marks
		}
	}
	return widest
}

// raisedTeX returns marks as they stand in LaTeX.
func raisedTeX(marks string) string {
	if marks == "" {
		return ""
	}
	return "\\textsuperscript{" + marks + "}"
}

// mathematics is the notation within $ and $.
func mathematics() notation {
	return notation{
		plusMinus: " \\pm ", open: "\\ [", comma: "{,}\\ ", end: "]", infinity: "\\infty", absent: "n/a",
		power: func(power int) string { return "\\times 10^{" + strconv.Itoa(power) + "}" },
	}
}

// escape returns text so that LaTeX prints it as it stands. The fonts that every
// LaTeX has (encoding OT1) hold letters with accents, but few other signs.
func (p *page) escape(text string) string {
	var out strings.Builder
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		raised, n := script(runes[i:], raisedRunes)
		lowered, m := script(runes[i:], loweredRunes)
		switch {
		case n > 0:
			out.WriteString("$^{" + raised + "}$")
			i += n - 1
		case m > 0:
			out.WriteString("$_{" + lowered + "}$")
			i += m - 1
		case joins(runes, i):
			out.WriteString("{" + string(r) + "}")
		case command(r) != "":
			out.WriteString(command(r))
		case r < 0x7f || strings.ContainsRune(accented, r):
			out.WriteRune(r)
		case p.err == nil:
			p.err = fmt.Errorf("LaTeX has no sign for %q (%U), which stands in %q: use another word there", r, r, text)
		}
	}
	return out.String()
}

// Raised and lowered runes, and what they are on the line.
const (
	raisedRunes  = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9⁺+⁻-ⁿn"
	loweredRunes = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9₊+₋-"
)

// accented are the letters beyond ASCII that the fonts can be made to print.
const accented = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ" +
	"ĀāĂăĆćČčĎďĒēĚěĞğĪīİıŁłŃńŇňŌōŐőŒœŘřŚśŞşŠšŤťŪūŮůŰűŸŹźŻżŽž"

// script returns the raised or lowered runes with which a text begins, as they
// are on the line, and their number.
func script(text []rune, pairs string) (string, int) {
	table := []rune(pairs)
	line := ""
	for n, r := range text {
		at := -1
		for k := 0; k < len(table); k += 2 {
			if table[k] == r {
				at = k
			}
		}
		if at < 0 {
			return line, n
		}
		line += string(table[at+1])
	}
	return line, len(text)
}

// joins tells whether a sign must stand in braces: two hyphens or quotation marks
// would become one sign, and what begins a row could be taken for an argument of
// the command before it.
func joins(text []rune, i int) bool {
	next := rune(0)
	if i+1 < len(text) {
		next = text[i+1]
	}
	switch text[i] {
	case '[', '*':
		return i == 0
	case '-', '\'', '`', ',':
		return next == text[i]
	case '?', '!':
		return next == '`' || next == '‘'
	}
	return false
}

// command returns how LaTeX calls a sign; nothing if it stands for itself.
func command(r rune) string {
	if strings.ContainsRune("_%&#${}", r) {
		return "\\" + string(r)
	}
	if strings.ContainsRune("<>|", r) {
		return "$" + string(r) + "$"
	}
	signs := map[rune]string{
		'\\': "\\textbackslash{}", '~': "\\textasciitilde{}", '^': "\\textasciicircum{}", '"': "{''}",
		'\u00a0': "~", '\u202f': "~", '\u2009': "\\,", '–': "{--}", '—': "{---}",
		'‘': "{`}", '’': "{'}", '“': "{``}", '”': "{''}", '…': "\\ldots{}", '§': "\\S{}", '°': "$^{\\circ}$",
	}
	if sign, ok := signs[r]; ok {
		return sign
	}
	if name := symbol(r); name != "" {
		return "$" + name + "$"
	}
	return ""
}
