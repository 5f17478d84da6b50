package text

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
)

// Table is a plain table, whose header is left as it is written. The first
// column holds names, the others numbers.
type Table struct {
	*tablewriter.Table
	text *bytes.Buffer
	out  io.Writer
}

// NewTable returns a table with a header. Render writes it.
func NewTable(w io.Writer, header ...string) *Table {
	return NewMixedTable(w, func(column int) bool { return column == 0 }, header...)
}

// NewMixedTable is NewTable with words in some columns, which stand on the left.
func NewMixedTable(w io.Writer, words func(column int) bool, header ...string) *Table {
	align := tw.CellAlignment{PerColumn: make([]tw.Align, len(header))}
	for i := range header {
		align.PerColumn[i] = tw.AlignRight
		if words(i) {
			align.PerColumn[i] = tw.AlignLeft
		}
	}
	t := &Table{text: new(bytes.Buffer), out: w}
	t.Table = tablewriter.NewTable(t.text,
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithFooterAutoFormat(tw.Off),
		tablewriter.WithEastAsian(tw.Off), // whatever the locale
		tablewriter.WithSymbols(tw.NewSymbols(tw.StyleLight)),
		tablewriter.WithRendition(tw.Rendition{
			Borders: tw.BorderNone,
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off},
			},
		}),
		tablewriter.WithHeaderAlignmentConfig(align),
		tablewriter.WithRowAlignmentConfig(align),
		tablewriter.WithFooterAlignmentConfig(align),
		tablewriter.WithPadding(tw.Padding{Right: "  ", Overwrite: true}),
	)
	t.Header(header)
	return t
}

// Render writes the table without the blanks at the ends of its lines.
func (t *Table) Render() error {
	if err := t.Table.Render(); err != nil {
		return err
	}
	for line := range strings.Lines(t.text.String()) {
		if _, err := fmt.Fprintln(t.out, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}
