package results

import (
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"halocline/sim/simtest"
)

// A file that is of something else, or not there, or there already, is left as
// it is, and the message names it and says what to do.
func TestWhatResumeRefuses(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	write(t, path, study, cells, keys(study)[:3])
	before, err := os.ReadFile(path)
	must(t, err)
	for _, c := range []struct {
		what   string
		change func(s *Study, cells []Cell)
		say    string
	}{
		{"name", func(s *Study, _ []Cell) { s.Name = "two" }, `of study "one", not of "two"`},
		{"version", func(s *Study, _ []Cell) { s.Version = "9" }, "version 1.2.3 of the program, and this is version 9"},
		{"text", func(s *Study, _ []Cell) { s.Text, s.Hash = "base: a.yaml\nrepeat: 5\n", "tea" }, `line 2 was "repeat: 4" and is "repeat: 5"`},
		{"more text", func(s *Study, _ []Cell) { s.Text, s.Hash = s.Text+"x", "tea" }, `line 3 was "" and is "x"`},
		{"hash", func(s *Study, _ []Cell) { s.Hash = "tea" }, "a scenario of the study"},
		{"repeat", func(s *Study, _ []Cell) { s.Repeat = 3 }, "it is of 4 repetitions, and the study has 3"},
		{"param", func(_ *Study, c []Cell) { c[1].Params = nil }, "other cells"},
	} {
		s, cc := study, append([]Cell(nil), cells...)
		c.change(&s, cc)
		_, err := Resume(t.Context(), path, s, cc)
		t.Run(c.what, func(t *testing.T) { wantError(t, err, ErrOther, path, c.say, "another file") })
	}
	_, err = Create(t.Context(), path, study, cells)
	wantError(t, err, ErrExists, path, "resume it")
	after, err := os.ReadFile(path)
	must(t, err)
	if string(before) != string(after) {
		t.Error("the file has changed")
	}
	wantAlone(t, path)
	_, err = Resume(t.Context(), path+"x", study, cells)
	wantError(t, err, nil, path+"x", "no such file")
	_, err = Create(t.Context(), filepath.Join(path+"x", "y"), study, cells)
	wantError(t, err, nil, "there is no folder", "make it first")
}

