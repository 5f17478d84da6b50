package explain

import (
	"testing"

	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// No sentence of what is explained has more than 40 words: not of a key, a word that it takes, a
// model, a metric or a term.
func TestSentences(t *testing.T) {
	lib := scenarios.Standard()
	a := New(lib)
	texts := 0
	check := func(of string, all ...string) {
		for _, text := range all {
			texts++
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
	if texts < 1000 {
		t.Errorf("only %d texts", texts)
	}
}
