package results

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"halocline/sim/simtest"
)

// manyCells is a study of 2100 cells of one parameter.
func manyCells() (Study, []Cell) {
	cells := make([]Cell, 2100)
	for i := range cells {
		cells[i] = Cell{i, []Param{{"probe.period", fmt.Sprint(i, "s"), "s", float64(i)}}}
	}
	return Study{Name: "many", Hash: "1", Version: "1", Cells: len(cells), Repeat: 1}, cells
}

// Of 2100 cells the numbers 0, 1024 and 2048 are looked at, when they are saved, when they
// are loaded, and when their parameters are: 3 times each.
const looksToSave, looksToLoad = 3, 6

// Whenever its context ends, what was about to make a file leaves none, and no
// companion; what was about to go on with one leaves it as it was.
func TestBeginStops(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := manyCells()
	part := Part{Index: 1, Count: 2}
	for _, c := range []struct {
		what  string
		looks int
		there bool // before
		begin func(ctx context.Context, path string) (*Writer, error)
	}{
		{"create", looksToSave + looksToLoad, false, func(ctx context.Context, path string) (*Writer, error) {
			return Create(ctx, path, study, cells)
		}},
		{"resume", looksToLoad, true, func(ctx context.Context, path string) (*Writer, error) {
			return Resume(ctx, path, study, cells)
		}},
		{"new shard", looksToSave + looksToLoad, false, func(ctx context.Context, path string) (*Writer, error) {
			return Shard(ctx, path, study, cells, part)
		}},
	} {
		for last := range c.looks + 1 { // 0: never
			dir := t.TempDir()
			path := filepath.Join(dir, "many.db")
			before := ""
			if c.there {
				write(t, path, study, cells, keys(study)[:5])
				before = digestOf(t, path)
			}
			ctx := simtest.NewFewLooks(t.Context(), last)
			w, err := c.begin(ctx, path)
			if last == 0 {
				must(t, err)
				must(t, w.Close())
				if ctx.Looks != c.looks {
					t.Errorf("%s: %d looks, want %d", c.what, ctx.Looks, c.looks)
				}
				continue
			}
			if w != nil || ctx.Looks > last+1 { // context.Cause looks as well
				t.Errorf("%s: done at look %d, and there were %d", c.what, last, ctx.Looks)
			}
			wantError(t, err, simtest.ErrEnough, path)
			left, _ := os.ReadDir(dir)
			switch {
			case !c.there && len(left) > 0:
				t.Errorf("%s, look %d: %v is left", c.what, last, left)
			case c.there && (len(left) != 1 || digestOf(t, path) != before):
				t.Errorf("%s, look %d: another digest, or one file of %v too many", c.what, last, left)
			}
		}
	}
}

// A shard that was begun is kept, with its runs, when going on with it is stopped.
func TestShardStops(t *testing.T) {
	study, cells := manyCells()
	part := Part{Index: 1, Count: 2}
	path := newFile(t)
	w, err := Shard(t.Context(), path, study, cells, part)
	must(t, err)
	left := w.Missing()
	putAll(t, w, left[:7])
	must(t, w.Close())
	_, err = Shard(simtest.NewFewLooks(t.Context(), looksToLoad), path, study, cells, part)
	wantError(t, err, simtest.ErrEnough, path)
	w, err = Shard(t.Context(), path, study, cells, part)
	must(t, err)
	if got := w.Missing(); len(got) != len(left)-7 {
		t.Errorf("%d runs are missing, want %d", len(got), len(left)-7)
	}
	must(t, w.Close())
}

// A merge that is stopped, wherever it looks, leaves nothing, and the shards as they were.
func TestMergeStops(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := study1()
	dir := t.TempDir()
	for i := range 2 {
		p := Part{i, 2, 1}
		w, err := Shard(t.Context(), ShardPath(dir, p), study, cells, p)
		must(t, err)
		for _, k := range keys(study) {
			if p.Has(k, study.Repeat) {
				must(t, w.Put(makeRun(k)))
			}
		}
		must(t, w.Close())
	}
	for last := 1; ; last++ {
		to := t.TempDir()
		_, err := Merge(simtest.NewFewLooks(t.Context(), last), filepath.Join(to, "all.db"), dir)
		left, _ := os.ReadDir(to)
		if err == nil {
			if least := 2 + 12; last <= least { // each shard, and each run
				t.Errorf("it was whole at look %d, and there are at least %d", last, least)
			}
			break
		}
		if !errors.Is(err, simtest.ErrEnough) || len(left) > 0 {
			t.Errorf("look %d: %v, and %v is left", last, err, left)
		}
	}
}
