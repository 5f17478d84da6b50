package progress

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/bench/study/results"
	"halocline/bench/study/runner"
	"halocline/sim"
)

// Where nobody looks on, a study says in lines what failed, and a line that changes shows nothing.
func TestMeterOfLog(t *testing.T) {
	var out bytes.Buffer
	m := NewMeter(&out, "mine", 3)
	p := runner.Progress{Total: 3, Done: 1, Failed: 1}
	p.Last.Status, p.Last.Reason = results.Failed, "it sank"
	m.Told(p)
	m.Close()
	if want := "run 0 of cell 0, seed 0, failed: it sank (sweep STUDY --plan --runs 0:0 prints a command that makes it alone)\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	line := NewLine(&out)
	line.Show("nobody sees it")
	line.Erase()
	if line.Due() || strings.Contains(out.String(), "nobody") {
		t.Errorf("a line is shown where no terminal is: %q", out.String())
	}
}

// A line is cut so that it fits into its terminal, and the bar takes what is left of it.
func TestLineFits(t *testing.T) {
	var out bytes.Buffer
	line := &Line{out: &out, width: func() int { return 10 }}
	line.Show("0123456789abc")
	line.Erase()
	if want := "\r012345678\x1b[K\r\x1b[K"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	line.width = func() int { return 80 }
	m := &Meter{line: line, name: "mine", state: runner.Progress{Total: 4, Done: 0}}
	if text := m.text(); !strings.HasPrefix(text, "mine 0/4 [    ") || len(text) >= 80 {
		t.Errorf("%q has %d columns", text, len(text))
	}
}

// Runs that failed by a fault of the program are not made again into the same file: its sources change.
func TestFailures(t *testing.T) {
	const why = "the file has their reasons: SELECT reason, count(*) FROM runs WHERE status = 'failed' GROUP BY reason; "
	for panicked, want := range map[int]string{
		0: "3 runs failed; " + why + "sweep --resume --retry-failed makes them again",
		2: "3 runs failed; " + why + "2 ended by a panic, a fault of the program: correct it and make a new file, because a file holds results of the same sources only",
	} {
		if got := Failures(3, runner.Progress{Failed: 3, Panicked: panicked}); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A run in a log says how far it is after ten seconds and then each minute, and how long it takes at its pace: of 600 s the first
// 6 in 20 s of the clock, so the other 594 in 1980 s, which are 0.55 h.
func TestRunInLog(t *testing.T) {
	var said []time.Duration
	last := time.Duration(0)
	for spent := time.Second / 2; spent < 200*time.Second; spent += time.Second / 2 {
		if dueInLog(spent, last) {
			said, last = append(said, spent), spent
		}
	}
	if want := []time.Duration{10 * time.Second, 70 * time.Second, 130 * time.Second, 190 * time.Second}; !slices.Equal(said, want) {
		t.Errorf("%v, want %v", said, want)
	}
	const want = "1 % of 10m0s simulated, 12 million events, 0.55 h left at this pace"
	if got := reached(sim.Time(6*time.Second), 10*time.Minute, 20*time.Second, 12_345_678); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := reached(0, time.Minute, time.Second, 0); got != "0 % of 1m0s simulated, 0 million events" {
		t.Error(got)
	}
}
