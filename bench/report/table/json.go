package table

import (
	"encoding/json"
	"math"
	"strings"
)

// document is a table as JSON has it.
type document struct {
	Name    string     `json:"name"`
	Caption string     `json:"caption"`
	Rows    string     `json:"rows"`              // what the labels of rows are, with the unit
	Columns string     `json:"columns,omitempty"` // and those of columns
	Meaning []string   `json:"meaning,omitempty"` // of estimates and intervals
	Cells   []cellJSON `json:"cells"`
	Test    *testJSON  `json:"test,omitempty"`
	Notes   []string   `json:"notes,omitempty"`
	Source  string     `json:"source"`
}

// cellJSON is one cell. Where there is no number the field is left out if none was asked
// for, and null if none could be had.
type cellJSON struct {
	Row      string  `json:"row"`
	Group    string  `json:"group,omitempty"`
	Column   string  `json:"column"`
	Estimate number  `json:"estimate"`
	Low      *number `json:"low,omitempty"`
	High     *number `json:"high,omitempty"`
	N        int     `json:"n"`
	Left     int     `json:"left"`
	P        *number `json:"p,omitempty"`
	Note     string  `json:"note,omitempty"`
}

type testJSON struct {
	Name     string `json:"name"`
	Adjusted string `json:"adjusted,omitempty"`
	Baseline string `json:"baseline"`
}

// number is a number of a cell: null is NaN, and "+Inf" and "-Inf" are the infinities,
// which JSON has no numbers for.
type number float64

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	switch x := float64(n); {
	case math.IsNaN(x):
		return []byte("null"), nil
	case math.IsInf(x, 1):
		return []byte(`"+Inf"`), nil
	case math.IsInf(x, -1):
		return []byte(`"-Inf"`), nil
	default:
		return json.Marshal(x)
	}
}

// json writes the table for programs: numbers with all their digits, in per cent where
// text has them so, and without marks.
func (t Table) json() (string, error) {
	d := document{
		Name: t.Name, Caption: clean(t.Caption), Rows: clean(t.Rows), Columns: clean(t.Columns), Cells: []cellJSON{},
		Notes: t.Notes, Source: clean(strings.TrimPrefix(t.Source.line(), "source: ")),
	}
	if t.Test != nil {
		d.Test = &testJSON{t.Test.Name, t.Test.Adjusted, t.Test.Baseline}
	}
	said := map[string]bool{"": true}
	for _, head := range t.ColumnLabels {
		if m := head.Style.Meaning; !said[m] && head.Style.ranged() {
			said[m] = true
			d.Meaning = append(d.Meaning, m)
		}
	}
	for i, row := range t.Cells {
		for j, c := range row {
			d.Cells = append(d.Cells, t.cellJSON(t.RowLabels[i], t.ColumnLabels[j], c))
		}
	}
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false) // no browser reads it
	err := e.Encode(d)
	return text.String(), err
}

// cellJSON returns a cell for programs.
func (t Table) cellJSON(row string, head Column, c Cell) cellJSON {
	scaled := func(x float64) *number {
		if head.Style.Percent {
			x = percent(x)
		}
		n := number(x)
		return &n
	}
	out := cellJSON{
		Row: clean(row), Group: clean(head.Group), Column: clean(head.Label),
		Estimate: *scaled(c.Estimate), N: c.N, Left: c.Left, Note: t.missing(c, head.Style),
	}
	switch {
	case head.Style.ranged() && math.IsNaN(c.Estimate):
		out.Low, out.High = &out.Estimate, &out.Estimate
	case head.Style.ranged():
		out.Low, out.High = scaled(c.Low), scaled(c.High)
	}
	if c.Tested {
		p := number(c.P)
		out.P = &p
	}
	return out
}
