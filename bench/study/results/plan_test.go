package results

import (
	"slices"
	"testing"
)

// A plan asks for more runs of a cell than one before, or for fewer. What is missing is the plan less what there is, and
// the file, which is whole, does not say what was planned before.
func TestPlan(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	w, err := Create(t.Context(), path, study, cells)
	must(t, err)
	must(t, w.Plan(0, []int{1, 0, 3}))
	if got, want := w.Missing(), []Key{{0, 0}, {2, 0}, {2, 1}, {2, 2}}; !slices.Equal(got, want) {
		t.Errorf("missing %v, want %v", got, want)
	}
	putAll(t, w, w.Missing())
	must(t, w.Plan(1, []int{2, 1}))
	if got, want := w.Missing(), []Key{{1, 0}, {1, 1}}; !slices.Equal(got, want) {
		t.Errorf("then %v, want %v", got, want)
	}
	putAll(t, w, w.Missing())
	if a, b, c := w.Made(0), w.Made(1), w.Made(2); a != 1 || b != 2 || c != 1 {
		t.Errorf("made are %d, %d and %d, want 1, 2 and 1", a, b, c)
	}
	must(t, w.Close())
	other := newFile(t)
	w, err = Create(t.Context(), other, study, cells)
	must(t, err)
	must(t, w.Plan(0, []int{1, 2, 1}))
	putAll(t, w, w.Missing())
	must(t, w.Close())
	if got, want := digestOf(t, path), digestOf(t, other); got != want {
		t.Errorf("digest %s, planned at once %s", got, want)
	}
}
