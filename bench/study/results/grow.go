package results

import (
	"context"
	"slices"
)

// grown tells whether the file is that of the whole study in hand, but for fewer
// repetitions.
func (c *content) grown(want *content) bool {
	have, study := c.study, want.study
	return have.Name == study.Name && have.Version == study.Version && have.Hash == study.Hash && have.Cells == study.Cells &&
		have.Repeat < study.Repeat && c.part.Count == 0 && want.part.Count == 0 && slices.EqualFunc(c.cells, want.cells, sameCell)
}

// Resumable says why Resume would refuse the file, as far as it depends on what the file is of: nil if it would not.
func (f *File) Resumable(study Study, cells []Cell) error {
	want := &content{study: study, cells: cells}
	if f.content.grown(want) {
		return nil
	}
	return f.content.differs(f.path, want)
}

// grow makes room for more repetitions: runs are numbered anew, by way of negative
// numbers so that no two are the same meanwhile. A cell that was to stop earlier
// stays as it is.
func (w *Writer) grow(ctx context.Context, repeat int) error {
	was := w.content.study.Repeat
	return w.store.transact(func() error {
		for _, t := range []struct{ table, run, where string }{
			{"run", "run", ""},
			{"metric", "run", ""},
			{"series", "run", ""},
			{"digest", "number", " WHERE part = '" + runPart + "'"},
		} {
			set := "UPDATE " + t.table + " SET " + t.run + " = -1 - "
			if err := w.store.exec(set+"("+t.run+" / ? * ? + "+t.run+" % ?)"+t.where, was, repeat, was); err != nil {
				return err
			}
			if err := w.store.exec(set + t.run + t.where); err != nil {
				return err
			}
		}
		if err := w.store.exec("UPDATE cell SET planned = ? WHERE planned = ?", repeat, was); err != nil {
			return err
		}
		err := w.store.exec("UPDATE study SET repeat = ?", repeat)
		if err != nil {
			return err
		}
		if w.content, err = w.store.load(ctx); err != nil {
			return err
		}
		return w.store.sealContent(w.content)
	})
}
