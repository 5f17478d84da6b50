package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"halocline/sim/simtest"
)

// CONTRIBUTING.md is right: what it tells one to type exists, and so do the files that it
// names. Targets of make and tests are looked up and not run, and of the program the
// help is asked for.
func TestContributing(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	checked := map[string]int{}
	for _, found := range regexp.MustCompile("(?m)^    (.+?)(?:  +#.*)?$|`([^`]+)`").FindAllStringSubmatch(string(text), -1) {
		words := strings.Fields(regexp.MustCompile(`^(HALOCLINE_\w+=1 )*`).ReplaceAllString(found[1]+found[2], ""))
		switch {
		case words[0] == "make":
			run(t, root, "make", append([]string{"-n"}, words[1:]...)...)
		case words[0] == "go" && words[1] == "run":
			run(t, root, "go", append(words[1:], "--help")...)
		case words[0] == "go" && words[1] == "test" && words[2] == "-short":
			run(t, root, "go", "list", words[3])
		case words[0] == "go" && words[1] == "test":
			name := ""
			if len(words) > 3 {
				name = words[4] // behind -run
			}
			if !hasTest(t, words[2], name) {
				t.Errorf("%q: no such test", words)
			}
		case words[0] == "go" && words[1] == "doc":
			run(t, root, "go", words[1:]...)
		case words[0] == "go" && words[1] == "tool":
			run(t, root, "go", "tool", "-n", words[2])
		case len(words) == 1 && strings.HasSuffix(words[0], "/mine"): // of a model that is not there yet
			words[0] = filepath.Dir(words[0])
			if _, err := os.Stat(filepath.Join(root, words[0])); err != nil {
				t.Error(err)
			}
			words[0] = "file"
		case words[0] == "new": // a command of the program
			run(t, root, "go", append([]string{"run", "./cmd/halocline"}, append(words, "--help")...)...)
			words[0] = "go"
		case len(words) == 1 && strings.ContainsAny(words[0], "./"):
			if _, err := os.Stat(filepath.Join(root, words[0])); err != nil {
				t.Error(err)
			}
			words[0] = "file"
		default: // a word of Go or of the program
			words[0] = "word"
		}
		checked[words[0]]++
	}
	for kind, least := range map[string]int{"make": 8, "go": 7, "file": 6} {
		if checked[kind] < least {
			t.Errorf("%d of %s were checked, at least %d are expected", checked[kind], kind, least)
		}
	}
	if checked["word"] > 13 {
		t.Errorf("%d were not checked", checked["word"])
	}
}

// hasTest reports whether a package has a test whose name holds a text.
func hasTest(t *testing.T, pkg, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, pkg, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`(?m)^func Test\w*` + strings.TrimPrefix(name, "Test")).Match(text) {
			return true
		}
	}
	return false
}
