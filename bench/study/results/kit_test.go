package results

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// study1 is a study of 3 cells of 4 repetitions.
func study1() (Study, []Cell) {
	nan := math.NaN()
	cells := []Cell{
		{0, []Param{{"mac.type", "tdma", "", nan}, {"water.current.speed", "0.1m/s", "m/s", 0.1}}},
		{1, []Param{{"mac.type", "=aloha, \"slotted\"", "", nan}, {"water.current.speed", "0.2m/s", "m/s", 0.2}}},
		{2, []Param{{"mac.type", "csma", "", nan}, {"water.current.speed", "0.30000000000000004m/s", "m/s", 0.30000000000000004}}},
	}
	return Study{Name: "one", Text: "base: a.yaml\nrepeat: 4\n", Hash: "c0ffee", Version: "1.2.3", Cells: 3, Repeat: 4}, cells
}

// numbers with which a format is likely to have trouble.
func hardNumbers() []float64 {
	return []float64{
		0, 1, -1, 0.1, 1.0 / 3, 1e300, 5e-324, math.MaxFloat64, math.Pi, 1 << 53, 1<<53 - 1, -1e-7, 1e21,
		123456789012345680, math.Inf(1), math.Inf(-1), math.NaN(), math.Nextafter(1, 2),
	}
}

// makeRun makes the run of a key: the same for the same key, different for
// others. Some runs failed, some metrics are not there.
func makeRun(k Key) Run {
	rnd := rand.New(rand.NewPCG(uint64(k.Cell), uint64(k.Repetition)))
	r := Run{
		Cell: k.Cell, Repetition: k.Repetition, Seed: rnd.Uint64(), Status: OK,
		Fingerprint: fmt.Sprintf("%016x", rnd.Uint64()), Wall: 1, CPU: 2,
	}
	if (k.Cell+k.Repetition)%5 == 4 {
		r.Status, r.Reason = Failed, "=1+1, \"it\"\nsank; -2 @home"
	}
	hard := hardNumbers()
	for i := range 40 {
		if i > 0 && rnd.IntN(10) == 0 {
			continue
		}
		v := hard[rnd.IntN(len(hard))]
		if rnd.IntN(2) == 0 {
			v = rnd.NormFloat64()
		}
		r.Metrics = append(r.Metrics, Metric{Name: fmt.Sprintf("metric%02d", i), Unit: []string{"s", "", "bit/s"}[i%3], Value: v})
	}
	rnd.Shuffle(len(r.Metrics), func(i, j int) { r.Metrics[i], r.Metrics[j] = r.Metrics[j], r.Metrics[i] })
	for _, name := range []string{"depth", "age"}[:rnd.IntN(3)] {
		s := Series{Name: name, Unit: name[:1]}
		for range rnd.IntN(20) {
			s.Times = append(s.Times, rnd.Float64())
			s.Values = append(s.Values, hard[rnd.IntN(len(hard))])
		}
		r.Series = append(r.Series, s)
	}
	return r
}

// keys returns all runs of a study.
func keys(s Study) []Key {
	var all []Key
	for c := range s.Cells {
		for r := range s.Repeat {
			all = append(all, Key{c, r})
		}
	}
	return all
}

// newFile returns the name of a file in a fresh folder.
func newFile(t testing.TB) string { return filepath.Join(t.TempDir(), "a?b%20#c.db") }

// must fails the test at an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// write makes a file with the given runs of a study.
func write(t testing.TB, path string, study Study, cells []Cell, runs []Key) {
	t.Helper()
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	putAll(t, w, runs)
	must(t, w.Close())
}

// putAll puts runs.
func putAll(t testing.TB, w *Writer, runs []Key) {
	t.Helper()
	for _, k := range runs {
		must(t, w.Put(makeRun(k)))
	}
}

// open opens a file for the time of the test.
func open(t testing.TB, path string) *File {
	t.Helper()
	f, err := Open(path)
	must(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

// digestOf returns the digest of a file.
func digestOf(t testing.TB, path string) string {
	t.Helper()
	f, err := Open(path)
	must(t, err)
	defer f.Close()
	d, err := f.Digest()
	must(t, err)
	return d
}

// wantError checks that an error is of a kind and that its text has all pieces.
func wantError(t *testing.T, err, kind error, pieces ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	if kind != nil && !errors.Is(err, kind) {
		t.Errorf("got %q, want one that is %q", err, kind)
	}
	for _, p := range pieces {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("got %q, want one with %q", err, p)
		}
	}
}

// equal compares two numbers as the bits that they are, with one NaN and one
// zero.
func equal(a, b float64) bool { return a == b || a != a && b != b }
