package modeltest

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/scenarios"
)

// Sources checks that modules hand over all files that the program is linked from: Library.AddSources
// cannot know of a folder that its embed.FS leaves out, and an edit there would not be noticed. It
// is called in a test beside the main function.
func Sources(t *testing.T, l *scenarios.Library) {
	t.Helper()
	linked, err := linkedFiles()
	if err != nil {
		t.Fatal(err)
	}
	for module, files := range l.Sources() {
		if len(linked[module]) == 0 {
			t.Errorf("the program is linked from no file of module %s", module)
		}
		for _, name := range linked[module] {
			if _, err := fs.Stat(files, name); err != nil {
				t.Errorf("%s of module %s is linked, and the sources that the module hands over are without it; add it to //go:embed", name, module)
			}
		}
	}
}

// linkedFiles returns the files that the program in the working folder is made of, by modules and
// relative to them.
func linkedFiles() (map[string][]string, error) {
	out, err := exec.Command("go", "list", "-deps", "-json=Dir,Module,GoFiles,CgoFiles,SFiles,EmbedFiles", ".").Output()
	if err != nil {
		return nil, err
	}
	files := map[string][]string{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Dir                                   string
			Module                                *struct{ Path, Dir string }
			GoFiles, CgoFiles, SFiles, EmbedFiles []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return files, nil
		} else if err != nil {
			return nil, err
		}
		if p.Module == nil {
			continue // of Go itself
		}
		for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.SFiles, p.EmbedFiles) {
			below, err := filepath.Rel(p.Module.Dir, filepath.Join(p.Dir, name))
			if err != nil {
				return nil, err
			}
			files[p.Module.Path] = append(files[p.Module.Path], filepath.ToSlash(below))
		}
	}
}
