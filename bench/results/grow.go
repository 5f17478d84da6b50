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

// grow makes room for more repetitions: runs are numbered anew, by way of negative
// numbers so that no two are the same meanwhile. A cell that was to stop earlier
// stays as it is.
func (w *Writer) grow(ctx context.Context, repeat int) error {
	was := w.content.study.Repeat
	err := w.store.transact(func() error {
		for _, table := range []string{"run", "metric", "series"} {
			if err := w.store.exec("UPDATE "+table+" SET run = -1 - (run / ? * ? + run % ?)", was, repeat, was); err != nil {
				return err
			}
			if err := w.store.exec("UPDATE " + table + " SET run = -1 - run"); err != nil {
				return err
			}
		}
		if err := w.store.exec("UPDATE cell SET planned = ? WHERE planned = ?", repeat, was); err != nil {
			return err
		}
		return w.store.exec("UPDATE study SET repeat = ?", repeat)
	})
	if err != nil {
		return err
	}
	w.content, err = w.store.load(ctx)
	return err
}
