package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"halocline/sim/simtest"
)

// readmeSkips returns the lines of the README that are not run here, by how they begin,
// and why.
func readmeSkips() map[string]string {
	return map[string]string{
		"make test":                            "is this",
		"./halocline view ":                    "serves a page until it is stopped; TestView runs it",
		"go run ./cmd/halocline view ":         "as before",
		"halocline sweep study.yaml --engine ": "needs Slurm; package bench/study/slurm has a test with a real one",
		"qsub ":                                "needs Grid Engine",
		"parallel ":                            "needs GNU parallel",
	}
}

// readmePicture is the picture at the head of the README, from the root of the module. TestReadmePicture of bench/view makes it.
const readmePicture = "cmd/view/docking.gif"

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The README is right: its scenarios and studies can be read, its code compiles, and its
// commands do and print what it says, one after the other in one clone.
func TestReadme(t *testing.T) {
	simtest.SkipShort(t, "takes half a minute")
	r := newReadmeReader(t, func(c *exec.Cmd) (string, error) {
		out, err := c.CombinedOutput()
		return string(out), err
	})
	r.read(blocks(readme(t)))
	if r.ran < 20 {
		t.Errorf("only %d lines were run", r.ran)
	}
}

// newReadmeReader returns a reader of the README in a copy of the module, with the program of this test there as a file of its own,
// and with a study of which it speaks.
func newReadmeReader(t *testing.T, run func(*exec.Cmd) (string, error)) *reader {
	t.Helper()
	r := newReader(t, "README.md", copyModule(t), readmeSkips(), run)
	program, err := os.ReadFile(binary)
	if err == nil {
		err = os.WriteFile(filepath.Join(r.dir, "halocline"), program, 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, r.dir, "study.yaml", "name: study\nbase: two-nodes\nsweep: {links.acoustic.mac: [aloha, csma]}\nrepeat: 10\n")
	return r
}
