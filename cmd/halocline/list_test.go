package main

import (
	"fmt"
	"strings"
	"testing"

	"halocline/bench/measure"
	"halocline/bench/studies"
	"halocline/plant/vehicle"
	"halocline/scenarios"
)

// Each kind of thing is listed alone, and whole.
func TestListKinds(t *testing.T) {
	var metrics []string
	for _, a := range measure.Glossary() {
		metrics = append(metrics, a.Name)
	}
	for kind, names := range map[string][]string{
		"scenarios": scenarios.Bundled(), "studies": studies.Bundled(), "vehicles": vehicle.Names(), "metrics": metrics,
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
	r.expect(t, "the longest name", 0, "\n  <vehicle>.estimate_error_horizontal_rms m      the same", "")
}

// The name of a thing that list does not have leads to the command that has it.
func TestListLeadsOn(t *testing.T) {
	for name, want := range map[string]string{
		"rexrov":       "rexrov is a vehicle; halocline explain rexrov tells what it is",
		"packets.jain": "packets.jain is a metric; halocline explain packets.jain tells what it is",
	} {
		halocline(t, "", "list", name).expect(t, name, exitInput, "", want)
		halocline(t, "", "explain", name).expect(t, name, 0, name+", a ", "")
	}
}
