package erdemir

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/bench/claim"
	"halocline/sim/simtest"
)

// Every claim of the thesis that can be judged holds, and the runs behind them give
// the same records as ever: the fingerprints guard against change and prove nothing.
func TestReports(t *testing.T) {
	lab := &Lab{Seed: 1}
	var prints strings.Builder
	for _, r := range Reproductions() {
		report, err := r.Make(lab, t.Context())
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		for _, c := range report.Claims {
			if c.Verdict == claim.Differs {
				t.Errorf("%s: %s: published %g %s, ours %g %s: %s", r.Name, c.What, c.Published, c.Said, c.Ours, c.Found, c.Rule)
			}
		}
		for _, run := range report.Runs {
			fmt.Fprintf(&prints, "%-20s seed %-3d %s  %s\n", r.Name, run.Seed, run.Fingerprint, run.Setup)
		}
	}
	simtest.Golden(t, "testdata/fingerprints.txt", prints.String())
}

// The coarse step is fine enough: with half of it the vehicle docks within 0.1 s of
// the same time, in still water and where the current is strongest.
func TestStepIsFineEnough(t *testing.T) {
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

// A judge that finds nothing wrong is no judge: a time that is off is told.
func TestDifferenceIsTold(t *testing.T) {
	c := claim.Number("time to dock", "s", "nowhere", 110, 113.4).Within(0.03, "")
	if c.Verdict != claim.Differs {
		t.Errorf("113.4 s for 110 s within 3 %%: %s", c.Verdict)
	}
	if c := grows("", "", [][]*trial{}); c.Verdict != claim.Holds {
		t.Errorf("nothing falls in nothing: %s", c.Verdict)
	}
}
