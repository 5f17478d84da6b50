package simtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// The story of the comment of Story, and two more, told to a model of a few
// lines.
func TestStories(t *testing.T) {
	told := 0
	Stories(t, "testdata/*.story", func(t *testing.T, story Story) string {
		told++
		return sound(t, story)
	})
	if told != 3 {
		t.Errorf("told %d stories of 3", told)
	}
}

// sound runs a story about nodes on a line, in water that carries sound at
// 1500 m/s.
func sound(t *testing.T, story Story) string {
	type report struct {
		second int
		text   string
	}
	var reports []report
	at := make(map[string]int) // metres along the line
	hear := func(from, word string, second int, answer func(by string, second int)) {
		for name, metres := range at {
			if name == from {
				continue
			}
			arrival := second + max(metres-at[from], at[from]-metres)/1500
			reports = append(reports, report{arrival, fmt.Sprintf("%ds %s hears %s", arrival, name, word)})
			if answer != nil {
				answer(name, arrival)
			}
		}
	}
	for i, line := range story.Input {
		words := strings.Fields(line)
		if words[0] == "nodes" {
			for _, node := range words[1:] {
				name, place, _ := strings.Cut(node, "=")
				at[name] = number(t, story.Place(i), strings.TrimSuffix(place, "m"))
			}
			continue
		}
		start := number(t, story.Place(i), strings.TrimSuffix(words[4], "s"))
		hear(words[0], words[2], start, func(by string, second int) { hear(by, "pong", second, nil) })
	}
	sort.Slice(reports, func(i, j int) bool {
		a, b := reports[i], reports[j]
		return a.second < b.second || a.second == b.second && a.text < b.text
	})
	var out strings.Builder
	for _, r := range reports {
		fmt.Fprintln(&out, r.text)
	}
	return out.String()
}

func number(t *testing.T, place, text string) int {
	var n int
	if _, err := fmt.Sscanf(text, "%d", &n); err != nil {
		t.Fatalf("%s: %q is no number", place, text)
	}
	return n
}

// echo gives back the input of a story, but fails where it says so.
func echo(t *testing.T, story Story) string {
	for i, line := range story.Input {
		if line == "fail" {
			t.Errorf("told to fail at %s", story.Place(i))
		}
	}
	return strings.Join(story.Input, "\n")
}

const childGlob = "SIMTEST_CHILD_GLOB"

