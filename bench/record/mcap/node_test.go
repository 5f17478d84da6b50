package mcap_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/bench/cosim/clienttest"
	"halocline/bench/record/columns"
	"halocline/bench/record/mcap"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim/trace"
)

// told is what the script prints of a channel.
type told struct {
	Topic, Schema, Encoding string
	Messages, Rows          int
	Counts                  map[string]map[string]int
	Sums                    map[string]float64
	Window                  []int64
}

// readInNode has @mcap/core read a file, all of it or a window of a topic.
func readInNode(t *testing.T, dir string, args ...string) map[string]told {
	t.Helper()
	lines := clienttest.Run(t, dir, "testdata/read.mjs", args...)
	all := map[string]told{}
	for _, line := range lines[1:] {
		var x told
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatal(err)
		}
		all[x.Topic] = x
	}
	return all
}

// The library of MCAP for JavaScript, and the text of the schemas, suffice to read a recording: its counts by kind, cause and node are
// those of the trace, its sums of numbers those that this program reads; and of a window inside a block it gets the rows of the trace.
func TestNodeReadsIt(t *testing.T) {
	dir := clienttest.Node(t, "@mcap/core@2.2.2", "fzstd@0.1.1")
	for _, name := range []string{"docking", "aloha20"} {
		file := filepath.Join(t.TempDir(), name+".mcap")
		out, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := recordTo(t, out, name); err != nil {
			t.Fatal(err)
		}
		all := readInNode(t, dir, file)
		records := traced(t, name)
		want := map[string]map[string]int{"kind": {}, "cause": {}, "node": {}, "note": {}}
		for _, r := range records {
			want["kind"][fmt.Sprint(int(r.Kind))]++
			want["cause"][fmt.Sprint(int(r.Cause))]++
			want["node"][fmt.Sprint(r.Node)]++
			want["note"][r.Note]++
		}
		got := all["/halocline/records"]
		if got.Rows != len(records) || got.Rows < 1000 || fmt.Sprint(got.Counts) != fmt.Sprint(want) {
			t.Errorf("%s: %d records, %v; the trace has %d, %v", name, got.Rows, got.Counts, len(records), want)
		}
		compareSums(t, file, all)

		from, to := int64(50_123_456_789), int64(53_456_789_012)
		var inside []int64
		for _, r := range records {
			if int64(r.At) >= from && int64(r.At) <= to {
				inside = append(inside, int64(r.At))
			}
		}
		window := readInNode(t, dir, file, "/halocline/records", fmt.Sprint(from), fmt.Sprint(to))
		if w := window["/halocline/records"]; len(window) != 1 || fmt.Sprint(w.Window) != fmt.Sprint(inside) || len(inside) < 5 || w.Messages > 10 {
			t.Errorf("%s: a window of %d messages has the rows at %d; the trace has %d", name, w.Messages, w.Window, inside)
		}
		t.Logf("%s: %d records, %d of them in the window, of %d messages of %d", name, got.Rows, len(inside), window["/halocline/records"].Messages, got.Messages)
	}
}

// traced returns the records of a run, but for readings of a probe.
func traced(t *testing.T, name string) (all []trace.Record) {
	t.Helper()
	plan, err := scenarios.Standard().Load(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := measure.Run(t.Context(), plan, measure.Options{Tracer: keeper{&all}}); err != nil {
		t.Fatal(err)
	}
	return all
}

type keeper struct{ all *[]trace.Record }

// Emit implements trace.Tracer.
func (k keeper) Emit(r trace.Record) {
	if r.Kind != trace.Sample {
		*k.all = append(*k.all, r)
	}
}

// compareSums compares rows and sums with those that this program reads.
func compareSums(t *testing.T, name string, all map[string]told) {
	t.Helper()
	file, err := mcap.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, table := range recorder.NewTables().All() {
		rows, sums := 0, map[string]float64{}
		for i := range file.Blocks(table.Name) {
			b, err := file.Read(table.Name, i)
			if err != nil {
				t.Fatal(err)
			}
			rows += b.Rows
			addSums(sums, b)
		}
		got := all["/halocline/"+table.Name]
		if got.Rows != rows || got.Messages != len(file.Blocks(table.Name)) || rows > 0 && (got.Schema != "halocline."+table.Name || !strings.HasPrefix(got.Encoding, "halocline")) {
			t.Errorf("%s: %d rows in %d messages of %s, %s", table.Name, got.Rows, got.Messages, got.Schema, got.Encoding)
		}
		for column, want := range sums {
			if !(math.Abs(got.Sums[column]-want) <= 1e-9*math.Abs(want)) {
				t.Errorf("%s, %s: sum %v, and %v here", table.Name, column, got.Sums[column], want)
			}
		}
	}
}

func addSums(sums map[string]float64, b *columns.Block) {
	for i, c := range b.Table.Columns {
		for row := range b.Rows {
			v := b.Value(i, row)
			if (c.Type == columns.Number || c.Type == columns.Short) && !math.IsNaN(v) && !math.IsInf(v, 0) {
				sums[c.Name] += v
			}
		}
	}
}
