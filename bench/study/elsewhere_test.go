package study

import (
	"slices"
	"strings"
	"testing"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// Each key of a scenario that no study has is told of as one.
func TestKeysOfAScenarioInAStudy(t *testing.T) {
	var own []string
	for _, p := range strict.Describe(&Definition{}, strict.Models{}) {
		key, _, _ := strings.Cut(p.Key, ".")
		own = append(own, strings.TrimSuffix(key, "[]"))
	}
	said := (*Definition)(nil).Elsewhere()
	for _, key := range scenarios.Standard().Keys() {
		if slices.Contains(own, key) == (said[key] != "") {
			t.Errorf("%s: %q", key, said[key])
		}
	}
	_, err := overridden("name: s\nbase: pair.yaml\nduration: 60s\nset: {duration: 50s}\n", Override{})
	if err == nil || !strings.Contains(err.Error(), `3:1: unknown key "duration"; it is one of a scenario, and a file with set, `) {
		t.Error(err)
	}
}
