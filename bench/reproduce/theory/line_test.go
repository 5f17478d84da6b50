package theory

import (
	"math"
	"testing"

	"halocline/phy"
	"halocline/sim"
)

// Three nodes with ways of a quarter of a frame: 3/(6 - 0.5) = 6/11. Without ways two of three frames are lost to the line:
// n/(3(n-1)). Beyond half a frame longer ways bring nothing: 3/5.
func TestFairLine(t *testing.T) {
	for _, c := range []struct {
		n           int
		alpha, want float64
	}{{1, 0.3, 1}, {2, 0.3, 2.0 / 3}, {3, 0, 0.5}, {3, 0.25, 6.0 / 11}, {3, 0.5, 0.6}, {3, 2, 0.6}, {10, 0, 10.0 / 27}, {10, 0.5, 10.0 / 19}} {
		if got := fairLine(c.n, c.alpha); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d nodes, alpha %g: %g, not %g", c.n, c.alpha, got, c.want)
		}
	}
}

// No protocol gives all nodes of a line more than the bound, whatever is offered and however long the ways are.
func TestNobodyExceedsFairLine(t *testing.T) {
	best := 0.0
	for _, n := range []int{2, 3, 4, 6} {
		for _, alpha := range []float64{0.05, 0.25, 0.5, 1, 3} {
			for _, p := range linePeers() {
				if p.name == "tdma" && n != 3 {
					continue // its slots are those of three nodes
				}
				for _, load := range []float64{0.1, 0.4, 1, 3} {
					r := lineRow(p.name, "", n, alpha, true, p.config, load, 200)
					got, err := r.Measure(t.Context(), 1)
					if err != nil {
						t.Fatal(err)
					}
					if got > r.Theory {
						t.Errorf("%s, load %g, %s: %g, and the bound is %g", p.name, load, r.Setup, got, r.Theory)
					}
					best = max(best, got/r.Theory)
				}
			}
		}
	}
	t.Logf("the best has %.3f of the bound", best)
	if best < 0.2 {
		t.Errorf("the best protocol has %.3f of the bound: nothing was tried that could exceed it", best)
	}
}

// The schedule reaches the bound at any way up to half a frame, and not beyond: there frames meet.
func TestScheduleReachesFairLine(t *testing.T) {
	for alpha, reaches := range map[float64]bool{0.01: true, 0.3: true, 0.4999: true, 0.5: true, 0.6: false} {
		got, err := newChain(1, 3, sim.Seconds(alpha), lineSchedule(sim.Seconds(alpha)), phy.Modem{}, nil).utilisation(t.Context(), lineSchedule(sim.Seconds(alpha)).Frame, false, 50)
		if err != nil {
			t.Fatal(err)
		}
		if bound := fairLine(3, alpha); (math.Abs(got-bound) < 1e-9) != reaches {
			t.Errorf("alpha %g: %g, and the bound is %g", alpha, got, bound)
		}
	}
}
