package trace

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"halocline/sim"
)

// awkwardNames hold every character that some format must quote.
func awkwardNames() Names {
	return Names{
		Nodes: []string{"dock", `a,b`, `say "hi"`, "two\nlines", "Ålesund <1>", "", " blank", `back\slash`, "tab\t\x01"},
		Links: []string{"acoustic", "r,f"},
	}
}

// awkwardRecords use every node, kind and cause, and values at the edges of
// float64 and of time.
func awkwardRecords() []Record {
	values := []float64{0, math.Copysign(0, -1), 1.0 / 3, -3.2, 1e300, 5e-324, math.MaxFloat64, 1e21, math.Inf(1), math.Inf(-1), math.NaN()}
	times := []sim.Time{0, 1, -1, 999_999_999, 1_000_000_000, math.MaxInt64, math.MinInt64}
	var records []Record
	for i := range 200 {
		r := Record{
			At:    times[i%len(times)],
			Pkt:   uint64(i % 4),
			Value: values[i%len(values)],
			Node:  int32(i % 9),
			Peer:  int32(i%10) - 1,
			Link:  uint8(i % 2),
			Kind:  Kind(i%int(State)) + 1,
			Cause: Cause(i % causes),
		}
		if r.Kind == Sample {
			r.Note = []string{`depth "x", m`, "ends the line\r"}[i%2]
		}
		records = append(records, r)
	}
	return append(records,
		Record{Kind: Sample, Node: None, Peer: None, Link: 1, Value: 3, Note: "frames"},
		Record{Kind: RxOK, Node: 99, Peer: 0, Link: 9, Pkt: math.MaxUint64})
}

// wantNode is how a node index must read back.
func wantNode(names Names, i int32) string {
	switch {
	case i == None:
		return "*"
	case int(i) < len(names.Nodes):
		return names.Nodes[i]
	}
	return "#" + strconv.Itoa(int(i))
}

func wantLink(names Names, i uint8) string {
	if int(i) < len(names.Links) {
		return names.Links[i]
	}
	return "#" + strconv.Itoa(int(i))
}

// nanoseconds reads seconds with nine decimals without rounding.
func nanoseconds(t *testing.T, s string) int64 {
	t.Helper()
	if dot := strings.IndexByte(s, '.'); dot != len(s)-10 {
		t.Fatalf("%q does not have nine decimals", s)
	}
	ns, err := strconv.ParseInt(strings.Replace(s, ".", "", 1), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return ns
}

func wantBits(t *testing.T, s string, want float64) {
	t.Helper()
	got, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("value %q reads back as %v, want %v", s, got, want)
	}
}

func TestCSVReadsBack(t *testing.T) {
	names, records := awkwardNames(), awkwardRecords()
	var file bytes.Buffer
	sink := NewCSV(&file, names)
	for _, r := range records {
		sink.Emit(r)
	}
	if err := sink.Flush(); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0], " "); got != "time_s node link kind packet peer cause value note" {
		t.Errorf("header %q", got)
	}
	rows = rows[1:]
	if len(rows) != len(records) {
		t.Fatalf("%d rows, want %d", len(rows), len(records))
	}
	for i, r := range records {
		row := rows[i]
		link, peer := wantLink(names, r.Link), wantNode(names, r.Peer)
		if r.Kind == Sample || r.Kind == Digest || r.Kind == State {
			peer = ""
		}
		if r.Kind == Sample && r.Node != None || r.Kind == Digest {
			link = ""
		}
		want := []string{
			row[0], wantNode(names, r.Node), link, r.Kind.String(), strconv.FormatUint(r.Pkt, 10),
			peer, r.Cause.String(), row[7], r.Note,
		}
		if nanoseconds(t, row[0]) != int64(r.At) {
			t.Errorf("row %d: time %q, want %d ns", i, row[0], r.At)
		}
		wantBits(t, row[7], r.Written())
		for k := range want {
			if row[k] != want[k] {
				t.Errorf("row %d column %d: %q, want %q", i, k, row[k], want[k])
			}
		}
	}
}

