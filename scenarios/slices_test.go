package scenarios

import (
	"os"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// A run in slices is the run in one go, which the table of fingerprints has: of 20 ms, of a third of a millisecond, which no
// period is a multiple of, and where there is time of 1 ms.
func TestSlices(t *testing.T) {
	simtest.SkipShort(t, "it makes each bundled scenario twice")
	table, err := os.ReadFile("testdata/fingerprints.txt")
	if err != nil {
		t.Fatal(err)
	}
	widths := []time.Duration{20 * time.Millisecond, time.Second / 3000}
	if simtest.Long() {
		widths = append(widths, time.Millisecond)
	}
	for _, name := range Standard().Bundled() {
		for _, width := range widths {
			t.Run(name+"/"+width.String(), func(t *testing.T) {
				t.Parallel()
				got := inSlices(t, load(t, name), width)
				if row := recordedFingerprint(t, string(table), name); row != got {
					t.Errorf("in slices %s, in one go %s", got, row)
				}
			})
		}
	}
}

// inSlices runs a plan in slices and returns its fingerprint.
func inSlices(t *testing.T, plan *Plan, width time.Duration) string {
	t.Helper()
	fingerprint := trace.NewFingerprint()
	s, err := plan.Build(nil, fingerprint)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	slice := 0
	for to, ended := sim.Time(width), false; !ended; to = to.Add(width) {
		if ended, err = s.RunUntil(t.Context(), to); err != nil {
			t.Fatal(err)
		}
		if slice++; slice%101 == 0 { // who looks on changes nothing
			s.See(int32(slice%len(s.nodes)), s.Kernel.Now())
		}
	}
	if _, err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return fingerprint.Sum()
}

// recordedFingerprint returns the fingerprint of a scenario with seed 1 in the table.
func recordedFingerprint(t *testing.T, table, name string) string {
	t.Helper()
	for line := range strings.Lines(table) {
		if f := strings.Fields(line); len(f) > 3 && f[0] == name && f[2] == "1" {
			return f[3]
		}
	}
	t.Fatalf("no fingerprint of %s", name)
	return ""
}
