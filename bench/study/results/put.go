package results

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// entered is a run whose names have their numbers.
type entered struct {
	Run
	metrics, series []int64
}

// pending is what is committed in one transaction.
type pending struct {
	runs           []entered
	size           int
	metrics, lines newNames
}

// Put takes a run, which is committed with others within a second. After an
// error the run was not taken; the error may be that earlier runs could not be
// committed, and still wait. A run beyond those that its cell needs is not kept
// (see Stop). Runs can be put while others are being committed.
func (w *Writer) Put(r Run) error {
	if err := w.retry(); err != nil {
		return err
	}
	r, wrong := normal(r)
	w.mutex.Lock()
	full, err := w.take(r, wrong)
	w.mutex.Unlock()
	if full {
		w.expire()
	}
	return err
}

// take lets a run wait, unless it is wrong, and tells whether so much waits that it is committed now.
func (w *Writer) take(r Run, wrong error) (full bool, err error) {
	c := w.content
	if w.store == nil {
		return false, fmt.Errorf("%s: the file is closed", w.path)
	}
	if r.Cell < 0 || r.Cell >= c.study.Cells || r.Repetition < 0 || r.Repetition >= c.study.Repeat {
		return false, fmt.Errorf("%s: cell %d, repetition %d: the study has no such run", w.path, r.Cell, r.Repetition)
	}
	if r.Repetition >= c.planned[r.Cell] {
		return false, nil
	}
	number := c.study.number(Key{r.Cell, r.Repetition})
	var e entered
	if err = wrong; err == nil && w.have[number] {
		err = fmt.Errorf("it is in the file already")
	}
	if err == nil {
		e, err = w.enter(r)
	}
	if err != nil {
		return false, fmt.Errorf("%s: cell %d, repetition %d: %w", w.path, r.Cell, r.Repetition, err)
	}
	w.have[number] = true
	w.waiting = append(w.waiting, e)
	w.size += 10 + len(r.Metrics)
	for _, s := range r.Series {
		w.size += 2 * len(s.Times)
	}
	if w.timer == nil {
		w.timer = time.AfterFunc(w.interval, w.expire)
	}
	return w.size >= commitSize, nil
}

// seize waits until nobody else uses the file, and has runs that are put wait until what it returns is called.
func (w *Writer) seize() (release func()) {
	w.disk.Lock()
	w.mutex.Lock()
	return func() {
		w.mutex.Unlock()
		w.disk.Unlock()
	}
}

// expire commits what has waited long enough, while further runs are put.
func (w *Writer) expire() {
	defer w.seize()()
	if w.store == nil {
		return
	}
	p := w.pick()
	w.settle(p, w.aside(p))
}

// aside is write while runs can be put. It holds what it found held also after a panic, which is told then.
func (w *Writer) aside(p pending) error {
	w.mutex.Unlock()
	defer w.mutex.Lock()
	return w.write(p)
}

// retry does again what the timer could not do.
func (w *Writer) retry() error {
	w.mutex.Lock()
	fault := w.fault
	w.mutex.Unlock()
	if fault == nil {
		return nil
	}
	return w.Flush()
}

// Flush commits the runs that wait.
func (w *Writer) Flush() error {
	defer w.seize()()
	return w.flush()
}

func (w *Writer) flush() error {
	if w.store == nil {
		return fmt.Errorf("%s: the file is closed", w.path)
	}
	p := w.pick()
	w.settle(p, w.write(p))
	return w.fault
}

// pick returns what waits, in order, which then waits no longer.
func (w *Writer) pick() pending {
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
	study := w.content.study
	slices.SortFunc(w.waiting, func(a, b entered) int {
		return int(study.number(Key{a.Cell, a.Repetition}) - study.number(Key{b.Cell, b.Repetition}))
	})
	p := pending{runs: w.waiting, size: w.size, metrics: w.metrics.unsaved(), lines: w.series.unsaved()}
	w.waiting, w.size = nil, 0
	return p
}

// write writes what was picked, in one transaction: all of it or nothing.
func (w *Writer) write(p pending) error {
	if len(p.runs) == 0 {
		return nil
	}
	return w.store.transact(func() error { return w.insert(p) })
}

// settle notes that what was picked is in the file or, after an error, has it wait again.
func (w *Writer) settle(p pending, err error) {
	w.fault = err
	switch {
	case err != nil:
		w.waiting, w.size = append(p.runs, w.waiting...), w.size+p.size
	case len(p.runs) > 0:
		w.metrics.keep(p.metrics)
		w.series.keep(p.lines)
	}
}

// insert writes new names and runs.
func (w *Writer) insert(p pending) error {
	b := w.batch
	b.reset()
	for i, n := range p.metrics.names {
		if err := b.names.add(int64(p.metrics.first+i), n.Name, n.Unit); err != nil {
			return err
		}
	}
	if err := w.store.saveKinds(p.metrics); err != nil {
		return err
	}
	for i, n := range p.lines.names {
		if err := b.lines.add(int64(p.lines.first+i), n.Name, n.Unit); err != nil {
			return err
		}
	}
	for _, e := range p.runs {
		if err := b.add(w.content.study.number(Key{e.Cell, e.Repetition}), e); err != nil {
			return err
		}
	}
	if err := b.flush(); err != nil || len(p.metrics.names)+len(p.lines.names)+len(p.metrics.late) == 0 {
		return err
	}
	return w.store.sealNames()
}

// Missing returns the runs that the file, or the shard, still needs, in order. Those that
// wait and cannot be committed are among them.
func (w *Writer) Missing() []Key {
	defer w.seize()()
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
	defer w.seize()()
	if err := w.flush(); err != nil {
		return nil, err
	}
	number, ok := w.metrics.numbers[metric]
	if !ok {
		return nil, nil
	}
	return w.store.values(w.content.study, cell, number, w.metrics.names[number].Kind)
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
	defer w.seize()()
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
	defer w.seize()()
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
