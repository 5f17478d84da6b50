package results

import (
	"bytes"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// exported returns what an export writes of a file with all runs of study1,
// put in some order.
func exported(t *testing.T, reverse bool, export func(*File, io.Writer) error) []byte {
	t.Helper()
	study, cells := study1()
	path := newFile(t)
	all := keys(study)
	if reverse {
		slices.Reverse(all)
	}
	write(t, path, study, cells, all)
	var b bytes.Buffer
	must(t, export(open(t, path), &b))
	return b.Bytes()
}

// parse reads a number as it was exported, where empty is not a number.
func parse(t *testing.T, text string) float64 {
	t.Helper()
	if text == "" {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(text, 64)
	must(t, err)
	return v
}

// metricOf returns a metric of a run, NaN where it has none.
func metricOf(r Run, name string) float64 {
	for _, m := range r.Metrics {
		if m.Name == name {
			return m.Value
		}
	}
	return math.NaN()
}

// wideHeader is the header that study1 must give: names with units of all 40
// metrics in order.
func wideHeader() []string {
	h := []string{"cell", "repetition", "seed", "status", "reason", "fingerprint", "mac.type", "water.current.speed (m/s)"}
	for i := range 40 {
		h = append(h, fmt.Sprintf("metric%02d", i)+[]string{" (s)", "", " (bit/s)"}[i%3])
	}
	return h
}

// Equal content gives equal bytes, in whatever order the runs came.
func TestExportsAreCanonical(t *testing.T) {
	for name, export := range map[string]func(*File, io.Writer) error{
		"csv": (*File).writeCSV, "long": (*File).writeLongCSV, "series": (*File).writeSeriesCSV,
		"json": (*File).writeJSON, "parquet": (*File).writeParquet,
	} {
		if a, b := exported(t, false, export), exported(t, true, export); len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("%s: %d and %d bytes that differ", name, len(a), len(b))
		}
	}
}

func TestCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(exported(t, false, (*File).writeCSV))).ReadAll()
	must(t, err)
	header := wideHeader()
	if !slices.Equal(rows[0], header) {
		t.Fatalf("header %q, want %q", rows[0], header)
	}
	study, cells := study1()
	if len(rows) != 13 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, k := range keys(study) {
		row, r := rows[i+1], makeRun(k)
		want := []string{
			fmt.Sprint(k.Cell), fmt.Sprint(k.Repetition), fmt.Sprint(r.Seed), r.Status, quoted(r.Reason), r.Fingerprint,
			quoted(cells[k.Cell].Params[0].Text), fmt.Sprint(cells[k.Cell].Params[1].Value),
		}
		if !slices.Equal(row[:8], want) {
			t.Errorf("row %q, want %q", row[:8], want)
		}
		for j := range 40 {
			if got, want := parse(t, row[8+j]), metricOf(r, fmt.Sprintf("metric%02d", j)); !equal(got, want) {
				t.Errorf("%v, metric %d: %v, want %v", k, j, got, want)
			}
		}
	}
}

// quoted returns a text as CSV has it, where = would begin a formula.
func quoted(text string) string {
	if strings.HasPrefix(text, "=") {
		return "'" + text
	}
	return text
}

func TestLongCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(exported(t, false, (*File).writeLongCSV))).ReadAll()
	must(t, err)
	if got := strings.Join(rows[0], "|"); got != "cell|repetition|seed|status|mac.type|water.current.speed (m/s)|name|unit|value" {
		t.Errorf("header %s", got)
	}
	rows = rows[1:]
	study, cells := study1()
	for _, k := range keys(study) {
		r := makeRun(k)
		slices.SortFunc(r.Metrics, func(a, b Metric) int { return strings.Compare(a.Name, b.Name) })
		for _, m := range r.Metrics {
			want := []string{
				fmt.Sprint(k.Cell), fmt.Sprint(k.Repetition), fmt.Sprint(r.Seed), r.Status,
				quoted(cells[k.Cell].Params[0].Text), fmt.Sprint(cells[k.Cell].Params[1].Value), m.Name, m.Unit,
			}
			if !slices.Equal(rows[0][:8], want) || !equal(parse(t, rows[0][8]), m.Value) {
				t.Fatalf("row %q, want %q and %v", rows[0], want, m.Value)
			}
			rows = rows[1:]
		}
	}
	if len(rows) > 0 {
		t.Errorf("%d rows too many", len(rows))
	}
}

func TestSeriesCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(exported(t, false, (*File).writeSeriesCSV))).ReadAll()
	must(t, err)
	rows = rows[1:]
	study, _ := study1()
	for _, k := range keys(study) {
		r := makeRun(k)
		slices.SortFunc(r.Series, func(a, b Series) int { return strings.Compare(a.Name, b.Name) })
		for _, s := range r.Series {
			for i := range s.Times {
				if rows[0][0] != fmt.Sprint(k.Cell) || rows[0][1] != fmt.Sprint(k.Repetition) || rows[0][6] != s.Name ||
					rows[0][7] != s.Unit || !equal(parse(t, rows[0][8]), s.Times[i]) || !equal(parse(t, rows[0][9]), s.Values[i]) {
					t.Fatalf("row %q, want %v, %s at %v: %v", rows[0], k, s.Name, s.Times[i], s.Values[i])
				}
				rows = rows[1:]
			}
		}
	}
	if len(rows) > 0 {
		t.Errorf("%d rows too many", len(rows))
	}
}

// number is a JSON number, null or one of the infinities.
type number float64

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	if text == "null" {
		text = "NaN"
	}
	v, err := strconv.ParseFloat(text, 64)
	*n = number(v)
	return err
}

func TestJSON(t *testing.T) {
	d := json.NewDecoder(bytes.NewReader(exported(t, false, (*File).writeJSON)))
	d.DisallowUnknownFields()
	study, cells := study1()
	for _, k := range keys(study) {
		var got struct {
			Cell, Repetition            int
			Seed                        uint64
			Status, Reason, Fingerprint string
			Params                      map[string]struct {
				Text, Unit string
				Value      number
			}
			Metrics map[string]struct {
				Unit  string
				Value number
			}
			Series map[string]struct {
				Unit          string
				Times, Values []number
			}
		}
		must(t, d.Decode(&got))
		r := Run{
			Cell: got.Cell, Repetition: got.Repetition, Seed: got.Seed, Status: got.Status, Reason: got.Reason,
			Fingerprint: got.Fingerprint, Wall: 1, CPU: 2,
		}
		for name, m := range got.Metrics {
			r.Metrics = append(r.Metrics, Metric{Name: name, Unit: m.Unit, Value: float64(m.Value)})
		}
		for name, s := range got.Series {
			series := Series{Name: name, Unit: s.Unit}
			for i := range s.Times {
				series.Times = append(series.Times, float64(s.Times[i]))
				series.Values = append(series.Values, float64(s.Values[i]))
			}
			r.Series = append(r.Series, series)
		}
		slices.SortFunc(r.Metrics, func(a, b Metric) int { return strings.Compare(a.Name, b.Name) })
		slices.SortFunc(r.Series, func(a, b Series) int { return strings.Compare(a.Name, b.Name) })
		compareRun(t, r, makeRun(k))
		for _, p := range cells[k.Cell].Params {
			if q := got.Params[p.Path]; q.Text != p.Text || q.Unit != p.Unit || !equal(float64(q.Value), p.Value) {
				t.Errorf("param %+v, want %+v", q, p)
			}
		}
	}
	if d.More() {
		t.Error("more lines than runs")
	}
}

func TestParquet(t *testing.T) {
	b := exported(t, false, (*File).writeParquet)
	file, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	must(t, err)
	var names []string
	for _, f := range file.Schema().Fields() {
		names = append(names, f.Name())
	}
	if !slices.Equal(names, wideHeader()) {
		t.Fatalf("columns %q, want %q", names, wideHeader())
	}
	if kind := file.Schema().Fields()[2].Type().String(); kind != "INT(64,false)" {
		t.Errorf("the seed is %s", kind)
	}
	reader := parquet.NewGenericReader[any](file, file.Schema())
	rows := make([]parquet.Row, 20)
	n, err := reader.ReadRows(rows)
	if n != 12 || err != nil && err != io.EOF {
		t.Fatalf("%d rows, %v", n, err)
	}
	double := func(v parquet.Value) float64 {
		if v.IsNull() {
			return math.NaN()
		}
		return v.Double()
	}
	study, cells := study1()
	for i, k := range keys(study) {
		row, r := rows[i], makeRun(k)
		got := fmt.Sprint(row[0].Int64(), row[1].Int64(), row[2].Uint64(), row[3], row[4], row[5], row[6])
		want := fmt.Sprint(k.Cell, k.Repetition, r.Seed, r.Status, r.Reason, r.Fingerprint, cells[k.Cell].Params[0].Text)
		if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("row %q, want %q", got, want)
		}
		if v := double(row[7]); v != cells[k.Cell].Params[1].Value {
			t.Errorf("speed %v", v)
		}
		for j := range 40 {
			if got, want := double(row[8+j]), metricOf(r, fmt.Sprintf("metric%02d", j)); !equal(got, want) {
				t.Errorf("%v, metric %d: %v, want %v", k, j, got, want)
			}
		}
	}
}

