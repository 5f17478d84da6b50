package text

import (
	"io"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// Table is a plain table, whose columns stand two blanks apart.
type Table struct {
	out    io.Writer
	words  func(column int) bool
	exact  bool
	header []string
	rows   [][]string
	footer []string
}

// NewTable returns a table with a header, whose first column holds names, and the others numbers.
// Render writes it.
func NewTable(w io.Writer, header ...string) *Table {
	return NewMixedTable(w, func(column int) bool { return column == 0 }, header...)
}

// NewMixedTable is NewTable with words in some columns, which stand on the left.
func NewMixedTable(w io.Writer, words func(column int) bool, header ...string) *Table {
	return &Table{out: w, words: words, header: header}
}

// Exact has the table keep blanks at the ends of cells, where they line marks up.
func (t *Table) Exact() { t.exact = true }

// Append adds a row.
func (t *Table) Append(row []string) { t.rows = append(t.rows, row) }

// Footer sets the row below the last, such as that of sums.
func (t *Table) Footer(row []string) { t.footer = row }

// Render writes the table without blanks at the ends of its lines.
func (t *Table) Render() error {
	const apart = 2
	all := append(append([][]string{t.header}, t.rows...), t.footer)
	widths, total := t.widths(all), 0
	for _, w := range widths {
		total += w + apart
	}
	rule := strings.Repeat("─", total) + "\n"
	var b strings.Builder
	for i, row := range all {
		if i == 1 && len(t.header) > 0 && len(t.rows)+len(t.footer) > 0 || i > 1 && i == len(all)-1 && len(row) > 0 {
			b.WriteString(rule)
		}
		t.write(&b, row, widths, strings.Repeat(" ", apart))
	}
	_, err := io.WriteString(t.out, b.String())
	return err
}

// widths returns the widths of the columns, in characters as a terminal shows them.
func (t *Table) widths(all [][]string) []int {
	var widths []int
	for _, row := range all {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			for line := range strings.SplitSeq(cell, "\n") {
				widths[i] = max(widths[i], displaywidth.String(t.trimmed(line)))
			}
		}
	}
	return widths
}

func (t *Table) trimmed(cell string) string {
	if t.exact {
		return cell
	}
	return strings.TrimSpace(cell)
}

// write adds a row, whose cells may have several lines.
func (t *Table) write(b *strings.Builder, row []string, widths []int, gap string) {
	for again, n := len(row) > 0, 0; again; n++ {
		again = false
		var line strings.Builder
		for i, cell := range row {
			parts := strings.Split(cell, "\n")
			part := ""
			if n < len(parts) {
				part = t.trimmed(parts[n])
			}
			again = again || n+1 < len(parts)
			line.WriteString(Aligned(part, widths[i], t.words(i)) + gap)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// Aligned fills a text with blanks to a width, behind it where it stands on the left and else before it.
func Aligned(text string, width int, left bool) string {
	blanks := strings.Repeat(" ", max(0, width-displaywidth.String(text)))
	if left {
		return text + blanks
	}
	return blanks + text
}
