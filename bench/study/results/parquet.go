package results

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/parquet-go/parquet-go"

	"halocline/bench/record"
)

// parquetGroup is the number of rows that are held in memory and written
// together.
const parquetGroup = 10_000

// writeParquet writes the table of writeCSV as Parquet: a row for each run, the
// seed as an unsigned number of 64 bits, parameters that are numbers and metrics
// as doubles, null where there is no value, and all else as text.
func (f *File) writeParquet(w io.Writer) error {
	t := f.wide()
	schema, err := t.schema()
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	out := parquet.NewGenericWriter[any](w, schema, parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(parquetGroup))
	for r, err := range f.Runs() {
		if err != nil {
			return err
		}
		if _, err := out.WriteRows([]parquet.Row{t.row(r)}); err != nil {
			return err
		}
	}
	return out.Close()
}

// schema returns the columns of the table in the order of the header.
func (t *wide) schema() (*parquet.Schema, error) {
	heads := t.header()
	nodes := []parquet.Node{parquet.Int(64), parquet.Int(64), parquet.Uint(64), parquet.String(), parquet.String(), parquet.String()}
	for _, numeric := range t.numeric {
		if numeric {
			nodes = append(nodes, parquet.Optional(parquet.Leaf(parquet.DoubleType)))
		} else {
			nodes = append(nodes, parquet.String())
		}
	}
	for range t.metrics {
		nodes = append(nodes, parquet.Optional(parquet.Leaf(parquet.DoubleType)))
	}
	if len(heads) > math.MaxInt16 {
		return nil, fmt.Errorf("%d columns: Parquet takes %d; write CSV", len(heads), math.MaxInt16)
	}
	columns := make([]record.Column, len(heads))
	for i, name := range heads {
		columns[i] = record.Column{Name: name, Node: nodes[i]}
	}
	return parquet.NewSchema("runs", record.Ordered(columns)), nil
}

// row returns a run as a row.
func (t *wide) row(r Run) parquet.Row {
	var row parquet.Row
	add := func(v parquet.Value) { row = append(row, v.Level(0, 0, len(row))) }
	optional := func(v float64) {
		if math.IsNaN(v) {
			add(parquet.NullValue())
			return
		}
		row = append(row, parquet.DoubleValue(v).Level(0, 1, len(row)))
	}
	add(parquet.Int64Value(int64(r.Cell)))
	add(parquet.Int64Value(int64(r.Repetition)))
	add(parquet.Int64Value(int64(r.Seed))) // its 64 bits: the column says how to read them
	for _, text := range []string{r.Status, r.Reason, r.Fingerprint} {
		add(parquet.ByteArrayValue([]byte(text)))
	}
	for i, numeric := range t.numeric {
		if numeric {
			optional(t.numbers[r.Cell][i])
		} else {
			add(parquet.ByteArrayValue([]byte(strings.ToValidUTF8(t.params[r.Cell][i], "\uFFFD"))))
		}
	}
	for _, v := range t.values(r) {
		optional(v)
	}
	return row
}
