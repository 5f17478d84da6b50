package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
)

// The letters of which the name of a table may consist, with capitals and "-".
const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	digits = "0123456789"
)

// layout is a table as it will stand on the page, in no format yet: its words
// hold no line breaks, and its numbers are rounded.
type layout struct {
	name, caption string
	quantity      string // what all columns show, where they show one thing
	down, across  string // what the labels of rows and columns are
	heads         []head
	rows          []string
	cells         [][]entry
	notes         []note
	source        string
}

// head is the head of a column.
type head struct{ group, label string }

// entry is a cell with its marks.
type entry struct {
	figure  figure
	stars   string
	missing string // what it lacks, in words
	letter  string // of the note that has these words
	link    string // to a run
}

// note is a line below the table.
type note struct {
	letter string // of the cells that it is about; empty if it is about the table
	text   string
}

// layout puts the table together.
func (t Table) layout(o Options) *layout {
	l := &layout{
		name: cmp.Or(t.Name, slug(t.Caption)), caption: clean(t.Caption),
		down: clean(t.Rows), across: clean(t.Columns), source: clean(t.Source.line()),
	}
	for _, c := range t.ColumnLabels {
		l.heads = append(l.heads, head{clean(c.Group), clean(c.Label)})
	}
	for _, label := range t.RowLabels {
		l.rows = append(l.rows, clean(label))
		l.cells = append(l.cells, make([]entry, len(t.ColumnLabels)))
	}
	for j, c := range t.ColumnLabels {
		for i, f := range figures(t.column(j), c.Style, o) {
			l.cells[i][j] = entry{figure: f, missing: t.missing(t.Cells[i][j], c.Style)}
			if run := t.Cells[i][j].Run; o.View != "" && run != "" {
				l.cells[i][j].link = o.View + run + "/"
			}
			if o.Stars {
				l.cells[i][j].stars = t.stars(t.Cells[i][j])
			}
		}
	}
	if o.Transpose {
		l.transpose()
	}
	l.notes = append(t.meanings(), t.significance(o.Stars)...)
	for _, text := range t.Notes {
		l.notes = append(l.notes, note{text: clean(text)})
	}
	l.footnotes()
	l.notes = append(l.notes, t.runs()...)
	return l
}

// column returns the cells of one metric.
func (t Table) column(j int) []Cell {
	var cells []Cell
	for _, row := range t.Cells {
		cells = append(cells, row[j])
	}
	return cells
}

// stars returns how significant the difference of a cell is. Where nothing is,
// nothing differs.
func (t Table) stars(c Cell) string {
	if !c.Tested || math.IsNaN(c.Estimate) {
		return ""
	}
	n := 0
	for _, level := range t.Test.Levels {
		if c.P <= level {
			n++
		}
	}
	return strings.Repeat("*", n)
}

// transpose makes rows of the columns. The groups go into their labels, but for one that all share.
func (l *layout) transpose() {
	l.once()
	var heads []head
	for _, label := range l.rows {
		heads = append(heads, head{label: label})
	}
	l.rows = nil
	for _, h := range l.heads {
		l.rows = append(l.rows, h.name())
	}
	l.heads, l.down, l.across = heads, l.across, l.down
	l.cells = turned(l.cells)
}

// turned returns a matrix with its rows as columns.
func turned[T any](matrix [][]T) [][]T {
	out := make([][]T, len(matrix[0]))
	for j := range out {
		for _, row := range matrix {
			out[j] = append(out[j], row[j])
		}
	}
	return out
}

// name returns group and label in one line.
func (h head) name() string { return Column{Group: h.group, Label: h.label}.name() }

// corner returns what stands above the labels of rows and left of those of
// columns.
func (l *layout) corner() string {
	if l.across == "" {
		return l.down
	}
	return strings.TrimSpace(l.down + " \\ " + l.across)
}

// grouped tells whether columns share anything.
func (l *layout) grouped() bool {
	return slices.ContainsFunc(l.heads, func(h head) bool { return h.group != "" })
}

// once takes what all columns share out of their heads, so that it stands above the
// table once. LaTeX has a head for it, but for rows.
func (l *layout) once() {
	group := l.heads[0].group
	if group == "" || len(l.heads) == 1 || slices.ContainsFunc(l.heads, func(h head) bool { return h.group != group }) {
		return
	}
	l.quantity = group
	for j := range l.heads {
		l.heads[j].group = ""
	}
}

// footnotes says what cells lack, each thing once, by letters in the order of
// reading.
func (l *layout) footnotes() {
	letters := map[string]string{}
	for _, row := range l.cells {
		for j := range row {
			e := &row[j]
			if e.missing == "" {
				continue
			}
			if letters[e.missing] == "" {
				letters[e.missing] = letter(len(letters))
				l.notes = append(l.notes, note{letters[e.missing], e.missing})
			}
			e.letter = letters[e.missing]
		}
	}
}

