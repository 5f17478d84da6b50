package cli

import (
	"encoding/json"
	"path/filepath"
	"runtime/debug"
	"testing"
	"testing/fstest"

	"halocline/bench/study/results"
	"halocline/scenarios"
)

// Another module counts by the sum that Go has of it; where it comes from a folder, or is not
// known at all, the program file does, so that an edit there is not overlooked.
func TestLinkedSources(t *testing.T) {
	own := debug.Module{Path: "halocline"}
	of := func(main debug.Module, deps ...debug.Module) string {
		info := &debug.BuildInfo{Main: main}
		for i := range deps {
			info.Deps = append(info.Deps, &deps[i])
		}
		sum, err := linkedSources(scenarios.Standard(), info)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	a, b := debug.Module{Path: "a", Version: "v1", Sum: "h1:a"}, debug.Module{Path: "b", Version: "v1", Sum: "h1:b"}
	edited := debug.Module{Path: "b", Version: "v1", Sum: "h1:c"}
	folder := debug.Module{Path: "b", Version: "v1", Replace: &debug.Module{Path: "../b"}}
	alone := of(own, a, b)
	for what, other := range map[string]string{
		"another sum": of(own, a, edited), "from a folder": of(own, a, folder), "left out": of(own, a),
		"another main module": of(debug.Module{Path: "mine"}, own, a, b), "nothing known": of(debug.Module{}),
	} {
		if other == alone {
			t.Errorf("%s: the same digest", what)
		}
	}
	own.Version = "v0.0.0-20260101000000-0123456789ab+dirty"
	if of(own, b, a) != alone {
		t.Error("the commit and the order of modules change the digest")
	}
}

// A module that hands over its sources counts by them, wherever it lies and however it is built.
func TestGivenSources(t *testing.T) {
	of := func(text string, main debug.Module, deps ...*debug.Module) (string, error) {
		l := scenarios.Standard()
		if err := l.AddSources("mine", fstest.MapFS{"main.go": {Data: []byte(text)}}); err != nil {
			t.Fatal(err)
		}
		return linkedSources(l, &debug.BuildInfo{Main: main, Deps: deps})
	}
	mine := debug.Module{Path: "mine", Version: "(devel)"}
	here, err := of("package main", mine, &debug.Module{Path: "halocline", Version: "v0.0.0", Replace: &debug.Module{Path: "../.."}})
	if err != nil {
		t.Fatal(err)
	}
	if there, err := of("package main", mine, &debug.Module{Path: "halocline", Version: "v0.0.0", Replace: &debug.Module{Path: "/src"}}); err != nil || there != here {
		t.Errorf("%s in one folder and %s in another, %v", here, there, err)
	}
	if edited, err := of("package main // edited", mine, &debug.Module{Path: "halocline"}); err != nil || edited == here {
		t.Errorf("%s before and after an edit, %v", edited, err)
	}
	if below, err := of("package main", debug.Module{Path: "halocline"}, &debug.Module{Path: "mine", Version: "v1", Sum: "h1:a"}); err != nil || below != here {
		t.Errorf("%s as the program and %s as a part of one, %v", here, below, err)
	}
	const want = "the library has sources of module mine, which is not linked; give AddSources the path that its go.mod has"
	if _, err := of("package main", debug.Module{Path: "main"}); err == nil || err.Error() != want {
		t.Error(err)
	}
}

// version, run --json and result files say the same of the program.
func TestSessions(t *testing.T) {
	var version results.Session
	if err := json.Unmarshal([]byte(halocline(t, "", "version", "--json").out), &version); err != nil {
		t.Fatal(err)
	}
	var run struct{ Program results.Session }
	if err := json.Unmarshal([]byte(halocline(t, "", "run", "two-nodes", "--json").out), &run); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "r.db")
	halocline(t, "", "sweep", "common-random-numbers", "--runs", "0", "-o", file).expect(t, "sweep", 0, "", "holds 1")
	halocline(t, "", "sweep", "common-random-numbers", "--runs", "1", "-o", file, "--resume").expect(t, "resume", 0, "", "holds 2")
	f, err := results.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := f.Sessions()
	if err != nil || len(all) != 2 {
		t.Fatalf("%d sessions, %v; want two", len(all), err)
	}
	for _, s := range append(all, run.Program) {
		if s.Date < version.Date {
			t.Errorf("%s is before %s", s.Date, version.Date)
		}
		s.Date = version.Date
		if s != version || s.Sources == "" || s.Machine == "" {
			t.Errorf("%+v, and version says %+v", s, version)
		}
	}
	if want := "unreleased " + version.Sources; f.Study().Version != want {
		t.Errorf("results are of version %q, want %q", f.Study().Version, want)
	}
}
