package scenarios

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"halocline/scenarios/strict"
	"halocline/sim/simtest"
)

// A source of a bundled scenario gives the plans that Load gives.
func TestSourceIsLoad(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, name := range Standard().Bundled() {
		file, files, err := Standard().Disk().Find(name, "here.yaml")
		if err != nil {
			t.Fatal(err)
		}
		source, err := NewSource(file, files)
		if err != nil {
			t.Fatal(err)
		}
		for _, seed := range []string{"3", "4"} {
			want := load(t, name, strict.Set{Path: "seed", Value: seed})
			for _, s := range []*Source{source, source.Copy()} {
				got, err := s.Plan([]strict.Graft{{Path: "seed", Value: strict.NewWord(strict.Place{}, seed)}})
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got.Scenario, want.Scenario) || got.File != want.File {
					t.Errorf("%s with seed %s differs", name, seed)
				}
				if _, err := got.Check(); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
}

// A file that changes nodes of its base by their names is the base under the same
// overrides; one node of a group cannot be changed.
func TestNodesOfBase(t *testing.T) {
	mine := filepath.Join(t.TempDir(), "mine.yaml")
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(mine, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("base: docking\nnodes:\n  dock: {run: {method: acoustic, berth: {tolerance: 0.05}}}\n  auv: {at: [-9m, 9m, -80m], vehicle: {step: 5ms}}\n  dummy: {count: 2}\n")
	want := load(t, "docking", strict.Set{Path: "nodes.dock.run.method", Value: "acoustic"}, strict.Set{Path: "nodes.dock.run.berth.tolerance", Value: "0.05"},
		strict.Set{Path: "nodes.auv.at", Value: "[-9m, 9m, -80m]"}, strict.Set{Path: "nodes.auv.vehicle.step", Value: "5ms"}, strict.Set{Path: "nodes.dummy.count", Value: "2"})
	want.Description = "" // which is the base's own
	if got := load(t, mine); !reflect.DeepEqual(got.Scenario, want.Scenario) {
		t.Errorf("it is %+v, want %+v", got.Scenario, want.Scenario)
	}
	put("base: fleet\nnodes: {auv1: {at: [0m, 0m, -5m]}}\n")
	if _, err := Standard().Load(mine, nil); err == nil || !strings.HasSuffix(err.Error(), "mine.yaml:2:9: auv1 is one of the group auv, whose nodes are changed together; write auv") {
		t.Error(err)
	}
}

// Where a scenario that another file names is found, and what it extends.
func TestFind(t *testing.T) {
	folder := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("mine.yaml", "base: two-nodes.yaml\nname: mine")
	put("tdma8.yaml", "base: mine.yaml\nname: other")
	put("short.yaml", "base: swim\nduration: 7s")
	put("near.yaml", "base: fdma8\nduration: 7s")
	put("fdma8", "base: two-nodes\nname: mine too")
	beside := filepath.Join(folder, "study.yaml")
	for name, want := range map[string]string{
		"two-nodes": "two-nodes", "two-nodes.yaml": "two-nodes", "mine.yaml": "mine", "tdma8.yaml": "other", "tdma8": "tdma8", "short.yaml": "swim", "near.yaml": "mine too", filepath.Join(folder, "mine.yaml"): "mine",
	} {
		file, files, err := Standard().Disk().Find(name, beside)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		source, err := NewSource(file, files)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		plan, err := source.Plan(nil)
		if err != nil || plan.Name != want {
			t.Errorf("%s: %v, %v", name, plan, err)
		}
		if slices.Contains(Standard().Bundled(), name) || strings.HasPrefix(name, "two-nodes") {
			continue
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		if plan := load(t, name); plan.Name != want {
			t.Errorf("%s is loaded as %s, want %s", name, plan.Name, want)
		}
	}
	if _, _, err := Standard().Disk().Find("tdma9", beside); err == nil || err.Error() != `no file and no bundled scenario is named "tdma9"; did you mean "tdma8"?` {
		t.Error(err)
	}
	plain := Files{Library: Standard(), Text: strict.FS(fstest.MapFS{"studies/mine.yaml": {Data: []byte("base: docking\n")}})}
	if _, _, err := plain.Find("mine", "studies/s.yaml"); err == nil || err.Error() != "there is no file mine; did you mean mine.yaml?" {
		t.Error(err)
	}
	broken := Files{Library: Standard(), Text: func(string) ([]byte, error) { return nil, fs.ErrPermission }}
	if _, _, err := broken.Find("mine.yaml", beside); !errors.Is(err, fs.ErrPermission) {
		t.Error(err)
	}
}

// A file that extends another has its name, unless it gives one, and not its description.
func TestDescriptionIsNotInherited(t *testing.T) {
	mine := filepath.Join(t.TempDir(), "mine.yaml")
	for text, want := range map[string]string{"": "", "description: null\n": "", "description: at night\n": "at night"} {
		if err := os.WriteFile(mine, []byte("base: docking\n"+text), 0o600); err != nil {
			t.Fatal(err)
		}
		if plan := load(t, mine); plan.Description != want || plan.Name != "docking" {
			t.Errorf("%q: %s, %q", text, plan.Name, plan.Description)
		}
	}
	if load(t, "docking").Description == "" {
		t.Error("the base has none")
	}
}