func TestJSONLinesReadsBack(t *testing.T) {
	names, records := awkwardNames(), awkwardRecords()
	var file bytes.Buffer
	sink := NewJSONLines(&file, names)
	for _, r := range records {
		sink.Emit(r)
	}
	if err := sink.Flush(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(file.String(), "\n"), "\n")
	if len(lines) != len(records) {
		t.Fatalf("%d lines, want %d", len(lines), len(records))
	}
	for i, r := range records {
		decoder := json.NewDecoder(strings.NewReader(lines[i]))
		decoder.UseNumber()
		var got map[string]any
		if err := decoder.Decode(&got); err != nil {
			t.Fatalf("%v in %s", err, lines[i])
		}
		want := map[string]any{"time_s": got["time_s"], "value": got["value"], "kind": r.Kind.String(), "node": wantNode(names, r.Node)}
		if r.Kind != Sample && r.Kind != Digest && r.Kind != State {
			want["peer"] = wantNode(names, r.Peer)
		}
		if r.Kind != Digest && (r.Kind != Sample || r.Node == None) {
			want["link"] = wantLink(names, r.Link)
		}
		if r.Pkt != 0 {
			want["packet"] = json.Number(strconv.FormatUint(r.Pkt, 10))
		}
		if r.Cause != NoCause {
			want["cause"] = r.Cause.String()
		}
		if r.Note != "" {
			want["note"] = r.Note
		}
		if len(got) != len(want) {
			t.Errorf("line %d: fields %v, want %v", i, got, want)
		}
		for k, v := range want {
			if got[k] != v {
				t.Errorf("line %d: %s = %v, want %v", i, k, got[k], v)
			}
		}
		if nanoseconds(t, string(got["time_s"].(json.Number))) != int64(r.At) {
			t.Errorf("line %d: time %v, want %d ns", i, got["time_s"], r.At)
		}
		switch v := got["value"].(type) {
		case json.Number:
			wantBits(t, string(v), r.Written())
		case string: // only what JSON cannot say as a number
			if x := r.Written(); !math.IsInf(x, 0) && !math.IsNaN(x) {
				t.Errorf("line %d: %v is written as a string", i, x)
			}
			wantBits(t, v, r.Written())
		}
	}
}

// A power of ten is so many times 10 dB. 10 log10(2) = 3.01029995663981 and
// 10 log10(1/3) = -4.77121254719662 are from a table of logarithms. Where nothing
// came in, or the noise is none, the logarithm has no end; a ratio is not negative.
func TestWrittenValue(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for kind := range Docked + 2 {
		for _, c := range []struct{ value, db float64 }{
			{1, 0},
			{10, 10},
			{100, 20},
			{1e21, 210},
			{1e300, 3000},
			{0.01, -20},
			{2, 3.01029995663981},
			{1.0 / 3, -4.77121254719662},
			{0, -inf},
			{math.Copysign(0, -1), -inf},
			{inf, inf},
			{-1, nan},
			{nan, nan},
		} {
			want, slack := c.value, 0.0
			if kind == RxOK || kind == RxLost || kind == RxMissed {
				want, slack = c.db, 1e-14*math.Abs(c.db)
			}
			got := Record{Kind: kind, Value: c.value}.Written()
			if got != want && !(math.Abs(got-want) <= slack) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%v %v is written as %v, want %v", kind, c.value, got, want)
			}
		}
	}
}