// A study that wants more repetitions goes on with the file: the runs that are there
// keep their cells, and the digest becomes that of a file that was made for so many.
func TestResumeGrows(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	write(t, path, study, cells, keys(study)) // of four repetitions
	study.Repeat = 7
	w, err := Resume(t.Context(), path, study, cells)
	must(t, err)
	if got, want := len(w.Missing()), 3*study.Cells; got != want {
		t.Errorf("%d runs are missing, want %d", got, want)
	}
	putAll(t, w, w.Missing())
	must(t, w.Close())
	whole := newFile(t)
	write(t, whole, study, cells, keys(study))
	if got, want := digestOf(t, path), digestOf(t, whole); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// A cell that was to stop early stays so when a study wants more repetitions.
func TestResumeGrowsNoStoppedCell(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	must(t, w.Stop(1, 2))
	must(t, w.Close())
	study.Repeat = 7
	w, err = Resume(t.Context(), path, study, cells)
	must(t, err)
	must(t, w.Close())
	f := open(t, path)
	if a, b, c := f.Planned(0), f.Planned(1), f.Planned(2); a != 7 || b != 2 || c != 7 {
		t.Errorf("%d, %d and %d repetitions, want 7, 2 and 7", a, b, c)
	}
}

// A study whose text has changed in what decides no result, such as a caption, is the
// same study: the file takes the new text, and its digest stays.
func TestResumeTakesANewText(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	write(t, path, study, cells, keys(study)[:3])
	before := digestOf(t, path)
	study.Text += "caption: new\n"
	w, err := Resume(t.Context(), path, study, cells)
	must(t, err)
	must(t, w.Close())
	f, err := Open(path)
	must(t, err)
	defer f.Close()
	if f.Study().Text != study.Text || digestOf(t, path) != before {
		t.Errorf("text %q, digest before %s, after %s", f.Study().Text, before, digestOf(t, path))
	}
}

// What is no file of results is told from a damaged one, by readers and
// writers alike, without a panic, and is not touched.
func TestWhatIsNoFileOfResults(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	write(t, path, study, cells, keys(study))
	whole, err := os.ReadFile(path)
	must(t, err)
	change := func(at int, b ...byte) string {
		c := []byte(string(whole))
		copy(c[at:], b)
		return string(c)
	}
	foreign := newFile(t)
	db, err := sql.Open("sqlite", "file:"+strings.NewReplacer("?", "%3f", "%", "%25", "#", "%23").Replace(foreign))
	must(t, err)
	_, err = db.Exec("CREATE TABLE a (b)")
	must(t, err)
	must(t, db.Close())
	other, err := os.ReadFile(foreign)
	must(t, err)
	for _, c := range []struct{ what, content, say string }{
		{"empty", "", "not an SQLite file"},
		{"text", "cell,repetition\n0,0\n" + strings.Repeat("x", 200), "not an SQLite file"},
		{"foreign", string(other), "another program"},
		{"newer", change(userVersionAt, 0, 0, 0, 2), ": its format is 2, and this program reads formats up to 1; take a newer halocline"},
		{"cut in the header", string(whole[:60]), "its end is missing"},
		{"cut by a byte", string(whole[:len(whole)-1]), "damaged"},
		{"cut in half", string(whole[:len(whole)/2]), "damaged"},
		{"page overwritten", change(4096, make([]byte, len(whole)-4096)...), "damaged"},
	} {
		t.Run(c.what, func(t *testing.T) {
			path := newFile(t)
			must(t, os.WriteFile(path, []byte(c.content), 0o666))
			w, err := Resume(t.Context(), path, study, cells)
			if err == nil {
				w.Close()
			}
			wantError(t, err, ErrFormat, path, c.say)
			_, err = Open(path)
			wantError(t, err, ErrFormat, path, c.say)
			_, err = Merge(t.Context(), newFile(t), path)
			wantError(t, err, ErrFormat, path, c.say)
			now, err := os.ReadFile(path)
			must(t, err)
			if string(now) != c.content {
				t.Error("the file has changed")
			}
			wantAlone(t, path)
		})
	}
	_, err = Open(t.TempDir())
	wantError(t, err, ErrFormat, "folder")
	_, err = Open(path + "x")
	wantError(t, err, nil, path+"x", "no such file")
}

// A page that is lost in the middle is found by whoever opens the file, for writing or for
// reading.
func TestDamageInTheMiddle(t *testing.T) {
	study, cells := study1()
	study.Repeat = 100
	path := newFile(t)
	write(t, path, study, cells, keys(study))
	whole, err := os.ReadFile(path)
	must(t, err)
	for page := 20; page < len(whole)/4096; page += 7 {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		must(t, err)
		_, err = f.WriteAt(make([]byte, 4096), int64(page)*4096)
		must(t, err)
		_, err = Resume(t.Context(), path, study, cells)
		wantError(t, err, ErrFormat, path, "damaged")
		_, err = Open(path)
		wantError(t, err, ErrFormat, path, "damaged")
		_, err = f.WriteAt(whole[page*4096:(page+1)*4096], int64(page)*4096)
		must(t, err)
		must(t, f.Close())
	}
}

// A file that must not be written is not, and the message says so. Root may
// write everything, so a thread gives that right up for a while.
func TestReadOnly(t *testing.T) {
	study, cells := study1()
	dir, err := os.MkdirTemp("", "results")
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	must(t, os.Chmod(dir, 0o755))
	path := filepath.Join(dir, "a.db")
	write(t, path, study, cells, keys(study)[:3])
	must(t, os.Chmod(path, 0o444))
	must(t, os.Chmod(dir, 0o555))
	digest := digestOf(t, path)
	asNobody(func() {
		_, err := Create(t.Context(), filepath.Join(dir, "b.db"), study, cells)
		wantError(t, err, nil, "b.db", "permission denied", "choose a folder")
		_, err = Resume(t.Context(), path, study, cells)
		wantError(t, err, nil, path, "permission denied")
		if got := digestOf(t, path); got != digest {
			t.Error("a file in a folder that is read-only reads differently")
		}
	})
	must(t, os.Chmod(dir, 0o777))
	asNobody(func() {
		_, err := Resume(t.Context(), path, study, cells)
		wantError(t, err, nil, path, "permission denied", "writable")
	})
	must(t, os.Chmod(path, 0))
	asNobody(func() {
		_, err := Open(path)
		wantError(t, err, nil, path, "permission denied", "rights")
	})
}

// A run that does not fit is refused, and the others are not affected.
func TestWhatPutRefuses(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	good := Run{Status: OK, Metrics: []Metric{{Name: "delay", Unit: "s", Value: 1}}, Series: []Series{{"depth", "m", []float64{0}, []float64{1}}}}
	must(t, w.Put(good))
	for _, c := range []struct {
		say    string
		change func(r *Run)
	}{
		{"already", func(r *Run) { r.Repetition = 0 }},
		{"no such run", func(r *Run) { r.Cell = 3 }},
		{"no such run", func(r *Run) { r.Repetition = -1 }},
		{"no such run", func(r *Run) { r.Repetition = 4 }},
		{`status "fine"`, func(r *Run) { r.Status = "fine" }},
		{`delay in "ms"`, func(r *Run) { r.Metrics = []Metric{{Name: "delay", Unit: "ms", Value: 1}} }},
		{`depth in "km"`, func(r *Run) { r.Series = []Series{{"depth", "km", []float64{0}, []float64{1}}} }},
		{"delay twice", func(r *Run) {
			r.Metrics = []Metric{{Name: "delay", Unit: "s", Value: 1}, {Name: "delay", Unit: "s", Value: 1}}
		}},
		{"without a name", func(r *Run) { r.Metrics = []Metric{{Name: "", Unit: "s", Value: 1}} }},
		{"one line", func(r *Run) { r.Metrics = []Metric{{Name: "a\nb", Unit: "s", Value: 1}} }},
		{"one line", func(r *Run) { r.Metrics = []Metric{{Name: "a\xff", Unit: "s", Value: 1}} }},
		{"2 times and 1 values", func(r *Run) { r.Series = []Series{{"x", "m", []float64{0, 1}, []float64{1}}} }},
		{"not a number", func(r *Run) { r.Series = []Series{{"x", "m", []float64{math.NaN()}, []float64{1}}} }},
	} {
		r := good
		r.Repetition = 1
		c.change(&r)
		wantError(t, w.Put(r), nil, path, c.say)
	}
	good.Repetition = 3
	must(t, w.Put(good))
	must(t, w.Close())
	wantError(t, w.Put(good), nil, path, "closed")
	wantError(t, w.Flush(), nil, path, "closed")
	f := open(t, path)
	if runs, failed, err := f.Count(); runs != 2 || failed != 0 || err != nil {
		t.Errorf("%d runs, %d failed, %v", runs, failed, err)
	}
	if got := fmt.Sprint(f.Metrics(), f.series.sorted()); got != "[{delay s }] [{depth m }]" {
		t.Errorf("names %s", got)
	}
	_, err = f.Values(0, "age")
	wantError(t, err, nil, path, `no metric "age"`, "delay")
}

// A second writer is refused at once, by whatever name it calls the file. When
// the first has ended the file is free.
func TestOneWriter(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	link := filepath.Join(t.TempDir(), "link.db")
	must(t, os.Symlink(path, link))
	for _, name := range []string{path, link} {
		_, err = Resume(t.Context(), name, study, cells)
		wantError(t, err, ErrInUse, name, fmt.Sprintf("process %d on ", os.Getpid()), "wait")
	}
	_, err = Merge(t.Context(), path, path)
	wantError(t, err, ErrInUse, path)
	out, err := child(t, "resume", path).CombinedOutput()
	if err == nil || !strings.Contains(string(out), ErrInUse.Error()) {
		t.Errorf("another process got %q, %v", out, err)
	}
	must(t, w.Close())
	if out, err := child(t, "resume", path).CombinedOutput(); err != nil {
		t.Errorf("another process got %q, %v", out, err)
	}
}

// Whoever releases a lock removes its file, and another may have opened that
// just before: a lock on a file without a name is none. However the two fall
// together, one at a time has the lock.
func TestLockOfAFileThatIsGone(t *testing.T) {
	path := newFile(t)
	var holders, won atomic.Int32
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 500 {
				l, err := acquire(path, path)
				if err != nil {
					continue
				}
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d have the lock", n)
				}
				runtime.Gosched()
				won.Add(1)
				holders.Add(-1)
				l.release()
			}
		})
	}
	group.Wait()
	if won.Load() == 0 {
		t.Error("nobody had the lock")
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	if len(entries) > 0 {
		t.Errorf("%v is left", entries)
	}
}

