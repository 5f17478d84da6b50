package ocean

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// table is a CSV file with a line of column names. Lines that begin with # are
// comments.
type table struct {
	name    string               // of the file, for places
	columns map[string][]float64 // by name; a column that the file lacks is nil
	lines   []int                // the line of each row
}

// readTable reads a file whose first column names are required and whose others
// are optional. Any order is allowed, any other name is not.
func readTable(r io.Reader, name string, names []string, required int) (*table, error) {
	in := newCSV(r)
	header, err := in.Read()
	if err != nil {
		return nil, csvError(name, err)
	}
	t := &table{name: name, columns: map[string][]float64{}}
	line, _ := in.FieldPos(0)
	for i := range header {
		header[i] = strings.TrimSpace(header[i])
		if h := header[i]; !slices.Contains(names, h) {
			return nil, fmt.Errorf("%s:%d: column %q is unknown; the columns are %s", name, line, h, strings.Join(names, ", "))
		} else if slices.Contains(header[:i], h) {
			return nil, fmt.Errorf("%s:%d: column %s is there twice; leave one out", name, line, h)
		}
	}
	for _, must := range names[:required] {
		if !slices.Contains(header, must) {
			return nil, fmt.Errorf("%s:%d: column %s is missing; add it", name, line, must)
		}
	}
	for {
		row, err := in.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, csvError(name, err)
		}
		line, _ := in.FieldPos(0)
		for i, cell := range row {
			v, err := parseCell(cell)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %s %w", name, line, header[i], err)
			}
			t.columns[header[i]] = append(t.columns[header[i]], v)
		}
		t.lines = append(t.lines, line)
	}
	if len(t.lines) == 0 {
		return nil, fmt.Errorf("%s:%d: there is no row below the column names; at least one is due", name, line)
	}
	return t, nil
}

// place returns an error at a row of the table.
func (t *table) place(row int, err error) error {
	return fmt.Errorf("%s:%d: %w", t.name, t.lines[row], err)
}

func newCSV(r io.Reader) *csv.Reader {
	in := csv.NewReader(r)
	in.Comment = '#'
	in.TrimLeadingSpace = true
	return in
}

// csvError puts the error of a csv.Reader, io.EOF included, into the form
// name:line: message.
func csvError(name string, err error) error {
	var parse *csv.ParseError
	switch {
	case err == io.EOF:
		return fmt.Errorf("%s:1: the file is empty; a line of column names and rows of numbers are due", name)
	case errors.As(err, &parse) && parse.Err == csv.ErrFieldCount:
		return fmt.Errorf("%s:%d: the row has not as many columns as the first line; give each column a number", name, parse.Line)
	case errors.As(err, &parse):
		return fmt.Errorf("%s:%d: %w; leave quotes out", name, parse.Line, parse.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// parseCell reads one finite decimal number.
func parseCell(cell string) (float64, error) {
	cell = strings.TrimSpace(cell)
	if cell == "" {
		return 0, errors.New("is empty; a table has no holes")
	}
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) || strings.ContainsAny(cell, "xX_") {
		return 0, fmt.Errorf("%q is not a number; one such as 1.5 is due", cell)
	}
	return v, nil
}