// The expected lines are written by hand.
func TestText(t *testing.T) {
	names := Names{Nodes: []string{"dock", "näck", "the auv"}, Links: []string{"acoustic", "rf"}}
	records := []Record{
		{At: 0, Kind: Offered, Pkt: 1, Node: 0, Peer: 1, Value: 512},
		{At: 1_500_000_000, Kind: TxStart, Pkt: 1, Node: 0, Peer: 1, Value: 0.128},
		{At: 1_500_000_001, Kind: TxAbort, Node: 1, Peer: None, Link: 1, Value: 1e-9},
		{At: 1_600_000_000, Kind: RxOK, Pkt: 1, Node: 1, Peer: 0, Value: 100},
		{At: 1_600_000_000, Kind: Delivered, Pkt: 1, Node: 1, Peer: 0, Value: 1.6},
		{At: 12_000_000_000, Kind: RxLost, Pkt: 123456, Node: 2, Peer: 0, Value: 0.5, Cause: Collision},
		{At: 12_000_000_000, Kind: RxMissed, Node: 0, Peer: 2, Value: 0, Cause: HalfDuplex},
		{At: 12_000_000_000, Kind: Refused, Pkt: 1234567, Node: 2, Peer: 1, Cause: QueueFull},
		{At: 12_000_000_000, Kind: Requeued, Pkt: 2, Node: 1, Peer: 0},
		{At: 999_999_999_999_999, Kind: Sample, Node: 2, Note: "depth", Value: 75.5},
		{At: 999_999_999_999_999, Kind: Sample, Node: 2, Note: "my depth", Value: 75.5},
		{At: 999_999_999_999_999, Kind: Sample, Node: None, Link: 1, Note: "frames", Value: 2},
		{At: 999_999_999_999_999, Kind: State, Node: 2, Peer: None, Link: 1, Note: "contending", Value: 3},
		{At: -1, Kind: Duplicate, Pkt: 3, Node: 9, Peer: 1, Link: 7, Value: 2},
		{At: 2_000_000_000, Kind: Used, Pkt: 4, Node: 2, Peer: 0, Value: 0.75},
		{At: 2_000_000_000, Kind: Outdated, Pkt: 5, Node: 2, Peer: 0, Link: 1, Value: 1.25},
		{At: 2_000_000_000, Kind: Switched, Node: 2, Peer: None, Link: 1},
		{At: 2_000_000_000, Kind: Powered, Node: 0, Peer: 2, Value: 12.5},
		{At: 2_000_000_000, Kind: Docked, Node: 2, Peer: 0, Value: 0.5},
	}
	want := strings.Join([]string{
		`     0.000000000  dock       acoustic  offered    #1       -> näck       512 bit`,
		`     1.500000000  dock       acoustic  tx-start   #1       -> näck       airtime 0.128 s`,
		`     1.500000001  näck       rf        tx-abort            -> *          after 1e-09 s`,
		`     1.600000000  näck       acoustic  rx-ok      #1       <- dock       SINR 20 dB`,
		`     1.600000000  näck       acoustic  delivered  #1       <- dock       delay 1.6 s`,
		`    12.000000000  "the auv"  acoustic  rx-lost    #123456  <- dock       collision  SINR -3.010299956639812 dB`,
		`    12.000000000  dock       acoustic  rx-missed           <- "the auv"  half-duplex  SINR -Inf dB`,
		`    12.000000000  "the auv"  acoustic  refused    #1234567  -> näck       queue-full`,
		`    12.000000000  näck       acoustic  requeued   #2       -> dock`,
		`999999.999999999  "the auv"            sample                            depth  75.5`,
		`999999.999999999  "the auv"            sample                            "my depth"  75.5`,
		`999999.999999999  *          rf        sample                            frames  2`,
		`999999.999999999  "the auv"  rf        state                             contending  3`,
		`    -0.000000001  #9         #7        duplicate  #3       <- näck       delay 2 s`,
		`     2.000000000  "the auv"  acoustic  used       #4       <- dock       age 0.75 s`,
		`     2.000000000  "the auv"  rf        outdated   #5       <- dock       age 1.25 s`,
		`     2.000000000  "the auv"  rf        switched            -> *`,
		`     2.000000000  dock       acoustic  powered             -> "the auv"  cut 12.5 dB`,
		`     2.000000000  "the auv"  acoustic  docked              -> dock       distance 0.5 m`,
	}, "\n") + "\n"
	var file bytes.Buffer
	sink := NewText(&file, names)
	for _, r := range records {
		sink.Emit(r)
	}
	if err := sink.Flush(); err != nil {
		t.Fatal(err)
	}
	if got := file.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Whatever names hold, a record stays on one line.
func TestTextKeepsOneLine(t *testing.T) {
	var file bytes.Buffer
	sink := NewText(&file, awkwardNames())
	records := awkwardRecords()
	for _, r := range records {
		sink.Emit(r)
	}
	if err := sink.Flush(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(file.String(), "\n"); n != len(records) {
		t.Errorf("%d lines for %d records", n, len(records))
	}
	if strings.ContainsAny(file.String(), "\t\r\x01") {
		t.Error("a control character came through")
	}
}

// fullDisk takes some bytes and then fails.
type fullDisk struct {
	room  int
	tries int // writes after it was full
}

var errFull = errors.New("disk full")

func (d *fullDisk) Write(b []byte) (int, error) {
	if len(b) <= d.room {
		d.room -= len(b)
		return len(b), nil
	}
	d.tries++
	n := d.room
	d.room = 0
	return n, errFull
}

type flushing interface {
	Tracer
	Flush() error
}

func lineSinks(w io.Writer, names Names) map[string]flushing {
	return map[string]flushing{
		"text": NewText(w, names), "csv": NewCSV(w, names), "json": NewJSONLines(w, names),
	}
}

func TestErrorsStick(t *testing.T) {
	for _, name := range []string{"text", "csv", "json"} {
		disk := &fullDisk{room: 100_000}
		sink := lineSinks(disk, Names{})[name]
		for range 10_000 {
			sink.Emit(Record{Kind: RxOK, Pkt: 1})
		}
		for range 2 {
			if err := sink.Flush(); !errors.Is(err, errFull) {
				t.Errorf("%s: Flush returns %v, want %v", name, err, errFull)
			}
		}
		if disk.tries != 1 {
			t.Errorf("%s: wrote %d times after the error", name, disk.tries-1)
		}
	}
}

func TestLineSinksDoNotAllocate(t *testing.T) {
	names := awkwardNames()
	for name, sink := range lineSinks(io.Discard, names) {
		records := awkwardRecords()
		records = records[:len(records)-1] // the one without a name may
		emit := func() {
			for _, r := range records {
				sink.Emit(r)
			}
		}
		emit()
		if n := testing.AllocsPerRun(10, emit); n != 0 {
			t.Errorf("%s: %v allocations for %d records, want 0", name, n, len(records))
		}
	}
}

func BenchmarkText(b *testing.B)      { benchmark(b, NewText(io.Discard, awkwardNames())) }
func BenchmarkCSV(b *testing.B)       { benchmark(b, NewCSV(io.Discard, awkwardNames())) }
func BenchmarkJSONLines(b *testing.B) { benchmark(b, NewJSONLines(io.Discard, awkwardNames())) }

func benchmark(b *testing.B, sink Tracer) {
	b.ReportAllocs()
	r := Record{Kind: TxStart, Pkt: 1, Peer: None, Value: 0.128}
	for b.Loop() {
		r.At += 1000
		sink.Emit(r)
	}
}
