package simtest

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// Golden compares got with the file at path, byte for byte. It guards against
// change and proves nothing by itself: who rewrites the file has checked it.
func Golden(t testing.TB, path, got string) {
	t.Helper()
	text, err := os.ReadFile(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		t.Fatalf("simtest: %v", err)
	}
	want := string(text)
	switch {
	case rewriting():
		rewrite(t, path, want, got)
	case missing:
		t.Fatalf("simtest: there is no %s; HALOCLINE_REWRITE=1 makes it", path)
	case want != got:
		t.Errorf("%s: not what the file holds (- file, + got):\n%s", path, diffLines(rawLines(want), rawLines(got)))
	}
}

// Holds requires that the file at path has a text in it, as it stands.
func Holds(t testing.TB, path, text string) {
	t.Helper()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("simtest: %v", err)
	}
	if !strings.Contains(string(whole), text) {
		t.Errorf("%s does not hold\n%s", path, text)
	}
}

// Twin calls run twice and requires the same text: what it does depends on
// nothing but what it was given.
func Twin(t testing.TB, run func() string) {
	t.Helper()
	first, second := run(), run()
	if first == second {
		return
	}
	a, b := rawLines(first), rawLines(second)
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	t.Errorf("two runs differ, first in line %d:\n first: %s\nsecond: %s", same+1, lineOrEnd(a, same), lineOrEnd(b, same))
}

// rawLines splits a text so that different texts have different lines: after a
// last newline comes an empty line.
func rawLines(text string) []string { return strings.Split(text, "\n") }

// lineOrEnd shows line i, or that there is none.
func lineOrEnd(lines []string, i int) string {
	if i >= len(lines) {
		return "(the text has ended)"
	}
	return visible(lines[i])
}