// A file can be read while it is written, and shows what was committed when it
// was opened. A reader that stays does not harm the writer.
func TestReadWhileWritten(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	study, cells := study1()
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	count := func(f *File) int {
		n, _, err := f.Count()
		must(t, err)
		return n
	}
	putAll(t, w, keys(study)[:3])
	must(t, w.Flush())
	putAll(t, w, keys(study)[3:5])
	early := open(t, path)
	if n := count(early); n != 3 {
		t.Errorf("%d runs, want the 3 that were committed", n)
	}
	must(t, w.Flush())
	if n, m := count(early), count(open(t, path)); n != 3 || m != 5 {
		t.Errorf("%d and %d runs, want 3 as before and 5", n, m)
	}
	putAll(t, w, keys(study)[5:])
	must(t, w.Close())
	if n := count(early); n != 3 {
		t.Errorf("%d runs after the writer has ended, want 3 as before", n)
	}
	reference := newFile(t)
	write(t, reference, study, cells, keys(study))
	if a, b := digestOf(t, path), digestOf(t, reference); a != b {
		t.Errorf("digests %s and %s", a, b)
	}
}

// A run that nobody flushes is committed after a while all the same.
func TestCommitByItself(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	w.interval = time.Millisecond
	must(t, w.Put(makeRun(Key{})))
	for tries := 0; ; tries++ {
		f, err := Open(path)
		must(t, err)
		n, _, err := f.Count()
		must(t, err)
		must(t, f.Close())
		if n == 1 {
			break
		}
		if tries == 5000 {
			t.Fatal("the run was not committed")
		}
		time.Sleep(time.Millisecond)
	}
	must(t, w.Close())
}

