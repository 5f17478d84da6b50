package runner

import (
	"runtime"
	"strconv"
	"testing"

	"halocline/bench/study"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// A repetition takes little memory beside what its events do: neither metrics are defined for it, nor is the scenario read, nor the
// water tabulated. Of the 1,540 allocations and 235 kB that it took when all three were done for each, 700 and 74 kB are left.
func TestRepetitionsAreCheap(t *testing.T) {
	if simtest.Race {
		t.Skip("the race detector has pools forget what they keep")
	}
	cost := func(runs int) (allocations, bytes uint64) {
		s, err := study.Parse(scenarios.Standard(), "test.yaml", "name: test\nbase: two-nodes\nrepeat: "+strconv.Itoa(runs)+"\n")
		if err != nil {
			t.Fatal(err)
		}
		_, w := create(t, s)
		defer w.Close()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Run(t.Context(), s, w, Options{Workers: 1}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
	}
	const few, many = 20, 220
	a, x := cost(few)
	b, y := cost(many)
	allocations, bytes := (b-a)/(many-few), (y-x)/(many-few)
	t.Logf("a run takes %d allocations and %d bytes", allocations, bytes)
	if allocations > 1000 || bytes > 120_000 {
		t.Errorf("a run takes %d allocations and %d bytes", allocations, bytes)
	}
}
