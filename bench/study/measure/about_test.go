package measure

import (
	"slices"
	"strings"
	"testing"

	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/metric"
	"halocline/sim/simtest"
)

// Every metric of a scenario with vehicles and of one without has one entry of the
// glossary, with its unit, and no entry is without a metric.
func TestGlossary(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	used := map[string]bool{}
	for _, name := range []string{"docking", "survey", "tour", "helm", "hunt-line", "aloha20", "gateway"} {
		sets := []strict.Set{{Path: "duration", Value: "1s"}}
		if name == "survey" {
			sets = append(sets, strict.Set{Path: "nodes.auv.battery", Value: "{capacity: 1kJ}"})
		}
		plan, err := scenarios.Standard().Load(name, sets)
		if err != nil {
			t.Fatal(err)
		}
		out := mustRun(t, plan, Options{})
		for _, m := range out.Metrics() {
			thing, quantity, _ := strings.Cut(m.Name, ".")
			canonical := m.Name
			switch {
			case slices.Contains(plan.Names().Links, thing):
				canonical = "<link>." + quantity
			case slices.ContainsFunc(scenarios.MeasuredOfBatteries().Defs, func(d metric.Def) bool { return d.Name == quantity }):
				canonical = "<node>." + quantity
			case slices.Contains(plan.Names().Nodes, thing):
				canonical = "<vehicle>." + quantity
			}
			var entries []About
			for _, a := range Glossary(scenarios.Standard()) {
				if a.Name == canonical && a.Covers(m.Name) {
					entries = append(entries, a)
				}
			}
			if len(entries) != 1 || entries[0].Unit != m.Unit || entries[0].Meaning == "" || entries[0].Kind != m.Kind || !slices.Contains(metric.Kinds(), m.Kind) {
				t.Errorf("%s, %s in %q: %+v", name, m.Name, m.Unit, entries)
			}
			used[canonical] = true
		}
	}
	for _, a := range Glossary(scenarios.Standard()) {
		if !used[a.Name] && a.Kind != metric.Part { // a part that is 0 is left out
			t.Errorf("%s is no metric", a.Name)
		}
		if strings.Contains(a.Meaning, "  ") || strings.Contains(a.Meaning, " ,") {
			t.Errorf("%s lacks what its mean is over: %s", a.Name, a.Meaning)
		}
	}
}

// A name of a thing goes with what such a thing has, and the names of the whole run
// with themselves only. A link may have a dot in its name nowhere, so that the
// quantity is what stands behind the last one.
func TestAboutCovers(t *testing.T) {
	for _, row := range []struct {
		entry, name string
		want        bool
	}{
		{"<vehicle>.age_mean", "auv.age_mean", true},
		{"<vehicle>.age_mean", "vehicles.age_mean", false},
		{"<vehicle>.age_mean", "age_mean", false},
		{"<vehicle>.age_mean", "auv.age_peak", false},
		{"<link>.offered", "acoustic.offered", true},
		{"<link>.offered", "packets.offered", false},
		{"packets.offered", "packets.offered", true},
		{"packets.offered", "acoustic.offered", false},
	} {
		if got := (About{Name: row.entry}).Covers(row.name); got != row.want {
			t.Errorf("%s covers %s: %v", row.entry, row.name, got)
		}
	}
}
