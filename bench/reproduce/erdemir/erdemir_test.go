package erdemir

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/bench/reproduce/claim"
	"halocline/sim/simtest"
)

// Every claim of the thesis that can be judged holds, none is missing, and the runs
// behind them give the same records as ever: the fingerprints guard against change and
// prove nothing.
func TestReports(t *testing.T) {
	simtest.SkipShort(t, "takes half a minute")
	lab := &Lab{Seed: 1, chances: 1} // five would not show more of what is checked here
	claims := map[string]int{
		"erdemir-fig5.2": 5, "erdemir-fig5.7": 6, "erdemir-fig5.8": 3, "erdemir-fig5.9": 7 + 5, "erdemir-fig5.10": 7,
		"erdemir-table5.1": 5 + 5 + 1 + 2, "erdemir-readings": 0, "erdemir-tdma-frame": 9,
	}
	var prints, names strings.Builder
	for _, r := range Reproductions() {
		report, err := r.Make(lab, t.Context())
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		if want, known := claims[r.Name]; !known || report.Name != r.Name || len(report.Claims) != want {
			t.Errorf("%s: report %s of %d claims, want %d", r.Name, report.Name, len(report.Claims), want)
		}
		if r.Name != "erdemir-readings" { // which says how many seeds it has
			simtest.Holds(t, "../../../cmd/docs/pages/validation.md", report.Section())
		}
		for _, c := range report.Claims {
			if c.Verdict == claim.Differs {
				t.Errorf("%s: %s: published %g %s, ours %g %s: %s", r.Name, c.What, c.Published, c.Said, c.Ours, c.Found, c.Rule)
			}
			fmt.Fprintf(&names, "%-18s  %-14s  %s\n", r.Name, c.Verdict, c.What)
		}
		for _, run := range report.Runs {
			fmt.Fprintf(&prints, "%-20s seed %-3d %s  %s\n", r.Name, run.Seed, run.Fingerprint, run.Setup)
		}
	}
	simtest.Golden(t, "testdata/claims.txt", names.String())
	simtest.Golden(t, "testdata/fingerprints.txt", prints.String())
}

// What the thesis says of still water does not hang on the seed.
func TestOtherSeed(t *testing.T) {
	simtest.SkipShort(t, "takes some seconds")
	report, err := (&Lab{Seed: 1001}).figure57(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Claims {
		if c.Verdict == claim.Differs {
			t.Errorf("%s: ours %g %s: %s", c.What, c.Ours, c.Found, c.Rule)
		}
	}
}

// The coarse step is fine enough: with half of it the vehicle docks within 0.1 s of
// the same time, in still water and where the current is strongest.
func TestStepIsFineEnough(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, c := range []struct{ method, speed string }{
		{hybrid, "0m/s"}, {hybrid, "0.3m/s"}, {acoustic, "0m/s"}, {acoustic, "0.2m/s"},
	} {
		times := make([]float64, 2)
		for i, step := range []string{coarse, "2.5ms"} {
			trial := &trial{seed: 1, sets: append(still(), method(c.method), set("water.current.speed", c.speed), set("nodes.auv.vehicle.step", step))}
			if err := trial.run(t.Context()); err != nil {
				t.Fatal(err)
			}
			times[i] = trial.time()
		}
		if d := math.Abs(times[0] - times[1]); !(d < 0.1) {
			t.Errorf("%s at %s: %g s with %s, %g s with half of it", c.method, c.speed, times[0], coarse, times[1])
		}
	}
}
