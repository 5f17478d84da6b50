package results

import (
	"slices"
	"testing"
)

// A run that is refused, because the file has it, leaves no name behind.
func TestRefusedRunLeavesNoName(t *testing.T) {
	study, cells := study1()
	w, err := Create(t.Context(), newFile(t), study, cells)
	must(t, err)
	defer w.Close()
	r := makeRun(Key{0, 0})
	must(t, w.Put(r))
	before := w.Metrics()
	r.Metrics = append(r.Metrics, Metric{Name: "new", Unit: "s", Value: 1})
	if err := w.Put(r); err == nil {
		t.Error("a run was put twice")
	}
	if after := w.Metrics(); !slices.Equal(before, after) {
		t.Errorf("%v, and before %v", after, before)
	}
}

// A panic within a commit comes through, so that it can be told, and nothing stays locked.
func TestPanicOfACommit(t *testing.T) {
	study, cells := study1()
	w, err := Create(t.Context(), newFile(t), study, cells)
	must(t, err)
	must(t, w.Put(makeRun(Key{0, 0})))
	batch := w.batch
	w.batch = nil
	said := func() (said any) {
		defer func() { said = recover() }()
		w.expire()
		return nil
	}()
	if said == nil {
		t.Error("there was no panic")
	}
	w.batch = batch
	if !w.disk.TryLock() || !w.mutex.TryLock() {
		t.Fatal("a lock is held")
	}
	w.mutex.Unlock()
	w.disk.Unlock()
	must(t, w.store.exec("ROLLBACK"))
	must(t, w.Close())
}
