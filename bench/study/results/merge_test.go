package results

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"halocline/sim/simtest"
)

// makeShards writes the shards of a study into a folder.
func makeShards(t *testing.T, study Study, cells []Cell, count, block int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range count {
		p := Part{Index: i, Count: count, Block: block}
		w, err := Shard(t.Context(), ShardPath(dir, p), study, cells, p)
		must(t, err)
		putAll(t, w, w.Missing())
		must(t, w.Close())
	}
	return dir
}

// However a study is cut, each run is in one part, and the parts differ in size
// by one at most, or by a block of cells; where whole cells are dealt out, no cell is cut.
func TestParts(t *testing.T) {
	const cells, repeat = 7, 5
	for count := 1; count <= 12; count++ {
		for _, block := range []int{0, 1, 3} {
			sizes := make([]int, count)
			for c := range cells {
				for r := range repeat {
					owners := 0
					for i := range count {
						if (Part{i, count, block}).Has(Key{c, r}, repeat) {
							owners++
							sizes[i]++
						}
					}
					if owners != 1 {
						t.Fatalf("%d parts: cell %d, repetition %d is in %d", count, c, r, owners)
					}
				}
			}
			spread := 1
			if block > 0 {
				spread = block * repeat
			}
			if slices.Max(sizes)-slices.Min(sizes) > spread {
				t.Errorf("parts of %v", sizes)
			}
			if block > 0 && slices.ContainsFunc(sizes, func(n int) bool { return n%repeat != 0 }) {
				t.Errorf("parts of %v: a cell is cut", sizes)
			}
		}
	}
	if !(Part{}).Has(Key{3, 3}, repeat) {
		t.Error("the zero part is not everything")
	}
	for _, p := range []Part{{2, 2, 0}, {-1, 2, 0}, {1, 0, 0}, {0, -1, 1}} {
		study, cells := study1()
		_, err := Shard(t.Context(), newFile(t), study, cells, p)
		wantError(t, err, nil, "shard")
	}
}

// Shards, put together, are the study as one computer would have made it, and
// the result can be merged with itself and with them again.
func TestMergeEqualsOneRun(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := study1()
	reference := newFile(t)
	write(t, reference, study, cells, keys(study))
	want := digestOf(t, reference)
	for _, count := range []int{1, 3, 5} {
		for _, block := range []int{0, 1, 3} {
			dir := makeShards(t, study, cells, count, block)
			out := filepath.Join(dir, "whole.db")
			m, err := Merge(t.Context(), out, dir)
			must(t, err)
			if m.Files != count || m.Runs != 12 || m.Duplicates != 0 || m.Missing != nil || m.Drafts != nil {
				t.Errorf("%d shards: %+v", count, m)
			}
			if got := digestOf(t, out); got != want {
				t.Errorf("%d shards: digest %s, want %s", count, got, want)
			}
			m, err = Merge(t.Context(), out, dir, out, dir)
			must(t, err)
			if m.Files != count+1 || m.Runs != 12 || m.Duplicates != 12 {
				t.Errorf("%d shards again: %+v", count, m)
			}
			if got := digestOf(t, out); got != want {
				t.Errorf("%d shards again: digest %s, want %s", count, got, want)
			}
			if p := open(t, out).Part(); p != (Part{}) {
				t.Errorf("the result is of %v", p)
			}
		}
	}
}

// Shards that are not there yet are reported, and can be made with the merged
// file or added by a later merge.
func TestMergeWithoutAllShards(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := study1()
	reference := newFile(t)
	write(t, reference, study, cells, keys(study))
	dir := makeShards(t, study, cells, 3, 0)
	second := Part{Index: 1, Count: 3}
	must(t, os.Rename(ShardPath(dir, second), filepath.Join(t.TempDir(), "away")))
	w, err := Shard(t.Context(), ShardPath(dir, second), study, cells, second)
	must(t, err)
	putAll(t, w, w.Missing()[:1])
	must(t, w.Close()) // interrupted: not complete
	out := newFile(t)
	m, err := Merge(t.Context(), out, dir)
	must(t, err)
	var missing []Key
	for _, k := range keys(study) {
		if (k.Cell*4+k.Repetition)%3 == 1 {
			missing = append(missing, k)
		}
	}
	if !reflect.DeepEqual(m.Missing, missing) || len(m.Drafts) != 1 || m.Drafts[0] != draftOf(ShardPath(dir, second)) {
		t.Errorf("%+v, want %v missing and one draft", m, missing)
	}
	f := open(t, out)
	if got, err := f.Missing(); err != nil || !reflect.DeepEqual(got, missing) {
		t.Errorf("the file misses %v, %v", got, err)
	}
	must(t, f.Close())
	w, err = Shard(t.Context(), ShardPath(dir, second), study, cells, second) // goes on
	must(t, err)
	if got := w.Missing(); !reflect.DeepEqual(got, missing[1:]) {
		t.Errorf("the shard misses %v, want %v", got, missing[1:])
	}
	putAll(t, w, w.Missing())
	must(t, w.Close())
	m, err = Merge(t.Context(), out, ShardPath(dir, second))
	must(t, err)
	if m.Missing != nil {
		t.Errorf("%+v", m)
	}
	if a, b := digestOf(t, out), digestOf(t, reference); a != b {
		t.Errorf("digest %s, want %s", a, b)
	}
}

