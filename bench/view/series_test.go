package view_test

import (
	"encoding/json"
	"math"
	"testing"

	"halocline/bench/cosim"
)

// A vehicle that goes over from sound to radio has one distance to its dock throughout, though each link has a loop of its own that tells of it:
// RexROV docks 50 m away, so that it is nowhere farther than at the start, and ends within a metre.
func TestSeriesGoOverToAnotherLink(t *testing.T) {
	t.Parallel()
	docking, _ := carryOut(t, "docking")
	url := show(t, cosim.Access{}, nil, docking)
	var meta struct {
		Runs []struct {
			Reached float64
			Series  []struct{ Name string }
		}
	}
	_, text := ask(t, "GET", url+"api/meta")
	if err := json.Unmarshal(text, &meta); err != nil {
		t.Fatal(err)
	}
	listed := map[string]int{}
	for _, s := range meta.Runs[0].Series {
		listed[s.Name]++
	}
	for name, n := range listed {
		if n > 1 {
			t.Errorf("%s is listed %d times", name, n)
		}
	}
	var got struct {
		Series []struct{ T, Low, High []float64 }
	}
	_, text = ask(t, "GET", url+"api/0/series?names=auv.distance&from=0&to=400&points=20000")
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	s := got.Series[0]
	for i := 1; i < len(s.T); i++ {
		if step := s.T[i] - s.T[i-1]; step <= 0 || step > 0.2 || math.Abs(s.Low[i]-s.Low[i-1]) > 0.2 {
			t.Fatalf("from %g m at %g s to %g m at %g s", s.Low[i-1], s.T[i-1], s.Low[i], s.T[i])
		}
	}
	if n := len(s.T); n < 1000 || s.T[n-1] < meta.Runs[0].Reached-0.2 || s.Low[n-1] > 1 || s.Low[0] > 51 {
		t.Errorf("%d points, from %v to %v", n, s.Low[0], s.Low[n-1])
	}
}
