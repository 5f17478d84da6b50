// Package output writes what comes of results: files of a folder, each of which is there as a
// whole or not at all, and CSV that a spreadsheet does not take for formulas.
package output

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// CSV writes lines of a CSV file. Its methods are those of csv.Writer.
//
// Excel, LibreOffice and others compute a cell that begins with = + - or @, or with a tab or a
// line break before one, whatever quotes stand around it (OWASP, CSV Injection). Such a cell
// gets an apostrophe in front, which makes it text. A number stays as it is, with its sign, and
// so does a sign alone.
type CSV struct{ *csv.Writer }

// NewCSV returns a writer of CSV.
func NewCSV(w io.Writer) CSV { return CSV{csv.NewWriter(w)} }

// Write writes a line.
func (c CSV) Write(record []string) error {
	safe := make([]string, len(record))
	for i, text := range record {
		safe[i] = inert(text)
	}
	return c.Writer.Write(safe)
}

// WriteAll writes lines, and what is left in the buffer.
func (c CSV) WriteAll(records [][]string) error {
	for _, r := range records {
		if err := c.Write(r); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// inert returns a text that no spreadsheet computes.
func inert(text string) string {
	if len(text) < 2 || !strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}
