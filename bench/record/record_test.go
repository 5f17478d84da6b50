package record_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"halocline/bench/record"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// both writes a run in two formats at once.
type both struct{ a, b record.TraceSink }

func (t both) Emit(r trace.Record) {
	t.a.Emit(r)
	t.b.Emit(r)
}

// The Parquet of a run's trace and readings holds, cell for cell, what its CSV does, as the
// library reads it: numbers as numbers, and a reading that is missing as null.
func TestParquetIsTheCSV(t *testing.T) {
	plan, err := scenarios.Standard().Load("two-nodes", []strict.Set{
		{Path: "duration", Value: "130s"},
		{Path: "probe", Value: "{period: 1s}"},
		{Path: "nodes.auv.instruments", Value: "[ctd, gps]"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var traceLines, traceTable, readLines, readTable bytes.Buffer
	sinks := both{sink(t, "t.csv", &traceLines, plan), sink(t, "t.parquet", &traceTable, plan)}
	lines, table := readings(t, "r.csv", &readLines, plan), readings(t, "r.parquet", &readTable, plan)
	_, err = measure.Run(t.Context(), plan, measure.Options{Tracer: sinks, Readings: func(r scenarios.Reading) {
		lines.Take(r)
		table.Take(r)
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []interface{ Flush() error }{sinks.a, sinks.b, lines, table} {
		if err := s.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, "trace", &traceLines, traceTable.Bytes())
	compare(t, "readings", &readLines, readTable.Bytes())
}

func sink(t *testing.T, file string, w io.Writer, plan *scenarios.Plan) record.TraceSink {
	t.Helper()
	s, err := record.NewTrace(file)
	if err != nil {
		t.Fatal(err)
	}
	return s(w, plan.Names())
}

func readings(t *testing.T, file string, w io.Writer, plan *scenarios.Plan) record.ReadingSink {
	t.Helper()
	s, err := record.NewReadings(file)
	if err != nil {
		t.Fatal(err)
	}
	return s(w, plan.Names())
}

// compare reads both files and compares them cell by cell.
func compare(t *testing.T, what string, text io.Reader, data []byte) {
	t.Helper()
	rows, err := csv.NewReader(text).ReadAll()
	if err != nil || len(rows) < 100 {
		t.Fatalf("%s: %d rows of CSV, %v", what, len(rows), err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var heads []string
	for _, f := range file.Schema().Fields() {
		heads = append(heads, f.Name())
	}
	if !slices.Equal(heads, rows[0]) || file.NumRows() != int64(len(rows)-1) {
		t.Fatalf("%s: columns %q of %q, %d rows of %d", what, heads, rows[0], file.NumRows(), len(rows)-1)
	}
	reader := parquet.NewReader(file)
	defer reader.Close()
	buffer := make([]parquet.Row, 1)
	for i, want := range rows[1:] {
		if n, err := reader.ReadRows(buffer); n != 1 {
			t.Fatalf("%s, row %d: %v", what, i, err)
		}
		for column, v := range buffer[0] {
			if got := cell(v); got != want[column] && !sameNumber(got, want[column]) {
				t.Fatalf("%s, row %d, %s: %s in Parquet, %s in CSV", what, i, heads[column], got, want[column])
			}
		}
	}
}

// cell writes a value as text; null is no number.
func cell(v parquet.Value) string {
	if v.IsNull() {
		return "NaN"
	}
	return fmt.Sprint(v)
}

func sameNumber(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err == nil && err2 == nil && (x == y || math.IsNaN(x) && math.IsNaN(y))
}

// A file that cannot be written is an error at its end, in each format.
func TestNoRoom(t *testing.T) {
	plan, err := scenarios.Standard().Load("two-nodes", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, ending := range record.TraceEndings() {
		s := sink(t, "t"+ending, noRoom{}, plan)
		s.Emit(trace.Record{Kind: trace.Offered, Pkt: 1, Value: 8})
		if err := s.Flush(); err == nil || !strings.Contains(err.Error(), "no room") {
			t.Errorf("%s: %v", ending, err)
		}
	}
	for _, ending := range record.ReadingEndings() {
		s := readings(t, "r"+ending, noRoom{}, plan)
		s.Take(scenarios.Reading{})
		if err := s.Flush(); err == nil || !strings.Contains(err.Error(), "no room") {
			t.Errorf("%s: %v", ending, err)
		}
	}
}

type noRoom struct{}

func (noRoom) Write([]byte) (int, error) { return 0, fmt.Errorf("no room") }