// A transaction that fails leaves nothing, and the next one is not part of it.
func TestTransactionIsUndone(t *testing.T) {
	study, cells := study1()
	w, err := Create(t.Context(), newFile(t), study, cells)
	must(t, err)
	sunk := errors.New("sunk")
	err = w.store.transact(func() error {
		must(t, w.store.exec("DELETE FROM cell"))
		return sunk
	})
	wantError(t, err, sunk)
	must(t, w.store.transact(func() error { return nil }))
	must(t, w.Close())
	if n := len(open(t, w.path).Cells()); n != 3 {
		t.Errorf("%d cells, want 3", n)
	}
}

// A process may be killed while it moves the log into the file: then the first
// page tells of more pages than the file has, and the log has the others. That
// is no damage.
func TestHalfACheckpoint(t *testing.T) {
	study, cells := study1()
	path, half := newFile(t), newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	putAll(t, w, keys(study))
	must(t, w.Flush())
	short, err := os.ReadFile(path)
	must(t, err)
	log, err := os.ReadFile(path + "-wal")
	must(t, err)
	must(t, w.Close())
	whole, err := os.ReadFile(path)
	must(t, err)
	if len(short) >= len(whole) {
		t.Fatalf("%d bytes before and %d after: nothing was in the log", len(short), len(whole))
	}
	copy(short, whole[:4096])
	short[18], short[19] = 2, 2 // the file has a write-ahead log (The SQLite database file format, section 1.3.3)
	must(t, os.WriteFile(half, short, 0o666))
	must(t, os.WriteFile(half+"-wal", log, 0o666))
	if a, b := digestOf(t, half), digestOf(t, path); a != b {
		t.Errorf("digest %s, want %s", a, b)
	}
	w, err = Resume(t.Context(), half, study, cells)
	must(t, err)
	if m := w.Missing(); m != nil {
		t.Errorf("missing %v", m)
	}
	must(t, w.Close())
	wantAlone(t, half)
}

// asNobody calls f on a thread that has the rights of nobody on files.
func asNobody(f func()) {
	if os.Getuid() != 0 {
		f()
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	setfsuid(65534)
	defer setfsuid(0)
	f()
}

// setfsuid changes whose rights the calling thread has on files, and of no
// other thread.
func setfsuid(uid uintptr) {
	syscall.RawSyscall(syscall.SYS_SETFSUID, uid, 0, 0) // returns the one before, not an error
}
