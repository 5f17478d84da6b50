package cli

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"halocline/bench/reproduce"
	"halocline/plant/vehicle"
	"halocline/scenarios"
)

// What the manual says shows a capability of a source is there: a test, a scenario, a vehicle, or a reproduction.
func TestReadmeSources(t *testing.T) {
	known := map[string]bool{}
	for _, name := range slices.Concat(vehicle.Names(), scenarios.Standard().Bundled(), slices.Collect(maps.Keys(testsOf(t)))) {
		known[name] = true
	}
	for _, r := range reproduce.All() {
		known[r.Name] = true
	}
	rows := sectionTable(t, prose(t)["sources"], "What shows it")[2:]
	for _, line := range rows {
		all := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells(line)[2], -1)
		if len(all) == 0 {
			t.Errorf("nothing shows %s", line)
		}
		for _, name := range all {
			if !known[name[1]] {
				t.Errorf("there is no %s, which is to show %s", name[1], cells(line)[1])
			}
		}
	}
	if len(rows) < 30 {
		t.Errorf("%d rows", len(rows))
	}
}

// testsOf returns the names of all tests of the module.
func testsOf(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	name := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range name.FindAllStringSubmatch(string(text), -1) {
			all[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
