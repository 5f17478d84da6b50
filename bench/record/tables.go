package record

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

// tables is a recording as files of Parquet, one for each table: of run.parquet run-records.parquet and so on. Names of columns end in
// their units, a number that is missing is null, and what is known of the run is metadata of each file, as JSON by the name halocline/head.
type tables struct {
	files map[string]tableFile
}

// tableFile is the file of a table.
type tableFile struct {
	*table
	file io.Closer
}

func newTables(name string, create creator) (Recording, error) {
	t := &tables{files: map[string]tableFile{}}
	base := strings.TrimSuffix(name, ".parquet")
	for _, of := range recorder.NewTables().All() {
		f, err := create(base + "-" + of.Name + ".parquet")
		if err != nil {
			return nil, errors.Join(err, t.close(nil))
		}
		var all []Column
		for _, c := range of.Columns {
			all = append(all, columnOf(c))
		}
		made := newTable(f, of.Name, all...)
		t.files[of.Name] = tableFile{&made, f}
	}
	return t, nil
}

// columnOf returns a column as Parquet has it.
func columnOf(c columns.Column) Column {
	name := c.Name
	if c.Unit != "" {
		name += "_" + strings.ReplaceAll(c.Unit, "/", "p")
	}
	switch c.Type {
	case columns.Number:
		return sometimes(name)
	case columns.Short:
		return Column{name, parquet.Optional(parquet.Leaf(parquet.FloatType))}
	case columns.Word:
		return words(name)
	}
	return wholes(name)
}

// Inform implements recorder.Informed.
func (t *tables) Inform(*recorder.Head) {}

// Put implements recorder.Sink.
func (t *tables) Put(b *columns.Block) {
	to := t.files[b.Table.Name]
	for row := range b.Rows {
		for i, c := range b.Table.Columns {
			switch c.Type {
			case columns.Number:
				to.optional(b.Floats[i][row])
			case columns.Short:
				to.short(b.Shorts[i][row])
			case columns.Word:
				to.text(b.Text(i, row))
			default:
				to.whole(b.Ints[i][row])
			}
		}
		to.end()
	}
}

// Close ends the files.
func (t *tables) Close(h *recorder.Head) error {
	text, err := json.Marshal(h)
	return errors.Join(err, t.close(text))
}

// close ends the files with what is known of the run, and returns the first error.
func (t *tables) close(head []byte) (first error) {
	for _, of := range recorder.NewTables().All() {
		f, made := t.files[of.Name]
		if !made {
			continue
		}
		f.out.SetKeyValueMetadata("halocline/head", string(head))
		if err := errors.Join(f.Flush(), f.file.Close()); first == nil {
			first = err
		}
	}
	return first
}