// TestChild is run by TestStoriesThatFail in a process of its own, with stories that
// fail. By itself it tells one that does not.
func TestChild(t *testing.T) {
	glob := os.Getenv(childGlob)
	if glob == "" {
		glob = filepath.Join(t.TempDir(), "x.story")
		if err := os.WriteFile(glob, []byte("first\na\nb\n----\na\nb\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	Stories(t, glob, echo)
}

// Each text is told to echo by a child process, which has to fail and to say
// why and where.
func TestStoriesThatFail(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{
			"wrong output", "# head\nfirst\na\n----\na\n\nsecond\nb\nc\n----\nb\nd\n",
			[]string{"x.story:7: not what", "    1   b\n", "    2 - d\n", "      + c\n", "--- FAIL: TestChild/x/second", "--- PASS: TestChild/x/first"},
		},
		{"missing output", "first\na\n----\n", []string{"x.story:1: not what", "      + a\n"}},
		{"a line too many", "first\na\n----\na\nb\n", []string{"    2 - b\n"}},
		{"failure within", "first\na\n# not counted as input\nfail\n----\na\nfail\n", []string{"told to fail at", "x.story:4"}},
		{"no separator", "first\na\n\nsecond\n----\n", []string{"x.story:3: the story on line 1 ends without ----"}},
		{"no separator at the end", "first\n----\n\nsecond\nb", []string{"x.story:4: the story ends without ----"}},
		{"no name", "\n----\na\n", []string{"x.story:2: ---- without a story"}},
		{"no blank line", "first\n----\nsecond\n----\n", []string{"x.story:4: a second ----", "blank line missing"}},
		{"same name", "first\n----\n\nfirst # again\n----\n", []string{"x.story:4: the story on line 1 has this name"}},
		{"empty file", "# nothing\n", []string{"x.story: no story"}},
		{"no file", "", []string{"no file matches"}},
	} {
		glob := filepath.Join(t.TempDir(), "x.story")
		if c.text != "" {
			writeFile(t, glob, c.text)
		}
		out, err := tellInChild(t, glob, "")
		if err == nil {
			t.Errorf("%s: the child did not fail:\n%s", c.name, out)
		}
		for _, want := range c.want {
			// The testing package indents what tests log.
			if !strings.Contains(strings.ReplaceAll(out, "\n        ", "\n"), want) {
				t.Errorf("%s: does not say %q:\n%s", c.name, want, out)
			}
		}
	}
}

// tellInChild runs TestChild in a process of its own.
func tellInChild(t *testing.T, glob, rewrite string) (out string, err error) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(self, "-test.run=^TestChild$", "-test.v")
	child.Env = append(os.Environ(), childGlob+"="+glob, "HALOCLINE_REWRITE="+rewrite)
	text, err := child.CombinedOutput()
	return string(text), err
}

// Comments stay, other stories stay, and the story that expected something
// else expects what came.
func TestRewriteStories(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.story")
	writeFile(t, path, `# head

first       # named
one # 1
  two
three
----
# before one
one     # first
# before 2
2       # goes with it
# before three
three
# after three

right already
x
----
x   # stays

empty so far
# comment in the input
y
----

not told to the end
fail
----
keep me
# tail`)
	want := `# head

first       # named
one # 1
  two
three
----
# before one
one     # first
# before 2
  two
# before three
three
# after three

right already
x
----
x   # stays

empty so far
# comment in the input
y
----
y

not told to the end
fail
----
keep me
# tail`
	if out, err := tellInChild(t, path, "1"); err == nil || !strings.Contains(out, "rewrote "+path) {
		t.Errorf("the child did not fail, or did not say what it wrote: %v\n%s", err, out)
	}
	if got := readFile(t, path); got != want {
		t.Errorf("(- expected, + got)\n%s", diffLines(rawLines(want), rawLines(got)))
	}
}

func TestOutputThatNoStoryCanHold(t *testing.T) {
	for _, output := range []string{"\n", "a\n\nb", "a\n \t\nb", "a\n----", "# a", "a # b", "a\t#b", "a\n#"} {
		if lines, err := outputLines(output); err == nil {
			t.Errorf("%q is taken as %q", output, lines)
		}
	}
	for output, want := range map[string]int{"": 0, "a": 1, "a\n": 1, " a  \n\tb#c\n-----": 3} {
		if lines, err := outputLines(output); err != nil || len(lines) != want {
			t.Errorf("%q is taken as %q, error %v, want %d lines", output, lines, err, want)
		}
	}
}

// A file that is read and written is the same file, and a story that adopts an
// output expects it from then on, with every comment line still there.
func FuzzBook(f *testing.F) {
	f.Add("# c\na\nb\n----\nx # y\n# z\nw\n\nnext\n----", "w\nx\n")
	f.Add("a\n----\n\u00a0\n", "\u00a0\n\v")
	f.Fuzz(func(t *testing.T, text, output string) {
		b, err := parseBook("x", text)
		if err != nil {
			return
		}
		if got := b.String(); got != text {
			t.Fatalf("%q is written as %q", text, got)
		}
		got, err := outputLines(output)
		if err != nil {
			return
		}
		for i := range b.chapters {
			b.chapters[i].adopt(got)
		}
		again, err := parseBook("x", b.String())
		if err != nil {
			t.Fatalf("%q, having adopted %q, becomes %q: %v", text, got, b, err)
		}
		if len(again.chapters) != len(b.chapters) {
			t.Fatalf("%d stories become %d", len(b.chapters), len(again.chapters))
		}
		for _, ch := range again.chapters {
			if d := diffLines(got, ch.expected()); d != "" {
				t.Fatalf("%q, having adopted %q, expects\n%s", text, got, d)
			}
		}
		if before, after := commentLines(text), commentLines(b.String()); before != after {
			t.Fatalf("%d comment lines become %d", before, after)
		}
	})
}

func commentLines(text string) int {
	n := 0
	for _, line := range rawLines(text) {
		if uncommented(line) == "" && !isBlank(line) {
			n++
		}
	}
	return n
}
