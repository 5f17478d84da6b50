package results

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"halocline/sim/simtest"
)

// What is put is what comes back: every field of every run, in order, metrics
// and series by name.
func TestRoundTrip(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	write(t, path, study, cells, keys(study))
	f := open(t, path)
	if !reflect.DeepEqual(f.Study(), study) {
		t.Errorf("study %+v, want %+v", f.Study(), study)
	}
	if !slices.EqualFunc(f.Cells(), cells, sameCell) || f.Cells()[2].Params[1].Value != 0.30000000000000004 {
		t.Errorf("cells %+v, want %+v", f.Cells(), cells)
	}
	want := keys(study)
	for r, err := range f.WholeRuns() {
		must(t, err)
		if len(want) == 0 {
			t.Fatal("more runs than were put")
		}
		compareRun(t, r, makeRun(want[0]))
		want = want[1:]
	}
	if len(want) > 0 {
		t.Errorf("runs %v did not come back", want)
	}
	for range f.WholeRuns() {
		break // whoever has seen enough can go on with something else
	}
	for _, k := range keys(study)[2:4] {
		r, ok, err := f.Run(k)
		if err != nil || !ok {
			t.Fatalf("run %v: %v, %v", k, ok, err)
		}
		compareRun(t, r, makeRun(k))
	}
	if _, ok, err := f.Run(Key{7, 0}); ok || err != nil {
		t.Errorf("a run that does not exist: %v, %v", ok, err)
	}
}

// compareRun compares field by field, without the package's own notion of what
// is the same.
func compareRun(t *testing.T, got, want Run) {
	t.Helper()
	if got.Cell != want.Cell || got.Repetition != want.Repetition || got.Seed != want.Seed || got.Status != want.Status ||
		got.Reason != want.Reason || got.Fingerprint != want.Fingerprint || got.Wall != want.Wall || got.CPU != want.CPU {
		t.Errorf("run %+v, want %+v", got, want)
	}
	slices.SortFunc(want.Metrics, func(a, b Metric) int { return strings.Compare(a.Name, b.Name) })
	if !slices.EqualFunc(got.Metrics, want.Metrics, func(a, b Metric) bool {
		return a.Name == b.Name && a.Unit == b.Unit && equal(a.Value, b.Value)
	}) {
		t.Errorf("metrics %v, want %v", got.Metrics, want.Metrics)
	}
	want.Series = slices.DeleteFunc(want.Series, func(s Series) bool { return len(s.Times) == 0 })
	slices.SortFunc(want.Series, func(a, b Series) int { return strings.Compare(a.Name, b.Name) })
	if !slices.EqualFunc(got.Series, want.Series, func(a, b Series) bool {
		return a.Name == b.Name && a.Unit == b.Unit && slices.EqualFunc(a.Times, b.Times, equal) && slices.EqualFunc(a.Values, b.Values, equal)
	}) {
		t.Errorf("series %v, want %v", got.Series, want.Series)
	}
}

// The digest does not see in which order runs came, who put them, how often
// the file was closed in between, and what the clock said.
func TestDigestIsCanonical(t *testing.T) {
	study, cells := study1()
	plainFile, other := newFile(t), newFile(t)
	write(t, plainFile, study, cells, keys(study))
	order := keys(study)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	write(t, other, study, cells, order[:5])
	w, err := Resume(t.Context(), other, study, cells)
	must(t, err)
	var workers sync.WaitGroup
	for _, k := range order[5:] {
		workers.Go(func() {
			r := makeRun(k)
			r.Wall, r.CPU = 77, 78
			if err := w.Put(r); err != nil {
				t.Error(err)
			}
		})
	}
	workers.Wait()
	must(t, w.Close())
	if a, b := digestOf(t, plainFile), digestOf(t, other); a != b {
		t.Errorf("digests %s and %s", a, b)
	}
}

