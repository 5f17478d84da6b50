package mcap_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	foreign "github.com/foxglove/mcap/go/mcap"

	"halocline/bench/cosim/clienttest"
	"halocline/bench/record/columns"
	"halocline/bench/record/mcap"
	"halocline/bench/record/recorder"
	"halocline/scenarios/strict"
)

// row puts a row into a block: what is not given of it is 0.
func row(b *columns.Block, values map[int]float64) {
	b.Row()
	for i, c := range b.Table.Columns {
		switch c.Type {
		case columns.Number:
			b.Float(i, values[i])
		case columns.Short:
			b.Short(i, values[i])
		case columns.Word:
			b.Word(i, "")
		default:
			b.Int(i, int64(values[i]))
		}
	}
}

// messages returns the messages of JSON of a file, by their topics and times.
func messages(t *testing.T, data []byte) map[string]map[uint64]string {
	t.Helper()
	reader, err := foreign.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	it, err := reader.Messages()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[uint64]string{}
	err = foreign.Range(it, func(s *foreign.Schema, c *foreign.Channel, m *foreign.Message) error {
		if c.MessageEncoding != "json" {
			return nil
		}
		if all[c.Topic] == nil {
			all[c.Topic] = map[uint64]string{}
		}
		all[c.Topic][m.LogTime] = string(m.Data)
		if s.Encoding != "jsonschema" || !json.Valid(m.Data) || !json.Valid(s.Data) {
			t.Errorf("%s: schema %s, %s", c.Topic, s.Encoding, m.Data)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What Foxglove is told of a vehicle, of two frames and of a loss is what comes out by hand.
//
// The vehicle's name has to be quoted. It is turned by 90 degrees to the left: w = z = 0.707106769 as a float32, and lies 6378137 tan(1
// degree) m east of a point on the equator: 1 degree, and 6378137 (1/cos(1 degree) - 1) m above the ellipsoid of WGS 84.
//
// Frame 1 is sent at 0 s and arrives after 0.1 s and 150 m, so that sound goes 1500 m/s, and 30 m in a fifth of that time: its front is 0, 60
// and so on until 300 m across. Frame 2 is sent at 1.95 s, and the run ends at 2 s, so that of its sizes those of 1.95, 1.97 and 1.99 s
// are told.
func TestFoxgloveByHand(t *testing.T) {
	name, east := `a "<b>`, 6378137*math.Tan(math.Pi/180)
	head := &recorder.Head{
		Format: 1, Grid: 1e9, Duration: 2e9, Geo: &recorder.Geo{}, Causes: []string{"", "fading"}, Links: []recorder.Link{{Name: "sea"}},
		Nodes: []recorder.Node{
			{Name: name, Moves: true, At: [3]float64{1, 2, -3}, Turned: [4]float64{1, 0, 0, 0}, Size: [3]float64{2, 1, 0.5}, Middle: [3]float64{0, 0, 0.25}},
			{Name: "dock", At: [3]float64{0, 0, -10}, Turned: [4]float64{1, 0, 0, 0}},
		},
		Series: []recorder.Series{{Name: "x_m", Node: 0}, {Name: "y_m", Node: 1}, {Name: "age_s", Node: 0}},
	}
	var data bytes.Buffer
	w, tables := mcap.New(&data), recorder.NewTables()
	w.Inform(head)
	block := func(table *columns.Table, rows ...map[int]float64) {
		b := columns.New(table, len(rows))
		for _, r := range rows {
			row(b, r)
		}
		w.Put(b)
	}
	block(tables.Sends, map[int]float64{recorder.SendNumber: 1, recorder.SendNode: 1, recorder.SendZ: -10, recorder.SendDest: 0})
	block(tables.Arrivals, map[int]float64{
		recorder.ArrivalEnded: 0.6e9, recorder.ArrivalNumber: 1, recorder.ArrivalSender: 1, recorder.ArrivalDelay: 0.1e9, recorder.ArrivalDistance: 150,
		recorder.ArrivalFate: recorder.Lost, recorder.ArrivalCause: 1,
	})
	block(tables.Sends, map[int]float64{recorder.SendAt: 1.95e9, recorder.SendNumber: 2, recorder.SendX: 5})
	block(tables.Poses, map[int]float64{recorder.PoseAt: 1.05e9, recorder.PoseX: east, recorder.PoseQW: math.Sqrt(0.5), recorder.PoseQZ: math.Sqrt(0.5)},
		map[int]float64{recorder.PoseAt: 1.09e9}, // less than a tick later
		map[int]float64{recorder.PoseAt: 1.1e9, recorder.PoseX: 7, recorder.PoseQW: 1})
	block(tables.Series, map[int]float64{recorder.SeriesAt: 1e9, recorder.SeriesValue: 1.5}, map[int]float64{recorder.SeriesAt: 1e9, recorder.SeriesNumber: 1, recorder.SeriesValue: -2})
	head.Reached = 2e9
	if err := w.Close(head); err != nil {
		t.Fatal(err)
	}
	quoted := `"a \"\u003cb\u003e"`
	none := `"metadata":[],"arrows":[],`
	rest := `,"cylinders":[],"lines":[],"triangles":[],"texts":[],"models":[]}`
	upright := `"orientation":{"x":0,"y":0,"z":0,"w":1}}`
	sphere := func(sec, nsec int, id string, x, z, across float64) string {
		return fmt.Sprintf(`{"deletions":[],"entities":[{"timestamp":{"sec":%d,"nsec":%d},"frame_id":"world","id":"sea %s","lifetime":{"sec":0,"nsec":20000000},"frame_locked":false,%s"cubes":[],`+
			`"spheres":[{"pose":{"position":{"x":%g,"y":0,"z":%g},%s,"size":{"x":%g,"y":%g,"z":%g},"color":{"r":0.1,"g":0.4,"b":0.9,"a":0.15}}]%s]}`, sec, nsec, id, none, x, z, upright, across, across, across, rest)
	}
	transform := func(sec, nsec int, child, at, turned string) string {
		return fmt.Sprintf(`{"timestamp":{"sec":%d,"nsec":%d},"parent_frame_id":"world","child_frame_id":%s,"translation":%s,"rotation":%s}`, sec, nsec, child, at, turned)
	}
	want := map[string]map[uint64]string{
		"/tf": {
			0:      `{"transforms":[` + transform(0, 0, quoted, `{"x":1,"y":2,"z":-3}`, `{"x":0,"y":0,"z":0,"w":1}`) + "," + transform(0, 0, `"dock"`, `{"x":0,"y":0,"z":-10}`, `{"x":0,"y":0,"z":0,"w":1}`) + `]}`,
			1.05e9: `{"transforms":[` + transform(1, 50_000_000, quoted, fmt.Sprintf(`{"x":%.9g,"y":0,"z":0}`, east), `{"x":0,"y":0,"z":0.707106769,"w":0.707106769}`) + `]}`,
			1.1e9:  `{"transforms":[` + transform(1, 100_000_000, quoted, `{"x":7,"y":0,"z":0}`, `{"x":0,"y":0,"z":0,"w":1}`) + `]}`,
		},
		"/fronts": {
			0: sphere(0, 0, "1", 0, -10, 0), 0.02e9: sphere(0, 20_000_000, "1", 0, -10, 60), 0.04e9: sphere(0, 40_000_000, "1", 0, -10, 120),
			0.06e9: sphere(0, 60_000_000, "1", 0, -10, 180), 0.08e9: sphere(0, 80_000_000, "1", 0, -10, 240), 0.1e9: sphere(0, 100_000_000, "1", 0, -10, 300),
			1.95e9: sphere(1, 950_000_000, "2", 5, 0, 0), 1.97e9: sphere(1, 970_000_000, "2", 5, 0, 60), 1.99e9: sphere(1, 990_000_000, "2", 5, 0, 120),
		},
		"/log": {0.6e9: `{"timestamp":{"sec":0,"nsec":600000000},"level":3,"message":"frame 1 of dock is not received: fading","name":` + quoted + `,"file":"","line":0}`},
		"/fix": {1.05e9: fmt.Sprintf(`{"timestamp":{"sec":1,"nsec":50000000},"frame_id":%s,"latitude":0,"longitude":1,"altitude":%.9g,"position_covariance":[0,0,0,0,0,0,0,0,0],"position_covariance_type":0}`,
			quoted, 6378137*(1/math.Cos(math.Pi/180)-1))},
		"/metrics": {1e9: `{` + quoted + `:{"x_m":1.5,"age_s":null},"dock":{"y_m":-2}}`},
		"/scene": {0: `{"deletions":[],"entities":[{"timestamp":{"sec":0,"nsec":0},"frame_id":` + quoted + `,"id":` + quoted + `,"lifetime":{"sec":0,"nsec":0},"frame_locked":true,` + none +
			`"cubes":[{"pose":{"position":{"x":0,"y":0,"z":0.25},` + upright + `,"size":{"x":2,"y":1,"z":0.5},"color":{"r":0.9,"g":0.6,"b":0.1,"a":1}}],"spheres":[]` + rest +
			`,{"timestamp":{"sec":0,"nsec":0},"frame_id":"dock","id":"dock","lifetime":{"sec":0,"nsec":0},"frame_locked":false,` + none +
			`"cubes":[{"pose":{"position":{"x":0,"y":0,"z":0},` + upright + `,"size":{"x":0.5,"y":0.5,"z":0.5},"color":{"r":0.4,"g":0.4,"b":0.4,"a":1}}],"spheres":[]` + rest + `]}`},
	}
	got := messages(t, data.Bytes())
	for topic, all := range want {
		for at, text := range all {
			if !sameJSON(t, got[topic][at], text) {
				t.Errorf("%s at %d ns:\n%s\nnot\n%s", topic, at, got[topic][at], text)
			}
		}
		if len(got[topic]) != len(all) {
			t.Errorf("%s: %d messages, not %d", topic, len(got[topic]), len(all))
		}
	}
}

// sameJSON compares texts of JSON, and numbers in them to 1e-8.
func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	if json.Unmarshal([]byte(b), &y) != nil {
		t.Fatalf("the test's own JSON is wrong: %s", b)
	}
	return json.Unmarshal([]byte(a), &x) == nil && sameValue(x, y)
}

func sameValue(x, y any) bool {
	switch a := x.(type) {
	case map[string]any:
		b, ok := y.(map[string]any)
		for k, v := range a {
			w, there := b[k]
			ok = ok && there && sameValue(v, w)
		}
		return ok && len(a) == len(b)
	case []any:
		b, ok := y.([]any)
		ok = ok && len(a) == len(b)
		for i := range a {
			ok = ok && sameValue(a[i], b[i])
		}
		return ok
	case float64:
		b, ok := y.(float64)
		return ok && math.Abs(a-b) <= 1e-8*max(1, math.Abs(b))
	}
	return x == y
}

// Every message for Foxglove has the fields and types of the schemas that it publishes, in a run with all kinds of them.
func TestFoxglovePublishedSchemas(t *testing.T) {
	dir := clienttest.Node(t, "@mcap/core@2.2.2", "fzstd@0.1.1", "@foxglove/schemas@2.1.0")
	name := filepath.Join(t.TempDir(), "run.mcap")
	out, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := recordTo(t, out, "docking", strict.Set{Path: "geo", Value: "{latitude: 43.51deg, longitude: 3.91deg}"}); err != nil {
		t.Fatal(err)
	}
	entities := map[string]int{}
	for _, line := range clienttest.Run(t, dir, "testdata/foxglove.mjs", name) {
		var told struct {
			Topic    string
			Entities int
		}
		if err := json.Unmarshal([]byte(line), &told); err != nil {
			t.Fatal(err)
		}
		entities[told.Topic] = told.Entities
		t.Log(line)
	}
	for _, topic := range []string{"/tf", "/scene", "/fronts", "/log", "/fix", "/metrics"} {
		if _, there := entities[topic]; !there {
			t.Errorf("there is nothing on %s", topic)
		}
	}
	if entities["/tf"] < 1000 || entities["/fronts"] < 300 {
		t.Errorf("%v", entities)
	}
}
