package capacity

import (
	"math"
	"slices"
	"testing"

	"halocline/bench/study/stats"
)

// Of (1, 9, 5), (2, 5, 5), (2, 5, 6), (9, 1, 9) and (-, 4, 9) the third is beaten by the second, which costs less in the last and no more in the others.
// The last one does not always dock, which is worse than any time: the fourth costs less in all but the last, in which both are alike.
func TestFront(t *testing.T) {
	is := func(name string, time, energy, impulse float64) outcome {
		o := outcome{situation: "s", protocol: name}
		for k, v := range []float64{time, energy, impulse} {
			o.cost[k] = stats.Interval{Estimate: v, Low: v, High: v}
		}
		return o
	}
	all := []outcome{is("a", 1, 9, 5), is("b", 2, 5, 5), is("c", 2, 5, 6), is("d", 9, 1, 9), is("e", math.NaN(), 4, 9)}
	all = append(all, outcome{situation: "other", protocol: "f"}) // of nothing in all, but elsewhere
	if got := front(all, "s"); !slices.Equal(got, []string{"a", "b", "d"}) {
		t.Errorf("%v", got)
	}
	if got := front([]outcome{is("a", math.NaN(), 1, 1), is("b", math.NaN(), 1, 1)}, "s"); len(got) != 2 { // neither beats the other
		t.Errorf("%v", got)
	}
}
