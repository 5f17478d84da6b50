package capacity

import (
	"math"
	"testing"
)

// With an age D that is always the same, a string is stable up to the gain a with |H| = 1 at the frequency w: a^2 D^2 = 1 - 2 a T + T^2 w^2, from
// |a (1 + j w D)|^2 = |j w (1 + j w T) + a|^2. With T = 1 s, D = 2 s and w = pi/20 that is 4 a^2 + 2 a - 1.02467 = 0, and a = 0.31451/s.
// A way to and fro has harmonics too, here a hundredth of the first one or less.
func TestTightestString(t *testing.T) {
	const nearly = 1e-6
	got := tightestString(timing{nearly, 2, 0}, 0, 1, motion{4, 0.2}, 0.3, 6)
	if math.Abs(got/0.31451-1) > 0.02 {
		t.Errorf("%g/s, want 0.31451/s", got)
	}
	if late := tightestString(timing{nearly, 2, 0.3}, 0, 1, motion{4, 0.2}, 0.3, 6); math.Abs(late/got-1) > 1e-3 {
		t.Errorf("%g/s: what is lost does not matter where the next packet comes at once", late)
	}
}

// Who knows at once where a dock is that moves slowly is behind by its speed over the gain: 0.01 m/s and 1/s give 0.01 m, but for the turns.
func TestBehindASlowDock(t *testing.T) {
	f := follower{timing: timing{1e-6, 1e-6, 0}, gain: 1, lag: 1}
	first, _ := f.behind(motion{4, 0.01}, 1, 3)
	if math.Abs(first/0.01-1) > 0.03 {
		t.Errorf("%g m, want 0.01 m", first)
	}
}

// The older news are, the slower a dock may move, and the lower is the gain of a string.
func TestOlderIsWorse(t *testing.T) {
	dock, str := math.Inf(1), math.Inf(1)
	for _, delay := range []float64{0.2, 0.5, 1, 2} {
		at := timing{1, delay, 0.1}
		nextDock, nextString := fastest(at, 0, 1, 1, 4, 0.3), tightestString(at, 0, 1, motion{4, 0.2}, 0.3, 6)
		if nextDock >= dock || nextString >= str {
			t.Errorf("delay %g s: %g m/s after %g m/s, %g/s after %g/s", delay, nextDock, dock, nextString, str)
		}
		dock, str = nextDock, nextString
	}
}
