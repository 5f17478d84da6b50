package results

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Put takes a run, which is committed with others within a second. After an
// error the run was not taken; the error may be that earlier runs could not be
// committed, and still wait. A run beyond those that its cell needs is not kept
// (see Stop).
func (w *Writer) Put(r Run) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if err := w.retry(); err != nil {
		return err
	}
	c := w.content
	if r.Cell < 0 || r.Cell >= c.study.Cells || r.Repetition < 0 || r.Repetition >= c.study.Repeat {
		return fmt.Errorf("%s: cell %d, repetition %d: the study has no such run", w.path, r.Cell, r.Repetition)
	}
	if r.Repetition >= c.planned[r.Cell] {
		return nil
	}
	number := c.study.number(Key{r.Cell, r.Repetition})
	r, err := w.normal(r)
	if err == nil && w.have[number] {
		err = fmt.Errorf("it is in the file already")
	}
	if err != nil {
		return fmt.Errorf("%s: cell %d, repetition %d: %w", w.path, r.Cell, r.Repetition, err)
	}
	w.have[number] = true
	w.waiting = append(w.waiting, r)
	w.size += 10 + len(r.Metrics)
	for _, s := range r.Series {
		w.size += 2 * len(s.Times)
	}
	if w.size >= commitSize {
		w.fault = w.commit()
		return nil
	}
	if w.timer == nil {
		w.timer = time.AfterFunc(w.interval, w.expire)
	}
	return nil
}

// expire commits what has waited long enough.
func (w *Writer) expire() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.store != nil {
		w.fault = w.commit()
	}
}

// retry does again what the timer could not do.
func (w *Writer) retry() error {
	if w.store == nil {
		return fmt.Errorf("%s: the file is closed", w.path)
	}
	if w.fault == nil {
		return nil
	}
	w.fault = w.commit()
	return w.fault
}

// Flush commits the runs that wait.
func (w *Writer) Flush() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.flush()
}

func (w *Writer) flush() error {
	if w.store == nil {
		return fmt.Errorf("%s: the file is closed", w.path)
	}
	w.fault = nil
	return w.commit()
}

// commit writes the runs that wait, in one transaction: all of them or none.
func (w *Writer) commit() error {
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
	if len(w.waiting) == 0 {
		return nil
	}
	study := w.content.study
	slices.SortFunc(w.waiting, func(a, b Run) int {
		return int(study.number(Key{a.Cell, a.Repetition}) - study.number(Key{b.Cell, b.Repetition}))
	})
	if err := w.store.transact(w.insert); err != nil {
		return err
	}
	w.metrics.saved, w.series.saved = len(w.metrics.names), len(w.series.names)
	w.metrics.late = nil
	clear(w.waiting)
	w.waiting, w.size = w.waiting[:0], 0
	return nil
}

// insert writes new names and the runs that wait.
func (w *Writer) insert() error {
	b := w.batch
	b.reset()
	for i, n := range w.metrics.names[w.metrics.saved:] {
		if err := b.names.add(int64(w.metrics.saved+i), n.Name, n.Unit); err != nil {
			return err
		}
	}
	if err := w.store.saveKinds(w.metrics); err != nil {
		return err
	}
	for i, n := range w.series.names[w.series.saved:] {
		if err := b.lines.add(int64(w.series.saved+i), n.Name, n.Unit); err != nil {
			return err
		}
	}
	for _, r := range w.waiting {
		if err := b.add(w.content.study.number(Key{r.Cell, r.Repetition}), r, w.metrics, w.series); err != nil {
			return err
		}
	}
	if err := b.flush(); err != nil || len(w.metrics.names) == w.metrics.saved && len(w.series.names) == w.series.saved && w.metrics.late == nil {
		return err
	}
	return w.store.sealNames()
}

// Missing returns the runs that the file, or the shard, still needs, in order. Those that
// wait and cannot be committed are among them.
func (w *Writer) Missing() []Key {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	have := w.have
	if w.flush() != nil {
		have = maps.Clone(have)
		for _, r := range w.waiting {
			delete(have, w.content.study.number(Key{r.Cell, r.Repetition}))
		}
	}
	return w.content.study.missing(w.content.part, w.content.planned, have)
}

// Values returns what the runs of a cell gave for a metric: see File.Values.
// A metric that no run had has no values.
func (w *Writer) Values(cell int, metric string) ([]Value, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if err := w.flush(); err != nil {
		return nil, err
	}
	number, ok := w.metrics.numbers[metric]
	if !ok {
		return nil, nil
	}
	return w.store.values(w.content.study, cell, number)
}

// Metrics returns the names of the metrics that runs have so far, in order.
func (w *Writer) Metrics() []Name {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.metrics.sorted()
}

// Made returns how many of the first repetitions of a cell there are.
func (w *Writer) Made(cell int) int {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	n := 0
	for w.have[w.content.study.number(Key{cell, n})] && n < w.content.study.Repeat {
		n++
	}
	return n
}

// Has tells whether a cell is of the part.
func (w *Writer) Has(cell int) bool { return w.content.part.Has(Key{cell, 0}, w.content.study.Repeat) }

// Unstopped returns the cells of the part, in order, that need as many repetitions as the study has.
func (w *Writer) Unstopped() []int {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	var out []int
	for cell, n := range w.content.planned {
		if n == w.content.study.Repeat && w.content.part.Has(Key{cell, 0}, n) {
			out = append(out, cell)
		}
	}
	return out
}

// Name returns the name of the file.
func (w *Writer) Name() string { return w.path }

// Count returns how many runs there are, and how many of them failed. Those that wait and
// cannot be committed do not count; the error says why.
func (w *Writer) Count() (runs, failed int, err error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	kept := w.flush()
	if w.store == nil {
		return 0, 0, kept
	}
	err = w.store.rows(func(r *sql.Rows) error { return r.Scan(&runs, &failed) }, "SELECT count(*), count(nullif(status, ?)) FROM run", OK)
	return runs, failed, errors.Join(kept, err)
}

// Close commits what waits and closes the file, which then is one file without
// companions. A shard that is complete gets its name. After an error what was
// committed is kept, and the file can be resumed.
func (w *Writer) Close() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.store == nil {
		return nil
	}
	c := w.content
	return w.close(len(c.study.missing(c.part, c.planned, w.have)) == 0)
}

// close closes the file and, if it is whole, gives a draft its name.
func (w *Writer) close(whole bool) error {
	err := w.flush()
	w.batch.close()
	w.store.settle()
	if e := w.store.close(); err == nil {
		err = e
	}
	w.store = nil
	if err == nil && whole && w.final != "" {
		err = rename(w.name, w.final, w.path)
	}
	w.lock.release()
	return err
}

// settle moves what is in the write-ahead log into the file and takes the log
// away. While a reader has the file open, or the disk is full, some of it has to
// stay; SQLite reads it from there, and the next writer tries again.
func (s *store) settle() {
	s.exec("PRAGMA busy_timeout = 1000")
	s.exec("PRAGMA wal_checkpoint(TRUNCATE)")
	s.exec("PRAGMA journal_mode = DELETE")
}
