package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// copyModule copies this module, without its history, to a new folder.
func copyModule(t *testing.T) string {
	t.Helper()
	const module = "../.."
	root := t.TempDir()
	entries, err := os.ReadDir(module)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		from, to := filepath.Join(module, e.Name()), filepath.Join(root, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			err = os.CopyFS(to, os.DirFS(from))
		case strings.HasPrefix(e.Name(), "go."):
			var text []byte
			if text, err = os.ReadFile(from); err == nil {
				err = os.WriteFile(to, text, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// Whoever follows what the command says has, with five files, a protocol that
// keeps the contract and a scenario that runs.
func TestNewMAC(t *testing.T) {
	root := copyModule(t)
	before := files(t, root)
	r := halocline(t, filepath.Join(root, "phy", "acoustic"), "new", "mac", "mine2")
	r.expect(t, "new", 0, "mac/mine2/testdata/mine2.yaml", "")
	written := slices.DeleteFunc(files(t, root), func(f string) bool { return slices.Contains(before, f) })
	want := []string{"mac/mine2/mine2.go", "mac/mine2/mine2_test.go", "mac/mine2/testdata/mine2.story", "mac/mine2/testdata/mine2.yaml"}
	if !slices.Equal(written, want) {
		t.Errorf("written %q, not %q", written, want)
	}

	addition, line := printed(t, r.out, "\t\""), printed(t, r.out, "\t\t\"")
	models := filepath.Join(root, "scenarios", "models.go")
	text, err := os.ReadFile(models)
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(text), "import (\n", "import (\n"+addition, 1)
	edited = strings.Replace(edited, "return mac.Catalog{\n", "return mac.Catalog{\n"+line, 1)
	if err := os.WriteFile(models, []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, root, "gofmt", "-w", "scenarios/models.go")
	if out := do(t, root, "gofmt", "-l", "mac/mine2"); out != "" {
		t.Errorf("gofmt changes %s", out)
	}
	do(t, root, "go", "vet", "./mac/mine2", "./scenarios")
	if out := do(t, root, "go", "test", "-v", "./mac/mine2"); !strings.Contains(out, "--- PASS: TestContract") ||
		!strings.Contains(out, "--- PASS: TestStories") {
		t.Errorf("the tests are not run:\n%s", out)
	}
	if out := do(t, root, "go", "run", "./cmd/halocline", "run", "mac/mine2/testdata/mine2.yaml"); !strings.HasPrefix(out, "mine2: ") || !strings.Contains(out, "delivered") {
		t.Errorf("the scenario does not run:\n%s", out)
	}
	do(t, root, "go", "test", "./scenarios") // nothing else has to be touched
	halocline(t, root, "new", "mac", "mine2").expect(t, "again", 2, "", "mac/mine2 exists already")
}

// Names that cannot be, or are taken, are told, and nothing is written.
func TestNewMACRefuses(t *testing.T) {
	root := copyModule(t)
	before := files(t, root)
	for _, row := range []struct{ dir, args, want string }{
		{root, "new", "a new what?"},
		{root, "new phy", "phy"},
		{root, "new mac", "one name is due, and 0 are given"},
		{root, "new mac a b", "one name is due, and 2 are given"},
		{root, "new mac Mine", `"Mine" is no name for a package`},
		{root, "new mac my-mac", `"my-mac" is no name for a package`},
		{root, "new mac 2mine", `"2mine" is no name for a package`},
		{root, "new mac ../mine", `"../mine" is no name for a package`},
		{root, "new mac func", `"func" is a keyword`},
		{root, "new mac string", `"string" means something in every Go file`},
		{root, "new mac internal", `"internal" means something to the go command`},
		{root, "new mac aloha", "mac/aloha exists already"},
		{root, "new mac acoustic", `"acoustic" is used in scenarios/models.go`},     // an import
		{root, "new mac preset", `"preset" is used in scenarios/models.go`},         // a function
		{root, "new mac everybody", `"everybody" is used in scenarios/names.go`},    // a constant
		{root, "new mac builder", `"builder" is used in scenarios/`},                // a type
		{t.TempDir(), "new mac mine", "is not in a checkout of halocline: neither"}, // somewhere else
	} {
		halocline(t, row.dir, strings.Fields(row.args)...).expect(t, row.args, exitInput, "", row.want)
	}
	if after := files(t, root); !slices.Equal(after, before) {
		t.Errorf("files were written")
	}
}

// files lists the files below a folder.
func files(t *testing.T, root string) []string {
	t.Helper()
	var all []string
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// printed returns the line that begins with a text, and its end.
func printed(t *testing.T, out, begin string) string {
	t.Helper()
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, begin) {
			return line
		}
	}
	t.Fatalf("no line begins with %q:\n%s", begin, out)
	return ""
}

// do runs a program that must succeed.
func do(t *testing.T, dir string, words ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), words[0], words[1:]...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", words, err, out)
	}
	return string(out)
}
