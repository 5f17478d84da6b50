package study

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/bench/study/results"
	"halocline/scenarios"
)

// folderOf writes files into a folder, in which it works then.
func folderOf(t *testing.T, files ...results.Source) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(f.Text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

// loaded loads a study that has no faults.
func loaded(t *testing.T, name string) *Study {
	t.Helper()
	s, err := Load(t.Context(), scenarios.Standard(), name)
	if err == nil {
		err = s.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A study keeps all files that it was read from, wherever they lie, under names that
// stay inside a folder. In another folder that has them it is the same study.
func TestSources(t *testing.T) {
	pair, err := os.ReadFile("testdata/pair.yaml")
	if err != nil {
		t.Fatal(err)
	}
	silent, _, _ := strings.Cut(string(pair), "traffic:")
	const (
		current = "\nset: {water.current: {type: layered, file: flow.csv}}\n"
		flow    = "depth,speed,toward\n0,0.1,0\n50,0.2,0\n"
		trace   = "traffic: [{type: trace, file: ../data/t.csv}]\n"
		rows    = "time_s,from,to,bits\n1,auv1,dock,80\n"
		vehicle = "\nset: {nodes.auv.vehicle.model: mine.yaml}\n"
	)
	at := func(name, text string) results.Source { return results.Source{Name: name, Text: text} }
	away := filepath.ToSlash(t.TempDir())
	if err := os.WriteFile(away+"/p.yaml", pair, 0o600); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		study string
		files []results.Source // the study first
		want  string
	}{
		"beside":    {"s.yaml", []results.Source{at("s.yaml", "name: s\nbase: p.yaml"+current), at("p.yaml", string(pair)), at("flow.csv", flow), at("other.csv", flow)}, "s.yaml p.yaml flow.csv"},
		"below":     {"d/s.yaml", []results.Source{at("d/s.yaml", "name: s\nbase: e/q.yaml"+current), at("d/e/q.yaml", "name: q\nbase: ../p.yaml"), at("d/p.yaml", string(pair)), at("d/e/flow.csv", flow)}, "s.yaml e/q.yaml p.yaml e/flow.csv"},
		"above":     {"d/e/s.yaml", []results.Source{at("d/e/s.yaml", "name: s\nbase: ../../lib/p.yaml"), at("lib/p.yaml", silent+trace), at("data/t.csv", rows)}, "study/study/s.yaml lib/p.yaml data/t.csv"},
		"bundled":   {"s.yaml", []results.Source{at("s.yaml", "name: s\nbase: two-nodes")}, "s.yaml two-nodes.yaml"},
		"extended":  {"d/s.yaml", []results.Source{at("d/s.yaml", "name: s\nbase: q.yaml"), at("d/q.yaml", "name: q\nbase: two-nodes")}, "s.yaml q.yaml two-nodes"},
		"same name": {"two-nodes.yaml", []results.Source{at("two-nodes.yaml", "name: s\nbase: two-nodes")}, "two-nodes.yaml other/two-nodes.yaml"},
		"vehicle":   {"s.yaml", []results.Source{at("s.yaml", "name: s\nbase: swim"+vehicle), at("mine.yaml", "base: d/hull.yaml"), at("d/hull.yaml", "base: rexrov\nmass: 1900kg")}, "s.yaml swim.yaml d/hull.yaml mine.yaml"},
	} {
		t.Run(what, func(t *testing.T) {
			folderOf(t, c.files...)
			s := loaded(t, c.study)
			sources := s.Identity("1").Sources
			var names []string
			for _, f := range sources {
				if names = append(names, f.Name); !filepath.IsLocal(f.Name) {
					t.Errorf("%s leaves the folder", f.Name)
				}
			}
			if got := strings.Join(names, " "); got != c.want {
				t.Errorf("files %s, want %s", got, c.want)
			}
			if !slices.Contains(sources, at(names[0], c.files[0].Text)) {
				t.Errorf("the study is not there as it is: %q", sources)
			}
			folderOf(t, sources...)
			if again := loaded(t, names[0]); again.Hash() != s.Hash() || !slices.Equal(again.Identity("1").Sources, sources) {
				t.Errorf("in another folder it is %+v, want %+v", again.Identity("1"), s.Identity("1"))
			}
		})
	}
	folderOf(t, at("s.yaml", "name: s\nbase: "+away+"/p.yaml"))
	for _, f := range loaded(t, "s.yaml").Identity("1").Sources {
		if !filepath.IsLocal(f.Name) {
			t.Errorf("%s leaves the folder", f.Name)
		}
	}
}

// The vehicle of a file counts, with what it extends, also where the scenario is a bundled
// one; a file that the study does not name counts for nothing.
func TestHashOfVehicles(t *testing.T) {
	const study = "name: s\nbase: swim\nsweep: {nodes.auv.vehicle.model: [rexrov, mine.yaml]}\n"
	hash := func(mine, hull, auv string) string {
		folderOf(t, results.Source{Name: "s.yaml", Text: study}, results.Source{Name: "mine.yaml", Text: mine},
			results.Source{Name: "hull.yaml", Text: hull}, results.Source{Name: "auv", Text: auv})
		return loaded(t, "s.yaml").Hash()
	}
	const mine, hull = "base: hull.yaml\nmass: 1900kg", "base: rexrov\nvolume: 1.9m3"
	first := hash(mine, hull, "")
	for what, other := range map[string]string{
		"vehicle":          hash(strings.Replace(mine, "1900", "1901", 1), hull, ""),
		"what it extends":  hash(mine, strings.Replace(hull, "1.9m3", "1.91m3", 1), ""),
		"extended no more": hash("base: rexrov\nmass: 1900kg", hull, ""),
	} {
		if other == first {
			t.Errorf("%s: the same hash", what)
		}
	}
	s := loaded(t, "s.yaml")
	if err := errors.Join(os.Remove("mine.yaml"), os.WriteFile("hull.yaml", nil, 0o600), s.Check()); err != nil {
		t.Errorf("runs do not see the files as they were read: %v", err)
	}
	if hash(mine, hull, "the name of a node in the bundled scenario") != first {
		t.Error("another file of the folder, another hash")
	}
}
