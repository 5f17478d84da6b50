package record

import (
	"io"
	"math"
	"strings"

	"github.com/parquet-go/parquet-go"

	"halocline/scenarios"
	"halocline/sim/trace"
)

// rowGroup is the number of rows that are held in memory and written together.
const rowGroup = 50_000

// table writes rows of Parquet. It keeps its first error until the file is ended.
type table struct {
	out *parquet.GenericWriter[any]
	row parquet.Row
	err error
}

// Column is a column of a table in Parquet.
type Column struct {
	Name string
	Node parquet.Node
}

// words is a column of words that come again and again.
func words(name string) Column {
	return Column{name, parquet.Encoded(parquet.String(), &parquet.RLEDictionary)}
}

func numbers(name string) Column { return Column{name, parquet.Leaf(parquet.DoubleType)} }

// sometimes is a column of numbers of which some are missing.
func sometimes(name string) Column {
	return Column{name, parquet.Optional(parquet.Leaf(parquet.DoubleType))}
}

func wholes(name string) Column { return Column{name, parquet.Int(64)} }

func newTable(w io.Writer, name string, columns ...Column) table {
	schema := parquet.NewSchema(name, Ordered(columns))
	return table{out: parquet.NewGenericWriter[any](w, schema, parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(rowGroup))}
}

func (t *table) text(s string) {
	t.row = append(t.row, parquet.ByteArrayValue([]byte(strings.ToValidUTF8(s, "\uFFFD"))).Level(0, 0, len(t.row)))
}

func (t *table) number(x float64) {
	t.row = append(t.row, parquet.DoubleValue(x).Level(0, 0, len(t.row)))
}

func (t *table) whole(n int64) {
	t.row = append(t.row, parquet.Int64Value(n).Level(0, 0, len(t.row)))
}

// optional adds a number, or none for NaN.
func (t *table) optional(x float64) { t.unless(math.IsNaN(x), parquet.DoubleValue(x)) }

// short adds a number of 4 bytes, or none for NaN.
func (t *table) short(x float32) { t.unless(x != x, parquet.FloatValue(x)) }

// unless adds a value, or none where it is missing.
func (t *table) unless(missing bool, v parquet.Value) {
	if missing {
		t.row = append(t.row, parquet.NullValue().Level(0, 0, len(t.row)))
		return
	}
	t.row = append(t.row, v.Level(0, 1, len(t.row)))
}

// end writes the row.
func (t *table) end() {
	if t.err == nil {
		_, t.err = t.out.WriteRows([]parquet.Row{t.row})
	}
	t.row = t.row[:0]
}

// Flush ends the file.
func (t *table) Flush() error {
	if err := t.out.Close(); t.err == nil {
		t.err = err
	}
	return t.err
}

// traceTable writes records in the columns of trace.CSV.
type traceTable struct {
	table
	names trace.Names
}

func newTraceTable(w io.Writer, names trace.Names) TraceSink {
	return &traceTable{names: names, table: newTable(w, "trace", numbers("time_s"), words("node"), words("link"), words("kind"),
		wholes("packet"), words("peer"), words("cause"), sometimes("value"), words("note"))}
}

// Emit writes a record.
func (t *traceTable) Emit(r trace.Record) {
	link, peer := "", ""
	if r.OnLink() {
		link = t.names.Link(r.Link)
	}
	if r.HasPeer() {
		peer = t.names.Node(r.Peer)
	}
	t.number(r.At.Seconds())
	t.text(t.names.Node(r.Node))
	t.text(link)
	t.text(r.Kind.String())
	t.whole(int64(r.Pkt))
	t.text(peer)
	t.text(r.Cause.String())
	t.optional(r.Written())
	t.text(r.Note)
	t.end()
}

// readingTable writes readings in the columns of the CSV.
type readingTable struct {
	table
	names trace.Names
}

func newReadingTable(w io.Writer, names trace.Names) ReadingSink {
	c := readingColumns()
	return &readingTable{names: names, table: newTable(w, "readings", numbers(c[0]), numbers(c[1]), words(c[2]), words(c[3]), words(c[4]), sometimes(c[5]), sometimes(c[6]))}
}

// Take writes a reading.
func (t *readingTable) Take(x scenarios.Reading) {
	t.number(x.Taken.Seconds())
	t.number(x.Available.Seconds())
	t.text(t.names.Nodes[x.Node])
	t.text(x.Instrument)
	t.text(x.Name)
	t.optional(x.Value)
	t.optional(x.Truth)
	t.end()
}
