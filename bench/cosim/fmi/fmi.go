// Package fmi makes a scenario a Functional Mock-up Unit for co-simulation: an archive with the scenario, its description and a
// library, which a program that couples simulators steps (Functional Mock-up Interface 3.0, Modelica Association, 2022). The
// library is package main in cmd/fmu, which hands the calls of the standard's functions to an Instance.
//
// Inputs are the ports of nodes. What is set comes in when the run goes on, as in a session of package cosim, so that steps of
// any length give the run that halocline run makes, and a driven run is repeated by its inputs. Each set brings a value in,
// also the same one again, which is why one that is not set again can become stale.
//
// Outputs are how nodes with ports and vehicles believe to move, the newest readings of their instruments, and the fingerprint
// of the run so far.
//
// Begin with Pack, which writes the archive, and Open, which reads one that was unpacked.
//
// Left out: model exchange and scheduled execution; event mode, clocks and intermediate updates; states that are saved and
// restored, and derivatives; a seed or other values as parameters, which Pack takes; messages that nodes receive; models of
// other modules, for which a library of their own has to be built as cmd/fmu is.
package fmi

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// manifest is the file among the resources that says what the others are.
const manifest = "halocline.json"

// maker is how a model is made of its resources.
type maker struct {
	Scenario string            `json:"scenario"` // the name of its file, as it was read
	Sets     []strict.Set      `json:"sets,omitempty"`
	Files    map[string]string `json:"files"` // among the resources, by the names by which they are opened
}

// Model is a scenario from which instances are made.
type Model struct {
	Token string // that an importer hands over, so that description, resources and library belong together

	plan  *scenarios.Plan
	files map[string][]byte // resources
}

// Open reads the resources of an FMU that was unpacked. Program is a digest of the program's sources: a library of others has
// other variables, or gives another run.
func Open(l *scenarios.Library, resources fs.FS, program string) (*Model, error) {
	text, err := fs.ReadFile(resources, manifest)
	if err != nil {
		return nil, fmt.Errorf("the resources have no %s; write the FMU again with halocline fmu: %w", manifest, err)
	}
	var m maker
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("%s among the resources is damaged; write the FMU again with halocline fmu: %w", manifest, err)
	}
	files := map[string][]byte{manifest: text}
	for _, name := range m.Files {
		if files[name], err = fs.ReadFile(resources, name); err != nil {
			return nil, err
		}
	}
	open := func(name string) ([]byte, error) {
		if in, packed := m.Files[name]; packed {
			return slices.Clone(files[in]), nil
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	plan, err := scenarios.Files{Library: l, Text: open, Data: open}.Load(m.Scenario, m.Sets)
	if err != nil {
		return nil, err
	}
	return &Model{Token: token(files, program), plan: plan, files: files}, nil
}

// New reads a scenario, a file or a bundled one, with all the files that it names.
func New(l *scenarios.Library, name string, sets []strict.Set, program string) (*Model, error) {
	file, from, err := l.Disk().Find(name, "")
	if err != nil {
		return nil, err
	}
	opened := map[string][]byte{}
	note := func(open strict.Open) strict.Open { // by names beside the scenario, wherever that is
		return func(name string) ([]byte, error) {
			text, err := open(strict.Beside(file, name))
			if err == nil {
				opened[name] = text
			}
			return text, err
		}
	}
	from.Text, from.Data = note(from.Text), note(from.Data)
	main := path.Base(file)
	plan, err := from.Load(main, sets)
	if err != nil {
		return nil, err
	}
	if _, err := plan.Build(nil, nil); err != nil { // which opens the files of data
		return nil, err
	}
	m := maker{Scenario: main, Sets: sets, Files: map[string]string{}}
	files := map[string][]byte{}
	for i, name := range slices.Sorted(maps.Keys(opened)) {
		in := path.Base(name)
		switch {
		case name == main:
			in = "scenario.yaml"
		case in == "scenario.yaml" || in == manifest || files[in] != nil:
			in = fmt.Sprintf("%d-%s", i, in)
		}
		m.Files[name], files[in] = in, opened[name]
	}
	if files[manifest], err = json.MarshalIndent(&m, "", "  "); err != nil {
		return nil, err
	}
	return &Model{Token: token(files, program), plan: plan, files: files}, nil
}

// token returns a digest of the resources and the program.
func token(files map[string][]byte, program string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", program)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%q %d\n", name, len(files[name]))
		h.Write(files[name])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Identifier returns the name of the library in the FMU: that of the scenario, as a word of C.
func (m *Model) Identifier() string {
	word := strings.Map(func(r rune) rune {
		if r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, m.plan.Name)
	if word == "" || '0' <= word[0] && word[0] <= '9' {
		word = "_" + word
	}
	return word
}

// Check checks the token that an importer hands over.
func (m *Model) Check(token string) error {
	if token != m.Token {
		return errors.New("the instantiation token is not that of these resources and this library; write the FMU again with halocline fmu and the library of the same program")
	}
	return nil
}
