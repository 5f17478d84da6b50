package scenarios

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"halocline/scenarios/strict"
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

// Load reads and checks a scenario: a file, or the name of a bundled scenario.
// An error is a strict.Faults, with the places of all faults.
func Load(name string, sets []strict.Set) (*Plan, error) {
	plan := &Plan{Scenario: *Default(), File: name, data: readData}
	open := strict.Open(strict.Disk)
	if slices.Contains(Bundled(), name) {
		plan.File = name + ".yaml"
		open = strict.FS(bundled)
		plan.data = bundled.ReadFile
	}
	doc, err := strict.Read(open, plan.File, sets, &plan.Scenario, Models())
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "./\\") {
		return nil, errors.New(strict.Unknown("scenario", name, Bundled()) + "; a file is named with its path or its ending")
	}
	if err != nil {
		return nil, err
	}
	plan.doc = doc
	return plan, nil
}

// maxData is the size of the largest data file that a scenario may name.
const maxData = 1 << 28

// readData reads a data file of a scenario.
func readData(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxData+1))
	if err == nil && len(data) > maxData {
		err = fmt.Errorf("%s is larger than %d MiB", name, maxData>>20)
	}
	return data, err
}
