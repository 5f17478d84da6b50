package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"halocline/bench/report/shelf"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
)

// completed returns what the shell is offered, and the directive behind it.
func completed(t *testing.T, dir string, args ...string) (words []string, directive string) {
	t.Helper()
	r := halocline(t, dir, append([]string{cobra.ShellCompRequestCmd}, args...)...)
	lines := strings.Split(strings.TrimSuffix(r.out, "\n"), "\n")
	if r.code != 0 {
		t.Fatalf("%q: exit code %d\n%s", args, r.code, r.err)
	}
	return lines[:len(lines)-1], lines[len(lines)-1]
}

// Behind --set stand the keys of the scenario that is given, with the names that it has, and every
// one of them can be set; behind = stand the words that a key takes.
func TestCompleteSet(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	words, _ := completed(t, "", "run", "docking", "--set", "")
	for _, want := range []string{"duration=", "links.acoustic.mac=", "links.acoustic.mac.guard=", "links.rf.channel.loss=", "nodes.auv.vehicle.step=", "nodes.dock.run.method="} {
		if !slices.Contains(words, want) {
			t.Errorf("%s is not offered", want)
		}
	}
	for _, word := range words {
		path, rest, ok := strings.Cut(word, "=")
		_, err := scenarios.Standard().Load("docking", []strict.Set{{Path: path, Value: "null"}})
		if !ok || rest != "" || err != nil && strings.Contains(err.Error(), "unknown") {
			t.Errorf("%q is offered: %v", word, err)
		}
	}
	if words, _ := completed(t, "", "run", "docking", "--set", "links.acoustic.channel.absorption="); !slices.Contains(words, "links.acoustic.channel.absorption=thorp") || len(words) != 7 {
		t.Errorf("words %q", words)
	}
	if words, _ := completed(t, "", "run", "--set", ""); !slices.Contains(words, "water.salinity=") || slices.ContainsFunc(words, func(w string) bool { return strings.ContainsAny(w, "*[") }) {
		t.Errorf("without a scenario: %q", words)
	}
	dir := t.TempDir()
	write(t, dir, "raft.yaml", raft)
	if words, _ := completed(t, dir, "check", "raft.yaml", "--set", "th"); !slices.Contains(words, "thrusters.up.max=") || !slices.Contains(words, "mass=") {
		t.Errorf("of a vehicle: %q", words)
	}
	if words, _ := completed(t, dir, "run", "traffic", "--set", ""); len(words) == 0 { // there is no such scenario
		t.Error("of nothing: no words")
	}
}

// Metrics are those of the result file, and list is offered each word that it takes.
func TestCompleteNames(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	db := resultsOf(t, shown)
	words, directive := completed(t, filepath.Dir(db), "table", "r.db", "--metric", "")
	if !slices.Contains(words, "packets.delay_mean") || slices.Contains(words, "energy.per_bit") || directive != ":4" { // the study records packets.*
		t.Errorf("%q, directive %s", words, directive)
	}
	words, _ = completed(t, "", "table", "--metric", "")
	for _, a := range measure.Glossary(scenarios.Standard()) {
		if slices.Contains(words, a.Name) == strings.HasPrefix(a.Name, "<") {
			t.Errorf("without a file: %s", a.Name)
		}
	}
	words, _ = completed(t, "", "list", "")
	for _, word := range words {
		if _, ok := shelf.Choose(scenarios.Standard(), word); !ok {
			t.Errorf("list %s is not known", word)
		}
	}
	for _, want := range []string{"tdma", "mac", "scenarios", "keys", "metrics", "units", "all", "water"} {
		if !slices.Contains(words, want) {
			t.Errorf("list is not offered %s", want)
		}
	}
}
