package peers

import (
	"bytes"
	"compress/gzip"
	"io"
	"path/filepath"
	"testing"
	"time"

	"halocline/bench/speed/calibrate/gauge"
	"halocline/sim/simtest"
)

// The phases are those of the run that the counts are of: each takes time, but for the books of a short run, which the
// noise of the loop may outweigh.
func TestMeasurePhases(t *testing.T) {
	folder := t.TempDir()
	if err := Sized(10, 20_000, 1).WriteFiles(folder); err != nil {
		t.Fatal(err)
	}
	p, err := MeasurePhases(t.Context(), filepath.Join(folder, ScenarioFile))
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"start", "read", "check", "build", "paths", "loop"} {
		if _, values := p.all(); !(values[i] > 0) {
			t.Errorf("%s took %g s", name, values[i])
		}
	}
	if _, err := MeasurePhases(t.Context(), filepath.Join(folder, "none.yaml")); err == nil {
		t.Error("a scenario that is not there has phases")
	}
}

// The medians of the rounds, in ms.
func TestPhasesTable(t *testing.T) {
	parts := []Phases{{Start: 0.005, Loop: 0.1, Books: 0.02}, {Start: 0.007, Loop: 0.3, Books: 0.04}, {Start: 0.006, Loop: 0.2, Books: 0.04}}
	var reports []Report
	for _, total := range []float64{0.4, 0.3, 0.35} {
		reports = append(reports, Report{Counts: Counts{Receptions: 1_000_000}, Total: total})
	}
	var out bytes.Buffer
	if err := PhasesTable(&out, []PhaseStanding{standing(100, parts, reports)}); err != nil {
		t.Fatal(err)
	}
	const want = `nodes  start  read  check  build  paths   loop  books  report  process  ns per reception
──────────────────────────────────────────────────────────────────────────────────────────
100      6.0   0.0    0.0    0.0    0.0  200.0   40.0     0.0    350.0               240
`
	if out.String() != want {
		t.Errorf("\n%s\nwant\n%s", out.String(), want)
	}
}

// The books of a run never cost more than its events: they are a third or two of them. What is compared are two loops of the same
// rounds, so it holds on any machine.
func TestBooksAreCheap(t *testing.T) {
	simtest.SkipShort(t, "measures time")
	const rounds = 7
	plan, err := Sized(100, 200_000, 1).Plan()
	if err != nil {
		t.Fatal(err)
	}
	var shares []float64
	for range rounds {
		var took [2]float64
		for i, books := range []bool{false, true} {
			report, err := Run(t.Context(), plan, books)
			if err != nil {
				t.Fatal(err)
			}
			took[i] = report.Loop
		}
		shares = append(shares, took[1]/took[0]-1)
	}
	share := gauge.SpreadOf(shares).Median
	t.Logf("books take %.0f %% of the time of the counts", 100*share)
	if share > 1 {
		t.Errorf("the books take %.0f %% of the time of the counts", 100*share)
	}
}

// A profile is one that the compiler can read: it has samples of the medium.
func TestProfile(t *testing.T) {
	var out bytes.Buffer
	if err := Profile(t.Context(), &out, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil || !bytes.Contains(text, []byte("halocline/phy.(*Medium)")) {
		t.Errorf("%d bytes without the medium, %v", len(text), err)
	}
}
