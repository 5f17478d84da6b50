package runner

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/scenarios"
)

// parse reads a study that is given as text, about the scenario below.
func parse(t *testing.T, text string) *study.Study {
	t.Helper()
	s, err := study.Parse(scenarios.Standard(), "test.yaml", "name: test\nbase: aloha20\nset: {duration: 20s}\n"+text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// create makes the result file of a study.
func create(t *testing.T, s *study.Study) (string, *results.Writer) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.db")
	w, err := results.Create(t.Context(), path, s.Identity("test"), s.Cells())
	if err != nil {
		t.Fatal(err)
	}
	return path, w
}

// open closes the writer and opens the file.
func open(t *testing.T, path string, w *results.Writer) *results.File {
	t.Helper()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// With one and with five workers a study gives the same digest; every run is told
// once, and what the study records is kept and nothing else.
func TestWorkersAgree(t *testing.T) {
	const text = "sweep: {links.acoustic.mac: [aloha, csma]}\nrepeat: 6\nrecord: {metrics: [packets.*], series: {frames: 5s}}\n"
	var want string
	for _, workers := range []int{1, 5} {
		s := parse(t, text)
		path, w := create(t, s)
		told := 0
		state, err := Run(t.Context(), s, w, Options{Workers: workers, Told: func(p Progress) {
			if told++; p.Done != told || p.Total != 12 {
				t.Errorf("told %+v after %d runs", p, told)
			}
		}})
		if err != nil || state.Done != 12 || state.Failed != 0 || told != 12 {
			t.Errorf("%d workers: %+v, %d told, %v", workers, state, told, err)
		}
		f := open(t, path, w)
		d, err := f.Digest()
		if want == "" {
			want = d
		}
		if err != nil || d != want {
			t.Errorf("%d workers: digest %s, want %s; %v", workers, d, want, err)
		}
		for _, m := range f.Metrics() {
			if !strings.HasPrefix(m.Name, "packets.") {
				t.Errorf("%s is kept", m.Name)
			}
		}
		series := readings(t, f, results.Key{Cell: 1, Repetition: 2})
		if got := series["acoustic.frames"]; !slices.Equal(got, []float64{0, 5, 10, 15, 20}) {
			t.Errorf("frames every 5 s for 20 s: %v", got)
		}
	}
}

// valuesOf returns the values of a cell for the metric of the tests.
func valuesOf(t *testing.T, f *results.File, cell int) []float64 {
	t.Helper()
	found, err := f.Values(cell, "packets.delivered")
	if err != nil {
		t.Fatal(err)
	}
	var out []float64
	for _, v := range found {
		out = append(out, v.Value)
	}
	return out
}

// When the context ends, runs under way are kept, no other begins, and the error says
// so. Going on makes the rest.
func TestInterruption(t *testing.T) {
	s := parse(t, "repeat: 30\n")
	path, w := create(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	state, err := Run(ctx, s, w, Options{Workers: 2, Told: func(p Progress) {
		if p.Done == 5 {
			cancel()
		}
	}})
	if !errors.Is(err, ErrInterrupted) || state.Done < 5 || state.Done > 7 {
		t.Errorf("%+v, %v", state, err)
	}
	done := state.Done
	if state, err = Run(t.Context(), s, w, Options{}); err != nil || state.Done != 30-done {
		t.Errorf("going on: %+v, %v", state, err)
	}
	if runs, _, err := open(t, path, w).Count(); err != nil || runs != 30 {
		t.Errorf("%d runs, %v", runs, err)
	}
}

// Only the chosen runs are made.
func TestOnly(t *testing.T) {
	s := parse(t, "repeat: 10\n")
	path, w := create(t, s)
	state, err := Run(t.Context(), s, w, Options{Only: func(k results.Key) bool { return k.Repetition%4 == 1 }})
	if err != nil || state.Total != 3 {
		t.Errorf("%+v, %v", state, err)
	}
	for run, err := range open(t, path, w).Runs() {
		if err != nil || run.Repetition%4 != 1 || run.Wall <= 0 || run.Seed != s.Seed(0, run.Repetition) {
			t.Errorf("%+v, %v", run, err)
		}
	}
}

// Asking for a metric or a series that no run has is told before any run is made, with
// the nearest name; what only some cells have, or only some vehicles, is no error.
func TestVet(t *testing.T) {
	const warm = "sweep: {water.temperature: [5degC, 15degC]}\n"
	for text, want := range map[string]string{
		"repeat: 2\nrecord: {metrics: [packets.offered, packets.deliverd]}\n": `record.metrics: unknown metric "packets.deliverd"; did you mean "packets.delivered"? (halocline list metrics says what there is)`,
		warm + "tables: [{name: t, metric: throughput, rows: water.temperature}, {name: u, metric: goodput, rows: water.temperature}, {name: v, metric: joy, rows: water.temperature}]\n": `tables[0].metric: unknown metric "throughput"; did you mean packets.goodput?`,
		"repeat: 5\nuntil: {metric: packets.deliverd, min: 2}\n":                                                                              `until.metric: unknown metric "packets.deliverd"; did you mean "packets.delivered"?`,
		"record: {series: {fames: 5s}}\n":                                                                                                     `record.series: unknown series "fames"; did you mean "frames"?`,
		warm + "tables: [{name: t, metric: packets.delay, rows: water.temperature}]\n":                                                        `tables[0].metric: unknown metric "packets.delay"; did you mean packets.delay_mean or packets.delay_p95 or packets.delay_p50 or packets.delay_p99 or packets.delay_max?`,
		warm + "figures: [{name: f, kind: lines, x: water.temperature, y: auv.age_mean}]\n":                                                   `figures[0].y: unknown metric "auv.age_mean"`,
		warm + "figures: [{name: f, kind: scatter, x: packets.age, y: packets.delay_mean}]\n":                                                 `figures[0].x: unknown metric "packets.age"`,
		warm + "tables: [{name: u, metric: packets.*, rows: water.temperature}, {name: v, metric: fates.doppler, rows: water.temperature}]\n": "",                                            // a run without the latter has 0
		warm + "tables: [{name: t, metric: packet.*, rows: water.temperature}]\n":                                                             `tables[0].metric: unknown metric "packet.*"`, // of which there is none
		"record: {metrics: ['packets.[a-z]ost']}\n":                                                                                           `record.metrics: unknown metric "packets.[a-z]ost"; did you mean "packets.lost"?`,
		warm + "tables: [{name: t, metric: packets.delay_mean, rows: water.temperature}]\nrecord: {metrics: ['packets.*']}\n":                 "",
		"record: {metrics: [packets.*, sink.x], series: {sink.x: 1s}}\n":                                                                      `record.metrics: unknown metric "sink.x"`,
		"record: {metrics: [packets.*, '*.energy'], series: {sink.x: 1s, y: 2s, age: 1s, power_below_full.*: 1s}}\n":                          "",
	} {
		_, err := Vet(t.Context(), parse(t, text))
		if want == "" && err != nil || want != "" && (!errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s%v, want %q", text, err, want)
		}
		if _, many := err.(interface{ Unwrap() []error }); many {
			t.Errorf("%s%v is an error besides its faults, and counts as one of them", text, err)
		}
	}
}

// What a vehicle has from its first update on, which comes after more than a second, can be
// asked for by its name. A dock has none of it.
func TestVetOfWhatBeginsLate(t *testing.T) {
	for text, want := range map[string]string{
		"{auv.estimate_error: 1s, auv.age: 1s, auv.link: 1s}": "<nil>", "{estimate_error: 1s, '*.age': 1s}": "<nil>",
		"{dock.age: 1s}": `unknown series "dock.age"`, "{auv.estimate_eror: 1s}": `did you mean "auv.estimate_error"?`,
	} {
		s, err := study.Parse(scenarios.Standard(), "late.yaml", "name: late\nbase: reckoning\nrecord: {series: "+text+"}\n")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Vet(t.Context(), s); !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// Series are kept at their own periods, whichever others there are: every 2 s and every
// 3 s of 20 s are 11 and 7 readings.
func TestPeriodsOfSeries(t *testing.T) {
	s := parse(t, "record: {series: {frames: 2s, sink.x: 3s}}\n")
	path, w := create(t, s)
	if _, err := Run(t.Context(), s, w, Options{}); err != nil {
		t.Fatal(err)
	}
	series := readings(t, open(t, path, w), results.Key{})
	for name, want := range map[string][]float64{"acoustic.frames": {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20}, "sink.x": {0, 3, 6, 9, 12, 15, 18}} {
		if got := series[name]; !slices.Equal(got, want) {
			t.Errorf("%s at %v, want %v", name, got, want)
		}
	}
}

// readings returns when each series of a run was read, in s.
func readings(t *testing.T, f *results.File, k results.Key) map[string][]float64 {
	t.Helper()
	run, ok, err := f.Run(k)
	if err != nil || !ok {
		t.Fatalf("run %v: %v, %v", k, ok, err)
	}
	times := map[string][]float64{}
	for _, s := range run.Series {
		times[s.Name] = s.Times
	}
	return times
}

// A model that panics fails its run, with its reason and the place in the sources, and nobody else's.
func TestPanicFailsTheRun(t *testing.T) {
	s := parse(t, "repeat: 1\n")
	c := &execution{Study: s}
	run := results.Run{Cell: 99} // there is no such cell, and asking for it panics
	if err := c.simulate(&run); err != nil || run.Status != results.Failed || !strings.HasPrefix(run.Reason, "panic: study: there is no such cell, at halocline/bench/study/") {
		t.Errorf("%+v, %v", run, err)
	}
}
