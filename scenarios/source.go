package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"halocline/scenarios/strict"
)

// Files opens what a scenario is made of: files of the language, and files of
// data that these name. What else they name is in the library.
type Files struct {
	Library    *Library
	Text, Data strict.Open
}

// Find returns how to open a scenario that another file names: a bundled one by
// its name, or a file beside the one that names it, below which Text opens. A
// file that is not there and is bundled is the bundled one.
func (f Files) Find(name, beside string) (file string, _ Files, _ error) {
	l := f.Library
	bundled := Files{l, l.scenarios.base, l.scenarios.open}
	if l.scenarios.has(name) {
		return name + ".yaml", bundled, nil
	}
	file = strict.Beside(beside, name)
	switch _, err := f.Text(file); {
	case err == nil:
		return file, Files{l, orBundled(f.Text, file, l.scenarios.base), f.Data}, nil
	case !errors.Is(err, fs.ErrNotExist):
		return "", Files{}, err
	case l.scenarios.has(strings.TrimSuffix(name, ".yaml")):
		return name, bundled, nil
	}
	if _, err := f.Text(file + ".yaml"); err == nil {
		return "", Files{}, fmt.Errorf("there is no file %s; did you mean %s.yaml?", name, name)
	}
	return "", Files{}, unknownFile("scenario", name, l.Bundled())
}

// Disk opens files of the operating system.
func (l *Library) Disk() Files { return Files{l, strict.Disk, readData} }

// Load reads and checks a scenario, as Library.Load does, from these files alone.
func (f Files) Load(file string, sets []strict.Set, later ...Later) (*Plan, error) {
	plan := &Plan{Scenario: *Default(), File: file, files: f}
	var err error
	if plan.doc, err = strict.Read(f.Text, file, sets, &plan.Scenario, f.Library.models); err != nil {
		return nil, err
	}
	return plan.withEvents(later)
}

// Source is a scenario that was read once, and of which many plans are made. It
// serves one goroutine; Copy makes one for another.
type Source struct {
	tree  *strict.Source
	file  string
	files Files
}

// NewSource reads a scenario with the files that it extends.
func NewSource(file string, files Files) (*Source, error) {
	tree, err := strict.NewSource(files.Text, file, &Scenario{}, files.Library.models)
	return &Source{tree, file, files}, err
}

// Copy returns a source of the same scenario for another goroutine.
func (s *Source) Copy() *Source { return &Source{s.tree.Copy(), s.file, s.files} }

// Plan returns the scenario under overrides. It is the same as Load makes of the
// same overrides, but for the places of faults.
func (s *Source) Plan(grafts []strict.Graft) (*Plan, error) {
	plan := &Plan{Scenario: *Default(), File: s.file, files: s.files}
	var err error
	if plan.doc, err = s.tree.Decode(grafts, &plan.Scenario); err != nil {
		return nil, err
	}
	return plan.withEvents(nil)
}

// Root returns what the files of the scenario say.
func (s *Source) Root() *strict.Value { return s.tree.Root() }

// DataFile returns the name of the file that a scenario means by a name.
func (s *Source) DataFile(name string) string { return strict.Beside(s.file, name) }
