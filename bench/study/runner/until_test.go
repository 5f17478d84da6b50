package runner

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/bench/study/stats"
	"halocline/sim/simtest"
)

// A cell stops at the first number of runs at which it is looked at and its mean is precise enough: the rule,
// applied by hand to the values of a study without a rule, gives the number of runs of
// the one with it. Their common runs are the same.
func TestUntil(t *testing.T) {
	const sweep = "sweep: {links.acoustic.mac.queue: [1, 8]}\nrecord: {metrics: [packets.delivered]}\nrepeat: 40\n"
	all := parse(t, sweep)
	path, w := create(t, all)
	if _, err := Run(t.Context(), all, w, Options{}); err != nil {
		t.Fatal(err)
	}
	full := open(t, path, w)

	s := parse(t, sweep+"until: {metric: packets.delivered, relative: 0.15, min: 4}\n")
	path, w = create(t, s)
	state, err := Run(t.Context(), s, w, Options{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	f := open(t, path, w)
	made := 0
	for cell := range 2 {
		values := valuesOf(t, full, cell)
		want := 0
		for _, want = range []int{4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 21, 24, 27, 30, 33, 37, 40} { // a tenth more
			if i := stats.Mean(values[:want], 0.95); i.HalfWidth() <= 0.15*i.Estimate {
				break
			}
		}
		got := valuesOf(t, f, cell)
		if len(got) != want || f.Planned(cell) != want {
			t.Errorf("cell %d: %d runs, planned %d, want %d", cell, len(got), f.Planned(cell), want)
		}
		for i := range min(len(got), len(values)) {
			if got[i] != values[i] {
				t.Errorf("cell %d, run %d: %g, want %g", cell, i, got[i], values[i])
			}
		}
		made += len(got)
	}
	if state.Done != made || state.Total != made || made == 80 || made == 8 {
		t.Errorf("%+v, %d runs in the file; the test shows something only between 8 and 80", state, made)
	}
	if missing, err := f.Missing(); err != nil || len(missing) > 0 {
		t.Errorf("missing %v, %v", missing, err)
	}
}

// ways are those to carry out a study that must not matter; the one that is interrupted is so at a run.
func ways(s *study.Study, stop int) map[string]func(t *testing.T) string {
	return map[string]func(t *testing.T) string{
		"three workers": func(t *testing.T) string { return finished(t, s, 3, nil) },
		"interrupted": func(t *testing.T) string {
			return finished(t, s, 2, func(ctx context.Context, w *results.Writer) {
				ctx, cancel := context.WithCancel(ctx)
				if _, err := Run(ctx, s, w, Options{Workers: 3, Told: func(p Progress) {
					if p.Done == stop {
						cancel()
					}
				}}); !errors.Is(err, ErrInterrupted) {
					t.Errorf("%v", err)
				}
			})
		},
		"killed": func(t *testing.T) string { return killed(t, s) },
		"shards": func(t *testing.T) string { return sharded(t, s, 2) },
	}
}

// A study that stops its cells gives the same file with one worker and with three, interrupted and gone on
// with, gone on with from what a process that is killed in the middle of a round leaves, and in two shards that are merged.
func TestUntilIsTheSameInAnyOrder(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	s := parse(t, "sweep: {links.acoustic.mac: [aloha, csma, slotted-aloha]}\nrecord: {metrics: [packets.delivered]}\nrepeat: 40\n"+
		"until: {metric: packets.delivered, relative: 0.12, min: 6}\n")
	want := finished(t, s, 1, nil)
	runs := numbers(t, want)
	if least, most := slices.Min(runs), slices.Max(runs); least == most || most == 40 {
		t.Errorf("the cells have %v runs; the test shows something only where they differ and are less than 40", runs)
	}
	for name, way := range ways(s, 22) { // of 18 runs in the first round
		t.Run(name, func(t *testing.T) {
			path := way(t)
			if got := numbers(t, path); !slices.Equal(got, runs) {
				t.Errorf("the cells have %v runs, want %v", got, runs)
			}
			if got, want := digest(t, path), digest(t, want); got != want {
				t.Errorf("the digest is %s, want %s", got, want)
			}
		})
	}
}

// finished makes a study after what has been done before, and returns its file.
func finished(t *testing.T, s *study.Study, workers int, before func(context.Context, *results.Writer)) string {
	t.Helper()
	path, w := create(t, s)
	if before != nil {
		before(t.Context(), w)
	}
	finish(t, s, w, workers)
	return path
}

// finish makes the runs that are left, and closes the file.
func finish(t *testing.T, s *study.Study, w *results.Writer, workers int) {
	t.Helper()
	if _, err := Run(t.Context(), s, w, Options{Workers: workers}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// killed copies the file with its log while the second round is under way, which is what a process that is
// killed leaves, and goes on with the copy.
func killed(t *testing.T, s *study.Study) string {
	path, w := create(t, s)
	left := filepath.Join(t.TempDir(), "left.db")
	if _, err := Run(t.Context(), s, w, Options{Workers: 3, Told: func(p Progress) {
		if p.Done != 20 {
			return
		}
		if err := w.Flush(); err != nil {
			t.Error(err)
		}
		for _, end := range []string{"", "-wal"} {
			duplicate(t, path+end, left+end)
		}
	}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := results.Resume(t.Context(), left, s.Identity("test"), s.Cells())
	if err != nil {
		t.Fatal(err)
	}
	if runs, _, err := again.Count(); runs != 20 || err != nil {
		t.Errorf("%d runs are left, want 20; %v", runs, err)
	}
	finish(t, s, again, 1)
	return left
}

// duplicate copies a file.
func duplicate(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Error(err)
		return
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err == nil {
		err = os.WriteFile(to, text, 0o666)
	}
	if err != nil {
		t.Error(err)
	}
}

// sharded makes a study in shards and merges them.
func sharded(t *testing.T, s *study.Study, n int) string {
	dir := t.TempDir()
	for i := range n {
		part := s.Part(i, n)
		w, err := results.Shard(t.Context(), results.ShardPath(dir, part), s.Identity("test"), s.Cells(), part)
		if err != nil {
			t.Fatal(err)
		}
		finish(t, s, w, 2)
	}
	path := filepath.Join(t.TempDir(), "merged.db")
	if m, err := results.Merge(t.Context(), path, dir); err != nil || len(m.Missing) > 0 {
		t.Fatalf("%+v, %v", m, err)
	}
	return path
}

// numbers returns how many runs each cell of a file has.
func numbers(t *testing.T, path string) []int {
	t.Helper()
	f, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []int
	for cell := range f.Cells() {
		out = append(out, len(valuesOf(t, f, cell)))
	}
	return out
}

// digest returns the digest of a file.
func digest(t *testing.T, path string) string {
	t.Helper()
	f, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := f.Digest()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Runs that are missing before others are made, and none of the others is made again: the file is that of a
// study in one piece.
func TestUntilFillsHoles(t *testing.T) {
	s := parse(t, "repeat: 20\nuntil: {metric: packets.delivered, relative: 0.15, min: 6}\n")
	path := finished(t, s, 2, func(ctx context.Context, w *results.Writer) {
		state, err := Run(ctx, s, w, Options{Only: func(k results.Key) bool { return k.Repetition%2 == 1 }})
		if err != nil || state.Done != 3 {
			t.Errorf("%+v, %v; want 3 of the first 6", state, err)
		}
	})
	if got, want := digest(t, path), digest(t, finished(t, s, 1, nil)); got != want {
		t.Errorf("the digest is %s, want %s", got, want)
	}
}

// Where the mean may be 0, no number of runs makes the interval narrow beside it: all that a cell may have are
// made, and the cells are named with their means, by the labels of the study. More runs can be added to them later.
func TestUntilSaysWhatIsNotKnown(t *testing.T) {
	const text = "sweep: {links.acoustic.mac.queue: [1, 8]}\nlabels: {queue: {title: room, values: {1: one packet}}, packets.delivered: {title: arrivals}}\nrecord: {metrics: [packets.delivered]}\nuntil: {metric: packets.delivered, relative: 1e-6, min: 3, max: MAX}\n"
	s := parse(t, strings.Replace(text, "MAX", "5", 1))
	path, w := create(t, s)
	state, err := Run(t.Context(), s, w, Options{})
	if err != nil || !strings.HasPrefix(state.Imprecise, "2 of 2 cells have all 5 runs that they may have, and are not known to ± 0.0001 %: room one packet: arrivals ") {
		t.Errorf("%q, %v", state.Imprecise, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	more := parse(t, strings.Replace(text, "MAX", "7", 1))
	w, err = results.Resume(t.Context(), path, more.Identity("test"), more.Cells())
	if err != nil {
		t.Fatal(err)
	}
	state, err = Run(t.Context(), more, w, Options{})
	if err != nil || state.Done != 4 || !strings.HasPrefix(state.Imprecise, "2 of 2 cells have all 7 runs") {
		t.Errorf("%+v, %v", state, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}
