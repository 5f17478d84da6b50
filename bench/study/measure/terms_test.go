package measure_test

import (
	"strings"
	"testing"

	"halocline/bench/study/measure"
	"halocline/scenarios"
)

// A term is found by any of its names, however it is written, and points at metrics that there
// are. No name stands for two terms.
func TestTerms(t *testing.T) {
	known := map[string]bool{}
	for _, a := range measure.Glossary(scenarios.Standard()) {
		known[a.Name] = true
	}
	first := map[string]string{}
	for _, term := range measure.Terms() {
		for _, name := range term.Names {
			for _, as := range []string{name, strings.ToUpper(name), strings.ReplaceAll(name, " ", "-"), strings.ReplaceAll(name, " ", "_")} {
				if !term.Is(as) {
					t.Errorf("%s is not found as %s", name, as)
				}
			}
			key := strings.ToLower(strings.ReplaceAll(name, "-", " "))
			if other, twice := first[key]; twice {
				t.Errorf("%s stands for %s and for %s", name, other, term.Names[0])
			}
			first[key] = term.Names[0]
		}
		for _, m := range term.Metrics {
			if !known[m] {
				t.Errorf("%s: there is no metric %s; name the one that has it now", term.Names[0], m)
			}
		}
		if term.Meaning == "" || len(term.Metrics)+len(term.Keys)+len(term.Commands) == 0 {
			t.Errorf("%s leads nowhere", term.Names[0])
		}
	}
	for _, word := range []string{"throughput", "PDR", "offered load", "packet loss", "latency", "jitter", "AoI", "fingerprint", "events", "sources", "revision", "cell", "shard", "study", "scenario", "cause"} {
		if first[strings.ToLower(word)] == "" {
			t.Errorf("nothing is said of %s", word)
		}
	}
}
