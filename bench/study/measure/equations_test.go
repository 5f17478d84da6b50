package measure

import (
	"slices"
	"strings"
	"testing"

	"halocline/scenarios"
	"halocline/sim/equation"
)

// The equations of metrics are what the code computes, at points all over their ranges, and name metrics that there are.
func TestEquations(t *testing.T) {
	all := Glossary(scenarios.Standard())
	found := 0
	for _, a := range all {
		if a.By == nil {
			continue
		}
		found++
		for _, fault := range equation.Check(*a.By) {
			t.Errorf("%s: %s", a.Name, fault)
		}
		thing, _, _ := strings.Cut(a.Name, ".")
		for _, s := range a.By.Symbols {
			named := func(b About) bool { return strings.HasSuffix(b.Name, "."+s.Metric) }
			if s.Metric != "" && !slices.ContainsFunc(all, named) {
				t.Errorf("%s: there is no metric %s of %s", a.Name, s.Metric, thing)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d metrics have an equation", found)
	}
}