// The digest sees every change of what is to be equal.
func TestDigestSeesEveryChange(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := study1()
	base := makeRun(Key{1, 1})
	base.Series = []Series{{"depth", "m", []float64{0, 1}, []float64{2, 3}}}
	changes := map[string]func(*Study, []Cell, *Run){
		"nothing":     func(*Study, []Cell, *Run) {},
		"name":        func(s *Study, _ []Cell, _ *Run) { s.Name = "two" },
		"hash":        func(s *Study, _ []Cell, _ *Run) { s.Hash = "c0ffef" },
		"version":     func(s *Study, _ []Cell, _ *Run) { s.Version = "1.2.4" },
		"repeat":      func(s *Study, _ []Cell, _ *Run) { s.Repeat++ },
		"text moved":  func(s *Study, _ []Cell, _ *Run) { s.Hash, s.Version = "c0ffee1", ".2.3" },
		"param":       func(_ *Study, c []Cell, _ *Run) { c[2].Params[1].Value = 0.3 },
		"param unit":  func(_ *Study, c []Cell, _ *Run) { c[0].Params[1].Unit = "km/h" },
		"param text":  func(_ *Study, c []Cell, _ *Run) { c[0].Params[0].Text = "TDMA" },
		"param path":  func(_ *Study, c []Cell, _ *Run) { c[0].Params[0].Path = "mac" },
		"cell":        func(_ *Study, _ []Cell, r *Run) { r.Cell = 0 },
		"repetition":  func(_ *Study, _ []Cell, r *Run) { r.Repetition = 0 },
		"seed":        func(_ *Study, _ []Cell, r *Run) { r.Seed ^= 1 << 63 },
		"status":      func(_ *Study, _ []Cell, r *Run) { r.Status = Failed },
		"reason":      func(_ *Study, _ []Cell, r *Run) { r.Reason = "why" },
		"fingerprint": func(_ *Study, _ []Cell, r *Run) { r.Fingerprint += "0" },
		"metric":      func(_ *Study, _ []Cell, r *Run) { r.Metrics[7].Value = 0.123 },
		"metric gone": func(_ *Study, _ []Cell, r *Run) { r.Metrics = r.Metrics[1:] },
		"metric name": func(_ *Study, _ []Cell, r *Run) { r.Metrics[7].Name += "x" },
		"metric unit": func(_ *Study, _ []Cell, r *Run) { r.Metrics[7].Unit += "x" },
		"time":        func(_ *Study, _ []Cell, r *Run) { r.Series[0].Times = []float64{0, 2} },
		"point":       func(_ *Study, _ []Cell, r *Run) { r.Series[0].Values = []float64{2, 4} },
		"point gone":  func(_ *Study, _ []Cell, r *Run) { r.Series[0].Times, r.Series[0].Values = []float64{0}, []float64{2} },
		"series name": func(_ *Study, _ []Cell, r *Run) { r.Series[0].Name = "Depth" },
		"series unit": func(_ *Study, _ []Cell, r *Run) { r.Series[0].Unit = "km" },
	}
	seen := map[string]string{}
	for name, change := range changes {
		s, c, r := study, slices.Clone(cells), base
		for i := range c {
			c[i].Params = slices.Clone(c[i].Params)
		}
		r.Metrics, r.Series = slices.Clone(r.Metrics), slices.Clone(r.Series)
		change(&s, c, &r)
		path := newFile(t)
		w, err := Create(t.Context(), path, s, c)
		must(t, err)
		must(t, w.Put(r))
		must(t, w.Close())
		d := digestOf(t, path)
		if before, ok := seen[d]; ok {
			t.Errorf("%s and %s have the same digest", before, name)
		}
		seen[d] = name
	}
}

// Closed, a file has no companions, and its size is what the comment of tables
// says: 3000 runs of 60 metrics below 30 MB * 3000/10000.
func TestOneSmallFile(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := study1()
	study.Repeat = 1000
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	r := Run{Status: OK, Fingerprint: "0123456789abcdef"}
	for i := range 60 {
		r.Metrics = append(r.Metrics, Metric{Name: "a metric with a long name " + string(rune('A'+i)), Unit: "bit/s"})
	}
	for _, k := range keys(study) {
		r.Cell, r.Repetition, r.Seed = k.Cell, k.Repetition, rand.Uint64()
		for i := range r.Metrics {
			r.Metrics[i].Value = rand.Float64()
		}
		must(t, w.Put(r))
	}
	must(t, w.Close())
	info, err := os.Stat(path)
	must(t, err)
	if info.Size() > 9_000_000/2 {
		t.Errorf("%d bytes", info.Size())
	}
	wantAlone(t, path)
}

// wantAlone checks that a file is the only one in its folder.
func wantAlone(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	if len(entries) != 1 || entries[0].Name() != filepath.Base(path) {
		t.Errorf("files %v, want %s alone", entries, filepath.Base(path))
	}
}
