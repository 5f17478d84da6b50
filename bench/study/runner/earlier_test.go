package runner

import (
	"strings"
	"testing"

	"halocline/bench/study/results"
	"halocline/scenarios"
)

// A study of two cells and two repetitions, of which one run was not made, has got a load, a protocol and a repetition more. Of its 18 runs
// three are taken from the earlier file, and what comes of that is what comes of making all.
func TestEarlier(t *testing.T) {
	const before = "vars: {load: [1, 2]}\nlet:\n  traffic[0].rate: load * 0.05/s\nsweep: {links.acoustic.mac: [aloha]}\nrepeat: 2\n"
	const after = "vars: {load: [0.5, 1, 2]}\nlet:\n  traffic[0].rate: load * 0.05/s\nsweep: {links.acoustic.mac: [csma, aloha]}\nrepeat: 3\n"
	old := parse(t, before)
	path, w := create(t, old)
	if _, err := Run(t.Context(), old, w, Options{Only: func(k results.Key) bool { return k != results.Key{Cell: 1, Repetition: 1} }}); err != nil {
		t.Fatal(err)
	}
	open(t, path, w)
	s := parse(t, after)
	sum := func(e *Earlier, taken int) string {
		path, w := create(t, s)
		state, err := Run(t.Context(), s, w, Options{Earlier: e})
		if err != nil || state.Done != 18 || state.Taken != taken {
			t.Errorf("%+v, %v; %d are to be taken", state, err, taken)
		}
		digest, err := open(t, path, w).Digest()
		if err != nil {
			t.Error(err)
		}
		return digest
	}
	e, err := OpenEarlier(t.Context(), scenarios.Standard(), path, s, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if with, without := sum(e, 3), sum(nil, 0); with != without {
		t.Error("what is taken from an earlier file changes the results")
	}
	for what, c := range map[string]struct{ text, version string }{
		"version other":  {after, "other"},
		"records differ": {after + "record: {metrics: [packets.lost]}\n", "test"},
	} {
		if _, err := OpenEarlier(t.Context(), scenarios.Standard(), path, parse(t, c.text), c.version); err == nil || !strings.Contains(err.Error(), strings.Fields(what)[1]) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A cell that moves keeps its runs, also where cells have seeds of their own; with another seed of the study none is the same.
func TestEarlierSeeds(t *testing.T) {
	const sweep = "sweep:\n  traffic[0].rate: [%]\nrepeat: 2\nseeds: independent\n"
	old, s := parse(t, strings.Replace(sweep, "%", "0.1/s, 0.2/s", 1)), parse(t, strings.Replace(sweep, "%", "0.1/s, 0.15/s, 0.2/s", 1))
	for seed, was := range map[uint64]map[int]int{1: {0: 0, 2: 1}, 2: {}} {
		s.BaseSeed = seed
		of, err := s.Reuse(old)
		if err != nil {
			t.Fatal(err)
		}
		for n := range s.Runs() {
			k := s.Run(n)
			cell, wanted := was[k.Cell]
			if at, ok := of(k); ok != wanted || ok && at != (results.Key{Cell: cell, Repetition: k.Repetition}) {
				t.Errorf("seed %d: run %v is that of %v, %v", seed, k, at, ok)
			}
		}
	}
}
