package simtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder is a test that writes down its failure instead of failing. A fatal
// one ends by a panic, which verdict catches.
type recorder struct {
	testing.TB
	failure string
}

type ended struct{}

func (r *recorder) Helper()                        {}
func (r *recorder) Logf(format string, a ...any)   {}
func (r *recorder) Errorf(format string, a ...any) { r.failure += fmt.Sprintf(format, a...) }
func (r *recorder) Fatalf(format string, a ...any) {
	r.Errorf(format, a...)
	panic(ended{})
}

// verdict returns how check fails its test, or nothing.
func verdict(check func(t testing.TB)) string {
	r := new(recorder)
	func() {
		defer func() {
			if p := recover(); p != nil && p != (ended{}) {
				panic(p)
			}
		}()
		check(r)
	}()
	return r.failure
}

func TestGolden(t *testing.T) {
	t.Setenv("HALOCLINE_REWRITE", "")
	path := filepath.Join(t.TempDir(), "new", "x.golden")
	golden := func(got string) string {
		return verdict(func(t testing.TB) { Golden(t, path, got) })
	}
	if got := golden("a\n"); !strings.Contains(got, "there is no "+path) || !strings.Contains(got, "HALOCLINE_REWRITE=1") {
		t.Errorf("a missing file: %q", got)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a missing file is made without being asked for")
	}

	t.Setenv("HALOCLINE_REWRITE", "1")
	if got := golden("a\nb\n"); got != "" {
		t.Errorf("rewriting fails: %s", got)
	}
	if got := readFile(t, path); got != "a\nb\n" {
		t.Errorf("rewriting leaves %q", got)
	}

	t.Setenv("HALOCLINE_REWRITE", "")
	for got, want := range map[string]string{
		"a\nb\n":  "",
		"a\nc\n":  "    1   a\n    2 - b\n      + c\n    3   \n",
		"a\nb":    "    1   a\n    2   b\n    3 - \n",
		"a\nb \n": "    1   a\n    2 - b\n      + \"b \"\n    3   \n",
	} {
		_, diff, _ := strings.Cut(golden(got), ":\n")
		if diff != want {
			t.Errorf("%q against a, b: got\n%s, want\n%s", got, diff, want)
		}
	}
	if got := readFile(t, path); got != "a\nb\n" {
		t.Errorf("comparing leaves %q", got)
	}
}

func TestTwin(t *testing.T) {
	runs := func(texts ...string) string {
		calls := 0
		failure := verdict(func(t testing.TB) {
			Twin(t, func() string { calls++; return texts[calls-1] })
		})
		if calls != 2 {
			t.Errorf("%d runs", calls)
		}
		return failure
	}
	for _, c := range []struct{ first, second, want string }{
		{"", "", ""},
		{"a\nb\n", "a\nb\n", ""},
		{"a\nb\nc\n", "a\nx\ny\n", "line 2:\n first: b\nsecond: x"},
		{"a", "a\n", "line 2:\n first: (the text has ended)\nsecond: "},
		{"a\nb ", "a\n\"b \"", "line 2:\n first: \"b \"\nsecond: \"b \""},
	} {
		got := runs(c.first, c.second)
		if !strings.HasSuffix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%q and %q: %s", c.first, c.second, got)
		}
	}
}

// Lines 1 to 20 with line 10 exchanged: three lines around it, the rest left
// out.
func TestDiffShowsTheSurroundings(t *testing.T) {
	var want []string
	for i := range 20 {
		want = append(want, fmt.Sprint("line ", i+1))
	}
	got := append([]string{"new"}, want...)
	got[10] = "other"
	const diff = `      + new
    1   line 1
    2   line 2
    3   line 3
      ...
    7   line 7
    8   line 8
    9   line 9
   10 - line 10
      + other
   11   line 11
   12   line 12
   13   line 13
`
	if d := diffLines(want, got); d != diff {
		t.Errorf("got\n%s, want\n%s", d, diff)
	}
}

func TestDiffOfLongTexts(t *testing.T) {
	long := make([]string, 5000)
	other := make([]string, 5000)
	for i := range long {
		long[i], other[i] = fmt.Sprint("a", i), fmt.Sprint("b", i)
	}
	d := diffLines(long, other)
	if lines := strings.Count(d, "\n"); lines > 100 || !strings.HasSuffix(d, "left out\n") {
		t.Errorf("the difference is shown in %d lines", lines)
	}
	if d := diffLines(long, long); d != "" {
		t.Errorf("equal texts differ:\n%s", d)
	}
}

// From any text the edits lead to any other, and keep as many lines as the
// longest common subsequence has; that is found here by trying every subset.
func FuzzEdits(f *testing.F) {
	f.Add("abcd", "acbd")
	f.Add("aab", "baa")
	f.Fuzz(func(t *testing.T, from, to string) {
		a, b := strings.Split(from, ""), strings.Split(to, "")
		if len(a) > 10 || len(b) > 10 {
			return
		}
		var before, after []string
		keptLines := 0
		for _, e := range edits(a, b) {
			if e.op != added {
				before = append(before, e.line)
			}
			if e.op != removed {
				after = append(after, e.line)
			}
			if e.op == kept {
				keptLines++
			}
		}
		if strings.Join(before, "") != from || strings.Join(after, "") != to {
			t.Fatalf("%q to %q: the edits lead from %q to %q", from, to, before, after)
		}
		most := 0
		for subset := range 1 << len(a) {
			var picked []string
			for i, line := range a {
				if subset>>i&1 == 1 {
					picked = append(picked, line)
				}
			}
			if isSubsequence(picked, b) {
				most = max(most, len(picked))
			}
		}
		if keptLines != most {
			t.Fatalf("%q to %q: %d lines are kept, %d could be", from, to, keptLines, most)
		}
	})
}

func isSubsequence(part, whole []string) bool {
	for _, line := range whole {
		if len(part) > 0 && part[0] == line {
			part = part[1:]
		}
	}
	return len(part) == 0
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
