package modeltest

import (
	"slices"
	"strings"
	"testing"

	"halocline/scenarios"
	"halocline/sim/simtest"
)

// Every range that is stated is that which is accepted, and nothing narrower refuses what lies in it but the bounds that are stated as
// well. Lists of a table need each other, and the other keys that are left out here need, or exclude, a key beside them.
func TestRangesAreWhole(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	l := scenarios.Standard()
	c := &checker{Library: l, models: l.Models()}
	excluded := []string{
		"noise.figure", "(tdma).frame", "(altimeter).dead", "(fan).dead", "(fan).sector", "(profiler).sector", "budget(dbm).threshold", "budget(watts).threshold",
	}
	ranges, bounds := 0, 0
	for _, f := range c.fields() {
		bounds += len(f.Bounds)
		for _, e := range f.ends() {
			ranges++
			inside, _ := e.beside(strings.Contains(f.Type, "whole number"))
			said, _ := c.said(f, written(f.Type, inside), nil)
			beside := strings.HasPrefix(f.Type, "list: ") || len(f.Bounds) > 0 || slices.ContainsFunc(excluded, func(key string) bool { return strings.HasSuffix(f.path(), key) })
			if len(said) > 0 && !beside {
				t.Errorf("%s: %s is refused, and its range is %s: %q; state the bound in Bounds", f.path(), inside, f.Range, said)
			}
		}
		for _, b := range f.Bounds {
			c.bound(f, b, strings.Contains(f.Type, "whole number"))
		}
	}
	for _, wrong := range c.wrong {
		t.Error(wrong)
	}
	t.Logf("%d ends of ranges, %d bounds, of which %d are probed", ranges, bounds, c.probed)
	if ranges < 1500 || bounds < 60 || c.probed < 30 {
		t.Errorf("%d ends of ranges, %d bounds, of which %d are probed", ranges, bounds, c.probed)
	}
}
