package trace

import "testing"

// Every cause says in words what it means, by a sentence of its own that says first what came to nothing.
func TestCausesHaveMeanings(t *testing.T) {
	seen := map[string]Cause{}
	for _, c := range Causes() {
		text := c.Meaning()
		if text == "" || text == "unknown" {
			t.Errorf("%v has no meaning", c)
		}
		if other, ok := seen[text]; ok {
			t.Errorf("%v and %v mean the same: %s", c, other, text)
		}
		seen[text] = c
	}
	if len(seen) != causes-1 || NoCause.Meaning() != "" || Cause(causes).Meaning() != "unknown" {
		t.Errorf("%d meanings of %d causes", len(seen), causes)
	}
}
