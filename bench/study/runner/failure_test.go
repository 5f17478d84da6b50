package runner

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"halocline/bench/study/results"
)

// A signal that takes over a thousand years to cross a metre does not arrive in
// the time that is followed, which ends a run. Such runs are counted, kept with
// their reason, and neither stop the others nor enter their values; they can be
// made again.
func TestFailedRuns(t *testing.T) {
	s := parse(t, "sweep: {links.acoustic.channel: [{type: ideal, speed: 1500m/s}, {type: ideal, speed: 1e-11m/s}]}\nrepeat: 3\n")
	path, w := create(t, s)
	state, err := Run(t.Context(), s, w, Options{Workers: 2})
	if err != nil || state.Done != 6 || state.Failed != 3 {
		t.Fatalf("%+v, %v", state, err)
	}
	if runs, failed, err := w.Count(); runs != 6 || failed != 3 || err != nil {
		t.Errorf("%d runs, %d failed, %v", runs, failed, err)
	}
	if n, err := w.DropFailed(); n != 3 || err != nil {
		t.Errorf("%d dropped, %v", n, err)
	}
	if missing := w.Missing(); !slices.Equal(missing, []results.Key{{Cell: 1}, {Cell: 1, Repetition: 1}, {Cell: 1, Repetition: 2}}) {
		t.Errorf("missing %v", missing)
	}
	if state, err = Run(t.Context(), s, w, Options{}); err != nil || state.Done != 3 || state.Failed != 3 {
		t.Errorf("again: %+v, %v", state, err)
	}
	f := open(t, path, w)
	for run, err := range f.Runs() {
		want := results.OK
		if run.Cell == 1 {
			want = results.Failed
		}
		if err != nil || run.Status != want || strings.Contains(run.Reason, "too far away") != (run.Cell == 1) {
			t.Errorf("%v: %s, %q; %v", run.Cell, run.Status, run.Reason, err)
		}
	}
	for cell, want := range []int{3, 0} {
		if got := valuesOf(t, f, cell); len(got) != want {
			t.Errorf("cell %d: %d values, want %d", cell, len(got), want)
		}
	}
}

// No eight runs of a random process make a mean known to a billionth, so all are
// made, and going on has nothing to do.
func TestUntilTakesAllItMay(t *testing.T) {
	s := parse(t, "repeat: 8\nrecord: {metrics: [packets.delivered]}\nuntil: {metric: packets.delivered, relative: 1e-9, min: 3}\n")
	path, w := create(t, s)
	for _, want := range []int{8, 0} {
		if state, err := Run(t.Context(), s, w, Options{}); err != nil || state.Done != want || state.Total != want {
			t.Errorf("%+v, %v; want %d runs", state, err, want)
		}
	}
	f := open(t, path, w)
	if runs, _, err := f.Count(); runs != 8 || f.Planned(0) != 8 || err != nil {
		t.Errorf("%d runs of %d, %v", runs, f.Planned(0), err)
	}
}

// A study that asks for a metric which no run has is stopped by the first, with
// the nearest name, also where nobody has vetted it before.
func TestUntilOfAnUnknownMetric(t *testing.T) {
	s := parse(t, "repeat: 4\nuntil: {metric: packets.deliverd, min: 2}\n")
	_, w := create(t, s)
	defer w.Close()
	state, err := Run(t.Context(), s, w, Options{})
	if !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), `did you mean "packets.delivered"?`) || state.Done != 0 {
		t.Errorf("%+v, %v", state, err)
	}
}
