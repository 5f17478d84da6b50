package scaffold

import (
	"strings"
	"testing"

	"halocline/scenarios"
	"halocline/sim/simtest"
)

// A study can be begun with every bundled scenario.
func TestNewStudyOfBundled(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, base := range scenarios.Standard().Bundled() {
		b, err := Suited(scenarios.Standard(), "mine", base)
		if err != nil {
			t.Fatal(err)
		}
		text, err := b.Text(scenarios.Standard())
		if err != nil || !strings.Contains(text, "base: "+base+"\n") {
			t.Errorf("%s: %v", base, err)
		}
	}
}
