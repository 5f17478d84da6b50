package main

import (
	"testing"

	"halocline/scenarios"
	"halocline/scenarios/modeltest"
)

// Every model of this module is explained and can be chosen, its keys refuse what is wrong, and its
// scenarios are right. All files of the module are among its sources.
func TestModels(t *testing.T) {
	l := scenarios.Standard()
	if err := add(l); err != nil {
		t.Fatal(err)
	}
	modeltest.Conform(t, l, "duty-cycle")
	modeltest.Sources(t, l)
	plan, err := l.Load("quiet", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Check(); err != nil {
		t.Error(err)
	}
}
