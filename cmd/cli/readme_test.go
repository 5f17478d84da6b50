package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"halocline/sim/simtest"
)

// readmeSkips returns the lines of the README that are not run here, by how they begin,
// and why.
func readmeSkips() map[string]string {
	return map[string]string{
		"make test":                    "is this",
		"go run ./cmd/halocline view ": "serves a page until it is stopped; TestView runs it",
	}
}

// readmePicture is the picture at the head of the README, from the root of the module. TestPictures of bench/view makes it.
const readmePicture = "cmd/view/docking.gif"

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The README is read in a minute.
func TestReadmeIsShort(t *testing.T) {
	if n := strings.Count(readme(t), "\n"); n > 120 {
		t.Errorf("the README has %d lines, more than 120; what is longer belongs into the manual", n)
	}
}

// The README is right: its study can be read, and its commands do and print what it says, one after the other.
func TestReadme(t *testing.T) {
	simtest.SkipShort(t, "makes the runs of a study")
	r := newReadmeReader(t, func(c *exec.Cmd) (string, error) {
		out, err := c.CombinedOutput()
		return string(out), err
	})
	r.read(blocks(readme(t)))
	if r.ran < 6 {
		t.Errorf("only %d lines were run", r.ran)
	}
}

// newReadmeReader returns a reader of the README in a folder with the program of this test.
func newReadmeReader(t *testing.T, run func(*exec.Cmd) (string, error)) *reader {
	t.Helper()
	r := newReader(t, "README.md", t.TempDir(), readmeSkips(), run)
	program, err := os.ReadFile(binary)
	if err == nil {
		err = os.WriteFile(filepath.Join(r.dir, "halocline"), program, 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}
