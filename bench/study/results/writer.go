package results

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// When the runs that wait are committed: so long after the first of them was
// put, or when they hold so many numbers, which are then a few MB.
const (
	commitAfter = time.Second
	commitSize  = 30_000
)

// Writer adds runs to a file. Its methods may be called by any goroutine. After
// an error of the disk the runs that wait are kept, and the next call tries
// again.
//
// One process writes: it holds a lock that ends with the process. Runs are committed in batches, at
// the latest a second after they were put. A process that is killed loses the runs not yet
// committed, and nothing else.
//
// While a file is written, and after its writer was killed, it has companions, -wal, -shm and -lock.
// The first holds runs: do not copy a file without it. Closed, it is one file. It can be read all the
// while.
//
// A shard is a part of a study in a file of its own, for a computer that does a part of the work. It
// is written under a temporary name and gets its own when it is complete. Merge puts shards together.
type Writer struct {
	path  string // of the file, as the caller names it
	name  string // of the file that is written
	final string // of the file once it is complete; a shard's only

	disk      sync.Mutex // held by who uses the file, and taken first: see seize
	mutex     sync.Mutex // held by who uses what is below, but for store, batch and study: to read these, disk is enough, and to change them takes both
	store     *store
	lock      *lock
	batch     *batch
	content   *content
	have      map[int64]bool // by number of the run, waiting or in the file
	metrics   *nameTable
	series    *nameTable
	waiting   []entered
	size      int  // of what waits, in numbers
	unchecked bool // see Unchecked
	interval  time.Duration
	timer     *time.Timer
	fault     error // of a commit by the timer, until it is done after all
}

// Create makes the file of a study and opens it for writing. A file that exists
// is left alone: ErrExists. When ctx is done before the file is ready, there is none, and
// the error wraps the cause.
func Create(ctx context.Context, path string, study Study, cells []Cell) (*Writer, error) {
	return begin(ctx, path, &content{study: study, cells: cells}, func(name string) (string, bool, error) {
		if _, err := os.Lstat(name); err == nil {
			return "", false, fmt.Errorf("%s: %w: resume it, remove it, or write to another file", path, ErrExists)
		}
		return name, true, build(ctx, name, path, &content{study: study, cells: cells})
	})
}

// Resume opens the file of a study for writing what is missing. It refuses a
// file of another study, version or scenario: ErrOther. When ctx is done before the file
// is read, the error wraps the cause.
func Resume(ctx context.Context, path string, study Study, cells []Cell) (*Writer, error) {
	return begin(ctx, path, &content{study: study, cells: cells}, func(name string) (string, bool, error) { return name, false, nil })
}

// begin takes the lock of a file, prepares the file and opens it. To prepare is
// to return the name of the file to write, which then exists, and whether it was
// made just now: then it is taken away again if it cannot be opened. A name other
// than that of the file is that of a draft.
func begin(ctx context.Context, path string, want *content, prepare func(name string) (file string, made bool, err error)) (*Writer, error) {
	if err := checkStudy(want.study, want.cells); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	name, err := resolve(path)
	if err != nil {
		return nil, err
	}
	l, err := acquire(name, path)
	if err != nil {
		return nil, err
	}
	w := &Writer{path: path, lock: l, interval: commitAfter}
	made := false
	if w.name, made, err = prepare(name); err == nil {
		if w.name != name {
			w.final = name
		}
		err = w.open(ctx, want)
	}
	if err != nil {
		w.abandon(made)
		return nil, err
	}
	return w, nil
}

// build makes a file with everything but runs. It gets its name when it is
// whole, so that a file that exists is a file of results.
func build(ctx context.Context, name, path string, c *content) error {
	c.planned = make([]int, len(c.cells))
	for i := range c.planned {
		c.planned[i] = c.study.Repeat
	}
	draft := name + "-new"
	for _, left := range []string{draft, draft + "-journal"} { // by a process that was killed
		if err := os.Remove(left); err != nil && !os.IsNotExist(err) {
			return writing(path, err)
		}
	}
	s, err := connect(draft, path, create)
	if err != nil {
		return err
	}
	// Nobody knows the draft: it needs no journal, and one sync at its end.
	if err = s.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF"); err == nil {
		err = s.transact(func() error {
			if err := s.exec(tables); err != nil {
				return err
			}
			return s.save(ctx, c)
		})
	}
	if e := s.close(); err == nil {
		err = e
	}
	if err == nil {
		err = persist(draft, path)
	}
	if err == nil {
		err = rename(draft, name, path)
	}
	if err != nil {
		os.Remove(draft)
	}
	return err
}

// persist waits until a file is on the disk.
func persist(name, path string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return writing(path, err)
	}
	defer f.Close()
	if err := f.Sync(); err != nil {
		return writing(path, err)
	}
	return nil
}

