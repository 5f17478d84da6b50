package runner

import (
	"slices"
	"testing"

	"halocline/bench/study/boundary"
	"halocline/bench/study/results"
	"halocline/sim/simtest"
)

// The boundary of the share of delivered packets along the loss of frames gives the same file with one worker and with
// three, interrupted and gone on with, killed, and in two shards. It holds the runs of the search and no others.
func TestBoundaryIsTheSameInAnyOrder(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	s := parse(t, "sweep:\n  links.acoustic.modem.errors: [{type: loss}]\n  links.acoustic.mac: [aloha, csma]\n"+
		"  links.acoustic.modem.errors.probability: {from: 0, to: 0.9, step: 0.01}\n"+
		"boundary: {metric: packets.delivery_ratio, at: 0.3, along: probability, within: 0.05, max: 600}\n")
	want := finished(t, s, 1, nil)
	f, err := results.Open(want)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	runs := 0
	for first := range s.Boundaries() {
		need, found, err := s.Seek(f, first, f.Planned)
		if err != nil || found.State != boundary.Found || found.High-found.Low > 0.1 {
			t.Errorf("cell %d: %+v, %v", first, found, err)
		}
		for i, n := range need {
			if runs += n; f.Planned(first+i) != n {
				t.Errorf("cell %d has %d runs, and needs %d", first+i, f.Planned(first+i), n)
			}
		}
	}
	if made, _, err := f.Count(); made != runs || err != nil {
		t.Errorf("%d runs are made, and %d needed; %v", made, runs, err)
	}
	counts := numbers(t, want)
	for name, way := range ways(s, 150) { // of 144 runs in the first round
		t.Run(name, func(t *testing.T) {
			path := way(t)
			if got := numbers(t, path); !slices.Equal(got, counts) {
				t.Errorf("the cells have %v runs, want %v", got, counts)
			}
			if got, want := digest(t, path), digest(t, want); got != want {
				t.Errorf("the digest is %s, want %s", got, want)
			}
		})
	}
}
