package results

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"halocline/sim/simtest"
)

// A writer tells what it holds before anything is committed, and what it dropped
// no longer.
func TestWriterCounts(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := study1()
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	defer w.Close()
	count := func(wantRuns, wantFailed int) {
		t.Helper()
		if runs, failed, err := w.Count(); runs != wantRuns || failed != wantFailed || err != nil {
			t.Errorf("%d runs, %d failed, %v; want %d and %d", runs, failed, err, wantRuns, wantFailed)
		}
	}
	if w.Name() != path {
		t.Errorf("the file is %s, its writer says %s", path, w.Name())
	}
	count(0, 0)
	putAll(t, w, []Key{{0, 0}, {1, 3}, {2, 2}}) // the second and the third have failed: see TestDropFailed
	count(3, 2)
	if _, err := w.DropFailed(); err != nil {
		t.Error(err)
	}
	count(1, 0)
	must(t, w.Put(Run{Cell: 2, Status: OK, Metrics: []Metric{{Name: "zeal", Unit: "", Value: 1}, {Name: "age", Unit: "s", Value: 2}}}))
	count(2, 0)
	names := open(t, path).Metrics()
	if n := len(names); n < 3 || names[0].Name != "age" || names[1].Name != "metric00" || names[n-1].Name != "zeal" {
		t.Errorf("metrics %v", names)
	}
}

// A file of results is known by its head, in the middle of a write as well: the
// text "SQLite format 3" with its final 0, and the number of the program at byte
// 68 (SQLite's file format, section 1.3), which is HLCN in ASCII.
func TestIsFile(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	write(t, path, study, cells, keys(study))
	whole, err := os.ReadFile(path)
	must(t, err)
	var made [100]byte
	copy(made[:], "SQLite format 3\x00")
	binary.BigEndian.PutUint32(made[68:], 'H'<<24|'L'<<16|'C'<<8|'N')
	foreign := bytes.Clone(whole)
	foreign[71]++
	other := bytes.Clone(whole)
	other[0]++
	for what, c := range map[string]struct {
		text []byte
		want bool
	}{
		"whole": {whole, true}, "torn": {whole[:1000], true}, "head": {made[:], true}, "head up to the number": {made[:72], true},
		"empty": {nil, false}, "head that is torn": {made[:71], false}, "database of another program": {foreign, false}, "no database": {other, false},
		"text": {[]byte("name: one\n"), false},
	} {
		name := filepath.Join(t.TempDir(), "x")
		must(t, os.WriteFile(name, c.text, 0o666))
		if got := IsFile(name); got != c.want {
			t.Errorf("%s: %t", what, got)
		}
	}
	if IsFile(filepath.Join(t.TempDir(), "nowhere")) || IsFile(t.TempDir()) {
		t.Error("what is not there, or a folder, is a file of results")
	}
}

// A study that has no name, or not the cells that it plans, gets no file.
func TestWhatCreateRefuses(t *testing.T) {
	for what, c := range map[string]struct {
		change func(*Study, []Cell) []Cell
		say    string
	}{
		"name":       {func(s *Study, c []Cell) []Cell { s.Name = ""; return c }, "need its name, hash and version"},
		"hash":       {func(s *Study, c []Cell) []Cell { s.Hash = ""; return c }, "need its name, hash and version"},
		"version":    {func(s *Study, c []Cell) []Cell { s.Version = ""; return c }, "need its name, hash and version"},
		"repetition": {func(s *Study, c []Cell) []Cell { s.Repeat = 0; return c }, "3 cells of 3, 0 repetitions"},
		"no cell":    {func(s *Study, c []Cell) []Cell { s.Cells = 0; return nil }, "0 cells of 0"},
		"few cells":  {func(_ *Study, c []Cell) []Cell { return c[:2] }, "2 cells of 3"},
		"order":      {func(_ *Study, c []Cell) []Cell { c[1].Index = 2; return c }, "cell 2 comes as number 1"},
		// 3 (2^63-1)/3 runs have numbers, one repetition more has not.
		"too many": {func(s *Study, c []Cell) []Cell { s.Repeat = math.MaxInt64/3 + 1; return c }, "too many to be numbered"},
	} {
		study, cells := study1()
		cells = c.change(&study, cells)
		path := newFile(t)
		_, err := Create(t.Context(), path, study, cells)
		t.Run(what, func(t *testing.T) { wantError(t, err, nil, path, c.say) })
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: the file is there", what)
		}
	}
}

// To stop a cell that the study does not have changes nothing.
func TestWhatStopRefuses(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	putAll(t, w, keys(study))
	for _, k := range []Key{{-1, 1}, {3, 1}, {0, -1}} {
		wantError(t, w.Stop(k.Cell, k.Repetition), nil, path, fmt.Sprintf("cell %d, %d repetitions", k.Cell, k.Repetition))
	}
	if runs, _, err := w.Count(); runs != 12 || err != nil {
		t.Errorf("%d runs, %v", runs, err)
	}
	must(t, w.Close())
}
