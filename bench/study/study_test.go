package study

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
)

// where the studies of the tests stand, so that their base is beside them.
const where = "testdata/study.yaml"

// parsed reads a study that is right.
func parsed(t testing.TB, text string) *Study {
	t.Helper()
	s, err := Parse(scenarios.Standard(), where, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// faultsOf returns what is wrong with a study.
func faultsOf(text string) string {
	s, err := Parse(scenarios.Standard(), where, text)
	if err == nil {
		err = s.Check()
	}
	protocols := slices.Sorted(maps.Keys(scenarios.Protocols()))
	return strings.NewReplacer(
		where, "study",
		strings.Join(scenarios.Standard().Bundled(), ", "), "BUNDLED",
		strings.Join(protocols, ", "), "PROTOCOLS",
	).Replace(fmt.Sprint(err))
}

func TestExpansion(t *testing.T) {
	simtest.Stories(t, "testdata/expansion.txt", func(t *testing.T, story simtest.Story) string {
		s := parsed(t, strings.Join(story.Input, "\n"))
		var b strings.Builder
		for i := range s.Count() {
			c := s.Cell(i)
			var params, sets []string
			for _, p := range c.Params {
				params = append(params, p.Path+"="+p.Text)
			}
			for _, set := range c.Sets {
				sets = append(sets, set.Path+"="+set.Value)
			}
			fmt.Fprintf(&b, "%d: %s | %s\n", c.Index, strings.Join(params, ", "), strings.Join(sets, " "))
		}
		return strings.ReplaceAll(b.String(), ":  |", ": |")
	})
}

func TestFaults(t *testing.T) {
	simtest.Stories(t, "testdata/faults.txt", func(t *testing.T, story simtest.Story) string {
		return faultsOf(strings.Join(story.Input, "\n"))
	})
}

// A study that comes with a program, in a file system of its own, with a base
// beside it or a bundled one.
func TestOpen(t *testing.T) {
	pair, err := os.ReadFile("testdata/pair.yaml")
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{
		"own.yaml":      {Data: []byte("name: own\nbase: sea/pair.yaml\nsweep: {duration: [1s, 2s]}")},
		"other.yaml":    {Data: []byte("name: other\nbase: two-nodes\nsweep: {duration: [1s, 2s, 3s]}")},
		"sea/pair.yaml": {Data: pair},
	}
	files := scenarios.Files{Library: scenarios.Standard(), Text: strict.FS(fsys), Data: fsys.ReadFile}
	for name, want := range map[string]struct {
		scenario string
		cells    int
	}{"own.yaml": {"pair", 2}, "other.yaml": {"two-nodes", 3}} {
		s, err := Open(t.Context(), name, files)
		if err != nil {
			t.Error(err)
			continue
		}
		plan, err := s.Plan(s.Count()-1, 0)
		if err != nil || s.Count() != want.cells || plan.Name != want.scenario || plan.Duration != time.Duration(want.cells)*time.Second {
			t.Errorf("%s: %d cells of %v, %v", name, s.Count(), plan, err)
		}
	}
	if _, err := Load(t.Context(), scenarios.Standard(), "testdata/none.yaml"); fmt.Sprint(err) != "testdata/none.yaml: cannot be read: no such file or directory; see whether its name and its folder are right" {
		t.Error(err)
	}
}

// A faulty cell is found where it is planned, too, and named.
func TestPlanOfFaultyCell(t *testing.T) {
	s := parsed(t, "name: s\nbase: pair.yaml\nsweep: {duration: [1s, 2], water.temperature: [4degC]}")
	_, err := s.Plan(1, 0)
	if want := where + ":3:24: 2 has no unit; write a duration such as 20ms (in cell 1: duration=2, water.temperature=4degC)"; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
	var faults strict.Faults
	if !errors.As(err, &faults) || len(faults) != 1 {
		t.Errorf("%T holds no faults", err)
	}
}

// The faults that a null makes are one, at the null. In docking two nodes, auv and dummy, name the
// station that runs on dock.
func TestFaultsOfNull(t *testing.T) {
	const missing = "null takes out what is needed: docking.yaml:1:1: key \"duration\" is missing; write a duration such as 20ms"
	for text, want := range map[string][]string{
		"sweep: {water.current.speed: [0m/s], nodes.dock.run: [null]}":     {":3:55: null takes out what is needed: docking.yaml:", "; and 1 more (in cell 0: "},
		"set: {nodes.dock.run: null}":                                      {":3:23: null takes out what is needed: docking.yaml:", `node "dock" runs no program; and 1 more`},
		"set: {probe: null, duration: null}":                               {":3:30: " + missing},
		"sweep: {water.temperature: [4degC, 5degC], duration: [1s, null]}": {":3:59: " + missing + " (in cell 1: water.temperature=4degC, duration=null; and in 1 more)"},
		"set: {probe: null, duration: 1}":                                  {":3:30: 1 has no unit"},   // not made by
		"set: {probe: null, nodes.auv.vehicle.model: x}":                   {":2:7: docking.yaml:45:"}, // the null
	} {
		err := parsed(t, "name: s\nbase: docking\n"+text).Check()
		got := fmt.Sprint(err)
		for _, part := range want {
			if !strings.Contains(got, part) || strings.Contains(got, "\n") {
				t.Errorf("%s:\n got %s\nwant %s", text, got, part)
			}
		}
	}
}

// The first path of a group of zip tells its rows apart; the others may have a value twice.
func TestZipRepeatsValues(t *testing.T) {
	const text = "name: z\nbase: pair.yaml\nzip: [{description: [A, B], links.a.mac: [aloha, aloha]}]\n"
	if s := parsed(t, text); s.Count() != 2 {
		t.Errorf("%d cells, want 2", s.Count())
	}
	twice := strings.Replace(text, "[A, B]", "[A, A]", 1)
	if _, err := Parse(scenarios.Standard(), where, twice); err == nil || !strings.Contains(err.Error(), "the value A of description is given twice") {
		t.Error(err)
	}
}