// meanings says what estimates and intervals are, of which columns where not all
// are alike.
func (t Table) meanings() []note {
	var order []string
	of := map[string][]string{}
	count := map[string]int{}
	for _, c := range t.ColumnLabels {
		m := clean(c.Style.Meaning)
		if m == "" {
			continue
		}
		if count[m]++; count[m] == 1 {
			order = append(order, m)
		}
		if name := clean(t.shortName(c)); !slices.Contains(of[m], name) {
			of[m] = append(of[m], name)
		}
	}
	var notes []note
	for _, m := range order {
		text := m
		if count[m] < len(t.ColumnLabels) {
			text = strings.Join(of[m], "; ") + ": " + m
		}
		notes = append(notes, note{text: text})
	}
	return notes
}

// shortName returns the group of a column if all in it have the same meaning,
// the label if all columns with this label have, and both otherwise.
func (t Table) shortName(c Column) string {
	group, label := c.Group != "", true
	for _, other := range t.ColumnLabels {
		if other.Style.Meaning != c.Style.Meaning {
			group = group && other.Group != c.Group
			label = label && other.Label != c.Label
		}
	}
	switch {
	case group:
		return c.Group
	case label:
		return c.Label
	}
	return c.name()
}

// significance says what the stars mean or, without them, how many differences there are.
func (t Table) significance(stars bool) []note {
	tested, differ, most := 0, 0, 0
	for _, row := range t.Cells {
		for _, c := range row {
			if n := len(t.stars(c)); n > 0 {
				differ, most = differ+1, max(most, n)
			}
			if c.Tested && !math.IsNaN(c.Estimate) {
				tested++
			}
		}
	}
	if tested == 0 {
		return nil
	}
	how := t.Test.Name + ", p-values not adjusted"
	if t.Test.Adjusted != "" {
		how = t.Test.Name + ", p-values adjusted by " + t.Test.Adjusted
	}
	switch {
	case most == 0:
		return []note{{text: clean(fmt.Sprintf("no difference from %s with p ≤ %v: %s", t.Test.Baseline, t.Test.Levels[0], how))}}
	case !stars:
		return []note{{text: clean(fmt.Sprintf("%d of %d cells differ from %s with p ≤ %v: %s", differ, tested, t.Test.Baseline, t.Test.Levels[0], how))}}
	}
	var levels []string
	for i, level := range t.Test.Levels {
		levels = append(levels, fmt.Sprintf("%s p ≤ %v", strings.Repeat("*", i+1), level))
	}
	return []note{{text: clean(fmt.Sprintf("%s, against %s: %s", strings.Join(levels, ", "), t.Test.Baseline, how))}}
}

// runs says on how many runs those values rest that no note speaks of.
func (t Table) runs() []note {
	least, most, values := math.MaxInt, 0, "each value"
	for _, row := range t.Cells {
		for _, c := range row {
			switch {
			case c.Left > 0:
				values = "each other value"
			case c.N > 0:
				least, most = min(least, c.N), max(most, c.N)
			}
		}
	}
	switch {
	case most == 0:
		return nil
	case least == most:
		return []note{{text: values + " from " + t.plural(most) + t.each()}}
	}
	return []note{{text: fmt.Sprintf("%s from %d to %s", values, least, t.plural(most)) + t.each()}}
}

// plural returns a number of runs, or of repetitions where a value is a mean over
// the runs of several cells.
func (t Table) plural(n int) string {
	noun := "run"
	if t.Over > 1 {
		noun = "repetition"
	}
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// each says what a repetition gives where that is not the value of a run.
func (t Table) each() string {
	if t.Over > 1 {
		return fmt.Sprintf(", each a mean over %d cells", t.Over)
	}
	return ""
}

// missing says what a cell lacks, or nothing.
func (t Table) missing(c Cell, s Style) string {
	why := clean(c.Why)
	switch {
	case math.IsNaN(c.Estimate) && why != "":
		return why
	case math.IsNaN(c.Estimate) && c.Left > 0:
		return "no value in any of " + t.plural(c.Left)
	case math.IsNaN(c.Estimate):
		return "no value"
	}
	var parts []string
	if c.Left > 0 {
		parts = append(parts, fmt.Sprintf("from %d of %s", c.N, t.plural(c.N+c.Left)))
	}
	if why != "" {
		parts = append(parts, why)
	}
	if s.ranged() && !math.IsInf(c.Estimate, 0) && (math.IsNaN(c.Low) || math.IsNaN(c.High)) {
		if c.N == 1 {
			parts = append(parts, "one run gives no interval")
		} else if why == "" {
			parts = append(parts, "no interval")
		}
	}
	return strings.Join(parts, ": ")
}

// letter returns the name of the n-th note: a to z, then aa, ab and so on.
func letter(n int) string {
	if n < len(lower) {
		return lower[n : n+1]
	}
	return letter(n/len(lower)-1) + letter(n%len(lower))
}

// clean returns text in one line, with a blank for each run of blanks and what
// cannot be printed.
func clean(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), func(r rune) bool {
		return r == ' ' || unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	}), " ")
}

// slug makes a name of a caption: its first words in lower case.
func slug(caption string) string {
	words := strings.FieldsFunc(strings.ToLower(caption), func(r rune) bool {
		return !strings.ContainsRune(lower+digits, r)
	})
	name := ""
	for _, w := range words {
		if len(name)+len(w) >= 40 {
			break
		}
		name = strings.TrimPrefix(name+"-"+w, "-")
	}
	return cmp.Or(name, "results")
}
