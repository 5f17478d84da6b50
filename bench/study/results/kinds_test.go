package results

import (
	"errors"
	"math"
	"testing"

	"halocline/sim/metric"
)

// kindsOf returns the kinds of the metrics of a file.
func kindsOf(t *testing.T, path string) map[string]metric.Kind {
	t.Helper()
	f := open(t, path)
	kinds := map[string]metric.Kind{}
	for _, n := range f.Metrics() {
		kinds[n.Name] = n.Kind
	}
	for run, err := range f.Runs() {
		must(t, err)
		for _, m := range run.Metrics {
			if m.Kind != kinds[m.Name] {
				t.Errorf("%s: %s in a run, and %s among the names", m.Name, m.Kind, kinds[m.Name])
			}
		}
	}
	return kinds
}

// A file says of each metric what it is, through resuming and merging, whatever the name. What
// it does not say follows from the names, as it did before files said it: in a file of the
// first versions, and of a metric that came without a kind.
func TestKindsOfMetrics(t *testing.T) {
	cells := []Cell{{0, []Param{{"water.current.speed", "0.1m/s", "m/s", 0.1}}}}
	study := Study{Name: "one", Text: "base: a.yaml\n", Hash: "c0ffee", Version: "1", Cells: 1, Repeat: 2}
	run := func(r int, kind metric.Kind) Run {
		return Run{Repetition: r, Seed: 1, Status: OK, Metrics: []Metric{
			{Name: "auv.time_to_dock", Unit: "s", Value: 1}, {Name: "delay", Unit: "s", Value: 1, Kind: kind},
		}}
	}
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	must(t, errors.Join(w.Put(run(0, metric.Maximum)), w.Close()))
	w, err = Resume(t.Context(), path, study, cells)
	must(t, err)
	err = w.Put(run(1, metric.Mean))
	wantError(t, err, nil, "delay is a mean, and was a maximum before")
	must(t, errors.Join(w.Put(run(1, metric.Maximum)), w.Close()))

	old := Run{Seed: 1, Status: OK, Metrics: []Metric{{Name: "auv.docked"}}}
	first := firstFile(t, study, cells, old)
	if got := kindsOf(t, first)["auv.docked"]; got != metric.Share {
		t.Errorf("of a file of the first versions: %q", got)
	}
	// One that came without a kind gets it from the next run that knows it.
	unsaid := newFile(t)
	w, err = Create(t.Context(), unsaid, study, cells)
	must(t, err)
	must(t, errors.Join(w.Put(run(0, "")), w.Flush(), w.Put(run(1, metric.Maximum)), w.Close()))
	merged := newFile(t)
	_, err = Merge(t.Context(), merged, path)
	must(t, err)
	for what, path := range map[string]string{"resumed": path, "told later": unsaid, "merged": merged} {
		if got := kindsOf(t, path); len(got) != 2 || got["delay"] != metric.Maximum || got["auv.time_to_dock"] != metric.TimeToEvent {
			t.Errorf("%s: %v", what, got)
		}
	}
}

// A run without a part of a whole has 0 of it, in the file and while it is written; of what is no part it has no value.
func TestPartsThatAreNotThere(t *testing.T) {
	cells := []Cell{{0, []Param{{"water.current.speed", "0.1m/s", "m/s", 0.1}}}}
	study := Study{Name: "one", Text: "base: a.yaml\n", Hash: "c0ffee", Version: "1", Cells: 1, Repeat: 2}
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	must(t, w.Put(Run{Seed: 1, Status: OK, Metrics: []Metric{{Name: "fates.collision", Kind: metric.Part, Value: 0.2}, {Name: "delay", Kind: metric.Mean, Value: 3}}}))
	must(t, w.Put(Run{Repetition: 1, Seed: 2, Status: OK}))
	check := func(of interface {
		Values(cell int, metric string) ([]Value, error)
	},
	) {
		t.Helper()
		part, err := of.Values(0, "fates.collision")
		must(t, err)
		if len(part) != 2 || part[0].Value != 0.2 || part[1].Value != 0 {
			t.Errorf("a part: %v", part)
		}
		mean, err := of.Values(0, "delay")
		must(t, err)
		if len(mean) != 2 || mean[0].Value != 3 || !math.IsNaN(mean[1].Value) {
			t.Errorf("a mean: %v", mean)
		}
	}
	check(w)
	must(t, w.Close())
	f, err := Open(path)
	must(t, err)
	check(f)
	must(t, f.Close())
}
