package explain

import (
	"slices"
	"testing"

	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// What is explained is in short sentences and in words of the field: each key, each word that it takes, each model, metric and
// term.
func TestSentences(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	lib := scenarios.Standard()
	a := New(lib)
	var lengths []int
	seen := map[string]bool{}
	check := func(of string, all ...string) {
		for _, text := range all {
			if seen[text] {
				continue
			}
			seen[text] = true
			lengths = append(lengths, simtest.SentenceLengths(text)...)
			for _, word := range simtest.Avoided(text) {
				t.Errorf("%s: write another word for %q", of, word)
			}
			for _, long := range simtest.LongSentences(text) {
				t.Errorf("%s: %s", of, long)
			}
		}
	}
	for i := range a.topics {
		key := &a.topics[i]
		check(join(key.steps)+" of "+key.model(), key.said()...)
	}
	for _, shelf := range lib.Shelves() {
		for name, fresh := range shelf.Models {
			check(name, scenarios.About(fresh()))
		}
	}
	for _, m := range measure.Glossary(lib) {
		check(m.Name, m.Meaning)
	}
	for _, term := range measure.Terms() {
		check(term.Names[0], term.Meaning)
	}
	for _, c := range trace.Causes() {
		check(c.String(), c.Meaning())
	}
	slices.Sort(lengths)
	median := lengths[len(lengths)/2]
	t.Logf("%d texts, median %d words a sentence", len(seen), median)
	if len(seen) < 1000 || median >= 18 {
		t.Errorf("%d texts, with a median of %d words a sentence; less than 18 are wanted", len(seen), median)
	}
}
