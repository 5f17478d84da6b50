// Package simtest is the kit with which the other packages are tested: stories in plain text, golden
// files, runs that are made twice, sentences that are too long, and contexts that end at a given look.
//
// Begin with Stories, and with Story for how they are written, or with Golden for one text.
//
// With HALOCLINE_REWRITE=1 in the environment, stories and golden files take the output as it is now,
// for whoever has checked by other means that it is right. Comments stay where they are, except that
// one behind an expected line goes with that line.
//
// Left out: comparing numbers with a tolerance. Whoever writes an output rounds it to what is meant to
// be the same.
package simtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// separator stands between the input of a story and its expected output.
const separator = "----"

// Story is one story without what is expected of it.
//
// A story says what is done to a model and what is to come of it, close enough
// to speech that the expectation can be worked out on paper. A file holds any
// number of stories:
//
//	# Two nodes, 1500 m apart, sound at 1500 m/s.
//
//	a ping is answered
//	nodes dock=0m auv=1500m
//	dock sends ping at 0s
//	----
//	1s auv hears ping       # 1500 m at 1500 m/s
//	2s dock hears pong      # and back
//
//	the next story
//	...
//
// The first line of a story is its name, which no other story of the file may
// have. The lines up to ---- are its input; what they mean is up to the test.
// The lines after ---- are the expected output, up to a blank line or the end
// of the file. Either part may be empty.
//
// A comment runs from a # at the start of a line, or after a blank, to the end
// of the line. A line that holds nothing but a comment is not there at all, so it
// can stand between any two others. Blanks at the end of a line do not count,
// those at its start do. Hence no line of output may be blank, be ---- or hold
// what looks like a comment.
type Story struct {
	Name  string
	Input []string // the lines between name and separator, without comments

	file  string
	lines []int // where each line of Input stands in file, from 1
}

// Place returns file:line of an input line, to say which one is wrong.
func (s Story) Place(input int) string {
	return fmt.Sprintf("%s:%d", s.file, s.lines[input])
}

// Stories runs every story of the files that match glob as a subtest named
// file/story, and compares what run returns with what the story expects.
func Stories(t *testing.T, glob string, run func(t *testing.T, story Story) string) {
	t.Helper()
	paths, err := filepath.Glob(glob)
	if err != nil {
		t.Fatalf("simtest: %v", err)
	}
	if len(paths) == 0 {
		t.Fatalf("simtest: no file matches %s", glob)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		t.Run(name, func(t *testing.T) { tellAll(t, path, run) })
	}
}

// tellAll runs the stories of one file.
func tellAll(t *testing.T, path string, run func(t *testing.T, story Story) string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("simtest: %v", err)
	}
	b, err := parseBook(path, string(text))
	if err != nil {
		t.Fatalf("simtest: %v", err)
	}
	for i := range b.chapters {
		ch := &b.chapters[i]
		t.Run(ch.story.Name, func(t *testing.T) {
			got, err := outputLines(run(t, ch.story))
			if err != nil {
				t.Fatalf("%s: %v", ch.story.file, err)
			}
			if rewriting() {
				if !t.Failed() {
					ch.adopt(got)
				}
				return
			}
			if d := diffLines(ch.expected(), got); d != "" {
				t.Errorf("%s:%d: not what the story expects (- expected, + got):\n%s", path, ch.line, d)
			}
		})
	}
	if rewriting() {
		rewrite(t, path, string(text), b.String())
	}
}

// rewriting says whether files are to take the output as it is.
func rewriting() bool { return os.Getenv("HALOCLINE_REWRITE") == "1" }

// rewrite gives the file at path a new text, and says so where it differs.
func rewrite(t testing.TB, path, old, text string) {
	t.Helper()
	if old == text {
		return
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatalf("simtest: %v", err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatalf("simtest: %v", err)
	}
	t.Logf("simtest: rewrote %s", path)
}
