package scenarios

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/ocean"
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

	doc   *strict.Document
	files Files // opens the files that the scenario names
	turns []turn
	kept  *ocean.Kept // of the runs before; nil: each makes its own
}

// Repeat has the plan build the run of another seed, when that before is over. All else is that of the same scenario, and what does
// not depend on the seed is kept from one run to the next. A plan that Build found a fault in has it still.
func (p *Plan) Repeat(seed uint64) {
	p.Seed = seed
	if p.kept == nil {
		p.kept = new(ocean.Kept)
	}
}

// Load reads and checks a scenario: a file, or the name of a bundled scenario. A
// file may extend one of those: base: two-nodes, with .yaml or without, is the bundled
// one if there is no such file beside it.
// An error is a strict.Faults, with the places of all faults. What comes later adds to the events of the scenario.
func (l *Library) Load(name string, sets []strict.Set, later ...Later) (*Plan, error) {
	if l.scenarios.has(name) {
		return l.read(l.scenarios.base, name+".yaml", sets, later...) // a data file is one that sets name
	}
	if err := l.missing(name); err != nil {
		return nil, err
	}
	return l.read(orBundled(strict.Disk, name, l.scenarios.base), name, sets, later...)
}

// read reads a scenario.
func (l *Library) read(open strict.Open, file string, sets []strict.Set, later ...Later) (*Plan, error) {
	return Files{l, open, readData}.Load(file, sets, later...)
}

// Parse reads and checks a scenario that is given as text. Its faults carry the
// name. Files that it names are looked for in the working folder; it may extend a
// bundled scenario as a file may.
func (l *Library) Parse(name, text string, sets []strict.Set, later ...Later) (*Plan, error) {
	return l.read(orBundled(given(name, text), name, l.scenarios.base), name, sets, later...)
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
func (l *Library) missing(name string) error {
	bare := strings.TrimSuffix(name, ".yaml")
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(bare, "./\\") {
		return nil
	}
	switch {
	case name == "":
		return errors.New("the name of the scenario is empty")
	case l.scenarios.has(bare):
		return fmt.Errorf("there is no file %s; the scenario that comes with the program is named %s", name, bare)
	case bare == name && exists(name+".yaml"):
		return fmt.Errorf("there is no file %s; did you mean %s.yaml?", name, name)
	case bare == name:
		return unknownFile("scenario", name, l.Bundled())
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

// orBundled opens files. Those that are not there, but for the one of a name, are taken from a bundle.
func orBundled(open strict.Open, name string, bundled strict.Open) strict.Open {
	return func(file string) ([]byte, error) {
		text, err := open(file)
		if errors.Is(err, fs.ErrNotExist) && file != name {
			if text, err := bundled(file); err == nil {
				return text, nil
			}
		}
		return text, err
	}
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
