package cli

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"halocline/bench/report/shelf"
	"halocline/bench/study/measure"
	"halocline/bench/study/studies"
	"halocline/cmd/command"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// Each kind of thing is listed alone, and whole.
func TestListKinds(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	var metrics []string
	for _, a := range measure.Glossary(scenarios.Standard()) {
		metrics = append(metrics, a.Name)
	}
	for kind, names := range map[string][]string{
		"scenarios": scenarios.Standard().Bundled(), "studies": studies.Bundled(), "vehicles": vehicle.Names(), "metrics": metrics,
	} {
		r := halocline(t, "", "list", kind)
		r.expect(t, "list "+kind, 0, names[0], "")
		checkLines(t, r.out)
		listed := 0
		for line := range strings.Lines(r.out) {
			if strings.HasPrefix(line, "  ") && line[2] != ' ' {
				listed++
			}
		}
		if listed != len(names) {
			t.Errorf("list %s has %d entries, not %d", kind, listed, len(names))
		}
		for _, name := range names {
			if !strings.Contains(r.out, "\n  "+name+" ") {
				t.Errorf("%s is not among the %s", name, kind)
			}
		}
	}
	r := halocline(t, "", "list", "metrics")
	const wide = len("  <vehicle>.estimate_error_horizontal_rms ") // the longest name
	r.expect(t, "unit and meaning", 0, fmt.Sprintf("\n%-*ss      longest delay of a delivered packet\n", wide, "  packets.delay_max"), "")
	r.expect(t, "the longest name", 0, "\n  <vehicle>.estimate_error_horizontal_rms m      horizontal", "")
}

// The name of a thing that list does not have leads to the command that has it.
func TestListLeadsOn(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for name, want := range map[string]string{
		"rexrov":       "rexrov is a vehicle; halocline explain rexrov tells what it is",
		"packets.jain": "packets.jain is a metric; halocline explain packets.jain tells what it is",
	} {
		halocline(t, "", "list", name).expect(t, name, command.BadInput, "", want)
		halocline(t, "", "explain", name).expect(t, name, 0, name+", a ", "")
	}
}

// Without a name a terminal of 80 by 24 has it all: a line for each kind, whose first word list
// takes, and the names of it that there are.
func TestListOverview(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	r := halocline(t, "", "list")
	r.expect(t, "list", 0, "\n  mac          access protocols  aloha ", "")
	named := regexp.MustCompile(`\n  mac +access protocols  (.+) and (\d+) more\n`).FindStringSubmatch(r.out)
	if named == nil || fmt.Sprint(len(scenarios.Protocols())-len(strings.Fields(named[1]))) != named[2] {
		t.Errorf("of %d access protocols: %q", len(scenarios.Protocols()), named)
	}
	lines := strings.Split(strings.TrimSuffix(r.out, "\n"), "\n")
	if len(lines) > 23 { // one is for the prompt
		t.Errorf("%d lines", len(lines))
	}
	known := slices.Concat(shelf.Models(scenarios.Standard()), vehicle.Names(), scenarios.Standard().Bundled(), studies.Bundled())
	kinds := 0
	for _, line := range lines {
		if len(line) > 79 {
			t.Errorf("%d characters: %s", len(line), line)
		}
		if !strings.HasPrefix(line, "  ") {
			continue
		}
		kinds++
		word := strings.Fields(line)[0]
		whole := halocline(t, "", "list", word)
		names, more, cut := strings.Cut(line[31:], "and ")
		for _, name := range strings.Fields(names) {
			if !slices.Contains(known, name) || !strings.Contains(whole.out, "\n  "+name+" ") {
				t.Errorf("list %s, exit code %d, does not have %s", word, whole.code, name)
			}
		}
		if cut && !regexp.MustCompile(`^\d+ more$`).MatchString(more) {
			t.Errorf("it ends with %q: %s", more, line)
		}
	}
	if want := len(scenarios.Standard().Shelves()) + 3 - 2; kinds != want { // bottoms and surfaces stand with rays
		t.Errorf("%d kinds, want %d", kinds, want)
	}
}

// As JSON a list has what it has as text, and without a name everything.
func TestListJSON(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	read := func(args ...string) (l shelf.Listing) {
		t.Helper()
		r := halocline(t, "", append([]string{"list", "--json"}, args...)...)
		if err := json.Unmarshal([]byte(r.out), &l); err != nil || r.code != 0 || r.err != "" {
			t.Fatalf("%v: exit code %d, %v, %s", args, r.code, err, r.err)
		}
		return l
	}
	all := read()
	if len(all.Scenarios) != len(scenarios.Standard().Bundled()) || len(all.Studies) != len(studies.Bundled()) || len(all.Vehicles) != len(vehicle.Names()) ||
		len(all.Models) != len(shelf.Models(scenarios.Standard())) || len(all.Metrics) != len(measure.Glossary(scenarios.Standard())) || len(all.Keys) == 0 || len(all.Units) == 0 {
		t.Errorf("%d scenarios, %d studies, %d vehicles, %d models, %d metrics, %d keys, %d units", len(all.Scenarios), len(all.Studies),
			len(all.Vehicles), len(all.Models), len(all.Metrics), len(all.Keys), len(all.Units))
	}
	one := read("thetis")
	if len(one.Models) != 1 || one.Models[0].Kind != "ambient noise" || one.Models[0].Key != "links.*.channel.noise" || len(one.Scenarios) > 0 {
		t.Errorf("thetis: %+v", one)
	}
	for _, p := range one.Models[0].Parameters {
		if p.Key == "wind" && (p.Unit != "m/s" || p.Default != "2.57222m/s" && p.Default != "5kn" || p.Range != "[0m/s, 30m/s]" || p.Doc == "") {
			t.Errorf("%+v", p)
		}
	}
	if l := read("units"); len(l.Models)+len(l.Keys) > 0 || !slices.ContainsFunc(l.Units, func(u shelf.Unit) bool { return u.Quantity == "speed" && slices.Contains(u.Units, "kn") }) {
		t.Errorf("units: %+v", l)
	}
	if l := read("water"); len(l.Keys) == 0 || l.Keys[0].Key != "water" {
		t.Errorf("water: %+v", l)
	}
	halocline(t, "", "list", "--json", "nothing-like-it").expect(t, "unknown", command.BadInput, "", `there is no model and no list "nothing-like-it"`)
}
