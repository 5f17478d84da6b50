package view

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"halocline/sim/simtest"
)

// What is committed is what make page bundles of the sources, from an empty folder, and its other checks pass: types, and tests in Node.
func TestBundle(t *testing.T) {
	t.Parallel()
	simtest.SkipShort(t, "bundles the page again, with packages of npm")
	for _, program := range []string{"make", "node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not there, which bundles the page; the Debian packages make, nodejs and npm have it", program)
		}
	}
	dir := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json", "tsconfig.json", "src", "test"} {
		from, to := filepath.Join("page", name), filepath.Join(dir, name)
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(to, text, 0o644)
		} else {
			err = os.CopyFS(to, os.DirFS(from))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	bundle := exec.CommandContext(t.Context(), "make", "page", "PAGE="+dir)
	bundle.Dir = "../.."
	if out, err := bundle.CombinedOutput(); err != nil {
		t.Fatalf("make page: %v\n%s", err, out)
	}
	fresh := os.DirFS(filepath.Join(dir, "dist"))
	names, committed := read(t, fresh), read(t, Files())
	for name, text := range names {
		if !bytes.Equal(committed[name], text) {
			t.Errorf("%s is not what the sources give: say make page, and commit page/dist", name)
		}
	}
	for name := range committed {
		if _, ok := names[name]; !ok {
			t.Errorf("%s is of no use any more: say make page, and commit page/dist", name)
		}
	}
}

// The page takes little of the program. It is to grow by less than 3 MB, with the code that serves it.
func TestSize(t *testing.T) {
	size := 0
	for _, text := range read(t, Files()) {
		size += len(text)
	}
	if t.Logf("%d bytes", size); size > 1<<20 {
		t.Errorf("the page has %d bytes, which is more than a megabyte", size)
	}
}

// read returns the files of a page by name.
func read(t *testing.T, page fs.FS) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := fs.WalkDir(page, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(page, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 5 {
		t.Fatalf("%d files are no page", len(files))
	}
	return files
}
