package record_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"halocline/bench/record"
	"halocline/bench/record/columns"
	"halocline/bench/record/mcap"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim"
)

// several hands blocks to several recordings.
type several []record.Recording

// Put implements recorder.Sink.
func (s several) Put(b *columns.Block) {
	for _, r := range s {
		r.Put(b)
	}
}

// Inform implements recorder.Informed.
func (s several) Inform(h *recorder.Head) {
	for _, r := range s {
		r.Inform(h)
	}
}

// The Parquet files of a run have the rows of its file of MCAP, value for value, and what is known of the run.
func TestParquetIsTheMCAP(t *testing.T) {
	dir := t.TempDir()
	plan, err := scenarios.Standard().Load("docking", nil)
	if err != nil {
		t.Fatal(err)
	}
	var all several
	for _, name := range []string{"run.mcap", "run.parquet"} {
		made, err := record.NewRecording(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := made(filepath.Join(dir, name), func(name string) (io.WriteCloser, error) { return os.Create(name) })
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	taken := recorder.New(plan, all)
	out, err := measure.Run(t.Context(), plan, measure.Options{Tracer: taken, Built: taken.Attach, Computer: taken.Computer})
	if err != nil {
		t.Fatal(err)
	}
	taken.Close(sim.Time(sim.Seconds(out.Reached)))
	taken.Head.Fingerprint = out.Fingerprint
	for _, r := range all {
		if err := r.Close(&taken.Head); err != nil {
			t.Fatal(err)
		}
	}
	file, err := mcap.Open(filepath.Join(dir, "run.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, table := range recorder.NewTables().All() {
		compareTable(t, file, table, filepath.Join(dir, "run-"+table.Name+".parquet"), out.Fingerprint)
	}
}

// compareTable reads a file of Parquet by the library, and compares it with a table of a recording.
func compareTable(t *testing.T, want *mcap.File, table *columns.Table, name, fingerprint string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := file.Lookup("halocline/head")
	var head recorder.Head
	if err := json.Unmarshal([]byte(text), &head); err != nil || head.Fingerprint != fingerprint {
		t.Errorf("%s: what is known of the run is %q (%v)", table.Name, text, err)
	}
	fields := file.Schema().Fields()
	units := map[string]string{"": "", "ns": "_ns", "m": "_m", "m/s": "_mps", "bit": "_bit"}
	for i, c := range table.Columns {
		if want := c.Name + units[c.Unit]; fields[i].Name() != want {
			t.Errorf("%s: column %s, want %s", table.Name, fields[i].Name(), want)
		}
	}
	reader, buffer, rows, missing := parquet.NewReader(file), make([]parquet.Row, 1), 0, 0
	defer reader.Close()
	for i := range want.Blocks(table.Name) {
		b, err := want.Read(table.Name, i)
		if err != nil {
			t.Fatal(err)
		}
		for row := range b.Rows {
			if n, err := reader.ReadRows(buffer); n != 1 {
				t.Fatalf("%s, row %d: %v", table.Name, rows, err)
			}
			for k, v := range buffer[0] {
				if v.IsNull() {
					missing++
				}
				if !sameCell(v, b, k, row) {
					t.Fatalf("%s, row %d, %s: %v in Parquet", table.Name, rows, table.Columns[k].Name, v)
				}
			}
			rows++
		}
	}
	if file.NumRows() != int64(rows) || (rows == 0) != (table.Name == "disturbances") { // of which docking has none
		t.Errorf("%s: %d rows of %d", table.Name, file.NumRows(), rows)
	}
	t.Logf("%s: %d rows of %d columns, %d values missing", table.Name, rows, len(table.Columns), missing)
}

// sameCell compares a value with that of a block. A value that is missing there is no number.
func sameCell(v parquet.Value, b *columns.Block, column, row int) bool {
	switch b.Table.Columns[column].Type {
	case columns.Number:
		return v.IsNull() && math.IsNaN(b.Value(column, row)) || !v.IsNull() && v.Double() == b.Floats[column][row]
	case columns.Short:
		return v.IsNull() && math.IsNaN(b.Value(column, row)) || !v.IsNull() && v.Float() == b.Shorts[column][row]
	case columns.Word:
		return v.String() == b.Text(column, row)
	}
	return v.Int64() == b.Ints[column][row]
}

// A recording that cannot be written is an error in its end, in each format.
func TestNoRoomForRecordings(t *testing.T) {
	for _, ending := range record.RecordingEndings() {
		made, err := record.NewRecording("run" + ending)
		if err != nil {
			t.Fatal(err)
		}
		r, err := made("run"+ending, func(string) (io.WriteCloser, error) { return closed{noRoom{}}, nil })
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Close(&recorder.Head{}); err == nil || err.Error() != "no room" {
			t.Errorf("%s: %v", ending, err)
		}
		refused := errors.New("refused")
		if _, err := made("run"+ending, func(string) (io.WriteCloser, error) { return nil, refused }); !errors.Is(err, refused) {
			t.Errorf("%s: %v", ending, err)
		}
	}
}

type closed struct{ io.Writer }

// Close does nothing.
func (closed) Close() error { return nil }

// A number that is missing is null in Parquet, and one that is not is as it is.
func TestMissingIsNull(t *testing.T) {
	files := map[string]*bytes.Buffer{}
	made, err := record.NewRecording("run.parquet")
	if err != nil {
		t.Fatal(err)
	}
	r, err := made("a/run.parquet", func(name string) (io.WriteCloser, error) {
		files[name] = &bytes.Buffer{}
		return closed{files[name]}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	b := columns.New(recorder.NewTables().Series, 2)
	for i, v := range []float64{math.NaN(), math.Inf(1)} {
		b.Row()
		b.Int(recorder.SeriesAt, int64(i))
		b.Int(recorder.SeriesNumber, 0)
		b.Float(recorder.SeriesValue, v)
	}
	r.Put(b)
	if err := r.Close(&recorder.Head{}); err != nil {
		t.Fatal(err)
	}
	reader, rows := parquet.NewReader(bytes.NewReader(files["a/run-series.parquet"].Bytes())), make([]parquet.Row, 2)
	defer reader.Close()
	if n, _ := reader.ReadRows(rows); n != 2 || !rows[0][2].IsNull() || !math.IsInf(rows[1][2].Double(), 1) {
		t.Errorf("%d rows, %v", n, rows)
	}
}
