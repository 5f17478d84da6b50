package scenarios

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
	"halocline/sim"
)

// between are the instruments of the scenario navigation, read between the milliseconds at which programs and vehicles act.
var between = strict.Set{Path: "nodes.auv.instruments", Value: "[{type: dvl, period: 140ms, start: 0.5ms}, {type: imu, start: 0.5ms, heading: {bias: 2deg}}, {type: depth, start: 0.5ms, depth: {bias: 4cm}}]"}

// The vehicle of the scenario navigation does the same to the last bit whether its instruments are simulated or real, where the real ones read what the
// simulated have read: its controller and its filter know no difference.
func TestRealInstruments(t *testing.T) {
	type row map[string]float64
	var in []Input
	run := func(outside bool) (all []vehicle.Motion, records int) {
		sets := []strict.Set{between, {Path: "duration", Value: "20s"}}
		if outside {
			sets = append(sets, strict.Set{Path: "nodes.auv.outside", Value: "[dvl, imu, depth]"})
		}
		plan := load(t, "navigation", sets...)
		s, err := plan.Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var last *Reading
		rows := []row{}
		s.Record(func(r Reading) {
			records++
			if outside || r.Node != 1 {
				return
			}
			if last == nil || last.Taken != r.Taken || last.Instrument != r.Instrument {
				in, rows = append(in, Input{At: r.Available, Port: "auv.instruments." + r.Instrument}), append(rows, row{})
			}
			k := slices.IndexFunc(s.instruments, func(i *instrument) bool { return i.name == r.Instrument && i.node == 1 })
			c := slices.Index(s.instruments[k].columns, r.Name)
			rows[len(rows)-1][s.instruments[k].Quantities()[c].Name] = r.Value
			last = &r
		})
		if outside {
			if err := s.Replay(in); err != nil {
				t.Fatal(err)
			}
		}
		s.Kernel.Every(sim.Probe, 0, 10*time.Millisecond, func(now sim.Time) {
			seen := s.See(1, now)
			all = append(all, seen.True, seen.Believed)
		})
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, r := range rows {
			data, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			in[i].Data = string(data)
		}
		return all, records
	}
	simulated, n := run(false)
	real, m := run(true)
	if n != m || n == 0 || len(simulated) != len(real) {
		t.Fatalf("%d numbers read, then %d", n, m)
	}
	for i := range simulated {
		if simulated[i] != real[i] {
			t.Fatalf("look %d: %+v with simulated instruments, %+v with real ones", i, simulated[i], real[i])
		}
	}
}

// What names no instrument, and what is no reading, is refused before it comes in.
func TestRealInstrumentsFaults(t *testing.T) {
	_, err := load(t, "navigation", strict.Set{Path: "nodes.auv.outside", Value: "[dvl, dept]"}).Build(nil, nil)
	if err == nil || !strings.Contains(err.Error(), "outside[1]") || !strings.Contains(err.Error(), "depth") {
		t.Errorf("%v", err)
	}
	s, err := load(t, "navigation", strict.Set{Path: "nodes.auv.outside", Value: "[depth]"}).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for data, want := range map[string]string{
		`7`:                "no readings",
		`{}`:               "no reading of depth",
		`{"depth": null}`:  "no reading of depth",
		`{"dept": 7}`:      "depth",
		`{"depth": "7"}`:   "no readings",
		`{"depth": 1e999}`: "no readings",
	} {
		if err := s.Bring(Input{Port: "auv.instruments.depth", Data: data}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", data, err, want)
		}
	}
	if err := s.Bring(Input{Port: "auv.instruments.dvl", Data: `{}`}); err == nil {
		t.Error("an instrument that is simulated takes readings")
	}
}
