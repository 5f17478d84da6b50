package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"

	"halocline/sim/simtest"
)

// exportsOf returns what every export of a file gives, and whether it says that it cannot be
// checked.
func exportsOf(path string) (text string, unchecked bool, err error) {
	f, err := Open(path)
	if err != nil {
		return "", false, err
	}
	defer f.Close()
	var all bytes.Buffer
	for _, export := range []func(*File, io.Writer) error{(*File).writeCSV, (*File).writeLongCSV, (*File).writeSeriesCSV, (*File).writeJSON, (*File).writeStudy} {
		err = errors.Join(err, export(f, &all))
	}
	study := f.Study()
	fmt.Fprintf(&all, "%+v %v %v %v\n", study, f.Part(), f.Cells(), f.Metrics())
	for cell := range f.Cells() {
		fmt.Fprintln(&all, f.Planned(cell))
		for _, m := range f.Metrics() { // as tables and figures read them
			values, e := f.Values(cell, m.Name)
			err = errors.Join(err, e)
			fmt.Fprintln(&all, m.Name, values)
		}
	}
	return all.String(), f.Unchecked(), err
}

// Of 1,000 files with one bit that has turned over none gives other names, units, texts or
// numbers in silence, and none is gone on with.
func TestFlippedBits(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := study1()
	study.Sources = []Source{{"one.yaml", study.Text}, {"a.yaml", "duration: 100s\n"}}
	path := newFile(t)
	write(t, path, study, cells, keys(study)[:10])
	whole, err := os.ReadFile(path)
	must(t, err)
	want, unchecked, err := exportsOf(path)
	must(t, err)
	if unchecked {
		t.Fatal("a new file has no digests")
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	flips := 1000
	if simtest.Race || testing.Short() { // the detector makes SQLite, translated from C, ten times as slow
		flips = 40
	}
	refused, gone := 0, 0
	for i := range flips {
		bit := rnd.IntN(8 * len(whole))
		flipped := bytes.Clone(whole)
		flipped[bit/8] ^= 1 << (bit % 8)
		must(t, os.WriteFile(path, flipped, 0o666))
		got, unchecked, err := exportsOf(path)
		switch {
		case err != nil:
			refused++
		case got != want:
			t.Fatalf("bit %d: other exports in silence (unchecked: %v)", bit, unchecked)
		}
		if i%8 > 0 { // a sync of the disk for each
			continue
		}
		w, err2 := Resume(t.Context(), path, study, cells)
		if err2 != nil {
			continue
		}
		must(t, w.Close())
		gone++
		if err != nil {
			t.Fatalf("bit %d: resumed, and Open says %v", bit, err)
		}
	}
	t.Logf("of %d bytes and %d flips: %d files were refused, %d resumed", len(whole), flips, refused, gone)
	if refused < flips/8 || gone < flips/100 {
		t.Errorf("%d files were refused and %d resumed: the test is not what it was", refused, gone)
	}
}

// What can be changed with any SQLite client, and still is a file without a fault to SQLite,
// is found as well.
func TestChangedRows(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := study1()
	study.Sources = []Source{{"one.yaml", study.Text}}
	for _, change := range []string{
		"UPDATE metric SET value = 7 WHERE run = 1 AND name = 3",
		"UPDATE metric SET value = NULL WHERE run = 1 AND name = 3",
		"DELETE FROM metric WHERE run = 2",
		"DELETE FROM run WHERE run = 2",
		"DELETE FROM run WHERE run = 2; DELETE FROM digest WHERE part = 'cell' AND number = 2",
		"UPDATE run SET run = 11 WHERE run = 3; UPDATE metric SET run = 11 WHERE run = 3",
		"UPDATE run SET seed = seed + 1 WHERE run = 3",
		"UPDATE run SET wall = 2 WHERE run = 3",
		"UPDATE run SET status = 'failed' WHERE run = 3",
		"UPDATE metric_name SET unit = 'h' WHERE name = 3",
		"UPDATE metric_name SET text = 'other' WHERE name = 3",
		"UPDATE series_name SET unit = 'h'",
		"UPDATE series SET time = time + 1 WHERE n = 0",
		"UPDATE param SET value = 9 WHERE cell = 1 AND value > 0",
		"UPDATE cell SET planned = 3 WHERE cell = 1",
		"UPDATE study SET text = 'x'",
		"UPDATE study SET hash = 'x'",
		"UPDATE study SET part = 1, parts = 2",
		"UPDATE source SET text = 'x'",
		"INSERT INTO metric_kind VALUES (0, 'share')",
		"DROP VIEW params; CREATE VIEW params AS SELECT cell, path, text, 2 * value AS value, unit FROM param",
	} {
		path := newFile(t)
		write(t, path, study, cells, keys(study)[:5])
		name, err := resolve(path)
		must(t, err)
		s, err := connect(name, path, readWrite)
		must(t, err)
		must(t, errors.Join(s.exec(change), s.close()))
		_, err = Open(path)
		if !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", change, err)
			continue
		}
		wantError(t, err, ErrFormat, path, "damaged")
	}
	path := newFile(t)
	write(t, path, study, cells, keys(study)[:5])
	name, err := resolve(path)
	must(t, err)
	s, err := connect(name, path, readWrite)
	must(t, err)
	must(t, errors.Join(s.exec("CREATE VIEW mine AS SELECT * FROM metrics; PRAGMA user_version = 1; VACUUM"), s.close()))
	if _, err := Open(path); err != nil {
		t.Errorf("a view of the user's own: %v", err)
	}
}
