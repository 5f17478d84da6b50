package progress

import (
	"bytes"
	"strings"
	"testing"

	"halocline/bench/study/results"
	"halocline/bench/study/runner"
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
	if line.Due() || line.Run(1) != nil || strings.Contains(out.String(), "nobody") {
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
