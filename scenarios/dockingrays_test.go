package scenarios

import (
	"fmt"
	"math"
	"testing"

	"halocline/sim/simtest"
)

// Echoes make the position of a docking vehicle old, and a window of 5 ms brings them back. The dock is 2.2 m above the bottom.
// With the vehicle 10 to 38 m away and at most 27 m above it, the echo of the bottom has at most 4.4 m more to go, 3 ms. So
// the window has it, and straight sound has an age no greater than this.
func TestDockingOverRays(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const (
		long     = "links.acoustic.modem.window.span=5ms"
		straight = "links.acoustic.channel={type: acoustic, spreading: 1.5, absorption: francois-garrison, noise: {type: wenz, wind: 3m/s}}"
	)
	for seed := range 3 {
		age := func(texts ...string) float64 {
			p := pass(t, load(t, "docking-rays", sets(t, append(texts, fmt.Sprintf("seed=%d", seed+1))...)...))
			if math.IsNaN(float64(p.voyages[0].TimeToDock)) {
				t.Errorf("seed %d, %v: not docked", seed+1, texts)
			}
			return float64(p.loops[0].AgeMean)
		}
		bit, span, line := age(), age(long), age(straight)
		if !(bit > 1.3*span && near(span, line, 0.01)) {
			t.Errorf("seed %d: ages of %.3f s with one bit, %.3f s with 5 ms, %.3f s straight", seed+1, bit, span, line)
		}
	}
}
