package study_test

import (
	"strings"
	"testing"

	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/bench/study/studies"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// Every bundled study is itself again from what its results hold, with the same cells and seeds; what was changed is refused.
func TestReopen(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	lib := scenarios.Standard()
	for _, name := range studies.Bundled() {
		s, err := studies.Load(t.Context(), lib, name)
		if err != nil {
			t.Fatal(err)
		}
		kept := s.Identity("1.2.3")
		again, err := study.Reopen(t.Context(), lib, kept)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		last := s.Count() - 1
		was, err := s.Plan(last, 0)
		if err != nil {
			t.Fatal(err)
		}
		is, err := again.Plan(last, 0)
		if err != nil || again.Count() != s.Count() || is.Seed != was.Seed || is.Duration != was.Duration || strings.Join(is.Names().Nodes, " ") != strings.Join(was.Names().Nodes, " ") {
			t.Errorf("%s: %d cells for %d, seed %d for %d: %v", name, again.Count(), s.Count(), is.Seed, was.Seed, err)
		}
		kept.Hash = "0"
		if _, err := study.Reopen(t.Context(), lib, kept); err == nil || !strings.Contains(err.Error(), "reads otherwise") {
			t.Errorf("%s: a study that has changed: %v", name, err)
		}
	}
	if _, err := study.Reopen(t.Context(), lib, results.Study{Version: "0.1.0"}); err == nil || !strings.Contains(err.Error(), "version 0.1.0 do not hold") {
		t.Errorf("results without files: %v", err)
	}
}
