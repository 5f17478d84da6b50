package scenarios_test

import (
	"testing"

	"halocline/scenarios"
	"halocline/scenarios/modeltest"
	"halocline/sim/simtest"
)

// Every model is explained and can be chosen, and every key of the language and of every model
// refuses what is wrong at its place. A new model or key is checked as soon as it exists.
func TestModels(t *testing.T) {
	simtest.SkipShort(t, "it reads thousands of scenarios, for half a minute")
	modeltest.Conform(t, scenarios.Standard())
}