// Columns of the same name are told apart, and parameters that are numbers in
// some cells only, or in several units, are text.
func TestAwkwardColumns(t *testing.T) {
	study, cells := study1()
	cells[0].Params = []Param{{"gain", "3", "", 3}, {"range", "1km", "km", 1}, {"only", "5s", "s", 5}, {"status", "1", "", 1}}
	cells[1].Params = []Param{{"gain", "auto", "", math.NaN()}, {"range", "10m", "m", 10}, {"status", "2", "", 2}}
	cells[2].Params = nil
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	for c := range 3 {
		must(t, w.Put(Run{Cell: c, Seed: 1, Status: OK, Metrics: []Metric{{Name: "gain", Unit: "", Value: 7}}}))
	}
	must(t, w.Close())
	f := open(t, path)
	var b bytes.Buffer
	must(t, f.writeCSV(&b))
	want := "cell,repetition,seed,status,reason,fingerprint,gain,range,only (s),status #2,gain #2\n" +
		"0,0,1,ok,,,3,1km,5,1,7\n1,0,1,ok,,,auto,10m,,2,7\n2,0,1,ok,,,,,,,7\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	cells[0].Params[2] = Param{"value", "5s", "", 5} // which is a column of the long table
	path = newFile(t)
	write(t, path, study, cells, nil)
	long := open(t, path)
	for want, export := range map[string]func(io.Writer) error{
		"cell,repetition,seed,status,gain,range,value #2,status #2,name,unit,value\n":          long.writeLongCSV,
		"cell,repetition,seed,status,gain,range,value #2,status #2,name,unit,time (s),value\n": long.writeSeriesCSV,
	} {
		b.Reset()
		if err := export(&b); err != nil || b.String() != want {
			t.Errorf("got %s%v, want %s", b.String(), err, want)
		}
	}
	b.Reset()
	must(t, f.writeParquet(&b))
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	must(t, err)
	if n := file.NumRows(); n != 3 || len(file.Schema().Fields()) != 11 {
		t.Errorf("%d rows, columns %v", n, file.Schema().Fields())
	}
}

// Any SQLite client can ask the views. The answers are worked out from the runs
// that were put.
func TestViews(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	write(t, path, study, cells, keys(study))
	f := open(t, path)
	ask := func(query string) string {
		var lines []string
		must(t, f.store.rows(func(r *sql.Rows) error {
			columns, err := r.Columns()
			must(t, err)
			values := make([]any, len(columns))
			to := make([]any, len(columns))
			for i := range to {
				to[i] = &values[i]
			}
			must(t, r.Scan(to...))
			lines = append(lines, fmt.Sprintln(values...))
			return nil
		}, query))
		return strings.Join(lines, "")
	}
	r := makeRun(Key{1, 2})
	big := makeRun(Key{})
	for _, k := range keys(study) {
		if big = makeRun(k); big.Seed > math.MaxInt64 {
			break
		}
	}
	points := 0
	for _, k := range keys(study) {
		for _, s := range makeRun(k).Series {
			points += len(s.Times)
		}
	}
	for query, want := range map[string]string{
		"PRAGMA application_id": "1212957518", // 0x484c434e
		"PRAGMA user_version":   "1",
		"PRAGMA journal_mode":   "delete",
		`SELECT cell, "mac.type", "water.current.speed" FROM cells WHERE cell = 2`:                         "2 csma 0.30000000000000004",
		"SELECT path, text, value, unit FROM params WHERE cell = 0":                                        "mac.type tdma <nil> water.current.speed 0.1m/s 0.1 m/s",
		"SELECT count(*), sum(status = 'failed') FROM runs":                                                "12 2",
		"SELECT value FROM metrics WHERE cell = 1 AND repetition = 2 AND name = 'metric00' AND unit = 's'": fmt.Sprint(metricOf(r, "metric00")),
		"SELECT count(*) FROM points":                                                                      fmt.Sprint(points),
		"SELECT count(*) FROM runs WHERE seed = '" + strconv.FormatUint(big.Seed, 10) + "'":                "1",
	} {
		if got := ask(query); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}