// Two files that disagree about a run, or are of two studies, do not mix, and
// what was there stays.
func TestMergeRefuses(t *testing.T) {
	study, cells := study1()
	first := newFile(t)
	write(t, first, study, cells, keys(study)[:6])
	out := newFile(t)
	write(t, out, study, cells, keys(study)[:2])
	digest := digestOf(t, out)
	for _, c := range []struct {
		what, say string
		change    func(*Run)
	}{
		{"fingerprint", "has fingerprint f00 here", func(r *Run) { r.Fingerprint = "f00" }},
		{"metric", "the same, but what was measured differs", func(r *Run) { r.Metrics[3].Value = 17.5 }},
		{"seed", "the seeds are", func(r *Run) { r.Seed++ }},
	} {
		t.Run(c.what, func(t *testing.T) {
			second := newFile(t)
			w, err := Create(t.Context(), second, study, cells)
			must(t, err)
			r := makeRun(Key{1, 1})
			c.change(&r)
			must(t, w.Put(r))
			must(t, w.Close())
			_, err = Merge(t.Context(), out, first, second)
			wantError(t, err, ErrConflict, "cell 1, repetition 1", c.say, first, second)
			if _, again := Merge(t.Context(), out, second, first); again == nil || again.Error() != err.Error() {
				t.Errorf("the files named in the other order: %v, not %v", again, err)
			}
			if got := digestOf(t, out); got != digest {
				t.Error("the result of before has changed")
			}
			wantAlone(t, out)
		})
	}
	other := newFile(t)
	study.Version = "2"
	write(t, other, study, cells, nil)
	_, err := Merge(t.Context(), out, first, other)
	wantError(t, err, ErrOther, other, "version 2", out)
	_, err = Merge(t.Context(), newFile(t), t.TempDir())
	wantError(t, err, ErrNoShard, "no complete shard")
	_, err = Merge(t.Context(), newFile(t), "nowhere.db")
	wantError(t, err, nil, "nowhere.db", "no such file")
}

// A shard of another part, and a file that is complete in name only, are not
// taken for the shard.
func TestShardRefuses(t *testing.T) {
	study, cells := study1()
	dir := makeShards(t, study, cells, 2, 0)
	path := ShardPath(dir, Part{Index: 1, Count: 2})
	before := digestOf(t, path)
	_, err := Shard(t.Context(), path, study, cells, Part{Index: 1, Count: 2})
	wantError(t, err, ErrComplete, path)
	_, err = Shard(t.Context(), path, study, cells, Part{Index: 1, Count: 3})
	wantError(t, err, ErrOther, path, "shard 2 of 2 by runs, not of shard 2 of 3")
	_, err = Resume(t.Context(), path, study, cells)
	wantError(t, err, ErrOther, path, "not of the whole study")
	changed := study
	changed.Hash = "tea"
	_, err = Shard(t.Context(), path, changed, cells, Part{Index: 1, Count: 2})
	wantError(t, err, ErrOther, path)
	if after := digestOf(t, path); after != before {
		t.Error("the shard has changed")
	}
}