// rename gives a file that is whole its name, so that a loss of power does not
// take it back.
func rename(from, to, path string) error {
	if err := os.Rename(from, to); err != nil {
		return writing(path, err)
	}
	dir, err := os.Open(filepath.Dir(to))
	if err != nil {
		return writing(path, err)
	}
	defer dir.Close()
	dir.Sync() // some file systems cannot, and then need not
	return nil
}

// open opens the file for writing, if it is of what is wanted, and reads what it
// has. With a write-ahead log readers and the writer do not wait for each
// other. The log's index is shared memory, which a network file system may not
// have; a shard, which nobody reads before it is complete, does without.
func (w *Writer) open(ctx context.Context, want *content) error {
	if err := inspect(w.name, w.path, os.O_RDWR); err != nil {
		return err
	}
	s, err := connect(w.name, w.path, readWrite)
	if err != nil {
		return err
	}
	w.store = s
	if w.final != "" {
		if err := s.exec("PRAGMA locking_mode = EXCLUSIVE"); err != nil {
			return err
		}
	}
	if w.content, err = s.load(ctx); err != nil {
		return err
	}
	grown := w.content.grown(want)
	if err := w.content.differs(w.path, want); err != nil && !grown {
		return err
	}
	if err := w.trust(); err != nil {
		return s.distrust(err)
	}
	if grown {
		if err := w.grow(ctx, want.study.Repeat); err != nil {
			return err
		}
	}
	if w.have, err = s.numbers(); err != nil {
		return err
	}
	if err := s.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"); err != nil {
		return err
	}
	if err := w.reword(want.study); err != nil {
		return err
	}
	return s.explain(s.conn.Raw(func(c any) error {
		w.batch, err = newBatch(c.(driver.Conn))
		return err
	}))
}

// trust checks what the file holds: to add to a damaged one makes nothing better. A file of
// an earlier version gets digests of what it holds.
func (w *Writer) trust() error {
	f := w.file()
	var err error
	if f.sealed, err = f.store.hasTable("digest"); err != nil {
		return err
	}
	if !f.sealed {
		if err := errors.Join(f.store.whole(), f.store.exec(kindTable)); err != nil {
			return err
		}
	}
	if err := f.loadNames(); err != nil {
		return err
	}
	w.metrics, w.series, w.unchecked = f.metrics, f.series, !f.sealed
	if f.sealed {
		return f.verify()
	}
	return f.sealAll()
}

// file returns the file for reading through the connection of the writer.
func (w *Writer) file() *File {
	return &File{path: w.path, store: w.store, content: w.content, metrics: w.metrics, series: w.series}
}

// Unchecked tells that an earlier version had begun the file, without digests: what it held
// got them only when it was opened.
func (w *Writer) Unchecked() bool { return w.unchecked }

// reword keeps the text of a study whose captions and the like have changed, and
// nothing that decides results. The files that it was read from go with the text; a
// file that was made without them gets them.
func (w *Writer) reword(want Study) error {
	have := &w.content.study
	if have.Text == want.Text && (len(have.Sources) > 0 || len(want.Sources) == 0) {
		return nil
	}
	have.Text, have.Sources = want.Text, want.Sources
	return w.store.transact(func() error {
		if err := w.store.exec("UPDATE study SET text = ?", want.Text); err != nil {
			return err
		}
		if err := w.store.saveSources(want.Sources); err != nil {
			return err
		}
		return w.store.sealContent(w.content)
	})
}

// whole checks the structure of the whole file: what is added to a damaged
// file may be lost.
func (s *store) whole() error {
	var faults []string
	err := s.rows(func(r *sql.Rows) error {
		var line string
		err := r.Scan(&line)
		faults = append(faults, line)
		return err
	}, "PRAGMA integrity_check(1)")
	if err == nil && (len(faults) != 1 || faults[0] != "ok") {
		err = damaged(s.path, strings.Join(faults, "; "))
	}
	return err
}

// numbers returns the numbers of the runs in the file.
func (s *store) numbers() (map[int64]bool, error) {
	have := map[int64]bool{}
	err := s.rows(func(r *sql.Rows) error {
		var n int64
		err := r.Scan(&n)
		have[n] = true
		return err
	}, "SELECT run FROM run")
	return have, err
}

// abandon gives up a file that could not be opened as it should, and takes it away
// if it was made just now: it has no runs.
func (w *Writer) abandon(made bool) {
	if w.batch != nil {
		w.batch.close()
	}
	if w.store != nil {
		w.store.close()
	}
	if made {
		discard(w.name)
	}
	w.lock.release()
}

// discard removes a file, if there is one, after its companions, which belong to no
// other.
func discard(name string) error {
	for _, companion := range []string{"-wal", "-shm", "-journal", ""} {
		if err := os.Remove(name + companion); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}
