package results

import (
	"database/sql"
	"fmt"
	"maps"
)

// Stop says that a cell needs only so many repetitions: those known decide
// that more are not worth their while. Runs beyond are dropped, those that are
// there and those that come, so that the file does not depend on how far ahead
// the workers were. A later call can only take away more.
func (w *Writer) Stop(cell, repetitions int) error {
	defer w.seize()()
	if cell < 0 || cell >= len(w.content.planned) || repetitions < 0 {
		return fmt.Errorf("%s: cell %d, %d repetitions: the study has no such cell", w.path, cell, repetitions)
	}
	if repetitions >= w.content.planned[cell] {
		return nil
	}
	if err := w.flush(); err != nil {
		return err
	}
	study := w.content.study
	first, last := study.number(Key{cell, repetitions}), study.number(Key{cell + 1, 0})
	err := w.store.transact(func() error {
		if err := w.store.drop(first, last); err != nil {
			return err
		}
		return w.plan(cell, repetitions)
	})
	if err != nil {
		return err
	}
	w.content.planned[cell] = repetitions
	maps.DeleteFunc(w.have, func(n int64, _ bool) bool { return first <= n && n < last })
	return nil
}

// Plan says how many repetitions the cells from a first one on need by what is known so far. Unlike Stop it
// may ask for more than before.
func (w *Writer) Plan(first int, need []int) error {
	for i, n := range need {
		if err := w.Stop(first+i, n); err != nil {
			return err
		}
	}
	defer w.seize()()
	return w.store.transact(func() error {
		for i, n := range need {
			if n <= w.content.planned[first+i] {
				continue
			}
			if err := w.plan(first+i, n); err != nil {
				return err
			}
			w.content.planned[first+i] = n
		}
		return nil
	})
}

// plan writes how many repetitions a cell needs.
func (w *Writer) plan(cell, repetitions int) error {
	if err := w.store.exec("UPDATE cell SET planned = ? WHERE cell = ?", repetitions, cell); err != nil {
		return err
	}
	return w.store.seal(cellPart, cell, sumOfCell(w.content.cells[cell], repetitions))
}

// DropFailed takes the runs that failed out of the file, so that they are
// missing and can be done again, and returns how many there were. A cell that lost some is stopped no
// longer: what decided that may be otherwise now.
func (w *Writer) DropFailed() (int, error) {
	defer w.seize()()
	if err := w.flush(); err != nil {
		return 0, err
	}
	var failed []int64
	err := w.store.rows(func(r *sql.Rows) error {
		var n int64
		err := r.Scan(&n)
		failed = append(failed, n)
		return err
	}, "SELECT run FROM run WHERE status <> ?", OK)
	if err != nil {
		return 0, err
	}
	repeat := w.content.study.Repeat
	err = w.store.transact(func() error {
		for _, n := range failed {
			if err := w.store.drop(n, n+1); err != nil {
				return err
			}
			if err := w.plan(int(n/int64(repeat)), repeat); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	for _, n := range failed {
		delete(w.have, n)
		w.content.planned[n/int64(repeat)] = repeat
	}
	return len(failed), nil
}

// drop deletes the runs whose numbers are in [first, last).
func (s *store) drop(first, last int64) error {
	for _, table := range []string{"run", "metric", "series"} {
		if err := s.exec("DELETE FROM "+table+" WHERE run >= ? AND run < ?", first, last); err != nil {
			return err
		}
	}
	return s.exec("DELETE FROM digest WHERE part = ? AND number >= ? AND number < ?", runPart, first, last)
}
