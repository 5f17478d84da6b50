package scenarios

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/simtest"
)

// made holds runs of bundled scenarios that more than one test looks at, by name and seed.
var made = map[string]*result{}

// ofSeed returns the run of a bundled scenario with a seed, which is made once.
func ofSeed(t *testing.T, name, seed string) *result {
	t.Helper()
	key := name + " " + seed
	if made[key] == nil {
		made[key] = run(t, load(t, name, strict.Set{Path: "seed", Value: seed}), nil)
	}
	return made[key]
}

// The same scenario with the same seed gives the same records: built from a plan of its own, from one
// after another seed, with the other queue and no probe, and with many samples of a probe. Another seed
// gives others, unless nothing is drawn. Command halocline tests the same between processes.
func TestRunsRepeat(t *testing.T) {
	simtest.SkipShort(t, "it makes each bundled scenario six times")
	for _, name := range Standard().Bundled() {
		t.Run(name, func(t *testing.T) {
			plan := load(t, name, strict.Set{Path: "seed", Value: "1"})
			first := ofSeed(t, name, "1")
			expect := func(what string, r *result) {
				t.Helper()
				if r.fingerprint != first.fingerprint {
					t.Errorf("%s: fingerprint %s, first run %s", what, r.fingerprint, first.fingerprint)
				}
				if got, want := fmt.Sprintf("%+v", r.summary), fmt.Sprintf("%+v", first.summary); got != want {
					t.Errorf("%s: the summary differs", what)
				}
			}
			plan.Repeat(2)
			second := run(t, plan, nil)
			plan.Repeat(plan.Seed - 1)
			expect("built once more from one plan", run(t, plan, nil))

			bare := load(t, name)
			bare.Probe = nil
			r := run(t, bare, sim.NewTree())
			expect("other queue, without a probe", r)
			if r.samples != 0 {
				t.Errorf("%d samples without a probe", r.samples)
			}
			probed := load(t, name)
			probed.Probe = &Probe{Period: plan.Duration / 1000}
			r = run(t, probed, nil)
			expect("with a probe", r)
			readings := int(time.Duration(r.end)/probed.Probe.Period) + 1
			if want := readings * (3*len(plan.Names().Nodes) + len(plan.Names().Links) + 5*r.voyages + r.states); r.samples-r.estimates != want {
				t.Errorf("%d samples in %d readings, want three for each node, one for each link, five for each voyage and those of the state of a vehicle: %d", r.samples-r.estimates, readings, want)
			}
			if r.estimates > readings || r.estimates > 0 != (name == "reckoning" || name == "navigation") {
				t.Errorf("%d samples of an estimate's error in %d readings", r.estimates, readings)
			}

			other := ofSeed(t, name, "2")
			if other.fingerprint != second.fingerprint {
				t.Errorf("seed 2 after seed 1 gives fingerprint %s, and %s alone", second.fingerprint, other.fingerprint)
			}
			if same := other.fingerprint == first.fingerprint; same != drawless(name) {
				t.Errorf("seeds 1 and 2 give the same fingerprint: %t, want %t", same, drawless(name))
			}
		})
	}
}

// drawless reports whether nothing in a bundled scenario is drawn at random.
func drawless(name string) bool {
	switch name {
	case "helm", "swim", "thetis", "two-nodes":
		return true
	}
	return false
}

// The table of fingerprints guards against change and proves nothing: who
// rewrites it (HALOCLINE_REWRITE=1) knows why every changed line changed, and
// writes it into CHANGELOG.md under Results changed.
func TestFingerprints(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	var table strings.Builder
	for _, name := range Standard().Bundled() {
		for _, seed := range []string{"1", "2"} {
			r := ofSeed(t, name, seed)
			p := r.summary.Total.Packets
			fmt.Fprintf(&table, "%-16s seed %s  %s  %d of %d packets delivered\n", name, seed, r.fingerprint, p.Delivered, p.Offered)
		}
	}
	simtest.Golden(t, "testdata/fingerprints.txt", table.String())
}
