package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/bench/study/studies"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// write writes a file and returns its name.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// A file of which no key belongs to a scenario is no scenario with ten faults: it may be a part without its type. One
// with a key of a scenario is a scenario, also where the rest is wrong.
func TestPartWithoutType(t *testing.T) {
	for text, want := range map[string]string{
		"name: sheet\nfrequency: 26kHz\nbandwidth: 16kHz\n": "none of its keys is one of a scenario, a study or a vehicle; ",
		"name: sheet\nnode: []\nduration: 1s\n":             "unknown key \"node\"; did you mean \"nodes\"?",
		"frequency: 26kHz\nfrequency: 26kHz\n":              "is given twice",
		"frequency: &a [*a]\n":                              "the alias *a is inside its own anchor",
		"name: sheet\nbase: two-nodes\nfrequency: 26kHz\n":  "unknown key \"frequency\"",
	} {
		got, err := One(t.Context(), scenarios.Standard(), write(t, t.TempDir(), "sheet.yaml", text), Given{})
		if err != nil || got.OK || !strings.Contains(got.Err.Error(), want) {
			t.Errorf("%q: %v, %v; want %q", text, got.Err, err, want)
		}
	}
}

// Nothing bundled is taken for something else, by its name or by its text.
func TestKinds(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	is := func(what, name string, scenario, study, vehicle bool) {
		if IsScenario(scenarios.Standard(), name) != scenario || IsStudy(name) != study || IsVehicle(scenarios.Standard(), name) != vehicle {
			t.Errorf("%s: scenario %v, study %v, vehicle %v", what, IsScenario(scenarios.Standard(), name), IsStudy(name), IsVehicle(scenarios.Standard(), name))
		}
	}
	for _, name := range scenarios.Standard().Bundled() {
		text, err := scenarios.Standard().Text(name)
		if err != nil {
			t.Fatal(err)
		}
		is(name, name, true, false, false)
		is("text of "+name, write(t, dir, "scenario.yaml", string(text)), true, false, false)
	}
	for _, name := range studies.Bundled() {
		text, err := studies.Text(name)
		if err != nil {
			t.Fatal(err)
		}
		is(name, name, false, true, false)
		is("text of "+name, write(t, dir, "study.yaml", string(text)), false, true, false)
	}
	for _, name := range vehicle.Names() {
		is(name, name, false, false, true)
		is("base "+name, write(t, dir, "vehicle.yaml", "base: "+name+"\n"), false, false, true)
	}
}

// The bound is that of events or of memory: 135 bytes for each packet.
func TestUnlessMany(t *testing.T) {
	for _, row := range []struct {
		size scenarios.Size
		many bool
		ok   bool
	}{
		{scenarios.Size{Events: 1e10, Packets: 59e6}, false, true},
		{scenarios.Size{Events: 1.01e10}, false, false},
		{scenarios.Size{Events: 1.01e10}, true, true},
		{scenarios.Size{Packets: 60e6}, false, false}, // 8.1 GB
	} {
		if err := UnlessMany("x", row.size, row.many); (err == nil) != row.ok {
			t.Errorf("%+v, many %v: %v", row.size, row.many, err)
		}
	}
}

// A file with two faults has both with their places, one that is well has none, and standard input is told by
// its text. The lines and columns are counted in the text below.
func TestOne(t *testing.T) {
	dir := t.TempDir()
	const bad = "name: mine\nbase: two-nodes\ndurations: 2s\nseed: -1\n"
	file := write(t, dir, "mine.yaml", bad)
	lib := scenarios.Standard()
	for _, row := range []struct {
		name, stdin, kind string
		places            []Fault
	}{
		{name: file, kind: "scenario", places: []Fault{{File: file, Line: 3, Column: 1}, {File: file, Line: 4, Column: 7}}},
		{name: "two-nodes", kind: "scenario"},
		{name: "rexrov", kind: "vehicle"},
		{name: "-", stdin: bad, kind: "scenario", places: []Fault{{File: "<stdin>", Line: 3, Column: 1}, {File: "<stdin>", Line: 4, Column: 7}}},
		{name: "-", stdin: "name: s\nbase: two-nodes\nrepeat: 2\n", kind: "study"},
	} {
		got, err := One(t.Context(), lib, row.name, Given{Stdin: strings.NewReader(row.stdin), Looks: t.Output()})
		if err != nil {
			t.Fatal(err)
		}
		if got.Kind != row.kind || got.OK != (row.places == nil) || len(got.Faults) != len(row.places) {
			t.Errorf("%s: %+v, want a %s with %d faults", row.name, got, row.kind, len(row.places))
			continue
		}
		for i, f := range got.Faults {
			if f.Message = ""; f != row.places[i] {
				t.Errorf("%s: %+v, want %+v", row.name, f, row.places[i])
			}
		}
	}
}
