// Package table reads CSV files of numbers: a line of column names and rows below it. Faults say the file, the line and what to do.
//
// Begin with Read. Left out: anything but numbers, and units, which the name of a column stands for.
package table

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

// Table is a CSV file with a line of column names. Lines that begin with # are
// comments.
type Table struct {
	Name    string               // of the file, for places
	Columns map[string][]float64 // by name; a column that the file lacks is nil
	Lines   []int                // the line of each row
}

// Read reads a file whose first column names are required and whose others
// are optional. Any order is allowed, any other name is not.
func Read(r io.Reader, name string, names []string, required int) (*Table, error) {
	in := NewReader(r)
	header, err := in.Read()
	if err != nil {
		return nil, Error(name, err)
	}
	t := &Table{Name: name, Columns: map[string][]float64{}}
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
			return nil, Error(name, err)
		}
		line, _ := in.FieldPos(0)
		for i, cell := range row {
			v, err := Number(cell)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %s %w", name, line, header[i], err)
			}
			t.Columns[header[i]] = append(t.Columns[header[i]], v)
		}
		t.Lines = append(t.Lines, line)
	}
	if len(t.Lines) == 0 {
		return nil, fmt.Errorf("%s:%d: there is no row below the column names; write at least one", name, line)
	}
	return t, nil
}

// Place returns an error at a row of the table.
func (t *Table) Place(row int, err error) error {
	return fmt.Errorf("%s:%d: %w", t.Name, t.Lines[row], err)
}

// NewReader returns a reader of rows, whose comments begin with #.
func NewReader(r io.Reader) *csv.Reader {
	in := csv.NewReader(r)
	in.Comment = '#'
	in.TrimLeadingSpace = true
	return in
}

// Error puts the error of a csv.Reader, io.EOF included, into the form
// name:line: message.
func Error(name string, err error) error {
	var parse *csv.ParseError
	switch {
	case err == io.EOF:
		return fmt.Errorf("%s:1: the file is empty; write a line of column names and rows of numbers", name)
	case errors.As(err, &parse) && parse.Err == csv.ErrFieldCount:
		return fmt.Errorf("%s:%d: the row has not as many columns as the first line; give each column a number", name, parse.Line)
	case errors.As(err, &parse):
		return fmt.Errorf("%s:%d: %w; leave quotes out", name, parse.Line, parse.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Number reads one finite decimal number.
func Number(cell string) (float64, error) {
	cell = strings.TrimSpace(cell)
	if cell == "" {
		return 0, errors.New("is empty; a table has no holes")
	}
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) || strings.ContainsAny(cell, "xX_") {
		return 0, fmt.Errorf("%q is not a number; write one such as 1.5", cell)
	}
	return v, nil
}
