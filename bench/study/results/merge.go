package results

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Merged says what became of files that were put together.
type Merged struct {
	Files      int      // that were read
	Runs       int      // that the result holds
	Duplicates int      // runs that more than one file had, and all the same
	Missing    []Key    // runs that no file had: the result can be resumed to make them
	Unchecked  []string // files of an earlier version, of which damage cannot be found
	Drafts     []string // shards in the folders that are not complete, and were left out
}

// ShardPath returns the name of a shard's file in a folder.
func ShardPath(dir string, p Part) string {
	return filepath.Join(dir, fmt.Sprintf("shard-%04d-of-%04d.db", p.Index+1, p.Count))
}

// Merge puts the runs of files of one study into one file. A folder stands for
// the files in it whose names end in .db. If the result exists it is one of
// the files that are put together, so a merge can be done again when more
// shards are complete. A run that two files have must be the same in both:
// ErrConflict. The result appears when it is whole, or not at all. When ctx is done before,
// the error wraps the cause, and nothing is left.
func Merge(ctx context.Context, out string, from ...string) (Merged, error) {
	var m Merged
	target, err := resolve(out)
	if err != nil {
		return m, err
	}
	files, err := m.files(target, from)
	if err != nil {
		return m, err
	}
	want, err := common(ctx, files)
	if err != nil {
		return m, err
	}
	w, err := begin(ctx, out, &content{study: want.study, cells: want.cells}, func(name string) (string, bool, error) {
		draft := name + "-merge"
		if err := discard(draft); err != nil { // left by a process that was killed
			return "", false, writing(out, err)
		}
		return draft, true, build(ctx, draft, out, &content{study: want.study, cells: want.cells})
	})
	if err != nil {
		return m, err
	}
	err = m.fill(ctx, w, want.planned, files)
	if e := w.finish(err == nil); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(w.name)
	}
	return m, err
}

// finish closes the result of a merge.
func (w *Writer) finish(whole bool) error {
	defer w.seize()()
	return w.close(whole)
}

// files lists the files to be read, each once, in the order of their names, so
// that the result does not depend on how they are given. The first is the
// result of an earlier merge.
func (m *Merged) files(target string, from []string) ([]string, error) {
	var files []string
	for _, path := range from {
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("%s: cannot be read (%w): name files of results, or folders with shards", path, reason(err))
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, fmt.Errorf("%s: cannot be read (%w): see whether its rights allow it", path, reason(err))
		}
		for _, e := range entries {
			switch name := filepath.Join(path, e.Name()); {
			case strings.HasSuffix(e.Name(), draftOf(".db")):
				m.Drafts = append(m.Drafts, name)
			case strings.HasSuffix(e.Name(), ".db"):
				files = append(files, name)
			}
		}
	}
	slices.Sort(files)
	seen := map[string]bool{target: true}
	files = slices.DeleteFunc(files, func(path string) bool {
		real, err := resolve(path)
		again := err == nil && seen[real]
		seen[real] = true
		return again
	})
	if _, err := os.Lstat(target); err == nil {
		files = slices.Insert(files, 0, target)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: %w: name files of results, or folders with shards", strings.Join(from, ", "), ErrNoShard)
	}
	return files, nil
}

// common returns the content of files that must be of one study. A cell needs
// as few repetitions as any of them says.
func common(ctx context.Context, files []string) (*content, error) {
	var want *content
	for _, path := range files {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		f, err := Open(path)
		if err != nil {
			return nil, err
		}
		c := f.content
		f.Close()
		if want == nil {
			want = c
			continue
		}
		want.part = c.part // the parts of shards differ
		if err := c.differs(path, want); err != nil {
			return nil, fmt.Errorf("%w (in hand is %s)", err, files[0])
		}
		if len(want.study.Sources) == 0 && len(c.study.Sources) > 0 { // the first was made without them
			want.study.Text, want.study.Sources = c.study.Text, c.study.Sources
		}
		for i := range want.planned {
			want.planned[i] = min(want.planned[i], c.planned[i])
		}
	}
	return want, nil
}

// fill puts the runs of the files into the result.
func (m *Merged) fill(ctx context.Context, w *Writer, planned []int, files []string) error {
	for cell, n := range planned {
		if err := w.Stop(cell, n); err != nil {
			return err
		}
	}
	origin := map[Key]int{} // the file of a run
	for i, path := range files {
		f, err := Open(path)
		if err != nil {
			return err
		}
		if f.Unchecked() {
			m.Unchecked = append(m.Unchecked, path)
		}
		sessions, err := f.Sessions()
		if err == nil {
			err = w.Sign(sessions...)
		}
		if err != nil {
			f.Close()
			return err
		}
		err = m.take(ctx, w, f, i, origin, files)
		f.Close()
		if err != nil {
			return err
		}
		m.Files++
	}
	m.Runs, m.Missing = len(origin), w.Missing()
	return nil
}

// take puts the runs of one file into the result.
func (m *Merged) take(ctx context.Context, w *Writer, f *File, index int, origin map[Key]int, files []string) error {
	for r, err := range f.WholeRuns() {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		k := Key{r.Cell, r.Repetition}
		if k.Repetition >= w.content.planned[k.Cell] {
			continue
		}
		before, ok := origin[k]
		if !ok {
			origin[k] = index
			if err := w.Put(r); err != nil {
				return err
			}
			continue
		}
		m.Duplicates++
		have, err := w.get(k)
		if err != nil {
			return err
		}
		if !same(have, r) {
			return fmt.Errorf("%s: %w: cell %d, repetition %d, has fingerprint %s here and %s in %s%s; "+
				"find out which computer or program is at fault, and remove its file", f.path, ErrConflict,
				k.Cell, k.Repetition, r.Fingerprint, have.Fingerprint, files[before], alike(have, r))
		}
	}
	return nil
}

// get returns a run that was put.
func (w *Writer) get(k Key) (Run, error) {
	defer w.seize()()
	if err := w.flush(); err != nil {
		return Run{}, err
	}
	r, _, err := w.file().Run(k)
	return r, err
}

// same tells whether two runs agree in everything that must be equal.
func same(a, b Run) bool {
	d, e := newDigest(), newDigest()
	d.run(a)
	e.run(b)
	return bytes.Equal(d.sum(), e.sum())
}

// alike explains a difference that fingerprints do not show.
func alike(a, b Run) string {
	switch {
	case a.Fingerprint != b.Fingerprint:
		return ""
	case a.Seed != b.Seed:
		return fmt.Sprintf(" (the seeds are %d and %d)", b.Seed, a.Seed)
	}
	return " (the same, but what was measured differs)"
}
