package mcap_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"halocline/bench/record/mcap"
	"halocline/bench/record/recorder"
	"halocline/bench/speed/calibrate"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/simtest"
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
	simtest.SkipShort(t, "measures time")
	data := million(t)
	rows, sum, ratios, best := 0, 0.0, []float64(nil), time.Hour
	for range 3 {
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
	if !(sum > 0) || rows < 1_000_000 || ratios[1] > 1e9 {
		t.Errorf("%d records, in the time of %.3g steps", rows, ratios[1])
	}
	t.Logf("%d bytes, %d records: %v, or %.3g steps of the loop", len(data), rows, best, ratios[1])
}

// cost is what a run took: on the wall, and of processors: by the run itself, and by all that goes on beside it.
type cost struct{ wall, run, all float64 } // s

// once carries a run out, with a recording or without, from the building on to the end of the file.
func once(t testing.TB, plan *scenarios.Plan, record bool) cost {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began, run, all := time.Now(), processor(t, unix.RUSAGE_THREAD), processor(t, unix.RUSAGE_SELF)
	o := measure.Options{}
	end := func(*measure.Outcome) error { return nil }
	if record {
		w := mcap.New(io.Discard)
		taken := recorder.New(plan, w)
		o = measure.Options{Tracer: taken, Built: taken.Attach, Computer: taken.Computer}
		end = func(out *measure.Outcome) error {
			taken.Close(sim.Time(sim.Seconds(out.Reached)))
			return w.Close(&taken.Head)
		}
	}
	out, err := measure.Run(t.Context(), plan, o)
	if err == nil {
		err = end(out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return cost{time.Since(began).Seconds(), processor(t, unix.RUSAGE_THREAD) - run, processor(t, unix.RUSAGE_SELF) - all}
}

// processor returns the time of processors that was used, s.
func processor(t testing.TB, who int) float64 {
	var u unix.Rusage
	if err := unix.Getrusage(who, &u); err != nil {
		t.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// What a recording costs the run itself, as the median of rounds in turn, by the processor time of its thread, which other programs
// change little. Where a second processor is free, that is what the run takes longer.
func TestCost(t *testing.T) {
	simtest.SkipShort(t, "measures time")
	for _, c := range []struct {
		name, duration string
		most           float64 // ratio: generous, since figures of this kind scatter
	}{{"docking", "120s", 2}, {"survey", "200s", 1.5}, {"fleet", "120s", 2}, {"waiting-room", "900s", 15}, {"aloha20", "3600s", 6}} {
		plan, err := scenarios.Standard().Load(c.name, []strict.Set{{Path: "duration", Value: c.duration}})
		if err != nil {
			t.Fatal(err)
		}
		var off, on [3]cost
		for i := range off {
			off[i], on[i] = once(t, plan, false), once(t, plan, true)
		}
		ratio := func(of func(cost) float64) float64 { return median(on[:], of) / median(off[:], of) }
		run := ratio(func(c cost) float64 { return c.run })
		if run > c.most {
			t.Errorf("%s: the run takes %.2f times as long", c.name, run)
		}
		t.Logf("%s: %.1f ms; with a recording %.2f times that, %.2f with all that goes on beside it, %.2f on the wall", c.name,
			1e3*median(off[:], func(c cost) float64 { return c.run }), run, ratio(func(c cost) float64 { return c.all }), ratio(func(c cost) float64 { return c.wall }))
	}
}

func median(all []cost, of func(cost) float64) float64 {
	var v []float64
	for _, c := range all {
		v = append(v, of(c))
	}
	slices.Sort(v)
	return v[len(v)/2]
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
