package scenarios

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"halocline/scenarios/strict"
	"halocline/sim"
)

// bundled holds the scenarios that come with the program.
//
//go:embed *.yaml
var bundled embed.FS

// Plan is a scenario that was read from a file, with what is needed to give
// faults their places.
type Plan struct {
	Scenario
	File string

	// Skew, if there is one, has stations measure vehicles as they are so many
	// seconds later: between the clock of the vehicles and that of the computers, as
	// in a co-simulation of two programs. There is nothing like it in one queue, so
	// no scenario can ask for it.
	Skew func(now sim.Time) float64

	doc  *strict.Document
	data strict.Open // opens the files that the scenario names
}

// Bundled returns the names of the scenarios that come with the program.
func Bundled() []string {
	files, _ := fs.Glob(bundled, "*.yaml")
	for i, f := range files {
		files[i] = strings.TrimSuffix(f, ".yaml")
	}
	return files
}

// Text returns a bundled scenario as it is written.
func Text(name string) ([]byte, error) {
	if !slices.Contains(Bundled(), name) {
		return nil, errors.New(strict.Unknown("bundled scenario", name, Bundled()))
	}
	return bundled.ReadFile(name + ".yaml")
}

// Load reads and checks a scenario: a file, or the name of a bundled scenario. A
// file may extend one of those: base: two-nodes, with .yaml or without, is the bundled
// one if there is no such file beside it.
// An error is a strict.Faults, with the places of all faults.
func Load(name string, sets []strict.Set) (*Plan, error) {
	if slices.Contains(Bundled(), name) {
		return read(strict.FS(bundled), name+".yaml", sets, readData) // a data file is one that sets name
	}
	if err := missing(name); err != nil {
		return nil, err
	}
	return read(beside(name, strict.FS(bundled)), name, sets, readData)
}

// read reads a scenario.
func read(open strict.Open, file string, sets []strict.Set, data strict.Open) (*Plan, error) {
	plan := &Plan{Scenario: *Default(), File: file, data: data}
	var err error
	if plan.doc, err = strict.Read(open, file, sets, &plan.Scenario, Models()); err != nil {
		return nil, err
	}
	return plan, nil
}

// Parse reads and checks a scenario that is given as text. Its faults carry the
// name. Files that it names are looked for in the working folder; it may extend a
// bundled scenario as a file may.
func Parse(name, text string, sets []strict.Set) (*Plan, error) {
	return read(orBundled(given(name, text)), name, sets, readData)
}

// given opens a text by a name, and files of the disk by others.
func given(name, text string) strict.Open {
	return func(file string) ([]byte, error) {
		if file == name {
			return []byte(text), nil
		}
		return strict.Disk(file)
	}
}

// missing returns an error if there is no file of a name with which a bundled
// scenario may have been meant.
func missing(name string) error {
	bare := strings.TrimSuffix(name, ".yaml")
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(bare, "./\\") {
		return nil
	}
	switch {
	case name == "":
		return errors.New("the name of the scenario is empty")
	case slices.Contains(Bundled(), bare):
		return fmt.Errorf("there is no file %s; the scenario that comes with the program is named %s", name, bare)
	case bare == name && exists(name+".yaml"):
		return fmt.Errorf("there is no file %s; did you mean %s.yaml?", name, name)
	case bare == name:
		return unknownFile("scenario", name, Bundled())
	}
	return nil
}

// exists reports whether there is a file of a name.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// unknownFile says that there is neither a file of a name nor something bundled.
func unknownFile(what, name string, known []string) error {
	if near := strict.Nearest(name, known); near != "" {
		return fmt.Errorf("no file and no bundled %s is named %q; did you mean %q?", what, name, near)
	}
	return fmt.Errorf("no file and no bundled %s is named %q; bundled are %s", what, name, strings.Join(known, ", "))
}

// beside opens files of the disk. Those that the file of a name extends and that
// are not there are taken from a library.
func beside(name string, library strict.Open) strict.Open {
	return besideOn(strict.Disk, name, library)
}

// besideOn is beside with another disk.
func besideOn(disk strict.Open, name string, library strict.Open) strict.Open {
	return func(file string) ([]byte, error) {
		text, err := disk(file)
		if errors.Is(err, fs.ErrNotExist) && file != name {
			if text, err := offShelf(library, file); err == nil {
				return text, nil
			}
		}
		return text, err
	}
}

// offShelf opens the file of a library that has the name of another file, or that with
// .yaml.
func offShelf(library strict.Open, file string) ([]byte, error) {
	name := path.Base(file)
	if text, err := library(name); err == nil {
		return text, nil
	}
	return library(name + ".yaml")
}

// maxData is the size of the largest data file that a scenario may name.
const maxData = 1 << 28

// readData reads a data file of a scenario. Its faults read like those of a file of the
// language.
func readData(name string) ([]byte, error) {
	data, err := limited(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, strict.Unread(err))
	}
	return data, nil
}

// limited reads a file, but never much more than is allowed.
func limited(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var text bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		text.Grow(int(min(info.Size(), maxData)) + bytes.MinRead) // so that it is in memory once
	}
	_, err = text.ReadFrom(io.LimitReader(f, maxData+1))
	data := text.Bytes()
	if err == nil && len(data) > maxData {
		err = fmt.Errorf("it is larger than %d MiB; split it, or leave out what is not needed", maxData>>20)
	}
	return bytes.TrimPrefix(data, []byte("\ufeff")), err // the mark of spreadsheets
}
