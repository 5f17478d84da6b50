package study

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"halocline/scenarios"
	"halocline/sim/simtest"
)

// where the studies of the tests stand, so that their base is beside them.
const where = "testdata/study.yaml"

// parsed reads a study that is right.
func parsed(t testing.TB, text string) *Study {
	t.Helper()
	s, err := Parse(where, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// faultsOf returns what is wrong with a study.
func faultsOf(text string) string {
	s, err := Parse(where, text)
	if err == nil {
		err = s.Check()
	}
	protocols := slices.Sorted(maps.Keys(scenarios.Protocols()))
	return strings.NewReplacer(
		where, "study",
		strings.Join(scenarios.Bundled(), ", "), "BUNDLED",
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