// Where the runs of a cell decide when to stop, what was run beyond is dropped,
// so neither the number of workers nor shards show in the result.
func TestStop(t *testing.T) {
	study, cells := study1()
	write := func(path string, part Part, ahead int) {
		w, err := Shard(t.Context(), path, study, cells, part)
		must(t, err)
		for c := range cells {
			if !part.Has(Key{c, 0}, study.Repeat) {
				continue
			}
			for r := range min(c+1+ahead, study.Repeat) {
				must(t, w.Put(makeRun(Key{c, r})))
			}
			must(t, w.Stop(c, c+1)) // cell 0 needs 1 run, cell 1 two, cell 2 three
			must(t, w.Stop(c, 4))   // too late
			must(t, w.Put(makeRun(Key{c, 3})))
		}
		if m := w.Missing(); m != nil {
			t.Errorf("missing %v", m)
		}
		must(t, w.Close())
	}
	one, many := newFile(t), newFile(t)
	write(one, Part{}, 0)
	write(many, Part{}, 2)
	want := digestOf(t, one)
	if got := digestOf(t, many); got != want {
		t.Errorf("digest %s with runs ahead, want %s", got, want)
	}
	f := open(t, many)
	if n, _, err := f.Count(); n != 6 || err != nil || f.Planned(1) != 2 {
		t.Errorf("%d runs, want 6; cell 1 needs %d, want 2; %v", n, f.Planned(1), err)
	}
	dir := t.TempDir()
	for i := range 2 {
		p := Part{i, 2, 1}
		write(ShardPath(dir, p), p, i)
	}
	out := newFile(t)
	m, err := Merge(t.Context(), out, dir)
	must(t, err)
	if got := digestOf(t, out); got != want || m.Missing != nil || m.Runs != 6 {
		t.Errorf("digest %s of %+v, want %s", got, m, want)
	}
	// A file that never stopped has all 12 runs; those that are not needed do not count.
	all, both := newFile(t), newFile(t)
	w, err := Create(t.Context(), all, study, cells)
	must(t, err)
	putAll(t, w, keys(study))
	must(t, w.Close())
	m, err = Merge(t.Context(), both, all, one)
	must(t, err)
	if got := digestOf(t, both); got != want || m.Missing != nil || m.Runs != 6 || m.Duplicates != 6 {
		t.Errorf("digest %s of %+v with runs beyond, want %s", got, m, want)
	}
}

// Failed runs are kept, and can be done again.
func TestDropFailed(t *testing.T) {
	study, cells := study1()
	path, reference := newFile(t), newFile(t)
	write(t, reference, study, cells, keys(study))
	write(t, path, study, cells, keys(study))
	w, err := Resume(t.Context(), path, study, cells)
	must(t, err)
	if m := w.Missing(); m != nil {
		t.Errorf("missing %v", m)
	}
	n, err := w.DropFailed()
	must(t, err)
	failed := []Key{{1, 3}, {2, 2}} // those of makeRun in which cell + repetition leave 4 when divided by 5
	if m := w.Missing(); n != 2 || !slices.Equal(m, failed) {
		t.Errorf("dropped %d, missing %v; want %v", n, m, failed)
	}
	if v, err := w.Values(1, "metric00"); len(v) != 3 || err != nil {
		t.Errorf("%v, %v", v, err)
	}
	putAll(t, w, failed)
	must(t, w.Close())
	if a, b := digestOf(t, path), digestOf(t, reference); a != b {
		t.Errorf("digest %s, want %s", a, b)
	}
}

// The values of a metric come in the order of repetitions, without failed runs,
// from the file as from the writer.
func TestValues(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	order := keys(study)
	rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	putAll(t, w, order)
	var live [3][]Value
	for c := range cells {
		live[c], err = w.Values(c, "metric07")
		must(t, err)
	}
	if v, err := w.Values(0, "unknown"); v != nil || err != nil {
		t.Errorf("%v, %v", v, err)
	}
	must(t, w.Close())
	f := open(t, path)
	for c := range cells {
		var want []Value
		for r := range study.Repeat {
			run := makeRun(Key{c, r})
			if run.Status == Failed {
				continue
			}
			v := plain(hardNumbers()[16]) // NaN where the run has no such metric
			for _, m := range run.Metrics {
				if m.Name == "metric07" {
					v = m.Value
				}
			}
			want = append(want, Value{r, v})
		}
		got, err := f.Values(c, "metric07")
		must(t, err)
		if fmt.Sprint(got) != fmt.Sprint(want) || fmt.Sprint(live[c]) != fmt.Sprint(want) {
			t.Errorf("cell %d: %v and %v, want %v", c, got, live[c], want)
		}
	}
}
