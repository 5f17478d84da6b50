package mcap_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"halocline/bench/record/mcap"
	"halocline/bench/record/recorder"
	"halocline/bench/speed/calibrate"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
)

// million writes a recording of some 10^6 records.
func million(t testing.TB) []byte {
	var data bytes.Buffer
	if _, _, err := recordTo(t, &data, "aloha20", strict.Set{Path: "duration", Value: "45000s"}); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

// A file of 10^6 records, and as many arrivals, is opened and read whole in no more time than the loop of package calibrate takes for
// 10^9 steps, some seconds; it is about a tenth of that.
func TestOpensFast(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	data := million(t)
	rows, sum, ratios, best := 0, 0.0, []float64(nil), time.Hour
	for range 5 {
		began := time.Now()
		sum += calibrate.Loop(10_000_000)
		step := time.Since(began).Seconds() / 10_000_000
		began = time.Now()
		file, err := read(data)
		if err != nil {
			t.Fatal(err)
		}
		opened := time.Since(began)
		rows = 0
		for i := range file.Blocks("records") {
			b, err := file.Read("records", i)
			if err != nil {
				t.Fatal(err)
			}
			rows += b.Rows
		}
		took := time.Since(began)
		ratios, best = append(ratios, took.Seconds()/step), min(best, took)
		t.Logf("opened in %v, its records read by %v", opened, took)
	}
	slices.Sort(ratios)
	if !(sum > 0) || rows < 1_000_000 || ratios[2] > 1e9 {
		t.Errorf("%d records, in the time of %.3g steps", rows, ratios[2])
	}
	t.Logf("%d bytes, %d records: %v, or %.3g steps of the loop", len(data), rows, best, ratios[2])
}

// once carries a run out, with a recording or without, and returns how long it took, from the building on to the end of the file.
func once(t testing.TB, plan *scenarios.Plan, record bool) time.Duration {
	began := time.Now()
	o := measure.Options{}
	end := func(*measure.Outcome) error { return nil }
	if record {
		w := mcap.New(io.Discard)
		taken := recorder.New(plan, w)
		w.Follow(&taken.Head)
		o = measure.Options{Tracer: taken, Built: taken.Attach, Computer: taken.Computer}
		end = func(out *measure.Outcome) error {
			taken.Close(sim.Time(sim.Seconds(out.Reached)))
			return w.Close()
		}
	}
	out, err := measure.Run(t.Context(), plan, o)
	if err == nil {
		err = end(out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return time.Since(began)
}

// BenchmarkRecord measures runs with a recording and without.
func BenchmarkRecord(b *testing.B) {
	for _, name := range []string{"docking", "survey", "fleet", "waiting-room", "aloha20"} {
		plan, err := scenarios.Standard().Load(name, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, record := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/record=%v", name, record), func(b *testing.B) {
				for b.Loop() {
					once(b, plan, record)
				}
			})
		}
	}
}
