package capacity

import (
	"math"
	"strings"
	"testing"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/boundary"
)

// edges are all boundaries of the studies of other loops, each as if it were found at the same place.
func edges(t *testing.T) (all reaches) {
	t.Helper()
	for _, name := range loopStudies() {
		s, err := searched(name, 3)
		if err != nil {
			t.Fatal(err)
		}
		if s.Boundary == nil || s.BaseSeed != 3 {
			t.Errorf("%s: %+v", name, s)
		}
		for first := range s.Boundaries() {
			r := reach{crossing: of(s, first), unit: s.AlongUnit(), most: s.AlongMost()}
			r.Result = boundary.Result{State: boundary.Found, Low: 0.1, Estimate: 0.2, High: 0.3}
			all = append(all, r)
		}
	}
	return all
}

// One boundary is farther than another if its interval lies above, and both are alike if they overlap. One that is not on the axis is
// beyond its end.
func TestFarther(t *testing.T) {
	edge := func(protocol string, low, high float64) reach {
		return reach{crossing: at("s", "", protocol, low, high), unit: "m", most: 3}
	}
	never := edge("never", 0, 0)
	never.State = boundary.None
	all := reaches{edge("a", 1, 2), edge("b", 1.5, 2.5), edge("d", 2.1, 2.9), never}
	for _, c := range []struct {
		first, second string
		alike, holds  bool
	}{{"d", "a", false, true}, {"a", "d", false, false}, {"b", "a", false, false}, {"b", "a", true, true}, {"d", "a", true, false}, {"never", "d", false, true}, {"d", "never", true, false}} {
		is, err := all.judge(farther{"s", c.first, c.second, c.alike, "so"})
		if err != nil || (is.Verdict == claim.Holds) != c.holds {
			t.Errorf("%+v: %+v, %v", c, is, err)
		}
	}
	if _, err := all.judge(farther{"s", "a", "z", false, ""}); err == nil || !strings.Contains(err.Error(), "s has no z") {
		t.Errorf("%v", err)
	}
	never.High = math.Inf(1)
	if got := never.String(); got != "no boundary up to 3 m" {
		t.Errorf("%q", got)
	}
}
