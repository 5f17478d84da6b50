package capacity

import (
	"strings"
	"testing"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/boundary"
)

// at is a boundary of a protocol that was found.
func at(study, situation, protocol string, low, high float64) crossing {
	return crossing{study: study, situation: situation, protocol: protocol, Result: boundary.Result{State: boundary.Found, Low: low, Estimate: (low + high) / 2, High: high}}
}

// A protocol is before another one if its interval lies below, and alike if they overlap. One that keeps its place nowhere is after
// all that do, and one that keeps it everywhere is before all that do not.
func TestOrders(t *testing.T) {
	never, always := at("s", "c", "never", 0, 0), at("s", "c", "always", 0, 0)
	never.State, always.State, always.always = boundary.None, boundary.None, true
	all := found{at("s", "c", "a", 1.2, 1.4), at("s", "c", "b", 1.3, 1.6), at("s", "c", "d", 1.5, 2), never, always}
	for _, c := range []struct {
		first, second string
		alike, holds  bool
	}{
		{"a", "d", false, true},
		{"d", "a", false, false},
		{"a", "b", false, false},
		{"a", "b", true, true},
		{"a", "d", true, false},
		{"a", "never", false, true},
		{"never", "a", false, false},
		{"always", "a", false, true},
		{"a", "always", false, false},
		{"always", "always", true, true},
		{"always", "a", true, false},
	} {
		is, err := all.judge(order{"s", "c", c.first, c.second, c.alike, "so"})
		if err != nil || (is.Verdict == claim.Holds) != c.holds {
			t.Errorf("%+v: %+v, %v", c, is, err)
		}
	}
	if _, err := all.judge(order{"s", "c", "a", "z", false, ""}); err == nil || !strings.Contains(err.Error(), "s has no z in the case c") {
		t.Errorf("%v", err)
	}
}

// Each study can be searched, and has what is said of it.
func TestSearched(t *testing.T) {
	var all found
	for _, name := range []string{"mac-range", "mac-deafness", "mac-losses", "mac-load"} {
		s, err := searched(name, 3)
		if err != nil {
			t.Fatal(err)
		}
		if s.Boundary == nil || s.BaseSeed != 3 {
			t.Errorf("%s: %+v", name, s)
		}
		for first := range s.Boundaries() {
			c := of(s, first)
			c.Result = boundary.Result{State: boundary.Found, Low: 1, Estimate: 1.5, High: 2}
			all = append(all, c)
		}
	}
	r, err := report(all)
	if err != nil || len(all) != 12*6 || len(r.Claims) != len(orders())+len(predictions()) {
		t.Errorf("%d boundaries, %v", len(all), err)
	}
}
